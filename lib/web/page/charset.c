/* SPDX-License-Identifier: MIT */
/*
 * Which charset a page has, as browsers find it: by a byte-order mark, the
 * header, a prescan of the first 1024 bytes, an XML declaration; and where they
 * would guess by the user's language, by whether the bytes are UTF-8.
 *
 * The prescan is an algorithm of its own in the HTML standard, and not the
 * parser: it knows comments, tags and attributes and nothing else.  What it
 * finds must be what browsers find, even where a page is wrong, so it follows
 * the standard's steps; a better parser would find other charsets.
 *
 * Nothing is copied: a span is what is left of the bytes.  The prescan reads at
 * most 1024 bytes, from one "<" to the next; the last step reads the page up to
 * the first byte that is not UTF-8.
 */
#include "web/page/charset.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "web/page/charset_table.h"

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

static void
charset_skip_blanks(struct sp_span *in)
{
	while (in->length && sp_is_html_space(*in->text))
		sp_span_cut(in, 1);
}

/* Goes past "=" and the blanks around it; false: there is none. */
static bool
charset_take_equals(struct sp_span *in)
{
	charset_skip_blanks(in);
	if (!sp_span_take(in, SP_SPAN("=")))
		return false;
	charset_skip_blanks(in);
	return true;
}

/* Goes past the first word that "=" follows, and past that. */
static bool
find_value_of(struct sp_span *in, const char *word)
{
	for (; in->length; sp_span_cut(in, 1)) {
		struct sp_span after = *in;

		if (!sp_begins_word(after, word))
			continue;
		sp_span_cut(&after, strlen(word));
		if (charset_take_equals(&after)) {
			*in = after;
			return true;
		}
	}
	return false;
}

/*
 * Takes a value, which is in quotes or ends at a blank or stop.  *closed is
 * false if the second quote is missing.
 */
static struct sp_span
take_value(struct sp_span *in, char stop, bool *closed)
{
	char quote = in->length ? *in->text : '\0';
	size_t length = 0;

	*closed = true;
	if (quote == '"' || quote == '\'') {
		sp_span_cut(in, 1);
		*closed = sp_span_before(*in, quote) < in->length;
		return sp_span_cut_at(in, quote);
	}
	while (length < in->length && !sp_is_html_space(in->text[length]) &&
	       in->text[length] != stop)
		length++;
	return sp_span_cut(in, length);
}

static const char *
declared_charset(struct sp_span in)
{
	bool closed;
	struct sp_span value = take_value(&in, ';', &closed);

	return closed ? sp_charset_of(value) : NULL;
}

/*
 * The charset in a value like "text/html; charset=utf-8".
 * Source: WHATWG HTML, "extracting a character encoding from a meta element",
 * also for headers, where it forgives more than their own grammar.
 */
static const char *
of_content_type(struct sp_span type)
{
	return find_value_of(&type, "charset") ? declared_charset(type) : NULL;
}

/* A tag that could be read is not in UTF-16, whatever it says. */
static const char *
unless_utf16(const char *charset)
{
	return charset && !strncmp(charset, "UTF-16", strlen("UTF-16")) ?
		       "UTF-8" : charset;
}

/* ---- <meta> ------------------------------------------------------------- */

struct attribute {
	struct sp_span name, value;
};

/*
 * Reads the next attribute; false at the end of the tag, or of the bytes.  The
 * first byte belongs to the name whatever it is, even "=".
 */
static bool
next_attribute(struct sp_span *in, struct attribute *attribute)
{
	struct sp_span after;
	size_t length = 1;
	bool closed;

	while (in->length && (sp_is_html_space(*in->text) || *in->text == '/'))
		sp_span_cut(in, 1);
	if (!in->length || *in->text == '>')
		return false;
	while (length < in->length && !sp_is_html_space(in->text[length]) &&
	       !strchr("=/>", in->text[length]))
		length++;
	attribute->name = sp_span_cut(in, length);
	attribute->value = (struct sp_span){ in->text, 0 };
	after = *in;
	if (charset_take_equals(&after)) {
		attribute->value = take_value(&after, '>', &closed);
		*in = after;
	}
	/* What the 1024 bytes cut off is not known. */
	return in->length;
}

/*
 * The charset that a <meta> tag declares; in is behind "<meta". charset= counts
 * by itself, content= only if http-equiv, which may come after it, says that it
 * is a content type.
 */
static const char *
of_meta(struct sp_span *in)
{
	struct attribute attribute;
	const char *charset = NULL, *content = NULL;
	bool has_charset = false, pragma = false;

	while (next_attribute(in, &attribute)) {
		if (sp_is_word(attribute.name, "charset") && !has_charset) {
			charset = sp_charset_of(attribute.value);
			has_charset = true;
		} else if (sp_is_word(attribute.name, "content") && !content) {
			content = of_content_type(attribute.value);
		} else if (sp_is_word(attribute.name, "http-equiv")) {
			pragma |= sp_is_word(attribute.value, "content-type");
		}
	}
	if (!has_charset && pragma)
		charset = content;
	if (charset && !strcmp(charset, "x-user-defined"))
		return "windows-1252";
	return unless_utf16(charset);
}

static void
skip_tag(struct sp_span *in)
{
	struct attribute attribute;

	while (in->length && !sp_is_html_space(*in->text) && *in->text != '>')
		sp_span_cut(in, 1);
	while (next_attribute(in, &attribute))
		continue;
}

/* Goes to the last byte of a comment. */
static void
skip_comment(struct sp_span *in)
{
	const char *end;

	/* The dashes of "<!-->" end the comment that they begin. */
	sp_span_cut(in, strlen("<!"));
	end = memmem(in->text, in->length, "-->", 3);
	sp_span_cut(in, end ? (size_t)(end + 2 - in->text) : in->length);
}

/*
 * Source: WHATWG HTML, "prescan a byte stream to determine its encoding".  Each
 * branch stops at the last byte of what it went past, which is cut off then.
 */
static const char *
prescan(struct sp_span in)
{
	for (;;) {
		const char *charset;
		char next, third;

		sp_span_cut(&in, sp_span_before(in, '<'));
		if (!in.length)
			return NULL;
		next = in.length > 1 ? in.text[1] : '\0';
		third = in.length > 2 ? in.text[2] : '\0';
		if (sp_span_begins(in, SP_SPAN("<!--"))) {
			skip_comment(&in);
		} else if (sp_begins_word(in, "<meta") && in.length > 5 &&
			   (sp_is_html_space(in.text[5]) ||
			    in.text[5] == '/')) {
			sp_span_cut(&in, strlen("<meta"));
			charset = of_meta(&in);
			if (charset)
				return charset;
		} else if (sp_is_letter(next) ||
			   (next == '/' && sp_is_letter(third))) {
			skip_tag(&in);
		} else if (next == '!' || next == '/' || next == '?') {
			sp_span_cut(&in, sp_span_before(in, '>'));
		}
		if (in.length)
			sp_span_cut(&in, 1);
	}
}

/* The encoding of <?xml ... encoding="..."?>. */
static const char *
of_xml(struct sp_span in)
{
	if (!sp_begins_word(in, "<?xml"))
		return NULL;
	in.length = sp_span_before(in, '>');
	if (!find_value_of(&in, "encoding") || !in.length ||
	    (*in.text != '"' && *in.text != '\''))
		return NULL;
	return unless_utf16(declared_charset(in));
}

/*
 * The order is that of charset.h.  "<", NUL, "?", NUL, "x" begins an XML
 * declaration in UTF-16 without a mark.
 */
const char *
sp_charset_find(struct sp_span content_type, struct sp_span page)
{
	struct sp_span start = page;
	const char *charset;

	if (sp_span_begins(page, SP_SPAN("\xEF\xBB\xBF")))
		return "UTF-8";
	if (sp_span_begins(page, SP_SPAN("\xFE\xFF")))
		return "UTF-16BE";
	if (sp_span_begins(page, SP_SPAN("\xFF\xFE")))
		return "UTF-16LE";
	charset = of_content_type(content_type);
	if (charset)
		return charset;
	if (sp_span_begins(page, SP_SPAN("<\0?\0x\0")))
		return "UTF-16LE";
	if (sp_span_begins(page, SP_SPAN("\0<\0?\0x")))
		return "UTF-16BE";
	if (page.length > SP_CHARSET_PRESCAN)
		start.length = SP_CHARSET_PRESCAN;
	charset = prescan(start);
	if (!charset)
		charset = of_xml(start);
	if (charset)
		return charset;
	return sp_utf8_valid(page) == page.length ? "UTF-8" : "windows-1252";
}
