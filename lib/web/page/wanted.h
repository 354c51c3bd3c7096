/* SPDX-License-Identifier: MIT */
/*
 * wanted.h - URLs that are looked for among the names of pages, by the ranks of
 * web/page/match.h.
 *
 * Its memory is that of the URLs; each name is looked at once, and need not be
 * kept.
 *
 *	sp_wanted_new(), sp_wanted_add() for each URL
 *	for each page, in ascending order: sp_wanted_look()
 *	sp_wanted_found() for each URL
 */
#ifndef SP_WEB_PAGE_WANTED_H
#define SP_WEB_PAGE_WANTED_H

#include "web/page/match.h"

struct sp_wanted;

/* A page that was found. */
struct sp_found {
	enum sp_match_rank rank;  /* SP_RANK_NONE: none was */
	uint64_t page;            /* of the best rank, the smallest */
	uint64_t again;           /* the next page of exactly this name, or
				     SP_NO_MATCH */
};

/*
 * Free *wanted with sp_wanted_free().  Returns SP_MEMORY.
 */
enum sp_status sp_wanted_new(enum sp_match match, struct sp_wanted **wanted,
			     struct sp_error *err);

/*
 * Adds a URL, or any other text; one that was added before has the same
 * *place.  Places count from 0.  Returns SP_DATA if it is longer than
 * SP_NAME_MAX; SP_MEMORY.
 */
enum sp_status sp_wanted_add(struct sp_wanted *wanted, struct sp_span url,
			     uint64_t *place, struct sp_error *err);

/* Sets *place to that of a text; false if it was not added. */
bool sp_wanted_place(const struct sp_wanted *wanted, struct sp_span url,
		     uint64_t *place);

/* Looks at the name of the next page.  Returns SP_MEMORY. */
enum sp_status sp_wanted_look(struct sp_wanted *wanted, uint64_t page,
			      struct sp_span name, struct sp_error *err);

/*
 * Looks at all names of a table, in two passes: the second is only needed if a
 * text that matters is not the same as any name.
 */
void sp_wanted_find_same(struct sp_wanted *wanted,
			 const struct sp_names *names);
enum sp_status sp_wanted_find_forms(struct sp_wanted *wanted,
				    const struct sp_names *names,
				    struct sp_error *err);

/* The texts, by their places. */
const struct sp_names *sp_wanted_texts(const struct sp_wanted *wanted);

/* What was found of any rank, whether it counts or not. */
struct sp_found sp_wanted_found(const struct sp_wanted *wanted,
				uint64_t place);

/* The page that counts, or SP_NO_MATCH. */
uint64_t sp_wanted_page(const struct sp_wanted *wanted, uint64_t place);

/* Would it be found loosely, and is not? */
bool sp_wanted_is_near(const struct sp_wanted *wanted, uint64_t place);

/*
 * Counts those of a few URLs that a name matches loosely, or better: of URLs
 * that were not found otherwise.  Returns SP_MEMORY.
 */
enum sp_status sp_wanted_count_near(const struct sp_names *names,
				    const struct sp_names *urls,
				    uint64_t *near, struct sp_error *err);

void sp_wanted_free(struct sp_wanted *wanted); /* accepts NULL */

#endif
