/* SPDX-License-Identifier: MIT */
/*
 * hotcurve.h - the parts of hotcurve: its options and the points of curves
 * (hotcurve.c), what it reads and ranks (benchmark.c), a file for each
 * metric, what metrics that are curves share (curves.c), what all figures
 * share (figure.c), and --summary (summary.c).
 */
#ifndef CMD_HOTCURVE_HOTCURVE_H
#define CMD_HOTCURVE_HOTCURVE_H

#include "draws.h"
#include "metrics.h"

#include "cli/input.h"
#include "cli/line.h"
#include "cli/plot.h"
#include "graph/hosts.h"
#include "measure/crawl/hotrank.h"
#include "measure/crawl/throughput.h"
#include "stream/section/orders.h"

#include <string.h>

#define HOTCURVE_NUMBER(name) HOTCURVE_NUMBER_##name,
enum hotcurve_number { HOTCURVE_METRICS(HOTCURVE_NUMBER) HOTCURVE_COUNT };
#undef HOTCURVE_NUMBER

enum hotcurve_ties { TIES_EXACT, TIES_THRESHOLD };
enum hotcurve_scale { SCALE_AUTO, SCALE_PROB, SCALE_MEAN1 };

struct hotcurve_options {
	enum hotcurve_number metric;
	enum hotcurve_ties ties;
	enum hotcurve_scale scale;
	unsigned terminal;      /* of the script: enum figure_type */
	enum figure_type image; /* by the suffix of -o */
	struct figure_size size;
	const char *bench, *score, *at, *title, *size_text, *columns;
	uint64_t points, tranche, fixed, partial;
	unsigned digits;
	unsigned precision;     /* of --summary; 0: all digits */
	bool summary, reachable, restricted, done, json, gnuplot, minus_shuffle;
	bool recorded, scores;
	double threshold;       /* of relevant pages; 0: none */
	double share;           /* --hot-per-host; 0: no cap */
	bool topic;             /* the benchmark is relevance */
	bool draws;             /* an image or a script, not a table */
};

struct hotcurve_run {
	struct cmd *cmd;
	const struct hotcurve_options *options;
	const struct hotcurve_metric *metric;
	struct sp_contents contents;   /* orders; graph, score */
	const struct sp_order_list *orders; /* of contents */
	struct sp_contents bench;      /* --bench */
	double *computed;              /* PageRank, if no score was given */
	const double *score;
	struct sp_basis basis;         /* of the score */
	uint64_t pages;
	double total;                  /* of the score */
	uint64_t *reachable;           /* bitset of pages; or NULL */
	bool lost_seeds;               /* it was warned of */
	bool other_links, tied, capped; /* they were warned of */
	struct sp_units hot_groups;    /* of pages, for --hot-per-host */
	struct sp_hotrank ranking;
	uint32_t *groups;
	struct sp_hot hot;
	uint32_t *hits;
	double *fractions;             /* --at */
	uint64_t fraction_count;
	uint64_t *points, point_count; /* downloads at which to sample */
	uint64_t tranche;              /* pages */
	double end;                    /* of the longest curve: its part of
					* the ranked pages */
	char *label;                   /* of the file that is read; or NULL */
	struct draw_set draws;         /* figures of all orders so far */
	struct draw_set baselines;     /* and of what they are compared with */
	double height;                 /* of the figure; 0: the usual one */
	bool utf8;                     /* labels of axes are not ASCII */
	struct cmd_output *output;
};

/* Options that are only for some metrics; every other option is for all. */
enum hotcurve_option {
	HOTCURVE_BENCH = 1,      /* --bench, --score: it needs a benchmark */
	HOTCURVE_REACHABLE = 2,  /* --reachable: it ranks the pages */
	HOTCURVE_POINTS = 4,     /* --points: it is sampled */
	HOTCURVE_AT = 8,         /* --at */
	HOTCURVE_TRANCHE = 16,   /* --tranche */
	HOTCURVE_HOT = 32,       /* --fixed, --ties, --hot-per-host: it has a
				  * hot set */
	HOTCURVE_DIGITS = 64,    /* --digits: it compares scores */
	HOTCURVE_TAU = 128,      /* --restrict, --partial, --done, --scores */
	HOTCURVE_SCALE = 256,    /* --scale: it prints scores */
	HOTCURVE_DEPTH = 512,    /* --recorded: it needs depths */
	HOTCURVE_TABLE = 1024,   /* --columns: it reads tables */
	HOTCURVE_REPEATS = 4096, /* no option: pages that several processes
				  * downloaded count each time; for the others
				  * the first download is the only one */
	HOTCURVE_TOPIC = 8192,   /* --threshold: it needs relevance */
	HOTCURVE_SEEDS = 2048    /* no option: it searches the graph from the
				  * seeds, and uses hosts if there are any */
};

/*
 * A metric.  It either prints by itself, or is a curve over downloads and
 * leaves that to curves.c.
 */
struct hotcurve_metric {
	unsigned options; /* enum hotcurve_option, combined with "|" */
	bool groups;      /* it needs run->groups */
	bool text;        /* it reads tables, and no orders */

	/* Prints to the open output as TSV, JSON Lines or gnuplot script. */
	enum sp_status (*print)(struct hotcurve_run *run);

	/*
	 * Adds the figures of order i of the file that was read, from
	 * hotcurve_draw().  NULL: there is only one file.
	 */
	enum sp_status (*collect)(struct hotcurve_run *run, uint64_t i);

	/* Or, if print is NULL: values of the order at run->points. */
	void (*curve)(struct hotcurve_run *run, const uint32_t *order,
		      uint64_t count, double *values);
	/*
	 * The value of a random order at x downloads, on average: part is x
	 * divided by the ranked pages, mass the sum of their scores.
	 */
	double (*shuffle)(const struct hotcurve_run *run, double part,
			  double mass);
	/* Chooses the points; NULL: options->points of them, evenly. */
	enum sp_status (*spread)(struct hotcurve_run *run);
	enum hotcurve_scale scale;   /* that SCALE_AUTO stands for */
	const char *title;           /* of the figure */
	const char *label_prob, *label_mean1; /* of its y axis, by scale */
};

#define HOTCURVE_DECLARE(name) \
	extern const struct hotcurve_metric hotcurve_##name;
HOTCURVE_METRICS(HOTCURVE_DECLARE)
#undef HOTCURVE_DECLARE

/* Returns the name of the score that is the benchmark. */
static inline const char *
hotcurve_score_name(const struct hotcurve_options *options)
{
	if (options->score)
		return options->score;
	return options->topic ? "relevance" : "pagerank";
}

static inline const struct sp_order *
order_at(const struct hotcurve_run *run, uint64_t i)
{
	return &run->orders->orders[i].order;
}

/* Returns the downloads of the longest order. */
static inline uint64_t
hotcurve_longest(const struct hotcurve_run *run)
{
	uint64_t most = 0;

	for (uint64_t i = 0; i < run->orders->count; i++)
		if (order_at(run, i)->count > most)
			most = order_at(run, i)->count;
	return most;
}

/* ---- orders and their benchmark (benchmark.c) ------------------------- */

/* Returns whether the run needs a benchmark; --summary always does. */
static inline bool
hotcurve_is_judged(const struct hotcurve_run *run)
{
	return run->options->summary || run->metric->options & HOTCURVE_BENCH;
}

/* Do both orders record the same seeds? */
static inline bool
hotcurve_same_seeds(const struct sp_order *a, const struct sp_order *b)
{
	return a->seed_count && a->seed_count == b->seed_count &&
	       !memcmp(a->seeds, b->seeds, a->seed_count * sizeof(*a->seeds));
}

/* Returns whether the run follows links: then the graph is kept. */
static inline bool
hotcurve_follows_links(const struct hotcurve_run *run)
{
	return run->options->partial || run->metric->options & HOTCURVE_SEEDS ||
	       (run->metric->options & HOTCURVE_DEPTH &&
		!run->options->recorded);
}

/*
 * Loads the orders of the first file, the benchmark and, if it is needed, the
 * graph.
 */
enum sp_status hotcurve_load(struct hotcurve_run *run) SP_MUST_CHECK;

/* Loads the orders of another file in place of those before. */
enum sp_status hotcurve_load_next(struct hotcurve_run *run, uint64_t file)
	SP_MUST_CHECK;

/* Finds the benchmark. */
enum sp_status hotcurve_find_benchmark(struct hotcurve_run *run) SP_MUST_CHECK;

/*
 * Checks that the orders are of the graph of the benchmark, and ranks the
 * pages by it; again for each file only with --reachable.  last: no file
 * follows.
 */
enum sp_status hotcurve_rank(struct hotcurve_run *run, bool last)
	SP_MUST_CHECK;

/*
 * --hot-per-host (hot_groups.c): changes the ranks so that no host and path
 * shape has more than its share of the hot pages.
 */
enum sp_status hotcurve_cap_hosts(struct hotcurve_run *run) SP_MUST_CHECK;

/* ---- files of orders (files.c) ---------------------------------------- */

/* The number of files, at least 1. */
uint64_t hotcurve_files(const struct hotcurve_run *run);

/*
 * Sets run->label for "NAME=FILE" and returns the path; NULL if memory is
 * short.
 */
const char *hotcurve_split_label(struct hotcurve_run *run,
				 const char *operand);

/*
 * Adds a draw of order i of the file, under its name or that of the file.
 * Returns size numbers, NaN, to be filled in, or NULL if memory is short.
 */
double *hotcurve_draw(struct hotcurve_run *run, uint64_t i, uint64_t size);

/* Are there several draws of an order, with quartiles to report? */
static inline bool
hotcurve_has_quartiles(const struct hotcurve_run *run)
{
	return run->draws.most > 1;
}

/* ---- what metrics share (curves.c) ------------------------------------ */

/* Returns the scale given by --scale, or that of the metric. */
enum hotcurve_scale hotcurve_scale_of(const struct hotcurve_run *run);

/* Returns a score as a share of the sum of all or a multiple of their mean. */
double hotcurve_scaled(const struct hotcurve_run *run,
		       enum hotcurve_scale scale, double value);

/* Collects order i, and with the first one of a file the baselines. */
enum sp_status hotcurve_collect_curve(struct hotcurve_run *run, uint64_t i)
	SP_MUST_CHECK;

/* Prints a metric that is a curve: each order, shuffle, and ideal. */
enum sp_status hotcurve_print_curves(struct hotcurve_run *run) SP_MUST_CHECK;

/* ---- figures (figure.c) ----------------------------------------------- */

/* Appends 1234567 as "1,234,567". */
void hotcurve_add_number(struct line *line, uint64_t value);

/*
 * Starts a figure, with a caption that names graph, benchmark and seeds;
 * --title replaces title.  entries: lines of the legend.  SP_USAGE if there
 * are more orders than styles; SP_MEMORY.
 */
enum sp_status hotcurve_plot_begin(struct hotcurve_run *run,
				   struct plot *plot, const char *title,
				   unsigned panels, uint64_t entries)
	SP_MUST_CHECK;

/* Returns whether order i of run->draws has a curve. */
typedef bool hotcurve_chooser(const struct hotcurve_run *run, uint64_t i);

/*
 * Plots the orders of run->draws of which is_shown() is true: those columns of
 * curve, in data block i for order i, of at most rows rows.
 * curve.first: rows of the shortest curve; 0: all have rows of them.
 */
enum sp_status hotcurve_plot_orders(struct hotcurve_run *run,
				    struct plot *plot,
				    struct plot_curve curve, uint64_t rows,
				    hotcurve_chooser *is_shown)
	SP_MUST_CHECK;

/* --summary (summary.c): one row of figures for each order. */
enum sp_status hotcurve_collect_summary(struct hotcurve_run *run, uint64_t i)
	SP_MUST_CHECK;
enum sp_status hotcurve_print_summary(struct hotcurve_run *run) SP_MUST_CHECK;

#endif
