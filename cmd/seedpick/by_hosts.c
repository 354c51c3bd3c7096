/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "stream/section/hosts.h"

static bool
hosts_chosen(const struct seedpick_options *options)
{
	return options->hosts;
}

static uint64_t
hosts_wanted(const struct seedpick_options *options)
{
	return options->hosts;
}

static enum sp_status
seeds_of_hosts(struct seedpick *pick)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);

	if (!hosts)
		return cmd_missing(pick->cmd, "hosts");
	return sp_pick_hosts(hosts, pick->options->hosts, pick->spread,
			     &pick->seeds, &pick->cmd->err);
}

const struct seed_method method_hosts = {
	.chosen = hosts_chosen, .wanted = hosts_wanted, .units = "hosts",
	.wants = SP_SECTION_HOSTS, .spreads = true, .pick = seeds_of_hosts
};
