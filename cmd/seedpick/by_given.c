/* SPDX-License-Identifier: MIT */
/*
 * Seeds that the caller has: a list of pages, or what is used when no option
 * names another method, the seeds of the stream, or if it has none, those of
 * its cores.
 */
#include "seedpick.h"

#include "base/memory.h"
#include "stream/section/cores.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"

#include <stdlib.h>

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

/* ---- names of seeds --------------------------------------------------- */

/* Names of the seeds, none if they were loaded, or the file has none. */
static enum sp_status
look_up_names(struct seedpick *pick, struct sp_names *found)
{
	const uint64_t count = pick->seeds.count;
	uint32_t *pages;
	enum sp_status status;

	if (!pick->late.path)
		return SP_OK;
	pages = sp_alloc(count, sizeof(*pages));
	if (!pages)
		return sp_no_memory(&pick->cmd->err, "the names of seeds");
	for (uint64_t i = 0; i < count; i++)
		pages[i] = pick->seeds.seeds[i].page;
	status = cmd_look_up_names(pick->cmd, &pick->late, pages, count,
				   found);
	free(pages);
	return status;
}

/*
 * Keeps the name of a seed, the graph's, if it is known, or its own; given is
 * its place in the stream.
 */
static enum sp_status
by_given_keep_name(struct seedpick *pick, struct sp_span name, uint64_t given)
{
	struct sp_span was = { "", 0 };

	if (given < pick->given->seeds.count) {
		if (!name.length)
			name = sp_names_span(&pick->given->names, given);
		if (pick->given->noted)
			was = sp_names_span(&pick->given->was, given);
	}
	if (sp_names_add(&pick->names, name.text, name.length,
			 &pick->cmd->err))
		return pick->cmd->err.status;
	return sp_names_add(&pick->was, was.text, was.length,
			    &pick->cmd->err);
}

/* The seeds are some of those given, in their order, and then others. */
static enum sp_status
keep_given_names(struct seedpick *pick, const struct sp_names *found)
{
	const struct sp_names *names = sp_contents_names(&pick->contents);
	const struct sp_loaded_seeds *given = pick->given;
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	for (uint64_t i = 0; !status && i < pick->seeds.count; i++) {
		uint32_t page = pick->seeds.seeds[i].page;
		struct sp_span name = { "", 0 };

		if (i >= pick->filled_from)
			at = given->seeds.count;
		while (at < given->seeds.count &&
		       given->seeds.seeds[at].page != page)
			at++;
		if (found->count)
			name = sp_names_span(found, i);
		else if (names && page < names->count)
			name = sp_names_span(names, page);
		status = by_given_keep_name(pick, name, at++);
	}
	return status;
}

enum sp_status
seedpick_keep_notes(struct seedpick *pick)
{
	struct sp_names found = SP_NAMES_EMPTY;
	enum sp_status status = look_up_names(pick, &found);

	if (!status && !pick->given) {
		pick->names = found;
		return SP_OK;
	}
	if (!status)
		status = keep_given_names(pick, &found);
	sp_names_free(&found);
	return status;
}
