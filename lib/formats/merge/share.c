/* SPDX-License-Identifier: MIT */
/*
 * The pages of a share as a task of it sees them.  Its list in the piece of a
 * range begins with the page where that of the range before has ended: if not,
 * one of them is not of this share, and nothing is believed.
 */
#include "formats/merge/share.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>

static enum sp_status
share_read_list(struct sp_share *share, struct sp_piece *piece, uint64_t *page,
		struct sp_error *err)
{
	struct sp_piece_list list;
	enum sp_status status = sp_list_open(piece, share->number, &list, err);
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
	/* The file is compared with the plan; its rows are read as a stream. */
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

enum sp_status
sp_share_final(struct sp_share *share, const struct sp_range *ranges,
	       struct sp_error *err)
{
	(void)err;
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
	uint64_t links;
};

static enum sp_status
share_begin(void *context, uint64_t pages, bool weighted, struct sp_error *err)
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

	for (uint64_t block = first; !status && block < last; block++) {
		sp_cursor_block(cursor, block);
		while (!status && sp_cursor_next(cursor, &page,
						 &row.successors, &count)) {
			row.page = page;
			row.count = count;
			if (count)
				status = sp_rows_pass(visit->sink, &row, err);
		}
		if (!status)
			status = sp_cursor_status(cursor, err);
	}
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
	struct share_visit visit = { share, sink, 0 };
	struct sp_graph_visitor visitor = {
		.context = &visit, .begin = share_begin,
		.blocks = share_blocks, .end = share_end
	};

	return sp_merge_visit(share->work->merge, share->part, &visitor, err);
}
