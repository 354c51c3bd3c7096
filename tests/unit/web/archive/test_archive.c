/* SPDX-License-Identifier: MIT */
/* Web archives: records, packings, damage of every kind, and dates. */
#include "temp_file.h"
#include "unit.h"

#include "web/archive/archive.h"
#include "web/archive/date.h"
#include "web/archive/digest.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct bytes {
	char *data;
	size_t size;
};

static struct bytes
bytes_of(const char *text)
{
	struct bytes copy = { strdup(text), strlen(text) };

	return copy;
}

static void
append(struct bytes *to, struct bytes more)
{
	to->data = realloc(to->data, to->size + more.size);
	memcpy(to->data + to->size, more.data, more.size);
	to->size += more.size;
	free(more.data);
}

static struct bytes
pack_gzip(struct bytes plain)
{
	struct bytes out = { malloc(plain.size + 1024), 0 };
	z_stream stream = { 0 };

	ck_assert_int_eq(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8,
				      Z_DEFAULT_STRATEGY), Z_OK);
	stream.next_in = (Bytef *)plain.data;
	stream.avail_in = (uInt)plain.size;
	stream.next_out = (Bytef *)out.data;
	stream.avail_out = (uInt)plain.size + 1024;
	ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
	out.size = plain.size + 1024 - stream.avail_out;
	deflateEnd(&stream);
	free(plain.data);
	return out;
}

static struct bytes
pack_zstd(struct bytes plain)
{
	struct bytes out = { malloc(ZSTD_compressBound(plain.size)), 0 };

	out.size = ZSTD_compress(out.data, ZSTD_compressBound(plain.size),
				 plain.data, plain.size, 3);
	ck_assert(!ZSTD_isError(out.size));
	free(plain.data);
	return out;
}

static struct bytes
pack_nothing(struct bytes plain)
{
	return plain;
}

typedef struct bytes (*packer)(struct bytes plain);

static const packer packers[] = { pack_nothing, pack_gzip, pack_zstd };

static struct bytes
warc(const char *type, const char *uri, const char *block)
{
	char *text;
	struct bytes out;

	out.size = (size_t)asprintf(&text, "WARC/1.0\r\nWARC-Type: %s\r\n"
				    "WARC-Target-URI: %s\r\n"
				    "WARC-Date: 2014-01-03T03:03:21Z\r\n"
				    "Content-Length: %zu\r\n\r\n%s\r\n\r\n",
				    type, uri, strlen(block), block);
	out.data = text;
	return out;
}

/* ---- reading into text ------------------------------------------------ */

/*
 * Reads the file and writes a line a record: offset, type, uri, size of length
 * and damage.  Frees file.
 */
static char *
listing(struct bytes file, const struct sp_archive_options *options)
{
	struct sp_record record = { 0 };
	struct sp_archive *archive;
	struct sp_error err;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool got;

	temp_file_write(file.data, file.size);
	free(file.data);
	if (sp_archive_open(temp_path, options, &archive, &err)) {
		fprintf(out, "%s\n", strstr(err.text, ": ") + 2);
		fclose(out);
		return text;
	}
	for (;;) {
		must(sp_archive_next(archive, &record, &got, &err), err);
		if (!got)
			break;
		fprintf(out, "%llu %s %.*s %zu/%llu",
			(unsigned long long)record.offset,
			sp_record_type_name(record.type),
			(int)record.uri.length,
			record.uri.text ? record.uri.text : "",
			record.size, (unsigned long long)record.length);
		if (record.damage)
			fprintf(out, " (%s)", record.damage);
		fputc('\n', out);
	}
	sp_archive_close(archive);
	sp_record_free(&record);
	fclose(out);
	return text;
}

#define expect(file, lines)                                   \
	do {                                                  \
		char *text_ = listing(file, NULL);            \
		ck_assert_str_eq(text_, lines);               \
		free(text_);                                  \
	} while (0)

/* ---- packings --------------------------------------------------------- */

START_TEST(every_packing)
{
	packer pack = packers[_i];
	struct bytes file = pack(warc("warcinfo", "", "a: b\r\n"));
	size_t second = file.size, third;
	char *lines, *text;

	append(&file, pack(warc("response", "http://a/", "HTTP/1.1 200\r\n")));
	third = file.size;
	append(&file, pack(warc("Metadata", "<http://b/>", "")));
	ck_assert_int_gt(asprintf(&lines,
		"0 warcinfo  6/6\n%zu response http://a/ 14/14\n"
		"%zu metadata http://b/ 0/0\n", second, third), 0);
	text = listing(file, NULL);
	ck_assert_str_eq(text, lines);
	free(lines);
	free(text);
}
END_TEST

START_TEST(several_records_a_member)
{
	struct bytes all = warc("response", "http://a/", "1");

	append(&all, warc("response", "http://b/", "22"));
	all = packers[_i](all);
	append(&all, packers[_i](warc("response", "http://c/", "333")));
	if (_i) {
		char *text = listing(all, NULL);

		ck_assert(strstr(text, "0 response http://a/ 1/1\n"
				       "0 response http://b/ 2/2\n"));
		free(text);
	} else {
		free(all.data);
	}
}
END_TEST

START_TEST(records_across_members)
{
	struct bytes all = warc("response", "http://a/", "12345"), file;

	append(&all, warc("response", "http://b/", "22"));
	for (size_t cut = 1; cut < all.size; cut++) {
		struct bytes a = { malloc(cut), cut };
		struct bytes b = { malloc(all.size - cut), all.size - cut };
		char *text;

		memcpy(a.data, all.data, cut);
		memcpy(b.data, all.data + cut, b.size);
		file = packers[_i](a);
		append(&file, packers[_i](b));
		text = listing(file, NULL);
		ck_assert(strstr(text, "response http://a/ 5/5\n"));
		ck_assert(strstr(text, "response http://b/ 2/2\n"));
		ck_assert(!strchr(text, '('));
		free(text);
	}
	free(all.data);
}
END_TEST

/* Members without bytes are nothing, also inside of a record. */
START_TEST(empty_members)
{
	struct bytes all = warc("response", "http://a/", "12345"), file;
	char *text;

	for (size_t cut = 1; cut < all.size; cut++) {
		struct bytes a = { malloc(cut), cut };
		struct bytes b = { malloc(all.size - cut), all.size - cut };

		memcpy(a.data, all.data, cut);
		memcpy(b.data, all.data + cut, b.size);
		file = packers[_i](a);
		append(&file, packers[_i](bytes_of("")));
		append(&file, packers[_i](b));
		append(&file, packers[_i](bytes_of("")));
		append(&file, packers[_i](bytes_of("")));
		text = listing(file, NULL);
		ck_assert_str_eq(text, "0 response http://a/ 5/5\n");
		free(text);
	}
	free(all.data);
	file = packers[_i](bytes_of("WARC/1.0\r\nContent-Length: 30\r\n\r\n"
				    "x\r\n\r\n"));
	append(&file, packers[_i](bytes_of("")));
	append(&file, packers[_i](warc("response", "http://b/", "2")));
	text = listing(file, NULL);
	ck_assert_msg(strstr(text, "0 other  5/30 (its length 30 is wrong: "
			     "the next record begins after 5 bytes)\n") ==
		      text, "%s", text);
	ck_assert(strstr(text, " response http://b/ 1/1\n"));
	free(text);
}
END_TEST

/* A frame with the dictionary, plain or packed, before the records. */
static struct bytes
with_dictionary(const char *dictionary, size_t size, bool pack)
{
	struct bytes frame = { malloc(8), 8 };
	struct bytes content = { malloc(size), size };
	struct bytes record = warc("response", "http://a/", "words words");
	struct bytes out = { malloc(1000), 0 };
	ZSTD_CCtx *context = ZSTD_createCCtx();

	memcpy(content.data, dictionary, size);
	if (pack)
		content = pack_zstd(content);
	memcpy(frame.data, "\x5d\x2a\x4d\x18", 4);
	for (int i = 0; i < 4; i++)
		frame.data[4 + i] = (char)(content.size >> 8 * i);
	append(&frame, content);
	ck_assert(!ZSTD_isError(ZSTD_CCtx_loadDictionary(context, dictionary,
							 size)));
	out.size = ZSTD_compress2(context, out.data, 1000, record.data,
				  record.size);
	ck_assert(!ZSTD_isError(out.size));
	ZSTD_freeCCtx(context);
	free(record.data);
	append(&frame, out);
	return frame;
}

START_TEST(dictionary)
{
	/*
	 * Magic number, number, and tables as "zstd --train" makes them from
	 * a few records.
	 */
	static char trained[4096];
	FILE *file = popen("cd \"$(mktemp -d)\" && for i in $(seq 200); do "
			   "echo \"WARC/1.0 WARC-Type: response $i "
			   "words\" >$i; done; zstd -q --train * --maxdict="
			   "1024 -o ../$$.dict >/dev/null 2>&1 && cat "
			   "../$$.dict; rm -r \"$PWD\" ../$$.dict", "r");
	size_t size = fread(trained, 1, sizeof(trained), file);
	char *text;

	pclose(file);
	ck_assert_uint_gt(size, 8);
	text = listing(with_dictionary(trained, size, _i), NULL);
	ck_assert_msg(strstr(text, " response http://a/ 11/11\n"), "%s", text);
	ck_assert(!strchr(text, '('));
	free(text);
}
END_TEST

/* ---- sloppy heads ----------------------------------------------------- */

START_TEST(sloppy_heads)
{
	static const struct {
		const char *file, *lines;
	} rows[] = {
		{ "WARC/0.18\nwarc-TYPE :response\ncontent-length:3 \n\nabc",
		  "0 response  3/3\n" },
		{ "\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\n"
		  "WARC-Target-URI: <http://a/\r\n b>\r\n"
		  "Content-Length: 0\r\n\r\n",
		  "4 response http://a/   b 0/0\n" },
		{ "WARC/1.0\r\r\nContent-Type: application/http; "
		  "msgtype=request\r\r\nContent-Length: 1\r\r\n\r\r\nx\r\r\n",
		  "0 request  1/1\n" },
		{ "WARC/1.0\r\nno colon\r\nContent-Length: 1\r\n\r\nxWARC/1.0"
		  "\r\nContent-Length: 1\r\n\r\ny\r\n\r\n\r\n\r\n",
		  "0 other  1/1\n42 other  1/1\n" },
	};

	expect(bytes_of(rows[_i].file), rows[_i].lines);
}
END_TEST

/* ---- damage ----------------------------------------------------------- */

START_TEST(damage)
{
	static const struct {
		const char *file, *lines;
	} rows[] = {
		/* too short a length */
		{ "WARC/1.0\r\nContent-Length: 1\r\n\r\nxyz\r\nWARC\r\n\r\n"
		  "WARC/1.0\r\nContent-Length: 1\r\n\r\ny\r\n\r\n",
		  "0 other  1/1 (its length 1 is wrong: 12 bytes that are "
		  "not a record follow)\n44 other  1/1\n" },
		/* too long */
		{ "WARC/1.0\r\nContent-Length: 9\r\n\r\nx\r\n\r\nWARC/1.0\r\n"
		  "Content-Length: 1\r\n\r\ny\r\n\r\n"
		  "WARC/1.0\r\nContent-Length: 1\r\n\r\nz\r\n\r\n",
		  "0 other  9/9 (its length 9 is wrong: 32 bytes that are "
		  "not a record follow)\n72 other  1/1\n" },
		{ "WARC/1.0\r\nContent-Length: 30\r\n\r\nx\r\n\r\nWARC/1.0\r\n"
		  "Content-Length: 1\r\n\r\ny\r\n\r\n",
		  "0 other  5/30 (its length 30 is wrong: the next record "
		  "begins after 5 bytes)\n37 other  1/1\n" },
		{ "WARC/1.0\r\nContent-Length: 99999999999999\r\n\r\nx\r\n"
		  "WARC/1.0\r\nContent-Length: 1\r\n\r\ny\r\n\r\n",
		  "0 other  3/99999999999999 (its length 99999999999999 is "
		  "wrong: the next record begins after 3 bytes)\n"
		  "47 other  1/1\n" },
		/* cut */
		{ "WARC/1.0\r\nContent-Length: 3\r\n\r\nxy",
		  "0 other  2/3 (the file ends inside it: 2 of 3 bytes are "
		  "there)\n" },
		{ "WARC/1.0\r\nContent-Length: 3\r\n",
		  "0 other  0/0 (the file ends inside its headers)\n" },
		/* no length */
		{ "WARC/1.0\r\nContent-Length: -3\r\n\r\nxyz\r\n"
		  "WARC/1.0\r\n\r\nabc\r\nWARC/1.0\r\nContent-Length: 0\r\n"
		  "\r\n",
		  "0 other  0/0 (its Content-Length \"-3\" is not a number)\n"
		  "37 other  0/0 (it has no Content-Length)\n"
		  "54 other  0/0\n" },
		/* no archive */
		{ "", "empty, not a WARC or ARC\n" },
		{ "\r\n\r\n", "empty, not a WARC or ARC\n" },
		{ "<html>WARC/1.0\r\nContent-Length: 0\r\n\r\n",
		  "not a WARC or ARC: it begins with \"<html>WARC/1.0\\x0d"
		  "\\x0a\"\n" },
	};

	expect(bytes_of(rows[_i].file), rows[_i].lines);
}
END_TEST

START_TEST(damaged_member)
{
	struct bytes file = packers[_i](warc("response", "http://a/", "1"));
	struct bytes bad = packers[_i](warc("response", "http://b/", "2"));
	size_t second = file.size;
	char *text, *where;

	bad.data[bad.size / 2] ^= 0x55;
	bad.data[bad.size - 3] ^= 0x55;
	append(&file, bad);
	append(&file, packers[_i](warc("response", "http://c/", "3")));
	text = listing(file, NULL);
	ck_assert(strstr(text, "0 response http://a/ 1/1\n") == text);
	ck_assert_int_gt(asprintf(&where, "\n%zu ", second), 0);
	ck_assert_msg(strstr(text, where), "%s", text);
	ck_assert_msg(strstr(text, " (damaged "), "%s", text);
	ck_assert_msg(strstr(text, " response http://c/ 1/1\n"), "%s", text);
	free(where);
	free(text);
}
END_TEST

/* A file that ends anywhere: never a clean end, unless between records. */
START_TEST(cut_anywhere)
{
	struct bytes a = packers[_i](warc("response", "http://a/", "1"));
	struct bytes all = packers[_i](warc("response", "http://b/", "2"));
	size_t first = a.size;

	append(&a, all);
	for (size_t cut = 1; cut < a.size; cut++) {
		struct bytes part = { malloc(cut), cut };
		char *text;
		bool told;

		memcpy(part.data, a.data, cut);
		text = listing(part, NULL);
		told = strchr(text, '(') || strncmp(text, "0 ", 2);
		/* Lost ends of lines are no damage. */
		if (cut != first && (_i || (cut + 4 < a.size &&
					    (cut + 4 < first || cut > first))))
			ck_assert_msg(told, "%zu: %s", cut, text);
		free(text);
	}
	free(a.data);
}
END_TEST

START_TEST(garbage_after_members)
{
	struct bytes file = packers[_i](warc("response", "http://a/", "1"));
	char *text;

	append(&file, bytes_of("garbage"));
	append(&file, packers[_i](warc("response", "http://b/", "2")));
	append(&file, packers[_i](bytes_of("no record")));
	append(&file, packers[_i](warc("response", "http://c/", "3")));
	text = listing(file, NULL);
	ck_assert_ptr_nonnull(strstr(text, "http://c/ 1/1\n"));
	free(text);
}
END_TEST

START_TEST(large_records)
{
	struct sp_archive_options options = { .max_record = 10 };
	struct bytes file = { NULL, 0 };
	char *block = calloc(300001, 1), *text;

	memset(block, 'x', 300000);
	append(&file, packers[_i](warc("response", "http://a/", block)));
	append(&file, packers[_i](warc("response", "http://b/", "2")));
	text = listing(file, &options);
	ck_assert(strstr(text, "0 response http://a/ 10/300000\n") == text);
	ck_assert(strstr(text, " response http://b/ 1/1\n"));
	free(text);
	free(block);
}
END_TEST

START_TEST(large_heads)
{
	struct bytes file = warc("response", "http://a/", "1"), head;

	head = bytes_of("WARC/1.0\r\n");
	head.data = realloc(head.data, 6000010);
	while (head.size < 6000000) {
		memcpy(head.data + head.size, "a: b\r\n", 6);
		head.size += 6;
	}
	append(&file, packers[_i](head));
	append(&file, packers[_i](warc("response", "http://c/", "3")));
	if (_i) {
		free(file.data);
		return;
	}
	expect(file, "0 response http://a/ 1/1\n"
	       "118 other  0/0 (its headers are over 4 MiB)\n"
	       "6000122 response http://c/ 1/1\n");
}
END_TEST

/* ---- ARC -------------------------------------------------------------- */

START_TEST(arc)
{
	static const struct {
		const char *file, *lines;
	} rows[] = {
		{ "filedesc://a.arc 0.0.0.0 20080430204825 text/plain 20\n"
		  "1 1 InternetArchive\n\n"
		  "http://a/ b 1.2.3.4 20080430204825 text/html; x 14\n"
		  "HTTP/1.0 200\r\n\n"
		  "dns:a 1.2.3.4 20080430204825 text/dns 3\nabc\n",
		  "0 warcinfo filedesc://a.arc 20/20\n"
		  "75 response http://a/ b 14/14\n"
		  "141 resource dns:a 3/3\n" },
		/* version 2 */
		{ "filedesc://a.arc 0.0.0.0 20080430 text/plain 200 - - 0 "
		  "a.arc 3\n2 0\n"
		  "http://a/ 1.2.3.4 20080430204825 text/html 200 md5 - 57 "
		  "a.arc 1\nx\n",
		  "0 warcinfo filedesc://a.arc 3/3\n"
		  "67 resource http://a/ 1/1\n" },
		/* no type */
		{ "http://a/ 1.2.3.4 20080430204825  200 3\nabc\n",
		  "0 resource http://a/ 3/3\n" },
		/* lengths that are no numbers, too large and too small */
		{ "http://a/ 1.2.3.4 20080430204825 text/html -1\nabc\n"
		  "http://b/ 1.2.3.4 20080430204825 text/html 99\nabc\n"
		  "http://c/ 1.2.3.4 20080430204825 text/html 1\nabc\n\n"
		  "http://d/ 1.2.3.4 20080430204825 text/html 3\nabc\n",
		  "0 other http://a/ 0/0 (its length \"-1\" is not a number)\n"
		  "50 resource http://b/ 4/99 (its length 99 is wrong: the "
		  "next record begins after 4 bytes)\n"
		  "100 resource http://c/ 1/1 (its length 1 is wrong: 4 bytes "
		  "that are not a record follow)\n"
		  "150 resource http://d/ 3/3\n" },
	};

	expect(bytes_of(rows[_i].file), rows[_i].lines);
}
END_TEST

/* ---- dates ------------------------------------------------------------ */

START_TEST(dates)
{
	static const struct {
		const char *text, *shown; /* NULL: no date */
	} rows[] = {
		{ "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z" },
		{ "2014-01", "2014-01-01T00:00:00Z" },
		{ "2014", "2014-01-01T00:00:00Z" },
		{ "2000-02-29T23:59Z", "2000-02-29T23:59:00Z" },
		{ "2014-01-31T23:59:59.5Z", "2014-01-31T23:59:59.500Z" },
		{ "2014-01-31T23:59:59.123456789Z",
		  "2014-01-31T23:59:59.123Z" },
		{ "2014-01-31T23:59:59+01:00", "2014-01-31T22:59:59Z" },
		{ "2014-01-31T23:59:59-0130", "2014-02-01T01:29:59Z" },
		{ "20140131235959", "2014-01-31T23:59:59Z" },
		{ "20140131235959123", "2014-01-31T23:59:59.123Z" },
		{ "201401", "2014-01-01T00:00:00Z" },
		{ "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z" },
		{ "0001-01-01", "0001-01-01T00:00:00Z" },
		{ "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z" },
		{ "9999-12-31T23:59:59-00:01", NULL },
		{ "0000-01-01T00:01+00:01", "0000-01-01T00:00:00Z" },
		{ "0000-01-01T00:00+00:01", NULL },
		{ "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z" },
		{ "", NULL },
		{ "201", NULL },
		{ "2014-13", NULL },
		{ "2014-02-29", NULL },
		{ "2014-01-31T24:00:00Z", NULL },
		{ "2014-01-31T23:59:59Zx", NULL },
		{ "2014-01-31T23:59:59+24:00", NULL },
		{ "2014-01-31T23:59:59+01:60", NULL },
		{ "2014013", NULL },
		{ "20140131x", NULL },
		{ "Fri, 03 Jan 2014 03:03:21 GMT", NULL },
	};

	for (int i = 0; i < LENGTH(rows); i++) {
		struct sp_span span = { rows[i].text, strlen(rows[i].text) };
		char shown[SP_DATE_TEXT];
		int64_t time;
		bool is_date = sp_date_parse(span, &time);

		ck_assert_msg(is_date == !!rows[i].shown, "%s", rows[i].text);
		if (!is_date)
			continue;
		sp_date_format(shown, time);
		ck_assert_str_eq(shown, rows[i].shown);
	}
}
END_TEST

START_TEST(digests)
{
	struct sp_archive_options options = { .max_record = 3,
					      .digests = true };
	struct bytes file = warc("response", "http://a/",
				 "HTTP/1.0 200\r\n\r\nabc");
	struct sp_record record = { 0 };
	struct sp_archive *archive;
	struct sp_error err;
	char text[SP_BASE32_SIZE];
	bool got;

	if (!sp_archive_has_digests()) {
		free(file.data);
		return;
	}
	temp_file_write(file.data, file.size);
	free(file.data);
	options.max_record = 17;
	must(sp_archive_open(temp_path, &options, &archive, &err), err);
	must(sp_archive_next(archive, &record, &got, &err), err);
	ck_assert(record.digests.payload_known);
	sp_digest_text(text, record.digests.payload);
	/* sha1 of "abc", from FIPS 180 */
	ck_assert_str_eq(text, "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
	ck_assert_int_eq(sp_digest_compare(SP_SPAN(
		"sha1:vgmt4nsha2awvor6evyxqugcnsonbwe5"),
		record.digests.payload), SP_DIGEST_MATCHES);
	ck_assert_int_eq(sp_digest_compare(SP_SPAN(
		"SHA1:A9993E364706816ABA3E25717850C26C9CD0D89D"),
		record.digests.payload), SP_DIGEST_MATCHES);
	ck_assert_int_eq(sp_digest_compare(SP_SPAN("md5:abc"),
					   record.digests.payload),
			 SP_DIGEST_UNKNOWN);
	sp_archive_close(archive);
	sp_record_free(&record);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("archive");

	tcase_add_checked_fixture(tcase, temp_file_make, temp_file_remove);
	tcase_add_loop_test(tcase, every_packing, 0, LENGTH(packers));
	tcase_add_loop_test(tcase, several_records_a_member, 0,
			    LENGTH(packers));
	tcase_add_loop_test(tcase, records_across_members, 0, LENGTH(packers));
	tcase_add_loop_test(tcase, empty_members, 0, LENGTH(packers));
	tcase_add_loop_test(tcase, dictionary, 0, 2);
	tcase_add_loop_test(tcase, sloppy_heads, 0, 4);
	tcase_add_loop_test(tcase, damage, 0, 10);
	tcase_add_loop_test(tcase, damaged_member, 1, LENGTH(packers));
	tcase_add_loop_test(tcase, cut_anywhere, 0, LENGTH(packers));
	tcase_add_loop_test(tcase, garbage_after_members, 1, LENGTH(packers));
	tcase_add_loop_test(tcase, large_records, 0, LENGTH(packers));
	tcase_add_loop_test(tcase, large_heads, 0, 1);
	tcase_add_loop_test(tcase, arc, 0, 4);
	tcase_add_test(tcase, dates);
	tcase_add_test(tcase, digests);
	return unit_run(tcase);
}
