/* SPDX-License-Identifier: MIT */
/*
 * scores.h - sections of scores: a value for each page, under a name.
 *
 * Head: basis and name.  Data: a double for each page, in their order.
 */
#ifndef SP_STREAM_SECTION_SCORES_H
#define SP_STREAM_SECTION_SCORES_H

#include "stream/section/fields.h"

#define SP_TAG_SCORES SP_TAG('S', 'C', 'O', 'R')
#define SP_SCORE_NAME_MAX SP_SECTION_NAME_MAX

struct sp_score {
	char name[SP_SCORE_NAME_MAX + 1]; /* NUL-terminated */
	double *values;
	uint64_t pages;
	struct sp_basis basis;
};

/* In the order of the stream. */
struct sp_score_list {
	struct sp_score *scores;
	uint64_t count, capacity;
};

/* All scores that were loaded: an empty list if there are none. */
const struct sp_score_list *
sp_contents_scores(const struct sp_contents *contents);

/* The score of that name, or NULL. */
const struct sp_score *sp_contents_score(const struct sp_contents *contents,
					 const char *name);

/* The same, and frees all others if there is one. */
const struct sp_score *sp_contents_keep_score(struct sp_contents *contents,
					      const char *name);

/*
 * Writes basis->graph.pages values.  SP_USAGE unless the name has 1 to
 * SP_SCORE_NAME_MAX bytes.
 */
enum sp_status sp_save_scores(struct sp_writer *writer, const char *name,
			      const double *values,
			      const struct sp_basis *basis,
			      struct sp_error *err);

#endif
