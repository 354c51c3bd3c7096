/* SPDX-License-Identifier: MIT */
/*
 * recognise.h - finds out what a file is by its first bytes.
 *
 * Formats that begin with bytes of their own are rows of a table in
 * recognise.c, those that can be imported and those that people have instead:
 * archives, documents, graphs of other programs.  Text without such a beginning
 * is judged by the look of its lines (arcs_look.h).
 */
#ifndef SP_FORMATS_IMPORT_RECOGNISE_H
#define SP_FORMATS_IMPORT_RECOGNISE_H

#include "formats/import/arcs_look.h"
#include "formats/import/formats.h"

#define SP_RECOGNISED_NOTES 2

/* What a file is. */
struct sp_recognised {
	enum sp_import_format_number format; /* AUTO: cannot be imported */
	const char *noun;      /* "a list of links", "a zip archive" */
	bool sure;             /* by its beginning, not by the look of lines */
	bool arcs_if_asked;    /* format is AUTO, but --format arcs reads it */
	struct sp_arcs_look look; /* of text; zeroed if it has none */
	char advice[240];      /* what to do instead; empty if format is set */
	char notes[SP_RECOGNISED_NOTES][240]; /* warnings, or empty */
};

/*
 * Recognises the file by its sample.  options are those of arcs, which say
 * which columns and lines are meant; columns_given: the user has chosen
 * columns, and needs no notes about others.
 */
void sp_recognise(const struct sp_sample *sample,
		  const struct sp_arcs_options *options, bool columns_given,
		  struct sp_recognised *found);

#endif
