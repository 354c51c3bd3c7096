/* SPDX-License-Identifier: MIT */
/*
 * The list is cut into parts at random.  While one is hidden, the rest is what
 * is known, and ranks all pages:
 *
 *	known -> four parts -> their usual sum -> its best pages count, too
 *	      -> four parts again -> their sum, as the weights say
 *
 * The lists without a part each, and the list itself, are columns of one
 * matrix: a pass over the links serves all of them.  The columns of a thread
 * are a group, with vectors of its own, so that threads change nothing.
 *
 * In each round, the pages that are hidden and a sample of all others become
 * rows of a regression (fit.h), and the round by which hidden pages come first
 * is chosen.  Its rows give the weights: those of a column without the rows of
 * its hidden part.
 *
 * The second round finds 2 of 100 more of the rest of a list where the first
 * finds much (.ac.uk and universities of the UK hosts of 1996), and less where
 * it finds next to nothing, so it is tried.  Excluded pages are rows of the
 * regression and not in the ranking, and that is all: they are next to the
 * border of what belongs, and to take them off the shares of what cites them
 * loses 2 to 4 of 100.
 */
#include "seed/expand/expand.h"

#include "base/compare.h"
#include "base/memory.h"
#include "seed/expand/trial_private.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ADDED 3           /* pages of the second round, for each known one, */
#define ADDED_VALUE 0.3   /* and what they count */

/* Columns of a thread: a value in each vector for each page and column. */
struct group {
	struct sp_trial *trial;
	unsigned first, width;
	struct sp_voter *voter;
	double *known;
	double *parts[SP_EXPAND_PARTS];
	double *scores;
};

/* ---- one ranking ------------------------------------------------------ */

static void
columns_free(struct group *group)
{
	sp_voter_free(group->voter);
	free(group->known);
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		free(group->parts[i]);
	free(group->scores);
}

static enum sp_status
columns_new(struct sp_trial *trial, unsigned first, unsigned width,
	    struct group *group, struct sp_error *err)
{
	const uint64_t values = trial->votes->pages * width;
	bool all = true;

	*group = (struct group){
		.trial = trial, .first = first, .width = width,
		.voter = sp_voter_new(trial->votes, width),
		.known = sp_alloc(values, sizeof(double)),
		.scores = sp_alloc(values, sizeof(double))
	};
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++) {
		group->parts[i] = sp_alloc(values, sizeof(double));
		all = all && group->parts[i];
	}
	return all && group->voter && group->known && group->scores ? SP_OK :
		sp_no_memory(err, "the scores of pages");
}

/* The list without the part that a column hides. */
static void
know_list(struct group *group)
{
	const struct sp_trial *trial = group->trial;
	const struct sp_expand_list *list = trial->list;

	memset(group->known, 0,
	       trial->votes->pages * group->width * sizeof(double));
	for (uint64_t i = 0; i < list->known_count; i++)
		for (unsigned k = 0; k < group->width; k++)
			group->known[(uint64_t)list->known[i] * group->width +
				     k] = trial->fold_of[i] !=
					  group->first + k;
}

/* The mean of pages with links becomes 0, and their deviation 1. */
static void
standardise(const struct group *group, unsigned k, double *values)
{
	const struct sp_votes *votes = group->trial->votes;
	double sum = 0, squares = 0, count = 0, mean, deviation;

	for (uint64_t page = 0; page < votes->pages; page++)
		if (votes->links[page]) {
			sum += values[page * group->width + k];
			count++;
		}
	mean = sum / count;
	for (uint64_t page = 0; page < votes->pages; page++)
		if (votes->links[page])
			squares += (values[page * group->width + k] - mean) *
				   (values[page * group->width + k] - mean);
	deviation = sqrt(squares / count);
	for (uint64_t page = 0; page < votes->pages; page++) {
		double *value = &values[page * group->width + k];

		*value = deviation > 0 ? (*value - mean) / deviation : 0;
	}
}

/* Pages that are in a list, or have no links, are not in a ranking. */
static void
leave_out(struct group *group)
{
	const struct sp_expand_list *list = group->trial->list;
	const struct sp_votes *votes = group->trial->votes;
	const uint64_t width = group->width;

	for (uint64_t i = 0; i < votes->pages * width; i++)
		if (!votes->links[i / width] || group->known[i] >= 1)
			group->scores[i] = -INFINITY;
	for (uint64_t i = 0; i < list->excluded_count; i++)
		for (uint64_t k = 0; k < width; k++)
			group->scores[list->excluded[i] * width + k] =
				-INFINITY;
}

/*
 * The parts, standardised, and as scores whether a page may be found: 0, or
 * -INFINITY, also if no walk has come to it.
 */
static enum sp_status
score_parts(struct group *group, struct sp_error *err)
{
	const uint64_t values = group->trial->votes->pages * group->width;
	const double *walk = group->parts[SP_EXPAND_WALK];
	const double never = log(SP_EXPAND_NO_WALK);

	if (sp_expand_parts(group->voter, group->known, group->parts, err))
		return err->status;
	for (uint64_t i = 0; i < values; i++)
		group->scores[i] = walk[i] > never ? 0 : -INFINITY;
	leave_out(group);
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		for (unsigned k = 0; k < group->width; k++)
			standardise(group, k, group->parts[i]);
	return SP_OK;
}

/* The sum of the parts in a column, where a page may be found. */
static void
add_parts(struct group *group, unsigned k,
	  const struct sp_expand_weights *weights)
{
	for (uint64_t page = 0; page < group->trial->votes->pages; page++) {
		const uint64_t at = page * group->width + k;
		double sum = group->scores[at] > -INFINITY ? 0 : -INFINITY;

		for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
			sum += weights->of[i] * group->parts[i][at];
		group->scores[at] = sum;
	}
}

/* The best pages of a column count as a part of its list from now on. */
static enum sp_status
add_best(struct group *group, unsigned k, struct sp_error *err)
{
	struct sp_top top = SP_TOP_EMPTY(ADDED *
					 group->trial->list->known_count);
	enum sp_status status = SP_OK;

	for (uint64_t page = 0; !status && page < group->trial->votes->pages;
	     page++) {
		struct sp_top_item item = {
			group->scores[page * group->width + k], (uint32_t)page
		};

		if (item.key > -INFINITY && !sp_top_offer(&top, item))
			status = sp_no_memory(err, "the best pages");
	}
	for (uint64_t i = 0; !status && i < top.count; i++)
		group->known[(uint64_t)top.items[i].id * group->width + k] =
			ADDED_VALUE;
	sp_top_free(&top);
	return status;
}

/* ---- rows for the regression ------------------------------------------ */

static void
put_fit_row(const struct group *group, uint32_t page, unsigned fold,
	    bool belongs, double weight, struct sp_fit_row *row)
{
	const uint64_t at = (uint64_t)page * group->width + fold -
			    group->first;

	*row = (struct sp_fit_row){ .fold = fold, .belongs = belongs,
				    .weight = weight };
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		row->parts[i] = group->parts[i][at];
}

static void
put_fit_rows(const struct group *group, unsigned fold, struct sp_fit_row *rows)
{
	const struct sp_trial *trial = group->trial;
	const uint64_t count = trial->list->known_count;

	for (uint64_t i = 0; i < count; i++)
		if (trial->fold_of[i] == fold)
			put_fit_row(group, trial->list->known[i], fold, true,
				    1, &rows[i]);
	for (uint64_t i = fold; i < trial->sample_count; i += trial->folds)
		put_fit_row(group, trial->sample[i], fold, false,
			    sp_trial_row_weight(trial, i), &rows[count + i]);
}

/* ---- ranks of hidden pages -------------------------------------------- */

/* Counts, for each hidden page, the pages before it: they are sorted. */
static void
count_before(const struct group *group, unsigned k,
	     const struct sp_top *sorted, uint64_t *better)
{
	for (uint64_t page = 0; page < group->trial->votes->pages; page++) {
		struct sp_top_item item = {
			group->scores[page * group->width + k], (uint32_t)page
		};
		uint64_t low = 0, high = sorted->count;

		if (!(item.key > -INFINITY))
			continue;
		while (low < high) {
			uint64_t middle = low + (high - low) / 2;

			if (sp_top_before(item, sorted->items[middle]))
				high = middle;
			else
				low = middle + 1;
		}
		better[low]++;
	}
}

/* Collects the hidden pages of a fold that have a score. */
static bool
sort_hidden(const struct group *group, unsigned k, struct sp_top *sorted,
	    struct sp_expand_hidden *hidden)
{
	const struct sp_trial *trial = group->trial;
	const struct sp_expand_list *list = trial->list;
	const unsigned fold = group->first + k;

	for (uint64_t i = 0; i < list->known_count; i++) {
		struct sp_top_item item = { .id = list->known[i] };

		if (trial->fold_of[i] != fold)
			continue;
		hidden[i] = (struct sp_expand_hidden){ fold, SP_EXPAND_NEVER };
		item.key = group->scores[(uint64_t)item.id * group->width + k];
		if (item.key > -INFINITY && !sp_top_offer(sorted, item))
			return false;
	}
	sp_top_sort(sorted);
	return true;
}

/* Ranks the pages that a column hides among all by its scores. */
static enum sp_status
put_ranks(const struct group *group, unsigned k,
	  struct sp_expand_hidden *hidden, struct sp_error *err)
{
	const struct sp_expand_list *list = group->trial->list;
	struct sp_top sorted = SP_TOP_EMPTY(list->known_count);
	uint64_t *better = sp_alloc_zero(list->known_count + 1,
					 sizeof(*better));
	uint64_t before = 0;
	bool enough = better && sort_hidden(group, k, &sorted, hidden);

	if (enough)
		count_before(group, k, &sorted, better);
	for (uint64_t i = 0; enough && i < sorted.count; i++) {
		const uint32_t *at = bsearch(&sorted.items[i].id, list->known,
					     list->known_count, sizeof(*at),
					     sp_compare_u32);

		before += better[i];
		hidden[at - list->known].rank = before + 1;
	}
	sp_top_free(&sorted);
	free(better);
	return enough ? SP_OK : sp_no_memory(err, "the ranks of the list");
}

/* ---- the steps of a group --------------------------------------------- */

/* The parts of each round, and their rows and ranks by the usual weights. */
static enum sp_status
try_rounds(struct group *group, struct sp_error *err)
{
	struct sp_trial *trial = group->trial;

	know_list(group);
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		for (unsigned k = 0; i && k < group->width; k++)
			if (add_best(group, k, err))
				return err->status;
		if (score_parts(group, err))
			return err->status;
		for (unsigned k = 0; k < group->width; k++) {
			if (group->first + k < trial->folds)
				put_fit_rows(group, group->first + k,
					     trial->round[i].rows);
			add_parts(group, k, &sp_expand_usual);
			if (group->first + k < trial->folds &&
			    put_ranks(group, k, trial->round[i].hidden, err))
				return err->status;
		}
	}
	return SP_OK;
}

/* The scores of all columns; the parts are those of the last round. */
static enum sp_status
score_columns(struct group *group, struct sp_error *err)
{
	struct sp_trial *trial = group->trial;

	if (trial->method != SP_EXPAND_COMBINED) {
		know_list(group);
		if (sp_expand_score(group->voter, trial->method, group->known,
				    group->scores, err))
			return err->status;
		leave_out(group);
		return SP_OK;
	}
	if (trial->rounds < SP_EXPAND_ROUNDS) {
		know_list(group);
		if (score_parts(group, err))
			return err->status;
	}
	for (unsigned k = 0; k < group->width; k++) {
		struct sp_expand_weights weights;

		sp_trial_fit(trial, group->first + k, &weights);
		add_parts(group, k, &weights);
	}
	return SP_OK;
}

static enum sp_status
end_columns(struct group *group, struct sp_error *err)
{
	struct sp_trial *trial = group->trial;

	if (score_columns(group, err))
		return err->status;
	for (unsigned k = 0; k < group->width; k++) {
		if (group->first + k < trial->folds) {
			if (put_ranks(group, k, trial->hidden, err))
				return err->status;
			continue;
		}
		for (uint64_t page = 0; page < trial->votes->pages; page++)
			trial->scores[page] =
				group->scores[page * group->width + k];
	}
	return SP_OK;
}

/* ---- all groups ------------------------------------------------------- */

/* Calls step for all groups, by threads; done counts calls, of all. */
static enum sp_status
step_groups(const struct sp_expand_list *list, struct group *groups,
	    unsigned count, unsigned done, unsigned all,
	    enum sp_status (*step)(struct group *group, struct sp_error *err),
	    struct sp_error *err)
{
	enum sp_status worst = SP_OK;

#pragma omp parallel for num_threads(list->threads) schedule(dynamic)
	for (unsigned i = 0; i < count; i++) {
		struct sp_error own;
		enum sp_status status = step(&groups[i], &own);

#pragma omp critical(sp_expand_result)
		{
			if (status && (!worst || status < worst)) {
				worst = status;
				*err = own;
			}
			sp_progress_report(list->progress, ++done, all);
		}
	}
	return worst;
}

static enum sp_status
end_trial(struct sp_trial *trial, struct group *groups, unsigned count,
	   struct sp_error *err)
{
	const struct sp_expand_list *list = trial->list;
	const bool tried = trial->method == SP_EXPAND_COMBINED;
	const unsigned all = tried ? 2 * count : count;

	if (tried && step_groups(list, groups, count, 0, all, try_rounds, err))
		return err->status;
	if (tried && trial->folds)
		sp_trial_choose(trial);
	return step_groups(list, groups, count, all - count, all, end_columns,
			   err);
}

/* As many groups as threads, of about as many columns. */
static enum sp_status
run_trial(struct sp_trial *trial, struct sp_error *err)
{
	struct group groups[SP_EXPAND_FOLDS + 1] = { { .trial = NULL } };
	unsigned count = trial->list->threads < (int)trial->columns ?
			 (unsigned)trial->list->threads : trial->columns;
	const unsigned width = (trial->columns + count - 1) / count;
	enum sp_status status = SP_OK;
	unsigned made = 0;

	count = (trial->columns + width - 1) / width;
	while (!status && made < count) {
		unsigned first = made * width;

		status = columns_new(trial, first, first + width <=
				   trial->columns ? width :
				   trial->columns - first, &groups[made], err);
		made++;
	}
	if (!status)
		status = end_trial(trial, groups, count, err);
	for (unsigned i = 0; i < made; i++)
		columns_free(&groups[i]);
	return status;
}

enum sp_status
sp_expand(const struct sp_votes *votes, const struct sp_expand_list *list,
	  enum sp_expand_method method, double *scores,
	  struct sp_expand_hidden *hidden, struct sp_expand_weights *weights,
	  struct sp_error *err)
{
	struct sp_trial trial;
	enum sp_status status = sp_trial_new(votes, list, &trial, err);

	trial.method = method;
	trial.scores = scores;
	trial.hidden = hidden;
	if (!status && !trial.folds)
		hidden[0] = (struct sp_expand_hidden){ 0, SP_EXPAND_NEVER };
	if (!status)
		status = run_trial(&trial, err);
	if (!status && weights)
		sp_trial_fit(&trial, SP_NO_FOLD, weights);
	sp_trial_free(&trial);
	return status;
}
