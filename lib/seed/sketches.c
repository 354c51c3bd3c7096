/* SPDX-License-Identifier: MIT */
/*
 * What pages sketches, step by step (sketches.h).
 *
 * The sets before a step and after it are kept apart, since a page must see
 * what its successors reached a step before and not in this one.
 *
 * A pass over the graph writes the sets of all pages.  It is the fastest way,
 * by several threads, as long as many sets change; most graphs of the web are
 * done after 10 to 30 of them.  A chain of pages, such as a crawler trap, takes
 * as many steps as it has pages, in each of which few sets change.  So after
 * FEW_PASSES passes, once fewer than half of the pages change, a step takes the
 * pages that changed in the step before, and adds the words that changed to the
 * sets of the pages that link to them.  This needs the transposed graph, which
 * is made then.  As bits are only ever added, a page takes part at most once
 * for each of its bits, so all steps take at most targets times links.
 *
 * Between two sparse steps, both sets of every page are equal.  A step adds to
 * the later ones of some pages (push_changes()), and then makes the earlier
 * ones of the same pages equal (settle_sketch()).  Bits are added in any order
 * with the same result.
 */
#include "seed/sketches.h"

#include "base/memory.h"
#include "graph/transform/transpose.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

#define WORD 64
#define FEW_PASSES 32 /* about what the transposed graph costs */
#define PLAIN_LINKS (UINT64_C(64) << 20) /* bytes of decoded links, at most */

/* The words of a page that changed: from first to before end. */
struct changed_words {
	uint32_t first, end;
};

struct sp_sketches {
	const struct sp_graph *graph;
	int threads;
	uint64_t pages, words;
	uint64_t *reached;    /* targets that a page reaches */
	uint64_t *further;    /* the same by one link more */
	/* Of sparse steps, made when the first one is taken. */
	struct sp_graph *transposed;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct changed_words *changed; /* of each page, by the last step */
	struct changed_words *next;    /* by this one; end 0: none */
	uint32_t *list, *next_list;    /* pages with such words */
	uint64_t count, next_count;
};

/* ---- passes over the graph -------------------------------------------- */

/* What a page reaches by its links; returns whether it is more than before. */
static bool
follow_links(const struct sp_sketches *sets, uint32_t page,
	     const uint32_t *successors, uint32_t count)
{
	uint64_t words = sets->words, *set = &sets->further[page * words];
	const uint64_t *before = &sets->reached[page * words];

	/* It keeps what it has, so that its own bit stays. */
	memcpy(set, before, words * sizeof(*set));
	for (uint32_t i = 0; i < count; i++) {
		const uint64_t *other = &sets->reached[successors[i] * words];

		for (uint64_t w = 0; w < words; w++)
			set[w] |= other[w];
	}
	return memcmp(set, before, words * sizeof(*set));
}

struct follow_pass {
	const struct sp_sketches *sets;
	uint64_t changed;
};

/* The pages of some blocks; each set is written by one thread. */
static enum sp_status
follow_range(void *context, struct sp_cursor *cursor, uint64_t first,
	     uint64_t last, struct sp_error *err)
{
	struct follow_pass *pass = context;
	const uint32_t *successors;
	uint32_t page, count;
	uint64_t changed = 0;

	(void)first;
	(void)last;
	(void)err;
	while (sp_cursor_next(cursor, &page, &successors, &count))
		changed += follow_links(pass->sets, page, successors, count);
#pragma omp atomic
	pass->changed += changed;
	return SP_OK;
}

/* All pages reach one link further. */
static enum sp_status
follow_all(struct sp_sketches *sets, uint64_t *changed, struct sp_error *err)
{
	struct follow_pass pass = { sets, 0 };
	enum sp_status status =
		sp_visit_ranges(sets->graph, 0, sp_graph_blocks(sets->graph),
				sets->threads, follow_range, &pass, err);
	uint64_t *swap = sets->reached;

	sets->reached = sets->further;
	sets->further = swap;
	*changed = pass.changed;
	return status;
}

/* ---- sparse steps ----------------------------------------------------- */

static enum sp_status
sketches_make_transposed(struct sp_sketches *sets, struct sp_error *err)
{
	struct sp_transpose_options options = {
		.memory = sp_graph_links(sets->graph) + 1,
		.threads = sets->threads
	};

	if (sp_transpose(sets->graph, &options, &sets->transposed, err) ||
	    sp_index_new_plain(sets->transposed, PLAIN_LINKS, sets->threads,
			       &sets->index, err))
		return err->status;
	if (!sets->index && sp_index_new(sets->transposed, sets->threads,
					 &sets->index, err))
		return err->status;
	sets->accessor = sp_accessor_new(sets->index);
	sets->changed = sp_alloc_large(sets->pages, sizeof(*sets->changed));
	sets->next = sp_alloc_large_zero(sets->pages, sizeof(*sets->next));
	sets->list = sp_alloc_large(sets->pages, sizeof(uint32_t));
	sets->next_list = sp_alloc_large(sets->pages, sizeof(uint32_t));
	if (!sets->accessor || !sets->changed || !sets->next || !sets->list ||
	    !sets->next_list)
		return sp_no_memory(err, "what pages reach");
	return SP_OK;
}

/*
 * Makes both sets of a page equal in the words given, and adds the page to the
 * list if they were not.
 */
static void
settle_sketch(struct sp_sketches *sets, uint32_t page,
	      struct changed_words words)
{
	const uint64_t *set = &sets->further[page * sets->words];
	uint64_t *before = &sets->reached[page * sets->words];

	while (words.first < words.end &&
	       set[words.first] == before[words.first])
		words.first++;
	while (words.first < words.end &&
	       set[words.end - 1] == before[words.end - 1])
		words.end--;
	if (words.first == words.end)
		return;
	memcpy(before + words.first, set + words.first,
	       (words.end - words.first) * sizeof(*set));
	sets->changed[page] = words;
	sets->list[sets->count++] = page;
}

/*
 * The pages that the last pass over the graph has changed.  It left the sets
 * after it in reached, those before it in further.
 */
static enum sp_status
begin_sparse(struct sp_sketches *sets, struct sp_error *err)
{
	uint64_t *swap = sets->reached;

	if (!sets->accessor && sketches_make_transposed(sets, err))
		return err->status;
	sets->reached = sets->further;
	sets->further = swap;
	sets->count = 0;
	for (uint64_t p = 0; p < sets->pages; p++)
		settle_sketch(sets, (uint32_t)p, (struct changed_words){
			0, (uint32_t)sets->words
		});
	return SP_OK;
}

/* Adds words of a page to the later set of one that links to it. */
static void
push_words(struct sp_sketches *sets, uint32_t page, uint32_t to)
{
	struct changed_words words = sets->changed[page];
	struct changed_words *all = &sets->next[to];
	const uint64_t *set = &sets->reached[page * sets->words];
	uint64_t *later = &sets->further[to * sets->words];

	for (uint32_t w = words.first; w < words.end; w++)
		later[w] |= set[w];
	if (!all->end) {
		*all = words;
		sets->next_list[sets->next_count++] = to;
		return;
	}
	if (words.first < all->first)
		all->first = words.first;
	if (words.end > all->end)
		all->end = words.end;
}

static enum sp_status
push_changes(struct sp_sketches *sets, struct sp_error *err)
{
	sets->next_count = 0;
	for (uint64_t i = 0; i < sets->count; i++) {
		const uint32_t *sources;
		uint32_t count;

		if (sp_accessor_page(sets->accessor, sets->list[i], &sources,
				     &count, err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			push_words(sets, sets->list[i], sources[k]);
	}
	return SP_OK;
}

/* After a failure, next is not empty; nothing is found any more then. */
static enum sp_status
step_sparse(struct sp_sketches *sets, uint64_t *changed, struct sp_error *err)
{
	if (push_changes(sets, err))
		return err->status;
	sets->count = 0;
	for (uint64_t i = 0; i < sets->next_count; i++) {
		uint32_t page = sets->next_list[i];

		settle_sketch(sets, page, sets->next[page]);
		sets->next[page].end = 0;
	}
	*changed = sets->count;
	return SP_OK;
}

/* ---- the interface ---------------------------------------------------- */

enum sp_status
sp_sketches_new(const struct sp_graph *graph, uint64_t words, int threads,
		struct sp_sketches **sketches, struct sp_error *err)
{
	struct sp_sketches *made = sp_alloc_zero(1, sizeof(*made));

	*sketches = NULL;
	if (!made)
		return sp_no_memory(err, "what pages reach");
	made->graph = graph;
	made->threads = threads;
	made->pages = sp_graph_pages(graph);
	made->words = words;
	made->reached = sp_alloc_large(made->pages, words * 8);
	made->further = sp_alloc_large(made->pages, words * 8);
	if (!made->reached || !made->further) {
		sp_sketches_free(made);
		return sp_no_memory(err, "what pages cover (a smaller sketch "
				    "needs less)");
	}
	*sketches = made;
	return SP_OK;
}

void
sp_sketches_free(struct sp_sketches *sets)
{
	if (!sets)
		return;
	sp_accessor_free(sets->accessor);
	sp_index_free(sets->index);
	sp_graph_free(sets->transposed);
	free(sets->reached);
	free(sets->further);
	free(sets->changed);
	free(sets->next);
	free(sets->list);
	free(sets->next_list);
	free(sets);
}

/* More steps change nothing once no page reaches more. */
enum sp_status
sp_sketches_find(struct sp_sketches *sets, const uint32_t *targets,
		 uint64_t count, uint64_t steps, uint64_t *passes,
		 struct sp_error *err)
{
	uint64_t changed = sets->pages;
	enum sp_status status = SP_OK;
	bool sparse = false;

	memset(sets->reached, 0, sets->pages * sets->words * 8);
	for (uint64_t t = 0; t < count; t++)
		sets->reached[targets[t] * sets->words + t / WORD] |=
			UINT64_C(1) << t % WORD;
	for (uint64_t s = 0; !status && changed && s < steps; s++) {
		if (!sparse && s >= FEW_PASSES && changed < sets->pages / 2) {
			status = begin_sparse(sets, err);
			sparse = true;
		}
		if (!status)
			status = sparse ? step_sparse(sets, &changed, err) :
					  follow_all(sets, &changed, err);
		++*passes;
	}
	return status;
}

const uint64_t *
sp_sketch_of(const struct sp_sketches *sets, uint64_t page)
{
	return &sets->reached[page * sets->words];
}
