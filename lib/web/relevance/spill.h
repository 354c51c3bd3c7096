/* SPDX-License-Identifier: MIT */
/*
 * spill.h - whole numbers in a temporary file: written once, then read from
 * the start as often as needed.
 *
 * The weights of words need the number of pages that have each word, which is
 * known after the last page.  Until then the pages wait here as numbers of
 * their words, one to five bytes a word, so that memory does not grow with the
 * text and nothing is parsed twice.
 */
#ifndef SP_WEB_RELEVANCE_SPILL_H
#define SP_WEB_RELEVANCE_SPILL_H

#include "base/status.h"

struct sp_spill;

/* Creates a file in a folder.  SP_IO with the system's reason; SP_MEMORY. */
enum sp_status sp_spill_new(const char *directory, struct sp_spill **spill,
			    struct sp_error *err);

/* Appends a number; a failure is reported by sp_spill_rewind(). */
void sp_spill_put(struct sp_spill *spill, uint64_t number);

/* Goes back to the start, for reading.  SP_IO if a write has failed. */
enum sp_status sp_spill_rewind(struct sp_spill *spill, struct sp_error *err);

/* Reads the next number; there must be one.  SP_IO. */
enum sp_status sp_spill_get(struct sp_spill *spill, uint64_t *number,
			    struct sp_error *err);

void sp_spill_free(struct sp_spill *spill); /* accepts NULL */

#endif
