/* SPDX-License-Identifier: MIT */
/* Recognition: samples and what they are; looking without taking bytes. */
#include "import_rows.h"

#include "formats/import/recognise.h"
#include "stream/stream.h"
#include "web/file/source.h"

/* ---- samples ---------------------------------------------------------- */

static struct sp_recognised
recognise(const char *text, size_t size, bool whole)
{
	struct sp_arcs_options options = SP_ARCS_DEFAULTS;
	struct sp_sample sample = { text, size, whole };
	struct sp_recognised found;

	sp_recognise(&sample, &options, false, &found);
	return found;
}

static void
check_format(const char *text, enum sp_import_format_number format,
	     const char *separator)
{
	struct sp_recognised found = recognise(text, strlen(text), true);

	ck_assert_msg(found.format == format, "%s: %s: %s", text, found.noun,
		      found.advice);
	if (format == SP_FORMAT_ARCS)
		ck_assert_str_eq(found.look.separator, separator);
	ck_assert_str_eq(found.noun, sp_import_nouns[format]);
}

static void
check_noun(const char *text, size_t size, const char *noun)
{
	struct sp_recognised found = recognise(text, size, true);

	ck_assert_int_eq(found.format, SP_FORMAT_AUTO);
	ck_assert_str_eq(found.noun, noun);
	ck_assert(*found.advice);
}

START_TEST(formats_recognised)
{
	check_format("0 1\n1 2\n", SP_FORMAT_ARCS, "");
	check_format("# Nodes: 3 Edges: 2\r\n0\t1\r\n1\t2", SP_FORMAT_ARCS,
		     "");
	check_format("0 1\n", SP_FORMAT_ARCS, "");
	check_format("http://a/ http://b/\n", SP_FORMAT_ARCS, "");
	check_format("3\n1 2\n\n0\n", SP_FORMAT_ASCII, "");
	check_format("0\n", SP_FORMAT_ASCII, "");
	check_format("2\n1:0.5\n0:2\n", SP_FORMAT_ASCII, "");
	check_format("%%matrixmarket x", SP_FORMAT_MTX, "");
}
END_TEST

START_TEST(separators_found)
{
	check_format("0,1\n1,2\n", SP_FORMAT_ARCS, ",");
	check_format("0, 1\n1, 2\n", SP_FORMAT_ARCS, ",");
	check_format("0;1;2\n1;2;0\n", SP_FORMAT_ARCS, ";");
	check_format("a | b\nb | c\n", SP_FORMAT_ARCS, "|");
	check_format("a => b\nb => c\n", SP_FORMAT_ARCS, "=>");
	check_format("a -> b\nb -> c\n", SP_FORMAT_ARCS, "->");
	check_format("Main Page\tNew York\nNew York\tx\n", SP_FORMAT_ARCS,
		     "\t");
	/* Tabs, where one name has a blank: in any line and column. */
	check_format("a\tb\t1\nb\tNew York\t2\nc\td\t3\n", SP_FORMAT_ARCS,
		     "\t");
	check_format("# x\n0\t1\tx\n\n1\t2\tNew York\n", SP_FORMAT_ARCS,
		     "\t");
	/* Other columns in a line, none at all, and columns in a column. */
	check_format("a\tb\t1\nb\tNew York\n", SP_FORMAT_ARCS, "");
	check_format("a b\nb\tNew York\n", SP_FORMAT_ARCS, "");
	check_format("1 2\t-1 108\n1 3\t1 109\n", SP_FORMAT_ARCS, "");
	check_format("http://a/ http://b/\t1\nhttp://a/ http://d/\t2\n",
		     SP_FORMAT_ARCS, "");
	check_format("1\t2 some text\n1\t3\n", SP_FORMAT_ARCS, "");
	/* A comma in a URL, and one that not all lines have. */
	check_format("http://a/x,y http://b/\n", SP_FORMAT_ARCS, "");
	check_format("a, b\nb c\n", SP_FORMAT_ARCS, "");
	check_format("http://a/x,http://b/\n", SP_FORMAT_ARCS, ",");
}
END_TEST

/* The stream's own name for its beginning is in a layer above. */
START_TEST(streams_refused)
{
	check_noun(SP_MAGIC, SP_MAGIC_SIZE, "a seedpipe stream");
}
END_TEST

/* Whatever is cut off, the sample must be judged without reading past it. */
START_TEST(cut_samples)
{
	static const char text[] = "# x\n3\n1 2\n\n0 1 2\nnot, text\0";

	for (size_t size = 0; size <= sizeof(text); size++) {
		char *copy = malloc(size ? size : 1);

		memcpy(copy, text, size);
		ck_assert_ptr_nonnull(recognise(copy, size, true).noun);
		ck_assert_ptr_nonnull(recognise(copy, size, false).noun);
		free(copy);
	}
	/* Without a whole line there is nothing to refuse. */
	ck_assert_int_eq(recognise("http://a", 8, false).format,
			 SP_FORMAT_ARCS);
}
END_TEST

/* ---- sources ---------------------------------------------------------- */

static void
check_source(const char *path, const char *peeked, const char *line)
{
	struct sp_source *source;
	struct sp_error err;
	const char *text;
	size_t size;

	must(sp_source_open(path, &source, &err), err);
	must(sp_source_peek(source, &text, &size, &err), err);
	ck_assert_uint_eq(size, strlen(peeked));
	ck_assert_mem_eq(text, peeked, size);
	must(sp_source_line(source, &text, &size, &err), err);
	ck_assert_uint_eq(size, strlen(line));
	ck_assert_mem_eq(text, line, size);
	must(sp_source_line(source, &text, &size, &err), err);
	ck_assert_ptr_null(text);
	sp_source_close(source);
}

START_TEST(peeking_takes_nothing)
{
	check_source(put_text("a", "0 1\n"), "0 1\n", "0 1");
	check_source(put_gzip("a.gz", "0 1\n"), "0 1\n", "0 1");
	check_source(put_zstd("a.zst", "0 1"), "0 1", "0 1");
}
END_TEST

START_TEST(byte_order_marks)
{
	const char *path = put_text("mark", "\xff\xfe" "0");
	struct sp_source *source;
	struct sp_error err;
	const char *line;
	size_t length;

	check_source(put_text("a", "\xef\xbb\xbf" "0 1\n"),
		     "\xef\xbb\xbf" "0 1\n", "0 1");
	must(sp_source_open(path, &source, &err), err);
	check_refused(sp_source_line(source, &line, &length, &err), &err,
		      path, "UTF-16 text: convert it first with iconv -f "
		      "UTF-16 -t UTF-8");
	sp_source_close(source);
}
END_TEST

/* More than is peeked at, in bytes that show every displacement. */
START_TEST(long_sources)
{
	size_t size = 3 * SP_SOURCE_PEEK + 7, used = 0, got = 1;
	char *bytes = malloc(size), *seen = malloc(size);
	struct sp_source *source;
	struct sp_error err;
	const char *text;

	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)(i * 7 + i / 251);
	must(sp_source_open(put_bytes("long", bytes, size), &source, &err),
	     err);
	must(sp_source_peek(source, &text, &got, &err), err);
	ck_assert_uint_eq(got, SP_SOURCE_PEEK);
	while (got) {
		size_t room = size - used < 1000 ? size - used : 1000;

		must(sp_source_read(source, seen + used, room, &got, &err),
		     err);
		used += got;
	}
	ck_assert_uint_eq(used, size);
	ck_assert_mem_eq(seen, bytes, size);
	sp_source_close(source);
	free(bytes);
	free(seen);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("recognise");

	tcase_add_test(tests, formats_recognised);
	tcase_add_test(tests, separators_found);
	tcase_add_test(tests, streams_refused);
	tcase_add_test(tests, cut_samples);
	tcase_add_test(tests, peeking_takes_nothing);
	tcase_add_test(tests, byte_order_marks);
	tcase_add_test(tests, long_sources);
	return import_run(tests);
}
