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
#include "web.h"

#include <string.h>

struct graphgen_options {
	struct sp_generate_options how;
	bool asked_links;      /* --links is no default */
	bool shuffle;
	bool no_names;
	double evolve;         /* share of pages that die */
	const char *like;      /* a stream, for the options of such a web */
};

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
graphgen_save(struct cmd *cmd, const struct graphgen_options *options,
	      struct graphgen_web *web, struct cmd_output *output)
{
	enum sp_status status = SP_OK;
	uint64_t links;

	cmd_count(cmd, "pages", web->pages);
	cmd_count(cmd, "hosts", sp_generator_hosts(web->generator));
	if (options->shuffle)
		status = sp_shuffle_new(web->pages, options->how.seed,
					&web->shuffle, &cmd->err);
	if (!status)
		status = graphgen_write(cmd, web, cmd_output_writer(output),
					&links);
	if (!status) {
		cmd_count(cmd, "links", links);
		check_links(cmd, options, links);
		status = cmd_output_sign(output);
	}
	sp_shuffle_free(&web->shuffle);
	return status;
}

static enum sp_status
graphgen_run(struct cmd *cmd, const struct graphgen_options *options)
{
	struct sp_generate_options how = options->how;
	struct graphgen_web web = { .pages = how.pages,
				    .no_names = options->no_names };
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
	web.generator = generator;
	if (!status)
		status = graphgen_save(cmd, options, &web, output);
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
		FLAG("shuffle", options.shuffle,
		     .help = "number the pages at random, not by their URLs"),
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
