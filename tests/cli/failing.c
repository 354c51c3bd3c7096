/* SPDX-License-Identifier: MIT */
/*
 * failing.c - a filter in which one thing after the other goes wrong
 *
 *	FAILING=once WHAT=EIO OUTPUT=FOLDER/FILE hits ... <input
 *
 * Linked with a filter in place of its main().  Without FAILING it is that
 * filter.  With it, the filter runs again and again, in a child each time:
 * first as it is, then with call 1 failing, then 2, until none is left.  With
 * "once" only that one fails, with "sticky" all behind it too.  At most RUNS
 * (default 1000) of them are tried, spread evenly.  WHAT is
 *
 *	memory   allocations, also those of libraries (the default)
 *	EIO      calls of the system, but messages
 *	ENOSPC   calls by which files are written
 *	EINTR    calls of the system; sticky: every other one behind it
 *	short    reads and writes, which do a few bytes only
 *
 * Standard output and OUTPUT (set if given to -o) must then be as they were
 * without a failure.  But for EINTR and short, the exit status may also
 * be that for memory, or else of input and output, with one line of
 * message; then standard output is no stream that graphdump takes (unless
 * TEXT is set: it is no stream at all), and OUTPUT is the old file, alone in
 * its folder.  A message that contains LATE, where that is set, may come when
 * all output is written.  Sanitizers make another exit status of what they
 * find.
 *
 * Prints "CALLS RUNS SURVIVED" or, instead, what is wrong, a line each; exit
 * status 1 then.
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

#define SECONDS 20 /* a run that takes longer hangs */
#define FAULTS_MAX 20

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* ---- one run ---------------------------------------------------------- */

struct driver {
	int argc;
	char **argv;
	const char *output;      /* -o FILE, or NULL */
	const char *late;
	bool text;
	char out[64], err[64];   /* files of the child */
	char good[64], good_output[64];
	int faults;
};

static void
fault(struct driver *driver, const char *wrong)
{
	if (driver->faults++ >= FAULTS_MAX)
		return;
	printf("number %lu%s: %s\n", (unsigned long)failing.number,
	       failing.sticky ? " and later" : "", wrong);
}

static void
write_old(const char *path)
{
	FILE *file = path ? fopen(path, "w") : NULL;

	if (file) {
		fputs("old", file);
		fclose(file);
	}
}

static void
take_file(const char *path, int flags, int as)
{
	int fd = open(path, flags, 0600);

	if (fd < 0 || dup2(fd, as) < 0)
		_exit(3);
	close(fd);
}

/* The filter in a child; its status as of the shell. */
static int
run(struct driver *driver, uint64_t number)
{
	pid_t child;
	int status;

	failing.number = number;
	*failing.calls = 0;
	write_old(driver->output);
	lseek(STDIN_FILENO, 0, SEEK_SET);
	fflush(stdout);
	child = fork();
	if (child < 0) {
		perror("fork");
		exit(3);
	}
	if (!child) {
		alarm(SECONDS);
		take_file(driver->out, O_WRONLY | O_CREAT | O_TRUNC, 1);
		take_file(driver->err, O_WRONLY | O_CREAT | O_TRUNC, 2);
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

/* The bytes of a small file; NULL when it is not there. */
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
same(const char *a, const char *b)
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

/* Is there something in the file that graphdump takes? */
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

/* Are there files in the folder of the output but the output? */
static bool
leaves_files(const char *path)
{
	char folder[512];
	struct dirent *entry;
	int count = 0;
	DIR *opened;

	snprintf(folder, sizeof(folder), "%s", path);
	*strrchr(folder, '/') = '\0';
	opened = opendir(folder);
	while (opened && (entry = readdir(opened)))
		count++;
	if (opened)
		closedir(opened);
	return count != 3;
}

static void
judge_failure(struct driver *driver, int status)
{
	static const char *const reasons[] = {
		"out of memory", "Input/output error",
		"No space left on device", "", ""
	};
	char line[512], text[600];
	size_t length;
	char *old;

	if (status != (failing.what == WHAT_MEMORY ? 71 : 74) ||
	    failing.what == WHAT_EINTR || failing.what == WHAT_SHORT) {
		one_line(driver->err, line, sizeof(line));
		snprintf(text, sizeof(text), "status %d: %s", status, line);
		fault(driver, text);
		return;
	}
	if (!one_line(driver->err, line, sizeof(line)) ||
	    !strstr(line, reasons[failing.what])) {
		snprintf(text, sizeof(text), "message \"%s\"", line);
		fault(driver, text);
	}
	if (driver->late && strstr(line, driver->late))
		return;
	/* Whole it may be: when closing it failed. */
	if (!driver->text && !same(driver->out, driver->good) &&
	    accepted(driver->out))
		fault(driver, "graphdump takes the output");
	if (!driver->output)
		return;
	old = contents(driver->output, &length);
	if (!old || strcmp(old, "old"))
		fault(driver, "the old file is gone");
	free(old);
	if (leaves_files(driver->output))
		fault(driver, "a file is left in the folder");
}

static bool
judge(struct driver *driver, int status)
{
	size_t length;

	if (status) {
		judge_failure(driver, status);
		return false;
	}
	if (!same(driver->out, driver->good) ||
	    (driver->output && !same(driver->output, driver->good_output)))
		fault(driver, "status 0, but another output");
	free(contents(driver->err, &length));
	if (length)
		fault(driver, "status 0, but a message");
	return true;
}

static enum what
what_to_do(void)
{
	static const char *const words[] = { "memory", "EIO", "ENOSPC",
					     "EINTR", "short" };
	const char *word = getenv("WHAT");

	for (int i = 0; word && i < 5; i++)
		if (!strcmp(word, words[i]))
			return (enum what)i;
	return WHAT_MEMORY;
}

static int
drive(struct driver *driver)
{
	const char *limit = getenv("RUNS");
	uint64_t most = limit ? strtoull(limit, NULL, 10) : 1000;
	uint64_t total, runs = 0, survived = 0, step;
	int status = run(driver, 0);

	if (status) {
		fault(driver, "it does not run at all");
		return 1;
	}
	total = *failing.calls;
	step = total / most + 1;
	rename(driver->out, driver->good);
	if (driver->output)
		rename(driver->output, driver->good_output);
	for (uint64_t number = 1; number <= total; number += step) {
		survived += judge(driver, run(driver, number));
		runs++;
	}
	if (!driver->faults)
		printf("%lu %lu %lu\n", (unsigned long)total,
		       (unsigned long)runs, (unsigned long)survived);
	return driver->faults > 0;
}

int
__wrap_main(int argc, char **argv)
{
	struct driver driver = { .argc = argc, .argv = argv };
	const char *mode = getenv("FAILING");
	char folder[] = "/tmp/failing.XXXXXX";
	int status;

	if (!mode)
		return __real_main(argc, argv);
	failing.sticky = !strcmp(mode, "sticky");
	failing.what = what_to_do();
	driver.output = getenv("OUTPUT");
	driver.late = getenv("LATE");
	driver.text = getenv("TEXT") != NULL;
	failing.calls = mmap(NULL, sizeof(*failing.calls),
			     PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (failing.calls == MAP_FAILED || !mkdtemp(folder))
		return 3;
	failing_prepare();
	/* Or it would start itself anew, without what is set here. */
	setenv("OMP_WAIT_POLICY", "passive", 1);
	snprintf(driver.out, sizeof(driver.out), "%s/out", folder);
	snprintf(driver.err, sizeof(driver.err), "%s/err", folder);
	snprintf(driver.good, sizeof(driver.good), "%s/good", folder);
	snprintf(driver.good_output, sizeof(driver.good_output), "%s/output",
		 folder);
	status = drive(&driver);
	unlink(driver.out);
	unlink(driver.err);
	unlink(driver.good);
	unlink(driver.good_output);
	rmdir(folder);
	return status;
}
