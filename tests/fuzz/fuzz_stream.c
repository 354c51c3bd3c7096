/* SPDX-License-Identifier: MIT */
/* Streams: frames, checksums and their end. */
#include "streams.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_stream(data, size);
	return 0;
}
