/* SPDX-License-Identifier: MIT */
#include "page/html_scan.h"

#ifdef HAVE_GUMBO

#include "base/hash.h"
#include "base/memory.h"
#include "page/html_tags.h"

#include <stdlib.h>
#include <strings.h>

/* How deep an end tag looks for its start tag; real pages need a few steps. */
#define REACH 64

/* The parser gives up to close formatting around more blocks than this. */
#define BLOCKS_MOST 7

#define NAMES_MOST 32

/* Steps of the parser for a tag, an open element: scopes and their like. */
#define STEPS 8

enum space { HTML, SVG, MATHML };

struct sp_html_open {
	const char *name;
	uint32_t length;
	uint16_t tag, properties;
	uint8_t content;     /* the space of its content, as enum space */
	uint64_t format;    /* the formatting that it is, or NO_FORMAT */
};

/*
 * A formatting element, which is opened again in the next block if it was
 * closed with its own, or a marker, before which none is.
 */
struct sp_html_format {
	uint64_t hash; /* of its tag */
	const char *name;
	uint32_t length;
	uint16_t tag; /* GUMBO_TAG_LAST: a marker */
	bool open;
};

#define NO_FORMAT UINT64_MAX
#define EQUAL_MOST 3 /* of equal tags; another one displaces the first */

struct state {
	struct sp_html_scan *scan;
	const char *at, *end;
	char *out;
	bool text;
	bool joins;          /* "<" or "&" is in the text since the last tag */
	bool short_memory;
	/*
	 * What follows may be tags or text, or in elements that the scan knows
	 * nothing of: it is copied as it is, and all start tags count.
	 */
	bool blind;
	unsigned selects;    /* open <select>, in which few tags count */
	unsigned tables;     /* open <table>, without which no parts count */
	bool frameset;
};

/* A tag; text is all of it. */
struct tag {
	struct sp_span text, name;
	GumboTag tag;
	uint16_t properties;
	bool end, closes_itself;
	uint64_t attributes;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
is_word(struct sp_span text, const char *word)
{
	return text.length == strlen(word) &&
	       !strncasecmp(text.text, word, text.length);
}

static void
put(struct state *s, const char *text, size_t length)
{
	memcpy(s->out, text, length);
	s->out += length;
}

static bool
is_digit(char c, bool hexadecimal)
{
	if (c >= '0' && c <= '9')
		return true;
	return hexadecimal &&
	       ((c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'));
}

/*
 * Copies text with character references.  Numbers that are too large become
 * another that is: in gumbo they overflow.
 */
static void
put_references(struct state *s, const char *text, size_t length)
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
		while (text < end && is_digit(*text, hexadecimal))
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

/* ---- open elements ------------------------------------------------------ */

static struct sp_html_open *
top(const struct state *s)
{
	struct sp_html_scan *scan = s->scan;

	return scan->open_count ? &scan->open[scan->open_count - 1] : NULL;
}

static enum space
space(const struct state *s)
{
	return top(s) ? (enum space)top(s)->content : HTML;
}

/* Removes a formatting from the list; those behind it change their places. */
static void
forget(struct state *s, uint64_t format)
{
	struct sp_html_scan *scan = s->scan;

	memmove(&scan->formats[format], &scan->formats[format + 1],
		(size_t)(scan->format_count - format - 1) *
			sizeof(*scan->formats));
	scan->format_count--;
	for (uint64_t i = scan->open_count; i > 0; i--) {
		struct sp_html_open *element = &scan->open[i - 1];

		if (element->format == NO_FORMAT)
			continue;
		/* Those below are open for longer, and come first. */
		if (element->format < format)
			break;
		if (element->format == format)
			element->format = NO_FORMAT;
		else
			element->format--;
	}
}

static void
forget_to_marker(struct state *s)
{
	struct sp_html_scan *scan = s->scan;

	while (scan->format_count &&
	       scan->formats[--scan->format_count].tag != GUMBO_TAG_LAST)
		;
}

static void
pop(struct state *s)
{
	const struct sp_html_open *element = top(s);

	if (element->format != NO_FORMAT)
		s->scan->formats[element->format].open = false;
	if (element->properties & SP_TAG_MARKER)
		forget_to_marker(s);
	s->selects -= element->properties && element->tag == GUMBO_TAG_SELECT;
	s->tables -= element->properties && element->tag == GUMBO_TAG_TABLE;
	s->scan->open_count--;
}

static void
pop_to(struct state *s, uint64_t count)
{
	while (s->scan->open_count > count)
		pop(s);
}

static void
take_out(struct state *s, uint64_t at)
{
	struct sp_html_open *open = s->scan->open;

	memmove(&open[at], &open[at + 1],
		(size_t)(s->scan->open_count - at - 1) * sizeof(*open));
	s->scan->open_count--;
}

static bool
is_same(const struct sp_html_open *element, const struct tag *tag)
{
	if (element->properties & tag->properties & SP_TAG_HEADING)
		return true;
	if (element->tag != tag->tag)
		return false;
	return tag->tag != GUMBO_TAG_UNKNOWN ||
	       (element->length == tag->name.length &&
		!strncasecmp(element->name, tag->name.text, tag->name.length));
}

/* Whether this end tag, or the parser, looks no further than this element. */
static bool
stops(const struct sp_html_open *element, const struct tag *tag)
{
	unsigned is = element->properties, of = tag->properties;

	if (element->tag == GUMBO_TAG_SELECT ||
	    element->tag == GUMBO_TAG_TEMPLATE)
		return true;
	if (of & SP_TAG_TABLE || tag->tag == GUMBO_TAG_TABLE)
		return element->tag == GUMBO_TAG_TABLE;
	if (is & SP_TAG_SCOPE)
		return true;
	if (tag->tag == GUMBO_TAG_P)
		return element->tag == GUMBO_TAG_BUTTON;
	if (tag->tag == GUMBO_TAG_LI)
		return element->tag == GUMBO_TAG_OL ||
		       element->tag == GUMBO_TAG_UL;
	return !(of & SP_TAG_SPECIAL) && is & SP_TAG_SPECIAL;
}

/* The last formatting of this tag behind the last marker, or NO_FORMAT. */
static uint64_t
find_format(const struct state *s, const struct tag *tag)
{
	const struct sp_html_scan *scan = s->scan;

	for (uint64_t i = scan->format_count; i > 0; i--) {
		const struct sp_html_format *format = &scan->formats[i - 1];

		if (format->tag == GUMBO_TAG_LAST)
			break;
		if (format->tag == tag->tag)
			return i - 1;
	}
	return NO_FORMAT;
}

/*
 * Ends a formatting, as the adoption agency algorithm does: blocks that were
 * opened inside stay open.
 */
static void
close_format(struct state *s, uint64_t format)
{
	uint64_t at = s->scan->open_count, last = at > REACH ? at - REACH : 0;
	unsigned blocks = 0;

	if (!s->scan->formats[format].open) {
		forget(s, format);
		return;
	}
	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];

		if (element->format == format) {
			if (blocks > BLOCKS_MOST)
				return;
			forget(s, format);
			if (blocks)
				take_out(s, at);
			else
				pop_to(s, at);
			return;
		}
		if (element->properties & SP_TAG_SCOPE)
			return;
		blocks += (element->properties & SP_TAG_SPECIAL) != 0;
	}
}

/* Closes the element that the end tag is for. */
static void
close_element(struct state *s, const struct tag *tag)
{
	uint64_t at = s->scan->open_count, last = at > REACH ? at - REACH : 0;
	bool foreign = false;

	if (tag->properties & SP_TAG_FORMATTING && space(s) == HTML) {
		uint64_t format = find_format(s, tag);

		if (format != NO_FORMAT) {
			close_format(s, format);
			return;
		}
	}
	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];

		if (is_same(element, tag)) {
			if (tag->tag == GUMBO_TAG_FORM)
				take_out(s, at);
			else
				pop_to(s, at);
			return;
		}
		if (stops(element, tag))
			return;
		foreign |= element->content != HTML;
	}
	/* Which content is HTML is not known any more. */
	if (foreign)
		s->blind = true;
}

/*
 * Closes the element of one of two tags that the next start tag ends, if only
 * elements that do not hinder it were opened inside.
 */
static void
close_implied(struct state *s, GumboTag tag, GumboTag other)
{
	uint64_t at = s->scan->open_count, last = at > REACH ? at - REACH : 0;

	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];

		if (element->tag == tag || element->tag == other) {
			pop_to(s, at);
			return;
		}
		if (element->properties & SP_TAG_SPECIAL &&
		    element->tag != GUMBO_TAG_P)
			return;
	}
}

/* Closes the part of a table that the start tag of another ends. */
static void
close_part(struct state *s, const struct tag *tag)
{
	uint64_t at = s->scan->open_count, last = at > REACH ? at - REACH : 0;
	bool cell = tag->tag == GUMBO_TAG_TD || tag->tag == GUMBO_TAG_TH;
	uint64_t found = UINT64_MAX;

	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];
		GumboTag is = (GumboTag)element->tag;

		if (is == GUMBO_TAG_TABLE) {
			if (found != UINT64_MAX)
				pop_to(s, found);
			return;
		}
		if (stops(element, tag))
			return;
		if (is == GUMBO_TAG_TD || is == GUMBO_TAG_TH ||
		    is == GUMBO_TAG_CAPTION || is == GUMBO_TAG_COLGROUP ||
		    (!cell && is == GUMBO_TAG_TR) ||
		    (!cell && tag->tag != GUMBO_TAG_TR &&
		     element->properties & SP_TAG_TABLE))
			found = at;
	}
}

/* ---- start tags --------------------------------------------------------- */

/* What a start tag closes in HTML. */
static void
close_before(struct state *s, const struct tag *tag)
{
	uint64_t format;

	switch (tag->tag) {
	case GUMBO_TAG_A:
	case GUMBO_TAG_NOBR:
		format = find_format(s, tag);
		if (format != NO_FORMAT)
			close_format(s, format);
		break;
	case GUMBO_TAG_LI:
		close_implied(s, GUMBO_TAG_LI, GUMBO_TAG_LI);
		break;
	case GUMBO_TAG_DD:
	case GUMBO_TAG_DT:
		close_implied(s, GUMBO_TAG_DD, GUMBO_TAG_DT);
		break;
	case GUMBO_TAG_OPTION:
	case GUMBO_TAG_OPTGROUP:
		if (top(s) && top(s)->tag == GUMBO_TAG_OPTION)
			pop(s);
		break;
	default:
		if (tag->properties & SP_TAG_TABLE)
			close_part(s, tag);
		break;
	}
	if (tag->properties & SP_TAG_ENDS_P)
		close_implied(s, GUMBO_TAG_P, GUMBO_TAG_P);
	if (tag->properties & SP_TAG_HEADING && top(s) &&
	    top(s)->properties & SP_TAG_HEADING)
		pop(s);
}

/* Appends to the list of formatting; returns its place. */
static uint64_t
add_format(struct state *s, const struct tag *tag)
{
	struct sp_html_scan *scan = s->scan;
	uint64_t first = 0, hash = 0;
	unsigned equal = 0;

	if (tag) {
		hash = sp_hash(tag->text.text, tag->text.length);
		for (uint64_t i = scan->format_count; i > 0; i--) {
			if (scan->formats[i - 1].tag == GUMBO_TAG_LAST)
				break;
			if (scan->formats[i - 1].hash == hash) {
				first = i - 1;
				equal++;
			}
		}
		/* Attributes of each are compared with those of each. */
		scan->steps += (scan->format_count + 1) *
			       (tag->attributes * tag->attributes + 1);
	}
	if (equal >= EQUAL_MOST)
		forget(s, first);
	if (!sp_grow(&scan->formats, &scan->format_capacity,
		     scan->format_count + 1, sizeof(*scan->formats))) {
		s->short_memory = true;
		return NO_FORMAT;
	}
	scan->formats[scan->format_count] = (struct sp_html_format){
		.hash = hash,
		.name = tag ? tag->name.text : NULL,
		.length = tag ? (uint32_t)tag->name.length : 0,
		.tag = (uint16_t)(tag ? tag->tag : GUMBO_TAG_LAST),
		.open = true,
	};
	return scan->format_count++;
}

/* Opens the formatting again that was closed with a block. */
static void
reopen(struct state *s)
{
	struct sp_html_scan *scan = s->scan;
	uint64_t from = scan->format_count;

	while (from && scan->formats[from - 1].tag != GUMBO_TAG_LAST &&
	       !scan->formats[from - 1].open)
		from--;
	if (from == scan->format_count)
		return;
	scan->steps += (scan->format_count - from) * (scan->open_count + 1);
	if (!sp_grow(&scan->open, &scan->open_capacity,
		     scan->open_count + scan->format_count - from,
		     sizeof(*scan->open))) {
		s->short_memory = true;
		return;
	}
	for (; from < scan->format_count; from++) {
		struct sp_html_format *format = &scan->formats[from];

		format->open = true;
		scan->open[scan->open_count++] = (struct sp_html_open){
			.name = format->name,
			.length = format->length,
			.tag = format->tag,
			.properties = SP_TAG_FORMATTING,
			.content = HTML,
			.format = from,
		};
	}
}

/* Whether a start tag opens formatting again, as text does. */
static bool
is_phrase(const struct tag *tag)
{
	if (tag->properties & (SP_TAG_MARKER | SP_TAG_FORMATTING |
			       SP_TAG_VOID | SP_TAG_FOREIGN))
		return !(tag->properties & SP_TAG_TABLE);
	return !(tag->properties & SP_TAG_SPECIAL) ||
	       tag->tag == GUMBO_TAG_BUTTON || tag->tag == GUMBO_TAG_SELECT ||
	       tag->tag == GUMBO_TAG_XMP;
}

/* The space of an element's content. */
static enum space
content_of(enum space space, const struct tag *tag)
{
	switch (space) {
	case HTML:
		if (!(tag->properties & SP_TAG_FOREIGN))
			return HTML;
		return tag->tag == GUMBO_TAG_SVG ? SVG : MATHML;
	case SVG:
		return tag->tag == GUMBO_TAG_DESC ||
		       tag->tag == GUMBO_TAG_TITLE ||
		       tag->tag == GUMBO_TAG_FOREIGNOBJECT ? HTML : SVG;
	case MATHML:
		return tag->tag == GUMBO_TAG_MI || tag->tag == GUMBO_TAG_MO ||
		       tag->tag == GUMBO_TAG_MN || tag->tag == GUMBO_TAG_MS ||
		       tag->tag == GUMBO_TAG_MTEXT ? HTML : MATHML;
	}
	return HTML;
}

static void
push(struct state *s, const struct tag *tag)
{
	struct sp_html_scan *scan = s->scan;
	enum space around = space(s), content = content_of(around, tag);
	struct sp_html_open *element;

	if (!sp_grow(&scan->open, &scan->open_capacity, scan->open_count + 1,
		     sizeof(*scan->open))) {
		s->short_memory = true;
		return;
	}
	element = &scan->open[scan->open_count++];
	*element = (struct sp_html_open){
		.name = tag->name.text,
		.length = (uint32_t)tag->name.length,
		.tag = (uint16_t)tag->tag,
		.content = (uint8_t)content,
		.format = NO_FORMAT,
	};
	if (around == HTML)
		element->properties = tag->properties;
	else if (content == HTML)
		element->properties = SP_TAG_SPECIAL | SP_TAG_SCOPE;
	if (element->properties & SP_TAG_MARKER)
		add_format(s, NULL);
	if (element->properties & SP_TAG_FORMATTING) {
		uint64_t format = add_format(s, tag);

		scan->open[scan->open_count - 1].format = format;
	}
	s->selects += around == HTML && tag->tag == GUMBO_TAG_SELECT;
	s->tables += around == HTML && tag->tag == GUMBO_TAG_TABLE;
}

/* Start tags of HTML that end foreign content. */
static bool
breaks_out(const struct tag *tag)
{
	switch (tag->tag) {
	case GUMBO_TAG_B: case GUMBO_TAG_BIG: case GUMBO_TAG_BLOCKQUOTE:
	case GUMBO_TAG_BODY: case GUMBO_TAG_BR: case GUMBO_TAG_CENTER:
	case GUMBO_TAG_CODE: case GUMBO_TAG_DD: case GUMBO_TAG_DIV:
	case GUMBO_TAG_DL: case GUMBO_TAG_DT: case GUMBO_TAG_EM:
	case GUMBO_TAG_EMBED: case GUMBO_TAG_H1: case GUMBO_TAG_H2:
	case GUMBO_TAG_H3: case GUMBO_TAG_H4: case GUMBO_TAG_H5:
	case GUMBO_TAG_H6: case GUMBO_TAG_HEAD: case GUMBO_TAG_HR:
	case GUMBO_TAG_I: case GUMBO_TAG_IMG: case GUMBO_TAG_LI:
	case GUMBO_TAG_LISTING: case GUMBO_TAG_MENU: case GUMBO_TAG_META:
	case GUMBO_TAG_NOBR: case GUMBO_TAG_OL: case GUMBO_TAG_P:
	case GUMBO_TAG_PRE: case GUMBO_TAG_RUBY: case GUMBO_TAG_S:
	case GUMBO_TAG_SMALL: case GUMBO_TAG_SPAN: case GUMBO_TAG_STRIKE:
	case GUMBO_TAG_STRONG: case GUMBO_TAG_SUB: case GUMBO_TAG_SUP:
	case GUMBO_TAG_TABLE: case GUMBO_TAG_TT: case GUMBO_TAG_U:
	case GUMBO_TAG_UL: case GUMBO_TAG_VAR:
		return true;
	default:
		return false;
	}
}

/* Start tags of which it takes more to know what they do. */
static bool
is_doubtful(const struct state *s, const struct tag *tag)
{
	if (space(s) != HTML)
		return tag->tag == GUMBO_TAG_FONT ||
		       tag->tag == GUMBO_TAG_ANNOTATION_XML ||
		       tag->tag == GUMBO_TAG_MGLYPH ||
		       tag->tag == GUMBO_TAG_MALIGNMARK;
	if (!s->selects && !s->frameset)
		return false;
	return (tag->properties & SP_TAG_RAW &&
		tag->tag != GUMBO_TAG_SCRIPT &&
		(s->selects || tag->tag != GUMBO_TAG_NOFRAMES)) ||
	       tag->tag == GUMBO_TAG_PLAINTEXT ||
	       tag->properties & SP_TAG_FOREIGN;
}

static void
open_element(struct state *s, const struct tag *tag)
{
	if (s->blind) {
		push(s, tag);
		return;
	}
	if (space(s) != HTML && breaks_out(tag))
		while (space(s) != HTML)
			pop(s);
	if (space(s) != HTML) {
		if (!tag->closes_itself)
			push(s, tag);
		return;
	}
	if (tag->properties & SP_TAG_TABLE && !s->tables)
		return;
	close_before(s, tag);
	if (is_phrase(tag))
		reopen(s);
	if (tag->properties & SP_TAG_FOREIGN && tag->closes_itself)
		return;
	if (tag->tag == GUMBO_TAG_FRAMESET)
		s->frameset = true;
	if (!(tag->properties & (SP_TAG_VOID | SP_TAG_RAW | SP_TAG_ROOT)))
		push(s, tag);
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
is_kept(const struct tag *tag, struct sp_span name)
{
	/* Formatting elements are compared by all their attributes. */
	if (tag->properties & SP_TAG_FORMATTING && tag->tag != GUMBO_TAG_A)
		return true;
	for (size_t i = 0; i < KEPT; i++)
		if ((kept[i].tag == tag->tag ||
		     kept[i].tag == GUMBO_TAG_LAST) &&
		    is_word(name, kept[i].name))
			return true;
	return false;
}

/* Goes to the end of a value, which is behind "=" and blanks. */
static void
skip_value(struct state *s)
{
	char quote = *s->at;

	if (quote == '"' || quote == '\'') {
		s->at++;
		s->at = memchr(s->at, quote, (size_t)(s->end - s->at));
		s->at = s->at ? s->at + 1 : s->end;
		return;
	}
	while (s->at < s->end && !is_blank(*s->at) && *s->at != '>')
		s->at++;
}

static void
skip_blanks(struct state *s)
{
	while (s->at < s->end && is_blank(*s->at))
		s->at++;
}

/* Goes past an attribute; returns its name, and all of it in *text. */
static struct sp_span
skip_attribute(struct state *s, struct sp_span *text)
{
	const char *start = s->at, *end;
	struct sp_span name;

	/* A "=" in the first place belongs to the name. */
	s->at++;
	while (s->at < s->end && !is_blank(*s->at) && *s->at != '/' &&
	       *s->at != '>' && *s->at != '=')
		s->at++;
	name = (struct sp_span){ start, (size_t)(s->at - start) };
	end = s->at;
	skip_blanks(s);
	if (s->at < s->end && *s->at == '=') {
		s->at++;
		skip_blanks(s);
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
skip_attributes(struct state *s, struct tag *tag, bool copy)
{
	struct names names;

	names.count = 0;
	for (;;) {
		struct sp_span name, text;
		bool slash = false;

		while (s->at < s->end && (is_blank(*s->at) || *s->at == '/'))
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
read_tag(struct state *s, struct tag *tag)
{
	const char *start = s->at;
	char *out = s->out;
	bool copy;

	*tag = (struct tag){ .end = start[1] == '/' };
	s->at += 1 + tag->end;
	tag->name.text = s->at;
	while (s->at < s->end && !is_blank(*s->at) && *s->at != '/' &&
	       *s->at != '>')
		s->at++;
	tag->name.length = (size_t)(s->at - tag->name.text);
	tag->tag = gumbo_tagn_enum(tag->name.text, (unsigned)tag->name.length);
	tag->properties = sp_html_tag(tag->tag);
	copy = !s->blind && space(s) == HTML &&
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
	s->scan->steps += STEPS * (s->scan->open_count +
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
copy_text(struct state *s, const char *text, size_t length, bool whole)
{
	size_t blanks = 0;
	uint64_t deep;

	if (!length)
		return;
	while (blanks < length && is_blank(text[blanks]))
		blanks++;
	/* Blanks between the parts of a table are no text. */
	if (space(s) == HTML && !s->blind &&
	    (blanks < length || !top(s) || !is_in_table(top(s))))
		reopen(s);
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
find_markup(const struct state *s)
{
	const char *at = s->at;

	for (;;) {
		at = memchr(at, '<', (size_t)(s->end - at));
		if (!at || s->end - at < 2)
			return s->end;
		if (is_letter(at[1]) || at[1] == '!' || at[1] == '?' ||
		    (at[1] == '/' && s->end - at > 2))
			return at;
		at++;
	}
}

/* Returns the end tag of this name from at on, or the end of the page. */
static const char *
find_end_tag(const struct state *s, const char *at, struct sp_span name)
{
	for (;; at++) {
		at = memchr(at, '<', (size_t)(s->end - at));
		if (!at || (size_t)(s->end - at) < name.length + 3)
			return s->end;
		if (at[1] == '/' &&
		    !strncasecmp(at + 2, name.text, name.length) &&
		    (is_blank(at[name.length + 2]) ||
		     at[name.length + 2] == '/' || at[name.length + 2] == '>'))
			return at;
	}
}

/* Whether <script> is at this place. */
static bool
is_script_tag(const struct state *s, const char *at)
{
	size_t length = strlen("<script");

	return (size_t)(s->end - at) > length &&
	       !strncasecmp(at, "<script", length) &&
	       (is_blank(at[length]) || at[length] == '/' ||
		at[length] == '>');
}

/*
 * Returns the end tag of a script.  In "<!--", a <script> inside hides the
 * first end tag.
 */
static const char *
find_script_end(const struct state *s, struct sp_span name)
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
skip_raw(struct state *s, const struct tag *tag)
{
	const char *end = tag->tag == GUMBO_TAG_SCRIPT ?
				  find_script_end(s, tag->name) :
				  find_end_tag(s, s->at, tag->name);
	struct tag end_tag;

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
find_comment_end(const struct state *s)
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
find_after(const struct state *s, const char *what)
{
	const char *found = memmem(s->at, (size_t)(s->end - s->at), what,
				   strlen(what));

	return found ? found + strlen(what) : s->end;
}

/* Goes past a comment, document type or the like. */
static void
skip_declaration(struct state *s)
{
	size_t left = (size_t)(s->end - s->at);
	const char *end;
	bool keep = false;

	if (left > 3 && !memcmp(s->at, "<!--", 4)) {
		end = find_comment_end(s);
	} else if (space(s) != HTML && left > 8 &&
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
leave_select(struct state *s, const struct tag *tag)
{
	static const struct tag select = { .tag = GUMBO_TAG_SELECT,
					   .properties = SP_TAG_SPECIAL };
	unsigned before = s->selects;

	if (!before || (tag->tag != GUMBO_TAG_INPUT &&
			tag->tag != GUMBO_TAG_TEXTAREA &&
			tag->tag != GUMBO_TAG_KEYGEN))
		return;
	close_element(s, &select);
	if (s->selects == before)
		s->blind = true;
}

static void
read_start_tag(struct state *s, const struct tag *tag)
{
	bool html = space(s) == HTML;

	leave_select(s, tag);
	if (is_doubtful(s, tag))
		s->blind = true;
	open_element(s, tag);
	if (s->blind || !html)
		return;
	if (tag->tag == GUMBO_TAG_PLAINTEXT) {
		copy_text(s, s->at, (size_t)(s->end - s->at), s->text);
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
copy_unknown_end(struct state *s, const struct tag *tag, char *start)
{
	uint64_t at = s->scan->open_count, last = at > REACH ? at - REACH : 0;
	unsigned unknown = 0;

	for (; at > last; at--) {
		const struct sp_html_open *element = &s->scan->open[at - 1];

		unknown += element->tag == GUMBO_TAG_UNKNOWN;
		if (is_same(element, tag)) {
			for (; unknown > 1; unknown--)
				put(s, "</x>", 4);
			return;
		}
		if (stops(element, tag))
			break;
	}
	if (at > last || !last) {
		s->out = start;
		put(s, "<!>", 3);
	}
}

static void
read_markup(struct state *s)
{
	char *start = s->out;
	struct tag tag;
	bool is_tag = is_letter(s->at[1]) ||
		      (s->at[1] == '/' && is_letter(s->at[2]));

	if (!is_tag && s->blind) {
		put(s, s->at++, 1);
	} else if (!is_tag) {
		skip_declaration(s);
	} else if (!read_tag(s, &tag)) {
		s->at = s->end;
	} else if (!tag.end) {
		read_start_tag(s, &tag);
	} else if (!s->blind && !(tag.properties & SP_TAG_ROOT)) {
		if (tag.tag == GUMBO_TAG_UNKNOWN && space(s) == HTML)
			copy_unknown_end(s, &tag, start);
		close_element(s, &tag);
	}
}

bool
sp_html_scan(struct sp_html_scan *scan, struct sp_span page, bool text,
	     uint64_t most)
{
	struct state s = {
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
		     3 * (uint64_t)page.length + 16, 1))
		return false;
	s.out = scan->bytes;
	while (s.at < s.end && scan->steps <= most && !s.short_memory) {
		const char *markup = find_markup(&s);

		copy_text(&s, s.at, (size_t)(markup - s.at), text || s.blind);
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
