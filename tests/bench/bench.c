/* SPDX-License-Identifier: MIT */
/*
 * bench - time parts of the library on the graph of a stream
 *
 *	bench FILE ITERATIONS [PART...]
 *
 * Measures processor time with one thread, and takes the median of five runs.
 * Prints "name value unit" lines, from which tests/bench/run makes a table.
 * The parts are load, decode, encode, access, hits, form and search, by default
 * all.
 */
#include "stream/section/graph.h"
#include "base/memory.h"
#include "base/random.h"
#include "measure/crawl/pageset.h"
#include "graph/builder.h"
#include "graph/store.h"
#include "rank/form.h"
#include "rank/hits.h"
#include "seed/pick.h"
#include "measure/graph/distances.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 5
#define SOURCES 200 /* of searches, as by graphstat --distances */

static struct sp_error err;

static void
must(enum sp_status status)
{
	if (!status)
		return;
	fprintf(stderr, "bench: %s\n", err.text);
	exit((int)status);
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median of ROUNDS runs of a function, in seconds. */
static double
median(void (*run)(void *context), void *context)
{
	double times[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		double start = now();

		run(context);
		times[i] = now() - start;
	}
	qsort(times, ROUNDS, sizeof(*times), compare);
	return times[ROUNDS / 2];
}

static enum sp_status
read_file(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *error)
{
	ssize_t count = read(*(int *)context, buffer, size);

	if (count < 0)
		return sp_fail(error, SP_IO, "read");
	*got = (size_t)count;
	return SP_OK;
}

struct bench {
	const char *path;
	struct sp_contents contents;
	const struct sp_graph *graph;
	struct sp_index *index;
	uint64_t accesses, sum;
	struct sp_hits_options hits;
	struct sp_hits_space *space;
	double *hub, *authority;
	struct sp_form_order order;
	struct sp_form *form;
	uint32_t sources[SOURCES];
};

static void
load(void *context)
{
	struct bench *bench = context;
	struct sp_load_options options = { .want = SP_SECTION_GRAPH };
	int fd = open(bench->path, O_RDONLY);
	struct sp_input input = { .context = &fd, .read = read_file };
	struct sp_reader *reader = sp_reader_new(&input);

	must(sp_load(reader, &options, &bench->contents, &err));
	sp_reader_free(reader);
	close(fd);
	bench->graph = sp_contents_graph(&bench->contents);
}

static void
decode(void *context)
{
	struct bench *bench = context;
	struct sp_cursor *cursor = sp_cursor_new(bench->graph);
	const uint32_t *successors;
	uint32_t page, count;

	for (uint64_t b = 0; b < sp_graph_blocks(bench->graph); b++) {
		sp_cursor_block(cursor, b);
		while (sp_cursor_next(cursor, &page, &successors, &count))
			bench->sum += count;
	}
	must(sp_cursor_status(cursor, &err));
	sp_cursor_free(cursor);
}

/* Encoded blocks, one after the other. */
struct encoded {
	uint8_t *bytes;
	uint64_t used, capacity;
};

static enum sp_status
begin_encoded(void *context, uint64_t pages, struct sp_error *error)
{
	(void)context;
	(void)pages;
	(void)error;
	return SP_OK;
}

static enum sp_status
keep_encoded(void *context, uint64_t first_page, const uint8_t *bytes,
	     uint64_t length, const double *weights, uint64_t links,
	     struct sp_error *error)
{
	struct encoded *kept = context;

	(void)first_page;
	(void)weights;
	(void)links;
	if (!sp_grow(&kept->bytes, &kept->capacity, kept->used + length))
		return sp_no_memory(error, "a block");
	memcpy(kept->bytes + kept->used, bytes, length);
	kept->used += length;
	return SP_OK;
}

static void
encode(void *context)
{
	struct bench *bench = context;
	struct encoded kept = { NULL, 0, 0 };
	struct sp_block_sink sink = { &kept, begin_encoded, keep_encoded };
	struct sp_builder *builder = sp_builder_new(1, &sink);
	struct sp_row_sink rows = sp_builder_rows(builder);
	struct sp_cursor *cursor = sp_cursor_new(bench->graph);
	struct sp_fingerprint fingerprint;
	struct sp_row row = { 0, 0, NULL, NULL };
	uint32_t page, count;

	must(sp_rows_begin(&rows, sp_graph_pages(bench->graph), &err));
	for (uint64_t b = 0; b < sp_graph_blocks(bench->graph); b++) {
		sp_cursor_block(cursor, b);
		while (sp_cursor_next(cursor, &page, &row.successors,
				      &count)) {
			row.page = page;
			row.count = count;
			must(rows.row(rows.context, &row, &err));
		}
	}
	must(sp_builder_finish(builder, &fingerprint, &err));
	free(kept.bytes);
	sp_builder_free(builder);
	sp_cursor_free(cursor);
}

static void
access_pages(void *context)
{
	struct bench *bench = context;
	struct sp_accessor *accessor = sp_accessor_new(bench->index);
	struct sp_random random = { 1 };
	uint64_t pages = sp_graph_pages(bench->graph);

	for (uint64_t i = 0; i < bench->accesses; i++) {
		uint32_t page = (uint32_t)sp_random_below(&random, pages);
		const uint32_t *successors;
		uint32_t count;

		must(sp_accessor_page(accessor, page, &successors, &count,
				      &err));
		bench->sum += count;
	}
	sp_accessor_free(accessor);
}

static void
rank(void *context)
{
	struct bench *bench = context;
	struct sp_hits_report report;

	must(sp_hits(bench->graph, NULL, &bench->hits, bench->space,
		     bench->hub, bench->authority, &report, &err));
}

static void
print(const char *what, double value, const char *unit)
{
	printf("%s\t%.4g\t%s\n", what, value, unit);
	fflush(stdout);
}

/* The pages that graphstat --distances draws. */
static void
draw_sources(struct bench *bench)
{
	struct sp_seeds seeds = SP_SEEDS_EMPTY;

	must(sp_pick_random(sp_graph_pages(bench->graph), NULL, SOURCES, 1,
			    NULL, &seeds, &err));
	for (unsigned i = 0; i < SOURCES; i++)
		bench->sources[i] = seeds.seeds[i].page;
	sp_seeds_free(&seeds);
}

/* One plain search after the other, from the first tenth of the sources. */
static void
search_plainly(void *context)
{
	struct bench *bench = context;

	for (unsigned i = 0; i < SOURCES / 10; i++) {
		uint64_t *set = sp_bitset_new(sp_graph_pages(bench->graph));

		if (!set)
			must(sp_no_memory(&err, "a set of pages"));
		sp_bit_set(set, bench->sources[i]);
		must(sp_pageset_reach(set, bench->graph, 1, &err));
		free(set);
	}
}

static void
search_at_once(void *context)
{
	struct bench *bench = context;
	struct sp_team alone = sp_team_alone();
	struct sp_distances distances;
	struct sp_share *share;

	must(sp_share_alone(&alone, bench->graph, &share, &err));
	must(sp_distances(share, bench->sources, SOURCES, 1, NULL, &distances,
			  &err));
	sp_distances_free(&distances);
	sp_share_free(share);
}

/* Searches from many pages: the same unit for both rows. */
static void
measure_searches(struct bench *bench, double links)
{
	draw_sources(bench);
	print("breadth-first search", median(search_plainly, bench) / links /
	      (SOURCES / 10) * 1e9, "ns/link/source");
	print("200 searches at once", median(search_at_once, bench) / links /
	      SOURCES * 1e9, "ns/link/source");
}

/* The parts to measure; NULL: all. */
static char **parts;

static bool
wanted(const char *part)
{
	if (!*parts)
		return true;
	for (char **name = parts; *name; name++)
		if (!strcmp(*name, part))
			return true;
	return false;
}

static void
measure_access(struct bench *bench)
{
	must(sp_index_new(bench->graph, 1, &bench->index, &err));
	print("access", median(access_pages, bench) /
			(double)bench->accesses * 1e9, "ns/page");
	sp_index_free(bench->index);
}

static void
measure_hits(struct bench *bench, double links)
{
	uint64_t pages = sp_graph_pages(bench->graph);

	bench->space = sp_hits_space_new(pages);
	bench->hub = sp_alloc_large(pages, sizeof(double));
	bench->authority = sp_alloc_large(pages, sizeof(double));
	if (!bench->space || !bench->hub || !bench->authority)
		must(sp_no_memory(&err, "scores"));
	print("hits", median(rank, bench) / links /
		      bench->hits.iterations * 1e9, "ns/link/iteration");
	sp_hits_space_free(bench->space);
	free(bench->hub);
	free(bench->authority);
}

static void
make_form(void *context)
{
	struct bench *bench = context;

	sp_form_free(bench->form);
	must(sp_form_new(bench->graph, &bench->order, &bench->form, &err));
}

static void
take_none(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	  const double *sums)
{
	(void)chunk;
	(void)first;
	((struct bench *)context)->sum += count && sums[0] > 1;
}

/* Passes over a form, without what a kernel does with the sums. */
static void
pass_form(void *context)
{
	struct bench *bench = context;
	struct sp_form *form = bench->form;

	must(sp_form_begin(form, 1, NULL, NULL, &err));
	for (uint32_t i = 0; i < bench->hits.iterations; i++) {
		if (bench->order.use == SP_FORM_RANKS)
			must(sp_form_push_ranks(form, bench->authority, &err));
		else
			must(sp_form_push_hubs(form, bench->authority,
					       bench->hub, &err));
		must(sp_form_collect(form, take_none, bench, &err));
	}
}

/* Making each form, and a pass over it. */
static void
measure_forms(struct bench *bench, double links)
{
	static const struct {
		const char *name, *make;
		enum sp_form_choice choice;
		enum sp_form_use use;
	} rows[] = {
		{ "a pass of ranks, compact", NULL, SP_FORM_COMPACT,
		  SP_FORM_RANKS },
		{ "a pass of ranks, near", "making near for ranks",
		  SP_FORM_NEAR, SP_FORM_RANKS },
		{ "a pass of scores, compact", NULL, SP_FORM_COMPACT,
		  SP_FORM_SCORES },
		{ "a pass of scores, near", "making near for scores",
		  SP_FORM_NEAR, SP_FORM_SCORES },
		{ "a pass of scores, sparse", "making sparse for scores",
		  SP_FORM_SPARSE, SP_FORM_SCORES }
	};
	uint64_t pages = sp_graph_pages(bench->graph);

	bench->hub = sp_alloc_large_zero(pages, sizeof(double));
	bench->authority = sp_alloc_large(pages, sizeof(double));
	if (!bench->hub || !bench->authority)
		must(sp_no_memory(&err, "scores"));
	for (uint64_t p = 0; p < pages; p++)
		bench->authority[p] = 1 / (double)pages;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		double seconds;

		bench->order = (struct sp_form_order){
			rows[i].choice, rows[i].use, SP_RANK_PARTS, 1, 1, NULL
		};
		seconds = median(make_form, bench);
		if (rows[i].make)
			print(rows[i].make, seconds / links * 1e9, "ns/link");
		print(rows[i].name, median(pass_form, bench) / links /
		      bench->hits.iterations * 1e9, "ns/link");
	}
	sp_form_free(bench->form);
	free(bench->hub);
	free(bench->authority);
}

int
main(int argc, char **argv)
{
	struct bench bench = { .accesses = 1000000,
			       .hits = SP_HITS_DEFAULTS };
	double links;

	if (argc < 3) {
		fprintf(stderr, "usage: bench FILE ITERATIONS [PART...]\n");
		return SP_USAGE;
	}
	bench.path = argv[1];
	bench.hits.iterations = (uint32_t)atoi(argv[2]);
	parts = argv + 3;
	load(&bench);
	links = (double)sp_graph_links(bench.graph);
	print("pages", (double)sp_graph_pages(bench.graph), "");
	print("links", links, "");
	print("memory", 8 * (double)sp_graph_memory(bench.graph) / links,
	      "bits/link");
	if (wanted("load"))
		print("load", median(load, &bench) / links * 1e9, "ns/link");
	if (wanted("decode"))
		print("decode", median(decode, &bench) / links * 1e9,
		      "ns/link");
	if (wanted("encode"))
		print("encode", median(encode, &bench) / links * 1e9,
		      "ns/link, decoding included");
	if (wanted("access"))
		measure_access(&bench);
	if (wanted("hits"))
		measure_hits(&bench, links);
	if (wanted("form"))
		measure_forms(&bench, links);
	if (wanted("search"))
		measure_searches(&bench, links);
	sp_contents_free(&bench.contents);
	return 0;
}
