/* SPDX-License-Identifier: MIT */
/*
 * Files that processes read by their index: whatever it says, every frame is
 * refused or is what its header says.
 */
#include "fuzz.h"

#include "stream/indexed.h"

#include <fcntl.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_indexed *indexed;
	struct sp_frame_room *room;
	struct sp_taken taken;
	struct sp_error err;
	char path[FUZZ_PATH];
	int fd;

	fuzz_file(0, data, size, path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	hold(fd >= 0);
	if (!sp_indexed_new(fd, &indexed, &err)) {
		room = sp_frame_room_new();
		hold(room);
		for (uint64_t i = 0; i < sp_indexed_frames(indexed); i++) {
			hold(sp_indexed_size(indexed, i) <= size);
			if (sp_indexed_take(indexed, i, room, &taken, &err))
				continue;
			hold(taken.frame.raw <= SP_FRAME_MAX);
			hold(taken.frame.tag ==
			     sp_indexed_entry(indexed, i)->tag);
		}
		sp_frame_room_free(room);
		sp_indexed_free(indexed);
	}
	close(fd);
	return 0;
}
