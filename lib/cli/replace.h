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

#include <stdbool.h>

/* Start with REPLACEMENT_NONE.  It must not be moved while it is open. */
struct replacement {
	int fd;          /* write here; -1: not open */
	char *path;      /* of the file to be replaced */
	char *folder;    /* in which it is */
	char *temporary; /* of the new one until then; NULL or "": no name */
	char *aside;     /* where the old one is; NULL or "": in its place */
	bool placed;     /* the new one is in place, but may still be undone */
	bool watched;    /* in the list of what a signal undoes, ... */
	struct replacement *next; /* ... before this one */
	const char *hint; /* what to do about a failure to open, or NULL */
};

#define REPLACEMENT_NONE \
	{ -1, NULL, NULL, NULL, NULL, false, false, NULL, NULL }

/*
 * Opens what will replace the file, of kind TARGET_FILE or TARGET_NEW.  Fails
 * like the ">" of a shell (EACCES) if the old file may not be written, and if
 * nothing may be created in its folder.
 */
int replacement_open(struct replacement *new, const struct target *target);

/*
 * Gives the new file its temporary name now, for other processes that write to
 * it.  They are done before a commit.
 */
int replacement_name(struct replacement *new);

/* Closes the new file and moves it into the place of the old one. */
int replacement_commit(struct replacement *new);

/*
 * The steps of a commit, for several files that belong together.  Each step is
 * done for all of them before the next one begins, so that there is no moment
 * in which a reader finds all of the files, but some old and some new.
 *
 *	replacement_prepare    the new file is complete, on disk and closed
 *	replacement_set_aside  the old one, if any, gets a temporary name
 *	replacement_place      the new one gets its own name
 *	replacement_keep       the old one is deleted, if that is possible; from
 *	                       here on, nothing is undone
 *
 * Signals must be held (base/signals.h) from the first replacement_keep() to
 * the last.
 *
 * Where files can be without a name, a program that is killed by SIGKILL leaves
 * nothing, except between the first step and the last: new files as
 * PATH.NUMBER.NUMBER, and old ones as PATH.old.XXXXXX, where the end of a long
 * PATH is missing.  Elsewhere the new file is PATH.XXXXXX all the time.  Every
 * other signal that ends the program undoes all steps first.
 */
int replacement_prepare(struct replacement *new);
int replacement_set_aside(struct replacement *new);
int replacement_place(struct replacement *new);
int replacement_keep(struct replacement *new);

/*
 * Brings the new name to the disk, after the file is kept.  Where folders
 * cannot be synced, that is no failure.  After a failure, the new file is in
 * place, but a crash of the machine may undo that.
 */
int replacement_sync(const struct replacement *new);

/*
 * Frees it; if the new file was not committed or kept, deletes it and keeps the
 * old one, or puts it back.  Fails if that is not possible: then the old file
 * still has its temporary name.
 */
int replacement_free(struct replacement *new);

/*
 * In other processes that write to the new file, which has the name temporary:
 * a signal that ends one of them removes it.  For such a replacement there are
 * only replacement_free(), which removes it, too, and replacement_unguard(),
 * which forgets it.
 */
int replacement_guard(struct replacement *new, const char *temporary);
void replacement_unguard(struct replacement *new);

/*
 * For the end of a program in the middle of its work: does for all replacements
 * what replacement_free() would do on disk.
 */
void replacement_undo_all(void);

#endif
