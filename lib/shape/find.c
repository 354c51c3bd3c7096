/* SPDX-License-Identifier: MIT */
/*
 * The place of a URL is the first in the order of the tree that fits.  Exact
 * children are found by halving; classes are tried one after the other, if the
 * first and the last bytes of the token are theirs: a node may have thousands,
 * which begin with other words.  Where no child fits, what is deeper takes the
 * URL, and else the search goes on at the node above: a class may fit a segment
 * and nothing below it the rest.
 */
#include "base/memory.h"
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
		       sp_span_compare(child->text, token->text);
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

/* ---- filters ---------------------------------------------------------- */

/* The first eight bytes of a text, 0 where it has fewer. */
static uint64_t
first_bytes(struct sp_span text)
{
	uint64_t bytes = 0;

	if (text.length)
		memcpy(&bytes, text.text, text.length < 8 ? text.length : 8);
	return bytes;
}

/* The last eight, 0 before them. */
static uint64_t
last_bytes(struct sp_span text)
{
	char bytes[8] = { 0 };
	size_t length = text.length < 8 ? text.length : 8;
	uint64_t value;

	if (length)
		memcpy(bytes + 8 - length, text.text + text.length - length,
		       length);
	memcpy(&value, bytes, 8);
	return value;
}

/* Where what is literal at the end of a class begins. */
static size_t
literal_end(struct sp_span class)
{
	size_t end = 0;

	for (size_t at = 0; at < class.length; at++) {
		if (class.text[at] == '<') {
			struct sp_span rest = { class.text + at,
						class.length - at };

			at += sp_span_before(rest, '>');
			end = at + 1;
		} else if (class.text[at] == '\\') {
			end = ++at + 1;
		}
	}
	return end < class.length ? end : class.length;
}

static void
make_filter(struct sp_span class, struct sp_shape_filter *filter)
{
	static const char ones[] = "\xff\xff\xff\xff\xff\xff\xff\xff";
	struct sp_span start = class, end = class, mask = { ones, 0 };

	start.length = 0;
	while (start.length < class.length &&
	       class.text[start.length] != '<' &&
	       class.text[start.length] != '\\')
		start.length++;
	sp_span_cut(&end, literal_end(class));
	filter->first = first_bytes(start);
	mask.length = start.length < 8 ? start.length : 8;
	filter->first_mask = first_bytes(mask);
	filter->last = last_bytes(end);
	mask.length = end.length < 8 ? end.length : 8;
	filter->last_mask = last_bytes(mask);
}

enum sp_status
sp_shape_tree_filter(struct sp_shape_tree *tree, struct sp_error *err)
{
	if (!sp_grow(&tree->filters, &tree->filters_capacity, tree->count))
		return sp_no_memory(err, "shapes");
	for (uint64_t i = 0; i < tree->count; i++) {
		const struct sp_shape_node *node = &tree->nodes[i];

		tree->filters[i] = (struct sp_shape_filter){ 0, 0, 0, 0 };
		if (node->class && (node->place == SP_TOKEN_SEGMENT ||
				    node->place == SP_TOKEN_VALUE))
			make_filter(node->text, &tree->filters[i]);
	}
	return SP_OK;
}

/* ---- the search ------------------------------------------------------- */

/*
 * The next class that fits, from number `at` of the children on; all of them if
 * there is none, or if no steps are left.
 */
static uint32_t
find_class_child(const struct sp_shape_tree *tree,
		 const struct sp_shape_node *node, const struct sp_token *token,
		 uint32_t at, int64_t *left)
{
	const struct sp_shape_node *child = tree->nodes + node->first;
	const struct sp_shape_filter *filter = tree->filters + node->first;
	uint64_t first, last;

	if (at >= node->children)
		return at;
	first = first_bytes(token->text);
	last = last_bytes(token->text);
	for (; at < node->children && *left > 0; at++) {
		--*left;
		if (((first ^ filter[at].first) & filter[at].first_mask) ||
		    ((last ^ filter[at].last) & filter[at].last_mask))
			continue;
		*left -= SP_SHAPE_TRY - 1;
		if (class_fits(&child[at], token))
			return at;
	}
	return node->children;
}

/*
 * The next child that fits, from *next on: 0 means all.  Returns false if there
 * is none, or if no steps are left.
 */
static bool
next_child(const struct sp_shape_tree *tree, const struct sp_shape_node *node,
	   const struct sp_token *token, uint32_t *next, int64_t *left,
	   uint64_t *child)
{
	uint32_t at = *next;

	if (!at) {
		*left -= SP_SHAPE_TRY;
		at = find_exact(tree->nodes, node, token);
		if (at < node->exact) {
			*next = node->exact + 1;
			*child = node->first + at;
			return true;
		}
	} else {
		at--;
	}
	at = find_class_child(tree, node, token, at, left);
	*child = node->first + at;
	*next = at < node->children ? at + 2 : at + 1;
	return at < node->children;
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
	int64_t left = SP_SHAPE_STEPS;

	way[0] = (struct step){ 0, 0 };
	for (;;) {
		const struct sp_shape_node *node =
			&tree->nodes[way[level].node];

		if (level < count && node->children &&
		    next_child(tree, node, &tokens[level],
			       &way[level].next, &left, &child)) {
			way[++level] = (struct step){ child, 0 };
			continue;
		}
		if (left <= 0)
			return SP_SHAPE_NOT_FOUND;
		if (takes_rest(node, tokens, count, level, deeper))
			return way[level].node;
		if (!level--)
			break;
	}
	*deeper = 1;
	return 0;
}
