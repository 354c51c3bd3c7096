/* SPDX-License-Identifier: MIT */
/*
 * coreextract - bipartite cores of hubs and authorities, one seed each
 *
 *	coreextract [option ...] [file]
 *
 * Scores the pages by HITS, grows a core from the best authority, takes its
 * best hub as a seed, removes the core, and again until there are enough.
 */
#include "cli/input.h"
#include "cli/output.h"

#include "base/memory.h"
#include "section/cores.h"
#include "section/prune.h"
#include "section/scores.h"
#include "seed/extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run: what it works on. */
struct run {
	struct cmd *cmd;
	struct sp_extract_options how;
	bool residual;         /* write the graph that is left */
	struct sp_contents contents;
	struct sp_loaded_cores cores; /* that came, then those found */
	uint64_t *dead;
	double *hub, *authority;
	struct sp_extract_report report;
	struct progress progress;
};

/* The scores that old links had; they do not fit a residual graph. */
static const struct sp_section_name outdated[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

/* The scores of the first round, if they came with this very graph. */
static bool
take_scores(struct run *run)
{
	struct sp_contents *contents = &run->contents;
	const struct sp_score *hub = sp_contents_score(contents, "hub");
	const struct sp_score *authority =
		sp_contents_score(contents, "authority");
	const struct sp_fingerprint *own = &contents->basis.graph;
	uint64_t bytes = sizeof(double) *
			 sp_graph_pages(sp_contents_graph(contents));

	if (!hub || !authority ||
	    !sp_fingerprint_equal(own, &hub->basis.graph) ||
	    !sp_fingerprint_equal(own, &authority->basis.graph))
		return false;
	memcpy(run->hub, hub->values, bytes);
	memcpy(run->authority, authority->values, bytes);
	return true;
}

/* An iteration of HITS before some core. */
static void
tell_step(void *context, uint64_t done, uint64_t total)
{
	struct run *run = context;

	snprintf(run->progress.note, sizeof(run->progress.note),
		 "core %llu, ",
		 (unsigned long long)run->cores.cores.count + 1);
	progress_step(&run->progress, done, total);
}

static enum sp_status
extract(struct run *run)
{
	struct sp_contents *contents = &run->contents;
	struct sp_cores *cores = &run->cores.cores;
	struct sp_progress teller = { run, tell_step };
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));
	enum sp_status status;
	bool given;

	run->dead = sp_alloc_zero(pages / 64 + 1, sizeof(*run->dead));
	run->hub = sp_alloc_large(pages, sizeof(double));
	run->authority = sp_alloc_large(pages, sizeof(double));
	if (!run->dead || !run->hub || !run->authority)
		return sp_no_memory(&run->cmd->err, "scores");
	given = take_scores(run);
	sp_contents_drop(contents, SP_SECTION_SCORES);
	if (!sp_contents_take_cores(contents, &run->cores))
		run->cores.basis = contents->basis;
	if (cores->count)
		run->how.first_iteration =
			cores->cores[cores->count - 1].iteration + 1;
	progress_begin(&run->progress, run->cmd, "iteration");
	run->how.hits.progress = &teller;
	status = sp_extract(sp_contents_graph(contents), &run->how, run->dead,
			    run->hub, run->authority, given, cores,
			    &run->report, &run->cmd->err);
	run->how.hits.progress = NULL;
	progress_end(&run->progress);
	return status;
}

/* The graph without the links of the cores. */
static enum sp_status
save_residual(struct run *run, struct sp_writer *writer)
{
	struct sp_prune prune = { .dead = run->dead };
	struct sp_pruner *pruner = sp_pruner_new(
		writer, run->cmd->threads, &prune, NULL, NULL);
	enum sp_status status;

	if (!pruner)
		return sp_no_memory(&run->cmd->err, "the residual graph");
	status = sp_pruner_graph(pruner, sp_contents_graph(&run->contents),
				 &run->cmd->err);
	sp_pruner_free(pruner);
	return status;
}

static enum sp_status
save(struct run *run, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	enum sp_status status = SP_OK;

	if (run->residual && !run->cmd->results_only)
		status = save_residual(run, writer);
	if (!status)
		status = sp_save_cores(writer, &run->cores.cores,
				       &run->cores.basis, &run->cmd->err);
	cmd_result(run->cmd, "cores %llu",
		   (unsigned long long)run->report.cores);
	return status ? status : cmd_output_sign(output);
}

static void
tell(struct run *run)
{
	const struct sp_extract_report *report = &run->report;

	cmd_count(run->cmd, "cores", report->cores);
	cmd_count(run->cmd, "rejected", report->rejected);
	cmd_count(run->cmd, "in_link_passes", report->passes);
	if (report->cores < run->how.seeds)
		cmd_warn(run->cmd, "%llu of %llu seeds: no link is left",
			 (unsigned long long)report->cores,
			 (unsigned long long)run->how.seeds);
}

static enum sp_status
load(struct run *run, struct sp_writer *writer)
{
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_SCORES |
			SP_SECTION_CORES,
		/* Cores are written again, after those that came. */
		.writer = writer, .drop = SP_SECTION_CORES,
		.links_change = true,
		.drop_names = run->residual ? outdated : NULL
	};
	const unsigned history = SP_SECTION_PROVENANCE;
	struct cmd *cmd = run->cmd;
	const char *side = cmd_side_input(cmd, false);
	enum sp_status status;

	if (side) {
		/* The results, and all of the history, are in that stream. */
		options.want = SP_SECTION_GRAPH;
		options.drop |= history;
	}
	status = cmd_load_graph(cmd, &options, &run->contents);
	if (status || !side)
		return status;
	options.want = SP_SECTION_SCORES | SP_SECTION_CORES;
	options.drop = ~history;
	return cmd_load(cmd, side, &options, &run->contents);
}

static enum sp_status
work(struct run *run)
{
	struct cmd_output *output;
	enum sp_status status;

	run->how.hits.threads = run->cmd->threads;
	if (sp_core_check(&run->how.core, &run->cmd->err))
		return run->cmd->err.status;
	output = cmd_output_open(run->cmd, run->cmd->output, true);
	if (!output)
		return run->cmd->err.status;
	status = load(run, cmd_output_writer(output));
	if (!status)
		status = extract(run);
	if (!status)
		status = save(run, output);
	if (!status)
		tell(run);
	cmd_output_free(output);
	free(run->dead);
	free(run->hub);
	free(run->authority);
	sp_contents_free(&run->contents);
	sp_cores_free(&run->cores.cores);
	return status;
}

int
main(int argc, char **argv)
{
	struct run run = { .how = SP_EXTRACT_DEFAULTS };
	struct sp_extract_options *how = &run.how;
	struct sp_core_options *core = &how->core;
	struct option_row rows[] = {
		OPTION("seeds", "N", how->seeds, .least = 1,
		       .help = "find N cores, one seed each"),
		OPTION("cover-density", "X", core->cover_density, .most = 100,
		       .help = "least density of a core, in percent"),
		OPTION("hubcap", "N", core->hub_cap,
		       .help = "hubs of a core at most; 0: no limit"),
		OPTION("size", "N", core->size,
		       .help = "grow cores to N pages; 0: by density"),
		OPTION("new-members", "N", core->new_members, .least = 1,
		       .help = "with --size: pages per side and round"),
		FLAG("exact", core->exact,
		     .help = "with --size: stop in the middle of a round"),
		CHOICE("match", "WORD", core->match, "any|all",
		       .help = "join any linked page, or only dense ones"),
		CHOICE("last", "WORD", core->last, "undo|keep",
		       .help = "page that breaks the density"),
		CHOICE("test", "WORD", core->test, "each|round",
		       .help = "when to test the density"),
		CHOICE("on-break", "WORD", core->on_break, "stop|close",
		       .help = "what a low density ends: core or side"),
		FLAG("overlap", core->overlap,
		     .help = "let pages be both hub and authority"),
		CHOICE("pick", "HUB", how->pick, "best|random:SEED",
		       .seed = &how->random_seed,
		       .help = "hub that becomes the seed"),
		OPTION("min-hubs", "N", how->min_hubs, .least = 1,
		       .help = "discard cores with fewer hubs"),
		OPTION("min-authorities", "N", how->min_authorities,
		       .least = 1,
		       .help = "discard cores with fewer authorities"),
		OPTION("iterations", "N", how->hits.iterations, .least = 1,
		       .most = 1000000,
		       .help = "iterations of HITS before each core"),
		OPTION("tolerance", "X", how->hits.tolerance,
		       .help = "stop HITS at a residual below X; 0: never"),
		CHOICE("norm", "WORD", how->hits.norm, "l2|l1|max",
		       .help = "norm that divides the scores"),
		FLAG("residual", run.residual,
		     .help = "write the graph without the cores' links"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "coreextract", .synopsis = "[file]", .options = rows,
		.operands_max = 1,
		.summary = "Extract bipartite cores and one seed from each."
	};

	run.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, work(&run));
}
