/* SPDX-License-Identifier: MIT */
/*
 * Degrees, by one pass over the links, and what is said of their distribution.
 *
 * In-degrees are counted for all local pages, also those of other processes
 * that this one links to; their counts are then added up by the owners.  Each
 * thread adds to those of pages of its own (graph/crossing.h).
 *
 * Largest degrees and the distribution are sums and maxima over processes,
 * which do not depend on who owns which page.
 *
 * The exponent is the maximum likelihood estimate for discrete data in the
 * approximation of Clauset, Shalizi and Newman (2009), with xmin - 1/2, which
 * is good from about xmin 6 on; its error is (exponent - 1) / sqrt(n).
 */
#include "measure/graph/degrees.h"

#include "base/memory.h"
#include "graph/crossing.h"
#include "graph/visit.h"
#include "measure/graph/between.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the links of pages ----------------------------------------------- */

struct links_pass {
	const struct sp_share *share;
	uint32_t *out;        /* of the pages owned */
	uint32_t *in;         /* of local pages */
	const struct sp_progress *progress;
	uint64_t done;        /* blocks */
	uint64_t self_links;
};

/* A range of blocks, by one thread. */
struct links_range {
	struct links_pass *pass;
	struct sp_side *side;
	uint64_t self_links;
};

/*
 * Pages that are not owned are local only as targets: their links are those of
 * another process. loops is a flag and not a count, because a list has each
 * page once at the most.
 */
static void
degrees_count_row(void *context, uint32_t page,
		  const uint32_t *successors, uint32_t count)
{
	struct links_range *range = context;
	struct links_pass *pass = range->pass;
	uint64_t own = page - pass->share->own_first;
	bool loops = false;

	if (page < pass->share->own_first || own >= pass->share->owned)
		return;
	pass->out[own] = count;
	for (uint32_t i = 0; i < count; i++)
		loops |= successors[i] == page;
	range->self_links += loops;
	sp_side_count(range->side, pass->in, page, successors, count);
}

static enum sp_status
degrees_count_range(void *context, struct sp_side *side,
		    struct sp_cursor *cursor, uint64_t first, uint64_t last,
		    struct sp_error *err)
{
	struct links_pass *pass = context;
	struct links_range range = { .pass = pass, .side = side };

	(void)err;
	sp_visit_rows(cursor, degrees_count_row, &range);
#pragma omp critical(sp_degrees_range)
	{
		pass->self_links += range.self_links;
		pass->done += last - first;
		sp_progress_report(pass->progress, pass->done,
				   sp_graph_blocks(pass->share->graph));
	}
	return SP_OK;
}

/* What was counted for pages reached is added up by their owners. */
static enum sp_status
add_between(const struct links_pass *pass, struct sp_error *err)
{
	const struct sp_share *share = pass->share;
	uint64_t lent = sp_between_lent(share);
	uint32_t *out = sp_alloc(share->reached, sizeof(*out));
	uint32_t *in = sp_alloc(lent, sizeof(*in));
	enum sp_status status = SP_OK;

	if (!out || !in)
		status = sp_no_memory(err, "the degrees of pages");
	for (uint64_t i = 0; !status && i < share->reached; i++)
		out[i] = pass->in[sp_share_reached(share, i)];
	if (!status)
		status = sp_between_to_owners(share, sizeof(*out), out, in,
					      err);
	for (uint64_t i = 0; !status && i < lent; i++)
		pass->in[sp_between_lent_page(share, i)] += in[i];
	free(out);
	free(in);
	return status;
}

/*
 * In-degrees of the pages owned are moved to the front in the end, so that
 * both arrays are by the same index.
 */
enum sp_status
sp_count_links(const struct sp_share *share, int threads,
	       const struct sp_progress *progress,
	       struct sp_link_counts *counts, struct sp_error *err)
{
	struct links_pass pass = { .share = share, .progress = progress };
	enum sp_status status = SP_OK;

	pass.out = sp_alloc_large_zero(share->owned, sizeof(*pass.out));
	pass.in = sp_alloc_large_zero(share->places, sizeof(*pass.in));
	*counts = (struct sp_link_counts){ pass.out, pass.in, 0 };
	if (!pass.out || !pass.in)
		status = sp_no_memory(err, "the degrees of pages");
	if (!status)
		status = sp_visit_inlinks(share->graph, threads,
					  degrees_count_range, &pass, pass.in,
					  err);
	if (!status && share->team->size > 1)
		status = add_between(&pass, err);
	if (status) {
		sp_link_counts_free(counts);
		return status;
	}
	counts->self_links = pass.self_links;
	if (share->own_first)
		memmove(counts->in, counts->in + share->own_first,
			share->owned * sizeof(*counts->in));
	return SP_OK;
}

void
sp_link_counts_free(struct sp_link_counts *counts)
{
	free(counts->out);
	free(counts->in);
	*counts = (struct sp_link_counts){ .out = NULL };
}

/* ---- figures ---------------------------------------------------------- */

/* Pages ascend, so that the first of equal degrees stays. */
static struct sp_degree
largest_degree(const struct sp_share *share, const uint32_t *degree)
{
	struct sp_degree largest = { 0, 0 };

	for (uint64_t i = 0; i < share->owned; i++)
		if (degree[i] > largest.links)
			largest = (struct sp_degree){
				degree[i], (uint32_t)(share->first + i)
			};
	return largest;
}

static enum sp_status
largest_of_all(struct sp_team *team, struct sp_degree *largest,
	       struct sp_error *err)
{
	/* The first page of the most links has the most pages after it. */
	uint64_t most = (uint64_t)largest->links << 32 |
			(UINT32_MAX - largest->page);
	enum sp_status status = sp_team_most(team, &most, 1, err);

	*largest = (struct sp_degree){ (uint32_t)(most >> 32),
				       UINT32_MAX - (uint32_t)most };
	return status;
}

enum sp_status
sp_link_statistics(const struct sp_share *share,
		   const struct sp_link_counts *counts,
		   struct sp_graph_statistics *statistics,
		   struct sp_error *err)
{
	uint64_t sums[4] = { 0, 0, 0, counts->self_links };
	enum sp_status status;

	for (uint64_t i = 0; i < share->owned; i++) {
		sums[0] += !counts->out[i];
		sums[1] += !counts->in[i];
		sums[2] += !counts->out[i] && !counts->in[i];
	}
	*statistics = (struct sp_graph_statistics){
		.pages = share->whole.pages, .links = share->whole.links,
		.out = largest_degree(share, counts->out),
		.in = largest_degree(share, counts->in)
	};
	status = sp_team_add(share->team, sums, 4, err);
	if (!status)
		status = largest_of_all(share->team, &statistics->out, err);
	if (!status)
		status = largest_of_all(share->team, &statistics->in, err);
	statistics->dangling = sums[0];
	statistics->unlinked = sums[1];
	statistics->isolated = sums[2];
	statistics->self_links = sums[3];
	return status;
}

/* ---- degrees ---------------------------------------------------------- */

/*
 * As an array by degree, at process 0 alone: the largest degree of a web may
 * be many millions.
 */
static enum sp_status
count_side(const struct sp_share *share, const uint32_t *degree,
	   struct sp_degree_counts *counts, struct sp_error *err)
{
	struct sp_size_count *list;
	uint64_t length;
	enum sp_status status = sp_between_sizes(share->team, degree,
						 share->owned, &list, &length,
						 err);

	if (status)
		return status;
	if (share->team->rank > 0)
		length = 0;
	counts->largest = length ? list[length - 1].size : 0;
	counts->pages = sp_alloc_zero(counts->largest + 1, sizeof(uint64_t));
	if (!counts->pages)
		status = sp_no_memory(err, "the counts of degrees");
	for (uint64_t i = 0; !status && i < length; i++)
		counts->pages[list[i].size] = list[i].count;
	free(list);
	return status;
}

enum sp_status
sp_degrees(const struct sp_share *share,
	   const struct sp_link_counts *counts,
	   struct sp_degrees *degrees, struct sp_error *err)
{
	enum sp_status status;

	*degrees = (struct sp_degrees){ .out = { .largest = 0 } };
	status = count_side(share, counts->out, &degrees->out, err);
	if (!status)
		status = count_side(share, counts->in, &degrees->in, err);
	if (status)
		sp_degrees_free(degrees);
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
