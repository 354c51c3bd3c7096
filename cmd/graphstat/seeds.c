/* SPDX-License-Identifier: MIT */
/*
 * The part "Seeds": distances between the seeds of the stream.
 */
#include "groups.h"

#include "base/memory.h"
#include "stream/section/seeds.h"

static void
seeds_add_options(struct graphstat *stat)
{
	const struct option_row rows[] = {
		FLAG("seeds", stat->options.seeds,
		     .help = "add the distances between seeds"),
	};

	graphstat_add_options(stat, rows, 1);
}

static bool
seeds_is_wanted(const struct graphstat_options *options)
{
	return options->seeds;
}

/* Each seed is a group of its own. */
static enum sp_status
seeds_find_groups(struct graphstat *stat, struct graphstat_groups *groups)
{
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&stat->contents);
	const struct sp_seeds *seeds;

	if (!loaded)
		return cmd_missing(stat->cmd, "seeds");
	seeds = &loaded->seeds;
	*groups = (struct graphstat_groups){
		.key = "seeds", .heading = "Seeds",
		.groups = (uint32_t)seeds->count,
		.member_count = seeds->count,
		.members = sp_alloc(seeds->count, sizeof(*groups->members))
	};
	if (!groups->members)
		return sp_no_memory(&stat->cmd->err, "the seeds");
	for (uint32_t i = 0; i < seeds->count; i++)
		groups->members[i] = (struct sp_group_page){
			i, seeds->seeds[i].page
		};
	return SP_OK;
}

static enum sp_status
seeds_describe(struct graphstat *stat)
{
	return graphstat_describe_groups(stat, seeds_find_groups);
}

static enum sp_status
seeds_print(struct graphstat *stat, struct cmd_output *output)
{
	return graphstat_print_groups(stat, seeds_find_groups, output);
}

const struct graphstat_part graphstat_seeds = { .add_options =
							seeds_add_options,
						.is_wanted = seeds_is_wanted,
						.wants = SP_SECTION_SEEDS,
						.describe = seeds_describe,
						.print = seeds_print };
