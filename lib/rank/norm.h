/* SPDX-License-Identifier: MIT */
/*
 * norm.h - the norms of a vector of scores: the square root of the sum of
 * squares, the sum of absolute values, and the largest absolute value.
 */
#ifndef SP_RANK_NORM_H
#define SP_RANK_NORM_H

enum sp_norm { SP_NORM_L2, SP_NORM_L1, SP_NORM_MAX };

#endif
