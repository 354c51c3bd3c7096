/* SPDX-License-Identifier: MIT */
#include "links/collect.h"

#include "base/memory.h"
#include "links/rowsort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Unused numbers between sources are kept as empty rows as long as they are
 * few: this many, and as many more for each link.  An empty row costs one
 * byte and about as much time as a link.
 */
#define FREE_GAPS ((uint64_t)4 << 20)
#define GAPS_PER_LINK 16

struct sp_collect {
	struct sp_linksort_options options;
	bool gaps;
	struct sp_rowstore *store;   /* rows in order, or NULL: */
	struct sp_linksort *sort;
	bool pending;                /* the row of source is not yet stored */
	uint32_t source;
	struct sp_raw_row row;
	uint64_t empty;              /* rows stored without links */
	uint64_t duplicates;
};

struct sp_collect *
sp_collect_new(const struct sp_linksort_options *options, bool gaps)
{
	struct sp_collect *collect = sp_alloc_zero(1, sizeof(*collect));

	if (!collect)
		return NULL;
	collect->options = *options;
	collect->gaps = gaps;
	collect->store = sp_rowstore_new(options->threads,
					 options->weighted);
	if (!collect->store) {
		free(collect);
		return NULL;
	}
	return collect;
}

void
sp_collect_free(struct sp_collect *collect)
{
	if (!collect)
		return;
	sp_rowstore_free(collect->store);
	sp_linksort_free(collect->sort);
	sp_row_free(&collect->row);
	free(collect);
}

/* Stores the pending row. */
static enum sp_status
store_row(struct sp_collect *collect, struct sp_error *err)
{
	struct sp_raw_row *row = &collect->row;

	if (!collect->pending)
		return SP_OK;
	if (sp_row_normalise(row, &collect->duplicates, err))
		return err->status;
	collect->empty += collect->source - sp_rowstore_pages(collect->store);
	if (sp_rowstore_skip_to(collect->store, collect->source, err) ||
	    sp_rowstore_row(collect->store, row->targets, row->count,
			    row->weights, err))
		return err->status;
	collect->pending = false;
	row->count = 0;
	return SP_OK;
}

static enum sp_status
sort_links(void *context, uint32_t page, const uint32_t *successors,
	   uint64_t count, const double *weights, struct sp_error *err)
{
	struct sp_linksort *sort = context;

	for (uint64_t i = 0; i < count; i++)
		if (sp_linksort_add(sort, page, successors[i],
				    weights ? weights[i] : 0, err))
			return err->status;
	return SP_OK;
}

/* Goes over to sorting. */
static enum sp_status
give_up_order(struct sp_collect *collect, struct sp_error *err)
{
	struct sp_row_visitor visitor = { NULL, sort_links };
	enum sp_status status;

	collect->sort = sp_linksort_new(&collect->options);
	if (!collect->sort)
		return sp_no_memory(err, "sorting links");
	visitor.context = collect->sort;
	status = sp_rowstore_walk(collect->store, &visitor, err);
	sp_rowstore_free(collect->store);
	collect->store = NULL;
	if (!status && collect->pending)
		status = sort_links(collect->sort, collect->source,
				    collect->row.targets, collect->row.count,
				    collect->row.weights, err);
	collect->pending = false;
	collect->row.count = 0;
	return status;
}

/* Does a row for source follow what is stored, without too many between? */
static bool
in_order(const struct sp_collect *collect, uint32_t source)
{
	uint64_t next = sp_rowstore_pages(collect->store);
	uint64_t free_gaps = FREE_GAPS +
			     GAPS_PER_LINK *
			     sp_rowstore_links(collect->store);

	if (source < next)
		return false;
	return !collect->gaps || collect->empty + source - next <= free_gaps;
}

enum sp_status
sp_collect_run(struct sp_collect *collect, uint32_t source,
	       const uint32_t *targets, uint64_t count,
	       const double *weights, struct sp_error *err)
{
	if (collect->store && (!collect->pending ||
			       collect->source != source)) {
		if (!in_order(collect, source) ||
		    (collect->pending && source < collect->source)) {
			if (give_up_order(collect, err))
				return err->status;
		} else {
			if (store_row(collect, err))
				return err->status;
			collect->pending = true;
			collect->source = source;
		}
	}
	if (collect->sort)
		return sort_links(collect->sort, source, targets, count,
				  weights, err);
	return sp_row_add(&collect->row, targets, count, weights, err);
}

/* ---- rows go out ------------------------------------------------------ */

/* Rows of a link sort, shown to a visitor. */
struct shown {
	const struct sp_row_visitor *visitor;
	uint32_t page;
};

static enum sp_status
begin_showing(void *context, uint64_t pages, struct sp_error *err)
{
	(void)context;
	(void)pages;
	(void)err;
	return SP_OK;
}

static enum sp_status
show_row(void *context, const uint32_t *successors, uint64_t count,
	 const double *weights, struct sp_error *err)
{
	struct shown *shown = context;
	uint32_t page = shown->page++;

	if (!count)
		return SP_OK;
	return shown->visitor->row(shown->visitor->context, page, successors,
				   count, weights, err);
}

enum sp_status
sp_collect_walk(struct sp_collect *collect, uint64_t limit,
		const struct sp_row_visitor *visitor, uint64_t *duplicates,
		struct sp_error *err)
{
	struct shown shown = { visitor, 0 };
	struct sp_row_sink sink = { &shown, begin_showing, show_row };
	uint64_t sorted = 0;

	if (collect->store) {
		if (store_row(collect, err) ||
		    sp_rowstore_walk(collect->store, visitor, err))
			return err->status;
	} else if (sp_linksort_rows(collect->sort, limit, &sink, &sorted,
				    err)) {
		return err->status;
	}
	*duplicates = collect->duplicates + sorted;
	return SP_OK;
}

/* The graph, unless weights of equal links added up to infinity. */
static enum sp_status
finish(struct sp_rowstore *store, uint64_t pages,
       struct sp_collected *result, struct sp_error *err)
{
	uint64_t links = sp_rowstore_links(store);

	result->self_links = sp_rowstore_self_links(store);
	if (sp_rowstore_finish(store, pages, &result->graph,
			       &result->weights, err))
		return err->status;
	for (uint64_t i = 0; result->weights && i < links; i++) {
		if (isfinite(result->weights[i]))
			continue;
		sp_graph_free(result->graph);
		free(result->weights);
		result->graph = NULL;
		result->weights = NULL;
		return sp_fail(err, SP_DATA, "the weights of a link that is "
			       "there more than once add up to infinity");
	}
	return SP_OK;
}

/* Rows on their way to a store, their numbers becoming ranks. */
struct ranked {
	const struct sp_idset *used;
	struct sp_rowstore *store;
	uint32_t *successors;
	uint64_t capacity;
};

static enum sp_status
rank_row(void *context, uint32_t page, const uint32_t *successors,
	 uint64_t count, const double *weights, struct sp_error *err)
{
	struct ranked *ranked = context;

	if (!sp_grow(&ranked->successors, &ranked->capacity, count,
		     sizeof(*successors)))
		return sp_no_memory(err, "a list of links");
	for (uint64_t i = 0; i < count; i++)
		ranked->successors[i] = sp_idset_rank(ranked->used,
						      successors[i]);
	if (sp_rowstore_skip_to(ranked->store,
				sp_idset_rank(ranked->used, page), err))
		return err->status;
	return sp_rowstore_row(ranked->store, ranked->successors, count,
			       weights, err);
}

/* Numbers become ranks: rows stay in order, and so do links in rows. */
static enum sp_status
finish_ranked(struct sp_collect *collect, uint64_t pages,
	      const struct sp_idset *used, uint64_t limit,
	      struct sp_collected *result, struct sp_error *err)
{
	struct ranked ranked = { used, NULL, NULL, 0 };
	struct sp_row_visitor visitor = { &ranked, rank_row };
	enum sp_status status;

	ranked.store = sp_rowstore_new(collect->options.threads,
				       collect->options.weighted);
	if (!ranked.store)
		return sp_no_memory(err, "the graph");
	status = sp_collect_walk(collect, limit, &visitor,
				 &result->duplicates, err);
	if (!status)
		status = finish(ranked.store, pages, result, err);
	sp_rowstore_free(ranked.store);
	free(ranked.successors);
	return status;
}

static enum sp_status
finish_sorted(struct sp_collect *collect, uint64_t pages,
	      struct sp_collected *result, struct sp_error *err)
{
	struct sp_rowstore *store = sp_rowstore_new(
		collect->options.threads, collect->options.weighted);
	struct sp_row_sink sink;
	enum sp_status status;

	if (!store)
		return sp_no_memory(err, "the graph");
	sink = sp_rowstore_rows(store);
	status = sp_linksort_rows(collect->sort, pages, &sink,
				  &result->duplicates, err);
	result->duplicates += collect->duplicates;
	if (!status)
		status = finish(store, pages, result, err);
	sp_rowstore_free(store);
	return status;
}

enum sp_status
sp_collect_finish(struct sp_collect *collect, uint64_t pages,
		  const struct sp_idset *used, uint64_t limit,
		  struct sp_collected *result, struct sp_error *err)
{
	*result = (struct sp_collected){ NULL, NULL, 0, 0 };
	if (used && pages < limit)
		return finish_ranked(collect, pages, used, limit, result,
				     err);
	if (collect->sort)
		return finish_sorted(collect, pages, result, err);
	if (store_row(collect, err))
		return err->status;
	result->duplicates = collect->duplicates;
	return finish(collect->store, pages, result, err);
}

/* ---- new numbers for all pages ---------------------------------------- */

struct renumbered {
	const uint32_t *new_of;
	struct sp_linksort *sort;
};

static enum sp_status
renumber_row(void *context, uint32_t page, const uint32_t *successors,
	     uint64_t count, const double *weights, struct sp_error *err)
{
	struct renumbered *renumbered = context;
	const uint32_t *new_of = renumbered->new_of;

	for (uint64_t i = 0; i < count; i++)
		if (sp_linksort_add(renumbered->sort, new_of[page],
				    new_of[successors[i]],
				    weights ? weights[i] : 0, err))
			return err->status;
	return SP_OK;
}

enum sp_status
sp_renumber(const struct sp_graph *graph, const double *weights,
	    const uint32_t *new_of, const struct sp_linksort_options *options,
	    struct sp_collected *result, struct sp_error *err)
{
	struct sp_linksort_options own = *options;
	struct renumbered renumbered = { new_of, NULL };
	struct sp_row_visitor visitor = { &renumbered, renumber_row };
	struct sp_collect collect = { .options = own };
	enum sp_status status;

	*result = (struct sp_collected){ NULL, NULL, 0, 0 };
	own.weighted = weights != NULL;
	collect.options = own;
	collect.sort = sp_linksort_new(&own);
	if (!collect.sort)
		return sp_no_memory(err, "sorting links");
	renumbered.sort = collect.sort;
	status = sp_graph_walk(graph, weights, &visitor, err);
	if (!status)
		status = finish_sorted(&collect, sp_graph_pages(graph),
				       result, err);
	sp_linksort_free(collect.sort);
	return status;
}
