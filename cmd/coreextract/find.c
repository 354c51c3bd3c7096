/* SPDX-License-Identifier: MIT */
/*
 * Cores are found, by one process or several, and reported.
 *
 * If fewer cores are found than were asked for, the user wants to know what to
 * change.  A hint that was not tried may be wrong, so on graphs of moderate
 * size the extraction is made again with lower limits, one at a time, and the
 * warning says what each would give.
 */
#include "coreextract.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sp_section_name coreextract_outdated[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

/* The vectors are by local page, as lib/seed wants them. */
enum sp_status
coreextract_begin(struct coreextract *job, const struct sp_graph *graph,
		  struct sp_share *share)
{
	uint64_t room = sp_form_room(graph, share);

	job->graph = graph;
	job->options.how.hits.share = share;
	job->options.how.hits.threads = job->cmd->threads;
	job->dead = sp_bitset_new(room);
	job->hub = sp_alloc_large(room, sizeof(double));
	job->authority = sp_alloc_large(room, sizeof(double));
	return job->dead && job->hub && job->authority ?
		       SP_OK : sp_no_memory(&job->cmd->err, "scores");
}

void
coreextract_take_cores(struct coreextract *job, struct sp_contents *contents,
		       const struct sp_basis *basis)
{
	const struct sp_cores *cores = &job->cores.cores;

	if (!sp_contents_take_cores(contents, &job->cores))
		job->cores.basis = *basis;
	/* Random picks go on where those of the cores before ended. */
	if (cores->count)
		job->options.how.first_iteration =
			cores->cores[cores->count - 1].iteration + 1;
}

void
coreextract_free(struct coreextract *job)
{
	free(job->dead);
	free(job->hub);
	free(job->authority);
	sp_cores_free(&job->cores.cores);
}

/* ---- cores ------------------------------------------------------------ */

/* The progress line names the core that HITS runs for. */
static void
coreextract_report_step(void *context, uint64_t done, uint64_t total)
{
	struct coreextract *job = context;

	snprintf(job->progress.note, sizeof(job->progress.note),
		 "core %" PRIu64 ", ", job->cores.cores.count + 1);
	progress_step(&job->progress, done, total);
}

/*
 * Larger graphs take too long to be searched again only to say what lower
 * limits would give.
 */
#define TRIAL_MOST (UINT64_C(1) << 22)

/* Finds how many cores there are with other limits, from the whole graph. */
static enum sp_status
try_limits(struct coreextract *job, const struct sp_extract_options *how,
	   uint64_t *count)
{
	uint64_t *dead = sp_bitset_new(sp_form_room(job->graph,
						    how->hits.share));
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_extract_report report;
	enum sp_status status;

	if (!dead)
		return sp_no_memory(&job->cmd->err, "scores");
	status = sp_extract(job->graph, how, dead, job->hub, job->authority,
			    false, &cores, &report, &job->cmd->err);
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

/*
 * If fewer cores were found than wanted, says in job->hint how many there are
 * with lower limits, found by extracting them, unless the graph is large or
 * nobody is to be told.  The vectors are overwritten by the trials: the cores
 * are stored by then.
 */
static enum sp_status
try_all_limits(struct coreextract *job)
{
	const struct sp_extract_options *how = &job->options.how;
	const struct sp_share *share = how->hits.share;
	uint64_t links = share ? share->whole.links :
				 sp_graph_links(job->graph);
	uint64_t pages = share ? share->whole.pages :
				 sp_graph_pages(job->graph);
	uint64_t best = job->report.cores;

	if (job->report.end != SP_EXTRACT_REJECTED || job->cmd->quiet ||
	    links + pages > TRIAL_MOST)
		return SP_OK;
	for (size_t i = 0; i < sizeof(trials) / sizeof(*trials); i++) {
		struct sp_extract_options lower = *how;
		size_t length = strlen(job->hint);
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
		lower.checkpoint = NULL;
		if (try_limits(job, &lower, &count))
			return job->cmd->err.status;
		if (count <= job->report.cores)
			continue;
		snprintf(job->hint + length, sizeof(job->hint) - length,
			 "%swith %s: %" PRIu64, length ? "; " : "",
			 trials[i].options, count);
		best = count > best ? count : best;
	}
	if (!*job->hint)
		snprintf(job->hint, sizeof(job->hint),
			 "lower limits do not help");
	return SP_OK;
}

enum sp_status
coreextract_find(struct coreextract *job)
{
	struct sp_extract_options *how = &job->options.how;
	struct sp_progress teller = { job, coreextract_report_step };
	enum sp_status status;

	progress_begin(&job->progress, job->cmd, "iteration");
	/* The time so far is that of all cores, and not of these steps. */
	job->progress.at_most = true;
	how->hits.progress = &teller;
	status = sp_extract(job->graph, how, job->dead, job->hub,
			    job->authority, job->given, &job->cores.cores,
			    &job->report, &job->cmd->err);
	how->hits.progress = NULL;
	progress_end(&job->progress);
	return status ? status : try_all_limits(job);
}

/* ---- what was found --------------------------------------------------- */

/* Why there are fewer cores than wanted, and what would help. */
static void
warn_few_cores(const struct coreextract *job)
{
	const struct sp_extract_options *how = &job->options.how;
	const struct sp_extract_report *report = &job->report;
	const struct cmd *cmd = job->cmd;
	uint64_t cores = report->cores, seeds = how->seeds;
	uint64_t hubs = how->min_hubs;
	uint64_t authorities = how->min_authorities;
	uint64_t rejected = report->rejected_last;

	switch (report->end) {
	case SP_EXTRACT_NO_LINKS:
		if (!cores && !report->rejected)
			cmd_warn(cmd, "found no cores: %s", how->hits.weights ?
				 "no link has a weight above 0" :
				 "the graph has no links (if it was pruned, "
				 "all of its links were inside hosts)");
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
			 *job->hint ? job->hint : "try lower --min-hubs and "
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

/*
 * What became of scores that the input had.  Scores of several components are
 * of the first one at best (seed/turns.c), so they are not used.
 */
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
coreextract_report(const struct coreextract *job)
{
	const struct sp_extract_report *report = &job->report;
	const struct sp_extract_checkpoint *checkpoint =
		job->options.how.checkpoint;
	uint64_t before = checkpoint ? checkpoint->from.rankings : 0;
	struct cmd *cmd = job->cmd;

	cmd_count(cmd, "cores", report->cores);
	cmd_count(cmd, "rejected", report->rejected);
	if (job->options.how.core.units)
		cmd_count(cmd, "removed_alike", report->alike);
	cmd_count(cmd, "components", report->components);
	cmd_count(cmd, "rankings", report->rankings);
	cmd_count(cmd, "rankings_faded", report->anew);
	cmd_count(cmd, "iterations", report->iterations);
	cmd_count(cmd, "in_link_passes", report->passes);
	report_given(cmd, report, job->given);
	if (report->hits.form) {
		cmd_say(cmd, "form of the graph: %s (%s)",
			report->hits.form, report->hits.reason);
		cmd_word(cmd, "form", report->hits.form);
	} else if (report->rankings > before) {
		cmd_say(cmd, "form of the graph: none (no component is "
			"large)");
		cmd_word(cmd, "form", "none");
	}
	warn_few_cores(job);
}
