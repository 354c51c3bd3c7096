/* SPDX-License-Identifier: MIT */
/*
 * test_sums.c - checksums of stored bytes: no flipped bit of a packed stream
 * is accepted, old streams without them are read, and get them when they pass
 */
#include "stream_pieces.h"
#include "stream_sample.h"

#include <zstd.h>

/* Reads all frames, payloads included. */
static enum sp_status
read_frames(const struct bytes *bytes, struct sp_error *err)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_frame frame;
	enum sp_status status;

	do
		status = sp_reader_next(reader, &frame, err);
	while (!status && frame.tag != SP_TAG_END);
	sp_reader_free(reader);
	return status;
}

/* Passes a whole stream on, as a filter does that wants nothing of it. */
static enum sp_status
pass_on(const struct bytes *from, int level, struct bytes *to,
	struct sp_error *err)
{
	struct source source = { from->at, from->size, 0, SIZE_MAX, SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_writer *writer = bytes_writer(to, level, 1, false);
	struct sp_load_options options = { .writer = writer };

	return pass_to_writer(reader, &options, err);
}

/* The stream as it was before packed frames had checksums. */
static void
without_sums(const struct bytes *from, struct bytes *to)
{
	struct pieces pieces;

	take_apart(from, &pieces);
	ck_assert_uint_eq(pieces.features & SP_FEATURE_SUMS, SP_FEATURE_SUMS);
	pieces.features &= ~(uint32_t)SP_FEATURE_SUMS;
	for (int i = 0; i < pieces.count; i++)
		if (pieces.at[i].frame.flags & SP_FRAME_PACKED)
			pieces.at[i].frame.stored -= SP_STORED_SUM;
	pieces.count--; /* the end frame */
	seal(&pieces, to);
}

/* The samples uncompressed, compressed, and as that was before. */
struct forms {
	struct bytes plain, packed, old;
};

static void
forms_make(struct forms *forms, enum kind kind)
{
	struct sample sample;

	*forms = (struct forms){ BYTES, BYTES, BYTES };
	sample_make(&sample);
	write_stream(&sample, kind, 0, &forms->plain);
	write_stream(&sample, kind, 1, &forms->packed);
	without_sums(&forms->packed, &forms->old);
	sample_free(&sample);
}

static void
forms_free(struct forms *forms)
{
	bytes_free(&forms->plain);
	bytes_free(&forms->packed);
	bytes_free(&forms->old);
}

START_TEST(old_streams)
{
	struct forms forms;
	struct bytes to = BYTES;
	struct sp_error err;

	forms_make(&forms, (enum kind)_i);
	ck_assert_uint_eq(sp_load32(forms.old.at + 12), SP_FEATURE_SPLIT);
	must(read_frames(&forms.old, &err), err);
	/* A compressed output gives each frame its checksum. */
	must(pass_on(&forms.old, 3, &to, &err), err);
	same_bytes(&to, &forms.packed);
	bytes_free(&to);
	/* An output that has no feature has no packed frame either. */
	must(pass_on(&forms.old, 0, &to, &err), err);
	ck_assert_int_eq(frames_with(&to, SP_FRAME_PACKED), 0);
	ck_assert_uint_eq(sp_load32(to.at + 12), SP_FEATURE_SPLIT);
	/* The preamble is in the chain, which is at the end. */
	ck_assert_uint_eq(to.size, forms.plain.size);
	ck_assert_mem_eq(to.at + SP_PREAMBLE, forms.plain.at + SP_PREAMBLE,
			 to.size - SP_PREAMBLE - SP_FRAME_HEADER -
			 SP_END_PAYLOAD);
	bytes_free(&to);
	/* What has checksums passes as it is. */
	must(pass_on(&forms.packed, 0, &to, &err), err);
	same_bytes(&to, &forms.packed);
	bytes_free(&to);
	forms_free(&forms);
}
END_TEST

/* AddressSanitizer makes each reader expensive. */
#ifdef __SANITIZE_ADDRESS__
#define BIT_STEP unit_step(61)
#else
#define BIT_STEP unit_step(7)
#endif

/* No bit of a packed stream may flip, whoever only passes it on. */
START_TEST(flips_do_not_pass)
{
	struct forms forms;
	size_t tried = 0, step = BIT_STEP;

	forms_make(&forms, KIND_ALL);
	for (size_t bit = 0; bit < 8 * forms.packed.size; bit += step) {
		uint8_t *byte = forms.packed.at + bit / 8;
		struct bytes to = BYTES;
		struct sp_error err;

		*byte ^= (uint8_t)(1 << bit % 8);
		hold(pass_on(&forms.packed, bit & 1 ? 3 : 0, &to, &err) ==
		     SP_DATA);
		*byte ^= (uint8_t)(1 << bit % 8);
		bytes_free(&to);
		tried++;
	}
	ck_assert_uint_gt(tried, 40000 / step);
	forms_free(&forms);
}
END_TEST

/* Of an old stream, only what zstd ignores; and that does no harm. */
START_TEST(flips_of_old_streams)
{
	struct forms forms;
	struct bytes whole = BYTES;
	struct sp_error err;
	size_t ignored = 0, step = BIT_STEP;

	forms_make(&forms, KIND_ALL);
	must(pass_on(&forms.old, 0, &whole, &err), err);
	for (size_t bit = 0; bit < 8 * forms.old.size; bit += step) {
		uint8_t *byte = forms.old.at + bit / 8;
		struct bytes to = BYTES;
		enum sp_status status;

		*byte ^= (uint8_t)(1 << bit % 8);
		status = pass_on(&forms.old, 0, &to, &err);
		*byte ^= (uint8_t)(1 << bit % 8);
		if (!status)
			same_bytes(&to, &whole);
		else
			hold(status == SP_DATA);
		ignored += !status;
		bytes_free(&to);
	}
	/* Else the checksum of stored bytes had no use. */
	if (step < 61)
		ck_assert_uint_gt(ignored, 0);
	bytes_free(&whole);
	forms_free(&forms);
}
END_TEST

/* A writer that has begun without the feature has no frames that need it. */
START_TEST(sums_come_late)
{
	struct bytes to = BYTES;
	struct sp_writer *writer = bytes_writer(&to, 0, 1, false);
	struct forms forms;
	struct pieces pieces;
	struct sp_error err;

	forms_make(&forms, KIND_ALL);
	take_apart(&forms.packed, &pieces);
	for (int i = 0; i < pieces.count - 1; i++) {
		must(sp_writer_pass(writer, &pieces.at[i].frame,
				    pieces.at[i].stored, pieces.features,
				    &err), err);
		sp_writer_features(writer, pieces.features);
	}
	must(sp_writer_end(writer, &err), err);
	same_bytes(&to, &forms.plain);
	sp_writer_free(writer);
	bytes_free(&to);
	forms_free(&forms);
}
END_TEST

/* ---- frames that no writer writes ------------------------------------- */

#define RAW 400

/* One packed frame of zeros, with this checksum after it, or none. */
struct hostile {
	const char *name;
	uint32_t features;
	bool sum;
	uint64_t wrong;    /* to be added to the checksum */
	uint32_t cut;      /* bytes that are missing at the end */
	bool bad_zstd;     /* what the checksum is of cannot be unpacked */
	const char *expected;
};

static const struct hostile hostile[] = {
	{ "right", SP_FEATURE_SUMS, true, 0, 0, false, NULL },
	{ "right, old", 0, false, 0, 0, false, NULL },
	{ "wrong", SP_FEATURE_SUMS, true, 1, 0, false, "wrong checksum" },
	{ "of another sign", SP_FEATURE_SUMS, true, (uint64_t)1 << 63, 0,
	  false, "wrong checksum" },
	{ "missing", SP_FEATURE_SUMS, false, 0, 0, false, "wrong checksum" },
	{ "cut", SP_FEATURE_SUMS, true, 0, 1, false, "wrong checksum" },
	{ "without the feature", 0, true, 0, 0, false,
	  "not one whole zstd frame" },
	{ "of nonsense", SP_FEATURE_SUMS, true, 0, 0, true,
	  "the compressed payload is damaged" }
};

static size_t
make_stored(const struct hostile *of, uint8_t stored[RAW])
{
	static const uint8_t zeros[RAW];
	size_t size = ZSTD_compress(stored, RAW, zeros, RAW, 3);

	ck_assert(!ZSTD_isError(size) && size < RAW - SP_STORED_SUM);
	if (of->bad_zstd)
		memset(stored + 4, 0xff, size - 4);
	if (of->sum) {
		sp_store64(stored + size, sp_hash(stored, size) + of->wrong);
		size += SP_STORED_SUM;
	}
	return size - of->cut;
}

START_TEST(hostile_sums)
{
	static const uint8_t zeros[RAW];
	const struct hostile *of = &hostile[_i];
	struct pieces pieces = { .count = 1, .features = of->features };
	struct piece *piece = &pieces.at[0];
	struct bytes bytes = BYTES;
	uint8_t stored[RAW];
	struct sp_error err;
	enum sp_status status;

	piece->frame = (struct sp_frame){ TAG_FREE, SP_FRAME_HEAD |
		SP_FRAME_TAIL | SP_FRAME_ZSTD,
		(uint32_t)make_stored(of, stored), RAW, 0, 0,
		sp_hash(zeros, RAW) };
	piece->stored = stored;
	seal(&pieces, &bytes);
	status = read_frames(&bytes, &err);
	if (!of->expected) {
		must(status, err);
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, of->expected) != NULL,
			      "%s: %s", of->name, err.text);
	}
	bytes_free(&bytes);
}
END_TEST

/* The frame of seedpipe(5); manual.t compares the two. */
static const uint8_t example[] = {
	0x53, 0x43, 0x4f, 0x52, 0x01, 0x00, 0x00, 0x00,
	0x18, 0x00, 0x00, 0x00, 0x28, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0xa9, 0x5a, 0x4d, 0x26, 0xda, 0xdf, 0x4d, 0x11,
	0x26, 0x7a, 0xb2, 0x09, 0x13, 0x69, 0x98, 0xd2,
	0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x28, 0x3d, 0x00,
	0x00, 0x08, 0x00, 0x01, 0x00, 0x28, 0x9d, 0x10,
	0x96, 0x88, 0xdc, 0xa4, 0x97, 0xb1, 0x91, 0xc3
};

START_TEST(manual_example)
{
	static const uint8_t scores[40];
	struct pieces pieces = { .count = 3, .features = SP_FEATURE_SUMS };
	struct bytes bytes = BYTES;
	struct source source;
	struct sp_reader *reader;
	struct sp_frame frame;
	const uint8_t *payload;
	struct sp_error err;

	pieces.at[0].frame = (struct sp_frame){ SP_TAG_SCORES, SP_FRAME_HEAD,
						0, 0, 0, 0, sp_hash("", 0) };
	ck_assert(sp_frame_load(example, &pieces.at[1].frame));
	pieces.at[1].stored = example + SP_FRAME_HEADER;
	pieces.at[2].frame = (struct sp_frame){ SP_TAG_SCORES, SP_FRAME_TAIL,
						0, 0, 5, 0, sp_hash("", 0) };
	seal(&pieces, &bytes);
	must(read_frames(&bytes, &err), err);
	source = (struct source){ bytes.at, bytes.size, 0, SIZE_MAX,
				  SIZE_MAX };
	reader = source_reader(&source);
	must(sp_reader_next(reader, &frame, &err), err);
	must(sp_reader_next(reader, &frame, &err), err);
	must(sp_reader_payload(reader, &payload, &err), err);
	ck_assert_uint_eq(frame.raw, sizeof(scores));
	ck_assert_mem_eq(payload, scores, sizeof(scores));
	sp_reader_free(reader);
	bytes_free(&bytes);
}
END_TEST

/* Too short for a checksum, which must not be looked for before it. */
START_TEST(no_room_for_a_sum)
{
	static const uint8_t zeros[SP_STORED_SUM];

	for (uint32_t stored = 0; stored <= SP_STORED_SUM; stored++) {
		struct pieces pieces = { .count = 1,
					 .features = SP_FEATURE_SUMS };
		struct piece *piece = &pieces.at[0];
		struct bytes bytes = BYTES;
		struct sp_error err;

		piece->frame = (struct sp_frame){ TAG_FREE, SP_FRAME_HEAD |
			SP_FRAME_TAIL | SP_FRAME_ZSTD, stored, RAW, 0, 0, 0 };
		piece->stored = zeros;
		seal(&pieces, &bytes);
		ck_assert_int_eq(read_frames(&bytes, &err), SP_DATA);
		ck_assert_ptr_nonnull(strstr(err.text,
			stored < SP_STORED_SUM ? "impossible lengths" :
			"wrong checksum"));
		bytes_free(&bytes);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("sums");

	tcase_add_loop_test(tests, old_streams, 0, KINDS);
	tcase_add_test(tests, flips_do_not_pass);
	tcase_add_test(tests, flips_of_old_streams);
	tcase_add_test(tests, sums_come_late);
	tcase_add_loop_test(tests, hostile_sums, 0, LENGTH(hostile));
	tcase_add_test(tests, manual_example);
	tcase_add_test(tests, no_room_for_a_sum);
	return unit_run(tests);
}
