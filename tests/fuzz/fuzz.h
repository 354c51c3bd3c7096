/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - what fuzz targets share.
 *
 * A target is one file fuzz_NAME.c with LLVMFuzzerTestOneInput(): it gives
 * any bytes to one parser and holds what must be so whatever they are.  Linked
 * with libFuzzer (make fuzz), or with main.c, which replays files and changes
 * of them with any compiler (make test).
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/status.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define hold(condition)                                                    \
	do {                                                               \
		if (!(condition)) {                                        \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__,   \
				__LINE__, #condition);                     \
			abort();                                           \
		}                                                          \
	} while (0)

/* Takes the first bytes of the input, zero bytes after its end. */
static inline uint64_t
fuzz_take(const uint8_t **data, size_t *size, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes && *size; i++, (*size)--)
		value |= (uint64_t)*(*data)++ << 8 * i;
	return value;
}

#define FUZZ_PATH 64

/* A file with these bytes, in memory; its path.  Close the descriptor. */
static inline int
fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH])
{
	int fd = memfd_create("fuzz", 0);

	hold(fd >= 0);
	hold(write(fd, data, size) == (ssize_t)size);
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
	return fd;
}

#endif
