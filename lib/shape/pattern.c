/* SPDX-License-Identifier: MIT */
/*
 * Reading goes once over the text, and takes off it what comes next: the host,
 * then segment by segment, then parameter by parameter.  Each is a part, and
 * its text is pieces: literal bytes and classes, alternating as they come.
 * Spans point into the text, so that nothing is allocated; what has more parts
 * or pieces than there is room for is no pattern.
 */
#include "shape/pattern.h"

#include <string.h>

static const struct {
	const char *text;
	size_t length;
	enum sp_piece_class class;
} classes[] = {
	{ "<number>", 8, SP_PIECE_NUMBER }, { "<hex>", 5, SP_PIECE_HEX },
	{ "<date>", 6, SP_PIECE_DATE }, { "<locale>", 8, SP_PIECE_LOCALE },
	{ "<word>", 6, SP_PIECE_WORD },
};

/*
 * The bytes before the first of these ends, without those after a "\".  Returns
 * false if a "\" stands before anything but "<" or "\".
 */
static bool
literal_length(struct sp_span text, const char *ends, size_t *length)
{
	size_t at = 0;

	while (at < text.length &&
	       (!text.text[at] || !strchr(ends, text.text[at]))) {
		if (text.text[at] == '\\') {
			at++;
			if (at == text.length || (text.text[at] != '<' &&
						  text.text[at] != '\\'))
				return false;
		}
		at++;
	}
	*length = at;
	return true;
}

static bool
add_piece(struct sp_pattern *pattern, struct sp_part *part,
	  enum sp_piece_class class, struct sp_span text)
{
	if (pattern->pieces == SP_PATTERN_PIECES)
		return false;
	if (!part->pieces)
		part->first = pattern->pieces;
	part->pieces++;
	pattern->piece[pattern->pieces++] = (struct sp_piece){ class, text };
	return true;
}

/* Takes a class off the text. */
static bool
take_class(struct sp_span *text, enum sp_piece_class *class,
	   struct sp_span *taken)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		struct sp_span name = { classes[i].text, classes[i].length };

		if (sp_span_begins(*text, name)) {
			*class = classes[i].class;
			*taken = sp_span_cut(text, name.length);
			return true;
		}
	}
	return false;
}

/* Reads the pieces of a segment or value, which ends before one of ends. */
static bool
read_pieces(struct sp_span *text, const char *ends, struct sp_pattern *pattern,
	    struct sp_part *part)
{
	char all_ends[8] = "<";

	strcat(all_ends, ends);
	while (text->length && (!*text->text || !strchr(ends, *text->text))) {
		enum sp_piece_class class = SP_PIECE_EXACT;
		struct sp_span taken;
		size_t length;

		if (!take_class(text, &class, &taken)) {
			if (!literal_length(*text, all_ends, &length) ||
			    !length)
				return false;
			taken = sp_span_cut(text, length);
		}
		if (!add_piece(pattern, part, class, taken))
			return false;
	}
	return true;
}

static struct sp_part *
append_part(struct sp_pattern *pattern, enum sp_part_place place)
{
	struct sp_part *part;

	if (pattern->parts == SP_PATTERN_PARTS)
		return NULL;
	part = &pattern->part[pattern->parts++];
	*part = (struct sp_part){ .place = place };
	return part;
}

static bool
read_repeat(struct sp_span *text, struct sp_part *part)
{
	part->place = SP_PART_REPEAT;
	part->name = sp_span_cut(text, sp_span_before(*text, '>'));
	return part->name.length && sp_span_take(text, SP_SPAN(">")) &&
	       (!text->length || *text->text == '/' || *text->text == '?');
}

static bool
read_path(struct sp_span *text, struct sp_pattern *pattern)
{
	do {
		struct sp_part *part = append_part(pattern, SP_PART_SEGMENT);

		if (!part || !sp_span_take(text, SP_SPAN("/")))
			return false;
		if (sp_span_take(text, SP_SPAN("<deeper>"))) {
			part->place = SP_PART_DEEPER;
			return !text->length;
		}
		if (sp_span_take(text, SP_SPAN("<repeat:")) ?
			    !read_repeat(text, part) :
			    !read_pieces(text, "/?", pattern, part))
			return false;
	} while (text->length && *text->text == '/');
	return true;
}

static bool
read_parameter(struct sp_span *text, struct sp_pattern *pattern)
{
	struct sp_part *part = append_part(pattern, SP_PART_PARAMETER);
	size_t length;

	if (!part || !literal_length(*text, "<=&", &length))
		return false;
	part->name = sp_span_cut(text, length);
	part->valued = sp_span_take(text, SP_SPAN("="));
	return !part->valued || read_pieces(text, "&", pattern, part);
}

static bool
read_parameters_of(struct sp_span *text, struct sp_pattern *pattern)
{
	if (sp_span_take(text, SP_SPAN("<any>")))
		return append_part(pattern, SP_PART_ANY) && !text->length;
	pattern->mixed = sp_span_take(text, SP_SPAN("<mixed>"));
	do {
		if (!read_parameter(text, pattern))
			return false;
	} while (sp_span_take(text, SP_SPAN("&")));
	return !text->length;
}

bool
sp_pattern_read(struct sp_span text, struct sp_pattern *pattern)
{
	size_t length;

	pattern->parts = pattern->pieces = 0;
	pattern->mixed = false;
	if (!literal_length(text, "/?<", &length) || !length)
		return false;
	pattern->host = sp_span_cut(&text, length);
	if (!read_path(&text, pattern))
		return false;
	if (!text.length)
		return true;
	return sp_span_take(&text, SP_SPAN("?")) &&
	       read_parameters_of(&text, pattern);
}
