/* SPDX-License-Identifier: MIT */
/*
 * Closeness: the inverse of the mean distance from the pages that reach a page,
 * times their share of all others (measure/graph/harmonic.h, with which it
 * shares the rounds and the searches, and the memory that they take).
 */
#include "measure/graph/harmonic.h"
#include "measure/ranks/methods.h"

enum { CLOSENESS_HOW, CLOSENESS_REGISTERS, CLOSENESS_SEED };
enum { HOW_ESTIMATE, HOW_EXACT };

static enum sp_status
closeness_compute(struct sp_rank_input *input, const double *values,
		  double *scores, struct sp_rank_report *report,
		  struct sp_error *err)
{
	const struct sp_harmonic_options how = {
		.register_bits = (unsigned)values[CLOSENESS_REGISTERS],
		.seed = (uint64_t)values[CLOSENESS_SEED],
		.threads = input->threads, .progress = input->progress,
		.closeness = true
	};
	struct sp_harmonic_report done = { .rounds = 0 };
	enum sp_status status;

	if (values[CLOSENESS_HOW] == HOW_EXACT)
		status = sp_harmonic_exact(input->graph, &how, scores,
					   &done.rounds, err);
	else
		status = sp_harmonic(input->graph, &how, scores, &done, err);
	if (status)
		return status;
	sp_rank_note(report, "rounds", done.rounds, true);
	if (values[CLOSENESS_HOW] == HOW_EXACT)
		return SP_OK;
	sp_rank_note(report, "bytes_counters", (double)done.memory, true);
	sp_rank_note(report, "relative_error", done.error, false);
	return SP_OK;
}

static const char *
closeness_fault(const double *values, bool weighted)
{
	(void)weighted;
	return values[CLOSENESS_HOW] == HOW_EXACT &&
	       (values[CLOSENESS_REGISTERS] != 6 ||
		values[CLOSENESS_SEED] != 1) ?
		"registers and seed are for estimates, not for exact" : NULL;
}

static const struct sp_parameter closeness_parameters[] = {
	[CLOSENESS_HOW] = SP_OPTION_CHOICE("how", "estimate|exact",
		"by counters, or by a search from each page"),
	[CLOSENESS_REGISTERS] = SP_OPTION_WHOLE("registers",
		SP_REGISTER_BITS_MIN, SP_REGISTER_BITS_MAX, 6,
		"2^registers in the counter of a page"),
	[CLOSENESS_SEED] = SP_OPTION_WHOLE("seed", 0, 0x1p53, 1,
		"seed of the hash of pages"),
	SP_OPTION_END
};

const struct sp_rank_method sp_rank_closeness = {
	.name = "closeness",
	.help = "pages that many pages reach by few links",
	.source = "Wasserman and Faust 1994; Boldi and Vigna 2013",
	.parameters = closeness_parameters, .steps = "block",
	.fault = closeness_fault, .compute = closeness_compute
};
