/* SPDX-License-Identifier: MIT */
/*
 * musl.c - what the OpenMP library of GCC, which was compiled for glibc, does not
 * find in musl
 */
#include <errno.h>
#include <stddef.h>
#include <unistd.h>

/* The numbers of what is asked for are the same. */
long
__sysconf(int name)
{
	return sysconf(name);
}

/* Called only if OMP_PROC_BIND or OMP_PLACES is set. */
int
pthread_attr_setaffinity_np(void *attributes, size_t size, const void *set)
{
	(void)attributes;
	(void)size;
	(void)set;
	return ENOSYS;
}
