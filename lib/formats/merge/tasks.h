/* SPDX-License-Identifier: MIT */
/*
 * tasks.h - a merge of shares as tasks, many at a time, on one host or many.
 *
 * The steps of merge.h, cut into tasks that share nothing but files.  A folder
 * has the plan of the merge and what the tasks leave for each other, its
 * pieces; the order of the steps is that of sp_merge_steps[]:
 *
 *	plan       one task: ranges of names with about the same number of
 *	           links, from samples of all shares
 *	number     for each range: merges its names, which numbers its pages;
 *	           of archives: keeps one fetch of each page
 *	mark       for each share: which pages the rows of kept fetches link to,
 *	           and where redirects lead
 *	redirects  one task: where redirects end
 *	stay       for each range: which pages stay
 *	translate  for each share: its rows, with the final numbers
 *	rows       for each range: merges the rows of a range of pages, and
 *	           writes this part of the graph
 *
 * mark, redirects and stay are for archives alone.  A step may begin when the
 * one before it is complete.  What is written is the same however often and in
 * whatever order the tasks of a step are run.
 *
 * A piece is a stream, and has the identity of its merge: a checksum of the
 * identities of all shares and of the plan.  A task that needs a piece that is
 * missing, cut short, damaged or of another merge fails, and says which.
 *
 * Memory of a task: number and rows, an index and up to 96 KiB for each share
 * (SP_TASK_FRAME), and 4 bytes for each page that a share has in the range; of
 * archives also 48 bytes for each page of it that was fetched.  mark and
 * translate: 4 bytes for each page of the share, 16 for each of them that
 * redirects.  redirects: 40 bytes for each page that redirects.  All: the
 * samples; rows: the hosts.
 */
#ifndef SP_FORMATS_MERGE_TASKS_H
#define SP_FORMATS_MERGE_TASKS_H

#include "base/progress.h"
#include "graph/names.h"
#include "stream/section/part.h"

#define SP_MERGE_RANGES 4096 /* at most */
#define SP_MERGE_SHARES 100000

/* What a step has a task for. */
enum sp_merge_per { SP_MERGE_ONE, SP_MERGE_RANGE, SP_MERGE_SHARE };

enum sp_merge_step {
	SP_STEP_PLAN, SP_STEP_NUMBER, SP_STEP_MARK, SP_STEP_REDIRECTS,
	SP_STEP_STAY, SP_STEP_TRANSLATE, SP_STEP_ROWS, SP_MERGE_STEPS
};

struct sp_merge_step_kind {
	const char *name;
	enum sp_merge_per per;
	bool archives;       /* for these alone */
};
extern const struct sp_merge_step_kind sp_merge_steps[SP_MERGE_STEPS];

/* What the plan decides for all tasks. */
struct sp_merge_choice {
	uint64_t ranges;     /* at most SP_MERGE_RANGES */
	bool domains;        /* find those of the hosts */
	/*
	 * Of archives: pages that were not fetched, and where no redirect ends,
	 * stay if at least this number of pages link to them.  At most
	 * SP_MERGE_INDEGREE; 1: all that are linked.
	 */
	uint64_t indegree;
};
#define SP_MERGE_INDEGREE 255

/* What a task has done, for messages. */
struct sp_merge_done {
	uint64_t pages, links, hosts, duplicates, dropped, refetched;
	uint64_t left_out;   /* pages to which too few link */
};

struct sp_work;

/* The path of a piece in the folder, to be freed; NULL if memory is short. */
char *sp_work_path(const char *folder, enum sp_merge_step step,
		   uint64_t number);

/*
 * Makes the plan of a merge of these shares, in any order, and writes it as a
 * stream without end.  SP_DATA, also if a share is missing, twice or of
 * another import; SP_USAGE if the choice does not go with the shares; SP_IO;
 * SP_MEMORY.
 */
enum sp_status sp_work_plan(char *const *shares, uint64_t count,
			    const struct sp_merge_choice *choice,
			    struct sp_writer *writer,
			    const struct sp_progress *progress,
			    struct sp_error *err);

/* Opens the folder of a merge, whose plan is there.  SP_DATA; SP_IO; ... */
enum sp_status sp_work_open(const char *folder, int threads,
			    struct sp_work **work, struct sp_error *err);
void sp_work_free(struct sp_work *work); /* accepts NULL */

/* The paths of its shares, as the plan has them; *count is how many. */
char **sp_work_shares(const struct sp_work *work, uint64_t *count);

const struct sp_merge_choice *sp_work_choice(const struct sp_work *work);

/* Is it a merge of exactly these shares, by this choice? */
enum sp_status sp_work_is_of(struct sp_work *work, char *const *shares,
			     uint64_t count,
			     const struct sp_merge_choice *choice, bool *is,
			     struct sp_error *err);

/* How many tasks the step has: 0 if it is not one of this merge. */
uint64_t sp_work_tasks(const struct sp_work *work, enum sp_merge_step step);

/*
 * What the largest task of SP_STEP_NUMBER has to do, as far as samples tell:
 * the names that shares have in its range, each counted once for each share,
 * and about the bytes of memory that it takes.  That is more than tasks of
 * other steps take, unless a share has more pages than a range has.
 */
enum sp_status sp_work_largest(const struct sp_work *work, uint64_t *names,
			       uint64_t *memory, struct sp_error *err);

/*
 * Is what the task makes there, complete? It is the piece in the folder, or of
 * SP_STEP_ROWS the part at path.  SP_DATA if something else is there; SP_IO;
 * SP_MEMORY.
 */
enum sp_status sp_work_has(struct sp_work *work, enum sp_merge_step step,
			   uint64_t number, const char *path, bool *has,
			   struct sp_error *err);

/*
 * Does the task, and writes what it makes as a stream without end. *done
 * begins with zero bytes.  SP_USAGE if there is no such task; SP_DATA; SP_IO;
 * SP_MEMORY.
 */
enum sp_status sp_work_run(struct sp_work *work, enum sp_merge_step step,
			   uint64_t number, struct sp_writer *writer,
			   const struct sp_progress *progress,
			   struct sp_merge_done *done, struct sp_error *err);

#endif
