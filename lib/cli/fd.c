/* SPDX-License-Identifier: MIT */
#include "cli/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/stat.h>
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
again(int fd, short events)
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
	while (count < 0 && again(fd, POLLIN));
	return count;
}

/* Linux alone has tee(); elsewhere the bytes of a pipe stay unknown. */
static ssize_t
peek_pipe(int fd, void *buffer, size_t size)
{
	ssize_t count = -1;
#ifdef __linux__
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
		return -1;
	count = tee(fd, ends[1], size, SPLICE_F_NONBLOCK);
	if (count > 0)
		count = fd_read(ends[0], buffer, size);
	(void)fd_close(ends[0]);
	(void)fd_close(ends[1]);
#endif
	return count;
}

size_t
fd_peek(int fd, void *buffer, size_t size)
{
	struct stat info;
	ssize_t count = -1;

	if (fstat(fd, &info))
		return 0;
	if (S_ISFIFO(info.st_mode))
		count = peek_pipe(fd, buffer, size);
	else if (S_ISREG(info.st_mode))
		count = pread(fd, buffer, size, lseek(fd, 0, SEEK_CUR));
	else if (S_ISSOCK(info.st_mode))
		count = recv(fd, buffer, size, MSG_PEEK | MSG_DONTWAIT);
	return count > 0 ? (size_t)count : 0;
}

int
fd_write_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	/* A short write is no failure; if the disk is full, the next is. */
	while (size) {
		ssize_t count = write(fd, at, size);

		if (count < 0 && again(fd, POLLOUT))
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
