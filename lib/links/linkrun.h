/* SPDX-License-Identifier: MIT */
/*
 * linkrun.h - sorted runs of links in unnamed temporary files, and their
 * merge.  Private to lib/links: the outer half of linksort.h.
 */
#ifndef SP_LINKS_LINKRUN_H
#define SP_LINKS_LINKRUN_H

#include "base/status.h"

#include <stdbool.h>

/* A link: source in the high half of the key, target in the low one. */
struct sp_linkitem {
	uint64_t key;
	double weight;
};

struct sp_linkrun;

/*
 * An empty run in the folder directory; size is 8 for keys only, 16 for keys
 * and weights.  SP_IO with the system's reason.
 */
enum sp_status sp_linkrun_new(const char *directory, size_t size,
			      struct sp_linkrun **run, struct sp_error *err)
	SP_MUST_CHECK;

enum sp_status sp_linkrun_add(struct sp_linkrun *run,
			      const struct sp_linkitem *item,
			      struct sp_error *err) SP_MUST_CHECK;

/* Ends the writing. */
enum sp_status sp_linkrun_rewind(struct sp_linkrun *run,
				 struct sp_error *err) SP_MUST_CHECK;

void sp_linkrun_free(struct sp_linkrun *run); /* accepts NULL */

/*
 * Reads several runs as one: by key, equal keys in the order of the runs.
 * memory is for the buffers of all runs; each gets at least 4 KiB.
 */
struct sp_linkmerge;
enum sp_status sp_linkmerge_new(struct sp_linkrun *const *runs,
				uint64_t count, uint64_t memory,
				struct sp_linkmerge **merge,
				struct sp_error *err) SP_MUST_CHECK;

/* The next item; *more is false, and there is none, at the end. */
enum sp_status sp_linkmerge_next(struct sp_linkmerge *merge,
				 struct sp_linkitem *item, bool *more,
				 struct sp_error *err) SP_MUST_CHECK;
void sp_linkmerge_free(struct sp_linkmerge *merge); /* accepts NULL */

#endif
