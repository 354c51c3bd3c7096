/* SPDX-License-Identifier: MIT */
/*
 * parts.h - a graph that is written in parts (stream/section/part.h): for -o
 * FILE the files FILE.000, FILE.001 ... and FILE, their manifest
 * (stream/section/manifest.h).
 *
 * Parts are written one after the other, and closed when CMD_PARTS_OPEN of them
 * are complete; all of them are complete and on disk before the first is put in
 * place, and the manifest is put in place last.
 *
 *	parts = cmd_parts_new(cmd, count);
 *	... for each part: cmd_parts_open(), sections, cmd_parts_close()
 *	cmd_parts_commit(parts)
 *	cmd_parts_free(parts);
 *
 * Where rows of the whole graph come one after the other, graph_output.h does
 * that.
 */
#ifndef SP_CLI_PARTS_H
#define SP_CLI_PARTS_H

#include "cli/output.h"

#include "stream/section/manifest.h"

/*
 * Files that are made at once, at most: all have a temporary name until the
 * end.
 */
#define CMD_PARTS_MAX 4096

/* Files that are brought to the disk together. */
#define CMD_PARTS_OPEN 32

/* The option that asks for parts. */
#define CMD_PARTS_ROW(variable, ...) \
	OPTION("parts", "N", variable, .least = 1, .most = CMD_PARTS_MAX, \
	       .local = true, \
	       .help = "write N parts, FILE.000 ..., and a manifest", \
	       __VA_ARGS__)

struct cmd_parts;

/*
 * Looks whether the files of -o can be made, and opens the manifest.  Returns
 * NULL on failure, with the reason in cmd->err: SP_USAGE without -o, or where
 * it is not a regular file, if a file is an input as well, and if a part of a
 * graph in more parts would stay beside these; SP_IO; SP_MEMORY.
 */
struct cmd_parts *cmd_parts_new(struct cmd *cmd, uint64_t count);

/* Opens the file of the next part and writes the section that says which. */
enum sp_status cmd_parts_open(struct cmd_parts *parts,
			      const struct sp_part *part,
			      struct sp_writer **writer);

/*
 * After the sections of the part, whose graph has this basis: appends the line
 * of provenance, and completes the file, which is not yet in place.
 */
enum sp_status cmd_parts_close(struct cmd_parts *parts,
			       const struct sp_basis *basis);

/* Writes the manifest, and puts all files in place. */
enum sp_status cmd_parts_commit(struct cmd_parts *parts);

/* Without a commit, no file changes.  Accepts NULL. */
void cmd_parts_free(struct cmd_parts *parts);

/*
 * A name in the open section of names of a part: that of the page, or an empty
 * one for a page of another part.
 */
enum sp_status cmd_parts_name(struct sp_section *section,
			      const struct sp_part *part, uint64_t page,
			      const char *name, size_t length,
			      struct sp_error *err);

#endif
