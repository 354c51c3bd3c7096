/* SPDX-License-Identifier: MIT */
/*
 * CDXJ, an index of a web archive: lines "KEY TIME {JSON}" with a member url,
 * and status, mime, digest and length where they are known; OpenWayback calls
 * them uri, hsc, mct, sha and rle.  Lines that begin with "!" or a blank are
 * headers.
 */
#include "web/crawllog/crawllog.h"

struct cdxj_members {
	struct sp_span url, status, mime, digest, size;
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
	else if (sp_span_equal(key, SP_SPAN("digest")) ||
		 sp_span_equal(key, SP_SPAN("sha")))
		members->digest = value;
	else if (sp_span_equal(key, SP_SPAN("length")) ||
		 sp_span_equal(key, SP_SPAN("rle")))
		members->size = value;
}

/*
 * The key before the time is that of the index, in an order of its own: the URL
 * is the member of that name.
 */
static enum sp_crawl_line
cdxj_line(struct sp_crawl_lines *lines, struct sp_span line,
	  struct sp_crawl_event *event)
{
	struct cdxj_members members = { 0 };
	enum sp_crawl_line what;

	if (*line.text == '!' || *line.text == ' ')
		return SP_LINE_NONE;
	sp_span_cut_at(&line, ' ');
	if (!sp_when_parse(sp_span_cut_at(&line, ' '), lines->options->zone,
			   &event->time))
		return sp_line_bad(lines, "the time cannot be read");
	what = sp_line_json(lines, line, cdxj_member, &members);
	if (what != SP_LINE_EVENT)
		return what;
	event->url = sp_unless_dash(members.url);
	if (!event->url.text)
		return sp_line_bad(lines, "no URL");
	members.status = sp_unless_dash(members.status);
	if (members.status.text &&
	    !sp_crawl_parse_status(members.status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	event->mime = sp_unless_dash(members.mime);
	event->revisit = sp_span_equal(event->mime, SP_SPAN("warc/revisit"));
	event->digest = sp_unless_dash(members.digest);
	event->size = sp_crawl_parse_size(members.size);
	event->record_size = true;
	event->outcome = sp_crawl_outcome_of(event->status);
	return SP_LINE_EVENT;
}

static bool
cdxj_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span line = sp_span_cut_at(&sample, '\n');
	int64_t time;

	while (line.length && *line.text == '!')
		line = sp_span_cut_at(&sample, '\n');
	sp_span_cut_at(&line, ' ');
	return sp_when_parse(sp_span_cut_at(&line, ' '), utc, &time) &&
	       line.length && *line.text == '{';
}

const struct sp_crawl_format sp_crawl_cdxj = {
	.noun = "an index of a web archive (CDXJ)",
	.looks = cdxj_looks,
	.line = cdxj_line
};
