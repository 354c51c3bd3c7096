/* SPDX-License-Identifier: MIT */
/*
 * replace.h - replaces a file as a whole: the old file stays in place until
 * the new one is complete and on disk.
 *
 * Functions return 0, or -1 with errno set (ENOMEM if memory is short).
 */
#ifndef SP_CLI_REPLACE_H
#define SP_CLI_REPLACE_H

/* Start with REPLACEMENT_NONE. */
struct replacement {
	int fd;          /* write here; -1: not open */
	char *path;      /* of the file to be replaced */
	char *temporary; /* name of the new one until then; "": it has none */
};

#define REPLACEMENT_NONE { -1, NULL, NULL }

/*
 * Opens what will replace path.  A symbolic link stays; the file it leads to
 * is replaced.
 */
int replacement_open(struct replacement *new, const char *path);

/* Closes the new file and moves it into the place of the old one. */
int replacement_commit(struct replacement *new);

/* Frees it; without a commit, deletes the new file and keeps the old one. */
void replacement_free(struct replacement *new);

#endif
