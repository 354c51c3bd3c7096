/* SPDX-License-Identifier: MIT */
/*
 * Keys of names in an index of links: whatever a frame has, a walk ends, and
 * keys and pages are within bounds; and lines of the input, written as keys,
 * come back from a file, whole and in their order.
 */
#include "streams.h"

#include "stream/section/linkindex.h"
#include "stream/section/pick.h"

static struct sp_link_walk walk;

static void
walk_bytes(const uint8_t *data, size_t size)
{
	uint64_t keys = 0, count = data[0];

	sp_link_walk_begin(&walk, data + 1, (uint32_t)size - 1, count);
	while (sp_link_walk_next(&walk)) {
		hold(sp_link_walk_key(&walk).length <= SP_LINK_KEY_MAX);
		keys++;
	}
	hold(keys <= count && walk.at <= walk.end);
	hold(!sp_link_walk_is_whole(&walk) || keys == count);
}

/* Calls take for each line, cut to the bytes of a key. */
static uint64_t
each_line(const uint8_t *data, size_t size,
	  void (*take)(void *context, struct sp_span key, uint64_t i),
	  void *context)
{
	struct sp_span rest = { (const char *)data, size };
	uint64_t i = 0;

	while (rest.length) {
		struct sp_span key = sp_span_cut_at(&rest, '\n');

		if (key.length > SP_LINK_KEY_MAX)
			key.length = SP_LINK_KEY_MAX;
		take(context, key, i++);
	}
	return i;
}

struct writing {
	struct sp_section section;
	struct sp_link_keys keys;
};

static void
write_line(void *context, struct sp_span key, uint64_t i)
{
	struct writing *writing = context;
	struct sp_error err;

	hold(!sp_link_index_add(&writing->section, &writing->keys, key,
				(uint32_t)(i * 3), &err));
}

/* A file with all lines as keys. */
static uint64_t
write_lines(const uint8_t *data, size_t size, char path[FUZZ_PATH])
{
	static struct writing writing;
	struct fuzz_stream bytes = { NULL, 0 };
	struct sp_output output = { &bytes, bytes_write };
	struct sp_writer_options options = { 0, 1, true, true };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_link_index of = { .checksum = 7, .bytes = 9 };
	struct sp_error err;
	uint64_t lines;

	hold(writer);
	memset(&writing, 0, sizeof(writing));
	hold(!sp_link_index_begin(&writing.section, writer, &of, &err));
	lines = each_line(data, size, write_line, &writing);
	hold(!sp_section_close(&writing.section, SP_OK, &err));
	hold(!sp_writer_end(writer, &err));
	sp_writer_free(writer);
	fuzz_file(0, bytes.at, bytes.size, path);
	free(bytes.at);
	return lines;
}

struct reading {
	struct sp_pick *pick;
	struct sp_pick_section section;
	uint64_t frame;
};

static void
read_line(void *context, struct sp_span key, uint64_t i)
{
	struct reading *reading = context;
	struct sp_taken taken;
	struct sp_error err;

	while (!walk.left) {
		hold(++reading->frame < reading->section.tail);
		hold(!sp_pick_frame(reading->pick, reading->frame, &taken,
				    &err));
		hold(taken.frame.raw <= SP_LINK_FRAME);
		hold(sp_pick_frame_of(reading->pick, &reading->section, i) ==
		     reading->frame);
		sp_link_walk_begin(&walk, taken.payload, taken.frame.raw,
				   taken.frame.count);
	}
	hold(sp_link_walk_next(&walk));
	hold(sp_span_equal(sp_link_walk_key(&walk), key));
	hold(walk.page == (uint32_t)(i * 3));
}

static void
round_trip(const uint8_t *data, size_t size)
{
	struct reading reading = { .frame = 0 };
	struct sp_link_index of;
	struct sp_taken taken;
	struct sp_error err;
	char path[FUZZ_PATH];
	uint64_t lines = write_lines(data, size, path);

	hold(!sp_pick_open(path, 1 << 20, &reading.pick, &err));
	hold(sp_pick_find(reading.pick, SP_TAG_LINK_INDEX, 0,
			  &reading.section));
	hold(sp_pick_items(reading.pick, &reading.section) == lines);
	hold(!sp_pick_frame(reading.pick, reading.section.head, &taken, &err));
	hold(sp_link_index_load(taken.payload, taken.frame.raw, &of));
	hold(of.checksum == 7 && of.bytes == 9);
	reading.frame = reading.section.head;
	walk.left = 0;
	hold(each_line(data, size, read_line, &reading) == lines);
	sp_pick_close(reading.pick);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size || size > SP_FRAME_MAX)
		return 0;
	/* A file takes as long as a hundred walks. */
	if (data[0] < 240)
		walk_bytes(data, size);
	else
		round_trip(data + 1, size - 1);
	return 0;
}
