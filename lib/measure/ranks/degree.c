/* SPDX-License-Identifier: MIT */
/*
 * Degree: the links to a page, those of it, or both; or from how many hosts or
 * domains these are.
 *
 * Distinct hosts are counted row by row: of the graph for links of a page, of
 * the transpose, which passes by and is not kept, for links to it.  A stamp a
 * host says for which page it was counted last.  For both sides the row of the
 * graph is read beside that of the transpose.
 *
 * Memory: 4 bytes a page; for hosts 8 bytes a host, and that of a transpose in
 * pieces.
 */
#include "base/memory.h"
#include "graph/transform/transpose.h"
#include "graph/visit.h"
#include "measure/ranks/linksums.h"

#include <stdlib.h>

enum { DEGREE_SIDE, DEGREE_OF };
enum { SIDE_IN, SIDE_OUT, SIDE_BOTH };
enum { OF_LINKS, OF_HOSTS, OF_DOMAINS };

/* ---- links ------------------------------------------------------------ */

static enum sp_status
degree_count_links(struct sp_rank_input *input, int side, double *scores,
		   struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	uint32_t *counts = sp_alloc_large_zero(pages, sizeof(*counts));
	enum sp_status status = SP_OK;

	if (!counts)
		return sp_no_memory(err, "the degrees");
	if (side != SIDE_OUT)
		status = sp_count_inlinks(input->graph, input->threads, counts,
					  err);
	for (uint64_t page = 0; page < pages; page++)
		scores[page] = counts[page];
	if (!status && side != SIDE_IN)
		status = sp_count_outlinks(input->graph, input->threads,
					   counts, err);
	for (uint64_t page = 0; !status && side != SIDE_IN && page < pages;
	     page++)
		scores[page] = (side == SIDE_BOTH ? scores[page] : 0) +
			       counts[page];
	free(counts);
	return status;
}

/* Adds the weights of the links of a page to the pages that they lead to. */
static enum sp_status
degree_add_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	double *scores = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++)
		scores[row->successors[i]] += row->weights[i];
	return SP_OK;
}

static enum sp_status
degree_add_weights(const struct sp_rank_input *input, int side,
		   double *scores, struct sp_error *err)
{
	const struct sp_row_sink arriving = { scores, NULL, degree_add_row };
	uint64_t pages = sp_graph_pages(input->graph);

	if (side == SIDE_IN)
		for (uint64_t page = 0; page < pages; page++)
			scores[page] = 0;
	else if (sp_linksums_leaving(input, scores, err))
		return err->status;
	return side == SIDE_OUT ? SP_OK :
				  sp_graph_walk(input->graph,
						input->weights->values, NULL,
						&arriving, err);
}

/* ---- hosts ------------------------------------------------------------ */

struct host_counts {
	const uint32_t *unit_of;
	uint64_t *stamps;    /* of units: 1 + the page for which they were
				counted; 0: none */
	struct sp_accessor *accessor; /* the other side of a page, or NULL */
	double *scores;
};

static uint64_t
degree_units(struct host_counts *counts, uint64_t page,
	     const uint32_t *successors, uint64_t count)
{
	uint64_t found = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t *stamp = &counts->stamps[
			counts->unit_of[successors[i]]];

		found += *stamp != page + 1;
		*stamp = page + 1;
	}
	return found;
}

static enum sp_status
degree_row_units(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct host_counts *counts = context;
	const uint32_t *successors;
	uint32_t count;

	(void)err;
	counts->scores[row->page] = (double)degree_units(
		counts, row->page, row->successors, row->count);
	if (!counts->accessor)
		return SP_OK;
	if (sp_accessor_page(counts->accessor, (uint32_t)row->page,
			     &successors, &count, err))
		return err->status;
	counts->scores[row->page] += (double)degree_units(
		counts, row->page, successors, count);
	return SP_OK;
}

/* For both sides: pages that nothing links to have no row there. */
static enum sp_status
degree_rest_units(struct host_counts *counts, uint64_t pages,
		  struct sp_error *err)
{
	for (uint64_t page = 0; page < pages; page++) {
		struct sp_row none = { page, 0, NULL, NULL };

		if (counts->scores[page] == 0 &&
		    degree_row_units(counts, &none, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
degree_all_units(struct sp_rank_input *input, int side,
		 struct host_counts *counts, struct sp_error *err)
{
	const struct sp_row_sink sink = { .context = counts,
					  .row = degree_row_units };
	const struct sp_transpose_options how = {
		.memory = sp_graph_links(input->graph) + 1,
		.threads = input->threads, .progress = input->progress
	};
	uint64_t pages = sp_graph_pages(input->graph);

	for (uint64_t page = 0; page < pages; page++)
		counts->scores[page] = 0;
	if (side == SIDE_OUT)
		return sp_graph_walk(input->graph, NULL, input->progress,
				     &sink, err);
	if (side == SIDE_BOTH) {
		if (sp_rank_want_index(input, err))
			return err->status;
		counts->accessor = sp_accessor_new(input->index);
		if (!counts->accessor)
			return sp_no_memory(err, "a list of links");
	}
	if (sp_transpose_rows(input->graph, NULL, &how, &sink, err))
		return err->status;
	return side == SIDE_IN ? SP_OK : degree_rest_units(counts, pages, err);
}

static enum sp_status
degree_count_hosts(struct sp_rank_input *input, int side, bool domains,
		   double *scores, struct sp_error *err)
{
	struct host_counts counts = { .scores = scores };
	struct sp_units units = SP_UNITS_EMPTY;
	enum sp_status status = domains ?
		sp_units_of_domains(input->hosts, &units, err) :
		sp_units_of_hosts(input->hosts, &units, err);

	if (status)
		return status;
	counts.unit_of = units.unit_of;
	counts.stamps = sp_alloc_zero(units.count, sizeof(*counts.stamps));
	status = counts.stamps ? degree_all_units(input, side, &counts, err) :
				 sp_no_memory(err, "the hosts");
	sp_accessor_free(counts.accessor);
	free(counts.stamps);
	sp_units_free(&units);
	return status;
}

/* ---- the method ------------------------------------------------------- */

static enum sp_status
degree_compute(struct sp_rank_input *input, const double *values,
	       double *scores, struct sp_rank_report *report,
	       struct sp_error *err)
{
	int side = (int)values[DEGREE_SIDE];

	(void)report;
	if (values[DEGREE_OF] > OF_LINKS)
		return degree_count_hosts(input, side,
					  values[DEGREE_OF] == OF_DOMAINS,
					  scores, err);
	return sp_rank_weights(input) ?
		degree_add_weights(input, side, scores, err) :
		degree_count_links(input, side, scores, err);
}

static unsigned
degree_needs(const double *values)
{
	return values[DEGREE_OF] == OF_HOSTS ? SP_RANK_HOSTS :
	       values[DEGREE_OF] == OF_DOMAINS ? SP_RANK_DOMAINS : 0;
}

static const char *
degree_fault(const double *values, bool weighted)
{
	return weighted && values[DEGREE_OF] > OF_LINKS ?
		"hosts and domains are counted, whatever links weigh" : NULL;
}

static const struct sp_parameter degree_parameters[] = {
	[DEGREE_SIDE] = SP_OPTION_CHOICE("side", "in|out|both",
		"links to a page, of it, or the sum of both"),
	[DEGREE_OF] = SP_OPTION_CHOICE("of", "links|hosts|domains",
		"count these once each"),
	SP_OPTION_END
};

const struct sp_rank_method sp_rank_degree = {
	.name = "degree", .help = "pages that many pages link to",
	.source = "Freeman 1978", .parameters = degree_parameters,
	.steps = "block", .weighs = true, .needs = degree_needs,
	.fault = degree_fault, .compute = degree_compute
};
