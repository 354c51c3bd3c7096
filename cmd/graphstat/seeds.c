/* SPDX-License-Identifier: MIT */
/*
 * The part "Seeds": distances between the seeds of the stream.
 */
#include "groups.h"

#include "base/memory.h"
#include "stream/section/seeds.h"

/* Each seed is a group of its own. */
static enum sp_status
seeds_measure(struct graphstat *stat, void *found)
{
	struct graphstat_groups *groups = found;
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
	return graphstat_measure_groups(stat, groups);
}

const struct graphstat_part graphstat_seeds = {
	.name = "seeds", .help = "add the distances between seeds",
	.wants = SP_SECTION_SEEDS,
	.found_size = sizeof(struct graphstat_groups),
	.measure = seeds_measure, .end = graphstat_end_groups,
	.describe = graphstat_describe_groups,
	.columns = graphstat_group_columns, .print = graphstat_print_groups
};
