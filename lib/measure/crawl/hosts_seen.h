/* SPDX-License-Identifier: MIT */
/*
 * hosts_seen.h - how many hosts a crawl has seen after x downloads
 * (seedpipe-algorithms(7), 8.7).
 */
#ifndef SP_MEASURE_CRAWL_HOSTS_SEEN_H
#define SP_MEASURE_CRAWL_HOSTS_SEEN_H

#include "graph/hosts.h"

/*
 * Sets seen[i] to the number of different hosts among the first points[i] of
 * count downloads (of all, if that is more).  points ascend; seen has room for
 * point_count numbers.  Pages without a host, whose host is the empty name,
 * add none.  Takes a bit for each host.  Returns SP_DATA if a download is not
 * a page of hosts; SP_MEMORY.
 */
enum sp_status sp_hosts_seen(const struct sp_hosts *hosts,
			     const uint32_t *order, uint64_t count,
			     const uint64_t *points, uint64_t point_count,
			     uint64_t *seen, struct sp_error *err);

#endif
