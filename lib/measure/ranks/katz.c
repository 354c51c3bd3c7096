/* SPDX-License-Identifier: MIT */
/*
 * Katz: x = alpha A^T x + 1, the paths that lead to a page, of which one of n
 * links counts alpha^n.
 *
 * The sum exists for alpha below 1 over the spectral radius of A.  By default,
 * alpha is alpha-share of 1 over a bound from above of the radius (radius.h),
 * so that the iteration converges whatever the graph, by alpha-share a pass or
 * faster in the long run.
 *
 * Without cycles the radius is 0, paths end, and any alpha will do; one pass in
 * topological order is exact (acyclic.h).  alpha is then that of a cycle of the
 * heaviest links: alpha-share itself if links have no weights.
 *
 * With an alpha that was given, nothing is estimated: if it is too large,
 * changes grow from pass to pass, and there is no score.  Changes may grow for
 * some passes and still vanish, so that is judged at the end.  One that was
 * chosen is never too large, and is not judged.
 *
 * Memory: 8 bytes a page and those of linksums.h; and before, while cycles are
 * looked for, those of acyclic.h.
 */
#include "measure/ranks/acyclic.h"
#include "measure/ranks/radius.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { KATZ_ALPHA, KATZ_SHARE, KATZ_TOLERANCE, KATZ_ITERATIONS };

#define KATZ_SHARE_USUAL 0.85

/* ---- the iteration ---------------------------------------------------- */

struct katz {
	struct sp_linksums linksums;
	struct sp_rank_report *report;
	double alpha;
	double *scores, *sums;
	double change;           /* of all scores, in the last pass */
	double earlier, earliest; /* ... in the last two passes whose number is
				    a power of 2 */
};

/* x = 1 + alpha sum.  Leaves the changes in sums, to be added up. */
static enum sp_status
katz_step(struct katz *katz, uint64_t pages, struct sp_error *err)
{
	double *scores = katz->scores, *sums = katz->sums, all;

	if (sp_linksums_sum(&katz->linksums, scores, sums, err))
		return err->status;
#pragma omp parallel for num_threads(katz->linksums.threads) schedule(static)
	for (uint64_t page = 0; page < pages; page++) {
		double score = 1 + katz->alpha * sums[page];

		sums[page] = fabs(score - scores[page]);
		scores[page] = score;
	}
	katz->change = sp_sum(sums, pages);
	all = sp_sum(scores, pages);
	katz->report->residual = katz->change / all;
	return isfinite(all) ? SP_OK :
	       sp_fail(err, SP_DATA, "katz: the scores grow beyond all bounds "
		       "with alpha=%.6g (give a smaller one)", katz->alpha);
}

/* Changes that do not shrink: there is no score to go to. */
static enum sp_status
katz_check_growth(const struct katz *katz, double tolerance,
		  struct sp_error *err)
{
	if (katz->report->residual < tolerance || katz->change == 0 ||
	    katz->change < katz->earliest)
		return SP_OK;
	return sp_fail(err, SP_DATA, "katz: alpha=%.6g is too large, or "
		       "iterations=%" PRIu64 " too few: changes still grow "
		       "(without alpha=, one is chosen that is not too large)",
		       katz->alpha, katz->report->iterations);
}

static enum sp_status
katz_iterate(struct katz *katz, struct sp_rank_input *input,
	     const double *values, struct sp_error *err)
{
	struct sp_rank_report *report = katz->report;
	uint64_t pages = sp_graph_pages(input->graph);
	uint64_t most = (uint64_t)values[KATZ_ITERATIONS];

	report->tolerance = values[KATZ_TOLERANCE];
	katz->earlier = katz->earliest = INFINITY;
	for (uint64_t page = 0; page < pages; page++)
		katz->scores[page] = 1;
	while (report->iterations < most) {
		sp_progress_report(input->progress, report->iterations, most);
		if (katz_step(katz, pages, err))
			return err->status;
		report->iterations++;
		if (report->residual < report->tolerance || katz->change == 0)
			break;
		if (!(report->iterations & (report->iterations - 1))) {
			katz->earliest = katz->earlier;
			katz->earlier = katz->change;
		}
	}
	return values[KATZ_ALPHA] > 0 ?
		       katz_check_growth(katz, report->tolerance, err) : SP_OK;
}

/* ---- alpha ------------------------------------------------------------ */

static enum sp_status
katz_choose_alpha(struct katz *katz, double share, struct sp_error *err)
{
	struct sp_radius radius;

	if (sp_radius_estimate(&katz->linksums, katz->scores, katz->sums,
			       &radius, err))
		return err->status;
	katz->alpha = share / radius.most;
	sp_rank_note(katz->report, "radius_at_most", radius.most, false);
	sp_rank_note(katz->report, "radius_about", radius.about, false);
	sp_rank_note(katz->report, "radius_passes", radius.steps, true);
	if (radius.steps == SP_RADIUS_STEPS)
		snprintf(katz->report->warning,
			 sizeof(katz->report->warning), "the spectral radius "
			 "has not settled in %d passes: alpha may be far below "
			 "its share (alpha= gives another)", SP_RADIUS_STEPS);
	return SP_OK;
}

static enum sp_status
katz_with_cycles(struct sp_rank_input *input, const double *values,
		 double *scores, struct sp_rank_report *report,
		 struct sp_error *err)
{
	struct katz katz = { .report = report, .alpha = values[KATZ_ALPHA],
			     .scores = scores };
	uint64_t pages = sp_graph_pages(input->graph);
	enum sp_status status = sp_linksums_begin(&katz.linksums, input, err);

	katz.sums = sp_alloc_large(pages, sizeof(*katz.sums));
	if (!status && !katz.sums)
		status = sp_no_memory(err, "the scores");
	if (!status && !(katz.alpha > 0))
		status = katz_choose_alpha(&katz, values[KATZ_SHARE], err);
	if (!status) {
		sp_rank_note(report, "alpha", katz.alpha, false);
		status = katz_iterate(&katz, input, values, err);
	}
	sp_linksums_free(&katz.linksums);
	free(katz.sums);
	return status;
}

/* ---- the method ------------------------------------------------------- */

static enum sp_status
katz_check_range(const double *scores, uint64_t pages, double alpha,
		 struct sp_error *err)
{
	for (uint64_t page = 0; page < pages; page++)
		if (!isfinite(scores[page]))
			return sp_fail(err, SP_DATA, "katz: too many paths: "
				       "the scores are too large for numbers "
				       "with alpha=%.6g (give a smaller one)",
				       alpha);
	return SP_OK;
}

static enum sp_status
katz_compute(struct sp_rank_input *input, const double *values, double *scores,
	     struct sp_rank_report *report, struct sp_error *err)
{
	double heaviest = sp_heaviest_link(input);
	double alpha = values[KATZ_ALPHA] > 0 ? values[KATZ_ALPHA] :
		       values[KATZ_SHARE] / (heaviest > 0 ? heaviest : 1);
	bool acyclic;

	if (sp_katz_acyclic(input, alpha, scores, &acyclic, err))
		return err->status;
	if (!acyclic)
		return katz_with_cycles(input, values, scores, report, err);
	report->iterations = 1;
	sp_rank_note(report, "radius_at_most", 0, false);
	sp_rank_note(report, "alpha", alpha, false);
	snprintf(report->remark, sizeof(report->remark), "no cycles, so that "
		 "the spectral radius is 0, and the scores are exact");
	return katz_check_range(scores, sp_graph_pages(input->graph), alpha,
				err);
}

static const char *
katz_fault(const double *values, bool weighted)
{
	(void)weighted;
	return values[KATZ_ALPHA] > 0 &&
	       values[KATZ_SHARE] != KATZ_SHARE_USUAL ?
		"alpha and alpha-share exclude each other" : NULL;
}

static const struct sp_parameter katz_parameters[] = {
	[KATZ_ALPHA] = SP_OPTION_REAL("alpha", 0, 1e300, 0,
		"factor for each link of a path; 0: by alpha-share"),
	[KATZ_SHARE] = SP_OPTION_REAL("alpha-share", 1e-9, 0.999999,
		KATZ_SHARE_USUAL, "alpha, times the spectral radius at most"),
	[KATZ_TOLERANCE] = SP_OPTION_REAL("tolerance", 0, 1, 1e-9,
		"stop at a residual below this; 0: never"),
	[KATZ_ITERATIONS] = SP_OPTION_WHOLE("iterations", 1, 1e6, 1000,
		"stop after this many"),
	SP_OPTION_END
};

const struct sp_rank_method sp_rank_katz = {
	.name = "katz",
	.help = "pages that many paths lead to, short ones most",
	.source = "Katz 1953", .parameters = katz_parameters,
	.steps = "iteration", .weighs = true, .iterates = true,
	.fault = katz_fault, .compute = katz_compute
};
