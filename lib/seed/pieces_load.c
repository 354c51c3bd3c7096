/* SPDX-License-Identifier: MIT */
/*
 * The links of one component, both ways, from the rows of all.
 *
 * A component is ranked once or a few times and then forgotten, so its links
 * are laid out when it is ranked, in arrays that are used again for the next
 * one.  Places ascend with pages, because ties and chunks of sum.h go by pages.
 */
#include "base/compare.h"
#include "seed/pieces_own.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * Adds a page to those of the piece, once.  seen is empty again after
 * list_pages(), which clears the bits of the pages that it has listed.
 */
static bool
pieces_load_add_page(struct sp_pieces *pieces, uint32_t page)
{
	struct sp_piece *piece = &pieces->piece;

	if (sp_bit_test_and_set(pieces->seen, page))
		return true;
	if (!sp_grow(&piece->page, &pieces->room.page,
		     (uint64_t)piece->pages + 1))
		return false;
	piece->page[piece->pages++] = page;
	return true;
}

/*
 * Lists the pages of a component, and counts its links.  A page that is both
 * hub and authority of the component stands once.
 */
static bool
list_pages(struct sp_pieces *pieces,
	   const struct sp_component_left *component, uint64_t *links)
{
	const struct sp_rows_left *rows = &pieces->rows;
	struct sp_piece *piece = &pieces->piece;
	bool done = true;

	piece->pages = 0;
	*links = 0;
	for (uint32_t i = 0; done && i < component->rows; i++) {
		uint32_t row = pieces->order[component->first + i];

		done = pieces_load_add_page(pieces, rows->page[row]);
		for (uint64_t k = rows->from[row];
		     done && k < rows->from[row + 1]; k++)
			if (sp_pieces_there(pieces, rows->to[k])) {
				++*links;
				done = pieces_load_add_page(pieces,
							    rows->to[k]);
			}
	}
	for (uint32_t i = 0; i < piece->pages; i++)
		sp_bit_clear(pieces->seen, piece->page[i]);
	/* There is no array to sort if the first page found no room. */
	if (done)
		qsort(piece->page, piece->pages, sizeof(*piece->page),
		      sp_compare_u32);
	return done;
}

static bool
pieces_load_make_room(struct sp_pieces *pieces, uint64_t links)
{
	struct sp_piece *piece = &pieces->piece;
	struct sp_piece_room *room = &pieces->room;
	uint64_t pages = (uint64_t)piece->pages + 1;

	return sp_grow(&piece->out_from, &room->out_from, pages) &&
	       sp_grow(&piece->in_from, &room->in_from, pages + 1) &&
	       sp_grow(&piece->out, &room->out, links + 1) &&
	       sp_grow(&piece->in, &room->in, links + 1) &&
	       (!pieces->rows.weight ||
		(sp_grow(&piece->out_weight, &room->out_weight, links + 1) &&
		 sp_grow(&piece->in_weight, &room->in_weight, links + 1))) &&
	       sp_grow(&piece->hub, &room->hub, pages) &&
	       sp_grow(&piece->authority, &room->authority, pages) &&
	       sp_grow(&piece->sums, &room->sums, pages);
}

/*
 * The rows ascend, as the pages do; pages that are no hubs have none.  root[]
 * has the place of each page meanwhile; links to authorities that were set
 * aside are left out.
 */
static void
fill_out_links(struct sp_pieces *pieces,
	       const struct sp_component_left *component)
{
	const struct sp_rows_left *rows = &pieces->rows;
	struct sp_piece *piece = &pieces->piece;
	uint32_t place = 0, links = 0;

	for (uint32_t i = 0; i < component->rows; i++) {
		uint32_t row = pieces->order[component->first + i];

		while (piece->page[place] < rows->page[row])
			piece->out_from[place++] = links;
		piece->out_from[place++] = links;
		for (uint64_t k = rows->from[row]; k < rows->from[row + 1];
		     k++) {
			if (!sp_pieces_there(pieces, rows->to[k]))
				continue;
			if (rows->weight)
				piece->out_weight[links] = rows->weight[k];
			piece->out[links++] = pieces->root[rows->to[k]];
		}
	}
	while (place <= piece->pages)
		piece->out_from[place++] = links;
}

/*
 * in_from is filled one place later, and comes right as links are added.
 *
 * Hubs are visited in ascending order, so the in-links of each page ascend: the
 * order in which sum.h adds them.
 */
static void
fill_in_links(struct sp_piece *piece)
{
	uint32_t links = piece->out_from[piece->pages];
	uint32_t *end = piece->in_from + 1;

	memset(piece->in_from, 0,
	       ((uint64_t)piece->pages + 2) * sizeof(*piece->in_from));
	for (uint32_t i = 0; i < links; i++)
		end[piece->out[i] + 1]++;
	for (uint32_t p = 0; p < piece->pages; p++)
		end[p + 1] += end[p];
	for (uint32_t p = 0; p < piece->pages; p++)
		for (uint32_t i = piece->out_from[p];
		     i < piece->out_from[p + 1]; i++) {
			uint32_t at = end[piece->out[i]]++;

			piece->in[at] = p;
			if (piece->out_weight)
				piece->in_weight[at] = piece->out_weight[i];
		}
}

/*
 * The next search for components resets the roots that it needs.  At the end,
 * page[] gets the numbers of the whole graph, by which sums are divided into
 * parts and chunks.
 */
bool
sp_pieces_load(struct sp_pieces *pieces,
	       const struct sp_component_left *component)
{
	struct sp_piece *piece = &pieces->piece;
	uint64_t links;

	if (!list_pages(pieces, component, &links) ||
	    !pieces_load_make_room(pieces, links))
		return false;
	/* Between searches for components, root[] is free for places. */
	for (uint32_t p = 0; p < piece->pages; p++)
		pieces->root[piece->page[p]] = p;
	fill_out_links(pieces, component);
	fill_in_links(piece);
	for (uint32_t p = 0; p < piece->pages; p++)
		piece->page[p] = pieces->page_of[piece->page[p]];
	return true;
}
