/* SPDX-License-Identifier: MIT */
/*
 * methods.h - the table of ranks, and what their files share.  ROW(NAME) stands
 * for the struct sp_rank_method sp_rank_NAME of NAME.c.  Private to this
 * folder.
 */
#ifndef SP_MEASURE_RANKS_METHODS_H
#define SP_MEASURE_RANKS_METHODS_H

#include "measure/ranks/ranks.h"

#define SP_RANK_METHODS(ROW) \
	ROW(degree) \
	ROW(katz) \
	ROW(closeness) \
	ROW(betweenness) \
	ROW(core) \
	/* the end, so that a new row is one changed line */

#define SP_DECLARE(name) extern const struct sp_rank_method sp_rank_##name;
SP_RANK_METHODS(SP_DECLARE)
#undef SP_DECLARE

/* Adds a figure to a report. */
void sp_rank_note(struct sp_rank_report *report, const char *key, double value,
		  bool whole);

/*
 * Make input->index, for reading the links of any page, and input->back and
 * its index, for those to any page, unless they are there.  The plain form is
 * taken if it fits into a third of the memory that is left (graph/graph.h);
 * the second takes as much again as the graph.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_rank_want_index(struct sp_rank_input *input,
				  struct sp_error *err);
enum sp_status sp_rank_want_back(struct sp_rank_input *input,
				 struct sp_error *err);

/* The weights of links, or NULL: all are alike. */
static inline const struct sp_link_weights *
sp_rank_weights(const struct sp_rank_input *input)
{
	return input->weights && input->weights->values ? input->weights :
							  NULL;
}

#endif
