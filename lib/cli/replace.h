/* SPDX-License-Identifier: MIT */
/*
 * replace.h - replaces a file as a whole: the old file stays in place until
 * the new one is complete and on disk.
 *
 * The new file gets the permissions of the old one, and its owner and group as
 * far as the system permits; not its set-user-ID, set-group-ID and sticky
 * bits, which could give rights to new contents, nor its access control lists
 * and extended attributes.  Other hard links keep the old contents.  Without
 * an old file, the mask of the process decides.
 *
 * Functions return 0, or -1 with errno set (ENOMEM if memory is short).
 */
#ifndef SP_CLI_REPLACE_H
#define SP_CLI_REPLACE_H

#include "cli/target.h"

/* Start with REPLACEMENT_NONE. */
struct replacement {
	int fd;          /* write here; -1: not open */
	char *path;      /* of the file to be replaced */
	char *temporary; /* name of the new one until then; "": it has none */
	const char *hint; /* what to do about a failure to open, or NULL */
};

#define REPLACEMENT_NONE { -1, NULL, NULL, NULL }

/*
 * Opens what will replace the file, of kind TARGET_FILE or TARGET_NEW.  Fails
 * like the ">" of a shell (EACCES) if the old file may not be written, and if
 * nothing may be created in its folder.
 */
int replacement_open(struct replacement *new, const struct target *target);

/* Closes the new file and moves it into the place of the old one. */
int replacement_commit(struct replacement *new);

/* Frees it; without a commit, deletes the new file and keeps the old one. */
void replacement_free(struct replacement *new);

#endif
