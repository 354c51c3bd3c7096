/* SPDX-License-Identifier: MIT */
/*
 * The part "Components": weak and strong components, and the bow-tie.
 *
 * There may be millions of components, most of one page.  The text has the
 * largest five, one by one, and how many there are between two powers of two;
 * JSON and the table have all sizes with their counts, which are few.
 */
#include "graphstat.h"

#include "measure/graph/components.h"

#include <stdio.h>

#define LARGEST 5 /* components whose sizes are listed one by one */

static enum sp_status
components_measure(struct graphstat *stat, void *found)
{
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "block");
	status = sp_find_components(stat->share, cmd->threads,
				    &progress.teller, found, &cmd->err);
	progress_end(&progress);
	return status;
}

static void
components_end(void *found)
{
	sp_component_figures_free(found);
}

/* ---- the report ------------------------------------------------------- */

/*
 * The largest sizes, one by one, from the end of the list, which ascends: at
 * most as many as there are.  A size of several components is listed once for
 * each.
 */
static void
components_describe_largest(struct report *report,
			    const struct sp_size_count *sizes, uint64_t length,
			    uint64_t pages)
{
	unsigned listed = 0;

	report_open_list(report, "largest", NULL);
	for (uint64_t i = length; i && listed < LARGEST; i--)
		for (uint64_t k = 0;
		     k < sizes[i - 1].count && listed < LARGEST; k++) {
			report_open(report, NULL, NULL);
			report_part(report, "pages",
				    listed++ ? "next, pages" :
					       "largest, pages",
				    sizes[i - 1].size, pages);
			report_close(report);
		}
	report_close_list(report);
}

/*
 * How many there are from 2^k to below 2^(k+1) pages; all sizes in JSON.  A
 * power of two without components has no line, so that the long gap before the
 * giant component has none.
 */
static void
describe_sizes(struct report *report, const struct sp_size_count *sizes,
	       uint64_t length, uint64_t all)
{
	uint64_t least = 1, next = 0;

	report_open_list(report, "sizes", NULL);
	for (uint64_t i = 0; report->json && i < length; i++) {
		report_open(report, NULL, NULL);
		report_count(report, "pages", NULL, sizes[i].size);
		report_count(report, "components", NULL, sizes[i].count);
		report_close(report);
	}
	report_close_list(report);
	while (!report->json && next < length) {
		uint64_t count = 0;
		char label[64];

		for (; next < length && sizes[next].size < 2 * least; next++)
			count += sizes[next].count;
		snprintf(label, sizeof(label),
			 least == 1 ? "of one page" :
			 "of %" PRIu64 " to %" PRIu64, least, 2 * least - 1);
		if (count)
			report_part(report, NULL, label, count, all);
		least *= 2;
	}
}

static void
describe_kind(struct graphstat *stat, const char *key, const char *heading,
	      const struct sp_component_summary *of)
{
	struct report *report = &stat->report;

	report_open(report, key, heading);
	report_count(report, "count", "number", of->count);
	if (of->count)
		report_count(report, "largest_first_page",
			     "largest, first page", of->largest_page);
	else
		report_null(report, "largest_first_page");
	components_describe_largest(report, of->sizes, of->length,
				    stat->figures.pages);
	describe_sizes(report, of->sizes, of->length, of->count);
	report_close(report);
}

static void
describe_bowtie(struct graphstat *stat,
		const uint64_t parts[SP_BOWTIE_PARTS])
{
	static const struct {
		const char *key, *label;
	} rows[SP_BOWTIE_PARTS] = {
		[SP_BOWTIE_CORE] = { "core", "core" },
		[SP_BOWTIE_IN] = { "in", "in, leads to it" },
		[SP_BOWTIE_OUT] = { "out", "out, it leads to" },
		[SP_BOWTIE_TUBES] = { "tubes", "tubes from in to out" },
		[SP_BOWTIE_FROM_IN] = { "tendrils_from_in",
					"tendrils from in" },
		[SP_BOWTIE_TO_OUT] = { "tendrils_to_out", "tendrils to out" },
		[SP_BOWTIE_LOOSE] = { "tendrils_other", "other tendrils" },
		[SP_BOWTIE_DISCONNECTED] = { "disconnected", "disconnected" }
	};
	struct report *report = &stat->report;

	report_open(report, "bow_tie", "Bow-tie, pages");
	for (int i = 0; i < SP_BOWTIE_PARTS; i++)
		report_part(report, rows[i].key, rows[i].label, parts[i],
			    stat->figures.pages);
	report_close(report);
}

static void
components_describe(struct graphstat *stat, const void *found)
{
	const struct sp_component_figures *components = found;

	describe_kind(stat, "strong_components", "Strong components",
		      &components->strong);
	describe_kind(stat, "weak_components", "Weak components",
		      &components->weak);
	describe_bowtie(stat, components->bowtie);
}

/* ---- as a table ------------------------------------------------------- */

static void
print_kind(struct table *table, const char *what,
	   const struct sp_component_summary *of)
{
	for (uint64_t i = 0; i < of->length; i++) {
		table_string(table, what);
		TABLE_UINTS(table, of->sizes[i].size, of->sizes[i].count);
	}
}

static const char *const components_columns[] = {
	"what", "pages", "components", NULL
};

static void
components_print(struct graphstat *stat, const void *found,
		 struct table *table)
{
	const struct sp_component_figures *components = found;

	(void)stat;
	print_kind(table, "strong", &components->strong);
	print_kind(table, "weak", &components->weak);
}

const struct graphstat_part graphstat_components = {
	.name = "components", .help = "add the components and the bow-tie",
	.is_shared = true,
	.found_size = sizeof(struct sp_component_figures),
	.measure = components_measure, .end = components_end,
	.describe = components_describe,
	.columns = components_columns, .print = components_print
};
