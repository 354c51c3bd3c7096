/* SPDX-License-Identifier: MIT */
/*
 * StormCrawler: a file for its FileSpout, with StringTabScheme, in UTF-8.
 *
 * A line is a URL, and after a tab its metadata as "key=value".  Lines that
 * begin with "#" are comments, and blanks at both ends of a line are removed.
 * The spout takes lines in their order.  What to do with a priority is left to
 * the topology, so it is metadata with the key "priority", larger first.
 */
#include "formats/seedlist/format.h"

static const char *
write_stormcrawler(struct sp_list_item *item, struct sp_line *line)
{
	sp_line_add_span(line, item->url.whole);
	if (item->scale) {
		sp_line_add(line, "\tpriority=");
		sp_line_add_double(line, sp_list_share(item->scale, item->place,
						       item->listed->score));
	}
	return NULL;
}

const struct sp_list_format sp_list_stormcrawler = {
	.reader = "StormCrawler", .blanks = true, .priorities = true,
	.write = write_stormcrawler
};
