/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "section/cores.h"
#include "section/seeds.h"

/* Seeds of the stream, else of its cores: only --map changes anything then. */
static bool
given_chosen(const struct seedpick_options *options)
{
	return options->map;
}

static enum sp_status
seeds_that_are_given(struct seedpick *pick)
{
	const struct sp_loaded_seeds *given =
		sp_contents_seeds(&pick->contents);
	enum sp_status status = SP_OK;

	if (!given)
		return method_cores.pick(pick);
	pick->given = given;
	for (uint64_t i = 0; !status && i < given->seeds.count; i++)
		status = sp_seeds_add(&pick->seeds, given->seeds.seeds[i],
				      &pick->cmd->err);
	if (!status && !given->seeds.count)
		status = sp_fail(&pick->cmd->err, SP_DATA,
				 "the list of seeds is empty");
	return status;
}

const struct seed_method method_given = {
	.chosen = given_chosen, .wants = SP_SECTION_SEEDS | SP_SECTION_CORES,
	.of_results = true, .pick = seeds_that_are_given
};
