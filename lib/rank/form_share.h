/* SPDX-License-Identifier: MIT */
/*
 * form_share.h - a form over a share of a graph (cluster/team/share.h), for
 * kernels that see the pages that their process owns.  Private to lib/rank:
 * form.c makes it, and form.h says what kernels know.
 *
 * The inner form is one of the graph of the share, where a push adds to the
 * pages owned and to those reached.  collect first collects the pages reached
 * and sends their sums, then collects the pages owned while these travel, adds
 * what has arrived for them, and gives the kernel the sums.
 *
 * Memory: the near form for SP_FORM_RANKS takes 8 bytes more for each page, as
 * it has no vector to spare.  Otherwise, a page reached takes what a page
 * without links takes in the inner form: 8 bytes for each part of sum.h with
 * the compact form, so that sums have the same bits with any number of
 * threads.
 *
 * Measured with 2 processes of 1 thread against 1 of 2, on a generated graph of
 * 10 M pages and 353 M links: 0.95 to 0.98 of the processor time, with both
 * forms, of PageRank and of HITS.  The fetch of HITS does not overlap with
 * anything: by the clock, an iteration in the near form takes 1.06 of the time
 * there, 0.98 on cnr-2000, 0.9 on a web of 1 M pages in random order and 1.06
 * on one of 3 M, where most pages are reached from the other process.
 */
#ifndef SP_RANK_FORM_SHARE_H
#define SP_RANK_FORM_SHARE_H

#include "rank/form.h"

/*
 * Makes a form over inner, which was made with a share and is freed with the
 * form.  After a failure, inner is the caller's and *form is NULL.  SP_MEMORY.
 */
enum sp_status sp_form_share_new(struct sp_form *inner, struct sp_form **form,
				 struct sp_error *err);

#endif
