/* SPDX-License-Identifier: MIT */
/*
 * The tree of a host is learned from the top down.  The URLs that reach a node
 * are grouped by their next token; then groups whose pages go on alike become
 * one, under a class (fold.c): templates first ("img<number>.jpg"), then words
 * with an extension, then words.
 *
 * Shapes of few pages are not worth their patterns: they join what is deeper at
 * a node above.  So a group of few pages is no node at all, and a node at which
 * nothing ends and nothing is deeper, nor below it, is taken out again: no URL
 * would stay there.  Nor is a group a node if its pattern would be too long for
 * a stream, which only sites have that were made so.
 */
#include "base/memory.h"
#include "shape/learn_private.h"

#include <stdlib.h>

#define WORTH 4             /* pages that are worth a shape */
#define NONE UINT32_MAX

/* ---- grouping --------------------------------------------------------- */

/*
 * Adds a group for each word at this level; *ends are the lines that have none.
 */
static enum sp_status
find_groups(struct sp_groups *groups, uint32_t first, uint32_t end,
	    unsigned level, uint32_t *ends, struct sp_error *err)
{
	const struct sp_lines *lines = groups->lines;
	uint64_t base = groups->count;

	*ends = 0;
	for (uint32_t i = first; i < end; i++) {
		const struct sp_url_line *line =
			&lines->lines[groups->order[i]];
		uint32_t word, *group;

		if (line->count <= level) {
			++*ends;
			continue;
		}
		word = lines->word_of[line->first + level];
		group = &groups->of_word[word];
		if (!*group) {
			if (!sp_grow(&groups->group, &groups->capacity,
				     groups->count + 1))
				return sp_no_memory(err, "shapes");
			groups->group[groups->count++] = (struct sp_group){
				.word = word, .members = 1, .fineness = 3
			};
			*group = (uint32_t)(groups->count - base);
		}
		groups->group[base + *group - 1].lines++;
	}
	return SP_OK;
}

/*
 * Makes the lines of each group from base on consecutive, after those that
 * end.
 */
static void
sort_lines(struct sp_groups *groups, uint64_t base, uint32_t first,
	   uint32_t end, unsigned level, uint32_t ends)
{
	const struct sp_lines *lines = groups->lines;
	struct sp_group_part *part = groups->part + groups->parts;
	uint32_t at = first + ends;

	for (uint64_t i = base; i < groups->count; i++) {
		part[i - base].first = at;
		at += groups->group[i].lines;
	}
	for (uint32_t i = first; i < end; i++) {
		const struct sp_url_line *line =
			&lines->lines[groups->order[i]];
		uint32_t group;

		if (line->count <= level)
			continue;
		group = groups->of_word[lines->word_of[line->first + level]];
		groups->spare[part[group - 1].first++] = groups->order[i];
	}
	memcpy(groups->order + first + ends, groups->spare + first + ends,
	       (end - first - ends) * sizeof(*groups->order));
}

/* Groups lines by their word at this level; *ends are those that have none. */
static enum sp_status
group_lines(struct sp_groups *groups, uint32_t first, uint32_t end,
	    unsigned level, uint32_t *ends, struct sp_error *err)
{
	uint64_t base = groups->count, count;
	enum sp_status status = find_groups(groups, first, end, level, ends,
					    err);

	count = groups->count - base;
	if (!status && !sp_grow(&groups->part, &groups->part_capacity,
				groups->parts + count))
		status = sp_no_memory(err, "shapes");
	if (!status && (count > 1 || *ends))
		sort_lines(groups, base, first, end, level, *ends);
	first += *ends;
	for (uint64_t i = base; i < groups->count; i++) {
		struct sp_group *group = &groups->group[i];

		groups->of_word[group->word] = 0;
		if (status)
			continue;
		group->head = group->tail = (uint32_t)groups->parts;
		groups->part[groups->parts++] = (struct sp_group_part){
			first, group->lines, NONE };
		first += group->lines;
	}
	return status;
}

/* What a word adds to a pattern, at most. */
static uint64_t
spelt_length(const struct sp_word *word)
{
	uint64_t length = word->text.length + sizeof("?<mixed>/<repeat:>");

	for (size_t i = 0; !word->class && i < word->text.length; i++)
		length += word->text.text[i] == '<' ||
			  word->text.text[i] == '\\';
	return length;
}

/*
 * Drops groups that have few lines, or whose pattern would be too long: that of
 * the node has spelt bytes already.  The lines of these are counted.  Puts the
 * lines of each other group side by side: head becomes their place.
 */
static void
lay_out(struct sp_groups *groups, uint64_t base, uint32_t first,
	uint32_t spelt, uint32_t *few_below, uint32_t *few_here)
{
	uint64_t left = base;
	uint32_t at = first;

	for (uint64_t i = base; i < groups->count; i++) {
		struct sp_group group = groups->group[i];
		const struct sp_word *word = &groups->lines->words[group.word];

		if (group.lines < WORTH ||
		    spelt + spelt_length(word) > SP_SHAPE_SPELT_MAX) {
			*(sp_token_is_of_path(word->place) ?
				  few_below : few_here) += group.lines;
			continue;
		}
		for (uint32_t k = group.head; k != NONE;
		     k = groups->part[k].next) {
			memcpy(groups->spare + at,
			       groups->order + groups->part[k].first,
			       groups->part[k].lines * sizeof(uint32_t));
			at += groups->part[k].lines;
		}
		group.head = at - group.lines;
		groups->group[left++] = group;
	}
	memcpy(groups->order + first, groups->spare + first,
	       (at - first) * sizeof(uint32_t));
	groups->count = left;
}

/* <hex> covers numbers of eight digits. */
static bool
has_hex(const struct sp_word *word)
{
	return word->class &&
		memmem(word->text.text, word->text.length, "<hex>", 5);
}

/* Exact groups by place and text, then classes, the finest first. */
static int
compare_groups(const void *a, const void *b, void *context)
{
	const struct sp_lines *lines = context;
	const struct sp_group *x = a, *y = b;
	const struct sp_word *one = &lines->words[x->word];
	const struct sp_word *two = &lines->words[y->word];
	int order = one->class - two->class;

	if (!order)
		order = y->fineness - x->fineness;
	if (!order)
		order = has_hex(one) - has_hex(two);
	if (!order)
		order = (int)one->place - (int)two->place;
	return order ? order : sp_span_compare(one->text, two->text);
}

/* ---- the tree --------------------------------------------------------- */

static enum sp_status
add_children(struct sp_shape_tree *tree, uint64_t node,
	     const struct sp_groups *groups, uint64_t base,
	     struct sp_error *err)
{
	uint64_t count = groups->count - base;
	struct sp_shape_node *at;

	if (tree->count + count > UINT32_MAX / 2 ||
	    !sp_grow(&tree->nodes, &tree->capacity, tree->count + count))
		return sp_no_memory(err, "shapes");
	at = &tree->nodes[node];
	at->first = (uint32_t)tree->count;
	at->children = (uint32_t)count;
	for (uint64_t i = base; i < groups->count; i++) {
		const struct sp_word *word =
			&groups->lines->words[groups->group[i].word];

		tree->nodes[tree->count++] = (struct sp_shape_node){
			.text = word->text, .place = word->place,
			.class = word->class,
			.spelt = at->spelt + (uint32_t)spelt_length(word)
		};
	}
	return SP_OK;
}

/* Moves child i of a node to the end of those that stay. */
static void
keep_child(struct sp_shape_tree *tree, uint64_t node, uint32_t i)
{
	struct sp_shape_node *at = &tree->nodes[node];
	uint32_t to = at->first + at->children++;

	tree->nodes[to] = tree->nodes[at->first + i];
	at->exact += !tree->nodes[to].class;
}

static enum sp_status learn_node(struct sp_shape_learner *learner,
				 uint64_t node, uint32_t first, uint32_t end,
				 unsigned level, uint32_t *small,
				 struct sp_error *err);

/*
 * Learns what is below the children of a node, which are the groups from base
 * on, and counts the pages that are not worth a shape there.
 */
static enum sp_status
learn_children(struct sp_shape_learner *learner, uint64_t node, uint64_t base,
	       unsigned level, uint32_t *few_below, uint32_t *few_here,
	       struct sp_error *err)
{
	struct sp_groups *groups = &learner->groups;
	struct sp_shape_tree *tree = &learner->tree;
	enum sp_status status = add_children(tree, node, groups, base, err);
	uint32_t first = tree->nodes[node].first;
	uint32_t count = tree->nodes[node].children;

	tree->nodes[node].children = 0;
	for (uint32_t i = 0; !status && i < count; i++) {
		struct sp_group group = groups->group[base + i];
		uint32_t few = 0;

		status = learn_node(learner, first + i, group.head,
				    group.head + group.lines, level + 1, &few,
				    err);
		if (few < group.lines)
			keep_child(tree, node, i);
		*(sp_token_is_of_path(groups->lines->words[group.word].place) ?
			  few_below : few_here) += few;
	}
	return status;
}

/*
 * Learns what is below a node; *small counts pages that are not worth a shape.
 * Segments below join what is deeper at this node, if they are enough together;
 * what ends here, and parameters, what is deeper at the node above.
 */
static enum sp_status
learn_node(struct sp_shape_learner *learner, uint64_t node, uint32_t first,
	   uint32_t end, unsigned level, uint32_t *small, struct sp_error *err)
{
	struct sp_groups *groups = &learner->groups;
	struct sp_shape_node *at = &learner->tree.nodes[node];
	uint64_t base = groups->count;
	uint32_t ends, here = 0, below = 0;
	enum sp_status status;

	*small = 0;
	if (at->place == SP_TOKEN_ANY || at->place == SP_TOKEN_DEEPER ||
	    (at->class && at->place == SP_TOKEN_NAMES)) {
		at->deeper = true;
		return SP_OK;
	}
	status = group_lines(groups, first, end, level, &ends, err);
	for (int fineness = 2; !status && fineness >= 0 &&
	     groups->count - base > 1; fineness--) {
		status = sp_groups_fold(groups, base, level, fineness, err);
		if (!status && fineness == 2)
			sp_groups_join_numbers(groups, base, level);
	}
	if (status)
		return status;
	lay_out(groups, base, first + ends, learner->tree.nodes[node].spelt,
		&below, &here);
	groups->parts = 0;
	qsort_r(groups->group + base, groups->count - base,
		sizeof(*groups->group), compare_groups, groups->lines);
	if (groups->count > base)
		status = learn_children(learner, node, base, level, &below,
					&here, err);
	groups->count = base;
	at = &learner->tree.nodes[node];
	at->ends = ends >= WORTH;
	at->deeper = !node || below >= WORTH;
	*small = here + (at->ends ? 0 : ends) + (at->deeper ? 0 : below);
	return status;
}

enum sp_status
sp_shape_tree_clear(struct sp_shape_tree *tree, struct sp_error *err)
{
	if (!sp_grow(&tree->nodes, &tree->capacity, 1))
		return sp_no_memory(err, "shapes");
	tree->count = 1;
	tree->nodes[0] = (struct sp_shape_node){ .place = SP_TOKEN_SEGMENT,
						 .deeper = true };
	return SP_OK;
}

enum sp_status
sp_shape_learn_tree(struct sp_shape_learner *learner, struct sp_error *err)
{
	struct sp_groups *groups = &learner->groups;
	uint64_t count = learner->lines.count;
	uint32_t small;

	groups->lines = &learner->lines;
	groups->count = groups->parts = 0;
	if (sp_shape_tree_clear(&learner->tree, err) ||
	    sp_groups_make_room(groups, err))
		return err->status;
	if (!sp_grow(&groups->order, &groups->order_capacity, count) ||
	    !sp_grow(&groups->spare, &groups->spare_capacity, count))
		return sp_no_memory(err, "shapes");
	for (uint64_t i = 0; i < count; i++)
		groups->order[i] = (uint32_t)i;
	if (learn_node(learner, 0, 0, (uint32_t)count, 0, &small, err))
		return err->status;
	return sp_shape_tree_filter(&learner->tree, err);
}

void
sp_shape_learner_free(struct sp_shape_learner *learner)
{
	struct sp_groups *groups = &learner->groups;

	sp_lines_free(&learner->lines);
	free(groups->order);
	free(groups->spare);
	free(groups->group);
	free(groups->part);
	free(groups->of_word);
	free(groups->all);
	free(groups->own);
	free(groups->list);
	free(learner->tree.nodes);
	free(learner->tree.filters);
	*learner = (struct sp_shape_learner){ .tree = { .nodes = NULL } };
}
