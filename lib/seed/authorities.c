/* SPDX-License-Identifier: MIT */
/*
 * Pages by descending score, without sorting them.  A pass keeps the best of
 * those that come after the last page that was taken, in a heap of limited
 * size; the order is total, so "after" needs no memory of which pages were
 * given.  The limit grows from pass to pass: a search that takes ten
 * authorities costs one pass, and one that takes all of them a few.
 */
#include "seed/authorities.h"

#include "base/bitset.h"

#include <math.h>

/*
 * A pass costs 8 bytes per page, and a page that is kept 16 bytes.  A limit
 * that grows with the pages bounds both: at most 20 passes or so, and 1 byte
 * per page where that is more than 16 MiB.
 */
#define FIRST_KEPT 1024
#define MOST_KEPT (UINT64_C(1) << 20)
#define PAGES_PER_KEPT 16

void
sp_authorities_begin(struct sp_authorities *authorities, const double *scores,
		     const uint64_t *dead, uint64_t pages)
{
	authorities->scores = scores;
	authorities->dead = dead;
	authorities->pages = pages;
	authorities->top.count = 0;
	authorities->at = 0;
	authorities->wanted = FIRST_KEPT;
	authorities->whole = false;
	/* Any page comes after this one. */
	authorities->last = (struct sp_top_item){ INFINITY, 0 };
}

/*
 * Fewer than count found means that there are no others, now or later: dead
 * pages only become more, and scores stay.
 */
bool
sp_authorities_keep(struct sp_authorities *authorities, uint64_t count)
{
	struct sp_top *top = &authorities->top;

	if (authorities->whole || top->count - authorities->at >= count)
		return true;
	top->count = 0;
	top->limit = count;
	authorities->at = 0;
	for (uint64_t page = 0; page < authorities->pages; page++) {
		struct sp_top_item item = { authorities->scores[page],
					    (uint32_t)page };

		if (item.key > 0 && sp_top_before(authorities->last, item) &&
		    !(authorities->dead &&
		      sp_bit_test(authorities->dead, page)) &&
		    !sp_top_offer(top, item))
			return false;
	}
	sp_top_sort(top);
	authorities->whole = top->count < count;
	return true;
}

/*
 * wanted grows only where a pass was made, so that many small requests do not
 * enlarge it.
 */
bool
sp_authorities_ready(struct sp_authorities *authorities, uint64_t count)
{
	uint64_t most = authorities->pages / PAGES_PER_KEPT;

	if (authorities->whole ||
	    authorities->top.count - authorities->at >= count)
		return true;
	if (count < authorities->wanted)
		count = authorities->wanted;
	if (!sp_authorities_keep(authorities, count))
		return false;
	if (authorities->wanted * 4 <= (most > MOST_KEPT ? most : MOST_KEPT))
		authorities->wanted *= 4;
	return true;
}

bool
sp_authorities_next(struct sp_authorities *authorities, bool *found,
		    uint32_t *page)
{
	*found = false;
	if (!sp_authorities_ready(authorities, 1))
		return false;
	if (authorities->at == authorities->top.count)
		return true;
	authorities->last = authorities->top.items[authorities->at++];
	*found = true;
	*page = authorities->last.id;
	return true;
}

void
sp_authorities_free(struct sp_authorities *authorities)
{
	sp_top_free(&authorities->top);
}
