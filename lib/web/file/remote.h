/* SPDX-License-Identifier: MIT */
/*
 * remote.h - files on web servers and in S3 buckets, read once from their first
 * byte to the last: https://HOST/PATH, http://HOST/PATH, s3://BUCKET/KEY.
 *
 * A transfer that breaks off goes on where it stopped, if the server says that
 * the file is still the same (ETag or Last-Modified).  One that fails, or is
 * silent, is tried again up to five times without a byte in between, after
 * pauses that double.  The end is that of the file: all bytes of the length
 * that the server gave, or the end of a chunked body; a server that says
 * neither is refused, as a cut file could not be told from a whole one.  If it
 * gives a checksum (remote_sum.h), the last read fails unless the bytes have
 * it.
 *
 * By libcurl, which is loaded when the first such file is opened: it brings
 * thirty other libraries, and most runs need none of them.
 *
 * These variables of the environment count, and those of libcurl for proxies:
 *
 *	SEEDPIPE_PATIENCE       seconds to wait for a silent server [60]; pauses
 *	                        begin with a sixty-fourth
 *	AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
 *	                        requests to buckets are signed by these
 *	AWS_REGION, AWS_DEFAULT_REGION
 *	                        [us-east-1]
 *	AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL
 *	                        a server that speaks the same protocol
 *
 * Private to this folder; only unit tests include it from elsewhere.
 */
#ifndef SP_WEB_FILE_REMOTE_H
#define SP_WEB_FILE_REMOTE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_remote;

/* Returns whether a path is the address of such a file. */
bool sp_is_remote(const char *path);

/*
 * Asks for the file and waits for the answer.  SP_IO: there is no libcurl, or
 * no such file, or no answer; SP_USAGE: SEEDPIPE_PATIENCE is no number of
 * seconds; SP_MEMORY.  *remote is NULL then.
 */
enum sp_status sp_remote_open(const char *path, struct sp_remote **remote,
			      struct sp_error *err);

/* Returns the length of the file in bytes; UINT64_MAX: not known. */
uint64_t sp_remote_size(const struct sp_remote *remote);

/*
 * Reads up to size bytes, 1 or more; *got is 0 only at the end.  SP_IO, also if
 * the file changes while it is read.
 */
enum sp_status sp_remote_read(struct sp_remote *remote, void *buffer,
			      size_t size, size_t *got, struct sp_error *err);

void sp_remote_close(struct sp_remote *remote); /* accepts NULL */

/*
 * Returns the first of two variables of the environment that says something;
 * other may be NULL; usual if neither does.
 */
const char *sp_remote_setting(const char *name, const char *other,
			      const char *usual);

/* Returns the region of buckets: that of the environment, or the usual one. */
const char *sp_remote_region(void);

/*
 * Sets *url, which the caller frees, to the address at which path is asked for:
 * itself or, of a bucket, that of the environment or of Amazon.  SP_USAGE if it
 * has a user's name or password, which messages do not repeat; SP_IO if it has
 * no key, or its bucket cannot be one; SP_MEMORY.
 */
enum sp_status sp_remote_url(const char *path, char **url,
			     struct sp_error *err);

#endif
