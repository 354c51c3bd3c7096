/* SPDX-License-Identifier: MIT */
/*
 * The contents of frames whose checksums are right.  The first byte of the
 * input chooses compression.  Then each frame is its tag and flags (one byte
 * each), its items and length (two bytes each), and its payload.
 */
#include "streams.h"

#include "stream/section/hosts.h"
#include "stream/section/fetches.h"
#include "stream/section/linkscores.h"
#include "stream/section/provenance.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

static const uint32_t tags[] = {
	SP_TAG_GRAPH, SP_TAG_HOSTS, SP_TAG_DOMAINS, SP_TAG_HOST_OF,
	SP_TAG_NAMES, SP_TAG_WEIGHTS, SP_TAG_SCORES, SP_TAG_CORES,
	SP_TAG_MEMBERS, SP_TAG_SEEDS, SP_TAG_ORDER, SP_TAG_PROVENANCE,
	SP_TAG('t', 'e', 's', 't'), SP_TAG('T', 'E', 'S', 'T'),
	SP_TAG_ORDER_SEEDS, SP_TAG_ORDER_TICKS, SP_TAG_LINK_SCORES,
	SP_TAG_SEED_NOTES, SP_TAG_STATES, SP_TAG_FETCHES,
	SP_TAG_SHAPES, SP_TAG_SHAPE_OF, SP_TAG_ORDER_TIMES
};

#define TAGS (sizeof(tags) / sizeof(*tags))

/* Numbers the items of each section consecutively, as readers require. */
static void
put_frames(struct sp_writer *writer, const uint8_t *data, size_t size)
{
	struct sp_error err;
	uint64_t first = 0;

	while (size) {
		uint32_t tag = tags[fuzz_take(&data, &size, 1) % TAGS];
		uint32_t flags = (uint32_t)fuzz_take(&data, &size, 1) &
				 (SP_FRAME_HEAD | SP_FRAME_TAIL);
		uint64_t count = fuzz_take(&data, &size, 2);
		size_t length = fuzz_take(&data, &size, 2);

		length = length < size ? length : size;
		if (flags & SP_FRAME_HEAD)
			first = 0;
		hold(!sp_writer_frame(writer, tag, flags, first, count, data,
				      length, &err));
		first += count;
		data += length;
		size -= length;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Contexts of zstd are slow to make: one value of 16 asks for them. */
	int level = fuzz_take(&data, &size, 1) % 16 == 1;
	struct fuzz_stream stream = { NULL, 0 };
	struct sp_writer *writer = bytes_writer(&stream, level);
	struct sp_error err;

	put_frames(writer, data, size);
	hold(!sp_writer_end(writer, &err));
	check_stream(stream.at, stream.size);
	sp_writer_free(writer);
	free(stream.at);
	return 0;
}
