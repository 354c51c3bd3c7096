/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - what fuzz targets share
 *
 * A target is one file fuzz_NAME.c with LLVMFuzzerTestOneInput(), which passes
 * arbitrary bytes to one parser and checks what must hold for any input.  It is
 * linked with libFuzzer (make fuzz), or with main.c, which runs it on files and
 * on mutations of them with any compiler (make test).
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
			fprintf(stderr, "%s:%d: fails: %s\n", __FILE__,    \
				__LINE__, #condition);                     \
			abort();                                           \
		}                                                          \
	} while (0)

/* Takes a number from the front of the input, as if zeros followed it. */
static inline uint64_t
fuzz_take(const uint8_t **data, size_t *size, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes && *size; i++, (*size)--)
		value |= (uint64_t)*(*data)++ << 8 * i;
	return value;
}

#define FUZZ_PATH 64

/*
 * Puts bytes into a file in memory, which is the same one each time for a
 * number (0 or 1), and stores its path.
 */
static inline void
fuzz_file(unsigned number, const uint8_t *data, size_t size,
	  char path[FUZZ_PATH])
{
	static int files[2] = { -1, -1 };

	if (files[number] < 0)
		files[number] = memfd_create("fuzz", MFD_CLOEXEC);
	hold(files[number] >= 0);
	hold(!ftruncate(files[number], 0));
	hold(pwrite(files[number], data, size, 0) == (ssize_t)size);
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", files[number]);
}

#endif
