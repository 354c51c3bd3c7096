/* SPDX-License-Identifier: MIT */
/*
 * vector.h - the vectors that --teleport and --start name: a value of at
 * least 0 for each page, scaled to the sum 1.
 *
 * The argument is a list of pages with values, a stream with a score, or
 * "score:NAME", a score of the stream that is ranked.
 */
#ifndef CMD_PAGERANK_VECTOR_H
#define CMD_PAGERANK_VECTOR_H

#include "cli/input.h"

/* Set option, path and score; path NULL: no vector. */
struct rank_vector {
	const char *option; /* without dashes, for messages */
	const char *path;   /* the argument */
	const char *score;  /* the score to use of a stream, or NULL */

	bool is_stream;     /* path is a stream, not a list */
	double *values;     /* once loaded; NULL without a vector */
};

/*
 * Checks the argument and the start of the file that it names.  Returns
 * SP_USAGE if it conflicts with vector->score; SP_IO.
 */
enum sp_status rank_vector_check(struct cmd *cmd, struct rank_vector *vector);

/* Returns the name of a score of the ranked stream itself, or NULL. */
const char *rank_vector_own(const struct rank_vector *vector);

/* Returns the kinds of sections to load from the ranked stream. */
unsigned rank_vector_wants(const struct rank_vector *vector);

/*
 * Loads the values; contents are those of the ranked stream, with its graph.
 * Returns SP_DATA for a score that is missing or of another graph, for values
 * below 0 and when all are 0; SP_IO; SP_MEMORY.
 */
enum sp_status rank_vector_load(struct cmd *cmd, struct rank_vector *vector,
				const struct sp_contents *contents);

void rank_vector_free(struct rank_vector *vector);

#endif
