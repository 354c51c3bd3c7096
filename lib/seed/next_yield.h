/* SPDX-License-Identifier: MIT */
/*
 * next_yield.h - the share of a host's pages that have links, estimated from
 * those that were fetched.  Private to lib/seed.
 *
 * Pages of a host are alike if they are of one kind: the extension of the file
 * in their URLs, such as ".pdf", no extension, or a folder.  Of a kind or host
 * of which little was fetched, the level above tells more: the host, then its
 * zone (its top-level domain, as ".uk"), then all pages of the crawl.  So each
 * share is weighed with the one above, which counts as 10 more pages, with
 * linking(x) of fetched(x) pages that have links:
 *
 *	y(all)  = (linking(all) + 1) / (fetched(all) + 2)
 *	y(zone) = (linking(zone) + 10 y(all)) / (fetched(zone) + 10)
 *	y(host) = (linking(host) + 10 y(zone)) / (fetched(host) + 10)
 *	y(kind) = (linking(kind) + 10 y(host)) / (fetched(kind) + 10)
 *
 * where kind is the pages of one kind of one host.  Hosts
 * without a name and hosts that are addresses share one zone.
 */
#ifndef SP_SEED_NEXT_YIELD_H
#define SP_SEED_NEXT_YIELD_H

#include "base/span.h"
#include "graph/hosts.h"

/* What has links, of what was fetched. */
struct sp_next_yield {
	const struct sp_hosts *hosts;
	const struct sp_units *units;  /* of the hosts */
	const struct sp_names *names;  /* of the pages; NULL: of one kind */
	const uint64_t *fetched, *linking; /* bitsets of pages */
};

/*
 * Multiplies the value of each page by y of its kind.  Takes 40 bytes a host,
 * and 32 to 64 for each kind of each host that was fetched.  SP_MEMORY.
 */
enum sp_status sp_weigh_by_yield(const struct sp_next_yield *known,
				 double *values, struct sp_error *err);

/*
 * The kind of a page by its URL, a piece of it: the extension of the last
 * segment of its path, without the dot; "/" for a folder; "" without an
 * extension, or with one of more than 8 bytes.
 */
struct sp_span sp_kind_of_page(const char *url, size_t length);

#endif
