/* SPDX-License-Identifier: MIT */
/*
 * web.h - a graph as a web to crawl: what each page is, and the bytes that a
 * server sends for it.
 *
 * Everything about a page follows from the graph, the options and the seed, so
 * that two runs serve the same bytes, and tables of the truth can be written
 * without a crawl.  All of it is in one struct, which several threads may use
 * under its lock.
 */
#ifndef TESTS_WEB_WEB_H
#define TESTS_WEB_WEB_H

#include "base/random.h"
#include "cli/command.h"
#include "graph/graph.h"
#include "graph/names.h"

#define WEB_NO_PAGE UINT32_MAX

/* ---- options ---------------------------------------------------------- */

/* "WORD:SHARE,...": a word for some of the pages, NULL for the others. */
#define WEB_SHARES 16

struct web_shares {
	const char *text;          /* as it was given, or NULL */
	char *words[WEB_SHARES];
	double shares[WEB_SHARES];
	unsigned count;
};

struct web_options {
	uint64_t seed;
	unsigned topics;           /* 0: all pages have words of all */
	unsigned words;            /* of a page, beside its links */
	struct web_shares status;  /* 404, 301 ...; the others 200 */
	struct web_shares types;   /* image/png ...; the others text/html */
	struct web_shares charsets;
	struct web_shares encodings; /* gzip, deflate, br ... */
	bool spellings;            /* URLs written in many ways */
	bool kinds;                /* links of all kinds, not only <a> */
	double broken;             /* shares of pages, from 0 to 1 */
	double chunked;
	double big;
	double slow;
	double cut;                /* less is sent than Content-Length says */
	double disallowed;         /* share of hosts */
	double disallowed_folders; /* shares of folders, pages, hosts */
	double copies;
	double busy;
	double down;
	double slow_hosts;
	uint64_t round;            /* who is busy or down */
	unsigned delay;            /* milliseconds before each answer */
	uint64_t page_size;        /* bytes up to which pages are filled */
	double size_spread;        /* ... times up to 2^this, or divided */
	const char *hosts;         /* a table of hosts, or NULL */
	const char *seeds;         /* a file of URLs for WEB_SEEDS, or NULL */
};

/*
 * A page outside the graph with a link to each line of a file, for crawlers
 * that finish with one seed before they begin with the next.
 */
#define WEB_SEEDS "http://seeds.invalid/"

/* ---- the web ---------------------------------------------------------- */

struct web {
	struct web_options options;
	const struct sp_graph *graph;
	const struct sp_names *names;
	struct sp_accessor *accessor;
	struct sp_index *index;
	struct sp_names keys;        /* web_key() of the names */
	struct sp_dictionary *pages; /* finds a key */
	uint32_t *page_of_key;
	uint32_t unserved;           /* names that are no http URL, or twice */
	struct web_paces *paces;     /* or NULL */
	uint32_t *successors;        /* room for those of one page */
	uint64_t successors_capacity;
};

/*
 * Makes a web of a graph and its names, which must outlive it.  options are
 * copied.  Returns SP_DATA, SP_MEMORY.
 */
enum sp_status web_open(struct web *web, const struct web_options *options,
			const struct sp_graph *graph,
			const struct sp_names *names, struct sp_error *err);
void web_close(struct web *web);

/* Parses the text of shares.  SP_USAGE; SP_MEMORY. */
enum sp_status web_shares_parse(struct web_shares *shares, const char *option,
				struct sp_error *err);
void web_shares_free(struct web_shares *shares);

/*
 * The page at a URL, or WEB_NO_PAGE.  Case of the host, port 80, a fragment
 * and bytes that should be percent-encoded make no difference.
 */
uint32_t web_find(const struct web *web, const char *url);

/* The name of a page in the graph. */
const char *web_url(const struct web *web, uint32_t page, size_t *length);

/*
 * Copies the successors of a page, valid until the next call, and returns
 * their number.
 */
uint32_t web_successors(struct web *web, uint32_t page);

/* ---- draws ------------------------------------------------------------ */

enum web_purpose {
	WEB_STATUS = 1, WEB_TYPE, WEB_CHARSET, WEB_DECLARED, WEB_ENCODING,
	WEB_BROKEN, WEB_CHUNKED, WEB_BIG, WEB_SLOW, WEB_CUT, WEB_TOPIC,
	WEB_STRENGTH, WEB_TARGET, WEB_TEXT, WEB_LINKS, WEB_HOST, WEB_ROBOTS,
	WEB_FOLDER, WEB_COPY, WEB_BUSY, WEB_DOWN, WEB_SLOW_HOST, WEB_SIZE
};

/* A stream of random numbers, and one in [0, 1), for a thing and a purpose. */
struct sp_random web_random(const struct web *web, uint64_t thing,
			    enum web_purpose purpose);
double web_draw(const struct web *web, uint64_t thing,
		enum web_purpose purpose);

/* ---- what a page is --------------------------------------------------- */

struct web_nature {
	unsigned status;
	uint32_t target;      /* of a redirect, or WEB_NO_PAGE */
	uint32_t copied;      /* whose bytes and links it has, or WEB_NO_PAGE */
	const char *type;     /* "text/html", ... */
	const char *charset;  /* "utf-8", ... */
	bool in_meta;         /* where the charset is declared */
	const char *encoding; /* "gzip", ... or NULL */
	bool broken, chunked, big, slow, cut;
	unsigned topic;
	double strength;      /* part of its words that are of its topic */
};

/* Page 0 is always an HTML page with status 200. */
void web_nature(struct web *web, uint32_t page, struct web_nature *nature);

/* Are the links of the graph on this page? */
bool web_has_links(const struct web_nature *nature);

/* ---- hosts (hosts.c) -------------------------------------------------- */

/* Does all of the host fail in this round? */
bool web_is_down(const struct web *web, uint32_t page);

/* Does the host let every request wait? */
bool web_is_slow_host(const struct web *web, uint32_t page);

/* Does robots.txt forbid the page? */
bool web_is_disallowed(const struct web *web, uint32_t page);

/* The robots.txt of the host that takes the first bytes of the URL. */
void web_add_robots(const struct web *web, const char *url, size_t host,
		    struct sp_line *body);

/* ---- how long hosts take (pace.c) ------------------------------------- */

struct web_pace {
	double response;  /* seconds to the first byte */
	double bandwidth; /* bytes of a body in a second; 0: no limit */
	double failures;  /* share of requests */
};

struct web_paces;

/*
 * Reads a table of hosts into web->paces.  Its first line names the columns
 * host, response, bandwidth and failures, in any order, and maybe others.
 * SP_IO; SP_DATA; SP_MEMORY.
 */
enum sp_status web_paces_read(struct web *web, const char *path,
			      struct sp_error *err);
void web_paces_free(struct web_paces *paces); /* or NULL */

/* That of the URL's host; zeros if the table does not have it. */
struct web_pace web_pace(const struct web *web, const char *url);

/* Counts an attempt at the page.  Does it fail? */
bool web_attempt_fails(struct web *web, uint32_t page, double failures);

/* ---- words (words.c) -------------------------------------------------- */

#define WEB_TOPIC_WORDS 10

/* Word i < WEB_TOPIC_WORDS of a topic, appended to the text. */
void web_add_topic_word(struct sp_line *line, unsigned topic, unsigned i);

/* A word of the page's text: of its topic, of a language, or a common one. */
void web_add_word(const struct web *web, struct sp_line *line,
		  const struct web_nature *nature, struct sp_random *random);

/* ---- HTML (html.c) ---------------------------------------------------- */

/* Which element a link is: kinds as a table of links names them. */
enum web_kind { WEB_A, WEB_AREA, WEB_IFRAME, WEB_REFRESH };
extern const char *const web_kind_names[];

/* What link i of a page is. */
enum web_kind web_kind(const struct web *web, uint32_t page, uint32_t i);

/* A value of an attribute. */
void web_add_escaped(struct sp_line *line, const char *text, size_t length);

/* The page as HTML in UTF-8. */
void web_add_html(struct web *web, uint32_t page,
		  const struct web_nature *nature, struct sp_line *line);

/*
 * The URL of the target as written on a page: one of its spellings, which all
 * resolve to it.
 */
void web_add_spelling(const struct web *web, struct sp_line *line,
		      const char *base, size_t base_length, const char *target,
		      size_t target_length, struct sp_random *random);

/* ---- answers (answer.c) ----------------------------------------------- */

struct web_answer {
	uint32_t page;        /* or WEB_NO_PAGE */
	unsigned status;
	const char *reason;
	char type[64];        /* Content-Type */
	const char *encoding; /* Content-Encoding or NULL */
	char *location;       /* or NULL; freed by web_answer_free() */
	struct sp_line body;     /* as sent, not chunked */
	uint64_t length;      /* Content-Length: that of the body, or more */
	bool chunked, slow;
	bool late;            /* of a slow host */
	struct web_pace pace; /* of its host */
};

/*
 * The answer for a page.  accepted is the request's Accept-Encoding (NULL:
 * none), or "*" for any.  Returns SP_MEMORY.
 */
enum sp_status web_answer_page(struct web *web, uint32_t page,
			       const char *accepted, struct web_answer *answer,
			       struct sp_error *err);

/*
 * The answer for a URL: a page, robots.txt, WEB_SEEDS, or 404; of a page also
 * 503 if the attempt fails.  SP_IO.
 */
enum sp_status web_answer_url(struct web *web, const char *url,
			      const char *accepted, struct web_answer *answer,
			      struct sp_error *err);

/* A line of text with a status. */
enum sp_status web_answer_text(unsigned status, const char *text,
			       struct web_answer *answer, struct sp_error *err);

void web_answer_free(struct web_answer *answer);

/* ---- packing (pack.c) ------------------------------------------------- */

/* Replaces UTF-8 by the charset.  SP_USAGE if iconv does not know it. */
enum sp_status web_recode(struct sp_line *text, const char *charset,
			  struct sp_error *err);

/* Packs the text: gzip, deflate, deflate-raw, br, zstd.  SP_USAGE. */
enum sp_status web_pack(struct sp_line *text, const char *encoding,
			struct sp_error *err);

/* SHA-1 in base 32, as archives have it: 32 letters and a NUL. */
void web_sha1(const void *data, size_t size, char text[33]);

/* ---- writing (warc.c, truth.c) and serving (serve.c) ------------------- */

/*
 * All pages as an archive, a record each, in the order of their numbers;
 * packed if the name ends in .gz or .zst.  SP_IO; SP_MEMORY.
 */
enum sp_status web_write_warc(struct web *web, const char *path, bool requests,
			      struct sp_error *err);

/* Tables of the pages, of the links, and of the topics' words. */
enum sp_status web_write_truth(struct web *web, const char *path,
			       struct sp_error *err);
enum sp_status web_write_links(struct web *web, const char *path,
			       struct sp_error *err);
enum sp_status web_write_words(struct web *web, const char *path,
			       struct sp_error *err);

struct web_server {
	unsigned port;      /* 0: any that is free */
	const char *log;    /* the access log, or NULL */
	bool common_log;    /* ... in Common Log Format */
	const char *counts; /* the table of counts at the end, or NULL */
	const char *spans;  /* a table of starts and ends, or NULL */
	uint64_t most;      /* pages to answer before it hangs up; 0: all */
};

/*
 * Serves until SIGTERM or SIGINT, or until the process that started it ends.
 * Prints "port N" when it is ready.
 */
enum sp_status web_serve(struct web *web, const struct web_server *server,
			 struct sp_error *err);

#endif
