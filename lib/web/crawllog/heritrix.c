/* SPDX-License-Identifier: MIT */
/*
 * crawl.log of Heritrix 1 to 3, a line each URI that is done with:
 *
 *	time status size URI path via type #thread start+duration digest
 *	source annotations
 *
 * in columns of blanks.  time is the end, of 17 digits or ISO 8601; start has
 * 17 digits, and the duration is in milliseconds.  path has a letter for each
 * step from the seed (L link, R redirect, E embed, X speculative, P
 * prerequisite, ...); "-" is a seed, and "12+LL" 14 steps.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/number.h"

enum heritrix_column {
	AT_TIME, AT_STATUS, AT_SIZE, AT_URI, AT_PATH, AT_VIA, AT_TYPE,
	AT_THREAD, AT_START, AT_DIGEST, COLUMNS
};

/*
 * The path's letters are counted, not understood: new versions may have more.
 */
static bool
heritrix_depth(struct sp_span path, int32_t *depth)
{
	const char *plus = memchr(path.text, '+', path.length);
	uint64_t before = 0;
	size_t letters = path.length;

	if (plus) {
		if (!sp_parse_uint(path.text, (size_t)(plus - path.text),
				   &before) || before > 1000000)
			return false;
		letters -= (size_t)(plus + 1 - path.text);
	}
	for (size_t i = path.length - letters; i < path.length; i++)
		if (!sp_is_capital(path.text[i]))
			return false;
	if (letters > 1000000)
		return false;
	*depth = (int32_t)(before + letters) + 1;
	return true;
}

/*
 * Below 0 are failures to get the page, or reasons not to try: only the
 * first cost a request.
 */
static enum sp_crawl_outcome
heritrix_outcome(int status)
{
	if (status > 99)
		return sp_crawl_outcome_of(status);
	if ((status < 0 && status >= -8) || status == -404)
		return SP_CRAWL_FAILURE;
	return SP_CRAWL_OTHER;
}

/*
 * Of pages without an answer.  Those that still wait, for robots.txt or for
 * their queue, or that the end of the crawl left over, are not fetched yet.
 */
static enum sp_page_state
heritrix_state(int status)
{
	switch (status) {
	case -9998:
		return SP_PAGE_REFUSED;
	case -61:
	case -62:
	case -63:
	case -3000:
		return SP_PAGE_FAILED;
	case -4000:
	case -4001:
	case -4002:
	case -5000:
	case -5001:
	case -5002:
	case -5003:
	case -6000:
		return SP_PAGE_FILTERED;
	default:
		return SP_PAGE_UNFETCHED;
	}
}

/*
 * "20130522081728799+9".  A start that cannot be read, or that is after the
 * end, is left out: then the end is the time.
 */
static void
heritrix_start(struct sp_span text, struct sp_crawl_event *event)
{
	const struct sp_when_zone utc = { 0, false };
	const char *plus = memchr(text.text, '+', text.length);
	struct sp_span start = { text.text, 0 };
	int64_t time;

	if (!plus)
		return;
	start.length = (size_t)(plus - text.text);
	if (sp_when_parse(start, utc, &time) && time <= event->end)
		event->time = time;
}

static enum sp_crawl_line
heritrix_line(struct sp_crawl_lines *lines, struct sp_span line,
	      struct sp_crawl_event *event)
{
	/* Annotations may have blanks, and nobody needs them. */
	struct sp_span at[COLUMNS];
	unsigned count = sp_columns_first(line, at, COLUMNS);

	if (count <= AT_VIA)
		return sp_line_bad(lines, "less than 6 columns");
	if (!sp_when_parse(at[AT_TIME], lines->options->zone, &event->end))
		return sp_line_bad(lines, "the time cannot be read");
	if (!sp_crawl_parse_status(at[AT_STATUS], &event->status))
		return sp_line_bad(lines, "the status is not a number");
	event->time = event->end;
	event->size = sp_crawl_parse_size(at[AT_SIZE]);
	event->url = at[AT_URI];
	event->via = sp_unless_dash(at[AT_VIA]);
	event->seed = !sp_unless_dash(at[AT_PATH]).text;
	if (event->seed)
		event->depth = 1;
	else if (!heritrix_depth(at[AT_PATH], &event->depth))
		return sp_line_bad(lines, "the path from the seed has other "
				   "bytes than letters");
	if (count > AT_TYPE)
		event->mime = sp_unless_dash(at[AT_TYPE]);
	if (count > AT_START)
		heritrix_start(at[AT_START], event);
	if (count > AT_DIGEST)
		event->digest = sp_unless_dash(at[AT_DIGEST]);
	event->outcome = heritrix_outcome(event->status);
	event->state = heritrix_state(event->status);
	/* Of a page that was never asked for, this is when it was given up. */
	if (event->outcome == SP_CRAWL_OTHER)
		event->end = SP_NO_TIME;
	return SP_LINE_EVENT;
}

/*
 * All that makes a line of six columns one of Heritrix; logs of other crawlers
 * have times and statuses in other columns.
 */
static bool
heritrix_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span at[COLUMNS];
	int64_t time;
	int status;

	return sp_columns_first(sp_sample_line(sample), at, COLUMNS) > AT_VIA &&
	       at[AT_TIME].length >= 17 &&
	       sp_when_parse(at[AT_TIME], utc, &time) &&
	       sp_crawl_parse_status(at[AT_STATUS], &status) &&
	       (sp_crawl_parse_size(at[AT_SIZE]) >= 0 ||
		!sp_unless_dash(at[AT_SIZE]).text) &&
	       memchr(at[AT_URI].text, ':', at[AT_URI].length);
}

static const char *
heritrix_status_text(int status)
{
	static const struct {
		int status;
		const char *text;
	} texts[] = {
		{ 1, "DNS found" }, { 0, "not tried" },
		{ -1, "DNS failed" }, { -2, "no connection" },
		{ -3, "connection lost" }, { -4, "timeout" },
		{ -5, "error in the crawler" },
		{ -6, "DNS or robots.txt failed before" },
		{ -7, "URI not supported" }, { -8, "retries failed" },
		{ -50, "waits for robots.txt or DNS" },
		{ -60, "queue blocked" }, { -61, "robots.txt failed" },
		{ -62, "a prerequisite failed" },
		{ -63, "a prerequisite could not be scheduled" },
		{ -404, "empty answer" }, { -3000, "severe error" },
		{ -4000, "chaff" }, { -4001, "too many links from a seed" },
		{ -4002, "too many steps off the scope" },
		{ -5000, "out of scope" }, { -5001, "blocked by the user" },
		{ -5002, "blocked by a processor" }, { -5003, "quota" },
		{ -5004, "time is over" }, { -6000, "deleted by the user" },
		{ -7000, "thread was stopped" },
		{ -9998, "robots.txt forbids it" }
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (texts[i].status == status)
			return texts[i].text;
	return "";
}

const struct sp_crawl_format sp_crawl_heritrix = {
	.noun = "a crawl.log of Heritrix",
	.looks = heritrix_looks,
	.line = heritrix_line,
	.status_text = heritrix_status_text
};
