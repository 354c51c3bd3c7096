/* SPDX-License-Identifier: MIT */
/*
 * arcs_parts.h - shared by arcs.c, arcs_ids.c and arcs_names.c.  Private to
 * lib/formats/import.
 */
#ifndef SP_FORMATS_IMPORT_ARCS_PARTS_H
#define SP_FORMATS_IMPORT_ARCS_PARTS_H

#include "formats/import/arcs_parse.h"
#include "formats/import/formats.h"
#include "graph/links/idlinks.h"

struct sp_arcs_import {
	struct sp_source *source;
	const struct sp_arcs_options *options;
	struct sp_arc_format format;
	struct sp_linksort_options sort;
	struct sp_imported *result; /* names, arcs and ids are filled in */
	struct sp_collected made;  /* the graph */
	uint64_t lines;            /* before the current text */
};

/*
 * Parse the current text, which starts at the start of a line, and then the
 * rest of the source.  The caller frees what they leave in import->made and
 * import->result, even after a failure.
 */
enum sp_status sp_arcs_import_ids(struct sp_arcs_import *import,
				  const char *text, size_t length,
				  struct sp_error *err);
enum sp_status sp_arcs_import_names(struct sp_arcs_import *import,
				    const char *text, size_t length,
				    struct sp_error *err);

/* The next lines: sp_source_lines() with line numbers in its messages. */
enum sp_status sp_arcs_next_text(const struct sp_arcs_import *import,
				 const char **text, size_t *length,
				 struct sp_error *err);

/* Puts "NAME: line N: " before the text of *err; returns SP_DATA. */
enum sp_status sp_arcs_fail_at(const struct sp_arcs_import *import,
			       uint64_t line, struct sp_error *err);

#endif
