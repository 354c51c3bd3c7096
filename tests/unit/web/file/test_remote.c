/* SPDX-License-Identifier: MIT */
/* Addresses of files on servers and in buckets, and heads of answers. */
#include "unit.h"

#include "web/file/remote.h"
#include "web/file/remote_head.h"

#include <stdlib.h>
#include <string.h>

static void
asks_at(const char *path, const char *expected)
{
	struct sp_error err;
	char *url;

	must(sp_remote_url(path, &url, &err), err);
	ck_assert_str_eq(url, expected);
	free(url);
}

START_TEST(addresses)
{
	ck_assert(sp_is_remote("https://a.test/x"));
	ck_assert(sp_is_remote("HTTP://a.test/x"));
	ck_assert(sp_is_remote("s3://bucket/key"));
	ck_assert(!sp_is_remote("./https://a.test/x"));
	ck_assert(!sp_is_remote("ftp://a.test/x"));
	ck_assert(!sp_is_remote("https:/a.test/x"));
	asks_at("https://a.test/a%20b?c", "https://a.test/a%20b?c");
	asks_at("https://a.test/@", "https://a.test/@");
	asks_at("https://a.test?x@b", "https://a.test?x@b");
}
END_TEST

START_TEST(buckets)
{
	unsetenv("AWS_REGION");
	unsetenv("AWS_DEFAULT_REGION");
	unsetenv("AWS_ENDPOINT_URL");
	unsetenv("AWS_ENDPOINT_URL_S3");
	asks_at("s3://bucket/a b/%2e+~\xc3\xa9?",
		"https://bucket.s3.us-east-1.amazonaws.com/"
		"a%20b/%252e%2B~%C3%A9%3F");
	setenv("AWS_DEFAULT_REGION", "eu-west-3", 1);
	asks_at("s3://b/k", "https://b.s3.eu-west-3.amazonaws.com/k");
	setenv("AWS_REGION", "here", 1);
	asks_at("s3://b.c/k", "https://s3.here.amazonaws.com/b.c/k");
	setenv("AWS_ENDPOINT_URL", "http://s.test:9000//", 1);
	asks_at("s3://b/k/", "http://s.test:9000/b/k/");
	setenv("AWS_ENDPOINT_URL_S3", "https://other.test/s3", 1);
	asks_at("s3://b/k", "https://other.test/s3/b/k");
}
END_TEST

START_TEST(no_key)
{
	static const char *const paths[] = { "s3://", "s3://b", "s3://b/",
					     "s3:///k", "s3://evil.test#/k",
					     "s3://a@evil.test/k",
					     "s3://b:80/k", "s3://b?/k" };
	struct sp_error err;
	char *url;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		ck_assert_int_eq(sp_remote_url(paths[i], &url, &err), SP_IO);
}
END_TEST

/* Takes lines that end with "|" instead of "\r\n". */
static struct sp_remote_head
read_head(const char *lines)
{
	struct sp_remote_head head = { .total = 7 };

	for (; *lines; lines += *lines == '|') {
		size_t length = strcspn(lines, "|");

		sp_remote_head_line(&head, lines, length);
		lines += length;
	}
	return head;
}

START_TEST(heads)
{
	struct sp_remote_head head = read_head(
		"HTTP/1.1 302 Found|ETag: \"old\"|Transfer-Encoding: chunked||"
		"HTTP/1.1 206 Partial|Last-Modified: Sat|etag:  \"a\" |"
		"Content-Range: bytes 100-199/200|");

	ck_assert_str_eq(head.validator, "\"a\"");
	ck_assert(!head.chunked);
	ck_assert_uint_eq(head.first, 100);
	ck_assert_uint_eq(head.total, 200);
	head = read_head("HTTP/1.1 200|ETag: \"a\"|Last-Modified: Sat|");
	ck_assert_str_eq(head.validator, "\"a\"");
	head = read_head("HTTP/1.1 200|Last-Modified: Sat|ETag: W/\"a\"|");
	ck_assert_str_eq(head.validator, "Sat");
	head = read_head("HTTP/1.1 416|Content-Range: bytes */200|");
	ck_assert_uint_eq(head.first, UINT64_MAX);
	ck_assert_uint_eq(head.total, 200);
	head = read_head("HTTP/2 200|transfer-encoding: Chunked|");
	ck_assert(head.chunked);
}
END_TEST

START_TEST(wrong_heads)
{
	static const char *const ranges[] = {
		"", "bytes", "bytes 1-2", "bytes 1-2/*", "bytes 1-2/x",
		"bytes 1-2/18446744073709551616", "lines 1-2/3", "/3"
	};
	char long_tag[700] = "ETag: ";

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		char lines[100] = "HTTP/1.1 206|Content-Range: ";

		strcat(lines, ranges[i]);
		ck_assert_uint_eq(read_head(lines).total, UINT64_MAX);
	}
	ck_assert_uint_eq(read_head("HTTP/1.1 206|"
				    "Content-Range: bytes x-2/3|").first,
			  UINT64_MAX);
	ck_assert_uint_eq(read_head("HTTP/1.1 206|"
				    "Content-Range: bytes 1/3-2|").first,
			  UINT64_MAX);
	memset(long_tag + 6, 'a', sizeof(long_tag) - 7);
	ck_assert_str_eq(read_head("HTTP/1.1 200|").validator, "");
	ck_assert_str_eq(read_head(long_tag).validator, "");
}
END_TEST

#define MD5_OF_NOTHING "1B2M2Y8AsgTpgAmY7PhCfg=="
#define SHA256_OF_NOTHING "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

static const struct given_sum {
	const char *lines;
	enum sp_sum_kind kind;
	uint8_t first, last; /* bytes */
} given_sums[] = {
	{ "Content-MD5: " MD5_OF_NOTHING, SP_SUM_MD5, 0xd4, 0x7e },
	{ "digest: md5=" MD5_OF_NOTHING, SP_SUM_MD5, 0xd4, 0x7e },
	{ "Digest: SHA-256=" SHA256_OF_NOTHING ",MD5=" MD5_OF_NOTHING,
	  SP_SUM_SHA256, 0xe3, 0x55 },
	{ "Repr-Digest: sha-512=:x:, sha-256=:" SHA256_OF_NOTHING ":",
	  SP_SUM_SHA256, 0xe3, 0x55 },
	{ "x-goog-hash: crc32c=AAAAAA==|x-goog-hash: md5=" MD5_OF_NOTHING,
	  SP_SUM_MD5, 0xd4, 0x7e },
	/* The better one, in any order. */
	{ "Digest: SHA-256=" SHA256_OF_NOTHING "|Content-MD5: " MD5_OF_NOTHING,
	  SP_SUM_SHA256, 0xe3, 0x55 },
	/* None that is valid. */
	{ "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg=", SP_SUM_NONE, 0, 0 },
	{ "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfgA=", SP_SUM_NONE, 0, 0 },
	{ "Content-MD5: 1B2M2Y8AsgTp=AmY7PhCfg==", SP_SUM_NONE, 0, 0 },
	{ "Content-MD5: 1B2M2Y8As*TpgAmY7PhCfg==", SP_SUM_NONE, 0, 0 },
	{ "Content-MD5: ", SP_SUM_NONE, 0, 0 },
	{ "Digest: sha-256=" MD5_OF_NOTHING, SP_SUM_NONE, 0, 0 },
	{ "Digest: md5=:,:,sha-256", SP_SUM_NONE, 0, 0 },
	/* Of a redirect. */
	{ "Content-MD5: " MD5_OF_NOTHING "|HTTP/1.1 200", SP_SUM_NONE, 0, 0 },
};

START_TEST(checksums)
{
	const struct given_sum *given = &given_sums[_i];
	struct sp_remote_head head;
	char lines[300] = "HTTP/1.1 200|";

	strcat(lines, given->lines);
	head = read_head(lines);
	ck_assert_int_eq(head.sum.kind, given->kind);
	ck_assert(!head.other_bytes);
	if (!given->kind)
		return;
	ck_assert_uint_eq(head.sum.bytes[0], given->first);
	ck_assert_uint_eq(head.sum.bytes[given->kind == SP_SUM_MD5 ? 15 : 31],
			  given->last);
}
END_TEST

START_TEST(tags)
{
	static const char *const wrong[] = {
		"", "\"\"", "d41d8cd98f00b204e9800998ecf8427e",
		"\"d41d8cd98f00b204e9800998ecf8427e-2\"",
		"\"D41d8cd98f00b204e9800998ecf8427\"",
		"\"d41d8cd98f00b204e9800998ecf8427g\"",
		"\"d41d8cd98f00b204e9800998ecf8427e!"
	};
	struct sp_remote_sum sum = { .kind = SP_SUM_NONE };
	const char *right = "\"D41d8cd98f00b204e9800998ecf8427e\"";

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		sp_sum_of_tag(&sum, (struct sp_span){ wrong[i],
						      strlen(wrong[i]) });
		ck_assert_int_eq(sum.kind, SP_SUM_NONE);
	}
	sp_sum_of_tag(&sum, (struct sp_span){ right, strlen(right) });
	ck_assert_int_eq(sum.kind, SP_SUM_MD5);
	ck_assert_uint_eq(sum.bytes[0], 0xd4);
	ck_assert_uint_eq(sum.bytes[15], 0x7e);
	ck_assert(read_head("HTTP/1.1 200|X-Amz-Server-Side-Encryption: "
			    "aws:kms|").other_bytes);
	ck_assert(read_head("HTTP/1.1 200|x-amz-server-side-encryption-"
			    "customer-algorithm: AES256|").other_bytes);
	ck_assert(!read_head("HTTP/1.1 200|X-Amz-Server-Side-Encryption: "
			     "AES256|").other_bytes);
	ck_assert(read_head("HTTP/1.1 200|X-Goog-Stored-Content-Encoding: "
			    "gzip|").other_bytes);
	ck_assert(!read_head("HTTP/1.1 200|x-goog-stored-content-encoding: "
			     "identity|").other_bytes);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("remote");

	tcase_add_test(tests, addresses);
	tcase_add_test(tests, buckets);
	tcase_add_test(tests, no_key);
	tcase_add_test(tests, heads);
	tcase_add_test(tests, wrong_heads);
	tcase_add_loop_test(tests, checksums, 0, LENGTH(given_sums));
	tcase_add_test(tests, tags);
	return unit_run(tests);
}
