/* SPDX-License-Identifier: MIT */
/*
 * A dump of Nutch's CrawlDb (readdb -dump), in the formats normal,
 *
 *	URL<TAB>Version: 7
 *	Status: 2 (db_fetched)
 *	Fetch time: Wed May 22 08:17:27 UTC 2013
 *	Modified time: ...
 *	Retries since fetch: 0
 *	Retry interval: 2592000 seconds (30 days)
 *	...
 *
 * and csv.  The fetch time is that of the next fetch: Nutch itself subtracts
 * the interval to get the last one (calculateLastFetchTime()); after a failure
 * that is to be tried again, it is a day later than the failure
 * (setPageRetrySchedule()).
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

#define NUTCH_DAY INT64_C(86400)

enum nutch_status {
	NUTCH_UNFETCHED = 1, NUTCH_FETCHED, NUTCH_GONE, NUTCH_REDIR_TEMP,
	NUTCH_REDIR_PERM, NUTCH_NOTMODIFIED, NUTCH_DUPLICATE, NUTCH_ORPHAN,
	NUTCH_PARSE_FAILED
};

struct nutch {
	bool known;          /* whether it is: */
	bool csv;
	bool open;           /* a record has begun, and is kept here: */
	char *room;
	uint64_t capacity;
	size_t length;       /* of the URL */
	size_t parts[3];     /* lengths of what is kept before it */
};

/* The parts of a record that say what happened, as text. */
struct nutch_record {
	struct sp_span status, next, retries, interval;
};

/* ---- what a record means ---------------------------------------------- */

static enum sp_crawl_outcome
nutch_outcome(int status, bool retried)
{
	switch (status) {
	case NUTCH_FETCHED:
	case NUTCH_REDIR_TEMP:
	case NUTCH_REDIR_PERM:
	case NUTCH_NOTMODIFIED:
	case NUTCH_DUPLICATE:
	case NUTCH_PARSE_FAILED:
		return SP_CRAWL_DOWNLOAD;
	case NUTCH_GONE:
		return SP_CRAWL_FAILURE;
	case NUTCH_UNFETCHED:
		return retried ? SP_CRAWL_FAILURE : SP_CRAWL_OTHER;
	default:
		return SP_CRAWL_OTHER;
	}
}

/* The numbers are not those of HTTP, which may mean something else. */
static enum sp_page_state
nutch_state(int status, enum sp_crawl_outcome outcome)
{
	if (status == NUTCH_REDIR_TEMP || status == NUTCH_REDIR_PERM)
		return SP_PAGE_REDIRECT;
	return status == NUTCH_GONE ? SP_PAGE_GONE :
	       outcome == SP_CRAWL_DOWNLOAD ? SP_PAGE_OK :
	       outcome == SP_CRAWL_FAILURE ? SP_PAGE_FAILED :
					     SP_PAGE_UNFETCHED;
}

/*
 * The time of a page that was never tried is that of the plan, and is left as
 * it is: the event is none of a request.
 */
static enum sp_crawl_line
nutch_event(struct sp_crawl_lines *lines, const struct nutch_record *record,
	    struct sp_crawl_event *event)
{
	double interval;
	uint64_t retries;

	if (!event->url.length)
		return sp_line_bad(lines, "no URL");
	if (!sp_crawl_parse_status(record->status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	if (!sp_when_parse(record->next, lines->options->zone, &event->time))
		return sp_line_bad(lines, "the fetch time cannot be read (run "
				   "readdb with TZ=UTC, or give --zone)");
	if (!sp_parse_uint(record->retries.text, record->retries.length,
			   &retries))
		return sp_line_bad(lines, "the retries are not a number");
	if (!sp_parse_double(record->interval.text, record->interval.length,
			     &interval) || interval < 0 || interval > 1e10)
		return sp_line_bad(lines, "the interval is not a number of "
				   "seconds");
	event->outcome = nutch_outcome(event->status, retries > 0);
	event->state = nutch_state(event->status, event->outcome);
	if (event->outcome == SP_CRAWL_OTHER)
		return SP_LINE_EVENT;
	event->time -= event->status == NUTCH_UNFETCHED ? NUTCH_DAY * 1000 :
		       (int64_t)interval * 1000;
	if (event->time < 0)
		return sp_line_bad(lines, "the interval is longer than the "
				   "time since 1970");
	return SP_LINE_EVENT;
}

/* ---- csv -------------------------------------------------------------- */

static const struct sp_span csv_header = { "Url,Status code,", 16 };

enum nutch_column {
	CSV_URL = 0, CSV_STATUS = 1, CSV_NEXT = 3, CSV_RETRIES = 5,
	CSV_INTERVAL = 6
};

/*
 * Nutch leaves the quotes in a URL as they are: it ends where the status
 * follows.  Takes it off the line; returns false if it is not in quotes.
 */
static bool
nutch_csv_url(struct sp_span *line, struct sp_span *url)
{
	const char *start, *at, *end;

	*url = (struct sp_span){ NULL, 0 };
	if (line->length < 2 || *line->text != '"')
		return false;
	start = at = line->text + 1;
	end = line->text + line->length;
	while ((at = memmem(at, (size_t)(end - at), "\",", 2))) {
		const char *status = at + 2, *after = status;

		while (after < end && sp_is_digit(*after))
			after++;
		if (after > status && end - after >= 2 &&
		    !memcmp(after, ",\"", 2)) {
			*url = (struct sp_span){ start, (size_t)(at - start) };
			line->text = status;
			line->length = (size_t)(end - status);
			return true;
		}
		at = status;
	}
	return false;
}

/*
 * Fewer columns than the last that is needed cannot be read; more may have been
 * added by later versions.
 */
static enum sp_crawl_line
nutch_csv(struct sp_crawl_lines *lines, struct sp_span line,
	  struct sp_crawl_event *event)
{
	const struct sp_span *at;
	struct nutch_record record;
	struct sp_span url;
	unsigned without = nutch_csv_url(&line, &url); /* columns taken off */

	if (!line.length)
		return SP_LINE_NONE;
	if (!sp_columns_split(&lines->columns, line, ',', true))
		return sp_line_no_memory(lines);
	at = lines->columns.items;
	if (lines->columns.count <= CSV_INTERVAL - without)
		return sp_line_bad(lines, "less than 7 columns");
	if (!without && sp_span_equal(at[CSV_URL], SP_SPAN("Url")))
		return SP_LINE_NONE;
	event->url = without ? url : at[CSV_URL];
	record = (struct nutch_record){
		at[CSV_STATUS - without], at[CSV_NEXT - without],
		at[CSV_RETRIES - without], at[CSV_INTERVAL - without]
	};
	return nutch_event(lines, &record, event);
}

/* ---- normal ----------------------------------------------------------- */

/*
 * Parts come in lines of their own, so that they have to be kept until the
 * last one is there: before the URL, in the same room.
 */
static bool
nutch_keep(struct nutch *nutch, struct sp_span text, size_t from)
{
	if (!sp_grow(&nutch->room, &nutch->capacity, from + text.length))
		return false;
	memcpy(nutch->room + from, text.text, text.length);
	return true;
}

enum { PART_STATUS, PART_NEXT, PART_RETRIES, PARTS };

#define PART_ROOM 64 /* bytes of a part; longer ones cannot be read */

static const struct sp_span nutch_words[PARTS + 1] = {
	{ "Status: ", 8 }, { "Fetch time: ", 12 },
	{ "Retries since fetch: ", 21 }, { "Retry interval: ", 16 }
};

static struct sp_span
nutch_kept(const struct nutch *nutch, unsigned part)
{
	return (struct sp_span){ nutch->room + part * PART_ROOM,
				 nutch->parts[part] };
}

/* Which part the line is, and what it says; PARTS is the interval. */
static bool
nutch_part(struct sp_span line, unsigned *part, struct sp_span *value)
{
	for (*part = 0; *part <= PARTS; ++*part) {
		*value = line;
		if (!sp_span_take(value, nutch_words[*part]) || !value->length)
			continue;
		/* "2 (db_fetched)", "2592000 seconds (30 days)" */
		if (*part != PART_NEXT)
			value->length = sp_span_before(*value, ' ');
		return true;
	}
	return false;
}

/*
 * A record begins with the line of its URL; of the one before, all lines must
 * have come.
 */
static enum sp_crawl_line
nutch_begin(struct sp_crawl_lines *lines, struct nutch *nutch,
	    struct sp_span url)
{
	bool open = nutch->open;

	if (!nutch_keep(nutch, url, PARTS * PART_ROOM))
		return sp_line_no_memory(lines);
	nutch->length = url.length;
	nutch->open = true;
	memset(nutch->parts, 0, sizeof(nutch->parts));
	return open ? sp_line_bad(lines, "the record before has not all of "
				  "its lines") : SP_LINE_NONE;
}

/*
 * The record is complete with its interval, which is the last line that is
 * needed.
 */
static enum sp_crawl_line
nutch_close(struct sp_crawl_lines *lines, struct nutch *nutch,
	    struct sp_span interval, struct sp_crawl_event *event)
{
	struct nutch_record record = {
		nutch_kept(nutch, PART_STATUS), nutch_kept(nutch, PART_NEXT),
		nutch_kept(nutch, PART_RETRIES), interval
	};

	nutch->open = false;
	event->url = (struct sp_span){ nutch->room + PARTS * PART_ROOM,
				       nutch->length };
	return nutch_event(lines, &record, event);
}

static enum sp_crawl_line
nutch_normal(struct sp_crawl_lines *lines, struct nutch *nutch,
	     struct sp_span line, struct sp_crawl_event *event)
{
	static const char version[] = "\tVersion: ";
	const char *at = line.length ?
		memmem(line.text, line.length, version, sizeof(version) - 1) :
		NULL;
	struct sp_span value;
	unsigned part;

	if (at) {
		line.length = (size_t)(at - line.text);
		return nutch_begin(lines, nutch, line);
	}
	if (!nutch->open || !nutch_part(line, &part, &value))
		return SP_LINE_NONE;
	if (part == PARTS)
		return nutch_close(lines, nutch, value, event);
	if (value.length > PART_ROOM)
		value.length = PART_ROOM;
	if (!nutch_keep(nutch, value, part * PART_ROOM))
		return sp_line_no_memory(lines);
	nutch->parts[part] = value.length;
	return SP_LINE_NONE;
}

/* ---- the format ------------------------------------------------------- */

static enum sp_crawl_line
nutch_line(struct sp_crawl_lines *lines, struct sp_span line,
	   struct sp_crawl_event *event)
{
	struct nutch *nutch = lines->own;

	if (!nutch->known)
		nutch->csv = sp_span_begins(line, csv_header);
	nutch->known = true;
	return nutch->csv ? nutch_csv(lines, line, event) :
			    nutch_normal(lines, nutch, line, event);
}

static enum sp_crawl_line
nutch_end(struct sp_crawl_lines *lines, struct sp_crawl_event *event)
{
	struct nutch *nutch = lines->own;

	(void)event;
	if (!nutch->open)
		return SP_LINE_NONE;
	nutch->open = false;
	return sp_line_bad(lines, "the last record has not all of its lines");
}

static bool
nutch_looks(struct sp_span sample)
{
	struct sp_span line = sp_sample_line(sample);

	return line.length && (memmem(line.text, line.length, "\tVersion: ",
				      10) || sp_span_begins(line, csv_header));
}

static const char *
nutch_status_text(int status)
{
	static const char *const texts[] = {
		"", "db_unfetched", "db_fetched", "db_gone", "db_redir_temp",
		"db_redir_perm", "db_notmodified", "db_duplicate",
		"db_orphan", "db_parse_failed"
	};

	return status > 0 && status <= NUTCH_PARSE_FAILED ? texts[status] :
							    "";
}

static void
nutch_release(void *own)
{
	free(((struct nutch *)own)->room);
}

const struct sp_crawl_format sp_crawl_nutch = {
	.noun = "a dump of Nutch's CrawlDb",
	.looks = nutch_looks,
	.line = nutch_line,
	.end = nutch_end,
	.own_size = sizeof(struct nutch),
	.status_text = nutch_status_text,
	.release = nutch_release
};
