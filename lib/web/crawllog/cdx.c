/* SPDX-License-Identifier: MIT */
/*
 * CDX, an index of a web archive: columns as the header " CDX N b a m s k r M
 * S V g" names them, where b is the time, a the URL, m the MIME type, s the
 * status and k the digest, and S the size of the packed record.  Without a
 * header, in the order of these letters, which the usual dialects of 9, 10 and
 * 11 columns have in common up to k; only 11 columns have S.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"

/* Where the columns are, from 0; CDX_NONE: not there.  count 0: no header. */
struct cdx_columns {
	unsigned time, url, mime, status, digest, size, count;
};

#define CDX_NONE UINT32_MAX

static bool
is_cdx_header(struct sp_span line)
{
	return line.length > 5 && !memcmp(line.text + 1, "CDX", 3) &&
	       sp_is_blank(*line.text) &&
	       line.text[4] == *line.text;
}

static unsigned
cdx_find(const struct sp_columns *header, char letter)
{
	for (unsigned i = 1; i < header->count; i++)
		if (header->items[i].length == 1 &&
		    *header->items[i].text == letter)
			return i - 1;
	return CDX_NONE;
}

/*
 * Without a URL or a time, no line of the index can be used: the first line
 * says so for the file.
 */
static enum sp_crawl_line
cdx_header(struct sp_crawl_lines *lines, struct cdx_columns *columns)
{
	const struct sp_columns *header = &lines->columns;

	*columns = (struct cdx_columns){
		cdx_find(header, 'b'), cdx_find(header, 'a'),
		cdx_find(header, 'm'), cdx_find(header, 's'),
		cdx_find(header, 'k'), cdx_find(header, 'S'),
		(unsigned)header->count - 1
	};
	lines->wrong = "the header has no column a or b: URL and time are "
		       "not in this index";
	return columns->time == CDX_NONE || columns->url == CDX_NONE ?
		       SP_LINE_FATAL : SP_LINE_NONE;
}

static struct sp_span
cdx_get(const struct sp_columns *columns, unsigned at)
{
	return at < columns->count ? sp_unless_dash(columns->items[at]) :
				     (struct sp_span)SP_SPAN_ABSENT;
}

/*
 * Lines without a header must have a number of columns that the usual dialects
 * have, or the columns would be at other places.
 */
static enum sp_crawl_line
cdx_event(struct sp_crawl_lines *lines, const struct cdx_columns *header,
	  struct sp_crawl_event *event)
{
	static const struct cdx_columns usual = { 1, 2, 3, 4, 5, CDX_NONE,
						  0 };
	const struct cdx_columns *columns = header->count ? header : &usual;
	struct sp_span time = cdx_get(&lines->columns, columns->time);
	struct sp_span status = cdx_get(&lines->columns, columns->status);
	unsigned size = columns->size;

	if (!columns->count && lines->columns.count == 11)
		size = 8;
	if (columns->count ? lines->columns.count < columns->count :
			     lines->columns.count < 9)
		return sp_line_bad(lines, "too few columns");
	if (columns->count ? lines->columns.count > columns->count :
			     lines->columns.count > 11)
		return sp_line_bad(lines, "too many columns");
	if ((time.length != 14 && time.length != 17) ||
	    !sp_when_parse(time, lines->options->zone, &event->time))
		return sp_line_bad(lines, "the time is not 14 digits");
	event->url = cdx_get(&lines->columns, columns->url);
	if (!event->url.text)
		return sp_line_bad(lines, "no URL");
	if (status.text && !sp_crawl_parse_status(status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	event->mime = cdx_get(&lines->columns, columns->mime);
	event->revisit = sp_span_equal(event->mime, SP_SPAN("warc/revisit"));
	event->digest = cdx_get(&lines->columns, columns->digest);
	event->size = sp_crawl_parse_size(cdx_get(&lines->columns, size));
	event->record_size = true;
	event->outcome = sp_crawl_outcome_of(event->status);
	return SP_LINE_EVENT;
}

static enum sp_crawl_line
cdx_line(struct sp_crawl_lines *lines, struct sp_span line,
	 struct sp_crawl_event *event)
{
	if (!sp_columns_split(&lines->columns, line, ' ', false))
		return sp_line_no_memory(lines);
	if (is_cdx_header(line))
		return cdx_header(lines, lines->own);
	return cdx_event(lines, lines->own, event);
}

/* The most columns of a line without a header. */
#define CDX_COLUMNS 11

static bool
cdx_looks(struct sp_span sample)
{
	struct sp_span line = sp_sample_line(sample);
	struct sp_span items[CDX_COLUMNS];
	int count = 0;

	if (is_cdx_header(line))
		return true;
	/* Without memory, which could be short. */
	while (count < CDX_COLUMNS && sp_columns_next(&line, &items[count]))
		count++;
	if (count < 9 || line.length || items[1].length != 14 ||
	    *items[2].text == '{' || /* CDXJ */
	    !memchr(items[2].text, ':', items[2].length))
		return false;
	for (size_t i = 0; i < 14; i++)
		if (!sp_is_digit(items[1].text[i]))
			return false;
	return true;
}

const struct sp_crawl_format sp_crawl_cdx = {
	.noun = "an index of a web archive (CDX)",
	.looks = cdx_looks,
	.own_size = sizeof(struct cdx_columns),
	.line = cdx_line
};
