/* SPDX-License-Identifier: MIT */
/*
 * provenance.h - sections of provenance: how the stream was made.
 *
 * One frame, head and tail in one: a line with program, version, effective
 * options and results.  Each filter appends its own.
 */
#ifndef SP_STREAM_SECTION_PROVENANCE_H
#define SP_STREAM_SECTION_PROVENANCE_H

#include "stream/section/fields.h"

#define SP_TAG_PROVENANCE SP_TAG('P', 'R', 'O', 'V')

/* The lines of all streams that were loaded; an empty table if none. */
const struct sp_names *
sp_contents_provenance(const struct sp_contents *contents);

/*
 * Writes one line, NUL-terminated.  Returns SP_USAGE if it is longer than
 * SP_FRAME_MAX bytes: it is never cut.
 */
enum sp_status sp_save_provenance(struct sp_writer *writer, const char *line,
				  struct sp_error *err);

/*
 * Writes a frame for each line, with this tag: SP_TAG_PROVENANCE, or where
 * lines of it are kept under another name.
 */
enum sp_status sp_save_lines(struct sp_writer *writer, uint32_t tag,
			     const struct sp_names *lines,
			     struct sp_error *err);

#endif
