/* SPDX-License-Identifier: MIT */
/*
 * Where a path leads, before it is opened for writing: to a descriptor that the
 * shell has opened (/dev/fd/3), to a device or pipe, to a file, or to a file
 * that will be made.  Links are followed by hand, because realpath() fails for
 * a file that is not there yet and knows no descriptors.
 */
#include "cli/target.h"

#include "base/memory.h"
#include "base/number.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as in Linux */

char *
target_folder(const char *path)
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

/* The folder, a slash, and a name in it. */
static char *
join_path(const char *folder, const char *name)
{
	size_t length = strlen(folder), size = strlen(name) + 1;
	char *path = sp_alloc(length + 1 + size, 1);

	if (!path)
		return NULL;
	memcpy(path, folder, length);
	path[length] = '/';
	memcpy(path + length + 1, name, size);
	return path;
}

/* The descriptor that a path stands for, or -1. */
static int
descriptor_of(const char *path)
{
	static const char *const folders[] = {
		"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"
	};
	uint64_t number;

	for (int i = 0; i < 3; i++) {
		size_t length = strlen(folders[i]);
		const char *rest = path + length;

		if (!strncmp(path, folders[i], length) &&
		    sp_parse_uint(rest, strlen(rest), &number) &&
		    number <= INT_MAX)
			return (int)number;
	}
	return -1;
}

/* Where a link in the folder of path leads, to be freed. */
static char *
link_target(const char *path, const char *link)
{
	char *folder, *target;

	if (link[0] == '/')
		return strdup(link);
	folder = target_folder(path);
	target = folder ? join_path(folder, link) : NULL;
	free(folder);
	return target;
}

/*
 * Follows the links of path one by one, to the descriptor or the file that the
 * last one names, whether it exists or not.  NULL on failure.
 *
 * As many links as the system follows; more are a circle.
 */
static char *
follow_symlinks(const char *path, int *fd)
{
	char *at = strdup(path);
	char link[PATH_MAX];

	for (int i = 0; at && i < LINKS_MAX; i++) {
		char *next;
		ssize_t length;

		*fd = descriptor_of(at);
		if (*fd >= 0)
			return at;
		length = readlink(at, link, sizeof(link) - 1);
		if (length < 0 && errno != EIO && errno != ENOMEM)
			return at;
		if (length < 0) {
			free(at);
			return NULL;
		}
		link[length] = '\0';
		next = link_target(at, link);
		free(at);
		at = next;
	}
	errno = at ? ELOOP : ENOMEM;
	free(at);
	return NULL;
}

/*
 * A file to be made: its folder must be there.
 *
 * The folder must exist: its real path and the name identify the file before
 * there is one.
 */
static int
find_new(struct target *target, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	char *folder = target_folder(path), *real;

	if (!folder) {
		errno = ENOMEM;
		return -1;
	}
	real = realpath(folder, NULL);
	free(folder);
	if (!real)
		return -1;
	/* "" and "new/" name no file. */
	errno = slash ? EISDIR : ENOENT;
	if (*name) {
		target->path = join_path(real, name);
		errno = ENOMEM;
	}
	free(real);
	target->kind = TARGET_NEW;
	return target->path ? 0 : -1;
}

/* What a path leads to that is no descriptor. */
static int
find_file(struct target *target, const char *path, const char *end)
{
	if (stat(path, &target->info))
		return errno == ENOENT ? find_new(target, end) : -1;
	if (S_ISDIR(target->info.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	target->kind = TARGET_PLACE;
	if (!S_ISREG(target->info.st_mode))
		return 0;
	target->kind = TARGET_FILE;
	target->path = realpath(path, NULL);
	return target->path ? 0 : -1;
}

/* Errors are those of the system calls, for the message of the caller. */
int
target_find(struct target *target, const char *path)
{
	int fd = -1, result;
	char *end;

	*target = (struct target){ .fd = -1 };
	if (!strcmp(path, "-"))
		path = "/dev/fd/1";
	end = follow_symlinks(path, &fd);
	if (!end)
		return -1;
	if (fd >= 0) {
		target->kind = TARGET_DESCRIPTOR;
		target->fd = fd;
		result = fstat(fd, &target->info);
	} else {
		result = find_file(target, path, end);
	}
	free(end);
	return result;
}

/*
 * A descriptor's file is compared too: replacing it would destroy what goes
 * through the descriptor.  Two descriptors are the same only by their number,
 * since what is written through them is appended.
 */
bool
target_same(const struct target *a, const struct target *b)
{
	if (a->kind == TARGET_DESCRIPTOR && b->kind == TARGET_DESCRIPTOR)
		return a->fd == b->fd;
	if (a->kind == TARGET_NEW || b->kind == TARGET_NEW)
		return a->kind == b->kind && !strcmp(a->path, b->path);
	return S_ISREG(a->info.st_mode) && S_ISREG(b->info.st_mode) &&
	       a->info.st_dev == b->info.st_dev &&
	       a->info.st_ino == b->info.st_ino;
}

void
target_free(struct target *target)
{
	free(target->path);
	target->path = NULL;
}

const char *
target_hint(int error)
{
	switch (error) {
	case ENOENT:
		return "make its folder first";
	case EISDIR:
		return "give the name of a file in it";
	case ELOOP:
		return "the link leads to itself: remove it first";
	case EBADF:
		return "this descriptor is not open";
	default:
		return NULL;
	}
}
