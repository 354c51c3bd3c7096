/* SPDX-License-Identifier: MIT */
#include "seed/extract.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/random.h"

#include <math.h>

/* An extraction while it runs. */
struct extraction {
	const struct sp_graph *graph;
	const struct sp_extract_options *options;
	uint64_t *dead;
	double *hub, *authority;
	struct sp_share *share;      /* of the graph; or NULL */
	struct sp_hits_space *space; /* made when HITS runs first */
	struct sp_grower *grower;
	uint64_t iteration;
	struct sp_cores *cores;
	struct sp_extract_report *report;
};

static enum sp_status
check_extract_options(const struct sp_extract_options *options,
		      struct sp_error *err)
{
	if (!options->min_hubs || !options->min_authorities)
		return sp_fail(err, SP_USAGE, "a core needs at least 1 "
			       "hub and 1 authority");
	if (!options->first_iteration)
		return sp_fail(err, SP_USAGE, "iteration 0: iterations count "
			       "from 1");
	return sp_core_check(&options->core, err);
}

/* Pages whose scores this process has to know. */
static uint64_t
own_pages(const struct extraction *extraction)
{
	return extraction->share ? extraction->share->owned :
				   sp_graph_pages(extraction->graph);
}

/* Scores come from a stream, and a NaN cannot be ordered. */
static enum sp_status
check_scores(const struct extraction *extraction, const double *scores,
	     const char *name, struct sp_error *err)
{
	const struct sp_share *share = extraction->share;
	uint64_t pages = own_pages(extraction);
	uint64_t first = share ? share->first : 0;

	if (share)
		scores += share->own_first;
	for (uint64_t i = 0; i < pages; i++)
		if (!isfinite(scores[i]))
			return sp_fail(err, SP_DATA, "page %llu: its %s score "
				       "is not a number",
				       (unsigned long long)(first + i), name);
	return SP_OK;
}

/* Makes the scores of pages reached those of their owners. */
static enum sp_status
fetch_scores(struct extraction *extraction, struct sp_error *err)
{
	struct sp_share *share = extraction->share;

	if (!share)
		return SP_OK;
	if (sp_share_fetch(share, extraction->hub, err))
		return err->status;
	return sp_share_fetch(share, extraction->authority, err);
}

/*
 * HITS without the dead pages.  Given scores may make it unnecessary.  The
 * space keeps the form of the graph from round to round.
 *
 * All pages are ranked again, although a component of the graph of hubs and
 * authorities from which no page was removed keeps its scores up to a common
 * factor.  It would save nothing: on webs, the removed core is in the one
 * component that has nearly all links: 97.6 to 99.9 % of those left in the
 * rounds looked at, of 100 on a generated web of 1 M pages.
 */
static enum sp_status
score_pages(struct extraction *extraction, struct sp_error *err)
{
	struct sp_extract_report *report = extraction->report;
	struct sp_hits_options hits = extraction->options->hits;
	uint64_t runs = extraction->options->seeds;
	enum sp_status status;

	hits.runs = runs < UINT32_MAX ? (uint32_t)runs : UINT32_MAX;
	if (!extraction->space)
		extraction->space = sp_hits_space_new(own_pages(extraction));
	if (!extraction->space)
		return sp_no_memory(err, "hub scores");
	status = sp_hits(extraction->graph, extraction->dead, &hits,
			 extraction->space, extraction->hub,
			 extraction->authority, &report->hits, err);
	report->rankings++;
	report->iterations += report->hits.iterations;
	return status;
}

/* The hub with the largest score, of equal ones the smallest page. */
static uint32_t
pick_best_hub(const struct sp_growth *growth)
{
	const struct sp_member *best = NULL;

	for (uint64_t i = 0; i < growth->member_count; i++) {
		const struct sp_member *member = &growth->members[i];

		if (member->side != SP_HUB)
			continue;
		if (!best || member->score > best->score ||
		    (member->score == best->score &&
		     member->page < best->page))
			best = member;
	}
	return best ? best->page : 0;
}

static uint32_t
pick_random_hub(const struct sp_growth *growth, uint64_t seed,
		uint64_t iteration)
{
	/*
	 * The state of the generator after iteration - 1 numbers, so that a
	 * chain of filters picks what one filter picks.
	 */
	struct sp_random random = {
		seed + (iteration - 1) * UINT64_C(0x9e3779b97f4a7c15)
	};
	uint64_t nth = sp_random_below(&random, growth->hubs);

	for (uint64_t i = 0; i < growth->member_count; i++)
		if (growth->members[i].side == SP_HUB && !nth--)
			return growth->members[i].page;
	return 0;
}

static enum sp_status
store_core(struct extraction *extraction, const struct sp_growth *growth,
	   struct sp_error *err)
{
	const struct sp_extract_options *options = extraction->options;
	struct sp_cores *cores = extraction->cores;
	struct sp_core core = {
		0, (uint32_t)extraction->iteration, growth->hubs,
		growth->authorities, growth->links
	};
	enum sp_status status;

	/* Both become 32-bit fields of the stream. */
	if (cores->count >= SP_NO_CORE || extraction->iteration > UINT32_MAX)
		return sp_fail(err, SP_DATA, "more than %lu cores",
			       (unsigned long)UINT32_MAX - 1);
	core.seed = options->pick == SP_PICK_BEST ?
			    pick_best_hub(growth) :
			    pick_random_hub(growth, options->random_seed,
					    extraction->iteration);
	for (uint64_t i = 0; i < growth->member_count; i++) {
		struct sp_member member = growth->members[i];

		member.core = (uint32_t)cores->count;
		status = sp_cores_add_member(cores, &member, err);
		if (status)
			return status;
	}
	return sp_cores_add(cores, &core, err);
}

static bool
is_too_small(const struct sp_extract_options *options,
	     const struct sp_growth *growth)
{
	return growth->hubs < options->min_hubs ||
	       growth->authorities < options->min_authorities;
}

/*
 * Must a core that starts with the next authority come out too small?  All
 * hubs of a complete core link to its first authority.  In-links are counted
 * already, and most authorities of the web have one or two: this saves most of
 * the growing that a search through many of them would do.
 */
static bool
lacks_hubs(const struct extraction *extraction)
{
	const struct sp_extract_options *options = extraction->options;
	const struct sp_core_options *core = &options->core;

	/* A rejected core whose pages are removed has to be grown. */
	return !options->rerank && !core->size &&
	       core->cover_density >= 100 && core->last == SP_LAST_UNDO &&
	       sp_grower_in_links(extraction->grower) < options->min_hubs;
}

/*
 * Grows cores from the best authorities of the ranking until one is large
 * enough.  If there is none, the extraction has ended, and growth is empty;
 * with options->rerank, growth is the core that was rejected.
 */
static enum sp_status
search_ranking(struct extraction *extraction, struct sp_growth *growth,
	       struct sp_error *err)
{
	const struct sp_extract_options *options = extraction->options;
	struct sp_extract_report *report = extraction->report;
	bool tried = false, found;
	enum sp_status status;
	uint32_t authority;

	do {
		*growth = (struct sp_growth){ .hubs = 0 };
		status = sp_grower_next(extraction->grower, &found, &authority,
					err);
		if (!status && !found)
			report->end = tried ? SP_EXTRACT_REJECTED :
					      SP_EXTRACT_NO_LINKS;
		if (status || !found)
			return status;
		tried = true;
		if (!lacks_hubs(extraction)) {
			status = sp_core_grow(extraction->grower, authority,
					      &options->core, growth, err);
			if (status || !is_too_small(options, growth))
				return status;
		}
		report->rejected++;
		if (++report->rejected_last == options->max_rejected)
			report->end = SP_EXTRACT_LIMIT;
	} while (!report->end && !options->rerank);
	/* Only a core that is to be removed is of use now. */
	if (!options->rerank)
		*growth = (struct sp_growth){ .hubs = 0 };
	return SP_OK;
}

/* Finds a core from the scores, and removes its pages. */
static enum sp_status
extract_core(struct extraction *extraction, struct sp_error *err)
{
	const struct sp_extract_options *options = extraction->options;
	struct sp_extract_report *report = extraction->report;
	struct sp_growth growth;
	enum sp_status status;

	sp_grower_rank(extraction->grower, extraction->dead, extraction->hub,
		       extraction->authority);
	status = search_ranking(extraction, &growth, err);
	if (!status && growth.authorities && !is_too_small(options, &growth)) {
		status = store_core(extraction, &growth, err);
		report->cores++;
		report->rejected_last = 0;
	}
	if (status)
		return status;
	for (uint64_t i = 0; i < growth.member_count; i++) {
		uint32_t page = growth.members[i].page;

		sp_grower_mark(extraction->grower, extraction->dead, page);
	}
	/* An iteration is a ranking, whether its core is kept or not. */
	extraction->iteration++;
	return SP_OK;
}

static enum sp_status
extract_cores(struct extraction *extraction, bool given, struct sp_error *err)
{
	struct sp_extract_report *report = extraction->report;
	enum sp_status status = SP_OK;

	if (given) {
		status = check_scores(extraction, extraction->hub, "hub", err);
		if (!status)
			status = check_scores(extraction, extraction->authority,
					      "authority", err);
	}
	while (!status && !report->end &&
	       report->cores < extraction->options->seeds) {
		/* Given scores are those of the first round only. */
		if (!given)
			status = score_pages(extraction, err);
		given = false;
		if (!status)
			status = fetch_scores(extraction, err);
		if (!status)
			status = extract_core(extraction, err);
	}
	return status;
}

enum sp_status
sp_extract(const struct sp_graph *graph,
	   const struct sp_extract_options *options, uint64_t *dead,
	   double *hub, double *authority, bool given,
	   struct sp_cores *cores, struct sp_extract_report *report,
	   struct sp_error *err)
{
	struct extraction extraction = {
		.graph = graph, .options = options, .dead = dead, .hub = hub,
		.authority = authority, .share = options->hits.share,
		.iteration = options->first_iteration, .cores = cores,
		.report = report
	};
	enum sp_status status;

	*report = (struct sp_extract_report){ .cores = 0 };
	status = check_extract_options(options, err);
	if (status)
		return status;
	status = extraction.share ?
			 sp_grower_new_share(extraction.share,
					     options->hits.threads,
					     &extraction.grower, err) :
			 sp_grower_new(graph, options->hits.threads,
				       &extraction.grower, err);
	if (!status)
		status = extract_cores(&extraction, given, err);
	if (extraction.grower)
		report->passes = sp_grower_passes(extraction.grower);
	sp_hits_space_free(extraction.space);
	sp_grower_free(extraction.grower);
	return status;
}
