/* SPDX-License-Identifier: MIT */
/*
 * The pages of a share as a task of it sees them.  Its list in the piece of a
 * range begins with the page where that of the range before has ended: if not,
 * one of them is not of this share, and nothing is believed.
 */
#include "formats/merge/share.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

static enum sp_status
share_read_list(struct sp_share *share, struct sp_piece *piece, uint64_t *page,
		struct sp_error *err)
{
	struct sp_piece_list list;
	enum sp_status status = sp_list_open(piece, SP_TAG_LIST,
					     share->number, &list, err);
	bool more;

	if (!status && (list.value != *page ||
			list.count > share->pages - *page))
		status = sp_piece_bad(piece, err, "its pages are not those of "
				      "the share");
	while (!status) {
		status = sp_list_next(&list, &more, err);
		if (status || !more)
			break;
		if (list.number >= piece->values[0])
			status = sp_piece_bad(piece, err, "a page that it does "
					      "not have");
		if (list.flag && share->keeps)
			sp_bit_set(share->keeps, *page);
		share->map[(*page)++] = list.number;
	}
	sp_list_close(&list);
	return status;
}

static enum sp_status
share_read(struct sp_share *share, struct sp_error *err)
{
	uint64_t ranges = share->work->ranges, page = 0;
	enum sp_status status = SP_OK;

	for (uint64_t k = 0; !status && k < ranges; k++) {
		struct sp_piece piece;

		share->begins[k] = page;
		status = sp_piece_open(share->work, SP_STEP_NUMBER, k, &piece,
				       err);
		if (!status)
			status = share_read_list(share, &piece, &page, err);
		if (!status && k + 1 == ranges && page != share->pages)
			status = sp_piece_bad(&piece, err, "its pages are not "
					      "those of the share");
		sp_piece_close(&piece);
	}
	share->begins[ranges] = page;
	return status;
}

enum sp_status
sp_share_open(struct sp_share *share, struct sp_work *work, uint64_t number,
	      struct sp_error *err)
{
	*share = (struct sp_share){ .work = work, .number = number,
				    .part = &work->merge->parts[number] };
	share->pages = share->part->task.basis.graph.pages;
	/*
	 * The file is compared with the plan; its rows are read as a stream.
	 */
	if (sp_merge_open_indexed(share->part, err))
		return err->status;
	share->map = sp_alloc(share->pages, sizeof(*share->map));
	share->begins = sp_alloc(work->ranges + 1, sizeof(*share->begins));
	if (sp_work_archives(work))
		share->keeps = sp_bitset_new(share->pages);
	if (!share->map || !share->begins ||
	    (sp_work_archives(work) && !share->keeps))
		return sp_no_memory(err, "the numbers of pages");
	return share_read(share, err);
}

void
sp_share_close(struct sp_share *share)
{
	free(share->map);
	free(share->begins);
	free(share->keeps);
}

uint64_t
sp_share_known(const struct sp_share *share, uint64_t page)
{
	uint64_t low = 0, high = share->work->ranges;

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (share->begins[middle] <= page)
			low = middle;
		else
			high = middle;
	}
	return SP_KNOWN(low, share->map[page]);
}

/* ---- final numbers ---------------------------------------------------- */

/* The pages of a range that stay, counted off. */
struct share_stay {
	struct sp_piece piece;
	struct sp_piece_list list;
	uint64_t rank;           /* of the next page in the list */
	bool more, begun;
};

static enum sp_status
stay_open(struct share_stay *stay, const struct sp_work *work, uint64_t range,
	  struct sp_error *err)
{
	*stay = (struct share_stay){ .rank = 0 };
	if (sp_piece_open(work, SP_STEP_STAY, range, &stay->piece, err))
		return err->status;
	return sp_list_open(&stay->piece, SP_TAG_LIST, 0, &stay->list, err);
}

static void
stay_close(struct share_stay *stay)
{
	sp_list_close(&stay->list);
	sp_piece_close(&stay->piece);
}

/*
 * The rank of a page that is not before the last one; *stays is false if none.
 */
static enum sp_status
stay_rank(struct share_stay *stay, uint32_t page, uint64_t *rank, bool *stays,
	  struct sp_error *err)
{
	while (!stay->begun || (stay->more && stay->list.number < page)) {
		stay->rank += stay->begun;
		stay->begun = true;
		if (sp_list_next(&stay->list, &stay->more, err))
			return err->status;
	}
	*stays = stay->more && stay->list.number == page;
	*rank = stay->rank;
	return SP_OK;
}

/* A page of the share that redirects, and the page where its way ends. */
struct share_end {
	uint64_t end;
	uint32_t page;
};

struct share_ends {
	struct share_end *array;
	uint64_t count, capacity;
};

/* Notes the pages of a range that redirect; their rows are not kept. */
static enum sp_status
share_note_ends(struct sp_share *share, uint64_t range,
		struct share_ends *notes, struct sp_error *err)
{
	struct sp_ends ends;
	uint64_t page = share->begins[range];
	enum sp_status status = sp_ends_open(&ends, share->work, range, err);

	if (!status)
		status = sp_ends_next(&ends, err);
	while (!status && ends.more && page < share->begins[range + 1]) {
		if (share->map[page] < ends.page) {
			page++;
			continue;
		}
		if (share->map[page] == ends.page) {
			if (!sp_grow(&notes->array, &notes->capacity,
				     notes->count + 1)) {
				status = sp_no_memory(err, "redirects");
				break;
			}
			notes->array[notes->count++] = (struct share_end){
				ends.end, (uint32_t)page
			};
			sp_bit_clear(share->keeps, page);
		}
		status = sp_ends_next(&ends, err);
	}
	sp_ends_close(&ends);
	return status;
}

/* Pages of a range, from *at on, get the numbers of those where they end. */
static enum sp_status
share_follow(struct sp_share *share, const struct sp_range *ranges,
	     uint64_t range, const struct share_ends *ends, uint64_t *at,
	     struct sp_error *err)
{
	struct share_stay stay;
	enum sp_status status = stay_open(&stay, share->work, range, err);
	uint64_t rank;
	bool stays;

	for (; !status && *at < ends->count &&
	       ends->array[*at].end >> 32 == range; ++*at) {
		const struct share_end *end = &ends->array[*at];

		status = stay_rank(&stay, (uint32_t)end->end, &rank, &stays,
				   err);
		if (!status)
			share->map[end->page] = stays ?
				(uint32_t)(ranges[range].before + rank) :
				SP_NO_PAGE;
	}
	stay_close(&stay);
	return status;
}

static enum sp_status
share_range_final(struct sp_share *share, const struct sp_range *ranges,
		  uint64_t range, struct sp_error *err)
{
	struct share_stay stay;
	enum sp_status status = stay_open(&stay, share->work, range, err);
	uint64_t rank;
	bool stays;

	for (uint64_t page = share->begins[range];
	     !status && page < share->begins[range + 1]; page++) {
		status = stay_rank(&stay, share->map[page], &rank, &stays,
				   err);
		if (!status)
			share->map[page] = stays ?
				(uint32_t)(ranges[range].before + rank) :
				SP_NO_PAGE;
	}
	stay_close(&stay);
	return status;
}

/* Ends are noted by the numbers in ranges, so before these become others. */
static enum sp_status
share_final_archives(struct sp_share *share, const struct sp_range *ranges,
		     struct sp_error *err)
{
	struct share_ends ends = { NULL, 0, 0 };
	uint64_t at = 0;
	enum sp_status status = SP_OK;

	for (uint64_t k = 0; !status && k < share->work->ranges; k++) {
		status = share_note_ends(share, k, &ends, err);
		if (!status)
			status = share_range_final(share, ranges, k, err);
	}
	if (ends.count)
		qsort(ends.array, ends.count, sizeof(*ends.array),
		      sp_compare_u64);
	for (uint64_t k = 0; !status && at < ends.count &&
	     k < share->work->ranges; k++)
		if (ends.array[at].end >> 32 == k)
			status = share_follow(share, ranges, k, &ends, &at,
					      err);
	free(ends.array);
	return status;
}

enum sp_status
sp_share_final(struct sp_share *share, const struct sp_range *ranges,
	       struct sp_error *err)
{
	if (sp_work_archives(share->work))
		return share_final_archives(share, ranges, err);
	for (uint64_t k = 0; k < share->work->ranges; k++)
		for (uint64_t p = share->begins[k]; p < share->begins[k + 1];
		     p++)
			share->map[p] += (uint32_t)ranges[k].before;
	return SP_OK;
}

/* ---- rows ------------------------------------------------------------- */

struct share_visit {
	struct sp_share *share;
	const struct sp_row_sink *sink;
};

static enum sp_status
share_links_begin(void *context, uint64_t pages, bool weighted,
		  struct sp_error *err)
{
	const struct share_visit *visit = context;

	if (weighted)
		return sp_fail(err, SP_DATA, "its links have weights");
	return pages == visit->share->pages ?
		SP_OK : sp_merge_changed(visit->share->part, err);
}

static enum sp_status
share_blocks(void *context, const struct sp_graph *graph, uint64_t first,
	     uint64_t last, struct sp_error *err)
{
	struct share_visit *visit = context;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	enum sp_status status = cursor ? SP_OK : sp_no_memory(err, "links");
	uint32_t page, count;
	struct sp_row row = { 0 };

	if (!status)
		sp_cursor_range(cursor, first, last);
	while (!status && sp_cursor_next(cursor, &page, &row.successors,
					 &count)) {
		row.page = page;
		row.count = count;
		if (count)
			status = sp_rows_pass(visit->sink, &row, err);
	}
	if (!status)
		status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
share_end(void *context, const struct sp_basis *basis, struct sp_error *err)
{
	(void)context;
	(void)basis;
	(void)err;
	return SP_OK;
}

enum sp_status
sp_share_rows(struct sp_share *share, const struct sp_row_sink *sink,
	      struct sp_error *err)
{
	struct share_visit visit = { share, sink };
	struct sp_graph_visitor visitor = {
		.context = &visit, .begin = share_links_begin,
		.blocks = share_blocks, .end = share_end
	};

	return sp_merge_visit(share->work->merge, share->part, &visitor, err);
}
