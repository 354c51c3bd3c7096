/* SPDX-License-Identifier: MIT */
/*
 * seeds.h - the section of seeds: pages to start crawls from.
 *
 * Head: basis.  A seed: page, core (4 bytes each), name of the page as in
 * names.h, which may be empty.
 *
 * An optional section of notes may follow.  Head: basis, then the name of the
 * score by which the seeds were picked, or nothing.  A note, one for each
 * seed: how it was found (1 byte, enum sp_seed_found), its score (8), and the
 * name that it had in the graph from which it was carried, as in names.h; empty
 * if it is the same, or if the seed was picked in this graph.
 */
#ifndef SP_STREAM_SECTION_SEEDS_H
#define SP_STREAM_SECTION_SEEDS_H

#include "graph/cores.h"
#include "stream/section/fields.h"

#define SP_TAG_SEEDS SP_TAG('S', 'E', 'E', 'D')
#define SP_TAG_SEED_NOTES SP_TAG('s', 'd', 'n', 't')

struct sp_loaded_seeds {
	bool given;               /* false: notes alone, which are none */
	struct sp_seeds seeds;
	struct sp_names names;    /* of each seed, may be empty strings */
	struct sp_basis basis;

	/* Of the notes, if there are any. */
	bool noted;
	char score[SP_SECTION_NAME_MAX + 1]; /* "": seeds have no scores */
	struct sp_names was;      /* of each seed, may be empty strings */
};

/* The seeds, or NULL if none were loaded. */
const struct sp_loaded_seeds *
sp_contents_seeds(const struct sp_contents *contents);

/*
 * Writes seeds; names are those of all pages, an empty table, or NULL.  The
 * second function has the names of the seeds instead, one for each.
 */
enum sp_status sp_save_seeds(struct sp_writer *writer,
			     const struct sp_seeds *seeds,
			     const struct sp_names *names,
			     const struct sp_basis *basis,
			     struct sp_error *err);
enum sp_status sp_save_seeds_named(struct sp_writer *writer,
				   const struct sp_seeds *seeds,
				   const struct sp_names *names,
				   const struct sp_basis *basis,
				   struct sp_error *err);

/*
 * Writes the notes of seeds, directly after the seeds.  score is the name of
 * their scores, or NULL; was has a name for each seed, or is NULL.  Returns
 * SP_USAGE if the name of the score is too long; SP_IO; SP_MEMORY.
 */
enum sp_status sp_save_seed_notes(struct sp_writer *writer,
				  const struct sp_seeds *seeds,
				  const char *score,
				  const struct sp_names *was,
				  const struct sp_basis *basis,
				  struct sp_error *err);

#endif
