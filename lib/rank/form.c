/* SPDX-License-Identifier: MIT */
/*
 * Choosing a form, making it, and what all forms have in common.
 *
 * Which form is fastest depends on the graph and on how often it is passed
 * over, and a wrong choice costs more than a look: so SP_FORM_AUTO samples the
 * graph and asks each kind what it would cost.  All costs are in passes over
 * the compact form, which needs no making and takes 1 for each; another kind
 * wins if what it takes to make it, and its passes, add up to less.  The
 * estimates are straight lines through measured times.  A choice changes speed
 * and memory, and never a bit of the result, because all kinds add in the order
 * of sum.h; so it need not be the same on every machine.
 *
 * The memory that is left is checked before a form is made: the larger forms
 * consist of several arrays, and the system may kill a process that was given
 * more than there is.  If an allocation fails nevertheless, the compact form is
 * made, unless the user asked for another one.
 *
 * The operations below only call those of the kind.  They exist so that kernels
 * need not know struct sp_form_kind, and so that what must come before an
 * operation of any kind (fetch) stands in one place.
 */
#include "rank/form.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/form_share.h"

#include <math.h>
#include <stdlib.h>

#define KIND_ADDRESS(name) &sp_form_kind_##name,

static const struct sp_form_kind *const kinds[] = {
	SP_FORM_KINDS(KIND_ADDRESS)
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* ---- looking at a graph ----------------------------------------------- */

#define SAMPLE_BLOCKS 64
#define SAMPLE_NEAR 32768

/* What was seen in the blocks that were looked at. */
struct sample {
	uint64_t rows, links, near;
	uint64_t *near_seen, *far_seen, *far_again; /* bitsets of targets */
};

/* Near as most numbers of the near form and of rows are. */
static void
sample_row(struct sample *sample, const struct sp_list *row)
{
	sample->rows++;
	sample->links += row->count;
	for (uint32_t i = 0; i < row->count; i++) {
		uint32_t to = row->successors[i];
		int64_t gap = (int64_t)to - row->page;

		if (gap > -SAMPLE_NEAR && gap < SAMPLE_NEAR) {
			sample->near++;
			sp_bit_set(sample->near_seen, to);
			continue;
		}
		if (sp_bit_test(sample->far_seen, to))
			sp_bit_set(sample->far_again, to);
		sp_bit_set(sample->far_seen, to);
	}
}

/*
 * If n1 targets of far links were seen once, and n2 more often, n1^2 / 2 n2
 * others were not seen (Chao, 1984: a lower bound if n2 were seen twice, and so
 * is this).  Targets of near links are as frequent in other blocks.
 */
static void
guess_targets(const struct sample *sample, double looked,
	      struct sp_form_measure *measure)
{
	double pages = (double)measure->pages;
	double seen = (double)sp_bitset_count(sample->far_seen,
					      measure->pages);
	double again = (double)sp_bitset_count(sample->far_again,
					       measure->pages);
	double near = (double)sp_bitset_count(sample->near_seen,
					      measure->pages);
	double once = seen - again, all;

	if (!(pages > 0))
		return;
	all = seen + once * once / 2 / (again > 1 ? again : 1);
	measure->far_targets = all < pages ? all : pages;
	measure->targets = near / looked + measure->far_targets / pages;
	if (measure->targets > 1)
		measure->targets = 1;
}

/*
 * The cursor may be the one that adds up the last block, and so the only one to
 * find that the links are not those of the fingerprint.
 *
 * Evenly spread blocks, because a graph in URL order has hosts of all kinds
 * along its pages.  A graph of fewer blocks than SAMPLE_BLOCKS is read as a
 * whole.
 */
enum sp_status
sp_form_measure(const struct sp_graph *graph, struct sp_form_measure *measure,
		struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(graph), pages = 0;
	uint64_t looks = blocks < SAMPLE_BLOCKS ? blocks : SAMPLE_BLOCKS;
	uint64_t all = sp_graph_pages(graph), linked = 0;
	struct sample sample = {
		.near_seen = sp_bitset_new(all),
		.far_seen = sp_bitset_new(all),
		.far_again = sp_bitset_new(all)
	};
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_list lists[SP_LISTS];
	enum sp_status status = SP_OK;

	if (!cursor || !sample.near_seen || !sample.far_seen ||
	    !sample.far_again) {
		status = sp_no_memory(err, "a list of links");
		looks = 0;
	}
	for (uint64_t i = 0; i < looks; i++) {
		unsigned count;

		sp_cursor_block(cursor, blocks * i / looks);
		pages += SP_BLOCK_PAGES;
		linked += sp_graph_block_links(graph, blocks * i / looks) > 0;
		while ((count = sp_cursor_lists(cursor, lists)))
			for (unsigned k = 0; k < count; k++)
				sample_row(&sample, &lists[k]);
	}
	if (!status)
		status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	*measure = (struct sp_form_measure){
		.pages = all, .links = sp_graph_links(graph),
		.near = sample.links ? (double)sample.near /
				       (double)sample.links : 0,
		.blocks = looks ? (double)linked / (double)looks : 0,
		.linked = pages ? (double)sample.rows / (double)pages : 0
	};
	if (!status)
		guess_targets(&sample, (double)pages, measure);
	free(sample.near_seen);
	free(sample.far_seen);
	free(sample.far_again);
	return status;
}

/*
 * Measured on graphs of 1 to 3 M pages: webs, whole, pruned or in random order,
 * and random graphs.
 *
 * A page costs something without links.  Where links are few, blocks without
 * any are passed over.  A far link misses the cache if that does not hold the
 * values of all pages, and for scores misses two values.
 */
double
sp_form_compact_time(const struct sp_form_measure *measure,
		     enum sp_form_use use)
{
	double pages = (double)measure->pages, links = (double)measure->links;
	bool few = sp_form_links_are_few(measure->pages, measure->links);
	double miss = use == SP_FORM_SCORES ? 21 : 8;

	if (!measure->pages)
		return 1;
	return (few ? 3 + 11 * measure->blocks : 14) + 2.6 * links / pages +
	       miss * measure->far_targets / (measure->far_targets + 4e5) *
		       sp_form_far_links(measure);
}

/* ---- choosing --------------------------------------------------------- */

/*
 * With less work than this, no choice pays.  Work is the links and pages of all
 * passes, where a page counts as five links.
 */
#define SMALL_WORK 1e7

/* Other processes of a pipe need memory, too. */
#define MEMORY_SHARE 0.75

/*
 * Sweeps need more than an operation: the vectors of the compact form, on which
 * pagerank_push.c works in place.
 */
static bool
kind_can(const struct sp_form_kind *kind, enum sp_form_use use)
{
	if (use == SP_FORM_SWEEPS)
		return kind->sweeps;
	return use == SP_FORM_RANKS ? kind->push_ranks != NULL :
				      kind->push_hubs != NULL;
}

/*
 * SP_FORM_AUTO is no kind and gives the first of those for weights or of the
 * others, which can do anything.  NULL if there is no such kind.
 */
static const struct sp_form_kind *
form_find_kind(enum sp_form_choice choice, bool weighted)
{
	for (unsigned k = 0; k < KINDS; k++)
		if (kinds[k]->weighted == weighted &&
		    (choice == SP_FORM_AUTO || kinds[k]->choice == choice))
			return kinds[k];
	return NULL;
}

static bool
is_little_work(uint64_t pages, uint64_t links, uint64_t passes)
{
	return ((double)links + 5 * (double)pages) * (double)passes <
	       SMALL_WORK;
}

/*
 * The kind that takes the least time for all passes, of those that fit.
 *
 * best starts at the time of the compact form.  The reason is for people, and
 * says why no other form was taken if none was.
 */
static const struct sp_form_kind *
rate_kinds(const struct sp_form_measure *measure,
	   const struct sp_form_order *order, double left, uint64_t *bytes,
	   const char **reason)
{
	const struct sp_form_kind *first =
		form_find_kind(SP_FORM_AUTO, order->weights);
	const struct sp_form_kind *chosen = first;
	double best = (double)order->passes;

	*bytes = 0;
	*reason = "another form does not pay for so few iterations";
	for (unsigned k = 0; k < KINDS; k++) {
		const struct sp_form_kind *kind = kinds[k];
		double making, pass, time;
		uint64_t needed;

		if (kind == first || kind->weighted != first->weighted ||
		    !kind_can(kind, order->use) ||
		    (order->share && kind->renumbers) ||
		    !kind->estimate(measure, order, &needed, &making, &pass))
			continue;
		time = making + pass * (double)order->passes;
		if (time >= best)
			continue;
		if ((double)needed > left) {
			if (chosen == first)
				*reason = "memory for another form is short";
			continue;
		}
		best = time;
		*bytes = needed;
		chosen = kind;
		*reason = kind->reason;
	}
	return chosen;
}

/* A graph on which little work is expected is not even sampled. */
static enum sp_status
choose_kind(const struct sp_graph *graph, const struct sp_form_order *order,
	    const struct sp_form_kind **chosen, const char **reason,
	    struct sp_error *err)
{
	double left = MEMORY_SHARE * (double)sp_memory_left();
	struct sp_form_measure measure;
	uint64_t bytes;

	*chosen = form_find_kind(SP_FORM_AUTO, order->weights);
	*reason = "the graph is small";
	if (is_little_work(sp_graph_pages(graph), sp_graph_links(graph),
			   order->passes))
		return SP_OK;
	if (sp_form_measure(graph, &measure, err))
		return err->status;
	*chosen = rate_kinds(&measure, order, left, &bytes, reason);
	return SP_OK;
}

const char *
sp_form_expect(const struct sp_form_measure *measure,
	       const struct sp_form_order *order, uint64_t *bytes)
{
	const char *reason;

	*bytes = 0;
	if (is_little_work(measure->pages, measure->links, order->passes))
		return form_find_kind(SP_FORM_AUTO, order->weights)->name;
	return rate_kinds(measure, order, INFINITY, bytes, &reason)->name;
}

/* ---- making ----------------------------------------------------------- */

/*
 * Sets what all kinds have in common, where the kind has not set it.  A form
 * over a share is a form of all local pages, of which only those owned have
 * links: own_first and own_end let passes over sources skip the others.
 */
static enum sp_status
complete_form(struct sp_form *form, const struct sp_form_kind *kind,
	      const struct sp_graph *graph, const struct sp_form_order *order,
	      struct sp_error *err)
{
	form->kind = kind;
	form->graph = graph;
	form->weights = order->weights;
	form->use = order->use;
	form->parts = order->parts;
	form->pages = sp_graph_pages(graph);
	if (!form->page_of)
		form->places = form->pages;
	form->share = order->share;
	form->own_first = order->share ? order->share->own_first : 0;
	form->own_end = order->share ? form->own_first + order->share->owned :
				       form->pages;
	/* Whole blocks, so that no two parts write the same word. */
	if (!form->linked && order->use != SP_FORM_SCORES) {
		form->linked = sp_alloc_zero(form->pages / SP_BLOCK_PAGES + 1,
					     SP_BLOCK_PAGES / 8);
		if (!form->linked)
			return sp_no_memory(err, "the ranks");
	}
	return SP_OK;
}

/*
 * The kind is set before anything else, because freeing a half made form goes
 * through it.
 */
static enum sp_status
make_form(const struct sp_form_kind *kind, const struct sp_graph *graph,
	  const struct sp_form_order *order, struct sp_form **form,
	  struct sp_error *err)
{
	struct sp_form *made = NULL;
	enum sp_status status = kind->make(graph, order, &made, err);

	if (made)
		made->kind = kind;
	if (!status)
		status = complete_form(made, kind, graph, order, err);
	if (status)
		sp_form_free(made);
	*form = status ? NULL : made;
	return status;
}

/*
 * A form of the graph that the process has.  A kind that renumbers has no place
 * for pages without in-links, and so none for pages reached, whose sums have to
 * be sent.
 */
static enum sp_status
new_form(const struct sp_graph *graph, const struct sp_form_order *order,
	 struct sp_form **form, struct sp_error *err)
{
	bool asked = order->choice != SP_FORM_AUTO;
	const char *reason = "asked for";
	const struct sp_form_kind *first =
		form_find_kind(SP_FORM_AUTO, order->weights);
	const struct sp_form_kind *kind =
		form_find_kind(order->choice, order->weights);
	enum sp_status status;

	*form = NULL;
	if (!kind)
		return sp_fail(err, SP_USAGE, "the form that was chosen reads "
			       "no weights of links (compact and near do)");
	if (!asked && choose_kind(graph, order, &kind, &reason, err))
		return err->status;
	if (!kind_can(kind, order->use))
		return sp_fail(err, SP_USAGE, "the form \"%s\" is for hub and "
			       "authority scores, not for ranks", kind->name);
	if (order->share && kind->renumbers)
		return sp_fail(err, SP_USAGE, "the form \"%s\" is for one "
			       "process with the whole graph", kind->name);
	status = make_form(kind, graph, order, form, err);
	if (status == SP_MEMORY && !asked && kind != first) {
		reason = "memory for another form was short";
		status = make_form(first, graph, order, form, err);
	}
	if (!status)
		(*form)->reason = reason;
	return status;
}

/*
 * A team of one needs no exchanges, so its share has the form of a plain graph.
 */
enum sp_status
sp_form_new(const struct sp_graph *graph, const struct sp_form_order *order,
	    struct sp_form **form, struct sp_error *err)
{
	struct sp_form *inner;

	if (new_form(graph, order, form, err))
		return err->status;
	if (!order->share || order->share->team->size == 1)
		return SP_OK;
	inner = *form;
	if (sp_form_share_new(inner, form, err))
		sp_form_free(inner);
	return *form ? SP_OK : err->status;
}

void
sp_form_free(struct sp_form *form)
{
	if (!form)
		return;
	/* The bits of a form over a share are those of its inner form. */
	if (!form->inner)
		free(form->linked);
	form->kind->free(form);
}

/* The kind that was chosen. */
static const struct sp_form_kind *
form_kind(const struct sp_form *form)
{
	return form->inner ? form->inner->kind : form->kind;
}

const char *
sp_form_name(const struct sp_form *form)
{
	return form_kind(form)->name;
}

/*
 * What a caller asks for by name is compared; with SP_FORM_AUTO, the form that
 * is there is as good as another and is already made.
 */
enum sp_status
sp_form_keep(const struct sp_graph *graph, const struct sp_form_order *order,
	     struct sp_form **form, struct sp_error *err)
{
	const struct sp_form *old = *form;

	if (old && old->graph == graph && old->use == order->use &&
	    old->parts == order->parts && old->share == order->share &&
	    old->weights == order->weights &&
	    (order->choice == SP_FORM_AUTO ||
	     order->choice == form_kind(old)->choice))
		return SP_OK;
	sp_form_free(*form);
	return sp_form_new(graph, order, form, err);
}

/* ---- operations ------------------------------------------------------- */

enum sp_status
sp_form_begin(struct sp_form *form, int threads, const uint64_t *dead,
	      const struct sp_pagerank_view *view, struct sp_error *err)
{
	form->threads = threads;
	form->dead = dead;
	form->view = view;
	return form->kind->begin(form, err);
}

enum sp_status
sp_form_push_ranks(struct sp_form *form, const double *ranks,
		   struct sp_error *err)
{
	return form->kind->push_ranks(form, ranks, err);
}

enum sp_status
sp_form_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	return form->kind->push_ones(form, hub, err);
}

enum sp_status
sp_form_push_hubs(struct sp_form *form, double *authority, double *hub,
		  struct sp_error *err)
{
	if (form->kind->fetch && form->kind->fetch(form, authority, err))
		return err->status;
	return form->kind->push_hubs(form, authority, hub, err);
}

enum sp_status
sp_form_hubs(struct sp_form *form, double *authority, double *hub,
	     struct sp_error *err)
{
	if (form->kind->fetch && form->kind->fetch(form, authority, err))
		return err->status;
	return form->kind->hubs(form, authority, hub, err);
}

enum sp_status
sp_form_collect(struct sp_form *form, sp_form_take *take, void *context,
		struct sp_error *err)
{
	return form->kind->collect(form, 0, sp_sum_chunks(form->pages), take,
				   context, err);
}

double *
sp_form_spare(struct sp_form *form)
{
	return form->kind->spare(form);
}

/* page_of[place] >= place: from the end on, nothing is lost. */
void
sp_form_spread(const struct sp_form *form, double *vector)
{
	uint64_t page = form->pages;

	if (!form->page_of)
		return;
	for (uint64_t place = form->places; place > 0; place--) {
		double value = vector[place - 1];

		while (page > (uint64_t)form->page_of[place - 1] + 1)
			vector[--page] = 0;
		vector[--page] = value;
	}
	while (page > 0)
		vector[--page] = 0;
}
