/* SPDX-License-Identifier: MIT */
#include "cli/scratch.h"

#include "base/memory.h"

#include <stdlib.h>

#define LEAST_MEMORY ((uint64_t)1 << 20) /* with which a sort is of use */

const char *
cmd_scratch_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder && *folder ? folder : "/tmp";
}

uint64_t
cmd_scratch_memory(const struct cmd *cmd, unsigned parts)
{
	uint64_t limit = cmd->memory_limit;
	uint64_t share = (limit ? limit : sp_memory_default()) / parts;

	return share > LEAST_MEMORY ? share : LEAST_MEMORY;
}
