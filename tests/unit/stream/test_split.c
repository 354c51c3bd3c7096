/* SPDX-License-Identifier: MIT */
/*
 * test_split.c - blocks of links in parts: joined again they are the same
 * bytes, with every kind of record; what cannot be split is refused; damaged
 * parts do no harm; and streams with parts pass, load and are refused as they
 * should.
 */
#include "graph_rows.h"
#include "stream_pieces.h"

#include "graph/store.h"
#include "stream/section/graph.h"
#include "stream/split.h"

/* ---- records ---------------------------------------------------------- */

/* A block under construction. */
struct block {
	uint8_t bytes[1 << 16];
	uint64_t links, size;
};

static void
block_begin(struct block *block)
{
	*block = (struct block){ .size = 16, .links = 77 };
}

static void
block_record(struct block *block, const uint8_t *body, size_t length)
{
	uint8_t *end = sp_put_leb(block->bytes + block->size, length);

	memcpy(end, body, length);
	block->size = (uint64_t)(end - block->bytes) + length;
	sp_store64(block->bytes, block->size - 16);
	sp_store64(block->bytes + 8, block->links);
}

/*
 * Splits and joins.  Every buffer is as small as it may be, so that the
 * sanitizer sees a step too far.  Returns whether it can be split.
 */
static bool
same_again(const uint8_t *payload, size_t length)
{
	uint8_t *buffer = malloc(length + SP_SPLIT_SLACK);
	uint8_t *again = malloc(length + 1), *exact = malloc(length + 1);
	struct sp_parts parts;
	const char *wrong;
	size_t sum = 0;
	bool split;

	hold(buffer && again && exact);
	memcpy(exact + 1, payload, length);
	split = sp_split(exact + 1, length, buffer, &parts);
	if (split) {
		for (unsigned i = 0; i < SP_PARTS; i++)
			sum += parts.size[i];
		hold(sum <= length);
		memset(buffer + sum, 0xff, length + SP_SPLIT_SLACK - sum);
		wrong = sp_join(&parts, again + 1, length);
		ck_assert_msg(!wrong, "%s", wrong);
		hold(!memcmp(again + 1, payload, length));
		/* One byte more or less is another payload. */
		hold(length < 1 || sp_join(&parts, again + 1, length - 1));
		free(again);
		again = malloc(length + 1);
		hold(again);
		hold(sp_join(&parts, again, length + 1));
	}
	free(buffer);
	free(again);
	free(exact);
	return split;
}

static bool
record_splits(const char *bytes, size_t length)
{
	struct block block;
	bool splits;

	block_begin(&block);
	block_record(&block, (const uint8_t *)bytes, length);
	splits = same_again(block.bytes, block.size);
	/* With others around it, which are joined quickly. */
	block_begin(&block);
	for (int i = 0; i < 40; i++) {
		block_record(&block, (const uint8_t *)"", 0);
		block_record(&block, (const uint8_t *)"\0\1\2", 3);
		if (i == 20)
			block_record(&block, (const uint8_t *)bytes, length);
	}
	hold(same_again(block.bytes, block.size) == splits);
	return splits;
}

#define RECORD(bytes, splits) { bytes, sizeof(bytes) - 1, splits }

static const struct {
	const char *bytes;
	size_t length;
	bool splits;
} records[] = {
	RECORD("", true),                  /* no successors */
	RECORD("\0\5", true),              /* one number */
	RECORD("\0\x85\1\7", true),
	RECORD("\0\xff\xff\xff\xff\xf\0\0\0\0\0\0\0\0\0\0\0\0", true),
	RECORD("\1", true),                /* equal to its reference */
	RECORD("\7\1\2\3", true),          /* and numbers after it */
	RECORD("\12\x40\3", true),         /* begins with a number */
	RECORD("\12\x43\3", true),         /* has one later */
	RECORD("\12\x33", true),           /* none */
	RECORD("\22\x40\xc1\1\2\3\4\x84\1", true),
	/* Numbers need not be the shortest, nor records valid. */
	RECORD("\0\x80\0\x80\x80\0\1", true),
	RECORD("\0\x80\x80\x80\x80\x80\x80\x80\1\1", true),
	RECORD("\0\x80\x80\x80\x80\x80\x80\x80\x80\1\1", false), /* first */
	RECORD("\0", false),               /* an empty list */
	RECORD("\0\x85", false),           /* a number that does not end */
	RECORD("\1\5\x85", false),
	RECORD("\12\x40", false),          /* an insert without a number */
	RECORD("\12\x43", false),
	RECORD("\12", false),              /* edits without edits */
	RECORD("\10\x40\1", false),        /* edits of no reference */
	RECORD("\10", false),
	RECORD("\371", false),             /* 31 edits and more */
	RECORD("\371\x80", false),
	RECORD("\371\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", false)
};

START_TEST(one_record)
{
	ck_assert(record_splits(records[_i].bytes, records[_i].length) ==
		  records[_i].splits);
}
END_TEST

/* All numbers of edits and of numbers about the steps of the quick way. */
START_TEST(sizes)
{
	static const unsigned counts[] = { 0, 1, 2, 7, 8, 9, 15, 16, 17, 24,
					   30, 31, 32, 33, 126, 127, 128,
					   129, 300 };
	uint8_t body[2048];

	for (int e = 0; e < LENGTH(counts); e++)
		for (int n = 0; n < LENGTH(counts); n++)
			for (int wide = 0; wide < 6; wide++) {
				unsigned edits = counts[e];
				uint8_t *at = body;

				*at++ = (uint8_t)(1 | (edits < 31 ?
						       edits : 31) << 3);
				if (edits >= 31)
					at = sp_put_leb(at, edits - 31);
				memset(at, 0x21, edits);
				/* Some insert; so numbers cannot be fewer. */
				for (unsigned i = 0; i < counts[n] && i < edits;
				     i += 3)
					at[i] |= 0x40;
				at += edits;
				for (unsigned i = 0; i < counts[n]; i++)
					at = sp_put_leb(at, wide > 4 ?
						UINT64_C(1) << 7 * (i % 5) :
						UINT64_C(1) << 7 * wide);
				hold(record_splits((char *)body,
						   (size_t)(at - body)));
			}
}
END_TEST

START_TEST(blocks_that_cannot_be_split)
{
	struct block block;

	hold(same_again((const uint8_t *)"", 0));
	block_begin(&block);
	block_record(&block, (const uint8_t *)"\0\1", 2);
	for (size_t length = 1; length < block.size; length++)
		hold(!same_again(block.bytes, length));
	sp_store64(block.bytes, 2); /* its records end inside of one */
	hold(!same_again(block.bytes, block.size));
	sp_store64(block.bytes, UINT64_MAX);
	hold(!same_again(block.bytes, block.size));
	block_begin(&block); /* a length in two bytes that fits one */
	memcpy(block.bytes + 16, "\x82\0\0\1", 4);
	sp_store64(block.bytes, 4);
	hold(!same_again(block.bytes, 20));
	block_begin(&block); /* no records */
	hold(same_again(block.bytes, 16));
}
END_TEST

/* ---- random graphs ---------------------------------------------------- */

static struct sp_graph *
random_graph(struct sp_random *random, uint64_t pages)
{
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		uint64_t kind = sp_random_below(random, 6);
		uint64_t start = page > 1 ? rows.ends[page - 2] : 0;
		uint64_t end = page ? rows.ends[page - 1] : 0;

		/* Most of the list before, or one of its own. */
		for (uint64_t i = start; kind < 4 && i < end; i++)
			if (sp_random_below(random, 8))
				rows_add(&rows, rows.successors[i]);
		if (kind == 4)
			rows_draw(&rows, random,
				  1 + sp_random_below(random, 60));
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static size_t
payload_of(const struct sp_graph *graph, uint8_t *payload)
{
	size_t size = 0;

	for (uint64_t b = 0; b < sp_graph_blocks(graph); b++) {
		uint64_t length;
		const uint8_t *bytes = sp_graph_block_bytes(graph, b,
							    &length);

		hold(size + length <= SP_FRAME_MAX);
		memcpy(payload + size, bytes, length);
		size += length;
	}
	return size;
}

START_TEST(random_graphs)
{
	uint8_t *payload = malloc(SP_FRAME_MAX);
	struct sp_random random = { 5 };

	hold(payload);
	for (int i = 0; i < ROUNDS_OF(100); i++) {
		struct sp_graph *graph = random_graph(
			&random, sp_random_below(&random, 3000));

		hold(same_again(payload, payload_of(graph, payload)));
		sp_graph_free(graph);
	}
	free(payload);
}
END_TEST

/* ---- damage ----------------------------------------------------------- */

/* Changed parts give an error, or another payload of the same length. */
START_TEST(damaged_parts)
{
	uint8_t *payload = malloc(SP_FRAME_MAX);
	struct sp_random random = { 6 };
	struct sp_graph *graph;
	struct sp_parts parts;
	uint8_t *buffer;
	size_t length, sum;
	int refused = 0;

	hold(payload);
	graph = random_graph(&random, 700);
	length = payload_of(graph, payload);
	buffer = malloc(length + SP_SPLIT_SLACK);
	hold(buffer);
	for (int i = 0; i < ROUNDS_OF(4000); i++) {
		uint8_t *exact, *again = malloc(length);
		struct sp_parts damaged;

		hold(again && sp_split(payload, length, buffer, &parts));
		sum = 0;
		damaged = parts;
		for (unsigned k = 0; k < SP_PARTS; k++)
			sum += parts.size[k];
		for (uint64_t k = sp_random_below(&random, 4); k; k--)
			buffer[sp_random_below(&random, sum)] =
				(uint8_t)sp_random_below(&random, 256);
		/* Parts that give bytes to each other, or lose some. */
		if (!sp_random_below(&random, 3)) {
			unsigned k = (unsigned)sp_random_below(&random,
							       SP_PARTS);
			size_t less = sp_random_below(&random, 5);

			less = less < damaged.size[k] ? less : damaged.size[k];
			damaged.size[k] -= less;
			if (k + 1 < SP_PARTS && sp_random_below(&random, 2)) {
				damaged.at[k + 1] -= less;
				damaged.size[k + 1] += less;
			}
		}
		sum = 0;
		for (unsigned k = 0; k < SP_PARTS; k++)
			sum += damaged.size[k];
		exact = malloc(sum + SP_SPLIT_SLACK);
		hold(exact);
		memset(exact + sum, 0, SP_SPLIT_SLACK);
		sum = 0;
		for (unsigned k = 0; k < SP_PARTS; k++) {
			memcpy(exact + sum, damaged.at[k], damaged.size[k]);
			damaged.at[k] = exact + sum;
			sum += damaged.size[k];
		}
		refused += sp_join(&damaged, again, length) != NULL;
		free(exact);
		free(again);
	}
	ck_assert_int_gt(refused, ROUNDS_OF(4000) / 4);
	free(buffer);
	free(payload);
	sp_graph_free(graph);
}
END_TEST

/* ---- streams ---------------------------------------------------------- */

static void
write_graph(const struct sp_graph *graph, int level, bool split, int threads,
	    struct bytes *bytes)
{
	struct sp_output output = { bytes, bytes_write };
	struct sp_writer_options options = { level, threads, false, split };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_error err;

	hold(writer);
	must(sp_save_graph(writer, graph, NULL, &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

/* Reads a stream and passes it to a writer. */
static enum sp_status
pass_on(const struct bytes *from, int level, bool split, bool links_change,
	struct bytes *to, struct sp_error *err)
{
	struct source source = { from->at, from->size, 0, SIZE_MAX, SIZE_MAX };
	struct sp_output output = { to, bytes_write };
	struct sp_writer_options options = { level, 1, false, split };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_load_options load = { .writer = writer,
					.links_change = links_change };
	struct sp_reader *reader = source_reader(&source);

	hold(writer);
	return pass_to_writer(reader, &load, err);
}

static uint32_t
features(const struct bytes *bytes)
{
	return sp_load32(bytes->at + 12);
}

START_TEST(streams)
{
	struct bytes split = BYTES, whole = BYTES, plain = BYTES, to = BYTES;
	struct sp_random random = { 7 };
	struct sp_graph *graph;
	struct sp_error err;

	graph = random_graph(&random, 2500);
	write_graph(graph, 6, true, 1, &split);
	write_graph(graph, 6, false, 1, &whole);
	write_graph(graph, 0, true, 1, &plain);
	ck_assert_uint_eq(features(&split), SP_FEATURES);
	ck_assert_int_eq(frames_with(&split, SP_FRAME_SPLIT), 1);
	ck_assert_uint_eq(features(&whole), SP_FEATURE_SUMS);
	ck_assert_int_eq(frames_with(&whole, SP_FRAME_SPLIT), 0);
	ck_assert_uint_eq(features(&plain), 0);
	ck_assert_uint_lt(split.size, whole.size);
	/* Any number of threads writes the same. */
	write_graph(graph, 6, true, 3, &to);
	same_bytes(&to, &split);
	bytes_free(&to);
	/* A frame passes as it is stored ... */
	must(pass_on(&split, 0, false, false, &to, &err), err);
	same_bytes(&to, &split);
	bytes_free(&to);
	must(pass_on(&whole, 6, true, false, &to, &err), err);
	ck_assert_int_eq(frames_with(&to, SP_FRAME_SPLIT), 0);
	bytes_free(&to);
	/* ... or is compressed as its output is. */
	must(pass_on(&plain, 6, true, false, &to, &err), err);
	same_bytes(&to, &split);
	bytes_free(&to);
	/* Links that do not pass leave no feature. */
	must(pass_on(&split, 0, false, true, &to, &err), err);
	ck_assert_uint_eq(features(&to), SP_FEATURE_SUMS);
	bytes_free(&to);
	bytes_free(&split);
	bytes_free(&whole);
	bytes_free(&plain);
	sp_graph_free(graph);
}
END_TEST

/* A stream with parts comes after a writer has begun without them. */
START_TEST(parts_come_late)
{
	struct bytes split = BYTES, to = BYTES;
	struct sp_output output = { &to, bytes_write };
	struct sp_writer_options options = { 0, 1, false, true };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_contents contents = { 0 };
	struct sp_random random = { 20 };
	struct sp_graph *graph;
	struct pieces pieces;
	struct sp_error err;

	graph = random_graph(&random, 2500);
	write_graph(graph, 6, true, 1, &split);
	hold(writer);
	take_apart(&split, &pieces);
	for (int i = 0; i < pieces.count - 1; i++) {
		must(sp_writer_pass(writer, &pieces.at[i].frame,
				    pieces.at[i].stored, pieces.features,
				    &err), err);
		sp_writer_features(writer, SP_FEATURE_SPLIT);
	}
	must(sp_writer_end(writer, &err), err);
	ck_assert_uint_eq(features(&to), 0);
	ck_assert_int_eq(frames_with(&to, SP_FRAME_SPLIT), 0);
	must(load_bytes(to.at, to.size, &contents, &err), err);
	ck_assert_uint_eq(sp_contents_fingerprint(&contents)->checksum,
			  sp_graph_fingerprint(graph).checksum);
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&split);
	bytes_free(&to);
	sp_graph_free(graph);
}
END_TEST

/* Sizes of parts that the frame does not have, and other nonsense. */
START_TEST(hostile_payloads)
{
	struct sp_zstd *zstd = sp_zstd_new();
	uint8_t *stored = malloc(sp_zstd_bound()), *raw = malloc(SP_FRAME_MAX);
	uint8_t *payload = malloc(SP_FRAME_MAX);
	struct sp_random random = { 9 };
	struct sp_graph *graph;
	size_t length, size;

	hold(zstd && stored && raw && payload);
	graph = random_graph(&random, 2000);
	length = payload_of(graph, payload);
	hold(sp_zstd_compress_parts(zstd, 3, payload, length, stored,
				    sp_zstd_bound(), &size));
	ck_assert_uint_gt(size, 0);
	ck_assert_ptr_null(sp_zstd_decompress_parts(zstd, stored, size, raw,
						    length));
	ck_assert_mem_eq(raw, payload, length);
	/* Cut anywhere, and with a byte more. */
	for (size_t cut = 0; cut < size; cut += 1 + cut / 20) {
		uint8_t *exact = malloc(cut + 1);

		hold(exact);
		memcpy(exact + 1, stored, cut);
		hold(sp_zstd_decompress_parts(zstd, exact + 1, cut, raw,
					      length));
		free(exact);
	}
	stored[size] = 0;
	hold(sp_zstd_decompress_parts(zstd, stored, size + 1, raw, length));
	hold(sp_zstd_decompress_parts(zstd, stored, size, raw, length - 1));
	/* Every byte of the sizes, and some of the rest. */
	for (size_t i = 0; i < size; i += 1 + i / 16) {
		uint8_t byte = stored[i];

		for (unsigned bit = 0; bit < 8; bit++) {
			stored[i] = (uint8_t)(byte ^ 1u << bit);
			/* The checksum of the frame finds what is left. */
			if (!sp_zstd_decompress_parts(zstd, stored, size, raw,
						      length))
				hold(i > 12);
		}
		stored[i] = byte;
	}
	free(stored);
	free(raw);
	free(payload);
	sp_zstd_free(zstd);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("split");

	tcase_add_loop_test(tests, one_record, 0, LENGTH(records));
	tcase_add_test(tests, sizes);
	tcase_add_test(tests, blocks_that_cannot_be_split);
	tcase_add_test(tests, random_graphs);
	tcase_add_test(tests, damaged_parts);
	tcase_add_test(tests, streams);
	tcase_add_test(tests, parts_come_late);
	tcase_add_test(tests, hostile_payloads);
	return unit_run(tests);
}
