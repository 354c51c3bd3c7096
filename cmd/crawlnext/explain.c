/* SPDX-License-Identifier: MIT */
/*
 * --explain: a row for each page of the batch, with the numbers that decided
 * it.  In-links are counted in one pass over the graph, which looks at the
 * pages of the batch alone; the hosts that link to a page are counted by
 * sorting the pairs that were found.
 */
#include "crawlnext.h"

#include "cli/table.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_CHOSEN UINT32_MAX

/* The links to the batch. */
struct links_in {
	const uint32_t *host_of; /* of each page; NULL without hosts */
	uint32_t *place_of;      /* of each page in the batch, or NOT_CHOSEN */
	uint64_t *links;         /* to each page of the batch */
	uint64_t *hosts;         /* ... from different hosts */
	uint64_t *pairs;         /* place << 32 | host that links to it */
	uint64_t pair_count, pair_capacity;
};

static void
links_in_free(struct links_in *in)
{
	free(in->place_of);
	free(in->links);
	free(in->hosts);
	free(in->pairs);
}

static enum sp_status
links_in_begin(const struct crawlnext *next, struct links_in *in)
{
	uint64_t count = next->batch.count;

	in->host_of = next->hosts ? next->units.unit_of : NULL;
	in->place_of = sp_alloc(next->pages, sizeof(*in->place_of));
	in->links = sp_alloc_zero(count, sizeof(*in->links));
	in->hosts = sp_alloc_zero(count, sizeof(*in->hosts));
	if (!in->place_of || !in->links || !in->hosts)
		return sp_no_memory(&next->cmd->err, "the links to the batch");
	for (uint64_t page = 0; page < next->pages; page++)
		in->place_of[page] = NOT_CHOSEN;
	for (uint64_t i = 0; i < count; i++)
		in->place_of[next->batch.seeds[i].page] = (uint32_t)i;
	return SP_OK;
}

static enum sp_status
explain_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct links_in *in = context;

	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t place = in->place_of[row->successors[i]];

		if (place == NOT_CHOSEN || row->successors[i] == row->page)
			continue;
		in->links[place]++;
		if (!in->host_of)
			continue;
		if (!sp_grow(&in->pairs, &in->pair_capacity,
			     in->pair_count + 1))
			return sp_no_memory(err, "the links to the batch");
		in->pairs[in->pair_count++] = (uint64_t)place << 32 |
					      in->host_of[row->page];
	}
	return SP_OK;
}

static enum sp_status
find_links_in(const struct crawlnext *next, struct links_in *in)
{
	struct sp_row_sink sink = { in, NULL, explain_links };
	enum sp_status status = sp_graph_walk(
		sp_contents_graph(&next->contents), NULL, NULL, &sink,
		&next->cmd->err);

	if (in->pair_count)
		qsort(in->pairs, in->pair_count, sizeof(*in->pairs),
		      sp_compare_u64);
	for (uint64_t i = 0; i < in->pair_count; i++)
		if (!i || in->pairs[i] != in->pairs[i - 1])
			in->hosts[in->pairs[i] >> 32]++;
	return status;
}

/* ---- rows ------------------------------------------------------------- */

static void
explain_host(const struct crawlnext *next, struct table *table, uint32_t page)
{
	const struct crawlnext_host *host;

	if (!next->hosts) {
		table_nones(table, 4);
		return;
	}
	host = &next->of_host[next->units.unit_of[page]];
	table_name_of(table, &next->hosts->names, next->hosts->host_of[page]);
	TABLE_UINTS(table, host->known, host->tried, host->ok);
}

static void
explain_budget(const struct crawlnext *next, struct table *table,
	       uint32_t page)
{
	if (next->host_most)
		table_uint(table, next->host_most[next->units.unit_of[page]]);
	else
		table_known(table, next->hosts && next->options.host_most <
							  UINT64_MAX,
			    next->options.host_most);
}

/* The shape of a page, and what is known of it. */
static void
explain_shape(const struct crawlnext *next, struct table *table, uint32_t page)
{
	const struct crawlnext_shape *shape =
		&next->of_shape[next->shape_units.unit_of[page]];
	uint32_t number = next->shapes->shape_of[page];

	if (number == SP_NO_SHAPE)
		table_none(table);
	else
		table_name_of(table, &next->shapes->patterns, number);
	TABLE_UINTS(table, shape->known, shape->tried, shape->brought);
	if (next->shape_most)
		table_uint(table, next->shape_most[
				next->shape_units.unit_of[page]]);
	else
		table_known(table, next->options.shape_most < UINT64_MAX,
			    next->options.shape_most);
}

static double
seconds_of_page(const struct crawlnext *next, uint32_t page)
{
	return crawlnext_has_speeds(next) ?
		       crawlnext_seconds(next, next->units.unit_of[page]) : NAN;
}

static void
explain_row(const struct crawlnext *next, const struct links_in *in,
	    struct table *table, uint64_t place)
{
	const struct sp_seed *seed = &next->batch.seeds[place];

	table_uint(table, seed->page);
	table_name_of(table, next->names, seed->page);
	table_string(table, sp_page_state_word(
				    next->states->state_of[seed->page]));
	table_double(table, seed->score);
	table_uint(table, in->links[place]);
	table_known(table, next->hosts, in->hosts[place]);
	explain_host(next, table, seed->page);
	table_double(table, crawlnext_expected(next, seed->page));
	explain_budget(next, table, seed->page);
	table_measure(table, crawlnext_page_bytes(next, seed->page));
	table_measure(table, crawlnext_page_repeats(next, seed->page));
	table_measure(table, seconds_of_page(next, seed->page));
	if (next->shapes)
		explain_shape(next, table, seed->page);
}

enum sp_status
crawlnext_explain(struct crawlnext *next, struct cmd_output *output)
{
	const char *columns[] = {
		"node", "url", "state", next->score, "in_links",
		"linking_hosts", "host", "host_known", "host_tried", "host_ok",
		"expected_ok", "host_most", "expected_bytes",
		"expected_duplicates", "host_seconds",
		/* Without shapes the table ends here. */
		next->shapes ? "shape" : NULL, "shape_known", "shape_tried",
		"shape_brought", "shape_most", NULL
	};
	struct links_in in = { .pairs = NULL };
	struct table table = { .status = SP_OK };
	enum sp_status status = links_in_begin(next, &in);
	char again[SP_SCORE_NAME_MAX + sizeof("#2")];

	/* Columns are also keys of JSON, which must differ. */
	snprintf(again, sizeof(again), "%s#2", next->score);
	for (unsigned i = 0; columns[i]; i++)
		if (i != 3 && !strcmp(columns[i], next->score))
			columns[3] = again;
	if (!status)
		status = find_links_in(next, &in);
	if (!status) {
		table_begin(&table, output, columns, next->options.json,
			    &next->cmd->err);
		table.digits = 6;
		for (uint64_t i = 0; i < next->batch.count; i++)
			explain_row(next, &in, &table, i);
		status = table_end(&table);
	}
	links_in_free(&in);
	return status;
}
