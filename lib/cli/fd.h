/* SPDX-License-Identifier: MIT */
/*
 * fd.h - calls on file descriptors, repeated when a signal interrupts them, and
 * when a descriptor that does not wait (O_NONBLOCK) has no bytes or no room: it
 * is waited for.
 *
 * All return what the system calls do: below 0 on failure, with errno set.
 */
#ifndef SP_CLI_FD_H
#define SP_CLI_FD_H

#include <stddef.h>
#include <sys/types.h>

/* open() with close-on-exec and mode 0666 minus the umask. */
int fd_open(const char *path, int flags);

/* read(), which may return less than size. */
ssize_t fd_read(int fd, void *buffer, size_t size);

/* Writes all size bytes or fails. */
int fd_write_all(int fd, const void *bytes, size_t size);

/*
 * Lets the system begin to write what is in memory of the file, so that a sync
 * of several files need not wait for each.  Only advice.
 */
void fd_write_back(int fd);

/* fsync(), which succeeds for files that cannot be synced, such as pipes. */
int fd_sync(int fd);

int fd_close(int fd);

#endif
