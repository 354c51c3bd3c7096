/* SPDX-License-Identifier: MIT */
/* Graphs from lines "source target": layouts, numbering, order, errors. */
#include "temp_file.h"
#include "unit.h"

#include "base/random.h"
#include "formats/import/formats.h"

#include <string.h>

static struct sp_arcs_options
arcs_defaults(void)
{
	return (struct sp_arcs_options){ .memory = 1 << 20,
					 .directory = "/tmp",
					 .threads = 1 };
}

static enum sp_status
import_bytes(const char *text, size_t size,
	     const struct sp_arcs_options *options,
	     struct sp_imported *arcs, struct sp_error *err)
{
	struct sp_source *source;
	enum sp_status status;

	temp_file_write(text, size);
	memset(arcs, 0, sizeof(*arcs));
	must(sp_source_open(temp_path, &source, err), *err);
	status = sp_import_arcs(source, options, arcs, err);
	sp_source_close(source);
	return status;
}

/* The graph as static text "0:1,2 2:0", without pages that have no links. */
static const char *
show_graph(const struct sp_imported *arcs)
{
	static char text[4096];
	struct sp_cursor *cursor = sp_cursor_new(arcs->graph);
	struct sp_error err;
	const uint32_t *successors;
	uint32_t page, count;
	size_t used = 0, link = 0;

	text[0] = '\0';
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		for (uint32_t k = 0; k < count; k++) {
			used += (size_t)snprintf(
				text + used, sizeof(text) - used,
				k ? ",%u" : used ? " %2$u:%1$u" :
						   "%2$u:%1$u",
				successors[k], page);
			if (arcs->weights)
				used += (size_t)snprintf(
					text + used, sizeof(text) - used, "=%g",
					arcs->weights[link]);
			link++;
		}
	}
	must(sp_cursor_status(cursor, &err), err);
	sp_cursor_free(cursor);
	return text;
}

static const char *
show_names(const struct sp_imported *arcs)
{
	static char text[4096];
	size_t used = 0;

	text[0] = '\0';
	for (uint64_t i = 0; i < arcs->names.count; i++) {
		struct sp_name_room room;
		struct sp_span name = sp_names_read(&arcs->names, i, &room);

		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%.*s", i ? " " : "",
					 (int)name.length, name.text);
	}
	return text;
}

static void
check_arcs(const char *input, const struct sp_arcs_options *options,
	   uint64_t pages, const char *graph, const char *names)
{
	struct sp_arcs_options own = *options;
	struct sp_imported arcs;
	struct sp_error err;

	for (own.threads = 1; own.threads <= 3; own.threads++) {
		must(import_bytes(input, strlen(input), &own, &arcs, &err),
		     err);
		ck_assert_str_eq(show_graph(&arcs), graph);
		ck_assert_str_eq(show_names(&arcs), names);
		ck_assert_uint_eq(sp_graph_pages(arcs.graph), pages);
		sp_imported_free(&arcs);
	}
}

static void
refuse_arcs(const char *input, const struct sp_arcs_options *options,
	    enum sp_status status, const char *text)
{
	struct sp_imported arcs;
	struct sp_error err;
	char wanted[600];

	ck_assert_int_eq(import_bytes(input, strlen(input), options, &arcs,
				      &err), status);
	snprintf(wanted, sizeof(wanted), "%s%s%s",
		 status == SP_DATA ? temp_path : "",
		 status == SP_DATA ? ": " : "", text);
	ck_assert_str_eq(err.text, wanted);
	sp_imported_free(&arcs);
}

START_TEST(ids)
{
	struct sp_arcs_options options = arcs_defaults();

	check_arcs("0 1\n0 2\n2 0\n", &options, 3, "0:1,2 2:0", "");
	check_arcs("0 2\n0 1\n2 0\n", &options, 3, "0:1,2 2:0", "");
	check_arcs("0\t1\n0\t2\n2\t0", &options, 3, "0:1,2 2:0", "");
	check_arcs("0 1\r\n0 2\r\n\r\n2 0\r\n", &options, 3, "0:1,2 2:0", "");
	check_arcs("# c\n\n0   1\n% d\n 0 \t 2 7 x\n   \n2 0 \n", &options, 3,
	      "0:1,2 2:0", "");
	check_arcs("0 00000000000000000001\n0 2\n002 0\n", &options, 3,
	      "0:1,2 2:0", "");
	check_arcs("1 1\n0 1\n0 1\n", &options, 2, "0:1 1:1", "");
	check_arcs("", &options, 0, "", "");
	check_arcs("# nothing\n", &options, 0, "", "");
	options.keys = SP_ARCS_IDS;
	check_arcs("", &options, 0, "", "");
}
END_TEST

START_TEST(counters)
{
	static const char text[] = "# c\n0 1\n0 0\n0 1\n1 1\n0 1\n1 1\n";
	struct sp_arcs_options options = arcs_defaults();
	struct sp_imported arcs;
	struct sp_error err;

	must(import_bytes(text, sizeof(text) - 1, &options, &arcs, &err),
	     err);
	ck_assert_uint_eq(arcs.lines, 7);
	ck_assert_uint_eq(arcs.arcs, 6);
	ck_assert_uint_eq(arcs.duplicates, 3);
	ck_assert_uint_eq(arcs.self_links, 2);
	ck_assert_uint_eq(arcs.linking, 2);
	ck_assert_uint_eq(sp_graph_links(arcs.graph), 3);
	ck_assert_ptr_null(arcs.weights);
	sp_imported_free(&arcs);
}
END_TEST

START_TEST(columns)
{
	struct sp_arcs_options options = arcs_defaults();

	options.separator = ",";
	check_arcs("0,1\n0, 2 ,x\n2,0,\n", &options, 3, "0:1,2 2:0", "");
	options.separator = " => ";
	check_arcs("0 => 1\n0  =>  2\n2 => 0\n", &options, 3, "0:1,2 2:0", "");
	options.separator = NULL;
	options.source_column = 3;
	options.target_column = 1;
	check_arcs("1 x 0\n2 y 0\n0 z 2\n", &options, 3, "0:1,2 2:0", "");
	options.source_column = 1;
	options.target_column = 2;
	options.skip = 2;
	check_arcs("junk\nmore junk\n0 1\n0 2\n2 0\n", &options, 3, "0:1,2 2:0",
	      "");
	options.skip = 9;
	check_arcs("0 1\n", &options, 0, "", "");
}
END_TEST

START_TEST(weights)
{
	struct sp_arcs_options options = arcs_defaults();

	options.weight_column = 3;
	check_arcs("0 1 2\n0 2 0.5\n2 0 -1e1\n0 1 1\n", &options, 3,
	      "0:1=3,2=0.5 2:0=-10", "");
	check_arcs("0 2 2\n0 1 0.5\n0 2 1\n2 0 7\n", &options, 3,
	      "0:1=0.5,2=3 2:0=7", "");
	check_arcs("9 1 2\n9 3 0.5\n1 9 4\n", &options, 3,
	      "0:2=4 2:0=2,1=0.5", "1 3 9");
	refuse_arcs("0 1 2\n0 1 nan\n", &options, SP_DATA,
		    "line 2: \"nan\" is not a finite number");
	refuse_arcs("0 1 1e308\n0 1 1e308\n", &options, SP_DATA,
		    "the weights of duplicate links add up to infinity");
	refuse_arcs("1 0 1e308\n0 1 1\n1 0 1e308\n", &options, SP_DATA,
		    "the weights of duplicate links add up to infinity");
}
END_TEST

START_TEST(gaps)
{
	struct sp_arcs_options options = arcs_defaults();

	check_arcs("5 9\n5 7\n9 5\n", &options, 3, "0:1,2 2:0", "5 7 9");
	check_arcs("9 5\n5 9\n5 7\n", &options, 3, "0:1,2 2:0", "5 7 9");
	check_arcs("1 2\n1 3\n3 1\n", &options, 3, "0:1,2 2:0", "1 2 3");
	options.base1 = true;
	check_arcs("1 2\n1 3\n3 1\n", &options, 3, "0:1,2 2:0", "");
	check_arcs("1 2\n1 4\n4 1\n", &options, 3, "0:1,2 2:0", "1 2 4");
	options.dense = true;
	check_arcs("1 2\n1 4\n", &options, 4, "0:1,3", "");
	options.base1 = false;
	check_arcs("1 2\n1 4\n", &options, 5, "1:2,4", "");
	check_arcs("4 1\n1 2\n", &options, 5, "1:2 4:1", "");
}
END_TEST

START_TEST(large_ids)
{
	struct sp_arcs_options options = arcs_defaults();

	/* Ids far apart, then beyond 32 bits, then at the end of 64 bits. */
	check_arcs("5 4000000000\n5 7\n4000000000 5\n", &options, 3,
		   "0:1,2 2:0",       "5 7 4000000000");
	check_arcs("5 4294967294\n5 7\n4294967294 5\n", &options, 3,
		   "0:1,2 2:0",       "5 7 4294967294");
	check_arcs("18446744073709551615 5\n5 18446744073709551615\n5 7\n",
	      &options, 3, "0:1,2 2:0", "5 7 18446744073709551615");
	options.base1 = true;
	check_arcs("18446744073709551615 5\n5 18446744073709551615\n5 7\n",
	      &options, 3, "0:1,2 2:0", "5 7 18446744073709551615");
	options.weight_column = 3;
	check_arcs("5 99999999999 1\n5 7 2\n99999999999 5 3\n5 7 4\n", &options,
	      3, "0:1=6,2=1 2:0=3", "5 7 99999999999");
}
END_TEST

START_TEST(names_of_pages)
{
	struct sp_arcs_options options = arcs_defaults();

	check_arcs("http://a/ http://b/\nhttp://b/ http://c/\n"
	      "http://a/ http://c/\n", &options, 3, "0:1,2 1:2",
	      "http://a/ http://b/ http://c/");
	check_arcs("x 1\n1 y\n1 x\n", &options, 3, "0:1 1:0,2", "x 1 y");
	check_arcs("1 x\n", &options, 2, "0:1", "1 x");
	options.keys = SP_ARCS_NAMES;
	check_arcs("5 7\n7 5\n", &options, 2, "0:1 1:0", "5 7");
	options.separator = "\t";
	check_arcs("a b\tc\nc\ta b\n", &options, 2, "0:1 1:0", "a b c");
	options.weight_column = 3;
	check_arcs("a\tb\t2\nb\ta\t1\na\tb\t2\n", &options, 2, "0:1=4 1:0=1",
	      "a b");
}
END_TEST

static void
add_names(struct sp_names *names, const char *letters)
{
	struct sp_error err;

	for (; *letters; letters++)
		must(sp_names_add(names, letters, 1, &err), err);
}

START_TEST(given_names)
{
	struct sp_arcs_options options = arcs_defaults();
	struct sp_names given = SP_NAMES_EMPTY;
	struct sp_imported arcs;
	struct sp_error err;

	add_names(&given, "abcd");
	options.names = &given;
	check_arcs("0 2\n2 0\n", &options, 4, "0:2 2:0", "");
	check_arcs("", &options, 4, "", "");
	check_arcs("c a\na c\n", &options, 4, "0:2 2:0", "");
	refuse_arcs("0 2\n2 4\n", &options, SP_DATA, "line 2: id 4: there "
		    "are only 4 names (if ids start at 1, give --base1)");
	refuse_arcs("2 99999999999\n", &options, SP_DATA,
		    "line 1: id 99999999999: there are only 4 names (are "
		    "they of another graph?)");
	refuse_arcs("a b\na \033x\n", &options, SP_DATA, "line 2: \"\\x1bx\" "
		    "is not among the names of the pages");
	add_names(&given, "b");
	check_arcs("0 2\n2 0\n", &options, 5, "0:2 2:0", "");
	ck_assert_int_eq(import_bytes("a b\n", 4, &options, &arcs, &err),
			 SP_DATA);
	ck_assert_str_eq(err.text, "names: pages 1 and 4 have the same name "
			 "\"b\"");
	sp_imported_free(&arcs);
	sp_names_free(&given);
}
END_TEST

START_TEST(errors)
{
	struct sp_arcs_options options = arcs_defaults();

	refuse_arcs("0 1\n0\n", &options, SP_DATA,
		    "line 2: column 2 is missing");
	refuse_arcs("0 1\n0 x\n", &options, SP_DATA,
		    "line 2: \"x\" is not a page id "
		    "(--keys names reads names, --skip N leaves "
		    "out lines)");
	refuse_arcs("0 1\n-1 2\n", &options, SP_DATA,
		    "line 2: \"-1\" is not a page id "
		    "(--keys names reads names, --skip N leaves "
		    "out lines)");
	refuse_arcs("# a\r\n0 1\n\n0x1 2\n", &options, SP_DATA,
		    "line 4: \"0x1\" is not a page id "
		    "(--keys names reads names, --skip N leaves "
		    "out lines)");
	refuse_arcs("0 1\n0 18446744073709551616\n", &options, SP_DATA,
		    "line 2: \"18446744073709551616\" is too large for a "
		    "page id");
	refuse_arcs("0\n", &options, SP_DATA, "line 1: column 2 is missing");
	options.separator = ",";
	refuse_arcs("0,1\n0,,1\n", &options, SP_DATA,
		    "line 2: column 2 is empty");
	refuse_arcs("0,1\n0 1\n", &options, SP_DATA,
		    "line 2: column 2 is missing");
	options.separator = NULL;
	options.base1 = true;
	refuse_arcs("1 2\n1 0\n", &options, SP_DATA,
		    "line 2: id 0, where ids begin with 1");
	options.base1 = false;
	options.dense = true;
	refuse_arcs("0 1\n0 4294967294\n", &options, SP_DATA,
		    "line 2: id 4294967294: at most 4294967294 pages are "
		    "supported");
	options.dense = false;
	options.skip = 1;
	refuse_arcs("x\n0 1\n0 y\n", &options, SP_DATA,
		    "line 3: \"y\" is not a page id "
		    "(--keys names reads names, --skip N leaves "
		    "out lines)");
	options.target_column = 1;
	refuse_arcs("0 1\n", &options, SP_USAGE,
		    "the columns of source, target and weight must differ");
}
END_TEST

START_TEST(binary)
{
	struct sp_arcs_options options = arcs_defaults();
	struct sp_imported arcs;
	struct sp_error err;

	ck_assert_int_eq(import_bytes("0 1\n1\0002\n", 8, &options, &arcs,
				      &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text,
				     ": line 2: binary, not text"));
	sp_imported_free(&arcs);
}
END_TEST

/* ---- random graphs ---------------------------------------------------- */

#define LINES 60000

struct sp_line {
	uint64_t source, target;
};

static int
compare_lines(const void *a, const void *b)
{
	const struct sp_line *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	return (x->target > y->target) - (x->target < y->target);
}

static size_t
write_lines(char *text, const struct sp_line *lines, bool odd)
{
	size_t used = 0;

	for (size_t i = 0; i < LINES; i++)
		used += (size_t)sprintf(
			text + used,
			odd && i % 7 == 0 ? " %llu  %llu 4\r\n" :
			odd && i % 9 == 0 ? "#\n%llu %llu\n" : "%llu\t%llu\n",
			(unsigned long long)lines[i].source,
			(unsigned long long)lines[i].target);
	return used;
}

static struct sp_fingerprint
import_lines(const struct sp_line *lines, bool odd, int threads,
	     uint64_t *duplicates, uint64_t *names)
{
	struct sp_arcs_options options = arcs_defaults();
	char *text = malloc((size_t)LINES * 60);
	size_t size = write_lines(text, lines, odd);
	struct sp_fingerprint fingerprint;
	struct sp_imported arcs;
	struct sp_error err;

	options.threads = threads;
	must(import_bytes(text, size, &options, &arcs, &err), err);
	ck_assert_uint_eq(arcs.arcs, LINES);
	fingerprint = sp_graph_fingerprint(arcs.graph);
	*duplicates = arcs.duplicates;
	*names = arcs.names.count;
	sp_imported_free(&arcs);
	free(text);
	return fingerprint;
}

/*
 * The graph is the same whether lines are sorted, sorted by source only, or in
 * random order, and whatever layouts they mix.  Ids are consecutive, have gaps,
 * are far apart, or need 64 bits.
 */
START_TEST(any_order)
{
	static const uint64_t factors[] = { 1, 3, 1000003,
					    UINT64_C(1000000000000003) };
	struct sp_random random = { 42 + (uint64_t)_i };
	struct sp_line *lines = malloc(LINES * sizeof(*lines));
	uint64_t duplicates, names, other_duplicates, other_names;
	struct sp_fingerprint sorted, other;

	for (size_t i = 0; i < LINES; i++) {
		uint64_t source = sp_random_below(&random, 3000);
		uint64_t near = (source + sp_random_below(&random, 60)) %
				3000;

		if (i % 4 == 0)
			near = sp_random_below(&random, 3000);
		lines[i].source = source * factors[_i];
		lines[i].target = near * factors[_i];
	}
	qsort(lines, LINES, sizeof(*lines), compare_lines);
	sorted = import_lines(lines, false, 1, &duplicates, &names);
	ck_assert_uint_gt(duplicates, 0);
	ck_assert_uint_eq(sorted.links + duplicates, LINES);
	ck_assert_uint_eq(names, factors[_i] == 1 ? 0 : sorted.pages);
	for (int round = 0; round < 2; round++) {
		size_t reach = round ? LINES : 5;

		for (size_t i = 0; i < LINES; i++) {
			size_t k = i + sp_random_below(&random, reach);
			struct sp_line line = lines[i];

			if (k >= LINES || (!round &&
					   lines[k].source != line.source))
				continue;
			lines[i] = lines[k];
			lines[k] = line;
		}
		other = import_lines(lines, round, 1 + round,
				     &other_duplicates, &other_names);
		ck_assert(sp_fingerprint_equal(&sorted, &other));
		ck_assert_uint_eq(other_duplicates, duplicates);
		ck_assert_uint_eq(other_names, names);
	}
	free(lines);
}
END_TEST

/* Ids grow beyond 32 bits, or order is lost, only in a later buffer of text. */
START_TEST(late_changes)
{
	static const char *const ends[] = { "", "3 4\n", "3 99999999999\n",
					    "3 x\n" };
	const size_t count = 900000;
	char *text = malloc(count * 16);
	struct sp_arcs_options options = arcs_defaults();
	struct sp_imported arcs;
	struct sp_error err;
	enum sp_status status;
	size_t size = 0;

	for (size_t i = 0; i < count; i++)
		size += (size_t)sprintf(text + size, "%zu %zu\n", i / 9,
					i / 9 + i % 9);
	size += (size_t)sprintf(text + size, "%s", ends[_i]);
	ck_assert_uint_gt(size, 9 << 20);
	options.memory = 32 << 20;
	options.threads = 2;
	status = import_bytes(text, size, &options, &arcs, &err);
	if (_i == 3) {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_ptr_nonnull(strstr(err.text, ": line 900001: "
					     "\"x\" is not a page id "
		    "(--keys names reads names, --skip N leaves "
		    "out lines)"));
	} else {
		must(status, err);
		ck_assert_uint_eq(sp_graph_links(arcs.graph),
				  count + (_i == 2));
		ck_assert_uint_eq(sp_graph_pages(arcs.graph),
				  100008 + (_i == 2));
		ck_assert_uint_eq(arcs.duplicates, _i == 1);
		ck_assert_uint_eq(arcs.self_links, 100000);
		ck_assert_uint_eq(arcs.names.count, _i == 2 ? 100009 : 0);
	}
	sp_imported_free(&arcs);
	free(text);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("import_arcs");

	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
	tcase_add_test(tests, ids);
	tcase_add_test(tests, counters);
	tcase_add_test(tests, columns);
	tcase_add_test(tests, weights);
	tcase_add_test(tests, gaps);
	tcase_add_test(tests, large_ids);
	tcase_add_test(tests, names_of_pages);
	tcase_add_test(tests, given_names);
	tcase_add_test(tests, errors);
	tcase_add_test(tests, binary);
	tcase_add_loop_test(tests, any_order, 0, 4);
	tcase_add_loop_test(tests, late_changes, 0, 4);
	return unit_run(tests);
}
