/* SPDX-License-Identifier: MIT */
/*
 * One pass over the links counts all: out-degrees as rows come, in-degrees in
 * an array of 4 bytes a page, links between hosts and domains by two look-ups a
 * link.  Then a pass over the pages finds what depends on both degrees.  Time
 * is that of the look-ups; memory 4 bytes and a bit for each page beside the
 * graph.
 *
 * Threads add to the in-degrees of pages of their own (graph/crossing.h);
 * everything else is a tally for each range of blocks, which is added up under
 * a lock.  All of them are sums or maxima with a rule for ties, so that the
 * result does not depend on the order.
 */
#include "graph/statistics.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/crossing.h"
#include "graph/visit.h"

#include <stdlib.h>

/* What a range of blocks has, or all of them. */
struct links_tally {
	uint64_t self_links, host_between, domain_between;
	struct sp_degree out;
};

/* The pass over the links, shared by the threads. */
struct links_pass {
	const struct sp_graph *graph;
	int threads;
	struct sp_units hosts, domains;      /* or empty */
	/*
	 * 4 bytes a page are enough: the links to a page come from different
	 * pages, of which there are fewer than 2^32.
	 */
	uint32_t *in_degree;
	/* A bit for each page with links.  Blocks share no word. */
	uint64_t *linked;
	const struct sp_progress *progress;
	uint64_t done;   /* blocks */
	struct links_tally all;
};

/* ---- links ------------------------------------------------------------ */

/*
 * Equal degrees: the first page, so that threads make no difference.
 *
 * Of pages with equal degree the one with the smallest number, in whatever
 * order ranges come.
 */
static void
statistics_keep_larger(struct sp_degree *largest, uint32_t page, uint32_t links)
{
	if (links > largest->links ||
	    (links == largest->links && page < largest->page))
		*largest = (struct sp_degree){ links, page };
}

static uint64_t
count_between(const uint32_t *unit_of, uint32_t page,
	      const uint32_t *successors, uint32_t count)
{
	uint64_t between = 0;

	if (!unit_of)
		return 0;
	for (uint32_t i = 0; i < count; i++)
		between += unit_of[successors[i]] != unit_of[page];
	return between;
}

/* The tally of a range of blocks, by one thread. */
struct range_tally {
	const struct links_pass *pass;
	struct sp_side *side;
	struct links_tally tally;
};

/*
 * The bit of a page is set without an atomic operation: blocks of 1,024 pages
 * share no word of the set.
 */
static void
tally_row(void *context, uint32_t page, const uint32_t *successors,
	  uint32_t count)
{
	struct range_tally *range = context;
	const struct links_pass *pass = range->pass;
	struct links_tally *tally = &range->tally;

	if (!count)
		return;
	sp_bit_set(pass->linked, page);
	statistics_keep_larger(&tally->out, page, count);
	for (uint32_t i = 0; i < count; i++)
		tally->self_links += successors[i] == page;
	tally->host_between += count_between(pass->hosts.unit_of, page,
					     successors, count);
	tally->domain_between += count_between(pass->domains.unit_of, page,
					       successors, count);
	sp_side_count(range->side, pass->in_degree, page, successors, count);
}

/* A range without links has no page to compare. */
static void
add_tally(struct links_tally *all, const struct links_tally *tally)
{
	all->self_links += tally->self_links;
	all->host_between += tally->host_between;
	all->domain_between += tally->domain_between;
	if (tally->out.links)
		statistics_keep_larger(&all->out, tally->out.page,
				       tally->out.links);
}

static enum sp_status
tally_range(void *context, struct sp_side *side, struct sp_cursor *cursor,
	    uint64_t first, uint64_t last, struct sp_error *err)
{
	struct links_pass *pass = context;
	struct range_tally range = { .pass = pass, .side = side };

	(void)err;
	sp_visit_rows(cursor, tally_row, &range);
#pragma omp critical(sp_statistics_tally)
	{
		add_tally(&pass->all, &range.tally);
		pass->done += last - first;
		sp_progress_report(pass->progress, pass->done,
				   sp_graph_blocks(pass->graph));
	}
	return SP_OK;
}

/* ---- pages and units -------------------------------------------------- */

static void
statistics_count_pages(const struct links_pass *pass,
		       struct sp_graph_statistics *to)
{
	for (uint64_t page = 0; page < to->pages; page++) {
		bool linked = sp_bit_test(pass->linked, page);
		uint32_t in_degree = pass->in_degree[page];

		to->dangling += !linked;
		to->unlinked += !in_degree;
		to->isolated += !linked && !in_degree;
		statistics_keep_larger(&to->in, (uint32_t)page, in_degree);
	}
}

/*
 * Units with a name have numbers below that of the hosts, pages without a host
 * those from there on.
 *
 * Hosts without pages are not counted: a subset of a graph may keep the names
 * of all.
 */
static enum sp_status
count_units(struct sp_unit_statistics *to, const struct sp_units *units,
	    const struct sp_hosts *hosts, uint64_t links, uint64_t between,
	    struct sp_error *err)
{
	uint64_t limit = hosts->names.count;
	uint64_t *seen = sp_bitset_new(limit);

	if (!seen)
		return sp_no_memory(err, "the hosts");
	for (uint64_t page = 0; page < hosts->pages; page++)
		if (units->unit_of[page] < limit)
			sp_bit_set(seen, units->unit_of[page]);
	*to = (struct sp_unit_statistics){ true, sp_bitset_count(seen, limit),
					   units->alone, links - between,
					   between };
	free(seen);
	return SP_OK;
}

/* Of equal hosts the first one stays. */
static enum sp_status
find_largest_host(const struct sp_units *units, const struct sp_hosts *hosts,
		  struct sp_graph_statistics *to, struct sp_error *err)
{
	uint32_t *pages = sp_alloc_zero(units->count, sizeof(*pages));

	if (!pages)
		return sp_no_memory(err, "the hosts");
	for (uint64_t page = 0; page < hosts->pages; page++)
		pages[units->unit_of[page]]++;
	for (uint64_t host = 0; host < hosts->names.count; host++) {
		if (pages[host] <= to->host_pages)
			continue;
		to->host_pages = pages[host];
		to->host = (uint32_t)host;
	}
	free(pages);
	return SP_OK;
}

/* ---- together --------------------------------------------------------- */

static enum sp_status
gather_units(const struct links_pass *pass, const struct sp_hosts *hosts,
	     struct sp_graph_statistics *to, struct sp_error *err)
{
	enum sp_status status = find_largest_host(&pass->hosts, hosts, to,
						  err);

	if (!status)
		status = count_units(&to->hosts, &pass->hosts, hosts,
				     to->links, pass->all.host_between, err);
	if (!status && pass->domains.unit_of)
		status = count_units(&to->domains, &pass->domains, hosts,
				     to->links, pass->all.domain_between, err);
	return status;
}

static enum sp_status
gather_statistics(struct links_pass *pass, const struct sp_hosts *hosts,
		  struct sp_graph_statistics *to, struct sp_error *err)
{
	enum sp_status status;

	status = sp_visit_inlinks(pass->graph, pass->threads, tally_range, pass,
				  pass->in_degree, err);
	if (status)
		return status;
	statistics_count_pages(pass, to);
	to->self_links = pass->all.self_links;
	to->out = pass->all.out;
	return hosts ? gather_units(pass, hosts, to, err) : SP_OK;
}

enum sp_status
sp_graph_statistics(const struct sp_graph *graph,
		    const struct sp_hosts *hosts, int threads,
		    const struct sp_progress *progress,
		    struct sp_graph_statistics *statistics,
		    struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct links_pass pass = { .graph = graph, .threads = threads,
				   .progress = progress };
	enum sp_status status = SP_OK;

	*statistics = (struct sp_graph_statistics){
		.pages = pages, .links = sp_graph_links(graph)
	};
	pass.in_degree = sp_alloc_large_zero(pages, sizeof(*pass.in_degree));
	pass.linked = sp_bitset_new(pages);
	if (!pass.in_degree || !pass.linked)
		status = sp_no_memory(err, "the degrees of pages");
	if (!status && hosts)
		status = sp_units_of_hosts(hosts, &pass.hosts, err);
	if (!status && hosts && hosts->domains.count)
		status = sp_units_of_domains(hosts, &pass.domains, err);
	if (!status)
		status = gather_statistics(&pass, hosts, statistics, err);
	sp_units_free(&pass.hosts);
	sp_units_free(&pass.domains);
	free(pass.in_degree);
	free(pass.linked);
	return status;
}
