/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "section/cores.h"

/* What is used when no option names another method. */
static bool
cores_chosen(const struct seedpick_options *options)
{
	(void)options;
	return true;
}

static enum sp_status
seeds_of_cores(struct seedpick *pick)
{
	const struct sp_loaded_cores *cores =
		sp_contents_cores(&pick->contents);

	if (!cores)
		return cmd_missing(pick->cmd, "cores");
	if (!cores->cores.count)
		return sp_fail(&pick->cmd->err, SP_DATA, "coreextract has "
			       "found no cores, so there are no seeds (other "
			       "methods: --top, --top-indegree, --random)");
	return sp_pick_cores(&cores->cores, &pick->seeds, &pick->cmd->err);
}

const struct seed_method method_cores = {
	.chosen = cores_chosen, .wants = SP_SECTION_CORES, .of_results = true,
	.pick = seeds_of_cores
};
