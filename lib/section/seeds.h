/* SPDX-License-Identifier: MIT */
/*
 * seeds.h - the section of seeds: pages to start crawls from.
 *
 * Head: basis.  A seed: page, core (4 bytes each), name of the page as in
 * names.h, which may be empty.
 */
#ifndef SP_SECTION_SEEDS_H
#define SP_SECTION_SEEDS_H

#include "graph/cores.h"
#include "section/fields.h"

#define SP_TAG_SEEDS SP_TAG('S', 'E', 'E', 'D')

struct sp_loaded_seeds {
	struct sp_seeds seeds;
	struct sp_names names;    /* of each seed, may be empty strings */
	struct sp_basis basis;
};

/* The seeds, or NULL if none were loaded. */
const struct sp_loaded_seeds *
sp_contents_seeds(const struct sp_contents *contents);

/* Writes seeds; names are those of all pages, an empty table, or NULL. */
enum sp_status sp_save_seeds(struct sp_writer *writer,
			     const struct sp_seeds *seeds,
			     const struct sp_names *names,
			     const struct sp_basis *basis,
			     struct sp_error *err) SP_MUST_CHECK;

#endif
