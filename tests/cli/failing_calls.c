/* SPDX-License-Identifier: MIT */
#include "failing.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
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
int __wrap___open_2(const char *path, int flags);
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
int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __real_faccessat(int folder, const char *path, int mode, int flags);
int __wrap_faccessat(int folder, const char *path, int mode, int flags);
ssize_t __real_readlink(const char *path, char *buffer, size_t size);
ssize_t __wrap_readlink(const char *path, char *buffer, size_t size);
char *__real_realpath(const char *path, char *buffer);
char *__wrap_realpath(const char *path, char *buffer);
DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);
struct dirent *__real_readdir(DIR *folder);
struct dirent *__wrap_readdir(DIR *folder);
int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);
int __real_fchown(int fd, uid_t user, gid_t group);
int __wrap_fchown(int fd, uid_t user, gid_t group);
int __real_unlink(const char *path);
int __wrap_unlink(const char *path);
ssize_t __real_pread(int fd, void *buffer, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *buffer, size_t size, off_t offset);
ssize_t __real_getrandom(void *buffer, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t size, unsigned flags);
int __real_pipe2(int ends[2], int flags);
int __wrap_pipe2(int ends[2], int flags);
FILE *__real_fdopen(int fd, const char *mode);
FILE *__wrap_fdopen(int fd, const char *mode);
FILE *__real_tmpfile(void);
FILE *__wrap_tmpfile(void);
size_t __real_fwrite_unlocked(const void *bytes, size_t size, size_t count,
			      FILE *file);
size_t __wrap_fwrite_unlocked(const void *bytes, size_t size, size_t count,
			      FILE *file);
int __real_fseeko(FILE *file, off_t offset, int from);
int __wrap_fseeko(FILE *file, off_t offset, int from);
int __real___uflow(FILE *file);
int __wrap___uflow(FILE *file);
int __real_madvise(void *address, size_t size, int advice);
int __wrap_madvise(void *address, size_t size, int advice);
int __real_posix_fadvise(int fd, off_t offset, off_t size, int advice);
int __wrap_posix_fadvise(int fd, off_t offset, off_t size, int advice);
int __real_sync_file_range(int fd, off_t offset, off_t size, unsigned flags);
int __wrap_sync_file_range(int fd, off_t offset, off_t size, unsigned flags);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
int __real_posix_spawnp(pid_t *child, const char *program,
			const posix_spawn_file_actions_t *files,
			const posix_spawnattr_t *attributes,
			char *const arguments[], char *const environment[]);
int __wrap_posix_spawnp(pid_t *child, const char *program,
			const posix_spawn_file_actions_t *files,
			const posix_spawnattr_t *attributes,
			char *const arguments[], char *const environment[]);
pid_t __real_waitpid(pid_t child, int *how, int options);
pid_t __wrap_waitpid(pid_t child, int *how, int options);
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
	/* What is repeated succeeds at last. */
	return (failing.what != WHAT_EINTR && failing.what != WHAT_EAGAIN) ||
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

/* Threads of every library: pthread_create() returns its error. */
typedef int create_call(pthread_t *thread, const pthread_attr_t *attributes,
			void *(*run)(void *), void *context);

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
	       void *(*run)(void *), void *context)
{
	static create_call *create;

	if (!create)
		create = (create_call *)dlsym(RTLD_NEXT, "pthread_create");
	if (failing.active && failing.what == WHAT_THREADS && is_next())
		return EAGAIN;
	return create(thread, attributes, run, context);
}

int
__wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return ENOMEM;
	return __real_posix_memalign(block, alignment, size);
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

#define BIT(what) (1U << (what))

/* The failures of calls, by what they are for. */
enum use {
	USE_READ = BIT(WHAT_EIO) | BIT(WHAT_EINTR) | BIT(WHAT_EAGAIN),
	USE_DISK = BIT(WHAT_EIO) | BIT(WHAT_ENOSPC) | BIT(WHAT_EDQUOT),
	USE_WRITE = USE_DISK | BIT(WHAT_EINTR) | BIT(WHAT_EAGAIN),
	USE_SYNC = USE_DISK | BIT(WHAT_EINTR), /* also close() */
	USE_OPEN = BIT(WHAT_EIO) | BIT(WHAT_EINTR) | BIT(WHAT_EMFILE),
	USE_CREATE = USE_OPEN | USE_DISK,
	USE_CHANGE = USE_DISK, /* changes a folder; cannot be interrupted */
	USE_NEW = BIT(WHAT_EIO) | BIT(WHAT_EMFILE), /* a descriptor */
	USE_ASK = BIT(WHAT_EIO) /* looks at files */
};

/* Is this the system call to fail?  If so, sets errno. */
static bool
breaks(enum use use)
{
	static const int reasons[] = {
		[WHAT_EIO] = EIO, [WHAT_ENOSPC] = ENOSPC, [WHAT_EINTR] = EINTR,
		[WHAT_EAGAIN] = EAGAIN, [WHAT_EDQUOT] = EDQUOT,
		[WHAT_EMFILE] = EMFILE, [WHAT_THREADS] = 0
	};
	enum what what = failing.what;

	if (!failing.active || !(use & BIT(what)) || !is_next())
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
	return breaks(USE_NEW) ? NULL : __real_fopen(path, mode);
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
	if (breaks(flags & (O_WRONLY | O_RDWR) ? USE_CREATE : USE_OPEN))
		return -1;
	/* A file system that knows no files without names. */
	if (failing.no_tmpfile && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return __real_open(path, flags, 0666);
}

/* What a hardened build calls for flags that it does not know. */
int
__wrap___open_2(const char *path, int flags)
{
	return __wrap_open(path, flags);
}

int
__wrap_close(int fd)
{
	bool broken = breaks(USE_SYNC);
	int reason = errno, result = __real_close(fd);

	/* As on Linux, the file is closed even if close() fails. */
	if (broken)
		errno = reason;
	return broken ? -1 : result;
}

/* Temporary files, which are for both, are always ready. */
static enum use
transfer(int fd, enum use use)
{
	return (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR ?
		       use & ~(unsigned)BIT(WHAT_EAGAIN) : use;
}

ssize_t
__wrap_read(int fd, void *buffer, size_t size)
{
	return breaks(transfer(fd, USE_READ)) ? -1 :
		       __real_read(fd, buffer, shorten(size));
}

/* Messages always get through. */
ssize_t
__wrap_write(int fd, const void *buffer, size_t size)
{
	if (fd == STDERR_FILENO)
		return __real_write(fd, buffer, size);
	return breaks(transfer(fd, USE_WRITE)) ? -1 :
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
	return breaks(USE_SYNC) ? -1 : __real_fsync(fd);
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
	return breaks(USE_CHANGE | USE_NEW) ? -1 : __real_mkstemp(name);
}

int
__wrap_access(const char *path, int mode)
{
	return breaks(USE_ASK) ? -1 : __real_access(path, mode);
}

int
__wrap_faccessat(int folder, const char *path, int mode, int flags)
{
	return breaks(USE_ASK) ? -1 :
				 __real_faccessat(folder, path, mode, flags);
}

ssize_t
__wrap_readlink(const char *path, char *buffer, size_t size)
{
	return breaks(USE_ASK) ? -1 : __real_readlink(path, buffer, size);
}

char *
__wrap_realpath(const char *path, char *buffer)
{
	return breaks(USE_ASK) ? NULL : __real_realpath(path, buffer);
}

DIR *
__wrap_opendir(const char *path)
{
	return breaks(USE_NEW) ? NULL : __real_opendir(path);
}

struct dirent *
__wrap_readdir(DIR *folder)
{
	return breaks(USE_ASK) ? NULL : __real_readdir(folder);
}

int
__wrap_fchmod(int fd, mode_t mode)
{
	return breaks(USE_CHANGE) ? -1 : __real_fchmod(fd, mode);
}

int
__wrap_fchown(int fd, uid_t user, gid_t group)
{
	return breaks(USE_CHANGE) ? -1 : __real_fchown(fd, user, group);
}

/* What a failure undoes could not be undone by then. */
int
__wrap_unlink(const char *path)
{
	if (!failing.sticky && breaks(USE_CHANGE))
		return -1;
	return __real_unlink(path);
}

ssize_t
__wrap_pread(int fd, void *buffer, size_t size, off_t offset)
{
	return breaks(USE_READ) ? -1 :
				  __real_pread(fd, buffer, shorten(size),
					       offset);
}

ssize_t
__wrap_getrandom(void *buffer, size_t size, unsigned flags)
{
	return breaks(USE_ASK) ? -1 :
				 __real_getrandom(buffer, shorten(size),
						  flags);
}

int
__wrap_pipe2(int ends[2], int flags)
{
	return breaks(USE_NEW) ? -1 : __real_pipe2(ends, flags);
}

FILE *
__wrap_fdopen(int fd, const char *mode)
{
	return breaks(USE_ASK) ? NULL : __real_fdopen(fd, mode);
}

FILE *
__wrap_tmpfile(void)
{
	return breaks(USE_CHANGE | USE_NEW) ? NULL : __real_tmpfile();
}

size_t
__wrap_fwrite_unlocked(const void *bytes, size_t size, size_t count,
		       FILE *file)
{
	if (breaks(USE_CHANGE))
		return 0;
	return __real_fwrite_unlocked(bytes, size, count, file);
}

int
__wrap_fseeko(FILE *file, off_t offset, int from)
{
	return breaks(USE_CHANGE) ? -1 : __real_fseeko(file, offset, from);
}

/* What getc_unlocked() calls for more bytes; it fails like a read. */
int
__wrap___uflow(FILE *file)
{
	if (!breaks(USE_ASK))
		return __real___uflow(file);
	file->_flags |= 0x20; /* what ferror() looks at */
	return EOF;
}

int
__wrap_madvise(void *address, size_t size, int advice)
{
	return breaks(USE_ASK) ? -1 : __real_madvise(address, size, advice);
}

int
__wrap_posix_fadvise(int fd, off_t offset, off_t size, int advice)
{
	return breaks(USE_ASK) ? errno : __real_posix_fadvise(fd, offset, size,
							      advice);
}

int
__wrap_sync_file_range(int fd, off_t offset, off_t size, unsigned flags)
{
	return breaks(USE_ASK) ? -1 : __real_sync_file_range(fd, offset, size,
							     flags);
}

int
__wrap_posix_spawnp(pid_t *child, const char *program,
		    const posix_spawn_file_actions_t *files,
		    const posix_spawnattr_t *attributes,
		    char *const arguments[], char *const environment[])
{
	if (breaks(USE_NEW))
		return errno;
	return __real_posix_spawnp(child, program, files, attributes,
				   arguments, environment);
}

pid_t
__wrap_waitpid(pid_t child, int *how, int options)
{
	if (breaks(BIT(WHAT_EINTR)))
		return -1;
	return __real_waitpid(child, how, options);
}
