/* SPDX-License-Identifier: MIT */
/* ASCIIGraph and Matrix Market: rows, weights, compression, errors. */
#include "import_rows.h"

#include "graph/links/rowstore.h"

/* ---- ASCIIGraph ------------------------------------------------------- */

static void
check_file(const struct sp_import_format *format,
	   const struct sp_import_options *options, const char *rows,
	   uint64_t links, uint64_t duplicates)
{
	struct sp_imported made = { 0 };
	struct seen seen;
	struct sp_row_sink sink = sink_of(&seen);
	struct sp_error err;
	enum sp_status status = format->read(options, &sink, &made, &err);

	must(status, err);
	ck_assert_str_eq(seen_text(&seen), rows);
	ck_assert_uint_eq(seen.links, links);
	ck_assert_uint_eq(made.duplicates, duplicates);
	free(seen.text);
}

static void
refuse_file(const struct sp_import_format *format,
	    const struct sp_import_options *options, const char *message)
{
	struct sp_imported made = { 0 };
	struct sp_rowstore *store = sp_rowstore_new(1, true);
	struct sp_row_sink sink = sp_rowstore_rows(store);
	struct sp_error err;
	enum sp_status status = format->read(options, &sink, &made, &err);

	check_refused(status, &err, options->paths[0], message);
	sp_rowstore_free(store);
}

static void
check_ascii_file(const char *path, bool weighted, const char *rows,
		 uint64_t links, uint64_t duplicates)
{
	struct sp_import_options options = { .paths = &path, .path_count = 1,
					     .weighted = weighted };

	check_file(&sp_format_ascii, &options, rows, links, duplicates);
}

static void
refuse_ascii(const char *text, const char *message)
{
	const char *path = put_text("bad.graph-txt", text);
	struct sp_import_options options = { .paths = &path, .path_count = 1,
					     .weighted = true };

	refuse_file(&sp_format_ascii, &options, message);
}

START_TEST(ascii_rows)
{
	check_ascii_file(put_text("a", "4\n1 2 \n\n0\n3 1\n"), false,
			 "4 pages: 0>1,2 2>0 3>1,3", 5, 0);
	/* Blanks, CRLF, unsorted and duplicate links, no final newline. */
	check_ascii_file(put_text("a", " 3 \r\n\t2  1 2 2\r\n\r\n1"), false,
			 "3 pages: 0>1,2 2>1", 3, 2);
	check_ascii_file(put_text("a", "0\n"), false, "0 pages:", 0, 0);
	check_ascii_file(put_text("a", "1\n\n"), false, "1 pages:", 0, 0);
	check_ascii_file(put_text("a", "002\n0000000000000000000000001\n0"),
			 false, "2 pages: 0>1 1>0", 2, 0);
}
END_TEST

START_TEST(ascii_weights)
{
	const char *text = "3\n2:1.5 1:7 2:2\n\n0 1:-1e2\n";

	check_ascii_file(put_text("a", text), true,
			 "3 pages: 0>1=7,2=3.5 2>0=1,1=-100", 4, 1);
	check_ascii_file(put_text("a", text), false,
			 "3 pages: 0>1,2 2>0,1", 4, 1);
}
END_TEST

START_TEST(ascii_packed)
{
	check_ascii_file(put_gzip("a.gz", "2\n1\n0\n"), false,
			 "2 pages: 0>1 1>0", 2, 0);
	check_ascii_file(put_zstd("a.zst", "2\n1\n0\n"), false,
			 "2 pages: 0>1 1>0", 2, 0);
}
END_TEST

START_TEST(ascii_refused)
{
	refuse_ascii("", "line 1: the number of pages is missing");
	refuse_ascii("\n1\n", "line 1: the number of pages is missing");
	refuse_ascii("x\n", "line 1: \"x\" is not a number");
	refuse_ascii("2 2\n", "line 1: \"2\" where the line should end");
	refuse_ascii("4294967295\n", "line 1: 4294967295 pages: at most "
		     "4294967294 are supported");
	refuse_ascii("18446744073709551616\n",
		     "line 1: \"18446744073709551616\" is too large");
	refuse_ascii("3\n1\n2\n", "line 3: the file ends here, with lines for "
		     "2 of 3 pages");
	refuse_ascii("1\n0\n\n", "line 3: a line too many: line 1 says 1 "
		     "pages");
	refuse_ascii("2\n1\n0 2\n", "line 3: page 2, but line 1 says 2 "
		     "pages, numbered from 0");
	refuse_ascii("2\n1 -1\n0\n", "line 2: \"-1\" is not a number");
	refuse_ascii("2\n1\n0x\n", "line 3: \"0x\" is not a number");
	refuse_ascii("2\n1\n0\r1\n", "line 3: \"0\\x0d1\" is not a number");
	refuse_ascii("1\n0:\n", "line 2: a weight is missing");
	refuse_ascii("1\n0: 5\n", "line 2: a weight is missing");
	refuse_ascii("1\n0:5:6\n",
		     "line 2: \"5:6\" is not a finite number");
	refuse_ascii("1\n0:nan\n",
		     "line 2: \"nan\" is not a finite number");
	refuse_ascii("1\n:1\n", "line 2: \":1\" is not a number");
	refuse_ascii("2\n\n1:1e308 1:1e308\n", "line 3: the weights of "
		     "duplicate links add up to infinity");
}
END_TEST

/* Lines of blanks and of digits that are longer than any buffer. */
START_TEST(ascii_long)
{
	size_t size = 600000;
	char *text = malloc(size + 16);

	ck_assert_ptr_nonnull(text);
	memset(text, ' ', size);
	memcpy(text, "2\n", 2);
	memcpy(text + size, "1 1\n0", 6);
	check_ascii_file(put_text("a", text), false, "2 pages: 0>1 1>0", 2, 1);
	for (size_t i = 2; i < size; i += 2)
		text[i] = '1';
	check_ascii_file(put_text("a", text), false, "2 pages: 0>1 1>0", 2,
			 size / 2);
	memset(text + 2, '1', size - 2);
	refuse_ascii(text, "line 2: \"1111111111111111111111111111111111111111"
		     "1111111111111111111111111111111111111111...\" is too "
		     "large");
	free(text);
}
END_TEST

START_TEST(ascii_other_failures)
{
	const char *path = "/nowhere/at/all";
	struct sp_import_options options = { .paths = &path, .path_count = 1 };
	struct sp_imported made = { 0 };
	struct sp_row_sink sink;
	struct seen seen;
	struct sp_error err;
	enum sp_status status;

	sink = sink_of(&seen);
	status = sp_format_ascii.read(&options, &sink, &made, &err);
	ck_assert_int_eq(status, SP_IO);
	ck_assert_str_eq(err.text,
			 "/nowhere/at/all: No such file or directory");
	path = put_text("a", "3\n1\n0\n2\n");
	seen.fail_at = 2;
	status = sp_format_ascii.read(&options, &sink, &made, &err);
	ck_assert_int_eq(status, SP_IO);
	ck_assert_str_eq(err.text, "the sink is full");
	ck_assert_uint_eq(seen.rows, 2);
	seen_text(&seen);
	free(seen.text);
}
END_TEST

/* ---- Matrix Market ---------------------------------------------------- */

static struct sp_import_options
mtx_options(const char *const *path, bool transpose, bool weighted)
{
	return (struct sp_import_options){
		.paths = path, .path_count = 1, .transpose = transpose,
		.weighted = weighted,
		.sort = { .memory = 1 << 20, .directory = "/tmp",
			  .threads = 1 }
	};
}

static void
check_mtx(const char *text, bool transpose, bool weighted, const char *rows,
	  uint64_t links, uint64_t duplicates)
{
	const char *path = put_text("a.mtx", text);
	struct sp_import_options options = mtx_options(&path, transpose,
						       weighted);

	check_file(&sp_format_mtx, &options, rows, links, duplicates);
}

static void
refuse_mtx(const char *text, const char *message)
{
	const char *path = put_text("bad.mtx", text);
	struct sp_import_options options = mtx_options(&path, false, true);

	refuse_file(&sp_format_mtx, &options, message);
}

#define BANNER "%%MatrixMarket matrix coordinate "

START_TEST(mtx_rows)
{
	const char *general = BANNER "pattern general\n% by hand\n\n%\n"
			      "3 3 4\n1 2\n% more\n3 3\n3 1\n1 2\n\n";
	const char *symmetric = "%%matrixmarket MATRIX Coordinate Pattern "
				"SYMMETRIC\r\n3 3 3\r\n2 1\r\n3 3\r\n3 2";

	check_mtx(general, false, false, "3 pages: 0>1 2>0,2", 3, 1);
	check_mtx(general, true, false, "3 pages: 0>2 1>0 2>2", 3, 1);
	check_mtx(symmetric, false, false, "3 pages: 0>1 1>0,2 2>1,2", 5,
		  0);
	check_mtx(symmetric, true, false, "3 pages: 0>1 1>0,2 2>1,2", 5,
		  0);
	check_mtx(BANNER "pattern general\n0 0 0\n", false, false,
		  "0 pages:", 0, 0);
	check_mtx(BANNER "pattern symmetric\n2 2 2\n1 2\n2 1\n", false,
		  false, "2 pages: 0>1 1>0", 2, 2);
}
END_TEST

START_TEST(mtx_weights)
{
	const char *real = BANNER "real general\n2 2 3\n1 2 0.25\n2 1 -3e1\n"
				  "1 2 1\n";

	check_mtx(real, false, true, "2 pages: 0>1=1.25 1>0=-30", 2, 1);
	check_mtx(real, true, true, "2 pages: 0>1=-30 1>0=1.25", 2, 1);
	check_mtx(real, false, false, "2 pages: 0>1 1>0", 2, 1);
	check_mtx(BANNER "integer symmetric\n2 2 2\n1 1 0\n2 1 -7\n", false,
		  true, "2 pages: 0>0=0,1=-7 1>0=-7", 3, 0);
	check_mtx(BANNER "pattern general\n2 2 1\n1 2\n", false, true,
		  "2 pages: 0>1=1", 1, 0);
}
END_TEST

START_TEST(mtx_packed)
{
	const char *text = BANNER "pattern general\n2 2 1\n1 2\n";
	const char *path = put_gzip("a.mtx.gz", text);
	struct sp_import_options options = mtx_options(&path, false, false);

	check_file(&sp_format_mtx, &options, "2 pages: 0>1", 1, 0);
	path = put_zstd("a.mtx.zst", text);
	check_file(&sp_format_mtx, &options, "2 pages: 0>1", 1, 0);
}
END_TEST

START_TEST(mtx_heads_refused)
{
	refuse_mtx("", "line 1: not a Matrix Market file: does not begin with "
		   "\"%%MatrixMarket\"");
	refuse_mtx("1 1 1\n", "line 1: not a Matrix Market file: does not "
		   "begin with \"%%MatrixMarket\"");
	refuse_mtx("%%MatrixMarket vector\n",
		   "line 1: \"vector\" is not supported, only matrix");
	refuse_mtx("%%MatrixMarket matrix array real general\n",
		   "line 1: \"array\" is not supported, only coordinate");
	refuse_mtx(BANNER "complex general\n", "line 1: \"complex\" is not "
		   "supported, only pattern or real or integer");
	refuse_mtx(BANNER "real hermitian\n", "line 1: \"hermitian\" is not "
		   "supported, only general or symmetric");
	refuse_mtx(BANNER "real Skew-Symmetric\n", "line 1: "
		   "\"Skew-Symmetric\" is not supported, only general or "
		   "symmetric");
	refuse_mtx(BANNER "real\n", "line 1: \"\" is not supported, only "
		   "general or symmetric");
	refuse_mtx(BANNER "real general x\n",
		   "line 1: \"x\" where the line should end");
	refuse_mtx(BANNER "real general\n% only\n",
		   "line 3: the number of rows is missing");
	refuse_mtx(BANNER "real general\n2 2\n",
		   "line 2: the number of entries is missing");
	refuse_mtx(BANNER "real general\n2 3 1\n", "line 2: 2 rows and 3 "
		   "columns: not the matrix of a graph, which is square");
	refuse_mtx(BANNER "real general\n4294967295 4294967295 1\n",
		   "line 2: 4294967295 pages: at most 4294967294 are "
		   "supported");
}
END_TEST

START_TEST(mtx_entries_refused)
{
	refuse_mtx(BANNER "pattern general\n%\n2 2 2\n1 1\n",
		   "line 3: says 2 entries, but there are 1");
	refuse_mtx(BANNER "pattern general\n2 2 1\n1 1\n1 2\n2 2\n",
		   "line 2: says 1 entries, but there are 3");
	refuse_mtx(BANNER "pattern general\n2 2 1\n0 1\n",
		   "line 3: the row is 0, where they begin with 1");
	refuse_mtx(BANNER "pattern general\n2 2 1\n1 3\n",
		   "line 3: the column is 3, but line 2 says 2");
	refuse_mtx(BANNER "pattern general\n2 2 1\n1\n",
		   "line 3: the column is missing");
	refuse_mtx(BANNER "pattern general\n2 2 1\n1 2 1\n",
		   "line 3: \"1\" where the line should end");
	refuse_mtx(BANNER "real general\n2 2 1\n1 2\n",
		   "line 3: the value is missing");
	refuse_mtx(BANNER "real general\n2 2 1\n1 2 inf\n",
		   "line 3: \"inf\" is not a finite number");
	refuse_mtx(BANNER "integer general\n2 2 1\n1 2 1.5\n",
		   "line 3: 1.5 is not an integer");
	refuse_mtx(BANNER "real general\n1 1 2\n1 1 1e308\n1 1 1e308\n",
		   "the weights of duplicate links add up to infinity");
}
END_TEST

/* ------------------------------------------------------------------------ */

int
main(void)
{
	TCase *tests = unit_case("formats");

	tcase_add_test(tests, ascii_rows);
	tcase_add_test(tests, ascii_weights);
	tcase_add_test(tests, ascii_packed);
	tcase_add_test(tests, ascii_refused);
	tcase_add_test(tests, ascii_long);
	tcase_add_test(tests, ascii_other_failures);
	tcase_add_test(tests, mtx_rows);
	tcase_add_test(tests, mtx_weights);
	tcase_add_test(tests, mtx_packed);
	tcase_add_test(tests, mtx_heads_refused);
	tcase_add_test(tests, mtx_entries_refused);
	return import_run(tests);
}
