/* SPDX-License-Identifier: MIT */
/*
 * Takes a URL apart as learning does (sp_url_tokens()), so that both agree on
 * what a segment, a repetition and a parameter is, and compares token by token.
 */
#include "pattern_matches.h"

#include "graph/hosts.h"
#include "shape/shape_private.h"

#include <string.h>

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
pattern_matches(const struct sp_pattern *pattern, const char *url,
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
