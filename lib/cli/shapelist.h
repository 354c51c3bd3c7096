/* SPDX-License-Identifier: MIT */
/*
 * shapelist.h - shapes that a user chooses by their patterns.
 *
 * A pattern is known by its text alone, which is given as the cell of a table
 * that crawlshape or graphdump printed, with the escapes of base/text.h.  One
 * that is no shape of the crawl is refused: nobody has looked at what it would
 * choose.
 */
#ifndef SP_CLI_SHAPELIST_H
#define SP_CLI_SHAPELIST_H

#include "cli/command.h"

#include "graph/shapes.h"

/*
 * Sets chosen[shape] for the shapes with these patterns, which may be NULL, and
 * for those of the list at path, which may be NULL: a pattern a line; empty
 * lines and those that begin with "#" are skipped, since no host begins with
 * one.  "-" is standard input.  SP_DATA for a pattern that is no shape, with
 * the nearest one of its host, or the nearest host; and for a list without any.
 */
enum sp_status cmd_choose_shapes(struct cmd *cmd,
				 const struct option_list *patterns,
				 const char *path,
				 const struct sp_shapes *shapes, bool *chosen);

/*
 * Fails with SP_DATA: no page has this host, and which is the nearest of those
 * that have shapes.
 */
enum sp_status cmd_no_shape_host(struct cmd *cmd, struct sp_span host,
				 const struct sp_shapes *shapes);

#endif
