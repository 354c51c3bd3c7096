/* SPDX-License-Identifier: MIT */
/*
 * by_host.h - the pages of a table of names, by host.
 *
 * Hosts are in the order of their bytes, the pages of each in their own order.
 */
#ifndef SP_SHAPE_BY_HOST_H
#define SP_SHAPE_BY_HOST_H

#include "graph/names.h"

struct sp_pages_by_host {
	uint64_t hosts;
	struct sp_names names;    /* of hosts, as they were found */
	uint32_t *order;          /* host i is names[order[i]] */
	uint64_t *starts;         /* its pages begin at pages[starts[i]] */
	uint32_t *pages;          /* those that have a host, which has no more
				     than SP_SHAPE_HOST_MAX bytes */
};

#define SP_PAGES_BY_HOST_EMPTY \
	{ 0, SP_NAMES_EMPTY, NULL, NULL, NULL }

/*
 * Sorts the pages of these names, plain or packed, by host, with threads (at
 * least 1).  Takes 4 bytes a page, and 4 bytes a page of room meanwhile, which
 * is left with no meaning; hosts, 16 bytes for each, and with several threads
 * those of each thread meanwhile.  Release it with sp_pages_by_host_free(),
 * also after a failure: SP_MEMORY.
 */
enum sp_status sp_pages_sort_by_host(const struct sp_names *urls, int threads,
				     uint32_t *room,
				     struct sp_pages_by_host *by,
				     struct sp_error *err);

static inline struct sp_span
sp_pages_host(const struct sp_pages_by_host *by, uint64_t host)
{
	return sp_names_span(&by->names, by->order[host]);
}

void sp_pages_by_host_free(struct sp_pages_by_host *by);

#endif
