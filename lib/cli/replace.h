/* SPDX-License-Identifier: MIT */
/*
 * replace.h - a file that is replaced as a whole: until it is complete and on
 * the disk, the old one stays in its place.
 *
 * Functions return 0, or -1 with errno (ENOMEM also if memory is short).
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

/* Closes the new file and puts it in the place of the old one. */
int replacement_commit(struct replacement *new);

/* Frees it; without a commit the new file is gone and the old one stays. */
void replacement_free(struct replacement *new);

#endif
