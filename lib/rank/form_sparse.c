/* SPDX-License-Identifier: MIT */
/*
 * For graphs of few targets, as those that are left when the links inside
 * hosts are removed: one page in fifty has in-links, and most links lead to a
 * few hundred pages.  Only pages with in-links have a place, so that vectors
 * fit the cache.  Rows are kept by windows (sparse_window.h), in which the hub
 * scores are computed, and then added to the sums of the successors.
 *
 * A window belongs to one part of sum.h and has its rows in page order; the
 * windows of a part are visited in their order.  So additions to one sum come
 * in page order.  There is work for no more threads than parts.
 *
 * Adding the 0 of a dead page, where other forms add nothing, changes no bit
 * of a sum that is not negative.  So pages may die from run to run without a
 * new form, and links of dead pages may be left out when one is made: that
 * pays once a third of the links have died.  The first cores that are removed
 * from a web take half of its links with them.
 */
#include "rank/form.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "rank/sparse_window.h"

#include <stdlib.h>
#include <string.h>

#define TAKEN 1024 /* sums handed over at a time */

/* The rows of the blocks that sum.h deals to one part. */
struct sparse_part {
	struct sp_sparse_window *windows;
	uint64_t count, capacity;
	double *sums;   /* by place; 0 again between pushes */
	double *hubs;   /* of the lists of a window */
	double *values; /* of the rows of a window */
};

struct form_sparse {
	struct sp_form form;
	uint64_t *left_out; /* bitset of pages without their links; or NULL */
	uint64_t links;     /* in the windows */
	uint32_t *page_of;
	uint64_t *chunk_place;
	struct sparse_part parts[SP_RANK_PARTS_MAX];
	bool dirty;     /* sums may not be 0 */
};

static const struct form_sparse *
sparse_form(const struct sp_form *form)
{
	return (const struct form_sparse *)form;
}

/* ---- making ----------------------------------------------------------- */

/*
 * Measured: 4.8 bytes a link on graphs without the links inside hosts, 6.3 on
 * whole ones.  A pass takes less than one over the near form where few pages
 * have in-links, or where pages have many links nearby, which lists share.
 * A far link costs what it takes to find its target among all that have
 * in-links.
 */
static bool
sparse_estimate(const struct sp_form_measure *measure,
		const struct sp_form_order *order, uint64_t *bytes,
		double *making, double *pass)
{
	double pages = (double)measure->pages, far = sp_form_far_links(measure);
	double near = (double)measure->links / pages - far;
	double miss = 12 * measure->far_targets /
		      (measure->far_targets + 4e5);

	if (order->use != SP_FORM_SCORES)
		return false;
	*bytes = measure->pages * (sizeof(uint32_t) + 1) +
		 measure->links * 13 / 2 +
		 measure->pages * order->parts * sizeof(double);
	*making = 6;
	*pass = (3.5 * (measure->linked + measure->targets) +
		 0.9 * near + (0.5 + miss) * far) /
		sp_form_compact_time(measure, order->use);
	return true;
}

struct marking {
	const uint64_t *left_out;
	uint64_t *marked;
};

/*
 * Marks the pages with in-links.  Set and never cleared, so the order of
 * threads does not matter.
 */
static void
form_sparse_mark_targets(void *context, uint32_t page,
			 const uint32_t *successors, uint32_t count)
{
	const struct marking *marking = context;

	if (marking->left_out && sp_bit_test(marking->left_out, page))
		return;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t *word = &marking->marked[successors[i] /
						  SP_BITSET_BITS];
		uint64_t bit = UINT64_C(1) << successors[i] % SP_BITSET_BITS;
		uint64_t seen;

		/* Most are marked already: threads rarely wait. */
#pragma omp atomic read
		seen = *word;
		if (seen & bit)
			continue;
#pragma omp atomic
		*word |= bit;
	}
}

/*
 * Numbers the pages that are marked and not left out, in both directions; the
 * others have SP_SPARSE_NO_PLACE.  Places ascend with pages, so that vectors by
 * place have the order of vectors by page, and sums over chunks of pages are
 * over runs of places.
 */
static enum sp_status
number_places(struct form_sparse *sparse, uint64_t pages, uint64_t *marked,
	      uint32_t *place_of, struct sp_error *err)
{
	uint64_t chunks = sp_sum_chunks(pages), place = 0;

	for (uint64_t w = 0; sparse->left_out && w < sp_bitset_words(pages);
	     w++)
		marked[w] &= ~sparse->left_out[w];
	sparse->form.places = sp_bitset_count(marked, pages);
	sparse->page_of = sp_alloc(sparse->form.places, sizeof(uint32_t));
	sparse->chunk_place = sp_alloc(chunks + 1, sizeof(uint64_t));
	if (!sparse->page_of || !sparse->chunk_place)
		return sp_no_memory(err, "the pages with in-links");
	for (uint64_t page = 0; page < pages; page++) {
		if (page % SP_SUM_CHUNK == 0)
			sparse->chunk_place[page / SP_SUM_CHUNK] = place;
		place_of[page] = SP_SPARSE_NO_PLACE;
		if (!sp_bit_test(marked, page))
			continue;
		sparse->page_of[place] = (uint32_t)page;
		place_of[page] = (uint32_t)place++;
	}
	/* The last chunk is empty if the pages fill those before it. */
	sparse->chunk_place[chunks] = place;
	if (pages % SP_SUM_CHUNK == 0)
		sparse->chunk_place[chunks - 1] = place;
	sparse->form.page_of = sparse->page_of;
	sparse->form.chunk_place = sparse->chunk_place;
	return SP_OK;
}

static bool
end_window(struct sparse_part *part, struct sp_sparse_maker *maker)
{
	return sp_grow(&part->windows, &part->capacity, part->count + 1) &&
	       sp_sparse_maker_finish(maker, &part->windows[part->count++]);
}

static bool
form_sparse_add_block(struct form_sparse *sparse, struct sparse_part *part,
		      struct sp_sparse_maker *maker, struct sp_cursor *cursor,
		      uint64_t block)
{
	const uint64_t *left_out = sparse->left_out;
	struct sp_list lists[SP_LISTS];
	unsigned count;
	bool full;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			if (left_out && sp_bit_test(left_out, lists[k].page))
				continue;
			if (!sp_sparse_maker_row(maker, &lists[k], &full) ||
			    (full && !end_window(part, maker)))
				return false;
		}
	return true;
}

/*
 * Makes the windows of one part.  Its sums, which are 0 again at the end, lend
 * their memory to the maker.  The maker needs a number for each place while it
 * works, 0 before and after; the sums have room for two.
 */
static enum sp_status
make_windows(struct form_sparse *sparse, const struct sp_graph *graph,
	     const uint32_t *place_of, unsigned parts, unsigned number,
	     struct sp_error *err)
{
	struct sparse_part *part = &sparse->parts[number];
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_sparse_maker *maker;
	enum sp_status status;
	bool made = cursor;

	part->sums = sp_alloc_large_zero(sparse->form.places, sizeof(double));
	part->hubs = sp_alloc(SP_SPARSE_ROWS, sizeof(double));
	part->values = sp_alloc(SP_SPARSE_ROWS, sizeof(double));
	maker = part->sums ? sp_sparse_maker_new(place_of,
						 (void *)part->sums) : NULL;
	made = made && maker && part->hubs && part->values;
	for (uint64_t block = sp_part_first_block(number);
	     made && block < sp_graph_blocks(graph);
	     block = sp_part_next_block(block, parts))
		made = form_sparse_add_block(sparse, part, maker, cursor,
					     block);
	if (made && sp_sparse_maker_begun(maker))
		made = end_window(part, maker);
	status = made ? sp_cursor_status(cursor, err) :
			sp_no_memory(err, "the form of the graph");
	sp_sparse_maker_free(maker);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
make_parts(struct form_sparse *sparse, const struct sp_graph *graph,
	   unsigned parts, int threads, const uint32_t *place_of,
	   struct sp_error *err)
{
	/* One error a part: which is reported must not depend on timing. */
	struct sp_error errors[SP_RANK_PARTS_MAX];
	enum sp_status statuses[SP_RANK_PARTS_MAX];

#pragma omp parallel for num_threads(threads) schedule(dynamic)
	for (unsigned k = 0; k < parts; k++)
		statuses[k] = make_windows(sparse, graph, place_of, parts, k,
					   &errors[k]);
	for (unsigned k = 0; k < parts; k++) {
		if (statuses[k]) {
			*err = errors[k];
			return statuses[k];
		}
		for (uint64_t i = 0; i < sparse->parts[k].count; i++)
			sparse->links += sparse->parts[k].windows[i].links;
	}
	return SP_OK;
}

/*
 * Makes the form of the links of all pages but those left out.  place_of is
 * needed only while the windows are made.
 */
static enum sp_status
fill_form(struct form_sparse *sparse, const struct sp_graph *graph,
	  unsigned parts, int threads, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	uint32_t *place_of = sp_alloc_large(pages, sizeof(*place_of));
	struct marking marking = { sparse->left_out, sp_bitset_new(pages) };
	enum sp_status status;

	if (!marking.marked || !place_of)
		status = sp_no_memory(err, "the form of the graph");
	else
		status =
			sp_visit_lists(graph, threads, NULL,
				       form_sparse_mark_targets, &marking, err);
	if (!status)
		status = number_places(sparse, pages, marking.marked, place_of,
				       err);
	free(marking.marked);
	if (!status)
		status = make_parts(sparse, graph, parts, threads, place_of,
				    err);
	free(place_of);
	return status;
}

static enum sp_status
sparse_make(const struct sp_graph *graph, const struct sp_form_order *order,
	    struct sp_form **form, struct sp_error *err)
{
	struct form_sparse *sparse = sp_alloc_zero(1, sizeof(*sparse));

	if (!sparse)
		return sp_no_memory(err, "the form of the graph");
	*form = &sparse->form;
	return fill_form(sparse, graph, order->parts, order->threads, err);
}

/*
 * Frees what fill_form() has made.  Without page_of there is no form, and
 * sparse_begin() makes one.
 */
static void
empty_form(struct form_sparse *sparse)
{
	for (unsigned k = 0; k < SP_RANK_PARTS_MAX; k++) {
		struct sparse_part *part = &sparse->parts[k];

		for (uint64_t i = 0; i < part->count; i++)
			sp_sparse_window_free(&part->windows[i]);
		free(part->windows);
		free(part->sums);
		free(part->hubs);
		free(part->values);
		*part = (struct sparse_part){ .count = 0 };
	}
	free(sparse->page_of);
	free(sparse->chunk_place);
	sparse->page_of = NULL;
	sparse->chunk_place = NULL;
	sparse->links = 0;
}

static void
sparse_free(struct sp_form *form)
{
	struct form_sparse *sparse = (struct form_sparse *)form;

	empty_form(sparse);
	free(sparse->left_out);
	free(sparse);
}

/* ---- a part ---------------------------------------------------------- */

/*
 * The hub scores of a window's lists: 1, if there are no authorities yet.
 * Equal rows have one list, so their hub score is computed once: this, with the
 * small vectors, is what makes the form fast on webs of templates.
 */
static void
score_lists(const struct sp_sparse_window *window, const double *authority,
	    double *hubs)
{
	if (authority)
		sp_sparse_sum_lists(window, authority, hubs);
	else
		for (uint32_t i = 0; i < window->lists.count; i++)
			hubs[i] = 1;
}

static void
push_part(const struct sparse_part *part, const double *authority)
{
	for (uint64_t i = 0; i < part->count; i++) {
		score_lists(&part->windows[i], authority, part->hubs);
		sp_sparse_spread(&part->windows[i], part->hubs, part->values);
		sp_sparse_add_sources(&part->windows[i], part->values,
				      part->sums);
	}
}

/* ---- dead pages ------------------------------------------------------- */

static void
set_dead_rows(struct sp_sparse_window *window, const uint64_t *dead)
{
	memset(window->dead, 0,
	       sp_bitset_words(window->rows) * sizeof(*window->dead));
	for (uint32_t row = 0; dead && row < window->rows; row++)
		if (sp_bit_test(dead, window->pages[row]))
			sp_bit_set(window->dead, row);
}

static void
form_sparse_begin_part(struct form_sparse *sparse, struct sparse_part *part)
{
	if (sparse->dirty)
		memset(part->sums, 0, sparse->form.places * sizeof(double));
	for (uint64_t i = 0; i < part->count; i++)
		set_dead_rows(&part->windows[i], sparse->form.dead);
}

/*
 * Counts the links of a part between pages that are not dead.  A push of ones
 * counts the links to each place from rows that are not dead.
 */
static uint64_t
count_live(const struct form_sparse *sparse, const struct sparse_part *part)
{
	const uint64_t *dead = sparse->form.dead;
	double links = 0; /* below 2^53, so exact */

	push_part(part, NULL);
	for (uint64_t i = 0; i < sparse->form.places; i++) {
		if (!sp_bit_test(dead, sparse->page_of[i]))
			links += part->sums[i];
		part->sums[i] = 0;
	}
	return (uint64_t)links;
}

/*
 * Are there pages that were left out, and are not dead any more?  A page that
 * was left out has lost its links in this form; if it counts again, they must
 * come back.
 */
static bool
misses_pages(const struct form_sparse *sparse)
{
	const uint64_t *dead = sparse->form.dead;
	uint64_t words = sp_bitset_words(sparse->form.pages);

	for (uint64_t w = 0; sparse->left_out && w < words; w++)
		if (sparse->left_out[w] & ~(dead ? dead[w] : 0))
			return true;
	return false;
}

/* Makes the form again, without the links of the pages that are dead now. */
static enum sp_status
renew_form(struct form_sparse *sparse, struct sp_error *err)
{
	const struct sp_form *form = &sparse->form;
	uint64_t words = sp_bitset_words(form->pages);

	empty_form(sparse);
	free(sparse->left_out);
	sparse->left_out = NULL;
	if (form->dead) {
		sparse->left_out = sp_bitset_new(form->pages);
		if (!sparse->left_out)
			return sp_no_memory(err, "the form of the graph");
		memcpy(sparse->left_out, form->dead, words * sizeof(uint64_t));
	}
	return fill_form(sparse, form->graph, form->parts, form->threads, err);
}

/*
 * Links that do not count any more only cost time, so when to renew changes
 * nothing but the speed; pages that are missed change the result.
 */
static enum sp_status
sparse_begin(struct sp_form *form, struct sp_error *err)
{
	struct form_sparse *sparse = (struct form_sparse *)form;
	bool renew = !sparse->page_of || misses_pages(sparse);
	uint64_t live = 0;

#pragma omp parallel for num_threads(form->threads) schedule(dynamic) \
	reduction(+ : live)
	for (unsigned k = 0; k < form->parts; k++) {
		if (renew)
			continue;
		form_sparse_begin_part(sparse, &sparse->parts[k]);
		if (form->dead)
			live += count_live(sparse, &sparse->parts[k]);
	}
	sparse->dirty = false;
	if (form->dead && live < sparse->links - sparse->links / 3)
		renew = true;
	return renew ? renew_form(sparse, err) : SP_OK;
}

/* ---- passes over the links -------------------------------------------- */

static enum sp_status
sparse_push_hubs(struct sp_form *form, const double *authority, double *hub,
		 struct sp_error *err)
{
	struct form_sparse *sparse = (struct form_sparse *)form;

	(void)hub;
	(void)err;
	sparse->dirty = true;
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (unsigned k = 0; k < form->parts; k++)
		push_part(&sparse->parts[k], authority);
	return SP_OK;
}

static enum sp_status
sparse_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	return sparse_push_hubs(form, NULL, hub, err);
}

static void
store_hubs(const struct sparse_part *part, const double *authority,
	   double *hub)
{
	for (uint64_t i = 0; i < part->count; i++) {
		const struct sp_sparse_window *window = &part->windows[i];

		score_lists(window, authority, part->hubs);
		sp_sparse_spread(window, part->hubs, part->values);
		for (uint32_t row = 0; row < window->rows; row++)
			hub[window->pages[row]] = part->values[row];
	}
}

static enum sp_status
sparse_hubs(struct sp_form *form, const double *authority, double *hub,
	    struct sp_error *err)
{
	const struct form_sparse *sparse = sparse_form(form);

	(void)err;
	/* Pages without links are in no window. */
	memset(hub, 0, form->pages * sizeof(*hub));
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (unsigned k = 0; k < form->parts; k++)
		store_hubs(&sparse->parts[k], authority, hub);
	return SP_OK;
}

/* ---- sums ------------------------------------------------------------- */

/*
 * The sums of some places, in their parts, which are 0 then.  As
 * form_compact_take_block(): read, added in the order of the parts, and set to
 * 0 in one go.
 */
static void
take_places(const struct form_sparse *sparse, uint64_t first, uint64_t count,
	    double *sums)
{
	const uint64_t *dead = sparse->form.dead;

	memcpy(sums, sparse->parts[0].sums + first, count * sizeof(*sums));
	memset(sparse->parts[0].sums + first, 0, count * sizeof(*sums));
	for (unsigned k = 1; k < sparse->form.parts; k++) {
		double *part = sparse->parts[k].sums + first;

		for (uint64_t i = 0; i < count; i++)
			sums[i] += part[i];
		memset(part, 0, count * sizeof(*part));
	}
	for (uint64_t i = 0; dead && i < count; i++)
		if (sp_bit_test(dead, sparse->page_of[first + i]))
			sums[i] = 0;
}

static void
form_sparse_collect_chunk(const struct form_sparse *sparse, uint64_t chunk,
			  sp_form_take *take, void *context)
{
	uint64_t end = sp_form_chunk_end(&sparse->form, chunk);
	double sums[TAKEN];

	for (uint64_t at = sp_form_chunk_first(&sparse->form, chunk);
	     at < end; at += TAKEN) {
		uint64_t count = end - at < TAKEN ? end - at : TAKEN;

		take_places(sparse, at, count, sums);
		take(context, chunk, at, count, sums);
	}
}

static enum sp_status
sparse_collect(struct sp_form *form, uint64_t from, uint64_t end,
	       sp_form_take *take, void *context, struct sp_error *err)
{
	struct form_sparse *sparse = (struct form_sparse *)form;

	(void)err;
#pragma omp parallel for num_threads(form->threads) schedule(static)
	for (uint64_t chunk = from; chunk < end; chunk++)
		form_sparse_collect_chunk(sparse, chunk, take, context);
	sparse->dirty = false;
	return SP_OK;
}

/* The first part is free once its sums are collected. */
static double *
sparse_spare(struct sp_form *form)
{
	return sparse_form(form)->parts[0].sums;
}

const struct sp_form_kind sp_form_kind_sparse = {
	.name = "sparse", .choice = SP_FORM_SPARSE,
	.reason = "it repays the time to make it",
	.renumbers = true,
	.estimate = sparse_estimate, .make = sparse_make, .free = sparse_free,
	.begin = sparse_begin, .push_ones = sparse_push_ones,
	.push_hubs = sparse_push_hubs, .hubs = sparse_hubs,
	.collect = sparse_collect, .spare = sparse_spare
};
