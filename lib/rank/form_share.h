/* SPDX-License-Identifier: MIT */
/*
 * form_share.h - a form over a share of a graph (team/share.h), for kernels
 * that see the pages that their process owns.  Private to lib/rank: form.c
 * makes it, and form.h says what kernels know.
 *
 * The inner form is one of the graph of the share, where a push adds to the
 * pages owned and to those reached.  collect first collects the pages reached
 * and sends their sums, then collects the pages owned while these travel, adds
 * what has arrived for them, and gives the kernel the sums.
 *
 * Memory: SP_FORM_RANKS takes 8 bytes for each page with the near form, which
 * has no vector to spare; otherwise only what the inner form takes, for pages
 * reached as for pages owned.
 */
#ifndef SP_RANK_FORM_SHARE_H
#define SP_RANK_FORM_SHARE_H

#include "rank/form.h"

/*
 * Makes a form over inner, which was made with a share and is freed with the
 * form.  After a failure, inner is the caller's and *form is NULL.  SP_MEMORY.
 */
enum sp_status sp_form_share_new(struct sp_form *inner, struct sp_form **form,
				 struct sp_error *err) SP_MUST_CHECK;

#endif
