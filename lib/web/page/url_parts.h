/* SPDX-License-Identifier: MIT */
/*
 * url_parts.h - the parts of a URL on their way to the normal form of url.h.
 * Private to url.c and url_*.c.
 */
#ifndef SP_WEB_PAGE_URL_PARTS_H
#define SP_WEB_PAGE_URL_PARTS_H

#include "base/memory.h"
#include "base/span.h"
#include "graph/names.h"
#include "web/page/url.h"

#include <iconv.h>
#include <string.h>

/* Text that grows.  A zeroed struct is empty; free() its bytes. */
struct sp_url_text {
	char *bytes;
	uint64_t length, capacity;
};

/* Makes room for more bytes; false if memory is short. */
static inline bool
sp_url_room(struct sp_url_text *text, uint64_t more)
{
	return text->capacity - text->length >= more ||
	       sp_grow(&text->bytes, &text->capacity, text->length + more);
}

static inline bool
sp_url_add(struct sp_url_text *text, const char *bytes, size_t length)
{
	if (!sp_url_room(text, length))
		return false;
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	return true;
}

#define SP_URL_LABEL_MAX 63   /* bytes of a label, RFC 1035 */
#define SP_URL_DOMAIN_MAX 253 /* of a host */

#define SP_URL_CHARSET 40 /* room for the name of a charset */

/* Converts what is above ASCII in queries; zeroed: nothing is open. */
struct sp_url_coder {
	const char *wanted;        /* the charset of the next query, or NULL */
	char name[SP_URL_CHARSET]; /* of the open handle; empty: UTF-8 */
	iconv_t handle;            /* if the name is not empty */
};

void sp_url_coder_free(struct sp_url_coder *coder);

/* What is done about a byte (sp_url_bytes). */
#define SP_URL_IN_PATH 1    /* a path has it escaped, or it needs a look */
#define SP_URL_IN_QUERY 2   /* the same for a query */
#define SP_URL_UNRESERVED 4 /* never needs an escape (RFC 3986) */
#define SP_URL_IN_HOST 8    /* may stand in the name of a host */

extern const uint8_t sp_url_bytes[256];

/* A base, which is a normal form: http://host/path?query; empty: none. */
struct sp_url_base {
	struct sp_span origin; /* without the "/" after it */
	struct sp_span path;
	struct sp_span folder; /* the path up to its last "/" */
	struct sp_span query;  /* with its "?" */
	bool secure;           /* https */
};

/*
 * Resolves a link of the usual kind: writes its normal form and sets *kind, to
 * SP_URL_PAGE or SP_URL_OTHER.  False if the link is not that plain, which says
 * nothing about it, or if memory is short.
 */
bool sp_url_quick(const struct sp_url_base *base, struct sp_span text,
		  struct sp_url_text *out, enum sp_url_kind *kind);

/* sp_url_resolve() without sp_url_quick(), for tests that compare both. */
enum sp_url_kind sp_url_resolve_fully(struct sp_urls *urls,
				      const struct sp_span *base,
				      struct sp_span text,
				      const char *charset,
				      struct sp_span *url);

/*
 * Appends a path or a query, without its "?", with its escapes in normal form;
 * "\" in a path becomes "/".  Returns false if memory is short.
 */
bool sp_url_add_path(struct sp_url_text *out, const char *path,
		     size_t length);
bool sp_url_add_query(struct sp_url_text *out, struct sp_url_coder *coder,
		      const char *query, size_t length);

/*
 * Writes the normal form of a host, with its brackets if it has any, and its
 * *length.  *number says that it is an IPv4 address in some notation, which it
 * still has.  Returns false for what is no host, and if memory is short: then
 * *short_of_memory is set.
 */
bool sp_url_normal_host(const char *text, size_t size,
			char host[SP_NAME_MAX], size_t *length, bool *number,
			bool *short_of_memory);

/*
 * Replaces, in "SCHEME://HOST[:PORT]/PATH", an IPv4 address in any notation
 * (number says that the host is one) by four decimal numbers and the path by
 * one without dot segments, and drops the port if it is that of the scheme.
 * Sets *bad if there is no such address or port.  Returns false if memory is
 * short.
 */
bool sp_url_calculate(struct sp_url_text *url, bool secure, bool number,
		      bool *bad);

#endif
