/* SPDX-License-Identifier: MIT */
/*
 * Heritrix 3, precedences: what PrecedenceLoader writes into the database of
 * URI histories, and PreloadedUriPrecedencePolicy finds there.
 *
 * A line is a URL, a blank and a whole number; the line is cut at blanks.  A
 * URL that is not spelled as Heritrix spells it is loaded, but never found, so
 * it is written in that spelling.  Two URLs of one spelling are one: the last
 * line would win, so only the first is written.
 *
 * 1 is first.  The crawler adds basePrecedence, which is 1 unless it is set to
 * 0, and has room for 127, so 126 classes fit both.  URLs that the list does
 * not have get the precedence of defaultUriPrecedencePolicy, which is 1 as
 * well: before all of the list, unless its basePrecedence is set to 127.
 */
#include "formats/seedlist/format.h"

#define CLASSES 126

static const char *
write_precedence(struct sp_list_item *item, struct sp_line *line)
{
	const char *reason = sp_list_heritrix_uri(&item->url, item->room);

	if (reason)
		return reason;
	line->lost |= item->room->lost;
	sp_line_add_bytes(line, item->room->text, item->room->length);
	item->key_length = line->length;
	sp_line_add_bytes(line, " ", 1);
	sp_line_add_uint(line,
			 1 + sp_list_class(item->scale, CLASSES, item->place,
					   item->listed->score));
	return NULL;
}

const struct sp_list_format sp_list_precedence = {
	.reader = "Heritrix", .ftp = true, .keys = true, .priorities = true,
	.needs_priority = true, .write = write_precedence
};
