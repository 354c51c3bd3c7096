/* SPDX-License-Identifier: MIT */
/* evolve.h - graphgen --evolve: a later crawl of a stored web. */
#ifndef CMD_GRAPHGEN_EVOLVE_H
#define CMD_GRAPHGEN_EVOLVE_H

#include "cli/output.h"

#include "graph/generate/evolve.h"

/*
 * Reads the stream at cmd->operands[0], "-" for standard input or if there is
 * none, and writes the web that it becomes, with names unless no_names is set.
 */
enum sp_status graphgen_evolve(struct cmd *cmd,
			       const struct sp_evolve_options *options,
			       bool no_names);

#endif
