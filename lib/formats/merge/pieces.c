/* SPDX-License-Identifier: MIT */
/*
 * The pieces of a merge by tasks.  A piece is believed because it was put in
 * place as a whole, because its last section says of which merge, step and
 * task it is, and because each of its frames has a checksum; it is read by its
 * index, of which only the lists of one reader are needed.
 */
#include "formats/merge/work.h"

#include "base/memory.h"
#include "stream/section/hosts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE_VERSION 1
#define PIECE_HEAD (24 + 8 * SP_PIECE_VALUES)
#define PIECE_BYTES ((uint64_t)2 << 20) /* of frames that are kept */

const struct sp_merge_step_kind sp_merge_steps[SP_MERGE_STEPS] = {
	[SP_STEP_PLAN] = { "plan", SP_MERGE_ONE, false },
	[SP_STEP_NUMBER] = { "number", SP_MERGE_RANGE, false },
	[SP_STEP_MARK] = { "mark", SP_MERGE_SHARE, true },
	[SP_STEP_REDIRECTS] = { "redirects", SP_MERGE_ONE, true },
	[SP_STEP_STAY] = { "stay", SP_MERGE_RANGE, true },
	[SP_STEP_TRANSLATE] = { "translate", SP_MERGE_SHARE, false },
	[SP_STEP_ROWS] = { "rows", SP_MERGE_RANGE, false }
};

char *
sp_work_path(const char *folder, enum sp_merge_step step, uint64_t number)
{
	const struct sp_merge_step_kind *kind = &sp_merge_steps[step];
	size_t size = strlen(folder) + 40;
	char *path = sp_alloc(size, 1);

	if (path && kind->per == SP_MERGE_ONE)
		snprintf(path, size, "%s/%s", folder, kind->name);
	else if (path)
		snprintf(path, size, "%s/%s.%05" PRIu64, folder, kind->name,
			 number);
	return path;
}

/* ---- what a piece is -------------------------------------------------- */

enum sp_status
sp_piece_save(struct sp_writer *writer, uint64_t id, enum sp_merge_step step,
	      uint64_t number, const uint64_t values[SP_PIECE_VALUES],
	      struct sp_error *err)
{
	uint8_t bytes[PIECE_HEAD];

	sp_store32(bytes, PIECE_VERSION);
	sp_store32(bytes + 4, step);
	sp_store64(bytes + 8, number);
	sp_store64(bytes + 16, id);
	for (unsigned i = 0; i < SP_PIECE_VALUES; i++)
		sp_store64(bytes + 24 + 8 * (size_t)i, values[i]);
	return sp_writer_frame(writer, SP_TAG_PIECE,
			       SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1, bytes,
			       sizeof(bytes), err);
}

enum sp_status
sp_piece_bad(const struct sp_piece *piece, struct sp_error *err,
	     const char *what)
{
	return sp_fail(err, SP_DATA, "%s: %s (remove it, and run its task "
		       "again)", piece->path, what);
}

static enum sp_status
piece_check(struct sp_piece *piece, enum sp_merge_step step, uint64_t number,
	    struct sp_error *err)
{
	struct sp_pick_section section;
	struct sp_taken taken;

	if (!sp_pick_find(piece->pick, SP_TAG_PIECE, 0, &section))
		return sp_piece_bad(piece, err, "no piece of a merge");
	if (sp_pick_frame(piece->pick, section.head, &taken, err))
		return err->status;
	if (taken.frame.raw != PIECE_HEAD ||
	    sp_load32(taken.payload) != PIECE_VERSION)
		return sp_piece_bad(piece, err, "a piece of a merge by another "
				    "version");
	piece->id = sp_load64(taken.payload + 16);
	if (piece->work->id && piece->id != piece->work->id)
		return sp_piece_bad(piece, err, "of another merge");
	if (sp_load32(taken.payload + 4) != step ||
	    sp_load64(taken.payload + 8) != number)
		return sp_piece_bad(piece, err, "of another task");
	for (unsigned i = 0; i < SP_PIECE_VALUES; i++)
		piece->values[i] = sp_load64(taken.payload + 24 +
					     8 * (size_t)i);
	return SP_OK;
}

/* The identity of the merge is not known before its plan was opened. */
enum sp_status
sp_piece_open(const struct sp_work *work, enum sp_merge_step step,
	      uint64_t number, struct sp_piece *piece, struct sp_error *err)
{
	*piece = (struct sp_piece){ .work = work };
	piece->path = sp_work_path(work->folder, step, number);
	if (!piece->path)
		return sp_no_memory(err, "a path");
	if (access(piece->path, F_OK) && errno == ENOENT)
		return sp_fail(err, SP_DATA, "%s: missing: the step %s is not "
			       "complete", piece->path,
			       sp_merge_steps[step].name);
	return sp_pick_open(piece->path, PIECE_BYTES, &piece->pick, err) ?
		       err->status : piece_check(piece, step, number, err);
}

void
sp_piece_close(struct sp_piece *piece)
{
	sp_pick_close(piece->pick);
	free(piece->path);
	*piece = (struct sp_piece){ .path = NULL };
}

/* ---- items ------------------------------------------------------------ */

enum sp_status
sp_piece_pull(struct sp_piece *piece, uint32_t tag, uint64_t first,
	      uint64_t end, struct sp_pull **pull, struct sp_error *err)
{
	struct sp_pick_section section;

	*pull = NULL;
	if (!sp_pick_find(piece->pick, tag, 0, &section) ||
	    (end != UINT64_MAX && end > sp_pick_items(piece->pick, &section)))
		return sp_piece_bad(piece, err, "a section is missing");
	if (sp_merge_make_room(piece->work->merge))
		*pull = sp_pull_new_indexed(sp_pick_indexed(piece->pick),
					    piece->work->merge->room);
	if (!*pull)
		return sp_no_memory(err, "the reader");
	if (end == UINT64_MAX)
		sp_pull_frames(*pull, section.head + 1, section.tail);
	else
		sp_pull_frames(*pull,
			       sp_pick_frame_of(piece->pick, &section, first),
			       sp_pick_frame_of(piece->pick, &section,
						end - 1) + 1);
	return SP_OK;
}

enum sp_status
sp_records_open(struct sp_piece *piece, uint32_t tag, size_t size,
		struct sp_records *records, struct sp_error *err)
{
	*records = (struct sp_records){ .piece = piece, .size = size };
	return sp_piece_pull(piece, tag, 0, UINT64_MAX, &records->pull, err);
}

/* Reads on when the records of a frame are used up. */
static enum sp_status
records_fill(struct sp_records *records, struct sp_error *err)
{
	struct sp_span bytes;

	if (records->left)
		return SP_OK;
	if (sp_pull_items(records->pull, &bytes, &records->left, err))
		return sp_fail_in(err, records->piece->path);
	if (!records->left)
		return SP_OK;
	records->at = (const uint8_t *)bytes.text;
	return bytes.length % records->size ||
	       bytes.length / records->size != records->left ?
		       sp_piece_bad(records->piece, err,
				    "records of a wrong size") : SP_OK;
}

bool
sp_records_next(struct sp_records *records, const uint8_t **record,
		enum sp_status *status, struct sp_error *err)
{
	if (!*status)
		*status = records_fill(records, err);
	if (*status || !records->left)
		return false;
	*record = records->at;
	records->at += records->size;
	records->left--;
	return true;
}

void
sp_records_close(struct sp_records *records)
{
	sp_pull_free(records->pull);
	records->pull = NULL;
}

enum sp_status
sp_piece_strings(struct sp_piece *piece, uint32_t tag, struct sp_names *names,
		 struct sp_error *err)
{
	struct sp_pull *pull;
	struct sp_span name;
	enum sp_status status = sp_piece_pull(piece, tag, 0, UINT64_MAX, &pull,
					      err);

	while (!status) {
		if (sp_pull_name(pull, &name, err))
			status = sp_fail_in(err, piece->path);
		else if (!name.text)
			break;
		else
			status = sp_names_add(names, name.text, name.length,
					      err);
	}
	sp_pull_free(pull);
	return status;
}

/* ---- hosts ------------------------------------------------------------ */

enum sp_status
sp_piece_save_hosts(struct sp_writer *writer,
		    const struct sp_merged_hosts *hosts, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_save_strings(writer, SP_TAG_HOSTS,
						&hosts->names, err);

	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_RUNS, NULL,
					  0, err);
	for (uint64_t i = 0; !status && i < hosts->names.count; i++) {
		uint8_t bytes[8];

		sp_store64(bytes, hosts->pages[i]);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_piece_add_hosts(struct sp_piece *piece, struct sp_merged_hosts *hosts,
		   struct sp_error *err)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_records runs = { 0 };
	enum sp_status status = sp_piece_strings(piece, SP_TAG_HOSTS, &names,
						 err);

	if (!status)
		status = sp_records_open(piece, SP_TAG_RUNS, 8, &runs, err);
	for (uint64_t i = 0; !status && i < names.count; i++) {
		const uint8_t *run;

		if (sp_records_next(&runs, &run, &status, err))
			status = sp_merge_count_host(hosts,
						     sp_names_span(&names, i),
						     sp_load64(run), err);
		else if (!status)
			status = sp_piece_bad(piece, err, "hosts are missing");
	}
	sp_records_close(&runs);
	sp_names_free(&names);
	return status;
}
