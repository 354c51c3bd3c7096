/* SPDX-License-Identifier: MIT */
/*
 * fit.h - the parameters with which the generator makes a web like a given one.
 *
 * Three are figures of the graph itself: links a page, the share between
 * hosts, and that of pages without links.  The exponent of host sizes is the
 * one of greatest likelihood for the sizes of at least 4 pages, under the law
 * that the generator draws from, with its bounds.
 *
 * Three others shape a figure in a way that no formula gives.  They are found
 * by trial: webs of as many pages as the graph has, 50,000 at most, are
 * generated and measured, and the parameter that gives the graph's figure is
 * found by halving its range, to a 64th of it.  One after the other: the
 * spread of out-degrees, the exponent of popularity (from the share of the
 * links between hosts that lead to the 16 most popular pages), and the
 * share of links in pairs (from that of reciprocal links).
 *
 * The exponent of popularity inside hosts and the fan-out are not fitted.
 *
 * The trials round values as they are printed, so that machines whose log() and
 * pow() differ in the last bit make the same ones.
 */
#ifndef SP_GRAPH_GENERATE_FIT_H
#define SP_GRAPH_GENERATE_FIT_H

#include "base/progress.h"
#include "graph/generate/generate.h"
#include "graph/generate/measure.h"

enum sp_fit_parameter {
	SP_FIT_LINKS, SP_FIT_BETWEEN, SP_FIT_DANGLING, SP_FIT_HOSTS,
	SP_FIT_SPREAD, SP_FIT_POPULARITY, SP_FIT_RECIPROCAL,
	SP_FIT_PARAMETERS
};

enum sp_fit_result {
	SP_FIT_DEFAULT, /* the graph does not tell: it is the default */
	SP_FIT_FOUND,
	SP_FIT_LIMIT    /* the end of the range, which is not enough */
};

/* Fewest pages of a graph, and fewest hosts of 4 pages for their exponent. */
#define SP_FIT_PAGES 1000
#define SP_FIT_HOSTS_MIN 20

struct sp_generate_fit {
	struct sp_generate_options options; /* the others are the defaults */
	enum sp_fit_result results[SP_FIT_PARAMETERS];
	struct sp_web_figures figures;      /* of the graph */
	uint64_t hosts;                     /* with at least 4 pages */
	uint64_t largest_host;              /* pages */
};

/*
 * Fits a graph of at least SP_FIT_PAGES pages that has links; the host of page
 * p is unit_of[p] < units.  Values are rounded as they are printed, to at most
 * four decimals.  Reports trials to progress, which may be NULL.  Memory: see
 * sp_web_measure(), and 4 bytes a host.  SP_DATA if the graph is too small,
 * has no links or is damaged; SP_MEMORY.
 */
enum sp_status sp_generate_fit(const struct sp_graph *graph,
			       const uint32_t *unit_of, uint64_t units,
			       int threads, const struct sp_progress *progress,
			       struct sp_generate_fit *fit,
			       struct sp_error *err);

/* The value of a parameter, in the options. */
double sp_fit_value(const struct sp_generate_fit *fit,
		    enum sp_fit_parameter parameter);

#endif
