/* SPDX-License-Identifier: MIT */
/*
 * The part "Components": weak and strong components, and the bow-tie.
 */
#include "graphstat.h"

#include "measure/graph/components.h"

#include <stdio.h>
#include <stdlib.h>

#define LARGEST 5 /* components whose sizes are listed one by one */

static void
components_add_options(struct graphstat *stat)
{
	const struct option_row rows[] = {
		FLAG("components", stat->options.components,
		     .help = "add the components and the bow-tie"),
	};

	graphstat_add_options(stat, rows, 1);
}

static bool
components_is_wanted(const struct graphstat_options *options)
{
	return options->components;
}

/* ---- finding them ----------------------------------------------------- */

static enum sp_status
components_find(struct graphstat *stat, struct sp_component_figures *components)
{
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "block");
	status = sp_find_components(stat->share, cmd->threads,
				      &progress.teller, components,
				      &cmd->err);
	progress_end(&progress);
	return status;
}

/* ---- the report ------------------------------------------------------- */

/* The largest sizes, one by one: at most as many as there are. */
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

/* How many there are from 2^k to below 2^(k+1) pages; all sizes in JSON. */
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

static enum sp_status
components_describe(struct graphstat *stat)
{
	struct sp_component_figures found;
	enum sp_status status = components_find(stat, &found);

	if (status)
		return status;
	describe_kind(stat, "strong_components", "Strong components",
		      &found.strong);
	describe_kind(stat, "weak_components", "Weak components",
		      &found.weak);
	describe_bowtie(stat, found.bowtie);
	sp_component_figures_free(&found);
	return SP_OK;
}

/* ---- as a table ------------------------------------------------------- */

static void
print_kind(struct table *table, const char *what,
	   const struct sp_component_summary *of)
{
	for (uint64_t i = 0; i < of->length; i++) {
		table_string(table, what);
		table_uint(table, of->sizes[i].size);
		table_uint(table, of->sizes[i].count);
	}
}

static enum sp_status
components_print(struct graphstat *stat, struct cmd_output *output)
{
	static const char *const columns[] = {
		"what", "pages", "components", NULL
	};
	struct cmd *cmd = stat->cmd;
	struct sp_component_figures found;
	struct table table;

	if (components_find(stat, &found))
		return cmd->err.status;
	table_begin(&table, output, columns, stat->options.json, &cmd->err);
	print_kind(&table, "strong", &found.strong);
	print_kind(&table, "weak", &found.weak);
	sp_component_figures_free(&found);
	return table_end(&table);
}

const struct graphstat_part graphstat_components = {
	.add_options = components_add_options,
	.is_wanted = components_is_wanted,
	.is_shared = true,
	.describe = components_describe,
	.print = components_print
};
