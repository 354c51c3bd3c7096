/* SPDX-License-Identifier: MIT */
/*
 * test_files_read.c - a graph in a file, or in parts, read by several
 * processes; files of which any byte was changed, or the end is missing
 */
#include "stream_bytes.h"
#include "team_threads.h"
#include "temp_file.h"

#include "cluster/files/read.h"
#include "stream/section/graph.h"
#include "stream/section/manifest.h"
#include "stream/section/scores.h"

#include <fcntl.h>

#define PAGES 9000
#define FEW 40

/* The links of page u; of pages outside of first .. end - 1, none. */
static struct sp_graph *
make_graph(uint32_t pages, uint32_t first, uint32_t end)
{
	uint64_t *ends = calloc(pages, sizeof(*ends)), links = 0;
	uint32_t *to = calloc(pages, 8 * sizeof(*to));
	struct sp_graph *graph;

	for (uint32_t u = 0; u < pages; u++) {
		for (uint32_t i = 0; i < 8 && u >= first && u < end; i++)
			if ((u * 31 + i) % 3)
				to[links++] = pages / 8 * i +
					      u * 7919 % (pages / 8);
		ends[u] = links;
	}
	graph = graph_of(pages, ends, to, 1);
	free(ends);
	free(to);
	return graph;
}

/* A stream with an index: the graph, and perhaps a score. */
static void
make_stream(const struct sp_graph *graph, const double *values,
	    struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, 3, 1, true);
	struct sp_basis basis = sp_basis_of(graph);
	struct sp_error err;

	must(sp_save_graph(writer, graph, NULL, &err), err);
	if (values)
		must(sp_save_scores(writer, "hub", values, &basis, &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

/* What all processes must find. */
struct wanted {
	const char *path;
	struct sp_fingerprint whole;
	const double *values;  /* or NULL */
};

static enum sp_status
read_all(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct wanted *wanted = context;
	struct sp_joint_input *input;
	struct sp_share *share = NULL;
	double values[FEW];
	enum sp_status status = sp_joint_open(team, wanted->path, true, &input,
					      err);

	if (status)
		return status;
	status = sp_joint_share(input, 1, &share, err);
	if (!status && wanted->values)
		status = sp_joint_score(input, "hub", sp_joint_basis(input),
					share->first, share->owned, values,
					err);
	if (!status) {
		hold(sp_fingerprint_equal(&share->whole, &wanted->whole));
		if (wanted->values && share->owned)
			hold(!memcmp(values, wanted->values + share->first,
				     share->owned * sizeof(*values)));
	}
	sp_share_free(share);
	sp_joint_close(input);
	return status;
}

/* ---- parts ------------------------------------------------------------ */

static const uint32_t bounds[] = { 0, 2048, 2048, 8192, PAGES };

#define PARTS 4

static void
file_of(char path[64], const char *end)
{
	snprintf(path, 64, "%s.%s", temp_path, end);
}

static void
write_file(const char *path, const struct bytes *bytes)
{
	FILE *file = fopen(path, "wb");

	hold(file);
	hold(fwrite(bytes->at, 1, bytes->size, file) == bytes->size);
	hold(!fclose(file));
}

static void
make_part(struct sp_manifest *manifest, unsigned k)
{
	struct sp_graph *graph = make_graph(PAGES, bounds[k], bounds[k + 1]);
	struct bytes bytes = BYTES;
	char path[64], end[2] = { (char)('0' + k), '\0' };
	struct sp_error err;

	make_stream(graph, NULL, &bytes);
	file_of(path, end);
	write_file(path, &bytes);
	must(sp_manifest_add(manifest, &(struct sp_manifest_part){
				path, bounds[k], bounds[k + 1],
				sp_basis_of(graph), bytes.size }, &err), err);
	bytes_free(&bytes);
	sp_graph_free(graph);
}

START_TEST(parts_are_read)
{
	struct sp_graph *whole = make_graph(PAGES, 0, PAGES);
	struct wanted wanted = { temp_path, sp_graph_fingerprint(whole), NULL };
	struct sp_manifest manifest = { 0 };
	struct bytes text = BYTES;
	struct sp_output output = { &text, bytes_write };
	char first[64], second[64];
	struct sp_error err;

	for (unsigned k = 0; k < PARTS; k++)
		make_part(&manifest, k);
	must(sp_manifest_write(&manifest, &output, &err), err);
	temp_file_write(text.at, text.size);
	for (unsigned size = 1; size < 8; size++)
		must(team_run(size, read_all, &wanted, &err), err);
	/* A part in the place of another. */
	file_of(first, "0");
	file_of(second, "2");
	hold(!rename(second, first));
	hold(team_run(2, read_all, &wanted, &err) == SP_DATA);
	hold(strstr(err.text, first));
	for (unsigned k = 0; k < PARTS; k++) {
		file_of(first, (char[]){ (char)('0' + k), '\0' });
		unlink(first);
	}
	bytes_free(&text);
	sp_manifest_free(&manifest);
	sp_graph_free(whole);
}
END_TEST

/* ---- one file --------------------------------------------------------- */

START_TEST(a_file_is_read)
{
	struct sp_graph *whole = make_graph(PAGES, 0, PAGES);
	struct wanted wanted = { temp_path, sp_graph_fingerprint(whole), NULL };
	struct bytes bytes = BYTES;
	struct sp_error err;

	make_stream(whole, NULL, &bytes);
	temp_file_write(bytes.at, bytes.size);
	for (unsigned size = 1; size < 12; size += 3)
		must(team_run(size, read_all, &wanted, &err), err);
	bytes_free(&bytes);
	sp_graph_free(whole);
}
END_TEST

/*
 * No change of a byte leads to another result: it is found, or it is in what
 * nobody reads.
 */
START_TEST(damage_is_found)
{
	struct sp_graph *whole = make_graph(FEW, 0, FEW);
	double values[FEW];
	struct wanted wanted = { temp_path, sp_graph_fingerprint(whole),
				 values };
	struct bytes bytes = BYTES;
	struct sp_error err;
	size_t found = 0;
	int fd;

	for (int i = 0; i < FEW; i++)
		values[i] = i / 7.0;
	make_stream(whole, values, &bytes);
	temp_file_write(bytes.at, bytes.size);
	must(team_run(1, read_all, &wanted, &err), err);
	fd = open(temp_path, O_WRONLY);
	for (size_t i = 0; i < 8 * bytes.size; i++) {
		uint8_t byte = bytes.at[i / 8] ^ (uint8_t)(1 << i % 8);

		hold(pwrite(fd, &byte, 1, (off_t)(i / 8)) == 1);
		found += team_run(1, read_all, &wanted, &err) == SP_DATA;
		hold(pwrite(fd, bytes.at + i / 8, 1, (off_t)(i / 8)) == 1);
	}
	/*
	 * All but the minor version, the header of the score's tail, and that
	 * there may be frames in parts, of which there are none.
	 */
	ck_assert_uint_eq(found, 8 * (bytes.size - SP_FRAME_HEADER - 2) - 1);
	for (size_t size = bytes.size; size--;) {
		hold(!ftruncate(fd, (off_t)size));
		hold(team_run(1, read_all, &wanted, &err) == SP_DATA);
	}
	close(fd);
	bytes_free(&bytes);
	sp_graph_free(whole);
}
END_TEST

/* ---- hostile numbers --------------------------------------------------- */

/* A graph of which everything but the numbers is right. */
static void
make_claims(uint64_t pages, uint64_t count, uint64_t more, uint64_t links,
	    struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, 0, 1, true);
	uint8_t head[SP_GRAPH_HEAD] = { 0 }, tail[SP_GRAPH_TAIL] = { 0 };
	static const uint8_t block[17] = { 1 };
	struct sp_error err;

	sp_store64(head, pages);
	sp_store32(head + 8, SP_BLOCK_PAGES);
	sp_store64(tail, links);
	sp_store64(tail + 16, links);
	must(sp_writer_frame(writer, SP_TAG_GRAPH, SP_FRAME_HEAD, 0, 0, head,
			     sizeof(head), &err), err);
	must(sp_writer_frame(writer, SP_TAG_GRAPH, 0, 0, count, block,
			     sizeof(block), &err), err);
	must(sp_writer_frame(writer, SP_TAG_GRAPH, 0, count, more, block,
			     sizeof(block), &err), err);
	must(sp_writer_frame(writer, SP_TAG_GRAPH, SP_FRAME_TAIL,
			     count + more, 0, tail, sizeof(tail), &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

START_TEST(hostile_numbers)
{
	static const uint64_t claims[][4] = {
		{ UINT64_C(1) << 33, UINT64_C(1) << 33, 0, 0 },
		{ UINT64_C(1) << 33, 1024, 0, 0 },
		{ 1, UINT64_MAX, 2, 0 },
		{ 1, UINT64_MAX - 1024, 1025, 0 },
		{ SP_PAGES_MAX, 1024, SP_PAGES_MAX - 1024, 0 },
		{ 1025, 1024, 1, UINT64_C(1) << 33 },
		{ 1025, 1, 1024, 0 },
		{ 1025, 1025, 0, 0 },
		{ 0, 0, 0, 0 }
	};
	struct wanted wanted = { .path = temp_path };
	struct sp_error err;

	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++)
		for (unsigned size = 1; size < 4; size++) {
			struct bytes bytes = BYTES;

			make_claims(claims[i][0], claims[i][1], claims[i][2],
				    claims[i][3], &bytes);
			temp_file_write(bytes.at, bytes.size);
			ck_assert_int_eq(team_run(size, read_all, &wanted,
						  &err), SP_DATA);
			bytes_free(&bytes);
		}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("joint_read");

	tcase_add_checked_fixture(tcase, temp_file_make, temp_file_remove);
	tcase_add_test(tcase, parts_are_read);
	tcase_add_test(tcase, a_file_is_read);
	tcase_add_test(tcase, damage_is_found);
	tcase_add_test(tcase, hostile_numbers);
	return unit_run(tcase);
}
