/* SPDX-License-Identifier: MIT */
/*
 * gnuplot reads its script from a pipe and writes the image to the output, both
 * by descriptors that it inherits; messages go to a temporary file.
 *
 * SIGPIPE is ignored meanwhile: if gnuplot ends early, its message is what the
 * user wants to see, not a dead filter.
 */
#include "cli/gnuplot.h"

#include "cli/child.h"
#include "cli/fd.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- start ------------------------------------------------------------ */

/*
 * The environment with a locale that can show names in UTF-8.  The caller
 * frees the array, not its strings.
 */
static char **
gnuplot_environment(void)
{
	static const char locale[] = "LC_ALL=C.UTF-8";
	size_t count = 0, used = 0;
	char **copy;

	while (environ && environ[count])
		count++;
	copy = sp_alloc(count + 2, sizeof(*copy));
	if (!copy)
		return NULL;
	for (size_t i = 0; i < count; i++)
		if (strncmp(environ[i], "LC_ALL=", strlen("LC_ALL=")))
			copy[used++] = environ[i];
	/* The type of an environment is older than const: nobody writes. */
	copy[used++] = (char *)locale;
	copy[used] = NULL;
	return copy;
}

static enum sp_status
gnuplot_not_started(int error, struct sp_error *err)
{
	if (error == ENOMEM)
		return sp_no_memory(err, "gnuplot");
	if (error == ENOENT)
		return sp_fail(err, SP_IO, "gnuplot is not installed, or not "
			       "in $PATH: install it, or print a script with "
			       "--gnuplot");
	return sp_fail(err, SP_IO, "cannot run gnuplot: %s", strerror(error));
}

enum sp_status
gnuplot_start(struct gnuplot *gnuplot, int image, struct sp_error *err)
{
	/* -d: no start-up files, so figures are the same for every user. */
	char program[] = "gnuplot", defaults[] = "-d";
	char *const arguments[] = { program, defaults, NULL };
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	char **environment = gnuplot_environment();
	int pipe_ends[2] = { -1, -1 }, error = 0;

	*gnuplot = (struct gnuplot)GNUPLOT_NONE;
	gnuplot->image = image;
	if (!environment)
		return sp_no_memory(err, "gnuplot");
	/*
	 * Messages go to a file: a pipe that nobody reads yet could fill up
	 * while gnuplot is written to.
	 */
	gnuplot->messages = tmpfile();
	if (!gnuplot->messages ||
	    fcntl(fileno(gnuplot->messages), F_SETFD, FD_CLOEXEC) < 0 ||
	    pipe2(pipe_ends, O_CLOEXEC))
		error = errno;
	gnuplot->script = pipe_ends[1];
	if (!error)
		error = child_start(&gnuplot->pid, program, arguments,
				    environment,
				    (const int[]){ pipe_ends[0], image,
						   fileno(gnuplot->messages) });
	if (pipe_ends[0] >= 0)
		(void)fd_close(pipe_ends[0]);
	free(environment);
	if (!error) {
		sigaction(SIGPIPE, &ignore, &gnuplot->sigpipe);
		return SP_OK;
	}
	gnuplot_stop(gnuplot);
	return gnuplot_not_started(error, err);
}

/* ---- end -------------------------------------------------------------- */

/* Closes the pipe, after which gnuplot ends; returns its wait status. */
static int
gnuplot_wait(struct gnuplot *gnuplot)
{
	int how;

	if (gnuplot->script >= 0)
		(void)fd_close(gnuplot->script);
	gnuplot->script = -1;
	how = child_wait(gnuplot->pid);
	gnuplot->pid = 0;
	sigaction(SIGPIPE, &gnuplot->sigpipe, NULL);
	return how;
}

/*
 * The first line that says something: before a message gnuplot prints an empty
 * line, the command with a prompt, and a line with a caret below the mistake.
 */
static void
gnuplot_read_message(struct gnuplot *gnuplot)
{
	char line[4 * GNUPLOT_MESSAGE];

	rewind(gnuplot->messages);
	while (fgets(line, sizeof(line), gnuplot->messages)) {
		const char *text = line + strspn(line, " \t\n");

		if (!*text || *text == '^' || !strncmp(text, "gnuplot>", 8))
			continue;
		snprintf(gnuplot->first, sizeof(gnuplot->first), "%.*s",
			 (int)strcspn(text, "\n"), text);
		return;
	}
}

/* Returns whether the image is a regular file without a byte. */
static bool
gnuplot_drew_nothing(const struct gnuplot *gnuplot)
{
	struct stat info;

	return !fstat(gnuplot->image, &info) && S_ISREG(info.st_mode) &&
	       !info.st_size;
}

#define IMAGE_END 64 /* bytes at the end that tell a whole image */

static enum sp_status
gnuplot_bad_image(struct sp_error *err)
{
	return sp_fail(err, SP_IO, "cannot read the image: %s",
		       strerror(errno));
}

/*
 * Does the image end as images do?  gnuplot does not look at whether its
 * writes fail, so that a full disk leaves a part of one, with status 0.  The
 * image is open for writing alone, and may have no name; what cannot be opened
 * once more to be read, since there is no /proc, is believed.
 */
static enum sp_status
gnuplot_check_image(const struct gnuplot *gnuplot, struct sp_error *err)
{
	static const char *const ends[] = { "</svg>", "IEND", "%%EOF" };
	char end[IMAGE_END], path[32];
	struct stat info;
	ssize_t got;
	int fd;

	if (fstat(gnuplot->image, &info))
		return gnuplot_bad_image(err);
	if (!S_ISREG(info.st_mode))
		return SP_OK;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", gnuplot->image);
	fd = fd_open(path, O_RDONLY);
	if (fd < 0)
		return errno == ENOENT || errno == EACCES ?
			       SP_OK : gnuplot_bad_image(err);
	do
		got = pread(fd, end, sizeof(end),
			    info.st_size < IMAGE_END ? 0 :
			    info.st_size - IMAGE_END);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		(void)gnuplot_bad_image(err);
	(void)fd_close(fd);
	if (got < 0)
		return err->status;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (memmem(end, (size_t)got, ends[i], strlen(ends[i])))
			return SP_OK;
	return sp_fail(err, SP_IO, "the image is not whole: %s",
		       gnuplot->first[0] ? gnuplot->first :
					   "is the disk full?");
}

/*
 * A message with status 0 is a warning; an image that is empty or not whole is
 * a failure, whatever the status.
 */
enum sp_status
gnuplot_finish(struct gnuplot *gnuplot, struct sp_error *err)
{
	int how = gnuplot_wait(gnuplot);

	gnuplot_read_message(gnuplot);
	if (WIFSIGNALED(how))
		return sp_fail(err, SP_IO, "gnuplot was ended by signal %d",
			       WTERMSIG(how));
	if (strstr(gnuplot->first, "unknown or ambiguous terminal"))
		return sp_fail(err, SP_IO, "this gnuplot cannot draw images "
			       "of this type: try another (png, svg, pdf), "
			       "or print a script with --gnuplot");
	if (WEXITSTATUS(how))
		return sp_fail(err, SP_IO, "gnuplot failed with status %d: %s",
			       WEXITSTATUS(how), gnuplot->first[0] ?
			       gnuplot->first : "no message");
	if (gnuplot_drew_nothing(gnuplot))
		return sp_fail(err, SP_IO, "gnuplot drew nothing: %s",
			       gnuplot->first[0] ? gnuplot->first :
			       "no message");
	return gnuplot_check_image(gnuplot, err);
}

void
gnuplot_stop(struct gnuplot *gnuplot)
{
	if (gnuplot->pid) {
		kill(gnuplot->pid, SIGTERM);
		(void)gnuplot_wait(gnuplot);
	}
	if (gnuplot->script >= 0)
		(void)fd_close(gnuplot->script);
	if (gnuplot->messages)
		fclose(gnuplot->messages);
	*gnuplot = (struct gnuplot)GNUPLOT_NONE;
}
