/* SPDX-License-Identifier: MIT */
/*
 * The core number of each page: the largest k so that the page is in a part of
 * the graph whose pages all have k neighbours in it or more.  Neighbours are
 * the pages that a page links to or that link to it, each once, without itself.
 *
 * By the algorithm of Batagelj and Zaversnik (2003): pages are sorted by degree
 * into bins, and taken away from the smallest on; a neighbour of larger degree
 * than the page that goes loses one, which moves it to the front of its bin and
 * the border of the bin behind it.
 *
 * Neighbours are merged from the row of the graph and that of its transpose, so
 * that no third graph is made.  Memory: 16 bytes a page, 8 for each degree, the
 * transpose and the indexes.
 */
#include "base/memory.h"
#include "measure/ranks/methods.h"

#include <stdlib.h>

struct cores {
	struct sp_accessor *out, *in;
	uint64_t pages;
	uint32_t *degree;    /* of each page in what is left; its core, when it
				has gone */
	uint32_t *order;     /* pages by degree */
	uint32_t *place;     /* of each page in order */
	uint64_t *bins;      /* where each degree begins in order */
	uint32_t *near;      /* the neighbours of a page */
	uint64_t capacity;
	uint32_t largest;    /* degree; then core */
};

/* Finds the neighbours of a page, ascending. */
static enum sp_status
core_find_neighbours(struct cores *cores, uint32_t page, uint32_t *found,
		     struct sp_error *err)
{
	const uint32_t *out, *in;
	uint32_t out_count, in_count, i = 0, k = 0, count = 0;

	if (sp_accessor_page(cores->out, page, &out, &out_count, err) ||
	    sp_accessor_page(cores->in, page, &in, &in_count, err))
		return err->status;
	if (!sp_grow(&cores->near, &cores->capacity,
		     (uint64_t)out_count + in_count))
		return sp_no_memory(err, "the neighbours of a page");
	while (i < out_count || k < in_count) {
		uint32_t next = k == in_count ||
				(i < out_count && out[i] < in[k]) ? out[i] :
								    in[k];

		i += i < out_count && out[i] == next;
		k += k < in_count && in[k] == next;
		if (next != page)
			cores->near[count++] = next;
	}
	*found = count;
	return SP_OK;
}

/* Counting sort, stable, so that ties are in page order. */
static enum sp_status
core_sort_pages(struct cores *cores, struct sp_error *err)
{
	uint64_t at = 0;

	cores->bins = sp_alloc_zero((uint64_t)cores->largest + 1,
				    sizeof(*cores->bins));
	if (!cores->bins)
		return sp_no_memory(err, "the degrees");
	for (uint64_t page = 0; page < cores->pages; page++)
		cores->bins[cores->degree[page]]++;
	for (uint64_t degree = 0; degree <= cores->largest; degree++) {
		uint64_t count = cores->bins[degree];

		cores->bins[degree] = at;
		at += count;
	}
	for (uint64_t page = 0; page < cores->pages; page++) {
		uint64_t to = cores->bins[cores->degree[page]]++;

		cores->order[to] = (uint32_t)page;
		cores->place[page] = (uint32_t)to;
	}
	for (uint64_t degree = cores->largest; degree > 0; degree--)
		cores->bins[degree] = cores->bins[degree - 1];
	cores->bins[0] = 0;
	return SP_OK;
}

/* One link of a page goes: it changes places with the first of its bin. */
static inline void
core_lower_page(struct cores *cores, uint32_t page)
{
	uint64_t *bin = &cores->bins[cores->degree[page]];
	uint32_t first = cores->order[*bin], place = cores->place[page];

	cores->order[place] = first;
	cores->place[first] = place;
	cores->order[*bin] = page;
	cores->place[page] = (uint32_t)*bin;
	++*bin;
	cores->degree[page]--;
}

static enum sp_status
core_take_away(struct cores *cores, const struct sp_progress *progress,
	       struct sp_error *err)
{
	cores->largest = 0;
	for (uint64_t i = 0; i < cores->pages; i++) {
		uint32_t page = cores->order[i], count;

		if (i % SP_BLOCK_PAGES == 0)
			sp_progress_report(progress, i, cores->pages);
		if (core_find_neighbours(cores, page, &count, err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			if (cores->degree[cores->near[k]] >
			    cores->degree[page])
				core_lower_page(cores, cores->near[k]);
		cores->largest = cores->degree[page];
	}
	return SP_OK;
}

static enum sp_status
core_run(struct cores *cores, struct sp_rank_input *input,
	 struct sp_error *err)
{
	for (uint64_t page = 0; page < cores->pages; page++) {
		if (core_find_neighbours(cores, (uint32_t)page,
					 &cores->degree[page], err))
			return err->status;
		if (cores->degree[page] > cores->largest)
			cores->largest = cores->degree[page];
	}
	if (core_sort_pages(cores, err))
		return err->status;
	return core_take_away(cores, input->progress, err);
}

static enum sp_status
core_compute(struct sp_rank_input *input, const double *values, double *scores,
	     struct sp_rank_report *report, struct sp_error *err)
{
	struct cores cores = { .pages = sp_graph_pages(input->graph) };
	enum sp_status status = sp_rank_want_index(input, err);

	(void)values;
	if (!status)
		status = sp_rank_want_back(input, err);
	if (status)
		return status;
	cores.out = sp_accessor_new(input->index);
	cores.in = sp_accessor_new(input->back_index);
	cores.degree = sp_alloc_large(cores.pages, sizeof(*cores.degree));
	cores.order = sp_alloc_large(cores.pages, sizeof(*cores.order));
	cores.place = sp_alloc_large(cores.pages, sizeof(*cores.place));
	status = cores.out && cores.in && cores.degree && cores.order &&
		 cores.place ? core_run(&cores, input, err) :
			       sp_no_memory(err, "the cores");
	for (uint64_t page = 0; !status && page < cores.pages; page++)
		scores[page] = cores.degree[page];
	sp_rank_note(report, "largest_core", cores.largest, true);
	sp_accessor_free(cores.out);
	sp_accessor_free(cores.in);
	free(cores.degree);
	free(cores.order);
	free(cores.place);
	free(cores.bins);
	free(cores.near);
	return status;
}

const struct sp_rank_method sp_rank_core = {
	.name = "core",
	.help = "pages in parts of the graph where all have many neighbours",
	.source = "Seidman 1983; Batagelj and Zaversnik 2003",
	.steps = "page", .compute = core_compute
};
