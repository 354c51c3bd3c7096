/* SPDX-License-Identifier: MIT */
/*
 * expected.h - the ranks to expect of pages once a crawl has gone on
 * (seedpipe-algorithms(7), 6.9).
 *
 * A crawl knows pages whose links nobody has seen.  PageRank of what is known
 * takes them for pages without links, so that the rank they receive is spread
 * over all pages.  But they will have links, and most pages link like the other
 * pages of their host.  So here the fetched pages of its host stand in for a
 * page that was not: the rank of all unfetched pages of a host flows on through
 * the links of its fetched pages, in equal shares.  For pages of a host of
 * which nothing was fetched, all fetched pages stand in.
 *
 * With N the number of pages seen, O(i) that of the links of page i, d the
 * damping, M(h) the rank of the unfetched pages of host h and n(h) the number
 * of its fetched pages, M and n the same for hosts without fetched pages and
 * for all of the crawl:
 *
 *	s_i = r_i + M(host of i) / n(host of i) + M / n    i was fetched
 *	s_i = r_i                                 i was not, but has links
 *	s_i = 0                                   i was not, and has none
 *	r_j = (1 - d) / N + d (sum over i -> j of s_i / O(i)) + d D / N
 *
 * where D is the sum of s over the pages without links.  If nothing was
 * fetched, D is the sum of all ranks, and they are equal.
 */
#ifndef SP_RANK_EXPECTED_H
#define SP_RANK_EXPECTED_H

#include "rank/pagerank.h"

/* What the crawl has fetched. */
struct sp_expected_crawl {
	/*
	 * Bitsets of pages, without a page in common.  A page in neither is one
	 * whose links are known although it was not fetched: it acts as in
	 * PageRank and stands in for nobody.
	 */
	const uint64_t *fetched;
	const uint64_t *unfetched;   /* pages whose links are not known */
	const uint32_t *unit_of;     /* the host of each page, below units */
	uint64_t units;
	/* The part of the graph that exists; NULL: all of it.  Pages of
	 * unfetched are not done. */
	const struct sp_pagerank_view *view;
};

struct sp_expected_options {
	double damping;              /* 0 <= d < 1 */
	double tolerance;            /* > 0: stop when the L1 change is below */
	uint32_t iterations;         /* at most, >= 1 */
	int threads;                 /* >= 1 */
	const struct sp_progress *progress; /* gets iterations; or NULL */
};

/*
 * Stores the expected rank of every page of the graph in rank; 0 for pages that
 * are not seen.  They sum to 1.  The report's form and reason are not set.
 * Takes, beside the form of the graph, 8 bytes a page and 16 a unit.  Any
 * number of threads gives the same bits.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_expected_rank(const struct sp_graph *graph,
				const struct sp_expected_crawl *crawl,
				const struct sp_expected_options *options,
				double *rank,
				struct sp_pagerank_report *report,
				struct sp_error *err);

#endif
