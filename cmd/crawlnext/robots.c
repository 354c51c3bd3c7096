/* SPDX-License-Identifier: MIT */
/*
 * The robots.txt of a host is a page of an archive, but none to fetch, and what
 * became of it says nothing of the pages of the host: many hosts have none, and
 * many have the same.  crawlimport leaves it out of logs for the same reason.
 */
#include "crawlnext.h"

#include "web/page/url.h"

enum sp_status
crawlnext_filter_robots(struct crawlnext *next)
{
	if (!next->names)
		return SP_OK;
	for (uint64_t page = 0; page < next->pages; page++) {
		if (!sp_url_is_robots_txt(sp_names_span(next->names, page)))
			continue;
		if (crawlnext_own_states(next))
			return next->cmd->err.status;
		next->own_states.state_of[page] = SP_PAGE_FILTERED;
	}
	return SP_OK;
}
