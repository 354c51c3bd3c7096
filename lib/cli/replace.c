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

/* The folder of a path, for a temporary file beside it. */
static char *
folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) : 1;
	char *folder = sp_alloc(length + 2, 1);

	if (!folder)
		return NULL;
	memcpy(folder, slash ? path : ".", length);
	folder[length] = '\0';
	if (!length)
		strcpy(folder, "/");
	return folder;
}

/*
 * A file without a name, where the file system has such: when the program is
 * killed, nothing is left of it.
 */
static int
open_nameless(const char *folder)
{
#ifdef O_TMPFILE
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

int
replacement_open(struct replacement *new, const char *path)
{
	size_t size;
	char *folder;

	new->path = realpath(path, NULL);
	/* A new file, or a link to nowhere: the link itself is replaced. */
	if (!new->path && errno == ENOENT)
		new->path = strdup(path);
	if (!new->path)
		return -1;
	size = strlen(new->path) + NAME_ROOM;
	folder = folder_of(new->path);
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
	char *folder = folder_of(path);
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
replacement_commit(struct replacement *new)
{
	int fd = new->fd;

	if (fd_sync(fd) || name_file(new))
		return -1;
	/* A late write may fail only when the file is closed. */
	new->fd = -1;
	if (fd_close(fd) || rename(new->temporary, new->path))
		return -1;
	sync_folder(new->path);
	new->temporary[0] = '\0';
	return 0;
}

void
replacement_free(struct replacement *new)
{
	if (new->fd >= 0)
		(void)fd_close(new->fd);
	if (new->temporary && new->temporary[0])
		unlink(new->temporary);
	free(new->temporary);
	free(new->path);
	*new = (struct replacement)REPLACEMENT_NONE;
}
