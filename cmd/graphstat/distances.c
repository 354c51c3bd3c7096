/* SPDX-License-Identifier: MIT */
/*
 * The part "Distances": from a sample of the pages, or all, to all others.
 *
 * Up to 10,000 pages all are sources, and the mean has no error; beyond, a
 * sample of 200 unless another was asked for.  A seed alone asks for a sample,
 * since it would mean nothing otherwise.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "measure/graph/distances.h"
#include "seed/pick.h"
#include "stream/section/names.h"

#include <math.h>
#include <stdlib.h>

/* Pages of a graph of which all are sources unless a sample is asked for. */
#define SMALL_GRAPH 10000

static void
distances_add_options(struct graphstat *stat, const bool *asked)
{
	enum { CHOICE_OF_SOURCES = 1 };
	struct graphstat_options *options = &stat->options;
	OPTIONS_ADD(stat->rows,
		OPTION("samples", "N", options->samples, .least = 1,
		       .needs = asked, .group = CHOICE_OF_SOURCES,
		       .help = "measure them from N random pages"),
		OPTION("seed", "N", options->seed,
		       .needs = asked,
		       .help = "seed of the random numbers"),
		FLAG("exact", options->exact, .needs = asked,
		     .group = CHOICE_OF_SOURCES,
		     .help = "measure them from all pages"),
		OPTION("sources", "FILE", options->sources, .local = true,
		       .needs = asked,
		       .group = CHOICE_OF_SOURCES,
		       .help = "measure them from the pages of a list"),
		FLAG("drop-missing", options->drop_missing,
		     .needs = &options->sources,
		     .help = "with --sources: skip what is not a page"),
		CMD_MATCH_ROW(options->match, .needs = &options->sources,
			      .idle_without = &options->sources));
}

/* ---- sources ---------------------------------------------------------- */

static enum sp_status
read_sources(struct graphstat *stat, struct sp_seeds *sources)
{
	uint64_t pages = graphstat_pages(stat);
	struct sp_page_list_options how = {
		.names = sp_contents_names(&stat->contents), .pages = pages,
		.drop_missing = stat->options.drop_missing,
		.matches = true, .match = stat->options.match,
		/* Processes have no names, whether there are some or not. */
		.numbers = stat->joint
	};
	struct sp_page_list list = { .pages = NULL };
	struct cmd *cmd = stat->cmd;
	enum sp_status status = cmd_read_pages(cmd, stat->options.sources,
					       &how, &list);

	if (!status)
		status = sp_pick_list(list.pages, list.count, pages, sources,
				      &cmd->err);
	sp_page_list_free(&list);
	return status;
}

/*
 * A sample was asked for, or it takes too long without.  A sample as large as
 * the graph is no sample: all pages are taken, and nothing is drawn.
 */
static bool
is_sampled(const struct graphstat *stat)
{
	const struct graphstat_options *options = &stat->options;
	const struct option_row *rows = stat->cmd->options;
	uint64_t pages = graphstat_pages(stat);

	if (options->exact || options->samples >= pages)
		return false;
	return pages > SMALL_GRAPH ||
	       option_is_given(rows, &options->samples) ||
	       option_is_given(rows, &options->seed);
}

/* Sets *pages to the sources, count of them; to NULL for all pages. */
static enum sp_status
choose_sources(struct graphstat *stat, uint32_t **pages, uint64_t *count)
{
	const struct graphstat_options *options = &stat->options;
	struct sp_seeds sources = SP_SEEDS_EMPTY;
	struct sp_error *err = &stat->cmd->err;
	enum sp_status status = SP_OK;

	*pages = NULL;
	*count = 0;
	if (!options->sources && !is_sampled(stat)) {
		if (option_is_given(stat->cmd->options, &options->seed))
			cmd_warn(stat->cmd, "option --seed has no effect: "
				 "there are no more pages than --samples, and "
				 "all of them are sources");
		return SP_OK;
	}
	if (options->sources)
		status = read_sources(stat, &sources);
	else
		status = sp_pick_random(graphstat_pages(stat), NULL,
					options->samples, options->seed, NULL,
					&sources, err);
	/* A list of all pages is no sample of them. */
	if (!status && sources.count < graphstat_pages(stat)) {
		*pages = sp_alloc(sources.count, sizeof(**pages));
		if (!*pages)
			status = sp_no_memory(err, "the sources");
	}
	for (; *pages && *count < sources.count; ++*count)
		(*pages)[*count] = sources.seeds[*count].page;
	sp_seeds_free(&sources);
	return status;
}

/*
 * Searches run side by side, and progress goes by the pages that they find,
 * which is not even: at_most says that the number of sources is an upper end.
 */
static enum sp_status
distances_measure(struct graphstat *stat, void *found)
{
	struct sp_distances *distances = found;
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;
	uint32_t *sources;
	uint64_t count;

	if (stat->options.exact &&
	    option_is_given(cmd->options, &stat->options.seed))
		return sp_fail(&cmd->err, SP_USAGE, "option --seed is for a "
			       "sample, and not for --exact");
	status = choose_sources(stat, &sources, &count);
	if (status)
		return status;
	progress_begin(&progress, cmd, "source");
	progress.at_most = true;
	status = sp_distances(stat->share, sources, count, cmd->threads,
			      &progress.teller, distances, &cmd->err);
	progress_end(&progress);
	free(sources);
	if (status)
		return status;
	cmd_count(cmd, "sources", distances->sources);
	if (!distances->pairs)
		cmd_warn(cmd, "no path from any of %" PRIu64 " sources to "
			 "another page: there are no distances",
			 distances->sources);
	else if (isnan(distances->error))
		cmd_warn(cmd, "the error of the mean distance is unknown: "
			 "only one source reaches other pages");
	return SP_OK;
}

static void
distances_end(void *found)
{
	sp_distances_free(found);
}

/* ---- the report ------------------------------------------------------- */

static void
describe_histogram(struct report *report,
		   const struct sp_distances *distances)
{
	report_say(report, "  %14s  %14s  %14s\n", "distance", "pairs",
		   "%");
	report_open_list(report, "histogram", NULL);
	for (uint64_t d = 1; d <= distances->largest; d++) {
		uint64_t pairs = distances->histogram[d];

		report_count(report, NULL, NULL, pairs);
		report_say(report, "  %14" PRIu64 "  %14" PRIu64 "  %14.3f\n",
			   d, pairs,
			   100 * (double)pairs / (double)distances->pairs);
	}
	report_close_list(report);
}

static void
distances_describe(struct graphstat *stat, const void *found)
{
	const struct sp_distances *distances = found;
	struct report *report = &stat->report;
	uint64_t pages = graphstat_pages(stat);

	report_open(report, "distances", "Distances");
	report_count_with(report, "sources", "sources", distances->sources,
			  distances->sources == pages ?
				  "all pages" : "of %" PRIu64 " pages", pages);
	report_count(report, "pairs", "pairs with a path", distances->pairs);
	report_known(report, "fraction", "of all pairs", distances->fraction,
		     6);
	report_known(report, "mean", "mean distance", distances->mean, 6);
	report_known(report, "error", "standard error", distances->error, 6);
	report_count(report, "largest", "largest", distances->largest);
	report_known(report, "effective_diameter", "effective diameter",
		     distances->effective, 6);
	describe_histogram(report, distances);
	report_close(report);
}

static const char *const distances_columns[] = {
	"distance", "pairs", "share", "within", NULL
};

static void
distances_print(struct graphstat *stat, const void *found,
		struct table *table)
{
	const struct sp_distances *distances = found;
	double all = (double)distances->pairs;
	uint64_t within = 0;

	(void)stat;
	for (uint64_t d = 1; d <= distances->largest; d++) {
		within += distances->histogram[d];
		TABLE_UINTS(table, d, distances->histogram[d]);
		table_double(table, (double)distances->histogram[d] / all);
		table_double(table, (double)within / all);
	}
}

const struct graphstat_part graphstat_distances = {
	.name = "distances", .help = "add the distances between pages",
	.is_shared = true, .add_options = distances_add_options,
	.found_size = sizeof(struct sp_distances),
	.measure = distances_measure, .end = distances_end,
	.describe = distances_describe,
	.columns = distances_columns, .print = distances_print
};
