/* SPDX-License-Identifier: MIT */
/*
 * disturb.c - a library that disturbs the system calls of a filter
 *
 *	DISTURB=short,eintr SEED=3 LD_PRELOAD=build/tests/disturb.so hits ...
 *	SIGNAL=15 SIGNAL_AT=7 LD_PRELOAD=build/tests/disturb.so hits ...
 *
 * DISTURB is a list of
 *
 *	tmpfile   the file system has no files without names (O_TMPFILE)
 *	short     one read or write in four transfers fewer bytes than it could
 *	eintr     one read or write in eight is interrupted before it begins
 *	eagain    one read or write in eight finds a descriptor that would wait
 *	folder=N  syncing a folder fails with error number N
 *	keep      old files that were set aside cannot be deleted
 *
 * which never hit standard error.  SEED chooses the calls.  SIGNAL is the
 * number of a signal that the process gets before the SIGNAL_AT-th call that
 * changes files, or the folders they are in.  COUNTS names a file to which a
 * line "CALLS DISTURBED" is appended when the process exits: the calls that
 * SIGNAL_AT counts, and how many were disturbed.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room);
int __open_2(const char *path, int flags);

static uint64_t seed, signal_at, calls, disturbed, draws;
static int signal_number, folder_error;
static bool no_tmpfile, is_short, interrupts, would_wait, no_keep;

static uint64_t
number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : 0;
}

static __attribute__((constructor)) void
begin(void)
{
	const char *words = getenv("DISTURB"), *folder;

	seed = number_of("SEED");
	signal_number = (int)number_of("SIGNAL");
	signal_at = number_of("SIGNAL_AT");
	if (!words)
		return;
	no_tmpfile = strstr(words, "tmpfile");
	is_short = strstr(words, "short");
	interrupts = strstr(words, "eintr");
	would_wait = strstr(words, "eagain");
	no_keep = strstr(words, "keep");
	folder = strstr(words, "folder=");
	if (folder)
		folder_error = (int)strtol(folder + 7, NULL, 10);
}

static __attribute__((destructor)) void
end(void)
{
	const char *path = getenv("COUNTS");
	FILE *file = path ? fopen(path, "a") : NULL;

	if (file) {
		fprintf(file, "%lu %lu\n", (unsigned long)calls,
			(unsigned long)disturbed);
		fclose(file);
	}
}

/* The function of the C library. */
#define REAL(name) ((__typeof__(&(name)))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* Before a call that changes something. */
static void
signal_here(void)
{
	uint64_t call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);

	if (signal_number && call == signal_at)
		kill(getpid(), signal_number);
}

static bool
disturbs(void)
{
	__atomic_add_fetch(&disturbed, 1, __ATOMIC_RELAXED);
	return true;
}

/* A number that the seed and the draws before decide. */
static uint64_t
draw(void)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15 +
		     __atomic_add_fetch(&draws, 1, __ATOMIC_RELAXED);

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* Does this read or write fail?  Sets errno. */
static bool
fails(int fd)
{
	uint64_t drawn;

	if (fd == STDERR_FILENO || (!interrupts && !would_wait))
		return false;
	drawn = draw();
	errno = interrupts && (drawn & 256 || !would_wait) ? EINTR : EAGAIN;
	return drawn % 8 == 0 && disturbs();
}

static size_t
shorten(int fd, size_t size)
{
	uint64_t drawn;

	if (fd == STDERR_FILENO || !is_short || size < 2)
		return size;
	drawn = draw();
	if (drawn % 4)
		return size;
	return disturbs() ? 1 + (size_t)(drawn >> 8) % (size - 1) : 0;
}

ssize_t
read(int fd, void *buffer, size_t size)
{
	return fails(fd) ? -1 : REAL(read)(fd, buffer, shorten(fd, size));
}

/* What a hardened build calls. */
ssize_t
__read_chk(int fd, void *buffer, size_t size, size_t room)
{
	if (size > room)
		abort();
	return read(fd, buffer, size);
}

ssize_t
write(int fd, const void *buffer, size_t size)
{
	signal_here();
	return fails(fd) ? -1 : REAL(write)(fd, buffer, shorten(fd, size));
}

static int
open_file(const char *path, int flags, mode_t mode)
{
	if (flags & (O_WRONLY | O_RDWR))
		signal_here();
	if (no_tmpfile && (flags & O_TMPFILE) == O_TMPFILE) {
		disturbs();
		errno = EOPNOTSUPP;
		return -1;
	}
	return REAL(open)(path, flags, mode);
}

int
open(const char *path, int flags, ...)
{
	va_list arguments;
	mode_t mode;

	va_start(arguments, flags);
	mode = va_arg(arguments, mode_t);
	va_end(arguments);
	return open_file(path, flags, mode);
}

int
__open_2(const char *path, int flags)
{
	return open_file(path, flags, 0);
}

int
close(int fd)
{
	signal_here();
	return REAL(close)(fd);
}

int
fsync(int fd)
{
	struct stat info;

	signal_here();
	if (folder_error && !fstat(fd, &info) && S_ISDIR(info.st_mode)) {
		disturbs();
		errno = folder_error;
		return -1;
	}
	return REAL(fsync)(fd);
}

int
fchmod(int fd, mode_t mode)
{
	signal_here();
	return REAL(fchmod)(fd, mode);
}

int
mkstemp(char *name)
{
	signal_here();
	return REAL(mkstemp)(name);
}

int
linkat(int from, const char *path, int to, const char *name, int flags)
{
	signal_here();
	return REAL(linkat)(from, path, to, name, flags);
}

int
rename(const char *from, const char *to)
{
	signal_here();
	return REAL(rename)(from, to);
}

int
unlink(const char *path)
{
	signal_here();
	if (no_keep && strstr(path, ".old.")) {
		disturbs();
		errno = EIO;
		return -1;
	}
	return REAL(unlink)(path);
}
