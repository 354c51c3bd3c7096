/* SPDX-License-Identifier: MIT */
/*
 * The feed of a Scrapy spider: JSON objects, one a line (jsonlines), the same
 * as a list (json), or CSV.  What the members are called is up to the spider:
 * sp_field_is_named() has the defaults.
 */
#include "web/crawllog/header.h"
#include "web/crawllog/json.h"

#include "base/memory.h"

#include <stdlib.h>

struct scrapy {
	struct sp_json json;
	struct sp_header header;
	bool csv;
};

struct scrapy_members {
	const struct sp_column_options *options;
	struct sp_span values[SP_FIELDS];
};

/* Of a name that several default names fit, the first one counts. */
static void
scrapy_member(void *context, struct sp_span key, struct sp_span value)
{
	struct scrapy_members *members = context;

	for (int f = 0; f < SP_FIELDS; f++)
		if (!members->values[f].text &&
		    sp_field_is_named(members->options,
				      (enum sp_crawl_field)f, key))
			members->values[f] = value;
}

/* Takes off what makes a list of the lines. */
static struct sp_span
scrapy_trim(struct sp_span line)
{
	while (line.length && (*line.text == '[' || *line.text == ',' ||
			       *line.text == ' ' || *line.text == '\t')) {
		line.text++;
		line.length--;
	}
	while (line.length) {
		char last = line.text[line.length - 1];

		if (last != ']' && last != ',' && last != ' ' && last != '\t')
			break;
		line.length--;
	}
	return line;
}

static enum sp_crawl_line
scrapy_object(struct scrapy *scrapy, struct sp_crawl_lines *lines,
	      struct sp_span line, struct sp_crawl_event *event)
{
	struct scrapy_members members = { &lines->options->columns,
					  { { NULL, 0 } } };
	const char *wrong = sp_json_read(&scrapy->json, line, scrapy_member,
					 &members);

	if (wrong && !*wrong)
		return sp_line_no_memory(lines);
	if (!wrong)
		wrong = sp_fields_to_event(members.values,
					   lines->options->zone, event);
	return wrong ? sp_line_bad(lines, wrong) : SP_LINE_EVENT;
}

static enum sp_crawl_line
scrapy_line(struct sp_crawl_lines *lines, struct sp_span line,
	    struct sp_crawl_event *event)
{
	struct scrapy *scrapy = lines->own;
	struct sp_span object = scrapy_trim(line);

	if (!scrapy) {
		lines->own = scrapy = sp_alloc_zero(1, sizeof(*scrapy));
		if (!scrapy)
			return sp_line_no_memory(lines);
		scrapy->csv = object.length && *object.text != '{';
	}
	if (scrapy->csv)
		return sp_header_line(&scrapy->header, lines, line, event);
	if (!object.length)
		return SP_LINE_NONE;
	return scrapy_object(scrapy, lines, object, event);
}

static bool
scrapy_looks(struct sp_span sample)
{
	size_t at = 0;

	while (at < sample.length && sample.text[at] &&
	       strchr("[ \t\r\n", sample.text[at]))
		at++;
	return at < sample.length && sample.text[at] == '{';
}

static void
scrapy_free(void *own)
{
	struct scrapy *scrapy = own;

	if (scrapy)
		sp_json_free(&scrapy->json);
	free(scrapy);
}

const struct sp_crawl_format sp_crawl_scrapy = {
	.noun = "a feed of Scrapy",
	.json = true,
	.takes_columns = true,
	.looks = scrapy_looks,
	.line = scrapy_line,
	.free = scrapy_free
};
