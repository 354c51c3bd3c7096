/* SPDX-License-Identifier: MIT */
/*
 * The part "Cores": distances between the cores of the stream.
 */
#include "groups.h"

#include "base/memory.h"
#include "stream/section/cores.h"

/* The pages of both sides belong to a core. */
static enum sp_status
cores_measure(struct graphstat *stat, void *found)
{
	struct graphstat_groups *groups = found;
	const struct sp_loaded_cores *loaded =
		sp_contents_cores(&stat->contents);
	const struct sp_cores *cores;

	if (!loaded)
		return cmd_missing(stat->cmd, "cores");
	cores = &loaded->cores;
	*groups = (struct graphstat_groups){
		.key = "cores", .heading = "Cores",
		.groups = (uint32_t)cores->count,
		.member_count = cores->member_count,
		.members = sp_alloc(cores->member_count,
				    sizeof(*groups->members))
	};
	if (!groups->members)
		return sp_no_memory(&stat->cmd->err, "the pages of cores");
	for (uint64_t i = 0; i < cores->member_count; i++)
		groups->members[i] = (struct sp_group_page){
			cores->members[i].core, cores->members[i].page
		};
	return graphstat_measure_groups(stat, groups);
}

const struct graphstat_part graphstat_cores = {
	.name = "cores", .help = "add the distances between cores",
	.wants = SP_SECTION_CORES,
	.found_size = sizeof(struct graphstat_groups),
	.measure = cores_measure, .end = graphstat_end_groups,
	.describe = graphstat_describe_groups,
	.columns = graphstat_group_columns, .print = graphstat_print_groups
};
