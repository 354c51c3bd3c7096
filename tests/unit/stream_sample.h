/* SPDX-License-Identifier: MIT */
/*
* stream_sample.h - small streams of every kind
 */
#ifndef TESTS_STREAM_SAMPLE_H
#define TESTS_STREAM_SAMPLE_H

#include "stream_bytes.h"

#include "base/random.h"
#include "stream/section/cores.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/linkscores.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/part.h"
#include "stream/section/provenance.h"
#include "stream/section/scores.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

enum kind {
	KIND_NOTHING, KIND_GRAPH, KIND_WEIGHTS, KIND_HOSTS, KIND_NAMES,
	KIND_STATES, KIND_FETCHES, KIND_SHAPES, KIND_SCORES, KIND_LINKSCORES,
	KIND_CORES, KIND_SEEDS, KIND_ORDERS, KIND_TICKS, KIND_TIMES,
	KIND_PART, KIND_PROVENANCE, KIND_UNKNOWN,
	KIND_ALL,   /* of those */
	KIND_PARTS, /* a graph that is stored in parts */
	KINDS
};

#define PAGES 24
#define PARTS_PAGES 140
#define DOWNLOADS 12
#define TAG_FREE SP_TAG('f', 'r', 'e', 'e')  /* unknown, optional */
#define TAG_LINKS SP_TAG('l', 'n', 'k', 'S') /* and dependent on links */

/* The contents of the streams. */
struct sample {
	struct sp_graph *graph, *parts;
	struct sp_basis basis;
	struct sp_hosts hosts;
	struct sp_names names;
	struct sp_states states;
	struct sp_fetches fetches;
	struct sp_shapes shapes;
	struct sp_cores cores;
	struct sp_seeds seeds;
	struct sp_download downloads[DOWNLOADS];
	struct sp_crawl_report report;
	double values[PAGES * PAGES];
	struct sp_link_scores anchors;
};

/* Of each page that has a state, some of it unknown. */
static inline void
sample_fetches(struct sample *sample)
{
	struct sp_error err;

	sample->fetches.pages = PAGES;
	sample->fetches.clock = SP_CLOCK_SECONDS;
	for (uint32_t page = 0; page < PAGES; page++) {
		struct sp_fetch fetch = {
			.page = page,
			.time = page % 5 ? 1700000000 - 7000 * (int)page :
					   SP_FETCH_NO_TIME,
			.size = page % 3 ? 999 * page : SP_FETCH_NO_SIZE,
			.digest = page % 4 ? page * 0x0123456789abcdefu : 0,
			.captures = 1 + page % 2 * page * page
		};

		if (sample->states.state_of[page] != SP_PAGE_UNFETCHED)
			hold(!sp_fetches_add(&sample->fetches, &fetch, &err));
	}
}

/* Three of them, of which one has no page; some pages have none. */
static inline void
sample_shapes(struct sample *sample)
{
	static const char *const patterns[] = { "a/<word>", "a/b", "b/\xff?" };
	struct sp_shapes *shapes = &sample->shapes;
	struct sp_error err;

	shapes->count = 3;
	shapes->pages = PAGES;
	shapes->traps = malloc(3);
	shapes->shape_of = malloc(PAGES * sizeof(*shapes->shape_of));
	hold(shapes->traps && shapes->shape_of);
	for (unsigned i = 0; i < 3; i++) {
		shapes->traps[i] = i == 2 ? SP_TRAP_ENDLESS : SP_TRAP_NONE;
		hold(!sp_names_add(&shapes->patterns, patterns[i],
				   strlen(patterns[i]), &err));
	}
	for (uint32_t page = 0; page < PAGES; page++)
		shapes->shape_of[page] = page % 3 == 1 ? SP_NO_SHAPE :
							 page % 3;
}

static inline void
sample_tables(struct sample *sample)
{
	struct sp_core core = { 3, 1, 2, 1, 2 };
	struct sp_error err;
	char text[64];

	for (uint32_t host = 0; host < 3; host++) {
		snprintf(text, sizeof(text), "www%u.example.net", host);
		hold(!sp_names_add(&sample->hosts.names, text, strlen(text),
				   &err));
		hold(!sp_names_add(&sample->hosts.domains, "example.net", 11,
				   &err));
	}
	for (uint32_t page = 0; page < PAGES; page++) {
		hold(!sp_hosts_add(&sample->hosts, page / 5 % 3, &err));
		snprintf(text, sizeof(text), "http://example.net/%u\033\xff",
			 page);
		hold(!sp_names_add(&sample->names, text,
				   page == 7 ? 0 : strlen(text), &err));
	}
	hold(!sp_states_new(PAGES, &sample->states, &err));
	for (uint32_t page = 0; page < PAGES; page++)
		sample->states.state_of[page] =
			(uint8_t)(page * 3 % SP_PAGE_STATES);
	sample_fetches(sample);
	sample_shapes(sample);
	hold(!sp_cores_add(&sample->cores, &core, &err));
	for (uint32_t i = 0; i < 3; i++) {
		struct sp_member member = { 0, 3 + i, i == 2, 0.25 * i };

		hold(!sp_cores_add_member(&sample->cores, &member, &err));
		hold(!sp_seeds_add(&sample->seeds,
				   (struct sp_seed){
					   .page = 3 + i,
					   .core = i ? SP_NO_CORE : 0,
					   .found = SP_FOUND_URL + i,
					   .score = 0.5 * i },
				   &err));
	}
}

/* Two seeds; each page is the parent of one or two later pages. */
static inline void
sample_order(struct sample *sample)
{
	struct sp_crawl_report report = {
		.downloads = DOWNLOADS, .links = 30, .known = 20,
		.frontier_peak = 9, .updates = 8, .dropped = 7, .pushes = 6,
		.recomputed = 5, .iterations = 4, .guards = 3, .covered = 0.875
	};

	for (uint32_t i = 0; i < DOWNLOADS; i++) {
		struct sp_download *to = &sample->downloads[i];

		*to = (struct sp_download){ .page = (5 * i + 3) % PAGES,
					    .parent = SP_NO_PARENT,
					    .depth = 1, .key = -0.375 * i };
		if (i < 2)
			continue;
		to->parent = sample->downloads[i / 2].page;
		to->depth = sample->downloads[i / 2].depth + 1;
	}
	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		report.seconds[i] = i / 4.0;
	sample->report = report;
}

static inline void
sample_anchors(struct sample *sample)
{
	struct sp_error err;

	for (uint32_t i = 0; i < 40; i++)
		hold(!sp_link_scores_add(&sample->anchors,
					 (struct sp_link_score){
						 i / 3, 7 * (i % 3) + i / 5,
						 i / 32.0 }, &err));
}

/* More than the links of a frame that is too short to be taken apart. */
static inline struct sp_graph *
sample_parts(void)
{
	uint32_t successors[8 * PARTS_PAGES];
	uint64_t ends[PARTS_PAGES], links = 0;

	for (uint32_t page = 0; page < PARTS_PAGES; page++) {
		for (uint32_t i = 0; page % 7 && i < 8; i++)
			successors[links++] = 16 * i + (page * (i + 3)) % 13;
		ends[page] = links;
	}
	return graph_of(PARTS_PAGES, ends, successors, 1);
}

static inline void
sample_make(struct sample *sample)
{
	uint32_t successors[PAGES * PAGES];
	uint64_t ends[PAGES], links = 0;
	struct sp_random random = { 7 };

	memset(sample, 0, sizeof(*sample));
	for (uint32_t page = 0; page < PAGES; page++) {
		for (uint32_t target = 0; page % 6 && target < PAGES; target++)
			if (sp_random_below(&random, 4) == 0)
				successors[links++] = target;
		ends[page] = links;
	}
	sample->graph = graph_of(PAGES, ends, successors, 1);
	sample->parts = sample_parts();
	sample->basis = sp_basis_of(sample->graph);
	for (unsigned i = 0; i < PAGES * PAGES; i++)
		sample->values[i] = i / 8.0;
	sample_anchors(sample);
	sample_tables(sample);
	sample_order(sample);
}

static inline void
sample_free(struct sample *sample)
{
	sp_graph_free(sample->graph);
	sp_graph_free(sample->parts);
	sp_hosts_free(&sample->hosts);
	sp_names_free(&sample->names);
	sp_states_free(&sample->states);
	sp_fetches_free(&sample->fetches);
	sp_shapes_free(&sample->shapes);
	sp_cores_free(&sample->cores);
	sp_seeds_free(&sample->seeds);
	sp_link_scores_free(&sample->anchors);
}

/* A section that no reader knows: head, items, tail. */
static inline enum sp_status
save_unknown(struct sp_writer *writer, uint32_t tag, struct sp_error *err)
{
	static const char item[100] = "an item that is shorter than it seems";
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer, tag,
						 "head", 4, err);

	for (int i = 0; !status && i < 3; i++)
		status = sp_section_add(&section, item, sizeof(item), 1, err);
	if (!status)
		status = sp_section_end(&section, "tail", 4, err);
	sp_section_free(&section);
	return status;
}

/* An order of the first few downloads. */
static inline enum sp_status
save_order(struct sp_writer *writer, const struct sample *sample,
	   const char *name, uint64_t count, struct sp_error *err)
{
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_crawl_report report = sample->report;
	static const uint32_t seeds[] = { 11, 3, 8 };
	enum sp_status status;

	hold(order);
	report.downloads = count;
	/* Pages 3 and 8 are downloaded, page 11 is not. */
	status = sp_order_writer_begin(order, SP_ORDER_PLAIN, name,
				       &sample->basis, seeds, 3, err);
	for (uint64_t i = 0; !status && i < count; i++)
		status = sp_order_writer_add(order, &sample->downloads[i], 1,
					     err);
	if (!status)
		status = sp_order_writer_end(order, &report, err);
	sp_order_writer_free(order);
	return status;
}

static const struct sp_parallel_report sample_parallel = {
	.processes = 2, .at_once = 2, .mode = SP_EXCHANGE, .batch = 5,
	.replicated = 1, .ticks = DOWNLOADS / 3, .messages = 4
};

/* The same pages with what the columns of another kind of order say of them. */
static inline enum sp_status
save_rows(struct sp_writer *writer, const struct sample *sample,
	  enum sp_order_form form, const char *name,
	  void (*complete)(struct sp_download *row, uint32_t i),
	  const struct sp_crawl_report *report, struct sp_error *err)
{
	struct sp_order_writer *order = sp_order_writer_new(writer);
	static const uint32_t seeds[] = { 3, 8 };
	enum sp_status status;

	hold(order);
	status = sp_order_writer_begin(order, form, name, &sample->basis, seeds,
				       2, err);
	for (uint32_t i = 0; !status && i < DOWNLOADS; i++) {
		struct sp_download row = sample->downloads[i];

		complete(&row, i);
		status = sp_order_writer_add(order, &row, 1, err);
	}
	if (!status)
		status = sp_order_writer_end(order, report, err);
	sp_order_writer_free(order);
	return status;
}

static inline void
complete_ticks(struct sp_download *row, uint32_t i)
{
	row->tick = i / 3 + 1;
	row->process = i % 3 / 2;
}

/* Downloaded by two processes, three pages in each tick. */
static inline enum sp_status
save_ticks(struct sp_writer *writer, const struct sample *sample,
	   struct sp_error *err)
{
	struct sp_crawl_report report = sample->report;

	report.parallel = sample_parallel;
	return save_rows(writer, sample, SP_ORDER_TICKS, "bfs/2",
			 complete_ticks, &report, err);
}

static const struct sp_timed_report sample_timed = {
	.connections = 3, .requests = 21, .failed = 7, .lost = 2,
	.refused = 1, .hosts = 4, .bytes = 90000, .busy = 80000,
	.end = 1000 * DOWNLOADS + 7
};

/* When a download begins: its parent has just ended. */
static inline uint64_t
sample_start(uint32_t i)
{
	return i < 2 ? 0 : 1000 * ((uint64_t)i / 2 + 1);
}

static inline void
complete_times(struct sp_download *row, uint32_t i)
{
	row->start = sample_start(i);
	row->end = 1000 * ((uint64_t)i + 1);
}

/* Downloaded in time: one page ends every millisecond. */
static inline enum sp_status
save_times(struct sp_writer *writer, const struct sample *sample,
	   struct sp_error *err)
{
	struct sp_crawl_report report = sample->report;

	report.timed = sample_timed;
	return save_rows(writer, sample, SP_ORDER_TIMES, "bfs/time=host",
			 complete_times, &report, err);
}

static inline enum sp_status
save_kind(struct sp_writer *writer, const struct sample *sample,
	  enum kind kind, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	switch (kind) {
	case KIND_GRAPH:
		return sp_save_graph(writer, sample->graph, NULL, err);
	case KIND_WEIGHTS:
		return sp_save_graph(writer, sample->graph, sample->values,
				     err);
	case KIND_HOSTS:
		return sp_save_hosts(writer, &sample->hosts, err);
	case KIND_NAMES:
		return sp_save_names(writer, &sample->names, err);
	case KIND_STATES:
		return sp_save_states(writer, &sample->states, &sample->basis,
				      err);
	case KIND_FETCHES:
		return sp_save_fetches(writer, &sample->fetches,
				       &sample->basis, err);
	case KIND_SHAPES:
		return sp_save_shapes(writer, &sample->shapes, &sample->basis,
				      err);
	case KIND_SCORES:
		status = sp_save_scores(writer, "hub", sample->values,
					&sample->basis, err);
		return status ? status :
				sp_save_scores(writer, "authority",
					       sample->values + 1,
					       &sample->basis, err);
	case KIND_LINKSCORES:
		status = sp_save_link_scores(writer, "anchors",
					     &sample->anchors, &sample->basis,
					     err);
		return status ? status :
				sp_save_link_scores(writer, "contexts",
						    &(struct sp_link_scores)
						    SP_LINK_SCORES_EMPTY,
						    &sample->basis, err);
	case KIND_CORES:
		return sp_save_cores(writer, &sample->cores, &sample->basis,
				     err);
	case KIND_SEEDS:
		status = sp_save_seeds(writer, &sample->seeds, &sample->names,
				       &sample->basis, err);
		return status ? status :
				sp_save_seed_notes(writer, &sample->seeds,
						   "hub", &sample->names,
						   &sample->basis, err);
	case KIND_ORDERS:
		status = save_order(writer, sample, "fpr@100", DOWNLOADS,
				    err);
		return status ? status :
				save_order(writer, sample, "fifo", 5, err);
	case KIND_TICKS:
		return save_ticks(writer, sample, err);
	case KIND_TIMES:
		return save_times(writer, sample, err);
	case KIND_PART:
		return sp_save_part(writer, &(struct sp_part){
				    PAGES, 0, 0, 0, 2, 1 }, err);
	case KIND_PARTS:
		return sp_save_graph(writer, sample->parts, NULL, err);
	case KIND_PROVENANCE:
		return sp_save_provenance(writer, "test 1 --option", err);
	case KIND_UNKNOWN:
		status = save_unknown(writer, TAG_FREE, err);
		return status ? status : save_unknown(writer, TAG_LINKS, err);
	case KIND_ALL:
		for (int k = KIND_WEIGHTS; !status && k < KIND_ALL; k++)
			status = save_kind(writer, sample, (enum kind)k, err);
		return status;
	default:
		return SP_OK;
	}
}

/* How to write a stream: raw or compressed, with or without an index. */
#define FORMS 4

static inline void
write_stream(const struct sample *sample, enum kind kind, int form,
	     struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, form & 1 ? 3 : 0, 2,
						form & 2);
	struct sp_error err;

	must(save_kind(writer, sample, kind, &err), err);
	must(sp_writer_end(writer, &err), err);
	ck_assert_uint_eq(sp_writer_bytes(writer), bytes->size);
	sp_writer_free(writer);
}

#endif
