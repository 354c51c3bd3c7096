/* SPDX-License-Identifier: MIT */
/*
 * line.h - what lists for crawlers add to a line, beyond base/line.h.  Private
 * to lib/formats/seedlist.
 */
#ifndef SP_FORMATS_SEEDLIST_LINE_H
#define SP_FORMATS_SEEDLIST_LINE_H

#include "base/line.h"
#include "base/span.h"

/* Adds text with ASCII letters in lower case. */
void sp_list_add_lower(struct sp_line *line, struct sp_span span);

/*
 * A string of JSON or of YAML, with its quotes, in ASCII.  The text is valid
 * UTF-8.
 */
void sp_list_add_json(struct sp_line *line, struct sp_span text);
void sp_list_add_yaml(struct sp_line *line, struct sp_span text);

#endif
