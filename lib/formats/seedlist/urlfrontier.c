/* SPDX-License-Identifier: MIT */
/*
 * URLFrontier: the input of the PutURLs command of its client.
 *
 * A line is a URL, which is put as a discovered one, or a URLItem in the JSON
 * of protocol buffers, if it begins with "{".  Of the known URLs of a queue
 * (here a host, as it is by default), those with the least
 * refetchable_from_date come first, a time in seconds since 1970: they are 1 to
 * 1,000,000,000, which is long ago.  0 would mean never.  The service skips a
 * URL whose queue has a name of over 255 characters.
 *
 * A service has the URLs of several crawls, each with its own queues.  In JSON
 * the line says which crawl, as the client's option is for bare URLs only.
 */
#include "formats/seedlist/format.h"

#define CLASSES UINT64_C(1000000000)
#define KEY_MAX 255

static const char *
write_urlfrontier(struct sp_list_item *item, struct sp_line *line)
{
	const struct sp_list_url *url = &item->url;

	if (url->host.length > KEY_MAX)
		return "has a host of over 255 bytes, which the service skips";
	if (!item->scale) {
		sp_line_add_span(line, url->whole);
		return NULL;
	}
	item->room->length = 0;
	sp_list_add_lower(item->room, url->host);
	sp_line_add(line, "{\"known\":{\"info\":{\"url\":");
	sp_list_add_json(line, url->whole);
	sp_line_add(line, ",\"key\":");
	sp_list_add_json(
		line, (struct sp_span){ item->room->text, item->room->length });
	if (item->crawl) {
		sp_line_add(line, ",\"crawlID\":\"");
		sp_line_add(line, item->crawl);
		sp_line_add(line, "\"");
	}
	sp_line_add(line, "},\"refetchable_from_date\":");
	sp_line_add_uint(line,
			 1 + sp_list_class(item->scale, CLASSES, item->place,
					   item->listed->score));
	sp_line_add(line, "}}");
	line->lost |= item->room->lost;
	return NULL;
}

const struct sp_list_format sp_list_urlfrontier = {
	.reader = "URLFrontier", .blanks = true, .priorities = true,
	.crawls = true, .write = write_urlfrontier
};
