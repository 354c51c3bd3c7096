/* SPDX-License-Identifier: MIT */
/*
 * The normal form of the usual link, by one look over its bytes.  Nearly all
 * links of real pages join to their page's URL, or stand alone, without a byte
 * that must become another one: lower-case hosts that are names, paths and
 * queries of plain ASCII, escapes that are in normal form already.  Their bytes
 * are checked and appended to the base in the same pass.
 *
 * The first byte that could need more ends the attempt, and url.c takes the
 * link to its parts.  So this file knows no rule that url.c does not have; it
 * only knows, for each byte, whether a rule could apply.  Where it could, the
 * answer is "no", even if a longer look would show that nothing has to be done:
 * ports, users, capitals in hosts, numbers as hosts, and dots behind a slash in
 * the middle of a path.
 *
 * What stands in front of a relative path, "./" and "../", is common and is
 * resolved here: the base's path is in normal form, and has no dot segments.
 *
 * The tests compare both ways for millions of links; sp_url_resolve_fully() in
 * url_parts.h is the other way alone.
 */
#include "base/ascii.h"
#include "web/page/url_parts.h"

struct cursor {
	const char *at, *end;   /* of the link */
	char *to;               /* in the output, which has room for it */
};

static void
put_url_span(struct cursor *cursor, struct sp_span span)
{
	memcpy(cursor->to, span.text, span.length);
	cursor->to += span.length;
}

/* Is the escape at text one that stays as it is? */
static bool
is_normal_escape(const char *text, const char *end)
{
	int high, low;

	if (end - text < 3 || text[1] >= 'a' || text[2] >= 'a')
		return false;
	high = sp_hex_value(text[1]);
	low = sp_hex_value(text[2]);
	return high >= 0 && low >= 0 &&
	       !(sp_url_bytes[high << 4 | low] & SP_URL_UNRESERVED);
}

/*
 * Copies bytes up to the first that is in the set, or that begins a segment
 * with a dot.  An escape stays as it is whatever stands before it: there is no
 * half of one that it could complete.  Eight bytes at a time, in one register,
 * took longer: the runs are too short.
 */
static inline void
copy_plain(struct cursor *cursor, unsigned set, bool path)
{
	const char *at = cursor->at, *end = cursor->end;
	char *to = cursor->to;

	for (; at < end; at++) {
		if (sp_url_bytes[(unsigned char)*at] & set) {
			if (*at != '%' || !is_normal_escape(at, end))
				break;
			*to++ = *at++;
			*to++ = *at++;
		} else if (path && *at == '.' && to[-1] == '/') {
			break;
		}
		*to++ = *at;
	}
	cursor->at = at;
	cursor->to = to;
}

/* Copies a query, if there is one, and drops a fragment: is that all? */
static bool
copy_plain_query(struct cursor *cursor)
{
	if (cursor->at < cursor->end && *cursor->at == '?') {
		*cursor->to++ = *cursor->at++;
		copy_plain(cursor, SP_URL_IN_QUERY, false);
	}
	return cursor->at == cursor->end || *cursor->at == '#';
}

static bool
copy_plain_path(struct cursor *cursor)
{
	copy_plain(cursor, SP_URL_IN_PATH, true);
	return copy_plain_query(cursor);
}

/*
 * Copies the name of a host, and what follows it.  A last label that begins
 * with a digit could be a number.
 */
static bool
copy_plain_host(struct cursor *cursor)
{
	const char *at = cursor->at, *label = at;
	size_t length;

	for (; at < cursor->end; at++) {
		if (sp_url_bytes[(unsigned char)*at] & SP_URL_IN_HOST)
			continue;
		if (*at != '.' || at == label || at - label > SP_URL_LABEL_MAX)
			break;
		label = at + 1;
	}
	length = (size_t)(at - cursor->at);
	if (at == label || at - label > SP_URL_LABEL_MAX ||
	    length > SP_URL_DOMAIN_MAX || sp_is_digit(*label))
		return false;
	put_url_span(cursor, (struct sp_span){ cursor->at, length });
	cursor->at = at;
	if (at == cursor->end || *at == '?' || *at == '#') {
		*cursor->to++ = '/';
		return copy_plain_query(cursor);
	}
	return *at == '/' && copy_plain_path(cursor);
}

/*
 * Goes past "./" and "../", and "." and ".." at the end of the path, and takes
 * as many segments off the folder, which begins and ends with "/".
 */
static struct sp_span
leave_folder(struct cursor *cursor, struct sp_span folder)
{
	while (cursor->at < cursor->end && *cursor->at == '.') {
		const char *at = cursor->at + 1;
		bool up = at < cursor->end && *at == '.';

		at += up;
		if (at < cursor->end && *at != '/' && *at != '?' && *at != '#')
			break;
		if (up && folder.length > 1)
			do
				folder.length--;
			while (folder.text[folder.length - 1] != '/');
		cursor->at = at;
		if (at == cursor->end || *at != '/')
			break;
		cursor->at++;
	}
	return folder;
}

/* Resolves what has no scheme against the base. */
static bool
copy_relative(struct cursor *cursor, const struct sp_url_base *base)
{
	if (!base->path.length || *cursor->at == '#')
		return false;
	if (*cursor->at == '/' && cursor->end - cursor->at > 1 &&
	    cursor->at[1] == '/') {
		put_url_span(cursor, base->secure ? SP_SPAN("https://") :
						SP_SPAN("http://"));
		cursor->at += 2;
		return copy_plain_host(cursor);
	}
	put_url_span(cursor, base->origin);
	if (*cursor->at == '/')
		return copy_plain_path(cursor);
	put_url_span(cursor, *cursor->at == '?' ? base->path :
			 leave_folder(cursor, base->folder));
	return copy_plain_path(cursor);
}

/*
 * Decides by the scheme.  "http:x" is relative to some bases, and so is left to
 * url.c.
 */
static bool
copy_link(struct cursor *cursor, const struct sp_url_base *base,
	  struct sp_span text, enum sp_url_kind *kind)
{
	struct sp_span rest = text;
	size_t scheme;

	if (sp_span_take(&rest, SP_SPAN("http://")) ||
	    sp_span_take(&rest, SP_SPAN("https://"))) {
		put_url_span(cursor, (struct sp_span){
			text.text, text.length - rest.length });
		cursor->at = rest.text;
		return copy_plain_host(cursor);
	}
	scheme = sp_url_scheme_length(text);
	if (!scheme)
		return copy_relative(cursor, base);
	*kind = SP_URL_OTHER;
	text.length = scheme;
	return !sp_is_word(text, "http") && !sp_is_word(text, "https");
}

bool
sp_url_quick(const struct sp_url_base *base, struct sp_span text,
	     struct sp_url_text *out, enum sp_url_kind *kind)
{
	struct cursor cursor = { text.text, text.text + text.length, NULL };
	size_t most = base->origin.length + base->path.length + text.length +
		      sizeof("https:///");

	out->length = 0;
	if (!text.length || most > SP_NAME_MAX || !sp_url_room(out, most))
		return false;
	*kind = SP_URL_PAGE;
	cursor.to = out->bytes;
	if (!copy_link(&cursor, base, text, kind))
		return false;
	out->length = (uint64_t)(cursor.to - out->bytes);
	return true;
}
