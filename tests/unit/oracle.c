/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include "graph/links/rowstore.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* ---- graphs ----------------------------------------------------------- */

void
oracle_parse(struct oracle_graph *graph, unsigned pages, const char *text)
{
	unsigned from = 0;
	char *end;

	memset(graph, 0, sizeof(*graph));
	graph->pages = pages;
	while (*text) {
		unsigned number = (unsigned)strtoul(text, &end, 10);

		ck_assert(end != text && number < pages);
		if (*end == ':')
			from = number;
		else
			graph->link[from][number] = true;
		text = end + strspn(end, ": ");
	}
}

struct sp_graph *
oracle_build(const struct oracle_graph *graph)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_graph *built;
	struct sp_error err;
	double *weights;

	ck_assert_ptr_nonnull(store);
	for (unsigned u = 0; u < graph->pages; u++) {
		uint32_t successors[ORACLE_PAGES];
		uint64_t count = 0;
		struct sp_row row;

		for (unsigned v = 0; v < graph->pages; v++)
			if (graph->link[u][v])
				successors[count++] = v;
		row = (struct sp_row){ u, count, successors, NULL };
		must(sp_rowstore_row(store, &row, &err), err);
	}
	must(sp_rowstore_finish(store, graph->pages, &built, &weights, &err),
	     err);
	sp_rowstore_free(store);
	return built;
}

/* ---- hubs and authorities --------------------------------------------- */

static void
normalise(double *values, unsigned count)
{
	double norm = 0;

	for (unsigned i = 0; i < count; i++)
		norm += values[i] * values[i];
	norm = sqrt(norm);
	for (unsigned i = 0; i < count && norm > 0; i++)
		values[i] /= norm;
}

/* Scales the largest value to about 1 by a power of two, which is exact. */
static void
scale_scores(double *values, unsigned count)
{
	double largest = 0;
	int exponent;

	for (unsigned i = 0; i < count; i++)
		largest = fmax(largest, values[i]);
	(void)frexp(largest, &exponent);
	for (unsigned i = 0; i < count; i++)
		values[i] = ldexp(values[i], -exponent);
}

/* Lists the live pages that a live page links to, or that link to it. */
static unsigned
list_links(const struct oracle_graph *graph, const bool *dead, unsigned page,
	   bool from, unsigned list[ORACLE_PAGES])
{
	unsigned count = 0;

	for (unsigned other = 0; other < graph->pages; other++)
		if (!dead[page] && !dead[other] &&
		    (from ? graph->link[page][other]
			  : graph->link[other][page]))
			list[count++] = other;
	return count;
}

/* to[page] becomes the sum of from[] over the list of each page. */
static void
sum_lists(unsigned pages, unsigned lists[][ORACLE_PAGES],
	  const unsigned *counts, const double *from, double *to)
{
	for (unsigned page = 0; page < pages; page++) {
		to[page] = 0;
		for (unsigned i = 0; i < counts[page]; i++)
			to[page] += from[lists[page][i]];
	}
}

void
oracle_hits(const struct oracle_graph *graph, const bool *dead,
	    unsigned iterations, bool divide_always,
	    struct oracle_scores *scores)
{
	unsigned out[ORACLE_PAGES][ORACLE_PAGES], out_count[ORACLE_PAGES];
	unsigned in[ORACLE_PAGES][ORACLE_PAGES], in_count[ORACLE_PAGES];
	double *hub = scores->hub, *authority = scores->authority;
	unsigned n = graph->pages;

	for (unsigned u = 0; u < n; u++) {
		out_count[u] = list_links(graph, dead, u, true, out[u]);
		in_count[u] = list_links(graph, dead, u, false, in[u]);
		hub[u] = dead[u] ? 0 : 1;
	}
	while (iterations--) {
		void (*shrink)(double *, unsigned) =
			divide_always || !iterations ? normalise :
						       scale_scores;

		sum_lists(n, in, in_count, hub, authority);
		shrink(authority, n);
		sum_lists(n, out, out_count, authority, hub);
		shrink(hub, n);
	}
}

/* ---- a core ----------------------------------------------------------- */

/* A growing core: its members in order, and which sides may still grow. */
struct growing {
	const struct oracle_graph *graph;
	const bool *dead, *aside;
	const struct oracle_scores *scores;
	const struct sp_core_options *options;
	struct oracle_core *core;
	bool closed[2];
	bool stop;
	bool linked[2][ORACLE_PAGES]; /* who could join a side, at any time */
};

static bool
core_has(const struct growing *growing, unsigned page, enum sp_side side)
{
	for (unsigned i = 0; i < growing->core->member_count; i++)
		if (growing->core->members[i].page == page &&
		    growing->core->members[i].side == side)
			return true;
	return false;
}

/* Recounts the sizes and links of the core. */
static void
core_recount(struct growing *growing)
{
	struct oracle_core *core = growing->core;

	core->hubs = core->authorities = core->links = 0;
	for (unsigned i = 0; i < core->member_count; i++) {
		if (core->members[i].side == SP_AUTHORITY) {
			core->authorities++;
			continue;
		}
		core->hubs++;
		for (unsigned k = 0; k < core->member_count; k++)
			if (core->members[k].side == SP_AUTHORITY &&
			    growing->graph->link[core->members[i].page]
						[core->members[k].page])
				core->links++;
	}
}

static void
core_push(struct growing *growing, unsigned page, enum sp_side side)
{
	struct oracle_core *core = growing->core;

	core->members[core->member_count++] =
		(struct oracle_member){ page, side };
	core_recount(growing);
}

static void
core_cut(struct growing *growing, unsigned member_count)
{
	growing->core->member_count = member_count;
	core_recount(growing);
}

static bool
core_is_sparse(const struct growing *growing)
{
	const struct oracle_core *core = growing->core;

	return 100.0L * core->links <
	       (long double)growing->options->cover_density * core->hubs *
		       core->authorities;
}

static bool
core_has_link(const struct growing *growing, unsigned page, enum sp_side side)
{
	for (unsigned i = 0; i < growing->core->member_count; i++) {
		struct oracle_member member = growing->core->members[i];

		if (member.side != side &&
		    (side == SP_HUB ? growing->graph->link[page][member.page]
				    : growing->graph->link[member.page][page]))
			return true;
	}
	return false;
}

/* Is a page of its unit in the side? */
static bool
core_has_unit(struct growing *growing, unsigned page, enum sp_side side)
{
	const struct sp_units *units = growing->options->units;

	for (unsigned i = 0; units && i < growing->core->member_count; i++)
		if (growing->core->members[i].side == side &&
		    units->unit_of[growing->core->members[i].page] ==
			    units->unit_of[page])
			return true;
	return false;
}

static bool
core_is_candidate(struct growing *growing, unsigned page, enum sp_side side)
{
	bool sparse;

	if (growing->dead[page] || core_has(growing, page, side) ||
	    (side == SP_AUTHORITY && growing->aside[page]) ||
	    core_has_unit(growing, page, side) ||
	    (!growing->options->overlap && core_has(growing, page, !side)) ||
	    !core_has_link(growing, page, side))
		return false;
	if (growing->options->match == SP_MATCH_ANY)
		return true;
	core_push(growing, page, side);
	sparse = core_is_sparse(growing);
	core_cut(growing,
					 growing->core->member_count - 1);
	return !sparse;
}

static bool
core_is_closed(const struct growing *growing, enum sp_side side)
{
	return growing->closed[side] ||
	       (side == SP_HUB && growing->options->hub_cap &&
		growing->core->hubs >= growing->options->hub_cap);
}

/* Notes which pages could join the other side now, by links of the last. */
static void
core_note_linked(struct growing *growing)
{
	const struct oracle_core *core = growing->core;
	struct oracle_member last = core->members[core->member_count - 1];
	enum sp_side side = last.side == SP_HUB ? SP_AUTHORITY : SP_HUB;

	for (unsigned page = 0; page < growing->graph->pages; page++) {
		bool linked = side == SP_HUB ?
			growing->graph->link[page][last.page] :
			growing->graph->link[last.page][page];

		if (linked && !core_is_closed(growing, side) &&
		    !growing->dead[page] &&
		    !(side == SP_AUTHORITY && growing->aside[page]))
			growing->linked[side][page] = true;
	}
}

static void
core_find_alike(struct growing *growing)
{
	for (unsigned page = 0; page < growing->graph->pages; page++) {
		growing->core->alike[page] = false;
		for (unsigned side = 0; side < 2; side++)
			if (growing->linked[side][page] &&
			    !core_has(growing, page, side) &&
			    core_has_unit(growing, page, side))
				growing->core->alike[page] = true;
	}
}

/* The candidate with the largest score; if there is none, graph->pages. */
static unsigned
core_find(struct growing *growing, enum sp_side side)
{
	const double *score = side == SP_HUB ? growing->scores->hub
					     : growing->scores->authority;
	unsigned best = growing->graph->pages;

	if (core_is_closed(growing, side))
		return best;
	for (unsigned page = 0; page < growing->graph->pages; page++)
		if (core_is_candidate(growing, page, side) &&
		    (best == growing->graph->pages ||
		     score[page] > score[best]))
			best = page;
	return best;
}

static bool
core_is_large(const struct growing *growing)
{
	return growing->options->size &&
	       growing->core->hubs + growing->core->authorities >=
		       growing->options->size;
}

static void
core_add_members(struct growing *growing, enum sp_side side)
{
	const struct sp_core_options *options = growing->options;

	for (unsigned i = 0; i < options->new_members; i++) {
		unsigned page = core_find(growing, side);

		if (page == growing->graph->pages)
			return;
		core_push(growing, page, side);
		if (!options->size && options->test == SP_TEST_EACH &&
		    core_is_sparse(growing)) {
			if (options->last == SP_LAST_UNDO)
				core_cut(growing,
					 growing->core->member_count - 1);
			else
				core_note_linked(growing);
			growing->closed[side] = true;
			growing->stop = options->on_break == SP_BREAK_STOP;
			return;
		}
		core_note_linked(growing);
		if (options->exact && core_is_large(growing)) {
			growing->stop = true;
			return;
		}
	}
}

static void
core_test_round(struct growing *growing, unsigned hubs, unsigned authorities)
{
	struct oracle_core *core = growing->core;

	if (growing->options->size ||
	    growing->options->test != SP_TEST_ROUND || !core_is_sparse(growing))
		return;
	growing->stop = growing->options->on_break == SP_BREAK_STOP ||
			growing->options->last == SP_LAST_UNDO;
	growing->closed[SP_HUB] |= core->hubs > hubs;
	growing->closed[SP_AUTHORITY] |= core->authorities > authorities;
	if (growing->options->last == SP_LAST_UNDO)
		core_cut(growing, hubs + authorities);
}

void
oracle_grow(const struct oracle_graph *graph, const bool *dead,
	    const bool *aside, const struct oracle_scores *scores,
	    const struct sp_core_options *options, struct oracle_core *core)
{
	struct growing growing = { graph, dead, aside, scores, options, core,
				   { false, false }, false, { { false } } };
	const double *authority = scores->authority;
	unsigned first = graph->pages;

	core->member_count = core->hubs = core->authorities = 0;
	core->links = 0;
	core->scores = *scores;
	for (unsigned page = 0; page < graph->pages; page++)
		if (!dead[page] && !aside[page] && authority[page] > 0 &&
		    (first == graph->pages ||
		     authority[page] > authority[first]))
			first = page;
	if (first == graph->pages)
		return;
	core_push(&growing, first, SP_AUTHORITY);
	core_note_linked(&growing);
	while (!growing.stop && !core_is_large(&growing)) {
		unsigned hubs = core->hubs, authorities = core->authorities;

		core_add_members(&growing, SP_HUB);
		if (!growing.stop)
			core_add_members(&growing, SP_AUTHORITY);
		if (core->hubs == hubs && core->authorities == authorities)
			break;
		if (!growing.stop)
			core_test_round(&growing, hubs, authorities);
	}
	core_find_alike(&growing);
}

/* ---- seeds ------------------------------------------------------------ */

unsigned
oracle_pick(const struct oracle_core *core,
	    const struct sp_extract_options *options)
{
	const double *hub = core->scores.hub;
	unsigned hubs[ORACLE_PAGES] = { 0 }, count = 0, best;

	for (unsigned i = 0; i < core->member_count; i++)
		if (core->members[i].side == SP_HUB)
			hubs[count++] = core->members[i].page;
	if (options->pick == SP_PICK_RANDOM) {
		uint64_t state = options->random_seed, x = 0;

		/* splitmix64, as published. */
		for (unsigned i = 0; i < core->iteration; i++) {
			x = (state += UINT64_C(0x9e3779b97f4a7c15));
			x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
			x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
			x ^= x >> 31;
		}
		/* floor(x * count / 2^64) for small counts */
		return hubs[((x >> 32) * count +
			     ((x & UINT32_MAX) * count >> 32)) >> 32];
	}
	best = hubs[0];
	for (unsigned i = 1; i < count; i++)
		if (hub[hubs[i]] > hub[best] ||
		    (hub[hubs[i]] == hub[best] && hubs[i] < best))
			best = hubs[i];
	return best;
}

