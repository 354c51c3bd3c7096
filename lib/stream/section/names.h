/* SPDX-License-Identifier: MIT */
/*
 * names.h - the section of page names, usually URLs.
 *
 * Data: the name of each page in their order, as a length (LEB128) and bytes.
 */
#ifndef SP_STREAM_SECTION_NAMES_H
#define SP_STREAM_SECTION_NAMES_H

#include "stream/section/fields.h"

#define SP_TAG_NAMES SP_TAG('N', 'A', 'M', 'E')

/*
 * A name for each page, or NULL if none were loaded, or only a visitor has
 * got them.
 */
const struct sp_names *sp_contents_names(const struct sp_contents *contents);

/* Were there names, for a visitor or in the contents? */
bool sp_contents_has_names(const struct sp_contents *contents);

/*
 * Receives the names of the pages 0, 1, 2 ... while they are read.  A section
 * that comes again starts again with page 0.
 */
struct sp_name_visitor {
	void *context;
	enum sp_status (*name)(void *context, uint64_t page, const char *name,
			       size_t length, struct sp_error *err);
};

/*
 * Writes the names.  In pieces: sp_section_begin() with SP_TAG_NAMES and no
 * payload, sp_save_string(), sp_section_close().
 */
enum sp_status sp_save_names(struct sp_writer *writer,
			     const struct sp_names *names,
			     struct sp_error *err);

#endif
