/* SPDX-License-Identifier: MIT */
/*
 * cores.h - the sections of bipartite cores: the cores, then their members.
 *
 * Both heads: basis.  A core: seed, iteration (4 bytes each), hubs,
 * authorities, links (8 each).  A member: core, page, side (4 each), 0 (4),
 * score (8).
 */
#ifndef SP_STREAM_SECTION_CORES_H
#define SP_STREAM_SECTION_CORES_H

#include "graph/cores.h"
#include "stream/section/fields.h"

#define SP_TAG_CORES SP_TAG('C', 'O', 'R', 'E')
#define SP_TAG_MEMBERS SP_TAG('C', 'M', 'E', 'M')
#define SP_CORE_RECORD 32
#define SP_MEMBER_RECORD 24

struct sp_loaded_cores {
	struct sp_cores cores;
	struct sp_basis basis;
};

/* The cores, or NULL if none were loaded. */
const struct sp_loaded_cores *
sp_contents_cores(const struct sp_contents *contents);

/*
 * Moves them to *cores, to be freed by sp_cores_free(); false, and zero
 * bytes, if none were loaded.
 */
bool sp_contents_take_cores(struct sp_contents *contents,
			    struct sp_loaded_cores *cores);

/* Writes the cores and their members. */
enum sp_status sp_save_cores(struct sp_writer *writer,
			     const struct sp_cores *cores,
			     const struct sp_basis *basis,
			     struct sp_error *err);

#endif
