/* SPDX-License-Identifier: MIT */
/*
 * hotcurve.h - the parts of hotcurve: what it was asked and has read
 * (hotcurve.c), and what it prints of it (print.c,
 * time.c).
 */
#ifndef CMD_HOTCURVE_HOTCURVE_H
#define CMD_HOTCURVE_HOTCURVE_H

#include "cli/input.h"
#include "cli/plot.h"

#include "eval/hotrank.h"
#include "eval/throughput.h"
#include "section/orders.h"

enum hotcurve_metric { THROUGHPUT, CUMULATIVE, TRANCHE, DEPTH, TAU, TIME };
enum hotcurve_ties { TIES_EXACT, TIES_THRESHOLD };
enum hotcurve_scale { SCALE_AUTO, SCALE_PROB, SCALE_MEAN1 };

struct hotcurve_options {
	enum hotcurve_metric metric;
	enum hotcurve_ties ties;
	enum hotcurve_scale scale;
	enum plot_terminal terminal;
	const char *bench, *score, *at, *title;
	uint64_t points, tranche, fixed, partial;
	unsigned digits;
	bool summary, reachable, restricted, done, json, gnuplot;
};

/* One run: what it judges, and by what. */
struct run {
	struct cmd *cmd;
	const struct hotcurve_options *options;
	struct sp_contents contents;   /* orders; graph, score */
	const struct sp_order_list *orders; /* of contents */
	struct sp_contents bench;      /* --bench */
	double *computed;              /* PageRank that nobody gave */
	const double *score;
	struct sp_basis basis;         /* of the score */
	uint64_t pages;
	double total;                  /* of the score */
	uint64_t *reachable;
	struct sp_hotrank ranking;
	uint32_t *groups;
	struct sp_hot hot;
	uint32_t *hits;
	double *fractions;             /* --at */
	uint64_t fraction_count;
	uint64_t *points, point_count; /* downloads at which curves are told */
	uint64_t tranche;              /* pages */
	struct cmd_output *output;
};

static inline const struct sp_order *
order_at(const struct run *run, uint64_t i)
{
	return &run->orders->orders[i].order;
}

/* Prints what was asked, to the output that is open. */
enum sp_status hotcurve_print(struct run *run) SP_MUST_CHECK;

/* The metric time; SP_DATA when no order was timed. */
enum sp_status hotcurve_print_times(struct run *run) SP_MUST_CHECK;

/* A plot of so many panels; title unless another was given. */
void hotcurve_plot_begin(struct run *run, struct plot *plot, unsigned panels,
			 const char *title);

#endif
