/* SPDX-License-Identifier: MIT */
/*
 * hits_piece.h - HITS over a few rows of a large graph.
 *
 * A piece is a graph of its own: some pages as hubs, and all pages that these
 * link to.  Its scores are those that sp_hits() gives to the whole graph
 * without all other links, to the bit: sums are in the order of sum.h by the
 * numbers that the pages have in the whole graph.  So it does not matter which
 * parts of a graph are ranked as pieces, and which over a form.
 */
#ifndef SP_RANK_HITS_PIECE_H
#define SP_RANK_HITS_PIECE_H

#include "rank/hits.h"

/* Pages are numbered by their places in page; rows of links, both ways. */
struct sp_piece {
	uint32_t pages;       /* in the piece, in any role */
	uint32_t *page;       /* their numbers in the whole graph, ascending */
	uint32_t *out_from;   /* links from place p are out[out_from[p]] .. */
	uint32_t *out;        /* out[out_from[p + 1] - 1], places ascending */
	uint32_t *in_from;    /* the same for links to it */
	uint32_t *in;
	double *out_weight;   /* of each of these links; NULL: all alike */
	double *in_weight;
	double *hub;          /* room for the scores, by place */
	double *authority;
	double *sums;         /* room for as many values */
};

/*
 * Scores the pages of a piece by options->iterations, tolerance and norm, and
 * sets report->iterations, residual, converged and singular.
 */
void sp_hits_piece(const struct sp_piece *piece,
		   const struct sp_hits_options *options,
		   struct sp_hits_report *report);

#endif
