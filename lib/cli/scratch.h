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
 * A share of the memory that the filter may use, which is --memory-limit or
 * else that of sp_memory_default(): one part of parts (at least 1), at least
 * 1 MiB.  In bytes.
 */
uint64_t cmd_scratch_memory(const struct cmd *cmd, unsigned parts);

#endif
