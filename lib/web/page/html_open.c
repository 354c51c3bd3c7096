/* SPDX-License-Identifier: MIT */
/*
 * Which elements of a page are open, as the parser has them.  This follows
 * "parsing HTML documents" of the HTML standard as far as the number of open
 * elements depends on it: what start tags close before they open, what end tags
 * close, scopes, the list of formatting elements with its markers, and the
 * adoption agency in a simple form, which leaves the blocks open that were
 * opened inside of formatting.
 *
 * It must not have fewer elements open than the parser, or the estimate of its
 * steps would be too low.  So where the standard closes something after
 * conditions that are not followed here, it stays open.  An end tag looks
 * through at most SP_HTML_REACH elements; the loops over all open elements or
 * formatting are counted as steps of the parser, which does the same, and the
 * scan stops when there are too many.
 *
 * Invariants: an open element that is formatting has its place in the list
 * (format), and the places ascend with the elements, as both are stacks;
 * html_open_forget() keeps that.
 */
#include "web/page/html_open.h"

#ifdef HAVE_GUMBO

#include "base/hash.h"
#include "base/memory.h"

#include <strings.h>

/* The parser gives up to close formatting around more blocks than this. */
#define BLOCKS_MOST 7

#define EQUAL_MOST 3 /* of equal tags; another one displaces the first */

struct sp_html_open *
sp_html_top(const struct sp_html_state *s)
{
	struct sp_html_scan *scan = s->scan;

	return scan->open_count ? &scan->open[scan->open_count - 1] : NULL;
}

enum sp_html_space
sp_html_space(const struct sp_html_state *s)
{
	return sp_html_top(s) ? (enum sp_html_space)sp_html_top(s)->content :
				SP_IN_HTML;
}

/* Removes a formatting from the list; those behind it change their places. */
static void
html_open_forget(struct sp_html_state *s, uint64_t format)
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
forget_to_marker(struct sp_html_state *s)
{
	struct sp_html_scan *scan = s->scan;

	while (scan->format_count &&
	       scan->formats[--scan->format_count].tag != GUMBO_TAG_LAST)
		;
}

/*
 * Everything that the element stood for ends with it: its formatting may be
 * opened again, a marker ends its section of the list, and <select> and <table>
 * are counted.
 */
static void
pop(struct sp_html_state *s)
{
	const struct sp_html_open *element = sp_html_top(s);

	if (element->format != NO_FORMAT)
		s->scan->formats[element->format].open = false;
	if (element->properties & SP_TAG_MARKER)
		forget_to_marker(s);
	s->selects -= element->properties && element->tag == GUMBO_TAG_SELECT;
	s->tables -= element->properties && element->tag == GUMBO_TAG_TABLE;
	s->scan->open_count--;
}

static void
pop_to(struct sp_html_state *s, uint64_t count)
{
	while (s->scan->open_count > count)
		pop(s);
}

/*
 * Elements above it stay open: the standard removes it from the middle of the
 * stack.
 */
static void
take_out(struct sp_html_state *s, uint64_t at)
{
	struct sp_html_open *open = s->scan->open;

	memmove(&open[at], &open[at + 1],
		(size_t)(s->scan->open_count - at - 1) * sizeof(*open));
	s->scan->open_count--;
}

bool
sp_html_is_same(const struct sp_html_open *element,
		const struct sp_html_tag *tag)
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
bool
sp_html_stops(const struct sp_html_open *element, const struct sp_html_tag *tag)
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

/* The last formatting of this tag after the last marker, or NO_FORMAT. */
static uint64_t
html_open_find_format(const struct sp_html_state *s,
		      const struct sp_html_tag *tag)
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
close_format(struct sp_html_state *s, uint64_t format)
{
	uint64_t at = s->scan->open_count, last = sp_html_reach(s);
	unsigned blocks = 0;

	if (!s->scan->formats[format].open) {
		html_open_forget(s, format);
		return;
	}
	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];

		if (element->format == format) {
			if (blocks > BLOCKS_MOST)
				return;
			html_open_forget(s, format);
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
void
sp_html_close(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	uint64_t at = s->scan->open_count, last = sp_html_reach(s);
	bool foreign = false;

	if (tag->properties & SP_TAG_FORMATTING &&
	    sp_html_space(s) == SP_IN_HTML) {
		uint64_t format = html_open_find_format(s, tag);

		if (format != NO_FORMAT) {
			close_format(s, format);
			return;
		}
	}
	while (at > last) {
		const struct sp_html_open *element = &s->scan->open[--at];

		if (sp_html_is_same(element, tag)) {
			if (tag->tag == GUMBO_TAG_FORM)
				take_out(s, at);
			else
				pop_to(s, at);
			return;
		}
		if (sp_html_stops(element, tag))
			return;
		foreign |= element->content != SP_IN_HTML;
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
close_implied(struct sp_html_state *s, GumboTag tag, GumboTag other)
{
	uint64_t at = s->scan->open_count, last = sp_html_reach(s);

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
close_part(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	uint64_t at = s->scan->open_count, last = sp_html_reach(s);
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
		if (sp_html_stops(element, tag))
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

/*
 * What a start tag closes in HTML, in the order of the standard: formatting of
 * its own kind, list items and cells, then a paragraph, then a heading.
 */
static void
close_before(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	uint64_t format;

	switch (tag->tag) {
	case GUMBO_TAG_A:
	case GUMBO_TAG_NOBR:
		format = html_open_find_format(s, tag);
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
		if (sp_html_top(s) && sp_html_top(s)->tag == GUMBO_TAG_OPTION)
			pop(s);
		break;
	default:
		if (tag->properties & SP_TAG_TABLE)
			close_part(s, tag);
		break;
	}
	if (tag->properties & SP_TAG_ENDS_P)
		close_implied(s, GUMBO_TAG_P, GUMBO_TAG_P);
	if (tag->properties & SP_TAG_HEADING && sp_html_top(s) &&
	    sp_html_top(s)->properties & SP_TAG_HEADING)
		pop(s);
}

/* Appends to the list of formatting; returns its place. */
static uint64_t
add_format(struct sp_html_state *s, const struct sp_html_tag *tag)
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
		html_open_forget(s, first);
	if (!sp_grow(&scan->formats, &scan->format_capacity,
		     scan->format_count + 1)) {
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
void
sp_html_reopen(struct sp_html_state *s)
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
		     scan->open_count + scan->format_count - from)) {
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
			.content = SP_IN_HTML,
			.format = from,
		};
	}
}

/* Whether a start tag opens formatting again, as text does. */
static bool
is_phrase(const struct sp_html_tag *tag)
{
	if (tag->properties & (SP_TAG_MARKER | SP_TAG_FORMATTING |
			       SP_TAG_VOID | SP_TAG_FOREIGN))
		return !(tag->properties & SP_TAG_TABLE);
	return !(tag->properties & SP_TAG_SPECIAL) ||
	       tag->tag == GUMBO_TAG_BUTTON || tag->tag == GUMBO_TAG_SELECT ||
	       tag->tag == GUMBO_TAG_XMP;
}

/* The space of an element's content. */
static enum sp_html_space
content_of(enum sp_html_space space, const struct sp_html_tag *tag)
{
	switch (space) {
	case SP_IN_HTML:
		if (!(tag->properties & SP_TAG_FOREIGN))
			return SP_IN_HTML;
		return tag->tag == GUMBO_TAG_SVG ? SP_IN_SVG : SP_IN_MATHML;
	case SP_IN_SVG:
		return tag->tag == GUMBO_TAG_DESC ||
		       tag->tag == GUMBO_TAG_TITLE ||
		       tag->tag == GUMBO_TAG_FOREIGNOBJECT ? SP_IN_HTML :
							     SP_IN_SVG;
	case SP_IN_MATHML:
		return tag->tag == GUMBO_TAG_MI || tag->tag == GUMBO_TAG_MO ||
		       tag->tag == GUMBO_TAG_MN || tag->tag == GUMBO_TAG_MS ||
		       tag->tag == GUMBO_TAG_MTEXT ? SP_IN_HTML : SP_IN_MATHML;
	}
	return SP_IN_HTML;
}

static void
html_open_push(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	struct sp_html_scan *scan = s->scan;
	enum sp_html_space around = sp_html_space(s);
	enum sp_html_space content = content_of(around, tag);
	struct sp_html_open *element;

	if (!sp_grow(&scan->open, &scan->open_capacity, scan->open_count + 1)) {
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
	if (around == SP_IN_HTML)
		element->properties = tag->properties;
	else if (content == SP_IN_HTML)
		element->properties = SP_TAG_SPECIAL | SP_TAG_SCOPE;
	if (element->properties & SP_TAG_MARKER)
		add_format(s, NULL);
	if (element->properties & SP_TAG_FORMATTING) {
		uint64_t format = add_format(s, tag);

		scan->open[scan->open_count - 1].format = format;
	}
	s->selects += around == SP_IN_HTML && tag->tag == GUMBO_TAG_SELECT;
	s->tables += around == SP_IN_HTML && tag->tag == GUMBO_TAG_TABLE;
}

/* Start tags of HTML that end foreign content. */
static bool
breaks_out(const struct sp_html_tag *tag)
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
bool
sp_html_is_doubtful(const struct sp_html_state *s,
		    const struct sp_html_tag *tag)
{
	if (sp_html_space(s) != SP_IN_HTML)
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

void
sp_html_open(struct sp_html_state *s, const struct sp_html_tag *tag)
{
	if (s->blind) {
		html_open_push(s, tag);
		return;
	}
	if (sp_html_space(s) != SP_IN_HTML && breaks_out(tag))
		while (sp_html_space(s) != SP_IN_HTML)
			pop(s);
	if (sp_html_space(s) != SP_IN_HTML) {
		if (!tag->closes_itself)
			html_open_push(s, tag);
		return;
	}
	if (tag->properties & SP_TAG_TABLE && !s->tables)
		return;
	close_before(s, tag);
	if (is_phrase(tag))
		sp_html_reopen(s);
	if (tag->properties & SP_TAG_FOREIGN && tag->closes_itself)
		return;
	if (tag->tag == GUMBO_TAG_FRAMESET)
		s->frameset = true;
	if (!(tag->properties & (SP_TAG_VOID | SP_TAG_RAW | SP_TAG_ROOT)))
		html_open_push(s, tag);
}

#endif
