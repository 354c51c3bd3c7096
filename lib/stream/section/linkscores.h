/* SPDX-License-Identifier: MIT */
/*
 * linkscores.h - sections of scores of links, under a name: anchor texts,
 * their contexts.
 *
 * Head: basis and name.  Data: 16 bytes for each link that has a score, the
 * source, the target and a double; ascending by source, then target.
 */
#ifndef SP_STREAM_SECTION_LINKSCORES_H
#define SP_STREAM_SECTION_LINKSCORES_H

#include "graph/linkscores.h"
#include "stream/section/fields.h"

/* Not of links, by its letters: it fits graphs whose links were pruned. */
#define SP_TAG_LINK_SCORES SP_TAG('l', 's', 'c', 'r')
#define SP_LINK_SCORE_BYTES 16

struct sp_named_link_scores {
	char name[SP_SECTION_NAME_MAX + 1];
	struct sp_link_scores scores;
	struct sp_basis basis;
};

/* In the order of the stream. */
struct sp_link_score_list {
	struct sp_named_link_scores *items;
	uint64_t count, capacity;
};

/* All that were loaded: an empty list if there are none. */
const struct sp_link_score_list *
sp_contents_link_scores(const struct sp_contents *contents);

/* Those of that name, or NULL. */
const struct sp_named_link_scores *
sp_contents_link_score(const struct sp_contents *contents, const char *name);

/*
 * Writes sorted scores of links.  SP_USAGE unless the name has 1 to
 * SP_SECTION_NAME_MAX bytes.
 */
enum sp_status sp_save_link_scores(struct sp_writer *writer, const char *name,
				   const struct sp_link_scores *scores,
				   const struct sp_basis *basis,
				   struct sp_error *err);

#endif
