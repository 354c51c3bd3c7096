/* SPDX-License-Identifier: MIT */
/*
 * What the largest range of a plan will take, before anything is read.
 *
 * How many names of a share are before its samples is known.  All samples of
 * all shares are sorted, with about the same number of links between them, so
 * between two samples of a share its names are taken to grow evenly with the
 * number of samples of others.  The sum over all shares, from sample to sample,
 * has a slope that changes by one share at a time.
 */
#include "formats/merge/work.h"

#include "base/memory.h"
#include "stream/section/task.h"

#include <stdlib.h>

/* Bytes of a task that has next to nothing to merge, measured. */
#define PROGRAM ((uint64_t)8 << 20)
#define THREAD ((uint64_t)8 << 20)

/* Of a share, beside its frame; and of a name. */
#define SHARE ((uint64_t)8 << 10)
#define NAME 40
#define NAMES_FOR_BYTE 40 /* of the index: 32 bytes a frame */
#define FETCH sizeof(struct sp_merge_fetch)

struct largest {
	const struct sp_work *work;
	double *slope;           /* of its share, after each sample */
	/* Of each share: the sample at hand, the names before it, the slope. */
	struct share_place {
		uint64_t sample;
		double names, slope;
	} *shares;
	double all;              /* names of all shares */
};

/* From the last sample to the first. */
static void
find_slopes(struct largest *largest)
{
	const struct sp_work *work = largest->work;
	uint64_t samples = work->sample_names.count;

	for (uint64_t i = 0; i < work->merge->count; i++) {
		uint64_t pages = work->merge->parts[i].task.basis.graph.pages;

		largest->shares[i].sample = samples;
		largest->shares[i].names = (double)pages;
		largest->all += (double)pages;
	}
	for (uint64_t i = samples; i-- > 0;) {
		struct share_place *next =
			&largest->shares[work->samples[i].share];
		double names = work->samples[i].page;

		largest->slope[i] = (next->names - names) /
				    (double)(next->sample - i);
		next->sample = i;
		next->names = names;
	}
	for (uint64_t i = 0; i < work->merge->count; i++) {
		struct share_place *first = &largest->shares[i];

		first->slope = first->names / (double)(first->sample + 1);
	}
}

/* The most names between two bounds, which are names of samples. */
static double
largest_names(struct largest *largest)
{
	const struct sp_work *work = largest->work;
	double most = 0, before = 0, last = 0, slope = 0;
	uint64_t bound = 0;

	for (uint64_t i = 0; i < work->merge->count; i++)
		slope += largest->shares[i].slope;
	for (uint64_t i = 0; i < work->sample_names.count; i++) {
		struct share_place *place =
			&largest->shares[work->samples[i].share];

		before += slope;
		slope += largest->slope[i] - place->slope;
		place->slope = largest->slope[i];
		for (; bound < work->bounds.count &&
		       sp_span_equal(sp_names_span(&work->bounds, bound),
				     sp_names_span(&work->sample_names, i));
		     bound++) {
			most = before - last > most ? before - last : most;
			last = before;
		}
	}
	return largest->all - last > most ? largest->all - last : most;
}

static uint64_t
memory_for(const struct sp_merge *merge, double names, double all)
{
	double fetched = 0;
	uint64_t bytes = PROGRAM + THREAD * (uint64_t)merge->threads;
	uint64_t frame = SP_TASK_FRAME;

	/* The room of the first one grows by half for a larger one. */
	if (names * NAME > (double)(merge->count * frame))
		frame += frame / 2;
	for (uint64_t i = 0; i < merge->count; i++) {
		const struct sp_merge_part *part = &merge->parts[i];
		uint64_t share = part->task.basis.graph.pages * NAME;

		bytes += SHARE + (share < frame ? share : frame);
		fetched += (double)part->records;
	}
	if (fetched > all)
		fetched = all;
	return bytes + (uint64_t)(all / NAMES_FOR_BYTE +
				  names * sizeof(uint32_t) +
				  fetched * names / (all + 1) * FETCH);
}

enum sp_status
sp_work_largest(const struct sp_work *work, uint64_t *names, uint64_t *memory,
		struct sp_error *err)
{
	struct largest largest = {
		.work = work,
		.slope = sp_alloc(work->sample_names.count, sizeof(double)),
		.shares = sp_alloc_zero(work->merge->count,
					sizeof(struct share_place))
	};
	enum sp_status status = SP_OK;
	double most;

	if (largest.slope && largest.shares) {
		find_slopes(&largest);
		most = largest_names(&largest);
		*names = (uint64_t)most;
		*memory = memory_for(work->merge, most, largest.all);
	} else {
		status = sp_no_memory(err, "ranges");
	}
	free(largest.slope);
	free(largest.shares);
	return status;
}
