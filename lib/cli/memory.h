/* SPDX-License-Identifier: MIT */
/*
 * memory.h - how much memory there is for a filter: that of the machine, of
 * its control group (as in a container), and what is left of both.  All
 * functions return bytes, or UINT64_MAX if the system does not say.
 */
#ifndef SP_CLI_MEMORY_H
#define SP_CLI_MEMORY_H

#include <stdint.h>

/*
 * The least limit for memory among the control groups that the lines of a file
 * like /proc/self/cgroup name, and those above them, of version 1 and 2.  Their
 * files are below the folder root, as below /sys/fs/cgroup.
 */
uint64_t memory_of_groups(const char *groups, const char *root);

/* The memory of the machine, or that limit of this process if it is less. */
uint64_t memory_of_system(void);

/* The most that this process has had in memory at a time. */
uint64_t memory_peak(void);

/*
 * About how many bytes this process can still allocate and use: of what the
 * system has left, of its control group's limit, and of RLIMIT_DATA.  Other
 * processes want memory as well, so this is no promise.
 */
uint64_t memory_left(void);

#endif
