/* SPDX-License-Identifier: MIT */
/*
 * maker.h - what one thread needs to make the rows of pages: where it is, and
 * what the pages of that directory have in common.  Private to
 * lib/graph/generate.
 *
 * A thread that comes to the next page of a directory finds all this ready.
 * The deck is that of a section and outlives the directory.
 */
#ifndef SP_GRAPH_GENERATE_MAKER_H
#define SP_GRAPH_GENERATE_MAKER_H

#include "graph/generate/tables.h"

/*
 * Well above the most links that a page can have inside its host: DEGREE_MAX
 * (draw.c) and an eighth, SP_FAN_MAX pages, and SP_FAN_MAX directories.
 */
#define SP_ROW_LINKS_MAX 16384

/* Pages of a host with popular pages of their own. */
#define SP_SECTION_PAGES 8192

/* Places of the deck; 16 a page, which it needs at no exponent. */
#define SP_DECK_MAX (16 * SP_SECTION_PAGES)

struct sp_row_maker {
	const struct sp_generator *g;
	struct sp_generate_place place;
	uint64_t directory; /* that the maker is ready for; UINT64_MAX: none */
	uint32_t host_first, host_end, first, end;
	uint64_t degree;    /* usual links of a page inside the host */
	uint64_t fan;       /* pages that a page of the directory lists */
	uint64_t host_fan;  /* directories that an index page lists */
	uint64_t pairs;     /* siblings that link to each other */
	unsigned block_count;
	uint32_t block[SP_BLOCK_TARGETS];
	uint64_t next_hub;
	uint64_t between;   /* links between hosts in all rows so far */
	/*
	 * The section's pages, ascending, each as often as it is popular; deck
	 * 0 .. deck_count - 1.
	 */
	uint64_t section;   /* its first page; UINT64_MAX: none */
	uint64_t deck_count;
	uint32_t deck[SP_DECK_MAX];
	uint64_t template_count;
	uint32_t template[SP_ROW_LINKS_MAX];
	/* Work lists. */
	uint32_t base[SP_ROW_LINKS_MAX];
	uint32_t own[SP_ROW_LINKS_MAX];
	uint32_t merged[SP_ROW_LINKS_MAX];
};

/* Makes *m, which points to a generator, ready for its first page. */
void sp_maker_init(struct sp_row_maker *m, const struct sp_generator *g);

/* Makes m ready for page. */
void sp_maker_enter(struct sp_row_maker *m, uint64_t page);

/*
 * Draws at most count (below SP_ROW_LINKS_MAX) pages of the section, popular
 * ones more often: one from each of count equal parts of the deck, ascending
 * and without repetitions.  Returns their number.
 */
uint64_t sp_maker_draw(const struct sp_row_maker *m, uint32_t *out,
		       uint64_t count, struct sp_random *random);

#endif
