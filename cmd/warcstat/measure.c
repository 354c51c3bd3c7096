/* SPDX-License-Identifier: MIT */
/*
 * What is counted of a record.  A download is a response or revisit with an
 * HTTP head; other responses of http URLs are errors.  Sizes are of bodies as
 * they are stored, without the head, and of what the file really has: a damaged
 * record may claim any length.
 */
#include "warcstat.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "web/archive/body.h"
#include "web/archive/date.h"
#include "web/archive/digest.h"
#include "web/page/idn.h"

#include <stdio.h>
#include <string.h>

#define MIME_MAX 128
#define DIGEST_BODY ((uint64_t)1 << 30)

struct sp_span
warcstat_mime(const struct warcstat_record *item, char *buffer, size_t size)
{
	struct sp_span mime = sp_http_mime(&item->http);

	if (mime.length > size)
		mime.length = size;
	for (size_t i = 0; i < mime.length; i++)
		buffer[i] = sp_to_small(mime.text[i]);
	return (struct sp_span){ buffer, mime.length };
}

static struct sp_span
or_none(struct sp_span text)
{
	return text.length ? text : SP_SPAN("none");
}

/* ---- digests ---------------------------------------------------------- */

/*
 * Some writers sum up what a chunked body carries, most the body as stored.  So
 * a payload digest is wrong only if it is neither.  The body is unpacked for
 * that alone, up to a gigabyte.
 */
static enum sp_status
compare_unchunked(const struct warcstat_record *item, struct sp_span digest,
		  enum sp_digest_match *match, struct sp_error *err)
{
	struct sp_span chunked = sp_http_header(&item->http,
						"Transfer-Encoding");
	struct sp_digest *sums;
	struct sp_body body = { 0 };
	uint8_t sum[SP_SHA1_SIZE];

	if (!item->is_http || !chunked.text)
		return SP_OK;
	sums = sp_digest_new();
	if (!sums)
		return sp_no_memory(err, "a digest");
	if (!sp_body_decode(&item->http, DIGEST_BODY, &body, err)) {
		sp_digest_begin(sums);
		sp_digest_add(sums, body.bytes, body.size);
		sp_digest_end(sums, sum);
		*match = sp_digest_compare(digest, sum);
		err->status = SP_OK;
	}
	sp_digest_free(sums);
	sp_body_free(&body);
	return err->status;
}

static enum sp_status
count_digest(struct warcstat *stat, struct warcstat_record *item,
	     const char *header, enum sp_digest_match match)
{
	static const char *const words[] = { "matches", "differs",
					     "unknown" };
	char row[64];

	snprintf(row, sizeof(row), "%s %s", header, words[match]);
	if (match == SP_DIGEST_DIFFERS && !item->damage)
		item->damage = !strcmp(header, "WARC-Block-Digest") ?
			"its block is not the one of its WARC-Block-Digest" :
			"its payload is not the one of its "
			"WARC-Payload-Digest";
	return warcstat_count(stat, TABLE_DIGESTS,
			      (struct sp_span){ row, strlen(row) },
			      item->record->present);
}

/* A record that is damaged is not compared: its digests would differ, too. */
static enum sp_status
check_digests(struct warcstat *stat, struct warcstat_record *item)
{
	const struct sp_record *record = item->record;
	struct sp_span block = sp_record_header(record, "WARC-Block-Digest");
	struct sp_span payload = sp_record_header(record,
						  "WARC-Payload-Digest");
	enum sp_digest_match match;

	if (block.text &&
	    count_digest(stat, item, "WARC-Block-Digest",
			 sp_digest_compare(block, record->digests.block)))
		return stat->cmd->err.status;
	/* The payload of a revisit is elsewhere. */
	if (!payload.text || record->type == SP_RECORD_REVISIT)
		return SP_OK;
	match = record->digests.payload_known ?
			sp_digest_compare(payload, record->digests.payload) :
			SP_DIGEST_UNKNOWN;
	if (match == SP_DIGEST_DIFFERS &&
	    compare_unchunked(item, payload, &match, &stat->cmd->err))
		return stat->cmd->err.status;
	return count_digest(stat, item, "WARC-Payload-Digest", match);
}

/* ---- pages ------------------------------------------------------------ */

static bool
is_web(struct sp_span uri)
{
	return (uri.length > 5 && sp_begins_word(uri, "http:")) ||
	       (uri.length > 6 && sp_begins_word(uri, "https:"));
}

static enum sp_status
measure_add_host(struct warcstat *stat, const struct warcstat_record *item)
{
	char host[SP_NAME_MAX];
	struct sp_span uri = item->record->uri;
	bool no_memory = false;
	size_t length;

	if (uri.length > SP_NAME_MAX)
		uri.length = SP_NAME_MAX;
	length = uri.length ? sp_url_ascii_host(uri, host, &no_memory) : 0;
	if (no_memory)
		return sp_no_memory(&stat->cmd->err, "a host");
	return warcstat_count(stat, TABLE_HOSTS,
			      or_none((struct sp_span){ host, length }),
			      item->page_size);
}

static enum sp_status
add_date(struct warcstat *stat, const struct warcstat_record *item)
{
	char day[SP_DATE_TEXT] = "none";

	if (item->record->time != SP_NO_TIME) {
		sp_date_format(day, item->record->time);
		day[10] = '\0';
	}
	return warcstat_count(stat, TABLE_DATES,
			      (struct sp_span){ day, strlen(day) },
			      item->page_size);
}

static enum sp_status
measure_add_size(struct warcstat *stat, uint64_t size)
{
	if (!sp_grow(&stat->sizes, &stat->size_capacity, stat->size_count + 1))
		return sp_no_memory(&stat->cmd->err, "the sizes of pages");
	stat->sizes[stat->size_count++] = size;
	return SP_OK;
}

static enum sp_status
add_status(struct warcstat *stat, const struct warcstat_record *item)
{
	struct sp_span text = SP_SPAN("none");
	char number[12];

	if (item->http.status) {
		text.text = number;
		text.length = (size_t)snprintf(number, sizeof(number), "%d",
					       item->http.status);
	}
	if ((!item->http.status || item->http.status >= 400) &&
	    warcstat_count(stat, TABLE_ERRORS, text, item->page_size))
		return stat->cmd->err.status;
	return warcstat_count(stat, TABLE_STATUS, text, item->page_size);
}

/* A download: status, host and day; of a page that is there, also its type. */
static enum sp_status
add_download(struct warcstat *stat, const struct warcstat_record *item)
{
	char buffer[MIME_MAX];

	if (add_status(stat, item) || measure_add_host(stat, item) ||
	    add_date(stat, item))
		return stat->cmd->err.status;
	if (item->record->type == SP_RECORD_REVISIT)
		return SP_OK;
	if (warcstat_count(stat, TABLE_MIME,
			   or_none(warcstat_mime(item, buffer,
						 sizeof(buffer))),
			   item->page_size))
		return stat->cmd->err.status;
	return measure_add_size(stat, item->page_size);
}

/* ---- records ---------------------------------------------------------- */

static struct sp_span
measure_type_of(const struct sp_record *record)
{
	const char *name = sp_record_type_name(record->type);

	if (record->type == SP_RECORD_OTHER)
		return or_none(sp_record_header(record, "WARC-Type"));
	return (struct sp_span){ name, strlen(name) };
}

static void
parse_page(struct warcstat_record *item)
{
	const struct sp_record *record = item->record;

	item->is_http = (record->type == SP_RECORD_RESPONSE ||
			 record->type == SP_RECORD_REVISIT) &&
			sp_http_parse(record->block, record->size,
				      &item->http);
	if (item->is_http)
		item->page_size = record->present -
				  (record->size - item->http.body_size);
}

/* The first damage is kept as a whole message, for --strict. */
static enum sp_status
note_damage(struct warcstat *stat, const struct warcstat_record *item)
{
	const struct sp_record *record = item->record;

	if (!stat->damaged++)
		(void)sp_fail(&stat->first_damage, SP_DATA,
			      "%s: byte %" PRIu64 ": %s", item->file,
			      record->offset, item->damage);
	return warcstat_count(stat, TABLE_ERRORS, SP_SPAN("damaged"),
			      item->page_size);
}

enum sp_status
warcstat_measure(struct warcstat *stat, struct warcstat_record *item)
{
	const struct sp_record *record = item->record;
	struct sp_error *err = &stat->cmd->err;

	stat->records++;
	stat->bytes += record->present;
	item->damage = record->damage;
	parse_page(item);
	if (warcstat_count(stat, TABLE_TYPES, measure_type_of(record),
			   record->present))
		return err->status;
	if (item->is_http) {
		if (add_download(stat, item))
			return err->status;
	} else if (record->type == SP_RECORD_RESPONSE && is_web(record->uri) &&
		   warcstat_count(stat, TABLE_ERRORS,
				  SP_SPAN("no HTTP response"),
				  record->present)) {
		return err->status;
	}
	if (stat->options.check_digests && !record->damage &&
	    check_digests(stat, item))
		return err->status;
	return item->damage ? note_damage(stat, item) : SP_OK;
}
