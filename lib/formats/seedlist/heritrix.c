/* SPDX-License-Identifier: MIT */
/*
 * Heritrix 3, seeds: the file of a TextSeedModule, whose textSource is a
 * ConfigFile, in UTF-8.
 *
 * A line is a URL.  Heritrix reads \S+ with blanks around it and a comment
 * after it ("# ..."); lines of "#", and lines with anything else, are not read.
 * So a URL with a blank would be lost; "#" inside a URL does no harm.  U+2028
 * and U+2029 hide its scheme.  Without a word, Heritrix skips a URL of which
 * its own spelling is longer than 2,083 bytes, and one that it takes in no
 * spelling (sp_list_heritrix_refuses()).  Lines that begin with "+" are SURTs:
 * see surt.c.
 */
#include "formats/seedlist/format.h"

/* U+2028 or U+2029? */
static bool
has_separator(struct sp_span text)
{
	return memmem(text.text, text.length, "\xe2\x80\xa8", 3) ||
	       memmem(text.text, text.length, "\xe2\x80\xa9", 3);
}

static const char *
write_seed(struct sp_list_item *item, struct sp_line *line)
{
	const char *reason = sp_list_heritrix_refuses(&item->url);

	if (reason)
		return reason;
	if (has_separator(item->url.whole))
		return "has a line separator";
	if (sp_list_heritrix_size(&item->url) > SP_HERITRIX_URI_MAX)
		return SP_HERITRIX_TOO_LONG;
	sp_line_add_span(line, item->url.whole);
	return NULL;
}

const struct sp_list_format sp_list_heritrix = {
	.reader = "Heritrix", .ftp = true, .write = write_seed
};
