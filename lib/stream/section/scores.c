/* SPDX-License-Identifier: MIT */
/*
 * Scores are stored as doubles in the order of pages, under a name, and
 * compared with the number of pages of their basis at the tail.  Values are
 * appended as they come: 8 bytes a page, the largest results of most streams,
 * so they are read once, checked and converted in one loop.
 */
#include "stream/section/scores.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <stdlib.h>

/* The number of values is that of the basis; the caller has as many. */
enum sp_status
sp_save_scores(struct sp_writer *writer, const char *name,
	       const double *values, const struct sp_basis *basis,
	       struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_NAMED_HEAD_MAX];
	size_t length;
	enum sp_status status = sp_named_head_store(head, basis, name,
						    "a score", &length, err);

	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_SCORES,
					  head, length, err);
	if (!status)
		status = sp_save_doubles(&section, values, basis->graph.pages,
					 err);
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct scores_slot {
	struct sp_score_list list;
	/* Joins the list at its tail: a score cut short replaces none. */
	struct sp_score coming;
	uint64_t capacity;        /* of its values */
};

static enum sp_status
scores_head(struct sp_loading *loading, struct sp_error *err)
{
	struct scores_slot *to = loading->slot;

	(void)err;
	free(to->coming.values);
	memset(&to->coming, 0, sizeof(to->coming));
	memcpy(to->coming.name, loading->name, sizeof(loading->name));
	to->coming.basis = loading->basis;
	to->capacity = 0;
	return SP_OK;
}

static enum sp_status
scores_data(struct sp_loading *loading, struct sp_error *err)
{
	struct scores_slot *to = loading->slot;
	struct sp_score *score = &to->coming;
	uint64_t count = loading->frame.count;

	if (sp_check_records(loading, sizeof(double), err))
		return err->status;
	/*
	 * Grows with the values that arrive; their number is compared with the
	 * pages only at the tail.  count fits a frame, so the sum cannot wrap.
	 */
	if (loading->keep &&
	    !sp_grow(&score->values, &to->capacity, score->pages + count))
		return sp_no_memory(err, "scores");
	if (!sp_load_doubles(loading->keep ? score->values + score->pages :
					     NULL, loading->payload, count))
		return sp_reader_bad(loading->reader, err,
				     "a score is not a finite number");
	score->pages += count;
	return SP_OK;
}

static enum sp_status
scores_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct scores_slot *to = loading->slot;
	struct sp_score_list *list = &to->list;
	struct sp_score *place;

	if (to->coming.pages != loading->basis.graph.pages)
		return sp_reader_bad(loading->reader, err,
				     "%" PRIu64 " scores for %" PRIu64 " pages",
				     to->coming.pages,
				     loading->basis.graph.pages);
	if (!loading->keep)
		return SP_OK;
	place = sp_place_named(loading, &list->scores, &list->count,
			       &list->capacity, sizeof(*place), "scores", err);
	if (!place)
		return err->status;
	free(place->values);
	*place = to->coming;
	to->coming.values = NULL;
	return SP_OK;
}

static void
scores_free(void *slot)
{
	struct scores_slot *scores = slot;

	for (uint64_t i = 0; i < scores->list.count; i++)
		free(scores->list.scores[i].values);
	free(scores->list.scores);
	free(scores->coming.values);
}

const struct sp_section_kind sp_kind_scores = {
	.name = "score",
	.parts = { { .tag = SP_TAG_SCORES, .head = scores_head,
		     .data = scores_data, .tail = scores_tail } },
	.with_basis = true,
	.with_name = true,
	.size = sizeof(struct scores_slot),
	.free = scores_free
};

/* ---- in the contents of a stream -------------------------------------- */

const struct sp_score_list *
sp_contents_scores(const struct sp_contents *contents)
{
	static const struct sp_score_list none = { NULL, 0, 0 };
	const struct scores_slot *slot = contents->slots[SP_KIND_SCORES];

	return slot ? &slot->list : &none;
}

const struct sp_score *
sp_contents_score(const struct sp_contents *contents, const char *name)
{
	const struct sp_score_list *list = sp_contents_scores(contents);

	return sp_find_named(list->scores, list->count, sizeof(*list->scores),
			     name);
}

/* For filters that need one vector of many: the others may be gigabytes. */
const struct sp_score *
sp_contents_keep_score(struct sp_contents *contents, const char *name)
{
	struct scores_slot *slot = contents->slots[SP_KIND_SCORES];
	struct sp_score *kept = slot ? sp_find_named(
		slot->list.scores, slot->list.count, sizeof(*kept), name) :
		NULL;
	struct sp_score score;

	if (!kept)
		return NULL;
	score = *kept;
	/* Taken out first, so that the loop frees all others. */
	kept->values = NULL;
	for (uint64_t i = 0; i < slot->list.count; i++)
		free(slot->list.scores[i].values);
	slot->list.scores[0] = score;
	slot->list.count = 1;
	return &slot->list.scores[0];
}
