/* SPDX-License-Identifier: MIT */
/* Times and digests of fetches, from how archives and logs write them. */
#include "graph/fetches.h"

#include "base/ascii.h"
#include "base/calendar.h"
#include "base/hash.h"

#define SHA1_BYTES 20
#define SHA1_BASE32 32 /* characters */

int64_t
sp_fetch_seconds(int64_t milliseconds)
{
	int64_t seconds = milliseconds / 1000;

	if (milliseconds == SP_NO_TIME)
		return SP_FETCH_NO_TIME;
	seconds -= milliseconds % 1000 < 0;
	return sp_fetch_time_fits(SP_CLOCK_SECONDS, seconds) ?
		       seconds : SP_FETCH_NO_TIME;
}

/* Never the number that stands for no digest. */
static uint64_t
hash_digest(const void *bytes, size_t size)
{
	uint64_t hash = sp_hash(bytes, size);

	return hash == SP_FETCH_NO_DIGEST ? 1 : hash;
}

uint64_t
sp_fetch_digest_body(const void *body, size_t size)
{
	return hash_digest(body, size);
}

/* Base32 in capitals; false if it has another character. */
static bool
read_base32(struct sp_span text, char base32[SHA1_BASE32])
{
	for (size_t i = 0; i < SHA1_BASE32; i++) {
		char c = sp_to_small(text.text[i]);

		if (!(c >= 'a' && c <= 'z') && !(c >= '2' && c <= '7'))
			return false;
		base32[i] = (char)(c >= 'a' ? c - 'a' + 'A' : c);
	}
	return true;
}

/* Base16 as base32, five bits at a time; false if it is not. */
static bool
read_base16(struct sp_span text, char base32[SHA1_BASE32])
{
	unsigned bits = 0, count = 0, at = 0;

	for (size_t i = 0; i < text.length; i++) {
		int digit = sp_hex_value(text.text[i]);

		if (digit < 0)
			return false;
		bits = (bits << 4 | (unsigned)digit) & 0xff;
		count += 4;
		if (count < 5)
			continue;
		count -= 5;
		base32[at++] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
			       [bits >> count & 31];
	}
	return true;
}

uint64_t
sp_fetch_digest(struct sp_span text)
{
	char base32[SHA1_BASE32];
	struct sp_span sum;

	if (!text.text)
		return SP_FETCH_NO_DIGEST;
	text = sp_span_trim(text, SP_HTTP_SPACES);
	if (!text.length || sp_is_word(text, "-"))
		return SP_FETCH_NO_DIGEST;
	sum = text;
	if (sp_begins_word(sum, "sha1:"))
		(void)sp_span_cut(&sum, 5);
	if ((sum.length == SHA1_BASE32 && read_base32(sum, base32)) ||
	    (sum.length == 2 * SHA1_BYTES && read_base16(sum, base32)))
		return hash_digest(base32, sizeof(base32));
	return hash_digest(text.text, text.length);
}
