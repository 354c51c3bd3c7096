/* SPDX-License-Identifier: MIT */
/*
 * How much memory a run may use is the least of what the machine has and what
 * control groups allow.  Containers limit memory by groups and show the
 * machine's in /proc, so without this a filter would plan with memory that it
 * does not get, and be killed.
 */
#include "cli/memory.h"

#include "base/ascii.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LINE_ROOM 4096

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * The digits that a text begins with; UINT64_MAX if there are none.
 *
 * Too large is as good as no limit.
 */
static uint64_t
leading_number(const char *text)
{
	uint64_t value = 0;

	if (!sp_is_digit(*text))
		return UINT64_MAX;
	for (; sp_is_digit(*text); text++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *text - '0', &value))
			return UINT64_MAX;
	return value;
}

/* ---- control groups --------------------------------------------------- */

/* A file that holds a number, or "max". */
static uint64_t
number_in(const char *root, const char *group, const char *name)
{
	char path[2 * LINE_ROOM], line[64];
	uint64_t value = UINT64_MAX;
	FILE *file;

	if (snprintf(path, sizeof(path), "%s%s/%s", root, group, name) >=
	    (int)sizeof(path))
		return UINT64_MAX;
	file = fopen(path, "re");
	if (!file)
		return UINT64_MAX;
	if (fgets(line, sizeof(line), file))
		value = leading_number(line);
	fclose(file);
	return value;
}

/*
 * The least limit of a group and of those above it.  In a container the group
 * may have another name than within its own view of the files: then only the
 * topmost is found, and has the limit.
 *
 * Limits of a group hold for all below it, so every level is read.  Files of
 * both versions are tried at each.
 */
static uint64_t
limit_of_group(const char *root, char *group)
{
	uint64_t limit = UINT64_MAX;
	char *end = group + strlen(group);

	for (;;) {
		while (end > group && end[-1] == '/')
			*--end = '\0';
		limit = least(limit, number_in(root, group, "memory.max"));
		limit = least(limit, number_in(root, group,
					       "memory.limit_in_bytes"));
		if (end == group)
			return limit;
		while (end > group && end[-1] != '/')
			*--end = '\0';
	}
}

/* Is a name in a list that is separated by commas? */
static bool
names_memory(const char *list, const char *end)
{
	while (list < end) {
		size_t length = strcspn(list, ",:");

		if (length == 6 && !strncmp(list, "memory", 6))
			return true;
		list += length + 1;
	}
	return false;
}

/* Several lines, if controllers are mounted apart: the least counts. */
uint64_t
memory_of_groups(const char *groups, const char *root)
{
	FILE *file = fopen(groups, "re");
	uint64_t limit = UINT64_MAX;
	char line[LINE_ROOM], below[LINE_ROOM + 8];

	/* Lines are "NUMBER:CONTROLLERS:PATH"; version 2 has no controllers. */
	while (file && fgets(line, sizeof(line), file)) {
		char *list = strchr(line, ':');
		char *group = list ? strchr(list + 1, ':') : NULL;

		if (!group)
			continue;
		group[1 + strcspn(group + 1, "\n")] = '\0';
		if (group == list + 1) {
			snprintf(below, sizeof(below), "%s", root);
		} else if (names_memory(list + 1, group)) {
			snprintf(below, sizeof(below), "%s/memory", root);
		} else {
			continue;
		}
		limit = least(limit, limit_of_group(below, group + 1));
	}
	if (file)
		fclose(file);
	return limit;
}

uint64_t
memory_of_system(void)
{
	uint64_t group = memory_of_groups("/proc/self/cgroup",
					  "/sys/fs/cgroup");
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || size <= 0)
		return group;
	return least(group, (uint64_t)pages * (uint64_t)size);
}

/* ---- what was used, and what is left ---------------------------------- */

/* Returns N of a line "KEY: N kB" of a file of /proc, in bytes. */
static uint64_t
proc_bytes(const char *path, const char *key)
{
	uint64_t bytes = UINT64_MAX;
	FILE *file = fopen(path, "re");
	char line[256];

	while (file && fgets(line, sizeof(line), file)) {
		const char *at = line + strlen(key);

		if (strncmp(line, key, strlen(key)) != 0)
			continue;
		bytes = leading_number(at + strspn(at, " \t"));
		bytes = bytes > UINT64_MAX >> 10 ? UINT64_MAX : bytes << 10;
	}
	if (file)
		fclose(file);
	return bytes;
}

/* getrusage() alone has the peak of the program before exec() as well. */
uint64_t
memory_peak(void)
{
	uint64_t peak = proc_bytes("/proc/self/status", "VmHWM:");
	struct rusage usage;

	if (peak != UINT64_MAX || getrusage(RUSAGE_SELF, &usage))
		return peak;
	/* Linux counts ru_maxrss in units of 1,024 bytes. */
	return (uint64_t)usage.ru_maxrss * 1024;
}

static uint64_t
less(uint64_t limit, uint64_t used)
{
	if (limit == UINT64_MAX || used == UINT64_MAX)
		return limit;
	return limit > used ? limit - used : 0;
}

/*
 * What the process uses is counted against the limits, not against what the
 * system has available, which excludes it already.
 */
uint64_t
memory_left(void)
{
	uint64_t left = proc_bytes("/proc/meminfo", "MemAvailable:");
	uint64_t data = proc_bytes("/proc/self/status", "VmData:");
	struct rlimit limit;

	left = least(left, less(memory_of_groups("/proc/self/cgroup",
						 "/sys/fs/cgroup"), data));
	if (getrlimit(RLIMIT_DATA, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY)
		return left;
	/* Without /proc nobody knows what is used of the limit. */
	return data == UINT64_MAX ? left :
				    least(left, less(limit.rlim_cur, data));
}
