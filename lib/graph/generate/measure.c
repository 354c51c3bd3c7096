/* SPDX-License-Identifier: MIT */
/*
 * One pass over the graph and its transpose side by side: for each page, both
 * lists ascend, so links that go both ways are found by a merge.  The transpose
 * is made in memory for this, with a bound; time is that of two decodings.
 */
#include "graph/generate/measure.h"

#include "base/memory.h"
#include "graph/transform/transpose.h"

#include <math.h>
#include <stdlib.h>

#define TRANSPOSE_MEMORY (UINT64_C(1) << 28)

struct measuring {
	const uint32_t *unit_of;
	uint64_t links, self_links, reciprocal, between, linking;
	uint64_t popular[SP_MEASURE_POPULAR]; /* descending */
	uint64_t *out_degree; /* pages of each; capacity entries */
	uint64_t largest, capacity;
};

/*
 * The array grows to the largest degree, and what sp_grow() adds is undefined.
 */
static enum sp_status
add_out_degree(struct measuring *m, uint64_t degree, struct sp_error *err)
{
	if (!degree)
		return SP_OK;
	if (!m->linking || degree > m->largest) {
		uint64_t known = m->linking ? m->largest + 1 : 0;

		if (!sp_grow(&m->out_degree, &m->capacity, degree + 1))
			return sp_no_memory(err, "the counts of degrees");
		for (; known <= degree; known++)
			m->out_degree[known] = 0;
		m->largest = degree;
	}
	m->out_degree[degree]++;
	m->linking++;
	return SP_OK;
}

/*
 * Keeps it if it is one of the largest.
 *
 * Insertion into sixteen places; most pages change none.
 */
static void
add_popular(struct measuring *m, uint64_t count)
{
	for (unsigned i = 0; i < SP_MEASURE_POPULAR; i++)
		if (count > m->popular[i]) {
			uint64_t smaller = m->popular[i];

			m->popular[i] = count;
			count = smaller;
		}
}

/*
 * Links to and from a page, both ascending.
 *
 * Only links from other units count for popularity: navigation inside a host is
 * no vote.
 */
static void
compare_lists(struct measuring *m, const struct sp_list *out,
	      const struct sp_list *in)
{
	uint32_t page = out->page, unit = m->unit_of[page], o = 0;
	uint64_t from_others = 0;

	for (uint32_t i = 0; i < in->count; i++) {
		uint32_t source = in->successors[i];

		from_others += m->unit_of[source] != unit;
		while (o < out->count && out->successors[o] < source)
			o++;
		if (o == out->count || out->successors[o] != source)
			continue;
		m->self_links += source == page;
		m->reciprocal += source != page;
	}
	m->between += from_others;
	m->links += out->count;
	add_popular(m, from_others);
}

/* All pages, with what links to them beside what they link to. */
static enum sp_status
measure_pages(struct measuring *m, struct sp_cursor *forth,
	      struct sp_cursor *back, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	struct sp_list out, in;

	while (!status &&
	       sp_cursor_next(forth, &out.page, &out.successors, &out.count) &&
	       sp_cursor_next(back, &in.page, &in.successors, &in.count)) {
		compare_lists(m, &out, &in);
		status = add_out_degree(m, out.count, err);
	}
	if (!status)
		status = sp_cursor_status(forth, err);
	return status ? status : sp_cursor_status(back, err);
}

/*
 * The standard deviation of the logarithm of the out-degrees above 0.
 *
 * The sum of squares can come out below 0 by rounding, if all degrees are
 * equal.
 */
static double
spread_of(const struct measuring *m)
{
	double sum = 0, squares = 0, pages = (double)m->linking;

	for (uint64_t degree = 1; degree <= m->largest; degree++) {
		double value = log2((double)degree);

		sum += (double)m->out_degree[degree] * value;
		squares += (double)m->out_degree[degree] * value * value;
	}
	squares -= sum * sum / pages;
	return squares > 0 ? sqrt(squares / pages) : 0;
}

static double
measure_share_of(uint64_t part, uint64_t all)
{
	return all ? (double)part / (double)all : 0;
}

static void
summarize(const struct measuring *m, uint64_t pages,
	  struct sp_web_figures *figures)
{
	uint64_t popular = 0;

	for (unsigned i = 0; i < SP_MEASURE_POPULAR; i++)
		popular += m->popular[i];
	*figures = (struct sp_web_figures){
		.pages = pages,
		.links = m->links,
		.between_links = m->between,
		.links_per_page = measure_share_of(m->links, pages),
		.between = measure_share_of(m->between, m->links),
		.dangling = measure_share_of(pages - m->linking, pages),
		.reciprocal = measure_share_of(m->reciprocal,
					       m->links - m->self_links),
		.popular = measure_share_of(popular, m->between),
		.spread = m->linking ? spread_of(m) : 0
	};
}

enum sp_status
sp_web_measure(const struct sp_graph *graph, const uint32_t *unit_of,
	       int threads, struct sp_web_figures *figures,
	       struct sp_error *err)
{
	const struct sp_transpose_options how = { .memory = TRANSPOSE_MEMORY,
						  .threads = threads };
	struct measuring m = { .unit_of = unit_of };
	struct sp_cursor *forth = NULL, *back = NULL;
	struct sp_graph *turned;
	enum sp_status status = sp_transpose(graph, &how, &turned, err);

	if (!status) {
		forth = sp_cursor_new(graph);
		back = sp_cursor_new(turned);
		status = forth && back ?
				 measure_pages(&m, forth, back, err) :
				 sp_no_memory(err, "a list of links");
	}
	if (!status)
		summarize(&m, sp_graph_pages(graph), figures);
	sp_cursor_free(forth);
	sp_cursor_free(back);
	sp_graph_free(turned);
	free(m.out_degree);
	return status;
}
