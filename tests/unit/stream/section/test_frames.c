/* SPDX-License-Identifier: MIT */
/*
 * test_frames.c - readers reject frames that were moved, lost or doubled,
 * frames that no writer writes, and unknown versions and tags; writers write
 * the same bytes with any number of threads
 */
#include "stream_pieces.h"

#include "base/random.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

#include <zstd.h>

/* Reads all frames, with or without their payloads. */
static enum sp_status
read_all(const uint8_t *at, size_t size, bool payloads, struct sp_error *err)
{
	struct source source = { at, size, 0, SIZE_MAX, SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_frame frame;
	enum sp_status status;

	while (!(status = sp_reader_next(reader, &frame, err)) &&
	       frame.tag != SP_TAG_END) {
		const uint8_t *payload;

		if (payloads)
			status = sp_reader_payload(reader, &payload, err);
		if (status)
			break;
	}
	sp_reader_free(reader);
	return status;
}

/* A stream of two sections with seven frames in all, and the end frame. */
static void
write_sections(int level, bool index, struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, level, 1, index);
	struct sp_error err;
	char item[64];

	for (unsigned s = 0; s < 2; s++) {
		uint32_t tag = SP_TAG('t', 'e', 's', 't');

		must(sp_writer_frame(writer, tag, SP_FRAME_HEAD, 0, 0, "head",
				     4, &err), err);
		for (unsigned i = 0; i < 2 + s; i++) {
			memset(item, 'a' + (int)(4 * s + i), sizeof(item));
			must(sp_writer_frame(writer, tag, 0, i, 1, item,
					     sizeof(item), &err), err);
		}
		must(sp_writer_frame(writer, tag, SP_FRAME_TAIL, 2 + s, 0,
				     NULL, 0, &err), err);
	}
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

/* ---- frames in the wrong place ---------------------------------------- */

static const struct {
	int level;
	bool index;
} forms[] = { { 0, false }, { 0, true }, { 3, false }, { 3, true } };

static void
must_refuse(const struct pieces *pieces, const struct bytes *original)
{
	struct bytes bytes = BYTES;
	struct sp_error err;

	put_together(pieces, &bytes);
	/* Equal frames may be swapped. */
	if (bytes.size != original->size ||
	    memcmp(bytes.at, original->at, bytes.size)) {
		hold(read_all(bytes.at, bytes.size, true, &err) == SP_DATA);
		hold(read_all(bytes.at, bytes.size, false, &err) == SP_DATA);
	}
	bytes_free(&bytes);
}

/* Moves piece from to the place before piece to of the others. */
static void
move_piece(struct pieces *pieces, int from, int to)
{
	struct piece piece = pieces->at[from];

	memmove(&pieces->at[from], &pieces->at[from + 1],
		(size_t)(pieces->count - from - 1) * sizeof(piece));
	memmove(&pieces->at[to + 1], &pieces->at[to],
		(size_t)(pieces->count - to - 1) * sizeof(piece));
	pieces->at[to] = piece;
}

START_TEST(frames_moved)
{
	struct bytes bytes = BYTES, same = BYTES;
	struct pieces pieces, edited;
	struct sp_error err;

	write_sections(forms[_i].level, forms[_i].index, &bytes);
	take_apart(&bytes, &pieces);
	ck_assert_int_ge(pieces.count, 8);
	put_together(&pieces, &same);
	must(read_all(same.at, same.size, true, &err), err);
	for (int i = 0; i < pieces.count; i++) {
		for (int k = 0; k < pieces.count; k++) {
			edited = pieces; /* swapped */
			edited.at[i] = pieces.at[k];
			edited.at[k] = pieces.at[i];
			must_refuse(&edited, &bytes);
			edited = pieces; /* moved, the end frame too */
			move_piece(&edited, i, k);
			must_refuse(&edited, &bytes);
		}
		edited = pieces; /* doubled */
		memmove(&edited.at[i + 1], &edited.at[i],
			(size_t)(edited.count++ - i) * sizeof(*edited.at));
		must_refuse(&edited, &bytes);
		edited = pieces; /* dropped */
		memmove(&edited.at[i], &edited.at[i + 1],
			(size_t)(edited.count-- - i - 1) *
				sizeof(*edited.at));
		must_refuse(&edited, &bytes);
	}
	bytes_free(&bytes);
	bytes_free(&same);
}
END_TEST

START_TEST(bytes_appended)
{
	struct bytes bytes = BYTES, again = BYTES;
	struct sp_error err;
	size_t size;

	write_sections(forms[_i].level, forms[_i].index, &bytes);
	write_sections(forms[_i].level, forms[_i].index, &again);
	size = bytes.size;
	bytes_add(&bytes, "\n", 1);
	ck_assert_int_eq(read_all(bytes.at, bytes.size, true, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text,
				     "extra bytes after the end frame"));
	bytes.size = size;
	bytes_add(&bytes, again.at, size);
	ck_assert_int_eq(read_all(bytes.at, bytes.size, true, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot be joined with cat"));
	/* Bytes are inserted, removed or doubled anywhere. */
	for (size_t i = 0; i < size; i++) {
		struct bytes edited = BYTES;

		bytes_add(&edited, bytes.at, i);
		bytes_add(&edited, i % 2 ? "\0" : "\r", 1);
		bytes_add(&edited, bytes.at + i, size - i);
		hold(read_all(edited.at, edited.size, true, &err) == SP_DATA);
		edited.size = i;
		bytes_add(&edited, bytes.at + i + 1, size - i - 1);
		hold(read_all(edited.at, edited.size, true, &err) == SP_DATA);
		bytes_free(&edited);
	}
	bytes_free(&bytes);
	bytes_free(&again);
}
END_TEST

/* Everything after the preamble lost, or everything except the end. */
START_TEST(only_an_end)
{
	struct bytes bytes = BYTES, empty = BYTES;
	struct pieces pieces;
	struct sp_error err;

	write_sections(0, false, &bytes);
	take_apart(&bytes, &pieces);
	pieces.at[0] = pieces.at[pieces.count - 1];
	pieces.count = 1;
	must_refuse(&pieces, &bytes);
	pieces.count = 0;
	seal(&pieces, &empty);
	must(read_all(empty.at, empty.size, true, &err), err);
	bytes_free(&bytes);
	bytes_free(&empty);
}
END_TEST

/* ---- newer and unknown parts ------------------------------------------ */

static const struct {
	const char *name, *begin;
	size_t length;
	const char *expected;
} foreign[] = {
	{ "text", "1\t2\n2\t3\n3\t1\n", 12, "not a seedpipe stream" },
	{ "a warning before it", "warning\n\211SPS\r\n\032\n", 16,
	  "not a seedpipe stream" },
	{ "gzip", "\037\213\010\0\0\0\0\0\0\003\0\0\0\0\0\0", 16,
	  "compressed with gzip" },
	{ "zstd", "\050\265\057\375\0\0\0\0", 8, "compressed with zstd" },
	{ "text mode, CR lost", "\211SPS\n\032\n\1\0\0\0\0\0\0\0\0", 16,
	  "not a seedpipe stream" },
	{ "text mode, CR added", "\211SPS\r\r\n\032\r\n\1\0\0\0\0\0", 16,
	  "not a seedpipe stream" },
	{ "seven bits", "\011SPS\r\n\032\n\1\0\0\0\0\0\0\0", 16,
	  "not a seedpipe stream" },
	{ "half a magic", "\211SPS", 4, "cut short" },
	{ "half another magic", "\211PNG", 4, "not a seedpipe stream" },
	{ "version 0", "\211SPS\r\n\032\n\0\0\0\0\0\0\0\0", 16, "version 0" },
	{ "version 1", "\211SPS\r\n\032\n\1\0\0\0\0\0\0\0", 16,
	  "version 1, older" },
	{ "version 3", "\211SPS\r\n\032\n\3\0\0\0\0\0\0\0", 16,
	  "version 3, newer" },
	{ "version 513", "\211SPS\r\n\032\n\1\2\0\0\0\0\0\0", 16,
	  "version 513" },
	{ "feature 4", "\211SPS\r\n\032\n\2\0\0\0\7\0\0\0", 16,
	  "requires features 0x4 " },
	{ "feature 2^31", "\211SPS\r\n\032\n\2\0\0\0\0\0\0\200", 16,
	  "requires features 0x80000000 " }
};

START_TEST(foreign_or_newer)
{
	struct sp_error err;

	ck_assert_int_eq(read_all((const uint8_t *)foreign[_i].begin,
				  foreign[_i].length, true, &err), SP_DATA);
	ck_assert_msg(strstr(err.text, foreign[_i].expected) != NULL,
		      "%s: %s", foreign[_i].name, err.text);
}
END_TEST

static const struct {
	uint32_t tag;
	bool optional, of_links;
} tags[] = {
	{ SP_TAG_GRAPH, false, false },
	{ SP_TAG_HOSTS, false, false },
	{ SP_TAG_SCORES, false, false },
	{ SP_TAG_WEIGHTS, true, true },
	{ SP_TAG('a', 'b', 'c', 'd'), true, false },
	{ SP_TAG('a', 'B', 'C', 'd'), true, false },
	{ SP_TAG('a', 'b', 'c', 'D'), true, true },
	{ SP_TAG('A', 'b', 'c', 'd'), false, false },
	{ SP_TAG('A', 'B', 'C', 'D'), false, false },
	{ SP_TAG('\0', 'b', 'c', 'd'), false, false },
	{ SP_TAG('\xe9', 'b', 'c', 'd'), false, false }
};

START_TEST(tag_letters)
{
	char text[SP_TAG_TEXT];

	ck_assert_int_eq(sp_tag_optional(tags[_i].tag), tags[_i].optional);
	ck_assert_int_eq(sp_tag_of_links(tags[_i].tag), tags[_i].of_links);
	sp_tag_text(tags[_i].tag, text);
	ck_assert_uint_eq(strlen(text), 4);
	for (int i = 0; i < 4; i++)
		ck_assert(text[i] > ' ' && text[i] < 0x7f);
}
END_TEST

/* An unknown section is rejected or skipped, depending on its tag. */
START_TEST(unknown_sections)
{
	static const struct {
		uint32_t tag;
		const char *expected, *reason;
	} table[] = {
		{ SP_TAG('N', 'E', 'W', 'S'), "(NEWS)", "must not be ignored" },
		{ SP_TAG('\033', '[', '2', 'J'), "(?[2J)", "four letters" },
		{ SP_TAG('n', 'e', 'w', '1'), "(new1)", "four letters" },
		{ SP_TAG('1', 'n', 'e', 'w'), "(1new)", "four letters" },
		{ SP_TAG('n', 'e', 'w', 's'), NULL, NULL }
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct bytes bytes = BYTES;
		struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
		struct sp_contents contents = { 0 };
		struct sp_error err;
		enum sp_status status;

		must(sp_writer_frame(writer, table[i].tag,
				     SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 0, "x",
				     1, &err), err);
		must(sp_writer_end(writer, &err), err);
		status = load_bytes(bytes.at, bytes.size, &contents, &err);
		if (table[i].expected) {
			ck_assert_int_eq(status, SP_DATA);
			ck_assert_ptr_nonnull(strstr(err.text,
						     table[i].expected));
			ck_assert_ptr_nonnull(strstr(err.text,
						     table[i].reason));
		} else {
			must(status, err);
		}
		sp_contents_free(&contents);
		sp_writer_free(writer);
		bytes_free(&bytes);
	}
}
END_TEST

/* ---- frames that no writer writes ------------------------------------- */

#define HEAD SP_FRAME_HEAD
#define TAIL SP_FRAME_TAIL
#define TEST SP_TAG('t', 'e', 's', 't')

/* One or two frames before the end frame, with correct checksums. */
static const struct {
	const char *name;
	struct sp_frame frames[2];
	const char *expected;
} hostile[] = {
	{ "good", { { TEST, HEAD | TAIL, 4, 4, 0, 0, 0 }, { 0 } }, NULL },
	{ "good, two frames", { { TEST, HEAD, 4, 4, 0, 5, 0 },
				{ TEST, TAIL, 4, 4, 5, 0, 0 } }, NULL },
	{ "flags", { { TEST, HEAD | TAIL | 16, 4, 4, 0, 0, 0 }, { 0 } },
	  "unknown flags" },
	{ "parts that no feature announces",
	  { { SP_TAG('G', 'R', 'P', 'H'), HEAD, 0, 0, 0, 0, 0 },
	    { SP_TAG('G', 'R', 'P', 'H'), SP_FRAME_SPLIT, 4, 5, 0, 0, 0 } },
	  "in parts, which it must not be" },
	{ "all flags", { { TEST, ~0u, 4, 4, 0, 0, 0 }, { 0 } },
	  "unknown flags" },
	{ "raw of 1 MiB + 1", { { TEST, HEAD | TAIL, SP_FRAME_MAX + 1,
				  SP_FRAME_MAX + 1, 0, 0, 0 }, { 0 } },
	  "impossible lengths" },
	{ "raw of 4 GiB", { { TEST, HEAD | TAIL | 1, 4, ~0u, 0, 0, 0 },
			    { 0 } }, "impossible lengths" },
	{ "stored of 4 GiB", { { TEST, HEAD | TAIL, ~0u, ~0u, 0, 0, 0 },
			       { 0 } }, "impossible lengths" },
	{ "stored more than raw", { { TEST, HEAD | TAIL, 5, 4, 0, 0, 0 },
				    { 0 } }, "impossible lengths" },
	{ "stored less than raw", { { TEST, HEAD | TAIL, 3, 4, 0, 0, 0 },
				    { 0 } }, "impossible lengths" },
	{ "zstd that saves nothing", { { TEST, HEAD | TAIL | 1, 4, 4, 0, 0,
					 0 }, { 0 } },
	  "impossible lengths" },
	{ "no head", { { TEST, TAIL, 4, 4, 0, 0, 0 }, { 0 } },
	  "not part of a section" },
	{ "no tail", { { TEST, HEAD, 4, 4, 0, 0, 0 }, { 0 } },
	  "a section starts in the middle of another" },
	{ "head inside", { { TEST, HEAD, 4, 4, 0, 0, 0 },
			   { TEST, HEAD | TAIL, 4, 4, 0, 0, 0 } },
	  "a section starts in the middle of another" },
	{ "first item", { { TEST, HEAD | TAIL, 4, 4, 1, 0, 0 }, { 0 } },
	  "items do not continue" },
	{ "next item", { { TEST, HEAD, 4, 4, 0, 5, 0 },
			 { TEST, TAIL, 4, 4, 6, 0, 0 } },
	  "items do not continue" },
	{ "too many items", { { TEST, HEAD, 4, 4, 0, UINT64_MAX, 0 },
			      { TEST, TAIL, 4, 4, UINT64_MAX, 1, 0 } },
	  "items do not continue" }
};

/* A payload of zeros for the frame; at most 8 bytes of it are present. */
static void
add_hostile(struct pieces *pieces, const struct sp_frame *frame)
{
	static const uint8_t zeros[8];
	struct piece *piece = &pieces->at[pieces->count++];

	piece->frame = *frame;
	piece->stored = zeros;
	piece->frame.checksum = sp_hash(zeros, frame->stored > 8 ?
						       8 : frame->stored);
}

START_TEST(hostile_headers)
{
	struct pieces pieces = { .count = 0 };
	struct bytes bytes = BYTES;
	struct sp_error err;
	enum sp_status status;

	add_hostile(&pieces, &hostile[_i].frames[0]);
	if (hostile[_i].frames[1].tag)
		add_hostile(&pieces, &hostile[_i].frames[1]);
	if (hostile[_i].frames[0].stored > 8) {
		/* The payload is shorter than the frame claims. */
		uint8_t header[SP_FRAME_HEADER];

		put_preamble(&bytes, SP_VERSION_MAJOR, 0);
		sp_frame_store(header, &pieces.at[0].frame);
		bytes_add(&bytes, header, sizeof(header));
	} else {
		seal(&pieces, &bytes);
	}
	status = read_all(bytes.at, bytes.size, true, &err);
	if (!hostile[_i].expected) {
		must(status, err);
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, hostile[_i].expected) != NULL,
			      "%s: %s", hostile[_i].name, err.text);
	}
	bytes_free(&bytes);
}
END_TEST

/* Sections whose frames have two tags are for the loader to refuse. */
START_TEST(section_of_two_tags)
{
	struct sp_frame first = { TEST, HEAD, 4, 4, 0, 0, 0 };
	struct sp_frame second = { SP_TAG('r', 'e', 's', 't'), TAIL, 4, 4, 0,
				   0, 0 };
	struct pieces pieces = { .count = 0 };
	struct sp_contents contents = { 0 };
	struct bytes bytes = BYTES;
	struct sp_error err;

	add_hostile(&pieces, &first);
	add_hostile(&pieces, &second);
	seal(&pieces, &bytes);
	ck_assert_int_eq(load_bytes(bytes.at, bytes.size, &contents, &err),
			 SP_DATA);
	sp_contents_free(&contents);
	bytes_free(&bytes);
}
END_TEST

/* ---- damaged compressed payloads -------------------------------------- */

enum payload {
	PAYLOAD_GOOD, PAYLOAD_LONG, PAYLOAD_SHORT, PAYLOAD_TWO, PAYLOAD_CUT,
	PAYLOAD_MORE, PAYLOAD_LEGACY, PAYLOAD_SKIPPABLE, PAYLOAD_TEXT,
	PAYLOAD_WINDOW, PAYLOADS
};

#define RAW 1000

/* Makes the stored payload of this kind; returns its length. */
static size_t
make_payload(enum payload kind, const uint8_t *raw, uint8_t stored[RAW])
{
	size_t length = kind == PAYLOAD_LONG ? RAW + 1 :
			kind == PAYLOAD_SHORT ? RAW - 1 :
			kind == PAYLOAD_TWO ? RAW / 2 : RAW;
	size_t size = ZSTD_compress(stored, RAW, raw, length, 3);

	ck_assert(!ZSTD_isError(size));
	switch (kind) {
	case PAYLOAD_TWO:
		return size + ZSTD_compress(stored + size, RAW - size, raw,
					    length, 3);
	case PAYLOAD_CUT:
		return size - 1;
	case PAYLOAD_MORE:
		stored[size] = 0;
		return size + 1;
	case PAYLOAD_LEGACY: /* of zstd 0.7, whose window is 128 MiB */
		memcpy(stored, "\x27\xb5\x2f\xfd\0\x88\0\0\0\0\0\0", 12);
		return 12;
	case PAYLOAD_SKIPPABLE:
		memcpy(stored, "\x50\x2a\x4d\x18\4\0\0\0skip", 12);
		return 12;
	case PAYLOAD_TEXT:
		memset(stored, 'x', 12);
		return 12;
	case PAYLOAD_WINDOW: /* asks for a window of 2 GiB */
		memcpy(stored, "\x28\xb5\x2f\xfd\0\xa8\1\0\0", 9);
		return 9;
	default:
		return size;
	}
}

START_TEST(compressed_payloads)
{
	uint8_t raw[RAW + 1], stored[RAW];
	size_t size;
	struct pieces pieces = { .count = 1 };
	struct bytes bytes = BYTES;
	struct sp_error err;
	enum sp_status status;

	memset(raw, 'r', sizeof(raw));
	size = make_payload((enum payload)_i, raw, stored);
	pieces.at[0].frame = (struct sp_frame){
		TEST, HEAD | TAIL | SP_FRAME_ZSTD, (uint32_t)size, RAW, 0, 0,
		sp_hash(raw, RAW)
	};
	pieces.at[0].stored = stored;
	seal(&pieces, &bytes);
	status = read_all(bytes.at, bytes.size, _i % 2, &err);
	if (_i == PAYLOAD_GOOD) {
		must(status, err);
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_ptr_nonnull(strstr(err.text, "damaged"));
	}
	bytes_free(&bytes);
}
END_TEST

/* ---- the writer ------------------------------------------------------- */

/* Frames that compress well, badly or not at all; empty and full frames. */
static void
write_mixed(int level, int threads, bool index, struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, level, threads, index);
	struct sp_random random = { 9 };
	uint8_t *payload = malloc(SP_FRAME_MAX);
	struct sp_error err;

	ck_assert_ptr_nonnull(payload);
	for (unsigned i = 0; i < 23; i++) {
		size_t length = i % 5 ? sp_random_below(&random, 200000) :
				i % 2 ? SP_FRAME_MAX : 0;

		for (size_t k = 0; k < length; k++)
			payload[k] = (uint8_t)(sp_random_next(&random) >>
					       (i % 3 ? 63 - 4 * (i % 3) :
							56));
		must(sp_writer_frame(writer, TEST, HEAD | TAIL, 0, i, payload,
				     length, &err), err);
		/* The caller may overwrite the payload at once. */
		memset(payload, 0, length);
	}
	must(sp_writer_end(writer, &err), err);
	free(payload);
	sp_writer_free(writer);
}

START_TEST(threads_give_the_same_bytes)
{
	static const int levels[] = { 0, 1, 3 };

	for (int form = 0; form < 6; form++) {
		int level = levels[form / 2];
		struct bytes one = BYTES;
		struct sp_error err;

		write_mixed(level, 1, form & 1, &one);
		must(read_all(one.at, one.size, true, &err), err);
		must(read_all(one.at, one.size, false, &err), err);
		for (int threads = 2; threads <= 4; threads *= 2) {
			struct bytes more = BYTES;

			write_mixed(level, threads, form & 1, &more);
			ck_assert_uint_eq(more.size, one.size);
			ck_assert(!memcmp(more.at, one.at, one.size));
			bytes_free(&more);
		}
		bytes_free(&one);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("frames");

	tcase_add_loop_test(tcase, frames_moved, 0, LENGTH(forms));
	tcase_add_loop_test(tcase, bytes_appended, 0, LENGTH(forms));
	tcase_add_test(tcase, only_an_end);
	tcase_add_loop_test(tcase, foreign_or_newer, 0, LENGTH(foreign));
	tcase_add_loop_test(tcase, tag_letters, 0, LENGTH(tags));
	tcase_add_test(tcase, unknown_sections);
	tcase_add_loop_test(tcase, hostile_headers, 0, LENGTH(hostile));
	tcase_add_test(tcase, section_of_two_tags);
	tcase_add_loop_test(tcase, compressed_payloads, 0, PAYLOADS);
	tcase_add_test(tcase, threads_give_the_same_bytes);
	return unit_run(tcase);
}
