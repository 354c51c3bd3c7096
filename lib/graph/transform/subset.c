/* SPDX-License-Identifier: MIT */
/*
 * New numbers are ranks in a bit set: pages before a word, and bits of the word
 * below the page.  So a look-up of a target is two loads and a population
 * count, 1.5 bits a page instead of the 32 of a map, and the set stays in a
 * cache where a map would not.
 *
 * Pages keep their order, so rows and their successors come out ascending, and
 * the sub-graph is encoded without a sort.
 */
#include "graph/transform/subset.h"

#include "base/memory.h"

#include "graph/transform/sweep.h"

#include <stdlib.h>
#include <string.h>

#define NO_HOST UINT32_MAX

enum sp_status
sp_subset_new(uint64_t pages, struct sp_subset *subset, struct sp_error *err)
{
	*subset = (struct sp_subset){ .pages = pages };
	subset->set = sp_bitset_new(pages);
	subset->before = sp_alloc(sp_bitset_words(pages),
				  sizeof(*subset->before));
	if (subset->set && subset->before)
		return SP_OK;
	sp_subset_free(subset);
	return sp_no_memory(err, "the pages to keep");
}

void
sp_subset_free(struct sp_subset *subset)
{
	free(subset->set);
	free(subset->before);
	free(subset->fetched);
	*subset = (struct sp_subset){ 0 };
}

enum sp_status
sp_subset_add_linked(struct sp_subset *subset, const struct sp_graph *graph,
		     struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	uint32_t page, count;
	enum sp_status status;

	/* The set grows while it is read, so what it was is kept apart. */
	subset->fetched = sp_bitset_new(subset->pages);
	if (!cursor || !subset->fetched) {
		sp_cursor_free(cursor);
		return sp_no_memory(err, "the pages to keep");
	}
	memcpy(subset->fetched, subset->set,
	       sp_bitset_words(subset->pages) * sizeof(*subset->set));
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		if (!sp_bit_test(subset->fetched, page))
			continue;
		for (uint32_t i = 0; i < count; i++)
			(void)sp_subset_add(subset, successors[i]);
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

void
sp_subset_number(struct sp_subset *subset)
{
	uint64_t kept = 0;

	for (uint64_t w = 0; w < sp_bitset_words(subset->pages); w++) {
		subset->before[w] = (uint32_t)kept;
		kept += (uint64_t)__builtin_popcountll(subset->set[w]);
	}
	subset->kept = kept;
}

/* ---- links ------------------------------------------------------------ */

/* Links become rows again. */
struct subset_rows {
	const struct sp_subset *subset;
	const struct sp_row_sink *sink;
	bool weighted;
	uint32_t *successors;
	double *weights;
	uint64_t capacity, weight_capacity;
};

/*
 * Runs in a thread, for one block: most pages of a small subset are skipped
 * here after one look at a bit.
 */
static uint32_t
subset_row(const void *context, const struct sp_row *row,
	   struct sp_swept_link *links)
{
	const struct subset_rows *rows = context;
	const struct sp_subset *subset = rows->subset;
	uint32_t source, count = 0;

	if (!sp_subset_has_links(subset, row->page))
		return 0;
	source = sp_subset_place(subset, row->page);
	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t target = row->successors[i];

		/* New numbers are in the order of the old, so rows ascend. */
		if (sp_subset_has(subset, target))
			links[count++] = (struct sp_swept_link){
				source, sp_subset_place(subset, target),
				row->weights ? row->weights[i] : 1
			};
	}
	return count;
}

/*
 * Passes on links that all have one source.
 *
 * Links are structs with weight on their way through the sweep; a row wants
 * arrays.
 */
static enum sp_status
pass_subset_row(struct subset_rows *rows, const struct sp_swept_link *links,
		uint64_t count, struct sp_error *err)
{
	struct sp_row row = { links[0].source, count, NULL, NULL };

	if (!sp_grow(&rows->successors, &rows->capacity, count) ||
	    (rows->weighted &&
	     !sp_grow(&rows->weights, &rows->weight_capacity, count)))
		return sp_no_memory(err, "a row of links");
	for (uint64_t i = 0; i < count; i++)
		rows->successors[i] = links[i].target;
	for (uint64_t i = 0; rows->weighted && i < count; i++)
		rows->weights[i] = links[i].weight;
	row.successors = rows->successors;
	row.weights = rows->weighted ? rows->weights : NULL;
	return sp_rows_pass(rows->sink, &row, err);
}

static enum sp_status
take_subset_links(void *context, const struct sp_swept_link *links,
		  uint64_t count, struct sp_error *err)
{
	uint64_t first = 0;

	while (first < count) {
		uint64_t end = first + 1;

		while (end < count && links[end].source == links[first].source)
			end++;
		if (pass_subset_row(context, links + first, end - first, err))
			return err->status;
		first = end;
	}
	return SP_OK;
}

enum sp_status
sp_subset_rows(const struct sp_subset *subset,
	       const struct sp_subset_source *source,
	       const struct sp_row_sink *sink, struct sp_error *err)
{
	struct subset_rows rows = { .subset = subset, .sink = sink,
				    .weighted = source->weights != NULL };
	struct sp_sweep sweep = {
		.graph = source->graph, .weights = source->weights,
		.threads = source->threads, .progress = source->progress,
		.context = &rows, .row = subset_row, .take = take_subset_links
	};
	enum sp_status status = sp_rows_begin(sink, subset->kept, err);

	if (!status)
		status = sp_sweep_links(&sweep, err);
	free(rows.successors);
	free(rows.weights);
	return status;
}

/* ---- hosts and values -------------------------------------------------- */

/* Adds a copy of host (and of its domain) to made; *number is its place. */
static enum sp_status
copy_host(const struct sp_hosts *hosts, uint32_t host, struct sp_hosts *made,
	  uint32_t *number, struct sp_error *err)
{
	size_t length;
	const char *text = sp_names_get(&hosts->names, host, &length);

	*number = (uint32_t)made->names.count;
	if (sp_names_add(&made->names, text, length, err))
		return err->status;
	if (!hosts->domains.count)
		return SP_OK;
	text = sp_names_get(&hosts->domains, host, &length);
	return sp_names_add(&made->domains, text, length, err);
}

/*
 * Hosts are numbered in the order of their first page that stays; others are
 * left out.
 */
enum sp_status
sp_subset_hosts(const struct sp_subset *subset, const struct sp_hosts *hosts,
		struct sp_hosts *made, struct sp_error *err)
{
	uint32_t *numbers = sp_alloc(hosts->names.count, sizeof(*numbers));
	enum sp_status status = SP_OK;

	if (!numbers)
		return sp_no_memory(err, "the hosts");
	for (uint64_t host = 0; host < hosts->names.count; host++)
		numbers[host] = NO_HOST;
	for (uint64_t page = sp_subset_next(subset, 0);
	     !status && page < subset->pages;
	     page = sp_subset_next(subset, page + 1)) {
		uint32_t host = hosts->host_of[page];

		if (host >= hosts->names.count)
			status = sp_fail(err, SP_DATA,
					 "page %" PRIu64 ": no such host",
					 page);
		else if (numbers[host] == NO_HOST)
			status = copy_host(hosts, host, made, &numbers[host],
					   err);
		if (!status)
			status = sp_hosts_add(made, numbers[host], err);
	}
	free(numbers);
	return status;
}

void
sp_subset_values(const struct sp_subset *subset, const double *all,
		 double *values)
{
	uint64_t number = 0;

	for (uint64_t page = sp_subset_next(subset, 0); page < subset->pages;
	     page = sp_subset_next(subset, page + 1))
		values[number++] = all[page];
}

enum sp_status
sp_subset_states(const struct sp_subset *subset, const struct sp_states *all,
		 struct sp_states *made, struct sp_error *err)
{
	uint64_t number = 0;

	if (sp_states_new(subset->kept, made, err))
		return err->status;
	for (uint64_t page = sp_subset_next(subset, 0); page < subset->pages;
	     page = sp_subset_next(subset, page + 1)) {
		uint8_t state = all ? all->state_of[page] : SP_PAGE_OK;

		made->state_of[number++] =
			sp_subset_has_links(subset, page) ?
				state : (uint8_t)SP_PAGE_UNFETCHED;
	}
	return SP_OK;
}

/* Copies the shapes that have a number, which the subset's pages gave them. */
static enum sp_status
copy_shapes(const struct sp_shapes *all, uint32_t *numbers,
	    struct sp_shapes *made, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	made->traps = sp_alloc(all->count, sizeof(*made->traps));
	if (!made->traps)
		return sp_no_memory(err, "shapes");
	for (uint64_t i = 0; i < all->count && !status; i++) {
		struct sp_span text = sp_shape_text(all, i);

		if (numbers[i] == SP_NO_SHAPE)
			continue;
		numbers[i] = (uint32_t)made->count;
		made->traps[made->count++] = all->traps ? all->traps[i] : 0;
		status = sp_names_add(&made->patterns, text.text, text.length,
				      err);
	}
	return status;
}

enum sp_status
sp_subset_shapes(const struct sp_subset *subset, const struct sp_shapes *all,
		 struct sp_shapes *made, struct sp_error *err)
{
	uint32_t *numbers = sp_alloc(all->count, sizeof(*numbers));
	enum sp_status status;

	*made = (struct sp_shapes)SP_SHAPES_EMPTY;
	made->shape_of = sp_alloc(subset->kept, sizeof(*made->shape_of));
	if (!numbers || !made->shape_of) {
		free(numbers);
		return sp_no_memory(err, "shapes");
	}
	for (uint64_t i = 0; i < all->count; i++)
		numbers[i] = SP_NO_SHAPE;
	for (uint64_t page = sp_subset_next(subset, 0); page < subset->pages;
	     page = sp_subset_next(subset, page + 1)) {
		uint32_t shape = all->shape_of[page];

		made->shape_of[made->pages++] = shape;
		if (shape != SP_NO_SHAPE)
			numbers[shape] = 0;
	}
	status = copy_shapes(all, numbers, made, err);
	for (uint64_t i = 0; i < made->pages && !status; i++)
		if (made->shape_of[i] != SP_NO_SHAPE)
			made->shape_of[i] = numbers[made->shape_of[i]];
	free(numbers);
	return status;
}

/* What a replay does not say of a page, and the crawl that it replays does. */
static void
fill_fetch(struct sp_fetch *fetch, const struct sp_fetches *known)
{
	const struct sp_fetch *found = known ?
		sp_fetches_find(known, fetch->page) : NULL;

	if (found && fetch->size == SP_FETCH_NO_SIZE)
		fetch->size = found->size;
	if (found && fetch->digest == SP_FETCH_NO_DIGEST)
		fetch->digest = found->digest;
}

enum sp_status
sp_subset_fetches(const struct sp_subset *subset, const struct sp_fetches *all,
		  const struct sp_fetches *known,
		  const struct sp_states *states, struct sp_fetches *made,
		  struct sp_error *err)
{
	*made = (struct sp_fetches){ .pages = subset->kept,
				     .clock = all->clock };
	for (uint64_t i = 0; i < all->count; i++) {
		struct sp_fetch fetch = all->items[i];

		if (!sp_subset_has(subset, fetch.page) ||
		    !sp_subset_has_links(subset, fetch.page))
			continue;
		fill_fetch(&fetch, known);
		fetch.page = sp_subset_place(subset, fetch.page);
		if (states && states->state_of[fetch.page] ==
				      SP_PAGE_UNFETCHED)
			continue;
		if (sp_fetches_add(made, &fetch, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_subset_links(const struct sp_subset *subset,
		const struct sp_link_scores *all, struct sp_link_scores *kept,
		struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < all->count; i++) {
		struct sp_link_score row = all->rows[i];

		if (!sp_subset_has_links(subset, row.source) ||
		    !sp_subset_has(subset, row.target))
			continue;
		row.source = sp_subset_place(subset, row.source);
		row.target = sp_subset_place(subset, row.target);
		status = sp_link_scores_add(kept, row, err);
	}
	return status;
}
