/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "base/bitset.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table -------------------------------------------------------- */

/* A density breaks only if it is tested, and pages may join that lower it. */
#define BREAK_RULES \
	.excludes = &core->size, .only_with = &core->match, \
	.only_values = 1 << SP_MATCH_ANY

void
coreextract_put_rows(struct coreextract_options *options,
		     struct option_row to[COREEXTRACT_ROWS])
{
	struct sp_extract_options *how = &options->how;
	struct sp_core_options *core = &how->core;
	const struct option_row rows[] = {
		OPTION("seeds", "N", how->seeds, .least = 1,
		       .help = "find N cores, one seed each"),
		OPTION("cover-density", "X", core->cover_density, .most = 100,
		       .help = "least density of a core, in percent"),
		OPTION("hubcap", "N", core->hub_cap,
		       .help = "most hubs in a core; 0: no limit"),
		OPTION("size", "N", core->size,
		       .help = "grow cores to N pages; 0: by density"),
		OPTION("new-members", "N", core->new_members, .least = 1,
		       .help = "pages added per side and round"),
		FLAG("exact", core->exact, .needs = &core->size,
		     .help = "with --size: stop in the middle of a round"),
		CHOICE("match", "WORD", core->match, "any|all",
		       .help = "join any linked page, or only dense ones"),
		CHOICE("last", "WORD", core->last, "undo|keep",
		       BREAK_RULES, .help = "page that breaks the density"),
		CHOICE("test", "WORD", core->test, "each|round",
		       BREAK_RULES, .help = "when to test the density"),
		CHOICE("on-break", "WORD", core->on_break, "stop|close",
		       BREAK_RULES,
		       .help = "what a low density ends: core or side"),
		FLAG("overlap", core->overlap,
		     .help = "let pages be both hub and authority"),
		CHOICE("pick", "HUB", how->pick, "best|random:SEED",
		       .seed = &how->random_seed,
		       .help = "hub that becomes the seed"),
		OPTION("min-hubs", "N", how->min_hubs, .least = 1,
		       .help = "reject cores with fewer hubs"),
		OPTION("min-authorities", "N", how->min_authorities,
		       .least = 1,
		       .help = "reject cores with fewer authorities"),
		OPTION("max-rejected", "N", how->max_rejected,
		       .help = "end after N rejected in a row; 0: never"),
		FLAG("rerank-rejected", how->rerank,
		     .help = "remove a rejected core and rank again"),
		OPTION("iterations", "N", how->hits.iterations, .least = 1,
		       .most = 1000000, .help = "HITS iterations per core"),
		OPTION("tolerance", "X", how->hits.tolerance,
		       .help = "stop HITS at a residual below X; 0: never"),
		CHOICE("norm", "WORD", how->hits.norm, "l2|l1|max",
		       .help = "norm that divides the scores"),
		CHOICE("form", "FORM", how->hits.form, SP_FORM_CHOICES,
		       .local = true, .help = "form of the graph in memory"),
		FLAG("residual", options->residual,
		     .help = "write the graph without the cores' links")
	};

	static_assert(sizeof(rows) == COREEXTRACT_ROWS * sizeof(*rows),
		      "the size of the table");
	memcpy(to, rows, sizeof(rows));
}

/* ---- checks ----------------------------------------------------------- */

/* Combinations with which an option has no effect, or no core is found. */
static enum sp_status
check_combinations(const struct sp_extract_options *how, struct sp_error *err)
{
	const struct sp_core_options *core = &how->core;

	if (core->size && core->match == SP_MATCH_ANY &&
	    core->cover_density != 100)
		return sp_fail(err, SP_USAGE, "option --cover-density does "
			       "not go with --size, unless with --match all");
	if (core->hub_cap && core->hub_cap < how->min_hubs)
		return sp_fail(err, SP_USAGE, "--hubcap %" PRIu64 ": no core "
			       "could have the %" PRIu64 " hubs of --min-hubs",
			       core->hub_cap, how->min_hubs);
	/* A sum could wrap. */
	if (core->size && (core->size <= how->min_hubs ||
			   core->size - how->min_hubs < how->min_authorities))
		return sp_fail(err, SP_USAGE, "--size %" PRIu64 ": too small "
			       "for the %" PRIu64 " hubs of --min-hubs and the "
			       "%" PRIu64 " authorities of --min-authorities",
			       core->size, how->min_hubs, how->min_authorities);
	return SP_OK;
}

enum sp_status
coreextract_check(struct cmd *cmd, const struct sp_extract_options *how)
{
	double density = how->core.cover_density;

	if (sp_core_check(&how->core, &cmd->err) ||
	    check_combinations(how, &cmd->err))
		return cmd->err.status;
	/* A share where percents go makes one core of nearly all pages. */
	if (density > 0 && density < 1)
		cmd_warn(cmd, "option --cover-density %g is in percent: "
			 "give %g for that share of the links", density,
			 100 * density);
	return SP_OK;
}

/* ---- what was found --------------------------------------------------- */

/*
 * Larger graphs take too long to be searched again only to say what lower
 * limits would give.
 */
#define TRIAL_MOST (UINT64_C(1) << 22)

/* Finds how many cores there are with other limits, from the whole graph. */
static enum sp_status
try_limits(const struct sp_graph *graph, struct sp_extract_options how,
	   struct coreextract_vectors *vectors, uint64_t *count,
	   struct sp_error *err)
{
	uint64_t room = sp_form_room(graph, how.hits.share);
	uint64_t *dead = sp_bitset_new(room);
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_extract_report report;
	enum sp_status status;

	if (!dead)
		return sp_no_memory(err, "scores");
	how.hits.progress = NULL;
	status = sp_extract(graph, &how, dead, vectors->hub,
			    vectors->authority, false, &cores, &report, err);
	*count = cores.count;
	sp_cores_free(&cores);
	free(dead);
	return status;
}

/* What a trial changes. */
static const struct trial {
	const char *options;
	bool hubs, authorities, all;
} trials[] = {
	{ "--min-authorities 1", false, true, false },
	{ "--min-hubs 1", true, false, false },
	{ "--match all", false, false, true },
	{ "--min-hubs 1 --min-authorities 1", true, true, false }
};

/* Does the trial change anything? */
static bool
applies(const struct trial *trial, const struct sp_extract_options *how)
{
	return (!trial->hubs || how->min_hubs > 1) &&
	       (!trial->authorities || how->min_authorities > 1) &&
	       (!trial->all || how->core.match == SP_MATCH_ANY);
}

enum sp_status
coreextract_try(struct cmd *cmd, const struct sp_graph *graph,
		const struct sp_extract_options *how,
		const struct sp_extract_report *report,
		struct coreextract_vectors *vectors)
{
	const struct sp_share *share = how->hits.share;
	uint64_t links = share ? share->whole.links : sp_graph_links(graph);
	uint64_t pages = share ? share->whole.pages : sp_graph_pages(graph);
	uint64_t best = report->cores;

	if (report->end != SP_EXTRACT_REJECTED || cmd->quiet ||
	    links + pages > TRIAL_MOST)
		return SP_OK;
	for (size_t i = 0; i < sizeof(trials) / sizeof(*trials); i++) {
		struct sp_extract_options lower = *how;
		size_t length = strlen(vectors->hint);
		uint64_t count = 0;

		/* Two limits are lowered only if one was not enough. */
		if (!applies(&trials[i], how) || best >= how->seeds)
			continue;
		if (trials[i].hubs)
			lower.min_hubs = 1;
		if (trials[i].authorities)
			lower.min_authorities = 1;
		if (trials[i].all)
			lower.core.match = SP_MATCH_ALL;
		if (try_limits(graph, lower, vectors, &count, &cmd->err))
			return cmd->err.status;
		if (count <= report->cores)
			continue;
		snprintf(vectors->hint + length, sizeof(vectors->hint) - length,
			 "%swith %s: %" PRIu64, length ? "; " : "",
			 trials[i].options, count);
		best = count > best ? count : best;
	}
	if (!*vectors->hint)
		snprintf(vectors->hint, sizeof(vectors->hint),
			 "lower limits do not help");
	return SP_OK;
}

/* Why there are fewer cores than wanted, and what would help. */
static void
warn_few_cores(struct cmd *cmd, const struct sp_extract_options *how,
	       const struct sp_extract_report *report, const char *hint)
{
	uint64_t cores = report->cores, seeds = how->seeds;
	uint64_t hubs = how->min_hubs;
	uint64_t authorities = how->min_authorities;
	uint64_t rejected = report->rejected_last;

	switch (report->end) {
	case SP_EXTRACT_NO_LINKS:
		if (!cores && !report->rejected)
			cmd_warn(cmd, "found no cores: the graph has no "
				 "links (if it was pruned, all of its links "
				 "were inside hosts)");
		else
			cmd_warn(cmd, "found only %" PRIu64 " of %" PRIu64 " "
				 "cores: no links are left", cores, seeds);
		break;
	case SP_EXTRACT_REJECTED:
		cmd_warn(cmd, "found only %" PRIu64 " of %" PRIu64 " cores: "
			 "none of the %" PRIu64 " pages with an authority "
			 "score starts a core of %" PRIu64 " hubs and "
			 "%" PRIu64 " authorities (%s)",
			 cores, seeds, rejected, hubs, authorities,
			 *hint ? hint : "try lower --min-hubs and "
					"--min-authorities, or --match all");
		break;
	case SP_EXTRACT_LIMIT:
		cmd_warn(cmd, "found only %" PRIu64 " of %" PRIu64 " cores: "
			 "rejected %" PRIu64 " cores in a row with fewer than "
			 "%" PRIu64 " hubs or %" PRIu64 " authorities "
			 "(--max-rejected)", cores, seeds, rejected, hubs,
			 authorities);
		break;
	case SP_EXTRACT_ENOUGH:
		break;
	}
}

/* What became of scores that the input had. */
static void
report_given(struct cmd *cmd, const struct sp_extract_report *report,
	     bool given)
{
	cmd_word(cmd, "given_scores", report->given ? "used" :
				      given ? "ignored" : "none");
	if (given && !report->given)
		cmd_say(cmd, "the scores of the input are ignored: the graph "
			"has %" PRIu64 " components, and each is ranked by "
			"itself", report->components);
}

void
coreextract_report(struct cmd *cmd, const struct sp_extract_options *how,
		   const struct sp_extract_report *report, bool given,
		   const char *hint)
{
	cmd_count(cmd, "cores", report->cores);
	cmd_count(cmd, "rejected", report->rejected);
	cmd_count(cmd, "components", report->components);
	cmd_count(cmd, "rankings", report->rankings);
	cmd_count(cmd, "rankings_faded", report->anew);
	cmd_count(cmd, "iterations", report->iterations);
	cmd_count(cmd, "in_link_passes", report->passes);
	report_given(cmd, report, given);
	if (report->hits.form) {
		cmd_say(cmd, "form of the graph: %s (%s)",
			report->hits.form, report->hits.reason);
		cmd_word(cmd, "form", report->hits.form);
	} else if (report->rankings) {
		cmd_say(cmd, "form of the graph: none (no component is "
			"large)");
		cmd_word(cmd, "form", "none");
	}
	warn_few_cores(cmd, how, report, hint);
}
