/* SPDX-License-Identifier: MIT */
/*
 * scratch.h - what a filter may use to sort more than its memory holds: how
 * much of the memory, and the folder for temporary files.
 */
#ifndef SP_CLI_SCRATCH_H
#define SP_CLI_SCRATCH_H

#include "cli/command.h"

/* The folder of temporary files: that of TMPDIR, by default "/tmp". */
const char *cmd_scratch_folder(void);

/*
 * The memory that a filter plans with, in bytes: --memory-limit or, if none
 * was given, half of the memory of the machine or the control group.
 */
uint64_t cmd_memory(const struct cmd *cmd);

/* Is there a --memory-limit, which the rest of the program obeys? */
bool cmd_memory_is_given(const struct cmd *cmd);

/*
 * A share of that memory, less what is in use if a limit was given: one part of
 * parts (at least 1), at least 1 MiB.  In bytes.
 */
uint64_t cmd_scratch_memory(const struct cmd *cmd, unsigned parts);

#endif
