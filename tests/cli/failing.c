/* SPDX-License-Identifier: MIT */
/*
 * failing.c - a filter whose calls fail, one after another
 *
 *	FAILING=once WHAT=EIO OUTPUT=FOLDER/FILE hits ... <input
 *
 * Linked with a filter to wrap its main().  Without FAILING it is that filter.
 * With it, the filter runs repeatedly, in a child process each time: first
 * undisturbed, then with call 1 failing, then call 2, until none is left.  If
 * FAILING is "once", only that call fails; if "sticky", all later ones do too.
 * At most RUNS calls (default 1000) are tried, spread evenly; the command
 * decides which is the first.  WHAT is
 *
 *	memory   allocations, including those of libraries (the default)
 *	EIO      system calls, except writes to standard error
 *	ENOSPC   system calls that write files
 *	EDQUOT   the same
 *	EMFILE   system calls that open files or make descriptors
 *	EINTR    system calls; sticky: every other one after it
 *	EAGAIN   reads and writes; sticky: every other one after it
 *	short    reads and writes, which transfer only a few bytes
 *	threads  starts of threads, also of the OpenMP library
 *
 * With NAMED set, the file system has no files without names (O_TMPFILE).
 *
 * If the filter succeeds, standard output and OUTPUT (set it to the file given
 * to -o, or to up to 4 files of a set, with ":" between them) must be what they
 * are without a failure.  Except for EINTR and short,
 * the filter may also fail with a one-line message and exit status 71 (memory)
 * or 74 (other calls); then graphdump must reject its standard output, unless
 * TEXT says that it is not a stream, and OUTPUT must be the old files, with
 * nothing in their folder that was not there before; with FRESH set, there are no
 * old files.  A failure whose message contains LATE may come after all output
 * has been written; one whose message says "in place" comes when OUTPUT has all
 * new files.  After fewer threads than asked for, a warning is in order, and the
 * OpenMP library puts a line of its own before the message.  Every call that is
 * to fail must have been reached.  What a sanitizer finds changes the exit
 * status.
 *
 * Prints "CALLS RUNS SURVIVED" and returns 0, or prints a line for each fault
 * and returns 1.
 */
#include "failing.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 600 /* of a run, before it counts as hanging */
#define FAULTS_MAX 20
#define OUTPUTS_MAX 4
#define BESIDE_MAX 16

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* ---- one run ---------------------------------------------------------- */

struct fault_driver {
	int argc;
	char **argv;
	const char *outputs[OUTPUTS_MAX];
	int output_count;
	char beside[BESIDE_MAX][64]; /* other files of their folder */
	int beside_count;
	const char *late;
	bool text, fresh;
	char out[64], err[64];   /* files of the child */
	char good[64], good_outputs[OUTPUTS_MAX][64];
	int faults;
};

static void
fault(struct fault_driver *driver, const char *wrong)
{
	if (driver->faults++ >= FAULTS_MAX)
		return;
	printf("number %lu%s: %s\n", (unsigned long)failing.number,
	       failing.sticky ? " and later" : "", wrong);
}

static void
write_old(const char *path)
{
	FILE *file = fopen(path, "w");

	if (file) {
		fputs("old", file);
		fclose(file);
	}
}

static void
redirect(const char *path, int flags, int as)
{
	int fd = open(path, flags, 0600);

	if (fd < 0 || dup2(fd, as) < 0)
		_exit(3);
	close(fd);
}

/* Runs the filter in a child; returns its status as a shell would. */
static int
run_filter(struct fault_driver *driver, uint64_t number)
{
	pid_t child;
	int status;

	failing.number = number;
	*failing.calls = 0;
	for (int i = 0; i < driver->output_count; i++)
		if (driver->fresh)
			unlink(driver->outputs[i]);
		else
			write_old(driver->outputs[i]);
	lseek(STDIN_FILENO, 0, SEEK_SET);
	fflush(stdout);
	child = fork();
	if (child < 0) {
		perror("fork");
		exit(3);
	}
	if (!child) {
		alarm(SECONDS);
		redirect(driver->out, O_WRONLY | O_CREAT | O_TRUNC, 1);
		redirect(driver->err, O_WRONLY | O_CREAT | O_TRUNC, 2);
		failing.active = true;
		status = __real_main(driver->argc, driver->argv);
		failing.active = false;
		exit(status);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
				     WEXITSTATUS(status);
}

/* ---- judging it ------------------------------------------------------- */

/* The bytes of a small file, to be freed; NULL if there is no file. */
static char *
contents(const char *path, size_t *length)
{
	FILE *file = fopen(path, "r");
	struct stat info;
	char *bytes = NULL;

	*length = 0;
	if (file && !fstat(fileno(file), &info))
		bytes = malloc((size_t)info.st_size + 1);
	if (bytes)
		*length = fread(bytes, 1, (size_t)info.st_size, file);
	if (bytes)
		bytes[*length] = '\0';
	if (file)
		fclose(file);
	return bytes;
}

static bool
same_files(const char *a, const char *b)
{
	size_t length_a, length_b;
	char *bytes_a = contents(a, &length_a);
	char *bytes_b = contents(b, &length_b);
	bool equal = bytes_a && bytes_b && length_a == length_b &&
		     !memcmp(bytes_a, bytes_b, length_a);

	free(bytes_a);
	free(bytes_b);
	return equal;
}

static bool
one_line(const char *path, char *first, size_t size)
{
	size_t length;
	char *bytes = contents(path, &length);
	const char *end = bytes ? strchr(bytes, '\n') : NULL;
	bool one = end && !end[1];

	snprintf(first, size, "%s", bytes ? bytes : "");
	free(bytes);
	return one;
}

/* Is the file a stream that graphdump accepts? */
static bool
accepted(const char *path)
{
	char command[256];
	size_t length;

	free(contents(path, &length));
	if (!length)
		return false;
	snprintf(command, sizeof(command), "graphdump -s provenance %s "
		 ">/dev/null 2>&1", path);
	return WEXITSTATUS(system(command)) != 65;
}

/* Opens the folder of the outputs; its name has room for 512 bytes. */
static DIR *
open_folder(const struct fault_driver *driver, char *folder)
{
	snprintf(folder, 512, "%s", driver->outputs[0]);
	*strrchr(folder, '/') = '\0';
	return opendir(folder);
}

/* Notes what is there already, which stays. */
static void
note_files(struct fault_driver *driver)
{
	char folder[512];
	struct dirent *entry;
	DIR *opened = open_folder(driver, folder);

	while (opened && (entry = readdir(opened)) &&
	       driver->beside_count < BESIDE_MAX)
		if (entry->d_name[0] != '.')
			snprintf(driver->beside[driver->beside_count++],
				 sizeof(driver->beside[0]), "%.63s",
				 entry->d_name);
	if (opened)
		closedir(opened);
}

/* Does the folder of the outputs have new files?  They are deleted. */
static bool
leaves_files(const struct fault_driver *driver)
{
	char folder[512], path[1024];
	struct dirent *entry;
	int count = 0;
	DIR *opened = open_folder(driver, folder);

	while (opened && (entry = readdir(opened))) {
		bool ours = entry->d_name[0] == '.';

		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		for (int i = 0; i < driver->output_count; i++)
			ours = ours || !strcmp(path, driver->outputs[i]);
		for (int i = 0; i < driver->beside_count; i++)
			ours = ours || !strcmp(entry->d_name,
					       driver->beside[i]);
		if (!ours && !unlink(path))
			count++;
	}
	if (opened)
		closedir(opened);
	return count;
}

static void
judge_old_files(struct fault_driver *driver)
{
	for (int i = 0; i < driver->output_count; i++) {
		size_t length;
		char *old = contents(driver->outputs[i], &length);

		if (driver->fresh && old)
			fault(driver, "a file is left");
		if (!driver->fresh && (!old || strcmp(old, "old")))
			fault(driver, "the old file is gone");
		free(old);
	}
	if (driver->output_count && leaves_files(driver))
		fault(driver, "a file is left in the folder");
}

static void
judge_new_files(struct fault_driver *driver)
{
	for (int i = 0; i < driver->output_count; i++)
		if (!same_files(driver->outputs[i], driver->good_outputs[i]))
			fault(driver, "a file is not in place");
}

static void
judge_failure(struct fault_driver *driver, int status)
{
	static const char *const reasons[] = {
		"out of memory", "Input/output error",
		"No space left on device", "", "", "",
		"Disk quota exceeded", "Too many open files", "threads"
	};
	bool memory = failing.what == WHAT_MEMORY ||
		      failing.what == WHAT_THREADS;
	char line[512], text[600];

	if (status != (memory ? 71 : 74) || failing.what == WHAT_EINTR ||
	    failing.what == WHAT_SHORT || failing.what == WHAT_EAGAIN) {
		one_line(driver->err, line, sizeof(line));
		snprintf(text, sizeof(text), "status %d: %s", status, line);
		fault(driver, text);
		return;
	}
	if ((!one_line(driver->err, line, sizeof(line)) &&
	     failing.what != WHAT_THREADS) ||
	    !strstr(line, reasons[failing.what])) {
		snprintf(text, sizeof(text), "message \"%s\"", line);
		fault(driver, text);
	}
	if (driver->late && strstr(line, driver->late))
		return;
	if (strstr(line, "in place")) {
		judge_new_files(driver);
		/* An old file that could not be deleted. */
		if (driver->output_count)
			(void)leaves_files(driver);
		return;
	}
	/* The output may be complete: the close may have failed. */
	if (!driver->text && !same_files(driver->out, driver->good) &&
	    accepted(driver->out))
		fault(driver, "graphdump accepts the output");
	judge_old_files(driver);
}

static bool
judge_run(struct fault_driver *driver, int status)
{
	uint64_t calls = *failing.calls;
	char line[512];

	/*
	 * Some calls depend on the time that a run takes: a line grows with the
	 * digits of the seconds.  So the last ones need not be there each time.
	 */
	if (!calls || calls + calls / 8 + 2 < failing.number)
		fault(driver, "the call was not reached");
	if (status) {
		judge_failure(driver, status);
		return false;
	}
	if (!same_files(driver->out, driver->good))
		fault(driver, "status 0, but the output differs");
	judge_new_files(driver);
	if (driver->output_count && leaves_files(driver))
		fault(driver, "status 0, but a file is left in the folder");
	/* A thread needs memory, and a filter does without it. */
	one_line(driver->err, line, sizeof(line));
	if (line[0] && !strstr(line, "cannot be started"))
		fault(driver, "status 0, but a message");
	return true;
}

static enum what
what_to_do(void)
{
	static const char *const words[] = {
		"memory", "EIO", "ENOSPC", "EINTR", "short", "EAGAIN",
		"EDQUOT", "EMFILE", "threads"
	};
	const char *word = getenv("WHAT");

	for (int i = 0; i < 9; i++)
		if (!strcmp(word ? word : "memory", words[i]))
			return (enum what)i;
	fprintf(stderr, "no such failure: %s\n", word);
	exit(3);
}

/*
 * Which of each step calls is tried: the numbers of the first ones do the same
 * in all commands, so that each command, and each failure, begins elsewhere.
 */
static uint64_t
first_number(const struct fault_driver *driver, uint64_t step)
{
	uint64_t sum = failing.what + 10U * failing.sticky;

	/* Not by the name of a folder, which is another one each time. */
	for (int i = 0; i < driver->argc; i++) {
		const char *word = driver->argv[i], *slash;

		if ((slash = strrchr(word, '/')))
			word = slash + 1;
		for (; *word; word++)
			sum = sum * 31 + (unsigned char)*word;
	}
	return step ? 1 + sum % step : 1;
}

/* Declared here for builds without the sanitizer. */
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static int
drive(struct fault_driver *driver)
{
	const char *limit = getenv("RUNS");
	uint64_t most = limit ? strtoull(limit, NULL, 10) : 1000;
	uint64_t total, runs = 0, survived = 0, step;
	int status;

	/*
	 * Each child looks for leaks, in 12 MB of the sanitizer itself.  After
	 * a look in this process these pages are mapped for the children, too:
	 * a quarter of the time of a loop.
	 */
	if (__lsan_do_recoverable_leak_check)
		__lsan_do_recoverable_leak_check();
	status = run_filter(driver, 0);
	if (status) {
		fault(driver, "it fails without a failing call");
		return 1;
	}
	total = *failing.calls;
	step = total / most + 1;
	rename(driver->out, driver->good);
	for (int i = 0; i < driver->output_count; i++)
		rename(driver->outputs[i], driver->good_outputs[i]);
	for (uint64_t number = first_number(driver, step < total ? step :
					    total); number <= total;
	     number += step) {
		survived += judge_run(driver, run_filter(driver, number));
		runs++;
	}
	if (!driver->faults)
		printf("%lu %lu %lu\n", (unsigned long)total,
		       (unsigned long)runs, (unsigned long)survived);
	return driver->faults > 0;
}

static void
split_outputs(struct fault_driver *driver, char *paths)
{
	while (paths && *paths && driver->output_count < OUTPUTS_MAX)
		driver->outputs[driver->output_count++] =
			strsep(&paths, ":");
}

int
__wrap_main(int argc, char **argv)
{
	struct fault_driver driver = { .argc = argc, .argv = argv };
	const char *mode = getenv("FAILING");
	char folder[] = "/tmp/failing.XXXXXX";
	int status;

	if (!mode)
		return __real_main(argc, argv);
	failing.sticky = !strcmp(mode, "sticky");
	failing.what = what_to_do();
	failing.no_tmpfile = getenv("NAMED") != NULL;
	split_outputs(&driver, getenv("OUTPUT"));
	if (driver.output_count)
		note_files(&driver);
	driver.late = getenv("LATE");
	driver.text = getenv("TEXT") != NULL;
	driver.fresh = getenv("FRESH") != NULL;
	failing.calls = mmap(NULL, sizeof(*failing.calls),
			     PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (failing.calls == MAP_FAILED || !mkdtemp(folder))
		return 3;
	failing_prepare();
	/* Else the filter re-executes itself and loses what is set here. */
	setenv("OMP_WAIT_POLICY", "passive", 1);
	snprintf(driver.out, sizeof(driver.out), "%s/out", folder);
	snprintf(driver.err, sizeof(driver.err), "%s/err", folder);
	snprintf(driver.good, sizeof(driver.good), "%s/good", folder);
	for (int i = 0; i < OUTPUTS_MAX; i++)
		snprintf(driver.good_outputs[i], sizeof(*driver.good_outputs),
			 "%s/output%d", folder, i);
	status = drive(&driver);
	unlink(driver.out);
	unlink(driver.err);
	unlink(driver.good);
	for (int i = 0; i < driver.output_count; i++)
		unlink(driver.good_outputs[i]);
	rmdir(folder);
	return status;
}
