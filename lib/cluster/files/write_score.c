/* SPDX-License-Identifier: MIT */
/* A score that several processes write, each the values of its own pages. */
#include "cluster/files/write.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "cluster/files/run.h"
#include "stream/section/kind.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdlib.h>

struct values {
	struct sp_team *team;
	const uint8_t *head;
	size_t head_size;
	const double *values;
	uint64_t first, count, pages;
};

/*
 * Frames of the size that sp_save_scores() makes, from the first page on.
 * Frames are cut from the first page of each process on, so their boundaries
 * depend on the number of processes, and their contents do not.
 */
static enum sp_status
produce_data(const struct values *of, struct sp_writer *writer,
	     struct sp_error *err)
{
	const uint64_t most = SP_FRAME_MAX / sizeof(double);
	uint8_t *bytes = sp_alloc(SP_FRAME_MAX, 1);
	enum sp_status status = bytes ? SP_OK : sp_no_memory(err, "a frame");

	for (uint64_t at = 0; !status && at < of->count; at += most) {
		uint64_t left = of->count - at;
		uint64_t step = left < most ? left : most;

		for (uint64_t i = 0; i < step; i++)
			sp_store_double(bytes + 8 * i, of->values[at + i]);
		if (!sp_load_doubles(NULL, bytes, step)) {
			status = sp_check_result(INFINITY, "a result", err);
			break;
		}
		status = sp_writer_frame(writer, SP_TAG_SCORES, 0,
					 of->first + at, step, bytes, 8 * step,
					 err);
	}
	free(bytes);
	return status;
}

/*
 * The head comes from the first process and the tail from the last: the order
 * of the processes is that of the stream.
 */
static enum sp_status
produce_values(void *context, struct sp_writer *writer, struct sp_error *err)
{
	const struct values *of = context;
	enum sp_status status = SP_OK;

	if (!of->team->rank)
		status = sp_writer_frame(writer, SP_TAG_SCORES, SP_FRAME_HEAD,
					 0, 0, of->head, of->head_size, err);
	if (!status)
		status = produce_data(of, writer, err);
	if (!status && of->team->rank == of->team->size - 1)
		status = sp_writer_frame(writer, SP_TAG_SCORES, SP_FRAME_TAIL,
					 of->pages, 0, NULL, 0, err);
	return status;
}

enum sp_status
sp_joint_save_score(struct sp_joint_writer *writer, const char *name,
		    const double *values, uint64_t first, uint64_t count,
		    const struct sp_basis *basis, struct sp_error *err)
{
	uint8_t head[SP_NAMED_HEAD_MAX];
	struct values of = { sp_joint_team(writer), head, 0, values, first,
			     count, basis->graph.pages };
	enum sp_status status = sp_named_head_store(
		head, basis, name, "a score", &of.head_size, err);

	return status ? status :
			sp_joint_run(writer, produce_values, &of, err);
}
