/* SPDX-License-Identifier: MIT */
/*
 * A table of scores of some links, sorted by source and target, 16 bytes each.
 * Links without a score are the rule, so it is not an array in the order of
 * links; a kernel that reads rows in page order walks it alongside.
 */
#include "graph/linkscores.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

enum sp_status
sp_link_scores_add(struct sp_link_scores *scores, struct sp_link_score row,
		   struct sp_error *err)
{
	if (!sp_grow(&scores->rows, &scores->capacity, scores->count + 1))
		return sp_no_memory(err, "the scores of links");
	scores->rows[scores->count++] = row;
	return SP_OK;
}

/*
 * Tables from other programs may have a link twice, with two scores: that is an
 * error, not a choice.
 */
bool
sp_link_scores_sort(struct sp_link_scores *scores, uint64_t *twice)
{
	const struct sp_link_score *rows = scores->rows;
	bool sorted = true;

	/* Tables that were made from a graph are sorted already. */
	for (uint64_t i = 1; sorted && i < scores->count; i++)
		sorted = sp_compare_u32_pair(&rows[i - 1], &rows[i]) < 0;
	if (!sorted)
		qsort(scores->rows, scores->count, sizeof(*rows),
		      sp_compare_u32_pair);
	for (uint64_t i = 1; !sorted && i < scores->count; i++)
		if (!sp_compare_u32_pair(&rows[i - 1], &rows[i])) {
			*twice = i;
			return false;
		}
	return true;
}

/*
 * For tables that are computed from pages, where a link may have been seen
 * several times: the best of its scores stays.
 */
void
sp_link_scores_best(struct sp_link_scores *scores)
{
	uint64_t kept = 0, twice;

	(void)sp_link_scores_sort(scores, &twice);
	for (uint64_t i = 0; i < scores->count; i++) {
		const struct sp_link_score *row = &scores->rows[i];
		struct sp_link_score *last = kept ? &scores->rows[kept - 1] :
						    NULL;

		if (!last || sp_compare_u32_pair(last, row))
			scores->rows[kept++] = *row;
		else if (last->score < row->score)
			last->score = row->score;
	}
	scores->count = kept;
}

/* A pass over the graph beside the rows, of which kept stay so far. */
struct restriction {
	struct sp_link_scores *scores;
	uint64_t at, kept;
};

/*
 * The rows of one page that are links stay.
 *
 * Rows of the graph and of the table ascend alike, so one pass over both finds
 * all.  A source that the graph does not have is never reached, and its rows
 * go.
 */
static enum sp_status
restrict_row(void *context, const struct sp_row *links, struct sp_error *err)
{
	struct restriction *r = context;
	struct sp_link_score *rows = r->scores->rows;

	(void)err;
	for (; r->at < r->scores->count && rows[r->at].source == links->page;
	     r->at++)
		if (sp_row_contains(links, rows[r->at].target))
			rows[r->kept++] = rows[r->at];
	return SP_OK;
}

enum sp_status
sp_link_scores_restrict(struct sp_link_scores *scores,
			const struct sp_graph *graph, uint64_t *dropped,
			struct sp_error *err)
{
	struct restriction restriction = { scores, 0, 0 };
	struct sp_row_sink sink = { &restriction, NULL, restrict_row };
	enum sp_status status = sp_graph_walk(graph, NULL, NULL, &sink, err);

	*dropped += scores->count - restriction.kept;
	scores->count = restriction.kept;
	return status;
}

void
sp_link_scores_turn(struct sp_link_scores *scores)
{
	for (uint64_t i = 0; i < scores->count; i++) {
		struct sp_link_score *row = &scores->rows[i];
		uint32_t source = row->source;

		row->source = row->target;
		row->target = source;
	}
	if (scores->count)
		qsort(scores->rows, scores->count, sizeof(*scores->rows),
		      sp_compare_u32_pair);
}

void
sp_link_scores_free(struct sp_link_scores *scores)
{
	free(scores->rows);
	*scores = (struct sp_link_scores)SP_LINK_SCORES_EMPTY;
}

/* One search for the source, then a merge: successors ascend as targets do. */
void
sp_link_scores_find(const struct sp_link_scores *scores, uint32_t page,
		    const uint32_t *successors, uint32_t count, double absent,
		    double *found)
{
	const struct sp_link_score *row = NULL, *end = NULL;

	if (scores && scores->count) {
		row = scores->rows;
		end = row + scores->count;
		row += sp_first_not_below(&row->source, sizeof(*row),
					  scores->count, page);
	}
	for (uint32_t i = 0; i < count; i++) {
		while (row < end && row->source == page &&
		       row->target < successors[i])
			row++;
		found[i] = row < end && row->source == page &&
			   row->target == successors[i] ? row->score : absent;
	}
}
