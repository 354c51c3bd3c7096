/* SPDX-License-Identifier: MIT */
/*
 * The part "Overlap": how much of what the seeds of the stream reach is the
 * same, of seeds of one core, and of two.
 *
 * A seed without a core is of a core of its own; if that is true of all, such
 * pairs are not told apart.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "measure/graph/overlap.h"
#include "stream/section/seeds.h"

#include <stdlib.h>

struct graphstat_overlap {
	uint64_t seeds;
	struct sp_overlap *rows;
	uint64_t count;
};

static void
overlap_add_options(struct graphstat *stat, const bool *asked)
{
	OPTIONS_ADD(stat->rows,
		OPTION("within", "D", stat->options.within, .least = 1,
		       .most = 1000, .needs = asked,
		       .help = "of what is within 1 to D links"));
}

/* Numbers for the cores of seeds; returns whether any has one. */
static bool
number_cores(const struct sp_seeds *seeds, uint32_t *groups)
{
	bool any = false;

	for (uint32_t i = 0; i < seeds->count; i++) {
		uint32_t core = seeds->seeds[i].core;

		any |= core != SP_NO_CORE;
		/* Cores have numbers from below, seeds without from above. */
		groups[i] = core != SP_NO_CORE ? core : UINT32_MAX - i;
	}
	return any;
}

static enum sp_status
measure_seeds(struct graphstat *stat, const struct sp_seeds *seeds,
	      struct graphstat_overlap *overlap)
{
	uint32_t pages[SP_OVERLAP_MOST], groups[SP_OVERLAP_MOST];
	bool cores = number_cores(seeds, groups);
	struct progress progress;
	enum sp_status status;

	for (uint32_t i = 0; i < seeds->count; i++)
		pages[i] = seeds->seeds[i].page;
	graphstat_warn_of_origin(stat);
	progress_begin(&progress, stat->cmd, "step");
	progress.at_most = true;
	status = sp_overlaps(stat->graph, pages, cores ? groups : NULL,
			     (unsigned)seeds->count, stat->options.within,
			     stat->cmd->threads, &progress.teller,
			     overlap->rows, &overlap->count, &stat->cmd->err);
	progress_end(&progress);
	return status;
}

static enum sp_status
overlap_measure(struct graphstat *stat, void *found)
{
	struct graphstat_overlap *overlap = found;
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&stat->contents);
	struct sp_error *err = &stat->cmd->err;
	const struct sp_seeds *seeds;

	if (!loaded)
		return cmd_missing(stat->cmd, "seeds");
	seeds = &loaded->seeds;
	if (seeds->count < 2 || seeds->count > SP_OVERLAP_MOST)
		return sp_fail(err, SP_DATA, "option --overlap compares 2 to "
			       "%d seeds, and these are %" PRIu64,
			       SP_OVERLAP_MOST, seeds->count);
	overlap->seeds = seeds->count;
	overlap->rows = sp_alloc(stat->options.within, sizeof(*overlap->rows));
	if (!overlap->rows)
		return sp_no_memory(err, "the overlap");
	return measure_seeds(stat, seeds, overlap);
}

static void
overlap_end(void *found)
{
	struct graphstat_overlap *overlap = found;

	free(overlap->rows);
}

/* ---- the report ------------------------------------------------------- */

static void
describe_pairs(struct report *report, const char *key,
	       const struct sp_overlap_pairs *pairs)
{
	report_open(report, key, NULL);
	report_count(report, "pairs", NULL, pairs->pairs);
	if (report->json) {
		report_known(report, "jaccard", NULL, pairs->jaccard, 0);
		report_known(report, "coefficient", NULL, pairs->coefficient,
			     0);
	}
	report_close(report);
	if (pairs->pairs)
		report_say(report, " %7.4f %7.4f", pairs->jaccard,
			   pairs->coefficient);
	else
		report_say(report, " %7s %7s", "-", "-");
}

static void
overlap_describe(struct graphstat *stat, const void *found)
{
	const struct graphstat_overlap *overlap = found;
	struct report *report = &stat->report;

	report_open(report, "overlap", "Overlap");
	report_count(report, "seeds", "seeds", overlap->seeds);
	report_say(report, "  %-29s%-16s%-16s%s\n", "means over pairs of seeds",
		   "of all", "of one core", "of two cores");
	report_say(report, "  links       pages   together Jaccard overlap "
		   "Jaccard overlap Jaccard overlap\n");
	report_open_list(report, "steps", NULL);
	for (uint64_t i = 0; i < overlap->count; i++) {
		const struct sp_overlap *row = &overlap->rows[i];

		report_open(report, NULL, NULL);
		report_count(report, "links", NULL, row->distance);
		report_real(report, "reached", NULL, row->reached, 1);
		report_count(report, "together", NULL, row->together);
		report_say(report, "  %5" PRIu64 " %11.1f %10" PRIu64,
			   row->distance, row->reached, row->together);
		describe_pairs(report, "all", &row->all);
		describe_pairs(report, "same_core", &row->same);
		describe_pairs(report, "other_core", &row->other);
		report_close(report);
		report_say(report, "\n");
	}
	report_close_list(report);
	report_close(report);
}

static const char *const overlap_columns[] = {
	"links", "reached", "together", "pairs", "jaccard", "overlap",
	"same_pairs", "same_jaccard", "same_overlap", "other_pairs",
	"other_jaccard", "other_overlap", NULL
};

static void
print_pairs(struct table *table, const struct sp_overlap_pairs *pairs)
{
	table_uint(table, pairs->pairs);
	table_measure(table, pairs->jaccard);
	table_measure(table, pairs->coefficient);
}

static void
overlap_print(struct graphstat *stat, const void *found, struct table *table)
{
	const struct graphstat_overlap *overlap = found;

	(void)stat;
	for (uint64_t i = 0; i < overlap->count; i++) {
		const struct sp_overlap *row = &overlap->rows[i];

		table_uint(table, row->distance);
		table_double(table, row->reached);
		table_uint(table, row->together);
		print_pairs(table, &row->all);
		print_pairs(table, &row->same);
		print_pairs(table, &row->other);
	}
}

const struct graphstat_part graphstat_overlap = {
	.name = "overlap", .help = "add how much of what seeds reach is the "
				   "same",
	.wants = SP_SECTION_SEEDS, .add_options = overlap_add_options,
	.found_size = sizeof(struct graphstat_overlap),
	.measure = overlap_measure, .end = overlap_end,
	.describe = overlap_describe,
	.columns = overlap_columns, .print = overlap_print
};
