/* SPDX-License-Identifier: MIT */
/*
 * From requests in any order to the order of a crawl.  Logs are nearly sorted:
 * crawlers write a line when a request is over, so that lines of requests that
 * began at the same time are out of order by a few seconds.  So requests are
 * appended as they come, with a note of where each page's download is, and are
 * sorted at the end only if they are not sorted already; a table of a page's
 * row makes a repeated download one look-up.
 *
 * If a later line has an earlier download of the page, the earlier one counts:
 * the old row is marked dead and the new one appended, instead of changed in
 * place, so that rows stay in the order of lines and the test for "sorted"
 * stays cheap.
 *
 * The order is then made in one pass over the downloads, after one pass over
 * the links of the graph, which finds for each page the least place of a
 * downloaded page that links to it: its parent, if the log names none, and when
 * it became known.  Memory is 32 bytes a download and 8 a page of the graph.
 *
 * A parent must come before its page, else it is no parent: then depths are
 * defined by going through the order once, and there are no circles.
 */
#include "web/crawllog/history.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A request; `serial` orders those of the same time. */
struct history_row {
	int64_t time;
	uint64_t serial;
	uint32_t page, via;
	bool seed, dead;     /* dead: an earlier request was found */
};

struct history_rows {
	struct history_row *rows;
	uint64_t count, capacity;
};

struct sp_history {
	struct history_rows downloads;
	struct history_rows seeds;   /* not downloaded by these requests */
	uint64_t *row_of;            /* of each page, plus 1; 0: none */
	uint64_t row_capacity, pages;
	bool with_via;               /* the log says where pages were found */
};

/* ---- requests --------------------------------------------------------- */

struct sp_history *
sp_history_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_history));
}

void
sp_history_free(struct sp_history *history)
{
	if (!history)
		return;
	free(history->downloads.rows);
	free(history->seeds.rows);
	free(history->row_of);
	free(history);
}

static bool
rows_add(struct history_rows *rows, const struct history_row *row)
{
	if (!sp_grow(&rows->rows, &rows->capacity, rows->count + 1))
		return false;
	rows->rows[rows->count++] = *row;
	return true;
}

/* Pages of a graph that is being made come one by one. */
static bool
history_reach(struct sp_history *history, uint32_t page)
{
	if (page < history->pages)
		return true;
	if (!sp_grow(&history->row_of, &history->row_capacity,
		     (uint64_t)page + 1))
		return false;
	memset(history->row_of + history->pages, 0,
	       (history->row_capacity - history->pages) *
	       sizeof(*history->row_of));
	history->pages = history->row_capacity;
	return true;
}

static int
compare_rows(const void *a, const void *b)
{
	const struct history_row *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->serial > y->serial) - (x->serial < y->serial);
}

/* The first of two downloads stays: seldom the later line. */
static enum sp_status
history_again(struct sp_history *history, struct history_row *row,
	      struct sp_error *err)
{
	struct history_row *old =
		&history->downloads.rows[history->row_of[row->page] - 1];

	if (compare_rows(old, row) <= 0)
		return SP_OK;
	old->dead = true;
	if (!rows_add(&history->downloads, row))
		return sp_no_memory(err, "a crawl");
	history->row_of[row->page] = history->downloads.count;
	return SP_OK;
}

/* A request that was no download counts only as a seed that was tried. */
enum sp_status
sp_history_add(struct sp_history *history, const struct sp_request *request,
	       bool *again, struct sp_error *err)
{
	struct history_row row = {
		request->time, request->serial, request->page, request->via,
		request->seed, false
	};

	*again = false;
	history->with_via |= request->via != SP_VIA_NONE;
	if (!history_reach(history, request->page))
		return sp_no_memory(err, "a crawl");
	*again = history->row_of[request->page];
	if (request->downloaded && *again)
		return history_again(history, &row, err);
	if (!request->downloaded && !request->seed)
		return SP_OK;
	if (!rows_add(request->downloaded ? &history->downloads :
					    &history->seeds, &row))
		return sp_no_memory(err, "a crawl");
	if (request->downloaded)
		history->row_of[request->page] = history->downloads.count;
	return SP_OK;
}

/* ---- in the order of time --------------------------------------------- */

/*
 * Drops dead rows, and sorts by time and serial number, if that is needed.
 * Serial numbers differ from line to line, so that qsort(), which is not
 * stable, gives one order.
 */
static void
rows_sort(struct history_rows *rows)
{
	uint64_t kept = 0;
	bool sorted = true;

	for (uint64_t i = 0; i < rows->count; i++) {
		if (rows->rows[i].dead)
			continue;
		rows->rows[kept++] = rows->rows[i];
		if (kept > 1 && sorted)
			sorted = compare_rows(&rows->rows[kept - 2],
					      &rows->rows[kept - 1]) < 0;
	}
	rows->count = kept;
	if (!sorted)
		qsort(rows->rows, kept, sizeof(*rows->rows), compare_rows);
}

/* ---- making the order ------------------------------------------------- */

struct history_making {
	struct sp_history *history;
	const struct sp_graph *graph;
	struct sp_order *order;
	struct sp_history_counts *counts;
	uint32_t *place;     /* of each page in the order, from 1; 0: none */
	uint32_t *linked;    /* the least place of a page with a link to it */
	uint64_t *seeds;     /* a set */
	struct sp_error *err;
};

/*
 * One pass over the links of what was downloaded. linked[] is 0 where there is
 * no link yet; less 1, that is the largest number, so that one comparison finds
 * the least place.
 */
static enum sp_status
making_read_links(struct history_making *making)
{
	struct sp_cursor *cursor = sp_cursor_new(making->graph);
	uint32_t page, count;
	const uint32_t *to;
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(making->err, "the graph");
	while (sp_cursor_next(cursor, &page, &to, &count)) {
		uint32_t place = making->place[page];

		if (!place)
			continue;
		making->order->report.links += count;
		/* What has no place yet is the largest number here. */
		for (uint32_t i = 0; i < count; i++)
			if (place - 1 < making->linked[to[i]] - 1)
				making->linked[to[i]] = place;
	}
	status = sp_cursor_status(cursor, making->err);
	sp_cursor_free(cursor);
	return status;
}

/*
 * Places of downloads count from 1, so that zeroed memory says "not
 * downloaded".
 */
static enum sp_status
making_begin(struct history_making *making)
{
	uint64_t pages = sp_graph_pages(making->graph);
	const struct history_rows *rows = &making->history->downloads;

	making->place = sp_alloc_large_zero(pages, sizeof(uint32_t));
	making->linked = sp_alloc_large_zero(pages, sizeof(uint32_t));
	making->seeds = sp_bitset_new(pages);
	if (!making->place || !making->linked || !making->seeds)
		return sp_no_memory(making->err, "a crawl order");
	for (uint64_t i = 0; i < rows->count; i++)
		making->place[rows->rows[i].page] = (uint32_t)i + 1;
	return making_read_links(making);
}

static bool
is_said_seed(const struct history_making *making,
	     const struct history_row *row)
{
	return row->seed ||
	       (making->history->with_via && row->via == SP_VIA_NONE);
}

/*
 * The parent of the download at this place, or SP_NO_PARENT: the page that the
 * log names, if it was downloaded before; else the first one downloaded of
 * those that link to it, if that was before it (G4 of seedpipe-algorithms(7)).
 */
static uint32_t
making_parent(const struct history_making *making, uint32_t place)
{
	const struct history_row *rows = making->history->downloads.rows;
	const struct history_row *row = &rows[place - 1];
	uint32_t linked = making->linked[row->page];

	if (row->via < SP_VIA_LOST && making->place[row->via] &&
	    making->place[row->via] < place) {
		making->counts->by_via++;
		return row->via;
	}
	if (!linked || linked >= place)
		return SP_NO_PARENT;
	making->counts->by_link++;
	return rows[linked - 1].page;
}

/* Makes the page a seed; false if it was one. */
static enum sp_status
making_add_seed(struct history_making *making, uint32_t page, bool *fresh)
{
	*fresh = !sp_bit_test_and_set(making->seeds, page);
	return *fresh ? sp_order_add_seeds(making->order, &page, 1,
					   making->err) : SP_OK;
}

/*
 * A page without a parent becomes a seed: every order begins somewhere.  Depths
 * of parents are known, as parents come before.
 */
static enum sp_status
making_download(struct history_making *making, uint32_t place, bool named)
{
	const struct history_row *row =
		&making->history->downloads.rows[place - 1];
	struct sp_download download = {
		.page = row->page, .parent = SP_NO_PARENT, .depth = 1,
		.key = (double)row->time / 1000
	};
	bool seed = sp_bit_test(making->seeds, row->page) ||
		    (!named && is_said_seed(making, row));
	bool fresh;

	if (seed) {
		making->counts->seeds++;
	} else {
		download.parent = making_parent(making, place);
		making->counts->orphans += download.parent == SP_NO_PARENT;
	}
	if (download.parent != SP_NO_PARENT)
		download.depth = making->order->depths[
			making->place[download.parent] - 1] + 1;
	else if (making_add_seed(making, row->page, &fresh))
		return making->err->status;
	return sp_order_add(making->order, SP_COLUMN_DEPTHS |
			    SP_COLUMN_PARENTS | SP_COLUMN_KEYS, &download, 1,
			    making->err);
}

/*
 * A seed that came to nothing stands where it was tried; what was downloaded
 * before is no seed any more.
 */
static enum sp_status
making_try(struct history_making *making, uint32_t page, uint64_t downloaded)
{
	uint32_t place = making->place[page];
	bool fresh;

	return place && place <= downloaded ? SP_OK :
	       making_add_seed(making, page, &fresh);
}

/* Downloads and tried seeds, merged by time. */
static enum sp_status
making_rows(struct history_making *making, bool named)
{
	const struct history_rows *rows = &making->history->downloads;
	const struct history_rows *others = &making->history->seeds;
	enum sp_status status = SP_OK;
	uint64_t other = named ? others->count : 0;

	for (uint64_t i = 0; !status && i <= rows->count; i++) {
		for (; !status && other < others->count &&
		     (i == rows->count ||
		      compare_rows(&others->rows[other],
				   &rows->rows[i]) < 0); other++)
			status = making_try(making, others->rows[other].page,
					    i);
		if (!status && i < rows->count)
			status = making_download(making, (uint32_t)i + 1,
						 named);
	}
	return status;
}

/*
 * Where pages became known, to count those that waited: seeds before all, the
 * others with the first download that links to them, and at the latest just
 * before they were downloaded themselves.
 */
static enum sp_status
making_report(struct history_making *making)
{
	struct sp_crawl_report *report = &making->order->report;
	uint64_t downloads = making->order->count, waiting;
	uint32_t *known = sp_alloc_large_zero(downloads + 1, sizeof(*known));

	if (!known)
		return sp_no_memory(making->err, "a crawl order");
	report->downloads = downloads;
	for (uint64_t p = 0; p < sp_graph_pages(making->graph); p++) {
		uint32_t at = making->linked[p], place = making->place[p];

		if (sp_bit_test(making->seeds, p))
			at = 0;
		else if (place && (!at || at >= place))
			at = place - 1;
		else if (!at)
			continue;
		known[at]++;
		report->known++;
	}
	waiting = known[0];
	report->frontier_peak = waiting;
	for (uint64_t i = 1; i <= downloads; i++) {
		waiting += known[i];
		waiting--;
		if (waiting > report->frontier_peak)
			report->frontier_peak = waiting;
	}
	free(known);
	return SP_OK;
}

enum sp_status
sp_history_order(struct sp_history *history, const struct sp_graph *graph,
		 const uint32_t *seeds, uint64_t seed_count,
		 struct sp_order *order, struct sp_history_counts *counts,
		 struct sp_error *err)
{
	struct history_making making = {
		.history = history, .graph = graph, .order = order,
		.counts = counts, .err = err
	};
	enum sp_status status;

	*counts = (struct sp_history_counts){ 0 };
	free(history->row_of);
	history->row_of = NULL;
	rows_sort(&history->downloads);
	rows_sort(&history->seeds);
	status = making_begin(&making);
	for (uint64_t i = 0; !status && seeds && i < seed_count; i++) {
		bool fresh;

		status = making_add_seed(&making, seeds[i], &fresh);
	}
	if (!status)
		status = making_rows(&making, seeds != NULL);
	if (!status)
		status = making_report(&making);
	counts->unread = order->seed_count - counts->seeds - counts->orphans;
	free(making.place);
	free(making.linked);
	free(making.seeds);
	return status;
}
