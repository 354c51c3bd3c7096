/* SPDX-License-Identifier: MIT */
/* HTTP responses as they occur, and their bodies in every encoding. */
#include "unit.h"

#include "web/archive/body.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* ---- heads ------------------------------------------------------------ */

START_TEST(heads)
{
	static const struct {
		const char *block;
		int status;           /* -1: no HTTP */
		const char *reason, *mime, *body;
	} rows[] = {
		{ "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody", 200,
		  "OK", "text/html", "body" },
		{ "HTTP/1.0 302 \nCONTENT-type : Text/HTML;charset=x\n\nbody",
		  302, "", "Text/HTML", "body" },
		{ "HTTP/1.1 200\r\r\ncontent-type:a/b\r\r\n\r\r\n", 200, "",
		  "a/b", "" },
		{ "http/1.1  404 Not  Found\r\n\r\n", 404, "Not  Found", "",
		  "" },
		{ "HTTP/1.1 OK\r\n\r\nx", 0, "OK", "", "x" },
		{ "HTTP/2 204\r\n\r\n", 204, "", "", "" },
		{ "ICY 200 OK\r\n\r\n", 200, "OK", "", "" },
		{ "HTTP/1.1 2000 OK\r\n\r\n", 0, "2000 OK", "", "" },
		{ "HTTP/1.1", 0, "", "", "" },
		{ "HTTP/1.1 200 OK\r\nno colon\r\nContent-Type:\r\n a/b ,c\r\n"
		  "\r\n", 200, "OK", "a/b", "" },
		/* no empty line */
		{ "HTTP/1.1 200 OK\nContent-Type: a/b\n<html>\n\nbody", 200,
		  "OK", "a/b", "<html>\n\nbody" },
		{ "HTTP/1.1 200 OK\r\nContent-Type: a/b", 200, "OK", "a/b",
		  "" },
		{ "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a"
		  "\r\n\r\nHTTP/1.1 201 OK\r\nContent-Type: c\r\n\r\nbody",
		  201, "OK", "c", "body" },
		{ "HTTP/1.1 101 Switch\r\n\r\nframes", 101, "Switch", "",
		  "frames" },
		{ "<html>", -1, "", "", "" },
		{ "", -1, "", "", "" },
		{ "GET / HTTP/1.1\r\n\r\n", -1, "", "", "" },
	};

	for (int i = 0; i < LENGTH(rows); i++) {
		const uint8_t *block = (const uint8_t *)rows[i].block;
		struct sp_http http;
		struct sp_span mime;

		if (!sp_http_parse(block, strlen(rows[i].block), &http)) {
			ck_assert_int_eq(rows[i].status, -1);
			continue;
		}
		mime = sp_http_mime(&http);
		ck_assert_int_eq(http.status, rows[i].status);
		ck_assert_uint_eq(http.reason.length, strlen(rows[i].reason));
		ck_assert(!memcmp(http.reason.text, rows[i].reason,
				  http.reason.length));
		ck_assert_uint_eq(mime.length, strlen(rows[i].mime));
		ck_assert(!mime.length || !memcmp(mime.text, rows[i].mime,
						  mime.length));
		ck_assert_uint_eq(http.body_size, strlen(rows[i].body));
		ck_assert(!memcmp(http.body, rows[i].body, http.body_size));
	}
}
END_TEST

START_TEST(all_values)
{
	static const char block[] = "HTTP/1.1 200\r\nLink: <a>\r\nX: y\r\n"
		"LINK :\t<b>,\r\n\t<c> \r\nlinks: d\r\nlink:\r\n\r\nlink: e";
	static const char *const values[] = { "<a>", "<b>,\r\n\t<c>", "" };
	struct sp_span value;
	struct sp_http http;
	size_t at = 0;

	ck_assert(sp_http_parse((const uint8_t *)block, sizeof(block) - 1,
				&http));
	for (int i = 0; i < LENGTH(values); i++) {
		ck_assert(sp_http_next(&http, "Link", &at, &value));
		ck_assert_uint_eq(value.length, strlen(values[i]));
		ck_assert(!memcmp(value.text, values[i], value.length));
	}
	ck_assert(!sp_http_next(&http, "Link", &at, &value));
	ck_assert_ptr_null(sp_http_header(&http, "None").text);
	ck_assert_ptr_nonnull(sp_http_header(&http, "link").text);
}
END_TEST

/* ---- bodies ----------------------------------------------------------- */

static const char page[] = "<p>a page of some words, some words, some words";

struct packed {
	uint8_t bytes[4096];
	size_t size;
};

static struct packed
pack_zlib(const void *bytes, size_t size, int bits)
{
	struct packed out;
	z_stream stream = { 0 };

	ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, bits, 8,
				      Z_DEFAULT_STRATEGY), Z_OK);
	stream.next_in = (Bytef *)(uintptr_t)bytes;
	stream.avail_in = (uInt)size;
	stream.next_out = out.bytes;
	stream.avail_out = sizeof(out.bytes);
	ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
	out.size = stream.total_out;
	deflateEnd(&stream);
	return out;
}

static struct packed
pack_page(const char *encoding)
{
	struct packed out;

	if (!strcmp(encoding, "gzip"))
		return pack_zlib(page, sizeof(page) - 1, 31);
	if (!strcmp(encoding, "zlib"))
		return pack_zlib(page, sizeof(page) - 1, 15);
	if (!strcmp(encoding, "raw"))
		return pack_zlib(page, sizeof(page) - 1, -15);
	if (!strcmp(encoding, "zstd")) {
		out.size = ZSTD_compress(out.bytes, sizeof(out.bytes), page,
					 sizeof(page) - 1, 3);
		return out;
	}
	out.size = sizeof(page) - 1;
	memcpy(out.bytes, page, out.size);
	return out;
}

/* A response with these headers and this body; the caller frees the block. */
static struct sp_http
response(const char *headers, const void *body, size_t size, uint8_t **block)
{
	struct sp_http http;
	char *head;
	int length = asprintf(&head, "HTTP/1.1 200 OK\r\n%s\r\n\r\n", headers);

	*block = malloc((size_t)length + size);
	memcpy(*block, head, (size_t)length);
	memcpy(*block + length, body, size);
	ck_assert(sp_http_parse(*block, (size_t)length + size, &http));
	free(head);
	return http;
}

static void
check_body(const char *headers, const void *bytes, size_t size,
	   const char *wanted, const char *damage)
{
	struct sp_body body = { 0 };
	struct sp_error err;
	uint8_t *block;
	struct sp_http http = response(headers, bytes, size, &block);

	must(sp_body_decode(&http, 1 << 20, &body, &err), err);
	ck_assert_msg(body.size == strlen(wanted) &&
		      (!body.size || !memcmp(body.bytes, wanted, body.size)),
		      "%s: %.*s", headers, (int)body.size, body.bytes);
	if (damage)
		ck_assert_msg(body.damage && strstr(body.damage, damage),
			      "%s: %s", headers,
			      body.damage ? body.damage : "no damage");
	else
		ck_assert_msg(!body.damage, "%s: %s", headers, body.damage);
	sp_body_free(&body);
	free(block);
}

START_TEST(encodings)
{
	static const struct {
		const char *headers, *packing;
	} rows[] = {
		{ "A: b", "no" },
		{ "Content-Encoding: identity", "no" },
		{ "Content-Encoding: gzip", "gzip" },
		{ "content-encoding: X-GZip", "gzip" },
		{ "Content-Encoding: deflate", "zlib" },
		{ "Content-Encoding: deflate", "raw" },
		{ "Content-Encoding: zstd", "zstd" },
		{ "Transfer-Encoding: gzip", "gzip" },
		/* said, but not done */
		{ "Content-Encoding: gzip", "no" },
		{ "Content-Encoding: deflate", "no" },
		{ "Content-Encoding: zstd", "no" },
		{ "Content-Encoding: gzip, deflate", "gzip" },
		{ "Content-Encoding: deflate", "gzip" },
		{ "Transfer-Encoding: chunked", "no" },
		{ "Transfer-Encoding: chunked\r\nContent-Encoding: gzip",
		  "gzip" },
#ifdef HAVE_BROTLI
		{ "Content-Encoding: br", "no" },
#endif
	};

	for (int i = 0; i < LENGTH(rows); i++) {
		struct packed packed = pack_page(rows[i].packing);

		check_body(rows[i].headers, packed.bytes, packed.size, page,
			   NULL);
	}
}
END_TEST

START_TEST(damaged_encodings)
{
	static const char *const names[][2] = {
		{ "gzip", "gzip" }, { "deflate", "zlib" }, { "zstd", "zstd" }
	};

	for (int i = 0; i < LENGTH(names); i++) {
		struct packed packed = pack_page(names[i][1]);
		struct sp_body body = { 0 };
		struct sp_error err;
		char header[64];

		snprintf(header, sizeof(header), "Content-Encoding: %s",
			 names[i][0]);
		for (size_t cut = 5; cut < packed.size; cut++) {
			uint8_t *block;
			struct sp_http http = response(header, packed.bytes,
						       cut, &block);

			must(sp_body_decode(&http, 1 << 20, &body, &err),
			     err);
			ck_assert_ptr_nonnull(body.damage);
			ck_assert_ptr_nonnull(strstr(body.damage, "cut short"));
			ck_assert(!body.size || !memcmp(body.bytes, page,
							body.size));
			free(block);
		}
		sp_body_free(&body);
	}
	check_body("Content-Encoding: rot13", "abc", 3, "abc", "not known");
}
END_TEST

START_TEST(chunks)
{
	static const struct {
		const char *body, *wanted, *damage;
	} rows[] = {
		{ "3\r\nabc\r\n0\r\n\r\n", "abc", NULL },
		{ "3;x=y\r\nabc\r\nA \r\n0123456789\r\n00\r\nT: x\r\n\r\n",
		  "abc0123456789", NULL },
		{ "3\nabc\n2\nde\n0\n\n", "abcde", NULL },
		{ "0\r\n\r\n", "", NULL },
		/* a length has 64 bits */
		{ "0000000000000003\r\nabc\r\n0\r\n\r\n", "abc", NULL },
		{ "3\r\nabc\r\n10000000000000001\r\nd\r\n0\r\n\r\n", "abc",
		  "no chunk begins" },
		{ "3\r\nabc\r\n100000000000000001\r\nd\r\n0\r\n\r\n", "abc",
		  "no chunk begins" },
		{ "3\r\nabc\r\n0", "abc", "no chunk begins" },
		{ "3\r\nabc\r\n", "abc", "the last chunk is missing" },
		{ "3\r\nabc", "abc", "the last chunk is missing" },
		{ "5\r\nabc", "abc", "ends inside a chunk" },
		{ "3\r\nabc\r\n9\r\nde", "abcde", "ends inside a chunk" },
		{ "3\r\nabc\r\n1\r\nde\r\n0\r\n", "abcd", "a wrong length" },
		{ "3\r\nabc\r\n<html>", "abc", "no chunk begins" },
		/* not chunked after all */
		{ "<html>", "<html>", NULL },
		{ "3\r\nabcdefg", "3\r\nabcdefg", NULL },
		{ "add some words\n", "add some words\n", NULL },
		{ "", "", NULL },
	};

	for (int i = 0; i < LENGTH(rows); i++)
		check_body("Transfer-Encoding: chunked", rows[i].body,
			   strlen(rows[i].body), rows[i].wanted,
			   rows[i].damage);
}
END_TEST

/* As long as it may be, a little less and more, and damaged at every byte. */
START_TEST(gzip_at_its_limits)
{
	struct packed good = pack_page("gzip");
	struct sp_body body = { 0 };
	struct sp_error err;
	uint8_t *block;
	struct sp_http http = response("Content-Encoding: gzip", good.bytes,
				       good.size, &block);
	size_t length = sizeof(page) - 1;

	for (size_t most = 1; most < length + 3; most++) {
		must(sp_body_decode(&http, most, &body, &err), err);
		hold(!body.damage && body.size == (most < length ? most :
								   length));
		hold(most == length || body.cut == (most < length));
		hold(!memcmp(body.bytes, page, body.size));
	}
	for (size_t i = 0; i < good.size; i++) {
		uint8_t *byte = (uint8_t *)(uintptr_t)http.body + i;

		/* A head's time, some of its flags and its system are free. */
		*byte ^= 0x11;
		must(sp_body_decode(&http, 1 << 20, &body, &err), err);
		hold(body.damage || i < 10);
		*byte ^= 0x11;
	}
	sp_body_free(&body);
	free(block);
}
END_TEST

/* Followed by another member, which may be damaged, and by anything else. */
START_TEST(gzip_members)
{
	struct packed first = pack_zlib(page, 10, 31);
	struct packed second = pack_zlib(page + 10, sizeof(page) - 11, 31);
	uint8_t both[2 * sizeof(first.bytes)];
	size_t size = first.size + second.size;

	memcpy(both, first.bytes, first.size);
	memcpy(both + first.size, second.bytes, second.size);
	memcpy(both + size, "tail", 4);
	check_body("Content-Encoding: gzip", both, size, page, NULL);
	check_body("Content-Encoding: gzip", both, size + 4, page, NULL);
	check_body("Content-Encoding: gzip", both, size - 1, page,
		   "it is cut short");
	check_body("Content-Encoding: gzip", both, first.size + 4, "<p>a page ",
		   "it is cut short");
	check_body("Content-Encoding: gzip", both, first.size + 1, "<p>a page ",
		   NULL);
}
END_TEST

START_TEST(several_encodings)
{
	struct packed once = pack_page("gzip"), twice;
	char text[4200];
	int length;

	twice = pack_zlib(once.bytes, once.size, 15);
	check_body("Content-Encoding: gzip, deflate", twice.bytes, twice.size,
		   page, NULL);
	check_body("Content-Encoding: gzip\r\nContent-Encoding: deflate",
		   twice.bytes, twice.size, page, NULL);
	once = pack_zlib(once.bytes, once.size, 31);
	check_body("Content-Encoding: gzip, gzip", once.bytes, once.size, page,
		   NULL);
	length = snprintf(text, sizeof(text), "%zx\r\n", twice.size);
	memcpy(text + length, twice.bytes, twice.size);
	memcpy(text + length + twice.size, "\r\n0\r\n\r\n", 7);
	check_body("Transfer-Encoding: chunked\r\n"
		   "Content-Encoding: gzip, deflate", text,
		   (size_t)length + twice.size + 7, page, NULL);
}
END_TEST

/* Zeros in one of three encodings, in a response. */
static struct sp_http
packed_zeros(int encoding, size_t size, uint8_t **block)
{
	static const char *const names[] = { "gzip", "deflate", "zstd" };
	void *zeros = calloc(size, 1);
	struct packed packed;
	char header[64];

	snprintf(header, sizeof(header), "Content-Encoding: %s",
		 names[encoding]);
	if (encoding < 2)
		packed = pack_zlib(zeros, size, encoding ? -15 : 31);
	else
		packed.size = ZSTD_compress(packed.bytes, sizeof(packed.bytes),
					    zeros, size, 3);
	free(zeros);
	return response(header, packed.bytes, packed.size, block);
}

/* Zeros that pack by a factor of over 1000: cut, whole, and refused. */
START_TEST(bombs)
{
	struct sp_body body = { 0 };
	struct sp_error err;
	uint8_t *block;
	struct sp_http http = packed_zeros(_i, SP_BODY_SMALL, &block);

	must(sp_body_decode(&http, 12345, &body, &err), err);
	ck_assert(body.cut && !body.damage);
	ck_assert_uint_eq(body.size, 12345);
	must(sp_body_decode(&http, SP_BODY_SMALL + 1, &body, &err), err);
	ck_assert(!body.cut && !body.damage);
	ck_assert_uint_eq(body.size, SP_BODY_SMALL);
	free(block);
	http = packed_zeros(_i, 3000000, &block);
	must(sp_body_decode(&http, 3000001, &body, &err), err);
	ck_assert_ptr_nonnull(body.damage);
	ck_assert_uint_eq(body.size, 0);
	sp_body_free(&body);
	free(block);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("http");

	tcase_add_test(tcase, heads);
	tcase_add_test(tcase, all_values);
	tcase_add_test(tcase, encodings);
	tcase_add_test(tcase, damaged_encodings);
	tcase_add_test(tcase, chunks);
	tcase_add_test(tcase, gzip_at_its_limits);
	tcase_add_test(tcase, gzip_members);
	tcase_add_test(tcase, several_encodings);
	tcase_add_loop_test(tcase, bombs, 0, 3);
	return unit_run(tcase);
}
