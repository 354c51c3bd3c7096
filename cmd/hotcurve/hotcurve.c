/* SPDX-License-Identifier: MIT */
/*
 * hotcurve - compare crawl orders by a score of the pages
 *
 *	hotcurve [option ...] [file]
 *
 * Shows how early each crawl order downloads the important pages.  Reads the
 * orders that crawlorder made and prints a table, or draws a figure with
 * gnuplot.
 */
#include "hotcurve.h"

#include "base/memory.h"
#include "base/number.h"
#include "measure/crawl/points.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define HOTCURVE_ROW(name) &hotcurve_##name,
static const struct hotcurve_metric *const metrics[] = {
	HOTCURVE_METRICS(HOTCURVE_ROW)
};
#undef HOTCURVE_ROW

#define SHORT_CRAWL 20 /* fewer than one page of 20 is downloaded */

/* ---- points ----------------------------------------------------------- */

/* "0.1,0.45": numbers between 0 and 1. */
static enum sp_status
read_fractions(struct hotcurve_run *run)
{
	const char *at = run->options->at;
	uint64_t capacity = 0;

	for (;; at++) {
		size_t length = strcspn(at, ",");
		double fraction;

		if (!sp_parse_double(at, length, &fraction) ||
		    !(fraction > 0 && fraction <= 1))
			return sp_fail(&run->cmd->err, SP_USAGE, "option --at:"
				       " \"%s\" is not a list of numbers "
				       "above 0 and up to 1, such as "
				       "0.1,0.45",
				       run->options->at);
		if (!sp_grow(&run->fractions, &capacity,
			     run->fraction_count + 1, sizeof(fraction)))
			return sp_no_memory(&run->cmd->err, "the points");
		run->fractions[run->fraction_count++] = fraction;
		at += length;
		if (!*at)
			return SP_OK;
	}
}

static int
compare_points(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/*
 * Each draw reaches another number of pages.  Their curves have the same
 * number of points, at the same fractions, even if points coincide.
 */
static void
spread_alike(struct hotcurve_run *run, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		run->points[i] = (i + 1) * run->ranking.count / count;
		if (!run->points[i])
			run->points[i] = 1;
	}
	run->point_count = count;
}

/*
 * Over all ranked pages, so that tables of crawls from other seeds have the
 * same rows; but over the longest crawl if few of the points are within it.
 */
static enum sp_status
spread_points(struct hotcurve_run *run)
{
	uint64_t count = run->options->points, pages = run->ranking.count;
	uint64_t longest = hotcurve_longest(run);

	if (run->metric->spread)
		return run->metric->spread(run);
	run->points = sp_alloc(count, sizeof(*run->points));
	if (!run->points)
		return sp_no_memory(&run->cmd->err, "the points");
	/* The other files may have longer crawls. */
	if (hotcurve_files(run) == 1 && longest &&
	    longest < pages / SHORT_CRAWL)
		pages = longest;
	run->point_count = sp_points_spread(pages, count, run->points);
	if (run->options->reachable && hotcurve_files(run) > 1)
		spread_alike(run, count);
	return SP_OK;
}

static enum sp_status
find_points(struct hotcurve_run *run)
{
	if (!run->options->at)
		return spread_points(run);
	run->points = sp_alloc(run->fraction_count, sizeof(*run->points));
	if (!run->points)
		return sp_no_memory(&run->cmd->err, "the points");
	for (uint64_t i = 0; i < run->fraction_count; i++)
		run->points[i] = sp_points_at(run->ranking.count,
					      run->fractions[i]);
	/* sp_cumulative() needs points that ascend. */
	qsort(run->points, run->fraction_count, sizeof(*run->points),
	      compare_points);
	run->point_count = run->fraction_count;
	return SP_OK;
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
hotcurve_print(struct hotcurve_run *run)
{
	if (run->options->summary)
		return hotcurve_print_summary(run);
	if (run->metric->print)
		return run->metric->print(run);
	return hotcurve_print_curves(run);
}

static enum sp_status
collect_order(struct hotcurve_run *run, uint64_t i)
{
	if (run->options->summary)
		return hotcurve_collect_summary(run, i);
	if (run->metric->curve)
		return hotcurve_collect_curve(run, i);
	if (run->metric->collect)
		return run->metric->collect(run, i);
	/* Only its name, for the figure. */
	return hotcurve_draw(run, i, 0) ? SP_OK :
		sp_no_memory(&run->cmd->err, "an order");
}

/* Collects the figures of all orders, file after file. */
static enum sp_status
collect_files(struct hotcurve_run *run)
{
	uint64_t files = hotcurve_files(run);
	bool judged = hotcurve_is_judged(run);
	enum sp_status status = SP_OK;

	if (judged)
		status = hotcurve_find_benchmark(run);
	for (uint64_t f = 0; !status && f < files; f++) {
		if (f)
			status = hotcurve_load_next(run, f);
		if (!status && judged)
			status = hotcurve_rank(run, f + 1 == files);
		if (!status && judged && !run->points)
			status = find_points(run);
		for (uint64_t i = 0; !status && i < run->orders->count; i++)
			status = collect_order(run, i);
	}
	if (!status && judged) {
		cmd_count(run->cmd, "pages", run->pages);
		cmd_count(run->cmd, "ranked", run->ranking.count);
	}
	return status;
}

static void
hotcurve_free(struct hotcurve_run *run)
{
	cmd_output_free(run->output);
	draw_set_free(&run->draws);
	draw_set_free(&run->baselines);
	sp_hotrank_free(&run->ranking);
	sp_units_free(&run->hot_groups);
	free(run->label);
	free(run->groups);
	free(run->hits);
	free(run->fractions);
	free(run->points);
	free(run->reachable);
	free(run->computed);
	sp_contents_free(&run->contents);
	sp_contents_free(&run->bench);
}

static enum sp_status
hotcurve_run(struct cmd *cmd, const struct hotcurve_options *options)
{
	struct hotcurve_run run = { .cmd = cmd, .options = options,
				    .metric = metrics[options->metric] };
	enum sp_status status = SP_OK;

	/* A mistake in --at should not cost a load. */
	if (options->at)
		status = read_fractions(&run);
	/* Nor should an image that cannot be drawn. */
	if (!status && options->image != FIGURE_NONE) {
		run.output = cmd_output_draw(cmd);
		status = run.output ? SP_OK : cmd->err.status;
	}
	if (!status && !run.metric->text)
		status = hotcurve_load(&run);
	if (!status && !run.metric->text)
		status = collect_files(&run);
	if (!status) {
		if (!run.output)
			run.output = cmd_output_open(cmd, cmd->output, false);
		status = run.output ? hotcurve_print(&run) : cmd->err.status;
	}
	if (!status) {
		cmd_count(cmd, "orders", run.draws.count);
		status = cmd_output_commit(run.output);
	}
	hotcurve_free(&run);
	return status;
}

/* ---- options ---------------------------------------------------------- */

/* The metrics that an option is for, as a set of bits. */
static unsigned
metrics_for(enum hotcurve_option option)
{
	unsigned set = 0;

	for (unsigned i = 0; i < HOTCURVE_COUNT; i++)
		if (metrics[i]->options & (unsigned)option)
			set |= 1U << i;
	return set;
}

/* "|throughput|cumulative...": the words of --metric, from the second byte. */
#define HOTCURVE_WORD(name) "|" #name
#define HOTCURVE_WORDS (&HOTCURVE_METRICS(HOTCURVE_WORD)[1])

/*
 * Rules of the table.  --summary stands for the metric throughput here, and
 * excludes options that only shape a curve.
 */
#define FOR(option) \
	.only_with = &o->metric, .only_values = metrics_for(option)
#define NO_SUMMARY .excludes = &o->summary

/* Only tau has pairs to count, of which there is no median. */
static bool
takes_draws(const struct hotcurve_options *o)
{
	const struct hotcurve_metric *metric = metrics[o->metric];

	return o->summary || metric->curve || metric->collect || metric->text;
}

/*
 * With --scores, scores are of all pages, and nothing of a crawl is read.  A
 * cap on hosts is one on ranks, and the ties of a rank may be of any host.
 */
static enum sp_status
hotcurve_check_scores(struct cmd *cmd, const struct hotcurve_options *o)
{
	const char *other = o->restricted ? "restrict" :
			    o->reachable ? "reachable" : NULL;

	if (o->share > 0 && o->ties == TIES_THRESHOLD)
		return sp_fail(&cmd->err, SP_USAGE, "option --hot-per-host "
			       "chooses among ties: leave out --ties "
			       "threshold");
	return o->scores && other ?
		sp_fail(&cmd->err, SP_USAGE, "option --scores compares all "
			"pages: leave out --%s", other) : SP_OK;
}

/* Orders are never in the file of an image: -o was forgotten. */
static enum sp_status
hotcurve_check_operands(struct cmd *cmd)
{
	for (int i = 0; i < cmd->operand_count; i++) {
		enum figure_type type;
		enum sp_status status = figure_type_of(cmd->operands[i], &type,
						       &cmd->err);

		if (status)
			return status;
		if (type != FIGURE_NONE)
			return sp_fail(&cmd->err, SP_USAGE, "operand \"%s\" "
				       "is an image: -o %s draws it",
				       cmd->operands[i], cmd->operands[i]);
	}
	return SP_OK;
}

/*
 * An image is drawn where -o has its suffix.  What only shapes figures must
 * not be given for a table, and a file with the name of an image must be one.
 */
static enum sp_status
check_figure(struct cmd *cmd, struct hotcurve_options *o)
{
	const char *shape = o->size_text ? "size" : o->title ? "title" : NULL;
	enum sp_status status = figure_type_of(cmd->output, &o->image,
					       &cmd->err);

	if (!status && o->size_text)
		status = figure_size_parse(o->size_text, &o->size, &cmd->err);
	if (status)
		return status;
	if (o->image != FIGURE_NONE && (o->gnuplot || o->json || o->summary))
		return sp_fail(&cmd->err, SP_USAGE, "option --%s does not go "
			       "with -o %s, an image",
			       o->gnuplot ? "gnuplot" :
			       o->json ? "json" : "summary", cmd->output);
	if (cmd->graph && metrics[o->metric]->text)
		return sp_fail(&cmd->err, SP_USAGE, "metric table reads no "
			       "graph: leave out -g");
	if (cmd->operand_count > 1 && !takes_draws(o))
		return sp_fail(&cmd->err, SP_USAGE, "metric tau takes one "
			       "file of orders, and %s is another",
			       cmd->operands[1]);
	o->draws = o->image != FIGURE_NONE || o->gnuplot;
	if (shape && !o->draws)
		return sp_fail(&cmd->err, SP_USAGE, "option --%s is for "
			       "figures: end the name of -o in .png, .svg or "
			       ".pdf, or give --gnuplot", shape);
	return SP_OK;
}

/* Rows of the options that shape a figure. */
#define FIGURE_OPTIONS \
	FLAG("gnuplot", o->gnuplot, NO_SUMMARY, \
	     .help = "print a gnuplot script instead of a table"), \
	CHOICE("terminal", "TYPE", o->terminal, "png|svg|pdf", \
	       .needs = &o->gnuplot, \
	       .help = "type of image that the script draws"), \
	OPTION("size", "SIZE", o->size_text, \
	       .help = "size of the figure, such as 8cm,6cm"), \
	OPTION("title", "TEXT", o->title, .help = "title of the figure")

/* Rows of the options of single metrics. */
#define METRIC_OPTIONS \
	OPTION("partial", "N", o->partial, FOR(HOTCURVE_TAU), \
	       NO_SUMMARY, .help = "tau: rank what N downloads show"), \
	FLAG("done", o->done, FOR(HOTCURVE_TAU), .needs = &o->partial, \
	     .help = "with --partial: downloaded pages only"), \
	FLAG("scores", o->scores, FOR(HOTCURVE_TAU), \
	     .excludes = &o->partial, \
	     .help = "tau: compare scores, and not orders"), \
	OPTION("threshold", "X", o->threshold, .most = 1, \
	       FOR(HOTCURVE_TOPIC), NO_SUMMARY, \
	       .help = "least score of a relevant page; 0: by degree"), \
	FLAG("recorded", o->recorded, FOR(HOTCURVE_DEPTH), \
	     NO_SUMMARY, .help = "depth: as recorded by the orders")

static const struct cmd_program hotcurve_program = {
	.name = "hotcurve", .synopsis = "[file ...]",
	.summary = "Compare crawl orders by a score of the pages; with -o "
		   "fig.pdf, in a figure.",
	.operands_max = INT_MAX, .operands_named = true, .takes_results = true,
	.prints_text = true, .prints_names = true
};

static int
hotcurve_call(struct hotcurve_options *options, struct option_row *rows,
	      int argc, char **argv)
{
	struct cmd cmd = { .program = &hotcurve_program, .options = rows };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	options->topic = metrics[options->metric]->options & HOTCURVE_TOPIC;
	if (hotcurve_check_operands(&cmd) || check_figure(&cmd, options) ||
	    hotcurve_check_scores(&cmd, options))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, hotcurve_run(&cmd, options));
}

static int
hotcurve_main(struct hotcurve_options *o, int argc, char **argv)
{
	struct option_row rows[] = {
		CHOICE("metric", "METRIC", o->metric, HOTCURVE_WORDS,
		       .letter = 'm', NO_SUMMARY, .help = "what to report"),
		FLAG("summary", o->summary,
		     .help = "report one row of figures per order"),
		OPTION("precision", "N", o->precision, .most = 17,
		       .needs = &o->summary,
		       .help = "digits of numbers in --summary; 0: all"),
		OPTION("bench", "FILE", o->bench, .letter = 'b',
		       FOR(HOTCURVE_BENCH),
		       .help = "stream with the benchmark score"),
		OPTION("score", "NAME", o->score, .letter = 's',
		       FOR(HOTCURVE_BENCH),
		       .help = "name of the benchmark score"),
		OPTION("points", "N", o->points, FOR(HOTCURVE_POINTS),
		       NO_SUMMARY, .group = 1, .least = 1,
		       .most = SP_POINTS_MAX,
		       .help = "sample N points"),
		OPTION("at", "LIST", o->at, FOR(HOTCURVE_AT), NO_SUMMARY,
		       .group = 1,
		       .help = "sample at fractions, such as 0.1,0.45"),
		OPTION("tranche", "N", o->tranche, FOR(HOTCURVE_TRANCHE),
		       NO_SUMMARY, .help = "pages per tranche; 0: by --points"),
		OPTION("fixed", "K", o->fixed, FOR(HOTCURVE_HOT),
		       .help = "number of hot pages; 0: the downloads"),
		CHOICE("ties", "TIES", o->ties, "exact|threshold",
		       FOR(HOTCURVE_HOT),
		       .help = "whether ties with the last hot page count"),
		OPTION("hot-per-host", "SHARE", o->share, .most = 1,
		       FOR(HOTCURVE_HOT),
		       .help = "hot pages of one host and path shape, at most"),
		FLAG("reachable", o->reachable, FOR(HOTCURVE_REACHABLE),
		     .excludes = &o->partial,
		     .help = "rank only pages that the seeds can reach"),
		FLAG("restrict", o->restricted, FOR(HOTCURVE_TAU),
		     .or_with = &o->summary, .excludes = &o->partial,
		     .help = "tau: compare downloaded pages only"),
		OPTION("digits", "N", o->digits, .most = SP_DIGITS_MAX,
		       FOR(HOTCURVE_DIGITS),
		       .help = "round scores to N decimals; 0: do not"),
		METRIC_OPTIONS,
		CHOICE("scale", "SCALE", o->scale, "auto|prob|mean1",
		       FOR(HOTCURVE_SCALE), NO_SUMMARY,
		       .help = "unit of scores: their sum or mean is 1"),
		OPTION("columns", "LIST", o->columns, FOR(HOTCURVE_TABLE),
		       .help = "table: columns, separated by commas"),
		FLAG("minus-shuffle", o->minus_shuffle, FOR(HOTCURVE_POINTS),
		     NO_SUMMARY, .help = "subtract shuffle from each curve"),
		FLAG("json", o->json, .excludes = &o->gnuplot,
		     .help = "print JSON Lines instead of TSV"),
		FIGURE_OPTIONS,
		OPTION_END
	};

	return hotcurve_call(o, rows, argc, argv);
}

int
main(int argc, char **argv)
{
	struct hotcurve_options options = {
		.points = 200, .precision = 6, .size = FIGURE_SIZE_DEFAULT
	};

	return hotcurve_main(&options, argc, argv);
}
