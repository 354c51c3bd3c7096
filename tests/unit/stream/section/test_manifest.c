/* SPDX-License-Identifier: MIT */
/*
 * test_manifest.c - manifests of parts: what is written is read back, what is
 * not exactly right is refused by line and reason, and counts beyond 32 bits
 * never wrap
 */
#include "stream_bytes.h"

#include "graph/graph.h"
#include "stream/section/manifest.h"

#define FACE "00000000cafef00d"
#define ZERO "0000000000000000"
#define HEAD "#seedpipe-parts\t1\n" \
	"#pages\tlinks\tchecksum\torigin_links\torigin_checksum\n"
#define PART_HEAD "#file\tfirst\tend\tlinks\tchecksum\torigin_links\t" \
	"origin_checksum\tbytes\n"

/* Two parts of 3,000 pages. */
#define WHOLE "3000\t7\t00000000cafef00e\t9\t00000000cafef010\n"
#define PART0 "g.0\t0\t2048\t4\t" FACE "\t5\t" FACE "\t100\n"
#define PART1 "g.1\t2048\t3000\t3\t0000000000000001\t4\t0000000000000003\t90\n"
#define GOOD HEAD WHOLE PART_HEAD PART0 PART1

static enum sp_status
parse(const char *text, struct sp_manifest *manifest, struct sp_error *err)
{
	*manifest = (struct sp_manifest){ 0 };
	return sp_manifest_parse(text, strlen(text), manifest, err);
}

START_TEST(reads_and_writes)
{
	struct bytes bytes = BYTES;
	struct sp_output output = { &bytes, bytes_write };
	struct sp_manifest manifest;
	struct sp_error err;
	char *path;

	must(parse(GOOD, &manifest, &err), err);
	hold(manifest.count == 2 && manifest.basis.graph.links == 7);
	hold(manifest.basis.origin.links == 9);
	hold(manifest.basis.graph.pages == 3000);
	hold(manifest.parts[1].first == 2048 && manifest.parts[1].bytes == 90);
	path = sp_manifest_path("folder/g", &manifest.parts[0]);
	ck_assert_str_eq(path, "folder/g.0");
	free(path);
	must(sp_manifest_write(&manifest, &output, &err), err);
	hold(bytes.size == strlen(GOOD) &&
	     !memcmp(bytes.at, GOOD, bytes.size));
	bytes_free(&bytes);
	sp_manifest_free(&manifest);
}
END_TEST

/* Names of files that leave the folder, and some that do not. */
START_TEST(test_outside)
{
	static const struct {
		const char *file;
		bool outside;
	} cases[] = {
		{ "g.000", false }, { "sub/g.000", false },
		{ "./g.000", false }, { "a/./b/g", false },
		{ "..g", false }, { "g..", false }, { "a/..b/c", false },
		{ "a/.../c", false }, { "...", false },
		{ "/g.000", true }, { "//g", true }, { "..", true },
		{ "../g.000", true }, { "a/../g.000", true },
		{ "a/b/..", true }, { "./../g", true }, { "a//../g", true }
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct sp_manifest_part part = {
			.file = (char *)(uintptr_t)cases[i].file
		};
		struct sp_manifest manifest = { .parts = &part, .count = 1 };

		ck_assert_msg(!sp_manifest_outside(&manifest) !=
				      cases[i].outside, "%s", cases[i].file);
	}
}
END_TEST

/* Texts that are not exactly a manifest, and what is said of them. */
static const struct {
	const char *text, *why;
} wrong[] = {
	{ "", "not a manifest" },
	{ "#seedpipe-parts", "not a manifest" },
	{ "#seedpipe-parts\t2\n", "line 1: a manifest of another version" },
	{ "#seedpipe-parts\t1", "line 1: the manifest is cut short" },
	{ "#seedpipe-parts\t1\n#pages\n", "line 2: not the heading" },
	{ HEAD, "line 3: the manifest is cut short" },
	{ HEAD "3000\t7\n", "line 3: not the 5 numbers" },
	{ HEAD "3000\t07\t" FACE "\t9\t" FACE "\n", "line 3: not the 5" },
	{ HEAD "3000\t7\tcafe\t9\t" FACE "\n", "line 3: not the 5" },
	{ HEAD "3000\t7\t00000000CAFEF00D\t9\t" FACE "\n", "line 3: not" },
	{ HEAD "3000\t7\t" FACE "\t9\t" FACE "\t1\n", "line 3: not the 5" },
	{ HEAD "-1\t7\t" FACE "\t9\t" FACE "\n", "line 3: not the 5" },
	{ HEAD "18446744073709551616\t7\t" FACE "\t9\t" FACE "\n",
	  "line 3: not the 5" },
	{ HEAD "4294967295\t7\t" FACE "\t9\t" FACE "\n",
	  "line 3: 4294967295 pages: more than 4294967294" },
	{ HEAD "4294967296\t7\t" FACE "\t9\t" FACE "\n",
	  "line 3: 4294967296 pages: more than 4294967294" },
	{ HEAD WHOLE, "line 4: the manifest is cut short" },
	{ HEAD WHOLE PART_HEAD, "no part of a graph" },
	{ HEAD WHOLE PART_HEAD PART0, "pages 2048 to 3000 are in no part" },
	{ HEAD WHOLE PART_HEAD PART1, "line 5: pages 2048 to 3000: pages "
	  "before it are in no part" },
	{ HEAD WHOLE PART_HEAD PART0 PART0, "line 6: pages 0 to 2048: it "
	  "overlaps" },
	{ HEAD WHOLE PART_HEAD PART0 "g.1\t2048\t3000\t3\t" FACE, "cut short" },
	{ HEAD WHOLE PART_HEAD PART0 "g.1\t2048\t3000\t3\t" FACE "\t4\t" FACE
	  "\n", "line 6: not a file and the 7 numbers" },
	{ HEAD WHOLE PART_HEAD PART0 "g.1\t2048\t3000\t3\t" FACE "\t4\t" FACE
	  "\t90\t\n", "line 6: not a file and the 7 numbers" },
	{ HEAD WHOLE PART_HEAD PART0 "g.1\t2048\t3000\t3\t" FACE "\t2\t" FACE
	  "\t90\n", "an origin with fewer links" },
	{ HEAD WHOLE PART_HEAD PART0 "g.1\t2048\t3000\t3\t" FACE "\t4\t" FACE
	  "\t90\n", "line 3: links and checksums" },
	{ HEAD WHOLE PART_HEAD PART0 "g.0\t2048\t3000\t3\t0000000000000001\t4"
	  "\t0000000000000003\t90\n", "the file \"g.0\" is two parts" },
	{ HEAD WHOLE PART_HEAD "g.0\t0\t2000\t4\t" FACE "\t5\t" FACE "\t1\n",
	  "cuts a block" },
	{ HEAD WHOLE PART_HEAD "g.0\t0\t4096\t4\t" FACE "\t5\t" FACE "\t1\n",
	  "pages that are not there" },
	{ HEAD WHOLE PART_HEAD "g.0\t0\t2048\t6144001\t" FACE "\t6144001\t"
	  FACE "\t1\n", "more links than its pages can have" },
	{ HEAD WHOLE PART_HEAD "g.0\t0\t0\t0\t" FACE "\t0\t" ZERO "\t1\n",
	  "a checksum of no links" },
	{ HEAD WHOLE PART_HEAD "\t0\t2048\t4\t" FACE "\t5\t" FACE "\t1\n",
	  "line 5: a name of a file is empty" },
	{ HEAD WHOLE PART_HEAD "#g\t0\t2048\t4\t" FACE "\t5\t" FACE "\t1\n",
	  "line 5: a name of a file begins with #" },
	{ HEAD WHOLE PART_HEAD "g\r\t0\t2048\t4\t" FACE "\t5\t" FACE "\t1\n",
	  "line 5: a name of a file has control" }
};

START_TEST(refuses)
{
	struct sp_manifest manifest;
	struct sp_error err;

	hold(parse(wrong[_i].text, &manifest, &err) == SP_DATA);
	ck_assert_msg(strstr(err.text, wrong[_i].why), "%s: not %s", err.text,
		      wrong[_i].why);
	sp_manifest_free(&manifest);
}
END_TEST

/* Every prefix is refused, and so is every text with one byte more. */
START_TEST(every_byte_counts)
{
	struct sp_manifest manifest = { 0 };
	struct sp_error err;
	char text[sizeof(GOOD) + 1] = GOOD;

	for (size_t length = 0; length < strlen(GOOD); length++) {
		hold(sp_manifest_parse(text, length, &manifest, &err));
		sp_manifest_free(&manifest);
	}
	for (const char *more = "\n \t0a"; *more; more++) {
		text[strlen(GOOD)] = *more;
		hold(sp_manifest_parse(text, strlen(GOOD) + 1, &manifest,
				       &err) == SP_DATA);
		sp_manifest_free(&manifest);
	}
}
END_TEST

/* More links than 32 bits count, in parts that have more than that alone. */
START_TEST(large_counts)
{
	const uint64_t pages = 4294967294, links = UINT64_C(5000000000000);
	struct sp_manifest manifest = { 0 }, again;
	struct bytes bytes = BYTES;
	struct sp_output output = { &bytes, bytes_write };
	struct sp_manifest_part part = { .file = (char[]){ "g.x" } };
	struct sp_error err;

	for (uint64_t k = 0; k < 5; k++) {
		struct sp_part range = sp_part_of(pages, k, 5);

		hold(!sp_part_fault(&(struct sp_part){
			pages, range.first, range.end, k, 5, 0 }));
		part.first = range.first;
		part.end = range.end;
		part.file[2] = (char)('0' + k);
		part.basis.graph = (struct sp_fingerprint){
			pages, links + k, UINT64_MAX - k };
		part.basis.origin = part.basis.graph;
		part.bytes = UINT64_C(1) << 40;
		must(sp_manifest_add(&manifest, &part, &err), err);
	}
	must(sp_manifest_complete(&manifest, &err), err);
	hold(manifest.basis.graph.links == 5 * links + 10);
	hold(manifest.basis.graph.checksum == (uint64_t)-15);
	must(sp_manifest_write(&manifest, &output, &err), err);
	bytes_add(&bytes, "", 1);
	must(parse((char *)bytes.at, &again, &err), err);
	hold(again.basis.graph.links == 5 * links + 10);
	hold(again.parts[4].end == pages);
	sp_manifest_free(&again);
	sp_manifest_free(&manifest);
	bytes_free(&bytes);
}
END_TEST

/* An origin may have any number of links, but not more than can be counted. */
START_TEST(origins_do_not_wrap)
{
	struct sp_manifest manifest = { 0 };
	struct sp_manifest_part part = {
		.file = (char[]){ "a" }, .end = 1024,
		.basis = { { 2048, 1, 1 }, { 2048, UINT64_MAX, 1 } }
	};
	struct sp_error err;

	must(sp_manifest_add(&manifest, &part, &err), err);
	part.first = 1024;
	part.end = 2048;
	hold(sp_manifest_add(&manifest, &part, &err) == SP_DATA);
	hold(strstr(err.text, "more than can be counted"));
	sp_manifest_free(&manifest);
}
END_TEST

START_TEST(files_are_checked)
{
	struct sp_manifest manifest;
	struct sp_basis basis;
	struct sp_part range = { 3000, 2048, 3000, 1, 2, 0 };
	struct sp_error err;

	must(parse(GOOD, &manifest, &err), err);
	basis = manifest.parts[1].basis;
	must(sp_manifest_check_part(&manifest, 1, 90, &basis, &range, &err),
	     err);
	must(sp_manifest_check_part(&manifest, 1, 90, &basis, NULL, &err), err);
	hold(sp_manifest_check_part(&manifest, 1, 91, &basis, NULL, &err) ==
	     SP_DATA);
	hold(strstr(err.text, "91 bytes"));
	range.first = 1024;
	hold(sp_manifest_check_part(&manifest, 1, 90, &basis, &range, &err) ==
	     SP_DATA);
	hold(strstr(err.text, "1024 to 3000"));
	basis.origin.checksum++;
	hold(sp_manifest_check_part(&manifest, 1, 90, &basis, NULL, &err) ==
	     SP_DATA);
	hold(strstr(err.text, "not the graph of the manifest"));
	sp_manifest_free(&manifest);
}
END_TEST

/* Ranges follow each other, whatever the numbers of pages and parts. */
START_TEST(ranges)
{
	static const uint64_t pages[] = { 0, 1, 1023, 1024, 1025, 5000, 100000,
					  4294967294 };
	static const uint64_t counts[] = { 1, 2, 3, 7, 64, 65536 };

	for (int p = 0; p < LENGTH(pages); p++)
		for (int c = 0; c < LENGTH(counts); c++) {
			uint64_t end = 0;

			for (uint64_t k = 0; k < counts[c]; k++) {
				struct sp_part part = sp_part_of(pages[p], k,
								 counts[c]);

				hold(!sp_part_fault(&part));
				hold(part.first == end);
				end = part.end;
			}
			hold(end == pages[p]);
		}
}
END_TEST

/* ---- the section ------------------------------------------------------ */

static const struct {
	struct sp_part part;
	const char *why;
} faults[] = {
	{ { 4096, 0, 2048, 0, 2, 7 }, NULL },
	{ { 4096, 2048, 4096, 1, 2, 7 }, NULL },
	{ { 4000, 2048, 4000, 1, 2, 7 }, NULL },
	{ { 1000, 1000, 1000, 1, 3, 7 }, NULL },
	{ { 4294967295, 0, 2048, 0, 2, 7 }, "more pages than supported" },
	{ { UINT64_MAX, 0, 2048, 0, 2, 7 }, "more pages than supported" },
	{ { 4096, 0, 2048, 2, 2, 7 }, "no such part" },
	{ { 4096, 0, 2048, 0, 0, 7 }, "no such part" },
	{ { 4096, 0, 2048, 0, 65537, 7 }, "no such part" },
	{ { 4096, 3072, 2048, 1, 3, 7 }, "pages that are not there" },
	{ { 4096, 0, 8192, 0, 2, 7 }, "pages that are not there" },
	{ { 4096, 0, 2000, 0, 2, 7 }, "cuts a block" },
	{ { 4096, 2000, 4096, 1, 2, 7 }, "cuts a block" },
	{ { 4096, 1024, 2048, 0, 2, 7 }, "leaves pages out" },
	{ { 4096, 1024, 2048, 1, 2, 7 }, "leaves pages out" }
};

START_TEST(section)
{
	const struct sp_part *part = &faults[_i].part;
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct source source;
	struct sp_reader *reader;
	struct sp_contents contents = { 0 };
	struct sp_load_options load = { .want = _i % 2 ? SP_SECTION_PART : 0 };
	enum sp_status status;
	struct sp_error err;

	must(sp_save_part(writer, part, &err), err);
	must(sp_writer_end(writer, &err), err);
	source = (struct source){ bytes.at, bytes.size, 0, SIZE_MAX, SIZE_MAX };
	reader = source_reader(&source);
	status = sp_load(reader, &load, &contents, &err);
	if (faults[_i].why) {
		hold(status == SP_DATA && strstr(err.text, faults[_i].why));
	} else {
		must(status, err);
		hold(!memcmp(sp_contents_part(&contents), part,
			     sizeof(*part)));
	}
	sp_contents_free(&contents);
	sp_reader_free(reader);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("manifest");

	tcase_add_test(tcase, test_outside);
	tcase_add_test(tcase, reads_and_writes);
	tcase_add_loop_test(tcase, refuses, 0, LENGTH(wrong));
	tcase_add_test(tcase, every_byte_counts);
	tcase_add_test(tcase, large_counts);
	tcase_add_test(tcase, origins_do_not_wrap);
	tcase_add_test(tcase, files_are_checked);
	tcase_add_test(tcase, ranges);
	tcase_add_loop_test(tcase, section, 0, LENGTH(faults));
	return unit_run(tcase);
}
