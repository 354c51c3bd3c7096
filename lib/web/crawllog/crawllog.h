/* SPDX-License-Identifier: MIT */
/*
 * crawllog.h - reads the logs of real crawls, one event a request.
 *
 * TEXT(NAME, name), or JSON(NAME, name), is the format that
 * lib/web/crawllog/name.c defines as sp_crawl_name: how a line of it becomes an
 * event.  The row defines SP_LOG_NAME and the word "name" of crawlimport
 * --format; no other place lists the formats.  struct sp_crawl_format is the
 * manual of a new one.
 */
#ifndef SP_WEB_CRAWLLOG_CRAWLLOG_H
#define SP_WEB_CRAWLLOG_CRAWLLOG_H

#include "base/status.h"
#include "graph/states.h"
#include "web/crawllog/columns.h"
#include "web/crawllog/json.h"
#include "web/crawllog/when.h"
#include "web/file/source.h"

#define SP_CRAWL_FORMATS(TEXT, JSON)   \
	TEXT(HERITRIX, heritrix)       \
	TEXT(NUTCH, nutch)             \
	TEXT(CDX, cdx)                 \
	JSON(CDXJ, cdxj)               \
	JSON(BROWSERTRIX, browsertrix) \
	JSON(SCRAPY, scrapy)           \
	TEXT(SCRAPYLOG, scrapylog)     \
	TEXT(NUTCHLOG, nutchlog)       \
	TEXT(WGET, wget)               \
	TEXT(WGETREJECTED, wgetrejected) \
	TEXT(SQUID, squid)             \
	TEXT(ACCESS, access)           \
	TEXT(TSV, tsv)

#define SP_LOG_NUMBER(NAME, name) SP_LOG_##NAME,
enum sp_crawl_format_number {
	SP_LOG_AUTO, /* recognised by its first lines; never a tsv */
	SP_CRAWL_FORMATS(SP_LOG_NUMBER, SP_LOG_NUMBER)
	SP_LOG_COUNT
};

/* The words in one string: "auto|one|two". */
#define SP_LOG_WORD(NAME, name) "|" #name
#define SP_LOG_WORDS "auto" SP_CRAWL_FORMATS(SP_LOG_WORD, SP_LOG_WORD)

/* ---- events ----------------------------------------------------------- */

enum sp_crawl_outcome {
	SP_CRAWL_DOWNLOAD, /* a page came, or a redirect, or "not modified" */
	SP_CRAWL_FAILURE,  /* it was asked for, and did not come */
	SP_CRAWL_OTHER     /* no page: robots.txt, dns:, what was never asked
			    * for */
};

/*
 * What a line says.  Texts are as the log has them and valid during the call
 * that passes the event; what the log does not say is absent, or as noted.
 */
struct sp_crawl_event {
	struct sp_span url;
	struct sp_span via;    /* the page that it was found on; empty, not
				* absent: some page that is not said */
	struct sp_span mime;
	int64_t time;          /* ms since 1970: when it was asked for, or the
				* only time that the log has */
	int64_t end;           /* when it had come, or SP_NO_TIME */
	int64_t size;          /* bytes, or -1 */
	bool record_size;      /* of an archive's packed record, not the body */
	struct sp_span digest; /* of the body, as sp_fetch_digest() reads it */
	uint64_t line;         /* of the file, from 1: where it says so; puts
				* events of the same time in order */
	int32_t depth;         /* 1: a seed, as the log counts it; or -1 */
	int status;            /* of HTTP, or a number of the crawler's own
				* (sp_crawl_status_text()); 0: not said */
	enum sp_crawl_outcome outcome;
	enum sp_page_state state; /* of the page, by this line alone;
				   * SP_PAGE_UNFETCHED: it says nothing */
	bool seed;             /* the log says that it is a seed */
	bool revisit;          /* came again as it was before */
};

struct sp_crawl_event_sink {
	void *context;
	enum sp_status (*event)(void *context,
				const struct sp_crawl_event *event,
				struct sp_error *err);
	/*
	 * A hint of events that event() is called with next, one by one, if
	 * several are known; or NULL.
	 */
	void (*expect)(void *context, const struct sp_crawl_event *events,
		       size_t count);
};

/* The outcome that a status of HTTP means; 0 means a download. */
enum sp_crawl_outcome sp_crawl_outcome_of(int status);

/*
 * What a status of this format means, in a few words ("robots.txt forbids
 * it"); "" for a status of HTTP, and if it is not known.
 */
const char *sp_crawl_status_text(enum sp_crawl_format_number format,
				 int status);

/* ---- reading ---------------------------------------------------------- */

struct sp_crawllog_options {
	enum sp_crawl_format_number format; /* not SP_LOG_AUTO */
	struct sp_when_zone zone;
	struct sp_column_options columns;   /* scrapy, tsv */
	const char *site;      /* access: before paths; or NULL */
	bool strict;           /* a line that cannot be read is an error */
};

struct sp_crawllog_counts {
	uint64_t lines;        /* of the file */
	uint64_t events;
	uint64_t relative;     /* requests whose URL has no scheme: no pages */
	uint64_t bad;          /* lines that could not be read */
	uint64_t first_bad;    /* the first of them, */
	const char *wrong;     /* ... and what is wrong with it (static) */
};

/*
 * Recognises the format of an open source that has not been read; SP_LOG_AUTO
 * if it is none of these.
 */
enum sp_status sp_crawllog_recognise(struct sp_source *source,
				     enum sp_crawl_format_number *format,
				     struct sp_error *err);

/*
 * The noun of the text format that a sample of a file, without a byte-order
 * mark, is of; NULL for JSON and anything else.  It is linked without the
 * readers of JSON, and so without their library.
 */
const char *sp_text_log(struct sp_span sample);

/*
 * Reads the source to its end, passes the events to the sink in the order of
 * the lines, and fills *counts.  A line that cannot be read is counted and
 * passed over, or is SP_DATA if strict is set.  Also returns SP_DATA for a
 * header that lacks a needed column, and a line over 16 MiB; SP_USAGE if the
 * format needs a library that is not built in; SP_IO; SP_MEMORY; or the status
 * of the sink.
 */
enum sp_status sp_crawllog_read(struct sp_source *source,
				const struct sp_crawllog_options *options,
				const struct sp_crawl_event_sink *sink,
				struct sp_crawllog_counts *counts,
				struct sp_error *err);

/* ---- formats ---------------------------------------------------------- */

enum sp_crawl_line {
	SP_LINE_EVENT,  /* *event is filled */
	SP_LINE_AGAIN,  /* the same, and the line has to be read once more */
	SP_LINE_NONE,   /* a header, a comment, a part of an event */
	SP_LINE_BAD,    /* lines->wrong says why */
	SP_LINE_FATAL   /* the same, and no other line can be read */
};

/* What a format gets with each line. */
struct sp_crawl_lines {
	const struct sp_crawllog_options *options;
	uint64_t line;             /* its number, from 1 */
	const char *wrong;         /* set with SP_LINE_BAD; a static text */
	uint64_t from;             /* likewise, if several lines are bad: the
				    * first; 0: this one */
	bool short_of_memory;      /* set with SP_LINE_FATAL */
	struct sp_columns columns; /* room to split a line */
	struct sp_json json;       /* ... or to read it */
	void *own;                 /* own_size bytes of the format */
};

struct sp_crawl_format {
	const char *noun;          /* "a crawl.log of Heritrix" */
	size_t own_size;           /* of its state, zeroed before the first
				    * line */
	bool takes_columns;        /* uses options->columns */

	/* Does a file of the format begin so?  NULL: not recognised. */
	bool (*looks)(struct sp_span sample);

	/*
	 * Reads a line, which has no NUL and no end of line.  *event has only
	 * absent and unknown values.  url and time must be set.  state need be
	 * set only if outcome and status do not tell it as those of HTTP do.
	 */
	enum sp_crawl_line (*line)(struct sp_crawl_lines *lines,
				   struct sp_span line,
				   struct sp_crawl_event *event);
	/* The same after the last line, until SP_LINE_NONE; or NULL. */
	enum sp_crawl_line (*end)(struct sp_crawl_lines *lines,
				  struct sp_crawl_event *event);
	/*
	 * A line that has NUL bytes is bad.  If it ends an event of several
	 * lines, sets lines->from and lines->wrong for all of them.  Or NULL.
	 */
	void (*line_lost)(struct sp_crawl_lines *lines);
	const char *(*status_text)(int status); /* or NULL */
	void (*release)(void *own); /* frees what the state has; or NULL */
};

#define SP_LOG_DECLARE(NAME, name) \
	extern const struct sp_crawl_format sp_crawl_##name;
SP_CRAWL_FORMATS(SP_LOG_DECLARE, SP_LOG_DECLARE)

/* The formats, indexed by number; SP_LOG_AUTO has none. */
extern const struct sp_crawl_format *const sp_crawl_formats[SP_LOG_COUNT];

/* For formats: says why the line cannot be read. */
static inline enum sp_crawl_line
sp_line_bad(struct sp_crawl_lines *lines, const char *wrong)
{
	lines->wrong = wrong;
	return SP_LINE_BAD;
}

/* For formats: memory is short. */
static inline enum sp_crawl_line
sp_line_no_memory(struct sp_crawl_lines *lines)
{
	lines->short_of_memory = true;
	return SP_LINE_FATAL;
}

/*
 * For formats: reads the line as an object (web/crawllog/json.h).  Returns
 * SP_LINE_EVENT, or what is to be returned for the line.
 */
enum sp_crawl_line sp_line_json(struct sp_crawl_lines *lines,
				struct sp_span line,
				void (*member)(void *context,
					       struct sp_span key,
					       struct sp_span value),
				void *context);

/* Parses "-404"; false unless it is a whole number of at most 9 digits. */
bool sp_crawl_parse_status(struct sp_span text, int *status);

/* Parses a size of 18 digits at most; -1 for anything else. */
int64_t sp_crawl_parse_size(struct sp_span text);

/* Absent if the text is "-" or empty. */
static inline struct sp_span
sp_unless_dash(struct sp_span text)
{
	if (!text.length || (text.length == 1 && *text.text == '-'))
		return (struct sp_span)SP_SPAN_ABSENT;
	return text;
}

/* The first line of a sample. */
static inline struct sp_span
sp_sample_line(struct sp_span sample)
{
	return sp_span_cut_at(&sample, '\n');
}

#endif
