/* SPDX-License-Identifier: MIT */
/*
 * --explain: a row for each page that was found, with the links that speak for
 * it, counted in one pass over the graph that looks at these pages and at those
 * of the list alone.
 *
 * Which pages of the list are cited together with a page, and how often, are
 * pairs that are collected and, when there are twice as many as after the last
 * time, sorted and merged: memory is that of the pairs that differ.
 */
#include "seedexpand.h"

#include "cli/table.h"

#include "base/compare.h"
#include "base/line.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/graph.h"

#include <stdlib.h>

#define NOWHERE UINT32_MAX
#define NAMED 3          /* pages of the list that are named in a row */
#define PAIRS 1048576    /* that are collected before they are merged */
#define LINK_PAIRS 64    /* of a page, for each of its links to both: a
			  * directory that cites more names nobody, and time
			  * stays linear */

/* A page that was found, and one of the list: what pairs are sorted by. */
struct pair {
	uint32_t place;  /* in what was found */
	uint32_t known;  /* in the list */
	uint64_t count;  /* pages that cite both */
};

/* The links that speak for a page. */
struct reasons {
	uint64_t links_to, linked_by, cited_with;
};

struct explanation {
	uint32_t *place_of, *known_of; /* of each page, or NOWHERE */
	struct reasons *reasons;       /* of each page that was found */
	struct pair *pairs;
	uint64_t pair_count, pair_capacity, merged;
	uint32_t *places, *knowns;     /* of the links of a page */
};

static void
explanation_free(struct explanation *explanation)
{
	free(explanation->place_of);
	free(explanation->known_of);
	free(explanation->reasons);
	free(explanation->pairs);
	free(explanation->places);
	free(explanation->knowns);
}

static enum sp_status
explanation_begin(const struct seedexpand *expand,
		  struct explanation *explanation)
{
	const struct sp_expand_list *list = &expand->list;
	const uint64_t pages = expand->pages, count = expand->found.count;

	*explanation = (struct explanation){
		.place_of = sp_alloc(pages, sizeof(uint32_t)),
		.known_of = sp_alloc(pages, sizeof(uint32_t)),
		.reasons = sp_alloc_zero(count, sizeof(struct reasons)),
		.places = sp_alloc(count, sizeof(uint32_t)),
		.knowns = sp_alloc(list->known_count, sizeof(uint32_t))
	};
	if (!explanation->place_of || !explanation->known_of ||
	    !explanation->reasons || !explanation->places ||
	    !explanation->knowns)
		return sp_no_memory(&expand->cmd->err, "the explanation");
	for (uint64_t page = 0; page < pages; page++)
		explanation->place_of[page] = explanation->known_of[page] =
			NOWHERE;
	for (uint64_t i = 0; i < count; i++)
		explanation->place_of[expand->found.seeds[i].page] =
			(uint32_t)i;
	for (uint64_t i = 0; i < list->known_count; i++)
		explanation->known_of[list->known[i]] = (uint32_t)i;
	return SP_OK;
}

/* ---- pairs ------------------------------------------------------------ */

static void
merge_pairs(struct explanation *explanation)
{
	struct pair *pairs = explanation->pairs;
	uint64_t kept = 0;

	if (explanation->pair_count)
		qsort(pairs, explanation->pair_count, sizeof(*pairs),
		      sp_compare_u32_pair);
	for (uint64_t i = 0; i < explanation->pair_count; i++)
		if (kept && !sp_compare_u32_pair(&pairs[i], &pairs[kept - 1]))
			pairs[kept - 1].count += pairs[i].count;
		else
			pairs[kept++] = pairs[i];
	explanation->pair_count = explanation->merged = kept;
}

static enum sp_status
add_pair(struct explanation *explanation, uint32_t place, uint32_t known,
	 struct sp_error *err)
{
	if (explanation->pair_count >= PAIRS + 2 * explanation->merged)
		merge_pairs(explanation);
	if (!sp_grow(&explanation->pairs, &explanation->pair_capacity,
		     explanation->pair_count + 1))
		return sp_no_memory(err, "the explanation");
	explanation->pairs[explanation->pair_count++] =
		(struct pair){ place, known, 1 };
	return SP_OK;
}

/* ---- one pass over the links ------------------------------------------ */

static enum sp_status
note_cited(struct explanation *explanation, uint64_t places, uint64_t knowns,
	   struct sp_error *err)
{
	const uint64_t named = places * knowns <=
			       LINK_PAIRS * (places + knowns) ? knowns : 0;

	for (uint64_t i = 0; i < places; i++) {
		uint32_t place = explanation->places[i];

		explanation->reasons[place].cited_with++;
		for (uint64_t k = 0; k < named; k++)
			if (add_pair(explanation, place,
				     explanation->knowns[k], err))
				return err->status;
	}
	return SP_OK;
}

static enum sp_status
explain_row_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct explanation *explanation = context;
	uint32_t own = explanation->place_of[row->page];
	uint64_t places = 0, knowns = 0;

	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t to = row->successors[i];

		if (to == row->page)
			continue;
		if (explanation->place_of[to] != NOWHERE)
			explanation->places[places++] =
				explanation->place_of[to];
		else if (explanation->known_of[to] != NOWHERE)
			explanation->knowns[knowns++] =
				explanation->known_of[to];
	}
	if (own != NOWHERE)
		explanation->reasons[own].links_to = knowns;
	if (explanation->known_of[row->page] != NOWHERE)
		for (uint64_t i = 0; i < places; i++)
			explanation->reasons[explanation->places[i]]
				.linked_by++;
	return knowns ? note_cited(explanation, places, knowns, err) : SP_OK;
}

/* ---- rows of the table ------------------------------------------------ */

/* The most frequent of the pairs from first to end - 1 come first. */
static void
choose_named(struct pair *first, struct pair *end)
{
	for (unsigned i = 0; i < NAMED && first + i < end; i++) {
		struct pair *best = first + i, kept;

		for (struct pair *pair = best + 1; pair < end; pair++)
			if (pair->count > best->count ||
			    (pair->count == best->count &&
			     pair->known < best->known))
				best = pair;
		kept = first[i];
		first[i] = *best;
		*best = kept;
	}
}

static enum sp_status
explain_cited(const struct seedexpand *expand, struct pair *first,
	      struct pair *end, struct table *table)
{
	struct sp_line line = SP_LINE_EMPTY;
	enum sp_status status;

	choose_named(first, end);
	for (unsigned i = 0; i < NAMED && first + i < end; i++) {
		uint32_t page = expand->list.known[first[i].known];
		size_t length = 0;
		const char *name = sp_names_find(expand->names, page, &length);

		if (i)
			sp_line_add(&line, " ");
		if (length)
			sp_line_add_bytes(&line, name, length);
		else
			sp_line_add_uint(&line, page);
	}
	status = line.lost ? sp_no_memory(table->err, "the explanation") :
			     SP_OK;
	table_name(table, line.text ? line.text : "", line.length);
	sp_line_free(&line);
	return status;
}

static enum sp_status
explain_rows(const struct seedexpand *expand, struct explanation *explanation,
	     struct table *table)
{
	struct pair *pair = explanation->pairs;
	struct pair *end = pair + explanation->pair_count;

	for (uint64_t i = 0; i < expand->found.count; i++) {
		const struct sp_seed *seed = &expand->found.seeds[i];
		const struct reasons *reasons = &explanation->reasons[i];
		struct pair *first = pair;

		while (pair < end && pair->place == i)
			pair++;
		table_uint(table, seed->page);
		table_name_of(table, expand->names, seed->page);
		table_double(table, seed->score);
		TABLE_UINTS(table, reasons->links_to, reasons->linked_by,
			    reasons->cited_with);
		if (explain_cited(expand, first, pair, table))
			return table->err->status;
		table_measure(table, seedexpand_found(expand, i + 1));
		table_measure(table, seedexpand_precision(expand, i + 1));
	}
	return table_end(table);
}

enum sp_status
seedexpand_explain(struct seedexpand *expand, struct cmd_output *output)
{
	static const char *const columns[] = {
		"node", "url", "score", "links_to_list", "linked_by_list",
		"cited_with_list", "cited_with", "found", "precision", NULL
	};
	struct cmd *cmd = expand->cmd;
	struct explanation explanation;
	struct sp_row_sink sink = { &explanation, NULL, explain_row_links };
	struct table table;
	enum sp_status status = explanation_begin(expand, &explanation);

	if (!status)
		status = sp_graph_walk(sp_contents_graph(&expand->contents),
				       NULL, NULL, &sink, &cmd->err);
	if (!status) {
		merge_pairs(&explanation);
		table_begin(&table, output, columns, expand->options.json,
			    &cmd->err);
		table.digits = 6;
		status = explain_rows(expand, &explanation, &table);
	}
	explanation_free(&explanation);
	return status;
}
