/* SPDX-License-Identifier: MIT */
/*
 * Formatting elements (<a>, <b>, <font>, ...) are opened again in the next
 * block if a block closed them, and an end tag takes one out from between
 * blocks: "reconstruct the active formatting elements" and the "adoption
 * agency" of the HTML standard.  Done element by element, both take the square
 * of the page's size for pages made for that: each <p> may open thousands
 * again.
 *
 * Without nodes, it is enough to know which elements of the list are open.
 * Those that are opened together are one entry of the stack, a run: a range of
 * the list.  So opening them takes the time of one, and so does closing them.
 *
 * Invariants: the list and the stack have open formatting in the same order.
 * After the last marker, the open elements come first, as what is pushed last
 * is popped first.  Thus the run at the top of the stack says what to open
 * again: all after it.  runs[] has the places of runs in the stack, which a
 * search by halves finds for a place in the list.
 *
 * Of four equal elements in a row, the first leaves the list and stays open,
 * to be closed as other elements are.  One that was opened again with others
 * has no entry of its own: here, it is closed.
 *
 * The list is linked, so that elements can leave it from the middle; those that
 * are gone keep their links backwards.  Places are not used again before the
 * list is empty: old runs may still have them as their ends.
 *
 * The adoption agency moves blocks out of a formatting element in eight rounds
 * at most.  Together they remove the element from the stack and the list, and
 * with it those between it and each block that are not formatting, or are more
 * than three elements away from the block; then all that is above the last
 * block is closed.  The text of an <a> that is removed like this ends with this
 * end tag; in a tree, it ends where the block began.  With eight blocks or
 * more, the standard leaves a copy of the element open after the eighth; here,
 * it is closed all the same: its end tag is also the end of a link's text.
 *
 * An <a> of a <template> is no link here.  It stays none where the standard
 * opens it again after the template, which leaves it in the list if a marker
 * follows it there, that of an <object> which was open at the end.
 */
#include "web/page/html_formats.h"

#include "base/memory.h"
#include "web/page/html_stack.h"

#define ROUNDS 8        /* of the adoption agency */
#define NEAR 3          /* elements before a block that it keeps */
#define EQUAL_MOST 3    /* of equal tags; another one displaces the first */
#define EQUAL_REACH 64  /* elements that are compared */

/* ---- the list ----------------------------------------------------------- */

void
sp_html_formats_clear(struct sp_html *html)
{
	html->format_count = 0;
	html->format_tail = 0;
	html->format_marker = 0;
	html->run_count = 0;
	memset(html->format_last, 0, sizeof(html->format_last));
}

static uint32_t
formats_add(struct sp_html *html, unsigned tag)
{
	uint64_t place;
	struct sp_html_format *format;

	if (!html->format_tail && !html->run_count) {
		html->format_count = 0;
		memset(html->format_last, 0, sizeof(html->format_last));
	}
	place = html->format_count ? html->format_count : 1;
	if (!sp_grow(&html->formats, &html->format_capacity, place + 1)) {
		html->short_memory = true;
		return 0;
	}
	html->format_count = place + 1;
	if (place == 1)
		html->formats[0] = (struct sp_html_format){ .gone = true };
	format = &html->formats[place];
	*format = (struct sp_html_format){
		.tag = (uint16_t)tag,
		.before = html->format_tail,
	};
	html->formats[html->format_tail].next = (uint32_t)place;
	html->format_tail = (uint32_t)place;
	return (uint32_t)place;
}

/* Takes it out of the list; the text of its link ends. */
static void
forget(struct sp_html *html, uint32_t place)
{
	struct sp_html_format *format = &html->formats[place];

	format->gone = true;
	if (format->next)
		html->formats[format->next].before = format->before;
	else
		html->format_tail = format->before;
	html->formats[format->before].next = format->next;
	sp_html_anchor_end(html, format->anchor);
}

uint32_t
sp_html_formats_find(struct sp_html *html, enum sp_html_element tag)
{
	uint32_t place = html->format_last[tag];

	while (place && html->formats[place].gone)
		place = html->formats[place].same;
	html->format_last[tag] = place;
	return place > html->format_marker ? place : 0;
}

void
sp_html_formats_mark(struct sp_html *html)
{
	uint32_t place = formats_add(html, SP_EL_MARKER);

	if (!place)
		return;
	html->formats[place].same = html->format_marker;
	html->format_marker = place;
}

void
sp_html_formats_unmark(struct sp_html *html)
{
	uint32_t marker = html->format_marker;

	while (html->format_tail > marker)
		forget(html, html->format_tail);
	if (!marker)
		return;
	html->format_marker = html->formats[marker].same;
	forget(html, marker);
}

/* ---- runs --------------------------------------------------------------- */

/* The last element of a run that is in the list, or 0. */
static uint32_t
end_of_run(struct sp_html *html, struct sp_html_open *run)
{
	uint32_t place = run->last;

	while (place >= run->first && place && html->formats[place].gone)
		place = html->formats[place].before;
	if (place < run->first)
		place = 0;
	run->last = place;
	return place;
}

/* The last place of the list that is open, or 0. */
static uint32_t
last_open(struct sp_html *html)
{
	while (html->run_count) {
		uint32_t run = html->runs[html->run_count - 1];
		uint32_t place = end_of_run(html, &html->open[run]);

		if (place)
			return place;
		html->run_count--;
	}
	return 0;
}

/* The place in the stack of the run that has a place of the list, or 0. */
static uint32_t
run_of(struct sp_html *html, uint32_t format)
{
	uint64_t low = 0, high = html->run_count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (html->open[html->runs[middle]].first <= format)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || html->open[html->runs[low - 1]].last < format)
		return 0;
	return html->runs[low - 1];
}

bool
sp_html_formats_in_scope(struct sp_html *html, enum sp_html_element tag)
{
	uint32_t format = sp_html_formats_find(html, tag);
	uint32_t at = format ? run_of(html, format) : 0;

	return at && at >= sp_html_top(html)->scope;
}

static void
push_run(struct sp_html *html, unsigned tag, uint32_t first, uint32_t last,
	 uint32_t anchor)
{
	uint64_t count = html->open_count;
	struct sp_html_open *open;

	if (!sp_grow(&html->runs, &html->run_capacity, html->run_count + 1)) {
		html->short_memory = true;
		return;
	}
	sp_html_push(html, tag, SP_IN_HTML, 0, SP_OPEN_FORMAT, anchor);
	if (html->open_count == count)
		return;
	open = sp_html_top(html);
	open->first = first;
	open->last = last;
	html->runs[html->run_count++] = (uint32_t)count;
}

void
sp_html_formats_popped(struct sp_html *html, const struct sp_html_open *open)
{
	if (html->run_count &&
	    html->runs[html->run_count - 1] == html->open_count)
		html->run_count--;
	if (open->anchor)
		sp_html_anchor_loosen(html, open->anchor);
}

static void
reopen_anchor(struct sp_html *html, uint32_t anchor)
{
	if (anchor && html->anchors[anchor].state == SP_ANCHOR_LOOSE)
		html->anchors[anchor].state = SP_ANCHOR_OPEN;
}

/* The <a> of a part of the list after the last marker, if it goes on, or 0. */
static uint32_t
anchor_from(struct sp_html *html, uint32_t first)
{
	uint32_t a = sp_html_formats_find(html, SP_EL_A), anchor;

	if (!a || a < first)
		return 0;
	anchor = html->formats[a].anchor;
	if (!anchor || html->anchors[anchor].state == SP_ANCHOR_ENDED)
		return 0;
	reopen_anchor(html, anchor);
	return anchor;
}

void
sp_html_formats_reopen(struct sp_html *html)
{
	uint32_t first, last = html->format_tail, open;

	if (last == html->format_marker)
		return;
	open = last_open(html);
	if (open == last)
		return;
	if (open < html->format_marker)
		open = html->format_marker;
	first = html->formats[open].next;
	push_run(html, first == last ? html->formats[last].tag : SP_EL_RUN,
		 first, last, anchor_from(html, first));
}

/* ---- opening ------------------------------------------------------------ */

/* Of more than three equal tags, the first leaves the list. */
static void
displace(struct sp_html *html)
{
	const struct sp_html_tag *tag = &html->tag;
	uint32_t place = sp_html_formats_find(html,
					      (enum sp_html_element)tag->id);
	unsigned equal = 0;

	for (unsigned i = 0; place > html->format_marker && i < EQUAL_REACH;
	     i++) {
		const struct sp_html_format *format = &html->formats[place];

		if (!format->gone && sp_span_equal(format->text, tag->text) &&
		    ++equal == EQUAL_MOST) {
			forget(html, place);
			return;
		}
		place = format->same;
	}
}

void
sp_html_formats_open(struct sp_html *html, uint32_t anchor)
{
	unsigned tag = html->tag.id;
	struct sp_html_format *format;
	uint32_t place;

	if (tag != SP_EL_A)
		displace(html);
	place = formats_add(html, tag);
	if (!place)
		return;
	format = &html->formats[place];
	format->same = html->format_last[tag];
	format->text = html->tag.text;
	format->anchor = anchor;
	html->format_last[tag] = place;
	if (anchor)
		html->anchors[anchor].format = place;
	push_run(html, tag, place, place, anchor);
}

/* ---- closing: the adoption agency --------------------------------------- */

/* What the agency keeps of the elements above the one that it closes. */
struct kept {
	uint32_t formats[ROUNDS * NEAR]; /* places in the list */
	struct sp_html_open blocks[ROUNDS];
	unsigned format_count[ROUNDS];   /* before each block */
	unsigned block_count;
};

/* What comes after the element in its run is not open any more. */
static void
cut_run(struct sp_html *html, uint32_t at, uint32_t format)
{
	struct sp_html_open *run = &html->open[at];

	if (run->anchor && html->anchors[run->anchor].format >= format) {
		sp_html_anchor_loosen(html, run->anchor);
		run->anchor = 0;
	}
	run->last = html->formats[format].before;
}

/* No block is above the element: it is closed, and all above. */
static void
close_plainly(struct sp_html *html, uint32_t at, uint32_t format)
{
	uint32_t first = html->open[at].first;

	if (first == format) {
		sp_html_pop_to(html, at);
	} else {
		sp_html_pop_to(html, at + 1);
		cut_run(html, at, format);
	}
	forget(html, format);
}

/*
 * The elements between two places of the stack, from above: formatting near the
 * block stays, other formatting leaves the list.
 */
static void
keep_near(struct sp_html *html, struct kept *kept, unsigned block,
	  uint32_t from, uint32_t to, uint32_t format)
{
	uint32_t *out = &kept->formats[block * NEAR];
	unsigned seen = 0, count = 0;

	for (uint32_t at = to; at-- > from;) {
		struct sp_html_open *open = &html->open[at];
		uint32_t place, before;

		if (open->bits & SP_OPEN_GONE)
			continue;
		place = open->bits & SP_OPEN_FORMAT ? end_of_run(html, open) :
						      0;
		seen += !place && open->tag != SP_EL_RUN;
		for (; place && place >= open->first && place != format;
		     place = before) {
			before = html->formats[place].before;
			if (seen++ < NEAR)
				out[count++] = place;
			else
				forget(html, place);
		}
	}
	kept->format_count[block] = count;
}

static void
put_back(struct sp_html *html, const struct kept *kept)
{
	for (unsigned block = 0; block < kept->block_count; block++) {
		const struct sp_html_open *open = &kept->blocks[block];

		for (unsigned i = kept->format_count[block]; i-- > 0;) {
			uint32_t place = kept->formats[block * NEAR + i];
			struct sp_html_format *format = &html->formats[place];

			reopen_anchor(html, format->anchor);
			push_run(html, format->tag, place, place,
				 format->anchor);
		}
		sp_html_push(html, open->tag, open->space, open->hash, 0, 0);
	}
}

/* Blocks are above the element, fewer than the rounds: from the outer ones. */
static void
close_around(struct sp_html *html, uint32_t at, uint32_t format,
	     const uint32_t *blocks, unsigned count)
{
	struct kept kept = { .block_count = count };
	uint32_t from = at;
	bool form = false;

	sp_html_pop_to(html, blocks[0] + 1);
	for (unsigned i = 0; i < count; i++) {
		uint32_t block = blocks[count - 1 - i];

		keep_near(html, &kept, i, from, block, format);
		kept.blocks[i] = html->open[block];
		form |= html->form == block;
		from = block + 1;
	}
	if (html->open[at].first < format) {
		cut_run(html, at, format);
		at++;
	}
	forget(html, format);
	sp_html_strip(html, at);
	put_back(html, &kept);
	if (form)
		html->form = sp_html_last(html, SP_EL_FORM);
}

/* Eight blocks or more are above: only the element goes. */
static void
close_alone(struct sp_html *html, uint32_t at, uint32_t format)
{
	struct sp_html_open *open = &html->open[at];

	if (open->anchor && html->anchors[open->anchor].format == format)
		open->anchor = 0;
	if (open->first == open->last)
		sp_html_take_out(html, at);
	forget(html, format);
}

/* Returns false if the element stays, as it is not in scope. */
static bool
close_format(struct sp_html *html, uint32_t format)
{
	uint32_t at = run_of(html, format), place;
	uint32_t blocks[ROUNDS];
	unsigned count = 0;

	if (!at) {
		forget(html, format);
		return true;
	}
	if (at < sp_html_top(html)->scope)
		return false;
	place = sp_html_special(html, sp_html_top_place(html));
	while (place > at && count < ROUNDS) {
		blocks[count++] = place;
		place = sp_html_special(html, place - 1);
	}
	if (!count)
		close_plainly(html, at, format);
	else if (count < ROUNDS)
		close_around(html, at, format, blocks, count);
	else
		close_alone(html, at, format);
	return true;
}

bool
sp_html_formats_close(struct sp_html *html, enum sp_html_element tag)
{
	struct sp_html_open *top = sp_html_top(html);
	uint32_t format;

	/* Open, but not in the list any more. */
	if (sp_html_is_top(html, tag) && top->bits & SP_OPEN_FORMAT &&
	    !end_of_run(html, top)) {
		sp_html_pop(html);
		return true;
	}
	format = sp_html_formats_find(html, tag);
	if (!format)
		return false;
	close_format(html, format);
	return true;
}

void
sp_html_formats_replace(struct sp_html *html, uint32_t place)
{
	uint32_t at;

	if (close_format(html, place))
		return;
	at = run_of(html, place);
	if (at)
		close_alone(html, at, place);
	else
		forget(html, place);
}
