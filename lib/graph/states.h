/* SPDX-License-Identifier: MIT */
/*
 * states.h - the state of each page in the crawl that a graph was made from.
 *
 * A crawl knows many more pages than it has fetched.  A page without links may
 * be one that has none, or one whose links nobody has seen: its state says
 * which.
 */
#ifndef SP_GRAPH_STATES_H
#define SP_GRAPH_STATES_H

#include "base/status.h"

#include <stdbool.h>

enum sp_page_state {
	SP_PAGE_UNFETCHED, /* known from links or a list, never fetched */
	SP_PAGE_OK,        /* fetched: its links are those of the graph */
	SP_PAGE_REDIRECT,  /* leads to another URL */
	SP_PAGE_GONE,      /* not found, failed for good: 404, 410 */
	SP_PAGE_FAILED,    /* may come later: 5xx, timeouts, no address */
	SP_PAGE_REFUSED,   /* robots.txt forbids it */
	SP_PAGE_FILTERED,  /* the crawl's own rules exclude it */
	SP_PAGE_STATES
};

/* The word for a state below SP_PAGE_STATES: "unfetched", "ok", ... */
const char *sp_page_state_word(unsigned state);

/* Start with zero bytes; free with sp_states_free(). */
struct sp_states {
	uint8_t *state_of; /* enum sp_page_state of each page */
	uint64_t pages, capacity;
};

/* Makes the states of pages that are all unfetched.  SP_MEMORY. */
enum sp_status sp_states_new(uint64_t pages, struct sp_states *states,
			     struct sp_error *err);

/* Page p becomes page new_of[p]; nothing to do without pages.  SP_MEMORY. */
enum sp_status sp_states_renumber(struct sp_states *states,
				  const uint32_t *new_of,
				  struct sp_error *err);

/* Counts the pages of each state. */
void sp_states_count(const struct sp_states *states,
		     uint64_t counts[SP_PAGE_STATES]);

void sp_states_free(struct sp_states *states); /* leaves zero bytes */

#endif
