/* SPDX-License-Identifier: MIT */
/*
 * Text for people and scripts: the name of a page as it is, whatever it is; the
 * number of a page in a graph without names.  A name with a control character,
 * such as a newline, is escaped as in the tables of graphdump: one line stays
 * one page.
 */
#include "seedlist/format.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

static bool
has_control(struct sp_span text)
{
	unsigned char before = 0;

	for (size_t i = 0; i < text.length; i++) {
		unsigned char byte = (unsigned char)text.text[i];

		/* Terminals obey U+0080 to U+009F as well. */
		if (byte < ' ' || byte == 0x7f ||
		    (before == 0xc2 && byte >= 0x80 && byte < 0xa0))
			return true;
		before = byte;
	}
	return false;
}

static const char *
write_text(struct sp_list_item *item, struct sp_list_line *line)
{
	struct sp_span name = item->listed->name;
	char *escaped;

	if (!name.text) {
		sp_list_add_uint(line, item->listed->page);
	} else if (!has_control(name)) {
		sp_list_add_span(line, name);
	} else {
		escaped = sp_alloc(name.length, 4);
		if (escaped)
			sp_list_add(line, escaped,
				    sp_escape_cell(escaped, name.text,
						   name.length));
		line->failed |= !escaped;
		free(escaped);
	}
	return NULL;
}

const struct sp_list_format sp_list_text = {
	.reader = "text", .any_name = true, .write = write_text
};
