/* SPDX-License-Identifier: MIT */
/*
 * Links are keys of 64 bits, source above target, so that sorting numbers sorts
 * links (linkpile.h).  Every sort is stable: equal links stay in their order of
 * arrival.
 *
 * When memory is full, the sorted links are written to a run, and 64 runs of a
 * level are merged to one of the next.  The last merge feeds the rows directly.
 *
 * Memory is limited by options.memory: half of it holds links, the other half
 * is working space for sorting them, or buffers for merging. n links of 8 bytes
 * that do not fit are written once for each level: n / (memory / 16) runs are
 * made, 64 of them become one, and so on; two levels are enough for 4,096 times
 * half of the memory.
 *
 * Runs of one level are neighbours in the order of arrival, since a merge takes
 * the last 64, so the order of equal links survives all merges.
 *
 * The rows at the end are joined from sorted links one by one: equal links are
 * neighbours then.  A row takes memory for its links only.
 */
#include "graph/links/linksort.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "graph/links/linkpile.h"
#include "graph/links/linkrun.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_MIN SP_BUFFER((uint64_t)1 << 20, (uint64_t)1 << 10)

/*
 * RUNS_MAX runs of a level are merged to one of the next, so that a link is
 * written once a level.  All runs that are left are open at the same time: at
 * most 63 of each level.
 */
#define RUNS_MAX 64
#define LEVELS 8 /* with 2^15 links in the least run, more than there are */
#define ROWS_PER_REPORT 1024

struct sp_linksort {
	struct sp_linksort_options options;
	struct sp_linkpile pile;  /* links in memory */
	uint64_t limit;           /* of them */
	struct sp_linkrun **runs;
	uint64_t run_count, run_capacity; /* in order of arrival */
	unsigned at_level[LEVELS];        /* how many runs; the last are of 0 */
};

/*
 * With a memory limit below MEMORY_MIN runs would be so small that the merge is
 * all seeks.
 */
struct sp_linksort *
sp_linksort_new(const struct sp_linksort_options *options)
{
	struct sp_linksort *sort = sp_alloc_zero(1, sizeof(*sort));
	uint64_t memory = options->memory;

	if (!sort)
		return NULL;
	sort->options = *options;
	sp_linkpile_begin(&sort->pile, options->weighted ? 16 : 8,
			  options->threads);
	if (memory < MEMORY_MIN)
		memory = MEMORY_MIN;
	/* The other half is for working space, and for merging. */
	sort->limit = memory / (2 * sort->pile.size);
	return sort;
}

void
sp_linksort_free(struct sp_linksort *sort)
{
	if (!sort)
		return;
	for (uint64_t i = 0; i < sort->run_count; i++)
		sp_linkrun_free(sort->runs[i]);
	free(sort->runs);
	sp_linkpile_clear(&sort->pile);
	free(sort);
}

/* ---- runs ------------------------------------------------------------- */

static enum sp_status
keep_run(struct sp_linksort *sort, struct sp_linkrun *run,
	 struct sp_error *err)
{
	if (!sp_grow(&sort->runs, &sort->run_capacity, sort->run_count + 1)) {
		sp_linkrun_free(run);
		return sp_no_memory(err, "sorting links");
	}
	sort->runs[sort->run_count++] = run;
	return SP_OK;
}

/*
 * Gives the merged items to take, in their order.
 *
 * One loop for both ends of a merge: another run, or the rows.
 */
static enum sp_status
drain_merge(struct sp_linkmerge *merge,
	    enum sp_status (*take)(void *context,
				   const struct sp_linkitem *item,
				   struct sp_error *err),
	    void *context, struct sp_error *err)
{
	enum sp_status status;
	struct sp_linkitem item;
	bool more;

	for (;;) {
		status = sp_linkmerge_next(merge, &item, &more, err);
		if (!status && more)
			status = take(context, &item, err);
		if (status || !more)
			return status;
	}
}

static enum sp_status
copy_item(void *context, const struct sp_linkitem *item,
	  struct sp_error *err)
{
	return sp_linkrun_add(context, item, err);
}

/*
 * Merges the last RUNS_MAX runs to one, which takes their place.  They are
 * neighbours in order of arrival, so that the order of equal links survives.
 * The items still hold half of the memory; the other half is for the merge.
 */
static enum sp_status
merge_runs(struct sp_linksort *sort, struct sp_error *err)
{
	struct sp_linkrun **runs = sort->runs + sort->run_count - RUNS_MAX;
	struct sp_linkmerge *merge = NULL;
	struct sp_linkrun *merged = NULL;
	enum sp_status status = sp_linkrun_new(sort->options.directory,
					       sort->pile.size, &merged, err);

	if (!status)
		status = sp_linkmerge_new(runs, RUNS_MAX,
					  sort->options.memory / 2, &merge,
					  err);
	if (!status)
		status = drain_merge(merge, copy_item, merged, err);
	if (!status)
		status = sp_linkrun_rewind(merged, err);
	sp_linkmerge_free(merge);
	if (status) {
		sp_linkrun_free(merged);
		return status;
	}
	for (unsigned i = 0; i < RUNS_MAX; i++)
		sp_linkrun_free(runs[i]);
	sort->run_count -= RUNS_MAX;
	return keep_run(sort, merged, err);
}

/* A run that takes sorted links. */
struct run_taker {
	struct sp_linkrun *run;
	size_t size;
};

/*
 * The item is copied to a struct with its weight preset, so that 8 and 16 bytes
 * go the same way.
 */
static enum sp_status
take_to_run(void *context, const uint8_t *items, uint64_t count,
	    struct sp_error *err)
{
	struct run_taker *taker = context;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < count; i++) {
		const uint8_t *at = items + i * taker->size;
		struct sp_linkitem item = { 0, 1 };

		memcpy(&item, at, taker->size);
		status = sp_linkrun_add(taker->run, &item, err);
	}
	return status;
}

/*
 * Sorts what is in memory and writes it to a run.
 *
 * Counts like an odometer: 64 runs of a level become one of the next, which may
 * be the 64th of that level.  The last level cannot fill up: it would take more
 * links than there can be.
 */
static enum sp_status
spill_links(struct sp_linksort *sort, struct sp_error *err)
{
	struct run_taker taker = { NULL, sort->pile.size };
	struct sp_linktaker sorted = { &taker, take_to_run };
	enum sp_status status = sp_linkrun_new(sort->options.directory,
					       taker.size, &taker.run, err);
	struct sp_linkrun *run = taker.run;

	if (!status)
		status = sp_linkpile_sort(&sort->pile, &sorted, err);
	if (!status)
		status = sp_linkrun_rewind(run, err);
	if (status) {
		sp_linkrun_free(run);
		return status;
	}
	status = keep_run(sort, run, err);
	for (unsigned level = 0;
	     !status && ++sort->at_level[level] == RUNS_MAX; level++) {
		/*
		 * The last 64 runs are all of this level: those below have just
		 * been merged into its last one.
		 */
		sort->at_level[level] = 0;
		status = merge_runs(sort, err);
	}
	return status;
}

/*
 * 32 bits each, so that source and target share a key.  Whether a page is below
 * the number of pages is known only at the end.
 */
enum sp_status
sp_linksort_add(struct sp_linksort *sort, uint64_t source, uint64_t target,
		double weight, struct sp_error *err)
{
	if ((source | target) >> 32)
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": more than "
			       "%" PRIu64 " pages are not supported",
			       (source >> 32 ? source : target), SP_PAGES_MAX);
	if (sort->pile.count == sort->limit) {
		enum sp_status status = spill_links(sort, err);

		if (status)
			return status;
	}
	if (!sp_linkpile_add(&sort->pile, source << 32 | target, weight))
		return sp_no_memory(err, "sorting links");
	return SP_OK;
}

/*
 * For callers that add thousands of links at once, past the test for each: they
 * get the pile only if all of them fit.
 */
struct sp_linkpile *
sp_linksort_pile(struct sp_linksort *sort, uint64_t links)
{
	return links <= sort->limit - sort->pile.count ? &sort->pile : NULL;
}

/* ---- rows come in ----------------------------------------------------- */

static enum sp_status
linksort_sink_row(void *context, const struct sp_row *row,
		  struct sp_error *err)
{
	struct sp_linksort *sort = context;

	for (uint64_t i = 0; i < row->count; i++)
		if (sp_linksort_add(sort, row->page, row->successors[i],
				    row->weights ? row->weights[i] : 0, err))
			return err->status;
	return SP_OK;
}

struct sp_row_sink
sp_linksort_sink(struct sp_linksort *sort)
{
	return (struct sp_row_sink){ sort, NULL, linksort_sink_row };
}

/* ---- rows go out ------------------------------------------------------ */

/* The row that sorted links are joined to. */
struct joined_row {
	const struct sp_row_sink *sink;
	uint64_t pages, page;
	bool weighted;
	uint32_t *successors;
	double *weights;
	uint64_t count, capacity, weight_capacity;
	uint64_t duplicates;
	uint64_t passed;
	const struct sp_progress *progress;
};

/*
 * Passes on the row, if it has links.
 *
 * Called when the source changes; the row before the first link has no links
 * and is not passed.
 */
static enum sp_status
pass_joined(struct joined_row *rows, struct sp_error *err)
{
	struct sp_row row = { rows->page, rows->count, rows->successors,
			      rows->weighted ? rows->weights : NULL };

	if (!rows->count)
		return SP_OK;
	rows->count = 0;
	if (++rows->passed % ROWS_PER_REPORT == 0)
		sp_progress_report(rows->progress, rows->page, rows->pages);
	return sp_rows_pass(rows->sink, &row, err);
}

static enum sp_status
fail_join(const struct joined_row *rows, uint64_t key, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "link from page %" PRIu64 " to page "
		       "%" PRIu64 ", but there are %" PRIu64 " pages",
		       key >> 32, key & UINT32_MAX, rows->pages);
}

/*
 * Room for all items at once, so that joining them tests nothing.  Rows are
 * usually shorter than that, but their memory is used again.
 */
static bool
reserve_joined(struct joined_row *rows, uint64_t count)
{
	uint64_t needed = rows->count + count;

	return sp_grow(&rows->successors, &rows->capacity, needed) &&
	       (!rows->weighted ||
		sp_grow(&rows->weights, &rows->weight_capacity, needed));
}

/* Adds a link to the row, which has room for it and is that of its page. */
static inline void
join_link(struct joined_row *rows, uint32_t target, const uint8_t *item)
{
	bool again = rows->count &&
		     rows->successors[rows->count - 1] == target;
	double weight;

	/*
	 * Equal links are neighbours.  The sum of their weights may be
	 * infinite; the sink, which knows the page, decides about that.
	 */
	rows->duplicates += again;
	rows->count += !again;
	rows->successors[rows->count - 1] = target;
	if (!rows->weighted)
		return;
	memcpy(&weight, item + 8, sizeof(weight));
	if (again)
		rows->weights[rows->count - 1] += weight;
	else
		rows->weights[rows->count - 1] = weight;
}

/*
 * Joins sorted links of size bytes each; the others follow.
 *
 * Links to or from pages that are not there are found here and not in the sort,
 * because the number of pages may come at the end of the input.
 */
static enum sp_status
join_items(struct joined_row *rows, const uint8_t *items, uint64_t count,
	   size_t size, struct sp_error *err)
{
	if (!reserve_joined(rows, count))
		return sp_no_memory(err, "a row of links");
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *item = items + i * size;
		uint64_t key, source;
		uint32_t target;

		memcpy(&key, item, sizeof(key));
		source = key >> 32;
		target = (uint32_t)key;
		if (source >= rows->pages || target >= rows->pages)
			return fail_join(rows, key, err);
		if (source != rows->page) {
			if (pass_joined(rows, err))
				return err->status;
			rows->page = source;
		}
		join_link(rows, target, item);
	}
	return SP_OK;
}

static enum sp_status
take_to_rows(void *context, const uint8_t *items, uint64_t count,
	     struct sp_error *err)
{
	struct joined_row *rows = context;

	return join_items(rows, items, count, rows->weighted ? 16 : 8, err);
}

static enum sp_status
join_memory(struct sp_linksort *sort, struct joined_row *rows,
	    struct sp_error *err)
{
	struct sp_linktaker taker = { rows, take_to_rows };

	return sp_linkpile_sort(&sort->pile, &taker, err);
}

static enum sp_status
join_item(void *context, const struct sp_linkitem *item, struct sp_error *err)
{
	return join_items(context, (const uint8_t *)item, 1, sizeof(*item),
			  err);
}

/*
 * What is in memory becomes one more run, so that there is one kind of source
 * for the merge.
 */
static enum sp_status
join_linkruns(struct sp_linksort *sort, struct joined_row *rows,
	      struct sp_error *err)
{
	struct sp_linkmerge *merge = NULL;
	enum sp_status status = SP_OK;

	if (sort->pile.count)
		status = spill_links(sort, err);
	/* The memory of the links is now that of the merge. */
	sp_linkpile_clear(&sort->pile);
	if (!status)
		status = sp_linkmerge_new(sort->runs, sort->run_count,
					  sort->options.memory / 2, &merge,
					  err);
	if (!status)
		status = drain_merge(merge, join_item, rows, err);
	sp_linkmerge_free(merge);
	return status;
}

enum sp_status
sp_linksort_rows(struct sp_linksort *sort, uint64_t pages,
		 const struct sp_row_sink *sink, uint64_t *duplicates,
		 struct sp_error *err)
{
	struct joined_row rows = { .sink = sink, .pages = pages,
				   .progress = sort->options.progress,
				   .weighted = sort->options.weighted };
	enum sp_status status = sp_rows_begin(sink, pages, err);

	sp_progress_report(rows.progress, 0, pages);
	if (!status)
		status = sort->run_count ? join_linkruns(sort, &rows, err) :
					   join_memory(sort, &rows, err);
	if (!status)
		status = pass_joined(&rows, err);
	*duplicates = rows.duplicates;
	free(rows.successors);
	free(rows.weights);
	return status;
}
