/* SPDX-License-Identifier: MIT */
#include "measure/ranks/acyclic.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

double
sp_heaviest_link(const struct sp_rank_input *input)
{
	const struct sp_link_weights *weights = sp_rank_weights(input);
	uint64_t links = sp_graph_links(input->graph);
	double most = 0;

	if (!weights)
		return links > 0;
	for (uint64_t i = 0; i < links; i++)
		if (weights->values[i] > most)
			most = weights->values[i];
	return most;
}

/* Pages as they go, in their order: those from gone on wait. */
struct peeling {
	const struct sp_link_weights *weights; /* or NULL */
	struct sp_accessor *accessor;
	uint32_t *left;      /* links to each page that has not gone */
	uint32_t *order;
	uint64_t count;
	double alpha, *scores;
};

/* Only links above 0. */
static enum sp_status
count_heavy_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	uint32_t *left = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++)
		left[row->successors[i]] += row->weights[i] > 0;
	return SP_OK;
}

static enum sp_status
peel_page(struct peeling *peeling, uint32_t page, struct sp_error *err)
{
	const struct sp_link_weights *weights = peeling->weights;
	const double *weight = weights ? weights->values + weights->page[page] :
					 NULL;
	double part = peeling->alpha * peeling->scores[page];
	const uint32_t *successors;
	uint32_t count;

	if (sp_accessor_page(peeling->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (weight && !(weight[i] > 0))
			continue;
		peeling->scores[to] += weight ? part * weight[i] : part;
		if (!--peeling->left[to])
			peeling->order[peeling->count++] = to;
	}
	return SP_OK;
}

static enum sp_status
peel_pages(struct sp_rank_input *input, struct peeling *peeling,
	   struct sp_error *err)
{
	const struct sp_row_sink heavy = { peeling->left, NULL,
					   count_heavy_links };
	uint64_t pages = sp_graph_pages(input->graph);
	enum sp_status status;

	if (peeling->weights)
		status = sp_link_weights_index(input->weights, input->graph,
					       input->threads, err);
	else
		status = sp_count_inlinks(input->graph, input->threads,
					  peeling->left, err);
	if (!status && peeling->weights)
		status = sp_graph_walk(input->graph, peeling->weights->values,
				       NULL, &heavy, err);
	for (uint64_t page = 0; !status && page < pages; page++) {
		peeling->scores[page] = 1;
		if (!peeling->left[page])
			peeling->order[peeling->count++] = (uint32_t)page;
	}
	for (uint64_t i = 0; !status && i < peeling->count; i++)
		status = peel_page(peeling, peeling->order[i], err);
	return status;
}

enum sp_status
sp_katz_acyclic(struct sp_rank_input *input, double alpha, double *scores,
		bool *acyclic, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	struct peeling peeling = { .weights = sp_rank_weights(input),
				   .alpha = alpha, .scores = scores };
	enum sp_status status = sp_rank_want_index(input, err);

	if (status)
		return status;
	peeling.accessor = sp_accessor_new(input->index);
	peeling.left = sp_alloc_large_zero(pages, sizeof(*peeling.left));
	peeling.order = sp_alloc_large(pages, sizeof(*peeling.order));
	status = peeling.accessor && peeling.left && peeling.order ?
			 peel_pages(input, &peeling, err) :
			 sp_no_memory(err, "pages without links to them");
	*acyclic = peeling.count == pages;
	sp_accessor_free(peeling.accessor);
	free(peeling.left);
	free(peeling.order);
	return status;
}
