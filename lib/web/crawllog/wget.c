/* SPDX-License-Identifier: MIT */
/*
 * The log of GNU Wget since 1.11, in any language, as it is by default:
 *
 *	--2026-11-23 15:13:29--  http://a.example/
 *	HTTP request sent, awaiting response... 302 Found
 *	Location: http://b.example/ [following]
 *	--2026-11-23 15:13:29--  (try: 2)  http://b.example/
 *	HTTP request sent, awaiting response... 200 OK
 *	Length: 1514 (1.5K) [text/html]
 *	     0K .                               100%  497M=0s
 *	2026-11-23 15:13:29 (497 MB/s) - 'b.html' saved [1514/1514]
 *
 * with headers (-S), where "  HTTP/1.1 200 OK" has the status; and brief (-nv):
 *
 *	2026-11-23 15:13:29 URL:http://a.example/ [606/606] -> "a.html" [1]
 *	http://a.example/x:
 *	2026-11-23 15:13:29 ERROR 404: Not Found.
 *
 * Words are translated, so that signs have to do: dots before the status, "]"
 * at the end of a redirect that is followed, "[" and a number where a page came
 * whole.  Only of redirects the log says how a page was found.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/line.h"
#include "graph/names.h"

struct wget {
	/* A request is complete when the next begins, so one is held back. */
	bool open;               /* a request that is not passed on yet: */
	struct sp_line url;
	int64_t time, end, size;
	uint64_t line;
	int status;
	bool cut;                /* its body did not come whole */
	bool followed;           /* its redirect, by the next request */
	bool redirected;         /* via redirected to it */
	struct sp_line via;    /* also the last request that was passed on */
	bool named;              /* the line before was "URL:", now in url */
};

/* ---- what lines look like --------------------------------------------- */

static bool
is_url(struct sp_span line)
{
	return sp_span_begins(line, SP_SPAN("http://")) ||
	       sp_span_begins(line, SP_SPAN("https://")) ||
	       sp_span_begins(line, SP_SPAN("ftp://")) ||
	       sp_span_begins(line, SP_SPAN("ftps://"));
}

/*
 * A number of three digits, at the end or before this sign; NULL: before
 * anything but a digit.  A status does not begin with 0.
 */
static bool
status_at(const char *at, const char *end, const char *sign, int *status)
{
	if (end - at < 3 || !sp_is_digit(at[0]) || !sp_is_digit(at[1]) ||
	    !sp_is_digit(at[2]) || *at == '0')
		return false;
	if (end - at > 3 && (sign ? *sign != at[3] : sp_is_digit(at[3])))
		return false;
	*status = (at[0] - '0') * 100 + (at[1] - '0') * 10 + at[2] - '0';
	return true;
}

/* "--2026-11-23 15:13:29--  URL", or with "(try: 2)  " before it. */
static bool
wget_take_request(struct sp_span line, struct sp_when_zone zone, int64_t *time,
		  struct sp_span *url)
{
	if (!sp_span_take(&line, SP_SPAN("--")) ||
	    !sp_when_take(&line, zone, time) ||
	    !sp_span_take(&line, SP_SPAN("--  ")))
		return false;
	*url = line;
	if (!sp_span_begins(line, SP_SPAN("(")))
		return true;
	sp_span_cut(url, sp_span_before(*url, ')'));
	if (!sp_span_take(url, SP_SPAN(")")))
		return false;
	while (sp_span_take(url, SP_SPAN(" ")))
		continue;
	return true;
}

/*
 * "... 200 OK" at the end of a line of words, or " HTTP/1.1 200 OK".  Lines of
 * progress, which have dots as well, begin with a blank.  The three dots may be
 * one character, U+2026.
 */
static bool
find_status(struct sp_span line, int *status)
{
	const char *at = line.text, *end = at + line.length;

	if (sp_span_begins(line, SP_SPAN("  HTTP/"))) {
		at = memchr(at + 7, ' ', line.length - 7);
		return at && status_at(at + 1, end, " ", status);
	}
	if (*at == ' ')
		return false;
	for (; end - at > 3; at++) {
		const char *digits = at + 3;

		if (memcmp(at, "...", 3) && memcmp(at, "\342\200\246", 3))
			continue;
		while (digits < end && *digits == ' ')
			digits++;
		if (status_at(digits, end, " ", status))
			return true;
	}
	return false;
}

static int64_t
size_at(const char *at, const char *end)
{
	struct sp_span digits = { at, 0 };

	while (at < end && sp_is_digit(*at))
		at++;
	digits.length = (size_t)(at - digits.text);
	return sp_crawl_parse_size(digits);
}

/* Of "[606/606]" or "[606]", the last brackets of the line; or -1. */
static int64_t
size_in(struct sp_span line)
{
	const char *end = line.text + line.length, *at = end;

	while (at > line.text)
		if (*--at == '[' && end - at > 1 && sp_is_digit(at[1]))
			return size_at(at + 1, end);
	return -1;
}

/* ---- by default ------------------------------------------------------- */

/* The request that is open is over: without a status, or cut, it failed. */
static void
wget_close(struct wget *wget, struct sp_crawl_event *event)
{
	struct sp_line url = wget->url;

	event->url = sp_line_span(&url);
	event->via = wget->redirected ? sp_line_span(&wget->via) :
					(struct sp_span){ "", 0 };
	event->time = wget->time;
	event->line = wget->line;
	event->end = wget->end;
	event->size = wget->size;
	event->status = wget->status;
	event->outcome = wget->status && !wget->cut ?
				 sp_crawl_outcome_of(wget->status) :
				 SP_CRAWL_FAILURE;
	wget->open = false;
}

static enum sp_crawl_line
wget_begin(struct sp_crawl_lines *lines, int64_t time, struct sp_span url,
	   struct sp_crawl_event *event)
{
	struct wget *wget = lines->own;
	struct sp_line via = wget->via;

	if (!url.length || url.length > SP_NAME_MAX)
		return sp_line_bad(lines, "no URL, or one that is too long");
	if (wget->open) {
		wget_close(wget, event);
		return SP_LINE_AGAIN;
	}
	/* What was passed on may have redirected here. */
	wget->via = wget->url;
	wget->url = via;
	if (!sp_line_set(&wget->url, url))
		return sp_line_no_memory(lines);
	wget->redirected = wget->followed;
	wget->open = true;
	wget->followed = wget->cut = wget->named = false;
	wget->time = time;
	wget->line = lines->line;
	wget->end = SP_NO_TIME;
	wget->size = -1;
	wget->status = 0;
	return SP_LINE_NONE;
}

/*
 * A line about the request that is open.  The status that counts is the last
 * one.  A page came whole if the line of its end has the size in brackets.
 */
static enum sp_crawl_line
wget_more(struct wget *wget, struct sp_span line, struct sp_when_zone zone)
{
	bool redirect = wget->status >= 301 && wget->status <= 308;
	int64_t end;

	if (find_status(line, &wget->status))
		return SP_LINE_NONE;
	if (redirect && *line.text != ' ' &&
	    line.text[line.length - 1] == ']') {
		wget->followed = true;
		return SP_LINE_NONE;
	}
	/* "2026-11-23 15:13:29 (497 MB/s) - ..." */
	if (!sp_when_take(&line, zone, &end) ||
	    !sp_span_begins(line, SP_SPAN(" (")))
		return SP_LINE_NONE;
	wget->size = size_in(line);
	wget->cut = wget->size < 0;
	if (end >= wget->time)
		wget->end = end;
	return SP_LINE_NONE;
}

/* ---- brief ------------------------------------------------------------ */

/* " URL:http://a.example/ [606/606] -> ...", " URL: http://... 200 OK" */
static bool
take_brief(struct sp_span line, struct sp_crawl_event *event)
{
	const char *end = line.text + line.length, *at, *blank;

	at = line.length > 1 ? memmem(line.text, line.length, "http", 4) :
			       NULL;
	if (!at || line.text[1] == '(')
		return false;
	event->url = (struct sp_span){ at, (size_t)(end - at) };
	if (!is_url(event->url))
		return false;
	blank = memchr(at, ' ', event->url.length);
	if (!blank)
		return false;
	event->url.length = (size_t)(blank - at);
	while (blank < end && *blank == ' ')
		blank++;
	if (blank < end && *blank == '[')
		event->size = size_at(blank + 1, end);
	else if (!status_at(blank, end, " ", &event->status))
		return false;
	event->outcome = sp_crawl_outcome_of(event->status);
	return true;
}

/* " ERROR 404: Not Found." */
static bool
take_error(struct sp_span line, int *status)
{
	const char *at = line.text, *end = at + line.length;

	for (; at < end; at++)
		if (at > line.text && !sp_is_digit(at[-1]) &&
		    status_at(at, end, NULL, status))
			return true;
	return false;
}

/* A line "http://a.example/x:", before that of its error. */
static enum sp_crawl_line
wget_name(struct sp_crawl_lines *lines, struct sp_span url)
{
	struct wget *wget = lines->own;

	if (url.length > SP_NAME_MAX)
		return sp_line_bad(lines, "a URL that is too long");
	if (!sp_line_set(&wget->url, url))
		return sp_line_no_memory(lines);
	wget->named = true;
	return SP_LINE_NONE;
}

/* ---- the format ------------------------------------------------------- */

/* A line with a time, after which rest follows, if it is of a brief log. */
static bool
wget_brief(struct wget *wget, struct sp_span rest, int64_t time,
	   struct sp_crawl_event *event)
{
	bool found = take_brief(rest, event);

	if (!found && wget->named && take_error(rest, &event->status)) {
		event->url = sp_line_span(&wget->url);
		event->outcome = sp_crawl_outcome_of(event->status);
		found = true;
	}
	event->time = time;
	event->via = (struct sp_span){ "", 0 };
	return found;
}

/*
 * A brief log has no requests, and one by default no such times: which of the
 * two a line is of shows by itself, so that a log may change between them.
 */
static enum sp_crawl_line
wget_line(struct sp_crawl_lines *lines, struct sp_span line,
	  struct sp_crawl_event *event)
{
	struct sp_when_zone zone = lines->options->zone;
	struct wget *wget = lines->own;
	struct sp_span url, rest = line;
	struct sp_crawl_event brief = *event;
	int64_t time;
	bool named, found;

	if (wget_take_request(line, zone, &time, &url))
		return wget_begin(lines, time, url, event);
	named = is_url(line) && line.text[line.length - 1] == ':';
	found = !named && sp_when_take(&rest, zone, &time) &&
		wget_brief(wget, rest, time, &brief);
	if (wget->open && (named || found)) {
		wget_close(wget, event);
		wget->followed = false;
		return SP_LINE_AGAIN;
	}
	if (wget->open)
		return wget_more(wget, line, zone);
	line.length -= named;
	if (named)
		return wget_name(lines, line);
	wget->named = false;
	*event = found ? brief : *event;
	return found ? SP_LINE_EVENT : SP_LINE_NONE;
}

static enum sp_crawl_line
wget_end(struct sp_crawl_lines *lines, struct sp_crawl_event *event)
{
	struct wget *wget = lines->own;

	if (!wget->open)
		return SP_LINE_NONE;
	wget_close(wget, event);
	return SP_LINE_EVENT;
}

#define WGET_LINES 10 /* that may come before the first request */

static bool
wget_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };

	for (int i = 0; i < WGET_LINES && sample.length; i++) {
		struct sp_crawl_event event = { .status = 0 };
		struct sp_span line = sp_span_cut_at(&sample, '\n');
		struct sp_span url, rest = line;
		int64_t time;

		if (wget_take_request(line, utc, &time, &url))
			return is_url(url);
		if (sp_when_take(&rest, utc, &time) &&
		    take_brief(rest, &event))
			return true;
	}
	return false;
}

static void
wget_release(void *own)
{
	struct wget *wget = own;

	sp_line_free(&wget->url);
	sp_line_free(&wget->via);
}

const struct sp_crawl_format sp_crawl_wget = {
	.noun = "a log of GNU Wget",
	.looks = wget_looks,
	.line = wget_line,
	.end = wget_end,
	.own_size = sizeof(struct wget),
	.release = wget_release
};
