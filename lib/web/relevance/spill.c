/* SPDX-License-Identifier: MIT */
/*
 * Numbers in LEB128, by the C library's buffered files, unlocked: one thread
 * writes, then reads.  The file has no name (base/unnamed.h), so that it goes
 * with the process, however that ends.  A failed write is kept until the
 * rewind, where there is somebody to report it; a later one does not matter.
 */
#include "web/relevance/spill.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "base/unnamed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct sp_spill {
	FILE *file;
	char *directory;  /* for messages */
	int failed;       /* errno of the first write that failed */
};

static enum sp_status
fail_spill(const struct sp_spill *spill, int reason, struct sp_error *err)
{
	/* The C library allocates for a file. */
	if (reason == ENOMEM)
		return sp_no_memory(err, "a temporary file");
	return sp_fail(err, SP_IO, "temporary file in %s: %s",
		       spill->directory,
		       reason ? strerror(reason) : "cut short");
}

enum sp_status
sp_spill_new(const char *directory, struct sp_spill **spill,
	     struct sp_error *err)
{
	struct sp_spill *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status = SP_OK;
	int fd;

	*spill = NULL;
	if (made)
		made->directory = strdup(directory);
	if (!made || !made->directory) {
		sp_spill_free(made);
		return sp_no_memory(err, "a temporary file");
	}
	fd = sp_open_unnamed(directory);
	if (fd >= 0)
		made->file = fdopen(fd, "w+");
	if (!made->file) {
		status = fail_spill(made, errno, err);
		if (fd >= 0)
			close(fd);
		sp_spill_free(made);
		return status;
	}
	*spill = made;
	return SP_OK;
}

void
sp_spill_put(struct sp_spill *spill, uint64_t number)
{
	uint8_t bytes[SP_LEB_MAX];
	size_t size = (size_t)(sp_put_leb(bytes, number) - bytes);

	if (!spill->failed && fwrite_unlocked(bytes, 1, size, spill->file) !=
	    size)
		spill->failed = errno ? errno : EIO;
}

enum sp_status
sp_spill_rewind(struct sp_spill *spill, struct sp_error *err)
{
	if (!spill->failed && fseeko(spill->file, 0, SEEK_SET))
		spill->failed = errno ? errno : EIO;
	return spill->failed ? fail_spill(spill, spill->failed, err) : SP_OK;
}

enum sp_status
sp_spill_get(struct sp_spill *spill, uint64_t *number, struct sp_error *err)
{
	unsigned shift = 0;
	int byte;

	*number = 0;
	do {
		byte = getc_unlocked(spill->file);
		if (byte == EOF)
			return fail_spill(spill, ferror(spill->file) ? errno :
					  0, err);
		*number |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && shift < 64);
	return SP_OK;
}

void
sp_spill_free(struct sp_spill *spill)
{
	if (!spill)
		return;
	if (spill->file)
		(void)fclose(spill->file);
	free(spill->directory);
	free(spill);
}
