/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the parts of a crawl: sp_crawl() runs one to its end, parallel.c
 * several in turns.  Private to lib/crawl.
 */
#ifndef SP_CRAWL_LOOP_H
#define SP_CRAWL_LOOP_H

#include "crawl/engine.h"
#include "crawl/watch.h"

/*
 * Allocates the frontier and what the engine keeps of pages, for a crawl whose
 * input, options, plan, report and counts of pages are set and were checked.
 * One that has an accessor shares it, and keeps it at the end.  SP_MEMORY.
 */
enum sp_status sp_crawl_open(struct sp_crawl_state *crawl,
			     const struct sp_crawl_sink *sink);

/* Finds the distinct seeds, and begins the order. */
enum sp_status sp_crawl_open_order(struct sp_crawl_state *crawl);

/* Queues a page that comes from outside, as a seed with this share. */
enum sp_status sp_crawl_queue_seed(struct sp_crawl_state *crawl, uint32_t page,
				   double share);

/* Queues all seeds. */
enum sp_status sp_crawl_queue_seeds(struct sp_crawl_state *crawl);

/* The next page by the order, which may be none. */
enum sp_status sp_crawl_choose(struct sp_crawl_state *crawl,
			       struct sp_choice *choice);

/*
 * A page that was chosen is done, and *download is its row.  SP_DATA if its key
 * is not a number.
 */
enum sp_status sp_crawl_take(struct sp_crawl_state *crawl,
			     const struct sp_choice *choice,
			     struct sp_download *download);

/*
 * Reads the page at this moment, if it is there: false, and it is counted, in
 * a crawl of snapshots in which it is gone now.
 */
bool sp_crawl_reads(struct sp_crawl_state *crawl, uint32_t page,
		    uint64_t moment);

/* Counts the download, and reports it. */
enum sp_status sp_crawl_put(struct sp_crawl_state *crawl,
			    struct sp_watch *watch,
			    const struct sp_download *download);

/* Follows the links of the page; download: NULL if it is expanded once more. */
enum sp_status sp_crawl_follow(struct sp_crawl_state *crawl,
			       const struct sp_choice *choice,
			       struct sp_watch *watch,
			       const struct sp_download *download);

/*
 * One turn: downloads a page and follows its links; sets *none if there is no
 * page.  Orders that expand pages once more do so in the turn of the next
 * download.
 */
enum sp_status sp_crawl_turn(struct sp_crawl_state *crawl,
			     struct sp_watch *watch, bool *none);

/* Pages that were taken out of the frontier together. */
struct sp_fetched {
	struct sp_choice choice;
	struct sp_download download;
};

/*
 * Downloads up to most pages, as long as there are some, and then follows their
 * links, page by page, as if each had just been downloaded.  fetched has room
 * for most pages.  Sets *none if there was no page.
 */
enum sp_status sp_crawl_together(struct sp_crawl_state *crawl,
				 struct sp_watch *watch,
				 struct sp_fetched *fetched, uint64_t most,
				 bool *none);

/* The counts of the frontier, for the report. */
void sp_crawl_count(struct sp_crawl_state *crawl);

/* Frees all, also after a failure in any of the above. */
void sp_crawl_close(struct sp_crawl_state *crawl);

#endif
