/* SPDX-License-Identifier: MIT */
/*
 * tasks.h - a merge of shares as tasks (formats/merge/tasks.h).
 */
#ifndef GRAPHMERGE_TASKS_H
#define GRAPHMERGE_TASKS_H

#include "cli/command.h"
#include "formats/merge/tasks.h"

struct merge_tasks {
	const char *work;    /* the folder; NULL: not by tasks */
	const char *step;    /* "STEP" or "STEP:K" */
	struct sp_merge_choice choice; /* for the plan */
};

/*
 * Does one task, unless what it makes is there.  The plan prints the steps that
 * follow, each with the number of its tasks.  Failures are in cmd->err.
 */
enum sp_status merge_run_task(struct cmd *cmd,
			      const struct merge_tasks *tasks);

#endif
