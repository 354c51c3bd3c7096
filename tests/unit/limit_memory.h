/* SPDX-License-Identifier: MIT */
/*
 * limit_memory.h - for tests of what takes too much memory
 */
#ifndef TESTS_LIMIT_MEMORY_H
#define TESTS_LIMIT_MEMORY_H

#include "unit.h"

#include <sys/resource.h>

#ifdef __SANITIZE_ADDRESS__
#define LIMIT_MEMORY 0 /* the sanitizer's own memory counts */
#else
#define LIMIT_MEMORY 1
#endif

/* Limits the address space to 64 MB more than is in use. */
static inline void
limit_memory(void)
{
	char *page = malloc(1), line[256];
	unsigned long data = 0;
	FILE *status = fopen("/proc/self/status", "r");
	struct rlimit limit;

	free(page);
	while (status && fgets(line, sizeof(line), status))
		if (sscanf(line, "VmData: %lu", &data) == 1)
			break;
	if (status)
		fclose(status);
	limit.rlim_cur = limit.rlim_max = (data << 10) + (64 << 20);
	if (LIMIT_MEMORY)
		ck_assert_int_eq(setrlimit(RLIMIT_DATA, &limit), 0);
}

#endif
