/* SPDX-License-Identifier: MIT */
#include "web/page/charset.h"

#include "base/ascii.h"
#include "web/page/charset_table.h"
#include "web/page/utf8.h"

#include <strings.h>

const char *
sp_charset_of(struct sp_span label)
{
	const struct sp_charset_row *row = sp_charset_of_label(label);

	return row ? row->name : NULL;
}

const char *
sp_charset_iconv(const char *name)
{
	return sp_charset_of_name(name)->iconv;
}

/* ---- declarations ------------------------------------------------------- */

/* A place in a text. */
struct cursor {
	const char *at, *end;
};

static void
charset_skip_blanks(struct cursor *in)
{
	while (in->at < in->end && sp_is_html_space(*in->at))
		in->at++;
}

static bool
starts_with(const struct cursor *in, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(in->end - in->at) >= length &&
	       !strncasecmp(in->at, word, length);
}

static void
skip_past(struct cursor *in, char byte)
{
	const char *found = memchr(in->at, byte, (size_t)(in->end - in->at));

	in->at = found ? found + 1 : in->end;
}

/* The value after "=": quoted, or up to a blank or semicolon. */
static struct sp_span
declared_value(struct cursor in)
{
	struct sp_span value = SP_SPAN_ABSENT;
	char quote;

	if (in.at == in.end)
		return value;
	quote = *in.at;
	value.text = in.at;
	if (quote == '"' || quote == '\'') {
		const char *end;

		value.text = ++in.at;
		end = memchr(in.at, quote, (size_t)(in.end - in.at));
		if (!end)
			return (struct sp_span)SP_SPAN_ABSENT;
		value.length = (size_t)(end - in.at);
		return value;
	}
	while (in.at < in.end && !sp_is_html_space(*in.at) && *in.at != ';')
		in.at++;
	value.length = (size_t)(in.at - value.text);
	return value;
}

/*
 * The charset in a value like "text/html; charset=utf-8".
 * Source: WHATWG HTML, "extracting a character encoding from a meta element",
 * also for headers, where it forgives more than their own grammar.
 */
static const char *
of_content_type(struct sp_span type)
{
	struct cursor in = { type.text, type.text + type.length };

	if (!type.text)
		return NULL;
	for (; in.at < in.end; in.at++) {
		struct cursor after = in;

		if (!starts_with(&in, "charset"))
			continue;
		after.at += strlen("charset");
		charset_skip_blanks(&after);
		if (after.at == after.end || *after.at != '=')
			continue;
		after.at++;
		charset_skip_blanks(&after);
		return sp_charset_of(declared_value(after));
	}
	return NULL;
}

/* ---- <meta> ------------------------------------------------------------- */

struct attribute {
	struct sp_span name, value;
};

static bool
charset_is_named(const struct attribute *attribute, const char *name)
{
	return attribute->name.length == strlen(name) &&
	       !strncasecmp(attribute->name.text, name, strlen(name));
}

static void
charset_read_value(struct cursor *in, struct sp_span *value)
{
	char quote;

	in->at++;
	charset_skip_blanks(in);
	if (in->at == in->end)
		return;
	quote = *in->at;
	if (quote == '"' || quote == '\'') {
		const char *end;

		value->text = ++in->at;
		end = memchr(in->at, quote, (size_t)(in->end - in->at));
		value->length = (size_t)((end ? end : in->end) - in->at);
		in->at = end ? end + 1 : in->end;
		return;
	}
	value->text = in->at;
	while (in->at < in->end && !sp_is_html_space(*in->at) && *in->at != '>')
		in->at++;
	value->length = (size_t)(in->at - value->text);
}

/* Reads the next attribute; false at the end of the tag, or of the bytes. */
static bool
next_attribute(struct cursor *in, struct attribute *attribute)
{
	const char *start;

	while (in->at < in->end &&
	       (sp_is_html_space(*in->at) || *in->at == '/'))
		in->at++;
	if (in->at == in->end || *in->at == '>')
		return false;
	start = in->at++;
	while (in->at < in->end && !sp_is_html_space(*in->at) &&
	       !strchr("=/>", *in->at))
		in->at++;
	attribute->name = (struct sp_span){ start, (size_t)(in->at - start) };
	attribute->value = (struct sp_span){ in->at, 0 };
	start = in->at;
	charset_skip_blanks(in);
	if (in->at < in->end && *in->at == '=')
		charset_read_value(in, &attribute->value);
	else
		in->at = start;
	/* What the 1024 bytes cut off is not known. */
	return in->at < in->end;
}

/* The charset that a <meta> tag declares; in is behind "<meta". */
static const char *
of_meta(struct cursor *in)
{
	struct attribute attribute;
	const char *charset = NULL, *content = NULL;
	bool has_charset = false, pragma = false;

	while (next_attribute(in, &attribute)) {
		if (charset_is_named(&attribute, "charset") && !has_charset) {
			charset = sp_charset_of(attribute.value);
			has_charset = true;
		} else if (charset_is_named(&attribute, "content") &&
			   !content) {
			content = of_content_type(attribute.value);
		} else if (charset_is_named(&attribute, "http-equiv")) {
			attribute.name = attribute.value;
			pragma = pragma ||
				 charset_is_named(&attribute, "content-type");
		}
	}
	if (!has_charset && pragma)
		charset = content;
	if (!charset)
		return NULL;
	if (!strncmp(charset, "UTF-16", strlen("UTF-16")))
		return "UTF-8";
	if (!strcmp(charset, "x-user-defined"))
		return "windows-1252";
	return charset;
}

static void
skip_tag(struct cursor *in)
{
	struct attribute attribute;

	while (in->at < in->end && !sp_is_html_space(*in->at) && *in->at != '>')
		in->at++;
	while (next_attribute(in, &attribute))
		;
}

static void
skip_comment(struct cursor *in)
{
	const char *at = in->at + strlen("<!");

	/* The dashes of "<!-->" end the comment that they begin. */
	while (in->end - at >= 3 && memcmp(at, "-->", 3))
		at++;
	in->at = in->end - at >= 3 ? at + 2 : in->end;
}

/* Source: WHATWG HTML, "prescan a byte stream to determine its encoding". */
static const char *
prescan(struct cursor in)
{
	const char *charset;

	for (; in.at < in.end; in.at++) {
		char next = in.end - in.at > 1 ? in.at[1] : '\0';
		char third = in.end - in.at > 2 ? in.at[2] : '\0';

		if (*in.at != '<')
			continue;
		if (starts_with(&in, "<!--")) {
			skip_comment(&in);
		} else if (starts_with(&in, "<meta") && in.end - in.at > 5 &&
			   (sp_is_html_space(in.at[5]) || in.at[5] == '/')) {
			in.at += 5;
			charset = of_meta(&in);
			if (charset)
				return charset;
		} else if (sp_is_letter(next) ||
			   (next == '/' && sp_is_letter(third))) {
			skip_tag(&in);
		} else if (next == '!' || next == '/' || next == '?') {
			skip_past(&in, '>');
			in.at--;
		}
		if (in.at == in.end)
			break;
	}
	return NULL;
}

/* The encoding of <?xml ... encoding="..."?>. */
static const char *
of_xml(struct cursor in)
{
	const char *charset;
	struct cursor word;

	if (!starts_with(&in, "<?xml"))
		return NULL;
	word = in;
	skip_past(&word, '>');
	in.end = word.at;
	for (; in.at < in.end; in.at++) {
		word = in;
		if (!starts_with(&word, "encoding"))
			continue;
		word.at += strlen("encoding");
		charset_skip_blanks(&word);
		if (word.at == word.end || *word.at != '=')
			continue;
		word.at++;
		charset_skip_blanks(&word);
		if (word.at == word.end ||
		    (*word.at != '"' && *word.at != '\''))
			return NULL;
		charset = sp_charset_of(declared_value(word));
		if (charset && !strncmp(charset, "UTF-16", strlen("UTF-16")))
			return "UTF-8";
		return charset;
	}
	return NULL;
}

const char *
sp_charset_find(struct sp_span content_type, struct sp_span page)
{
	struct cursor in = { page.text, page.text + page.length };
	const char *charset;

	if (page.length >= 3 && !memcmp(page.text, "\xEF\xBB\xBF", 3))
		return "UTF-8";
	if (page.length >= 2 && !memcmp(page.text, "\xFE\xFF", 2))
		return "UTF-16BE";
	if (page.length >= 2 && !memcmp(page.text, "\xFF\xFE", 2))
		return "UTF-16LE";
	charset = of_content_type(content_type);
	if (charset)
		return charset;
	if (page.length >= 6 && !memcmp(page.text, "<\0?\0x", 6))
		return "UTF-16LE";
	if (page.length >= 6 && !memcmp(page.text, "\0<\0?\0x", 6))
		return "UTF-16BE";
	if (page.length > SP_CHARSET_PRESCAN)
		in.end = in.at + SP_CHARSET_PRESCAN;
	charset = prescan(in);
	if (!charset)
		charset = of_xml(in);
	if (charset)
		return charset;
	return sp_utf8_valid(page) == page.length ? "UTF-8" : "windows-1252";
}
