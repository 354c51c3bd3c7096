/* SPDX-License-Identifier: MIT */
/*
 * forge - a graph under the fingerprint of another one, for tests
 *
 *	forge [-o] GRAPH OTHER > stream
 *
 * Writes the stream of the file OTHER with the tail of the graph in the file
 * GRAPH, which has the same number of pages and links.  All checksums of
 * frames are right: only the links say that they are not those of GRAPH.
 * With -o, OTHER keeps its fingerprint and has the origin of GRAPH.
 */
#include "section/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
must(enum sp_status status, const struct sp_error *err)
{
	if (!status)
		return;
	fprintf(stderr, "forge: %s\n", err->text);
	exit(1);
}

static enum sp_status
read_file(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *err)
{
	*got = fread(buffer, 1, size, context);
	return ferror((FILE *)context) ? sp_fail(err, SP_IO, "read") : SP_OK;
}

static enum sp_status
write_file(void *context, const void *bytes, size_t size, struct sp_error *err)
{
	if (fwrite(bytes, 1, size, context) != size)
		return sp_fail(err, SP_IO, "write");
	return SP_OK;
}

/*
 * Reads all frames of a stream and passes them to the writer, unless that is
 * NULL.  Without a writer, the tail of the graph is copied to tail; with one,
 * all but the first keep bytes of it are replaced by that.
 */
static void
copy_frames(const char *file, struct sp_writer *writer,
	    uint8_t tail[SP_GRAPH_TAIL], size_t keep)
{
	FILE *stream = fopen(file, "rb");
	struct sp_input input = { stream, read_file, NULL };
	struct sp_reader *reader = sp_reader_new(&input);
	const uint8_t *payload;
	struct sp_frame frame;
	struct sp_error err;

	if (!stream || !reader)
		exit(1);
	for (;;) {
		must(sp_reader_next(reader, &frame, &err), &err);
		if (frame.tag == SP_TAG_END)
			break;
		must(sp_reader_payload(reader, &payload, &err), &err);
		if (frame.tag != SP_TAG_GRAPH ||
		    !(frame.flags & SP_FRAME_TAIL)) {
			if (writer)
				must(sp_writer_pass(writer, &frame,
						    sp_reader_stored(reader),
						    &err), &err);
			continue;
		}
		memcpy(tail, payload, writer ? keep : SP_GRAPH_TAIL);
		if (writer)
			must(sp_writer_frame(writer, frame.tag, SP_FRAME_TAIL,
					     frame.first, frame.count, tail,
					     SP_GRAPH_TAIL, &err), &err);
	}
	sp_reader_free(reader);
	fclose(stream);
}

int
main(int argc, char **argv)
{
	struct sp_output output = { stdout, write_file };
	struct sp_writer_options options = { .threads = 1 };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	uint8_t tail[SP_GRAPH_TAIL];
	bool origin = argc == 4 && !strcmp(argv[1], "-o");
	struct sp_error err;

	if (argc != 3 + origin || !writer)
		return 1;
	copy_frames(argv[1 + origin], NULL, tail, 0);
	copy_frames(argv[2 + origin], writer, tail,
		    origin ? SP_GRAPH_TAIL / 2 : 0);
	must(sp_writer_end(writer, &err), &err);
	sp_writer_free(writer);
	return fclose(stdout) ? 1 : 0;
}
