/* SPDX-License-Identifier: MIT */
/*
 * remote_sum.h - the checksum that a server gives of a file, compared with the
 * bytes that came.  Private to remote.c and remote_head.c.
 *
 * By libmd, which is loaded like libcurl; without it, nothing is compared.
 */
#ifndef SP_WEB_FILE_REMOTE_SUM_H
#define SP_WEB_FILE_REMOTE_SUM_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/* The better one comes last. */
enum sp_sum_kind { SP_SUM_NONE, SP_SUM_MD5, SP_SUM_SHA256 };

#define SP_SUM_MOST 32 /* bytes of a checksum */

struct sp_remote_sum {
	enum sp_sum_kind kind;
	uint8_t bytes[SP_SUM_MOST];
};

/*
 * These set *sum to what a value of a head says, if it is valid and better than
 * what is there: an MD5 in base64 (Content-MD5), in hexadecimal between quotes
 * (the ETag of a bucket); or any of a list of "md5=" and "sha-256=" in base64,
 * between colons or not (RFC 3230, RFC 9530, x-goog-hash).
 */
void sp_sum_of_base64(struct sp_remote_sum *sum, enum sp_sum_kind kind,
		      struct sp_span value);
void sp_sum_of_tag(struct sp_remote_sum *sum, struct sp_span value);
void sp_sum_of_list(struct sp_remote_sum *sum, struct sp_span value);

/* Counts the bytes of a file of which a checksum was given. */
struct sp_summing;

/* Returns NULL if *sum is none, or there is no libmd, or no memory, for it. */
struct sp_summing *sp_summing_new(const struct sp_remote_sum *sum);
void sp_summing_add(struct sp_summing *summing, const void *bytes, size_t size);

/* Do the bytes have the checksum?  NULL: nobody knows, and so they do. */
bool sp_summing_agrees(struct sp_summing *summing);
void sp_summing_free(struct sp_summing *summing); /* accepts NULL */

#endif
