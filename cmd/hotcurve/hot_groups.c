/* SPDX-License-Identifier: MIT */
/*
 * --hot-per-host: which pages are of one group, and the cap on its hot pages.
 */
#include "hotcurve.h"

#include "measure/crawl/hotcap.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "web/page/outline.h"

/* By the outlines of URLs, or by hosts where the graph has no names. */
static enum sp_status
hot_groups_find_groups(struct hotcurve_run *run)
{
	const struct sp_names *names = sp_contents_names(&run->input.contents);
	const struct sp_hosts *hosts = sp_contents_hosts(&run->input.contents);
	struct sp_error *err = &run->cmd->err;
	enum sp_status status;

	if (names && names->count == run->bench.pages)
		status = sp_units_of_outlines(names, &run->bench.hot_groups,
					      err);
	else if (hosts && hosts->pages == run->bench.pages)
		status = sp_units_of_hosts(hosts, &run->bench.hot_groups, err);
	else
		status = sp_fail(err, SP_DATA, "option --hot-per-host: no "
				 "names and no hosts of the pages in the "
				 "stream (give the graph with -g; graphimport "
				 "--names or --hosts adds them)");
	/* Groups by host point into the hosts. */
	sp_contents_drop(&run->input.contents, SP_SECTION_NAMES);
	return status;
}

/*
 * Groups are found once, with the first ranking; a later one (--reachable) is
 * capped by the same groups. kept says up to which rank the cap could be held,
 * and one warning is enough for all files.
 */
enum sp_status
hotcurve_cap_hosts(struct hotcurve_run *run)
{
	double share = run->options->hot.share;
	struct cmd *cmd = run->cmd;
	enum sp_status status = SP_OK;
	uint64_t kept = 0;

	if (!run->bench.hot_groups.unit_of)
		status = hot_groups_find_groups(run);
	if (!status)
		status = sp_hotrank_cap(
			&run->bench.ranking, run->bench.hot_groups.unit_of,
			run->bench.hot_groups.count, share, &kept, &cmd->err);
	if (status || kept == run->bench.ranking.count || run->warned.capped)
		return status;
	cmd_warn(cmd, "option --hot-per-host %g: from %" PRIu64 " hot pages "
		 "on, some hosts and path shapes have a larger share, since "
		 "the %" PRIu64 " of them have no more pages", share, kept + 1,
		 run->bench.hot_groups.count);
	run->warned.capped = true;
	return SP_OK;
}
