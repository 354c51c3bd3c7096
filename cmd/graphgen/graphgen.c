/* SPDX-License-Identifier: MIT */
/*
 * graphgen - make a synthetic web graph
 *
 *	graphgen [option ...]
 *	graphgen --evolve FRACTION [option ...] [file]
 *	graphgen --like FILE
 *
 * Makes a graph of any size with the structure of a real crawl: hosts whose
 * sizes follow a power law, directories whose pages share a template, popular
 * pages, communities, pages without links.  The same options always make the
 * same graph.
 */
#include "evolve.h"
#include "like.h"

#include "cli/output.h"

#include "base/memory.h"
#include "generate/generate.h"
#include "section/graph.h"
#include "section/hosts.h"
#include "section/names.h"

#include <stdlib.h>
#include <string.h>

struct graphgen_options {
	struct sp_generate_options how;
	bool asked_links;      /* --links is no default */
	bool no_names;
	double evolve;         /* share of pages that die */
	const char *like;      /* a stream, for the options of such a web */
};

/* Names and runs of pages are written as they are made, and not kept. */
static enum sp_status
generate_hosts(const struct sp_generator *generator, struct sp_writer *writer,
	       struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint64_t hosts = sp_generator_hosts(generator);
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_HOSTS, NULL, 0, err);

	for (uint64_t host = 0; !status && host < hosts; host++) {
		char name[SP_GENERATE_NAME_MAX];
		size_t length = sp_generator_host_name(generator, host, name);

		status = sp_save_string(&section, name, length, err);
	}
	status = sp_section_close(&section, status, err);
	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_HOST_OF,
					  NULL, 0, err);
	for (uint64_t host = 0; !status && host < hosts; host++) {
		uint64_t first, pages = sp_generator_host_pages(
					generator, host, &first);

		if (pages)
			status = sp_save_host_run(&section, host, pages, err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
generate_names(const struct sp_generator *generator, uint64_t pages,
	       struct sp_writer *writer, struct sp_error *err)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (uint64_t page = 0; !status && page < pages; page++) {
		char name[SP_GENERATE_NAME_MAX];
		size_t length = sp_generator_page_name(generator, page,
						       &place, name);

		status = sp_save_string(&section, name, length, err);
	}
	return sp_section_close(&section, status, err);
}

/*
 * A page of a small host or graph has few pages to link to, and what was drawn
 * twice is one link, so a large mean is not reached.  The default is met by
 * large graphs alone, and nobody asked for it.
 */
static void
check_links(const struct cmd *cmd, const struct graphgen_options *options,
	    uint64_t links)
{
	double made = (double)links / (double)options->how.pages;

	if (options->asked_links && made < 0.9 * options->how.links_per_page)
		cmd_warn(cmd, "made %.3g links per page, not the %.6g of "
			 "--links: hosts are too small for more (give a "
			 "larger -n or a smaller --host-exponent)", made,
			 options->how.links_per_page);
}

static enum sp_status
generate_graph(struct cmd *cmd, const struct graphgen_options *options,
	       const struct sp_generator *generator, struct sp_writer *writer,
	       struct progress *progress)
{
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, cmd->threads, false);
	struct sp_row_sink written, rows;
	struct sp_basis basis;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(&cmd->err, "the graph");
	written = sp_graph_writer_rows(graph);
	rows = progress_rows(progress, &written);
	status = sp_generator_rows(generator, &rows, &cmd->err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						&cmd->err);
	if (!status) {
		cmd_count(cmd, "links", basis.graph.links);
		check_links(cmd, options, basis.graph.links);
	}
	sp_graph_writer_free(graph);
	return status;
}

static enum sp_status
graphgen_write(struct cmd *cmd, const struct graphgen_options *options,
	       const struct sp_generator *generator, struct sp_writer *writer)
{
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "page");
	status = generate_hosts(generator, writer, &cmd->err);
	if (!status && !options->no_names)
		status = generate_names(generator, options->how.pages, writer,
					&cmd->err);
	if (!status)
		status = generate_graph(cmd, options, generator, writer,
					&progress);
	progress_end(&progress);
	return status;
}

static enum sp_status
graphgen_run(struct cmd *cmd, const struct graphgen_options *options)
{
	struct sp_generate_options how = options->how;
	struct sp_generator *generator = NULL;
	struct cmd_output *output = NULL;
	enum sp_status status;

	how.threads = cmd->threads;
	/* It checks the options, so it comes before the output. */
	status = sp_generator_new(&how, &generator, &cmd->err);
	if (!status) {
		output = cmd_output_open(cmd, cmd->output, true);
		if (!output)
			status = cmd->err.status;
	}
	if (!status) {
		cmd_count(cmd, "pages", options->how.pages);
		cmd_count(cmd, "hosts", sp_generator_hosts(generator));
		status = graphgen_write(cmd, options, generator,
			      cmd_output_writer(output));
	}
	if (!status)
		status = cmd_output_sign(output);
	cmd_output_free(output);
	sp_generator_free(generator);
	return status;
}

static enum sp_status
graphgen_new(struct cmd *cmd, const struct graphgen_options *options,
	     struct option_row *rows)
{
	/* --evolve was not given: 0 would say that it was. */
	for (struct option_row *row = rows; row->name; row++)
		row->local |= row->value == &options->evolve;
	if (cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: \"%s\" "
			       "(a file is for --evolve, -n N makes N pages, "
			       "-o names the output)", cmd->operands[0]);
	return graphgen_run(cmd, options);
}

/* Options of the model of a new web have no effect on a later one. */
static enum sp_status
graphgen_later(struct cmd *cmd, const struct graphgen_options *options,
	       struct option_row *rows)
{
	const struct sp_evolve_options how = {
		.fraction = options->evolve, .seed = options->how.seed
	};

	for (struct option_row *row = rows; row->name; row++) {
		if (row->value == &options->evolve ||
		    row->value == &options->how.seed ||
		    row->value == &options->no_names)
			continue;
		if (row->given)
			return sp_fail(&cmd->err, SP_USAGE, "option --%s has "
				       "no effect with --evolve, which takes "
				       "the web as it is", row->name);
		row->local = true;
	}
	return graphgen_evolve(cmd, &how, options->no_names);
}

/* What the options would set is what it finds. */
static enum sp_status
graphgen_options_like(struct cmd *cmd, const char *path,
		      const struct option_row *rows)
{
	for (const struct option_row *row = rows; row->name; row++)
		if (row->given && strcmp(row->name, "like"))
			return sp_fail(&cmd->err, SP_USAGE, "option --%s has "
				       "no effect with --like, which finds "
				       "the options of a web", row->name);
	if (cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: \"%s\" "
			       "(--like names the file)", cmd->operands[0]);
	if (cmd->level != CMD_LEVEL_DEFAULT)
		return sp_fail(&cmd->err, SP_USAGE, "option --compress: the "
			       "output of --like is text, not a stream");
	return graphgen_like(cmd, path);
}

int
main(int argc, char **argv)
{
	struct graphgen_options options = { .how = SP_GENERATE_DEFAULTS };
	struct sp_generate_options *how = &options.how;
	struct option_row rows[] = {
		OPTION("pages", "N", how->pages, .letter = 'n', .least = 1,
		       .most = SP_PAGES_MAX, .help = "number of pages"),
		OPTION("links", "X", how->links_per_page, .most = 1000,
		       .help = "mean number of links per page"),
		OPTION("between", "X", how->between_hosts, .most = 0.5,
		       .help = "share of links between hosts"),
		OPTION("dangling", "X", how->dangling, .most = 0.9,
		       .help = "share of pages without links"),
		OPTION("host-exponent", "X", how->host_exponent,
		       .least = 1.1, .most = 4,
		       .help = "power-law exponent of host sizes"),
		OPTION("popularity-exponent", "X", how->popularity_exponent,
		       .most = 3,
		       .help = "power-law exponent of page popularity"),
		OPTION("local-exponent", "X", how->local_exponent, .most = 3,
		       .help = "power-law exponent of popularity inside hosts"),
		OPTION("degree-spread", "X", how->degree_spread, .most = 10,
		       .help = "usual out-degrees span a factor of 2^X"),
		OPTION("fan-out", "N", how->fan_out, .least = 1,
		       .most = 2000, .help = "least pages in a list"),
		OPTION("reciprocal", "X", how->reciprocal, .most = 0.21,
		       .help = "share of links in pairs of pages"),
		OPTION("seed", "N", how->seed,
		       .help = "seed of the random numbers"),
		OPTION("evolve", "FRACTION", options.evolve, .most = 1,
		       .help = "make a later crawl of the web in file, after "
			       "this part of its pages died"),
		OPTION("like", "FILE", options.like, .local = true,
		       .help = "print the options of a web like the one in "
			       "FILE"),
		FLAG("no-names", options.no_names,
		     .help = "leave out the URLs"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "graphgen", .synopsis = "[file]", .options = rows,
		.summary = "Make a synthetic web graph.",
		.operands_max = 1, .no_stream = true, .graph_is_result = true
	};

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	options.asked_links = option_is_given(rows, &how->links_per_page);
	if (options.like)
		return cmd_end(&cmd, graphgen_options_like(&cmd, options.like,
							   rows));
	if (!option_is_given(rows, &options.evolve))
		return cmd_end(&cmd, graphgen_new(&cmd, &options, rows));
	return cmd_end(&cmd, graphgen_later(&cmd, &options, rows));
}
