/* SPDX-License-Identifier: MIT */
/*
 * names.h - the section of page names, usually URLs.
 *
 * Data: the name of each page in their order, as a length (LEB128) and bytes.
 */
#ifndef SP_SECTION_NAMES_H
#define SP_SECTION_NAMES_H

#include "section/fields.h"

#define SP_TAG_NAMES SP_TAG('N', 'A', 'M', 'E')

/* A name for each page, or NULL if none were loaded. */
const struct sp_names *sp_contents_names(const struct sp_contents *contents);

/*
 * Writes the names.  In pieces: sp_section_begin() with SP_TAG_NAMES and no
 * payload, sp_save_string(), sp_section_close().
 */
enum sp_status sp_save_names(struct sp_writer *writer,
			     const struct sp_names *names,
			     struct sp_error *err) SP_MUST_CHECK;

#endif
