/* SPDX-License-Identifier: MIT */
/* Links between URLs: dumps of linkdb, tables, outlinks of ClueWeb22. */
#include "temp_file.h"
#include "unit.h"

#include "formats/import/formats.h"
#include "web/file/csv.h"

#include <string.h>

static struct sp_import_options
options_for(const char *const *path)
{
	return (struct sp_import_options){
		.paths = path, .path_count = 1,
		.sort = { .memory = 1 << 20, .directory = "/tmp",
			  .threads = 1 }
	};
}

/* The graph as text: "a>b,c=2 b" is page a with two links, one weighted. */
static void
describe(const struct sp_imported *made, char *text, size_t size)
{
	struct sp_cursor *cursor = sp_cursor_new(made->graph);
	FILE *out = fmemopen(text, size, "w");
	const uint32_t *successors;
	uint32_t page, count;
	uint64_t link = 0;

	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		struct sp_name_room room;
		struct sp_span name = sp_names_read(&made->names, page, &room);

		fprintf(out, "%s%.*s", page ? " " : "",
			(int)name.length, name.text);
		for (uint32_t i = 0; i < count; i++) {
			name = sp_names_read(&made->names, successors[i],
					     &room);
			fprintf(out, "%s%.*s", i ? "," : ">",
				(int)name.length, name.text);
			if (made->weights)
				fprintf(out, "=%g", made->weights[link]);
			link++;
		}
	}
	fclose(out);
	sp_cursor_free(cursor);
}

/* Imports the text; the graph, or the message without the name of the file. */
static const char *
import_text(const struct sp_import_format *format, const char *text,
	    struct sp_import_options *options, struct sp_imported *made)
{
	static char shown[4096];
	struct sp_error err;
	enum sp_status status;

	temp_file_write(text, strlen(text));
	memset(made, 0, sizeof(*made));
	memset(shown, 0, sizeof(shown));
	status = format->read(options, NULL, made, &err);
	if (!status) {
		describe(made, shown, sizeof(shown));
	} else {
		const char *at = strstr(err.text, temp_path);

		snprintf(shown, sizeof(shown), "%s", at ?
			 at + strlen(temp_path) + 2 : err.text);
	}
	return shown;
}

static void
check_import(const struct sp_import_format *format, const char *text,
	     struct sp_import_options options, const char *expected,
	     uint64_t left_out)
{
	const char *path = temp_path, *got;
	struct sp_imported made;

	options.paths = &path;
	got = import_text(format, text, &options, &made);
	/* Built without a library that is needed. */
	if (!strstr(got, "built without")) {
		ck_assert_str_eq(got, expected);
		ck_assert_uint_eq(made.left_out, left_out);
	}
	sp_imported_free(&made);
}

/* ---- linkdb ----------------------------------------------------------- */

#define DUMP "a\tInlinks:\n fromUrl: b anchor: x\n fromUrl: c anchor: y\n\n"

START_TEST(dumps_of_linkdb)
{
	const char *path = temp_path;
	struct sp_import_options plain = options_for(&path);

	check_import(&sp_format_linkdb, DUMP, plain, "a b>a c>a", 0);
	/* Line ends of Windows, no empty line, a page twice. */
	check_import(&sp_format_linkdb, "a\tInlinks:\r\n fromUrl: a anchor: "
		     "\r\nb\tInlinks:\na\tInlinks:\n fromUrl: b anchor: x",
		     plain, "a>a b>a", 0);
	/* Texts of links with anything in them. */
	check_import(&sp_format_linkdb, "a\tInlinks:\n fromUrl: b anchor:  "
		     "anchor: x metadata: y\nInlinks:\n more\n\n text\n "
		     "fromUrl: c anchor: z metadata: _ftk_=1\n\n", plain,
		     "a b>a c>a", 0);
	check_import(&sp_format_linkdb, "a\tInlinks:\n fromUrl: b anchor: c"
		     "\tInlinks:\n fromUrl: d anchor: e", plain,
		     "a b>a d>a", 0);
}
END_TEST

START_TEST(dumps_of_linkdb_with_normal_forms)
{
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);

	options.normalize = true;
	check_import(&sp_format_linkdb, "HTTP://A\tInlinks:\n fromUrl: "
		     "http://b/%7ex anchor: x\n fromUrl: http://b/~x#y "
		     "anchor: y\n fromUrl: mailto:z anchor: w\n\n", options,
		     "http://a/ http://b/~x>http://a/", 1);
}
END_TEST

START_TEST(dumps_that_are_none)
{
	const char *path = temp_path;
	struct sp_import_options plain = options_for(&path);

	check_import(&sp_format_linkdb, "", plain, "no links to import", 0);
	check_import(&sp_format_linkdb, "a b\n", plain, "line 1: \"a b\" is "
		     "not a line of a dump of a linkdb", 0);
	check_import(&sp_format_linkdb, " fromUrl: a anchor: b\n", plain,
		     "line 1: \" fromUrl: a anchor: b\" is not a line of a "
		     "dump of a linkdb", 0);
	check_import(&sp_format_linkdb, "a\tInlinks:\n fromUrl: b anc", plain,
		     "line 2: no \"anchor:\" after the URL: the line is cut "
		     "off", 0);
}
END_TEST

/* ---- tables ----------------------------------------------------------- */

#define MARK "\xef\xbb\xbf"
#define FROG "\"Type\",\"Source\",\"Destination\",\"Alt\"\r\n" \
	"\"Hyperlink\",\"a\",\"b\",\"he said \"\"x\"\",\r\nand left\"\r\n" \
	"\"Image\",\"a\",\"c\",\"\"\r\n"

START_TEST(tables_of_links)
{
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);

	check_import(&sp_format_csv, FROG, options, "a>b,c b c", 0);
	check_import(&sp_format_csv, MARK FROG, options, "a>b,c b c", 0);
	check_import(&sp_format_csv, MARK "\"All Outlinks\"\n" FROG, options,
		     "a>b,c b c", 0);
	check_import(&sp_format_csv, "sep=;\nfrom;to\na;b\nb;a", options,
		     "a>b b>a", 0);
	check_import(&sp_format_csv, "All Inlinks\nSource URL\tTarget URL\n"
		     "a\tb\n\n", options, "a>b b", 0);
	options.csv.source = "N";
	options.csv.target = "1";
	options.csv.weight = "w";
	options.weighted = true;
	check_import(&sp_format_csv, "m,n,W\na,b,2\na,b, .5 \n,b,1\nc,,1\n",
		     options, "b>a=2.5 a c", 2);
	/* Quotes inside of a field, and a separator in quotes. */
	options.csv.weight = NULL;
	options.weighted = false;
	check_import(&sp_format_csv, "m,n\n5\" tv,\"x,y\"\"\"\n", options,
		     "x,y\">5\" tv 5\" tv", 0);
	options.csv = (struct sp_csv_options){ .source = "2", .target = "1",
					       .no_header = true,
					       .separator = "|" };
	check_import(&sp_format_csv, "a|b\nc|a", options, "b>a a>c c", 0);
}
END_TEST

START_TEST(records_that_are_chosen)
{
	const char *const one[] = { "type=hyperlink" };
	const char *const two[] = { "Type=Hyperlink", "type=image", "Alt=" };
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);
	struct sp_imported made;

	options.csv.where = one;
	options.csv.where_count = 1;
	check_import(&sp_format_csv, FROG, options, "a>b b", 0);
	options.csv.where = two;
	options.csv.where_count = 3;
	check_import(&sp_format_csv, FROG, options, "a>c c", 0);
	/* Several kinds that all count are told. */
	options.csv.where_count = 0;
	import_text(&sp_format_csv, FROG, &options, &made);
	ck_assert_str_eq(made.csv.kinds, "Hyperlink 1, Image 1");
	ck_assert_str_eq(made.csv.kind_column, "Type");
	ck_assert(made.csv.guessed);
	ck_assert_str_eq(made.csv.target, "Destination");
	sp_imported_free(&made);
}
END_TEST

START_TEST(tables_that_are_wrong)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "", "no header: a table of links names its columns in the "
		  "first line" },
		{ "Source,Target\n", "no links to import" },
		{ "Source,Target\na,b,c\n", "line 2: 3 fields, but the header "
		  "has 2" },
		{ "Source,Target\n\"a\nb\",c\nd\n", "line 4: 1 fields, but "
		  "the header has 2" },
		{ "Source,Target\na,\"b", "line 2: a quote is not closed" },
		{ "Source,Target\na,\"b\"c\n", "line 2: text after a closing "
		  "quote: a quote in quotes is doubled" },
		{ "x,y\na,b\n", "line 1: which columns are links? Give "
		  "--source and --target; there are: x, y" }
	};
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);

	for (int i = 0; i < LENGTH(cases); i++)
		check_import(&sp_format_csv, cases[i].text, options,
			     cases[i].message, 0);
	options.csv.source = "x";
	options.csv.target = "z";
	check_import(&sp_format_csv, "x,y\n", options, "line 1: --target z: "
		     "no such column; there are: x, y", 0);
	options.csv.target = "0";
	check_import(&sp_format_csv, "x,y\n", options, "line 1: --target 0: "
		     "no such column; there are: x, y", 0);
	options.csv.target = "X";
	check_import(&sp_format_csv, "x,y\n", options, "line 1: source and "
		     "target are the same column", 0);
}
END_TEST

/* ---- the reader of tables --------------------------------------------- */

static unsigned
next_random(unsigned *state)
{
	*state = *state * 1103515245u + 12345u;
	return *state >> 16;
}

/* Writes random fields, quoted where they have to be, and sometimes else. */
static size_t
random_table(char *text, char fields[][16], int count, int columns,
	     unsigned *state)
{
	static const char letters[] = "ab,;\"\n\r x";
	char *to = text;

	for (int i = 0; i < count; i++) {
		int length = (int)(next_random(state) % 8);
		bool quoted = next_random(state) % 3 == 0 || !length;

		for (int j = 0; j < length; j++)
			fields[i][j] = letters[next_random(state) %
					       (sizeof(letters) - 1)];
		fields[i][length] = '\0';
		quoted = quoted || strpbrk(fields[i], ",\"\n\r");
		if (quoted)
			*to++ = '"';
		for (int j = 0; j < length; j++) {
			if (fields[i][j] == '"')
				*to++ = '"';
			*to++ = fields[i][j];
		}
		if (quoted)
			*to++ = '"';
		if (i % columns < columns - 1)
			*to++ = ',';
		else if (next_random(state) % 2)
			*to++ = '\r', *to++ = '\n';
		else
			*to++ = '\n';
	}
	return (size_t)(to - text);
}

START_TEST(fields_come_back_as_they_were)
{
	unsigned state = (unsigned)_i + 1;
	int columns = 2 + _i % 3, count = 60 * columns;
	char fields[240][16];
	char *text = malloc(16384);
	struct sp_csv csv = { .separator = ',' };
	struct sp_error err;
	enum sp_status status;

	temp_file_write(text, random_table(text, fields, count, columns,
					   &state));
	status = sp_source_open(temp_path, &csv.source, &err);
	must(status, err);
	for (int i = 0; i < count; i += columns) {
		status = sp_csv_next(&csv, &err);
		must(status, err);
		ck_assert_uint_eq(csv.count, (uint64_t)columns);
		for (int j = 0; j < columns; j++)
			hold(csv.fields[j].length == strlen(fields[i + j]) &&
			     !memcmp(csv.fields[j].text, fields[i + j],
				     csv.fields[j].length));
	}
	status = sp_csv_next(&csv, &err);
	must(status, err);
	ck_assert_uint_eq(csv.count, 0);
	sp_source_close(csv.source);
	sp_csv_free(&csv);
	free(text);
}
END_TEST

/* ---- ClueWeb22 -------------------------------------------------------- */

#define PAGE(url, id, links) "{\"url\":\"" url "\",\"urlHash\":\"0\"," \
	"\"language\":\"en\",\"ClueWeb22-ID\":\"clueweb22-" id "\"," \
	"\"outlinks\":[" links "]}"
#define LINK(url, id) "[\"" url "\",\"0\",\"text\",\"\",\"en\"," id "]"

START_TEST(outlinks_of_clueweb22)
{
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);
	const char *text =
		PAGE("http://A", "0", LINK("http://b/", "\"clueweb22-1\"") ","
		     LINK("http://c/", "null") ",[\"clueweb22-2\"]") "\n"
		PAGE("http://b/", "1", "") " \n"
		PAGE("x", "2", LINK("http:\\/\\/a", "\"ClueWeb22-0\""));

	check_import(&sp_format_clueweb22, text, options,
		     "clueweb22-0>clueweb22-1,clueweb22-2 clueweb22-1 "
		     "clueweb22-2>ClueWeb22-0 ClueWeb22-0", 1);
	options.clueweb_urls = true;
	check_import(&sp_format_clueweb22, text, options,
		     "http://A>http://b/,http://c/ http://b/ http://c/ "
		     "x>http://a http://a", 1);
	options.normalize = true;
	check_import(&sp_format_clueweb22, text, options,
		     "http://a/>http://b/,http://c/ http://b/ http://c/", 2);
}
END_TEST

START_TEST(outlinks_that_are_none)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ " ", "no links to import" },
		{ "[]", "record 1: not an object, or lists in lists in "
		  "lists" },
		{ "\"x\"", "record 1: not an object, or lists in lists in "
		  "lists" },
		{ "{}", "record 1: it has no \"ClueWeb22-ID\"" },
		{ "{\"ClueWeb22-ID\":\"x\"}", "record 1: it has no "
		  "\"outlinks\"" },
		{ PAGE("a", "0", "") "{\"url", "record 2: the file ends in "
		  "it" },
		{ PAGE("a", "0", "") "}", "record 2: not JSON" },
		{ PAGE("a", "0", "") "\"b", "record 2: not JSON" },
		{ PAGE("a", "0", "") "12", "record 2: not JSON" },
		{ "{\"outlinks\":[[[[[[[[[[[[[[[[[[[[", "record 1: not an "
		  "object, or lists in lists in lists" }
	};
	const char *path = temp_path;
	struct sp_import_options options = options_for(&path);

	for (int i = 0; i < LENGTH(cases); i++)
		check_import(&sp_format_clueweb22, cases[i].text, options,
			     cases[i].message, 0);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("urls");

	tcase_add_checked_fixture(tcase, temp_file_make, temp_file_remove);
	tcase_add_test(tcase, dumps_of_linkdb);
	tcase_add_test(tcase, dumps_of_linkdb_with_normal_forms);
	tcase_add_test(tcase, dumps_that_are_none);
	tcase_add_test(tcase, tables_of_links);
	tcase_add_test(tcase, records_that_are_chosen);
	tcase_add_test(tcase, tables_that_are_wrong);
	tcase_add_loop_test(tcase, fields_come_back_as_they_were, 0, 20);
	tcase_add_test(tcase, outlinks_of_clueweb22);
	tcase_add_test(tcase, outlinks_that_are_none);
	return unit_run(tcase);
}
