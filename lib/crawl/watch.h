/* SPDX-License-Identifier: MIT */
/*
 * watch.h - what a crawl reports while it runs: downloads, what became of
 * their links, windows of frontier metrics, seconds.  It calls the functions
 * of a sp_crawl_sink, and does nothing for those that are NULL.  Private to
 * lib/crawl.
 */
#ifndef SP_CRAWL_WATCH_H
#define SP_CRAWL_WATCH_H

#include "crawl/engine.h"

/*
 * Seconds are noted at this many moments at most; more than half of them are
 * in use once there were as many downloads.
 */
#define SP_WATCH_TIMES 1000

struct sp_watch {
	const struct sp_crawl_sink *sink;

	/* What became of the links of one download. */
	struct sp_found *found;
	uint64_t found_capacity;
	/* Which of its successors were unseen before. */
	bool *unseen;
	uint64_t unseen_capacity;

	/* The window in progress. */
	struct sp_queue_window window;
	uint64_t waiting_sum, waiting_count;
	uint64_t dropped_before;

	/* times[i] was when time_step * (i + 1) downloads were done. */
	double *times;
	uint64_t time_step;
	uint64_t time_count;
	double started;
};

/* The key of a queued page as the order reports it: see key() in engine.h. */
double sp_page_key(const struct sp_crawl_state *crawl, uint32_t page);

/* Starts the clock.  SP_MEMORY.  Free the watch in any case. */
enum sp_status sp_watch_begin(struct sp_watch *watch,
			      struct sp_crawl_state *crawl);

/*
 * The engine calls these in turn for each download: when the page is done;
 * before its links are followed; after they were.  They fail with the status
 * of the sink, or SP_MEMORY.
 */
enum sp_status sp_watch_download(struct sp_watch *watch,
				 struct sp_crawl_state *crawl,
				 const struct sp_download *download);
enum sp_status sp_watch_links(struct sp_watch *watch,
			      const struct sp_crawl_state *crawl,
			      const uint32_t *successors, uint32_t count);
enum sp_status sp_watch_found(struct sp_watch *watch,
			      struct sp_crawl_state *crawl,
			      const struct sp_download *download,
			      const uint32_t *successors, uint32_t count);

/* Reports the last window, and puts the seconds into the crawl's report. */
enum sp_status sp_watch_end(struct sp_watch *watch,
			    struct sp_crawl_state *crawl);
void sp_watch_free(struct sp_watch *watch);

#endif
