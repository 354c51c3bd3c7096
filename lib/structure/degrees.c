/* SPDX-License-Identifier: MIT */
#include "structure/degrees.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define RANGE_BLOCKS 64 /* blocks that one thread takes at a time */

struct degree_pass {
	const struct sp_graph *graph;
	int threads;
	/* A page has fewer links, out or in, than there are pages. */
	uint32_t *out, *in;
	const struct sp_progress *progress;
	uint64_t done;          /* blocks */
};

static void
count_row(const struct degree_pass *pass, uint32_t page,
	  const uint32_t *successors, uint32_t count)
{
	pass->out[page] = count;
	/* An atomic addition costs a single thread several nanoseconds. */
	if (pass->threads == 1) {
		for (uint32_t i = 0; i < count; i++)
			pass->in[successors[i]]++;
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
#pragma omp atomic
		pass->in[successors[i]]++;
	}
}

static void
count_blocks(struct degree_pass *pass, struct sp_cursor *cursor,
	     uint64_t first, uint64_t last)
{
	const uint32_t *successors;
	uint32_t page, count;

	for (uint64_t block = first; block < last; block++) {
		sp_cursor_block(cursor, block);
		while (sp_cursor_next(cursor, &page, &successors, &count))
			count_row(pass, page, successors, count);
	}
#pragma omp critical(sp_degrees_progress)
	{
		pass->done += last - first;
		sp_progress_report(pass->progress, pass->done,
				   sp_graph_blocks(pass->graph));
	}
}

static enum sp_status
count_links(struct degree_pass *pass, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(pass->graph);
	enum sp_status result = SP_OK;

#pragma omp parallel num_threads(pass->threads)
	{
		struct sp_cursor *cursor = sp_cursor_new(pass->graph);
		struct sp_error failure;
		enum sp_status status = SP_OK;

		if (!cursor)
			status = sp_no_memory(&failure, "a list of links");
#pragma omp for schedule(dynamic)
		for (uint64_t first = 0; first < blocks;
		     first += RANGE_BLOCKS) {
			uint64_t last = first + RANGE_BLOCKS;

			/* A loop of OpenMP cannot be left. */
			if (status)
				continue;
			count_blocks(pass, cursor, first,
				     last < blocks ? last : blocks);
			status = sp_cursor_status(cursor, &failure);
		}
#pragma omp critical(sp_degrees_result)
		{
			/* The smallest, so that timing does not matter. */
			if (status && (!result || status < result)) {
				result = status;
				*err = failure;
			}
		}
		sp_cursor_free(cursor);
	}
	return result;
}

static enum sp_status
count_pages(const uint32_t *degree, uint64_t pages,
	    struct sp_degree_counts *counts, struct sp_error *err)
{
	for (uint64_t page = 0; page < pages; page++)
		if (degree[page] > counts->largest)
			counts->largest = degree[page];
	counts->pages = sp_alloc_zero(counts->largest + 1, sizeof(uint64_t));
	if (!counts->pages)
		return sp_no_memory(err, "the counts of degrees");
	for (uint64_t page = 0; page < pages; page++)
		counts->pages[degree[page]]++;
	return SP_OK;
}

enum sp_status
sp_degrees(const struct sp_graph *graph, int threads,
	   const struct sp_progress *progress, struct sp_degrees *degrees,
	   struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct degree_pass pass = { .graph = graph, .threads = threads,
				    .progress = progress };
	enum sp_status status = SP_OK;

	*degrees = (struct sp_degrees){ .out = { .largest = 0 } };
	pass.out = sp_alloc_large(pages, sizeof(*pass.out));
	pass.in = sp_alloc_large_zero(pages, sizeof(*pass.in));
	if (!pass.out || !pass.in)
		status = sp_no_memory(err, "the degrees of pages");
	if (!status)
		status = count_links(&pass, err);
	if (!status)
		status = count_pages(pass.out, pages, &degrees->out, err);
	if (!status)
		status = count_pages(pass.in, pages, &degrees->in, err);
	if (status)
		sp_degrees_free(degrees);
	free(pass.out);
	free(pass.in);
	return status;
}

void
sp_degrees_free(struct sp_degrees *degrees)
{
	free(degrees->out.pages);
	free(degrees->in.pages);
	*degrees = (struct sp_degrees){ .out = { .largest = 0 } };
}

/* ---- what the counts say ---------------------------------------------- */

struct sp_degree_fit
sp_degree_fit(const struct sp_degree_counts *counts, uint64_t xmin)
{
	struct sp_degree_fit law = { 0, NAN, NAN };
	double sum = 0, pages;

	for (uint64_t x = xmin; x <= counts->largest; x++) {
		law.pages += counts->pages[x];
		if (counts->pages[x])
			sum += (double)counts->pages[x] *
			       log((double)x / ((double)xmin - 0.5));
	}
	if (!law.pages)
		return law;
	pages = (double)law.pages;
	law.exponent = 1 + pages / sum;
	law.error = (law.exponent - 1) / sqrt(pages);
	return law;
}

unsigned
sp_degree_bins(const struct sp_degree_counts *counts)
{
	unsigned bins = 0;

	while (counts->largest >> bins)
		bins++;
	return bins;
}

struct sp_degree_bin
sp_degree_bin(const struct sp_degree_counts *counts, unsigned i)
{
	struct sp_degree_bin bin = { UINT64_C(1) << i,
				     (UINT64_C(2) << i) - 1, 0, 0 };
	uint64_t width = bin.last - bin.first + 1, all = 0;

	for (uint64_t x = 0; x <= counts->largest; x++) {
		all += counts->pages[x];
		if (x >= bin.first && x <= bin.last)
			bin.pages += counts->pages[x];
	}
	if (all)
		bin.density = (double)bin.pages /
			      ((double)width * (double)all);
	return bin;
}
