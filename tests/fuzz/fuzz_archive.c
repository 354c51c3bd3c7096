/* SPDX-License-Identifier: MIT */
/*
 * WARC and ARC files, packed or not: reading ends, what is told is true as far
 * as it can be checked, and packing the file makes no difference.
 */
#include "fuzz.h"

#include "base/hash.h"
#include "web/archive/archive.h"
#include "web/archive/date.h"
#include "web/file/inflate.h"

#include <zlib.h>

#define MOST ((size_t)16 << 20) /* bytes to read */

struct seen {
	bool opened;
	uint64_t records, bytes, sum;
};

static void
look_at(const struct sp_record *record, uint64_t most, struct seen *seen)
{
	char date[SP_DATE_TEXT];
	uint64_t facts[] = { record->type, record->length, record->size,
			     record->damage != NULL, seen->sum };

	hold(record->size <= most && record->size <= record->length);
	hold(record->damage || record->size == record->length ||
	     record->size == most);
	hold(!record->damage || *record->damage);
	hold(record->type < SP_RECORD_TYPES);
	if (record->time != SP_NO_TIME)
		sp_date_format(date, record->time);
	seen->sum = sp_hash_seeded(facts, sizeof(facts),
				   sp_hash(record->block, record->size));
	if (record->uri.text)
		seen->sum ^= sp_hash(record->uri.text, record->uri.length);
	(void)sp_record_header(record, "WARC-Block-Digest");
	seen->records++;
	seen->bytes += record->size;
}

static struct seen
read_archive(const uint8_t *data, size_t size, uint64_t most)
{
	struct sp_archive_options options = {
		.max_record = most, .digests = sp_archive_has_digests()
	};
	struct sp_record record = { 0 };
	struct sp_archive *archive;
	struct sp_error err;
	struct seen seen = { 0 };
	char path[FUZZ_PATH];
	uint64_t before = 0;
	bool got = true;
	enum sp_status status;

	fuzz_file(0, data, size, path);
	status = sp_archive_open(path, &options, &archive, &err);
	hold(!status || status == SP_DATA);
	seen.opened = !status;
	while (!status && seen.bytes < MOST) {
		hold(!sp_archive_next(archive, &record, &got, &err));
		if (!got)
			break;
		hold(record.offset >= before && record.offset < size);
		before = record.offset;
		look_at(&record, most, &seen);
	}
	sp_archive_close(archive);
	sp_record_free(&record);
	return seen;
}

/* The same bytes in one member of gzip. */
static void
read_packed(const uint8_t *data, size_t size, const struct seen *plain,
	    uint64_t most)
{
	size_t room = size + size / 100 + 100;
	uint8_t *packed = malloc(room);
	z_stream stream = { 0 };
	struct seen seen;

	hold(deflateInit2(&stream, 1, Z_DEFLATED, 31, 8,
			  Z_DEFAULT_STRATEGY) == Z_OK);
	stream.next_in = (Bytef *)(uintptr_t)data;
	stream.avail_in = (uInt)size;
	stream.next_out = packed;
	stream.avail_out = (uInt)room;
	hold(deflate(&stream, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&stream);
	seen = read_archive(packed, room - stream.avail_out, most);
	hold(seen.opened == plain->opened);
	hold(seen.records == plain->records && seen.sum == plain->sum);
	free(packed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t most = 1 + fuzz_take(&data, &size, 2) % 5000;
	struct seen seen = read_archive(data, size, most);

	if (seen.bytes < MOST && size &&
	    sp_packing_of(data, size) == SP_PACKING_NONE)
		read_packed(data, size, &seen, most);
	return 0;
}
