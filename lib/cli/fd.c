/* SPDX-License-Identifier: MIT */
#include "cli/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int
fd_open(const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC, 0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

ssize_t
fd_read(int fd, void *buffer, size_t size)
{
	ssize_t count;

	do
		count = read(fd, buffer, size);
	while (count < 0 && errno == EINTR);
	return count;
}

int
fd_write_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	/* A short write is no failure; if the disk is full, the next is. */
	while (size) {
		ssize_t count = write(fd, at, size);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return -1;
		at += count;
		size -= (size_t)count;
	}
	return 0;
}

int
fd_sync(int fd)
{
	int result;

	do
		result = fsync(fd);
	while (result && errno == EINTR);
	return result && errno != EINVAL ? -1 : 0;
}

/* Linux has closed the file even if the call was interrupted. */
int
fd_close(int fd)
{
	return close(fd) && errno != EINTR ? -1 : 0;
}
