/* SPDX-License-Identifier: MIT */
/*
 * A power iteration as in pagerank.c, over the same forms of the graph.  What
 * differs is what is pushed: not the ranks, but for each fetched page its rank
 * with the share that it has in the unfetched pages for which it stands in.
 * The graph itself does not change, and a pass costs what one of PageRank does
 * and a look at the hosts of all pages.
 *
 * The rank of the unfetched pages of each host is added up in the order of the
 * pages by one thread: threads would need a vector of hosts each, and the pass
 * takes a tenth of that over the links.  All other sums are of chunks in their
 * order (sum.h), so that the number of threads does not show in the bits.
 *
 * Rank is neither made nor lost: what stand-ins take over is what unfetched
 * pages had, so that s sums to 1 as r does, and the iteration contracts by the
 * damping, as that of PageRank.
 */
#include "rank/expected.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct expected_run {
	const struct sp_expected_crawl *crawl;
	const struct sp_expected_options *options;
	struct sp_form *form;
	uint64_t pages;
	double seen;             /* pages that exist: N */
	double *rank;            /* r */
	double *stand;           /* s */
	double *mass;            /* of each host: M(h), then M(h) / n(h) */
	double *fetched;         /* ... n(h) */
	double all_fetched;      /* n */
	double rest;             /* M / n; if n is 0, M */
	double *partial;         /* a sum for each chunk */
	double dangling;         /* D */
};

static bool
is_seen(const struct expected_run *run, uint64_t page)
{
	const struct sp_pagerank_view *view = run->crawl->view;

	return !view || sp_bit_test(view->seen, page);
}

/* In the order of the chunks, whichever thread had them. */
static double
add_partial_sums(const struct expected_run *run)
{
	double sum = 0;

	for (uint64_t chunk = 0; chunk < sp_sum_chunks(run->pages); chunk++)
		sum += run->partial[chunk];
	return sum;
}

/* ---- stand-ins -------------------------------------------------------- */

static void
count_fetched(struct expected_run *run)
{
	const struct sp_expected_crawl *crawl = run->crawl;

	SP_FOR_BITS (page, crawl->fetched, run->pages) {
		run->fetched[crawl->unit_of[page]]++;
		run->all_fetched++;
	}
}

/* Finds what the fetched pages of each host take over, and of all hosts. */
static void
find_masses(struct expected_run *run)
{
	const struct sp_expected_crawl *crawl = run->crawl;

	memset(run->mass, 0, crawl->units * sizeof(*run->mass));
	SP_FOR_BITS (page, crawl->unfetched, run->pages)
		if (is_seen(run, page))
			run->mass[crawl->unit_of[page]] += run->rank[page];
	run->rest = 0;
	for (uint64_t unit = 0; unit < crawl->units; unit++)
		if (run->fetched[unit] > 0) {
			run->mass[unit] /= run->fetched[unit];
		} else {
			run->rest += run->mass[unit];
			run->mass[unit] = 0;
		}
	if (run->all_fetched > 0)
		run->rest /= run->all_fetched;
}

static double
stand_of(const struct expected_run *run, uint64_t page)
{
	const struct sp_expected_crawl *crawl = run->crawl;

	if (!is_seen(run, page) || sp_bit_test(crawl->unfetched, page))
		return 0;
	if (!sp_bit_test(crawl->fetched, page))
		return run->rank[page];
	return run->rank[page] + run->mass[crawl->unit_of[page]] + run->rest;
}

static void
find_stand(struct expected_run *run)
{
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t page = 0; page < run->pages; page++)
		run->stand[page] = stand_of(run, page);
}

/* After a push: only then is it known which pages have links. */
static void
find_dangling(struct expected_run *run)
{
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < sp_sum_chunks(run->pages); chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++)
			sum += sp_bit_test(run->form->linked, p) ?
				       0 : run->stand[p];
		run->partial[chunk] = sum;
	}
	run->dangling = add_partial_sums(run) +
			(run->all_fetched > 0 ? 0 : run->rest);
}

/* ---- iterations ------------------------------------------------------- */

static void
renew_expected(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	       const double *sums)
{
	const struct expected_run *run = context;
	double d = run->options->damping;
	double change = 0;

	for (uint64_t i = 0; i < count; i++) {
		double value = (1 - d) / run->seen;

		if (!is_seen(run, first + i))
			continue;
		value += d * sums[i];
		value += d * run->dangling / run->seen;
		change += fabs(value - run->rank[first + i]);
		run->rank[first + i] = value;
	}
	run->partial[chunk] += change;
}

static enum sp_status
expected_iterate(struct expected_run *run, struct sp_pagerank_report *report,
		 struct sp_error *err)
{
	const struct sp_expected_options *options = run->options;

	do {
		find_masses(run);
		find_stand(run);
		if (sp_form_push_ranks(run->form, run->stand, err))
			return err->status;
		find_dangling(run);
		memset(run->partial, 0, sp_sum_chunks(run->pages) *
					sizeof(*run->partial));
		if (sp_form_collect(run->form, renew_expected, run, err))
			return err->status;
		report->residual = add_partial_sums(run);
		report->iterations++;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
	} while (report->residual >= options->tolerance &&
		 report->iterations < options->iterations);
	report->converged = report->residual < options->tolerance;
	report->sum = sp_sum(run->rank, run->pages);
	return SP_OK;
}

static enum sp_status
expected_begin(struct expected_run *run, const struct sp_graph *graph,
	       struct sp_error *err)
{
	const struct sp_expected_crawl *crawl = run->crawl;
	const struct sp_expected_options *options = run->options;
	/* The residual shrinks by the damping, or faster: 64 passes and more
	 * repay a form that takes some to make. */
	const struct sp_form_order order = {
		.use = crawl->view ? SP_FORM_SWEEPS : SP_FORM_RANKS,
		.parts = SP_RANK_PARTS, .threads = options->threads,
		.passes = 64
	};

	run->stand = sp_alloc_large(run->pages, sizeof(*run->stand));
	run->mass = sp_alloc_zero(crawl->units, sizeof(*run->mass));
	run->fetched = sp_alloc_zero(crawl->units, sizeof(*run->fetched));
	run->partial = sp_alloc_zero(sp_sum_chunks(run->pages),
				     sizeof(*run->partial));
	if (!run->stand || !run->mass || !run->fetched || !run->partial)
		return sp_no_memory(err, "expected ranks");
	for (uint64_t page = 0; page < run->pages; page++)
		run->rank[page] = is_seen(run, page) ? 1 / run->seen : 0;
	count_fetched(run);
	if (sp_form_new(graph, &order, &run->form, err))
		return err->status;
	return sp_form_begin(run->form, options->threads, NULL, crawl->view,
			     err);
}

enum sp_status
sp_expected_rank(const struct sp_graph *graph,
		 const struct sp_expected_crawl *crawl,
		 const struct sp_expected_options *options, double *rank,
		 struct sp_pagerank_report *report, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct expected_run run = {
		.crawl = crawl, .options = options, .pages = pages,
		.rank = rank, .seen = crawl->view ?
			(double)crawl->view->seen_count : (double)pages
	};
	enum sp_status status;

	*report = (struct sp_pagerank_report){ .converged = true };
	if (!(run.seen > 0)) {
		memset(rank, 0, pages * sizeof(*rank));
		return SP_OK;
	}
	status = expected_begin(&run, graph, err);
	if (!status)
		status = expected_iterate(&run, report, err);
	sp_form_free(run.form);
	free(run.stand);
	free(run.mass);
	free(run.fetched);
	free(run.partial);
	return status;
}
