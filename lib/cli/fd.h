/* SPDX-License-Identifier: MIT */
/*
 * fd.h - calls on file descriptors, repeated when a signal interrupts them.
 *
 * All return as the system calls do: below 0 after a failure, with errno.
 */
#ifndef SP_CLI_FD_H
#define SP_CLI_FD_H

#include <stddef.h>
#include <sys/types.h>

/* open(); closed when the program starts another, mode 0666 less the mask. */
int fd_open(const char *path, int flags);

/* read(), which may return less than size. */
ssize_t fd_read(int fd, void *buffer, size_t size);

/* All of the size bytes, or a failure. */
int fd_write_all(int fd, const void *bytes, size_t size);

/* fsync(); a file that cannot be synced, as a pipe, is no failure. */
int fd_sync(int fd);

int fd_close(int fd);

#endif
