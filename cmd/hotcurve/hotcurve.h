/* SPDX-License-Identifier: MIT */
/*
 * hotcurve.h - the parts of hotcurve: its options (options.c), the run over
 * files and the points of curves (run.c), what it reads (load.c, files.c) and
 * ranks by (benchmark.c), groups of hot pages (hot_groups.c), a file for each
 * metric, what metrics that are curves share (curves.c), curves over hours
 * (hours.c) and the other way round (until.c), figures of orders that are drawn
 * several times (quartiles.c), what all plots share (figure.c, caption.c), and
 * --summary (summary.c).
 */
#ifndef CMD_HOTCURVE_HOTCURVE_H
#define CMD_HOTCURVE_HOTCURVE_H

#include "run.h"

/* ---- options (options.c) ---------------------------------------------- */

/* Adds the table of options, whose values go to options. */
void hotcurve_put_rows(struct hotcurve_options *options,
		       struct option_row *rows);

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

/*
 * Sets run->sample.end to when the longest order of the other files ends, as
 * far as they can be read twice: pipes cannot.
 */
enum sp_status hotcurve_look_ahead(struct hotcurve_run *run);

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

/* The path of "FILE" or "NAME=FILE". */
const char *hotcurve_path(const char *operand);

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

/* ---- captions (caption.c) --------------------------------------------- */

/* Appends 1234567 as "1,234,567". */
void hotcurve_add_number(struct sp_line *line, uint64_t value);

/* Notes where the seeds of the file that was read come from.  SP_MEMORY. */
enum sp_status hotcurve_note_origin(struct hotcurve_run *run);
void hotcurve_origin_free(struct hotcurve_origin *origin);

/* The caption, which the caller frees; NULL if memory is short. */
char *hotcurve_caption(const struct hotcurve_run *run);

/* ---- figures (figure.c) ----------------------------------------------- */

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

/* When the last download of the longest order ends; 0: none has one. */
uint64_t hotcurve_end_of(const struct sp_order_list *orders);

/* Reads the moments of --at. */
enum sp_status hotcurve_read_moments(struct hotcurve_run *run);

/*
 * Checks that all orders of the file are in time; sets the moments, unless
 * they are set: --points of them, up to the end of the longest order of all
 * files.  Warns of a longer one that comes later, from a pipe.
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
