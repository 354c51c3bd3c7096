/* SPDX-License-Identifier: MIT */
/*
 * Weak components of a graph that processes share.
 *
 * A tree is what the links of one process connect; its label is a page, at
 * first its smallest.  Trees of two processes that have a page in common are
 * next to each other.  In each round the owner of a label hangs it on the
 * smallest label next to any tree that has it, all pointers are followed to
 * their ends, and trees get the labels found there.  A label that does not
 * hang on another is smaller than those next to it, which all hang somewhere:
 * so after two rounds each component that is not complete has merged with
 * another, and the rounds are at most 2 log2 of the labels.
 *
 * Pointers lead to smaller labels only, so they have no cycle.  Following them
 * doubles the distance each time: a label asks the owner of what it hangs on
 * for what that hangs on.
 *
 * Only roots of trees that have a page in another process take part; other
 * trees are complete components from the beginning.  Memory: 12 bytes a local
 * page, and words for such roots.
 */
#include "measure/graph/kind.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "measure/graph/between.h"

#include <stdlib.h>
#include <string.h>

struct weak_search {
	const struct sp_share *share;
	const uint32_t *root;    /* of each local page */
	uint32_t *label;         /* of each root: a global page */
	uint32_t *next;          /* of each root: the smallest label beside */
	uint32_t *over;          /* of each page owned: what it hangs on */
	uint32_t *reached;       /* labels, of pages reached */
	uint32_t *lent;          /* and lent */
	struct sp_word *words;   /* the roots of trees that touch others */
	uint32_t *word_root;     /* as local pages */
	uint64_t word_count;
	struct sp_word *open;    /* labels whose pointers are followed */
	uint64_t open_count, open_capacity;
};

/* ---- memory ----------------------------------------------------------- */

static void
search_free(struct weak_search *search)
{
	free(search->label);
	free(search->next);
	free(search->over);
	free(search->reached);
	free(search->lent);
	free(search->words);
	free(search->word_root);
	free(search->open);
}

static enum sp_status
search_new(struct weak_search *search, const struct sp_share *share,
	   struct sp_error *err)
{
	*search = (struct weak_search){ .share = share };
	search->label = sp_alloc_large(share->places, sizeof(uint32_t));
	search->next = sp_alloc_large(share->places, sizeof(uint32_t));
	search->over = sp_alloc_large(share->owned, sizeof(uint32_t));
	search->reached = sp_alloc(share->reached, sizeof(uint32_t));
	search->lent = sp_alloc(sp_between_lent(share), sizeof(uint32_t));
	if (search->label && search->next && search->over &&
	    search->reached && search->lent)
		return SP_OK;
	return sp_no_memory(err, "the components");
}

/* ---- trees ------------------------------------------------------------ */

static uint64_t
touch_root(struct weak_search *search, uint64_t *touched, uint64_t page)
{
	return !sp_bit_test_and_set(touched, search->root[page]);
}

/* Trees without pages reached or lent are components. */
static enum sp_status
list_trees(struct weak_search *search, struct sp_error *err)
{
	const struct sp_share *share = search->share;
	uint64_t *touched = sp_bitset_new(share->places), count = 0;

	if (!touched)
		return sp_no_memory(err, "the components");
	for (uint64_t i = 0; i < share->reached; i++)
		count += touch_root(search, touched,
				    sp_share_reached(share, i));
	for (uint64_t i = 0; i < sp_between_lent(share); i++)
		count += touch_root(search, touched,
				    sp_between_lent_page(share, i));
	search->words = sp_alloc(count, sizeof(*search->words));
	search->word_root = sp_alloc(count, sizeof(*search->word_root));
	for (uint64_t page = 0; search->words && search->word_root &&
				page < share->places; page++)
		if (sp_bit_test(touched, page))
			search->word_root[search->word_count++] =
				(uint32_t)page;
	free(touched);
	return search->words && search->word_root ?
		       SP_OK : sp_no_memory(err, "the components");
}

/* Numbers of local pages ascend as those of all: a root is the smallest. */
static void
label_trees(struct weak_search *search)
{
	const struct sp_share *share = search->share;

	for (uint64_t i = 0; i < share->reached; i++) {
		uint64_t page = sp_share_reached(share, i);

		if (search->root[page] == page)
			search->label[page] =
				(uint32_t)sp_share_global(share, page);
	}
	for (uint64_t i = 0; i < share->owned; i++) {
		search->label[share->own_first + i] =
			(uint32_t)(share->first + i);
		search->over[i] = (uint32_t)(share->first + i);
	}
}

/* ---- a round ---------------------------------------------------------- */

static void
keep_less(struct weak_search *search, uint64_t page, uint32_t label)
{
	uint32_t *next = &search->next[search->root[page]];

	if (label < *next)
		*next = label;
}

/*
 * Trees learn the smallest label of those next to them.  A page that is
 * reached and its copy at the owner belong to two trees that are next to each
 * other: each side gets the label of the other, owners from all that reach the
 * page.
 */
static enum sp_status
look_around(struct weak_search *search, struct sp_error *err)
{
	const struct sp_share *share = search->share;
	uint64_t lent = sp_between_lent(share);
	enum sp_status status;

	for (uint64_t i = 0; i < search->word_count; i++)
		search->next[search->word_root[i]] =
			search->label[search->word_root[i]];
	for (uint64_t i = 0; i < share->reached; i++)
		search->reached[i] =
			search->label[search->root[sp_share_reached(share,
								    i)]];
	status = sp_between_to_owners(share, sizeof(uint32_t),
				      search->reached, search->lent, err);
	if (status)
		return status;
	for (uint64_t i = 0; i < lent; i++) {
		uint64_t page = sp_between_lent_page(share, i);

		keep_less(search, page, search->lent[i]);
		search->lent[i] = search->label[search->root[page]];
	}
	status = sp_between_from_owners(share, sizeof(uint32_t), search->lent,
					search->reached, err);
	for (uint64_t i = 0; !status && i < share->reached; i++)
		keep_less(search, sp_share_reached(share, i),
			  search->reached[i]);
	return status;
}

/* Remembers a label whose pointer has changed. */
static bool
open_label(struct weak_search *search, uint32_t label)
{
	if (!sp_grow(&search->open, &search->open_capacity,
		     search->open_count + 1))
		return false;
	search->open[search->open_count++].page = label;
	return true;
}

/*
 * A label may be told of several neighbours, from each tree that has it in any
 * process; the smallest counts.  It is opened once, when its pointer leaves
 * itself.
 */
static enum sp_status
hang_labels(struct weak_search *search, const struct sp_word *words,
	    uint64_t count, struct sp_error *err)
{
	search->open_count = 0;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t label = words[i].page;
		uint32_t *over = &search->over[label - search->share->first];

		if (*over == label && !open_label(search, label))
			return sp_no_memory(err, "the components");
		if (words[i].value < *over)
			*over = words[i].value;
	}
	return SP_OK;
}

/* Owners of labels learn what is next to these. */
static enum sp_status
hang_trees(struct weak_search *search, struct sp_error *err)
{
	struct sp_word *got;
	uint64_t count = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < search->word_count; i++) {
		uint32_t root = search->word_root[i];

		if (search->next[root] < search->label[root])
			search->words[count++] = (struct sp_word){
				search->label[root], search->next[root]
			};
	}
	status = sp_between_tell(search->share, search->words, count, &got,
				 &count, err);
	if (!status)
		status = hang_labels(search, got, count, err);
	free(got);
	return status;
}

/*
 * Follows pointers, twice as far each time, and keeps those that go on.  All
 * are asked before any is changed, so that the result does not depend on their
 * order.
 */
static enum sp_status
follow_once(struct weak_search *search, struct sp_error *err)
{
	uint64_t first = search->share->first, kept = 0;
	struct sp_word *open = search->open;
	struct sp_word *asked = sp_alloc(search->open_count, sizeof(*asked));
	enum sp_status status;

	if (!asked)
		return sp_no_memory(err, "the components");
	for (uint64_t i = 0; i < search->open_count; i++)
		asked[i].page = search->over[open[i].page - first];
	status = sp_between_ask(search->share, search->over, asked,
				search->open_count, err);
	for (uint64_t i = 0; !status && i < search->open_count; i++) {
		uint32_t *over = &search->over[open[i].page - first];

		if (asked[i].value == *over)
			continue;
		*over = asked[i].value;
		open[kept++] = open[i];
	}
	free(asked);
	search->open_count = kept;
	return status;
}

/* *any: a label of any process has changed. */
static enum sp_status
weak_follow_all(struct weak_search *search, bool *any,
		struct sp_error *err)
{
	enum sp_status status = SP_OK;

	*any = false;
	for (;;) {
		uint64_t open = search->open_count;

		status = sp_team_add(search->share->team, &open, 1, err);
		if (status || !open)
			return status;
		*any = true;
		status = follow_once(search, err);
		if (status)
			return status;
	}
}

static enum sp_status
label_anew(struct weak_search *search, struct sp_error *err)
{
	enum sp_status status;

	for (uint64_t i = 0; i < search->word_count; i++)
		search->words[i].page = search->label[search->word_root[i]];
	status = sp_between_ask(search->share, search->over, search->words,
				search->word_count, err);
	for (uint64_t i = 0; !status && i < search->word_count; i++)
		search->label[search->word_root[i]] = search->words[i].value;
	return status;
}

static enum sp_status
merge_trees(struct weak_search *search, struct sp_error *err)
{
	enum sp_status status = list_trees(search, err);
	bool any = !status;

	label_trees(search);
	while (any && !status) {
		status = look_around(search, err);
		if (!status)
			status = hang_trees(search, err);
		if (!status)
			status = weak_follow_all(search, &any, err);
		if (!status && any)
			status = label_anew(search, err);
	}
	return status;
}

/* ---- together --------------------------------------------------------- */

/* One process alone has all links, and its trees are the components. */
enum sp_status
sp_weak_labels(const struct sp_share *share, const uint32_t *forest,
	       uint32_t *label, struct sp_error *err)
{
	struct weak_search search;
	enum sp_status status;

	if (share->team->size == 1) {
		for (uint64_t i = 0; i < share->owned; i++)
			label[i] = (uint32_t)sp_share_global(
				share, forest[share->own_first + i]);
		return SP_OK;
	}
	status = search_new(&search, share, err);
	search.root = forest;
	if (!status)
		status = merge_trees(&search, err);
	for (uint64_t i = 0; !status && i < share->owned; i++)
		label[i] = search.label[search.root[share->own_first + i]];
	search_free(&search);
	return status;
}
