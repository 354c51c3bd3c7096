/* SPDX-License-Identifier: MIT */
#include "cli/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
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

/*
 * After a failed call: is it to be repeated?  If somebody set the pipe to not
 * wait (O_NONBLOCK), this waits.
 */
static bool
fd_again(int fd, short events)
{
	struct pollfd polled = { fd, events, 0 };

	if (errno == EINTR)
		return true;
	if (errno != EAGAIN)
		return false;
	return poll(&polled, 1, -1) >= 0 || errno == EINTR;
}

ssize_t
fd_read(int fd, void *buffer, size_t size)
{
	ssize_t count;

	do
		count = read(fd, buffer, size);
	while (count < 0 && fd_again(fd, POLLIN));
	return count;
}

int
fd_write_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	/* A short write is no failure; if the disk is full, the next is. */
	while (size) {
		ssize_t count = write(fd, at, size);

		if (count < 0 && fd_again(fd, POLLOUT))
			continue;
		if (count <= 0)
			return -1;
		at += count;
		size -= (size_t)count;
	}
	return 0;
}

void
fd_write_back(int fd)
{
#ifdef SYNC_FILE_RANGE_WRITE
	(void)sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
	(void)fd;
#endif
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
