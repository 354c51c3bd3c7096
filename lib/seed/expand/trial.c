/* SPDX-License-Identifier: MIT */
/*
 * All that is drawn at random is drawn here, from the seed of the list: first
 * the parts of the list, by a shuffle, then a sample of the pages that are in
 * neither list, which stand for all that do not belong.
 */
#include "seed/expand/trial_private.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLE 20000 /* pages that stand for all that do not belong */

const struct sp_expand_weights sp_expand_usual = {
	{ 0.3, 0.3, 0.3, 0.6 }, SP_EXPAND_ROUNDS
};

/* ---- parts of the list ------------------------------------------------ */

void
sp_trial_free(struct sp_trial *trial)
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
draw_folds(struct sp_trial *trial, struct sp_random *random, uint32_t *order)
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
		trial->fold_of[order[i]] = trial->folds ?
			(uint32_t)(i % trial->folds) : SP_NO_FOLD;
}

/* Pages with links, drawn one after the other, that are in neither list. */
static void
draw_sample(struct sp_trial *trial, struct sp_random *random,
	    const uint64_t *listed)
{
	const struct sp_votes *votes = trial->votes;
	const struct sp_expand_list *list = trial->list;
	uint64_t left = 0, wanted;

	for (uint64_t page = 0; page < votes->pages; page++)
		left += votes->links[page] && !sp_bit_test(listed, page);
	wanted = left < SAMPLE ? left : SAMPLE;
	for (uint64_t page = 0; page < votes->pages && wanted; page++)
		if (votes->links[page] && !sp_bit_test(listed, page) &&
		    sp_random_below(random, left--) < wanted) {
			trial->sample[trial->sample_count++] = (uint32_t)page;
			wanted--;
		}
	for (uint64_t i = 0; i < list->excluded_count; i++)
		trial->sample[trial->sample_count++] = list->excluded[i];
}

static bool
trial_room(struct sp_trial *trial)
{
	const uint64_t count = trial->list->known_count;
	const uint64_t most = SAMPLE + trial->list->excluded_count;
	bool all = true;

	trial->fold_of = sp_alloc(count, sizeof(*trial->fold_of));
	trial->sample = sp_alloc(most, sizeof(*trial->sample));
	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		trial->round[i].rows = sp_alloc_zero(count + most,
					sizeof(*trial->round[i].rows));
		trial->round[i].hidden = sp_alloc_zero(count,
					sizeof(*trial->round[i].hidden));
		all = all && trial->round[i].rows && trial->round[i].hidden;
	}
	return all && trial->fold_of && trial->sample;
}

enum sp_status
sp_trial_new(const struct sp_votes *votes, const struct sp_expand_list *list,
	  struct sp_trial *trial, struct sp_error *err)
{
	struct sp_random random = { list->random_seed };
	const uint64_t count = list->known_count;
	uint32_t *order = sp_alloc(count, sizeof(*order));
	uint64_t *listed = sp_bitset_new(votes->pages);
	enum sp_status status = SP_OK;

	*trial = (struct sp_trial){
		.votes = votes, .list = list, .rounds = SP_EXPAND_ROUNDS,
		.folds = count < 2 ? 0 : count < SP_EXPAND_FOLDS ?
			 (unsigned)count : SP_EXPAND_FOLDS
	};
	trial->columns = trial->folds + 1;
	if (!trial_room(trial) || !order || !listed)
		status = sp_no_memory(err, "the parts of the list");
	if (!status) {
		for (uint64_t i = 0; i < count; i++)
			sp_bit_set(listed, list->known[i]);
		for (uint64_t i = 0; i < list->excluded_count; i++)
			sp_bit_set(listed, list->excluded[i]);
		draw_folds(trial, &random, order);
		draw_sample(trial, &random, listed);
	}
	free(order);
	free(listed);
	return status;
}

/* ---- what comes of it ------------------------------------------------- */

/*
 * All that do not belong weigh as much as all that do; an excluded page weighs
 * as much as a known one.
 */
double
sp_trial_row_weight(const struct sp_trial *trial, uint64_t i)
{
	const struct sp_expand_list *list = trial->list;
	uint64_t drawn = trial->sample_count - list->excluded_count;

	return i >= drawn ? 1 : (double)list->known_count / (double)drawn;
}

/* The weights without the rows of a fold. */
void
sp_trial_fit(const struct sp_trial *trial, unsigned skipped,
	 struct sp_expand_weights *weights)
{
	*weights = sp_expand_usual;
	if (!trial->folds || trial->method != SP_EXPAND_COMBINED)
		return;
	sp_fit(trial->round[trial->rounds - 1].rows,
	       trial->list->known_count + trial->sample_count, skipped,
	       sp_expand_usual.of, weights->of);
	weights->rounds = trial->rounds;
}

/* How far back the hidden pages are, as the mean of logarithms. */
static double
mean_rank(const struct sp_trial *trial, const struct sp_expand_hidden *hidden)
{
	const uint64_t count = trial->list->known_count;
	double sum = 0;

	for (uint64_t i = 0; i < count; i++)
		sum += log(hidden[i].rank == SP_EXPAND_NEVER ?
				   (double)trial->votes->pages :
				   (double)hidden[i].rank);
	return sum / (double)count;
}

/* Which round is better; of equal ones the first. */
void
sp_trial_choose(struct sp_trial *trial)
{
	double least = INFINITY;

	for (unsigned i = 0; i < SP_EXPAND_ROUNDS; i++) {
		double rank = mean_rank(trial, trial->round[i].hidden);

		if (rank < least) {
			least = rank;
			trial->rounds = i + 1;
		}
	}
}
