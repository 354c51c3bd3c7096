/* SPDX-License-Identifier: MIT */
/*
 * The tree of a host is learned from the top down.  The URLs that reach a node
 * are grouped by their next token; then groups whose pages go on alike become
 * one, under a class.
 *
 * What goes on is described by skeletons: all tokens after this one, coarsely,
 * as a hash.  Bits are counted as in a message that says the model first and
 * then the pages: a group of its own costs its entry and each of its
 * skeletons, and then its pages take what the frequency of their skeletons in
 * the group demands; in a class, the frequencies of the whole class, and each
 * skeleton that is new to it.  A group leaves the class if that is shorter.
 * The texts of tokens have to be said in both cases, so they are left out,
 * except for what a template says once for all of its members.
 *
 * Groups become templates first ("img<number>.jpg"), then words with an
 * extension, then words.  A tie folds.  Shapes of few pages are not worth their
 * patterns: they join what is deeper at a node above (learn_node()).
 *
 * Groups are in the order of texts, so that no order of the URLs matters; sums
 * of bits are compared as integers of 1/256 bit.
 */
#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "shape/shape_private.h"

#include <stdlib.h>

#define ENTRY_BITS 16       /* of a group */
#define SKELETON_BITS 24    /* of a skeleton in a model */
#define CLASS_BITS 40       /* of a class */
#define TEXT_BITS 5         /* of a byte of a word */
#define WORTH 4             /* pages that are worth a shape */

/* A URL while the tree is learned. */
struct line {
	const struct sp_token *token;
	const uint64_t *skeleton;   /* of token i: from token i + 1 on */
	unsigned count;
};

/* Lines with one token, or several tokens that were folded. */
struct group {
	struct sp_span text;
	enum sp_token_place place;
	bool class;
	uint32_t first, lines;
	uint32_t members;           /* groups that were folded to it */
	struct sp_span wider;       /* the class that it may be folded to */
	bool folds;                 /* will it be? */
	int fineness;               /* exact 3, template 2, word with an
				       ending 1, word 0 */
};

struct learner {
	struct sp_shape_tree *tree;
	struct line *lines;
	struct line *spare;
	uint64_t *skeletons;        /* sorted, of a group and of a class */
};

/* ---- lines ------------------------------------------------------------ */

static uint64_t
coarse_token(const struct sp_token *token)
{
	struct sp_span end;

	if (token->place == SP_TOKEN_NAMES)
		return sp_hash(token->text.text, token->text.length);
	if (token->place != SP_TOKEN_SEGMENT || !token->text.length)
		return token->place * 8 + 1 + !token->text.length;
	end = sp_token_extension(token->text);
	return end.length ? sp_hash(end.text, end.length) : 3;
}

static enum sp_status
make_line(struct learner *learner, struct line *line, struct sp_span url,
	  struct sp_tokens *tokens, struct sp_error *err)
{
	struct sp_shape_room *room = &learner->tree->room;
	struct sp_token *token;
	uint64_t *skeleton, hash = 0;

	sp_url_tokens(url, tokens);
	token = sp_shape_room_take(room, tokens->count * sizeof(*token));
	skeleton = sp_shape_room_take(room, tokens->count * sizeof(*skeleton));
	if (!token || !skeleton)
		return sp_no_memory(err, "shapes");
	memcpy(token, tokens->token, tokens->count * sizeof(*token));
	for (unsigned i = tokens->count; i--;) {
		skeleton[i] = hash;
		hash = sp_mix64(hash + 1) + coarse_token(&token[i]);
		if (token[i].place == SP_TOKEN_NAMES) {
			char *names = sp_shape_room_take(room,
							 token[i].text.length);

			if (!names)
				return sp_no_memory(err, "shapes");
			memcpy(names, token[i].text.text, token[i].text.length);
			token[i].text.text = names;
		}
	}
	*line = (struct line){ token, skeleton, tokens->count };
	return SP_OK;
}

/* Sorts lines from this level on; place, then text. */
static int
compare_lines(const void *a, const void *b, void *context)
{
	unsigned level = *(const unsigned *)context;
	const struct line *x = a, *y = b;
	int order;

	if (level >= x->count || level >= y->count)
		return (x->count > level) - (y->count > level);
	order = (int)x->token[level].place - (int)y->token[level].place;
	return order ? order :
		       sp_shape_compare_texts(x->token[level].text,
					      y->token[level].text);
}

/* ---- description lengths ---------------------------------------------- */

/*
 * The logarithm to base 2, in 1/256: by squaring, so that every machine has the
 * same bits.
 */
static int64_t
log2_256(uint64_t x)
{
	int64_t log = 0;
	uint64_t part = x;

	while (part >> 32)
		part >>= 1;
	while (!(part >> 31))
		part <<= 1;
	for (uint64_t y = x; y >>= 1;)
		log++;
	for (int i = 0; i < 8; i++) {
		part = part * part >> 31;
		log *= 2;
		if (part >> 32) {
			part >>= 1;
			log++;
		}
	}
	return log;
}

/* The bits of `times` events of which each has the share count / of. */
static int64_t
event_bits(uint64_t times, uint64_t count, uint64_t of)
{
	return (int64_t)times * (log2_256(of) - log2_256(count));
}

/* How many of these sorted numbers are below one. */
static uint64_t
count_below(const uint64_t *numbers, uint64_t count, uint64_t limit)
{
	uint64_t low = 0, high = count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (numbers[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many are this one, which at least one is. */
static uint64_t
count_number(const uint64_t *numbers, uint64_t count, uint64_t number)
{
	uint64_t below = count_below(numbers, count, number);

	return (number == UINT64_MAX ? count :
				       count_below(numbers, count,
						   number + 1)) - below;
}

/*
 * Does a group take fewer bits by itself than as a part of all?  The skeletons
 * of both are sorted.
 */
static bool
is_shorter_alone(const uint64_t *own, uint64_t count, const uint64_t *all,
       uint64_t total)
{
	int64_t alone = 256 * ENTRY_BITS, within = 0;
	uint64_t others = total - count;

	for (uint64_t i = 0, end; i < count; i = end) {
		uint64_t seen;

		for (end = i; end < count && own[end] == own[i]; end++)
			;
		seen = count_number(all, total, own[i]) - (end - i);
		alone += 256 * SKELETON_BITS +
			 event_bits(end - i, end - i, count);
		if (!seen)
			within += 256 * SKELETON_BITS;
		within += event_bits(end - i, 2 * seen + 1, 2 * (others + 1));
	}
	return alone < within;
}

/* The skeletons of lines, after their token at this level, sorted. */
static void
take_skeletons(const struct line *lines, uint32_t count, unsigned level,
	       uint64_t *to)
{
	for (uint32_t i = 0; i < count; i++)
		to[i] = lines[i].skeleton[level];
	qsort(to, count, sizeof(*to), sp_compare_u64);
}

/* ---- folding ---------------------------------------------------------- */

/* The text of the class of this fineness; absent if there is none. */
static enum sp_status
find_wider_class(struct learner *learner, struct group *group, int fineness,
		 struct sp_error *err)
{
	char text[SP_TEMPLATE_MAX];
	size_t length = 0;
	char *kept;

	group->wider = (struct sp_span)SP_SPAN_ABSENT;
	if (group->place == SP_TOKEN_NAMES && fineness == 0) {
		group->wider = SP_SPAN("<any>");
		return SP_OK;
	}
	if ((group->place != SP_TOKEN_SEGMENT &&
	     group->place != SP_TOKEN_VALUE) ||
	    (group->place == SP_TOKEN_SEGMENT && !group->text.length))
		return SP_OK;
	if (fineness == 2 && !group->class)
		length = sp_token_template(group->text, text);
	else if (fineness == 1)
		length = sp_token_ending(group->text, group->class, text);
	else if (!fineness) {
		memcpy(text, "<word>", 6);
		length = 6;
	}
	if (!length)
		return SP_OK;
	kept = sp_shape_room_take(&learner->tree->room, length);
	if (!kept)
		return sp_no_memory(err, "shapes");
	memcpy(kept, text, length);
	group->wider = (struct sp_span){ kept, length };
	return SP_OK;
}

static int
compare_wider(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	int order = (!x->wider.text) - (!y->wider.text);

	if (!order)
		order = (int)x->place - (int)y->place;
	if (!order && x->wider.text)
		order = sp_shape_compare_texts(x->wider, y->wider);
	if (!order)
		order = x->class - y->class;
	if (!order)
		order = sp_shape_compare_texts(x->text, y->text);
	return order;
}

/* The bytes of a pattern's text that are no class; those with a "\" are one. */
static uint64_t
count_known_bytes(struct sp_span text)
{
	uint64_t known = 0;

	while (text.length) {
		size_t taken = 1;

		if (*text.text == '<')
			taken = sp_span_before(text, '>') + 1;
		else
			known++;
		if (*text.text == '\\')
			taken = 2;
		sp_span_cut(&text, taken);
	}
	return known;
}

/*
 * What a template saves by its known bytes.  Before the ";" of parameters of a
 * path it is not counted: such pages belong together whatever their names.
 */
static int64_t
saved_bits(const struct group *group)
{
	if (!group->class || (group->wider.length > 6 &&
			      group->wider.text[6] == ';'))
		return 0;
	return (int64_t)((count_known_bytes(group->text) + 1) * TEXT_BITS *
			 group->members);
}

/*
 * Of groups that could be folded to one class, marks those that will be, and
 * returns how many members these have.
 */
static uint32_t
mark_folding(struct learner *learner, struct group *groups, uint32_t count,
	     unsigned level, uint32_t total)
{
	uint64_t *own = learner->skeletons, *all = own + total;
	uint64_t used = 0;
	uint32_t members = 0;

	for (uint32_t i = 0; i < count; i++) {
		take_skeletons(learner->lines + groups[i].first,
			       groups[i].lines, level, all + used);
		used += groups[i].lines;
	}
	qsort(all, used, sizeof(*all), sp_compare_u64);
	for (uint32_t i = 0; i < count; i++) {
		take_skeletons(learner->lines + groups[i].first,
			       groups[i].lines, level, own);
		groups[i].folds = count > 1 &&
			!is_shorter_alone(own, groups[i].lines, all, used) &&
			saved_bits(&groups[i]) < CLASS_BITS;
		members += groups[i].folds ? groups[i].members : 0;
	}
	return members;
}

/* Joins the marked groups of a class, whose lines become consecutive. */
static uint32_t
join_marked(struct learner *learner, struct group *groups, uint32_t count,
	    int fineness)
{
	struct group class = groups[0];
	uint32_t start = UINT32_MAX, left = 0, used = 0;

	class.text = groups[0].wider;
	class.class = true;
	class.fineness = fineness;
	class.lines = class.members = 0;
	for (uint32_t i = 0; i < count; i++)
		if (groups[i].first < start)
			start = groups[i].first;
	/* Those that stay alone first, then the lines of the class. */
	for (int folded = 0; folded < 2; folded++)
		for (uint32_t i = 0; i < count; i++) {
			struct group *group = &groups[i];

			if (group->folds != folded)
				continue;
			memcpy(learner->spare + used,
			       learner->lines + group->first,
			       group->lines * sizeof(struct line));
			if (folded) {
				class.lines += group->lines;
				class.members += group->members;
			}
			group->first = start + used;
			used += group->lines;
		}
	memcpy(learner->lines + start, learner->spare,
	       used * sizeof(struct line));
	class.first = start + used - class.lines;
	for (uint32_t i = 0; i < count; i++)
		if (!groups[i].folds)
			groups[left++] = groups[i];
	groups[left++] = class;
	return left;
}

/* Puts lines in the order of their groups, so that a class has a range. */
static void
put_lines_in_order(struct learner *learner, struct group *groups,
		   uint32_t count)
{
	uint32_t base = UINT32_MAX, used = 0;

	for (uint32_t i = 0; i < count; i++)
		if (groups[i].first < base)
			base = groups[i].first;
	for (uint32_t i = 0; i < count; i++) {
		memcpy(learner->spare + used, learner->lines + groups[i].first,
		       groups[i].lines * sizeof(struct line));
		groups[i].first = base + used;
		used += groups[i].lines;
	}
	memcpy(learner->lines + base, learner->spare,
	       used * sizeof(struct line));
}

/* One round; *count becomes how many groups are left. */
static enum sp_status
fold(struct learner *learner, struct group *groups, uint32_t *count,
     unsigned level, int fineness, uint32_t total, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	uint32_t left = 0, first = 0;

	for (uint32_t i = 0; !status && i < *count; i++)
		status = find_wider_class(learner, &groups[i], fineness, err);
	if (status)
		return status;
	qsort(groups, *count, sizeof(*groups), compare_wider);
	put_lines_in_order(learner, groups, *count);
	while (first < *count) {
		uint32_t end = first + 1, kept;

		while (end < *count && groups[first].wider.text &&
		       groups[end].wider.text &&
		       groups[end].place == groups[first].place &&
		       sp_span_equal(groups[end].wider, groups[first].wider))
			end++;
		kept = end - first;
		if (groups[first].wider.text &&
		    mark_folding(learner, groups + first, kept, level,
				 total) > 2)
			kept = join_marked(learner, groups + first, kept,
					   fineness);
		memmove(groups + left, groups + first,
			kept * sizeof(*groups));
		left += kept;
		first = end;
	}
	*count = left;
	return SP_OK;
}

/* <hex> covers numbers of eight digits. */
static bool
has_hex(const struct group *group)
{
	return group->class &&
		memmem(group->text.text, group->text.length, "<hex>", 5);
}

/* Exact groups by place and text, then classes, the finest first. */
static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	int order = x->class - y->class;

	if (!order)
		order = y->fineness - x->fineness;
	if (!order)
		order = has_hex(x) - has_hex(y);
	if (!order)
		order = (int)x->place - (int)y->place;
	return order ? order : sp_shape_compare_texts(x->text, y->text);
}

/* ---- the tree --------------------------------------------------------- */

static uint32_t
group_lines(const struct learner *learner, uint32_t first, uint32_t end,
	    unsigned level, struct group *groups)
{
	uint32_t count = 0;

	for (uint32_t i = first; i < end; i++) {
		const struct sp_token *token = &learner->lines[i].token[level];
		struct group *last = groups + count - 1;

		if (count && token->place == last->place &&
		    !sp_shape_compare_texts(token->text, last->text)) {
			last->lines++;
			continue;
		}
		groups[count++] = (struct group){
			.text = token->text, .place = token->place,
			/* Too many parameters are <any>, as others are. */
			.class = token->place == SP_TOKEN_ANY,
			.first = i, .lines = 1, .members = 1, .fineness = 3
		};
	}
	return count;
}

static enum sp_status
add_children(struct sp_shape_tree *tree, uint64_t node,
	     const struct group *groups, uint32_t count, struct sp_error *err)
{
	if (tree->count + count > UINT32_MAX / 2 ||
	    !sp_grow(&tree->nodes, &tree->capacity, tree->count + count))
		return sp_no_memory(err, "shapes");
	tree->nodes[node].first = (uint32_t)tree->count;
	tree->nodes[node].children = count;
	for (uint32_t i = 0; i < count; i++) {
		tree->nodes[node].exact += !groups[i].class;
		tree->nodes[tree->count++] = (struct sp_shape_node){
			.text = groups[i].text, .place = groups[i].place,
			.class = groups[i].class
		};
	}
	return SP_OK;
}

/*
 * Learns what is below a node; *small counts pages that are not worth a shape.
 * Segments below join what is deeper at this node, if they are enough together;
 * what ends here, and parameters, what is deeper at the node above.
 */
static enum sp_status
learn_node(struct learner *learner, uint64_t node, uint32_t first,
	   uint32_t end, unsigned level, uint32_t *small, struct sp_error *err)
{
	struct sp_shape_tree *tree = learner->tree;
	struct sp_shape_node *at = &tree->nodes[node];
	struct group *groups;
	uint32_t count, ends = 0, here, below = 0;
	enum sp_status status = SP_OK;

	if (at->place == SP_TOKEN_ANY || at->place == SP_TOKEN_DEEPER ||
	    (at->class && at->place == SP_TOKEN_NAMES)) {
		at->deeper = end - first >= WORTH;
		*small = at->deeper ? 0 : end - first;
		return SP_OK;
	}
	qsort_r(learner->lines + first, end - first, sizeof(struct line),
		compare_lines, &level);
	while (first + ends < end &&
	       learner->lines[first + ends].count <= level)
		ends++;
	at->ends = ends >= WORTH;
	here = at->ends ? 0 : ends;
	first += ends;
	groups = sp_alloc(end - first, sizeof(*groups));
	if (!groups)
		return sp_no_memory(err, "shapes");
	count = group_lines(learner, first, end, level, groups);
	for (int fineness = 2; !status && fineness >= 0 && count > 1;
	     fineness--)
		status = fold(learner, groups, &count, level, fineness,
			      end - first, err);
	if (!status) {
		qsort(groups, count, sizeof(*groups), compare_groups);
		status = add_children(tree, node, groups, count, err);
	}
	for (uint32_t i = 0; !status && i < count; i++) {
		uint32_t few = 0;

		status = learn_node(learner, tree->nodes[node].first + i,
				    groups[i].first,
				    groups[i].first + groups[i].lines,
				    level + 1, &few, err);
		if (sp_token_is_of_path(groups[i].place))
			below += few;
		else
			here += few;
	}
	free(groups);
	at = &tree->nodes[node];
	at->deeper = !node || below >= WORTH;
	*small = at->deeper ? here : here + below;
	return status;
}

enum sp_status
sp_shape_tree_learn(struct sp_shape_tree *tree, const struct sp_span *urls,
		    uint32_t count, struct sp_error *err)
{
	struct learner learner = { .tree = tree };
	struct sp_tokens *tokens = sp_alloc(1, sizeof(*tokens));
	enum sp_status status = SP_OK;
	uint32_t small;

	learner.lines = sp_alloc(count, sizeof(*learner.lines));
	learner.spare = sp_alloc(count, sizeof(*learner.spare));
	learner.skeletons = sp_alloc(2 * (uint64_t)count, sizeof(uint64_t));
	if (!tokens || !learner.lines || !learner.spare ||
	    !learner.skeletons || !sp_grow(&tree->nodes, &tree->capacity, 1))
		status = sp_no_memory(err, "shapes");
	for (uint32_t i = 0; !status && i < count; i++)
		status = make_line(&learner, &learner.lines[i], urls[i],
				   tokens, err);
	if (!status) {
		tree->count = 1;
		tree->nodes[0] = (struct sp_shape_node){
			.place = SP_TOKEN_SEGMENT };
		status = learn_node(&learner, 0, 0, count, 0, &small, err);
	}
	free(tokens);
	free(learner.lines);
	free(learner.spare);
	free(learner.skeletons);
	return status;
}
