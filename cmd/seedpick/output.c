/* SPDX-License-Identifier: MIT */
/*
 * Seeds are written with their URLs, so that a list of seeds means something
 * without its graph.
 */
#include "seedpick.h"

#include "base/memory.h"
#include "stream/section/cores.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"

#include <math.h>
#include <stdlib.h>

/* ---- a stream --------------------------------------------------------- */

static enum sp_status
output_save_seeds(struct seedpick *pick, struct sp_writer *writer)
{
	const struct sp_seeds *seeds = &pick->seeds;
	struct sp_error *err = &pick->cmd->err;
	enum sp_status status;

	if (pick->names.count)
		status = sp_save_seeds_named(writer, seeds, &pick->names,
					     &pick->basis, err);
	else
		status = sp_save_seeds(writer, seeds,
				       sp_contents_names(&pick->contents),
				       &pick->basis, err);
	if (!status && (pick->score || pick->options->map ||
			pick->options->fill ||
			(pick->given && pick->given->noted)))
		status = sp_save_seed_notes(writer, seeds, pick->score,
					    pick->was.count ? &pick->was : NULL,
					    &pick->basis, err);
	return status;
}

enum sp_status
seedpick_save(struct seedpick *pick, struct cmd_output *output)
{
	enum sp_status status =
		output_save_seeds(pick, cmd_output_writer(output));

	return status ? status : cmd_output_sign(output);
}

/* ---- a list ----------------------------------------------------------- */

/* The seeds as a list; scores of cores for seeds of cores. */
struct seed_list {
	const struct seedpick *pick;
	const struct sp_names *names;
	const struct sp_hosts *hosts;
	double *core_scores;     /* of each core's seed, or NULL */
	uint64_t cores;
};

static void
output_get_seed(void *context, uint64_t i, struct sp_listed *item)
{
	const struct seed_list *list = context;
	const struct sp_seed *seed = &list->pick->seeds.seeds[i];

	*item = (struct sp_listed){ .page = seed->page, .score = NAN };
	if (list->pick->names.count)
		item->name = sp_names_span(&list->pick->names, i);
	else if (list->names && seed->page < list->names->count)
		item->name = sp_names_span(list->names, seed->page);
	if (sp_seed_is_filled(seed->found))
		item->score = NAN;
	else if (list->pick->score)
		item->score = seed->score;
	else if (seed->core < list->cores)
		item->score = list->core_scores[seed->core];
	if (list->hosts && list->hosts->domains.count &&
	    seed->page < list->hosts->pages)
		item->domain = sp_names_span(&list->hosts->domains,
					     list->hosts->host_of[seed->page]);
}

/* The scores by which cores chose their seeds, which are hubs. */
static enum sp_status
output_find_core_scores(struct seedpick *pick, struct seed_list *list)
{
	const struct sp_loaded_cores *cores =
		sp_contents_cores(&pick->contents);

	if (pick->score || !cores)
		return SP_OK;
	list->core_scores = sp_cores_seed_scores(&cores->cores);
	if (!list->core_scores)
		return sp_no_memory(&pick->cmd->err, "the scores of seeds");
	list->cores = cores->cores.count;
	return SP_OK;
}

enum sp_status
seedpick_list(struct seedpick *pick)
{
	struct cmd_list_options options = pick->options->list;
	struct seed_list list = {
		.pick = pick, .names = sp_contents_names(&pick->contents),
		.hosts = sp_contents_hosts(&pick->contents)
	};
	struct sp_list_source source = { .count = pick->seeds.count,
					 .context = &list,
					 .get = output_get_seed,
					 .named = list.names ||
						  pick->names.count };
	enum sp_status status = output_find_core_scores(pick, &list);

	options.list.format = pick->options->to == TO_STREAM ? SP_LIST_TEXT :
		(enum sp_list_format_number)(pick->options->to - 1);
	source.scored = pick->score || list.core_scores;
	if (options.list.format == SP_LIST_TEXT && !source.named &&
	    source.count)
		cmd_warn(pick->cmd, "no URLs in the stream: printing page "
			 "numbers (give the graph with -g, or import it with "
			 "graphimport --names)");
	if (!status)
		status = cmd_write_list(pick->cmd, &options, &source);
	free(list.core_scores);
	return status;
}
