/* SPDX-License-Identifier: MIT */
/*
 * The tokenizer of the HTML standard, without its states: text goes up to the
 * next "<", which memchr() finds; what begins there is read as a whole.  Each
 * byte is looked at once, or a few times if it is in a tag, a title or such.
 *
 * Attributes are only compared with names if the element has some that matter,
 * and their values are noted as written.
 *
 * Where the page ends in the middle of a tag, there is none.  As the rest of
 * the page belonged to it, this happens once.
 */
#include "base/ascii.h"
#include "web/page/html_private.h"

#include <string.h>

static unsigned
class_at(const char *at)
{
	return sp_html_class[(unsigned char)*at];
}

static const char *
find(const char *at, const char *end, char c)
{
	const char *found = at < end ? memchr(at, c, (size_t)(end - at)) : NULL;

	return found ? found : end;
}

/* Does the text go on like this, in capital or small letters? */
static bool
goes_on(const char *at, const char *end, const char *word)
{
	return sp_begins_word((struct sp_span){ at, (size_t)(end - at) }, word);
}

/* ---- tags --------------------------------------------------------------- */

/* A value at this place, after "="; NULL if the page ends in it. */
static const char *
read_attribute_value(const char *at, const char *end, struct sp_span *value)
{
	const char *start = at, *stop;

	*value = (struct sp_span){ at, 0 };
	if (at == end)
		return NULL;
	if (*at == '"' || *at == '\'') {
		start = at + 1;
		stop = find(start, end, *at);
		if (stop == end)
			return NULL;
		at = stop + 1;
	} else {
		while (at < end && !(class_at(at) & SP_CLASS_ENDS_VALUE))
			at++;
		stop = at;
	}
	*value = (struct sp_span){ start, (size_t)(stop - start) };
	return at;
}

/* Notes an attribute that is wanted; the first of a name counts. */
static void
note_attribute(struct sp_html *html, uint32_t wanted,
	       const struct sp_html_name *name, struct sp_span value)
{
	struct sp_html_attributes *attributes = &html->tag.attributes;

	for (wanted &= ~attributes->seen; wanted; wanted &= wanted - 1) {
		unsigned i = (unsigned)__builtin_ctz(wanted);

		if (html->names.attributes[i].head == name->head &&
		    html->names.attributes[i].tail == name->tail) {
			attributes->seen |= UINT32_C(1) << i;
			attributes->values[i] = value;
			return;
		}
	}
}

static const char *
past_spaces(const char *at, const char *end)
{
	while (at < end && class_at(at) & SP_CLASS_SPACE)
		at++;
	return at;
}

/* One attribute, which begins at this place; NULL if the page ends in it. */
static const char *
read_attribute(struct sp_html *html, const char *at, uint32_t wanted)
{
	const char *end = html->end, *start = at;
	struct sp_html_name name;
	struct sp_span value = { at, 0 };

	/* An "=" at its start is a part of the name, and none of ours. */
	if (*at == '=')
		wanted = 0;
	at++;
	if (wanted) {
		at = sp_html_name_read(start, end, SP_CLASS_ENDS_NAME, &name);
	} else {
		while (at < end && !(class_at(at) & SP_CLASS_ENDS_NAME))
			at++;
	}
	at = past_spaces(at, end);
	if (at < end && *at == '=') {
		at = past_spaces(at + 1, end);
		/* A value that is missing. */
		if (at < end && *at == '>')
			value = (struct sp_span){ at, 0 };
		else
			at = read_attribute_value(at, end, &value);
	}
	if (at && wanted)
		note_attribute(html, wanted, &name, value);
	return at;
}

/* What follows a tag's name, with ">"; NULL if the page ends in it. */
static const char *
read_attributes(struct sp_html *html, const char *at, uint32_t wanted)
{
	const char *end = html->end;

	html->tag.attributes.seen = 0;
	html->tag.closes_itself = false;
	while (at && at < end) {
		unsigned class = class_at(at);

		if (class & SP_CLASS_GREATER) {
			html->tag.closes_itself = at[-1] == '/' &&
						  at != html->after_value;
			return at + 1;
		}
		if (class & (SP_CLASS_SPACE | SP_CLASS_SLASH)) {
			at++;
			continue;
		}
		at = read_attribute(html, at, wanted);
		html->after_value = at;
	}
	return NULL;
}

/* A tag whose name begins at this place. */
static void
read_tag(struct sp_html *html, const char *at, bool is_end)
{
	struct sp_html_tag *tag = &html->tag;
	struct sp_html_name name;
	const char *start = at;
	uint32_t wanted;

	at = sp_html_name_read(at, html->end, SP_CLASS_ENDS_TAG_NAME, &name);
	tag->id = (uint16_t)sp_html_names_element(&html->names, &name);
	tag->hash = name.hash;
	tag->end = is_end;
	wanted = is_end ? 0 : html->wanted[html->options.all_links][tag->id];
	html->after_value = at;
	at = read_attributes(html, at, wanted);
	html->at = at ? at : html->end;
	tag->text = (struct sp_span){ start, (size_t)(html->at - start) };
	if (at && !html->raw)
		sp_html_take_tag(html);
}

/* ---- elements whose content has no tags --------------------------------- */

/* Is "</NAME" with the end of a name at this place, with or without "/"? */
static bool
is_tag_of(const char *at, const char *end, const char *name)
{
	size_t length = strlen(name);

	return goes_on(at, end, name) && (size_t)(end - at) > length &&
	       class_at(at + length) & SP_CLASS_ENDS_TAG_NAME;
}

static bool
is_end_of(const char *at, const char *end, const char *name)
{
	return end - at > 2 && at[1] == '/' && is_tag_of(at + 2, end, name);
}

static const char *
find_end_of(const char *at, const char *end, const char *name)
{
	for (at = find(at, end, '<'); at < end; at = find(at + 1, end, '<'))
		if (is_end_of(at, end, name))
			return at;
	return end;
}

/*
 * After "<!--" in a script.  Its end tag does not count inside of another
 * <script> before "-->".  Returns where the script ends, or in *more where it
 * goes on without such a comment.
 */
static const char *
find_end_of_escape(const char *at, const char *end, const char **more)
{
	unsigned dashes = 2;
	bool twice = false;

	for (; at < end; at++) {
		if (*at == '-') {
			dashes++;
			continue;
		}
		if (*at == '>' && dashes >= 2) {
			*more = at + 1;
			return NULL;
		}
		dashes = 0;
		if (*at != '<')
			continue;
		if (is_end_of(at, end, "script")) {
			if (!twice)
				return at;
			twice = false;
		} else if (is_tag_of(at + 1, end, "script")) {
			twice = true;
		}
	}
	return end;
}

static const char *
find_end_of_script(const char *at, const char *end)
{
	for (at = find(at, end, '<'); at < end; at = find(at, end, '<')) {
		const char *stop;

		if (is_end_of(at, end, "script"))
			return at;
		if (!goes_on(at, end, "<!--")) {
			at++;
			continue;
		}
		stop = find_end_of_escape(at + 4, end, &at);
		if (stop)
			return stop;
	}
	return end;
}

/* The content of html->raw, and its end tag. */
static void
read_raw(struct sp_html *html)
{
	const char *start = html->at, *stop = html->end;

	if (html->raw == SP_EL_SCRIPT)
		stop = find_end_of_script(start, stop);
	else if (html->raw != SP_EL_PLAINTEXT)
		stop = find_end_of(start, stop,
				   sp_html_elements[html->raw].name);
	sp_html_take_raw(html, (struct sp_span){ start,
						 (size_t)(stop - start) });
	html->at = stop;
	if (stop < html->end)
		read_tag(html, stop + 2, true);
	html->raw = 0;
}

/* ---- comments and their like -------------------------------------------- */

/* After "<!--": returns what follows the comment. */
static const char *
past_comment(const char *at, const char *end)
{
	const char *start = at;

	if (goes_on(at, end, ">"))
		return at + 1;
	if (goes_on(at, end, "->"))
		return at + 2;
	for (at = find(at, end, '>'); at < end; at = find(at + 1, end, '>')) {
		size_t length = (size_t)(at - start);

		if (length >= 2 && !memcmp(at - 2, "--", 2))
			return at + 1;
		if (length >= 3 && !memcmp(at - 3, "--!", 3))
			return at + 1;
	}
	return end;
}

static void
skip_past_greater(struct sp_html *html, const char *at)
{
	at = find(at, html->end, '>');
	html->at = at + (at < html->end);
}

static void
read_cdata(struct sp_html *html, const char *at)
{
	const char *end = html->end;
	const char *stop = memmem(at, (size_t)(end - at), "]]>", 3);

	html->at = stop ? stop + 3 : end;
	if (!stop)
		stop = end;
	if (stop > at)
		sp_html_take_text(html, (struct sp_span){ at, (size_t)(stop -
								       at) },
				  false);
}

/* At "<!". */
static void
read_declaration(struct sp_html *html)
{
	const char *at = html->at + 2, *end = html->end;

	if (goes_on(at, end, "--")) {
		html->at = past_comment(at + 2, end);
	} else if (goes_on(at, end, "doctype")) {
		skip_past_greater(html, at);
		sp_html_take_doctype(html, (struct sp_span){
			at + 7, (size_t)(find(at, end, '>') - at - 7) });
	} else if (end - at >= 7 && !memcmp(at, "[CDATA[", 7) &&
		   sp_html_is_in_foreign(html)) {
		read_cdata(html, at + 7);
	} else {
		skip_past_greater(html, at);
	}
}

/* ---- the page ----------------------------------------------------------- */

/* At "<": a tag, a comment, or text. */
static void
read_markup(struct sp_html *html)
{
	const char *at = html->at, *end = html->end;
	size_t length = 1;
	char next = '\0';

	if (end - at > 1)
		next = at[1];
	if (sp_is_letter(next)) {
		read_tag(html, at + 1, false);
		return;
	}
	if (next == '!') {
		read_declaration(html);
		return;
	}
	if (next == '?') {
		skip_past_greater(html, at);
		return;
	}
	if (next == '/' && end - at > 2) {
		if (sp_is_letter(at[2]))
			read_tag(html, at + 2, true);
		else
			skip_past_greater(html, at);
		return;
	}
	if (next == '/')
		length = 2;
	html->at += length;
	sp_html_take_text(html, (struct sp_span){ at, length }, false);
}

void
sp_html_read_page(struct sp_html *html)
{
	while (html->at < html->end && !html->short_memory) {
		const char *start = html->at;
		const char *markup = find(start, html->end, '<');

		if (markup > start)
			sp_html_take_text(html, (struct sp_span){
				start, (size_t)(markup - start) }, true);
		html->at = markup;
		if (markup < html->end)
			read_markup(html);
		if (html->raw && !html->short_memory)
			read_raw(html);
	}
}
