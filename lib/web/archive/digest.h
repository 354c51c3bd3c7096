/* SPDX-License-Identifier: MIT */
/*
 * digest.h - SHA-1, as WARC-Block-Digest and WARC-Payload-Digest give it.
 *
 * From libmd: it is tiny, whereas the libraries of TLS bring a megabyte and
 * their initialisation for one function.
 */
#ifndef SP_WEB_ARCHIVE_DIGEST_H
#define SP_WEB_ARCHIVE_DIGEST_H

#include "web/archive/archive.h"

struct sp_digest;
struct sp_digest *sp_digest_new(void); /* NULL when memory is short */
void sp_digest_begin(struct sp_digest *digest);
void sp_digest_add(struct sp_digest *digest, const uint8_t *bytes,
		   size_t size);
void sp_digest_end(struct sp_digest *digest, uint8_t sum[SP_SHA1_SIZE]);
void sp_digest_free(struct sp_digest *digest); /* accepts NULL */

#define SP_BASE32_SIZE 33 /* characters of a SHA-1, with the NUL */

/* Writes the sum in base32, as archives do. */
void sp_digest_text(char text[SP_BASE32_SIZE],
		    const uint8_t sum[SP_SHA1_SIZE]);

enum sp_digest_match {
	SP_DIGEST_MATCHES,
	SP_DIGEST_DIFFERS,
	SP_DIGEST_UNKNOWN    /* another algorithm, or no digest at all */
};

/*
 * Compares the value of a header, "sha1:" and the sum in base32 or base16 in
 * any case, with a sum.
 */
enum sp_digest_match sp_digest_compare(struct sp_span header,
				       const uint8_t sum[SP_SHA1_SIZE]);

#endif
