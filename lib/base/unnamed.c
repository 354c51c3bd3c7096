/* SPDX-License-Identifier: MIT */
#include "base/unnamed.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Some file systems have no O_TMPFILE; there the name is removed as soon as the
 * file is open.
 */
int
sp_open_unnamed(const char *directory)
{
	size_t size = strlen(directory) + sizeof("/seedpipe.XXXXXX");
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
	fd = mkstemp(name);
	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}
