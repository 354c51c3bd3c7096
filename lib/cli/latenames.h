/* SPDX-License-Identifier: MIT */
/*
 * latenames.h - names of few pages of a large file, looked up by its frame
 * index once it is known which pages these are, instead of loaded with all
 * others.
 *
 *	if (!cmd_late_names(&late, path))
 *		load.want |= SP_SECTION_NAMES;
 *	load, and choose pages
 *	if (late.path)
 *		status = cmd_look_up_names(cmd, &late, pages, count, &names);
 *
 * A stream from a pipe has no index, so its names are loaded as ever.
 */
#ifndef SP_CLI_LATENAMES_H
#define SP_CLI_LATENAMES_H

#include "cli/command.h"
#include "graph/names.h"

/* A file, and what it is known by, as another may take its place. */
struct cmd_late_names {
	const char *path;      /* NULL: names have to be loaded */
	uint64_t checksum, bytes;
};

/*
 * Can names be looked up in the stream at path?  Sets *late, and returns false
 * if they have to be loaded.
 */
bool cmd_late_names(struct cmd_late_names *late, const char *path);

/*
 * Appends the name of each of the pages, in their order, to the empty table; of
 * a page without one, an empty string; and nothing at all if the file has no
 * names.  Reads each frame once at most.  Every frame is verified.  SP_DATA,
 * also if the file has changed; SP_IO; SP_MEMORY.
 */
enum sp_status cmd_look_up_names(struct cmd *cmd,
				 const struct cmd_late_names *late,
				 const uint32_t *pages, uint64_t count,
				 struct sp_names *names);

#endif
