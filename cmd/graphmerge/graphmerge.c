/* SPDX-License-Identifier: MIT */
/*
 * graphmerge - merge the shares of an import, snapshots of a web, or the parts
 * of a graph
 *
 *	graphmerge [option ...] file ...
 *
 * Each file is the share of one task, made by an importer with --for-merge; or,
 * with --snapshots, a graph of the same web at another time.  One file may be
 * the manifest of the parts of a graph (join.h).
 *
 * How it works: the order of the steps is that of the sections in a stream.
 * Hosts and names come before the links, and rows need the common numbers of
 * their pages, so all names are merged before the first row.  The library reads
 * the files again for each step instead of holding names or links
 * (formats/merge/merge.h), which is why a share cannot be a pipe.
 */
#include "join.h"
#include "tasks.h"

#include "base/memory.h"
#include "formats/import/domains.h"
#include "formats/merge/merge.h"
#include "graph/snapshots.h"
#include "stream/section/hosts.h"
#include "stream/section/linkscores.h"
#include "stream/section/part_crawl.h"
#include "stream/section/provenance.h"
#include "stream/section/scores.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A merge, and where its names go. */
struct graphmerge {
	struct cmd *cmd;
	bool domain, snapshots, trust_paths;
	struct merge_tasks tasks;
	struct sp_merge *merge;
	struct sp_merge_counts counts;
	uint64_t changing_pages;    /* not in all snapshots */
	struct cmd_graph_output to;
	struct sp_section names;    /* while they are written, to */
	const struct sp_part *part; /* this part */
	struct sp_hosts hosts;      /* names and domains alone */
};

/* ---- operands --------------------------------------------------------- */

/* Each share is read several times, which no pipe allows. */
static enum sp_status
check_is_file(struct cmd *cmd, const char *path)
{
	struct stat info;

	if (strcmp(path, "-") && (stat(path, &info) || S_ISREG(info.st_mode)))
		return SP_OK;
	return sp_fail(&cmd->err, SP_USAGE, "%s: not a file: a merge "
		       "reads its files several times", path);
}

static enum sp_status
check_operands(const struct graphmerge *job)
{
	struct cmd *cmd = job->cmd;

	if (!cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "give the %s",
			       job->snapshots ?
			       "snapshots, in the order of time" :
			       "files that tasks have made with --for-merge");
	if (job->snapshots && cmd->operand_count > SP_SNAPSHOTS_MAX)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: "
			       "at most %d snapshots can be merged",
			       SP_SNAPSHOTS_MAX);
	if (cmd->operand_count > SP_MERGE_PARTS)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: "
			       "at most %d files can be merged (use --work "
			       "for more)", SP_MERGE_PARTS);
	return SP_OK;
}

/*
 * Each share is verified as a whole when it is added, which for a large merge
 * is as much reading as the merge itself: hence the progress.
 */
static enum sp_status
add_shares(struct graphmerge *job)
{
	enum sp_status (*add)(struct sp_merge *merge, const char *path,
			      struct sp_error *err) =
		job->snapshots ? sp_merge_add_snapshot : sp_merge_add;
	struct cmd *cmd = job->cmd;
	struct progress progress;
	enum sp_status status = SP_OK;

	progress_begin(&progress, cmd, "file");
	for (int i = 0; !status && i < cmd->operand_count; i++) {
		status = check_is_file(cmd, cmd->operands[i]);
		if (!status)
			status = add(job->merge, cmd->operands[i], &cmd->err);
		progress_step(&progress, (uint64_t)i + 1,
			      (uint64_t)cmd->operand_count);
	}
	progress_end(&progress);
	return status;
}

static enum sp_status
number_pages(struct graphmerge *job)
{
	struct sp_error *err = &job->cmd->err;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, job->cmd, "name");
	status = sp_merge_number(job->merge, &progress.teller, err);
	progress_end(&progress);
	if (!status && !sp_merge_pages(job->merge))
		status = sp_fail(err, SP_DATA, "no task has a page that stays");
	return status;
}

/* Domains are those of the hosts that are left. */
static enum sp_status
find_domains(struct graphmerge *job)
{
	if (!job->domain)
		return SP_OK;
	/* Borrowed: only domains are freed. */
	job->hosts.names = sp_merge_hosts(job->merge)->names;
	return sp_hosts_find_domains(&job->hosts, &job->cmd->err);
}

/* ---- sections --------------------------------------------------------- */

static enum sp_status
save_name(void *context, uint64_t page, const char *name, size_t length,
	  struct sp_error *err)
{
	struct graphmerge *job = context;

	return cmd_parts_name(&job->names, job->part, page, name, length, err);
}

static enum sp_status
save_all_names(struct graphmerge *job, struct sp_writer *writer,
	       struct sp_error *err)
{
	struct sp_name_visitor visitor = { job, save_name };
	enum sp_status status = sp_section_begin(&job->names, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	if (!status)
		status = sp_merge_names(job->merge, &visitor, err);
	return sp_section_close(&job->names, status, err);
}

/*
 * A part gets the lines here and not after its links, where one stream has
 * them: it is complete, and its writer gone, before anyone could add them.
 */
static enum sp_status
graphmerge_before(void *context, const struct sp_part *part,
		  struct sp_writer *writer, struct sp_error *err)
{
	struct graphmerge *job = context;
	enum sp_status status;

	job->part = part;
	status = sp_save_merged_hosts(sp_merge_hosts(job->merge),
				      &job->hosts.domains, writer, err);
	if (!status)
		status = save_all_names(job, writer, err);
	if (!status && job->to.count)
		status = sp_save_lines(writer, SP_TAG_PROVENANCE,
				       sp_merge_provenance(job->merge), err);
	return status;
}

/* Which snapshots have each page, and the links that not all of them have. */
static enum sp_status
save_snapshots(struct graphmerge *job, const struct sp_basis *basis,
	       struct sp_writer *writer, struct sp_error *err)
{
	const struct sp_link_scores *links =
		sp_merge_snapshot_links(job->merge);
	double *pages = sp_merge_snapshot_pages(job->merge);
	uint64_t all = (UINT64_C(1) << job->cmd->operand_count) - 1;
	enum sp_status status;

	if (!pages)
		return sp_no_memory(err, "the snapshots of pages");
	for (uint64_t p = 0; p < basis->graph.pages; p++)
		job->changing_pages += pages[p] < (double)all;
	status = sp_save_scores(writer, SP_SNAPSHOTS_NAME, pages, basis, err);
	free(pages);
	return status ? status :
	       sp_save_link_scores(writer, SP_SNAPSHOTS_NAME, links, basis,
				   err);
}

static enum sp_status
graphmerge_after(void *context, const struct sp_part *part,
		 const struct sp_basis *basis, struct sp_writer *writer,
		 struct sp_error *err)
{
	struct graphmerge *job = context;

	if (job->snapshots)
		return save_snapshots(job, basis, writer, err);
	return sp_save_part_crawl(part, sp_merge_states(job->merge),
				  sp_merge_known_fetches(job->merge), basis,
				  writer, err);
}

static enum sp_status
merge_rows(struct graphmerge *job)
{
	struct sp_row_sink sink = cmd_graph_sink(&job->to), rows;
	struct sp_error *err = &job->cmd->err;
	struct progress progress;
	struct sp_basis basis;
	enum sp_status status;

	job->to.id = sp_merge_identity(job->merge);
	progress_begin(&progress, job->cmd, "page");
	rows = progress_rows(&progress, &sink);
	status = sp_merge_rows(job->merge, &rows, &job->counts, err);
	progress_end(&progress);
	if (!status)
		status = cmd_graph_finish(&job->to, &basis);
	if (!status && !job->to.count)
		status = sp_save_lines(job->to.writer, SP_TAG_PROVENANCE,
				       sp_merge_provenance(job->merge), err);
	return status ? status : cmd_graph_commit(&job->to);
}

/* ---- the program ------------------------------------------------------ */

static void
report_merge(const struct graphmerge *job)
{
	const struct sp_merge_counts *counts = &job->counts;
	uint64_t pages = sp_merge_pages(job->merge);
	struct cmd *cmd = job->cmd;

	cmd_count(cmd, job->snapshots ? "snapshots" : "tasks",
		  (uint64_t)cmd->operand_count);
	cmd_count(cmd, "pages", pages);
	cmd_count(cmd, "links", counts->links);
	cmd_count(cmd, "hosts", sp_merge_hosts(job->merge)->names.count);
	if (job->snapshots) {
		cmd_count(cmd, "changing_pages", job->changing_pages);
		cmd_count(cmd, "changing_links",
			  sp_merge_snapshot_links(job->merge)->count);
	}
	cmd_count(cmd, "duplicates", counts->duplicates);
	cmd_count(cmd, "self_links", counts->self_links);
	cmd_count(cmd, "dangling_pages", pages - counts->linking);
	cmd_count(cmd, "pages_in", sp_merge_pages_in(job->merge));
	cmd_count(cmd, "links_in", counts->links_in);
	cmd_count(cmd, "dropped", counts->dropped);
	cmd_count(cmd, "refetched", counts->refetched);
}

static enum sp_status
merge_shares(struct graphmerge *job)
{
	struct cmd *cmd = job->cmd;
	enum sp_status status = check_operands(job);

	if (status)
		return status;
	job->merge = sp_merge_new(cmd->threads);
	if (!job->merge)
		return sp_no_memory(&cmd->err, "the merge");
	status = cmd_graph_open(&job->to);
	if (!status)
		status = add_shares(job);
	if (!status)
		status = number_pages(job);
	if (!status)
		status = find_domains(job);
	if (!status)
		status = merge_rows(job);
	if (!status)
		report_merge(job);
	cmd_graph_free(&job->to);
	sp_names_free(&job->hosts.domains);
	sp_merge_free(job->merge);
	return status;
}

/* A manifest says what its parts are, so nothing else goes with it. */
static enum sp_status
merge_manifest(struct graphmerge *job, const struct sp_manifest *manifest)
{
	struct cmd *cmd = job->cmd;

	if (cmd->operand_count > 1)
		return sp_fail(&cmd->err, SP_USAGE, "%s: the manifest of the "
			       "parts of a graph, and other files: parts are "
			       "merged alone", cmd->operands[0]);
	if (job->domain || job->snapshots)
		return sp_fail(&cmd->err, SP_USAGE, "option --%s does not go "
			       "with the parts of a graph, which are merged as "
			       "they are", job->domain ? "domain" :
			       "snapshots");
	return join_graph(&job->to, cmd->operands[0], manifest);
}

static enum sp_status
graphmerge_run(struct graphmerge *job)
{
	struct sp_manifest manifest = { 0 };
	struct cmd *cmd = job->cmd;
	bool parts = false;
	enum sp_status status = SP_OK;

	if (job->tasks.work) {
		job->tasks.choice.ranges = job->to.count;
		job->tasks.choice.domains = job->domain;
		return merge_run_task(cmd, &job->tasks);
	}
	if (cmd->operand_count)
		status = join_recognise(cmd, cmd->operands[0],
					job->trust_paths, &manifest, &parts);
	if (!status && !parts && job->trust_paths)
		status = sp_fail(&cmd->err, SP_USAGE, "option --trust-paths is "
				 "for the manifest of the parts of a graph");
	if (!status)
		status = parts ? merge_manifest(job, &manifest) :
				 merge_shares(job);
	sp_manifest_free(&manifest);
	return status;
}

static const struct cmd_program graphmerge_program = {
	.name = "graphmerge", .synopsis = "file ...",
	.summary = "Merge the shares of an import, snapshots of a web, or the "
		   "parts of a graph.",
	.operands_max = 100000, .no_stream = true, .graph_is_result = true,
	.joins = true
};

int
main(int argc, char **argv)
{
	struct graphmerge job = { .to = { .before = graphmerge_before,
					   .after = graphmerge_after },
				  .tasks.choice.indegree = 1 };
	struct option_row rows[] = {
		FLAG("domain", job.domain,
		     .help = "also find the registrable domains"),
		FLAG("snapshots", job.snapshots, .excludes = &job.to.count,
		     .help = "merge graphs of one web at several times"),
		CMD_PARTS_ROW(job.to.count),
		FLAG("trust-paths", job.trust_paths, .local = true,
		     .excludes = &job.tasks.work,
		     .help = "parts may be outside of the folder of FILE"),
		OPTION("work", "DIR", job.tasks.work, .local = true,
		       .needs = &job.tasks.step, .excludes = &job.snapshots,
		       .help = "merge by tasks, which share the folder DIR"),
		OPTION("step", "STEP", job.tasks.step, .local = true,
		       .needs = &job.tasks.work, .list_of = "plan|number:|"
		       "mark:|redirects|stay:|translate:|rows:",
		       .help = "the task to do: plan, number:K ..."),
		OPTION("min-indegree", "N", job.tasks.choice.indegree,
		       .least = 1, .most = SP_MERGE_INDEGREE, .local = true,
		       .needs = &job.tasks.work,
		       .help = "plan: leave out pages with fewer links"),
		OPTION_END
	};
	struct cmd cmd = { .program = &graphmerge_program, .options = rows };

	job.cmd = job.to.cmd = &cmd;
	job.to.context = &job;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphmerge_run(&job));
}
