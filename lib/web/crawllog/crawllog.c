/* SPDX-License-Identifier: MIT */
/*
 * Reads a log line by line through the line function of its format.  What all
 * formats have in common is here: empty lines, NUL bytes, ends of lines,
 * numbers of lines, what is counted and what is passed on; a format sees only
 * lines with text in them.
 *
 * Lines come in blocks of a megabyte or two, and most events point into the
 * block.  Those are held back and passed on 16 at a time: the sink looks their
 * URLs up in a table of millions, where each look-up waits for memory, and a
 * hint of the next ones lets these waits overlap.  An event whose texts are in
 * a buffer of the format's (an unescaped string, a kept request) is passed on
 * at once, after those that wait, so that the order stays.
 *
 * A line that cannot be read is counted and passed over, since logs are cut by
 * full disks and have several programs' lines in them; what is counted is also
 * what a caller needs to refuse a file of which no line can be read.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "web/crawllog/json.h"
#include "web/page/url.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define POINT_AT_FORMAT(NAME, name) [SP_LOG_##NAME] = &sp_crawl_##name,
const struct sp_crawl_format *const sp_crawl_formats[SP_LOG_COUNT] = {
	SP_CRAWL_FORMATS(POINT_AT_FORMAT, POINT_AT_FORMAT)
};

const char *
sp_crawl_status_text(enum sp_crawl_format_number format, int status)
{
	const struct sp_crawl_format *of = sp_crawl_formats[format];

	return of && of->status_text ? of->status_text(status) : "";
}

enum sp_crawl_line
sp_line_json(struct sp_crawl_lines *lines, struct sp_span line,
	     void (*member)(void *context, struct sp_span key,
			    struct sp_span value), void *context)
{
	const char *wrong = sp_json_read(&lines->json, line, member, context);

	if (!wrong)
		return SP_LINE_EVENT;
	return *wrong ? sp_line_bad(lines, wrong) : sp_line_no_memory(lines);
}

enum sp_status
sp_crawllog_recognise(struct sp_source *source,
		      enum sp_crawl_format_number *format,
		      struct sp_error *err)
{
	struct sp_span sample = SP_SPAN_ABSENT;

	*format = SP_LOG_AUTO;
	if (sp_source_peek(source, &sample.text, &sample.length, err))
		return err->status;
	sp_span_take(&sample, SP_SPAN("\357\273\277"));
	for (int i = SP_LOG_AUTO + 1; i < SP_LOG_COUNT; i++)
		if (sp_crawl_formats[i]->looks &&
		    sp_crawl_formats[i]->looks(sample)) {
			*format = (enum sp_crawl_format_number)i;
			break;
		}
	return SP_OK;
}

/* ---- reading ---------------------------------------------------------- */

#define WAITING 16

struct crawllog_reading {
	struct sp_source *source;
	const struct sp_crawl_format *format;
	const struct sp_crawl_event_sink *sink;
	struct sp_crawllog_counts *counts;
	struct sp_crawl_lines lines;
	struct sp_error *err;
	/* Events that are passed on together, and the text that they are of. */
	struct sp_crawl_event waiting[WAITING];
	size_t waiting_count;
	struct sp_span text;
};

/* The first line of what is bad. */
static uint64_t
reading_from(const struct crawllog_reading *reading)
{
	return reading->lines.from ? reading->lines.from : reading->lines.line;
}

static enum sp_status
reading_fail(const struct crawllog_reading *reading, const char *wrong)
{
	return sp_fail(reading->err, SP_DATA, "%s: line %" PRIu64 ": %s",
		       sp_source_name(reading->source), reading_from(reading),
		       wrong);
}

static enum sp_status
reading_bad(struct crawllog_reading *reading, const char *wrong)
{
	if (reading->lines.options->strict)
		return reading_fail(reading, wrong);
	if (!reading->counts->bad) {
		reading->counts->first_bad = reading_from(reading);
		reading->counts->wrong = wrong;
	}
	reading->counts->bad += reading->lines.line + 1 -
				reading_from(reading);
	reading->lines.from = 0;
	return SP_OK;
}

/*
 * robots.txt is read for the crawler, and dns: and such are no pages.  A URL
 * without a host ("http:///robots.txt") is left to those who resolve it.
 */
static bool
is_page(struct sp_span url)
{
	return ((sp_begins_word(url, "http://") &&
		 url.length > strlen("http://")) ||
		(sp_begins_word(url, "https://") &&
		 url.length > strlen("https://"))) &&
	       !sp_url_is_robots_txt(url);
}

/* 304 is the page as it was; other redirects lead to another. */
static enum sp_page_state
state_by_status(const struct sp_crawl_event *event)
{
	int status = event->status;

	if (event->outcome == SP_CRAWL_OTHER)
		return SP_PAGE_UNFETCHED;
	if (event->outcome == SP_CRAWL_FAILURE)
		return status == 404 || status == 410 ? SP_PAGE_GONE :
							SP_PAGE_FAILED;
	return status >= 300 && status < 400 && status != 304 ?
		       SP_PAGE_REDIRECT : SP_PAGE_OK;
}

/* Whatever the format says, what is no page was no download, and no seed. */
static enum sp_status
reading_pass(struct crawllog_reading *reading, struct sp_crawl_event *event)
{
	reading->counts->events++;
	if (event->state == SP_PAGE_UNFETCHED)
		event->state = state_by_status(event);
	if (!is_page(event->url)) {
		/* Unlike those of dns:, these were meant as pages. */
		if (event->outcome != SP_CRAWL_OTHER &&
		    !sp_url_scheme_length(event->url))
			reading->counts->relative++;
		event->outcome = SP_CRAWL_OTHER;
		event->state = SP_PAGE_UNFETCHED;
		event->seed = false;
	}
	return reading->sink->event(reading->sink->context, event,
				    reading->err);
}

static enum sp_status
reading_pass_waiting(struct crawllog_reading *reading)
{
	const struct sp_crawl_event_sink *sink = reading->sink;
	size_t count = reading->waiting_count;
	enum sp_status status = SP_OK;

	reading->waiting_count = 0;
	if (count > 1 && sink->expect)
		sink->expect(sink->context, reading->waiting, count);
	for (size_t i = 0; !status && i < count; i++)
		status = reading_pass(reading, &reading->waiting[i]);
	return status;
}

/*
 * Is it of the text, so that it is valid for longer than its line?  An absent
 * part is.  Compared as numbers, since the order of pointers into different
 * objects is undefined.
 */
static bool
reading_lasts(const struct crawllog_reading *reading, struct sp_span part)
{
	uintptr_t from = (uintptr_t)reading->text.text;

	return !part.text || (uintptr_t)part.text - from <
				     reading->text.length;
}

/* The events that wait go first if this one cannot wait. */
static enum sp_status
reading_event(struct crawllog_reading *reading, struct sp_crawl_event *event)
{
	bool lasts = reading_lasts(reading, event->url) &&
		     reading_lasts(reading, event->via) &&
		     reading_lasts(reading, event->mime);
	enum sp_status status = SP_OK;

	if (!lasts || reading->waiting_count == WAITING)
		status = reading_pass_waiting(reading);
	if (status)
		return status;
	if (!lasts)
		return reading_pass(reading, event);
	reading->waiting[reading->waiting_count++] = *event;
	return SP_OK;
}

/*
 * Before a line that is bad or ends the reading, what waits is passed on: the
 * sink has seen all events of the lines before the one that is reported.
 */
static enum sp_status
reading_take(struct crawllog_reading *reading, enum sp_crawl_line what,
	     struct sp_crawl_event *event)
{
	if (what != SP_LINE_BAD && what != SP_LINE_FATAL)
		reading->lines.from = 0;
	if (what == SP_LINE_NONE)
		return SP_OK;
	if (what == SP_LINE_EVENT || what == SP_LINE_AGAIN)
		return reading_event(reading, event);
	if (reading_pass_waiting(reading))
		return reading->err->status;
	if (what == SP_LINE_BAD)
		return reading_bad(reading, reading->lines.wrong);
	return reading->lines.short_of_memory ?
		       sp_no_memory(reading->err, "a line") :
		       reading_fail(reading, reading->lines.wrong);
}

static struct sp_crawl_event
empty_event(uint64_t line)
{
	return (struct sp_crawl_event){
		.time = SP_NO_TIME, .end = SP_NO_TIME, .size = -1,
		.line = line, .depth = -1
	};
}

/* A format that passes on what it held back asks for the same line again. */
static enum sp_status
reading_line(struct crawllog_reading *reading, struct sp_span line)
{
	enum sp_crawl_line what = SP_LINE_AGAIN;
	enum sp_status status = SP_OK;

	reading->lines.line++;
	if (line.length && line.text[line.length - 1] == '\r')
		line.length--;
	if (!line.length && reading->format != &sp_crawl_nutch)
		return SP_OK;
	while (!status && what == SP_LINE_AGAIN) {
		struct sp_crawl_event event = empty_event(
			reading->lines.line);

		what = reading->format->line(&reading->lines, line, &event);
		status = reading_take(reading, what, &event);
	}
	return status;
}

/*
 * Formats that hold requests back pass them on here, one with each call, and
 * say what is wrong with the last lines.
 */
static enum sp_status
reading_end(struct crawllog_reading *reading)
{
	enum sp_crawl_line what = SP_LINE_EVENT;
	enum sp_status status = SP_OK;

	while (!status && what != SP_LINE_NONE && reading->format->end) {
		struct sp_crawl_event event = empty_event(
			reading->lines.line);

		what = reading->format->end(&reading->lines, &event);
		status = reading_take(reading, what, &event);
	}
	return status;
}

static enum sp_status
reading_text(struct crawllog_reading *reading, const char *text, size_t length)
{
	const char *end = text + length, *next;
	/* Seldom there at all, so that most lines are not looked through. */
	bool zeros = memchr(text, '\0', length);
	struct sp_crawl_event none = empty_event(0);
	enum sp_status status = SP_OK;

	reading->text = (struct sp_span){ text, length };
	for (; !status && text < end; text = next + 1) {
		size_t size;

		/* Of these there may be very many. */
		if (*text == '\n' && reading->format != &sp_crawl_nutch) {
			reading->lines.line++;
			next = text;
			continue;
		}
		next = memchr(text, '\n', (size_t)(end - text));
		size = (size_t)(next - text);
		if (zeros && memchr(text, '\0', size)) {
			reading->lines.line++;
			reading->lines.wrong = "has NUL bytes";
			if (reading->format->line_lost)
				reading->format->line_lost(&reading->lines);
			status = reading_take(reading, SP_LINE_BAD, &none);
			continue;
		}
		status = reading_line(reading, (struct sp_span){ text, size });
	}
	if (!status)
		status = reading_pass_waiting(reading);
	reading->text = (struct sp_span)SP_SPAN_ABSENT;
	return status;
}

enum sp_status
sp_crawllog_read(struct sp_source *source,
		 const struct sp_crawllog_options *options,
		 const struct sp_crawl_event_sink *sink,
		 struct sp_crawllog_counts *counts, struct sp_error *err)
{
	struct crawllog_reading reading = {
		.source = source, .sink = sink, .counts = counts, .err = err,
		.format = sp_crawl_formats[options->format],
		.lines = { .options = options }
	};
	struct sp_crawl_lines *lines = &reading.lines;
	enum sp_status status = SP_OK;
	size_t length = 1;

	*counts = (struct sp_crawllog_counts){ 0 };
	lines->own = sp_alloc_zero(1, reading.format->own_size);
	if (!lines->own)
		return sp_no_memory(err, "a line");
	while (!status && length) {
		const char *text;

		status = sp_source_lines(source, &text, &length, err);
		if (status)
			status = sp_source_long_line(
				source, lines->line + 1, err);
		else if (length)
			status = reading_text(&reading, text, length);
	}
	if (!status)
		status = reading_end(&reading);
	counts->lines = lines->line;
	if (reading.format->release)
		reading.format->release(lines->own);
	free(lines->own);
	sp_columns_free(&lines->columns);
	sp_json_free(&lines->json);
	return status;
}
