/* SPDX-License-Identifier: MIT */
/*
 * norm.h - the norms by which vectors of scores are measured.
 */
#ifndef SP_RANK_NORM_H
#define SP_RANK_NORM_H

enum sp_norm { SP_NORM_L2, SP_NORM_L1, SP_NORM_MAX };

#endif
