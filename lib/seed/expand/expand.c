/* SPDX-License-Identifier: MIT */
/*
 * The list is cut into parts at random.  While one is hidden, the rest is what
 * is known, and ranks all pages:
 *
 *	known -> four parts -> their usual sum -> its best pages count, too
 *	      -> four parts again -> their sum, as the weights say
 *
 * In the first pass over the parts, the pages that are hidden and a sample of
 * all others become rows of a regression (fit.h), which finds the weights, and
 * the round by which hidden pages come first is chosen.  In the second one,
 * weights that do not know the hidden part rank its pages.  Hiding is done by
 * threads side by side, each with vectors of its own, and the rows have a place
 * each, so that threads change nothing.
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
#include "base/random.h"
#include "seed/expand/fit.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE 20000      /* pages that stand for all that do not belong */
#define ADDED 3           /* pages of the second round, for each known one, */
#define ADDED_VALUE 0.3   /* and what they count */
#define NO_FOLD UINT32_MAX

const struct sp_expand_weights sp_expand_usual = {
	{ 0.3, 0.3, 0.3, 0.6 }, SP_EXPAND_ROUNDS
};

/* ---- one ranking ------------------------------------------------------ */

/* The vectors of a ranking. */
struct ranking {
	const struct sp_votes *votes;
	const struct sp_expand_list *list;
	struct sp_voter *voter;
	double *known;
	double *parts[SP_EXPAND_PARTS];
	double *scores;
};

static void
ranking_free(struct ranking *ranking)
{
	sp_voter_free(ranking->voter);
	free(ranking->known);
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		free(ranking->parts[i]);
	free(ranking->scores);
}

static enum sp_status
ranking_new(const struct sp_votes *votes, const struct sp_expand_list *list,
	    struct ranking *ranking, struct sp_error *err)
{
	bool all = true;

	*ranking = (struct ranking){
		.votes = votes, .list = list, .voter = sp_voter_new(votes),
		.known = sp_alloc(votes->pages, sizeof(double)),
		.scores = sp_alloc(votes->pages, sizeof(double))
	};
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++) {
		ranking->parts[i] = sp_alloc(votes->pages, sizeof(double));
		all = all && ranking->parts[i];
	}
	return all && ranking->voter && ranking->known && ranking->scores ?
		       SP_OK : sp_no_memory(err, "the scores of pages");
}

/* What is known while a part is hidden: of[i] is that of known page i. */
static void
forget_fold(struct ranking *ranking, const uint32_t *fold_of, unsigned fold)
{
	const struct sp_expand_list *list = ranking->list;

	memset(ranking->known, 0, ranking->votes->pages * sizeof(double));
	for (uint64_t i = 0; i < list->known_count; i++)
		ranking->known[list->known[i]] = !fold_of ||
						 fold_of[i] != fold;
}

/* Pages that may be found. */
static bool
may_be_found(const struct ranking *ranking, uint64_t page)
{
	return ranking->votes->links[page] && ranking->known[page] < 1;
}

/* The mean of pages with links becomes 0, and their deviation 1. */
static void
standardise(const struct sp_votes *votes, double *values)
{
	double sum = 0, squares = 0, count = 0, deviation;

	for (uint64_t page = 0; page < votes->pages; page++)
		if (votes->links[page]) {
			sum += values[page];
			count++;
		}
	for (uint64_t page = 0; page < votes->pages; page++)
		if (votes->links[page])
			squares += (values[page] - sum / count) *
				   (values[page] - sum / count);
	deviation = sqrt(squares / count);
	for (uint64_t page = 0; page < votes->pages; page++)
		values[page] = deviation > 0 ?
			(values[page] - sum / count) / deviation : 0;
}

static void
leave_out(struct ranking *ranking)
{
	const struct sp_expand_list *list = ranking->list;

	for (uint64_t page = 0; page < ranking->votes->pages; page++)
		if (!may_be_found(ranking, page))
			ranking->scores[page] = -INFINITY;
	for (uint64_t i = 0; i < list->excluded_count; i++)
		ranking->scores[list->excluded[i]] = -INFINITY;
}

/*
 * The parts, standardised, and as scores whether a walk has come to a page: 0,
 * or -INFINITY.
 */
static enum sp_status
score_parts(struct ranking *ranking, struct sp_error *err)
{
	const double *walk = ranking->parts[SP_EXPAND_WALK];
	const double never = log(SP_EXPAND_NO_WALK);

	if (sp_expand_parts(ranking->voter, ranking->known, ranking->parts,
			    err))
		return err->status;
	for (uint64_t page = 0; page < ranking->votes->pages; page++)
		ranking->scores[page] = walk[page] > never ? 0 : -INFINITY;
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		standardise(ranking->votes, ranking->parts[i]);
	return SP_OK;
}

static void
add_parts(struct ranking *ranking, const struct sp_expand_weights *weights)
{
	for (uint64_t page = 0; page < ranking->votes->pages; page++)
		for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
			ranking->scores[page] += weights->of[i] *
						 ranking->parts[i][page];
}

/* The best pages so far count as a part of the list from now on. */
static enum sp_status
add_best(struct ranking *ranking, struct sp_error *err)
{
	struct sp_top top = SP_TOP_EMPTY(ADDED * ranking->list->known_count);
	enum sp_status status = SP_OK;

	for (uint64_t page = 0; !status && page < ranking->votes->pages;
	     page++) {
		struct sp_top_item item = { ranking->scores[page],
					    (uint32_t)page };

		if (item.key > -INFINITY && !sp_top_offer(&top, item))
			status = sp_no_memory(err, "the best pages");
	}
	for (uint64_t i = 0; !status && i < top.count; i++)
		ranking->known[top.items[i].id] = ADDED_VALUE;
	sp_top_free(&top);
	return status;
}

/* Adds up the parts as the next round, and a trial, count them. */
static void
add_usual(struct ranking *ranking)
{
	add_parts(ranking, &sp_expand_usual);
	leave_out(ranking);
}

static enum sp_status
rank_combined(struct ranking *ranking, const struct sp_expand_weights *weights,
	      struct sp_error *err)
{
	if (score_parts(ranking, err))
		return err->status;
	for (unsigned round = 1; round < weights->rounds; round++) {
		add_usual(ranking);
		if (add_best(ranking, err) || score_parts(ranking, err))
			return err->status;
	}
	add_parts(ranking, weights);
	return SP_OK;
}

/* From what is known. */
static enum sp_status
rank_expanded(struct ranking *ranking, enum sp_expand_method method,
	   const struct sp_expand_weights *weights, struct sp_error *err)
{
	enum sp_status status = method == SP_EXPAND_COMBINED ?
		rank_combined(ranking, weights, err) :
		sp_expand_score(ranking->voter, method, ranking->known,
				ranking->scores, err);

	if (!status)
		leave_out(ranking);
	return status;
}

enum sp_status
sp_expand_rank(const struct sp_votes *votes, const struct sp_expand_list *list,
	       enum sp_expand_method method,
	       const struct sp_expand_weights *weights, double *scores,
	       struct sp_error *err)
{
	struct ranking ranking;
	enum sp_status status = ranking_new(votes, list, &ranking, err);

	if (!status) {
		forget_fold(&ranking, NULL, 0);
		status = rank_expanded(&ranking, method, weights, err);
	}
	if (!status)
		memcpy(scores, ranking.scores, votes->pages * sizeof(*scores));
	ranking_free(&ranking);
	return status;
}

/* ---- hiding parts of the list ----------------------------------------- */

/* What is tried, and what comes of it. */
struct trial {
	const struct sp_votes *votes;
	const struct sp_expand_list *list;
	unsigned folds;
	uint32_t *fold_of;       /* of each known page */
	uint32_t *sample;        /* pages that do not belong; the last ones are
				  * the excluded ones; page i is of fold i %
				  * folds */
	uint64_t sample_count;
	struct {
		struct sp_fit_row *rows; /* of the known pages, then of the
					  * sample */
		struct sp_expand_hidden *hidden; /* by the usual weights */
	} round[SP_EXPAND_ROUNDS];
	unsigned rounds;         /* that are best; 0: that is tried */
	enum sp_expand_method method;
	struct sp_expand_hidden *hidden; /* what is asked for, or NULL */
};

static void
trial_free(struct trial *trial)
{
	free(trial->fold_of);
	free(trial->sample);
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		free(trial->round[i].rows);
		free(trial->round[i].hidden);
	}
}

/* A shuffle decides which page is of which fold; all are about as large. */
static void
draw_folds(struct trial *trial, struct sp_random *random, uint32_t *order)
{
	const uint64_t count = trial->list->known_count;

	for (uint64_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	for (uint64_t i = count; i-- > 1;) {
		uint64_t other = sp_random_below(random, i + 1);
		uint32_t kept = order[i];

		order[i] = order[other];
		order[other] = kept;
	}
	for (uint64_t i = 0; i < count; i++)
		trial->fold_of[order[i]] = (uint32_t)(i % trial->folds);
}

/* Pages with links, drawn one after the other, that are in neither list. */
static void
draw_sample(struct trial *trial, struct sp_random *random, const double *listed)
{
	const struct sp_votes *votes = trial->votes;
	const struct sp_expand_list *list = trial->list;
	uint64_t left = 0, wanted;

	for (uint64_t page = 0; page < votes->pages; page++)
		left += votes->links[page] && !(listed[page] > 0);
	wanted = left < SAMPLE ? left : SAMPLE;
	for (uint64_t page = 0; page < votes->pages && wanted; page++)
		if (votes->links[page] && !(listed[page] > 0) &&
		    sp_random_below(random, left--) < wanted) {
			trial->sample[trial->sample_count++] = (uint32_t)page;
			wanted--;
		}
	for (uint64_t i = 0; i < list->excluded_count; i++)
		trial->sample[trial->sample_count++] = list->excluded[i];
}

static enum sp_status
trial_new(const struct sp_votes *votes, const struct sp_expand_list *list,
	  struct trial *trial, struct sp_error *err)
{
	struct sp_random random = { list->random_seed };
	const uint64_t count = list->known_count;
	const uint64_t most = SAMPLE + list->excluded_count;
	uint32_t *order = sp_alloc(count, sizeof(*order));
	double *listed = sp_alloc_zero(votes->pages, sizeof(*listed));
	enum sp_status status = SP_OK;
	bool all = true;

	*trial = (struct trial){
		.votes = votes, .list = list,
		.folds = count < SP_EXPAND_FOLDS ? (unsigned)count :
						   SP_EXPAND_FOLDS,
		.fold_of = sp_alloc(count, sizeof(*trial->fold_of)),
		.sample = sp_alloc(most, sizeof(*trial->sample))
	};
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		trial->round[i].rows = sp_alloc_zero(count + most,
					sizeof(*trial->round[i].rows));
		trial->round[i].hidden = sp_alloc_zero(count,
					sizeof(*trial->round[i].hidden));
		all = all && trial->round[i].rows && trial->round[i].hidden;
	}
	if (!all || !order || !listed || !trial->fold_of || !trial->sample)
		status = sp_no_memory(err, "the parts of the list");
	if (!status) {
		for (uint64_t i = 0; i < count; i++)
			listed[list->known[i]] = 1;
		for (uint64_t i = 0; i < list->excluded_count; i++)
			listed[list->excluded[i]] = 1;
		draw_folds(trial, &random, order);
		draw_sample(trial, &random, listed);
	}
	free(order);
	free(listed);
	return status;
}

/* ---- rows for the regression ------------------------------------------ */

/*
 * All that do not belong weigh as much as all that do; an excluded page weighs
 * as much as a known one.
 */
static double
row_weight(const struct trial *trial, uint64_t i)
{
	const struct sp_expand_list *list = trial->list;
	uint64_t drawn = trial->sample_count - list->excluded_count;

	return i >= drawn ? 1 : (double)list->known_count / (double)drawn;
}

static void
put_fit_row(const struct ranking *ranking, uint32_t page, unsigned fold,
	bool belongs, double weight, struct sp_fit_row *row)
{
	*row = (struct sp_fit_row){ .fold = fold, .belongs = belongs,
				    .weight = weight };
	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		row->parts[i] = ranking->parts[i][page];
}

static void
put_fit_rows(const struct trial *trial, const struct ranking *ranking,
	 unsigned fold, struct sp_fit_row *rows)
{
	const uint64_t count = trial->list->known_count;

	for (uint64_t i = 0; i < count; i++)
		if (trial->fold_of[i] == fold)
			put_fit_row(ranking, trial->list->known[i], fold, true,
				    1, &rows[i]);
	for (uint64_t i = fold; i < trial->sample_count; i += trial->folds)
		put_fit_row(ranking, trial->sample[i], fold, false,
			    row_weight(trial, i), &rows[count + i]);
}

static void
fit_rows(const struct trial *trial, unsigned skipped,
	 struct sp_expand_weights *weights)
{
	sp_fit(trial->round[trial->rounds - 1].rows,
	       trial->list->known_count + trial->sample_count, skipped,
	       sp_expand_usual.of, weights->of);
	weights->rounds = trial->rounds;
}

/* ---- ranks of hidden pages -------------------------------------------- */

/* Counts, for each hidden page, the pages before it: they are sorted. */
static void
count_before(const struct ranking *ranking, const struct sp_top *sorted,
	     uint64_t *better)
{
	for (uint64_t page = 0; page < ranking->votes->pages; page++) {
		struct sp_top_item item = { ranking->scores[page],
					    (uint32_t)page };
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

/* Ranks the pages of the fold among all by the scores. */
static enum sp_status
put_ranks(const struct trial *trial, const struct ranking *ranking,
	  unsigned fold, struct sp_expand_hidden *hidden, struct sp_error *err)
{
	const struct sp_expand_list *list = trial->list;
	struct sp_top sorted = SP_TOP_EMPTY(list->known_count);
	uint64_t *better = sp_alloc_zero(list->known_count + 1,
					 sizeof(*better));
	uint64_t before = 0;
	bool enough = better != NULL;

	/* The id of an item is that of the page, for equal scores. */
	for (uint64_t i = 0; enough && i < list->known_count; i++) {
		double score = ranking->scores[list->known[i]];

		if (trial->fold_of[i] != fold)
			continue;
		hidden[i] = (struct sp_expand_hidden){
			fold, SP_EXPAND_NEVER
		};
		if (score > -INFINITY)
			enough = sp_top_offer(&sorted, (struct sp_top_item){
						score, list->known[i] });
	}
	if (enough) {
		sp_top_sort(&sorted);
		count_before(ranking, &sorted, better);
	}
	for (uint64_t k = 0; enough && k < sorted.count; k++) {
		const uint32_t *at = bsearch(&sorted.items[k].id, list->known,
					     list->known_count, sizeof(*at),
					     sp_compare_u32);

		before += better[k];
		hidden[at - list->known].rank = before + 1;
	}
	sp_top_free(&sorted);
	free(better);
	return enough ? SP_OK : sp_no_memory(err, "the ranks of the list");
}

/* ---- all folds -------------------------------------------------------- */

/* The rows and ranks of each round, by the usual weights. */
static enum sp_status
try_rounds(struct trial *trial, struct ranking *ranking, unsigned fold,
	   struct sp_error *err)
{
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		if (i && add_best(ranking, err))
			return err->status;
		if (score_parts(ranking, err))
			return err->status;
		put_fit_rows(trial, ranking, fold, trial->round[i].rows);
		add_usual(ranking);
		if (put_ranks(trial, ranking, fold, trial->round[i].hidden,
			      err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
try_fold(struct trial *trial, struct ranking *ranking, unsigned fold,
	 struct sp_error *err)
{
	struct sp_expand_weights weights = sp_expand_usual;
	enum sp_status status;

	forget_fold(ranking, trial->fold_of, fold);
	if (trial->method == SP_EXPAND_COMBINED && !trial->rounds)
		return try_rounds(trial, ranking, fold, err);
	if (trial->method == SP_EXPAND_COMBINED)
		fit_rows(trial, fold, &weights);
	status = rank_expanded(ranking, trial->method, &weights, err);
	return status ? status :
			put_ranks(trial, ranking, fold, trial->hidden, err);
}

/* A fold of a thread, which makes its vectors for the first that it gets. */
static enum sp_status
begin_fold(struct trial *trial, struct ranking *ranking, unsigned fold,
	   struct sp_error *err)
{
	if (!ranking->votes &&
	    ranking_new(trial->votes, trial->list, ranking, err))
		return err->status;
	return try_fold(trial, ranking, fold, err);
}

/* Tries all folds, by threads. */
static enum sp_status
try_folds(struct trial *trial, struct sp_error *err)
{
	const struct sp_expand_list *list = trial->list;
	enum sp_status worst = SP_OK;
	unsigned done = 0;

#pragma omp parallel num_threads(list->threads)
	{
		struct ranking ranking = { .votes = NULL };

#pragma omp for schedule(dynamic)
		for (unsigned fold = 0; fold < trial->folds; fold++) {
			struct sp_error own;
			enum sp_status status = begin_fold(trial, &ranking,
							   fold, &own);

#pragma omp critical(sp_expand_result)
			{
				if (status && (!worst || status < worst)) {
					worst = status;
					*err = own;
				}
				sp_progress_report(list->progress, ++done,
						   trial->folds);
			}
		}
		ranking_free(&ranking);
	}
	return worst;
}

/* How far back the hidden pages are, as the mean of logarithms. */
static double
mean_rank(const struct trial *trial, const struct sp_expand_hidden *hidden)
{
	const uint64_t count = trial->list->known_count;
	double sum = 0;

	for (uint64_t i = 0; i < count; i++)
		sum += log(hidden[i].rank == SP_EXPAND_NEVER ?
				   (double)trial->votes->pages :
				   (double)hidden[i].rank);
	return sum / (double)count;
}

/* Tries both rounds, and which of them is better; of equal ones the first. */
static enum sp_status
choose_rounds(struct trial *trial, struct sp_error *err)
{
	double least = INFINITY;
	unsigned best = 0;

	if (try_folds(trial, err))
		return err->status;
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		double rank = mean_rank(trial, trial->round[i].hidden);

		if (rank < least) {
			least = rank;
			best = i;
		}
	}
	trial->rounds = best + 1;
	return SP_OK;
}

enum sp_status
sp_expand_fit(const struct sp_votes *votes, const struct sp_expand_list *list,
	      struct sp_expand_weights *weights, struct sp_error *err)
{
	struct trial trial;
	enum sp_status status = trial_new(votes, list, &trial, err);

	trial.method = SP_EXPAND_COMBINED;
	*weights = sp_expand_usual;
	if (!status && trial.folds > 1)
		status = choose_rounds(&trial, err);
	if (!status && trial.folds > 1)
		fit_rows(&trial, NO_FOLD, weights);
	trial_free(&trial);
	return status;
}

enum sp_status
sp_expand_judge(const struct sp_votes *votes,
		const struct sp_expand_list *list, enum sp_expand_method method,
		struct sp_expand_hidden *hidden, struct sp_error *err)
{
	struct trial trial;
	enum sp_status status = trial_new(votes, list, &trial, err);

	trial.method = method;
	trial.hidden = hidden;
	if (!status && trial.folds < 2)
		hidden[0] = (struct sp_expand_hidden){ 0, SP_EXPAND_NEVER };
	if (!status && trial.folds > 1 && method == SP_EXPAND_COMBINED)
		status = choose_rounds(&trial, err);
	if (!status && trial.folds > 1)
		status = try_folds(&trial, err);
	trial_free(&trial);
	return status;
}
