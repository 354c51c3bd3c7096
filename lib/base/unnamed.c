/* SPDX-License-Identifier: MIT */
#include "base/unnamed.h"

#include "base/memory.h"
#include "base/signals.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Some file systems have no O_TMPFILE; there the name is removed as soon as the
 * file is open, and signals wait until it is.
 */
int
sp_open_unnamed(const char *directory)
{
	size_t size = strlen(directory) + sizeof("/seedpipe.XXXXXX");
	sigset_t signals;
	char *name;
	int fd = -1;

#ifdef O_TMPFILE
	fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
#endif
	name = sp_alloc(size, 1);
	if (!name)
		return -1;
	snprintf(name, size, "%s/seedpipe.XXXXXX", directory);
	signals = sp_signals_hold();
	fd = mkstemp(name);
	if (fd >= 0)
		unlink(name);
	sp_signals_release(signals);
	free(name);
	return fd;
}
