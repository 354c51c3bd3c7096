/* SPDX-License-Identifier: MIT */
/*
 * web_share_own.h - what the web of a share is made of (web_share.c says how it
 * works).  Private to web_share*.c.
 *
 * "Local" pages are those of the share (cluster/team/share.h); all others are
 * pages of the whole graph.
 */
#ifndef SP_SEED_WEB_SHARE_OWN_H
#define SP_SEED_WEB_SHARE_OWN_H

#include "base/buffer.h"
#include "seed/authorities.h"
#include "seed/inlinks.h"
#include "seed/pagemap.h"
#include "seed/web.h"

/* The authorities of a ranking that were not given yet. */
struct sp_shared_best {
	struct sp_authorities owned;  /* those of this process, by their
					 number less its first page */
	uint64_t offer_room;          /* how many to offer next time */
	struct sp_top chosen;         /* the next ones of all processes, ... */
	uint64_t given;               /* ... of which these have been given */
	uint64_t *in_links;           /* of each chosen one */
	uint64_t in_links_capacity;
};

/* A page at the other end of a link, with what its owner knows of it. */
struct sp_far_link {
	double hub, authority;
	uint64_t page;
};

/* The links from a page, or those to it. */
struct sp_shared_list {
	uint64_t at;        /* of places[] below */
	uint32_t count;
	bool there;
	uint64_t exchange;  /* that last asked for it */
};

/* A page whose links are asked for, and the number of their list. */
struct sp_asked {
	uint32_t page, list;
};

/* Lists of a ranking that all processes have. */
struct sp_shared_lists {
	struct sp_page_map numbers[2]; /* of lists: SP_HUB: from a page;
					  SP_AUTHORITY: to a page */
	struct sp_shared_list *lists;
	uint64_t count, capacity;
	uint32_t *places;              /* of all lists */
	uint64_t place_count, place_capacity;
	/* The exchange that is being made. */
	uint64_t exchange;             /* its number */
	struct sp_asked *asked;
	uint64_t asked_count, asked_capacity;
	uint32_t *own_counts, *all_counts; /* links of each page, and a word
					    * more; all: by process */
	uint64_t own_counts_capacity, all_counts_capacity;
	struct sp_far_link *own, *all;
	uint64_t own_count, own_capacity, all_capacity;
	struct sp_top hubs;            /* whose links to ask for */
	uint64_t looked_at;            /* links, to find what to ask for */
	uint64_t *list_counts, *list_starts; /* by process, of all[] */
};

/*
 * Pages to which a process finds the links of its own, by itself: what others
 * need to know is only whether it has them.
 */
struct sp_own_batch {
	uint32_t *pages;              /* local */
	uint64_t count, capacity;
	uint64_t room;                /* for the next time */
	struct sp_authorities ahead;  /* local pages that may be asked for */
};

struct sp_shared_web {
	struct sp_web web;
	struct sp_share *share;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_inlinks *inlinks;      /* of local pages, from those owned */

	/* Of the ranking: by local page. */
	const uint64_t *local_dead;
	const double *local_hub, *local_authority;

	struct sp_shared_best best;
	struct sp_shared_lists lists;
	struct sp_own_batch batch;

	/* Places of pages that were met, and what stands there. */
	struct sp_page_map place_of;
	uint32_t *page_of;
	double *scores[2];
	uint64_t page_of_capacity, scores_capacity[2];
};

static inline struct sp_shared_web *
sp_shared_of(struct sp_web *web)
{
	return (struct sp_shared_web *)web;
}

static inline bool
sp_share_owns(const struct sp_share *share, uint64_t page)
{
	return page >= share->first && page - share->first < share->owned;
}

/*
 * Gives a page a place, or finds it; hub and authority are known now.
 * SP_MEMORY.
 */
enum sp_status sp_shared_give_place(struct sp_shared_web *shared, uint32_t page,
				    double hub, double authority,
				    uint32_t *place, struct sp_error *err);

/* ---- web_share_best.c ------------------------------------------------- */

/* Begins with the best authority, by the scores of the ranking. */
void sp_shared_best_begin(struct sp_shared_web *shared);
void sp_shared_best_free(struct sp_shared_web *shared);

/* See next and soon of struct sp_web_kind. */
enum sp_status sp_shared_next(struct sp_web *web, bool *found,
			      struct sp_web_authority *authority,
			      struct sp_error *err);
enum sp_status sp_shared_soon(struct sp_web *web, uint64_t room,
			      const struct sp_top_item **items,
			      uint64_t *count, struct sp_error *err);

/* ---- web_share_lists.c ------------------------------------------------ */

/* Sets up the lists of a web that is zeroed.  SP_MEMORY. */
enum sp_status sp_shared_lists_begin(struct sp_shared_web *shared,
				     struct sp_error *err);
void sp_shared_lists_free(struct sp_shared_web *shared);

/* A ranking begins. */
void sp_shared_lists_rank(struct sp_shared_web *shared);

/* Forgets all lists: places are given anew. */
void sp_shared_lists_forget(struct sp_shared_web *shared);

/*
 * Finds a list that is there: side is SP_HUB for the links from a page,
 * SP_AUTHORITY for those to it.  *places stays until the next exchange.
 */
bool sp_shared_find_list(const struct sp_shared_lists *lists, enum sp_side side,
			 uint32_t page, const uint32_t **places,
			 uint32_t *count);

/* Adds a list to those that are asked for; false: memory is short. */
bool sp_shared_ask(struct sp_shared_lists *lists, enum sp_side side,
		   uint32_t page) __attribute__((warn_unused_result));

/* See row, in_links and collect of struct sp_web_kind. */
enum sp_status sp_shared_row(struct sp_web *web, uint32_t page,
			     const uint32_t **places, uint32_t *count,
			     struct sp_error *err);
enum sp_status sp_shared_in_links(struct sp_web *web, uint32_t page,
				  bool *kept, const uint32_t **places,
				  uint32_t *count, struct sp_error *err);
enum sp_status sp_shared_collect(struct sp_web *web, const uint32_t *pages,
				 uint64_t count, struct sp_error *err);

/* ---- web_share_ahead.c ------------------------------------------------ */

/* Links that an exchange brings beside those of the first page. */
#define SP_SHARED_AHEAD SP_BUFFER(UINT64_C(1) << 18, UINT64_C(40))

/*
 * Ask for links to the next authorities, and to those that would join them; or
 * for those from hubs that may join after hub, which has a place, and from the
 * first hubs of the next authorities.  false: memory is short.
 */
bool sp_shared_ask_in_links_ahead(struct sp_shared_web *shared)
	__attribute__((warn_unused_result));
bool sp_shared_ask_rows_ahead(struct sp_shared_web *shared, uint32_t hub)
	__attribute__((warn_unused_result));

#endif
