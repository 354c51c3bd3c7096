/* SPDX-License-Identifier: MIT */
/*
 * graphstat - describe a graph and the stream that carries it
 *
 *	graphstat [option ...] [file]
 *
 * Prints how many pages and links a graph has and what they are like, which
 * sections the stream consists of, and how it was made.
 */
#include "report.h"

#include "cli/input.h"
#include "cli/output.h"

#include "base/memory.h"
#include "graph/statistics.h"
#include "section/graph.h"
#include "section/hosts.h"
#include "section/listing.h"
#include "section/provenance.h"

#include <stdio.h>
#include <string.h>

struct graphstat {
	struct cmd *cmd;
	bool json;
	struct sp_contents contents;
	struct sp_listing listing;
	struct report report;
};

/* ---- the graph -------------------------------------------------------- */

static void
describe_degree(struct report *report, const char *key, const char *label,
		const struct sp_degree *degree)
{
	report_open(report, key, NULL);
	report_count_with(report, "links", label, degree->links, "page %lu",
			  (unsigned long)degree->page);
	report_count(report, "page", NULL, degree->page);
	report_close(report);
}

/* How much room the links take, in all and each. */
static void
describe_size(struct report *report, const char *key, const char *label,
	      uint64_t bytes, uint64_t links)
{
	double each = links ? (double)bytes / (double)links : 0;

	report_open(report, key, NULL);
	if (!links) {
		report_count(report, "bytes", label, bytes);
		report_null(report, "bytes_per_link");
		report_null(report, "bits_per_link");
	} else {
		report_count_with(report, "bytes", label, bytes,
				  "%.2f bytes, %.2f bits a link", each,
				  8 * each);
		report_real(report, "bytes_per_link", NULL, each, 0);
		report_real(report, "bits_per_link", NULL, 8 * each, 0);
	}
	report_close(report);
}

/* A graph from which links were removed remembers what it was. */
static void
describe_origin(struct report *report, const struct sp_graph *graph)
{
	struct sp_fingerprint own = sp_graph_fingerprint(graph);
	struct sp_fingerprint origin = sp_graph_origin(graph);

	report_checksum(report, "checksum", "fingerprint", own.checksum);
	if (sp_fingerprint_equal(&own, &origin)) {
		report_null(report, "origin");
		return;
	}
	report_open(report, "origin", NULL);
	report_count(report, "links", "links before pruning", origin.links);
	report_checksum(report, "checksum", "fingerprint then",
			origin.checksum);
	report_close(report);
}

static void
describe_links(struct graphstat *stat,
	       const struct sp_graph_statistics *figures)
{
	const struct sp_listed_section *section =
		sp_listing_last(&stat->listing, SP_TAG_GRAPH);
	struct report *report = &stat->report;
	uint64_t pages = figures->pages, links = figures->links;

	report_open(report, "graph", "Graph");
	report_count(report, "pages", "pages", pages);
	report_part(report, "dangling", "without links", figures->dangling,
		    pages);
	report_part(report, "without_in_links", "without in-links",
		    figures->unlinked, pages);
	report_part(report, "isolated", "with neither", figures->isolated,
		    pages);
	report_count(report, "links", "links", links);
	report_part(report, "self_links", "to the same page",
		    figures->self_links, links);
	if (pages)
		report_real(report, "mean_degree", "mean degree",
			    (double)links / (double)pages, 3);
	else
		report_null(report, "mean_degree");
	if (links) {
		describe_degree(report, "largest_out_degree",
				"largest out-degree", &figures->out);
		describe_degree(report, "largest_in_degree",
				"largest in-degree", &figures->in);
	} else {
		report_null(report, "largest_out_degree");
		report_null(report, "largest_in_degree");
	}
	describe_size(report, "stored", "bytes, stored", section->stored,
		      links);
	describe_size(report, "unpacked", "bytes, unpacked",
		      section->unpacked, links);
	describe_origin(report, sp_contents_graph(&stat->contents));
	report_close(report);
}

static void
describe_units(struct report *report, const char *key, const char *heading,
	       const struct sp_unit_statistics *units)
{
	uint64_t links = units->inside + units->between;

	report_open(report, key, heading);
	report_count(report, "count", "number", units->units);
	report_count(report, "pages_without", units->alone ?
		     "pages without one" : NULL, units->alone);
	report_part(report, "links_inside", "links inside", units->inside,
		    links);
	report_part(report, "links_between", "links between", units->between,
		    links);
}

static void
describe_hosts(struct graphstat *stat,
	       const struct sp_graph_statistics *figures)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&stat->contents);
	struct report *report = &stat->report;
	size_t length;
	const char *name;

	if (!figures->hosts.known) {
		report_null(report, "hosts");
		return;
	}
	describe_units(report, "hosts", "Hosts", &figures->hosts);
	if (figures->host_pages) {
		name = sp_names_get(&hosts->names, figures->host, &length);
		report_open(report, "largest", NULL);
		report_count(report, "pages", "largest, pages",
			     figures->host_pages);
		report_text(report, "name", "largest, name", name, length);
		report_close(report);
	}
	report_close(report);
}

/* The results in a stream say which graph they are about. */
static void
describe_no_graph(struct graphstat *stat)
{
	const struct sp_listing *listing = &stat->listing;
	struct report *report = &stat->report;

	report_null(report, "graph");
	report_null(report, "hosts");
	report_null(report, "domains");
	report_say(report, "No graph in this stream");
	for (uint64_t i = 0; i < listing->count; i++) {
		const struct sp_basis *basis = &listing->sections[i].basis;

		if (!listing->sections[i].has_basis)
			continue;
		report_say(report, "; it belongs to one of %llu pages and "
			   "%llu links,\nfingerprint %016llx",
			   (unsigned long long)basis->graph.pages,
			   (unsigned long long)basis->graph.links,
			   (unsigned long long)basis->graph.checksum);
		break;
	}
	report_say(report, ".\n");
}

static enum sp_status
describe_graph(struct graphstat *stat)
{
	const struct sp_graph *graph = sp_contents_graph(&stat->contents);
	struct report *report = &stat->report;
	struct sp_graph_statistics figures;
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	if (!graph) {
		describe_no_graph(stat);
		return SP_OK;
	}
	progress_begin(&progress, cmd, "block");
	status = sp_graph_statistics(graph, sp_contents_hosts(&stat->contents),
				     cmd->threads, &progress.teller, &figures,
				     &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	cmd_count(cmd, "pages", figures.pages);
	cmd_count(cmd, "links", figures.links);
	describe_links(stat, &figures);
	describe_hosts(stat, &figures);
	if (figures.domains.known) {
		describe_units(report, "domains", "Domains",
			       &figures.domains);
		report_close(report);
	} else {
		report_null(report, "domains");
	}
	return SP_OK;
}

/* ---- the stream ------------------------------------------------------- */

/* What to add to the line of a section that is not about this very graph. */
static const char *
basis_remark(const struct graphstat *stat,
	     const struct sp_listed_section *section)
{
	const struct sp_basis *own = &stat->contents.basis;
	const struct sp_basis *basis = &section->basis;

	if (!section->has_basis || !stat->contents.has_basis ||
	    sp_fingerprint_equal(&own->graph, &basis->graph))
		return "";
	if (sp_fingerprint_equal(&own->origin, &basis->origin))
		return "  of the graph with other links removed";
	return "  of ANOTHER graph";
}

/* Room for the longest name, but not for one that would fill the screen. */
static int
name_width(const struct sp_listing *listing)
{
	size_t width = 4;

	for (uint64_t i = 0; i < listing->count; i++) {
		size_t length;

		(void)sp_names_get(&listing->names, i, &length);
		if (length > width)
			width = length < 24 ? length : 24;
	}
	return (int)width;
}

static void
describe_basis(struct report *report, const struct sp_listed_section *section)
{
	if (!section->has_basis) {
		report_null(report, "computed_from");
		return;
	}
	report_open(report, "computed_from", NULL);
	report_count(report, "pages", NULL, section->basis.graph.pages);
	report_count(report, "links", NULL, section->basis.graph.links);
	report_checksum(report, "checksum", NULL,
			section->basis.graph.checksum);
	report_close(report);
}

static void
describe_section(struct graphstat *stat,
		 const struct sp_listed_section *section, const char *name,
		 size_t length, int width)
{
	const char *kind = sp_kind_word(section->place);
	struct report *report = &stat->report;
	char tag[SP_TAG_TEXT];

	report_open(report, NULL, NULL);
	report_text(report, "tag", NULL, sp_tag_text(section->tag, tag), 4);
	report_text(report, "kind", NULL, kind, strlen(kind));
	report_text(report, "name", NULL, name, length);
	report_count(report, "items", NULL, section->items);
	report_count(report, "frames", NULL, section->frames);
	report_count(report, "stored_bytes", NULL, section->stored);
	report_count(report, "unpacked_bytes", NULL, section->unpacked);
	describe_basis(report, section);
	report_close(report);
	if (report->json)
		return;
	report_say(report, "  %-4s  %-10s  ", tag, kind);
	report_escaped(report, name, length);
	report_say(report, "%*s  %14llu  %14llu  %14llu%s\n",
		   (int)length < width ? width - (int)length : 0, "",
		   (unsigned long long)section->items,
		   (unsigned long long)section->stored,
		   (unsigned long long)section->unpacked,
		   basis_remark(stat, section));
}

static void
describe_sections(struct graphstat *stat)
{
	const struct sp_listing *listing = &stat->listing;
	struct report *report = &stat->report;
	int width = name_width(listing);

	report_open_list(report, "sections", "Sections");
	report_say(report, "  %-4s  %-10s  %-*s  %14s  %14s  %14s\n", "tag",
		   "kind", width, "name", "items", "bytes, stored",
		   "unpacked");
	for (uint64_t i = 0; i < listing->count; i++) {
		size_t length;
		const char *name = sp_names_get(&listing->names, i, &length);

		describe_section(stat, &listing->sections[i], name, length,
				 width);
	}
	report_close_list(report);
	report_count(report, "bytes", NULL, listing->bytes);
	report_say(report, "  all, with index and end %*s%14llu\n", width + 10,
		   "", (unsigned long long)listing->bytes);
}

static void
describe_provenance(struct graphstat *stat)
{
	const struct sp_names *lines =
		sp_contents_provenance(&stat->contents);
	struct report *report = &stat->report;

	report_open_list(report, "provenance", "Provenance");
	for (uint64_t i = 0; i < lines->count; i++) {
		size_t length;
		const char *line = sp_names_get(lines, i, &length);

		report_text(report, NULL, NULL, line, length);
		report_say(report, "  %llu  ", (unsigned long long)(i + 1));
		if (!report->json)
			report_escaped(report, line, length);
		report_say(report, "\n");
	}
	report_close_list(report);
}

/* ---- the filter ------------------------------------------------------- */

static enum sp_status
graphstat_load(struct graphstat *stat)
{
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_PROVENANCE,
		.listing = &stat->listing
	};
	struct cmd *cmd = stat->cmd;
	const char *side = cmd_side_input(cmd, false);
	enum sp_status status = cmd_load(cmd, cmd_main_input(cmd), &options,
					 &stat->contents);

	if (!status && side)
		status = cmd_load(cmd, side, &options, &stat->contents);
	return status;
}

static enum sp_status
graphstat_write(struct graphstat *stat)
{
	struct line *line = &stat->report.line;
	struct cmd *cmd = stat->cmd;
	struct cmd_output *output;
	enum sp_status status;

	if (line->lost)
		return sp_no_memory(&cmd->err, "the report");
	output = cmd_output_open(cmd, cmd->output, false);
	if (!output)
		return cmd->err.status;
	status = cmd_output_text(output, line->text, line->length, &cmd->err);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

static enum sp_status
graphstat_run(struct graphstat *stat)
{
	enum sp_status status = graphstat_load(stat);

	report_start(&stat->report, stat->json);
	if (!status)
		status = describe_graph(stat);
	if (!status) {
		describe_sections(stat);
		describe_provenance(stat);
		report_finish(&stat->report);
		status = graphstat_write(stat);
	}
	line_free(&stat->report.line);
	sp_listing_free(&stat->listing);
	sp_contents_free(&stat->contents);
	return status;
}

int
main(int argc, char **argv)
{
	struct graphstat stat = { .json = false };
	struct option_row rows[] = {
		FLAG("json", stat.json,
		     .help = "print one JSON object instead of text"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "graphstat", .synopsis = "[file]", .options = rows,
		.summary = "Describe a graph and the stream that carries it.",
		.operands_max = 1, .takes_results = true, .prints_text = true
	};

	stat.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphstat_run(&stat));
}
