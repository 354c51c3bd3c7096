/* SPDX-License-Identifier: MIT */
/*
 * seedlist.h - lists of pages in the formats that crawlers read: seeds, pages
 * by score, crawl orders.
 *
 * A format (formats.h) is a line for each page: its URL, and for some crawlers
 * a priority or a scope.  Lists never change a page silently.  A name that the
 * crawler would not read back as this URL is refused with its page and the
 * reason, or left out and counted if the caller asks for that.
 *
 * For all crawlers, a name must be UTF-8 without control characters, and a URL
 * of http, https, or of ftp where the crawler can fetch it, with a host.  What
 * the single formats refuse is said in their files.  The URL is written as it
 * is in the graph, unless the crawler looks pages up by its own spelling
 * (heritrix-precedence, surt): then it is that spelling.
 *
 * A page that the list has again, by its URL or by its line, is left out: the
 * first place counts.
 */
#ifndef SP_FORMATS_SEEDLIST_SEEDLIST_H
#define SP_FORMATS_SEEDLIST_SEEDLIST_H

#include "base/span.h"
#include "base/status.h"
#include "formats/seedlist/formats.h"

#include <stdbool.h>

/* Where priorities come from; the numbers of each crawler are in scale.h. */
enum sp_list_priority {
	SP_PRIORITY_AUTO,  /* rank if lines have a place for it, else none */
	SP_PRIORITY_RANK,  /* the place in the list */
	SP_PRIORITY_SCORE, /* the score, linear */
	SP_PRIORITY_LOG,   /* the logarithm of the score */
	SP_PRIORITY_NONE   /* bare URLs */
};
#define SP_PRIORITY_WORDS "auto|rank|score|log|none"

/* What a crawler may fetch besides a page. */
enum sp_list_scope {
	SP_SCOPE_AUTO,     /* what the format has by default, maybe nothing */
	SP_SCOPE_PAGE,     /* the page alone */
	SP_SCOPE_PREFIX,   /* the pages of its folder, and below */
	SP_SCOPE_HOST,     /* its host, and port */
	SP_SCOPE_DOMAIN    /* its domain with all hosts */
};
#define SP_SCOPE_WORDS "auto|page|prefix|host|domain"

/* What a name without a scheme is: "www.example.org/x". */
enum sp_list_scheme { SP_SCHEME_NONE, SP_SCHEME_HTTP, SP_SCHEME_HTTPS };
#define SP_SCHEME_WORDS "none|http|https"

struct sp_list_options {
	enum sp_list_format_number format;
	enum sp_list_priority priority;
	enum sp_list_scope scope;
	enum sp_list_scheme scheme;
	const char *crawl;   /* that the pages are for, or NULL: letters,
				digits, "-" and "." */
	bool drop_refused;   /* leave refused names out */
	bool safe;           /* text: escape names as sp_safe_cell() does */
};

/* A page of a list. */
struct sp_listed {
	uint64_t page;
	struct sp_span name;   /* text NULL: the graph has no names, and a list
				  of text has the number; empty: no name */
	double score;          /* NAN: it has none */
	struct sp_span domain; /* registrable; empty: not known */
};

/* The pages, best first: item i < count, any number of times. */
struct sp_list_source {
	uint64_t count;        /* at most 2^32 - 2 */
	bool named;            /* do pages have names? */
	bool scored;           /* ... scores? */
	void *context;
	void (*get)(void *context, uint64_t i, struct sp_listed *item);
};

/* Receives the list, a whole line at a time with its newline. */
struct sp_list_sink {
	void *context;
	enum sp_status (*write)(void *context, const char *line,
				size_t length, struct sp_error *err);
};

struct sp_list_report {
	uint64_t written;      /* lines */
	uint64_t repeated;     /* left out: the list had them already */
	uint64_t refused;      /* left out: see first */
	struct sp_error first; /* why the first of them was refused */
};

/*
 * Writes the list, without the head of its file (sp_list_head()).  Returns
 * SP_USAGE if the format has no place for the priority, scope or crawl; SP_DATA
 * with the page and the reason if it cannot hold a name or its score, but text
 * leaves out a page without a name, and if nothing is left to write; SP_MEMORY;
 * what the sink returns.  Takes 11 to 21 bytes for each page, of surt and
 * heritrix-precedence also the lines.
 */
enum sp_status sp_list_write(const struct sp_list_source *source,
			     const struct sp_list_options *options,
			     const struct sp_list_sink *sink,
			     struct sp_list_report *report,
			     struct sp_error *err);

/* The line that each file of such a list begins with, or "". */
const char *sp_list_head(const struct sp_list_options *options);

/* Bytes that a file may have at most, by the limits of the crawler; 0: any. */
uint64_t sp_list_limit(const struct sp_list_options *options);

/* The name of the crawler or of what reads the format, for messages. */
const char *sp_list_reader(enum sp_list_format_number format);

#endif
