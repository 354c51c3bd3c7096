/* SPDX-License-Identifier: MIT */
/*
 * tally.h - how often each of some texts occurs, and how many bytes with it.
 */
#ifndef CMD_WARCSTAT_TALLY_H
#define CMD_WARCSTAT_TALLY_H

#include "base/span.h"
#include "graph/names.h"

struct tally_count {
	uint64_t count, bytes;
};

/* A zeroed struct is empty; release it with tally_free(). */
struct tally {
	struct sp_names names;
	struct sp_dictionary *dictionary;
	struct tally_count *counts;  /* of each name */
	uint64_t capacity;
	struct tally_count all;
};

/* Counts text once, with these bytes.  SP_MEMORY. */
enum sp_status tally_add(struct tally *tally, struct sp_span text,
			 uint64_t bytes, struct sp_error *err);

/* The same for counts that were made elsewhere. */
enum sp_status tally_add_count(struct tally *tally, struct sp_span text,
			       struct tally_count count, struct sp_error *err);

/*
 * Sets *order, which the caller frees, to the numbers of the names: those that
 * occur most come first, and of equals the first in the order of bytes; or all
 * of them by their bytes.
 */
enum sp_status tally_sort(const struct tally *tally, bool by_name,
			  uint64_t **order, struct sp_error *err);

void tally_free(struct tally *tally);

#endif
