/* SPDX-License-Identifier: MIT */
/*
 * paths.h - betweenness from all sources, and from sampled paths.  Private to
 * this folder.
 *
 * Both count shortest paths in doubles.  There may be more of them than doubles
 * hold, so the counts of a level whose largest is above SP_PATHS_MANY are all
 * multiplied by SP_PATHS_SCALE, an exact power of 2: only their proportions
 * within a level matter.
 */
#ifndef SP_MEASURE_RANKS_PATHS_H
#define SP_MEASURE_RANKS_PATHS_H

#include "measure/ranks/methods.h"

#define SP_PATHS_MANY 0x1p400
#define SP_PATHS_SCALE 0x1p-400

/*
 * Adds up, over all ordered pairs of other pages, the share of their shortest
 * paths that a page is on, and divides by the pairs.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_paths_exact(struct sp_rank_input *input, double *scores,
			      struct sp_error *err);

struct sp_paths_options {
	double error, failure; /* with a probability of at least 1 - failure,
				  no score is off by more than error */
	uint64_t seed;
};

/* Estimates the same; *samples paths were drawn.  SP_DATA, SP_MEMORY. */
enum sp_status sp_paths_sample(struct sp_rank_input *input,
			       const struct sp_paths_options *options,
			       double *scores, uint64_t *samples,
			       struct sp_error *err);

#endif
