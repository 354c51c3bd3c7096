/* SPDX-License-Identifier: MIT */
/*
 * Patterns are written from the way to a node: the tree is walked in the order
 * in which URLs are looked up, and every node at which pages were found writes
 * the texts between itself and the host.  The tree has parameters in the order
 * of their names; a pattern has them as an example has them, or says that they
 * come in any order.
 */
#include "base/memory.h"
#include "graph/names.h"
#include "shape/shape_private.h"

#include <stdlib.h>

struct speller {
	struct sp_shape_tree *tree;
	struct sp_span host;
	const struct sp_names *urls;
	struct sp_names *patterns;
	struct sp_tokens *tokens;     /* of an example */
	struct sp_name_room *room;
	uint64_t way[SP_TOKENS + 1];  /* nodes from the host on */
	char *text;
	uint64_t length, capacity;
};

static bool
append_piece(struct speller *speller, struct sp_span text)
{
	if (!sp_grow(&speller->text, &speller->capacity,
		     speller->length + text.length))
		return false;
	if (text.length)
		memcpy(speller->text + speller->length, text.text,
		       text.length);
	speller->length += text.length;
	return true;
}

static bool
append_exact(struct speller *speller, struct sp_span text)
{
	for (size_t i = 0; i < text.length; i++) {
		struct sp_span byte = { text.text + i, 1 };

		if ((*byte.text == '<' || *byte.text == '\\') &&
		    !append_piece(speller, SP_SPAN("\\")))
			return false;
		if (!append_piece(speller, byte))
			return false;
	}
	return true;
}

static bool
write_node_text(struct speller *speller, const struct sp_shape_node *node)
{
	return node->class ? append_piece(speller, node->text) :
			     append_exact(speller, node->text);
}

static bool
write_segment(struct speller *speller, const struct sp_shape_node *node)
{
	switch (node->place) {
	case SP_TOKEN_REPEAT:
		return append_piece(speller, SP_SPAN("/<repeat:")) &&
		       append_exact(speller, node->text) &&
		       append_piece(speller, SP_SPAN(">"));
	case SP_TOKEN_DEEPER:
		return append_piece(speller, SP_SPAN("/<deeper>"));
	case SP_TOKEN_ANY:
		return append_piece(speller, SP_SPAN("?<any>"));
	default:
		return append_piece(speller, SP_SPAN("/")) &&
		       write_node_text(speller, node);
	}
}

/* Parameter i in the order of names: value node i after that of the names. */
static bool
write_parameter(struct speller *speller, unsigned level, unsigned i)
{
	const struct sp_shape_node *nodes = speller->tree->nodes;
	struct sp_span names = nodes[speller->way[level]].text, name;

	name = sp_span_cut_at(&names, '&');
	for (unsigned k = 0; k < i; k++)
		name = sp_span_cut_at(&names, '&');
	return append_exact(speller, name) &&
	       write_node_text(speller,
			       &nodes[speller->way[level + 1 + i]]);
}

/* The parameters of a node, whose names are at this level of the way. */
static bool
write_parameters(struct speller *speller, unsigned level, unsigned depth)
{
	const struct sp_shape_node *end =
		&speller->tree->nodes[speller->way[depth]];
	unsigned count = depth - level;

	sp_url_tokens(sp_names_read(speller->urls, end->example,
				    speller->room), speller->tokens);
	if (!append_piece(speller, end->mixed ? SP_SPAN("?<mixed>") :
					      SP_SPAN("?")))
		return false;
	for (unsigned i = 0; i < count; i++) {
		unsigned at = i;

		if (!end->mixed) /* which comes as number i in the example */
			for (at = 0; speller->tokens->sorted[at] != i;)
				at++;
		if ((i && !append_piece(speller, SP_SPAN("&"))) ||
		    !write_parameter(speller, level, at))
			return false;
	}
	return true;
}

static bool
write_way(struct speller *speller, unsigned depth, bool deeper)
{
	const struct sp_shape_node *nodes = speller->tree->nodes;

	speller->length = 0;
	if (!append_exact(speller, speller->host))
		return false;
	for (unsigned i = 1; i <= depth; i++) {
		const struct sp_shape_node *node = &nodes[speller->way[i]];

		if (node->place == SP_TOKEN_NAMES && node->class)
			return append_piece(speller, SP_SPAN("?<any>"));
		if (node->place == SP_TOKEN_NAMES)
			return write_parameters(speller, i, depth);
		if (!write_segment(speller, node))
			return false;
		if (node->place == SP_TOKEN_DEEPER ||
		    node->place == SP_TOKEN_ANY)
			return true;
	}
	return !deeper || append_piece(speller, SP_SPAN("/<deeper>"));
}

static enum sp_status
number_shape(struct speller *speller, unsigned depth, bool deeper,
	     struct sp_error *err)
{
	struct sp_shape_node *node =
		&speller->tree->nodes[speller->way[depth]];

	if (!node->pages[deeper])
		return SP_OK;
	node->shape[deeper] = (uint32_t)speller->patterns->count;
	if (speller->patterns->count >= UINT32_MAX)
		return sp_fail(err, SP_DATA, "there are more than "
			       "4,294,967,294 shapes");
	if (!write_way(speller, depth, deeper))
		return sp_no_memory(err, "the patterns of shapes");
	return sp_names_add_long(speller->patterns, speller->text,
				 speller->length, err);
}

/* What ends at a node, what its children have, what is deeper. */
static enum sp_status
number_node(struct speller *speller, unsigned depth, struct sp_error *err)
{
	const struct sp_shape_node *node =
		&speller->tree->nodes[speller->way[depth]];
	enum sp_status status = number_shape(speller, depth, false, err);

	for (uint32_t i = 0; !status && i < node->children; i++) {
		speller->way[depth + 1] = node->first + i;
		status = number_node(speller, depth + 1, err);
	}
	return status ? status : number_shape(speller, depth, true, err);
}

enum sp_status
sp_shape_tree_number(struct sp_shape_tree *tree, struct sp_span host,
		     const struct sp_names *urls, struct sp_names *patterns,
		     struct sp_error *err)
{
	struct speller speller = {
		.tree = tree, .host = host, .urls = urls,
		.patterns = patterns,
		.tokens = sp_alloc(1, sizeof(*speller.tokens)),
		.room = sp_alloc(1, sizeof(*speller.room))
	};
	enum sp_status status;

	if (!speller.tokens || !speller.room)
		status = sp_no_memory(err, "the patterns of shapes");
	else
		status = number_node(&speller, 0, err);
	free(speller.tokens);
	free(speller.room);
	free(speller.text);
	return status;
}
