/* SPDX-License-Identifier: MIT */
/*
 * command_private.h - what a run of a filter changes.  Only files of lib/cli
 * include it: a filter reports and asks through their functions.
 */
#ifndef SP_CLI_COMMAND_PRIVATE_H
#define SP_CLI_COMMAND_PRIVATE_H

#include "cli/command.h"

struct cmd_run {
	bool finished;         /* --help or such was all */
	bool begun;            /* cmd_begin() found nothing wrong */
	bool standard_read;    /* standard input is an input */
	bool unread_reported;  /* by cmd_warn_unread() */
	bool memory_given;     /* the limit is that of --memory-limit */
	uint64_t memory;       /* of the machine or its control group, bytes */
	struct sp_line results;   /* of cmd_result() */
	struct sp_line counts;    /* statistics as JSON members */
	struct sp_line shown; /* the same for -v: "pages 1,000, links ..." */
	double started;
	struct cmd_ending *ending; /* for the handler that runs at exit */
	struct progress *progress; /* that may be on the terminal */
	struct progress phase; /* of progress_phase() */
};

/*
 * Sets the limit of memory, then starts the threads: as many as -T says, or one
 * a processor, if their stacks fit and the system gives them.  SP_USAGE if the
 * limit is refused; SP_MEMORY.
 */
enum sp_status cmd_start_process(struct cmd *cmd);

/* From here on the end of the program is that of the filter. */
void cmd_end_process(const struct cmd *cmd);

#endif
