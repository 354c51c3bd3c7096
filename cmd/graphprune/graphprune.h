/* SPDX-License-Identifier: MIT */
/*
 * graphprune.h - what graphprune makes besides pruned graphs, a file each.
 */
#ifndef CMD_GRAPHPRUNE_GRAPHPRUNE_H
#define CMD_GRAPHPRUNE_GRAPHPRUNE_H

#include "cli/input.h"

/*
 * Reads the graph of the main input and writes it with all links turned round,
 * and with what the stream knows of its pages (transpose.c).
 */
enum sp_status graphprune_transpose(struct cmd *cmd);

#endif
