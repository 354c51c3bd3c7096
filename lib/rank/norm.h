/* SPDX-License-Identifier: MIT */
/*
 * norm.h - how the length of a vector of scores is measured: the square root
 * of the sum of squares, the sum of absolute values, or the largest absolute
 * value.
 */
#ifndef SP_RANK_NORM_H
#define SP_RANK_NORM_H

enum sp_norm { SP_NORM_L2, SP_NORM_L1, SP_NORM_MAX };

#endif
