/* SPDX-License-Identifier: MIT */
/*
 * fetch.h - what one record of a web archive says of one page: its URL, what
 * the server answered, its links, and its text.
 *
 * A page is fetched if the archive has an answer for its URL, which must be
 * http or https: a record "response", a "resource" (the content without HTTP,
 * as of ARC files and of some crawlers), or a "revisit" (the content is that of
 * another record, and not there).  A "conversion" (WET) has the text of a page,
 * and no links.
 *
 * Links are those of HTML (by the header Content-Type; without one, by the
 * first bytes, as the MIME Sniffing standard has it) answered with status 200;
 * other answers are pages without links.  Links are resolved as browsers do:
 * against <base>, and in the charset of the page; only those to http and https
 * are links.  A reference that is empty or has only a fragment ("#top") is
 * none.  A body that is damaged has the links of what could be read.
 *
 * The size of a body is that of what the record has after the HTTP head, so as
 * it was sent: with its chunks, and packed if it was.  That of a WAT record is
 * Entity-Length.  A revisit has no body, and its size is not known.  The digest
 * is that of WARC-Payload-Digest, in a WAT record also Entity-Digest; where a
 * record has none, as those of ARC files, and its whole body is at hand, it is
 * the XXH3 of these bytes, which can only be compared with others computed
 * here.
 */
#ifndef SP_WEB_CAPTURE_FETCH_H
#define SP_WEB_CAPTURE_FETCH_H

#include "web/archive/archive.h"
#include "web/page/arena.h"
#include "web/page/html.h"

/* Kinds of links beyond those of HTML. */
#define SP_LINK_LOCATION SP_LINK_KINDS       /* where a redirect leads */
#define SP_LINK_HEADER (SP_LINK_KINDS + 1)   /* of the HTTP header Link */
#define SP_FETCH_KINDS (SP_LINK_KINDS + 2)

#define SP_FETCH_PAGE_DEFAULT ((uint64_t)16 << 20)
#define SP_FETCH_URL_DEFAULT ((uint64_t)8 << 10)

/*
 * Most bytes of all URLs of a page of this size, unpacked: a long <base> and
 * many short links make URLs of thousands of times as many bytes.
 */
static inline uint64_t
sp_fetch_names_most(uint64_t size)
{
	return size > (uint64_t)1 << 16 ? 16 * size : (uint64_t)1 << 20;
}

struct sp_fetch_options {
	bool links;         /* wanted: those of sp_html_is_page_link(), and: */
	bool all_links;     /* of all kinds */
	bool canonical;     /* also SP_LINK_CANONICAL */
	bool link_headers;  /* also SP_LINK_HEADER */
	bool redirects;     /* also SP_LINK_LOCATION */
	bool skip_nofollow; /* not those that crawlers are asked to ignore */
	bool text;          /* wanted */
	bool digests;       /* wanted, and computed where there is none */
	uint64_t max_page;  /* bytes of a page, unpacked, that are read; 0:
	                       SP_FETCH_PAGE_DEFAULT */
	uint64_t max_url;   /* bytes of a URL, at most SP_NAME_MAX; 0:
	                       SP_FETCH_URL_DEFAULT */
};

/* A link.  The text is that of HTML (web/page/html.h), if text was wanted. */
struct sp_fetch_link {
	struct sp_span url;  /* normal form */
	unsigned kind;       /* enum sp_html_link_kind, or one of the above */
	bool nofollow;
	uint64_t text_start, text_end;
	uint64_t hash;       /* of the URL: for who takes the links, not set */
};

/* What a record is. */
enum sp_fetch_type {
	SP_FETCH_NONE,       /* nothing of a page: a request, a warcinfo, ... */
	SP_FETCH_OTHER,      /* of another scheme than http: "dns:", "ftp:" */
	SP_FETCH_RESPONSE,
	SP_FETCH_RESOURCE,
	SP_FETCH_REVISIT,
	SP_FETCH_CONVERSION
};

/*
 * The result; a zeroed struct is empty.  It owns its bytes: use it again, and
 * free it with sp_fetch_free().  Absent spans are what the record lacks.
 */
struct sp_captured {
	enum sp_fetch_type type;
	bool is_page;            /* of a page that was fetched */
	bool answered;           /* with the page, or where it is now: status
	                            200 or a redirect */
	bool html;               /* links and text were read from HTML */
	bool cut;                /* longer than max_page or max_record */
	int status;              /* HTTP; 200 without one; 0: not known */
	int64_t time;            /* see web/archive/archive.h */
	uint64_t size;           /* bytes of the body; UINT64_MAX: not known */
	uint64_t digest;         /* of the body, see sp_fetch_digest(); 0: not
				    known */
	struct sp_span url;      /* normal form */
	struct sp_span mime;     /* "text/html", lower case */
	struct sp_span redirect; /* normal form of Location, of 301 302 303
	                            307 308 */
	struct sp_fetch_link *links;
	uint64_t count;
	uint64_t bad;            /* links that are no URLs */
	uint64_t too_long;       /* links and redirects left out: longer than
				    max_url */
	uint64_t too_many;       /* links left out: beyond
				    sp_fetch_names_most() */
	bool refused;            /* its own URL is longer than max_url: no
				    page; url has its first bytes */
	struct sp_span title, text;
	const char *damage;      /* of the body; one line */

	/* private */
	struct sp_arena texts;
	uint64_t link_capacity;
	uint64_t name_bytes, names_most;
};

/* Bytes of memory that it holds. */
static inline uint64_t
sp_fetch_held(const struct sp_captured *fetch)
{
	return fetch->texts.used + fetch->link_capacity * sizeof(*fetch->links);
}

/* Reads records: one a thread. */
struct sp_fetcher;

/*
 * Makes a fetcher; free it with sp_fetcher_free().  Returns SP_USAGE if the
 * library was built without a library that it needs; SP_MEMORY.
 */
enum sp_status sp_fetcher_new(const struct sp_fetch_options *options,
			      struct sp_fetcher **fetcher,
			      struct sp_error *err);

/*
 * Reads a record, which must stay as long as *fetch is used.  Records with
 * damage that lack a part of their block are SP_FETCH_NONE.  Returns SP_MEMORY.
 */
enum sp_status sp_fetch_read(struct sp_fetcher *fetcher,
			     const struct sp_record *record,
			     struct sp_captured *fetch, struct sp_error *err);

void sp_fetch_free(struct sp_captured *fetch);
void sp_fetcher_free(struct sp_fetcher *fetcher); /* accepts NULL */

#endif
