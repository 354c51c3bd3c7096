/* SPDX-License-Identifier: MIT */
/*
 * The access.log of Squid in its native format, a line for each request,
 * written when it has ended:
 *
 *	time elapsed client code/status bytes method URL user peer type
 *
 * time is the end, in seconds since 1970 with thousandths, and elapsed is in
 * milliseconds.  With log_mime_hdrs, the headers of request and answer follow
 * in brackets, in which "\r\n" stands for the end of a line.
 */
#include "web/crawllog/crawllog.h"

enum squid_column {
	AT_TIME, AT_ELAPSED, AT_CLIENT, AT_CODE, AT_BYTES, AT_METHOD, AT_URL,
	AT_USER, AT_PEER, AT_TYPE, COLUMNS
};

/*
 * "TCP_MISS/200": what comes before the slash does not matter, since a page
 * from a cache is a page.
 */
static bool
squid_status(struct sp_span code, int *status)
{
	sp_span_cut_at(&code, '/');
	return sp_crawl_parse_status(code, status) && *status >= 0;
}

/* From the headers of the request, which come first of the two. */
static struct sp_span
squid_referer(struct sp_span line)
{
	static const char word[] = "Referer: ", last[] = "\\r\\n";
	const char *end = line.text + line.length, *at;
	struct sp_span referer = SP_SPAN_ABSENT;

	at = memmem(line.text, line.length, word, sizeof(word) - 1);
	if (!at)
		return referer;
	referer.text = at + sizeof(word) - 1;
	at = memmem(referer.text, (size_t)(end - referer.text), last,
		    sizeof(last) - 1);
	referer.length = (size_t)((at ? at : end) - referer.text);
	return referer;
}

static enum sp_crawl_line
squid_line(struct sp_crawl_lines *lines, struct sp_span line,
	   struct sp_crawl_event *event)
{
	struct sp_span at[COLUMNS], rest;
	int64_t elapsed;

	if (sp_columns_first(line, at, COLUMNS) < COLUMNS)
		return sp_line_bad(lines, "less than 10 columns");
	if (!sp_when_parse(at[AT_TIME], lines->options->zone, &event->end))
		return sp_line_bad(lines, "the time cannot be read");
	if (!squid_status(at[AT_CODE], &event->status))
		return sp_line_bad(lines, "column 4 has no status after a "
				   "slash");
	elapsed = sp_crawl_parse_size(at[AT_ELAPSED]);
	event->time = event->end;
	if (elapsed > 0 && elapsed <= event->end)
		event->time -= elapsed;
	event->url = at[AT_URL];
	event->size = sp_crawl_parse_size(at[AT_BYTES]);
	event->mime = sp_unless_dash(at[AT_TYPE]);
	rest.text = at[AT_TYPE].text + at[AT_TYPE].length;
	rest.length = (size_t)(line.text + line.length - rest.text);
	event->via = squid_referer(rest);
	/* HEAD, CONNECT and POST bring no page of the graph. */
	event->outcome = !sp_span_equal(at[AT_METHOD], SP_SPAN("GET")) ?
				 SP_CRAWL_OTHER :
			 event->status ? sp_crawl_outcome_of(event->status) :
					 SP_CRAWL_FAILURE;
	return SP_LINE_EVENT;
}

static bool
squid_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span at[COLUMNS];
	int64_t time;
	int status;

	return sp_columns_first(sp_sample_line(sample), at, COLUMNS) ==
		       COLUMNS &&
	       memchr(at[AT_TIME].text, '.', at[AT_TIME].length) &&
	       sp_when_parse(at[AT_TIME], utc, &time) &&
	       sp_crawl_parse_size(at[AT_ELAPSED]) >= 0 &&
	       squid_status(at[AT_CODE], &status) &&
	       sp_crawl_parse_size(at[AT_BYTES]) >= 0 &&
	       memchr(at[AT_PEER].text, '/', at[AT_PEER].length);
}

static const char *
squid_status_text(int status)
{
	return status ? "" : "no answer, or the client was gone";
}

const struct sp_crawl_format sp_crawl_squid = {
	.noun = "an access.log of Squid",
	.looks = squid_looks,
	.line = squid_line,
	.status_text = squid_status_text
};
