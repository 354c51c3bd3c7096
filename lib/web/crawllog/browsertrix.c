/* SPDX-License-Identifier: MIT */
/*
 * pages.jsonl and extraPages.jsonl of Browsertrix Crawler, which its WACZ files
 * have in the folder pages: a header {"format": "json-pages-1.0", ...}, and a
 * JSON object for each page that was visited.  ts is when that began; seed is
 * true for seeds, and depth 0, which older versions do not say.  Which page a
 * URL was found on is not said, and loadState is 0 for a page that did not
 * come.
 */
#include "web/crawllog/crawllog.h"

#include "base/number.h"

struct browsertrix_members {
	struct sp_span url, time, status, mime, seed, depth, size, state;
	struct sp_span format;
};

static void
browsertrix_member(void *context, struct sp_span key, struct sp_span value)
{
	struct browsertrix_members *members = context;
	const struct {
		struct sp_span key;
		struct sp_span *value;
	} known[] = {
		{ SP_SPAN("url"), &members->url },
		{ SP_SPAN("ts"), &members->time },
		{ SP_SPAN("status"), &members->status },
		{ SP_SPAN("mime"), &members->mime },
		{ SP_SPAN("seed"), &members->seed },
		{ SP_SPAN("depth"), &members->depth },
		{ SP_SPAN("size"), &members->size },
		{ SP_SPAN("loadState"), &members->state },
		{ SP_SPAN("format"), &members->format }
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (sp_span_equal(key, known[i].key))
			*known[i].value = value;
}

/*
 * Older versions have "seed" and no depth, newer ones both; where there is a
 * depth, it decides.
 */
static const char *
browsertrix_event(const struct browsertrix_members *members,
		  struct sp_when_zone zone, struct sp_crawl_event *event)
{
	uint64_t depth;

	event->url = members->url;
	if (!event->url.length)
		return "no URL";
	if (!sp_when_parse(members->time, zone, &event->time))
		return members->time.length ? "the time cannot be read" :
					      "no time (ts)";
	if (members->status.text &&
	    !sp_crawl_parse_status(members->status, &event->status))
		return "the status is not a number";
	event->outcome = sp_crawl_outcome_of(event->status);
	/* An answer with an error is a page to a browser, but none to us. */
	if (!event->status && sp_span_equal(members->state, SP_SPAN("0")))
		event->outcome = SP_CRAWL_FAILURE;
	event->mime = members->mime;
	event->size = sp_crawl_parse_size(members->size);
	event->seed = sp_span_equal(members->seed, SP_SPAN("true"));
	if (event->seed)
		event->depth = 1;
	if (!members->depth.text)
		return NULL;
	if (!sp_parse_uint(members->depth.text, members->depth.length,
			   &depth) || depth >= INT32_MAX)
		return "the depth is not a number";
	event->depth = (int32_t)depth + 1;
	event->seed = !depth;
	return NULL;
}

static enum sp_crawl_line
browsertrix_line(struct sp_crawl_lines *lines, struct sp_span line,
		 struct sp_crawl_event *event)
{
	struct browsertrix_members members = { 0 };
	enum sp_crawl_line what;
	const char *wrong;

	lines->json.booleans = true;
	what = sp_line_json(lines, line, browsertrix_member, &members);
	if (what != SP_LINE_EVENT)
		return what;
	/* Files that were joined have several headers. */
	if (members.format.text && !members.url.text)
		return SP_LINE_NONE;
	wrong = browsertrix_event(&members, lines->options->zone, event);
	return wrong ? sp_line_bad(lines, wrong) : SP_LINE_EVENT;
}

/* By the word that all headers of such files have. */
static bool
browsertrix_looks(struct sp_span sample)
{
	static const char word[] = "\"json-pages-";
	struct sp_span line = sp_sample_line(sample);

	return line.length && *line.text == '{' &&
	       memmem(line.text, line.length, word, sizeof(word) - 1);
}

const struct sp_crawl_format sp_crawl_browsertrix = {
	.noun = "a pages.jsonl of Browsertrix",
	.looks = browsertrix_looks,
	.line = browsertrix_line
};
