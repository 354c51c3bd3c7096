/* SPDX-License-Identifier: MIT */
/*
 * The PageRank of what a crawl has seen, again and again, for batchpr and
 * partialpr.
 *
 * sp_pagerank() works on the whole graph and a view of it: a bit for each page
 * that takes part (seen) and one for each page whose links count (done).  So
 * nothing is copied when the crawl goes on, and a ranking costs one pass over
 * the places of all pages and those over the links of pages that are done.
 *
 * A warm start keeps the ranks of the last run, which are near the new ones:
 * most pages were there.  New pages get an equal rank, and the sum is made 1
 * again.  method=local goes further and passes on only what has changed since
 * (pagerank_update.h), by the index that the crawl reads links with.
 */
#include "crawl/orders/ranking.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * A process has a graph of its own and no index of it, since its crawl reads
 * links by their real numbers.
 */
static enum sp_status
ranking_keep(struct sp_ranking *ranking, const struct sp_crawl_state *crawl)
{
	const struct sp_crawl_input *input = crawl->input;

	if (crawl->page_of &&
	    sp_index_new(input->graph, 1, &ranking->index, crawl->err))
		return crawl->err->status;
	ranking->kept = sp_kept_ranks_new(
		ranking->index ? ranking->index : input->index,
		sp_graph_pages(input->graph), ranking->options.damping);
	return ranking->kept ? SP_OK : sp_no_memory(crawl->err, "ranks");
}

/*
 * All arrays are of the graph that this process has: with several processes,
 * the part in its numbers (part.c).
 */
enum sp_status
sp_ranking_init(struct sp_ranking *ranking, const struct sp_crawl_state *crawl)
{
	uint64_t pages = sp_graph_pages(crawl->input->graph);

	ranking->options = (struct sp_pagerank_options)SP_PAGERANK_DEFAULTS;
	ranking->options.damping = sp_option_value(crawl, SP_RANKING_DAMPING);
	ranking->options.tolerance = sp_option_value(crawl,
						     SP_RANKING_TOLERANCE);
	ranking->options.iterations =
		(uint32_t)sp_option_value(crawl, SP_RANKING_ITERATIONS);
	ranking->options.method =
		(enum sp_pagerank_method)sp_option_value(crawl,
							 SP_RANKING_METHOD);
	ranking->cold = sp_option_value(crawl, SP_RANKING_START) > 0;
	ranking->seen = sp_bitset_new(pages);
	ranking->done = sp_bitset_new(pages);
	if (!ranking->seen || !ranking->done)
		return sp_no_memory(crawl->err, "ranks");
	if (!ranking->cold && ranking->options.method == SP_PAGERANK_LOCAL)
		return ranking_keep(ranking, crawl);
	ranking->space = sp_pagerank_space_new(pages, SP_RANK_PARTS_CRAWL);
	ranking->rank = sp_alloc_large_zero(pages, sizeof(double));
	if (!ranking->space || !ranking->rank)
		return sp_no_memory(crawl->err, "ranks");
	return SP_OK;
}

void
sp_ranking_free(struct sp_ranking *ranking)
{
	sp_pagerank_space_free(ranking->space);
	free(ranking->rank);
	sp_kept_ranks_free(ranking->kept);
	sp_index_free(ranking->index);
	sp_graph_free(ranking->read);
	free(ranking->seen);
	free(ranking->done);
}

/* Is it a page that is done but has shown no links? */
static bool
is_unread(const struct sp_crawl_state *crawl, uint64_t page)
{
	return crawl->unread && sp_bit_test(crawl->unread, page);
}

/*
 * What is seen and done now, and where the iteration starts: at the last ranks
 * (warm), with equal ranks for pages found since then, or at equal ranks for
 * all (cold).  Ranks that mix old and new do not add up to 1 and are scaled.
 */
static void
ranking_prepare(struct sp_ranking *ranking, const struct sp_crawl_state *crawl,
		uint64_t known)
{
	const uint32_t *place = crawl->frontier.place;
	double *rank = ranking->rank;
	double equal = 1 / (double)known, sum = 0;

	for (uint64_t page = 0; page < crawl->abroad; page++) {
		if (place[page] == SP_UNSEEN) {
			sp_bit_clear(ranking->seen, page);
			rank[page] = 0;
			continue;
		}
		if (!sp_bit_test_and_set(ranking->seen, page) ||
		    ranking->cold || !ranking->started)
			rank[page] = equal;
		sum += rank[page];
		if (place[page] & SP_DONE && !is_unread(crawl, page))
			sp_bit_set(ranking->done, page);
	}
	/* Equal ranks add up to 1 already; dividing would change last bits. */
	for (uint64_t page = 0; !ranking->cold && page < crawl->abroad; page++)
		rank[page] /= sum;
	ranking->started = true;
}

/*
 * The same without ranks: a copy, since partialpr asks later what was seen, and
 * without the pages of other processes, which are done from the start.
 */
static void
ranking_note(struct sp_ranking *ranking, const struct sp_crawl_state *crawl)
{
	const struct sp_frontier *frontier = &crawl->frontier;
	uint64_t words = sp_bitset_words(crawl->abroad);
	uint64_t last = (UINT64_C(1) << crawl->abroad % SP_BITSET_BITS) - 1;

	memcpy(ranking->seen, frontier->seen, words * sizeof(uint64_t));
	memcpy(ranking->done, frontier->done, words * sizeof(uint64_t));
	for (uint64_t i = 0; crawl->unread && i < words; i++)
		ranking->done[i] &= ~crawl->unread[i];
	ranking->seen[words - 1] &= last;
	ranking->done[words - 1] &= last;
}

/*
 * Of a web that changes, ranks go by the links that pages had when they were
 * read: a graph of these, made for each ranking.  With its form, that takes as
 * long as the ranking: on a web of 100,000 pages, batchpr took 5.5 s instead of
 * 2.5.  Forms belong to a graph, and so to a space.
 */
static enum sp_status
ranking_read(struct sp_ranking *ranking, struct sp_crawl_state *crawl)
{
	const struct sp_graph *whole = crawl->input->graph;
	struct sp_graph *before = ranking->read;
	struct sp_index *index = ranking->index;
	enum sp_status status;

	if (!crawl->copies.snapshots)
		return SP_OK;
	sp_pagerank_space_free(ranking->space);
	ranking->space = NULL;
	status = sp_copies_graph(&crawl->copies, crawl->input->index,
				 &ranking->read, crawl->err);
	ranking->index = NULL;
	if (!status && ranking->kept)
		status = sp_index_new(ranking->read, 1, &ranking->index,
				      crawl->err);
	if (!status && ranking->kept)
		status = sp_kept_ranks_read(ranking->kept, ranking->index,
					    crawl->err);
	sp_index_free(index);
	sp_graph_free(before);
	if (status || ranking->kept)
		return status;
	ranking->space = sp_pagerank_space_new(sp_graph_pages(whole),
					       SP_RANK_PARTS_CRAWL);
	return ranking->space ? SP_OK : sp_no_memory(crawl->err, "ranks");
}

static enum sp_status
ranking_rank(struct sp_ranking *ranking, struct sp_crawl_state *crawl,
	     struct sp_pagerank_report *report)
{
	/* A page that is gone is done, and has no links; unread has it, too. */
	uint64_t known = crawl->downloaded + crawl->frontier.count +
			 (crawl->unread ? crawl->unread_count :
					  crawl->report->gone);
	struct sp_pagerank_view view = { ranking->seen, ranking->done, known };
	const struct sp_graph *graph = crawl->input->graph;

	if (ranking_read(ranking, crawl))
		return crawl->err->status;
	if (ranking->read)
		graph = ranking->read;

	if (ranking->kept) {
		ranking_note(ranking, crawl);
		return sp_kept_ranks_update(ranking->kept, &view,
					    ranking->options.tolerance,
					    ranking->options.iterations,
					    report, crawl->err);
	}
	ranking_prepare(ranking, crawl, known);
	return sp_pagerank(graph, &view, NULL, &ranking->options,
			   ranking->space, ranking->rank, report, crawl->err);
}

/*
 * Each iteration reads the links of all downloaded pages.  They are most of
 * the cost of orders that rank again and again, and what section V of Golshani
 * and ZarehBidoki (2012) is about.
 */
enum sp_status
sp_ranking_update(struct sp_ranking *ranking, struct sp_crawl_state *crawl)
{
	struct sp_pagerank_report report;

	if (ranking_rank(ranking, crawl, &report))
		return crawl->err->status;
	crawl->report->recomputed++;
	crawl->report->iterations += report.iterations;
	crawl->report->reread += ranking->kept ?
		report.links : report.iterations * crawl->report->links;
	return SP_OK;
}
