/* SPDX-License-Identifier: MIT */
/*
 * The web as an archive, as if a crawler had fetched every page once, in the
 * order of their numbers, a page a second.
 */
#include "web.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST_TIME 1767225600 /* 2026-01-01 */
#define CHUNK 1000

struct archive {
	struct web *web;
	FILE *file;
	const char *path;
	const char *packing;  /* web_pack() of each record, or NULL */
	struct sp_line record, block;
	uint64_t count;
	struct sp_error *err;
};

/* ---- records ---------------------------------------------------------- */

static void
add_field(struct sp_line *line, const char *name, const char *value)
{
	sp_line_add(line, name);
	sp_line_add(line, ": ");
	sp_line_add(line, value);
	sp_line_add(line, "\r\n");
}

/* An identifier of its own for each record, the same in every run. */
static void
add_id(struct archive *archive, const char *name, uint64_t number)
{
	struct sp_random random = web_random(archive->web, number,
					     WEB_STATUS);
	uint64_t high = sp_random_next(&random), low = sp_random_next(&random);
	char id[64];

	snprintf(id, sizeof(id), "<urn:uuid:%08x-%04x-4%03x-8%03x-%012llx>",
		 (unsigned)(high >> 32), (unsigned)(high >> 16 & 0xffff),
		 (unsigned)(high & 0xfff), (unsigned)(low >> 48 & 0xfff),
		 (unsigned long long)(low & 0xffffffffffff));
	add_field(&archive->record, name, id);
}

static void
add_digest(struct archive *archive, const char *name, const char *data,
	   uint64_t length)
{
	char digest[40] = "sha1:";

	web_sha1(data, length, digest + 5);
	add_field(&archive->record, name, digest);
}

static void
begin_record(struct archive *archive, const char *type, uint32_t page)
{
	time_t when = FIRST_TIME + (page == WEB_NO_PAGE ? 0 : (time_t)page);
	struct tm tm;
	char date[32];

	gmtime_r(&when, &tm);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	archive->record.length = archive->block.length = 0;
	sp_line_add(&archive->record, "WARC/1.0\r\n");
	add_field(&archive->record, "WARC-Type", type);
	add_id(archive, "WARC-Record-ID", archive->count);
	add_field(&archive->record, "WARC-Date", date);
	if (page != WEB_NO_PAGE) {
		size_t length;
		const char *url = web_url(archive->web, page, &length);

		sp_line_add(&archive->record, "WARC-Target-URI: ");
		sp_line_add_bytes(&archive->record, url, length);
		sp_line_add(&archive->record, "\r\n");
	}
	archive->count++;
}

/* Ends the head, and writes it with the block. */
static enum sp_status
end_record(struct archive *archive, const char *type)
{
	struct sp_line *record = &archive->record, *block = &archive->block;
	enum sp_status status = SP_OK;

	add_digest(archive, "WARC-Block-Digest", block->text, block->length);
	add_field(record, "Content-Type", type);
	sp_line_add(record, "Content-Length: ");
	sp_line_add_uint(record, block->length);
	sp_line_add(record, "\r\n\r\n");
	sp_line_add_bytes(record, block->text, block->length);
	sp_line_add(record, "\r\n\r\n");
	if (record->lost || block->lost)
		return sp_no_memory(archive->err, "a record");
	if (archive->packing)
		status = web_pack(record, archive->packing, archive->err);
	if (!status && fwrite(record->text, 1, record->length,
			      archive->file) != record->length)
		status = sp_fail(archive->err, SP_IO, "%s: %s", archive->path,
				 strerror(errno));
	return status;
}

/* ---- what is in them -------------------------------------------------- */

static void
add_chunked(struct sp_line *block, const struct sp_line *body)
{
	uint64_t at = 0;

	while (at < body->length) {
		uint64_t length = body->length - at < CHUNK ?
			body->length - at : CHUNK;
		char size[20];

		snprintf(size, sizeof(size), "%llx\r\n",
			 (unsigned long long)length);
		sp_line_add(block, size);
		sp_line_add_bytes(block, body->text + at, length);
		sp_line_add(block, "\r\n");
		at += length;
	}
	sp_line_add(block, "0\r\n\r\n");
}

static void
add_http_head(struct sp_line *block, const struct web_answer *answer)
{
	sp_line_add(block, "HTTP/1.1 ");
	sp_line_add_uint(block, answer->status);
	sp_line_add(block, " ");
	sp_line_add(block, answer->reason);
	sp_line_add(block, "\r\n");
	add_field(block, "Content-Type", answer->type);
	if (answer->encoding)
		add_field(block, "Content-Encoding",
			  strcmp(answer->encoding, "deflate-raw") ?
				  answer->encoding : "deflate");
	if (answer->location)
		add_field(block, "Location", answer->location);
	if (answer->chunked) {
		add_field(block, "Transfer-Encoding", "chunked");
	} else {
		sp_line_add(block, "Content-Length: ");
		sp_line_add_uint(block, answer->length);
		sp_line_add(block, "\r\n");
	}
	sp_line_add(block, "\r\n");
}

static enum sp_status
write_response(struct archive *archive, uint32_t page)
{
	struct web_answer answer;
	enum sp_status status = web_answer_page(archive->web, page, "*",
						&answer, archive->err);
	uint64_t head;

	if (status)
		return status;
	begin_record(archive, "response", page);
	add_http_head(&archive->block, &answer);
	head = archive->block.length;
	if (answer.chunked)
		add_chunked(&archive->block, &answer.body);
	else
		sp_line_add_bytes(&archive->block, answer.body.text,
				  answer.body.length);
	web_answer_free(&answer);
	if (!archive->block.lost)
		add_digest(archive, "WARC-Payload-Digest",
			   archive->block.text + head,
			   archive->block.length - head);
	return end_record(archive, "application/http; msgtype=response");
}

static enum sp_status
write_request(struct archive *archive, uint32_t page)
{
	size_t length, host;
	const char *url = web_url(archive->web, page, &length);
	struct sp_line *block = &archive->block;

	begin_record(archive, "request", page);
	for (host = 7; host < length && !strchr("/?#", url[host]); host++)
		;
	sp_line_add(block, "GET ");
	sp_line_add(block, host < length && url[host] == '/' ? "" : "/");
	sp_line_add_bytes(block, url + host, length - host);
	sp_line_add(block, " HTTP/1.1\r\nHost: ");
	sp_line_add_bytes(block, url + 7, host - 7);
	sp_line_add(block, "\r\n\r\n");
	return end_record(archive, "application/http; msgtype=request");
}

static enum sp_status
write_info(struct archive *archive)
{
	begin_record(archive, "warcinfo", WEB_NO_PAGE);
	add_field(&archive->block, "software", "seedpipe tests/web");
	add_field(&archive->block, "format", "WARC File Format 1.0");
	return end_record(archive, "application/warc-fields");
}

static const char *
packing_of(const char *path)
{
	size_t length = strlen(path);

	if (length > 3 && !strcmp(path + length - 3, ".gz"))
		return "gzip";
	return length > 4 && !strcmp(path + length - 4, ".zst") ? "zstd" :
								  NULL;
}

enum sp_status
web_write_warc(struct web *web, const char *path, bool requests,
	       struct sp_error *err)
{
	struct archive archive = { .web = web, .path = path, .err = err,
				   .packing = packing_of(path),
				   .file = fopen(path, "wb") };
	uint64_t pages = sp_graph_pages(web->graph);
	enum sp_status status;

	if (!archive.file)
		return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
	status = write_info(&archive);
	for (uint32_t page = 0; !status && page < pages; page++) {
		if (requests)
			status = write_request(&archive, page);
		if (!status)
			status = write_response(&archive, page);
	}
	sp_line_free(&archive.record);
	sp_line_free(&archive.block);
	if (fclose(archive.file) && !status)
		status = sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
	return status;
}
