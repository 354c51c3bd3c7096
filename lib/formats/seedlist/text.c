/* SPDX-License-Identifier: MIT */
/*
 * Text for people and scripts: the name of a page as it is, whatever it is; the
 * number of a page in a graph without names.  A name with a control character,
 * such as a newline, is escaped as in the tables of graphdump: one line stays
 * one page.  So are all names as safe text.
 */
#include "formats/seedlist/format.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

/* The name as a cell. */
static void
text_add_escaped(struct sp_line *line, struct sp_span name, bool safe)
{
	char *escaped = sp_alloc(name.length, 4);
	bool fresh = true;

	if (escaped && safe)
		sp_line_add_bytes(
			line, escaped,
			sp_safe_cell(escaped, name.text, name.length, &fresh));
	else if (escaped)
		sp_line_add_bytes(
			line, escaped,
			sp_escape_cell(escaped, name.text, name.length));
	line->lost |= !escaped;
	free(escaped);
}

static const char *
write_text(struct sp_list_item *item, struct sp_line *line)
{
	struct sp_span name = item->listed->name;

	if (!name.text)
		sp_line_add_uint(line, item->listed->page);
	else if (item->safe || sp_has_control(name.text, name.length))
		text_add_escaped(line, name, item->safe);
	else
		sp_line_add_span(line, name);
	return NULL;
}

const struct sp_list_format sp_list_text = {
	.reader = "text", .any_name = true, .write = write_text
};
