/* SPDX-License-Identifier: MIT */
/*
 * posix_spawn() and not fork(): not even the page tables of a program of
 * gigabytes need to be copied to start a small one.
 */
#include "cli/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

static int
child_set_files(posix_spawn_file_actions_t *files, const int standard[3])
{
	int error = 0;

	for (int i = 0; !error && i < 3; i++)
		error = standard[i] < 0 ?
				posix_spawn_file_actions_addopen(
					files, i, "/dev/null", O_RDWR, 0) :
				posix_spawn_file_actions_adddup2(
					files, standard[i], i);
	return error;
}

static int
child_set_signals(posix_spawnattr_t *attributes)
{
	sigset_t signals;
	int error;

	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	error = posix_spawnattr_setsigdefault(attributes, &signals);
	return error ? error :
		       posix_spawnattr_setflags(attributes,
						POSIX_SPAWN_SETSIGDEF);
}

int
child_start(pid_t *pid, const char *program, char *const arguments[],
	    char *const environment[], const int standard[3])
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&files);

	*pid = 0;
	if (error)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (error)
		goto out;
	error = child_set_files(&files, standard);
	if (!error)
		error = child_set_signals(&attributes);
	if (!error)
		error = posix_spawnp(pid, program, &files, &attributes,
				     arguments, environment);
	posix_spawnattr_destroy(&attributes);
out:
	posix_spawn_file_actions_destroy(&files);
	if (error)
		*pid = 0;
	return error;
}

int
child_wait(pid_t pid)
{
	int how = 0;

	while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
		;
	return how;
}
