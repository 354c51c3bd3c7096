/* SPDX-License-Identifier: MIT */
/*
 * hotcurve.h - the parts of hotcurve: its options (options.c), the run over
 * files and the points of curves (run.c), what it reads (load.c, files.c) and
 * ranks by (benchmark.c), groups of hot pages (hot_groups.c), a file for each
 * metric, what metrics that are curves share (curves.c), figures of orders that
 * are drawn several times (quartiles.c), what all plots share (figure.c), and
 * --summary (summary.c).
 */
#ifndef CMD_HOTCURVE_HOTCURVE_H
#define CMD_HOTCURVE_HOTCURVE_H

#include "draws.h"
#include "metrics.h"

#include "cli/input.h"
#include "cli/plot.h"
#include "cli/table.h"
#include "base/line.h"
#include "graph/shapes.h"
#include "measure/crawl/hotrank.h"
#include "measure/crawl/throughput.h"
#include "stream/section/orders.h"

#include <string.h>

#define HOTCURVE_NUMBER(name) HOTCURVE_NUMBER_##name,
enum hotcurve_number { HOTCURVE_METRICS(HOTCURVE_NUMBER) HOTCURVE_COUNT };
#undef HOTCURVE_NUMBER

enum hotcurve_ties { TIES_EXACT, TIES_THRESHOLD };
enum hotcurve_scale { SCALE_AUTO, SCALE_PROB, SCALE_MEAN1 };
enum hotcurve_axis { AXIS_DOWNLOADS, AXIS_HOURS, AXIS_REQUESTS };

/* The options, in groups of what they are about. */
struct hotcurve_options {
	enum hotcurve_number metric;
	enum hotcurve_scale scale;
	enum hotcurve_axis axis; /* what curves are over */
	const char *bench, *score, *at, *until, *columns;
	uint64_t points, tranche;
	uint64_t page_size; /* bytes, of a page that has no size */
	unsigned digits;
	unsigned precision; /* of --summary; 0: all digits */
	bool summary, reachable, json, minus_shuffle, recorded;
	double threshold;   /* of relevant pages; 0: none */

	struct {
		enum hotcurve_ties ties;
		uint64_t fixed; /* pages; 0: as many as downloads */
		double share;   /* --hot-per-host; 0: no cap */
		uint64_t per_shape; /* pages; 0: no cap */
		bool by_shape;  /* curves count shapes */
	} hot;
	struct {
		uint64_t partial;
		bool restricted, done, scores;
	} tau;
	struct {
		bool draws; /* an image or a script, not a table */
		bool gnuplot;
		unsigned terminal;      /* of the script: enum figure_type */
		enum figure_type image; /* by the suffix of -o */
		struct figure_size size;
		const char *title, *size_text;
	} figure;
};

/* What was read, of the file of orders that it is the turn of. */
struct hotcurve_input {
	struct sp_contents contents; /* orders; graph, score */
	struct sp_contents bench;    /* --bench */
	const struct sp_order_list *orders; /* of contents */
	const struct sp_graph *graph;       /* of contents, while it is kept */
	char *label; /* of the file that is read; or NULL */
	char *made;  /* the options of crawlorder that made the first file;
			or NULL */
	const char *made_otherwise; /* the file that is read, if its options
				       differ; or NULL */
};

/* What orders are judged by: a score, and the ranks that it gives. */
struct hotcurve_benchmark {
	const double *score;   /* of each page */
	double *computed;      /* it, if it was not read */
	struct sp_basis basis; /* of the score */
	uint64_t pages;
	double total;               /* of the score */
	uint64_t *reachable;        /* bitset of pages; or NULL */
	struct sp_shapes shapes;    /* learned from names; or empty */
	struct sp_units hot_groups; /* of pages: shapes, or hosts */
	bool by_hosts;              /* they are hosts */
	struct sp_hotrank ranking;
	uint32_t *groups;   /* ranks with ties as one; or NULL */
	struct sp_hot hot;  /* which pages are hot */
	uint32_t *hits;     /* room for sp_hot_hits() */
};

/* Seeds, and the pages that can be reached from them. */
struct hotcurve_reach {
	uint64_t seeds, pages;
};

/* A value that curves reach (--until). */
struct hotcurve_target {
	const char *text;  /* of the option */
	size_t length;
	double value;
	bool part;         /* ... of what an order has in the end */
};

/* The downloads at which curves are sampled. */
struct hotcurve_sample {
	double *fractions; /* --at */
	uint64_t fraction_count;
	uint64_t *points, point_count;
	uint64_t *moments; /* unless the axis is of downloads: microseconds;
			      points are the downloads of an order until each */
	struct hotcurve_target *targets; /* --until */
	uint64_t target_count;
	uint64_t tranche; /* pages; 0: points are not ends of tranches */
};

struct hotcurve_run {
	struct cmd *cmd;
	const struct hotcurve_options *options;
	const struct hotcurve_metric *metric;
	struct hotcurve_input input;
	struct hotcurve_benchmark bench;
	struct hotcurve_sample sample;
	struct hotcurve_reach reach; /* of the order before */
	struct {
		bool lost_seeds, other_links, tied, capped, sizeless, mixed;
	} warned; /* once is enough */
	struct draw_set draws;     /* figures of all orders so far */
	struct draw_set baselines; /* and of what they are compared with */
	double end;    /* of the longest curve: its part of the ranked pages */
	double height; /* of the figure; 0: the usual one */
	bool utf8;     /* labels of axes are not ASCII */
	struct cmd_output *output;
};

/* Options that are only for some metrics, which name them. */
enum hotcurve_option {
	HOTCURVE_REACHABLE = 1, /* --reachable */
	HOTCURVE_POINTS = 2,    /* --points */
	HOTCURVE_AT = 4,        /* --at */
	HOTCURVE_TRANCHE = 8,   /* --tranche */
	HOTCURVE_HOT = 16,      /* --fixed, --ties, --hot-per-... */
	HOTCURVE_DIGITS = 32,   /* --digits */
	HOTCURVE_TAU = 64,      /* --restrict, --partial, --done, --scores */
	HOTCURVE_SCALE = 128,   /* --scale */
	HOTCURVE_BY_SHAPE = 256, /* --by-shape */
	HOTCURVE_HOURS = 512,   /* -x */
	HOTCURVE_UNTIL = 1024   /* --until: curves that only rise */
};

/*
 * What a metric needs.  All of it is loaded, checked and computed before a
 * function of the metric is called, or the run has ended with a message that
 * says what is missing.  What a metric does not name may not be there.
 */
enum hotcurve_need {
	/*
	 * run->bench: a score, and the pages ranked by it (--bench, --score);
	 * run->sample, unless --summary.
	 */
	HOTCURVE_NEEDS_BENCHMARK = 1,
	/* The same, and the score is relevance (--threshold). */
	HOTCURVE_NEEDS_RELEVANCE = 2,
	/* The same, and run->bench.groups. */
	HOTCURVE_NEEDS_TIES = 4,
	/* run->input.graph, with links. */
	HOTCURVE_NEEDS_GRAPH = 8,
	/* The same, unless the orders have depths (--recorded). */
	HOTCURVE_NEEDS_DISTANCES = 16,
	/* Hosts of pages in run->input.contents, if the stream has them. */
	HOTCURVE_NEEDS_HOSTS = 32,
	/*
	 * All downloads of several processes; for other metrics the first
	 * download of a page is the only one.
	 */
	HOTCURVE_NEEDS_REPEATS = 64,
	/* Orders from different seeds: they are what it compares. */
	HOTCURVE_NEEDS_SEEDS = 128,
	/* Tables (--columns), which it reads by itself, and no orders. */
	HOTCURVE_NEEDS_TABLES = 256,
	/* Orders in time, and moments: it has no meaning over downloads. */
	HOTCURVE_NEEDS_HOURS = 512,
	/* Sizes of pages in run->input.contents, if the stream has them. */
	HOTCURVE_NEEDS_SIZES = 1024,
	/* Parents of downloads in the orders of the first file. */
	HOTCURVE_NEEDS_PARENTS = 2048,
	/* Any that stands for a benchmark. */
	HOTCURVE_NEEDS_JUDGE = HOTCURVE_NEEDS_BENCHMARK |
			       HOTCURVE_NEEDS_RELEVANCE | HOTCURVE_NEEDS_TIES
};

/*
 * A metric, which is a row of metrics.h and a file.  It is either a curve over
 * downloads, or it prints by itself; of every other member the zero value is
 * good.  A curve is all that throughput.c has.
 *
 * Functions return a status, with run->cmd->err set if it is not SP_OK.
 */
struct hotcurve_metric {
	unsigned needs;   /* enum hotcurve_need, combined with "|" */
	unsigned options; /* enum hotcurve_option: those that it understands */

	/*
	 * A curve, over the ranked pages, so that it needs a benchmark:
	 * values[i] of a crawl that has downloaded the pages of order, of which
	 * there are count, after run->sample.points[i] downloads, for all
	 * run->sample.point_count points.  Points beyond the end of a crawl are
	 * not shown unless --at asks for them.  With HOTCURVE_SCALE, values and
	 * those of shuffle() are scores as they are in run->bench, and get
	 * their scale afterwards.
	 */
	enum sp_status (*curve)(struct hotcurve_run *run,
				const uint32_t *order, uint64_t count,
				double *values);
	/*
	 * The value of a random order at x downloads, on average: part is x
	 * divided by the ranked pages, mass the sum of their scores.  NULL:
	 * there is no column for it, and no --minus-shuffle.
	 */
	double (*shuffle)(const struct hotcurve_run *run, double part,
			  double mass);
	/*
	 * Instead of shuffle(), if that takes more than x: shuffle[i] of a
	 * random order at point i, and all[i], what values are shares of there.
	 * With a name for that in counted, the table has it as a column.
	 */
	enum sp_status (*shuffle_all)(struct hotcurve_run *run, double *all,
				      double *shuffle);
	const char *counted; /* only with shuffle_all() */
	/* Sets run->sample's points; NULL: --points of them, evenly. */
	enum sp_status (*spread)(struct hotcurve_run *run);
	const char *title;       /* of the figure; NULL: the metric's name */
	const char *label;       /* of its y axis; NULL: the metric's name */
	const char *label_mean1; /* with --scale mean1; NULL: the same */
	enum hotcurve_scale scale; /* that SCALE_AUTO stands for */

	/*
	 * Or it prints by itself.  collect() adds the figures of order i of
	 * the file that was read, from hotcurve_draw(); NULL: there is only
	 * one file.  print() writes to the open output, as TSV, JSON Lines or
	 * gnuplot script.
	 */
	enum sp_status (*collect)(struct hotcurve_run *run, uint64_t i);
	enum sp_status (*print)(struct hotcurve_run *run);
};

#define HOTCURVE_DECLARE(name) \
	extern const struct hotcurve_metric hotcurve_##name;
HOTCURVE_METRICS(HOTCURVE_DECLARE)
#undef HOTCURVE_DECLARE

/* That of --summary, which has no word: one row of figures for each order. */
extern const struct hotcurve_metric hotcurve_summary;

/* That of --by-shape, which is a throughput of shapes. */
extern const struct hotcurve_metric hotcurve_by_shape;

/* ---- options (options.c) ---------------------------------------------- */

/* Room for all rows of the table, its end included. */
#define HOTCURVE_ROWS 40

/* Writes the table of options, whose values go to options. */
void hotcurve_put_rows(struct hotcurve_options *options,
		       struct option_row rows[HOTCURVE_ROWS]);

/*
 * Checks what the table cannot: operands that are images, and options that
 * contradict each other; and finds out whether a figure is drawn.
 */
enum sp_status hotcurve_check(struct cmd *cmd,
			      struct hotcurve_options *options);

/* ---- the run (run.c) -------------------------------------------------- */

/* The table, and the word of --metric for each row. */
extern const struct hotcurve_metric *const hotcurve_metrics[HOTCURVE_COUNT];
extern const char *const hotcurve_metric_names[HOTCURVE_COUNT];

/*
 * Runs the filter with parsed options: loads what the metric needs, collects
 * the figures of all files, and writes the output.  What an option excludes has
 * been checked before (hotcurve.c).
 */
enum sp_status hotcurve_run(struct cmd *cmd,
			    const struct hotcurve_options *options);

/*
 * Makes room for count points, of which run->sample.point_count is the number
 * then.  For spread().
 */
enum sp_status hotcurve_set_points(struct hotcurve_run *run, uint64_t count);

/*
 * Counts the seeds of order i of the file, and the pages that can be reached
 * from them.  For metrics with HOTCURVE_NEEDS_GRAPH and a benchmark, which ask
 * for all orders, one after another: the search is made once for those that
 * have the same seeds.
 */
enum sp_status hotcurve_count_reached(struct hotcurve_run *run, uint64_t i,
				      struct hotcurve_reach *reach);

/* Does the metric know the value of a random order? */
static inline bool
hotcurve_has_shuffle(const struct hotcurve_metric *metric)
{
	return metric->shuffle || metric->shuffle_all;
}

static inline const char *
hotcurve_metric_name(const struct hotcurve_run *run)
{
	return hotcurve_metric_names[run->options->metric];
}

/* Returns the name of the score that is the benchmark. */
static inline const char *
hotcurve_score_name(const struct hotcurve_run *run)
{
	if (run->options->score)
		return run->options->score;
	return run->metric->needs & HOTCURVE_NEEDS_RELEVANCE ? "relevance" :
							       "pagerank";
}

static inline const struct sp_order *
order_at(const struct hotcurve_run *run, uint64_t i)
{
	return &run->input.orders->orders[i].order;
}

/* Returns the downloads of the longest order. */
static inline uint64_t
hotcurve_longest(const struct hotcurve_run *run)
{
	uint64_t most = 0;

	for (uint64_t i = 0; i < run->input.orders->count; i++)
		if (order_at(run, i)->count > most)
			most = order_at(run, i)->count;
	return most;
}

/* ---- what is read (load.c) -------------------------------------------- */

/*
 * Loads the orders of the first file, the benchmark and, if it is needed, the
 * graph.
 */
enum sp_status hotcurve_load(struct hotcurve_run *run);

/* Loads the orders of another file in place of those before. */
enum sp_status hotcurve_load_next(struct hotcurve_run *run, uint64_t file);

/* ---- orders and their benchmark (benchmark.c) ------------------------- */

/* Returns whether the run needs a benchmark. */
static inline bool
hotcurve_is_judged(const struct hotcurve_run *run)
{
	return run->metric->needs & HOTCURVE_NEEDS_JUDGE;
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
	return run->options->tau.partial ||
	       run->metric->needs & HOTCURVE_NEEDS_GRAPH ||
	       (run->metric->needs & HOTCURVE_NEEDS_DISTANCES &&
		!run->options->recorded);
}

/* Checks that there is a graph, if the run follows links. */
enum sp_status hotcurve_take_graph(struct hotcurve_run *run);

/* Finds the benchmark. */
enum sp_status hotcurve_find_benchmark(struct hotcurve_run *run);

/*
 * Checks that what has this basis and number of pages, an "order" or "score",
 * is of the graph of the benchmark: else it would be judged by the ranks of
 * other pages.  Another graph of the same origin has the same pages.
 */
enum sp_status hotcurve_check_basis(struct hotcurve_run *run, const char *what,
				    const char *name,
				    const struct sp_basis *basis,
				    uint64_t pages);

/*
 * Checks that the orders are of the graph of the benchmark, and ranks the
 * pages by it; again for each file only with --reachable.  last: no file
 * follows.
 */
enum sp_status hotcurve_rank(struct hotcurve_run *run, bool last);

/* ---- groups of hot pages (hot_groups.c) ------------------------------- */

/* Returns whether hot pages are capped or counted by groups. */
static inline bool
hotcurve_has_groups(const struct hotcurve_options *options)
{
	return options->hot.share > 0 || options->hot.per_shape ||
	       options->hot.by_shape;
}

/*
 * Finds the groups, if any option needs them, and changes the ranks so that
 * --hot-per-shape and --hot-per-host hold, and run->bench.hot.most with them.
 * wanted is the size of the largest hot set that is asked for.
 */
enum sp_status hotcurve_group_hot(struct hotcurve_run *run, uint64_t wanted);

/* ---- files of orders (files.c) ---------------------------------------- */

/* The number of files, at least 1. */
uint64_t hotcurve_files(const struct hotcurve_run *run);

/*
 * Sets run->input.label for "NAME=FILE" and returns the path; NULL if memory is
 * short.
 */
const char *hotcurve_split_label(struct hotcurve_run *run,
				 const char *operand);

/*
 * Notes if the orders of this file, which has just been loaded with its
 * provenance, were made with other options than those of the first file: then
 * orders of one name are no draws of one, and hotcurve_draw() warns.
 * SP_MEMORY.
 */
enum sp_status hotcurve_compare_options(struct hotcurve_run *run,
					const char *path);

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

/* ---- figures (figure.c) ----------------------------------------------- */

/* Appends 1234567 as "1,234,567". */
void hotcurve_add_number(struct sp_line *line, uint64_t value);

/* Sets the range of an axis, 'x' or 'y', of the next panel. */
void hotcurve_plot_range(struct plot *plot, char axis, double from, double to);

/*
 * Starts a figure, with a caption that names graph, benchmark and seeds;
 * --title replaces title.  entries: lines of the legend.  SP_USAGE if there
 * are more orders than styles; SP_MEMORY.
 */
enum sp_status hotcurve_plot_begin(struct hotcurve_run *run,
				   struct plot *plot, const char *title,
				   unsigned panels, uint64_t entries);

/* Returns whether order i of run->draws has a curve; NULL: all have one. */
typedef bool hotcurve_chooser(const struct hotcurve_run *run, uint64_t i);

/*
 * Plots the orders of run->draws of which is_shown() is true: those columns of
 * curve, in data block i for order i, of at most rows rows.
 * curve.first: rows of the shortest curve; 0: all have rows of them.
 */
enum sp_status hotcurve_plot_orders(struct hotcurve_run *run,
				    struct plot *plot,
				    struct plot_curve curve, uint64_t rows,
				    hotcurve_chooser *is_shown);

/* ---- figures of draws (quartiles.c) ----------------------------------- */

/* Returns the median of number i over the draws of an order. */
double hotcurve_median(struct hotcurve_run *run, uint64_t order, uint64_t i);

/* Returns the highest quartile of number i of any order. */
double hotcurve_highest(struct hotcurve_run *run, uint64_t i);

/* Write cells: the median of number i, and of several draws both quartiles. */
void hotcurve_write_quartiles(struct hotcurve_run *run, struct table *table,
			      uint64_t order, uint64_t i);

/* Write columns of data: the median of number i, and both quartiles. */
void hotcurve_plot_quartiles(struct hotcurve_run *run, struct plot *plot,
			     uint64_t order, uint64_t i);

/*
 * Plots the orders over the first column of their data, as
 * hotcurve_plot_orders() does: the median in a column and, of several draws,
 * the band between the quartiles in the next two.
 */
enum sp_status hotcurve_plot_bands(struct hotcurve_run *run, struct plot *plot,
				   unsigned column, uint64_t rows,
				   hotcurve_chooser *is_shown);

/* ---- orders in time (hours.c) ------------------------------------------ */

/* Are curves over hours, or over requests, which are seconds? */
static inline bool
hotcurve_is_timed(const struct hotcurve_run *run)
{
	return run->options->axis != AXIS_DOWNLOADS;
}

/* Reads the moments of --at. */
enum sp_status hotcurve_read_moments(struct hotcurve_run *run);

/*
 * Checks that all orders of the file are in time; sets the moments, unless
 * they are set: --points of them, up to the end of the longest order.
 */
enum sp_status hotcurve_find_moments(struct hotcurve_run *run);

/* Sets run->sample.points to the downloads of an order until each moment. */
void hotcurve_count_until(struct hotcurve_run *run,
			  const struct sp_order *order);

static inline double
hotcurve_hours(uint64_t microseconds)
{
	return (double)microseconds / 3.6e9;
}

/* What the axis has at a time, and its name. */
static inline double
hotcurve_on_axis(const struct hotcurve_run *run, uint64_t microseconds)
{
	return run->options->axis == AXIS_REQUESTS ?
		       (double)microseconds / 1e6 :
		       hotcurve_hours(microseconds);
}

static inline const char *
hotcurve_axis_name(const struct hotcurve_run *run)
{
	static const char *const names[] = { "downloads", "hours", "requests" };

	return names[run->options->axis];
}

/* ---- when a curve reaches a value (until.c) ---------------------------- */

/* Reads the values of --until.  SP_USAGE, SP_MEMORY. */
enum sp_status hotcurve_read_targets(struct hotcurve_run *run);

/* Collects when order i reaches each value: hours, or downloads. */
enum sp_status hotcurve_collect_until(struct hotcurve_run *run, uint64_t i);

/* Prints a row for each order and value. */
enum sp_status hotcurve_print_until(struct hotcurve_run *run);

/* ---- what metrics share (curves.c) ------------------------------------ */

/* Fills in a curve: the score that the downloads have collected. */
void hotcurve_collected(const struct hotcurve_run *run, const uint32_t *order,
			uint64_t count, double *values);

/* Returns the score of all ranked pages: the mass of shuffle(). */
double hotcurve_mass(const struct hotcurve_run *run);

/* Random orders: of a share of some pages, and of the mean of a download. */
double hotcurve_shuffle_share(const struct hotcurve_run *run, double part,
			      double mass);
double hotcurve_shuffle_mean(const struct hotcurve_run *run, double part,
			     double mass);

/* Returns the scale given by --scale, or that of the metric. */
enum hotcurve_scale hotcurve_scale_of(const struct hotcurve_run *run);

/* Returns a score as a share of the sum of all or a multiple of their mean. */
double hotcurve_scaled(const struct hotcurve_run *run,
		       enum hotcurve_scale scale, double value);

/* Fills in the curve of an order, as the metric does, and scales it. */
enum sp_status hotcurve_sample_curve(struct hotcurve_run *run,
				     const uint32_t *order, uint64_t count,
				     double *values);

/* Collects order i, and with the first one of a file the baselines. */
enum sp_status hotcurve_collect_curve(struct hotcurve_run *run, uint64_t i);

/* Prints a metric that is a curve: each order, shuffle, and ideal. */
enum sp_status hotcurve_print_curves(struct hotcurve_run *run);

#endif
