/* SPDX-License-Identifier: MIT */
/*
 * Links are keys of 64 bits, source above target, so that sorting numbers sorts
 * links.  A sort by digits, the least significant first, keeps equal links in
 * their order of arrival; digits that all keys share are skipped, so that a
 * graph of a million pages takes five passes and one of two thousand takes
 * three.
 *
 * When memory is full, the sorted links are written to a run, and 64 runs of a
 * level are merged to one of the next.  The last merge feeds the rows directly.
 */
#include "links/linksort.h"

#include "base/memory.h"
#include "links/linkrun.h"

#include <stdlib.h>
#include <string.h>

#define DIGIT_BITS 11
#define DIGIT_VALUES ((size_t)1 << DIGIT_BITS)
#define MEMORY_MIN ((uint64_t)1 << 20)

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
	size_t size;              /* bytes of an item: key, and weight */
	uint8_t *items;
	uint64_t count, capacity, limit;
	struct sp_linkrun **runs;
	uint64_t run_count, run_capacity; /* in order of arrival */
	unsigned at_level[LEVELS];        /* how many runs; the last are of 0 */
};

struct sp_linksort *
sp_linksort_new(const struct sp_linksort_options *options)
{
	struct sp_linksort *sort = sp_alloc_zero(1, sizeof(*sort));
	uint64_t memory = options->memory;

	if (!sort)
		return NULL;
	sort->options = *options;
	sort->size = options->weighted ? 16 : 8;
	if (memory < MEMORY_MIN)
		memory = MEMORY_MIN;
	/* Half of the memory: sorting needs a second block of the same size. */
	sort->limit = memory / (2 * sort->size);
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
	free(sort->items);
	free(sort);
}

/* ---- sorting in memory ------------------------------------------------ */

static inline uint64_t
key_at(const uint8_t *item)
{
	uint64_t key;

	memcpy(&key, item, sizeof(key));
	return key;
}

/*
 * One pass over a digit.  Callers give size as a constant, which makes the
 * memcpy() of an item one or two moves.
 */
static inline void
deal_digit(const uint8_t *from, uint8_t *to, uint64_t count, size_t size,
	   unsigned shift, uint64_t places[DIGIT_VALUES])
{
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *item = from + i * size;
		uint64_t digit = key_at(item) >> shift & (DIGIT_VALUES - 1);

		memcpy(to + places[digit]++ * size, item, size);
	}
}

/* Counts the digits; false when all items have the same. */
static bool
count_key_digits(const uint8_t *items, uint64_t count, size_t size,
		 unsigned shift, uint64_t places[DIGIT_VALUES])
{
	uint64_t sum = 0;

	memset(places, 0, DIGIT_VALUES * sizeof(*places));
	for (uint64_t i = 0; i < count; i++)
		places[key_at(items + i * size) >> shift &
		       (DIGIT_VALUES - 1)]++;
	for (size_t digit = 0; digit < DIGIT_VALUES; digit++) {
		uint64_t here = places[digit];

		if (here == count)
			return false;
		places[digit] = sum;
		sum += here;
	}
	return true;
}

/*
 * Sorts the items.  Each pass moves them to the other block, and the block
 * where they end is kept; it has room for just these items.
 */
static enum sp_status
sort_items(struct sp_linksort *sort, struct sp_error *err)
{
	uint64_t places[DIGIT_VALUES];
	uint8_t *scratch = sp_alloc_large(sort->count, sort->size);

	if (!scratch)
		return sp_no_memory(err, "sorting links");
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		uint8_t *sorted = scratch;

		if (!count_key_digits(sort->items, sort->count, sort->size,
				      shift, places))
			continue;
		if (sort->size == 8)
			deal_digit(sort->items, sorted, sort->count, 8, shift,
				   places);
		else
			deal_digit(sort->items, sorted, sort->count, 16, shift,
				   places);
		scratch = sort->items;
		sort->items = sorted;
		sort->capacity = sort->count;
	}
	free(scratch);
	return SP_OK;
}

/* ---- runs ------------------------------------------------------------- */

static enum sp_status
keep_run(struct sp_linksort *sort, struct sp_linkrun *run,
	 struct sp_error *err)
{
	if (!sp_grow(&sort->runs, &sort->run_capacity, sort->run_count + 1,
		     sizeof(*sort->runs))) {
		sp_linkrun_free(run);
		return sp_no_memory(err, "sorting links");
	}
	sort->runs[sort->run_count++] = run;
	return SP_OK;
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
					       sort->size, &merged, err);

	if (!status)
		status = sp_linkmerge_new(runs, RUNS_MAX,
					  sort->options.memory / 2, &merge,
					  err);
	while (!status) {
		struct sp_linkitem item;
		bool more;

		status = sp_linkmerge_next(merge, &item, &more, err);
		if (status || !more)
			break;
		status = sp_linkrun_add(merged, &item, err);
	}
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

static struct sp_linkitem
item_at(const struct sp_linksort *sort, uint64_t i)
{
	struct sp_linkitem item = { 0, 1 };

	item.key = key_at(sort->items + i * sort->size);
	if (sort->size == 16)
		memcpy(&item.weight, sort->items + i * 16 + 8, 8);
	return item;
}

/* Sorts what is in memory and writes it to a run. */
static enum sp_status
spill_links(struct sp_linksort *sort, struct sp_error *err)
{
	struct sp_linkrun *run = NULL;
	enum sp_status status = sort_items(sort, err);

	if (!status)
		status = sp_linkrun_new(sort->options.directory, sort->size,
					&run, err);
	for (uint64_t i = 0; !status && i < sort->count; i++) {
		struct sp_linkitem item = item_at(sort, i);

		status = sp_linkrun_add(run, &item, err);
	}
	if (!status)
		status = sp_linkrun_rewind(run, err);
	if (status) {
		sp_linkrun_free(run);
		return status;
	}
	sort->count = 0;
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

enum sp_status
sp_linksort_add(struct sp_linksort *sort, uint64_t source, uint64_t target,
		double weight, struct sp_error *err)
{
	uint64_t key = source << 32 | target;
	uint8_t *at;

	if ((source | target) >> 32)
		return sp_fail(err, SP_DATA, "page %llu: more than %llu pages "
			       "are not supported",
			       (unsigned long long)(source >> 32 ? source :
								    target),
			       (unsigned long long)SP_PAGES_MAX);
	if (sort->count == sort->limit) {
		enum sp_status status = spill_links(sort, err);

		if (status)
			return status;
	}
	if (sort->count == sort->capacity) {
		uint64_t wanted = sort->count + sort->count / 2 + 1024;

		/* Growing by half must not pass the limit at the last step. */
		if (wanted > sort->limit)
			wanted = sort->limit;
		at = realloc(sort->items, wanted * sort->size);
		if (!at)
			return sp_no_memory(err, "sorting links");
		sort->items = at;
		sort->capacity = wanted;
	}
	at = sort->items + sort->count++ * sort->size;
	memcpy(at, &key, sizeof(key));
	if (sort->size == 16)
		memcpy(at + 8, &weight, sizeof(weight));
	return SP_OK;
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

/* Passes on the row, if it has links. */
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
join_item(struct joined_row *rows, const struct sp_linkitem *item,
	  struct sp_error *err)
{
	uint64_t source = item->key >> 32;
	uint32_t target = (uint32_t)item->key;

	if (source >= rows->pages || target >= rows->pages)
		return sp_fail(err, SP_DATA, "link from page %llu to page "
			       "%lu, but there are %llu pages",
			       (unsigned long long)source,
			       (unsigned long)target,
			       (unsigned long long)rows->pages);
	if (source != rows->page) {
		if (pass_joined(rows, err))
			return err->status;
		rows->page = source;
	}
	/*
	 * Equal links are neighbours.  The sum of their weights may be
	 * infinite; the sink, which knows the page, decides about that.
	 */
	if (rows->count && rows->successors[rows->count - 1] == target) {
		rows->duplicates++;
		if (rows->weighted)
			rows->weights[rows->count - 1] += item->weight;
		return SP_OK;
	}
	if (!sp_grow(&rows->successors, &rows->capacity, rows->count + 1,
		     sizeof(*rows->successors)) ||
	    (rows->weighted &&
	     !sp_grow(&rows->weights, &rows->weight_capacity, rows->count + 1,
		      sizeof(*rows->weights))))
		return sp_no_memory(err, "a row of links");
	rows->successors[rows->count] = target;
	if (rows->weighted)
		rows->weights[rows->count] = item->weight;
	rows->count++;
	return SP_OK;
}

static enum sp_status
join_memory(struct sp_linksort *sort, struct joined_row *rows,
	    struct sp_error *err)
{
	enum sp_status status = sort_items(sort, err);

	for (uint64_t i = 0; !status && i < sort->count; i++) {
		struct sp_linkitem item = item_at(sort, i);

		status = join_item(rows, &item, err);
	}
	return status;
}

static enum sp_status
join_linkruns(struct sp_linksort *sort, struct joined_row *rows,
	      struct sp_error *err)
{
	struct sp_linkmerge *merge = NULL;
	enum sp_status status = SP_OK;

	if (sort->count)
		status = spill_links(sort, err);
	/* The memory of the items is now that of the merge. */
	free(sort->items);
	sort->items = NULL;
	sort->capacity = 0;
	if (!status)
		status = sp_linkmerge_new(sort->runs, sort->run_count,
					  sort->options.memory / 2, &merge,
					  err);
	while (!status) {
		struct sp_linkitem item;
		bool more;

		status = sp_linkmerge_next(merge, &item, &more, err);
		if (status || !more)
			break;
		status = join_item(rows, &item, err);
	}
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
