/* SPDX-License-Identifier: MIT */
/*
 * Seeds that the caller has: a list of pages, or what is used when no option
 * names another method, the seeds of the stream, or if it has none, those of
 * its cores.
 */
#include "seedpick.h"

#include "stream/section/cores.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"

/* ---- a list ----------------------------------------------------------- */

static enum sp_status
seeds_of_list(struct seedpick *pick)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(&pick->contents),
		.pages = pick->basis.graph.pages,
		.drop_missing = pick->options->drop_missing,
		.matches = true, .match = pick->options->match
	};
	struct sp_error *err = &pick->cmd->err;
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(pick->cmd, pick->options->urls,
					       &options, &list);

	if (!status)
		status = sp_pick_list(list.pages, list.count, options.pages,
				      &pick->seeds, err);
	sp_page_list_free(&list);
	return status;
}

const struct seed_method method_list = {
	.pick = seeds_of_list
};

/* ---- seeds of the stream ---------------------------------------------- */

/* For --map: the operand has no seeds; perhaps the other file has them. */
static enum sp_status
fail_to_map(struct seedpick *pick)
{
	struct sp_load_options load = {
		.want = SP_SECTION_SEEDS | SP_SECTION_CORES
	};
	const char *map = pick->options->map;
	struct sp_contents other = { 0 };
	struct cmd *cmd = pick->cmd;
	bool swapped = strcmp(map, "-") != 0 &&
		       !cmd_load(cmd, map, &load, &other) &&
		       (sp_contents_seeds(&other) || sp_contents_cores(&other));

	sp_contents_free(&other);
	if (swapped && cmd->operand_count)
		return sp_fail(&cmd->err, SP_DATA, "%s has the seeds: the "
			       "files are swapped (--map %s %s)", map,
			       cmd->operands[0], map);
	return sp_fail(&cmd->err, SP_DATA, "no seeds and no cores in the "
		       "stream (run coreextract or seedpick first; --map "
		       "names the graph to carry seeds to)");
}

static enum sp_status
seeds_of_cores(struct seedpick *pick)
{
	const struct sp_loaded_cores *cores =
		sp_contents_cores(&pick->contents);

	if (!cores)
		return pick->options->map ? fail_to_map(pick) :
					    cmd_missing(pick->cmd, "cores");
	if (!cores->cores.count && !pick->options->fill)
		return sp_fail(&pick->cmd->err, SP_DATA, "coreextract has "
			       "found no cores, so there are no seeds (other "
			       "methods: --top, --top-indegree, --random)");
	return sp_pick_cores(&cores->cores, &pick->seeds, &pick->cmd->err);
}

static enum sp_status
seeds_that_are_given(struct seedpick *pick)
{
	const struct sp_loaded_seeds *given =
		sp_contents_seeds(&pick->contents);
	enum sp_status status = SP_OK;

	if (!given)
		return seeds_of_cores(pick);
	pick->given = given;
	pick->score = given->score[0] ? given->score : NULL;
	for (uint64_t i = 0; !status && i < given->seeds.count; i++)
		status = sp_seeds_add(&pick->seeds, given->seeds.seeds[i],
				      &pick->cmd->err);
	if (!status && !given->seeds.count && !pick->options->fill)
		status = sp_fail(&pick->cmd->err, SP_DATA,
				 "the list of seeds is empty");
	return status;
}

const struct seed_method method_given = {
	.wants = SP_SECTION_SEEDS | SP_SECTION_CORES,
	.of_results = true, .pick = seeds_that_are_given
};

/* The name of a seed: the graph's, if there is a table, or its own. */
static enum sp_status
by_given_keep_name(struct seedpick *pick, const struct sp_seed *seed,
		   uint64_t given)
{
	const struct sp_names *names = sp_contents_names(&pick->contents);
	struct sp_error *err = &pick->cmd->err;
	const struct sp_names *own = NULL, *was = NULL;
	const char *name = "", *before = "";
	size_t length = 0, before_length = 0;

	if (given < pick->given->seeds.count) {
		own = &pick->given->names;
		was = pick->given->noted ? &pick->given->was : NULL;
	}
	if (names && seed->page < names->count)
		name = sp_names_get(names, seed->page, &length);
	if (!length && own)
		name = sp_names_get(own, given, &length);
	if (was)
		before = sp_names_get(was, given, &before_length);
	if (sp_names_add(&pick->names, name, length, err))
		return err->status;
	return sp_names_add(&pick->was, before, before_length, err);
}

/* The seeds are some of those given, in their order, and then others. */
enum sp_status
seedpick_keep_notes(struct seedpick *pick)
{
	const struct sp_loaded_seeds *given = pick->given;
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	for (uint64_t i = 0; given && !status && i < pick->seeds.count; i++) {
		const struct sp_seed *seed = &pick->seeds.seeds[i];

		if (i >= pick->filled_from)
			at = given->seeds.count;
		while (at < given->seeds.count &&
		       given->seeds.seeds[at].page != seed->page)
			at++;
		status = by_given_keep_name(pick, seed, at++);
	}
	return status;
}
