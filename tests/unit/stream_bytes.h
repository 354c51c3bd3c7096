/* SPDX-License-Identifier: MIT */
/*
* stream_bytes.h - streams in memory, for tests of readers and writers
 */
#ifndef TESTS_STREAM_BYTES_H
#define TESTS_STREAM_BYTES_H

#include "unit.h"

#include "graph/links/rowstore.h"
#include "stream/section/orders.h"
#include "stream/section/section.h"
#include "stream/stream.h"

#include <string.h>

/* ---- output ----------------------------------------------------------- */

/* The bytes that a writer wrote; writing more than limit of them fails. */
struct bytes {
	uint8_t *at;
	size_t size, capacity, limit;
};

#define BYTES { NULL, 0, 0, SIZE_MAX }

static inline void
bytes_add(struct bytes *bytes, const void *from, size_t size)
{
	if (bytes->size + size > bytes->capacity) {
		bytes->capacity = 2 * (bytes->size + size);
		bytes->at = realloc(bytes->at, bytes->capacity);
		hold(bytes->at);
	}
	if (size)
		memcpy(bytes->at + bytes->size, from, size);
	bytes->size += size;
}

static inline void
bytes_free(struct bytes *bytes)
{
	free(bytes->at);
	*bytes = (struct bytes)BYTES;
}

static inline enum sp_status
bytes_write(void *context, const void *from, size_t size,
	    struct sp_error *err)
{
	struct bytes *bytes = context;

	if (size > bytes->limit - bytes->size) {
		bytes_add(bytes, from, bytes->limit - bytes->size);
		return sp_fail(err, SP_IO, "no space");
	}
	bytes_add(bytes, from, size);
	return SP_OK;
}

static inline struct sp_writer *
bytes_writer(struct bytes *bytes, int level, int threads, bool index)
{
	struct sp_output output = { bytes, bytes_write };
	struct sp_writer_options options = { level, threads, index, true };
	struct sp_writer *writer = sp_writer_new(&output, &options);

	hold(writer);
	return writer;
}

/* ---- input ------------------------------------------------------------ */

/* Bytes for a reader: at most step per call; reading fails after fail_at. */
struct source {
	const uint8_t *at;
	size_t size, done, step, fail_at;
};

static inline enum sp_status
source_read(void *context, void *buffer, size_t size, size_t *got,
	    struct sp_error *err)
{
	struct source *source = context;
	size_t left = source->size - source->done;

	if (source->done >= source->fail_at)
		return sp_fail(err, SP_IO, "read: test");
	left = left < size ? left : size;
	left = left < source->step ? left : source->step;
	if (left)
		memcpy(buffer, source->at + source->done, left);
	source->done += left;
	*got = left;
	return SP_OK;
}

static inline struct sp_reader *
source_reader(struct source *source)
{
	struct sp_input input = { .context = source, .read = source_read };
	struct sp_reader *reader = sp_reader_new(&input);

	hold(reader);
	return reader;
}

/* Loads a whole stream. */
static inline enum sp_status
load_bytes(const uint8_t *at, size_t size, struct sp_contents *contents,
	   struct sp_error *err)
{
	struct source source = { at, size, 0, SIZE_MAX, SIZE_MAX };
	struct sp_load_options options = { .want = SP_SECTION_ALL };
	struct sp_reader *reader = source_reader(&source);
	enum sp_status status = sp_load(reader, &options, contents, err);

	sp_reader_free(reader);
	return status;
}

/* ---- graphs ----------------------------------------------------------- */

/* A graph from rows: the successors of page i end at ends[i]. */
static inline struct sp_graph *
graph_of(uint64_t pages, const uint64_t *ends, const uint32_t *successors,
	 int threads)
{
	struct sp_rowstore *store = sp_rowstore_new(threads, false);
	struct sp_graph *graph = NULL;
	struct sp_error err;
	uint64_t start = 0;
	double *weights;

	hold(store);
	for (uint64_t page = 0; page < pages; page++) {
		struct sp_row row = { page, ends[page] - start,
				      successors + start, NULL };

		hold(!sp_rowstore_row(store, &row, &err));
		start = ends[page];
	}
	hold(!sp_rowstore_finish(store, pages, &graph, &weights, &err));
	sp_rowstore_free(store);
	return graph;
}

/* The order of that name among those that were loaded, or NULL. */
static inline const struct sp_order *
order_named(const struct sp_contents *contents, const char *name)
{
	const struct sp_order_list *list = sp_contents_orders(contents);

	for (uint64_t i = 0; i < list->count; i++)
		if (!strcmp(list->orders[i].order.name, name))
			return &list->orders[i].order;
	return NULL;
}

/* Passes a stream on by these options, whose writer is ended; frees both. */
static inline enum sp_status
pass_to_writer(struct sp_reader *reader,
	       const struct sp_load_options *options, struct sp_error *err)
{
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_load(reader, options, &contents, err);

	if (!status)
		status = sp_writer_end(options->writer, err);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	sp_writer_free(options->writer);
	return status;
}

static inline void
same_bytes(const struct bytes *a, const struct bytes *b)
{
	ck_assert_uint_eq(a->size, b->size);
	ck_assert_mem_eq(a->at, b->at, a->size);
}

#endif
