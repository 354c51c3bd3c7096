/* SPDX-License-Identifier: MIT */
/*
 * Replaces a file as a whole: readers see the old contents or the new ones, and
 * a program that is killed, or a machine that crashes, leaves one or the other.
 *
 *	open      a file without a name in the same folder (O_TMPFILE), or with
 *	          a temporary name where the file system has none
 *	prepare   sync the contents, give it a temporary name, close it
 *	place     rename() over the old file: atomic
 *	sync      the folder, so that the rename is on the disk
 *
 * linkat() cannot replace a file, so the temporary name is needed for a moment,
 * and a signal in that moment must not leave it behind.  Hence the list of
 * replacements that have a name on disk, which the handler of signals undoes.
 * It is changed only while signals are held; each field of a replacement that
 * the handler reads is set at a moment at which it is true.
 *
 * The new file has the owner, group and rights of the old one as far as the
 * user may give them.
 */
#include "cli/replace.h"

#include "cli/fd.h"

#include "base/memory.h"
#include "base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * A temporary name is that of the file and a suffix.  For a long name it is no
 * longer than the name: what holds the one holds the other.
 */
#define SUFFIX 11 /* bytes at most */
#define LONG_NAME 100

/* In the folder of the file, since rename() works inside a file system only. */
static char *
name_beside(const char *path, const char *suffix)
{
	const char *slash = strrchr(path, '/');
	size_t length = strlen(path), name = slash ? strlen(slash + 1) : length;
	char *out = sp_alloc(length + SUFFIX + 1, 1);

	if (name > LONG_NAME)
		length -= SUFFIX;
	/* Some file systems refuse half of a UTF-8 character. */
	while (name > LONG_NAME && ((unsigned char)path[length] & 0xc0) == 0x80)
		length--;
	if (out)
		snprintf(out, length + SUFFIX + 1, "%.*s%s", (int)length, path,
			 suffix);
	else
		errno = ENOMEM;
	return out;
}

/* ---- signals ---------------------------------------------------------- */

/*
 * All that have a name on disk which must not stay there.  The one variable of
 * the program that is global and changes: a handler of signals gets a number
 * and nothing else, so what it undoes must be found from a fixed place.  It is
 * changed while signals are held.
 */
static struct replacement *named;

/*
 * Only calls that a handler of signals may make.
 *
 * Aside comes before placed: with an old file to put back, rename() replaces
 * the new one.
 */
static int
undo(const struct replacement *new)
{
	if (new->temporary && new->temporary[0])
		unlink(new->temporary);
	if (new->aside && new->aside[0])
		return rename(new->aside, new->path);
	if (new->placed)
		unlink(new->path);
	return 0;
}

void
replacement_undo_all(void)
{
	for (struct replacement *new = named; new; new = new->next)
		(void)undo(new);
}

/*
 * Then the program ends by the signal, as if it had no handler.
 *
 * The status of the program is that of the signal, so a shell sees why it
 * ended.
 */
static void
undo_and_end(int number)
{
	sigset_t signals;

	replacement_undo_all();
	signal(number, SIG_DFL);
	raise(number);
	sigemptyset(&signals);
	sigaddset(&signals, number);
	(void)pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

/*
 * Signals that are ignored, as under nohup, stay so, and so do those that are
 * handled already: a second call changes nothing.
 */
static void
handle_signals(void)
{
	static const int numbers[] = { SP_SIGNALS, SIGPIPE };
	struct sigaction action = { .sa_handler = undo_and_end }, old;

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!sigaction(numbers[i], NULL, &old) &&
		    old.sa_handler == SIG_DFL)
			(void)sigaction(numbers[i], &action, NULL);
}

/* Call it before the file gets a name, while signals are held. */
static void
watch(struct replacement *new)
{
	handle_signals();
	if (new->watched)
		return;
	new->next = named;
	named = new;
	new->watched = true;
}

static void
unwatch(struct replacement *new)
{
	struct replacement **at = &named;

	if (!new->watched)
		return;
	while (*at != new)
		at = &(*at)->next;
	*at = new->next;
	new->watched = false;
}

int
replacement_guard(struct replacement *new, const char *temporary)
{
	sigset_t signals = sp_signals_hold();

	*new = (struct replacement)REPLACEMENT_NONE;
	new->temporary = strdup(temporary);
	if (new->temporary)
		watch(new);
	sp_signals_release(signals);
	return new->temporary ? 0 : -1;
}

void
replacement_unguard(struct replacement *new)
{
	sigset_t signals = sp_signals_hold();

	unwatch(new);
	free(new->temporary);
	new->temporary = NULL;
	sp_signals_release(signals);
}

/* ---- the new file ----------------------------------------------------- */

/*
 * A file without a name, where the file system has such: when the program is
 * killed, nothing is left of it.  Without /proc, as in a plain chroot, it could
 * not get a name later.
 */
static int
open_nameless(const char *folder)
{
#ifdef O_TMPFILE
	if (access("/proc/self/fd", X_OK))
		return -1;
	return fd_open(folder, O_TMPFILE | O_WRONLY);
#else
	(void)folder;
	return -1;
#endif
}

/* mkstemp() denies access to all others; the file is to follow the mask. */
static int
open_named(struct replacement *new)
{
	sigset_t signals = sp_signals_hold();
	mode_t mask;
	int fd;

	watch(new);
	fd = mkstemp(new->temporary);
	if (fd < 0)
		new->temporary[0] = '\0';
	sp_signals_release(signals);
	if (fd < 0)
		return -1;
	/* The mask cannot be read without being set. */
	mask = umask(0);
	umask(mask);
	/* After a failure, replacement_free() removes the file. */
	if (!fchmod(fd, 0666 & ~mask))
		return fd;
	fd_close(fd);
	return -1;
}

/*
 * Opens the new file beside the old one, under its temporary name if any.
 *
 * A nameless file is closed by the system however the program ends, so it is
 * tried first.
 */
static int
open_beside(struct replacement *new)
{
	new->folder = target_folder(new->path);
	if (!new->folder) {
		errno = ENOMEM;
		return -1;
	}
	new->fd = open_nameless(new->folder);
	if (new->fd >= 0)
		return 0;
	new->temporary = name_beside(new->path, ".XXXXXX");
	if (new->temporary)
		new->fd = open_named(new);
	return new->fd < 0 ? -1 : 0;
}

/*
 * Only the superuser may give a file away, but everyone may give it to a group
 * of their own.  A group that could not be kept must not leave its rights to
 * another: the new group gets those of everybody else.
 */
static int
keep_rights(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & 0777;
	struct stat info;

	if (fstat(fd, &info))
		return -1;
	if ((info.st_uid != old->st_uid || info.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) &&
	    fchown(fd, (uid_t)-1, old->st_gid))
		mode = (mode & ~(mode_t)070) | (mode & 070 & mode << 3);
	return fchmod(fd, mode);
}

/*
 * A read-only file is not replaced, although its folder would allow it: the
 * user has protected it.
 */
int
replacement_open(struct replacement *new, const struct target *target)
{
	bool exists = target->kind == TARGET_FILE;

	*new = (struct replacement)REPLACEMENT_NONE;
	new->path = strdup(target->path);
	if (!new->path)
		return -1;
	if (exists &&
	    faccessat(AT_FDCWD, new->path, W_OK, AT_EACCESS)) {
		new->hint = errno == EIO ? NULL : "the file is read-only";
		return -1;
	}
	if (open_beside(new)) {
		new->hint = "a file is replaced as a whole, so its folder "
			    "must be writable";
		return -1;
	}
	return exists ? keep_rights(new->fd, &target->info) : 0;
}

/*
 * Gives a nameless file its temporary name: linkat() does not replace a file,
 * only rename() does.  The path in /proc is the way to link a descriptor that
 * needs no privilege.
 *
 * Process and number make the name; if it is taken, by a leftover of another
 * program, the next number is tried.
 */
static int
link_file(struct replacement *new)
{
	char self[64];

	snprintf(self, sizeof(self), "/proc/self/fd/%d", new->fd);
	for (unsigned try = 0; try < 1000; try++) {
		char suffix[32]; /* what is used fits SUFFIX */

		snprintf(suffix, sizeof(suffix), ".%ld.%u",
			 (long)getpid() % 1000000, try);
		free(new->temporary);
		new->temporary = name_beside(new->path, suffix);
		if (!new->temporary)
			return -1;
		if (!linkat(AT_FDCWD, self, AT_FDCWD, new->temporary,
			    AT_SYMLINK_FOLLOW))
			return 0;
		if (errno != EEXIST)
			break;
	}
	new->temporary[0] = '\0';
	return -1;
}

/* With signals held, since the file has a name from here on. */
int
replacement_name(struct replacement *new)
{
	sigset_t signals;
	int result;

	if (new->temporary)
		return 0;
	signals = sp_signals_hold();
	watch(new);
	result = link_file(new);
	sp_signals_release(signals);
	return result;
}

/*
 * All that can fail comes before rename(), the one step that is final.  The
 * contents are synced first: after a crash of the machine, the name must not
 * lead to a file that is incomplete.
 */
int
replacement_prepare(struct replacement *new)
{
	int fd = new->fd;

	if (fd_sync(fd) || replacement_name(new))
		return -1;
	/* A late write may fail only when the file is closed. */
	new->fd = -1;
	return fd_close(fd);
}

/*
 * A new file holds the name until the old one takes its place.
 *
 * mkstemp() finds a name that nobody has, and rename() takes it over.
 */
static int
move_aside(struct replacement *new)
{
	int fd = mkstemp(new->aside), error;

	if (fd >= 0) {
		(void)fd_close(fd);
		if (!rename(new->path, new->aside))
			return 0;
		error = errno;
		unlink(new->aside);
		errno = error;
	}
	new->aside[0] = '\0';
	return -1;
}

int
replacement_set_aside(struct replacement *new)
{
	sigset_t signals;
	int result;

	if (access(new->path, F_OK))
		return errno == ENOENT ? 0 : -1;
	/* It is still no name of a file: signals must find none in it. */
	signals = sp_signals_hold();
	new->aside = name_beside(new->path, ".old.XXXXXX");
	result = new->aside ? move_aside(new) : -1;
	sp_signals_release(signals);
	return result;
}

/*
 * Name and flag change together, with signals held: the handler sees either
 * both or neither.
 */
int
replacement_place(struct replacement *new)
{
	sigset_t signals = sp_signals_hold();
	int result = rename(new->temporary, new->path);

	if (!result) {
		new->temporary[0] = '\0';
		new->placed = true;
	}
	sp_signals_release(signals);
	return result;
}

/* What is in place is not undone any more. */
int
replacement_keep(struct replacement *new)
{
	int result = 0;

	if (new->aside && new->aside[0]) {
		result = unlink(new->aside);
		new->aside[0] = '\0';
	}
	new->placed = false;
	return result;
}

int
replacement_commit(struct replacement *new)
{
	sigset_t signals;
	int result;

	if (replacement_prepare(new))
		return -1;
	/* What is in place is not taken back. */
	signals = sp_signals_hold();
	result = replacement_place(new);
	if (!result)
		result = replacement_keep(new);
	sp_signals_release(signals);
	return result;
}

/* ---- the folder ------------------------------------------------------- */

/*
 * Is this the error of a folder that nobody can sync?
 *
 * Some file systems have no way to sync a folder; that is no failure of the
 * filter.
 */
static bool
cannot_sync(int error)
{
	return error == EINVAL || error == ENOTSUP || error == ENOSYS ||
	       error == EROFS || error == EBADF;
}

int
replacement_sync(const struct replacement *new)
{
	int fd = fd_open(new->folder, O_RDONLY), result, error;

	/* A folder may be writable and not readable. */
	if (fd < 0)
		return errno == EACCES || errno == EPERM ? 0 : -1;
	result = fd_sync(fd);
	error = errno;
	/* Nothing was written through it. */
	(void)fd_close(fd);
	errno = error;
	return result && !cannot_sync(error) ? -1 : 0;
}

/* After a commit there is nothing to undo; otherwise it is done here. */
int
replacement_free(struct replacement *new)
{
	sigset_t signals;
	int result;

	if (new->fd >= 0)
		(void)fd_close(new->fd);
	signals = sp_signals_hold();
	result = undo(new);
	unwatch(new);
	sp_signals_release(signals);
	free(new->aside);
	free(new->temporary);
	free(new->folder);
	free(new->path);
	*new = (struct replacement)REPLACEMENT_NONE;
	return result;
}
