/* SPDX-License-Identifier: MIT */
/*
 * fresh.h - how fresh the copies are that a crawler holds of pages
 * (seedpipe-algorithms(7), 5.4; Cho and Garcia-Molina 2000).  Private to
 * lib/crawl.
 *
 * A copy is fresh if its page is there now with the links that it has in the
 * copy.  The age of a fresh copy is 0; that of a stale one counts from the
 * moment when the snapshot took over since which it has been stale without a
 * break.
 *
 * Most pages do not change, and none do between two moments at which a snapshot
 * takes over: so all copies are looked at in each of these moments, and a
 * download counts its own page alone.  A byte a page.
 */
#ifndef SP_CRAWL_FRESH_H
#define SP_CRAWL_FRESH_H

#include "crawl/crawl.h"

struct sp_fresh {
	const double *weight;      /* of each page, or NULL */
	uint8_t *since;            /* of each copy: the snapshot since which it
				      is stale, or SP_FRESH */
	uint64_t copies, fresh;
	uint64_t stale[SP_SNAPSHOTS_MAX]; /* by since */
	uint64_t there;            /* pages that are there now, */
	double weight_there;       /* ... and what they weigh, */
	double weight_fresh;       /* ... and those with a fresh copy */
};

#define SP_FRESH UINT8_MAX

/* SP_MEMORY.  Free it in any case. */
enum sp_status sp_fresh_init(struct sp_fresh *fresh,
			     const struct sp_crawl_input *input,
			     struct sp_error *err);
void sp_fresh_free(struct sp_fresh *fresh);

/* Snapshot now takes over; read[page] is the one of each copy (copies.h). */
void sp_fresh_turn(struct sp_fresh *fresh,
		   const struct sp_snapshots *snapshots, const uint8_t *read,
		   unsigned now);

/* A page was read.  had: there was a copy of it before. */
void sp_fresh_take(struct sp_fresh *fresh, uint32_t page, bool had);

/* A page of which there was a copy was asked for, and is gone. */
void sp_fresh_lose(struct sp_fresh *fresh, uint32_t page);

/* Fills all of *row but downloads. */
void sp_fresh_row(const struct sp_fresh *fresh, const uint64_t *takeovers,
		  uint64_t moment, struct sp_freshness *row);

#endif
