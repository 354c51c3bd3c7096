/* SPDX-License-Identifier: MIT */
/*
 * A web that is one component, whose links are in memory both ways.
 *
 * Pages of a component have places in page order, so a page is found by a
 * binary search and the best authority by place is the best by page, ties
 * included.  Nothing is dead here: a piece is loaded without dead pages.
 */
#include "seed/web.h"

#include "base/memory.h"
#include "seed/authorities.h"

#include <stdlib.h>

struct piece_web {
	struct sp_web web;
	const struct sp_piece *piece;
	struct sp_authorities authorities;
};

void
sp_web_piece_rank(struct sp_web *web, const struct sp_piece *piece)
{
	struct piece_web *own = (struct piece_web *)web;

	own->piece = piece;
	web->places = piece->pages;
	web->page_of = piece->page;
	web->scores[SP_HUB] = piece->hub;
	web->scores[SP_AUTHORITY] = piece->authority;
	sp_authorities_begin(&own->authorities, piece->authority, NULL,
			     piece->pages);
}

static uint32_t
links_to(const struct sp_piece *piece, uint32_t place)
{
	return piece->in_from[place + 1] - piece->in_from[place];
}

static enum sp_status
piece_next(struct sp_web *web, bool *found, struct sp_web_authority *authority,
	   struct sp_error *err)
{
	struct piece_web *own = (struct piece_web *)web;
	uint32_t place;

	if (!sp_authorities_next(&own->authorities, found, &place))
		return sp_no_memory(err, "the best authorities");
	if (*found)
		*authority = (struct sp_web_authority){
			{ own->authorities.last.key, own->piece->page[place] },
			links_to(own->piece, place)
		};
	return SP_OK;
}

/* In-links are at hand, so there is nothing to collect them for. */
static enum sp_status
piece_soon(struct sp_web *web, uint64_t room, const struct sp_top_item **items,
	   uint64_t *count, struct sp_error *err)
{
	(void)web;
	(void)room;
	(void)err;
	*items = NULL;
	*count = 0;
	return SP_OK;
}

static uint32_t
piece_place(const struct sp_web *web, uint32_t page)
{
	const uint32_t *pages = ((const struct piece_web *)web)->piece->page;
	uint32_t low = 0, high = (uint32_t)web->places;

	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;

		if (pages[middle] <= page)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static enum sp_status
piece_begin(struct sp_web *web, uint32_t page, uint32_t *place,
	    struct sp_error *err)
{
	(void)err;
	*place = piece_place(web, page);
	return SP_OK;
}

static enum sp_status
piece_row(struct sp_web *web, uint32_t page, const uint32_t **places,
	  uint32_t *count, struct sp_error *err)
{
	const struct sp_piece *piece = ((struct piece_web *)web)->piece;
	uint32_t place = piece_place(web, page);

	(void)err;
	*places = piece->out + piece->out_from[place];
	*count = piece->out_from[place + 1] - piece->out_from[place];
	return SP_OK;
}

static enum sp_status
piece_in_links(struct sp_web *web, uint32_t page, bool *kept,
	       const uint32_t **places, uint32_t *count, struct sp_error *err)
{
	const struct sp_piece *piece = ((struct piece_web *)web)->piece;
	uint32_t place = piece_place(web, page);

	(void)err;
	*kept = true;
	*places = piece->in + piece->in_from[place];
	*count = links_to(piece, place);
	return SP_OK;
}

static void
piece_free(struct sp_web *web)
{
	sp_authorities_free(&((struct piece_web *)web)->authorities);
	free(web);
}

static const struct sp_web_kind piece_kind = {
	.next = piece_next, .soon = piece_soon, .begin = piece_begin,
	.place = piece_place, .row = piece_row, .in_links = piece_in_links,
	.free = piece_free
};

enum sp_status
sp_web_piece(struct sp_web **web, struct sp_error *err)
{
	struct piece_web *made = sp_alloc_zero(1, sizeof(*made));
	static const uint32_t none;

	*web = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->web.kind = &piece_kind;
	/* Pages are numbered by places, even before there is one. */
	made->web.page_of = &none;
	*web = &made->web;
	return SP_OK;
}
