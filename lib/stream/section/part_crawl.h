/* SPDX-License-Identifier: MIT */
/*
 * part_crawl.h - what a crawl knows of the pages of a part (part.h): the states
 * and fetches of its own pages, which are put together where parts are joined.
 *
 * A part has no fetches of other pages, and their states are all "unfetched",
 * which means nothing.  Readers therefore take what these functions return, and
 * ignore whatever a part says of pages that are not its own.
 */
#ifndef SP_STREAM_SECTION_PART_CRAWL_H
#define SP_STREAM_SECTION_PART_CRAWL_H

#include "graph/fetches.h"
#include "graph/states.h"
#include "stream/section/part.h"

/*
 * The states of the pages part->first to part->end - 1, or of all for a part
 * that is NULL: state_of[0] is that of the first.  They belong to states.
 */
struct sp_states sp_part_states(const struct sp_part *part,
				const struct sp_states *states);

/* The fetches of the same pages, under their numbers in the whole graph. */
struct sp_fetches sp_part_fetches(const struct sp_part *part,
				  const struct sp_fetches *fetches);

/*
 * Writes the states and the fetches of the pages of a part, or of all for NULL.
 * Either may be NULL or be of no pages: it is not written then.
 */
enum sp_status sp_save_part_crawl(const struct sp_part *part,
				  const struct sp_states *states,
				  const struct sp_fetches *fetches,
				  const struct sp_basis *basis,
				  struct sp_writer *writer,
				  struct sp_error *err);

/* Those of all parts so far.  Start with zero bytes. */
struct sp_joined_crawl {
	struct sp_states states;   /* of all pages, or of none */
	struct sp_fetches fetches;
	uint64_t parts;            /* that were added */
};

/*
 * Adds what a part has of its pages; parts come in the order of their pages.
 * SP_DATA if only some parts have states, or fetches, or these have another
 * clock; SP_MEMORY.
 */
enum sp_status sp_join_crawl(struct sp_joined_crawl *joined,
			     const struct sp_part *part,
			     const struct sp_contents *contents,
			     struct sp_error *err);
void sp_joined_crawl_free(struct sp_joined_crawl *joined);

#endif
