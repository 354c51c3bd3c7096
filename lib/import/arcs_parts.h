/* SPDX-License-Identifier: MIT */
/*
 * arcs_parts.h - what the parts of arcs.c share.  Private to lib/import.
 */
#ifndef SP_IMPORT_ARCS_PARTS_H
#define SP_IMPORT_ARCS_PARTS_H

#include "import/arcs_parse.h"
#include "links/idlinks.h"
#include "import/arcs.h"

struct sp_arcs_import {
	struct sp_source *source;
	const struct sp_arcs_options *options;
	struct sp_arc_format format;
	struct sp_linksort_options sort;
	struct sp_arcs *result;    /* names and arcs are filled in */
	struct sp_collected made;  /* the graph */
	uint64_t lines;            /* before the text at hand */
};

/*
 * Read the text at hand, which begins with a line, and the source to its end.
 * What they make in import->made and import->result is the caller's to free,
 * also after a failure.
 */
enum sp_status sp_arcs_import_ids(struct sp_arcs_import *import,
				  const char *text, size_t length,
				  struct sp_error *err) SP_MUST_CHECK;
enum sp_status sp_arcs_import_names(struct sp_arcs_import *import,
				    const char *text, size_t length,
				    struct sp_error *err) SP_MUST_CHECK;

/* SP_DATA, with "NAME: line N: " put before the text of *err. */
enum sp_status sp_arcs_fail_at(const struct sp_arcs_import *import,
			       uint64_t line, struct sp_error *err);

#endif
