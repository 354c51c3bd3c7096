/* SPDX-License-Identifier: MIT */
/*
 * What a filter changes about its own process, in this order:
 *
 *	standard descriptors   0 to 2 are in use, before a file could get one
 *	OMP_WAIT_POLICY        the program starts itself again
 *	RLIMIT_DATA            the limit of memory
 *	threads                all of them, for the whole run
 *
 * Memory is limited by the system and not by counting: so the allocations of
 * every library obey, and a filter that needs too much fails with a message,
 * instead of making the machine swap until something is killed.  Allocations
 * that fail are an ordinary status here (SP_MEMORY).
 *
 * Threads come last, because their stacks count, and all at once, because the
 * run-time library of OpenMP cannot report that it got fewer: it ends the
 * program.  Its status would be 1, which means "did not converge" here; a
 * handler at exit turns it into what it is.
 */
#include "cli/command_private.h"

#include "cli/memory.h"
#include "cli/readable.h"
#include "cli/replace.h"
#include "cli/threads.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEMORY_UNKNOWN ((uint64_t)2 << 30) /* taken for the machine's */

/* ---- before anything else --------------------------------------------- */

/*
 * Does valgrind or a debugger run the program?  Valgrind preloads a library of
 * its own, and the system knows which process traces this one.
 */
static bool
is_watched(void)
{
	const char *preloaded = getenv("LD_PRELOAD");
	FILE *file = fopen("/proc/self/status", "re");
	char line[256];
	bool traced = false;

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, "TracerPid:", strlen("TracerPid:")))
			traced = line[strcspn(line, "123456789")];
	if (file)
		fclose(file);
	return traced || (preloaded && strstr(preloaded, "/vgpreload"));
}

/*
 * Threads that wait must sleep: when another program of the pipe holds a
 * processor, threads that spin make the whole ten times slower (coreextract
 * with two threads beside one busy process: 22.0 s spinning, 2.4 s asleep).
 * The run-time library of OpenMP reads this setting from the environment
 * before main() begins, so the program sets it and starts itself again; but
 * not where valgrind would lose it, or a debugger its breakpoints.
 */
static void
wait_asleep(char **argv)
{
	if (getenv("OMP_WAIT_POLICY") || !argv[0] || is_watched())
		return;
	if (!setenv("OMP_WAIT_POLICY", "passive", 1))
		execv("/proc/self/exe", argv);
	/* Without /proc the program goes on, slower at worst. */
}

/*
 * The next file to be opened would get the number of a closed standard
 * descriptor, and messages or results would end up in it.  /dev/null takes
 * the place, opened so that reading or writing fails as it should.
 */
static void
occupy_standard_files(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", modes[fd]);
}

void
cmd_prepare(char **argv)
{
	/* Before any file is opened, and before any work is done twice. */
	occupy_standard_files();
	wait_asleep(argv);
}

/* ---- memory ----------------------------------------------------------- */

/* The shadow memory of a sanitizer counts as data. */
static bool
is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
	return true;
#else
	return false;
#endif
#else
	return false;
#endif
}

/*
 * Beyond the default limit a machine would swap, or kill some process.  An
 * earlier limit that is lower stays.
 *
 * A tenth is left for the system and others.
 */
static void
limit_by_default(struct cmd *cmd)
{
	struct rlimit limit;

	cmd->memory_limit = 0;
	if (is_sanitized() || cmd->run->memory == UINT64_MAX ||
	    getrlimit(RLIMIT_DATA, &limit))
		return;
	cmd->memory_limit = cmd->run->memory / 10 * 9;
	if (limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur > cmd->memory_limit)
		limit.rlim_cur = cmd->memory_limit;
	else
		cmd->memory_limit = limit.rlim_cur;
	/* Lowering it cannot fail; without it a filter works as well. */
	(void)setrlimit(RLIMIT_DATA, &limit);
}

/*
 * The limit holds for the whole process, so that the allocations of all
 * libraries obey it and fail as if memory were short.
 *
 * Data (RLIMIT_DATA), not address space: threads and libraries reserve much
 * more address space than they use.
 */
static enum sp_status
limit_memory(struct cmd *cmd)
{
	char shown[READABLE_TEXT];

	cmd->run->memory = memory_of_system();
	if (cmd->process.on_host && cmd->run->memory != UINT64_MAX)
		cmd->run->memory /= cmd->process.on_host;
	sp_memory_ask(memory_left);
	if (cmd->memory_limit == CMD_MEMORY_DEFAULT) {
		limit_by_default(cmd);
	} else if (cmd->memory_limit) {
		struct rlimit limit = { cmd->memory_limit, cmd->memory_limit };

		cmd->run->memory_given = true;
		if (setrlimit(RLIMIT_DATA, &limit))
			return sp_fail(&cmd->err, SP_USAGE,
				       "option --memory-limit: %s",
				       strerror(errno));
	}
	if (cmd->run->memory == UINT64_MAX)
		cmd->run->memory = MEMORY_UNKNOWN;
	readable_bytes(shown, cmd->memory_limit);
	if (cmd->memory_limit)
		cmd_say(cmd, "memory limit %s", shown);
	else
		cmd_say(cmd, "no memory limit");
	return SP_OK;
}

/* ---- threads ---------------------------------------------------------- */

/*
 * The processors that a thread each would use.  A launcher may have bound a
 * process of a job to some; if it has not, the processes of a host share them.
 */
static int
default_threads(const struct cmd *cmd)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t bound;

	if (cmd->process.on_host &&
	    !sched_getaffinity(0, sizeof(bound), &bound) &&
	    CPU_COUNT(&bound) < processors)
		return CPU_COUNT(&bound);
	if (cmd->process.on_host)
		processors /= cmd->process.on_host;
	return processors > 0 ? (int)processors : 1;
}

/*
 * Stacks of threads count as memory.  They get a quarter of a limit that was
 * given: the rest is for data.
 *
 * Eight MiB a stack would be half of a limit of 1 GiB with 64 threads.
 */
static void
fit_threads(struct cmd *cmd, bool given)
{
	pthread_attr_t attributes;
	uint64_t most, stack = 0;
	size_t size;

	if (!cmd->run->memory_given || pthread_attr_init(&attributes))
		return;
	if (!pthread_attr_getstacksize(&attributes, &size))
		stack = size;
	(void)pthread_attr_destroy(&attributes);
	most = stack ? cmd->memory_limit / 4 / stack : UINT64_MAX;
	most = most ? most : 1;
	if (most >= (uint64_t)cmd->threads)
		return;
	if (given)
		cmd_warn(cmd, "the stacks of %d threads do not fit the memory "
			 "limit: continuing with %d", cmd->threads, (int)most);
	cmd->threads = (int)most;
}

/*
 * What fails in the run-time library of OpenMP ends the program with status 1
 * after a message of that library.  main() does not return from there, which
 * is how it is known here.  A handler with an argument is one of the GNU
 * library's.
 */
struct cmd_ending {
	char name[32]; /* of the filter */
	bool reached;  /* cmd_end() was */
};

#ifdef __GLIBC__
/* It runs in the middle of a failing library, so it allocates nothing. */
static void
rename_failure(int status, void *context)
{
	struct cmd_ending *ending = context;
	char text[128];
	ssize_t written;
	int length;

	if (status == SP_UNCONVERGED && !ending->reached) {
		length = snprintf(text, sizeof(text), "%s: out of threads or "
				  "of memory for them: use fewer (-T)\n",
				  ending->name);
		written = write(STDERR_FILENO, text, (size_t)length);
		(void)written;
		replacement_undo_all();
		_exit(SP_MEMORY);
	}
	free(ending);
}
#endif

/*
 * The handler at exit is set before the first thread, which may fail in the
 * library.
 */
static enum sp_status
start_threads(struct cmd *cmd)
{
	int threads;

#ifdef __GLIBC__
	cmd->run->ending = sp_alloc_zero(1, sizeof(*cmd->run->ending));
	if (!cmd->run->ending || on_exit(rename_failure, cmd->run->ending)) {
		free(cmd->run->ending);
		cmd->run->ending = NULL;
		return sp_no_memory(&cmd->err, "threads");
	}
	snprintf(cmd->run->ending->name, sizeof(cmd->run->ending->name), "%s",
		 cmd->program->name);
#endif
	threads = threads_start(cmd->threads);
	if (!threads)
		return sp_no_memory(&cmd->err, "threads");
	if (threads < cmd->threads)
		cmd_warn(cmd, "%d threads cannot be started (%s): continuing "
			 "with %d", cmd->threads, strerror(errno), threads);
	cmd->threads = threads;
	return SP_OK;
}

enum sp_status
cmd_start_process(struct cmd *cmd)
{
	bool given = cmd->threads;

	if (!given)
		cmd->threads = default_threads(cmd);
	if (limit_memory(cmd))
		return cmd->err.status;
	fit_threads(cmd, given);
	return start_threads(cmd);
}

void
cmd_end_process(const struct cmd *cmd)
{
	if (cmd->run->ending)
		cmd->run->ending->reached = true;
}
