/* SPDX-License-Identifier: MIT */
/*
 * What processes pass to each other: pages reached in fixed lists, other pages
 * by sorting them by owner, and lists that one process collects.
 *
 * Pages reached are known to both sides when the share is made, in the same
 * order, so values alone are sent, without page numbers.  Any other page has
 * to be named: words are sorted by the owner of their page, by counting
 * (processes are few), and sent.  An answer comes back in the order in which
 * was asked, and place says where each belongs.
 *
 * Alone, a process reaches no page of others; the functions return at once or
 * copy.
 */
#include "measure/graph/between.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define SMALL_VALUES 65536

/* ---- pages reached ---------------------------------------------------- */

enum sp_status
sp_between_to_owners(const struct sp_share *share, size_t unit,
		     const void *reached, void *lent, struct sp_error *err)
{
	struct sp_exchange exchange = {
		.unit = unit, .out = reached, .out_from = share->reached_from,
		.in = lent, .in_from = share->lent_from
	};

	return share->team->size == 1 ?
		       SP_OK :
		       sp_team_exchange(share->team, &exchange, err);
}

enum sp_status
sp_between_from_owners(const struct sp_share *share, size_t unit,
		       const void *lent, void *reached, struct sp_error *err)
{
	struct sp_exchange exchange = {
		.unit = unit, .out = lent, .out_from = share->lent_from,
		.in = reached, .in_from = share->reached_from
	};

	return share->team->size == 1 ?
		       SP_OK :
		       sp_team_exchange(share->team, &exchange, err);
}

/* ---- other pages ------------------------------------------------------ */

enum sp_status
sp_between_swap(struct sp_team *team, size_t unit, const void *out,
		const uint64_t *out_from, void **in, uint64_t *in_from,
		struct sp_error *err)
{
	struct sp_exchange exchange = {
		.unit = unit, .out = out, .out_from = out_from,
		.in_from = in_from
	};
	enum sp_status status = sp_team_counts(team, out_from, in_from, err);

	*in = NULL;
	if (status)
		return status;
	*in = sp_alloc(in_from[team->size], unit);
	if (!*in)
		return sp_no_memory(err, "what other processes send");
	exchange.in = *in;
	status = sp_team_exchange(team, &exchange, err);
	if (!status)
		return SP_OK;
	free(*in);
	*in = NULL;
	return status;
}

/* Words on their way to the owners of their pages. */
struct letters {
	struct sp_word *words;   /* sorted by owner */
	uint64_t *place;         /* of the word at each place; or NULL */
	uint64_t *from;          /* of each process */
	uint64_t *in_from;
};

static void
letters_free(struct letters *letters)
{
	free(letters->words);
	free(letters->place);
	free(letters->from);
	free(letters->in_from);
}

/*
 * Sorts by owner, by counting. from has one place more than it needs: counts
 * begin at from[2], are summed up to the beginnings of processes at from[1],
 * and when each word has moved its process's beginning on, from[k] is where
 * process k begins.
 */
static enum sp_status
sort_letters(const struct sp_share *share, const struct sp_word *words,
	     uint64_t count, bool placed, struct letters *to,
	     struct sp_error *err)
{
	uint64_t size = share->team->size, *next;

	*to = (struct letters){ .words = NULL };
	to->words = sp_alloc(count, sizeof(*words));
	to->place = placed ? sp_alloc(count, sizeof(*to->place)) : NULL;
	to->from = sp_alloc_zero(size + 2, sizeof(*to->from));
	to->in_from = sp_alloc_zero(size + 1, sizeof(*to->in_from));
	if (!to->words || (placed && !to->place) || !to->from || !to->in_from)
		return sp_no_memory(err, "what other processes get");
	/* Counts are one place further on, until they are used. */
	next = to->from + 1;
	for (uint64_t i = 0; i < count; i++)
		next[sp_share_owner(share, words[i].page) + 1]++;
	for (uint64_t k = 0; k < size; k++)
		next[k + 1] += next[k];
	for (uint64_t i = 0; i < count; i++) {
		uint64_t at = next[sp_share_owner(share, words[i].page)]++;

		to->words[at] = words[i];
		if (placed)
			to->place[at] = i;
	}
	return SP_OK;
}

enum sp_status
sp_between_tell(const struct sp_share *share, const struct sp_word *words,
		uint64_t count, struct sp_word **got, uint64_t *got_count,
		struct sp_error *err)
{
	struct letters letters;
	void *in = NULL;
	enum sp_status status = sort_letters(share, words, count, false,
					     &letters, err);

	*got_count = 0;
	if (!status)
		status = sp_between_swap(share->team, sizeof(*words),
					 letters.words, letters.from, &in,
					 letters.in_from, err);
	if (!status)
		*got_count = letters.in_from[share->team->size];
	*got = in;
	letters_free(&letters);
	return status;
}

enum sp_status
sp_between_ask(const struct sp_share *share, const uint32_t *own,
	       struct sp_word *words, uint64_t count, struct sp_error *err)
{
	struct letters letters;
	struct sp_word *asked;
	void *in = NULL;
	enum sp_status status = sort_letters(share, words, count, true,
					     &letters, err);

	if (!status)
		status = sp_between_swap(share->team, sizeof(*words),
					 letters.words, letters.from, &in,
					 letters.in_from, err);
	if (!status) {
		struct sp_exchange back = {
			.unit = sizeof(*words), .out = in,
			.out_from = letters.in_from, .in = letters.words,
			.in_from = letters.from
		};

		asked = in;
		for (uint64_t i = 0; i < letters.in_from[share->team->size];
		     i++)
			asked[i].value = own[asked[i].page - share->first];
		status = sp_team_exchange(share->team, &back, err);
	}
	for (uint64_t i = 0; !status && i < count; i++)
		words[letters.place[i]].value = letters.words[i].value;
	free(in);
	letters_free(&letters);
	return status;
}

/* ---- lists ------------------------------------------------------------ */

enum sp_status
sp_between_collect(struct sp_team *team, size_t unit, const void *own,
		   uint64_t count, void **all, uint64_t *total,
		   struct sp_error *err)
{
	uint64_t *from = sp_alloc_zero(2 * ((uint64_t)team->size + 1),
				       sizeof(*from));
	enum sp_status status;

	*all = NULL;
	*total = 0;
	if (!from)
		return sp_no_memory(err, "what other processes get");
	for (unsigned k = 1; k <= team->size; k++)
		from[k] = count;
	status = sp_between_swap(team, unit, own, from, all,
				 from + team->size + 1, err);
	if (!status)
		*total = from[2 * (size_t)team->size + 1];
	free(from);
	return status;
}

/* Sorts and adds equal sizes up; returns the new length. */
static uint64_t
merge_sizes(struct sp_size_count *list, uint64_t length)
{
	uint64_t kept = 0;

	qsort(list, length, sizeof(*list), sp_compare_u64);
	for (uint64_t i = 0; i < length; i++) {
		if (kept && list[kept - 1].size == list[i].size)
			list[kept - 1].count += list[i].count;
		else
			list[kept++] = list[i];
	}
	return kept;
}

/*
 * Those of this process: most values are small, and counted in an array of 512
 * KB; the few above are listed one by one and sorted.
 */
static enum sp_status
own_sizes(const uint32_t *values, uint64_t count, struct sp_size_count **list,
	  uint64_t *length, struct sp_error *err)
{
	uint64_t *small = sp_alloc_zero(SMALL_VALUES, sizeof(*small));
	uint64_t large = 0, next = 0;

	for (uint64_t i = 0; i < count; i++)
		large += values[i] >= SMALL_VALUES;
	*list = sp_alloc(large + SMALL_VALUES, sizeof(**list));
	if (!small || !*list) {
		free(small);
		return sp_no_memory(err, "the sizes");
	}
	for (uint64_t i = 0; i < count; i++) {
		if (values[i] < SMALL_VALUES)
			small[values[i]]++;
		else
			(*list)[next++] = (struct sp_size_count){ values[i],
								  1 };
	}
	for (uint64_t i = 0; i < SMALL_VALUES; i++)
		if (small[i])
			(*list)[next++] = (struct sp_size_count){ i,
								  small[i] };
	free(small);
	*length = merge_sizes(*list, next);
	return SP_OK;
}

/*
 * Process 0 merges the lists of all and gives the result to everybody: the
 * list has an entry for each different value, far fewer than there are values.
 */
enum sp_status
sp_between_sizes(struct sp_team *team, const uint32_t *values, uint64_t count,
		 struct sp_size_count **list, uint64_t *length,
		 struct sp_error *err)
{
	struct sp_size_count *own = NULL;
	void *all = NULL;
	uint64_t own_length = 0, total;
	enum sp_status status = own_sizes(values, count, &own, &own_length,
					  err);

	*list = NULL;
	*length = 0;
	if (!status)
		status = sp_between_collect(team, sizeof(*own), own,
					    own_length, &all, &total, err);
	free(own);
	if (!status && team->rank == 0)
		*length = merge_sizes(all, total);
	if (!status)
		status = sp_team_share(team, 0, length, sizeof(*length), err);
	if (!status && team->rank > 0) {
		free(all);
		all = sp_alloc(*length, sizeof(**list));
		if (!all)
			status = sp_no_memory(err, "the sizes");
	}
	if (!status)
		status = sp_team_share(team, 0, all, *length * sizeof(**list),
				       err);
	if (status) {
		free(all);
		return status;
	}
	*list = all;
	return SP_OK;
}
