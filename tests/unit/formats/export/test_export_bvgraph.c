/* SPDX-License-Identifier: MIT */
/*
 * The BVGraph writer beside a slow one that tries all references bit by bit,
 * what the reader makes of its files, and outputs that fail.
 */
#include "bvgraph_bits.h"
#include "graph_rows.h"

#include "formats/export/formats.h"
#include "formats/import/bvgraph.h"

#include <unistd.h>

/* ---- outputs ---------------------------------------------------------- */

struct memory {
	uint8_t *bytes;
	size_t count, capacity;
	size_t most;             /* after these bytes it fails */
};

enum { GRAPH, OFFSETS, PROPERTIES, FILES };

static struct memory files[FILES];

static enum sp_status
keep(void *context, const void *bytes, size_t size, struct sp_error *err)
{
	struct memory *memory = context;

	if (size > memory->most - memory->count)
		return sp_fail(err, SP_IO, "the disk is full");
	if (memory->count + size > memory->capacity) {
		memory->capacity = 2 * memory->capacity + size;
		memory->bytes = realloc(memory->bytes, memory->capacity);
		hold(memory->bytes);
	}
	memcpy(memory->bytes + memory->count, bytes, size);
	memory->count += size;
	return SP_OK;
}

static void
empty_files(void)
{
	for (int i = 0; i < FILES; i++) {
		files[i].count = 0;
		files[i].most = SIZE_MAX;
	}
}

static void
free_files(void)
{
	for (int i = 0; i < FILES; i++) {
		free(files[i].bytes);
		files[i] = (struct memory){ 0 };
	}
}

static enum sp_status
write_files(const struct sp_graph *graph, const struct sp_bvgraph_code *code,
	    int threads, struct sp_error *err)
{
	struct sp_output outputs[FILES];
	struct sp_export_graph what = { .graph = graph };
	struct sp_export_options options = { .bvgraph = *code,
					     .threads = threads };

	for (int i = 0; i < FILES; i++)
		outputs[i] = (struct sp_output){ &files[i], keep };
	err->text[0] = '\0';
	return sp_export_bvgraph.write(&what, &options, outputs, err);
}

/* ---- the slow writer -------------------------------------------------- */

struct slow {
	struct bits bits;
	size_t starts[MOST_PAGES + 1]; /* of pages, and the end */
	uint64_t references, distances;
};

/* Tries all references of a page, and takes the nearest of the best. */
static unsigned
slow_page(struct slow *slow, const struct format *format,
	  const struct graph *graph, unsigned page, unsigned most_chain,
	  unsigned *chains)
{
	static struct bits trial;
	unsigned best = 0;
	size_t best_size = SIZE_MAX;

	for (unsigned back = 0; back <= format->window && back <= page;
	     back++) {
		if (back && (chains[page - back] >= most_chain ||
			     !outdegree_of(graph, page - back)))
			continue;
		memset(trial.bytes, 0, trial.count / 8 + 1);
		trial.count = 0;
		put_list(&trial, format, graph, page, back);
		if (trial.count < best_size) {
			best_size = trial.count;
			best = back;
		}
	}
	chains[page] = best ? chains[page - best] + 1 : 0;
	put_list(&slow->bits, format, graph, page, best);
	return best;
}

static void
slow_write(struct slow *slow, const struct graph *graph,
	   const struct sp_bvgraph_code *code)
{
	struct format format = with_defaults((struct format){
		.window = code->window, .shortest = code->shortest_interval,
		.zeta_k = code->zeta });
	unsigned chains[MOST_PAGES] = { 0 };

	memset(slow, 0, sizeof(*slow));
	for (unsigned page = 0; page < graph->pages; page++) {
		unsigned outdegree = outdegree_of(graph, page);

		slow->starts[page] = slow->bits.count;
		put_gamma(&slow->bits, outdegree);
		if (!outdegree)
			continue;
		slow->distances += slow_page(slow, &format, graph, page,
					     code->chain, chains);
		slow->references += chains[page];
	}
	slow->starts[graph->pages] = slow->bits.count;
}

/* Offsets as the distances of the true positions. */
static void
slow_offsets(struct bits *bits, const struct slow *slow, unsigned pages)
{
	memset(bits, 0, sizeof(*bits));
	put_gamma(bits, 0);
	for (unsigned page = 0; page < pages; page++)
		put_gamma(bits, slow->starts[page + 1] - slow->starts[page]);
}

static void
same_bits(const struct bits *bits, const struct memory *file)
{
	hold(file->count == (bits->count + 7) / 8);
	hold(!memcmp(file->bytes, bits->bytes, file->count));
}

/* ---- what the files say ----------------------------------------------- */

static uint64_t
property(const char *key)
{
	char line[64], *end;
	const char *at;

	snprintf(line, sizeof(line), "\n%s=", key);
	(void)keep(&files[PROPERTIES], "", 1, NULL);
	at = strstr((char *)files[PROPERTIES].bytes, line);
	files[PROPERTIES].count--;
	ck_assert_msg(at != NULL, "no property %s", key);
	return strtoull(at + strlen(line), &end, 10);
}

static struct sp_graph *
compact(const struct graph *graph)
{
	struct rows rows;
	struct sp_graph *made;

	rows_begin(&rows, graph->pages);
	for (unsigned x = 0; x < graph->pages; x++) {
		for (unsigned y = 0; y < graph->pages; y++)
			if (graph->link[x][y])
				rows_add(&rows, y);
		rows_end(&rows);
	}
	made = rows_graph(&rows, 1);
	rows_free(&rows);
	return made;
}

static void
check_properties(const struct graph *graph, const struct sp_bvgraph_code *code,
		 const struct slow *slow)
{
	hold(property("nodes") == graph->pages);
	hold(property("arcs") == graph->links);
	hold(property("windowsize") == code->window);
	hold(property("maxrefcount") == code->chain);
	hold(property("minintervallength") == code->shortest_interval);
	hold(property("zetak") == code->zeta);
	hold(property("version") == 0);
	hold(property("copiedarcs") + property("intervalisedarcs") +
	     property("residualarcs") == graph->links);
	hold(property("bitsforoutdegrees") + property("bitsforreferences") +
	     property("bitsforblocks") + property("bitsforintervals") +
	     property("bitsforresiduals") == slow->bits.count);
	/* Whole parts: the decimals round. */
	hold(property("avgref") <= slow->references / graph->pages + 1);
	hold(property("avgdist") <= slow->distances / graph->pages + 1);
	hold(property("avgref") >= slow->references / graph->pages);
	hold(property("avgdist") >= slow->distances / graph->pages);
}

static void
check_graph(const struct graph *graph, const struct sp_bvgraph_code *code)
{
	static struct slow slow;
	static struct bits offsets;
	struct sp_graph *made = compact(graph);
	struct sp_error err;

	empty_files();
	must(write_files(made, code, 1, &err), err);
	slow_write(&slow, graph, code);
	slow_offsets(&offsets, &slow, graph->pages);
	same_bits(&slow.bits, &files[GRAPH]);
	same_bits(&offsets, &files[OFFSETS]);
	check_properties(graph, code, &slow);
	sp_graph_free(made);
}

static const uint32_t windows[] = { 0, 1, 2, 7, 1024 };
static const uint32_t chains[] = { 0, 1, 3, SP_BVGRAPH_CHAIN_MOST };
static const uint32_t intervals[] = { 0, 2, 3, 4, 1000 };
static const uint32_t zetas[] = { 1, 2, 3, 5, 20 };

#define ANY(array, random) \
	(array)[sp_random_below(random, sizeof(array) / sizeof(*(array)))]

START_TEST(slow_writer)
{
	static struct graph graph;
	struct sp_random random = { 1 };

	for (unsigned i = 0; i < ROUNDS_OF(240); i++) {
		struct sp_bvgraph_code code = {
			ANY(windows, &random), ANY(chains, &random),
			ANY(intervals, &random), ANY(zetas, &random)
		};

		make_random_rows(&graph, 1 + (unsigned)sp_random_below(
			&random, MOST_PAGES), &random);
		check_graph(&graph, &code);
	}
	free_files();
}
END_TEST

START_TEST(no_links)
{
	static struct graph graph;
	struct sp_bvgraph_code code = SP_BVGRAPH_DEFAULTS;

	graph.pages = 5;
	check_graph(&graph, &code);
	/* No number stands for a ratio that has no value. */
	(void)keep(&files[PROPERTIES], "", 1, NULL);
	ck_assert_ptr_null(strstr((char *)files[PROPERTIES].bytes, "nan"));
	ck_assert_ptr_null(strstr((char *)files[PROPERTIES].bytes, "inf"));
	ck_assert_ptr_null(strstr((char *)files[PROPERTIES].bytes,
				  "bitsperlink"));
	graph.pages = 1;
	graph.link[0][0] = true;
	graph.links = 1;
	check_graph(&graph, &code);
	free_files();
}
END_TEST

/* ---- graphs of many blocks -------------------------------------------- */

/*
 * Rows like earlier ones, runs, single links, none; from period on, all rows
 * are the same for a while, so that chains depend on pages long before.
 */
static void
make_rows(struct rows *rows, uint64_t pages, struct sp_random *random)
{
	static bool row[300];

	rows_begin(rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		uint64_t base = page / 300 * 300;
		bool same = page / 3000 % 2;

		if (!same && !sp_random_below(random, 20))
			memset(row, 0, sizeof(row));
		for (unsigned i = 0; !same && i < 4; i++)
			row[sp_random_below(random, 300)] ^= 1;
		for (unsigned y = 0; y < 300 && base + y < pages; y++)
			if (row[y] && (same || sp_random_below(random, 8)))
				rows_add(rows, (uint32_t)(same ? y :
							  base + y));
		rows_end(rows);
	}
}

static void
write_one(const char *path, const struct memory *file)
{
	FILE *out = fopen(path, "wb");

	ck_assert_ptr_nonnull(out);
	ck_assert_uint_eq(fwrite(file->bytes, 1, file->count, out),
			  file->count);
	ck_assert_int_eq(fclose(out), 0);
}

struct reading {
	const struct rows *rows;
	uint64_t next;
	bool bad;
};

static enum sp_status
compare_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct reading *reading = context;

	(void)err;
	for (; reading->next < row->page; reading->next++)
		reading->bad |= !rows_have(reading->rows,
					   (uint32_t)reading->next, NULL, 0);
	reading->bad |= !rows_have(reading->rows, (uint32_t)row->page,
				   row->successors, (uint32_t)row->count);
	reading->next = row->page + 1;
	return SP_OK;
}

/* The reader of this project gets the same rows, figures and bits. */
static void
check_reader(const struct rows *rows)
{
	char folder[] = "/tmp/test_export.XXXXXX", graph[64], properties[64];
	struct reading reading = { rows, 0, false };
	struct sp_row_sink sink = { &reading, NULL, compare_row };
	struct sp_bvgraph_report report;
	struct sp_error err;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(graph, sizeof(graph), "%s/g.graph", folder);
	snprintf(properties, sizeof(properties), "%s/g.properties", folder);
	write_one(graph, &files[GRAPH]);
	write_one(properties, &files[PROPERTIES]);
	must(sp_import_bvgraph(graph, &sink, &report, &err), err);
	ck_assert(!reading.bad);
	ck_assert_uint_eq(report.pages, rows->pages);
	ck_assert_uint_eq(report.links, rows->links);
	ck_assert_uint_eq(report.copied, property("copiedarcs"));
	ck_assert_uint_eq(report.intervals, property("intervalisedarcs"));
	ck_assert_uint_eq(report.residuals, property("residualarcs"));
	ck_assert_uint_eq((report.bits + 7) / 8, files[GRAPH].count);
	unlink(graph);
	unlink(properties);
	rmdir(folder);
}

/* One chunk of a thread has 32 blocks. */
START_TEST(any_threads)
{
	struct sp_random random = { (uint64_t)_i };
	struct sp_bvgraph_code code = {
		windows[_i], _i ? 3 : 0, intervals[_i], zetas[_i]
	};
	struct rows rows;
	struct sp_graph *graph;
	struct memory first[FILES];
	struct sp_error err;

	make_rows(&rows, 67 * 1024 + 17, &random);
	graph = rows_graph(&rows, 2);
	empty_files();
	must(write_files(graph, &code, 1, &err), err);
	check_reader(&rows);
	memcpy(first, files, sizeof(first));
	memset(files, 0, sizeof(files));
	for (int threads = 2; threads < 4; threads++) {
		empty_files();
		must(write_files(graph, &code, threads, &err), err);
		for (int i = 0; i < FILES; i++) {
			ck_assert_uint_eq(files[i].count, first[i].count);
			ck_assert(!memcmp(files[i].bytes, first[i].bytes,
					  first[i].count));
		}
	}
	free_files();
	memcpy(files, first, sizeof(first));
	free_files();
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* ---- failures --------------------------------------------------------- */

START_TEST(full_disk)
{
	struct sp_bvgraph_code code = SP_BVGRAPH_DEFAULTS;
	struct sp_random random = { 9 };
	struct rows rows;
	struct sp_graph *graph;
	struct sp_error err;

	make_rows(&rows, 5000, &random);
	graph = rows_graph(&rows, 1);
	for (int i = 0; i < FILES; i++) {
		empty_files();
		files[i].most = 100;
		ck_assert_int_eq(write_files(graph, &code, 2, &err), SP_IO);
		ck_assert_str_eq(err.text, "the disk is full");
	}
	free_files();
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Bits of any number come back from any place of a word. */
START_TEST(bit_writer)
{
	struct sp_bit_writer writer = { 0 }, other = { 0 };
	static struct bits bits;
	struct sp_random random = { 5 };
	uint8_t bytes[1 << 16];
	uint64_t done = 0;
	struct sp_zeta zeta;

	for (unsigned i = 0; i < 200; i++) {
		unsigned k = 1 + i % 20;

		memset(&bits, 0, sizeof(bits));
		sp_zeta_init(&zeta, k);
		sp_bits_clear(&writer);
		sp_bits_clear(&other);
		hold(sp_bits_reserve(&writer, 1 << 16) &&
		     sp_bits_reserve(&other, 1 << 16));
		for (unsigned part = 0; part < 60; part++) {
			uint64_t value = sp_random_below(&random,
				UINT64_C(1) << sp_random_below(&random, 40));
			size_t before = bits.count;

			if (part % 2) {
				put_zeta(&bits, value, k);
				sp_bits_put_zeta(&other, &zeta, value);
				hold(bits.count - before ==
				     sp_zeta_size(&zeta, value));
			} else {
				put_gamma(&bits, value);
				sp_bits_put_gamma(&other, value);
				hold(bits.count - before ==
				     sp_gamma_size(value));
			}
			if (sp_random_below(&random, 4))
				continue;
			sp_bits_append(&writer, &other);
			sp_bits_clear(&other);
		}
		sp_bits_append(&writer, &other);
		hold(sp_bits_so_far(&writer) == bits.count);
		hold(sp_bits_drain(&writer, &done, bytes, sizeof(bytes),
				   true) == (bits.count + 7) / 8);
		hold(!memcmp(bytes, bits.bytes, (bits.count + 7) / 8));
	}
	sp_bits_free(&writer);
	sp_bits_free(&other);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("export_bvgraph");

	tcase_add_test(tcase, bit_writer);
	tcase_add_test(tcase, slow_writer);
	tcase_add_test(tcase, no_links);
	tcase_add_loop_test(tcase, any_threads, 0, LENGTH(windows));
	tcase_add_test(tcase, full_disk);
	return unit_run(tcase);
}
