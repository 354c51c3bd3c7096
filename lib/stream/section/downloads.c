/* SPDX-License-Identifier: MIT */
/*
 * Checks that a crawl could have happened: no page twice, each parent before
 * its children, depths that fit.  With several processes in crossover mode a
 * page may come again for another process, with a parent of that process.
 *
 * The natural tables are by page: depth, and process.  But the number of pages
 * is what the head of a stream claims, and a crawl of ten downloads may be of a
 * graph with four billion pages.  So downloads wait in a list until an eighth
 * of the pages have come; then the tables are made, and the list is checked.
 * At the end, an order that never got there is checked with tables of the pages
 * that occur, numbered by rank.  Memory is in proportion to the downloads in
 * any case, or to 64 Ki pages.
 *
 * In an order without ticks and times a parent may come after its child:
 * TO_COME keeps the depth that it must have then.
 */
#include "stream/section/downloads.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * The tables by page are made when a page in DENSE was downloaded, or if they
 * are small anyway: their size is what the head claims.
 */
#define DENSE 8
#define SMALL ((uint64_t)1 << 16)

/* Rows of which the tables are fetched into the cache ahead of time. */
#define AHEAD 16

static const char twice[] = "a page is downloaded twice";
static const char no_parent[] =
	"the parent of a download was not downloaded before it";
static const char no_depth[] =
	"the depth of a download does not fit its parent";
static const char of_others[] =
	"the parent of a download is of another process";
static const char too_early[] = "a download begins before its parent has ended";

static bool
keep_past(struct sp_past_downloads *past, const struct sp_download *row,
	  uint64_t place)
{
	if (!sp_grow(&past->rows, &past->capacity, past->count + 1))
		return false;
	past->rows[past->count++] = (struct sp_past_download){
		row->page, row->parent, row->depth, (uint16_t)row->process,
		place
	};
	return true;
}

/* The times of the download that is the next one to wait. */
static bool
keep_times(struct sp_downloads *downloads, const struct sp_download *row)
{
	uint64_t at = 2 * downloads->waiting.count;

	if (!downloads->times)
		return true;
	if (!sp_grow(&downloads->waiting_times,
		     &downloads->waiting_times_capacity, at + 2))
		return false;
	downloads->waiting_times[at] = row->start;
	downloads->waiting_times[at + 1] = row->end;
	return true;
}

static void
free_past(struct sp_past_downloads *past)
{
	free(past->rows);
	*past = (struct sp_past_downloads){ NULL, 0, 0 };
}

void
sp_downloads_begin(struct sp_downloads *downloads, uint64_t pages, bool ticks,
		   bool times)
{
	sp_downloads_free(downloads);
	downloads->pages = pages;
	downloads->ticks = ticks;
	downloads->times = times;
}

void
sp_downloads_free(struct sp_downloads *downloads)
{
	free(downloads->depths);
	free(downloads->processes);
	free(downloads->ends);
	free(downloads->waiting_times);
	free_past(&downloads->waiting);
	free_past(&downloads->again);
	free_past(&downloads->later);
	memset(downloads, 0, sizeof(*downloads));
}

/* ---- one download after the other ------------------------------------- */

/* In place of a depth: the page is still to come, and this is its depth. */
#define TO_COME (UINT32_C(1) << 31)

_Static_assert(SP_DEEPEST < TO_COME, "a depth leaves a bit");

/*
 * A crawl counts all that is deeper than its limit as that deep.
 *
 * Depths are cut at SP_DEEPEST.
 */
static bool
is_one_deeper(uint32_t depth, uint32_t parent)
{
	return parent >= SP_DEEPEST ? depth == SP_DEEPEST :
				      depth == parent + 1;
}

/* depths[] is 0 for a page that has not come. */
static const char *
parent_fault(const struct sp_downloads *downloads, uint32_t parent,
	     uint32_t depth)
{
	uint32_t *before = &downloads->depths[parent];

	if (!*before && (downloads->ticks || downloads->times))
		return no_parent;
	/* Of what is deepest, a parent may be as deep or one less. */
	if (!*before && depth < SP_DEEPEST)
		*before = TO_COME | (depth - 1);
	else if (*before && !is_one_deeper(depth, *before & ~TO_COME))
		return no_depth;
	return NULL;
}

/*
 * The parent of a download, which has one.
 *
 * After the first page that came again, parents of other processes may be meant
 * for that one; these are compared at the end, when all of them are known.
 */
static const char *
check_parent(struct sp_downloads *downloads, const struct sp_download *row,
	     bool *memory)
{
	uint32_t parent = row->parent;

	/* That of a page that has not come is 0. */
	if (downloads->times && downloads->ends[parent] > row->start)
		return too_early;
	if (!downloads->ticks ||
	    downloads->processes[parent] == row->process)
		return parent_fault(downloads, parent, row->depth);
	if (!downloads->again.count) {
		downloads->foreign = true;
		return parent_fault(downloads, parent, row->depth);
	}
	/* It must be a page that came again, for this process. */
	*memory = keep_past(&downloads->later, row, downloads->count);
	return NULL;
}

static const char *
downloads_check_page(struct sp_downloads *downloads,
		     const struct sp_download *row, bool *memory)
{
	uint32_t *depth = &downloads->depths[row->page];

	if (*depth & TO_COME && (*depth & ~TO_COME) != row->depth)
		return no_depth;
	if (!*depth || *depth & TO_COME) {
		*depth = row->depth;
		if (downloads->ticks)
			downloads->processes[row->page] =
				(uint16_t)row->process;
		if (downloads->times)
			downloads->ends[row->page] = row->end;
		return NULL;
	}
	if (!downloads->ticks ||
	    downloads->processes[row->page] == row->process)
		return twice;
	*memory = keep_past(&downloads->again, row, downloads->count);
	return NULL;
}

static enum sp_status
check_download(struct sp_downloads *downloads, const struct sp_download *row,
	       const char **wrong, struct sp_error *err)
{
	bool memory = true;

	if (row->parent != SP_NO_PARENT)
		*wrong = check_parent(downloads, row, &memory);
	if (!*wrong && memory)
		*wrong = downloads_check_page(downloads, row, &memory);
	downloads->count++;
	return memory ? SP_OK : sp_no_memory(err, "a crawl order");
}

static enum sp_status
make_tables(struct sp_downloads *downloads, uint64_t pages,
	    struct sp_error *err)
{
	downloads->depths = sp_alloc_large_zero(pages,
						sizeof(*downloads->depths));
	if (downloads->ticks)
		downloads->processes = sp_alloc_large_zero(
			pages, sizeof(*downloads->processes));
	if (downloads->times)
		downloads->ends = sp_alloc_large_zero(
			pages, sizeof(*downloads->ends));
	if (!downloads->depths || (downloads->ticks && !downloads->processes) ||
	    (downloads->times && !downloads->ends))
		return sp_no_memory(err, "a crawl order");
	return SP_OK;
}

/* ---- while a few downloads are there ---------------------------------- */

/*
 * The different pages and parents of the downloads that wait, in order.
 *
 * Both ends of each download, at most twice as many pages as downloads.
 */
static uint32_t *
pages_waiting(const struct sp_downloads *downloads, uint64_t *count)
{
	const struct sp_past_downloads *waiting = &downloads->waiting;
	uint32_t *pages = sp_alloc(2 * waiting->count, sizeof(*pages));
	uint64_t all = 0;

	*count = 0;
	if (!pages)
		return NULL;
	for (uint64_t i = 0; i < waiting->count; i++) {
		pages[all++] = waiting->rows[i].page;
		if (waiting->rows[i].parent != SP_NO_PARENT)
			pages[all++] = waiting->rows[i].parent;
	}
	qsort(pages, all, sizeof(*pages), sp_compare_u32);
	for (uint64_t i = 0; i < all; i++)
		if (!*count || pages[i] != pages[*count - 1])
			pages[(*count)++] = pages[i];
	return pages;
}

/* The place of a page in a sorted list, which has it. */
static uint32_t
downloads_place_of(uint32_t page, const uint32_t *pages, uint64_t count)
{
	const uint32_t *at = bsearch(&page, pages, count, sizeof(page),
				     sp_compare_u32);

	return (uint32_t)(at - pages);
}

/*
 * Checks the downloads that wait, with tables of pages pages.  If these are
 * those of a list, the place in it stands for a page.
 *
 * waiting is taken out first, as check_download() may fail in the middle, and
 * the caller frees what is left.
 */
static enum sp_status
check_waiting(struct sp_downloads *downloads, const uint32_t *list,
	      uint64_t pages, const char **wrong, struct sp_error *err)
{
	struct sp_past_downloads waiting = downloads->waiting;
	enum sp_status status = make_tables(downloads, pages, err);

	downloads->waiting = (struct sp_past_downloads){ NULL, 0, 0 };
	downloads->count = 0;
	for (uint64_t i = 0; !status && !*wrong && i < waiting.count; i++) {
		const struct sp_past_download *past = &waiting.rows[i];
		struct sp_download row = {
			.page = past->page, .parent = past->parent,
			.depth = past->depth, .process = past->process
		};

		if (downloads->times) {
			row.start = downloads->waiting_times[2 * i];
			row.end = downloads->waiting_times[2 * i + 1];
		}
		if (list) {
			row.page = downloads_place_of(row.page, list, pages);
			if (row.parent != SP_NO_PARENT)
				row.parent = downloads_place_of(row.parent,
								list, pages);
		}
		status = check_download(downloads, &row, wrong, err);
	}
	free(waiting.rows);
	free(downloads->waiting_times);
	downloads->waiting_times = NULL;
	return status;
}

/* ---- what the loader calls -------------------------------------------- */

static enum sp_status
downloads_add_waiting(struct sp_downloads *downloads,
		      const struct sp_download *rows, uint64_t count,
		      struct sp_error *err)
{
	for (uint64_t i = 0; i < count; i++)
		if (!keep_times(downloads, &rows[i]) ||
		    !keep_past(&downloads->waiting, &rows[i],
			       downloads->count++))
			return sp_no_memory(err, "a crawl order");
	return SP_OK;
}

/*
 * Tables of depths are at random places: asking for those of 16 downloads ahead
 * hides most of that.
 */
enum sp_status
sp_downloads_add(struct sp_downloads *downloads,
		 const struct sp_download *rows, uint64_t count,
		 const char **wrong, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	*wrong = NULL;
	if (!downloads->depths && downloads->pages > SMALL &&
	    downloads->pages / DENSE > downloads->count)
		return downloads_add_waiting(downloads, rows, count, err);
	if (!downloads->depths)
		status = check_waiting(downloads, NULL, downloads->pages,
				       wrong, err);
	for (uint64_t i = 0; !status && !*wrong && i < count; i++) {
		if (i + AHEAD < count) {
			const struct sp_download *row = &rows[i + AHEAD];

			__builtin_prefetch(&downloads->depths[row->page], 1);
			if (row->parent != SP_NO_PARENT)
				__builtin_prefetch(
					&downloads->depths[row->parent]);
		}
		status = check_download(downloads, &rows[i], wrong, err);
	}
	return status;
}

/* ---- the end ---------------------------------------------------------- */

static int
compare_past(const void *a, const void *b)
{
	const struct sp_past_download *x = a, *y = b;

	if (x->page != y->page)
		return x->page < y->page ? -1 : 1;
	return (x->process > y->process) - (x->process < y->process);
}

/*
 * Pages that came again: once for each process, and parents are there.
 *
 * place says which of two downloads was first.
 */
static const char *
again_fault(struct sp_downloads *downloads)
{
	struct sp_past_downloads *again = &downloads->again;
	const struct sp_past_downloads *later = &downloads->later;

	if (again->count)
		qsort(again->rows, again->count, sizeof(*again->rows),
		      compare_past);
	for (uint64_t i = 1; i < again->count; i++)
		if (!compare_past(&again->rows[i - 1], &again->rows[i]))
			return twice;
	for (uint64_t i = 0; i < later->count; i++) {
		const struct sp_past_download *row = &later->rows[i], *parent;
		struct sp_past_download key = { .page = row->parent,
						.process = row->process };

		parent = bsearch(&key, again->rows, again->count, sizeof(key),
				 compare_past);
		if (!parent || parent->place >= row->place)
			return no_parent;
		if (!is_one_deeper(row->depth, parent->depth))
			return no_depth;
	}
	return NULL;
}

/*
 * The mode is known from the tail only, so what depends on it is decided here.
 */
enum sp_status
sp_downloads_end(struct sp_downloads *downloads, enum sp_parallel_mode mode,
		 const char **wrong, struct sp_error *err)
{
	*wrong = NULL;
	if (downloads->waiting.count) {
		uint64_t count;
		uint32_t *pages = pages_waiting(downloads, &count);
		enum sp_status status = SP_MEMORY;

		if (!pages)
			return sp_no_memory(err, "a crawl order");
		status = check_waiting(downloads, pages, count, wrong, err);
		free(pages);
		if (status)
			return status;
	}
	if (*wrong || !downloads->ticks)
		return SP_OK;
	if (mode != SP_EXCHANGE && downloads->foreign)
		*wrong = of_others;
	else if (mode != SP_CROSSOVER && downloads->again.count)
		*wrong = twice;
	else
		*wrong = again_fault(downloads);
	return SP_OK;
}
