/* SPDX-License-Identifier: MIT */
/*
 * The loop of an extraction: take the component whose turn it is (turns.c),
 * search it for a core, remove the core or say that there is none, and go on.
 *
 * Within a ranking, authorities are tried in the order of their scores.  One
 * whose core is too small is rejected and set aside: it may not be an authority
 * of later cores of the same ranking, but it may be a hub.  A core that counts
 * ends the ranking: its pages are removed, and the components that lose pages
 * are found and ranked anew.
 *
 * Why scores fade: HITS converges to one vector of a component.  When its best
 * authorities have been set aside, what is left has scores that shrink with
 * each iteration, and their order is that of the iterations and not of the
 * links.  So below FADED of the largest hub score, the component is ranked
 * again without what was set aside.
 *
 * Everything is decided from data that all processes have, so they stay in
 * step.
 */
#include "seed/extract.h"

#include "base/memory.h"
#include "base/random.h"
#include "seed/pagemap.h"
#include "seed/turns.h"

#include <math.h>
#include <stdlib.h>

/*
 * An authority with less than this share of the largest hub score is on its way
 * to 0, and so are the hubs that link to it alone: what the iterations have
 * left of it depends on their number.
 */
#define FADED 1e-6

/* An extraction while it runs. */
struct extraction {
	const struct sp_extract_options *options;
	struct sp_turns *turns;
	struct sp_turn turn;
	struct sp_core_options core;
	struct sp_page_map vain;  /* authorities that start no core that counts
				   * in this ranking */
	uint32_t *pages;          /* set aside in this ranking, or removed */
	uint64_t count, capacity;
	uint64_t iteration;
	struct sp_cores *cores;
	struct sp_extract_report *report;
};

/*
 * Scores come from a stream, and a NaN cannot be ordered.  Infinite scores are
 * refused with NaN: differences of them are NaN.
 */
static enum sp_status
extract_check_scores(const struct sp_share *share, const double *scores,
		     const char *name, struct sp_error *err)
{
	for (uint64_t i = 0; i < share->owned; i++)
		if (!isfinite(scores[share->own_first + i]))
			return sp_fail(err, SP_DATA, "page %" PRIu64 ": its %s "
				       "score is not a number",
				       share->first + i, name);
	return SP_OK;
}

/*
 * The hub with the largest score, of equal ones the smallest page, whatever the
 * order of joining; or NULL.
 */
static const struct sp_member *
find_best_hub(const struct sp_growth *growth)
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
	return best;
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

/*
 * Members are stored first: after a failure between, cores->count does not
 * count a core without members.
 */
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
			    find_best_hub(growth)->page :
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
 * Must a core that starts with the next authority come out too small?  All hubs
 * of a complete core link to its first authority.  In-links are counted
 * already, and most authorities of the web have one or two: this saves most of
 * the growing that a search through many of them would do.
 *
 * Only complete cores of which no page is kept that breaks the density:
 * otherwise a hub need not link to the first authority.  In-links count dead
 * pages, so the number is too large rather than too small.
 */
static bool
lacks_hubs(const struct extraction *extraction)
{
	const struct sp_extract_options *options = extraction->options;
	const struct sp_core_options *core = &options->core;

	/* A rejected core whose pages are removed has to be grown. */
	return !options->rerank && !core->size &&
	       core->cover_density >= 100 && core->last == SP_LAST_UNDO &&
	       sp_grower_in_links(extraction->turn.grower) < options->min_hubs;
}

/* What the search of a component came to. */
enum outcome {
	FOUND,     /* a core that counts */
	REJECTED,  /* one that does not, and that is the last one or removed */
	FADING,    /* the next authorities are to be ranked again */
	IN_VAIN    /* no authority of it starts a core that counts */
};

/*
 * Not before something was set aside: a ranking as it comes from HITS is taken
 * as it is.
 */
static bool
is_faded(const struct extraction *extraction, double score)
{
	return extraction->count &&
	       score < FADED * extraction->turn.largest;
}

static bool
extract_add_page(struct extraction *extraction, uint32_t page)
{
	if (!sp_grow(&extraction->pages, &extraction->capacity,
		     extraction->count + 1))
		return false;
	extraction->pages[extraction->count++] = page;
	return true;
}

/*
 * Counts rejected cores; true: the extraction ends with them.  most -
 * rejected_last does not wrap: the extraction ends when they are equal.
 */
static bool
extract_reject(struct extraction *extraction, uint64_t cores)
{
	struct sp_extract_report *report = extraction->report;
	uint64_t most = extraction->options->max_rejected;

	if (most && cores > most - report->rejected_last)
		cores = most - report->rejected_last;
	report->rejected += cores;
	report->rejected_last += cores;
	if (most && report->rejected_last == most)
		report->end = SP_EXTRACT_LIMIT;
	return report->end != SP_EXTRACT_ENOUGH;
}

static bool
is_vain(const struct extraction *extraction, uint32_t authority)
{
	uint32_t value;

	return sp_page_map_get(&extraction->vain, authority, &value);
}

/*
 * A core that is too small though nothing ended its growth: those of its
 * authorities can only have fewer pages, since each is tried with more of them
 * set aside.  A hub with a hundred thousand links is searched once then.
 */
static enum sp_status
note_vain(struct extraction *extraction, const struct sp_growth *growth,
	  struct sp_error *err)
{
	for (uint64_t i = 0; i < growth->member_count; i++)
		if (growth->members[i].side == SP_AUTHORITY &&
		    !sp_page_map_set(&extraction->vain,
				     growth->members[i].page, 1))
			return sp_no_memory(err, "rejected cores");
	return SP_OK;
}

/*
 * Grows a core from an authority of the ranking.  A core that counts, but whose
 * hubs have faded, is grown again from other scores.
 */
static enum sp_status
try_authority(struct extraction *extraction, uint32_t authority,
	      struct sp_growth *growth, enum outcome *outcome,
	      struct sp_error *err)
{
	const struct sp_extract_options *options = extraction->options;

	*outcome = REJECTED;
	if (lacks_hubs(extraction) || is_vain(extraction, authority))
		return SP_OK;
	if (sp_core_grow(extraction->turn.grower, authority,
			 &extraction->core, growth, err))
		return err->status;
	if (is_too_small(options, growth))
		return growth->whole && !options->rerank ?
			       note_vain(extraction, growth, err) : SP_OK;
	*outcome = is_faded(extraction, find_best_hub(growth)->score) ?
			   FADING : FOUND;
	return SP_OK;
}

/*
 * Grows cores from the best authorities of the component until one is large
 * enough, or is to be removed: growth is that core then.
 *
 * With rerank, a rejected core is removed like one that counts, and the search
 * of this ranking ends with it.  If all authorities were set aside, ranking
 * what is left again would find nothing.
 */
static enum sp_status
search_component(struct extraction *extraction, struct sp_growth *growth,
		 enum outcome *outcome, struct sp_error *err)
{
	struct sp_grower *grower = extraction->turn.grower;
	uint32_t authority;
	bool found;

	extraction->count = 0;
	sp_page_map_free(&extraction->vain);
	for (;;) {
		if (sp_grower_next(grower, &found, &authority, err))
			return err->status;
		if (!found || is_faded(extraction, sp_grower_score(grower)))
			break;
		if (try_authority(extraction, authority, growth, outcome, err))
			return err->status;
		if (*outcome != REJECTED)
			return SP_OK;
		if (extract_reject(extraction, 1) ||
		    extraction->options->rerank)
			return SP_OK;
		if (!extract_add_page(extraction, authority))
			return sp_no_memory(err, "rejected cores");
	}
	/* Scores may be so far gone that they are 0. */
	*outcome = extraction->count &&
		   extraction->count < extraction->turn.authorities ?
			   FADING : IN_VAIN;
	return SP_OK;
}

/* A state that is saved has them beside the cores. */
static enum sp_status
note_removed(struct extraction *extraction, const uint32_t *pages,
	     uint64_t count, struct sp_error *err)
{
	const struct sp_extract_checkpoint *checkpoint =
		extraction->options->checkpoint;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; checkpoint && !status && i < count; i++)
		status = sp_seeds_add(checkpoint->removed,
				      (struct sp_seed){ .page = pages[i],
							.core = SP_NO_CORE },
				      err);
	return status;
}

/*
 * Removes the pages of a core, and those for which they stand.  Those of one
 * that is kept are its members, so only the others are noted.
 */
static enum sp_status
remove_core(struct extraction *extraction, const struct sp_growth *growth,
	    bool kept, struct sp_error *err)
{
	uint64_t noted = kept ? growth->member_count : 0;

	extraction->count = 0;
	for (uint64_t i = 0; i < growth->member_count; i++)
		if (!extract_add_page(extraction, growth->members[i].page))
			return sp_no_memory(err, "the pages of a core");
	/* Else the next core would be this one with other pages. */
	for (uint64_t i = 0; i < growth->alike_count; i++)
		if (!extract_add_page(extraction, growth->alike[i]))
			return sp_no_memory(err, "the pages of a core");
	extraction->report->alike += growth->alike_count;
	if (note_removed(extraction, extraction->pages + noted,
			 extraction->count - noted, err) ||
	    sp_turns_remove(extraction->turns, extraction->pages,
			    extraction->count, err))
		return err->status;
	/* An iteration is a ranking, whether its core is kept or not. */
	extraction->iteration++;
	return SP_OK;
}

/*
 * Right after a core was removed: all that is not known of the pages that are
 * left is found again by a search that begins with all authorities.
 */
static enum sp_status
save_state(const struct extraction *extraction, struct sp_error *err)
{
	const struct sp_extract_report *report = extraction->report;
	const struct sp_extract_checkpoint *checkpoint =
		extraction->options->checkpoint;
	const struct sp_extract_state state = {
		report->cores, report->rejected, report->rankings,
		report->iterations, report->anew
	};

	if (!checkpoint || !checkpoint->every ||
	    (report->cores % checkpoint->every &&
	     report->cores < extraction->options->seeds))
		return SP_OK;
	return checkpoint->save(checkpoint->context, &state, err);
}

/*
 * Keeps a core that counts.  The search for the next one begins with all
 * authorities again.  Those of components that have not changed would be
 * rejected again, so they are only counted, unless there is a limit, which
 * depends on their order.
 *
 * With a limit on rejections in a row, the order in which they happen decides
 * where the extraction ends, so the components are searched again.
 */
static enum sp_status
keep_core(struct extraction *extraction, const struct sp_growth *growth,
	  struct sp_error *err)
{
	struct sp_extract_report *report = extraction->report;

	if (store_core(extraction, growth, err) ||
	    remove_core(extraction, growth, true, err))
		return err->status;
	report->cores++;
	report->rejected_last = 0;
	if (save_state(extraction, err))
		return err->status;
	if (report->cores == extraction->options->seeds)
		return SP_OK;
	if (extraction->options->max_rejected)
		return sp_turns_rewind(extraction->turns, err);
	report->rejected_last = sp_turns_rejected(extraction->turns);
	report->rejected += report->rejected_last;
	return SP_OK;
}

/*
 * Searches the component whose turn it is.  A component that cannot have a core
 * of the wanted size is not ranked; its authorities count as rejected, as if
 * they had been tried.
 */
static enum sp_status
take_turn(struct extraction *extraction, struct sp_error *err)
{
	struct sp_extract_report *report = extraction->report;
	struct sp_turn *turn = &extraction->turn;
	struct sp_growth growth;
	enum outcome outcome;

	if (turn->too_small) {
		(void)extract_reject(extraction, turn->authorities);
		sp_turns_exhaust(extraction->turns, turn->authorities);
		return SP_OK;
	}
	report->rankings += turn->iterations > 0;
	report->iterations += turn->iterations;
	if (search_component(extraction, &growth, &outcome, err))
		return err->status;
	switch (outcome) {
	case FOUND:
		return keep_core(extraction, &growth, err);
	case REJECTED:
		return extraction->options->rerank ?
			       remove_core(extraction, &growth, false, err) :
			       SP_OK;
	case FADING:
		report->anew++;
		return sp_turns_set_aside(extraction->turns, extraction->pages,
					  extraction->count, err);
	case IN_VAIN:
		sp_turns_exhaust(extraction->turns, extraction->count);
		break;
	}
	return SP_OK;
}

/* report->end is 0 (SP_EXTRACT_ENOUGH) as long as the loop goes on. */
static enum sp_status
extract_cores(struct extraction *extraction, struct sp_error *err)
{
	struct sp_extract_report *report = extraction->report;

	while (!report->end && report->cores < extraction->options->seeds) {
		if (sp_turns_next(extraction->turns, &extraction->turn, err))
			return err->status;
		if (extraction->turn.grower) {
			if (take_turn(extraction, err))
				return err->status;
			continue;
		}
		report->end = sp_turns_rejected(extraction->turns) ?
				      SP_EXTRACT_REJECTED :
				      SP_EXTRACT_NO_LINKS;
	}
	return SP_OK;
}

/* What is known when the extraction is over. */
static void
complete_report(const struct extraction *extraction, bool given)
{
	struct sp_turns_summary all = sp_turns_summary(extraction->turns);
	struct sp_extract_report *report = extraction->report;

	report->passes = all.passes;
	report->hits = all.hits;
	report->components = all.components;
	report->given = given && all.use_given;
}

/*
 * Goes on from a state: removes at once what an earlier run has removed core by
 * core.  What is left is the same, and so are its components: which of them are
 * large depends on the links that the extraction began with (split.c), and they
 * are counted before.
 */
static enum sp_status
resume_extraction(struct extraction *extraction, struct sp_error *err)
{
	const struct sp_extract_checkpoint *checkpoint =
		extraction->options->checkpoint;
	struct sp_extract_report *report = extraction->report;
	const struct sp_cores *cores = extraction->cores;
	const struct sp_extract_state *from;
	uint64_t before;

	if (!checkpoint || !checkpoint->from.cores)
		return SP_OK;
	from = &checkpoint->from;
	before = cores->count - from->cores;
	report->cores = from->cores;
	report->rejected = from->rejected;
	report->rankings = from->rankings;
	report->iterations = from->iterations;
	report->anew = from->anew;
	extraction->iteration = cores->cores[cores->count - 1].iteration +
				UINT64_C(1);
	extraction->count = 0;
	for (uint64_t i = 0; i < cores->member_count; i++)
		if (cores->members[i].core >= before &&
		    !extract_add_page(extraction, cores->members[i].page))
			return sp_no_memory(err, "the pages of cores");
	for (uint64_t i = 0; i < checkpoint->removed->count; i++)
		if (!extract_add_page(extraction,
				      checkpoint->removed->seeds[i].page))
			return sp_no_memory(err, "the pages of cores");
	return sp_turns_remove(extraction->turns, extraction->pages,
			       extraction->count, err);
}

/*
 * The same for a share, which may be that of the only process.  Components too
 * small for a core are sorted out by their sizes, before they are ranked.
 */
static enum sp_status
extract_from_share(struct sp_share *share,
		   const struct sp_extract_options *options, uint64_t *dead,
		   double *hub, double *authority, bool given,
		   struct extraction *extraction, struct sp_error *err)
{
	struct sp_turns_options turns = { .hits = &options->hits,
					  .seeds = options->seeds };
	enum sp_status status;

	if (given &&
	    (extract_check_scores(share, hub, "hub", err) ||
	     extract_check_scores(share, authority, "authority", err)))
		return err->status;
	/* A rejected core that is to be removed has to be found. */
	if (!options->rerank) {
		turns.min_hubs = options->min_hubs;
		turns.min_authorities = options->min_authorities;
	}
	status = sp_turns_new(share, &turns, dead, hub, authority, given,
			      &extraction->turns, err);
	if (!status)
		status = resume_extraction(extraction, err);
	if (!status) {
		status = extract_cores(extraction, err);
		complete_report(extraction, given);
	}
	return status;
}

/*
 * A process that has the whole graph is a team of one, so that everything below
 * knows one case.
 */
enum sp_status
sp_extract(const struct sp_graph *graph,
	   const struct sp_extract_options *options, uint64_t *dead,
	   double *hub, double *authority, bool given,
	   struct sp_cores *cores, struct sp_extract_report *report,
	   struct sp_error *err)
{
	struct extraction extraction = {
		.options = options, .iteration = options->first_iteration,
		.core = options->core, .cores = cores, .report = report
	};
	struct sp_share *share = options->hits.share, *own = NULL;
	struct sp_team alone = sp_team_alone();
	enum sp_status status = sp_extract_check(options, err);

	*report = (struct sp_extract_report){ .cores = 0 };
	/* A rejected core whose pages are removed has to be grown. */
	extraction.core.least_hubs = options->rerank ? 0 : options->min_hubs;
	if (!status && !share)
		status = sp_share_alone(&alone, graph, &own, err);
	if (!status)
		status = extract_from_share(share ? share : own, options, dead,
					    hub, authority, given, &extraction,
					    err);
	sp_turns_free(extraction.turns);
	sp_page_map_free(&extraction.vain);
	free(extraction.pages);
	sp_share_free(own);
	return status;
}
