/* SPDX-License-Identifier: MIT */
/*
 * The feed of a Scrapy spider: JSON objects, one a line (jsonlines), the same
 * as a list (json), or CSV.  What the members are called is up to the spider:
 * sp_field_is_named() has the defaults.
 */
#include "web/crawllog/header.h"

struct scrapy {
	struct sp_header header;
	bool known;          /* whether it is: */
	bool csv;
};

struct scrapy_members {
	const struct sp_column_options *options;
	struct sp_span values[SP_FIELDS];
	bool seen[SP_FIELDS]; /* also those that are null */
};

/* Of a name that several default names fit, the first one counts. */
static void
scrapy_member(void *context, struct sp_span key, struct sp_span value)
{
	struct scrapy_members *members = context;

	for (int f = 0; f < SP_FIELDS; f++)
		if (!members->values[f].text &&
		    sp_field_is_named(members->options,
				      (enum sp_crawl_field)f, key)) {
			members->values[f] = value;
			members->seen[f] = true;
		}
}

/*
 * What a spider calls size or length may be that of a film: unless an option
 * names the member, a text that is no number is not the size of the page.
 */
static void
scrapy_drop_other_size(struct scrapy_members *members)
{
	struct sp_span *size = &members->values[SP_FIELD_SIZE];

	if (!members->options->names[SP_FIELD_SIZE] &&
	    sp_crawl_parse_size(*size) < 0)
		*size = (struct sp_span)SP_SPAN_ABSENT;
}

static enum sp_crawl_line
scrapy_object(struct sp_crawl_lines *lines, struct sp_span line,
	      struct sp_crawl_event *event)
{
	struct scrapy *scrapy = lines->own;
	struct scrapy_members members = {
		.options = &lines->options->columns
	};
	enum sp_crawl_line what = sp_line_json(lines, line, scrapy_member,
					       &members);

	if (what == SP_LINE_EVENT) {
		scrapy_drop_other_size(&members);
		what = sp_line_fields(lines, members.values, event);
	}
	for (int f = 0; what == SP_LINE_EVENT && f < SP_FIELDS; f++)
		scrapy->header.seen[f] |= members.seen[f];
	return what;
}

static enum sp_crawl_line
scrapy_line(struct sp_crawl_lines *lines, struct sp_span line,
	    struct sp_crawl_event *event)
{
	struct scrapy *scrapy = lines->own;
	struct sp_span object = line;

	/* What makes a list of the lines. */
	while (object.length && strchr("[, \t", *object.text))
		sp_span_cut(&object, 1);
	while (object.length && strchr("], \t", object.text[object.length - 1]))
		object.length--;
	if (!scrapy->known)
		scrapy->csv = object.length && *object.text != '{';
	scrapy->known = true;
	if (scrapy->csv)
		return sp_header_line(&scrapy->header, lines, line, event);
	if (!object.length)
		return SP_LINE_NONE;
	return scrapy_object(lines, object, event);
}

/* Of objects, any may lack a member, but not all one that an option names. */
static enum sp_crawl_line
scrapy_end(struct sp_crawl_lines *lines, struct sp_crawl_event *event)
{
	struct scrapy *scrapy = lines->own;

	(void)event;
	if (scrapy->known && !scrapy->csv &&
	    lines->options->columns.separator) {
		lines->wrong = "--separator is for tables, and this is JSON";
		return SP_LINE_FATAL;
	}
	return sp_header_end(&scrapy->header, lines);
}

static void
scrapy_release(void *own)
{
	struct scrapy *scrapy = own;

	sp_header_free(&scrapy->header);
}

/*
 * Any JSON object could be one, which is why this format comes after all others
 * with JSON in the table, and why callers look whether another filter knows the
 * file.
 */
static bool
scrapy_looks(struct sp_span sample)
{
	sample = sp_span_trim(sample, "[ \t\r\n");
	return sample.length && *sample.text == '{';
}

const struct sp_crawl_format sp_crawl_scrapy = {
	.noun = "a feed of Scrapy",
	.takes_columns = true,
	.looks = scrapy_looks,
	.own_size = sizeof(struct scrapy),
	.line = scrapy_line,
	.end = scrapy_end,
	.line_lost = sp_header_line_lost,
	.release = scrapy_release
};
