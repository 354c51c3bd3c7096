/* SPDX-License-Identifier: MIT */
/*
 * target.h - where the path of an output leads: to a file that is replaced as
 * a whole, to a device or a pipe, or to a descriptor that is open already.
 */
#ifndef SP_CLI_TARGET_H
#define SP_CLI_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

enum target_kind {
	TARGET_FILE,      /* a regular file */
	TARGET_NEW,       /* nothing yet: a file will be made */
	TARGET_PLACE,     /* a device, a pipe: written where it is */
	TARGET_DESCRIPTOR /* /dev/stdout, /dev/fd/N: written where it stands */
};

struct target {
	enum target_kind kind;
	int fd;           /* of a descriptor */
	char *path;       /* of a file, free of links; otherwise NULL */
	struct stat info; /* of what exists */
};

/*
 * Follows all links of the path, also those that lead to nothing yet: such a
 * path means the file that the last of them names, as in a shell.  "-" is the
 * descriptor of standard output.  Returns 0, or -1 with errno set; EISDIR for
 * a folder.  Call target_free() on success.
 */
int target_find(struct target *target, const char *path);

/*
 * Do both lead to one file?  Links and hard links are the same file; devices
 * and pipes, which nothing destroys, are not compared.
 */
bool target_same(const struct target *a, const struct target *b);

void target_free(struct target *target);

/*
 * What to do about a failure to find or to open one; NULL: the reason, which is
 * that of errno, says it all.
 */
const char *target_hint(int error);

/* Returns the folder of a path, to be freed; NULL if memory is short. */
char *target_folder(const char *path);

#endif
