/* SPDX-License-Identifier: MIT */
/*
 * The log of Nutch's fetcher, logs/hadoop.log or nutch.log, by log4j 1 and 2:
 *
 *	time INFO  fetcher.Fetcher - fetching URL (queue crawl delay=5000ms)
 *	time INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 45
 *		fetching URL (queue crawl delay=5000ms)      (on one line)
 *	time INFO ... FetcherThread 45 fetch of URL failed with: REASON
 *	time INFO ... Denied by robots.txt: URL
 *	time INFO ... Crawl-Delay for URL too long (N ms), skipping
 *	time INFO ... Defer visits for queue QUEUE : URL
 *
 * Of a page that came it has only the first; so each waits until its thread
 * fetches another, or until the log ends.  Pages that were gone or not found
 * look like pages that came.
 */
#include "web/crawllog/crawllog.h"

#include "base/line.h"
#include "base/number.h"
#include "graph/names.h"

/*
 * Far more than there are threads, so that no log makes this grow.  Lines of
 * old versions do not name the thread; this also limits how many of their
 * fetches are under way at a time.
 */
#define FETCHES_MAX 1024

struct fetch {
	bool open;
	uint64_t thread;     /* or 0 */
	int64_t time;
	uint64_t line;
	struct sp_line url;
};

struct nutchlog {
	struct fetch fetches[FETCHES_MAX];
	unsigned count;      /* of the places that were ever used */
	unsigned turn;       /* the place to clear if all are in use */
};

/* ---- fetches under way ------------------------------------------------ */

static struct fetch *
find_thread(struct nutchlog *log, uint64_t thread)
{
	for (unsigned i = 0; thread && i < log->count; i++)
		if (log->fetches[i].open && log->fetches[i].thread == thread)
			return &log->fetches[i];
	return NULL;
}

static struct fetch *
nutchlog_find_url(struct nutchlog *log, struct sp_span url)
{
	for (unsigned i = 0; i < log->count; i++) {
		struct fetch *fetch = &log->fetches[i];

		if (fetch->open && sp_span_equal(sp_line_span(&fetch->url),
						 url))
			return fetch;
	}
	return NULL;
}

/*
 * A place, which may be in use: then that fetch is taken for one that came.
 * They are chosen in turn.
 */
static struct fetch *
nutchlog_find_place(struct nutchlog *log)
{
	unsigned turn = log->turn;

	for (unsigned i = 0; i < log->count; i++)
		if (!log->fetches[i].open)
			return &log->fetches[i];
	if (log->count < FETCHES_MAX)
		return &log->fetches[log->count++];
	log->turn = (turn + 1) % FETCHES_MAX;
	return &log->fetches[turn];
}

static void
close_fetch(struct fetch *fetch, enum sp_crawl_outcome outcome,
	    struct sp_crawl_event *event)
{
	event->url = sp_line_span(&fetch->url);
	event->time = fetch->time;
	event->line = fetch->line;
	event->outcome = outcome;
	fetch->open = false;
}

/* ---- parts of a line -------------------------------------------------- */

/* The text between two words; absent if the line has not both. */
static struct sp_span
between(struct sp_span line, struct sp_span first, struct sp_span last)
{
	const char *end = line.text + line.length, *at, *stop = end;
	struct sp_span inside = SP_SPAN_ABSENT;

	if (!line.length)
		return inside;
	at = memmem(line.text, line.length, first.text, first.length);
	if (!at)
		return inside;
	at += first.length;
	if (last.length && at < end)
		stop = memmem(at, (size_t)(end - at), last.text, last.length);
	if (!stop)
		return inside;
	inside.text = at;
	inside.length = (size_t)(stop - at);
	return inside;
}

/* The number of the thread that the words before these name; or 0. */
static uint64_t
thread_before(struct sp_span line, const char *words)
{
	const char *from = words;
	uint64_t thread;

	while (from > line.text && from[-1] != ' ')
		from--;
	return sp_parse_uint(from, (size_t)(words - from), &thread) ? thread :
								      0;
}

/* ---- kinds of lines --------------------------------------------------- */

static const struct sp_span fetching = { " fetching ", 10 };
static const struct sp_span failed = { " fetch of ", 10 };

/* " fetching URL (queue crawl delay=5000ms)", or without what follows. */
static struct sp_span
fetching_url(struct sp_span line)
{
	struct sp_span url = between(line, fetching, SP_SPAN(""));

	url.length = sp_span_before(url, ' ');
	return url;
}

/*
 * A thread that fetches another page is done with the one before.  Its event is
 * passed on first, and this line is read again.
 */
static enum sp_crawl_line
nutchlog_begin(struct sp_crawl_lines *lines, uint64_t thread,
	       struct sp_span url, struct sp_crawl_event *event)
{
	struct nutchlog *log = lines->own;
	struct fetch *fetch = find_thread(log, thread);

	if (!url.length || url.length > SP_NAME_MAX)
		return sp_line_bad(lines, "no URL, or one that is too long");
	if (!fetch)
		fetch = nutchlog_find_place(log);
	if (fetch->open) {
		close_fetch(fetch, SP_CRAWL_DOWNLOAD, event);
		return SP_LINE_AGAIN;
	}
	if (!sp_line_set(&fetch->url, url))
		return sp_line_no_memory(lines);
	fetch->thread = thread;
	fetch->time = event->time;
	fetch->line = lines->line;
	fetch->open = true;
	return SP_LINE_NONE;
}

/*
 * The request of the failure is the one under way with this URL, if there is
 * one: its time is when it began.
 */
static enum sp_crawl_line
nutchlog_fail(struct sp_crawl_lines *lines, struct sp_span line,
	      struct sp_span url, struct sp_crawl_event *event)
{
	struct sp_span code = between(line, SP_SPAN("Http code="),
				      SP_SPAN(","));
	struct fetch *fetch = nutchlog_find_url(lines->own, url);

	if (!url.length)
		return sp_line_bad(lines, "no URL");
	event->url = url;
	event->outcome = SP_CRAWL_FAILURE;
	if (fetch)
		close_fetch(fetch, SP_CRAWL_FAILURE, event);
	(void)sp_crawl_parse_status(code, &event->status);
	return SP_LINE_EVENT;
}

/* The page was not asked for, or will be later. */
static enum sp_crawl_line
nutchlog_drop(struct sp_crawl_lines *lines, struct sp_span url,
	      struct sp_crawl_event *event)
{
	struct fetch *fetch = nutchlog_find_url(lines->own, url);

	if (!fetch)
		return SP_LINE_NONE;
	close_fetch(fetch, SP_CRAWL_OTHER, event);
	return SP_LINE_EVENT;
}

/* *state says why the page was not asked for, unless it will be later. */
static struct sp_span
dropped_url(struct sp_span line, enum sp_page_state *state)
{
	struct sp_span url = between(line, SP_SPAN("Denied by robots.txt: "),
				     SP_SPAN(""));

	*state = SP_PAGE_REFUSED;
	if (url.text)
		return url;
	url = between(line, SP_SPAN("Crawl-Delay for "),
		      SP_SPAN(" too long ("));
	*state = SP_PAGE_FILTERED;
	if (url.text)
		return url;
	*state = SP_PAGE_UNFETCHED;
	if (between(line, SP_SPAN("Defer visits for queue "),
		    SP_SPAN("")).text)
		url = between(line, SP_SPAN(" : "), SP_SPAN(""));
	return url;
}

/* ---- the format ------------------------------------------------------- */

static enum sp_crawl_line
nutchlog_line(struct sp_crawl_lines *lines, struct sp_span line,
	      struct sp_crawl_event *event)
{
	struct sp_span url;

	/* Other lines are of other parts of Nutch, or go on with one. */
	if (!sp_when_take(&line, lines->options->zone, &event->time) ||
	    !memmem(line.text, line.length, "etcher", 6))
		return SP_LINE_NONE;
	url = between(line, failed, SP_SPAN(" failed with: "));
	if (url.text)
		return nutchlog_fail(lines, line, url, event);
	url = fetching_url(line);
	if (url.text)
		return nutchlog_begin(lines, thread_before(line, url.text -
							   fetching.length),
				      url, event);
	url = dropped_url(line, &event->state);
	return url.text ? nutchlog_drop(lines, url, event) : SP_LINE_NONE;
}

/*
 * What was under way when the log ended counts as having come: the log says
 * nothing else.
 */
static enum sp_crawl_line
nutchlog_end(struct sp_crawl_lines *lines, struct sp_crawl_event *event)
{
	struct nutchlog *log = lines->own;

	for (unsigned i = 0; i < log->count; i++)
		if (log->fetches[i].open) {
			close_fetch(&log->fetches[i], SP_CRAWL_DOWNLOAD,
				    event);
			return SP_LINE_EVENT;
		}
	return SP_LINE_NONE;
}

static bool
nutchlog_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span line = sp_sample_line(sample);
	int64_t time;

	return sp_when_take(&line, utc, &time) &&
	       (memmem(sample.text, sample.length, "nutch.", 6) ||
		memmem(sample.text, sample.length, "o.a.n.", 6) ||
		memmem(sample.text, sample.length, " fetcher.Fetcher", 16));
}

static void
nutchlog_release(void *own)
{
	struct nutchlog *log = own;

	for (unsigned i = 0; i < log->count; i++)
		sp_line_free(&log->fetches[i].url);
}

const struct sp_crawl_format sp_crawl_nutchlog = {
	.noun = "a log of Nutch's fetcher",
	.looks = nutchlog_looks,
	.line = nutchlog_line,
	.end = nutchlog_end,
	.own_size = sizeof(struct nutchlog),
	.release = nutchlog_release
};
