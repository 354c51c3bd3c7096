/* SPDX-License-Identifier: MIT */
/*
 * What can be known of an answer in advance: how much of the list would be
 * found again if it were hidden.  That is a share of what belongs, as far as
 * the list is like the rest of it.  How many of the first pages belong, nobody
 * can say from that, unless it is known how many there are in all (--expect):
 * pages that belong and are not in the list look like pages that do not.
 */
#include "seedexpand.h"

#include "cli/table.h"

#include "base/compare.h"

#include <math.h>
#include <stdlib.h>

#define REPORTED 200       /* pages */
#define TELLING 10         /* a shorter list says too little for a warning */
#define BETTER_THAN_CHANCE 5.0

enum sp_status
seedexpand_rank(struct seedexpand *expand, enum sp_expand_method method)
{
	struct cmd *cmd = expand->cmd;
	struct sp_expand_weights weights;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "step");
	expand->list.progress = &progress.teller;
	status = sp_expand(&expand->votes, &expand->list, method,
			   expand->scores, expand->hidden, &weights,
			   &cmd->err);
	expand->list.progress = NULL;
	progress_end(&progress);
	if (status)
		return status;
	for (uint64_t i = 0; i < expand->list.known_count; i++)
		expand->ranks[i] = expand->hidden[i].rank;
	qsort(expand->ranks, expand->list.known_count, sizeof(*expand->ranks),
	      sp_compare_u64);
	if (method == SP_EXPAND_COMBINED && !expand->options.judge)
		cmd_result(cmd, "rounds %u weights links %.3f cocitation %.3f "
			   "coupling %.3f walk %.3f", weights.rounds,
			   weights.of[SP_EXPAND_LINKS],
			   weights.of[SP_EXPAND_COCITATION],
			   weights.of[SP_EXPAND_COUPLING],
			   weights.of[SP_EXPAND_WALK]);
	return SP_OK;
}

double
seedexpand_found(const struct seedexpand *expand, uint64_t first)
{
	uint64_t low = 0, high = expand->list.known_count;

	if (high < 2)
		return NAN;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (expand->ranks[middle] <= first)
			low = middle + 1;
		else
			high = middle;
	}
	return (double)low / (double)expand->list.known_count;
}

static double
found_of_fold(const struct seedexpand *expand, uint64_t first, unsigned fold)
{
	uint64_t found = 0, hidden = 0;

	for (uint64_t i = 0; i < expand->list.known_count; i++)
		if (expand->hidden[i].fold == fold) {
			hidden++;
			found += expand->hidden[i].rank <= first;
		}
	return hidden ? (double)found / (double)hidden : NAN;
}

/*
 * Few hidden pages among the first say little, so at least the square root of
 * their number counts, or all that were found.  Precision falls along a list,
 * so that what a longer part of it has, a shorter one has, too.
 */
double
seedexpand_precision(const struct seedexpand *expand, uint64_t first)
{
	const uint64_t count = expand->list.known_count;
	const double left = (double)(expand->options.expect - count);
	uint64_t enough = (uint64_t)ceil(sqrt((double)count));
	double most;

	if (!expand->options.expect || count < 2)
		return NAN;
	while (enough > 1 && expand->ranks[enough - 1] == SP_EXPAND_NEVER)
		enough--;
	if (expand->ranks[enough - 1] == SP_EXPAND_NEVER)
		return 0;
	if (first < expand->ranks[enough - 1])
		first = expand->ranks[enough - 1];
	most = seedexpand_found(expand, first) / (double)first;
	for (uint64_t i = enough; i < count; i++)
		if (expand->ranks[i] > first &&
		    expand->ranks[i] < SP_EXPAND_NEVER)
			most = fmax(most, (double)(i + 1) / (double)count /
					  (double)expand->ranks[i]);
	return fmin(1, most * left);
}

void
seedexpand_report(struct seedexpand *expand)
{
	static const uint64_t firsts[] = { 10, 50, REPORTED };
	const uint64_t left = expand->pages - expand->list.known_count;
	double found[3];

	if (expand->list.known_count < 2) {
		cmd_warn(expand->cmd, "a list of one page: nothing can be "
			 "hidden, so nothing says how good the answer is");
		return;
	}
	for (unsigned i = 0; i < 3; i++)
		found[i] = seedexpand_found(expand, firsts[i]);
	cmd_result(expand->cmd, "found of the hidden list in 10 %.3f 50 %.3f "
		   "200 %.3f", found[0], found[1], found[2]);
	cmd_measure(expand->cmd, "found_in_10", found[0]);
	cmd_measure(expand->cmd, "found_in_50", found[1]);
	cmd_measure(expand->cmd, "found_in_200", found[2]);
	if (expand->list.known_count >= TELLING && left > REPORTED &&
	    found[2] < BETTER_THAN_CHANCE * REPORTED / (double)left)
		cmd_warn(expand->cmd, "when parts of the list were hidden, "
			 "%.1f %% of it came among the first %d pages, and "
			 "%.1f %% would by chance: links say little about "
			 "this list", 100 * found[2], REPORTED,
			 100.0 * REPORTED / (double)left);
}

/* ---- the table -------------------------------------------------------- */

static void
judge_row(const struct seedexpand *expand, struct table *table,
	  enum sp_expand_method method, uint64_t first)
{
	double least = NAN, most = NAN;

	for (unsigned fold = 0; fold < SP_EXPAND_FOLDS; fold++) {
		double found = found_of_fold(expand, first, fold);

		/* Of a number and NAN, both give the number. */
		least = fmin(least, found);
		most = fmax(most, found);
	}
	table_string(table, sp_expand_word(method));
	table_uint(table, first);
	table_measure(table, seedexpand_found(expand, first));
	table_measure(table, least);
	table_measure(table, most);
	table_measure(table, seedexpand_precision(expand, first));
}

enum sp_status
seedexpand_judge(struct seedexpand *expand, struct cmd_output *output)
{
	static const char *const columns[] = {
		"method", "first", "found", "found_least", "found_most",
		"precision", NULL
	};
	static const unsigned steps[] = { 1, 2, 5 };
	const uint64_t left = expand->pages - expand->list.known_count;
	struct table table;

	if (expand->list.known_count < 2)
		return sp_fail(&expand->cmd->err, SP_DATA, "option --judge: a "
			       "list of one page has no part to hide");
	table_begin(&table, output, columns, expand->options.json,
		    &expand->cmd->err);
	table.digits = 6;
	for (unsigned i = 0; i < SP_EXPAND_COUNT; i++) {
		enum sp_expand_method method = (enum sp_expand_method)i;

		if (expand->options.method_word &&
		    method != expand->options.method)
			continue;
		if (seedexpand_rank(expand, method))
			return expand->cmd->err.status;
		for (uint64_t ten = 10; ten < left; ten *= 10)
			for (unsigned k = 0; k < 3; k++)
				if (steps[k] * ten < left)
					judge_row(expand, &table, method,
						  steps[k] * ten);
		judge_row(expand, &table, method, left);
	}
	return table_end(&table);
}
