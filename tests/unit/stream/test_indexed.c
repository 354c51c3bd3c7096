/* SPDX-License-Identifier: MIT */
/* Frames found by the index of a file, which becomes shorter meanwhile. */
#include "stream_sample.h"
#include "temp_file.h"

#include "stream/indexed.h"

#include <fcntl.h>

/* A raw stream with an index is in the file; returns it, open. */
static int
open_sample(void)
{
	struct bytes bytes = BYTES;
	struct sample sample;
	int fd;

	sample_make(&sample);
	write_stream(&sample, KIND_GRAPH, 2, &bytes);
	temp_file_write(bytes.at, bytes.size);
	bytes_free(&bytes);
	sample_free(&sample);
	fd = open(temp_path, O_RDWR | O_CLOEXEC);
	hold(fd >= 0);
	return fd;
}

START_TEST(a_file_becomes_shorter)
{
	struct sp_frame_room *room = sp_frame_room_new();
	struct sp_indexed *indexed;
	struct sp_taken taken;
	struct sp_error err;
	uint64_t last, at;
	char expected[60];
	int fd = open_sample();

	hold(room);
	must(sp_indexed_new(fd, &indexed, &err), err);
	last = sp_indexed_frames(indexed) - 1;
	must(sp_indexed_take(indexed, last, room, &taken, &err), err);
	/* It ends in the payload, then in the header. */
	for (unsigned kept = SP_FRAME_HEADER + 1; kept; kept /= 4) {
		at = sp_indexed_entry(indexed, last)->offset + kept;
		hold(!ftruncate(fd, (off_t)at));
		ck_assert_int_eq(sp_indexed_take(indexed, last, room, &taken,
						 &err), SP_DATA);
		snprintf(expected, sizeof(expected),
			 "cut short at byte %" PRIu64, at);
		ck_assert_str_eq(err.text, expected);
	}
	sp_indexed_free(indexed);
	sp_frame_room_free(room);
	close(fd);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("indexed");

	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
	tcase_add_test(tests, a_file_becomes_shorter);
	return unit_run(tests);
}
