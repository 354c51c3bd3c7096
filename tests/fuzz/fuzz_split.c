/* SPDX-License-Identifier: MIT */
/*
 * Payloads in parts.  The first byte says what the input is: blocks of links,
 * which are the same after they were split and joined; or, with the length of
 * the payload in three bytes, parts as they are stored, or the sizes of parts
 * and their bytes.
 */
#include "fuzz.h"

#include "base/bytes.h"
#include "stream/format.h"
#include "stream/split.h"

static void
split_and_join(const uint8_t *data, size_t size)
{
	uint8_t *buffer = malloc(size + SP_SPLIT_SLACK);
	uint8_t *again = malloc(size + !size);
	struct sp_parts parts;

	hold(buffer && again);
	memset(buffer, 0, size + SP_SPLIT_SLACK);
	if (sp_split(data, size, buffer, &parts)) {
		hold(!sp_join(&parts, again, size));
		hold(!size || !memcmp(again, data, size));
	}
	free(buffer);
	free(again);
}

static void
join_parts(const uint8_t *data, size_t size, size_t raw)
{
	uint8_t *buffer, *payload = malloc(raw + !raw);
	struct sp_parts parts;
	size_t left;

	for (unsigned i = 0; i < SP_PARTS; i++)
		parts.size[i] = (size_t)fuzz_take(&data, &size, 1);
	buffer = malloc(size + SP_SPLIT_SLACK);
	hold(buffer && payload);
	memset(buffer + size, 0, SP_SPLIT_SLACK);
	memcpy(buffer, data, size);
	left = size;
	for (unsigned i = 0; i < SP_PARTS; i++) {
		if (parts.size[i] > left || i == SP_PARTS - 1)
			parts.size[i] = left;
		parts.at[i] = buffer + (size - left);
		left -= parts.size[i];
	}
	/* Whatever could be joined can be joined again from its parts. */
	if (!sp_join(&parts, payload, raw))
		split_and_join(payload, raw);
	free(buffer);
	free(payload);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned kind = (unsigned)fuzz_take(&data, &size, 1) % 3;
	struct sp_zstd *zstd;
	uint8_t *payload;
	size_t raw;

	if (!kind) {
		split_and_join(data, size);
		return 0;
	}
	raw = (size_t)(fuzz_take(&data, &size, 3) % (SP_FRAME_MAX + 1));
	if (kind == 1) {
		join_parts(data, size, raw);
		return 0;
	}
	zstd = sp_zstd_new();
	payload = malloc(raw + !raw);
	hold(zstd && payload);
	/* The decoder is given what the reader has checked. */
	if (size < SP_FRAME_MAX &&
	    !sp_zstd_decompress_parts(zstd, data, size, payload, raw))
		split_and_join(payload, raw);
	free(payload);
	sp_zstd_free(zstd);
	return 0;
}
