/* SPDX-License-Identifier: MIT */
/*
 * linkrun.h - writes sorted runs of links to unnamed temporary files, and
 * merges them.  Private to lib/graph/links: the external half of linksort.h.
 */
#ifndef SP_GRAPH_LINKS_LINKRUN_H
#define SP_GRAPH_LINKS_LINKRUN_H

#include "base/status.h"

#include <stdbool.h>

/* A link: source in the high half of the key, target in the low one. */
struct sp_linkitem {
	uint64_t key;
	double weight;
};

struct sp_linkrun;

/*
 * Creates an empty run in the folder directory.  size is the bytes of an
 * item: 8 for the key alone, 16 for key and weight.  Returns SP_IO with the
 * system's reason, or SP_MEMORY.
 */
enum sp_status sp_linkrun_new(const char *directory, size_t size,
			      struct sp_linkrun **run, struct sp_error *err);

/* Appends an item; keys must not descend.  Returns SP_IO on failure. */
enum sp_status sp_linkrun_add(struct sp_linkrun *run,
			      const struct sp_linkitem *item,
			      struct sp_error *err);

/* Flushes the run and readies it for the merge; no item may be added. */
enum sp_status sp_linkrun_rewind(struct sp_linkrun *run,
				 struct sp_error *err);

void sp_linkrun_free(struct sp_linkrun *run); /* accepts NULL */

/*
 * Merges runs: items come out ascending by key, equal keys in the order of
 * their runs.  memory is the bytes of all read buffers together; each run
 * gets at least 4 KiB.
 */
struct sp_linkmerge;
enum sp_status sp_linkmerge_new(struct sp_linkrun *const *runs,
				uint64_t count, uint64_t memory,
				struct sp_linkmerge **merge,
				struct sp_error *err);

/* Reads the next item into *item; sets *more to false at the end instead. */
enum sp_status sp_linkmerge_next(struct sp_linkmerge *merge,
				 struct sp_linkitem *item, bool *more,
				 struct sp_error *err);
void sp_linkmerge_free(struct sp_linkmerge *merge); /* accepts NULL */

#endif
