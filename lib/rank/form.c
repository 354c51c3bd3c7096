/* SPDX-License-Identifier: MIT */
#include "rank/form.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>

#define KIND_ADDRESS(name) &sp_form_kind_##name,

static const struct sp_form_kind *const kinds[] = {
	SP_FORM_KINDS(KIND_ADDRESS)
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* ---- choosing --------------------------------------------------------- */

static bool
kind_can(const struct sp_form_kind *kind, enum sp_form_use use)
{
	if (use == SP_FORM_SWEEPS)
		return kind->sweeps;
	return use == SP_FORM_RANKS ? kind->push_ranks != NULL :
				      kind->push_hubs != NULL;
}

static const struct sp_form_kind *
find_kind(enum sp_form_choice choice)
{
	for (unsigned k = 0; k < KINDS; k++)
		if (kinds[k]->choice == choice)
			return kinds[k];
	return kinds[0];
}

/* ---- making ----------------------------------------------------------- */

/* Sets what all kinds have in common, where the kind has not set it. */
static enum sp_status
complete_form(struct sp_form *form, const struct sp_form_kind *kind,
	      const struct sp_graph *graph, const struct sp_form_order *order,
	      struct sp_error *err)
{
	form->kind = kind;
	form->graph = graph;
	form->use = order->use;
	form->parts = order->parts;
	form->pages = sp_graph_pages(graph);
	if (!form->page_of)
		form->places = form->pages;
	/* Whole blocks, so that no two parts write the same word. */
	if (!form->linked && order->use != SP_FORM_SCORES) {
		form->linked = sp_alloc_zero(form->pages / SP_BLOCK_PAGES + 1,
					     SP_BLOCK_PAGES / 8);
		if (!form->linked)
			return sp_no_memory(err, "the ranks");
	}
	return SP_OK;
}

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

/* Few passes do not repay rows, which take as long as four to make. */
#define ROWS_PASSES 10

static const struct sp_form_kind *
choose_kind(const struct sp_form_order *order)
{
	if (order->choice == SP_FORM_AUTO && order->use == SP_FORM_SWEEPS &&
	    order->passes >= ROWS_PASSES)
		return find_kind(SP_FORM_ROWS);
	return find_kind(order->choice);
}

enum sp_status
sp_form_new(const struct sp_graph *graph, const struct sp_form_order *order,
	    struct sp_form **form, struct sp_error *err)
{
	const struct sp_form_kind *kind = choose_kind(order);
	const char *reason = order->choice == SP_FORM_AUTO ? "best here" :
							     "asked for";
	enum sp_status status;

	*form = NULL;
	if (!kind_can(kind, order->use))
		return sp_fail(err, SP_USAGE, "--form: \"%s\" is not for this",
			       kind->name);
	status = make_form(kind, graph, order, form, err);
	if (status == SP_MEMORY && order->choice == SP_FORM_AUTO &&
	    kind != kinds[0]) {
		reason = "no memory for another";
		status = make_form(kinds[0], graph, order, form, err);
	}
	if (!status)
		(*form)->reason = reason;
	return status;
}

void
sp_form_free(struct sp_form *form)
{
	if (!form)
		return;
	free(form->linked);
	form->kind->free(form);
}

const char *
sp_form_name(const struct sp_form *form)
{
	return form->kind->name;
}

enum sp_status
sp_form_keep(const struct sp_graph *graph, const struct sp_form_order *order,
	     struct sp_form **form, struct sp_error *err)
{
	const struct sp_form *old = *form;

	if (old && old->graph == graph && old->use == order->use &&
	    old->parts == order->parts &&
	    (order->choice == SP_FORM_AUTO ||
	     order->choice == old->kind->choice))
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
sp_form_push_hubs(struct sp_form *form, const double *authority, double *hub,
		  struct sp_error *err)
{
	return form->kind->push_hubs(form, authority, hub, err);
}

enum sp_status
sp_form_hubs(struct sp_form *form, const double *authority, double *hub,
	     struct sp_error *err)
{
	return form->kind->hubs(form, authority, hub, err);
}

enum sp_status
sp_form_collect(struct sp_form *form, sp_form_take *take, void *context,
		struct sp_error *err)
{
	return form->kind->collect(form, take, context, err);
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
