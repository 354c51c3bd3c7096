/* SPDX-License-Identifier: MIT */
/*
 * The place of a URL is the first in the order of the tree that fits.  Exact
 * children are found by halving; classes are tried one after the other.  Where
 * no child fits, what is deeper takes the URL, and else the search goes on at
 * the node above: a class may fit a segment and nothing below it the rest.
 */
#include "shape/shape_private.h"

/* Where a search is: a node on the way, and which child it tries next. */
struct step {
	uint64_t node;
	uint32_t next;
};

static int
compare_child(const struct sp_shape_node *child, const struct sp_token *token)
{
	int order = (int)child->place - (int)token->place;

	return order ? order :
		       sp_shape_compare_texts(child->text, token->text);
}

/* The exact child with this token, or as many as there are exact children. */
static uint32_t
find_exact(const struct sp_shape_node *nodes, const struct sp_shape_node *node,
	   const struct sp_token *token)
{
	uint32_t low = 0, high = node->exact;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int order = compare_child(&nodes[node->first + middle], token);

		if (!order)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return node->exact;
}

static bool
class_fits(const struct sp_shape_node *child, const struct sp_token *token)
{
	/* <any> parameters, also where there are too many to tell apart. */
	if (child->place == SP_TOKEN_NAMES || child->place == SP_TOKEN_ANY)
		return token->place == SP_TOKEN_NAMES ||
		       token->place == SP_TOKEN_ANY;
	if (child->place != token->place)
		return false;
	if (token->place == SP_TOKEN_SEGMENT && !token->text.length)
		return false;
	return sp_pieces_match(child->text, token->text);
}

/*
 * The next child that fits, from *next on: 0 means all.  Returns false if there
 * is none, or if no steps are left.
 */
static bool
next_child(const struct sp_shape_node *nodes, const struct sp_shape_node *node,
	   const struct sp_token *token, uint32_t *next, uint32_t *left,
	   uint64_t *child)
{
	uint32_t at = *next;

	if (!at && !*left)
		return false;
	if (!at) {
		--*left;
		at = find_exact(nodes, node, token);
		if (at < node->exact) {
			*next = node->exact + 1;
			*child = node->first + at;
			return true;
		}
	} else {
		at--;
	}
	for (; at < node->children && *left; at++) {
		--*left;
		if (class_fits(&nodes[node->first + at], token)) {
			*next = at + 2;
			*child = node->first + at;
			return true;
		}
	}
	*next = node->children + 1;
	return false;
}

/* Does the URL stay at this node, after `level` tokens? */
static bool
takes_rest(const struct sp_shape_node *node, const struct sp_token *tokens,
	   unsigned count, unsigned level, unsigned *deeper)
{
	bool all = node->class && node->place == SP_TOKEN_NAMES;

	if (node->place == SP_TOKEN_ANY || node->place == SP_TOKEN_DEEPER ||
	    all) {
		*deeper = 1;
		return node->deeper;
	}
	*deeper = level < count;
	return *deeper ? node->deeper &&
				 sp_token_is_of_path(tokens[level].place) :
			 node->ends;
}

uint64_t
sp_shape_tree_find(const struct sp_shape_tree *tree,
		   const struct sp_token *tokens, unsigned count,
		   unsigned *deeper)
{
	struct step way[SP_TOKENS + 1];
	unsigned level = 0;
	uint64_t child;
	uint32_t left = SP_SHAPE_STEPS;

	way[0] = (struct step){ 0, 0 };
	for (;;) {
		const struct sp_shape_node *node =
			&tree->nodes[way[level].node];

		if (level < count && node->children &&
		    next_child(tree->nodes, node, &tokens[level],
			       &way[level].next, &left, &child)) {
			way[++level] = (struct step){ child, 0 };
			continue;
		}
		if (!left)
			return SP_SHAPE_NOT_FOUND;
		if (takes_rest(node, tokens, count, level, deeper))
			return way[level].node;
		if (!level--)
			break;
	}
	*deeper = 1;
	return 0;
}
