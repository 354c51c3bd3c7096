/* SPDX-License-Identifier: MIT */
/*
 * A collection is in one of two states.  As long as sources ascend, store holds
 * the rows before the pending one, and sort is NULL.  The first source that
 * goes back turns all of it into input for a link sort: then store is NULL.
 * There is no way back.
 *
 * Most files list links by ascending source.  Then nothing has to be sorted:
 * each row is complete when the next source comes, goes to the store, and is
 * encoded.  Only the pending row is held as numbers.  The other files are
 * sorted; nobody has to say which kind a file is.
 *
 *	ascending:  pending row -> store (encoded)
 *	else:       store -> sort, once; all links -> sort
 *
 * The import of 35 M links as text takes 18 ns a link if they ascend and 67 ns
 * if not, with one thread.
 *
 * Page numbers may have gaps, which cost an empty row each: up to 4 million,
 * and 16 for each link, are accepted; beyond that links go to the sort, to
 * which gaps are free, and the numbers become ranks at the end.
 *
 * The order of arrival is kept in both states, because the weights of equal
 * links are added in it.
 */
#include "graph/links/collect.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/links/rowsort.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

/*
 * Unused numbers between sources are kept as empty rows while they are few:
 * FREE_GAPS, and GAPS_PER_LINK more for each link.  An empty row costs one byte
 * and about as much time as a link.  A few links between huge numbers go to the
 * sort instead, whose cost does not depend on the numbers.
 */
#define FREE_GAPS SP_BUFFER((uint64_t)4 << 20, (uint64_t)4096)
#define GAPS_PER_LINK 16

struct sp_collect {
	struct sp_linksort_options options;
	bool gaps;
	struct sp_rowstore *store;   /* rows in order, or NULL: */
	struct sp_linksort *sort;
	bool pending;                /* the row of source is not yet stored */
	uint64_t source;
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
	sp_raw_row_free(&collect->row);
	free(collect);
}

/*
 * The links of source as far as they have come.
 *
 * Its targets are in the order of the file, perhaps with repeats.
 */
static struct sp_row
pending_row(const struct sp_collect *collect)
{
	const struct sp_raw_row *row = &collect->row;

	return (struct sp_row){ collect->source, row->count, row->targets,
				row->weights };
}

static enum sp_status
collect_store_row(struct sp_collect *collect, const struct sp_row *row,
		  struct sp_error *err)
{
	/* The rows that the store is about to make up for unused numbers. */
	collect->empty += row->page -
			  sp_rowstore_counts(collect->store)->pages;
	return sp_rowstore_row(collect->store, row, err);
}

/*
 * The row is normalised only here, when it is complete: sorted if need be, and
 * equal links joined.
 */
static enum sp_status
store_pending(struct sp_collect *collect, struct sp_error *err)
{
	struct sp_raw_row *row = &collect->row;
	struct sp_row stored;

	if (!collect->pending)
		return SP_OK;
	if (sp_raw_row_normalise(row, &collect->duplicates, err))
		return err->status;
	stored = pending_row(collect);
	if (collect_store_row(collect, &stored, err))
		return err->status;
	collect->pending = false;
	row->count = 0;
	return SP_OK;
}

/*
 * Changes to sorting.  Rows enter the sort in the order in which they came, the
 * pending one last: weights of equal links are added in this order, and
 * floating-point sums depend on it.  The pending row needs no normalising: a
 * sort takes any order.
 *
 * The store is freed when the sort has all links, so that they are held twice
 * for a while; encoded, they take less than a tenth of their keys.
 */
static enum sp_status
give_up_order(struct sp_collect *collect, struct sp_error *err)
{
	struct sp_row pending = pending_row(collect);
	struct sp_row_sink sink;
	enum sp_status status;

	collect->sort = sp_linksort_new(&collect->options);
	if (!collect->sort)
		return sp_no_memory(err, "sorting links");
	sink = sp_linksort_sink(collect->sort);
	status = sp_rowstore_walk(collect->store, &sink, NULL, err);
	sp_rowstore_free(collect->store);
	collect->store = NULL;
	if (!status && collect->pending)
		status = sp_rows_pass(&sink, &pending, err);
	collect->pending = false;
	collect->row.count = 0;
	return status;
}

/* Does a row for source follow what is stored, without too many between? */
static bool
in_order(const struct sp_collect *collect, uint64_t source)
{
	const struct sp_rowstore_counts *stored =
		sp_rowstore_counts(collect->store);
	uint64_t free_gaps = FREE_GAPS + GAPS_PER_LINK * stored->links;

	if (source < stored->pages)
		return false;
	/*
	 * Without gaps every number is a page, whose row is kept in any case.
	 */
	return !collect->gaps ||
	       collect->empty + source - stored->pages <= free_gaps;
}

/*
 * Three cases: more links of the pending source; the next source; or a source
 * that goes back, after which every link goes to the sort.
 */
enum sp_status
sp_collect_links(struct sp_collect *collect, const struct sp_row *links,
		 struct sp_error *err)
{
	uint64_t source = links->page;

	if (collect->store && (!collect->pending ||
			       collect->source != source)) {
		/*
		 * in_order() sees only what is stored, so the pending row,
		 * which is not, needs a test of its own.
		 */
		if (!in_order(collect, source) ||
		    (collect->pending && source < collect->source)) {
			if (give_up_order(collect, err))
				return err->status;
		} else {
			if (store_pending(collect, err))
				return err->status;
			collect->pending = true;
			collect->source = source;
		}
	}
	if (collect->sort) {
		struct sp_row_sink sink = sp_linksort_sink(collect->sort);

		return sp_rows_pass(&sink, links, err);
	}
	/* More links of the pending source, which may come in several calls. */
	return sp_raw_row_add(&collect->row, links->successors, links->count,
			      links->weights, err);
}

/*
 * For rows that the parser found complete and in order: they go to the encoder
 * from where they were parsed, without a copy.  With that, sorted text of 35 M
 * links took 18.4 instead of 21.5 ns a link.
 */
enum sp_status
sp_collect_row(struct sp_collect *collect, const struct sp_row *links,
	       struct sp_error *err)
{
	if (collect->store && collect->pending &&
	    links->page > collect->source && store_pending(collect, err))
		return err->status;
	if (collect->store && !collect->pending &&
	    in_order(collect, links->page))
		return collect_store_row(collect, links, err);
	return sp_collect_links(collect, links, err);
}

struct sp_linksort *
sp_collect_sort(const struct sp_collect *collect)
{
	return collect->sort;
}

/* ---- rows go out ------------------------------------------------------ */

/* sp_collect_walk(), with hints as of sp_rowstore_walk(). */
static enum sp_status
walk_collected(struct sp_collect *collect, uint64_t limit,
	       const struct sp_row_sink *sink, uint8_t *hints,
	       uint64_t *duplicates, struct sp_error *err)
{
	uint64_t sorted = 0;

	if (collect->store) {
		if (store_pending(collect, err) ||
		    sp_rowstore_walk(collect->store, sink, hints, err))
			return err->status;
	} else if (sp_linksort_rows(collect->sort, limit, sink, &sorted,
				    err)) {
		return err->status;
	}
	/*
	 * Duplicates dropped from rows before the change to sorting are no
	 * longer in the sort, so both counts are needed.
	 */
	*duplicates = collect->duplicates + sorted;
	return SP_OK;
}

enum sp_status
sp_collect_walk(struct sp_collect *collect, uint64_t limit,
		const struct sp_row_sink *sink, uint64_t *duplicates,
		struct sp_error *err)
{
	return walk_collected(collect, limit, sink, NULL, duplicates, err);
}

static enum sp_status
finish_store(struct sp_rowstore *store, uint64_t pages,
	     struct sp_collected *result, struct sp_error *err)
{
	result->self_links = sp_rowstore_counts(store)->self_links;
	result->linking = sp_rowstore_counts(store)->linking;
	return sp_rowstore_finish(store, pages, &result->graph,
				  &result->weights, err);
}

/* Rows on their way to a store, their numbers becoming ranks. */
struct ranked_rows {
	const struct sp_idset *used;
	struct sp_rowstore *store;
	uint32_t *successors;
	uint64_t capacity;
	uint8_t hints[SP_BLOCK_PAGES]; /* of the rows' block */
};

/*
 * What a row has in common with its reference stays.  One has to be chosen if
 * the reference is in another block by now, or if there was none because the
 * row was among the first of its block.
 */
static unsigned
rank_hint(const struct ranked_rows *ranked, uint64_t page, uint32_t rank)
{
	unsigned back = ranked->hints[page % SP_BLOCK_PAGES];
	uint32_t other;

	if (back == SP_HINT_NONE && page % SP_BLOCK_PAGES < SP_REFERENCE_MAX)
		return SP_HINT_CHOOSE;
	if (back == SP_HINT_CHOOSE || back == SP_HINT_NONE)
		return back;
	other = sp_idset_rank(ranked->used, (uint32_t)(page - back));
	return other / SP_BLOCK_PAGES == rank / SP_BLOCK_PAGES ?
		       rank - other : SP_HINT_CHOOSE;
}

/*
 * Ranks ascend with numbers, so the row is in order again.  Hints keep the
 * references of the first encoding, which saves the choice of a reference, a
 * third of the time of encoding.
 */
static enum sp_status
rank_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct ranked_rows *ranked = context;
	struct sp_row renamed = *row;

	if (!sp_grow(&ranked->successors, &ranked->capacity, row->count))
		return sp_no_memory(err, "a list of links");
	sp_idset_ranks(ranked->used, row->successors, row->count,
		       ranked->successors);
	renamed.page = sp_idset_rank(ranked->used, (uint32_t)row->page);
	renamed.successors = ranked->successors;
	sp_rowstore_hint(ranked->store,
			 rank_hint(ranked, row->page, (uint32_t)renamed.page));
	return sp_rowstore_row(ranked->store, &renamed, err);
}

/*
 * Numbers become ranks.  Ranks ascend with the numbers, so rows stay in order,
 * and so do links in rows: no sort is needed, only a second encoding, with the
 * references of the first.
 */
static enum sp_status
finish_ranked(struct sp_collect *collect, uint64_t pages,
	      const struct sp_idset *used, uint64_t limit,
	      struct sp_collected *result, struct sp_error *err)
{
	struct ranked_rows ranked = { .used = used };
	struct sp_row_sink sink = { &ranked, NULL, rank_row };
	enum sp_status status;

	ranked.store = sp_rowstore_new(collect->options.threads,
				       collect->options.weighted);
	if (!ranked.store)
		return sp_no_memory(err, "the graph");
	status = walk_collected(collect, limit, &sink, ranked.hints,
				&result->duplicates, err);
	if (!status)
		status = finish_store(ranked.store, pages, result, err);
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
	/* Those dropped before links went to the sort. */
	result->duplicates += collect->duplicates;
	if (!status)
		status = finish_store(store, pages, result, err);
	sp_rowstore_free(store);
	return status;
}

/*
 * Three ways out: as it is; with ranks for numbers, encoded a second time; or
 * from the sort.
 */
enum sp_status
sp_collect_finish(struct sp_collect *collect, uint64_t pages,
		  const struct sp_idset *used, uint64_t limit,
		  struct sp_collected *result, struct sp_error *err)
{
	*result = (struct sp_collected){ .graph = NULL };
	/*
	 * With as many numbers in use as there are below limit, each is its own
	 * rank, and the graph can stay as it is.
	 */
	if (used && pages < limit)
		return finish_ranked(collect, pages, used, limit, result,
				     err);
	if (collect->sort)
		return finish_sorted(collect, pages, result, err);
	if (store_pending(collect, err))
		return err->status;
	result->duplicates = collect->duplicates;
	return finish_store(collect->store, pages, result, err);
}

/* ---- new numbers for all pages ---------------------------------------- */

struct renumbered_links {
	const uint32_t *new_of;
	struct sp_linksort *sort;
};

/* The new order is unrelated to the old one: sorting is the only way. */
static enum sp_status
renumber_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct renumbered_links *renumbered = context;
	const uint32_t *new_of = renumbered->new_of;

	for (uint64_t i = 0; i < row->count; i++)
		if (sp_linksort_add(renumbered->sort, new_of[row->page],
				    new_of[row->successors[i]],
				    row->weights ? row->weights[i] : 0, err))
			return err->status;
	return SP_OK;
}

enum sp_status
sp_renumber(const struct sp_graph *graph, const double *weights,
	    const uint32_t *new_of, uint64_t pages,
	    const struct sp_linksort_options *options,
	    struct sp_collected *result, struct sp_error *err)
{
	struct sp_linksort_options own = *options;
	struct renumbered_links renumbered = { new_of, NULL };
	struct sp_row_sink sink = { &renumbered, NULL, renumber_row };
	/* Not a collection, only what finish_sorted() needs of one. */
	struct sp_collect collect = { .options = own };
	enum sp_status status;

	*result = (struct sp_collected){ .graph = NULL };
	own.weighted = weights != NULL;
	collect.options = own;
	collect.sort = sp_linksort_new(&own);
	if (!collect.sort)
		return sp_no_memory(err, "sorting links");
	renumbered.sort = collect.sort;
	status = sp_graph_walk(graph, weights, NULL, &sink, err);
	if (!status)
		status = finish_sorted(&collect, pages, result, err);
	sp_linksort_free(collect.sort);
	return status;
}
