/* SPDX-License-Identifier: MIT */
#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int __wrap_setrlimit(int resource, const struct rlimit *limit);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_close(int fd);
int __wrap_close(int fd);
ssize_t __real_read(int fd, void *buffer, size_t size);
ssize_t __wrap_read(int fd, void *buffer, size_t size);
ssize_t __real_write(int fd, const void *buffer, size_t size);
ssize_t __wrap_write(int fd, const void *buffer, size_t size);
off_t __real_lseek(int fd, off_t offset, int from);
off_t __wrap_lseek(int fd, off_t offset, int from);
int __real_stat(const char *path, struct stat *info);
int __wrap_stat(const char *path, struct stat *info);
int __real_fstat(int fd, struct stat *info);
int __wrap_fstat(int fd, struct stat *info);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_linkat(int from, const char *path, int to, const char *name,
		  int flags);
int __wrap_linkat(int from, const char *path, int to, const char *name,
		  int flags);
int __real_mkstemp(char *name);
int __wrap_mkstemp(char *name);

/*
 * Defined in this file, because the allocator reads it before AddressSanitizer
 * is ready: accesses to a variable that the compiler sees here in full are not
 * checked.
 */
struct failing failing;
static __thread bool spared;

/* ---- allocation ------------------------------------------------------- */

/* Addresses of the OpenMP library, which exits when it is out of memory. */
static uintptr_t omp_from, omp_to;

static int
find_omp(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	(void)context;
	if (!strstr(info->dlpi_name, "libgomp") &&
	    !strstr(info->dlpi_name, "libomp"))
		return 0;
	omp_from = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr +
				info->dlpi_phdr[i].p_memsz;

		if (info->dlpi_phdr[i].p_type == PT_LOAD && end > omp_to)
			omp_to = end;
	}
	return 1;
}

void
failing_prepare(void)
{
	dl_iterate_phdr(find_omp, NULL);
}

/* Is this the call to fail? */
static bool
is_next(void)
{
	uint64_t number;

	number = __atomic_add_fetch(failing.calls, 1, __ATOMIC_RELAXED);
	if (!failing.number ||
	    (failing.sticky ? number < failing.number :
			      number != failing.number))
		return false;
	return failing.what != WHAT_EINTR ||
	       (number - failing.number) % 2 == 0;
}

/* Is this the allocation to fail? */
static bool
fails(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	if (!failing.active || failing.what != WHAT_MEMORY || spared ||
	    (at >= omp_from && at < omp_to) || !is_next())
		return false;
	errno = ENOMEM;
	return true;
}

/*
 * The program defines these names of the C library, so that the calls of every
 * library end here.  They pass on to AddressSanitizer's allocator or glibc's.
 */
#ifdef __has_feature /* of clang */
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define REAL_ALLOCATOR(name) __interceptor_##name
#else
#define REAL_ALLOCATOR(name) __libc_##name
#endif

void *REAL_ALLOCATOR(malloc)(size_t size);
void *REAL_ALLOCATOR(calloc)(size_t count, size_t size);
void *REAL_ALLOCATOR(realloc)(void *block, size_t size);

void *
malloc(size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return REAL_ALLOCATOR(malloc)(size);
}

void *
calloc(size_t count, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return REAL_ALLOCATOR(calloc)(count, size);
}

void *
realloc(void *block, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return REAL_ALLOCATOR(realloc)(block, size);
}

/* The sanitizer's strdup() would not call the malloc() above. */
char *
strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = fails(__builtin_return_address(0)) ? NULL : malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

/* Sanitizers call this for each thread and exit if it fails. */
typedef int getattr_call(pthread_t thread, pthread_attr_t *attributes);
static getattr_call *getattr;

int
pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
	int result;

	if (!getattr)
		getattr = (getattr_call *)dlsym(RTLD_NEXT,
						"pthread_getattr_np");
	spared = true;
	result = getattr(thread, attributes);
	spared = false;
	return result;
}

/* The sanitizer does not survive a limit on the address space. */
int
__wrap_setrlimit(int resource, const struct rlimit *limit)
{
	(void)resource;
	(void)limit;
	return 0;
}

/* ---- system calls ----------------------------------------------------- */

/* What a call is for. */
enum use {
	USE_READ,
	USE_WRITE,
	USE_CHANGE, /* changes a folder; cannot be interrupted */
	USE_ASK     /* looks at files */
};

/* Is this the system call to fail?  If so, sets errno. */
static bool
breaks(enum use use)
{
	static const int reasons[] = {
		[WHAT_EIO] = EIO, [WHAT_ENOSPC] = ENOSPC, [WHAT_EINTR] = EINTR
	};
	enum what what = failing.what;

	if (!failing.active || what == WHAT_MEMORY || what == WHAT_SHORT ||
	    (what == WHAT_ENOSPC && (use == USE_READ || use == USE_ASK)) ||
	    (what == WHAT_EINTR && (use == USE_CHANGE || use == USE_ASK)) ||
	    !is_next())
		return false;
	errno = reasons[what];
	return true;
}

/* How many of size bytes to read or write. */
static size_t
shorten(size_t size)
{
	if (!failing.active || failing.what != WHAT_SHORT || !is_next() ||
	    size < 2)
		return size;
	return size < 14 ? size / 2 : 7;
}

FILE *
__wrap_fopen(const char *path, const char *mode)
{
	return breaks(USE_CHANGE) ? NULL : __real_fopen(path, mode);
}

int
__wrap_fclose(FILE *file)
{
	bool broken = file != stdout && breaks(USE_CHANGE);
	int reason = errno, result = __real_fclose(file);

	if (broken)
		errno = reason;
	return broken ? EOF : result;
}

int
__wrap_open(const char *path, int flags, ...)
{
	if (breaks(flags & (O_WRONLY | O_RDWR) ? USE_WRITE : USE_READ))
		return -1;
	return __real_open(path, flags, 0666);
}

int
__wrap_close(int fd)
{
	bool broken = breaks(USE_WRITE);
	int reason = errno, result = __real_close(fd);

	/* As on Linux, the file is closed even if close() fails. */
	if (broken)
		errno = reason;
	return broken ? -1 : result;
}

ssize_t
__wrap_read(int fd, void *buffer, size_t size)
{
	return breaks(USE_READ) ? -1 : __real_read(fd, buffer, shorten(size));
}

/* Messages always get through. */
ssize_t
__wrap_write(int fd, const void *buffer, size_t size)
{
	if (fd == STDERR_FILENO)
		return __real_write(fd, buffer, size);
	return breaks(USE_WRITE) ? -1 :
				   __real_write(fd, buffer, shorten(size));
}

off_t
__wrap_lseek(int fd, off_t offset, int from)
{
	return breaks(USE_ASK) ? -1 : __real_lseek(fd, offset, from);
}

int
__wrap_stat(const char *path, struct stat *info)
{
	return breaks(USE_ASK) ? -1 : __real_stat(path, info);
}

int
__wrap_fstat(int fd, struct stat *info)
{
	return breaks(USE_ASK) ? -1 : __real_fstat(fd, info);
}

int
__wrap_fsync(int fd)
{
	return breaks(USE_WRITE) ? -1 : __real_fsync(fd);
}

int
__wrap_rename(const char *from, const char *to)
{
	return breaks(USE_CHANGE) ? -1 : __real_rename(from, to);
}

int
__wrap_linkat(int from, const char *path, int to, const char *name, int flags)
{
	if (breaks(USE_CHANGE))
		return -1;
	return __real_linkat(from, path, to, name, flags);
}

int
__wrap_mkstemp(char *name)
{
	return breaks(USE_CHANGE) ? -1 : __real_mkstemp(name);
}
