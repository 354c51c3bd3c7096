/* SPDX-License-Identifier: MIT */
/*
 * Propagation of labels, a page after the other.
 *
 * Each change raises the modularity, so rounds end.  If pages changed all at
 * once, those of a bipartite part would exchange their labels for ever.  Ties
 * are broken by mixing page and label: if it were by the smallest, the first
 * label would run through a web in one round.
 *
 * Without the part that random links would have (Raghavan, Albert and Kumara
 * 2007), pages of a site are found as well, but of a graph of hosts, where the
 * largest are linked with nearly all, 89 to 97 % become one community.
 */
#include "measure/graph/communities.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/transform/transpose.h"

#include <math.h>
#include <stdlib.h>

/* Links of one direction. */
struct community_side {
	const struct sp_graph *graph;
	struct sp_cursor *cursor;
	const double *weights;        /* of all links, or NULL */
	const double *next;           /* of the next page, or NULL */
	const double *own;            /* of the page */
	const uint32_t *pages;        /* that it is linked with */
	uint32_t count;
};

struct propagation {
	struct community_side sides[2];
	uint64_t pages;
	uint32_t *label;
	double *ends;       /* of links at each page, or their weights */
	double *label_ends; /* the same of each label */
	double all_ends;    /* of all pages */
	double *sum;        /* of each label, of the links of a page; else 0 */
	uint64_t *waiting;  /* pages to look at */
	uint64_t changed;   /* in this round */
	struct sp_communities *made;
};

/* ---- one page --------------------------------------------------------- */

/* Ties are broken by this: which label a page prefers. */
static inline uint64_t
community_taste(uint32_t page, uint32_t label)
{
	return sp_mix64((uint64_t)page << 32 | label);
}

/* Adds up the links of a page to each label. */
static void
propagation_add(struct propagation *run, uint32_t page)
{
	for (int i = 0; i < 2; i++) {
		const struct community_side *side = &run->sides[i];

		for (uint32_t k = 0; k < side->count; k++)
			if (side->pages[k] != page)
				run->sum[run->label[side->pages[k]]] +=
					side->own ? side->own[k] : 1;
	}
}

/* What links to a label are more than those of as many random ends. */
static inline double
propagation_gain(const struct propagation *run, uint32_t page, uint32_t label)
{
	return run->sum[label] - run->ends[page] * run->label_ends[label] /
				 run->all_ends;
}

/* The label of most gain for a page that has none; clears the sums. */
static uint32_t
propagation_choose(struct propagation *run, uint32_t page)
{
	uint32_t best = run->label[page];
	double most = propagation_gain(run, page, best);
	uint64_t taste = UINT64_MAX; /* its own wins all ties */

	for (int i = 0; i < 2; i++) {
		const struct community_side *side = &run->sides[i];

		for (uint32_t k = 0; k < side->count; k++) {
			uint32_t label = run->label[side->pages[k]];
			double gain = propagation_gain(run, page, label);
			bool linked = run->sum[label] > 0;

			run->sum[label] = 0;
			if (linked && (gain > most || (gain == most &&
			    community_taste(page, label) > taste))) {
				best = label;
				most = gain;
				taste = community_taste(page, label);
			}
		}
	}
	return best;
}

static void
propagation_wake(struct propagation *run)
{
	for (int i = 0; i < 2; i++)
		for (uint32_t k = 0; k < run->sides[i].count; k++)
			sp_bit_set(run->waiting, run->sides[i].pages[k]);
}

static void
propagation_visit(struct propagation *run, uint32_t page)
{
	uint32_t label, own = run->label[page];

	run->label_ends[own] -= run->ends[page];
	propagation_add(run, page);
	label = propagation_choose(run, page);
	run->label_ends[label] += run->ends[page];
	if (label != own) {
		run->label[page] = label;
		run->changed++;
		propagation_wake(run);
	}
	/* Only now: a link to itself may have woken it. */
	sp_bit_clear(run->waiting, page);
}

/* ---- rounds ----------------------------------------------------------- */

static bool
side_next(struct community_side *side, uint32_t *page)
{
	if (!sp_cursor_next(side->cursor, page, &side->pages, &side->count))
		return false;
	side->own = side->next;
	if (side->next)
		side->next += side->count;
	return true;
}

static enum sp_status
propagation_round(struct propagation *run, struct sp_error *err)
{
	struct community_side *out = &run->sides[0], *in = &run->sides[1];
	uint64_t blocks = sp_graph_blocks(out->graph);
	uint32_t page;

	run->changed = 0;
	out->next = out->weights;
	in->next = in->weights;
	sp_cursor_range(out->cursor, 0, blocks);
	sp_cursor_range(in->cursor, 0, blocks);
	while (side_next(out, &page) && side_next(in, &page))
		if (sp_bit_test(run->waiting, page))
			propagation_visit(run, page);
	if (sp_cursor_status(out->cursor, err))
		return err->status;
	return sp_cursor_status(in->cursor, err);
}

/* Calls visitor for all pages, with the links of each in sides[0]. */
static enum sp_status
propagation_walk(struct propagation *run,
		 void (*visitor)(struct propagation *run, uint32_t page),
		 struct sp_error *err)
{
	struct community_side *out = &run->sides[0];
	uint32_t page;

	out->next = out->weights;
	sp_cursor_range(out->cursor, 0, sp_graph_blocks(out->graph));
	while (side_next(out, &page))
		visitor(run, page);
	return sp_cursor_status(out->cursor, err);
}

/* Links of a page to itself have no ends. */
static void
propagation_count_ends(struct propagation *run, uint32_t page)
{
	const struct community_side *out = &run->sides[0];

	for (uint32_t k = 0; k < out->count; k++) {
		double weight = out->own ? out->own[k] : 1;

		weight = out->pages[k] == page ? 0 : weight;
		run->ends[page] += weight;
		run->ends[out->pages[k]] += weight;
		run->all_ends += 2 * weight;
	}
}

static enum sp_status
propagation_run(struct propagation *run, const struct sp_progress *progress,
		struct sp_error *err)
{
	struct sp_communities *communities = run->made;

	if (propagation_walk(run, propagation_count_ends, err))
		return err->status;
	for (uint64_t page = 0; page < run->pages; page++) {
		run->label[page] = (uint32_t)page;
		run->label_ends[page] = run->ends[page];
		sp_bit_set(run->waiting, page);
	}
	while (!communities->settled &&
	       communities->rounds < SP_COMMUNITY_ROUNDS) {
		sp_progress_report(progress, communities->rounds,
				   SP_COMMUNITY_ROUNDS);
		if (propagation_round(run, err))
			return err->status;
		communities->rounds++;
		communities->settled = !run->changed;
	}
	return SP_OK;
}

/* ---- the communities -------------------------------------------------- */

static int
compare_communities(const void *a, const void *b)
{
	const struct sp_community *x = a, *y = b;

	if (x->pages != y->pages)
		return x->pages > y->pages ? -1 : 1;
	return sp_compare_u32(&x->first, &y->first);
}

/*
 * Sets number[label] to the number of each label, 0 and up as they appear, and
 * lists communities in this order.
 */
static enum sp_status
list_labels(const struct propagation *run, uint32_t *number,
	    struct sp_error *err)
{
	struct sp_communities *communities = run->made;
	uint64_t capacity = 0;

	for (uint64_t page = 0; page < run->pages; page++)
		number[page] = SP_NO_PAGE;
	for (uint64_t page = 0; page < run->pages; page++) {
		uint32_t *of = &number[run->label[page]];

		if (*of == SP_NO_PAGE) {
			*of = communities->count++;
			if (!sp_grow(&communities->list, &capacity,
				     communities->count))
				return sp_no_memory(err, "the communities");
			communities->list[*of] = (struct sp_community){
				.first = (uint32_t)page,
				.leader = (uint32_t)page
			};
		}
		communities->list[*of].pages++;
	}
	return SP_OK;
}

/* Labels become the numbers of communities, those of most pages first. */
static enum sp_status
number_communities(struct propagation *run, struct sp_error *err)
{
	struct sp_communities *communities = run->made;
	uint32_t *number = sp_alloc_large(run->pages, sizeof(*number));
	enum sp_status status = number ?
		list_labels(run, number, err) :
		sp_no_memory(err, "the communities");

	if (!status) {
		if (communities->count)
			qsort(communities->list, communities->count,
			      sizeof(*communities->list), compare_communities);
		for (uint32_t i = 0; i < communities->count; i++)
			number[run->label[communities->list[i].first]] = i;
		for (uint64_t page = 0; page < run->pages; page++)
			run->label[page] = number[run->label[page]];
	}
	free(number);
	return status;
}

/* Adds up the links of communities, and of pages those inside to them. */
static void
sum_links(struct propagation *run, uint32_t page)
{
	const struct community_side *out = &run->sides[0];
	struct sp_community *list = run->made->list;

	for (uint32_t k = 0; k < out->count; k++) {
		uint32_t to = out->pages[k];
		uint32_t from = run->label[page], other = run->label[to];
		double weight = out->own ? out->own[k] : 1;

		if (to == page)
			continue;
		if (from == other) {
			list[from].inside += weight;
			run->sum[to] += weight;
		} else {
			list[from].across += weight;
			list[other].across += weight;
		}
	}
}

/* What the links say of all, once those of each community are added up. */
static void
add_up(struct sp_communities *communities)
{
	double all = 0, inside = 0, random = 0;

	for (uint32_t i = 0; i < communities->count; i++) {
		inside += communities->list[i].inside;
		all += communities->list[i].inside +
		       communities->list[i].across / 2;
	}
	for (uint32_t i = 0; i < communities->count; i++) {
		const struct sp_community *one = &communities->list[i];
		double ends = (one->inside + one->across / 2) / all;

		random += ends * ends;
	}
	communities->inside = all > 0 ? inside / all : NAN;
	communities->modularity = all > 0 ? inside / all - random : NAN;
}

static enum sp_status
measure_communities(struct propagation *run, struct sp_error *err)
{
	struct sp_community *list = run->made->list;

	if (propagation_walk(run, sum_links, err))
		return err->status;
	for (uint64_t i = 0; i < run->pages; i++) {
		uint32_t *leader = &list[run->label[i]].leader;

		if (run->sum[i] > run->sum[*leader])
			*leader = (uint32_t)i;
	}
	add_up(run->made);
	return SP_OK;
}

/* ---- together --------------------------------------------------------- */

static enum sp_status
propagation_all(struct propagation *run, const struct sp_progress *progress,
		struct sp_error *err)
{
	enum sp_status status;

	run->sides[0].cursor = sp_cursor_new(run->sides[0].graph);
	run->sides[1].cursor = sp_cursor_new(run->sides[1].graph);
	run->label = sp_alloc_large(run->pages, sizeof(*run->label));
	run->ends = sp_alloc_large_zero(run->pages, sizeof(*run->ends));
	run->label_ends = sp_alloc_large(run->pages,
					 sizeof(*run->label_ends));
	run->sum = sp_alloc_large_zero(run->pages, sizeof(*run->sum));
	run->waiting = sp_bitset_new(run->pages);
	status = run->sides[0].cursor && run->sides[1].cursor && run->label &&
		 run->ends && run->label_ends && run->sum && run->waiting ?
			 propagation_run(run, progress, err) :
			 sp_no_memory(err, "the communities");
	if (!status)
		status = number_communities(run, err);
	if (!status)
		status = measure_communities(run, err);
	run->made->of = run->label;
	free(run->ends);
	free(run->label_ends);
	free(run->sum);
	free(run->waiting);
	sp_cursor_free(run->sides[0].cursor);
	sp_cursor_free(run->sides[1].cursor);
	return status;
}

enum sp_status
sp_find_communities(const struct sp_graph *graph,
		    const struct sp_link_weights *weights, int threads,
		    const struct sp_progress *progress,
		    struct sp_communities *communities, struct sp_error *err)
{
	struct propagation run = { .pages = sp_graph_pages(graph),
				   .made = communities };
	struct sp_graph *back = NULL;
	double *back_weights = NULL;
	const struct sp_transpose_options how = {
		.memory = (weights->values ? 3 : 1) *
			  (sp_graph_links(graph) + 1),
		.threads = threads
	};
	enum sp_status status = sp_transpose_weighted(
		graph, weights->values, &how, &back, &back_weights, err);

	if (!status) {
		run.sides[0].graph = graph;
		run.sides[0].weights = weights->values;
		run.sides[1].graph = back;
		run.sides[1].weights = back_weights;
		status = propagation_all(&run, progress, err);
	}
	sp_graph_free(back);
	free(back_weights);
	return status;
}

void
sp_communities_free(struct sp_communities *communities)
{
	free(communities->of);
	free(communities->list);
	*communities = (struct sp_communities){ .of = NULL };
}

double
sp_communities_expected(const struct sp_communities *communities,
			uint64_t pages, uint64_t count)
{
	double expected = 0, before = 1;

	for (uint32_t i = 0; i < communities->count; i++) {
		uint64_t own = communities->list[i].pages;

		/* The chance that none is drawn; the same for equal sizes. */
		if (!i || own != communities->list[i - 1].pages) {
			before = 1;
			for (uint64_t k = 0; k < count && before > 0; k++)
				before *= k + own < pages ?
					(double)(pages - own - k) /
					(double)(pages - k) : 0;
		}
		expected += 1 - before;
	}
	return expected;
}
