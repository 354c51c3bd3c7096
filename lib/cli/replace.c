/* SPDX-License-Identifier: MIT */
#include "cli/replace.h"

#include "cli/fd.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_ROOM 16 /* bytes after the path in a temporary name */

/*
 * A file without a name, where the file system has such: when the program is
 * killed, nothing is left of it.  Without /proc, as in a plain chroot, it could
 * not get a name later.
 */
static int
open_nameless(const char *folder)
{
#ifdef O_TMPFILE
	if (access("/proc/self/fd", X_OK))
		return -1;
	return fd_open(folder, O_TMPFILE | O_WRONLY);
#else
	(void)folder;
	return -1;
#endif
}

/* mkstemp() denies access to all others; the file is to follow the mask. */
static int
open_named(char *temporary)
{
	int fd = mkstemp(temporary);
	mode_t mask;

	if (fd < 0) {
		temporary[0] = '\0';
		return -1;
	}
	/* The mask cannot be read without being set. */
	mask = umask(0);
	umask(mask);
	/* After a failure, replacement_free() removes the file. */
	if (!fchmod(fd, 0666 & ~mask))
		return fd;
	fd_close(fd);
	return -1;
}

/* Opens the new file beside the old one, under its temporary name if any. */
static int
open_beside(struct replacement *new)
{
	size_t size = strlen(new->path) + NAME_ROOM;
	char *folder = target_folder(new->path);

	new->temporary = sp_alloc_zero(size, 1);
	if (!folder || !new->temporary) {
		free(folder);
		errno = ENOMEM;
		return -1;
	}
	new->fd = open_nameless(folder);
	free(folder);
	if (new->fd >= 0)
		return 0;
	snprintf(new->temporary, size, "%s.XXXXXX", new->path);
	new->fd = open_named(new->temporary);
	return new->fd < 0 ? -1 : 0;
}

/*
 * Only the superuser may give a file away, but everyone may give it to a group
 * of their own.  A group that could not be kept must not leave its rights to
 * another: the new group gets those of everybody else.
 */
static int
keep_rights(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & 0777;
	struct stat info;

	if (fstat(fd, &info))
		return -1;
	if ((info.st_uid != old->st_uid || info.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) &&
	    fchown(fd, (uid_t)-1, old->st_gid))
		mode = (mode & ~(mode_t)070) | (mode & 070 & mode << 3);
	return fchmod(fd, mode);
}

int
replacement_open(struct replacement *new, const struct target *target)
{
	bool exists = target->kind == TARGET_FILE;

	*new = (struct replacement)REPLACEMENT_NONE;
	new->path = strdup(target->path);
	if (!new->path)
		return -1;
	if (exists &&
	    faccessat(AT_FDCWD, new->path, W_OK, AT_EACCESS)) {
		new->hint = "the file is read-only";
		return -1;
	}
	if (open_beside(new)) {
		new->hint = "a file is replaced as a whole, so its folder "
			    "must be writable";
		return -1;
	}
	return exists ? keep_rights(new->fd, &target->info) : 0;
}

/*
 * Gives a nameless file its temporary name: linkat() does not replace a file,
 * only rename() does.  The path in /proc is the way to link a descriptor that
 * needs no privilege.
 */
static int
name_file(struct replacement *new)
{
	size_t size = strlen(new->path) + NAME_ROOM;
	char self[64];

	if (new->temporary[0])
		return 0;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", new->fd);
	for (unsigned try = 0; try < 1000; try++) {
		snprintf(new->temporary, size, "%s.%ld.%u", new->path,
			 (long)getpid() % 1000000, try);
		if (!linkat(AT_FDCWD, self, AT_FDCWD, new->temporary,
			    AT_SYMLINK_FOLLOW))
			return 0;
		if (errno != EEXIST)
			break;
	}
	new->temporary[0] = '\0';
	return -1;
}

/*
 * Brings the new name to the disk.  Not every file system can sync a folder,
 * and the file itself is safe by now, so no failure here is one.
 */
static void
sync_folder(const char *path)
{
	char *folder = target_folder(path);
	int fd = folder ? fd_open(folder, O_RDONLY) : -1;

	if (fd >= 0) {
		(void)fd_sync(fd);
		(void)fd_close(fd);
	}
	free(folder);
}

/*
 * All that can fail comes before rename(), the one step that is final.  The
 * contents are synced first: after a crash of the machine, the name must not
 * lead to a file that is incomplete.
 */
int
replacement_prepare(struct replacement *new)
{
	int fd = new->fd;

	if (fd_sync(fd) || name_file(new))
		return -1;
	/* A late write may fail only when the file is closed. */
	new->fd = -1;
	return fd_close(fd);
}

/* A new file holds the name until the old one takes its place. */
int
replacement_set_aside(struct replacement *new)
{
	size_t size = strlen(new->path) + NAME_ROOM;
	int fd, error;

	if (access(new->path, F_OK))
		return errno == ENOENT ? 0 : -1;
	new->aside = sp_alloc(size, 1);
	if (!new->aside) {
		errno = ENOMEM;
		return -1;
	}
	snprintf(new->aside, size, "%s.old.XXXXXX", new->path);
	fd = mkstemp(new->aside);
	if (fd >= 0) {
		(void)fd_close(fd);
		if (!rename(new->path, new->aside))
			return 0;
		error = errno;
		unlink(new->aside);
		errno = error;
	}
	new->aside[0] = '\0';
	return -1;
}

int
replacement_place(struct replacement *new)
{
	if (rename(new->temporary, new->path))
		return -1;
	new->temporary[0] = '\0';
	new->placed = true;
	return 0;
}

void
replacement_keep(struct replacement *new)
{
	if (new->aside && new->aside[0]) {
		unlink(new->aside);
		new->aside[0] = '\0';
	}
	new->placed = false;
	sync_folder(new->path);
}

int
replacement_commit(struct replacement *new)
{
	if (replacement_prepare(new) || replacement_place(new))
		return -1;
	replacement_keep(new);
	return 0;
}

void
replacement_free(struct replacement *new)
{
	if (new->fd >= 0)
		(void)fd_close(new->fd);
	if (new->temporary && new->temporary[0])
		unlink(new->temporary);
	if (new->aside && new->aside[0])
		rename(new->aside, new->path);
	else if (new->placed)
		unlink(new->path);
	free(new->aside);
	free(new->temporary);
	free(new->path);
	*new = (struct replacement)REPLACEMENT_NONE;
}
