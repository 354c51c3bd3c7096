/* SPDX-License-Identifier: MIT */
/*
 * share.h - a share and the numbers that the ranges have given its pages.
 * Private to lib/formats/merge.
 */
#ifndef SP_FORMATS_MERGE_SHARE_H
#define SP_FORMATS_MERGE_SHARE_H

#include "formats/merge/work.h"

struct sp_share {
	struct sp_work *work;
	uint64_t number;
	struct sp_merge_part *part;
	uint64_t pages;
	uint64_t *begins;        /* with which page each range begins */
	uint32_t *map;           /* number in the range, then the final one */
	/*
	 * Of archives: pages whose rows are those of the fetch that is kept.
	 */
	uint64_t *keeps;
};

/*
 * Reads the number of each page in its range, and which fetches are kept.
 * SP_DATA if the pieces do not fit the share; SP_IO; SP_MEMORY.
 */
enum sp_status sp_share_open(struct sp_share *share, struct sp_work *work,
			     uint64_t number, struct sp_error *err);
void sp_share_close(struct sp_share *share); /* zero bytes are fine */

/*
 * Turns the numbers into final ones, or SP_NO_PAGE: of a page that redirects,
 * that of the page where it leads, and its row is not kept.
 */
enum sp_status sp_share_final(struct sp_share *share,
			      const struct sp_range *ranges,
			      struct sp_error *err);

/* The page that a page of the share is in its range, and this range. */
uint64_t sp_share_known(const struct sp_share *share, uint64_t page);

/* Verifies the share as a whole, and passes its rows that have links. */
enum sp_status sp_share_rows(struct sp_share *share,
			     const struct sp_row_sink *sink,
			     struct sp_error *err);

#endif
