/* SPDX-License-Identifier: MIT */
/*
 * cc_paths.h - the files of a Common Crawl graph, and the lists in which their
 * names are published.  Private to lib/formats/import, except for graphimport.
 */
#ifndef SP_FORMATS_IMPORT_CC_PATHS_H
#define SP_FORMATS_IMPORT_CC_PATHS_H

#include "base/status.h"

#include <stdbool.h>

/* A zeroed struct is an empty list. */
struct sp_cc_paths {
	char **items;
	uint64_t count, capacity;
};

/* Returns whether the file is a list: its name ends in .paths or .paths.gz. */
bool sp_cc_is_list(const char *path);

/*
 * Appends the given files, and the files that the lists among them name, one a
 * line; empty lines are skipped.  A path in a list that does not begin with a
 * slash is looked for in the folder of the list, in the folders above, and,
 * leaving out its first folders one by one, in that of the list again.  what
 * names the files in messages: "edges".
 *
 * Returns SP_USAGE if count is 0; SP_DATA for a list without files, and for a
 * path of more than 4,096 bytes; SP_IO for a file that is not there ("LIST:
 * line N: ..."); SP_MEMORY.  The caller frees *paths, even after a failure.
 */
enum sp_status sp_cc_paths_list(struct sp_cc_paths *paths,
				const char *const *given, size_t count,
				const char *what, struct sp_error *err);

void sp_cc_paths_free(struct sp_cc_paths *paths);

#endif
