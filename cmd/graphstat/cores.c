/* SPDX-License-Identifier: MIT */
/*
 * The part "Cores": distances between the cores of the stream.
 */
#include "groups.h"

#include "base/memory.h"
#include "stream/section/cores.h"

static void
cores_add_options(struct graphstat *stat)
{
	const struct option_row rows[] = {
		FLAG("cores", stat->options.cores,
		     .help = "add the distances between cores"),
	};

	graphstat_add_options(stat, rows, 1);
}

static bool
cores_is_wanted(const struct graphstat_options *options)
{
	return options->cores;
}

/* The pages of both sides belong to a core. */
static enum sp_status
cores_find_groups(struct graphstat *stat, struct graphstat_groups *groups)
{
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
	return SP_OK;
}

static enum sp_status
cores_describe(struct graphstat *stat)
{
	return graphstat_describe_groups(stat, cores_find_groups);
}

static enum sp_status
cores_print(struct graphstat *stat, struct cmd_output *output)
{
	return graphstat_print_groups(stat, cores_find_groups, output);
}

const struct graphstat_part graphstat_cores = { .add_options =
							cores_add_options,
						.is_wanted = cores_is_wanted,
						.wants = SP_SECTION_CORES,
						.describe = cores_describe,
						.print = cores_print };
