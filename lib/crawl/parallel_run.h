/* SPDX-License-Identifier: MIT */
/*
 * parallel_run.h - what the engine asks a process of a parallel crawl.
 * Private to lib/crawl.
 */
#ifndef SP_CRAWL_PARALLEL_RUN_H
#define SP_CRAWL_PARALLEL_RUN_H

#include "crawl/engine.h"

/*
 * Was a page with this parent sent by another process?  Such a parent is a
 * number beyond those of pages.
 */
static inline bool
sp_is_arrival(const struct sp_crawl_state *crawl, uint32_t parent)
{
	return parent >= crawl->pages && parent != SP_NO_PARENT;
}

/* Sets parent and depth of a page that another process sent. */
void sp_arrival_parent(const struct sp_process *process, uint32_t parent,
		       struct sp_download *download);

/*
 * Puts the process's own numbers in the place of *successors, the links of a
 * page that it downloaded.  Those to pages of other processes are numbers
 * abroad, and the first time the mode says what becomes of them.  The list is
 * valid until the next call.  SP_MEMORY.
 */
enum sp_status sp_process_links(struct sp_process *process, bool first,
				const uint32_t **successors, uint32_t count,
				struct sp_error *err);

#endif
