/* SPDX-License-Identifier: MIT */
/*
 * Betweenness: the share of shortest paths that a page is on, of all ordered
 * pairs of other pages; a pair that no path connects adds nothing.
 */
#include "measure/ranks/paths.h"

#include <stdio.h>

enum {
	BETWEENNESS_HOW, BETWEENNESS_ERROR, BETWEENNESS_FAILURE,
	BETWEENNESS_SEED
};
enum { HOW_SAMPLE, HOW_EXACT };

#define ERROR_USUAL 0.01
#define FAILURE_USUAL 0.1

/* Scores that are within the error of 0 are in no order. */
static void
betweenness_warn(const struct sp_rank_input *input, const double *scores,
		 double error, struct sp_rank_report *report)
{
	double most = 0;

	for (uint64_t page = 0; page < sp_graph_pages(input->graph); page++)
		most = scores[page] > most ? scores[page] : most;
	if (most < error)
		snprintf(report->warning, sizeof(report->warning), "the "
			 "largest score, %.3g, is below the error of %g, so "
			 "that no order follows (give a smaller error)", most,
			 error);
}

static enum sp_status
betweenness_compute(struct sp_rank_input *input, const double *values,
		    double *scores, struct sp_rank_report *report,
		    struct sp_error *err)
{
	const struct sp_paths_options how = {
		values[BETWEENNESS_ERROR], values[BETWEENNESS_FAILURE],
		(uint64_t)values[BETWEENNESS_SEED]
	};
	uint64_t samples;

	if (values[BETWEENNESS_HOW] == HOW_EXACT)
		return sp_paths_exact(input, scores, err);
	if (sp_paths_sample(input, &how, scores, &samples, err))
		return err->status;
	sp_rank_note(report, "samples", (double)samples, true);
	sp_rank_note(report, "error", samples ? how.error : 0, false);
	sp_rank_note(report, "failure", samples ? how.failure : 0, false);
	if (samples)
		betweenness_warn(input, scores, how.error, report);
	return SP_OK;
}

static const char *
betweenness_fault(const double *values, bool weighted)
{
	(void)weighted;
	return values[BETWEENNESS_HOW] == HOW_EXACT &&
	       (values[BETWEENNESS_ERROR] != ERROR_USUAL ||
		values[BETWEENNESS_FAILURE] != FAILURE_USUAL ||
		values[BETWEENNESS_SEED] != 1) ?
		"error, failure and seed are for samples, not for exact" :
		NULL;
}

static const struct sp_parameter betweenness_parameters[] = {
	[BETWEENNESS_HOW] = SP_OPTION_CHOICE("how", "sample|exact",
		"from sampled paths, or from all sources"),
	[BETWEENNESS_ERROR] = SP_OPTION_REAL("error", 1e-4, 0.25, ERROR_USUAL,
		"no score is off by more"),
	[BETWEENNESS_FAILURE] = SP_OPTION_REAL("failure", 1e-9, 0.5,
		FAILURE_USUAL, "... except with this probability"),
	[BETWEENNESS_SEED] = SP_OPTION_WHOLE("seed", 0, 0x1p53, 1,
		"seed of the samples"),
	SP_OPTION_END
};

const struct sp_rank_method sp_rank_betweenness = {
	.name = "betweenness",
	.help = "pages that many shortest paths go through",
	.source = "Freeman 1977; Brandes 2001; Borassi and Natale 2016",
	.parameters = betweenness_parameters, .steps = "search",
	.fault = betweenness_fault, .compute = betweenness_compute
};
