/* SPDX-License-Identifier: MIT */
#include "measure/graph/degrees.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <math.h>
#include <stdlib.h>

struct degree_pass {
	/* A page has fewer links, out or in, than there are pages. */
	uint32_t *out, *in;
	bool shared;            /* by threads */
};

static void
degrees_count_row(void *context, uint32_t page, const uint32_t *successors,
		  uint32_t count)
{
	const struct degree_pass *pass = context;

	pass->out[page] = count;
	sp_add_inlinks(pass->in, successors, count, pass->shared);
}

/*
 * Two ways to count, one result: a graph on one machine goes without the sorted
 * lists that processes pass to each other (shared_degrees.c).
 */
static enum sp_status
degrees_count_pages(const uint32_t *degree, uint64_t pages,
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
	struct degree_pass pass = { .shared = threads > 1 };
	enum sp_status status = SP_OK;

	*degrees = (struct sp_degrees){ .out = { .largest = 0 } };
	pass.out = sp_alloc_large(pages, sizeof(*pass.out));
	pass.in = sp_alloc_large_zero(pages, sizeof(*pass.in));
	if (!pass.out || !pass.in)
		status = sp_no_memory(err, "the degrees of pages");
	if (!status)
		status = sp_visit_lists(graph, threads, progress,
					degrees_count_row, &pass, err);
	if (!status)
		status = degrees_count_pages(pass.out, pages, &degrees->out,
					     err);
	if (!status)
		status = degrees_count_pages(pass.in, pages, &degrees->in, err);
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
