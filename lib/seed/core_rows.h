/* SPDX-License-Identifier: MIT */
/*
 * core_rows.h - long lists of links that many cores of a ranking meet, sorted
 * by score.  Private to core*.c.
 *
 * A hub with a hundred thousand links may join a hundred thousand cores, each
 * of which is rejected after it has taken one or two of its links.  Counting
 * all links each time takes time that grows with the square of their number.
 * So when a long list has been counted a few times in a ranking, it is kept in
 * the order in which its pages would join; a core then waits on it and takes
 * the pages one by one.
 */
#ifndef SP_SEED_CORE_ROWS_H
#define SP_SEED_CORE_ROWS_H

#include "graph/cores.h"
#include "seed/pagemap.h"

#define SP_CORE_WAITING 16 /* lists on which a side waits at a time */

struct sp_grower;

/* The pages at the other ends of the links of a page, the best first. */
struct sp_core_row {
	uint32_t *places;  /* NULL: they are not kept */
	uint32_t count;
	unsigned uses;
};

/* All long lists of a ranking. */
struct sp_core_rows {
	struct sp_page_map numbers[2]; /* by the side of the page, and page */
	struct sp_core_row *rows;
	uint64_t count, capacity;
	uint64_t kept;                 /* places in all of them */
};

/* A list of which a side has taken the pages before at. */
struct sp_core_waiting {
	uint32_t number; /* of the list */
	uint32_t at;
};

/* Forgets all lists: their order was that of the ranking before. */
void sp_core_rows_clear(struct sp_grower *grower);

/*
 * Has the side opposite to which wait on the links of a page that joins which;
 * false if its list is not kept, or the links have to be counted.
 */
bool sp_core_wait(struct sp_grower *grower, enum sp_side which, uint32_t page);

/*
 * Notes that a core has counted the links of a page that joined which; keeps
 * them, sorted, when that has happened often.  SP_MEMORY.
 */
enum sp_status sp_core_note_row(struct sp_grower *grower, enum sp_side which,
				uint32_t page, const uint32_t *places,
				uint32_t count, struct sp_error *err);

/*
 * Of all lists on which a side waits, finds the best page that is not barred
 * from it and has needed links with the other side; false if there is none.
 */
bool sp_core_waiting_first(struct sp_grower *grower, enum sp_side which,
			   uint64_t needed, uint32_t *place);

/* Returns how many of the lists have the page. */
uint64_t sp_core_waiting_links(const struct sp_grower *grower,
			       enum sp_side which, uint32_t place);

#endif
