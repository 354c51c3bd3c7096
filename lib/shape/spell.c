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

struct numbering {
	struct sp_shape_speller *speller;
	const struct sp_shape_node *nodes;
	struct sp_shape_tally *tallies;
	struct sp_span host;
	struct sp_names *patterns;
	uint64_t way[SP_TOKENS + 1];  /* nodes from the host on */
};

static void
append_exact(struct sp_line *line, struct sp_span text)
{
	while (text.length) {
		if (*text.text == '<' || *text.text == '\\')
			sp_line_add(line, "\\");
		sp_line_add_span(line, sp_span_cut(&text, 1));
	}
}

static void
write_node_text(struct sp_line *line, const struct sp_shape_node *node)
{
	if (node->class)
		sp_line_add_span(line, node->text);
	else
		append_exact(line, node->text);
}

static void
write_segment(struct sp_line *line, const struct sp_shape_node *node)
{
	switch (node->place) {
	case SP_TOKEN_REPEAT:
		sp_line_add(line, "/<repeat:");
		append_exact(line, node->text);
		sp_line_add(line, ">");
		break;
	case SP_TOKEN_DEEPER:
		sp_line_add(line, "/<deeper>");
		break;
	case SP_TOKEN_ANY:
		sp_line_add(line, "?<any>");
		break;
	default:
		sp_line_add(line, "/");
		write_node_text(line, node);
	}
}

/* Parameter i in the order of names: value node i after that of the names. */
static void
write_parameter(const struct numbering *numbering, unsigned level, unsigned i)
{
	const struct sp_shape_node *nodes = numbering->nodes;
	const uint64_t *way = numbering->way + level;
	struct sp_span names = nodes[*way].text, name;

	name = sp_span_cut_at(&names, '&');
	for (unsigned k = 0; k < i; k++)
		name = sp_span_cut_at(&names, '&');
	append_exact(&numbering->speller->line, name);
	write_node_text(&numbering->speller->line, &nodes[way[1 + i]]);
}

/* The parameters of a node, whose names are at this level of the way. */
static void
write_parameters(const struct numbering *numbering, unsigned level,
		 unsigned depth)
{
	struct sp_shape_speller *speller = numbering->speller;
	const struct sp_shape_tally *end =
		&numbering->tallies[numbering->way[depth]];
	unsigned count = depth - level;

	sp_url_tokens(sp_names_read(speller->urls, end->example,
				    speller->room), speller->tokens);
	sp_line_add(&speller->line, end->mixed ? "?<mixed>" : "?");
	for (unsigned i = 0; i < count; i++) {
		unsigned at = i;

		if (!end->mixed) /* which comes as number i in the example */
			for (at = 0; speller->tokens->sorted[at] != i;)
				at++;
		if (i)
			sp_line_add(&speller->line, "&");
		write_parameter(numbering, level, at);
	}
}

static void
write_way(const struct numbering *numbering, unsigned depth, bool deeper)
{
	struct sp_line *line = &numbering->speller->line;

	line->length = 0;
	append_exact(line, numbering->host);
	for (unsigned i = 1; i <= depth; i++) {
		const struct sp_shape_node *node =
			&numbering->nodes[numbering->way[i]];

		if (node->place == SP_TOKEN_NAMES && node->class) {
			sp_line_add(line, "?<any>");
			return;
		}
		if (node->place == SP_TOKEN_NAMES) {
			write_parameters(numbering, i, depth);
			return;
		}
		write_segment(line, node);
		if (node->place == SP_TOKEN_DEEPER ||
		    node->place == SP_TOKEN_ANY)
			return;
	}
	if (deeper)
		sp_line_add(line, "/<deeper>");
}

static enum sp_status
number_shape(const struct numbering *numbering, unsigned depth, bool deeper,
	     struct sp_error *err)
{
	struct sp_shape_tally *tally =
		&numbering->tallies[numbering->way[depth]];
	struct sp_names *patterns = numbering->patterns;

	if (!tally->pages[deeper])
		return SP_OK;
	tally->shape[deeper] = (uint32_t)patterns->count;
	if (patterns->count >= UINT32_MAX - 1)
		return sp_shape_too_many(err);
	write_way(numbering, depth, deeper);
	if (numbering->speller->line.lost)
		return sp_no_memory(err, "the patterns of shapes");
	return sp_names_add_long(patterns, numbering->speller->line.text,
				 numbering->speller->line.length, err);
}

/* What ends at a node, what its children have, what is deeper. */
static enum sp_status
number_node(struct numbering *numbering, unsigned depth, struct sp_error *err)
{
	const struct sp_shape_node *node =
		&numbering->nodes[numbering->way[depth]];
	enum sp_status status = number_shape(numbering, depth, false, err);

	for (uint32_t i = 0; !status && i < node->children; i++) {
		numbering->way[depth + 1] = node->first + i;
		status = number_node(numbering, depth + 1, err);
	}
	return status ? status : number_shape(numbering, depth, true, err);
}

enum sp_status
sp_shape_too_many(struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "there are more than 4,294,967,294 "
		       "shapes");
}

enum sp_status
sp_shape_tree_number(const struct sp_shape_tree *tree,
		     struct sp_shape_tally *tallies, struct sp_span host,
		     struct sp_shape_speller *speller,
		     struct sp_names *patterns, struct sp_error *err)
{
	struct numbering numbering = {
		.speller = speller, .nodes = tree->nodes, .tallies = tallies,
		.host = host, .patterns = patterns
	};

	return number_node(&numbering, 0, err);
}
