/* SPDX-License-Identifier: MIT */
/*
 * bvgraph_list.h - the code of one list of successors in a BVGraph, with
 * reference to one of the lists before it.
 *
 * A list is copied in part from the list of a page of the window, if that is
 * shorter; what is not copied is coded as intervals of consecutive pages and
 * as residuals, one by one.  The choice is WebGraph's: of all pages of the
 * window whose own chain of references is short enough, that with the fewest
 * bits, and of equal ones the nearest, where no reference is nearest of all.
 * So the bits are those of WebGraph, too.
 *
 * A choice depends on the lists of the window and on the chains of its pages,
 * and on nothing else.
 */
#ifndef SP_FORMATS_EXPORT_BVGRAPH_LIST_H
#define SP_FORMATS_EXPORT_BVGRAPH_LIST_H

#include "formats/export/bitwriter.h"

#define SP_BVGRAPH_WINDOW_MOST 1024
#define SP_BVGRAPH_CHAIN_MOST 2147483647 /* stands for any length */
#define SP_BVGRAPH_INTERVAL_MOST 2147483647

struct sp_bvgraph_code {
	uint32_t window;            /* 0 .. SP_BVGRAPH_WINDOW_MOST */
	uint32_t chain;             /* most references in a row */
	uint32_t shortest_interval; /* 0: no intervals */
	uint32_t zeta;              /* 1 .. SP_ZETA_MOST */
};

/* What WebGraph does by default. */
#define SP_BVGRAPH_DEFAULTS { 7, 3, 4, 3 }

/* What was written, for NAME.properties; all add up over pages. */
struct sp_bvgraph_figures {
	uint64_t links;
	uint64_t chains;            /* lengths of all chains of references */
	uint64_t distances;         /* of pages from those they refer to */
	uint64_t copied, intervals, residuals; /* links by kind of code */
	uint64_t bits_of_degrees, bits_of_references, bits_of_blocks,
		bits_of_intervals, bits_of_residuals;

	/* Gaps below 2, 4, 8 ... between links and between residuals. */
	uint64_t gaps[40], residual_gaps[40];
};

/* Adds what to sum, number by number. */
void sp_bvgraph_figures_add(struct sp_bvgraph_figures *sum,
			    const struct sp_bvgraph_figures *what);

struct sp_bvgraph_lists; /* the window, and room to try codes in */

/* Returns NULL if memory is short.  Freeing accepts NULL. */
struct sp_bvgraph_lists *sp_bvgraph_lists_new(const struct sp_bvgraph_code *);
void sp_bvgraph_lists_free(struct sp_bvgraph_lists *lists);

/*
 * The next page has these successors and, as is known, a chain of this many
 * references.  Pages come in order, and begin anywhere.  Returns SP_MEMORY or,
 * where the window has more links than its readers would accept, SP_DATA.
 */
enum sp_status sp_bvgraph_lists_add(struct sp_bvgraph_lists *lists,
				    uint32_t page, const uint32_t *successors,
				    uint32_t count, uint32_t chain,
				    struct sp_error *err);

/*
 * The same for a page whose chain is not known: chooses its reference, and puts
 * its code into the writer and its figures into figures, unless writer is
 * NULL.
 */
enum sp_status sp_bvgraph_lists_code(struct sp_bvgraph_lists *lists,
				     uint32_t page, const uint32_t *successors,
				     uint32_t count,
				     struct sp_bit_writer *writer,
				     struct sp_bvgraph_figures *figures,
				     struct sp_error *err);

/*
 * Returns the chain of a page of the window, 0 for one without links, to which
 * no page refers.
 */
uint32_t sp_bvgraph_lists_chain(const struct sp_bvgraph_lists *lists,
				uint32_t page);

/* Forgets all pages. */
void sp_bvgraph_lists_clear(struct sp_bvgraph_lists *lists);

#endif
