/* SPDX-License-Identifier: MIT */
/*
 * servers.h - how long a request takes, and what comes of it
 * (seedpipe-algorithms(7), 5.3).  Private to lib/crawl/timed.
 *
 * What a server answers depends on its host, the page and the number of the
 * attempt, by hashes, and on nothing else: all orders, with any limits, meet
 * the same web.
 */
#ifndef SP_CRAWL_TIMED_SERVERS_H
#define SP_CRAWL_TIMED_SERVERS_H

#include "crawl/timed/timed.h"

/* What comes of a request. */
struct sp_answer {
	uint64_t duration;  /* microseconds, from its beginning to its end */
	uint64_t bytes;     /* of the body; 0 after a failure */
	uint64_t transfer;  /* what of the duration the body takes */
	bool failed;
	bool again;         /* ... and may be tried again */
};

/*
 * Answers attempt number attempt, from 1, for a page of a host; first: it is
 * the first request to the host.
 */
struct sp_answer sp_server_answer(const struct sp_timing *timing, uint32_t host,
				  uint32_t page, uint32_t attempt, bool first);

/*
 * How long a body takes to come, in microseconds, rounded up.  bandwidth is in
 * bytes a second; 0 means no limit, and no time.
 */
uint64_t sp_transfer_time(uint64_t bytes, uint64_t bandwidth);

/* Does the robots.txt of the host forbid the page? */
bool sp_server_refuses(const struct sp_timing *timing, uint32_t page);

/*
 * How long a host is left alone after a request that took this long: from its
 * end, or from its beginning, as timing->delay_from says.
 */
uint64_t sp_server_gap(const struct sp_timing *timing, uint32_t host,
		       uint64_t duration);

/* Requests to a host at a time. */
uint32_t sp_server_connections(const struct sp_timing *timing, uint32_t host);

#endif
