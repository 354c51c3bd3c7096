/* SPDX-License-Identifier: MIT */
/*
* streams.h - streams in memory: written, loaded, and passed on
 */
#ifndef TESTS_FUZZ_STREAMS_H
#define TESTS_FUZZ_STREAMS_H

#include "walk.h"

#include "stream/section/cores.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"

/* What a writer wrote. */
struct fuzz_stream {
	uint8_t *at;
	size_t size;
};

static inline enum sp_status
bytes_write(void *context, const void *from, size_t size, struct sp_error *err)
{
	struct fuzz_stream *bytes = context;

	(void)err;
	bytes->at = realloc(bytes->at, bytes->size + size + 1);
	hold(bytes->at);
	if (size)
		memcpy(bytes->at + bytes->size, from, size);
	bytes->size += size;
	return SP_OK;
}

static inline struct sp_writer *
bytes_writer(struct fuzz_stream *bytes, int level)
{
	struct sp_output output = { bytes, bytes_write };
	struct sp_writer_options options = { level, 1, false, true };
	struct sp_writer *writer = sp_writer_new(&output, &options);

	hold(writer);
	return writer;
}

/* What a reader has not read yet, and how much it gets at a time. */
struct rest {
	const uint8_t *at;
	size_t size, step;
};

static inline enum sp_status
rest_read(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *err)
{
	struct rest *rest = context;

	(void)err;
	*got = rest->size < size ? rest->size : size;
	*got = *got < rest->step ? *got : rest->step;
	if (*got)
		memcpy(buffer, rest->at, *got);
	rest->at += *got;
	rest->size -= *got;
	return SP_OK;
}

/*
 * Loads a whole stream, step bytes at a time, and passes it on to a writer, if
 * there is one.
 */
static inline enum sp_status
load_stream(const uint8_t *data, size_t size, size_t step,
	    struct sp_writer *writer, struct sp_contents *contents,
	    struct sp_error *err)
{
	struct rest rest = { data, size, step };
	struct sp_input input = { .context = &rest, .read = rest_read };
	struct sp_load_options options = { .want = SP_SECTION_ALL,
					   .writer = writer };
	struct sp_reader *reader = sp_reader_new(&input);
	enum sp_status status;

	hold(reader);
	status = sp_load(reader, &options, contents, err);
	hold(!status || (status == SP_DATA && err->text[0]));
	sp_reader_free(reader);
	return status;
}

/* Fetches ascend, are of pages of the graph, and have times of their clock. */
static inline void
check_shapes(const struct sp_shapes *shapes)
{
	for (uint64_t i = 0; shapes && i < shapes->count; i++)
		hold(shapes->traps[i] < SP_TRAPS &&
		     sp_shape_text(shapes, i).length);
	for (uint64_t i = 0; shapes && i < shapes->pages; i++)
		hold(shapes->shape_of[i] < shapes->count ||
		     shapes->shape_of[i] == SP_NO_SHAPE);
}

static inline void
check_fetches(const struct sp_fetches *fetches)
{
	for (uint64_t i = 0; fetches && i < fetches->count; i++) {
		const struct sp_fetch *at = &fetches->items[i];

		hold(at->page < fetches->pages && at->captures);
		hold(!i || at[-1].page < at->page);
		hold(sp_fetch_time_fits(fetches->clock, at->time));
		hold(at->size == SP_FETCH_NO_SIZE ||
		     at->size <= SP_FETCH_SIZE_MAX);
	}
}

/* Are states, links, ticks and times what every reader of them relies on? */
static inline void
check_results(const struct sp_contents *contents)
{
	const struct sp_link_score_list *links =
		sp_contents_link_scores(contents);
	const struct sp_order_list *orders = sp_contents_orders(contents);
	const struct sp_states *states = sp_contents_states(contents);

	check_fetches(sp_contents_fetches(contents));
	check_shapes(sp_contents_shapes(contents));
	for (uint64_t i = 0; states && i < states->pages; i++)
		hold(states->state_of[i] < SP_PAGE_STATES);
	for (uint64_t i = 0; i < links->count; i++) {
		const struct sp_named_link_scores *at = &links->items[i];
		uint64_t pages = at->basis.graph.pages;

		for (uint64_t j = 0; j < at->scores.count; j++)
			hold(at->scores.rows[j].source < pages &&
			     at->scores.rows[j].target < pages);
	}
	for (uint64_t i = 0; i < orders->count; i++) {
		const struct sp_order *order = &orders->orders[i].order;

		for (uint64_t j = 0; order->processes && j < order->count; j++)
			hold(order->processes[j] <
			     order->report.parallel.processes);
		hold(!order->starts == !sp_order_has_times(order) ||
		     !order->count);
		for (uint64_t j = 0; order->starts && j < order->count; j++)
			hold(order->starts[j] <= order->ends[j] &&
			     order->ends[j] <= order->report.timed.end);
	}
}

/* Do both have the same sections, with the same number of items? */
static inline void
check_same_contents(const struct sp_contents *a, const struct sp_contents *b)
{
	const struct sp_loaded_cores *cores = sp_contents_cores(a);
	const struct sp_loaded_cores *cores_b = sp_contents_cores(b);
	const struct sp_names *names = sp_contents_names(a);
	const struct sp_names *names_b = sp_contents_names(b);

	for (unsigned k = 0; k < SP_KINDS; k++)
		hold(!a->slots[k] == !b->slots[k]);
	hold(!sp_contents_graph(a) == !sp_contents_graph(b));
	hold(sp_contents_scores(a)->count == sp_contents_scores(b)->count);
	hold(sp_contents_orders(a)->count == sp_contents_orders(b)->count);
	hold(sp_contents_link_scores(a)->count ==
	     sp_contents_link_scores(b)->count);
	hold(!cores || cores->cores.count == cores_b->cores.count);
	hold(!names || names->count == names_b->count);
}

/* The size of reads makes no difference. */
static inline void
check_slowly(const uint8_t *data, size_t size, enum sp_status status,
	     const struct sp_contents *contents)
{
	struct sp_contents again = { 0 };
	struct sp_error err;

	hold(load_stream(data, size, 1, NULL, &again, &err) == status);
	if (!status)
		check_same_contents(contents, &again);
	sp_contents_free(&again);
}

/*
 * If the loader accepts a stream, the stream has what its sections claim, and
 * the loader accepts its copy, too.
 */
static inline void
check_stream(const uint8_t *data, size_t size)
{
	struct sp_contents contents = { 0 }, again = { 0 };
	struct fuzz_stream copy = { NULL, 0 };
	struct sp_writer *writer = bytes_writer(&copy, 0);
	struct sp_error err, other;
	enum sp_status status = load_stream(data, size, SIZE_MAX, writer,
					    &contents, &err);

	if (!status) {
		if (sp_contents_graph(&contents))
			(void)walk_graph(sp_contents_graph(&contents));
		check_results(&contents);
		hold(!sp_writer_end(writer, &other));
		hold(!load_stream(copy.at, copy.size, SIZE_MAX, NULL, &again,
				  &other));
		check_same_contents(&contents, &again);
	}
	/* Of some streams: single bytes take their time. */
	if (!status || size % 8 == 0)
		check_slowly(data, size, status, &contents);
	sp_writer_free(writer);
	free(copy.at);
	sp_contents_free(&contents);
	sp_contents_free(&again);
}

#endif
