/* SPDX-License-Identifier: MIT */
/*
 * fetches.h - when the pages of a graph were fetched, how large they were, a
 * digest of what came, and how often.
 *
 * A crawl knows more pages than it has fetched, so this is a list of those
 * that were, and not an array: 32 bytes for each of them, nothing for the
 * others.  The state of a page (graph/states.h) says with what result.
 */
#ifndef SP_GRAPH_FETCHES_H
#define SP_GRAPH_FETCHES_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>

/* What the times are. */
enum sp_fetch_clock {
	SP_CLOCK_NONE,      /* not known, of any page */
	SP_CLOCK_SECONDS,   /* since 1970-01-01T00:00:00Z */
	SP_CLOCK_DOWNLOADS, /* the place in the order of the fetches, from 1:
			       replays */
	SP_CLOCKS
};

/* What is not known. */
#define SP_FETCH_NO_TIME INT64_MIN
#define SP_FETCH_NO_SIZE UINT64_MAX
#define SP_FETCH_NO_DIGEST UINT64_C(0)

#define SP_FETCH_USUAL_SIZE 20000 /* of a page, where a program needs one */
#define SP_FETCH_SIZE_MAX ((uint64_t)INT64_MAX) /* of a page, and of sums */

struct sp_fetch {
	int64_t time;      /* of the fetch that counts, or SP_FETCH_NO_TIME */
	uint64_t size;     /* bytes of the body, or SP_FETCH_NO_SIZE */
	uint64_t digest;   /* of the body, or SP_FETCH_NO_DIGEST: equal bodies
			      have equal digests, of one source */
	uint32_t page;
	uint32_t captures; /* times that the page was fetched, at least 1 */
};

/* Ascending by page, at most one a page.  Start with zero bytes. */
struct sp_fetches {
	struct sp_fetch *items;
	uint64_t count, capacity;
	uint64_t pages;    /* of the graph */
	enum sp_fetch_clock clock;
};

/* The word for a clock below SP_CLOCKS: "none", "seconds", "downloads". */
const char *sp_fetch_clock_word(unsigned clock);

/*
 * Can a page have this time by this clock?  Seconds are those of the years 0
 * to 9999, and downloads 1 to SP_DOWNLOADS_MAX; a time that is not known is
 * fine with any clock.
 */
#define SP_DOWNLOADS_MAX (INT64_C(1) << 53)
bool sp_fetch_time_fits(enum sp_fetch_clock clock, int64_t time);

/*
 * The time of a fetch in seconds, from milliseconds since 1970: those that have
 * passed.  SP_FETCH_NO_TIME for SP_NO_TIME, and for years before 0 or after
 * 9999.
 */
int64_t sp_fetch_seconds(int64_t milliseconds);

/*
 * The digest of a body from what archives and logs write of it: XXH3 of the
 * text, so that equal texts are equal numbers, and never SP_FETCH_NO_DIGEST.  A
 * SHA-1 is the same number with "sha1:" or without, in base32 or in base16, in
 * small letters or capitals; other texts are taken as they are.
 * SP_FETCH_NO_DIGEST for an empty or absent text, and for "-".
 */
uint64_t sp_fetch_digest(struct sp_span text);

/* The digest of a body that nobody has given one: XXH3 of its bytes. */
uint64_t sp_fetch_digest_body(const void *body, size_t size);

/* Appends a fetch, of a page after all others; or sort them.  SP_MEMORY. */
enum sp_status sp_fetches_add(struct sp_fetches *fetches,
			      const struct sp_fetch *fetch,
			      struct sp_error *err);

/* Sorts those of different pages that were added in any order. */
void sp_fetches_sort(struct sp_fetches *fetches);

/* The fetch of a page, or NULL: a binary search. */
const struct sp_fetch *sp_fetches_find(const struct sp_fetches *fetches,
				       uint64_t page);

/* The size of a page; unknown if it has none, or fetches is NULL. */
uint64_t sp_fetches_size(const struct sp_fetches *fetches, uint64_t page,
			 uint64_t unknown);

/* Page p becomes page new_of[p]; each is the new number of one page. */
void sp_fetches_renumber(struct sp_fetches *fetches, const uint32_t *new_of);

/*
 * Appends to empty fetches those of units of pages, such as hosts: page p is of
 * unit unit_of[p].  A unit has the sum of the captures of its pages, the sum of
 * their sizes as far as these are known, their last time, and no digest.  Sums
 * end at UINT32_MAX and SP_FETCH_SIZE_MAX.  SP_MEMORY.
 */
enum sp_status sp_fetches_fold(const struct sp_fetches *fetches,
			       const uint32_t *unit_of, uint64_t units,
			       struct sp_fetches *made, struct sp_error *err);

/*
 * Makes the fetches of a replay: the pages in the order in which they were
 * downloaded, of a graph of this many pages.  A page that comes twice has its
 * last place as its time, and two captures.  Sizes and digests are not known.
 * SP_MEMORY.
 */
enum sp_status sp_fetches_replay(const uint32_t *order, uint64_t count,
				 uint64_t pages, struct sp_fetches *made,
				 struct sp_error *err);

/* What is known of all fetches together. */
struct sp_fetch_figures {
	uint64_t pages;     /* that were fetched */
	uint64_t captures;
	uint64_t timed;     /* pages whose time is known ... */
	int64_t first, last; /* ... and the span of these times */
	uint64_t sized;     /* pages whose size is known ... */
	uint64_t bytes;     /* ... and their sum, at most SP_FETCH_SIZE_MAX */
	uint64_t digested;  /* pages whose digest is known ... */
	uint64_t distinct;  /* ... and how many digests these are */
};

/* Counts them; takes 8 bytes for each page with a digest.  SP_MEMORY. */
enum sp_status sp_fetches_count(const struct sp_fetches *fetches,
				struct sp_fetch_figures *figures,
				struct sp_error *err);

void sp_fetches_free(struct sp_fetches *fetches); /* leaves zero bytes */

#endif
