/* SPDX-License-Identifier: MIT */
/*
 * Reads the tags of a page as the parser will, in one pass without a tree, for
 * two ends: to know how many steps the parser will take, and to give it less to
 * read. html_open.c follows what the tags open and close.
 *
 * Steps.  The parser goes through its open elements, or through its list of
 * formatting elements, for each tag and each piece of text; that is added up,
 * with the square of a tag's attributes, which it compares with each other.
 * The number is an estimate from above, except for pages made to deceive it.
 *
 * The copy has all tags, in their order, but only those attributes that links,
 * text or the tree depend on; no comments, scripts and styles; and without text
 * wanted, one character for each piece of text.  Where the scan cannot know
 * what the parser will do, it goes blind: all is copied as it is, and all start
 * tags count as open.
 *
 * Where gumbo has faults (attributes that come twice, numbers of characters
 * that overflow, text after forms, end tags of unknown elements), the copy is
 * written so that they do no harm.
 */
#include "web/page/html_open.h"

#ifdef HAVE_GUMBO

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>

#define NAMES_MOST 32

static void
put(struct sp_html_state *s, const char *text, size_t length)
{
	memcpy(s->out, text, length);
	s->out += length;
}

static bool
is_reference_digit(char c, bool hexadecimal)
{
	return hexadecimal ? sp_hex_value(c) >= 0 : sp_is_digit(c);
}

/*
 * Copies text with character references.  Numbers that are too large become
 * another that is: in gumbo they overflow.
 */
static void
put_references(struct sp_html_state *s, const char *text, size_t length)
{
	const char *end = text + length, *at;

	while ((at = memmem(text, (size_t)(end - text), "&#", 2))) {
		const char *digits = at + 2;
		bool hexadecimal = digits < end &&
				   (*digits == 'x' || *digits == 'X');

		digits += hexadecimal;
		while (digits < end && *digits == '0')
			digits++;
		put(s, text, (size_t)(digits - text));
		text = digits;
		while (text < end && is_reference_digit(*text, hexadecimal))
			text++;
		if (hexadecimal && text - digits > 6)
			put(s, "110000", 6);
		else if (!hexadecimal && text - digits > 7)
			put(s, "1114112", 7);
		else
			put(s, digits, (size_t)(text - digits));
	}
	put(s, text, (size_t)(end - text));
}

/* ---- reading and copying tags ------------------------------------------- */

/* The attributes that the tree and its links depend on, and where. */
static const struct {
	const char *name;
	GumboTag tag; /* GUMBO_TAG_LAST: any */
} kept[] = {
	{ "href", GUMBO_TAG_LAST },
	{ "src", GUMBO_TAG_LAST },
	{ "rel", GUMBO_TAG_LAST },
	{ "type", GUMBO_TAG_INPUT },
	{ "name", GUMBO_TAG_META },
	{ "content", GUMBO_TAG_META },
	{ "http-equiv", GUMBO_TAG_META },
	{ "action", GUMBO_TAG_FORM },
	{ "formaction", GUMBO_TAG_LAST },
	{ "srcset", GUMBO_TAG_LAST },
	{ "longdesc", GUMBO_TAG_LAST },
	{ "data", GUMBO_TAG_OBJECT },
	{ "cite", GUMBO_TAG_LAST },
	{ "background", GUMBO_TAG_LAST },
	{ "poster", GUMBO_TAG_VIDEO },
};

#define KEPT (sizeof(kept) / sizeof(*kept))

static bool
is_kept(const struct sp_html_tag *tag, struct sp_span name)
{
	/* Formatting elements are compared by all their attributes. */
	if (tag->properties & SP_TAG_FORMATTING && tag->tag != GUMBO_TAG_A)
		return true;
	for (size_t i = 0; i < KEPT; i++)
		if ((kept[i].tag == tag->tag ||
		     kept[i].tag == GUMBO_TAG_LAST) &&
		    sp_is_word(name, kept[i].name))
			return true;
	return false;
}

/* Goes to the end of a value, which is behind "=" and blanks. */
static void
skip_value(struct sp_html_state *s)
{
	char quote = *s->at;

	if (quote == '"' || quote == '\'') {
		s->at++;
		s->at = memchr(s->at, quote, (size_t)(s->end - s->at));
		s->at = s->at ? s->at + 1 : s->end;
		return;
	}
	while (s->at < s->end && !sp_is_html_space(*s->at) && *s->at != '>')
		s->at++;
}

static void
html_scan_skip_blanks(struct sp_html_state *s)
{
	while (s->at < s->end && sp_is_html_space(*s->at))
		s->at++;
}

/* Goes past an attribute; returns its name, and all of it in *text. */
static struct sp_span
skip_attribute(struct sp_html_state *s, struct sp_span *text)
{
	const char *start = s->at, *end;
	struct sp_span name;

	/* A "=" in the first place belongs to the name. */
	s->at++;
	while (s->at < s->end && !sp_is_html_space(*s->at) && *s->at != '/' &&
	       *s->at != '>' && *s->at != '=')
		s->at++;
	name = (struct sp_span){ start, (size_t)(s->at - start) };
	end = s->at;
	html_scan_skip_blanks(s);
	if (s->at < s->end && *s->at == '=') {
		s->at++;
		html_scan_skip_blanks(s);
		if (s->at < s->end && *s->at != '>')
			skip_value(s);
		end = s->at;
	}
	*text = (struct sp_span){ start, (size_t)(end - start) };
	return name;
}

/* Names of a tag's attributes, as far as they are looked for again. */
struct names {
	struct sp_span names[NAMES_MOST];
	unsigned count;
};

/*
 * Whether the tag has an attribute of this name already: then the second does
 * not count, but the parser loses the value of the one behind it.
 */
static bool
is_second(struct names *names, struct sp_span name)
{
	for (unsigned i = 0; i < names->count; i++)
		if (names->names[i].length == name.length &&
		    !strncasecmp(names->names[i].text, name.text, name.length))
			return true;
	if (names->count < NAMES_MOST)
		names->names[names->count++] = name;
	return false;
}

/*
 * Goes to the end of a tag, and copies the attributes that are kept if copy is
 * set.  False if the page ends inside.
 */
static bool
skip_attributes(struct sp_html_state *s, struct sp_html_tag *tag, bool copy)
{
	struct names names;

	names.count = 0;
	for (;;) {
		struct sp_span name, text;
		bool slash = false;

		while (s->at < s->end &&
		       (sp_is_html_space(*s->at) || *s->at == '/'))
			slash = *s->at++ == '/';
		if (s->at == s->end)
			return false;
		if (*s->at == '>') {
			tag->closes_itself = slash;
			s->at++;
			return true;
		}
		name = skip_attribute(s, &text);
		if (copy && (!is_kept(tag, name) || is_second(&names, name)))
			continue;
		tag->attributes++;
		if (copy) {
			*s->out++ = ' ';
			put_references(s, text.text, text.length);
		}
	}
}

/* Reads the tag at s->at, and copies it.  False if the page ends inside. */
static bool
read_tag(struct sp_html_state *s, struct sp_html_tag *tag)
{
	const char *start = s->at;
	char *out = s->out;
	bool copy;

	*tag = (struct sp_html_tag){ .end = start[1] == '/' };
	s->at += 1 + tag->end;
	tag->name.text = s->at;
	while (s->at < s->end && !sp_is_html_space(*s->at) && *s->at != '/' &&
	       *s->at != '>')
		s->at++;
	tag->name.length = (size_t)(s->at - tag->name.text);
	tag->tag = gumbo_tagn_enum(tag->name.text, (unsigned)tag->name.length);
	tag->properties = sp_html_tag(tag->tag);
	copy = !s->blind && sp_html_space(s) == SP_IN_HTML &&
	       !(tag->properties & SP_TAG_FOREIGN);
	/* gumbo takes the last text of a form for the first behind it. */
	if (copy && tag->end && tag->tag == GUMBO_TAG_FORM)
		put(s, "<!>", 3);
	put(s, start, (size_t)(s->at - start));
	if (!skip_attributes(s, tag, copy && !tag->end)) {
		s->out = out;
		return false;
	}
	tag->text = (struct sp_span){ start, (size_t)(s->at - start) };
	if (copy && tag->end)
		tag->attributes = 0;
	if (copy) {
		*s->out++ = '>';
	} else {
		s->out = out;
		put_references(s, tag->text.text, tag->text.length);
	}
	s->joins = false;
	s->scan->steps += SP_HTML_STEPS * (s->scan->open_count +
				   s->scan->format_count + 1) +
			  tag->attributes * tag->attributes;
	return true;
}

/* ---- text --------------------------------------------------------------- */

/* Whether the content of an element are parts of a table only. */
static bool
is_in_table(const struct sp_html_open *element)
{
	return element->tag == GUMBO_TAG_TABLE ||
	       (element->properties & SP_TAG_TABLE &&
		!(element->properties & SP_TAG_MARKER));
}

/* Copies text, or a character of its kind if that is enough. */
static void
html_scan_copy_text(struct sp_html_state *s, const char *text, size_t length,
		    bool whole)
{
	size_t blanks = 0;
	uint64_t deep;

	if (!length)
		return;
	while (blanks < length && sp_is_html_space(text[blanks]))
		blanks++;
	/* Blanks between the parts of a table are no text. */
	if (sp_html_space(s) == SP_IN_HTML && !s->blind &&
	    (blanks < length || !sp_html_top(s) ||
	     !is_in_table(sp_html_top(s))))
		sp_html_reopen(s);
	deep = s->scan->format_count ?
		       s->scan->open_count + s->scan->format_count : 1;
	if (!whole) {
		/* "&#32;" is a blank, and NUL is nothing. */
		if (blanks == length || (text[blanks] && text[blanks] != '&')) {
			*s->out++ = blanks == length ? ' ' : 'x';
			s->scan->steps += deep;
			return;
		}
	}
	put_references(s, text, length);
	s->joins = s->joins || memchr(text, '<', length) ||
		   memchr(text, '&', length);
	s->scan->steps += deep * length;
}

/* Returns the "<" of the next tag, comment or their like, or the end. */
static const char *
find_markup(const struct sp_html_state *s)
{
	const char *at = s->at;

	for (;;) {
		at = memchr(at, '<', (size_t)(s->end - at));
		if (!at || s->end - at < 2)
			return s->end;
		if (sp_is_letter(at[1]) || at[1] == '!' || at[1] == '?' ||
		    (at[1] == '/' && s->end - at > 2))
			return at;
		at++;
	}
}

/* Returns the end tag of this name from at on, or the end of the page. */
static const char *
find_end_tag(const struct sp_html_state *s, const char *at, struct sp_span name)
{
	for (;; at++) {
		at = memchr(at, '<', (size_t)(s->end - at));
		if (!at || (size_t)(s->end - at) < name.length + 3)
			return s->end;
		if (at[1] == '/' &&
		    !strncasecmp(at + 2, name.text, name.length) &&
		    (sp_is_html_space(at[name.length + 2]) ||
		     at[name.length + 2] == '/' || at[name.length + 2] == '>'))
			return at;
	}
}

/* Whether <script> is at this place. */
static bool
is_script_tag(const struct sp_html_state *s, const char *at)
{
	size_t length = strlen("<script");

	return (size_t)(s->end - at) > length &&
	       !strncasecmp(at, "<script", length) &&
	       (sp_is_html_space(at[length]) || at[length] == '/' ||
		at[length] == '>');
}

/*
 * Returns the end tag of a script.  In "<!--", a <script> inside hides the
 * first end tag.
 */
static const char *
find_script_end(const struct sp_html_state *s, struct sp_span name)
{
	const char *at = s->at, *end = find_end_tag(s, at, name);
	bool comment = false, inside = false;

	for (; at < s->end; at++) {
		size_t left = (size_t)(s->end - at);

		if (at == end) {
			if (!inside)
				return end;
			inside = false;
			end = find_end_tag(s, at + 1, name);
		} else if (!comment && left > 3 && !memcmp(at, "<!--", 4)) {
			comment = true;
			/* Its dashes may be those of "-->". */
			at++;
		} else if (comment && left > 2 && !memcmp(at, "-->", 3)) {
			comment = inside = false;
		} else if (comment && !inside && *at == '<') {
			inside = is_script_tag(s, at);
		}
	}
	return s->end;
}

/* Goes past the content and the end tag of an element without tags. */
static void
skip_raw(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	const char *end = tag->tag == GUMBO_TAG_SCRIPT ?
				  find_script_end(s, tag->name) :
				  find_end_tag(s, s->at, tag->name);
	struct sp_html_tag end_tag;

	if (tag->tag == GUMBO_TAG_TITLE)
		put_references(s, s->at, (size_t)(end - s->at));
	else if (!(tag->properties & SP_TAG_SKIPPED) && s->text)
		put(s, s->at, (size_t)(end - s->at));
	s->scan->steps += (uint64_t)(end - s->at);
	s->at = end;
	if (end == s->end)
		return;
	if (!read_tag(s, &end_tag))
		s->at = s->end;
}

/* ---- comments ----------------------------------------------------------- */

/* Returns what is behind the comment at s->at. */
static const char *
find_comment_end(const struct sp_html_state *s)
{
	const char *at = s->at + 4, *end = s->end;

	if (at < end && *at == '>')
		return at + 1;
	if (end - at > 1 && !memcmp(at, "->", 2))
		return at + 2;
	for (; (at = memchr(at, '-', (size_t)(end - at))); at++) {
		if (end - at > 2 && !memcmp(at, "-->", 3))
			return at + 3;
		if (end - at > 3 && !memcmp(at, "--!>", 4))
			return at + 4;
	}
	return end;
}

static const char *
find_after(const struct sp_html_state *s, const char *what)
{
	const char *found = memmem(s->at, (size_t)(s->end - s->at), what,
				   strlen(what));

	return found ? found + strlen(what) : s->end;
}

/* Goes past a comment, document type or the like. */
static void
skip_declaration(struct sp_html_state *s)
{
	size_t left = (size_t)(s->end - s->at);
	const char *end;
	bool keep = false;

	if (left > 3 && !memcmp(s->at, "<!--", 4)) {
		end = find_comment_end(s);
	} else if (sp_html_space(s) != SP_IN_HTML && left > 8 &&
		   !memcmp(s->at, "<![CDATA[", 9)) {
		end = find_after(s, "]]>");
		keep = true;
	} else {
		end = find_after(s, ">");
		keep = left > 8 && !strncasecmp(s->at, "<!doctype", 9);
	}
	if (keep)
		put(s, s->at, (size_t)(end - s->at));
	else if (s->joins)
		put(s, "<!>", 3);
	s->scan->steps += (uint64_t)(end - s->at);
	s->at = end;
}

/* ---- the page ----------------------------------------------------------- */

/* Few tags are tags in <select>; of these, some end it. */
static void
leave_select(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	static const struct sp_html_tag select = { .tag = GUMBO_TAG_SELECT,
					   .properties = SP_TAG_SPECIAL };
	unsigned before = s->selects;

	if (!before || (tag->tag != GUMBO_TAG_INPUT &&
			tag->tag != GUMBO_TAG_TEXTAREA &&
			tag->tag != GUMBO_TAG_KEYGEN))
		return;
	sp_html_close(s, &select);
	if (s->selects == before)
		s->blind = true;
}

static void
read_start_tag(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	bool html = sp_html_space(s) == SP_IN_HTML;

	leave_select(s, tag);
	if (sp_html_is_doubtful(s, tag))
		s->blind = true;
	sp_html_open(s, tag);
	if (s->blind || !html)
		return;
	if (tag->tag == GUMBO_TAG_PLAINTEXT) {
		html_scan_copy_text(s, s->at, (size_t)(s->end - s->at),
				    s->text);
		s->at = s->end;
	} else if (tag->properties & SP_TAG_RAW) {
		skip_raw(s, tag);
	}
}

/*
 * gumbo takes the end tag of an element that it has no name for as that of the
 * last one that it has no name for.  So that it closes the right ones, the copy
 * has an end tag for each of them, or none.
 */
static void
copy_unknown_end(struct sp_html_state *s, const struct sp_html_tag *tag,
		 char *start)
{
	uint64_t at = s->scan->open_count, last = sp_html_reach(s);
	unsigned unknown = 0;

	for (; at > last; at--) {
		const struct sp_html_open *element = &s->scan->open[at - 1];

		unknown += element->tag == GUMBO_TAG_UNKNOWN;
		if (sp_html_is_same(element, tag)) {
			for (; unknown > 1; unknown--)
				put(s, "</x>", 4);
			return;
		}
		if (sp_html_stops(element, tag))
			break;
	}
	if (at > last || !last) {
		s->out = start;
		put(s, "<!>", 3);
	}
}

static void
read_markup(struct sp_html_state *s)
{
	char *start = s->out;
	struct sp_html_tag tag;
	bool is_tag = sp_is_letter(s->at[1]) ||
		      (s->at[1] == '/' && sp_is_letter(s->at[2]));

	if (!is_tag && s->blind) {
		put(s, s->at++, 1);
	} else if (!is_tag) {
		skip_declaration(s);
	} else if (!read_tag(s, &tag)) {
		s->at = s->end;
	} else if (!tag.end) {
		read_start_tag(s, &tag);
	} else if (!s->blind && !(tag.properties & SP_TAG_ROOT)) {
		if (tag.tag == GUMBO_TAG_UNKNOWN &&
		    sp_html_space(s) == SP_IN_HTML)
			copy_unknown_end(s, &tag, start);
		sp_html_close(s, &tag);
	}
}

bool
sp_html_scan(struct sp_html_scan *scan, struct sp_span page, bool text,
	     uint64_t most)
{
	struct sp_html_state s = {
		.scan = scan,
		.at = page.text,
		.end = page.text + page.length,
		.text = text,
	};

	scan->steps = 0;
	scan->open_count = 0;
	scan->format_count = 0;
	/* "<x>" at most becomes "<x></x>"; all else grows less. */
	if (!sp_grow(&scan->bytes, &scan->capacity,
		     3 * (uint64_t)page.length + 16))
		return false;
	s.out = scan->bytes;
	while (s.at < s.end && scan->steps <= most && !s.short_memory) {
		const char *markup = find_markup(&s);

		html_scan_copy_text(&s, s.at, (size_t)(markup - s.at),
				    text || s.blind);
		s.at = markup;
		if (s.at < s.end)
			read_markup(&s);
	}
	scan->page = (struct sp_span){ scan->bytes,
				       (size_t)(s.out - scan->bytes) };
	return !s.short_memory;
}

void
sp_html_scan_free(struct sp_html_scan *scan)
{
	free(scan->bytes);
	free(scan->open);
	free(scan->formats);
	*scan = (struct sp_html_scan){ 0 };
}

#endif
