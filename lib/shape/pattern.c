/* SPDX-License-Identifier: MIT */
/*
 * Reading goes once over the text.  Matching takes a URL apart as learning does
 * (sp_url_tokens()), so that both agree on what a segment, a repetition and a
 * parameter is, and compares token by token.
 */
#include "shape/pattern.h"

#include "graph/hosts.h"
#include "shape/shape_private.h"

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

/* ---- matching --------------------------------------------------------- */

/* Is the text, with its "\", this? */
static bool
literal_equals(struct sp_span literal, struct sp_span text)
{
	while (literal.length) {
		if (*literal.text == '\\')
			sp_span_cut(&literal, 1);
		if (!text.length || *literal.text != *text.text)
			return false;
		sp_span_cut(&literal, 1);
		sp_span_cut(&text, 1);
	}
	return !text.length;
}

/* All pieces of a part, which are side by side in the text. */
static struct sp_span
part_text(const struct sp_pattern *pattern, const struct sp_part *part)
{
	const struct sp_piece *piece = &pattern->piece[part->first];
	struct sp_span text = SP_SPAN("");

	if (part->pieces) {
		text.text = piece->text.text;
		for (unsigned i = 0; i < part->pieces; i++)
			text.length += piece[i].text.length;
	}
	return text;
}

static bool
segment_matches(const struct sp_pattern *pattern, const struct sp_part *part,
		const struct sp_token *token)
{
	if (part->place == SP_PART_REPEAT)
		return token->place == SP_TOKEN_REPEAT &&
		       literal_equals(part->name, token->text);
	if (token->place != SP_TOKEN_SEGMENT ||
	    !token->text.length != !part->pieces)
		return false;
	return sp_pieces_match(part_text(pattern, part), token->text);
}

static bool
parameter_matches(const struct sp_pattern *pattern, const struct sp_part *part,
		  struct sp_parameter parameter)
{
	bool valued = parameter.name.length &&
		      parameter.name.text[parameter.name.length - 1] == '=';

	parameter.name.length -= valued;
	return valued == part->valued &&
	       literal_equals(part->name, parameter.name) &&
	       sp_pieces_match(part_text(pattern, part), parameter.value);
}

/* The parameters of a URL with those from the first part on. */
static bool
parameters_match(const struct sp_pattern *pattern, unsigned first,
		 const struct sp_tokens *tokens, unsigned at)
{
	if (first == pattern->parts || at == tokens->count)
		return first == pattern->parts && at == tokens->count;
	if (pattern->part[first].place == SP_PART_ANY)
		return !sp_token_is_of_path(tokens->token[at].place);
	if (tokens->token[at].place != SP_TOKEN_NAMES ||
	    pattern->parts - first != tokens->parameters)
		return false;
	for (unsigned i = 0; i < tokens->parameters; i++) {
		unsigned k = pattern->mixed ? tokens->sorted[i] : i;

		if (!parameter_matches(pattern, &pattern->part[first + i],
				       tokens->parameter[k]))
			return false;
	}
	return true;
}

bool
sp_pattern_matches(const struct sp_pattern *pattern, const char *url,
		   size_t length)
{
	struct sp_tokens tokens;
	struct sp_span host = { url, 0 };
	size_t start = 0;
	unsigned i = 0, at = 0;

	host.length = sp_url_find_host(url, length, &start);
	host.text += start;
	if (!literal_equals(pattern->host, host))
		return false;
	sp_url_tokens((struct sp_span){ url, length }, &tokens);
	while (i < pattern->parts &&
	       pattern->part[i].place < SP_PART_PARAMETER) {
		if (at == tokens.count ||
		    !sp_token_is_of_path(tokens.token[at].place))
			return false;
		if (pattern->part[i].place == SP_PART_DEEPER)
			return true;
		if (!segment_matches(pattern, &pattern->part[i++],
				     &tokens.token[at++]))
			return false;
	}
	return parameters_match(pattern, i, &tokens, at);
}
