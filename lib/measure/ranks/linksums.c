/* SPDX-License-Identifier: MIT */
#include "measure/ranks/linksums.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define AHEAD 16 /* links whose sums are fetched, up to SP_LIST_AHEAD */

enum sp_status
sp_linksums_begin(struct sp_linksums *adder, const struct sp_rank_input *input,
		  struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);

	memset(adder, 0, sizeof(*adder));
	adder->graph = input->graph;
	adder->weights = sp_rank_weights(input);
	adder->threads = input->threads;
	for (unsigned k = 0; k < SP_RANK_PARTS; k++) {
		adder->parts[k] = sp_alloc_large_zero(pages, sizeof(double));
		adder->cursors[k] = sp_cursor_new(input->graph);
		if (!adder->parts[k] || !adder->cursors[k])
			return sp_no_memory(err, "sums over links");
	}
	return SP_OK;
}

void
sp_linksums_free(struct sp_linksums *adder)
{
	for (unsigned k = 0; k < SP_RANK_PARTS; k++) {
		free(adder->parts[k]);
		sp_cursor_free(adder->cursors[k]);
	}
}

static void
linksums_add_row(double *sums, const struct sp_list *list, double value,
		 const double *weights)
{
	const uint32_t *to = list->successors;

	for (uint32_t i = 0; i < list->count; i++) {
		/* No pointer: what is after a row may be any number. */
		uintptr_t at = (uintptr_t)sums +
			       to[i + AHEAD] * (uintptr_t)sizeof(*sums);

		__builtin_prefetch((const void *)at, 1);
		sums[to[i]] += weights ? weights[i] * value : value;
	}
}

static void
linksums_add_block(struct sp_linksums *adder, unsigned part, uint64_t block,
		   const double *values)
{
	const struct sp_link_weights *weights = adder->weights;
	const double *weight = weights ? weights->values +
					 weights->block[block] : NULL;
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(adder->cursors[part], block);
	while ((count = sp_cursor_lists(adder->cursors[part], lists)) > 0)
		for (unsigned i = 0; i < count; i++) {
			linksums_add_row(adder->parts[part], &lists[i],
					 values ? values[lists[i].page] : 1,
					 weight);
			weight += weight ? lists[i].count : 0;
		}
}

enum sp_status
sp_linksums_sum(struct sp_linksums *adder, const double *values, double *sums,
		struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(adder->graph);
	uint64_t pages = sp_graph_pages(adder->graph);

#pragma omp parallel for num_threads(adder->threads) schedule(dynamic, 1)
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		for (uint64_t block = sp_part_first_block(k); block < blocks;
		     block = sp_part_next_block(block, SP_RANK_PARTS))
			linksums_add_block(adder, k, block, values);
#pragma omp parallel for num_threads(adder->threads) schedule(static)
	for (uint64_t page = 0; page < pages; page++)
		sums[page] = sp_take_parts(adder->parts, SP_RANK_PARTS,
					   page);
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		if (sp_cursor_status(adder->cursors[k], err))
			return err->status;
	return SP_OK;
}
