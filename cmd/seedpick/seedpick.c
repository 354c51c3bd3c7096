/* SPDX-License-Identifier: MIT */
/*
 * seedpick - pick the seeds of a crawl
 *
 *	seedpick [option ...] [file]
 *
 * Makes the list of pages from which a crawl starts.  By default it takes the
 * seed of each core that coreextract found, in the same order; other methods
 * are for comparison.
 */
#include "seedpick.h"

#include "seed/cover.h"
#include "seed/yield.h"
#include "stream/section/seeds.h"

static const struct seed_method *const methods[] = {
#define METHOD(NAME) &method_##NAME,
	SEEDPICK_METHODS(METHOD)
#undef METHOD
};

static uint64_t
number_at(const struct seedpick_options *options, size_t offset)
{
	uint64_t number;

	memcpy(&number, (const char *)options + offset, sizeof(number));
	return number;
}

/* The method that the options ask for. */
static const struct seed_method *
seedpick_choose(const struct seedpick_options *options)
{
	if (options->any)
		return &method_random_any;
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
		if (number_at(options, methods[i]->asked))
			return methods[i];
	return options->urls ? &method_list : &method_given;
}

/* The pages or hosts of a small graph are all seeds. */
static void
seedpick_warn_of_few(struct seedpick *pick)
{
	const struct seed_method *method = pick->method;
	const struct sp_seeds *seeds = &pick->seeds;
	const char *units = method->units;
	uint64_t wanted = units ? number_at(pick->options, method->wanted) : 0;

	if (pick->options->fill) {
		wanted = pick->options->fill_to;
		units = "pages";
	}
	if (seeds->count >= wanted)
		return;
	if (!pick->spread)
		cmd_warn(pick->cmd, "only %" PRIu64 " of %" PRIu64 " seeds: "
			 "there are no more %s", seeds->count, wanted, units);
	else if (!strcmp(units, "pages"))
		cmd_warn(pick->cmd, "only %" PRIu64 " of %" PRIu64 " seeds: "
			 "there are no more %ss", seeds->count, wanted,
			 seedpick_unit_word(pick->options));
	else
		cmd_warn(pick->cmd, "only %" PRIu64 " of %" PRIu64 " seeds: "
			 "there are no more %ss that have %s", seeds->count,
			 wanted, seedpick_unit_word(pick->options), units);
}

static enum sp_status
seedpick_run(struct seedpick *pick)
{
	struct cmd *cmd = pick->cmd;
	const bool listed = pick->options->text || pick->options->to;
	struct cmd_output *output = NULL;
	enum sp_status status;

	if (option_is_given(cmd->options, &pick->options->match) &&
	    !pick->options->urls && !pick->options->map)
		return sp_fail(&cmd->err, SP_USAGE, "option --match needs "
			       "--urls or --map");
	/* How many files a list needs is known later. */
	if (!listed)
		output = cmd_output_open(cmd, cmd->output, true);
	if (listed ? cmd_try_list(cmd) : !output)
		return cmd->err.status;
	pick->method = seedpick_choose(pick->options);
	status = seedpick_load(pick, output ? cmd_output_writer(output) : NULL);
	/* Seeds that are carried are of shapes of the other graph. */
	if (!status && !(pick->options->map && pick->options->one_per_shape))
		status = seedpick_begin_spread(pick);
	progress_phase(cmd, "picking seeds");
	if (!status)
		status = pick->method->pick(pick);
	progress_phase(cmd, NULL);
	if (!status)
		seedpick_spread(pick);
	if (!status)
		status = seedpick_fill(pick);
	if (!status)
		seedpick_warn_of_few(pick);
	if (!status && !pick->options->map)
		status = seedpick_find_dead_ends(pick);
	if (!status)
		status = pick->options->map ? seedpick_map(pick) :
					      seedpick_keep_notes(pick);
	cmd_result(cmd, "seeds %" PRIu64, pick->seeds.count);
	/* The path is not in the provenance, but that there was a list is. */
	if (pick->options->urls)
		cmd_result(cmd, "of a list");
	if (pick->options->match)
		cmd_result(cmd, "match %s", pick->options->match ==
			   SP_MATCH_LOOSE ? "loose" : "normal");
	if (!status)
		status = listed ? seedpick_list(pick) :
				  seedpick_save(pick, output);
	cmd_output_free(output);
	cmd_count(cmd, "seeds", pick->seeds.count);
	seedpick_end_spread(pick);
	sp_seeds_free(&pick->seeds);
	sp_names_free(&pick->names);
	sp_names_free(&pick->was);
	sp_contents_free(&pick->contents);
	return status;
}

/* ---- options ---------------------------------------------------------- */

enum { METHODS = 1, EXACT, SPREADS }; /* groups of options */

/* An option of a method that --fill has, too. */
#define OR_FILL .or_with = &options->fill

/* A number of seeds; 0, the default only, is left out of the provenance. */
#define METHOD(number) \
	.least = 1, .group = METHODS, .idle_without = &(number)

static void
add_methods(struct option_row *rows, struct seedpick_options *options)
{
	OPTIONS_ADD(rows,
		OPTION("random", "N", options->random,
		       METHOD(options->random),
		       .help = "pick N random pages with links, none twice"),
		FLAG("any", options->any, .needs = &options->random,
		     .help = "with --random: pages without links, too"),
		OPTION("seed", "N", options->seed, .needs = &options->random,
		       .idle_without = &options->random, OR_FILL,
		       .help = "seed of the random numbers"),
		OPTION("top", "SCORE:N", options->top, .group = METHODS,
		       .help = "pick the N pages with the largest SCORE"),
		OPTION("top-indegree", "N", options->in_degree,
		       METHOD(options->in_degree),
		       .help = "pick the N pages with the most in-links"),
		OPTION("top-outdegree", "N", options->out_degree,
		       METHOD(options->out_degree),
		       .help = "pick the N pages with the most links"),
		OPTION("host-first", "N", options->hosts,
		       METHOD(options->hosts),
		       .help = "pick the first page of the N largest hosts"));
}

/* Left out of the provenance of seeds that other methods picked. */
#define COVER_ONLY .idle_without = &options->cover, OR_FILL

static void
add_cover(struct option_row *rows, struct seedpick_options *options)
{
	OPTIONS_ADD(rows,
		OPTION("cover", "N", options->cover,
		       METHOD(options->cover),
		       .help = "pick the N pages that together reach most"),
		OPTION("steps", "D", options->steps, .needs = &options->cover,
		       COVER_ONLY, .most = UINT32_MAX - 1,
		       .help = "with --cover: within D links"),
		OPTION("weight", "SCORE", options->weight,
		       .help = "with --cover, --yield: most of SCORE"),
		OPTION("sketch", "K", options->sketch,
		       .needs = &options->cover, .excludes = &options->exact,
		       COVER_ONLY, .idle_with = EXACT,
		       .least = 1, .most = SP_COVER_SKETCH_MAX,
		       .help = "with --cover: pages to sample"),
		OPTION("sketch-seed", "N", options->sketch_seed,
		       .needs = &options->cover, .excludes = &options->exact,
		       COVER_ONLY, .idle_with = EXACT,
		       .help = "with --cover: seed of the sample"),
		FLAG("exact", options->exact, .needs = &options->cover,
		     .group = EXACT, OR_FILL,
		     .help = "with --cover: do not sample"));
}

static void
add_yield(struct option_row *rows, struct seedpick_options *options)
{
	OPTIONS_ADD(rows,
		OPTION("yield", "B", options->yield, .group = METHODS,
		       .least = 1, .idle_without = &options->yield,
		       .help = "pick seeds that find most in B downloads"),
		OPTION("count", "N", options->count, .needs = &options->yield,
		       .idle_without = &options->yield, .least = 1,
		       .most = SP_YIELD_SEEDS,
		       .help = "with --yield: number of seeds"));
}

/* The list of pages, and what may be done with the seeds of any method. */
static void
add_others(struct option_row *rows, struct seedpick_options *options)
{
	OPTIONS_ADD(rows,
		OPTION("urls", "FILE", options->urls, .group = METHODS,
		       .local = true,
		       .help = "pick the pages of a list"),
		FLAG("drop-missing", options->drop_missing,
		     .needs = &options->urls,
		     .help = "with --urls: skip what is not a page"),
		CMD_MATCH_ROW(options->match, .local = true),
		FLAG("spread", options->spread, .group = SPREADS,
		     .excludes = &options->hosts,
		     .help = "at most one seed a host"),
		FLAG("spread-domain", options->spread_domain, .group = SPREADS,
		     .help = "at most one seed a domain"),
		FLAG("one-per-shape", options->one_per_shape, .group = SPREADS,
		     .help = "at most one seed a shape of URLs"),
		CHOICE("fill", "METHOD:N", options->fill, SEEDPICK_FILLS,
		       .seed = &options->fill_to,
		       .idle_without = &options->fill,
		       .help = "complete to N seeds (cover, pagerank, "
			       "random)"),
		OPTION("map", "FILE", options->map, .local = true,
		       .excludes = &options->fill,
		       .help = "carry the seeds to the graph in FILE, by URL"),
		FLAG("map-host", options->map_host, .needs = &options->map,
		     .help = "for a seed that is gone: the best page of its "
			     "host"),
		OPTION("map-score", "NAME", options->map_score,
		       .needs = &options->map_host,
		       .help = "the best by this score, not by in-links"),
		FLAG("map-similar", options->map_similar,
		     .needs = &options->map,
		     .help = "for a seed that is gone: the page with the "
			     "most similar links"));
}

/* Options of --cover are for --fill cover, too, but not for other fills. */
static enum sp_status
check_fill(const struct seedpick *pick)
{
	const struct seedpick_options *options = pick->options;
	const void *const of_cover[] = {
		&options->steps, &options->weight, &options->sketch,
		&options->sketch_seed, &options->exact
	};
	struct cmd *cmd = pick->cmd;

	if (options->weight && !options->cover && !options->yield &&
	    !options->fill)
		return sp_fail(&cmd->err, SP_USAGE, "option --weight needs "
			       "--cover N, --yield B or --fill cover:N");
	if (!option_is_given(cmd->options, &options->fill))
		return SP_OK;
	if (options->fill && !options->fill_to)
		return sp_fail(&cmd->err, SP_USAGE, "option --fill: the number "
			       "of seeds is 0");
	for (size_t i = 0; i < sizeof(of_cover) / sizeof(of_cover[0]); i++)
		if (options->fill != FILL_COVER && !options->cover &&
		    !(options->yield && of_cover[i] == &options->weight) &&
		    option_is_given(cmd->options, of_cover[i]))
			return sp_fail(&cmd->err, SP_USAGE, "--steps, "
				       "--weight, --sketch, --sketch-seed and "
				       "--exact are for --cover and --fill "
				       "cover");
	return SP_OK;
}

/* What is no stream has no graph to leave out, and is not compressed. */
static enum sp_status
choose_format(void *context)
{
	struct seedpick *pick = context;

	struct cmd *cmd = pick->cmd;
	bool text = pick->options->text || pick->options->to == TO_TEXT;

	if (check_fill(pick) || seedpick_check_shapes(pick))
		return cmd->err.status;
	pick->program.prints_text = text || pick->options->to;
	if (cmd->safe_text && !text)
		return sp_fail(&cmd->err, SP_USAGE, "option --safe-text is "
			       "for --to text: %s", pick->program.prints_text ?
			       "crawlers read names as they are" :
			       "a stream holds names as they are");
	return SP_OK;
}

/* The formats for crawlers: all but the stream and plain text. */
#define CRAWLERS (~0u << TO_HERITRIX & ~(~0u << TO_COUNT))

static void
add_formats(struct option_row *rows, struct seedpick_options *options)
{
	OPTIONS_ADD(rows,
		CHOICE("to", "FORMAT", options->to, "stream" SP_LIST_WORDS,
		       .local = true, .help = "format of the output"),
		FLAG("text", options->text, .local = true,
		     .excludes = &options->to,
		     .help = "the same as --to text: print URLs"),
		CMD_LIST_ROWS(options->list, options->to, CRAWLERS));
}

static const struct cmd_program seedpick_program = {
	.name = "seedpick", .synopsis = "[file]",
	.summary = "Pick the seeds of a crawl: from cores, or by another "
		   "method.",
	.operands_max = 1, .takes_results = true, .drops_graph = true,
	.keeps = SP_SECTION_ALL, .choose = choose_format, .prints_names = true
};

int
main(int argc, char **argv)
{
	struct seedpick_options options = {
		.seed = 1, .steps = 3, .sketch = SP_COVER_SKETCH,
		.sketch_seed = 1, .count = 10
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct seedpick pick = { .program = seedpick_program,
				 .options = &options };
	struct cmd cmd = { .program = &pick.program, .options = rows,
			   .context = &pick };

	pick.cmd = &cmd;
	add_methods(rows, &options);
	add_cover(rows, &options);
	add_yield(rows, &options);
	add_others(rows, &options);
	add_formats(rows, &options);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, seedpick_run(&pick));
}
