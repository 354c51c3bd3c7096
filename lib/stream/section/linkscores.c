/* SPDX-License-Identifier: MIT */
/*
 * Rows of source, target and score, in ascending order, of links that need not
 * be in the graph: it may have been pruned since.  The order is checked across
 * frames by the last row, so that the table can be searched without a sort.
 */
#include "stream/section/linkscores.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <math.h>
#include <stdlib.h>

enum sp_status
sp_save_link_scores(struct sp_writer *writer, const char *name,
		    const struct sp_link_scores *scores,
		    const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_NAMED_HEAD_MAX];
	size_t length;
	enum sp_status status = sp_named_head_store(
		head, basis, name, "scores of links", &length, err);

	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_LINK_SCORES,
					  head, length, err);
	for (uint64_t i = 0; !status && i < scores->count; i++) {
		const struct sp_link_score *row = &scores->rows[i];
		uint8_t bytes[SP_LINK_SCORE_BYTES];

		sp_store32(bytes, row->source);
		sp_store32(bytes + 4, row->target);
		sp_store_double(bytes + 8, row->score);
		status = sp_check_result(row->score, "the score of a link",
					 err);
		if (!status)
			status = sp_section_add(&section, bytes, sizeof(bytes),
						1, err);
	}
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct link_scores_slot {
	struct sp_link_score_list list;
	/* Joins the list at its tail, as with scores of pages. */
	struct sp_named_link_scores coming;
	struct sp_link_score last; /* of its rows, if they have begun */
	bool begun;
};

static enum sp_status
link_scores_head(struct sp_loading *loading, struct sp_error *err)
{
	struct link_scores_slot *to = loading->slot;

	(void)err;
	sp_link_scores_free(&to->coming.scores);
	memset(&to->coming, 0, sizeof(to->coming));
	memcpy(to->coming.name, loading->name, sizeof(loading->name));
	to->coming.basis = loading->basis;
	to->begun = false;
	return SP_OK;
}

/*
 * Is the row one of the graph, and after the last one?
 *
 * begun, because no row is before the first: page 0 to page 0 is a link.
 */
static bool
is_next_row(const struct sp_loading *loading,
	    const struct link_scores_slot *slot, struct sp_link_score row)
{
	uint64_t pages = loading->basis.graph.pages;
	struct sp_link_score last = slot->last;

	if (row.source >= pages || row.target >= pages)
		return false;
	return !slot->begun || last.source < row.source ||
	       (last.source == row.source && last.target < row.target);
}

static enum sp_status
link_scores_data(struct sp_loading *loading, struct sp_error *err)
{
	struct link_scores_slot *to = loading->slot;

	if (sp_check_records(loading, SP_LINK_SCORE_BYTES, err))
		return err->status;
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		const uint8_t *bytes = loading->payload +
				       SP_LINK_SCORE_BYTES * i;
		struct sp_link_score row = {
			sp_load32(bytes), sp_load32(bytes + 4),
			sp_load_double(bytes + 8)
		};

		if (!isfinite(row.score))
			return sp_reader_bad(loading->reader, err, "the score "
					     "of a link is not a finite "
					     "number");
		if (!is_next_row(loading, to, row))
			return sp_reader_bad(loading->reader, err, "scores of "
					     "links out of order");
		to->last = row;
		to->begun = true;
		if (loading->keep &&
		    sp_link_scores_add(&to->coming.scores, row, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
link_scores_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct link_scores_slot *to = loading->slot;
	struct sp_link_score_list *list = &to->list;
	struct sp_named_link_scores *place;

	if (!loading->keep)
		return SP_OK;
	place = sp_place_named(loading, &list->items, &list->count,
			       &list->capacity, sizeof(*place),
			       "the scores of links", err);
	if (!place)
		return err->status;
	sp_link_scores_free(&place->scores);
	*place = to->coming;
	to->coming.scores = (struct sp_link_scores)SP_LINK_SCORES_EMPTY;
	return SP_OK;
}

static void
link_scores_free(void *slot)
{
	struct link_scores_slot *to = slot;

	for (uint64_t i = 0; i < to->list.count; i++)
		sp_link_scores_free(&to->list.items[i].scores);
	free(to->list.items);
	sp_link_scores_free(&to->coming.scores);
}

const struct sp_section_kind sp_kind_linkscores = {
	.name = "list of scores of links",
	.parts = { { .tag = SP_TAG_LINK_SCORES, .head = link_scores_head,
		     .data = link_scores_data, .tail = link_scores_tail } },
	.with_basis = true,
	.with_name = true,
	.size = sizeof(struct link_scores_slot),
	.free = link_scores_free
};

/* ---- in the contents of a stream -------------------------------------- */

const struct sp_link_score_list *
sp_contents_link_scores(const struct sp_contents *contents)
{
	static const struct sp_link_score_list none = { NULL, 0, 0 };
	const struct link_scores_slot *slot =
		contents->slots[SP_KIND_LINKSCORES];

	return slot ? &slot->list : &none;
}

const struct sp_named_link_scores *
sp_contents_link_score(const struct sp_contents *contents, const char *name)
{
	const struct sp_link_score_list *list =
		sp_contents_link_scores(contents);

	return sp_find_named(list->items, list->count, sizeof(*list->items),
			     name);
}
