/* SPDX-License-Identifier: MIT */
/* like.h - graphgen --like: the options for a web like a stored one. */
#ifndef CMD_GRAPHGEN_LIKE_H
#define CMD_GRAPHGEN_LIKE_H

#include "cli/output.h"

/* Reads the stream at path, and writes the options as one line of text. */
enum sp_status graphgen_like(struct cmd *cmd, const char *path);

#endif
