/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 by libmd, and how archives write it: in base32, or in hexadecimal by
 * some.  A digest of another algorithm is not an error but unknown.
 */
#include "web/archive/digest.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef HAVE_MD
#include <sha1.h>
#define HAS_DIGESTS true
#else
/* Nobody makes a digest then: sp_archive_has_digests() says so. */
#define HAS_DIGESTS false
#define SHA1_CTX char
#define SHA1Init(sha1) ((void)(sha1))
#define SHA1Update(sha1, bytes, size) ((void)(sha1), (void)(bytes))
#define SHA1Final(sum, sha1) ((void)(sha1), memset((sum), 0, SP_SHA1_SIZE))
#endif

#define HEX_SIZE (2 * SP_SHA1_SIZE)

struct sp_digest {
	SHA1_CTX sha1;
};

bool
sp_archive_has_digests(void)
{
	return HAS_DIGESTS;
}

void
sp_digest_begin(struct sp_digest *digest)
{
	SHA1Init(&digest->sha1);
}

void
sp_digest_add(struct sp_digest *digest, const uint8_t *bytes, size_t size)
{
	if (size)
		SHA1Update(&digest->sha1, bytes, size);
}

void
sp_digest_end(struct sp_digest *digest, uint8_t sum[SP_SHA1_SIZE])
{
	SHA1Final(sum, &digest->sha1);
}

struct sp_digest *
sp_digest_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_digest));
}

void
sp_digest_free(struct sp_digest *digest)
{
	free(digest);
}

void
sp_digest_text(char text[SP_BASE32_SIZE], const uint8_t sum[SP_SHA1_SIZE])
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	char *at = text;

	/* Eight digits for five bytes. */
	for (size_t i = 0; i < SP_SHA1_SIZE; i += 5) {
		uint64_t bits = 0;

		for (size_t k = 0; k < 5; k++)
			bits = bits << 8 | sum[i + k];
		for (unsigned k = 0; k < 8; k++)
			*at++ = digits[bits >> (35 - 5 * k) & 31];
	}
	*at = '\0';
}

enum sp_digest_match
sp_digest_compare(struct sp_span header, const uint8_t sum[SP_SHA1_SIZE])
{
	char text[HEX_SIZE + 1];

	if (!sp_begins_word(header, "sha1:"))
		return SP_DIGEST_UNKNOWN;
	sp_span_cut(&header, strlen("sha1:"));
	if (header.length == HEX_SIZE)
		for (size_t i = 0; i < SP_SHA1_SIZE; i++) {
			text[2 * i] = "0123456789abcdef"[sum[i] >> 4];
			text[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
		}
	else if (header.length == SP_BASE32_SIZE - 1)
		sp_digest_text(text, sum);
	else
		return SP_DIGEST_DIFFERS;
	return strncasecmp(header.text, text, header.length) ?
		       SP_DIGEST_DIFFERS : SP_DIGEST_MATCHES;
}
