/* SPDX-License-Identifier: MIT */
/*
 * test_listing.c - the list of a stream's sections has each of them, with its
 * name, items and bytes, whether it is loaded or not
 */
#include "stream_sample.h"

#include "stream/format.h"
#include "stream/section/listing.h"

/* Loads these kinds and lists all. */
static enum sp_status
list_bytes(const uint8_t *at, size_t size, unsigned want,
	   struct sp_listing *listing, struct sp_error *err)
{
	struct source source = { at, size, 0, SIZE_MAX, SIZE_MAX };
	struct sp_load_options options = { .want = want,
					   .listing = listing };
	struct sp_reader *reader = source_reader(&source);
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_load(reader, &options, &contents, err);

	sp_contents_free(&contents);
	sp_reader_free(reader);
	return status;
}

static bool
is_named(const struct sp_listing *listing, uint64_t i, const char *name)
{
	size_t length;
	const char *text = sp_names_get(&listing->names, i, &length);

	return length == strlen(name) && !memcmp(text, name, length);
}

/* What a frame-by-frame reading of the stream says of its sections. */
static void
check_frames(const struct bytes *bytes, const struct sp_listing *listing)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	uint64_t sections = 0, items = 0, stored = 0, unpacked = 0;
	struct sp_frame frame;
	struct sp_error err;

	for (;;) {
		must(sp_reader_next(reader, &frame, &err), err);
		if (frame.tag == SP_TAG_END)
			break;
		sections += (frame.flags & SP_FRAME_HEAD) > 0;
		items += frame.count;
		stored += frame.stored + SP_FRAME_HEADER;
		unpacked += frame.raw;
	}
	hold(listing->count == sections && listing->names.count == sections);
	for (uint64_t i = 0; i < listing->count; i++) {
		items -= listing->sections[i].items;
		stored -= listing->sections[i].stored;
		unpacked -= listing->sections[i].unpacked;
	}
	hold(!items && !stored && !unpacked);
	sp_reader_free(reader);
}

START_TEST(every_kind)
{
	struct sample sample;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct sp_listing lists[2] = { { 0 }, { 0 } };
		struct bytes bytes = BYTES;
		struct sp_error err;

		write_stream(&sample, (enum kind)_i, form, &bytes);
		must(list_bytes(bytes.at, bytes.size, 0, &lists[0], &err),
		     err);
		must(list_bytes(bytes.at, bytes.size, SP_SECTION_ALL,
				&lists[1], &err), err);
		check_frames(&bytes, &lists[0]);
		hold(lists[0].bytes == bytes.size);
		hold(lists[1].count == lists[0].count);
		hold(!lists[0].count ||
		     !memcmp(lists[0].sections, lists[1].sections,
			     lists[0].count * sizeof(*lists[0].sections)));
		sp_listing_free(&lists[0]);
		sp_listing_free(&lists[1]);
		bytes_free(&bytes);
	}
	sample_free(&sample);
}
END_TEST

START_TEST(names_and_graphs)
{
	struct sp_listing listing = { 0 };
	struct bytes bytes = BYTES;
	struct sample sample;
	struct sp_error err;

	sample_make(&sample);
	write_stream(&sample, KIND_SCORES, 0, &bytes);
	must(list_bytes(bytes.at, bytes.size, 0, &listing, &err), err);
	ck_assert_uint_eq(listing.count, 2);
	hold(is_named(&listing, 0, "hub") &&
	     is_named(&listing, 1, "authority"));
	ck_assert_str_eq(sp_kind_word(listing.sections[0].place), "scores");
	ck_assert_uint_eq(listing.sections[0].items, PAGES);
	hold(listing.sections[0].has_basis);
	hold(sp_fingerprint_equal(&listing.sections[0].basis.graph,
				  &sample.basis.graph));
	hold(sp_listing_last(&listing, SP_TAG_SCORES) ==
	     &listing.sections[1]);
	hold(!sp_listing_last(&listing, SP_TAG_GRAPH));
	sp_listing_free(&listing);
	bytes_free(&bytes);
	write_stream(&sample, KIND_UNKNOWN, 0, &bytes);
	must(list_bytes(bytes.at, bytes.size, 0, &listing, &err), err);
	ck_assert_uint_eq(listing.sections[0].tag, TAG_FREE);
	ck_assert_str_eq(sp_kind_word(listing.sections[0].place), "unknown");
	sp_listing_free(&listing);
	bytes_free(&bytes);
	sample_free(&sample);
}
END_TEST

/* A head that is too short for a name is refused, though it is not loaded. */
START_TEST(heads_are_checked)
{
	struct sp_listing listing = { 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_error err;

	must(sp_writer_frame(writer, SP_TAG_SCORES,
			     SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 0, "short", 5,
			     &err), err);
	must(sp_writer_end(writer, &err), err);
	hold(list_bytes(bytes.at, bytes.size, 0, &listing, &err) == SP_DATA);
	hold(strstr(err.text, "the head is too short"));
	sp_listing_free(&listing);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("listing");

	tcase_add_loop_test(tcase, every_kind, 0, KINDS);
	tcase_add_test(tcase, names_and_graphs);
	tcase_add_test(tcase, heads_are_checked);
	return unit_run(tcase);
}
