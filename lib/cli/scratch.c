/* SPDX-License-Identifier: MIT */
#include "cli/scratch.h"

#include "cli/command_private.h"

#include "base/memory.h"

#include <stdlib.h>

/* For frames on their way, and blocks that are encoded. */
#define BUFFERS ((uint64_t)16 << 20)
#define BUFFERS_THREAD ((uint64_t)4 << 20)

#define SMALL_LIMIT ((uint64_t)256 << 20)
#define LEAST_MEMORY ((uint64_t)1 << 20) /* with which a sort is of use */

const char *
cmd_scratch_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder && *folder ? folder : "/tmp";
}

uint64_t
cmd_memory(const struct cmd *cmd)
{
	return cmd->run->memory_given ? cmd->memory_limit :
					cmd->run->memory / 2;
}

bool
cmd_memory_is_given(const struct cmd *cmd)
{
	return cmd->run->memory_given;
}

/*
 * With a limit that was given, what is left of it now counts, less what streams
 * and threads will need.  Without one, half of the machine's memory is planned
 * with.
 */
uint64_t
cmd_scratch_memory(const struct cmd *cmd, unsigned parts)
{
	uint64_t all = cmd_memory(cmd), share;
	uint64_t buffers = BUFFERS + BUFFERS_THREAD * (uint64_t)cmd->threads;

	/* Stacks and what is open take their part of a limit. */
	if (cmd->run->memory_given) {
		all = sp_memory_left();
		all = all > buffers ? all - buffers : 0;
		/* Where little is left, a graph needs most of it. */
		if (cmd->memory_limit < SMALL_LIMIT)
			all /= 2;
	}
	share = all / parts;
	return share > LEAST_MEMORY ? share : LEAST_MEMORY;
}
