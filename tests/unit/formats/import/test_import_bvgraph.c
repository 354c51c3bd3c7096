/* SPDX-License-Identifier: MIT */
/* BVGraph: round trips through the encoder of bvgraph_bits.h, and damage. */
#include "bvgraph_bits.h"

#include "formats/import/bvgraph.h"

#include <unistd.h>

static char folder[] = "/tmp/test_bvgraph.XXXXXX";
static char base[64], graph_path[80], properties_path[80];

static void
make_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(base, sizeof(base), "%s/g", folder);
	snprintf(graph_path, sizeof(graph_path), "%s.graph", base);
	snprintf(properties_path, sizeof(properties_path), "%s.properties",
		 base);
}

static void
remove_folder(void)
{
	unlink(graph_path);
	unlink(properties_path);
	rmdir(folder);
}

static void
write_file(const char *path, const void *data, size_t size)
{
	FILE *file = fopen(path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(data, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
}

/* ---- rows that were read ---------------------------------------------- */

struct reading {
	uint64_t pages, next, links;
	bool began, bad;
	struct graph graph;
};

static enum sp_status
reading_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct reading *reading = context;

	(void)err;
	reading->pages = pages;
	reading->bad |= reading->began;
	reading->began = true;
	return SP_OK;
}

static enum sp_status
reading_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const uint32_t *successors = row->successors;
	struct reading *reading = context;

	(void)err;
	reading->bad |= !reading->began || row->page < reading->next ||
			row->page >= reading->pages || row->weights;
	reading->next = row->page;
	for (uint64_t i = 0; i < row->count; i++) {
		reading->bad |= successors[i] >= reading->pages;
		reading->bad |= i && successors[i - 1] >= successors[i];
		if (reading->next < MOST_PAGES && successors[i] < MOST_PAGES)
			reading->graph.link[reading->next][successors[i]] =
				true;
	}
	reading->links += row->count;
	reading->next++;
	return SP_OK;
}

static enum sp_status
import(const char *name, struct reading *reading,
       struct sp_bvgraph_report *report, struct sp_error *err)
{
	struct sp_row_sink sink = { reading, reading_begin, reading_row };

	memset(reading, 0, sizeof(*reading));
	err->text[0] = 0;
	return sp_import_bvgraph(name, &sink, report, err);
}

/* ---- files ------------------------------------------------------------ */

static void
write_properties(const struct format *format, uint64_t pages, uint64_t links)
{
	char text[1024];

	format_properties(text, format, pages, links);
	write_file(properties_path, text, strlen(text));
}

/* Writes both files and leaves the padded bits in *bits. */
static size_t
encode(const struct graph *graph, const struct format *given,
       struct bits *bits, struct sp_random *random)
{
	struct format format = with_defaults(*given);
	size_t bytes;

	write_properties(given, graph->pages, graph->links);
	memset(bits, 0, sizeof(*bits));
	bits->little = format.little;
	for (unsigned page = 0; page < graph->pages; page++)
		put_page(bits, &format, graph, page, random);
	bytes = (bits->count + 7) / 8;
	if (format.rust)
		bytes = (bytes + 7) / 8 * 8;
	write_file(graph_path, bits->bytes, bytes);
	return bytes;
}

static struct bits bits;
static struct graph graph;
static struct reading reading;

/* ---- round trips ------------------------------------------------------ */

static void
check_trip(const struct format *format, unsigned pages,
	   struct sp_random *random)
{
	struct sp_bvgraph_report report;
	struct sp_error err;
	uint64_t selves = 0;

	make_random_rows(&graph, pages, random);
	encode(&graph, format, &bits, random);
	must(import(base, &reading, &report, &err), err);
	ck_assert(!reading.bad);
	ck_assert_uint_eq(reading.pages, pages);
	ck_assert_uint_eq(reading.links, graph.links);
	ck_assert(!memcmp(reading.graph.link, graph.link,
			  sizeof(graph.link)));
	for (unsigned x = 0; x < pages; x++)
		selves += graph.link[x][x];
	ck_assert_uint_eq(report.links, graph.links);
	ck_assert_uint_eq(report.self_links, selves);
	ck_assert_uint_eq(report.bits, bits.count);
	ck_assert_uint_eq(report.copied + report.intervals + report.residuals,
			  graph.links);
}

static const char *const codes[] = {
	NULL, "GAMMA", "DELTA", "UNARY", "NIBBLE", "ZETA",
	"ZETA1", "ZETA2", "ZETA4", "ZETA5", "ZETA7"
};

/* A random code of those that the encoder knows. */
static const char *
any_code(const struct format *format, struct sp_random *random)
{
	for (;;) {
		const char *code = codes[sp_random_below(random,
			sizeof(codes) / sizeof(codes[0]))];

		if (!code || !format->little || strcmp(code, "NIBBLE"))
			return code;
	}
}

START_TEST(trips_defaults)
{
	static const unsigned windows[] = { 0, 1, 7, 65535 };
	static const unsigned shortest[] = { 0, 1, 2, 4 };
	struct sp_random random = { 1 };

	for (unsigned i = 0; i < 64; i++) {
		struct format format = {
			.little = i & 1, .rust = i & 1 || i & 2,
			.window = windows[i >> 2 & 3],
			.shortest = shortest[i >> 4 & 3],
		};

		check_trip(&format, MOST_PAGES, &random);
	}
}
END_TEST

START_TEST(trips_codes)
{
	static const unsigned windows[] = { 0, 1, 7, 7 };
	static const unsigned shortest[] = { 0, 2, 4, 4 };
	struct sp_random random = { 2 };

	for (unsigned i = 0; i < ROUNDS_OF(250); i++) {
		struct format format = {
			.little = sp_random_below(&random, 2),
			.window = windows[sp_random_below(&random, 4)],
			.shortest = shortest[sp_random_below(&random, 4)],
			.zeta_k = (unsigned)sp_random_below(&random, 10),
		};

		format.rust = format.little || sp_random_below(&random, 2);
		format.outdegree = any_code(&format, &random);
		format.block = any_code(&format, &random);
		format.block_count = any_code(&format, &random);
		format.reference = any_code(&format, &random);
		format.interval = any_code(&format, &random);
		format.residual = any_code(&format, &random);
		check_trip(&format,
			   (unsigned)sp_random_below(&random, MOST_PAGES),
			   &random);
	}
}
END_TEST

/* ---- bits by hand ----------------------------------------------------- */

/* Writes bits given as text, "1 0 1", in the order of the stream. */
static void
write_bits(const char *text, bool little)
{
	memset(&bits, 0, sizeof(bits));
	bits.little = little;
	for (; *text; text++)
		if (*text != ' ')
			put_bit(&bits, *text == '1');
	write_file(graph_path, bits.bytes, (bits.count + 7) / 8);
}

#define EMPTY_11 " 1 1 1 1 1 1 1 1 1 1 1"

/* Twelve pages of which the first has links, in gamma, unary and zeta 3. */
START_TEST(by_hand)
{
	static const struct {
		bool little;
		const char *bits;
		unsigned links, first, last;
	} cases[] = {
		/* 1 link, no reference, no interval; zeta 3 of 2 * 4 is */
		/* 01 and 9 - 8 in 5 bits */
		{ false, "010 1 1  01 00001" EMPTY_11, 1, 4, 4 },
		{ true, "010 1 1  01 10000" EMPTY_11, 1, 4, 4 },
		/* of 2 * 11 it is 01, 23 / 2 in 5 bits, and 23 % 2 */
		{ false, "010 1 1  01 01011 1" EMPTY_11, 1, 11, 11 },
		{ true, "010 1 1  01 11010 1" EMPTY_11, 1, 11, 11 },
		/* 2 links; of 0 and 5 it is 1 and 00; 1, 3 and 0 */
		{ false, "011 1 1  01 00001 100" EMPTY_11, 2, 4, 5 },
		{ false, "011 1 1  01 00001 1110" EMPTY_11, 2, 4, 10 },
		{ true, "011 1 1  01 10000 1110" EMPTY_11, 2, 4, 10 },
		/* 5 links: an interval of 5 from 6 on, which is 2 * 6 */
		{ false, "00110 1 010 0001101 010" EMPTY_11, 5, 6, 10 },
		{ true, "00101 1 010 0001101 010" EMPTY_11, 5, 6, 10 },
	};
	struct sp_bvgraph_report report;
	struct sp_error err;

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct format format = { .little = cases[i].little,
					 .rust = true, .window = 7,
					 .shortest = 4 };

		write_properties(&format, 12, cases[i].links);
		write_bits(cases[i].bits, cases[i].little);
		must(import(base, &reading, &report, &err), err);
		ck_assert(reading.graph.link[0][cases[i].first]);
		ck_assert(reading.graph.link[0][cases[i].last]);
		ck_assert_uint_eq(report.links, cases[i].links);
		ck_assert_uint_eq(report.dangling, 11);
	}
}
END_TEST

/* ---- errors ----------------------------------------------------------- */

static void
check_fails(const char *name, const char *want)
{
	struct sp_bvgraph_report report;
	struct sp_error err;
	enum sp_status status = import(name, &reading, &report, &err);

	ck_assert_msg(status == SP_DATA, "status %d, not: %s", (int)status,
		      want);
	ck_assert_msg(strstr(err.text, want), "\"%s\" lacks \"%s\"", err.text,
		      want);
	ck_assert_msg(!strncmp(err.text, base, strlen(base)), "%s", err.text);
}

#define FIRST "nodes=2\narcs=1\nwindowsize=7\n"
#define LAST "minintervallength=4\nversion=0\n"

START_TEST(properties_errors)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{ "", ".properties: no nodes" },
		{ "nodes=2\n", ".properties: no arcs" },
		{ FIRST "version=0\n", ".properties: no minintervallength" },
		{ FIRST "minintervallength=4\n", ".properties: no version" },
		{ "nodes=-2\n", "line 1: nodes=-2 is not a number" },
		{ "#\nnodes=4294967295\n", "line 2: nodes=4294967295 is not" },
		{ "nodes=2\nnodes = 2\n", "line 2: nodes is given twice" },
		{ "nodes 2\nnodes:2\n", "line 2: nodes is given twice" },
		{ "windowsize=65536\n", "windowsize=65536 is not in 0..65535" },
		{ FIRST LAST "zetak=0\n", "zetak=0 is not in 1..20" },
		{ FIRST LAST "version=0\n", "line 6: version is given" },
		{ "version : 2\n", "version=2 is not in 0..1" },
		{ "graphclass=x.EFGraph\n", "graphclass=x.EFGraph is" },
		{ "endianness=mixed\n", "endianness=mixed is neither" },
		{ FIRST LAST "compressionflags=RESIDUALS_GOLOMB\n",
		  "line 6: compressionflags: RESIDUALS_GOLOMB is a code" },
		{ FIRST LAST "compressionflags=BLOCKS_DELTA | "
			     "RESIDUALS_SKEWED_GOLOMB\n",
		  "RESIDUALS_SKEWED_GOLOMB is a code" },
		{ FIRST LAST "compressionflags=OUTDEGREES_PI2\n",
		  "OUTDEGREES_PI2 is a code" },
		{ FIRST LAST "compressionflags=SIZES_DELTA\n",
		  "SIZES_DELTA is not known" },
		{ FIRST LAST "endianness=little\n"
			     "compressionflags=RESIDUALS_NIBBLE\n",
		  "RESIDUALS_NIBBLE is a code" },
	};

	write_file(graph_path, "", 0);
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		write_file(properties_path, cases[i].text,
			   strlen(cases[i].text));
		check_fails(base, cases[i].want);
		ck_assert(!reading.began);
	}
}
END_TEST

/* Java, window 2, residuals in zeta 3, arcs=5. */
START_TEST(graph_errors)
{
	static const struct {
		unsigned pages, shortest;
		const char *bits, *want;
	} cases[] = {
		{ 3, 0, "", ".graph: page 0: cut short" },
		{ 3, 0, "1 1 1", "has 0 links, the properties say arcs=5" },
		{ 3, 0, "1 1 1 1", ".graph: goes on after the last page" },
		{ 2, 0, "00100",
		  "page 0: has more successors than there are pages" },
		{ 2, 0, "011 1 100", "page 0: cut short" },
		{ 2, 0, "010 01",
		  "page 0: refers to a page out of the window" },
		{ 9, 0, "1 1 1 1 010 0001",
		  "page 4: refers to a page out of the window" },
		/* page 1 copies from page 0, which has nothing */
		{ 2, 0, "1 010 01 011",
		  "page 1: copies more blocks than there are links" },
		{ 2, 0, "1 010 01 010 010",
		  "page 1: copies more links than there are" },
		/* page 0 to 0 and 1; page 1 has one link and copies two */
		{ 2, 0, "011 1 100 100 010 01 1",
		  "page 1: copies more links than it has" },
		/* from 2 on; of 3; two of 2 */
		{ 2, 2, "011 1 010 00101 1",
		  "page 0: a successor is not a page" },
		{ 3, 2, "011 1 010 1 010",
		  "page 0: has an interval longer than its list" },
		{ 3, 2, "011 1 011 1 1",
		  "page 0: has more intervals than links" },
		{ 2, 2, "011 1 010 011 1 ",
		  "page 0: a successor is not a page" },
		/* residual -1; 0 and then 2 */
		{ 2, 0, "010 1 1010", "page 0: a successor is not a page" },
		{ 2, 0, "011 1 100 1010", "page 0: a successor is not a page" },
		/* page 0 to 0; page 1 copies that and adds 0 */
		{ 2, 0, "010 1 100 011 01 1 1010",
		  "page 1: a successor comes twice" },
		/* an interval from 0 to 1, and 1 */
		{ 3, 2, "00100 1 010 1 1 1011",
		  "page 0: a successor comes twice" },
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct format format = { .window = 2, .zeta_k = 3,
					 .shortest = cases[i].shortest };

		write_properties(&format, cases[i].pages, 5);
		write_bits(cases[i].bits, false);
		check_fails(base, cases[i].want);
	}
}
END_TEST

START_TEST(numbers_too_large)
{
	struct format format = { .window = 2, .zeta_k = 3 };
	uint8_t zeros[1000] = { 0x50 }; /* 010 1 0000 */

	zeros[999] = 1;
	write_properties(&format, 2, 5);
	write_file(graph_path, zeros, sizeof(zeros));
	check_fails(base, "page 0: a number is too large");
	format.residual = "NIBBLE";
	write_properties(&format, 2, 5);
	write_file(graph_path, zeros, sizeof(zeros));
	check_fails(base, "page 0: cut short");
	zeros[3] = 0x70;
	write_file(graph_path, zeros, sizeof(zeros));
	check_fails(base, "page 0: a number is too large");
	zeros[3] = 0;
	write_file(graph_path, zeros, sizeof(zeros));
	format.residual = "GAMMA";
	write_properties(&format, 2, 5);
	check_fails(base, "page 0: a number is too large");
}
END_TEST

START_TEST(more_links_than_promised)
{
	struct format format = { .window = 7, .shortest = 4 };
	struct sp_random random = { 6 };

	make_random_rows(&graph, 40, &random);
	encode(&graph, &format, &bits, &random);
	write_properties(&format, 40, graph.links - 1);
	check_fails(base, ", the properties say arcs=");
	ck_assert_uint_lt(reading.links, graph.links);
	write_properties(&format, 40, graph.links + 1);
	check_fails(base, ".graph: has ");
}
END_TEST

/* An interval of 2^31 pages in a few bytes must cost nothing. */
START_TEST(giant_intervals)
{
	struct format format = { .window = 7, .shortest = 4, .zeta_k = 3 };

	write_properties(&format, 4000000000u, 1000000);
	memset(&bits, 0, sizeof(bits));
	put_gamma(&bits, UINT64_C(1) << 31);
	put_unary(&bits, 0);
	put_gamma(&bits, 1);
	put_gamma(&bits, 0);
	put_gamma(&bits, (UINT64_C(1) << 31) - 4);
	write_file(graph_path, bits.bytes, 1000);
	check_fails(base, ".graph: page 0: makes 2147483648 links, "
			  "the properties say arcs=1000000");
}
END_TEST

/* A list of all pages takes no memory before the pages can be there. */
START_TEST(lists_of_missing_pages)
{
	struct format format = { .window = 7, .shortest = 4, .zeta_k = 3 };

	write_properties(&format, 4000000000u, 4000000000u);
	memset(&bits, 0, sizeof(bits));
	put_gamma(&bits, 4000000000u);
	put_unary(&bits, 0);
	put_gamma(&bits, 1);
	put_gamma(&bits, 0);
	put_gamma(&bits, 4000000000u - 4);
	write_file(graph_path, bits.bytes, 1000);
	check_fails(base, ".graph: page 0: the file is too small for the nodes "
			  "of the properties");
}
END_TEST

/*
 * Copies of a list of two million links, a few bits each, that a large window
 * would keep: 40 of them are too many, and any number with a usual window.
 */
START_TEST(copies_in_a_window)
{
	static const unsigned windows[] = { 7, 60000 };
	static uint8_t bytes[1 << 18];
	struct format format = { .shortest = 4, .zeta_k = 3 };
	uint64_t links = UINT64_C(1) << 21, copies = 40;

	memset(&bits, 0, sizeof(bits));
	put_gamma(&bits, links);
	put_unary(&bits, 0);
	put_gamma(&bits, 1);
	put_gamma(&bits, 0);
	put_gamma(&bits, links - 4);
	for (uint64_t i = 0; i < copies; i++) {
		put_gamma(&bits, links);
		put_unary(&bits, 1);
		put_gamma(&bits, 0);
	}
	memcpy(bytes, bits.bytes, sizeof(bits.bytes));
	/* After the copies, the zeros are cut: no page can be read. */
	format.window = windows[_i];
	write_properties(&format, links, links * (copies + 1));
	write_file(graph_path, bytes, sizeof(bytes));
	check_fails(base, _i ? ".graph: page 32: the lists of its window have "
			       "too many links" :
			       ".graph: page 41: ");
}
END_TEST

START_TEST(names_of_files)
{
	struct format format = { .window = 7, .shortest = 4 };
	struct sp_random random = { 3 };
	struct sp_error err;
	struct sp_row_sink sink = { &reading, reading_begin, reading_row };

	make_random_rows(&graph, 40, &random);
	encode(&graph, &format, &bits, &random);
	must(import(graph_path, &reading, NULL, &err), err);
	must(import(properties_path, &reading, NULL, &err), err);
	ck_assert_uint_eq(reading.links, graph.links);
	unlink(graph_path);
	ck_assert_int_eq(import(base, &reading, NULL, &err), SP_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "g.graph: "));
	unlink(properties_path);
	ck_assert_int_eq(import(base, &reading, NULL, &err), SP_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "g.properties: "));
	ck_assert_int_eq(sp_import_bvgraph(base, &sink, NULL, NULL), SP_IO);
}
END_TEST

/* ---- damage ----------------------------------------------------------- */

static struct format
damage_format(unsigned i)
{
	return (struct format){
		.little = i & 1, .rust = i & 1, .window = 7, .shortest = 2,
		.residual = i & 2 ? "DELTA" : NULL,
		.outdegree = i & 4 ? "UNARY" : NULL,
	};
}

START_TEST(bvgraph_cut_anywhere)
{
	struct sp_random random = { 4 };

	for (unsigned i = 0; i < 4; i++) {
		struct format format = damage_format(i);
		size_t bytes;

		make_random_rows(&graph, 16, &random);
		encode(&graph, &format, &bits, &random);
		bytes = (bits.count + 7) / 8;
		while (bytes--) {
			ck_assert_int_eq(truncate(graph_path, (off_t)bytes),
					 0);
			check_fails(base, "cut short");
			ck_assert(!reading.bad);
		}
	}
}
END_TEST

START_TEST(flipped_bits)
{
	struct sp_random random = { 5 };
	struct sp_error err;
	unsigned failed = 0;

	for (unsigned i = 0; i < 400; i++) {
		struct format format = damage_format(i / 16);
		enum sp_status status;
		size_t bytes;

		make_random_rows(&graph, 40, &random);
		bytes = encode(&graph, &format, &bits, &random);
		for (uint64_t n = 1 + sp_random_below(&random, 3); n; n--)
			bits.bytes[sp_random_below(&random, bytes)] ^=
				(uint8_t)(1 << sp_random_below(&random, 8));
		write_file(graph_path, bits.bytes, bytes);
		status = import(base, &reading, NULL, &err);
		ck_assert_msg(status == SP_OK || status == SP_DATA, "%s",
			      err.text);
		ck_assert(!reading.bad);
		ck_assert_uint_le(reading.links, graph.links);
		if (!status)
			ck_assert_uint_eq(reading.links, graph.links);
		failed += status != SP_OK;
	}
	ck_assert_uint_gt(failed, 250);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("all");

	tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, trips_defaults);
	tcase_add_test(tests, trips_codes);
	tcase_add_test(tests, by_hand);
	tcase_add_test(tests, properties_errors);
	tcase_add_test(tests, graph_errors);
	tcase_add_test(tests, numbers_too_large);
	tcase_add_test(tests, more_links_than_promised);
	tcase_add_test(tests, giant_intervals);
	tcase_add_test(tests, lists_of_missing_pages);
	tcase_add_loop_test(tests, copies_in_a_window, 0, 2);
	tcase_add_test(tests, names_of_files);
	tcase_add_test(tests, bvgraph_cut_anywhere);
	tcase_add_test(tests, flipped_bits);
	return unit_run(tests);
}
