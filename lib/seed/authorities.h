/* SPDX-License-Identifier: MIT */
/*
 * authorities.h - the pages with an authority score, one by one, the largest
 * score first, equal scores by page ascending.  Private to lib/seed.
 *
 * Most rankings need only the first few, so the pages are not sorted: a pass
 * over the scores keeps the best of those that are left, and each further
 * pass keeps four times as many.  In all, that is a few passes even when
 * every page is asked for.
 */
#ifndef SP_SEED_AUTHORITIES_H
#define SP_SEED_AUTHORITIES_H

#include "seed/top.h"

struct sp_authorities {
	const double *scores;    /* of all pages */
	const uint64_t *dead;    /* bitset of pages to leave out, or NULL */
	uint64_t pages;
	struct sp_top top;       /* from at on: the best that are left */
	uint64_t at;
	uint64_t wanted;         /* to keep in the next pass */
	bool whole;              /* top has all that are left */
	struct sp_top_item last; /* the one that was taken last */
};

/*
 * Starts with the best page again.  *authorities is zeroed before the first
 * time; its memory is used again.  scores and dead must stay as they are
 * until the last page is taken.
 */
void sp_authorities_begin(struct sp_authorities *authorities,
			  const double *scores, const uint64_t *dead,
			  uint64_t pages);

/*
 * Keeps the best count pages that are left, or all of them; they are
 * top.items[at .. top.count).  Returns false if memory is short.
 */
bool sp_authorities_keep(struct sp_authorities *authorities, uint64_t count)
	__attribute__((warn_unused_result));

/*
 * Sees to it that the next count pages are there, as above, or all that are
 * left: with more of them in each further pass.  Returns false if memory is
 * short.
 */
bool sp_authorities_ready(struct sp_authorities *authorities, uint64_t count)
	__attribute__((warn_unused_result));

/*
 * Takes the best page that is left; *found is false when no page with a score
 * above 0 is.  Returns false if memory is short.
 */
bool sp_authorities_next(struct sp_authorities *authorities, bool *found,
			 uint32_t *page) __attribute__((warn_unused_result));

void sp_authorities_free(struct sp_authorities *authorities);

#endif
