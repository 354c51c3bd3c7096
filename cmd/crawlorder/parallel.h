/* SPDX-License-Identifier: MIT */
/*
 * parallel.h - the processes of --procs: which pages each owns, and what
 * orders by several processes are called.
 */
#ifndef CMD_CRAWLORDER_PARALLEL_H
#define CMD_CRAWLORDER_PARALLEL_H

#include "input.h"

#include "crawl/parallel.h"

enum crawl_partition {
	PARTITION_SITE, PARTITION_URL, PARTITION_RANGE, PARTITION_TLD
};

/* From the command line. */
struct crawl_parallel_options {
	unsigned processes;        /* 0: one crawler */
	enum crawl_partition partition; /* unless there is a file */
	const char *file;          /* --partition-file, or NULL */
	enum sp_parallel_mode mode;
	uint64_t batch;
	const char *replicate;     /* a list of pages, or NULL */
};

/* Are pages given to several processes by this rule? */
static inline bool
crawl_parallel_uses(const struct crawl_parallel_options *options,
		    enum crawl_partition partition)
{
	return options->processes && !options->file &&
	       options->partition == partition;
}

/* Zero it before use. */
struct crawl_parallel {
	struct sp_parallel how;

	/* Private: what that points to. */
	uint16_t *owner;
	uint32_t *replicated;
};

/* Appends text to the name of a plan.  SP_USAGE if that gets too long. */
enum sp_status crawl_name_add(struct sp_plan *plan, const char *text,
			      struct sp_error *err);

/*
 * Appends to the name of a plan how it is run: "bfs/64:exchange:batch=10", or
 * "bfs/at-once=8".  SP_USAGE if it gets too long for a name.
 */
enum sp_status crawl_parallel_name(struct sp_plan *plan,
				   const struct crawl_parallel_options *options,
				   uint64_t at_once, struct sp_error *err);

/*
 * Finds the owner of each page, and reads the list of replicated pages, which
 * join the seeds that orders record.  A failure is in cmd->err; free it in any
 * case.
 */
enum sp_status
crawl_parallel_load(struct cmd *cmd,
		    const struct crawl_parallel_options *options,
		    struct crawl_input *input, struct crawl_parallel *parallel);
void crawl_parallel_free(struct crawl_parallel *parallel);

#endif
