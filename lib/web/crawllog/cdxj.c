/* SPDX-License-Identifier: MIT */
/*
 * CDXJ, an index of a web archive: lines "KEY TIME {JSON}" with a member url,
 * and status, mime and length where they are known; OpenWayback calls them
 * uri, hsc, mct and rle.  Lines that begin with "!" or a blank are headers.
 */
#include "web/crawllog/crawllog.h"

#include "base/memory.h"
#include "web/crawllog/json.h"

#include <stdlib.h>

struct cdxj_members {
	struct sp_span url, status, mime, size;
};

static void
cdxj_member(void *context, struct sp_span key, struct sp_span value)
{
	struct cdxj_members *members = context;

	if (sp_span_equal(key, SP_SPAN("url")) ||
	    sp_span_equal(key, SP_SPAN("uri")))
		members->url = value;
	else if (sp_span_equal(key, SP_SPAN("status")) ||
		 sp_span_equal(key, SP_SPAN("hsc")))
		members->status = value;
	else if (sp_span_equal(key, SP_SPAN("mime")) ||
		 sp_span_equal(key, SP_SPAN("mct")))
		members->mime = value;
	else if (sp_span_equal(key, SP_SPAN("length")) ||
		 sp_span_equal(key, SP_SPAN("rle")))
		members->size = value;
}

/* Splits off the part up to the next blank. */
static struct sp_span
cdxj_word(struct sp_span *line)
{
	const char *blank = line->length ?
			    memchr(line->text, ' ', line->length) : NULL;
	struct sp_span word = *line;

	if (!blank) {
		line->length = 0;
		return word;
	}
	word.length = (size_t)(blank - line->text);
	line->text += word.length + 1;
	line->length -= word.length + 1;
	return word;
}

static enum sp_crawl_line
cdxj_line(struct sp_crawl_lines *lines, struct sp_span line,
	  struct sp_crawl_event *event)
{
	struct cdxj_members members = { 0 };
	struct sp_json *json = lines->own;
	struct sp_span time;
	const char *wrong;

	if (*line.text == '!' || *line.text == ' ')
		return SP_LINE_NONE;
	if (!json) {
		lines->own = json = sp_alloc_zero(1, sizeof(*json));
		if (!json)
			return sp_line_no_memory(lines);
	}
	(void)cdxj_word(&line);
	time = cdxj_word(&line);
	if (!sp_when_parse(time, lines->options->zone, &event->time))
		return sp_line_bad(lines, "the time cannot be read");
	wrong = sp_json_read(json, line, cdxj_member, &members);
	if (wrong)
		return *wrong ? sp_line_bad(lines, wrong) :
				sp_line_no_memory(lines);
	event->url = sp_unless_dash(members.url);
	if (!event->url.text)
		return sp_line_bad(lines, "no URL");
	members.status = sp_unless_dash(members.status);
	if (members.status.text &&
	    !sp_crawl_parse_status(members.status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	event->mime = sp_unless_dash(members.mime);
	event->revisit = sp_span_equal(event->mime, SP_SPAN("warc/revisit"));
	event->size = sp_crawl_parse_size(members.size);
	event->outcome = sp_crawl_outcome_of(event->status);
	return SP_LINE_EVENT;
}

static bool
cdxj_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span line = sp_sample_line(sample);
	int64_t time;

	while (line.length && *line.text == '!') {
		sample.length -= line.length;
		sample.text += line.length;
		if (sample.length) {
			sample.length--;
			sample.text++;
		}
		line = sp_sample_line(sample);
	}
	(void)cdxj_word(&line);
	return sp_when_parse(cdxj_word(&line), utc, &time) && line.length &&
	       *line.text == '{';
}

static void
cdxj_free(void *own)
{
	if (own)
		sp_json_free(own);
	free(own);
}

const struct sp_crawl_format sp_crawl_cdxj = {
	.noun = "an index of a web archive (CDXJ)",
	.json = true,
	.looks = cdxj_looks,
	.line = cdxj_line,
	.free = cdxj_free
};
