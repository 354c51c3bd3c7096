/* SPDX-License-Identifier: MIT */
/*
 * watch.h - what a crawl tells while it runs: downloads, what became of links,
 * windows of frontier metrics, seconds.  Private to lib/crawl.
 */
#ifndef SP_CRAWL_WATCH_H
#define SP_CRAWL_WATCH_H

#include "crawl/engine.h"

#define SP_WATCH_TIMES 1000 /* moments of which at least half are kept */

struct sp_watch {
	const struct sp_crawl_sink *sink;

	/* For the trace. */
	struct sp_found *found;
	uint64_t found_capacity;

	/* Of the window that is open. */
	struct sp_queue_window window;
	uint64_t waiting_sum, waiting_count;
	uint64_t dropped_before;

	/* times[i] was when time_step * (i + 1) downloads were done. */
	double *times;
	uint64_t time_step;
	uint64_t time_count;
	double started;
};

enum sp_status sp_watch_begin(struct sp_watch *watch,
			      struct sp_crawl_state *crawl,
			      struct sp_error *err) SP_MUST_CHECK;

/* A download, before its links are known. */
enum sp_status sp_watch_download(struct sp_watch *watch,
				 struct sp_crawl_state *crawl,
				 const struct sp_download *download,
				 struct sp_error *err) SP_MUST_CHECK;

/* Its links, before they do anything, and after. */
void sp_watch_links(struct sp_watch *watch, const struct sp_crawl_state *crawl,
		    const uint32_t *successors, uint32_t count);
enum sp_status sp_watch_found(struct sp_watch *watch,
			      struct sp_crawl_state *crawl,
			      const struct sp_download *download,
			      const uint32_t *successors, uint32_t count,
			      struct sp_error *err) SP_MUST_CHECK;

/* The last window, and the seconds of the report. */
enum sp_status sp_watch_end(struct sp_watch *watch,
			    struct sp_crawl_state *crawl,
			    struct sp_error *err) SP_MUST_CHECK;
void sp_watch_free(struct sp_watch *watch);

#endif
