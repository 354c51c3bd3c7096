/* SPDX-License-Identifier: MIT */
/*
 * One task of a merge.  What it writes appears when it is complete, so whatever
 * is there needs not be made again: a merge that was interrupted goes on where
 * it was, by the same commands.
 */
#include "tasks.h"

#include "base/memory.h"
#include "base/number.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A task, as --step has it. */
struct task {
	struct cmd *cmd;
	const struct merge_tasks *how;
	enum sp_merge_step step;
	uint64_t number;
	char *path;               /* of its output, in the folder */
};

static enum sp_status
tasks_parse(struct task *task)
{
	const char *text = task->how->step, *colon = strchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : strlen(text);
	const struct sp_merge_step_kind *kind;

	for (unsigned i = 0; i < SP_MERGE_STEPS; i++) {
		kind = &sp_merge_steps[i];
		if (strlen(kind->name) != length ||
		    memcmp(kind->name, text, length))
			continue;
		task->step = i;
		if (kind->per == SP_MERGE_ONE && !colon)
			return SP_OK;
		if (kind->per != SP_MERGE_ONE && colon &&
		    sp_parse_uint(colon + 1, strlen(colon + 1),
				  &task->number))
			return SP_OK;
		break;
	}
	return sp_fail(&task->cmd->err, SP_USAGE, "option --step: \"%s\" is "
		       "not a task: plan, number:K, mark:K, redirects, "
		       "stay:K, translate:K or rows:K, where K is its number, "
		       "from 0", text);
}

/* Only the plan gets the shares, only the last step has a file of its own. */
static enum sp_status
tasks_check(const struct task *task)
{
	bool plan = task->step == SP_STEP_PLAN;
	bool rows = task->step == SP_STEP_ROWS;
	const struct merge_tasks *how = task->how;
	struct cmd *cmd = task->cmd;

	if (!plan && cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "%s: only the step plan "
			       "has operands", cmd->operands[0]);
	if (plan && !cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "give the files that "
			       "tasks have made with --for-merge");
	if (cmd->operand_count > SP_MERGE_SHARES)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: at "
			       "most %d files can be merged", SP_MERGE_SHARES);
	if (plan != (how->choice.ranges > 0))
		return sp_fail(&cmd->err, SP_USAGE, plan ?
			       "the step plan needs --parts" :
			       "option --parts: only with the step plan");
	if (!plan && (how->choice.domains || how->choice.indegree > 1))
		return sp_fail(&cmd->err, SP_USAGE, "option --%s: only with "
			       "the step plan", how->choice.domains ?
			       "domain" : "min-indegree");
	if (rows != (cmd->output != NULL))
		return sp_fail(&cmd->err, SP_USAGE, rows ?
			       "the step rows needs -o, the file of its part" :
			       "option -o: only with the step rows");
	return SP_OK;
}

/* Is the file at this path, which may be NULL, in the folder of the merge? */
static bool
tasks_is_inside(const struct task *task, const char *path)
{
	struct target target;
	struct stat folder, work;
	char *text = NULL;
	bool inside;

	/* What cannot be found is reported when it is opened. */
	if (!path || target_find(&target, path))
		return false;
	if (target.path)
		text = target_folder(target.path);
	inside = text && !stat(text, &folder) &&
		 !stat(task->how->work, &work) &&
		 folder.st_dev == work.st_dev && folder.st_ino == work.st_ino;
	free(text);
	target_free(&target);
	return inside;
}

/* What other tasks have left there is read, under names that are fixed. */
static enum sp_status
tasks_check_files(const struct task *task)
{
	struct cmd *cmd = task->cmd;
	const bool stats = tasks_is_inside(task, cmd->stats);

	if (!stats && !tasks_is_inside(task, cmd->output))
		return SP_OK;
	return sp_fail(&cmd->err, SP_USAGE, "option --%s: %s is in the folder "
		       "of --work, which is for the files that tasks leave for "
		       "each other", stats ? "stats" : "output",
		       stats ? cmd->stats : cmd->output);
}

/* Each share is a file that stays open. */
static void
tasks_allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* The output of a task: -o, or the piece in the folder. */
static struct cmd_output *
tasks_open(struct task *task)
{
	struct cmd *cmd = task->cmd;

	if (cmd->output)
		return cmd_output_open(cmd, cmd->output, true);
	task->path = sp_work_path(task->how->work, task->step, task->number);
	if (!task->path) {
		(void)sp_no_memory(&cmd->err, "a path");
		return NULL;
	}
	return cmd_output_open(cmd, task->path, true);
}

/* ---- the plan --------------------------------------------------------- */

/* The steps that follow, for whatever runs them. */
static enum sp_status
tasks_print(const struct task *task, const struct sp_work *work)
{
	struct cmd *cmd = task->cmd;
	struct cmd_output *output = cmd_output_open(cmd, NULL, false);
	enum sp_status status = output ? SP_OK : cmd->err.status;
	char line[64];

	for (unsigned i = SP_STEP_NUMBER; !status && i < SP_MERGE_STEPS; i++) {
		uint64_t tasks = sp_work_tasks(work, i);
		int length = snprintf(line, sizeof(line), "%s %" PRIu64 "\n",
				      sp_merge_steps[i].name, tasks);

		if (tasks)
			status = cmd_output_text(output, line, (size_t)length,
						 &cmd->err);
	}
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

static enum sp_status
tasks_make_plan(struct task *task)
{
	struct cmd *cmd = task->cmd;
	struct cmd_output *output = tasks_open(task);
	struct progress progress;
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	progress_begin(&progress, cmd, "file");
	status = sp_work_plan(cmd->operands, (uint64_t)cmd->operand_count,
			      &task->how->choice, cmd_output_writer(output),
			      &progress.teller, &cmd->err);
	progress_end(&progress);
	if (!status)
		status = cmd_output_sign(output);
	cmd_output_free(output);
	return status;
}

static enum sp_status
tasks_tell_largest(struct cmd *cmd, const struct sp_work *work)
{
	uint64_t names, memory;
	enum sp_status status = sp_work_largest(work, &names, &memory,
						&cmd->err);

	if (!status) {
		cmd_count(cmd, "range_names", names);
		cmd_count(cmd, "range_memory_bytes", memory);
	}
	return status;
}

/* A plan that is there must be the one that would be made. */
static enum sp_status
tasks_plan(struct task *task)
{
	struct cmd *cmd = task->cmd;
	char *path = sp_work_path(task->how->work, SP_STEP_PLAN, 0);
	struct sp_work *work = NULL;
	bool there, is = true;
	enum sp_status status = path ? SP_OK :
				       sp_no_memory(&cmd->err, "a path");

	there = path && !access(path, F_OK);
	free(path);
	if (!status && !there)
		status = tasks_make_plan(task);
	if (!status)
		status = sp_work_open(task->how->work, cmd->threads, &work,
				      &cmd->err);
	if (!status && there)
		status = sp_work_is_of(work, cmd->operands,
				       (uint64_t)cmd->operand_count,
				       &task->how->choice, &is, &cmd->err);
	if (!status && !is)
		status = sp_fail(&cmd->err, SP_DATA, "%s: the folder of "
				 "another merge (remove it)", task->how->work);
	if (!status)
		status = tasks_tell_largest(cmd, work);
	if (!status)
		status = tasks_print(task, work);
	sp_work_free(work);
	return status;
}

/* ---- tasks ------------------------------------------------------------ */

static enum sp_status
tasks_run(struct task *task, struct sp_work *work)
{
	struct cmd *cmd = task->cmd;
	struct cmd_output *output = tasks_open(task);
	const struct sp_merge_choice *choice = sp_work_choice(work);
	struct sp_merge_done done = { 0 };
	struct progress progress;
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	progress_begin(&progress, cmd, "page");
	status = sp_work_run(work, task->step, task->number,
			     cmd_output_writer(output), &progress.teller,
			     &done, &cmd->err);
	progress_end(&progress);
	/* Of the plan, and so not among the options of this task. */
	if (choice->domains)
		cmd_result(cmd, "domain");
	if (choice->indegree > 1)
		cmd_result(cmd, "min-indegree %" PRIu64, choice->indegree);
	if (!status)
		status = cmd_output_sign(output);
	cmd_output_free(output);
	cmd_count(cmd, "pages", done.pages);
	cmd_count(cmd, "links", done.links);
	cmd_count(cmd, "hosts", done.hosts);
	cmd_count(cmd, "duplicates", done.duplicates);
	cmd_count(cmd, "dropped", done.dropped);
	cmd_count(cmd, "refetched", done.refetched);
	cmd_count(cmd, "left_out", done.left_out);
	return status;
}

/* A task after the plan. */
static enum sp_status
tasks_go_on(struct task *task)
{
	struct cmd *cmd = task->cmd;
	struct sp_work *work;
	bool has = false;
	uint64_t count;
	char **shares;
	enum sp_status status = sp_work_open(task->how->work, cmd->threads,
					     &work, &cmd->err);

	if (!status) {
		shares = sp_work_shares(work, &count);
		status = cmd_check_inputs(cmd, shares, (int)count);
	}
	if (!status)
		status = sp_work_has(work, task->step, task->number,
				     cmd->output, &has, &cmd->err);
	if (!status && has)
		cmd_say(cmd, "nothing to do: what the task makes is there");
	else if (!status)
		status = tasks_run(task, work);
	sp_work_free(work);
	return status;
}

enum sp_status
merge_run_task(struct cmd *cmd, const struct merge_tasks *tasks)
{
	struct task task = { .cmd = cmd, .how = tasks };
	enum sp_status status = tasks_parse(&task);

	if (!status)
		status = tasks_check(&task);
	if (!status)
		status = tasks_check_files(&task);
	if (status)
		return status;
	tasks_allow_files();
	status = task.step == SP_STEP_PLAN ? tasks_plan(&task) :
					     tasks_go_on(&task);
	free(task.path);
	return status;
}
