/* SPDX-License-Identifier: MIT */
/*
 * The options of hotcurve: their table, and what the table cannot say of them.
 *
 * Which metrics an option is for is not written here: the rows of metrics say
 * which options they understand and what they need, and the table of options
 * asks them, so that a new metric changes no line of this file.
 */
#include "hotcurve.h"

#include "measure/crawl/points.h"


/* ---- the table -------------------------------------------------------- */

/*
 * The metrics that understand one of the options or have one of the needs, each
 * combined with "|", as a set of bits.
 */
static unsigned
metrics_with(unsigned options, unsigned needs)
{
	unsigned set = 0;

	for (unsigned i = 0; i < HOTCURVE_COUNT; i++)
		if (hotcurve_metrics[i]->options & options ||
		    hotcurve_metrics[i]->needs & needs)
			set |= 1U << i;
	return set;
}

/* Those that know the value of a random order. */
static unsigned
metrics_with_shuffle(void)
{
	unsigned set = 0;

	for (unsigned i = 0; i < HOTCURVE_COUNT; i++)
		if (hotcurve_has_shuffle(hotcurve_metrics[i]))
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
#define FOR(option) FOR_SET(metrics_with(option, 0))
#define FOR_NEEDS(needs) FOR_SET(metrics_with(0, needs))
#define FOR_SET(set) .only_with = &o->metric, .only_values = (set)
#define NO_SUMMARY .excludes = &o->summary

/* What is reported, and by which score. */
static void
put_report_rows(struct hotcurve_options *o, struct option_row *to)
{
	OPTIONS_ADD(to,
		CHOICE("metric", "METRIC", o->metric, HOTCURVE_WORDS,
		       .letter = 'm', NO_SUMMARY, .help = "what to report"),
		FLAG("summary", o->summary,
		     .help = "report one row of figures per order"),
		OPTION("precision", "N", o->precision, .most = 17,
		       .needs = &o->summary,
		       .help = "digits of numbers in --summary; 0: all"),
		OPTION("bench", "FILE", o->bench, .letter = 'b',
		       FOR_NEEDS(HOTCURVE_NEEDS_JUDGE),
		       .help = "stream with the benchmark score"),
		OPTION("score", "NAME", o->score, .letter = 's',
		       FOR_NEEDS(HOTCURVE_NEEDS_JUDGE),
		       .help = "name of the benchmark score"));
}

/* Where curves are sampled, and which pages count. */
static void
put_sample_rows(struct hotcurve_options *o, struct option_row *to)
{
	OPTIONS_ADD(to,
		OPTION("points", "N", o->points, FOR(HOTCURVE_POINTS),
		       NO_SUMMARY, .group = 1, .least = 1,
		       .most = SP_POINTS_MAX,
		       .help = "sample N points"),
		CHOICE("axis", "AXIS", o->axis, "downloads|hours|requests",
		       .letter = 'x', FOR(HOTCURVE_HOURS), NO_SUMMARY,
		       .help = "what curves are over"),
		OPTION("at", "LIST", o->at, FOR(HOTCURVE_AT), NO_SUMMARY,
		       .group = 1,
		       .help = "sample at fractions, such as 0.1,0.45; with "
			       "-x hours at times, such as 1h,7d"),
		OPTION("until", "LIST", o->until, FOR(HOTCURVE_UNTIL),
		       NO_SUMMARY, .group = 1,
		       .help = "print when curves reach these values, or "
			       "shares of their last: 50%,95%"),
		OPTION("tranche", "N", o->tranche, FOR(HOTCURVE_TRANCHE),
		       NO_SUMMARY, .help = "pages per tranche; 0: by --points"),
		OPTION("fixed", "K", o->hot.fixed, FOR(HOTCURVE_HOT),
		       .help = "number of hot pages; 0: the downloads"),
		CHOICE("ties", "TIES", o->hot.ties, "exact|threshold",
		       FOR(HOTCURVE_HOT),
		       .help = "whether ties with the last hot page count"),
		OPTION("hot-per-shape", "N", o->hot.per_shape,
		       FOR(HOTCURVE_HOT), .group = 2,
		       .help = "most hot pages of each shape; 0: any number"),
		OPTION("hot-per-host", "SHARE", o->hot.share, .most = 1,
		       FOR(HOTCURVE_HOT), .group = 2,
		       .help = "largest share of a shape, or of a host"),
		FLAG("by-shape", o->hot.by_shape, FOR(HOTCURVE_BY_SHAPE),
		     NO_SUMMARY,
		     .help = "count shapes that have hot pages"),
		FLAG("reachable", o->reachable, FOR(HOTCURVE_REACHABLE),
		     .excludes = &o->tau.partial,
		     .help = "rank only pages that the seeds can reach"));
}

/* The options of single metrics. */
static void
put_metric_rows(struct hotcurve_options *o, struct option_row *to)
{
	OPTIONS_ADD(to,
		FLAG("restrict", o->tau.restricted, FOR(HOTCURVE_TAU),
		     .or_with = &o->summary, .excludes = &o->tau.partial,
		     .help = "tau: compare downloaded pages only"),
		OPTION("digits", "N", o->digits, .most = SP_DIGITS_MAX,
		       FOR(HOTCURVE_DIGITS),
		       .help = "round scores to N decimals; 0: do not"),
		OPTION("partial", "N", o->tau.partial, FOR(HOTCURVE_TAU),
		       NO_SUMMARY, .help = "tau: rank what N downloads show"),
		FLAG("done", o->tau.done, FOR(HOTCURVE_TAU),
		     .needs = &o->tau.partial,
		     .help = "with --partial: downloaded pages only"),
		FLAG("scores", o->tau.scores, FOR(HOTCURVE_TAU),
		     .excludes = &o->tau.partial,
		     .help = "tau: compare scores, and not orders"),
		OPTION("threshold", "X", o->threshold, .most = 1,
		       FOR_NEEDS(HOTCURVE_NEEDS_RELEVANCE), NO_SUMMARY,
		       .help = "least score of a relevant page; 0: by degree"),
		FLAG("recorded", o->recorded,
		     FOR_NEEDS(HOTCURVE_NEEDS_DISTANCES), NO_SUMMARY,
		     .help = "depth: as recorded by the orders"),
		CHOICE("scale", "SCALE", o->scale, "auto|prob|mean1",
		       FOR(HOTCURVE_SCALE), NO_SUMMARY,
		       .help = "unit of scores: their sum or mean is 1"),
		OPTION("page-size", "BYTES", o->page_size,
		       FOR_NEEDS(HOTCURVE_NEEDS_SIZES),
		       .help = "size of a page that has none"),
		OPTION("columns", "LIST", o->columns,
		       FOR_NEEDS(HOTCURVE_NEEDS_TABLES),
		       .help = "table: columns, separated by commas"));
}

/* What the output looks like. */
static void
put_output_rows(struct hotcurve_options *o, struct option_row *to)
{
	OPTIONS_ADD(to,
		FLAG("minus-shuffle", o->minus_shuffle,
		     FOR_SET(metrics_with_shuffle()), NO_SUMMARY,
		     .help = "subtract shuffle from each curve"),
		FLAG("json", o->json, .excludes = &o->figure.gnuplot,
		     .help = "print JSON Lines instead of TSV"),
		FLAG("gnuplot", o->figure.gnuplot, NO_SUMMARY,
		     .help = "print a gnuplot script instead of a table"),
		CHOICE("terminal", "TYPE", o->figure.terminal, "png|svg|pdf",
		       .needs = &o->figure.gnuplot,
		       .help = "type of image that the script draws"),
		OPTION("size", "SIZE", o->figure.size_text,
		       .help = "size of the figure, such as 8cm,6cm"),
		OPTION("title", "TEXT", o->figure.title,
		       .help = "title of the figure"));
}

void
hotcurve_put_rows(struct hotcurve_options *options, struct option_row *rows)
{
	put_report_rows(options, rows);
	put_sample_rows(options, rows);
	put_metric_rows(options, rows);
	put_output_rows(options, rows);
}

/* ---- what the table cannot say ---------------------------------------- */

/* Only tau has pairs to count, of which there is no median. */
static bool
takes_draws(const struct hotcurve_options *o)
{
	const struct hotcurve_metric *metric = hotcurve_metrics[o->metric];

	return o->summary || metric->curve || metric->collect ||
	       metric->needs & HOTCURVE_NEEDS_TABLES;
}

/*
 * With --scores, scores are of all pages, and nothing of a crawl is read.  A
 * cap is one on ranks, and the ties of a rank may be of any shape.
 */
static enum sp_status
hotcurve_check_scores(struct cmd *cmd, const struct hotcurve_options *o)
{
	const char *other = o->tau.restricted ? "restrict" :
			    o->reachable ? "reachable" : NULL;

	if ((o->hot.share > 0 || o->hot.per_shape) &&
	    o->hot.ties == TIES_THRESHOLD)
		return sp_fail(&cmd->err, SP_USAGE, "option --hot-per-%s "
			       "chooses among ties: leave out --ties threshold",
			       o->hot.per_shape ? "shape" : "host");
	return o->tau.scores && other ?
		sp_fail(&cmd->err, SP_USAGE, "option --scores compares all "
			"pages: leave out --%s", other) : SP_OK;
}

/*
 * Orders are never in the file of an image: -o was forgotten, and without this
 * the message would be that the image is no stream.
 */
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
	const char *shape = o->figure.size_text ? "size" :
			    o->figure.title ? "title" : NULL;
	enum sp_status status = figure_type_of(cmd->output, &o->figure.image,
					       &cmd->err);

	if (!status && o->figure.size_text)
		status = figure_size_parse(o->figure.size_text, &o->figure.size,
					   &cmd->err);
	if (status)
		return status;
	if (o->figure.image != FIGURE_NONE &&
	    (o->figure.gnuplot || o->json || o->summary))
		return sp_fail(&cmd->err, SP_USAGE, "option --%s does not go "
			       "with -o %s, an image",
			       o->figure.gnuplot ? "gnuplot" :
			       o->json ? "json" : "summary", cmd->output);
	if (cmd->graph &&
	    hotcurve_metrics[o->metric]->needs & HOTCURVE_NEEDS_TABLES)
		return sp_fail(&cmd->err, SP_USAGE, "metric table reads no "
			       "graph: leave out -g");
	if (cmd->operand_count > 1 && !takes_draws(o))
		return sp_fail(&cmd->err, SP_USAGE, "metric %s takes one "
			       "file of orders, and %s is another",
			       hotcurve_metric_names[o->metric],
			       cmd->operands[1]);
	if (hotcurve_metrics[o->metric] == &hotcurve_parallel && o->at &&
	    o->hot.fixed)
		return sp_fail(&cmd->err, SP_USAGE, "option --fixed does not "
			       "go with --at: both say after how many "
			       "downloads metric parallel looks");
	if (o->tranche && option_is_given(cmd->options, &o->points))
		return sp_fail(&cmd->err, SP_USAGE, "option --points does not "
			       "go with --tranche");
	if (o->until && (o->figure.gnuplot || o->figure.image != FIGURE_NONE))
		return sp_fail(&cmd->err, SP_USAGE, "option --until makes a "
			       "table, and no figure");
	if (o->figure.image == FIGURE_NONE && !o->figure.gnuplot &&
	    hotcurve_metrics[o->metric] == &hotcurve_hosts &&
	    option_is_given(cmd->options, &o->points))
		return sp_fail(&cmd->err, SP_USAGE, "option --points of metric "
			       "hosts is for figures: end the name of -o in "
			       ".png, .svg or .pdf, or give --gnuplot");
	o->figure.draws = o->figure.image != FIGURE_NONE || o->figure.gnuplot;
	if (shape && !o->figure.draws)
		return sp_fail(&cmd->err, SP_USAGE, "option --%s is for "
			       "figures: end the name of -o in .png, .svg or "
			       ".pdf, or give --gnuplot", shape);
	return SP_OK;
}

/* Some metrics are over hours, without being asked. */
static enum sp_status
take_axis(struct cmd *cmd, struct hotcurve_options *o)
{
	const struct hotcurve_metric *metric = hotcurve_metrics[o->metric];
	bool any = metric->curve != NULL; /* else its columns are in hours */

	if (o->summary || !(metric->needs & HOTCURVE_NEEDS_HOURS))
		return SP_OK;
	if (option_is_given(cmd->options, &o->axis) &&
	    (o->axis == AXIS_DOWNLOADS || (o->axis == AXIS_REQUESTS && !any)))
		return sp_fail(&cmd->err, SP_USAGE, "metric %s is over hours "
			       "%s", hotcurve_metric_names[o->metric],
			       any ? "or requests" : "alone");
	if (o->axis == AXIS_DOWNLOADS)
		o->axis = AXIS_HOURS;
	return SP_OK;
}

static enum sp_status
check_axis(struct cmd *cmd, struct hotcurve_options *o)
{
	const char *other = o->minus_shuffle ? "minus-shuffle" :
			    o->hot.by_shape ? "by-shape" : NULL;

	if (o->until && o->minus_shuffle)
		return sp_fail(&cmd->err, SP_USAGE, "option --until is for "
			       "curves that only rise: leave out "
			       "--minus-shuffle");
	if (take_axis(cmd, o))
		return cmd->err.status;
	return o->axis != AXIS_DOWNLOADS && other ?
		sp_fail(&cmd->err, SP_USAGE, "option --%s is for curves over "
			"downloads: leave out --axis", other) : SP_OK;
}

enum sp_status
hotcurve_check(struct cmd *cmd, struct hotcurve_options *options)
{
	enum sp_status status = hotcurve_check_operands(cmd);

	if (!status)
		status = check_axis(cmd, options);
	if (!status)
		status = check_figure(cmd, options);
	return status ? status : hotcurve_check_scores(cmd, options);
}
