/* SPDX-License-Identifier: MIT */
/*
 * Graphs of Common Crawl: files, merges, errors; and one graph in all formats,
 * which gives the same rows from each.
 */
#include "import_rows.h"

#include "base/random.h"

#include <sys/stat.h>

/* ---- Common Crawl ----------------------------------------------------- */

struct cc {
	enum sp_status status;
	struct sp_error err;
	struct sp_imported made;
	struct seen seen;
	const char *rows;
	char joined[512];         /* the names */
};

static struct sp_import_options
cc_options(const char *const *vertices, size_t vertices_count,
	   const char *const *edges, size_t edges_count)
{
	return (struct sp_import_options){
		.vertices = vertices, .vertices_count = vertices_count,
		.paths = edges, .path_count = edges_count
	};
}

static void
run_cc(struct cc *cc, const struct sp_import_options *options)
{
	struct sp_row_sink sink = sink_of(&cc->seen);
	size_t used = 0;

	memset(&cc->made, 0, sizeof(cc->made));
	cc->status = sp_format_cc.read(options, &sink, &cc->made, &cc->err);
	cc->rows = seen_text(&cc->seen);
	cc->joined[0] = '\0';
	for (uint64_t i = 0; i < cc->made.names.count && used < 400; i++) {
		struct sp_name_room room;
		struct sp_span name = sp_names_read(&cc->made.names, i, &room);

		used += (size_t)snprintf(cc->joined + used,
					 sizeof(cc->joined) - used, "%s%.*s",
					 i ? " " : "", (int)name.length,
					 name.text);
	}
}

static void
end_cc(struct cc *cc)
{
	sp_imported_free(&cc->made);
	free(cc->seen.text);
}

static void
check_cc(const struct sp_import_options *options, const char *rows,
	 const char *names, uint64_t links, uint64_t duplicates)
{
	struct cc cc;

	run_cc(&cc, options);
	must(cc.status, cc.err);
	ck_assert_str_eq(cc.rows, rows);
	ck_assert_str_eq(cc.joined, names);
	ck_assert_uint_eq(cc.seen.pages, cc.made.names.count);
	ck_assert_uint_eq(cc.seen.links, links);
	ck_assert_uint_eq(cc.made.duplicates, duplicates);
	end_cc(&cc);
}

#define VERTICES "0\tcom.example\n1\tcom.example.www\n2\torg.a-b\n3\tzz\n"
#define NAMES "example.com www.example.com a-b.org zz"

START_TEST(cc_rows)
{
	const char *vertices[] = { put_text("v", VERTICES) };
	const char *edges[] = {
		put_text("e", "0\t1\n0\t2\n0\t2\n2\t0\n2\t2\n")
	};
	struct sp_import_options options = cc_options(vertices, 1, edges, 1);

	check_cc(&options, "4 pages: 0>1,2 2>0,2", NAMES, 4, 1);
	vertices[0] = put_text("v", "0\tcom.a\t12\r\n1\tcom.b\t1\r\n");
	edges[0] = put_text("e", "");
	check_cc(&options, "2 pages:", "a.com b.com", 0, 0);
	edges[0] = put_text("e", "1 0\r\n1 1");
	check_cc(&options, "2 pages: 1>0,1", "a.com b.com", 2, 0);
}
END_TEST

START_TEST(cc_files)
{
	const char *vertices[] = { put_text("v1", "0\tcom.a\n1\tcom.b\n"),
				   put_text("v2", ""),
				   put_gzip("v3.gz", "2\tcom.c\n") };
	const char *edges[] = { put_text("e1", "0\t2\n1\t0\n2\t1\n"),
				put_zstd("e2.zst", "0\t0\n0\t2\n2\t2\n"),
				put_text("e3", ""),
				put_gzip("e4.gz", "0\t1\n2\t0\n") };
	struct sp_import_options options = cc_options(vertices, 3, edges, 4);

	check_cc(&options, "3 pages: 0>0,1,2 1>0 2>0,1,2",
		 "a.com b.com c.com", 7, 1);
}
END_TEST

START_TEST(cc_lists)
{
	const char *vertices[] = { path_of("in/v.paths") };
	const char *edges[2];
	struct sp_import_options options = cc_options(vertices, 1, edges, 2);
	char absolute[300];

	ck_assert_int_eq(mkdir(path_of("in"), 0700), 0);
	ck_assert_int_eq(mkdir(path_of("in/side"), 0700), 0);
	put_text("in/v1", "0\tcom.a\n1\tcom.b\n");
	put_text("in/side/v2", "2\tcom.c\n");
	put_text("in/v.paths", "v1\n\nside/v2\n");
	put_text("in/e1", "0\t1\n");
	snprintf(absolute, sizeof(absolute), "in/../e2\r\n%s",
		 put_text("e3", "2\t2\n"));
	put_text("e2", "1\t0\n");
	edges[0] = put_gzip("e.paths.gz", absolute);
	edges[1] = path_of("in/e1");
	check_cc(&options, "3 pages: 0>1 1>0 2>2", "a.com b.com c.com", 3, 0);
	remove(path_of("in/v1"));
	remove(path_of("in/side/v2"));
	remove(path_of("in/v.paths"));
	remove(path_of("in/e1"));
	remove(path_of("in/side"));
	remove(path_of("in"));
}
END_TEST

/* Lists as they are published, with paths from the root of the site. */
START_TEST(cc_published_lists)
{
	const char *root = path_of("crawl"), *list;
	const char *vertices[1], *edges[1];
	struct sp_import_options options = cc_options(vertices, 1, edges, 1);
	struct cc cc;

	ck_assert_int_eq(mkdir(root, 0700), 0);
	ck_assert_int_eq(mkdir(path_of("crawl/host"), 0700), 0);
	ck_assert_int_eq(mkdir(path_of("crawl/host/edges"), 0700), 0);
	put_text("crawl/host/vertices.gz", "0\tcom.a\n1\tcom.b\n");
	put_text("crawl/host/edges/part-0.gz", "0\t1\n");
	/* In a folder above that of the list; near it, in fewer folders. */
	vertices[0] = put_text("crawl/host/v.paths",
			       "crawl/host/vertices.gz\n");
	edges[0] = put_text("crawl/host/e.paths",
			    "projects/crawl/host/edges/part-0.gz\n");
	check_cc(&options, "2 pages: 0>1", "a.com b.com", 1, 0);
	/* Beside the list, by its bare name; the address of a download. */
	vertices[0] = put_text("crawl/host/v.paths",
			       "https://data.example/x/y/vertices.gz\n");
	check_cc(&options, "2 pages: 0>1", "a.com b.com", 1, 0);
	list = edges[0] = put_text("crawl/host/e.paths",
				   "\nprojects/crawl/host/part-1.gz\n");
	run_cc(&cc, &options);
	ck_assert_int_eq(cc.status, SP_IO);
	ck_assert_msg(!strncmp(cc.err.text, list, strlen(list)) &&
		      strstr(cc.err.text, ": line 2: no file "
			     "projects/crawl/host/part-1.gz in "), "%s",
		      cc.err.text);
	end_cc(&cc);
	remove(path_of("crawl/host/edges/part-0.gz"));
	remove(path_of("crawl/host/edges"));
	remove(path_of("crawl/host/vertices.gz"));
	remove(path_of("crawl/host/v.paths"));
	remove(path_of("crawl/host/e.paths"));
	remove(path_of("crawl/host"));
	remove(root);
}
END_TEST

static void
refuse_cc(const char *vertices_text, const char *edges_text,
	  const char *where, const char *message)
{
	const char *vertices[] = { put_text("v", vertices_text) };
	const char *edges[] = { put_text("e", edges_text) };
	struct sp_import_options options = cc_options(vertices, 1, edges, 1);
	struct cc cc;

	run_cc(&cc, &options);
	check_refused(cc.status, &cc.err, path_of(where), message);
	end_cc(&cc);
}

START_TEST(cc_vertices_refused)
{
	refuse_cc("0\ta\n2\tb\n", "", "v", "line 2: id 2, where 1 should "
		  "come");
	refuse_cc("0\ta\n1\n", "", "v", "line 2: not an id, a tab and a name");
	refuse_cc("0\ta\n\n", "", "v", "line 2: not an id, a tab and a name");
	refuse_cc("x\ta\n", "", "v", "line 1: \"x\" is not a number");
	refuse_cc("0\t\n", "", "v", "line 1: the name is empty");
	refuse_cc("0\ta\tb\n", "", "v",
		  "line 1: \"b\" is not a number of hosts");
	refuse_cc("0\ta\t1\t2\n", "", "v",
		  "line 1: \"1\\x092\" is not a number of hosts");
}
END_TEST

static void
check_order(const char *text, uint64_t unsorted, uint64_t first_unsorted,
	    uint64_t repeated, uint64_t first_repeated)
{
	const char *vertices[] = { put_text("v", text) };
	const char *edges[] = { put_text("e", "0\t1\n") };
	struct sp_import_options options = cc_options(vertices, 1, edges, 1);
	struct cc cc;

	run_cc(&cc, &options);
	must(cc.status, cc.err);
	ck_assert_uint_eq(cc.made.order.unsorted, unsorted);
	ck_assert_uint_eq(cc.made.order.first_unsorted, first_unsorted);
	ck_assert_uint_eq(cc.made.order.repeated, repeated);
	ck_assert_uint_eq(cc.made.order.first_repeated, first_repeated);
	end_cc(&cc);
}

/* Real releases have such names: they are counted, not rejected. */
START_TEST(cc_vertices_out_of_order)
{
	check_order("0\tno.hordaland\n1\tno.hordaland\n", 1, 1, 1, 1);
	check_order("0\tcom.a.b\n1\tcom.a-b\n2\tcom.b\n", 1, 1, 0, 0);
	check_order("0\tcom.ab\n1\tcom.a\n2\tcom.ab\n3\tcom.a\n", 2, 1, 2,
		    2);
	/* Bytes are compared as unsigned numbers. */
	check_order("0\tcom.\xc3\xa9\n1\tcom.z\n", 1, 1, 0, 0);
	check_order("0\tcom.z\n1\tcom.\xc3\xa9\n", 0, 0, 0, 0);
}
END_TEST

START_TEST(cc_edges_refused)
{
	refuse_cc(VERTICES, "0\t2\n0\t1\n", "e", "line 2: edge 0 1 comes "
		  "after 0 2: edges must be sorted by number (sort "
		  "-k1,1n -k2,2n)");
	refuse_cc(VERTICES, "3\t0\n2\t1\n", "e", "line 2: edge 2 1 comes "
		  "after 3 0: edges must be sorted by number (sort "
		  "-k1,1n -k2,2n)");
	refuse_cc(VERTICES, "0\t1\n0\t4\n", "e",
		  "line 2: id 4, but there are 4 vertices");
	refuse_cc(VERTICES, "4294967296\t1", "e",
		  "line 1: id 4294967296, but there are 4 vertices");
	refuse_cc(VERTICES, "0\n", "e", "line 1: the target is missing");
	refuse_cc(VERTICES, "0\t1\n\n", "e", "line 2: the source is missing");
	refuse_cc(VERTICES, "0\tx\n", "e", "line 1: \"x\" is not a number");
	refuse_cc(VERTICES, "0\t1\t2\n", "e",
		  "line 1: \"2\" where the line should end");
}
END_TEST

START_TEST(cc_other_failures)
{
	const char *vertices[] = { put_text("v1", "0\tcom.b\n"),
				   put_text("v2", "1\tcom.a\n") };
	const char *edges[] = { put_text("e.paths", "\n"), NULL };
	struct sp_import_options options = cc_options(vertices, 2, edges, 1);
	char *folders = malloc(6002);
	struct cc cc;

	run_cc(&cc, &options);
	check_refused(cc.status, &cc.err, edges[0], "lists no files");
	end_cc(&cc);
	/* Each end of this would be a path to look for. */
	for (int i = 0; i < 6000; i++)
		folders[i] = "a/"[i % 2];
	strcpy(folders + 6000, "\n");
	edges[0] = put_text("e.paths", folders);
	free(folders);
	run_cc(&cc, &options);
	check_refused(cc.status, &cc.err, edges[0],
		      "line 1: a path of more than 4096 bytes");
	end_cc(&cc);
	edges[0] = put_text("e", "");
	run_cc(&cc, &options);
	must(cc.status, cc.err);
	ck_assert_uint_eq(cc.made.order.unsorted, 1);
	end_cc(&cc);
	options.path_count = 0;
	run_cc(&cc, &options);
	ck_assert_int_eq(cc.status, SP_USAGE);
	ck_assert_str_eq(cc.err.text, "no file of edges is given, and no file "
			 "has that word in its name");
	end_cc(&cc);
	options.path_count = 1;
	options.vertices_count = 0;
	run_cc(&cc, &options);
	ck_assert_int_eq(cc.status, SP_USAGE);
	ck_assert_str_eq(cc.err.text, "no file of vertices is given, and no "
			 "file has that word in its name");
	end_cc(&cc);
}
END_TEST

/* ---- one graph in all formats ----------------------------------------- */

#define PAGES 3000
#define PARTS 5

/* The links as a matrix, and the files to write. */
struct random_graph {
	unsigned char has[PAGES][PAGES];
	FILE *ascii, *mtx, *vertices, *parts[PARTS];
	uint64_t links;
};

static const char *
part_name(unsigned part)
{
	static const char *const names[PARTS] = { "r.0", "r.1", "r.2", "r.3",
						  "r.4" };

	return names[part];
}

static FILE *
create_file(const char *name)
{
	FILE *file = fopen(path_of(name), "w");

	ck_assert_ptr_nonnull(file);
	return file;
}

static void
draw_links_of_pages(struct random_graph *graph, struct sp_random *random)
{
	for (unsigned page = 0; page < PAGES; page++) {
		uint64_t degree = sp_random_below(random, 4) ?
					  sp_random_below(random, 20) :
					  0;

		if (page == PAGES / 2)
			degree = 2 * PAGES;
		while (degree--) {
			unsigned char *link = &graph->has[page][
				sp_random_below(random, PAGES)];

			graph->links += !*link;
			*link = 1;
		}
	}
}

/* Writes ASCIIGraph rows in descending order, edges to random files. */
static void
write_page(struct random_graph *graph, unsigned page,
	   struct sp_random *random)
{
	fprintf(graph->vertices, "%u\tcom.h%06u\n", page, page);
	for (unsigned to = PAGES; to-- > 0;)
		if (graph->has[page][to])
			fprintf(graph->ascii, "%u ", to);
	fprintf(graph->ascii, "\n");
	for (unsigned to = 0; to < PAGES; to++)
		if (graph->has[page][to])
			fprintf(graph->parts[sp_random_below(random, PARTS)],
				"%u\t%u\n", page, to);
	/* The matrix is written by column: the links to this page. */
	for (unsigned from = 0; from < PAGES; from++)
		if (graph->has[from][page])
			fprintf(graph->mtx, "%u %u\n", from + 1, page + 1);
}

static void
write_files(struct random_graph *graph, struct sp_random *random)
{
	graph->ascii = create_file("r.graph-txt");
	graph->mtx = create_file("r.mtx");
	graph->vertices = create_file("r.vertices");
	for (unsigned i = 0; i < PARTS; i++)
		graph->parts[i] = create_file(part_name(i));
	fprintf(graph->ascii, "%d\n", PAGES);
	fprintf(graph->mtx, "%%%%MatrixMarket matrix coordinate pattern "
		"general\n%d %d %llu\n", PAGES, PAGES,
		(unsigned long long)graph->links);
	for (unsigned page = 0; page < PAGES; page++)
		write_page(graph, page, random);
	ck_assert_int_eq(fclose(graph->ascii), 0);
	ck_assert_int_eq(fclose(graph->mtx), 0);
	ck_assert_int_eq(fclose(graph->vertices), 0);
	for (unsigned i = 0; i < PARTS; i++)
		ck_assert_int_eq(fclose(graph->parts[i]), 0);
}

static char *
text_of_rows(const struct random_graph *graph)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(out);
	fprintf(out, "%d pages:", PAGES);
	for (unsigned page = 0; page < PAGES; page++) {
		bool begun = false;

		for (unsigned to = 0; to < PAGES; to++) {
			if (!graph->has[page][to])
				continue;
			if (begun)
				fprintf(out, ",%u", to);
			else
				fprintf(out, " %u>%u", page, to);
			begun = true;
		}
	}
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

static void
check_agrees(const struct sp_import_format *format, const char *path,
	     const char *rows)
{
	struct sp_import_options options = {
		.paths = &path, .path_count = 1,
		.sort = { .memory = 1 << 20, .directory = "/tmp",
			  .threads = 1 }
	};
	struct sp_imported made = { 0 };
	struct seen seen;
	struct sp_row_sink sink = sink_of(&seen);
	struct sp_error err;
	enum sp_status status = format->read(&options, &sink, &made, &err);

	must(status, err);
	ck_assert_str_eq(seen_text(&seen), rows);
	free(seen.text);
}

START_TEST(all_formats_agree)
{
	struct random_graph *graph = calloc(1, sizeof(*graph));
	const char *edges[PARTS], *vertices[1];
	struct sp_import_options options = cc_options(vertices, 1, edges, PARTS);
	struct sp_random random = { 7 };
	struct cc cc;
	char *rows;

	ck_assert_ptr_nonnull(graph);
	draw_links_of_pages(graph, &random);
	write_files(graph, &random);
	rows = text_of_rows(graph);
	check_agrees(&sp_format_ascii, path_of("r.graph-txt"), rows);
	check_agrees(&sp_format_mtx, path_of("r.mtx"), rows);
	vertices[0] = path_of("r.vertices");
	for (unsigned i = 0; i < PARTS; i++)
		edges[i] = path_of(part_name(i));
	run_cc(&cc, &options);
	must(cc.status, cc.err);
	ck_assert_str_eq(cc.rows, rows);
	ck_assert_uint_eq(cc.seen.links, graph->links);
	end_cc(&cc);
	free(rows);
	free(graph);
}
END_TEST

/* ------------------------------------------------------------------------ */

int
main(void)
{
	TCase *cc = unit_case("cc");

	tcase_add_test(cc, cc_rows);
	tcase_add_test(cc, cc_files);
	tcase_add_test(cc, cc_lists);
	tcase_add_test(cc, cc_published_lists);
	tcase_add_test(cc, cc_vertices_refused);
	tcase_add_test(cc, cc_vertices_out_of_order);
	tcase_add_test(cc, cc_edges_refused);
	tcase_add_test(cc, cc_other_failures);
	tcase_add_test(cc, all_formats_agree);
	return import_run(cc);
}
