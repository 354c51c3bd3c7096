/* SPDX-License-Identifier: MIT */
/* Seeds from the components of hubs and authorities, each ranked by itself. */
#include "oracle.h"

#include "unit.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- components ------------------------------------------------------- */

/* A component, ranked. */
struct component {
	struct oracle_graph links;
	double value;         /* singular value, to 30 bits */
	unsigned least;       /* twice the smallest page; as authority, + 1 */
	struct oracle_scores scores;
};

/* Components that are still to be searched, in no order. */
struct waiting {
	unsigned count;
	struct component list[ORACLE_PAGES * ORACLE_PAGES];
};

/* Moves the links of the component of a hub from one graph to another. */
static void
take_component(struct oracle_graph *from, unsigned hub,
	       struct oracle_graph *to)
{
	bool hubs[ORACLE_PAGES] = { false }, more = true;

	memset(to, 0, sizeof(*to));
	to->pages = from->pages;
	hubs[hub] = true;
	while (more) {
		more = false;
		for (unsigned u = 0; u < from->pages; u++)
			for (unsigned v = 0; hubs[u] && v < from->pages; v++)
				if (from->link[u][v]) {
					from->link[u][v] = false;
					to->link[u][v] = true;
					more = true;
				}
		for (unsigned u = 0; u < from->pages; u++)
			for (unsigned w = 0; w < from->pages; w++)
				for (unsigned v = 0; v < from->pages; v++)
					if (from->link[u][v] && to->link[w][v])
						hubs[u] = true;
	}
}

static void
rank_component(struct component *component, unsigned iterations, double most)
{
	static const bool none[ORACLE_PAGES];
	const struct oracle_graph *links = &component->links;
	double square = 0, norm = 0;
	int exponent;

	oracle_hits(links, none, iterations, false, &component->scores);
	component->least = UINT_MAX;
	for (unsigned u = 0; u < links->pages; u++) {
		double sum = 0;

		for (unsigned v = 0; v < links->pages; v++) {
			if (!links->link[u][v])
				continue;
			sum += component->scores.authority[v];
			if (2 * u < component->least)
				component->least = 2 * u;
			if (2 * v + 1 < component->least)
				component->least = 2 * v + 1;
		}
		square += sum * sum;
		norm += component->scores.authority[u] *
			component->scores.authority[u];
	}
	square = frexp(sqrt(square / norm), &exponent);
	component->value = fmin(most, ldexp(rint(ldexp(square, 30)),
					    exponent - 30));
}

/* Adds the components of a graph, which do not come before most. */
static void
add_components(struct oracle_graph links, unsigned iterations, double most,
	       struct waiting *waiting)
{
	for (unsigned u = 0; u < links.pages; u++)
		for (unsigned v = 0; v < links.pages; v++) {
			struct component *made =
				&waiting->list[waiting->count];

			if (!links.link[u][v])
				continue;
			take_component(&links, u, &made->links);
			rank_component(made, iterations, most);
			waiting->count++;
		}
}

/* Takes out the component that comes first. */
static bool
next_component(struct waiting *waiting, struct component *component)
{
	unsigned best = 0;

	for (unsigned i = 1; i < waiting->count; i++) {
		const struct component *a = &waiting->list[i];
		const struct component *b = &waiting->list[best];

		if (a->value > b->value ||
		    (a->value == b->value && a->least < b->least))
			best = i;
	}
	if (!waiting->count)
		return false;
	*component = waiting->list[best];
	waiting->list[best] = waiting->list[--waiting->count];
	return true;
}

/* ---- a search --------------------------------------------------------- */

struct search {
	const struct sp_extract_options *options;
	struct oracle_cores *cores;
	struct waiting waiting;
	unsigned iteration, ranking, in_a_row;
};

enum outcome { FOUND, REMOVED, FADING, IN_VAIN };

static double
largest(const double *scores, unsigned count)
{
	double most = 0;

	for (unsigned i = 0; i < count; i++)
		most = fmax(most, scores[i]);
	return most;
}

static bool
is_large(const struct search *search, const struct oracle_core *core)
{
	return core->hubs >= search->options->min_hubs &&
	       core->authorities >= search->options->min_authorities;
}

/* Has a core only hubs with next to no score? */
static bool
is_faint(const struct oracle_core *core, double most)
{
	double best = 0;

	for (unsigned i = 0; i < core->member_count; i++)
		if (core->members[i].side == SP_HUB)
			best = fmax(best,
				    core->scores.hub[core->members[i].page]);
	return best < 1e-6 * most;
}

static void
bury_alike(struct oracle_cores *cores, const struct oracle_core *core)
{
	for (unsigned page = 0; page < ORACLE_PAGES; page++)
		cores->dead[page] |= core->alike[page];
}

static void
reject_core(struct search *search, struct oracle_core *core)
{
	const struct sp_extract_options *options = search->options;
	struct oracle_cores *cores = search->cores;

	core->rejected = true;
	if (options->max_rejected &&
	    ++search->in_a_row >= options->max_rejected)
		cores->end = SP_EXTRACT_LIMIT;
	if (!options->rerank)
		return;
	for (unsigned i = 0; i < core->member_count; i++)
		cores->dead[core->members[i].page] = true;
	bury_alike(cores, core);
}

static unsigned
count_authorities(const struct oracle_graph *links)
{
	unsigned count = 0;

	for (unsigned v = 0; v < links->pages; v++) {
		bool any = false;

		for (unsigned u = 0; u < links->pages; u++)
			any |= links->link[u][v];
		count += any;
	}
	return count;
}

/*
 * Grows cores in a component until one is large enough.  aside gets the
 * authorities of those that are not.
 */
static enum outcome
search_component(struct search *search, const struct component *component,
		 bool *aside)
{
	static const bool none[ORACLE_PAGES];
	unsigned pages = component->links.pages, tried = 0;
	double most = largest(component->scores.hub, pages);

	for (;; tried++) {
		struct oracle_core *core =
			&search->cores->cores[search->cores->count];

		ck_assert_uint_lt(search->cores->count, ORACLE_CORES);
		oracle_grow(&component->links, none, aside, &component->scores,
			    &search->options->core, core);
		if (!core->member_count ||
		    (tried && component->scores.authority[
				      core->members[0].page] < 1e-6 * most))
			break;
		if (tried && is_large(search, core) && is_faint(core, most))
			break;
		search->cores->count++;
		core->iteration = search->iteration;
		core->ranking = search->ranking;
		core->rejected = false;
		if (is_large(search, core))
			return FOUND;
		reject_core(search, core);
		if (search->cores->end || search->options->rerank)
			return REMOVED;
		aside[core->members[0].page] = true;
	}
	return tried && tried < count_authorities(&component->links) ?
		       FADING : IN_VAIN;
}

/* Ranks what is left of a component without pages set aside. */
static void
set_aside(struct search *search, const struct component *component,
	  const bool *aside)
{
	struct oracle_graph rest = component->links;

	for (unsigned v = 0; v < rest.pages; v++)
		for (unsigned u = 0; aside[v] && u < rest.pages; u++)
			rest.link[u][v] = false;
	add_components(rest, search->options->hits.iterations,
		       component->value, &search->waiting);
}

static struct oracle_graph
live_links(const struct oracle_graph *graph, const bool *dead)
{
	struct oracle_graph live = *graph;

	for (unsigned u = 0; u < live.pages; u++)
		for (unsigned v = 0; v < live.pages; v++)
			live.link[u][v] &= !dead[u] && !dead[v];
	return live;
}

/* Finds all components, and searches them in their order for a core. */
static enum outcome
search_graph(struct search *search, const struct oracle_graph *graph)
{
	struct oracle_cores *cores = search->cores;
	enum outcome outcome = IN_VAIN;
	unsigned before = cores->count;
	struct component component;

	search->waiting.count = 0;
	add_components(live_links(graph, cores->dead),
		       search->options->hits.iterations, INFINITY,
		       &search->waiting);
	while (next_component(&search->waiting, &component)) {
		bool aside[ORACLE_PAGES] = { false };

		search->ranking++;
		outcome = search_component(search, &component, aside);
		if (outcome == FADING)
			set_aside(search, &component, aside);
		if (outcome == FOUND || outcome == REMOVED)
			return outcome;
	}
	cores->end = cores->count > before ? SP_EXTRACT_REJECTED :
					     SP_EXTRACT_NO_LINKS;
	return IN_VAIN;
}

void
oracle_extract(const struct oracle_graph *graph,
	       const struct sp_extract_options *options,
	       struct oracle_cores *cores)
{
	static struct search search;

	memset(cores, 0, sizeof(*cores));
	search.options = options;
	search.cores = cores;
	search.iteration = options->first_iteration;
	search.ranking = search.in_a_row = 0;
	while (cores->found < options->seeds && !cores->end) {
		struct oracle_core *core;

		if (search_graph(&search, graph) == FOUND) {
			core = &cores->cores[cores->count - 1];
			search.in_a_row = 0;
			core->seed = oracle_pick(core, options);
			cores->found++;
			for (unsigned i = 0; i < core->member_count; i++)
				cores->dead[core->members[i].page] = true;
			bury_alike(cores, core);
		}
		search.iteration++;
	}
}
