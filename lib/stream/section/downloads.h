/* SPDX-License-Identifier: MIT */
/*
 * downloads.h - checks that the downloads of an order can be those of a crawl:
 * each page comes once, and one deeper than its parent.  Private to
 * lib/stream/section.
 *
 * The parent may come later or never, for an order may know all pages before
 * it downloads the first (shuffle).  With ticks, it comes before the page, and
 * from the same process unless processes exchange pages; and a page may come
 * once for each process if links are followed by crossover.  Only the tail says
 * which it is, so the downloads must fit one way or the other until then.  In
 * time, the parent has ended when the page begins.
 *
 * Takes 4 bytes for each page of the graph, 6 with ticks, 12 in time, but never
 * more than 48 bytes a download, or 96 in time, whatever number of pages the
 * head claims; and with crossover, 48 for each page that comes again or has
 * such a parent.
 */
#ifndef SP_STREAM_SECTION_DOWNLOADS_H
#define SP_STREAM_SECTION_DOWNLOADS_H

#include "graph/orders.h"

/* A download, and how many came before it. */
struct sp_past_download {
	uint32_t page, parent, depth;
	uint16_t process;
	uint64_t place;
};

struct sp_past_downloads {
	struct sp_past_download *rows;
	uint64_t count, capacity;
};

/* Start with zero bytes; private except to downloads.c. */
struct sp_downloads {
	uint64_t pages;   /* of the graph */
	uint64_t count;   /* downloads so far */
	bool ticks, times;

	/*
	 * Of the first download of each page: its depth; or, before that, what
	 * its children say of it; or 0.
	 */
	uint32_t *depths;
	uint16_t *processes; /* with ticks */
	uint64_t *ends;      /* in time */
	/*
	 * Downloads until there are enough for these tables; in time, the start
	 * and the end of each.
	 */
	struct sp_past_downloads waiting;
	uint64_t *waiting_times, waiting_times_capacity;

	/* With ticks: a parent is of another process, so it is exchange. */
	bool foreign;
	/* Pages came again, for another process, so it is crossover; and */
	struct sp_past_downloads again;
	/* ... downloads whose parents must be among these. */
	struct sp_past_downloads later;
};

/* Begins an order of a graph of this many pages: with ticks, in time. */
void sp_downloads_begin(struct sp_downloads *downloads, uint64_t pages,
			bool ticks, bool times);

/*
 * Adds the next downloads, whose pages, parents and processes are in range.
 * Sets *wrong to what is wrong with them, or NULL.  SP_MEMORY.
 */
enum sp_status sp_downloads_add(struct sp_downloads *downloads,
				const struct sp_download *rows, uint64_t count,
				const char **wrong, struct sp_error *err);

/* The same for what shows only at the end; mode: of an order with ticks. */
enum sp_status sp_downloads_end(struct sp_downloads *downloads,
				enum sp_parallel_mode mode, const char **wrong,
				struct sp_error *err);

/* Frees everything and leaves zero bytes. */
void sp_downloads_free(struct sp_downloads *downloads);

#endif
