/* SPDX-License-Identifier: MIT */
/* acyclic.h - Katz of a graph without cycles.  Private to this folder. */
#ifndef SP_MEASURE_RANKS_ACYCLIC_H
#define SP_MEASURE_RANKS_ACYCLIC_H

#include "measure/ranks/methods.h"

/* The largest weight of a link, 1 if they have none; 0 without links. */
double sp_heaviest_link(const struct sp_rank_input *input);

/*
 * Takes pages without links to them away, with their links, until none is left
 * (Kahn 1962), and adds up the scores meanwhile: those of a page are complete
 * when it goes.  *acyclic says whether all have gone; scores are undefined if
 * not.  Links of weight 0 are no links.  Takes time for pages and links that
 * go, 8 bytes a page, 16 with weights, and an index.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_katz_acyclic(struct sp_rank_input *input, double alpha,
			       double *scores, bool *acyclic,
			       struct sp_error *err);

#endif
