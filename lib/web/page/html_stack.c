/* SPDX-License-Identifier: MIT */
/*
 * The standard asks of the stack of open elements, again and again, whether an
 * element is "in scope": is there one of this tag above all elements of some
 * set?  Looked for from the top, that takes time for each open element, and
 * pages that nest deeply take the square of their size.
 *
 * So each open element knows the nearest one below, or itself, that is in each
 * of these sets, and the nearest below in its own bucket, which is all elements
 * of one tag.  The last element of each bucket is in last[].  An element is in
 * scope if the last one of its tag is not below the boundary that the top
 * knows: two loads and a comparison.
 *
 * Elements are taken out of the middle of the stack only as forms and by the
 * adoption agency (html_formats.c).  They stay as SP_OPEN_GONE, with their
 * links to others; a search that meets one follows these links and is shorter
 * the next time.  They are dropped when they are at the top.
 *
 * The text of a link is in its element.  When that is closed, it may be opened
 * again, as formatting: the anchor is loose until then.  It ends if any visible
 * text comes before.
 */
#include "web/page/html_stack.h"

#include "base/memory.h"
#include "web/page/html_formats.h"

/* Elements of unknown names that are looked at for one end tag. */
#define UNKNOWN_MOST 64

static uint32_t
bucket_of(unsigned tag, unsigned space, uint32_t hash)
{
	if (space != SP_IN_HTML)
		return SP_EL_MARKER + 1 + SP_HTML_SHARED +
		       hash % SP_HTML_SHARED;
	if (tag == SP_EL_UNKNOWN)
		return SP_EL_MARKER + 1 + hash % SP_HTML_SHARED;
	return tag;
}

/* ---- what is open ------------------------------------------------------- */

static uint32_t
last_in(struct sp_html *html, uint32_t bucket)
{
	uint32_t place = html->last[bucket];

	while (place && html->open[place].bits & SP_OPEN_GONE)
		place = html->open[place].same;
	html->last[bucket] = place;
	return place;
}

uint32_t
sp_html_last(struct sp_html *html, enum sp_html_element tag)
{
	return html->last[tag] ? last_in(html, tag) : 0;
}

uint32_t
sp_html_special(struct sp_html *html, uint32_t place)
{
	place = html->open[place].special;
	while (html->open[place].bits & SP_OPEN_GONE)
		place = html->open[place].special;
	return place;
}

uint32_t
sp_html_strict(struct sp_html *html)
{
	uint32_t place = sp_html_top(html)->strict;

	while (html->open[place].bits & SP_OPEN_GONE)
		place = html->open[place].strict;
	return place;
}

static uint32_t
above(uint32_t place, uint32_t boundary)
{
	return place >= boundary ? place : 0;
}

uint32_t
sp_html_in_scope(struct sp_html *html, enum sp_html_element tag)
{
	return above(sp_html_last(html, tag), sp_html_top(html)->scope);
}

uint32_t
sp_html_in_button_scope(struct sp_html *html, enum sp_html_element tag)
{
	return above(sp_html_in_scope(html, tag),
		     sp_html_last(html, SP_EL_BUTTON));
}

uint32_t
sp_html_in_list_scope(struct sp_html *html, enum sp_html_element tag)
{
	return above(above(sp_html_in_scope(html, tag),
			   sp_html_last(html, SP_EL_OL)),
		     sp_html_last(html, SP_EL_UL));
}

uint32_t
sp_html_in_table_scope(struct sp_html *html, enum sp_html_element tag)
{
	return above(above(sp_html_last(html, tag),
			   sp_html_last(html, SP_EL_TABLE)),
		     sp_html_last(html, SP_EL_TEMPLATE));
}

/* Down a shared bucket, in which are elements of several names. */
static uint32_t
named(struct sp_html *html, uint32_t bucket, uint32_t floor)
{
	const struct sp_html_tag *tag = &html->tag;
	uint32_t place = last_in(html, bucket);

	for (unsigned i = 0; place > floor && i < UNKNOWN_MOST; i++) {
		const struct sp_html_open *open = &html->open[place];

		if (open->tag == tag->id && open->hash == tag->hash &&
		    !(open->bits & SP_OPEN_GONE))
			return place;
		place = open->same;
	}
	return 0;
}

uint32_t
sp_html_plain(struct sp_html *html)
{
	uint32_t special = sp_html_special(html, sp_html_top_place(html));

	if (html->tag.id == SP_EL_UNKNOWN)
		return named(html, bucket_of(SP_EL_UNKNOWN, SP_IN_HTML,
					     html->tag.hash), special);
	return above(sp_html_last(html, (enum sp_html_element)html->tag.id),
		     special);
}

/*
 * The nearest of the space HTML.  Each that was passed leads there at once from
 * now on: otherwise every end tag would go the same long way.
 */
static uint32_t
last_html(struct sp_html *html)
{
	uint32_t first = sp_html_top(html)->html, place = first;

	while (html->open[place].bits & SP_OPEN_GONE)
		place = html->open[place].html;
	while (first != place) {
		uint32_t next = html->open[first].html;

		html->open[first].html = place;
		first = next;
	}
	return place;
}

uint32_t
sp_html_foreign(struct sp_html *html)
{
	return named(html, bucket_of(html->tag.id, SP_IN_SVG, html->tag.hash),
		     last_html(html));
}

/* ---- opening and closing ------------------------------------------------ */

/* Bits of the element that follow from its tag and those around it. */
static unsigned
bits_of(unsigned tag, unsigned space, unsigned around)
{
	unsigned is = sp_html_properties(tag);
	unsigned bits = around & (SP_OPEN_HIDDEN | SP_OPEN_TEMPLATE);

	if (is & SP_IS_HIDDEN)
		bits |= SP_OPEN_HIDDEN;
	if (tag == SP_EL_TEMPLATE && space == SP_IN_HTML)
		bits |= SP_OPEN_TEMPLATE;
	if (is & SP_IS_BLOCK && !(bits & SP_OPEN_TEMPLATE))
		bits |= SP_OPEN_BLOCK;
	if (space == SP_IN_SVG && is & SP_IS_SVGPOINT)
		bits |= SP_OPEN_HTML;
	if (space == SP_IN_MATHML && is & SP_IS_MATHPOINT &&
	    tag != SP_EL_ANNOTATION_XML)
		bits |= SP_OPEN_TEXT;
	return bits;
}

/* Its properties of SP_IS_SPECIAL and so on, in its space. */
static unsigned
sets_of(unsigned tag, unsigned space)
{
	unsigned is = sp_html_properties(tag);

	if (space == SP_IN_HTML)
		return is;
	if (is & (space == SP_IN_SVG ? SP_IS_SVGPOINT : SP_IS_MATHPOINT))
		return SP_IS_SPECIAL | SP_IS_SCOPE;
	return 0;
}

void
sp_html_push(struct sp_html *html, unsigned tag, unsigned space, uint32_t hash,
	     unsigned bits, uint32_t anchor)
{
	uint32_t place = (uint32_t)html->open_count;
	uint32_t bucket = bucket_of(tag, space, hash);
	unsigned sets = sets_of(tag, space);
	struct sp_html_open *open;

	if (place == html->open_capacity &&
	    !sp_grow(&html->open, &html->open_capacity, place + 1)) {
		html->short_memory = true;
		return;
	}
	html->open_count++;
	open = &html->open[place];
	open->tag = (uint16_t)tag;
	open->space = (uint8_t)space;
	open->bits = (uint8_t)(bits | bits_of(tag, space,
					      place ? open[-1].bits : 0));
	open->same = html->last[bucket];
	open->scope = sets & SP_IS_SCOPE || !place ? place : open[-1].scope;
	open->special = sets & SP_IS_SPECIAL || !place ? place :
			sp_html_special(html, place - 1);
	open->strict = (sets & (SP_IS_SPECIAL | SP_IS_LIGHT)) ==
			SP_IS_SPECIAL || !place ? place : open[-1].strict;
	open->html = space == SP_IN_HTML || !place ? place : open[-1].html;
	open->hash = hash;
	open->anchor = anchor;
	html->last[bucket] = place;
}

static void
unlink_last(struct sp_html *html, uint32_t place)
{
	const struct sp_html_open *open = &html->open[place];
	uint32_t *last = &html->last[bucket_of(open->tag, open->space,
					       open->hash)];

	if (*last == place)
		*last = open->same;
}

void
sp_html_pop(struct sp_html *html)
{
	struct sp_html_open *open;

	do {
		open = sp_html_top(html);
		unlink_last(html, sp_html_top_place(html));
		html->open_count--;
		if (open->bits & SP_OPEN_BLOCK)
			sp_html_text_break(&html->text);
		if (open->bits & SP_OPEN_FORMAT)
			sp_html_formats_popped(html, open);
		else if (open->anchor)
			sp_html_anchor_end(html, open->anchor);
	} while (sp_html_top(html)->bits & SP_OPEN_GONE);
}

void
sp_html_imply(struct sp_html *html, enum sp_html_element except)
{
	const struct sp_html_open *top = sp_html_top(html);

	while (sp_html_properties(top->tag) & SP_IS_IMPLIED &&
	       top->space == SP_IN_HTML && top->tag != except) {
		sp_html_pop(html);
		top = sp_html_top(html);
	}
}

void
sp_html_take_out(struct sp_html *html, uint32_t place)
{
	struct sp_html_open *open = &html->open[place];

	if (place == sp_html_top_place(html)) {
		sp_html_pop(html);
		return;
	}
	unlink_last(html, place);
	open->bits |= SP_OPEN_GONE;
	open->special = sp_html_special(html, place - 1);
	open->html = open[-1].html;
	if (open->strict == place)
		open->strict = open[-1].strict;
}

void
sp_html_strip(struct sp_html *html, uint32_t place)
{
	while (html->open_count > place) {
		const struct sp_html_open *open = sp_html_top(html);

		unlink_last(html, sp_html_top_place(html));
		html->open_count--;
		if (html->run_count && open->bits & SP_OPEN_FORMAT &&
		    html->runs[html->run_count - 1] == html->open_count)
			html->run_count--;
	}
}

/* ---- texts of links ----------------------------------------------------- */

uint32_t
sp_html_anchor(struct sp_html *html)
{
	uint64_t count = html->anchor_count ? html->anchor_count : 1;

	if (!html->options.text || !html->links.count)
		return 0;
	if (!sp_grow(&html->anchors, &html->anchor_capacity, count + 1)) {
		html->short_memory = true;
		return 0;
	}
	html->anchors[count] = (struct sp_html_anchor){
		.link = html->links.count - 1,
		.state = SP_ANCHOR_OPEN,
	};
	html->anchor_count = count + 1;
	return (uint32_t)count;
}

void
sp_html_anchor_loosen(struct sp_html *html, uint32_t anchor)
{
	if (html->anchors[anchor].state != SP_ANCHOR_OPEN)
		return;
	if (!sp_grow(&html->loose, &html->loose_capacity,
		     html->loose_count + 1)) {
		html->short_memory = true;
		return;
	}
	html->anchors[anchor].state = SP_ANCHOR_LOOSE;
	html->loose[html->loose_count++] = anchor;
}

/*
 * The blank before the link's first character was written after the link began.
 */
static void
end_at(struct sp_html *html, struct sp_html_anchor *anchor, uint64_t end)
{
	struct sp_html_link *link;

	if (anchor->state == SP_ANCHOR_ENDED ||
	    anchor->link >= html->links.count)
		return;
	anchor->state = SP_ANCHOR_ENDED;
	link = &html->links.items[anchor->link];
	link->text_end = end;
	if (link->text_start < end &&
	    (html->text.bytes[link->text_start] == ' ' ||
	     html->text.bytes[link->text_start] == '\n'))
		link->text_start++;
}

void
sp_html_anchor_end(struct sp_html *html, uint32_t anchor)
{
	if (anchor)
		end_at(html, &html->anchors[anchor], html->text.length);
}

void
sp_html_anchors_pass(struct sp_html *html, uint64_t before)
{
	while (html->loose_count) {
		struct sp_html_anchor *anchor =
			&html->anchors[html->loose[--html->loose_count]];

		if (anchor->state == SP_ANCHOR_LOOSE)
			end_at(html, anchor, before);
	}
}

void
sp_html_anchors_end(struct sp_html *html)
{
	for (uint64_t i = 1; i < html->anchor_count; i++)
		end_at(html, &html->anchors[i], html->text.length);
}
