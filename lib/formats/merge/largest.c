/* SPDX-License-Identifier: MIT */
/*
 * What the largest range of a plan will take, before anything is read.
 *
 * How many names of a share are before a bound is known between two samples of
 * the share: at least those up to its last sample before the bound, at most
 * those before its first sample after it.  The middle is taken.  A share errs
 * by half of what is between two samples, all shares together by much less.
 */
#include "formats/merge/work.h"

#include "base/memory.h"
#include "stream/section/task.h"

#include <stdlib.h>

/* Bytes of a task that has next to nothing to merge, measured. */
#define PROGRAM ((uint64_t)8 << 20)
#define THREAD ((uint64_t)8 << 20)

/* Bytes of a share: its frame, whose room may have grown by half; its file. */
#define SHARE_FRAME (SP_TASK_FRAME / 2 * 3)
#define SHARE_FILE 8192
#define NAME 40
#define NAMES_FOR_BYTE 40 /* of the index: 32 bytes a frame */
#define FETCH sizeof(struct sp_merge_fetch)

/* How many names of all shares are before each bound, or rather twice that. */
struct largest {
	const struct sp_work *work;
	uint64_t *first;         /* the sample with which the range begins */
	uint64_t *place;         /* in each share */
	uint64_t *before;
	uint64_t all;
};

/* The bounds are names of samples. */
static void
find_first(struct largest *largest)
{
	const struct sp_names *names = &largest->work->sample_names;
	const struct sp_names *bounds = &largest->work->bounds;
	uint64_t at = 0;

	for (uint64_t k = 0; k < bounds->count; k++) {
		while (at < names->count &&
		       !sp_span_equal(sp_names_span(names, at),
				      sp_names_span(bounds, k)))
			at++;
		largest->first[k] = at;
	}
}

/* Those that are before it for certain. */
static void
add_least(struct largest *largest)
{
	const struct sp_work *work = largest->work;
	uint64_t sum = 0, at = 0;

	for (uint64_t k = 0; k < work->bounds.count; k++) {
		for (; at < largest->first[k]; at++) {
			const struct sp_sample *sample = &work->samples[at];
			uint64_t *place = &largest->place[sample->share];

			/* Of a share that is in order, it is. */
			if (sample->page >= *place)
				sum += sample->page + UINT64_C(1) - *place;
			*place = sample->page + UINT64_C(1);
		}
		largest->before[k] += sum;
	}
}

/* Those that may be. */
static void
add_most(struct largest *largest)
{
	const struct sp_work *work = largest->work;
	uint64_t at = work->sample_names.count, sum = largest->all;

	for (uint64_t i = 0; i < work->merge->count; i++)
		largest->place[i] =
			work->merge->parts[i].task.basis.graph.pages;
	for (uint64_t k = work->bounds.count; k-- > 0;) {
		while (at > largest->first[k]) {
			const struct sp_sample *sample = &work->samples[--at];
			uint64_t *place = &largest->place[sample->share];

			if (sample->page <= *place)
				sum -= *place - sample->page;
			*place = sample->page;
		}
		largest->before[k] += sum;
	}
}

/* The most names between two bounds. */
static uint64_t
largest_names(const struct largest *largest)
{
	uint64_t most = 0, last = 0;

	for (uint64_t k = 0; k <= largest->work->bounds.count; k++) {
		uint64_t next = k < largest->work->bounds.count ?
					largest->before[k] / 2 : largest->all;

		if (next > last && next - last > most)
			most = next - last;
		last = next;
	}
	return most;
}

static uint64_t
memory_for(const struct sp_merge *merge, uint64_t names, uint64_t all)
{
	uint64_t bytes = PROGRAM + THREAD * (uint64_t)merge->threads;
	uint64_t fetched = 0;

	for (uint64_t i = 0; i < merge->count; i++) {
		const struct sp_merge_part *part = &merge->parts[i];
		uint64_t share = part->task.basis.graph.pages * NAME;

		bytes += share < SHARE_FRAME ? share : SHARE_FRAME;
		fetched += part->records;
	}
	if (fetched > all)
		fetched = all;
	bytes += merge->count * SHARE_FILE + all / NAMES_FOR_BYTE;
	return bytes + names * sizeof(uint32_t) +
	       (uint64_t)((double)fetched * (double)names / (double)(all + 1)) *
		       FETCH;
}

enum sp_status
sp_work_largest(const struct sp_work *work, uint64_t *names, uint64_t *memory,
		struct sp_error *err)
{
	uint64_t count = work->merge->count, bounds = work->bounds.count;
	struct largest largest = {
		.work = work, .first = sp_alloc(bounds, sizeof(uint64_t)),
		.place = sp_alloc_zero(count, sizeof(uint64_t)),
		.before = sp_alloc_zero(bounds, sizeof(uint64_t))
	};
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < count; i++)
		largest.all += work->merge->parts[i].task.basis.graph.pages;
	if (largest.first && largest.place && largest.before) {
		find_first(&largest);
		add_least(&largest);
		add_most(&largest);
		*names = largest_names(&largest);
		*memory = memory_for(work->merge, *names, largest.all);
	} else {
		status = sp_no_memory(err, "ranges");
	}
	free(largest.first);
	free(largest.place);
	free(largest.before);
	return status;
}
