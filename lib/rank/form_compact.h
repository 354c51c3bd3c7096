/* SPDX-License-Identifier: MIT */
/*
 * form_compact.h - the inside of the compact form, for the kernel that works
 * on its vectors in place (pagerank_push.c).  Private to lib/rank.
 */
#ifndef SP_RANK_FORM_COMPACT_H
#define SP_RANK_FORM_COMPACT_H

#include "rank/form.h"

struct sp_form_compact {
	struct sp_form form;
	double *parts[SP_RANK_PARTS_MAX]; /* the pending sums; 0 again after
					     they are collected */
	struct sp_cursor *cursors[SP_RANK_PARTS_MAX]; /* of the run */
	uint64_t *needed; /* bitset: pages to decode for a view; or NULL */
	bool dirty;       /* the parts may not be 0 */
};

/* Returns the compact form that a form is, or NULL if it is another. */
struct sp_form_compact *sp_form_compact(struct sp_form *form);

/* Returns whether a view shows no links of the block. */
bool sp_form_block_idle(const struct sp_form *form, uint64_t block);

/* Returns whether the links of the page count. */
bool sp_form_page_pushes(const struct sp_form *form, uint64_t page);

/* Returns the first failure of the cursors, or SP_OK. */
enum sp_status sp_form_compact_status(const struct sp_form_compact *compact,
				      struct sp_error *err) SP_MUST_CHECK;

/* Sets all values of the parts to 0. */
void sp_form_compact_clear(struct sp_form_compact *compact);

#endif
