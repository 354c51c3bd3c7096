/* SPDX-License-Identifier: MIT */
/*
 * Scrapy, which has no file of seeds: a spider reads one.  A line is the
 * arguments of a request as JSON, {"url": ..., "priority": ...}, so that
 *
 *	for line in open("seeds.jsonl"):
 *		yield scrapy.Request(**json.loads(line))
 *
 * requests them; without priorities, it is the URL.
 *
 * Larger priorities are first, and requests without one, such as links that are
 * followed, have 0: the last page of the list has 1.  By rank, each page has
 * its own, since Scrapy takes the last request of a priority first.  By score,
 * there are 1,000: the scheduler has a queue for each.
 */
#include "formats/seedlist/format.h"

#define CLASSES 1000

static const char *
write_scrapy(struct sp_list_item *item, struct sp_line *line)
{
	uint64_t classes = CLASSES;

	if (!item->scale) {
		sp_line_add_span(line, item->url.whole);
		return NULL;
	}
	if (item->scale->priority == SP_PRIORITY_RANK)
		classes = item->scale->count;
	sp_line_add(line, "{\"url\": ");
	sp_list_add_json(line, item->url.whole);
	sp_line_add(line, ", \"priority\": ");
	sp_line_add_uint(line, classes - sp_list_class(item->scale, classes,
						       item->place,
						       item->listed->score));
	sp_line_add(line, "}");
	return NULL;
}

const struct sp_list_format sp_list_scrapy = {
	.reader = "Scrapy", .ftp = true, .blanks = true, .trims_unicode = true,
	.priorities = true, .write = write_scrapy
};
