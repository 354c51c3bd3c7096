/* SPDX-License-Identifier: MIT */
/*
 * graphprune - remove the links inside hosts from a graph, or most pages
 *
 *	graphprune [option ...] [file]
 *
 * Removes the links between pages of the same host, which are mostly navigation
 * and say little about what a page is worth.  All pages stay.  The graph is
 * never held in memory.
 *
 * Or, with an option that says which pages stay, makes the sub-graph of these
 * pages (subset.c), and removes no other links; or turns all links round
 * (transpose.c).
 *
 * The three ways share a program because they make a graph from a graph, and
 * are never mixed in one run: two of them are two filters in a pipe.
 */
#include "graphprune.h"

#include "cli/output.h"

#include "base/memory.h"
#include "stream/section/hosts.h"
#include "stream/section/prune.h"

#include <stdlib.h>

enum prune_unit { UNIT_HOST, UNIT_DOMAIN, UNIT_NONE };

struct graphprune {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	enum prune_unit unit;
	struct sp_contents contents;
	struct sp_prune prune;
	struct sp_units units;
	bool seen;              /* the stream has a graph */
	bool transpose;         /* instead of removing links */
};

/*
 * Called before the first link.  The graph is not held in memory, so the
 * hosts must have come before it.
 */
static enum sp_status
choose_units(void *context, uint64_t pages, struct sp_error *err)
{
	struct graphprune *job = context;
	const struct sp_hosts *hosts;
	enum sp_status status;

	job->seen = true;
	if (job->unit == UNIT_NONE)
		return SP_OK;
	if (sp_contents_hosts_now(&job->contents, pages, &hosts, err))
		return err->status;
	if (!hosts)
		return sp_fail(err, SP_DATA, "no hosts before the graph: "
			       "import it with graphimport --names or "
			       "--hosts");
	if (job->unit == UNIT_DOMAIN && !hosts->domains.count)
		return sp_fail(err, SP_DATA, "no domains before the graph: "
			       "import it with graphimport --domain, or give "
			       "--unit host");
	status = job->unit == UNIT_HOST ?
			 sp_units_of_hosts(hosts, &job->units, err) :
			 sp_units_of_domains(hosts, &job->units, err);
	job->prune.unit_of = job->units.unit_of;
	if (!status)
		status = sp_prune_find_runs(&job->prune, pages, err);
	if (!status && job->units.alone)
		cmd_warn(job->cmd, "%" PRIu64 " of %" PRIu64 " pages have no "
			 "host: each counts as a %s of its own",
			 job->units.alone, pages,
			 job->unit == UNIT_HOST ? "host" : "domain");
	return status;
}

/*
 * All links or none: a graph that the next filter may accept, but hardly what
 * was meant.
 */
static void
warn_of_counts(const struct graphprune *job, uint64_t in, uint64_t out)
{
	static const char *const inside[] = {
		[UNIT_HOST] = "inside a host", [UNIT_DOMAIN] =
		"inside a domain", [UNIT_NONE] = "from a page to itself"
	};
	static const char *const others[] = {
		[UNIT_HOST] = "between two pages of a host", [UNIT_DOMAIN] =
		"between two pages of a domain"
	};
	const char *where = job->prune.keep_intra && job->prune.self_links ?
				    others[job->unit] : inside[job->unit];
	bool none_inside = job->prune.keep_intra == !out;
	const char *result = out ? "no link was removed" : "no link is left";

	if (!in)
		cmd_warn(job->cmd, "the graph has no links");
	else if (out && out != in)
		return;
	else if (job->unit == UNIT_NONE && !job->prune.self_links)
		cmd_warn(job->cmd, "no link was removed: --unit none removes "
			 "links with --self-loops only");
	else if (none_inside)
		cmd_warn(job->cmd, "%s: none of the %" PRIu64 " links is %s",
			 result, in, where);
	else
		cmd_warn(job->cmd, "%s: all %" PRIu64 " links are %s%s", result,
			 in, where,
			 out || job->unit == UNIT_NONE ? "" :
			 " (for pages of one site, do without graphprune)");
}

/*
 * The blocks pass through a visitor of the loader, are pruned by several
 * threads (stream/section/prune.c) and written again; all other sections pass
 * on as they are, those that depend on the links excepted.
 */
static enum sp_status
graphprune_copy(struct graphprune *job, struct sp_writer *writer)
{
	struct cmd *cmd = job->cmd;
	struct sp_pruner *pruner = sp_pruner_new(writer, cmd->threads,
						 &job->prune, choose_units,
						 job);
	struct sp_graph_visitor visitor;
	struct sp_load_options load = {
		.want = SP_PRUNER_WANTS | SP_SECTION_HOSTS, .writer = writer,
		.links_change = true, .visitor = &visitor
	};
	uint64_t links_in, links_out;
	enum sp_status status;

	if (!pruner)
		return sp_no_memory(&cmd->err, "a block of links");
	visitor = sp_pruner_visitor(pruner);
	status = cmd_load(cmd, cmd_main_input(cmd), &load, &job->contents);
	/* The graph only passed, so the contents cannot be asked for it. */
	if (!status && !job->seen)
		status = cmd_no_graph(cmd, cmd_main_input(cmd));
	sp_pruner_counts(pruner, &links_in, &links_out);
	sp_pruner_free(pruner);
	cmd_count(cmd, "links", links_in);
	cmd_count(cmd, "links_kept", links_out);
	if (!status)
		warn_of_counts(job, links_in, links_out);
	return status;
}

static enum sp_status
graphprune_run(struct graphprune *job)
{
	struct cmd *cmd = job->cmd;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	status = graphprune_copy(job, cmd_output_writer(output));
	if (!status)
		status = cmd_output_sign(output);
	free(job->prune.runs);
	sp_units_free(&job->units);
	sp_contents_free(&job->contents);
	cmd_output_free(output);
	return status;
}

/* ---- options ---------------------------------------------------------- */

/*
 * Two filters make two graphs, each with its own origin, so a subset is not
 * pruned in the same run.
 */
static enum sp_status
graphprune_check_options(const struct cmd *cmd, const struct graphprune *job,
			 const struct subset_options *subset,
			 struct sp_error *err)
{
	const void *const prunes[] = { &job->unit, &job->prune.keep_intra,
				       &job->prune.self_links };
	bool wanted = subset_is_wanted(subset);

	for (size_t i = 0; wanted && i < sizeof(prunes) / sizeof(*prunes); i++)
		if (option_is_given(cmd->options, prunes[i]))
			return sp_fail(err, SP_USAGE, "a subset is not pruned "
				       "in the same run: make it first, then "
				       "prune it (graphprune ... | graphprune "
				       "...)");
	if (subset->drop_missing && !subset->pages && !subset->hosts)
		return sp_fail(err, SP_USAGE, "option --drop-missing needs "
			       "--pages or --hosts");
	if (cmd->graph && cmd->operand_count && !cmd->program->takes_results)
		return sp_fail(err, SP_USAGE, "operand \"%s\" does not go with "
			       "-g: graphprune reads one graph and nothing "
			       "else", cmd->operands[0]);
	return SP_OK;
}

static enum sp_status
run_one(struct graphprune *job, const struct subset_options *subset)
{
	struct cmd *cmd = job->cmd;

	/* Only a score and an order can be in a stream of their own. */
	job->program.takes_results = subset->top.count || subset_order(subset);
	if (!job->program.takes_results)
		cmd_warn_unread(cmd);
	if (graphprune_check_options(cmd, job, subset, &cmd->err))
		return cmd->err.status;
	if (job->transpose) {
		job->program.whole = "the transpose";
		return graphprune_transpose(cmd);
	}
	if (!subset_is_wanted(subset))
		return graphprune_run(job);
	job->program.whole = "a subset of the pages";
	return subset_run(cmd, subset);
}

static const struct cmd_program graphprune_program = {
	.name = "graphprune", .synopsis = "[file]",
	.summary = "Remove the links inside hosts from a graph, or keep a "
		   "subset of its pages.",
	.operands_max = 1, .graph_is_result = true, .takes_results = true,
	.drops_graph = true
};

enum { PAGES = 1 }; /* group of options */

/* The three parts of the table: what pruning removes, ... */
static void
put_prune_rows(struct graphprune *job, struct option_row *to)
{
	OPTIONS_ADD(to,
		CHOICE("unit", "UNIT", job->unit, "host|domain|none",
		       .excludes = &job->transpose, .idle_with = PAGES,
		       .help = "remove links inside a unit"),
		FLAG("keep-intra", job->prune.keep_intra,
		     .excludes = &job->transpose,
		     .only_with = &job->unit,
		     .only_values = 1 << UNIT_HOST | 1 << UNIT_DOMAIN,
		     .help = "keep only the links inside a unit"),
		FLAG("self-loops", job->prune.self_links,
		     .excludes = &job->transpose,
		     .help = "remove links of a page to itself"));
}

/* ... the pages of a subset by lists and shapes, ... */
static void
put_list_rows(struct subset_options *subset, struct option_row *to)
{
	OPTIONS_ADD(to,
		OPTION("pages", "FILE", subset->pages, .group = PAGES,
		       .local = true,
		       .help = "keep the pages of a list"),
		OPTION("hosts", "FILE", subset->hosts, .group = PAGES,
		       .local = true,
		       .help = "keep the pages of the hosts in a list"),
		OPTION("shapes", "FILE", subset->shapes, .group = PAGES,
		       .local = true,
		       .help = "keep the pages of the shapes in a list"),
		OPTION("max-per-shape", "N", subset->max_per_shape,
		       .group = PAGES, .least = 1,
		       .idle_without = &subset->max_per_shape,
		       .help = "keep at most N pages of each shape"),
		FLAG("no-traps", subset->no_traps, .group = PAGES,
		     .help = "keep the pages of shapes that are no traps"),
		FLAG("drop-missing", subset->drop_missing,
		     .help = "skip lines that match no page or host"),
		CMD_MATCH_ROW(subset->match, .needs = &subset->pages,
			      .idle_without = &subset->pages));
}

/* ... and by number, and the transpose. */
static void
put_other_rows(struct graphprune *job, struct subset_options *subset,
	       struct option_row *to)
{
	OPTIONS_ADD(to,
		OPTION("top", "SCORE:N", subset->top, .group = PAGES,
		       .help = "keep the N pages with the largest SCORE"),
		OPTION("order", "NAME:N", subset->order, .group = PAGES,
		       .example = "bfs:1000",
		       .help = "keep the first N downloads of an order"),
		OPTION("fetched-first", "NAME:N", subset->fetched_first,
		       .group = PAGES, .example = "bfs:1000",
		       .help = "keep N downloads and the pages they link to"),
		OPTION("random", "N", subset->random, .group = PAGES,
		       .least = 1, .idle_without = &subset->random,
		       .help = "keep N random pages"),
		OPTION("seed", "N", subset->seed, .needs = &subset->random,
		       .idle_without = &subset->random,
		       .help = "seed of the random numbers"),
		FLAG("transpose", job->transpose, .group = PAGES,
		     .help = "reverse all links, and remove none"));
}

int
main(int argc, char **argv)
{
	struct graphprune job = { .program = graphprune_program,
				  .unit = UNIT_HOST };
	struct subset_options subset = { .seed = 1 };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &job.program, .options = rows };

	put_prune_rows(&job, rows);
	put_list_rows(&subset, rows);
	put_other_rows(&job, &subset, rows);
	job.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, run_one(&job, &subset));
}
