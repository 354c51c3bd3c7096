/* SPDX-License-Identifier: MIT */
/*
 * graphgen - make a synthetic web graph
 *
 *	graphgen [option ...]
 *	graphgen --evolve FRACTION [option ...] [file]
 *	graphgen --like FILE
 *	graphgen --parts N | --part K/N [option ...]
 *
 * Makes a graph of any size with the structure of a real crawl: hosts whose
 * sizes follow a power law, directories whose pages share a template, popular
 * pages, communities, pages without links.  The same options always make the
 * same graph.
 *
 * Four ways lead through here, and each refuses the options of the others: a
 * new web, a later crawl of one (evolve.c), the options of a web like another
 * (like.c), and a new web in parts.  Parts can be made on different machines,
 * each on its own, since a generator knows the links of any page without the
 * pages before it; an id of all that makes the web stands in each, so that
 * parts of different webs are never joined.
 */
#include "graphgen.h"

#include "cli/parts.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/number.h"

#include <string.h>

struct graphgen_options {
	struct sp_generate_options how;
	bool asked_links;      /* --links is no default */
	bool asked_between;    /* nor is --between */
	bool shuffle;
	bool no_names;
	double evolve;         /* share of pages that die */
	const char *like;      /* a stream, for the options of such a web */
	uint64_t parts;        /* files; 0: one with all links */
	const char *part;      /* "K/N": one of them */
};

/*
 * A page of a small host or graph has few pages to link to, and what was drawn
 * twice is one link, so a large mean is not reached.  The default is met by
 * large graphs alone, and nobody asked for it.  The same is true of links to
 * popular pages of other hosts.
 */
static void
graphgen_check_links(const struct cmd *cmd,
		     const struct graphgen_options *options,
		     const struct graphgen_web *web, uint64_t links)
{
	const struct sp_generate_options *how = &options->how;
	double made = (double)links / (double)(how->pages + how->farm);
	double between = (double)web->between / (double)(links ? links : 1);

	if (options->asked_links && made < 0.9 * how->links_per_page)
		cmd_warn(cmd, "made %.3g links per page, not the %.6g of "
			 "--links: the others were drawn twice (give a larger "
			 "-n, or a smaller --host-exponent or "
			 "--popularity-exponent)", made, how->links_per_page);
	if (options->asked_between && !how->farm && links &&
	    between < 0.9 * how->between_hosts)
		cmd_warn(cmd, "%.3g of the links lead to other hosts, not the "
			 "%.6g of --between (give a smaller "
			 "--popularity-exponent, or fewer --links)", between,
			 how->between_hosts);
}

/* ---- parts ------------------------------------------------------------ */

/*
 * What all parts of one web have in common, wherever they are made: whatever
 * makes another web, or another file of it, makes another number.
 *
 * Numbers are stored as bytes of one order before they are hashed: parts from
 * different machines must agree.  What has no effect on the web, such as
 * threads, is left out; so is a farm that the web does not have.
 */
static uint64_t
web_id(const struct graphgen_options *options)
{
	const struct sp_generate_options *how = &options->how;
	uint8_t bytes[15 * 8];
	const uint64_t whole[] = { how->pages, how->fan_out, how->seed,
				   options->no_names };
	const uint64_t farm[] = { how->farm, how->farm_targets };
	const double real[] = {
		how->links_per_page, how->between_hosts, how->dangling,
		how->host_exponent, how->popularity_exponent,
		how->local_exponent, how->degree_spread, how->reciprocal
	};
	uint64_t id;

	for (unsigned i = 0; i < 4; i++)
		sp_store64(bytes + 8 * i, whole[i]);
	for (unsigned i = 0; i < 8; i++)
		sp_store_double(bytes + 8 * (4 + i), real[i]);
	for (unsigned i = 0; i < 2; i++)
		sp_store64(bytes + 8 * (12 + i), farm[i]);
	sp_store_double(bytes + 8 * 14, how->farm_hijacked);
	id = sp_hash(bytes, how->farm ? sizeof(bytes) : 12 * 8);
	return id ? id : 1;
}

static enum sp_status
graphgen_read_part(struct cmd *cmd, const char *text, uint64_t *number,
		   uint64_t *count)
{
	const char *slash = strchr(text, '/');

	if (slash && sp_parse_uint(text, (size_t)(slash - text), number) &&
	    sp_parse_uint(slash + 1, strlen(slash + 1), count) &&
	    *count && *count <= SP_PARTS_MAX && *number < *count)
		return SP_OK;
	return sp_fail(&cmd->err, SP_USAGE, "option --part: \"%s\" is not "
		       "K/N, where N (1 to %d) is the number of parts and K (0 "
		       "to N - 1) that of one", text, SP_PARTS_MAX);
}

/*
 * One generator for all parts, for its tables of hosts take the longest to
 * make.  All files are put in place at the end.
 */
static enum sp_status
save_parts(struct cmd *cmd, const struct graphgen_options *options,
	   struct graphgen_web *web)
{
	struct cmd_parts *parts = cmd_parts_new(cmd, options->parts);
	enum sp_status status = parts ? SP_OK : cmd->err.status;
	uint64_t links = 0;

	for (uint64_t k = 0; !status && k < options->parts; k++) {
		struct sp_writer *writer;
		struct sp_basis basis;

		web->part = sp_part_of(web->pages, k, options->parts);
		web->part.id = web_id(options);
		status = cmd_parts_open(parts, &web->part, &writer);
		if (!status)
			status = graphgen_write(cmd, web, writer, &basis);
		if (!status)
			status = cmd_parts_close(parts, &basis);
		if (!status)
			links += basis.graph.links;
	}
	if (!status) {
		cmd_count(cmd, "links", links);
		graphgen_check_links(cmd, options, web, links);
		status = cmd_parts_commit(parts);
	}
	cmd_parts_free(parts);
	return status;
}

/* ---- one file --------------------------------------------------------- */

/*
 * All of it, or one part.
 *
 * A shuffle is a permutation of all pages in memory, so it comes when the
 * output is known to open.
 */
static enum sp_status
save_file(struct cmd *cmd, const struct graphgen_options *options,
	  struct graphgen_web *web)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	struct sp_writer *writer;
	struct sp_basis basis;
	enum sp_status status = SP_OK;

	if (!output)
		return cmd->err.status;
	writer = cmd_output_writer(output);
	if (options->shuffle)
		status = sp_shuffle_new(web->pages, options->how.seed,
					&web->shuffle, &cmd->err);
	if (!status && options->part)
		status = sp_save_part(writer, &web->part, &cmd->err);
	if (!status)
		status = graphgen_write(cmd, web, writer, &basis);
	if (!status) {
		cmd_count(cmd, "links", basis.graph.links);
		if (!options->part)
			graphgen_check_links(cmd, options, web,
					     basis.graph.links);
		status = cmd_output_sign(output);
	}
	sp_shuffle_free(&web->shuffle);
	cmd_output_free(output);
	return status;
}

static enum sp_status
choose_part(struct cmd *cmd, const struct graphgen_options *options,
	    struct sp_part *part)
{
	uint64_t number = 0, count = 1;

	if (options->part &&
	    graphgen_read_part(cmd, options->part, &number, &count))
		return cmd->err.status;
	*part = sp_part_of(options->how.pages + options->how.farm, number,
			   count);
	part->id = web_id(options);
	return SP_OK;
}

static enum sp_status
graphgen_run(struct cmd *cmd, const struct graphgen_options *options)
{
	struct sp_generate_options how = options->how;
	struct graphgen_web web = { .pages = how.pages + how.farm,
				    .no_names = options->no_names };
	struct sp_generator *generator = NULL;
	enum sp_status status = choose_part(cmd, options, &web.part);

	how.threads = cmd->threads;
	/* It checks the options, so it comes before the output. */
	if (!status)
		status = sp_generator_new(&how, &generator, &cmd->err);
	web.generator = generator;
	if (!status) {
		cmd_count(cmd, "pages", web.pages);
		cmd_count(cmd, "hosts", sp_generator_hosts(generator));
		status = options->parts ? save_parts(cmd, options, &web) :
					  save_file(cmd, options, &web);
	}
	sp_generator_free(generator);
	return status;
}

/*
 * A file as an operand would be ignored, and somebody who gave one expected it
 * to be read or written.
 */
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

/*
 * Options of the model of a new web have no effect on a later one.
 *
 * The later web has the pages, hosts and names of the old one, so what would
 * shape a new one is refused.  The rows are made local so that the line of
 * provenance has only what had an effect.
 */
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

static const struct cmd_program graphgen_program = {
	.name = "graphgen", .synopsis = "[file]",
	.summary = "Make a synthetic web graph.",
	.operands_max = 1, .no_stream = true, .graph_is_result = true
};

/* What the web is like. */
static void
put_web_rows(struct sp_generate_options *how, struct option_row *to)
{
	OPTIONS_ADD(to,
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
		       .most = 2000, .help = "fewest pages that a page lists"),
		OPTION("reciprocal", "X", how->reciprocal, .most = 0.21,
		       .help = "share of links in pairs of pages"),
		OPTION("farm", "N", how->farm, .most = SP_PAGES_MAX,
		       .idle_without = &how->farm,
		       .help = "add a link farm of N pages"),
		OPTION("farm-targets", "N", how->farm_targets, .least = 1,
		       .most = SP_FARM_TARGETS_MAX, .needs = &how->farm,
		       .idle_without = &how->farm,
		       .help = "pages of the farm that the others boost"),
		OPTION("farm-hijacked", "X", how->farm_hijacked, .most = 1,
		       .needs = &how->farm, .idle_without = &how->farm,
		       .help = "share of linking pages that link to it"),
		OPTION("seed", "N", how->seed,
		       .help = "seed of the random numbers"));
}

int
main(int argc, char **argv)
{
	struct graphgen_options options = { .how = SP_GENERATE_DEFAULTS };
	struct sp_generate_options *how = &options.how;
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &graphgen_program, .options = rows };

	put_web_rows(how, rows);
	OPTIONS_ADD(rows,
		OPTION("evolve", "FRACTION", options.evolve, .most = 1,
		       .help = "make a later crawl of the web in file, after "
			       "this part of its pages died"),
		OPTION("like", "FILE", options.like, .local = true,
		       .help = "print the options of a web like the one in "
			       "FILE"),
		CMD_PARTS_ROW(options.parts, .excludes = &options.shuffle),
		OPTION("part", "PART", options.part, .local = true,
		       .excludes = &options.parts,
		       .help = "make only part K, from 0, of N: K/N"),
		FLAG("shuffle", options.shuffle, .excludes = &options.part,
		     .help = "number the pages at random, not by their URLs"),
		FLAG("no-names", options.no_names,
		     .help = "leave out the URLs"));
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	options.asked_links = option_is_given(rows, &how->links_per_page);
	options.asked_between = option_is_given(rows, &how->between_hosts);
	if (options.like)
		return cmd_end(&cmd, graphgen_options_like(&cmd, options.like,
							   rows));
	if (!option_is_given(rows, &options.evolve))
		return cmd_end(&cmd, graphgen_new(&cmd, &options, rows));
	return cmd_end(&cmd, graphgen_later(&cmd, &options, rows));
}
