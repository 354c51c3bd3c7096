/* SPDX-License-Identifier: MIT */
/*
 * test_hostile_sections.c - heads that claim what is not there, and sections
 * that do not belong together, all with checksums that are right: none of it
 * crashes, takes memory, or gets through.
 */
#include "graph_rows.h"
#include "limit_memory.h"
#include "stream_pieces.h"

#include "graph/codec.h"
#include "stream/section/cores.h"
#include "stream/section/prune.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"

/* Page i links to pages 0 .. i % (most + 1) - 1. */
static struct sp_graph *
stairs(uint64_t pages, uint32_t most)
{
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		for (uint32_t i = 0; i < page % (most + 1); i++)
			rows_add(&rows, i);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

/* ---- heads that claim too much ---------------------------------------- */

static void
put_section(struct sp_writer *writer, uint32_t tag, const void *head,
	    size_t head_length, const void *data, size_t data_length,
	    uint64_t items, const void *tail, size_t tail_length)
{
	struct sp_error err;

	must(sp_writer_frame(writer, tag, SP_FRAME_HEAD, 0, 0, head,
			     head_length, &err), err);
	if (data_length)
		must(sp_writer_frame(writer, tag, 0, 0, items, data,
				     data_length, &err), err);
	must(sp_writer_frame(writer, tag, SP_FRAME_TAIL,
			     data_length ? items : 0, 0, tail, tail_length,
			     &err), err);
}

static void
put_graph_head(struct sp_writer *writer, uint64_t pages, uint64_t links,
	       uint64_t counted)
{
	uint8_t head[SP_GRAPH_HEAD] = { 0 }, tail[SP_GRAPH_TAIL] = { 0 };

	sp_store64(head, pages);
	sp_store32(head + 8, SP_BLOCK_PAGES);
	sp_store32(head + 12, SP_CHAIN_MAX);
	sp_store64(tail, links);
	sp_store64(tail + 16, links);
	put_section(writer, SP_TAG_GRAPH, head, sizeof(head), "\0\0\0\0\0\0",
		    counted ? 6 : 0, counted, tail, sizeof(tail));
}

/* Two downloads of the page with the largest possible number. */
static void
put_order_claim(struct sp_writer *writer, const uint8_t head[SP_BASIS + 1])
{
	uint8_t rows[2 * SP_ORDER_ROW] = { 0 }, tail[SP_ORDER_TAIL] = { 2 };

	for (int i = 0; i < 2; i++) {
		sp_store32(rows + 4 * i, SP_PAGES_MAX - 1);
		sp_store32(rows + 8 + 4 * i, SP_NO_PARENT);
		sp_store32(rows + 16 + 4 * i, 1);
	}
	put_section(writer, SP_TAG_ORDER, head, SP_BASIS + 1, rows,
		    sizeof(rows), 2, tail, sizeof(tail));
}

static void
put_claim(struct sp_writer *writer, int claim)
{
	static const uint64_t pages[] = {
		UINT64_C(1) << 40, SP_PAGES_MAX + 1, UINT64_MAX, 1u << 31,
		SP_PAGES_MAX, SP_PAGES_MAX
	};
	uint8_t bytes[SP_BASIS + 1] = { 0 };

	if (claim < 6) {
		put_graph_head(writer, pages[claim], UINT64_C(1) << 61,
			       claim == 5 ? SP_PAGES_MAX : 0);
		return;
	}
	sp_store64(bytes, claim == 6 || claim == 11 ? SP_PAGES_MAX :
						      UINT64_C(1) << 40);
	sp_store64(bytes + 8, UINT64_MAX);
	bytes[SP_BASIS] = 'x';
	switch (claim) {
	case 6:
	case 7:
		put_section(writer, SP_TAG_SCORES, bytes, sizeof(bytes), NULL,
			    0, 0, NULL, 0);
		return;
	case 8:
		put_section(writer, SP_TAG_CORES, bytes, SP_BASIS, NULL, 0,
			    0, NULL, 0);
		return;
	case 9: /* a million names, in two bytes */
		put_section(writer, SP_TAG_NAMES, NULL, 0, "\0\0", 2, 1000000,
			    NULL, 0);
		return;
	case 10: /* a name of 2^63 bytes */
		put_section(writer, SP_TAG_NAMES, NULL, 0,
			    "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9, 1,
			    NULL, 0);
		return;
	case 11:
		put_order_claim(writer, bytes);
		return;
	default: /* a host of all the pages that there can be */
		put_section(writer, SP_TAG_HOSTS, NULL, 0, "\1a", 2, 1, NULL,
			    0);
		put_section(writer, SP_TAG_HOST_OF, NULL, 0,
			    "\0\xfe\xff\xff\xff\x0f", 6, SP_PAGES_MAX, NULL,
			    0);
	}
}

#define CLAIMS 13

/*
 * Hosts of 2^32 pages in six bytes, before a graph of nine: they are compared
 * before memory is taken for them.
 */
START_TEST(hosts_of_many_pages)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_graph *graph = stairs(9, 2);
	struct sp_contents contents = { 0 };
	struct sp_error err;

	put_claim(writer, CLAIMS - 1);
	must(sp_save_graph(writer, graph, NULL, &err), err);
	must(sp_writer_end(writer, &err), err);
	limit_memory();
	ck_assert_int_eq(load_bytes(bytes.at, bytes.size, &contents, &err),
			 SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "hosts for 4294967294 pages, "
				     "but the graph has 9"));
	sp_contents_free(&contents);
	sp_graph_free(graph);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

START_TEST(claims)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	put_claim(writer, _i);
	must(sp_writer_end(writer, &err), err);
	ck_assert_uint_lt(bytes.size, 512);
	/*
	 * Without a graph nothing belies the hosts: only a limit on memory
	 * helps, and the sanitized build has none.
	 */
	if (LIMIT_MEMORY || _i != CLAIMS - 1) {
		limit_memory();
		status = load_bytes(bytes.at, bytes.size, &contents, &err);
		ck_assert_msg(status == SP_DATA ||
			      (status == SP_MEMORY && _i == CLAIMS - 1),
			      "status %d: %s", (int)status, err.text);
	}
	if (_i < 3)
		ck_assert_ptr_nonnull(strstr(err.text, "not supported"));
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* ---- sections that do not belong together ----------------------------- */

/* The weights of a graph are dropped when another graph replaces it. */
START_TEST(weights_of_the_graph_before)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_graph *small = stairs(9, 2), *large = stairs(9, 8);
	struct sp_contents contents = { 0 };
	double weights[64] = { 1 };
	struct sp_error err;

	must(sp_save_graph(writer, small, weights, &err), err);
	must(sp_save_graph(writer, large, NULL, &err), err);
	must(sp_writer_end(writer, &err), err);
	if (!load_bytes(bytes.at, bytes.size, &contents, &err))
		ck_assert_ptr_null(sp_contents_weights(&contents));
	sp_contents_free(&contents);
	sp_graph_free(small);
	sp_graph_free(large);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* Members must be pages of the graph of the cores, whatever their head says. */
START_TEST(members_of_another_graph)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	uint8_t cores[SP_BASIS] = { 0 }, members[SP_BASIS] = { 0 };
	const struct sp_loaded_cores *loaded;
	uint8_t core[SP_CORE_RECORD] = { 0 }, member[SP_MEMBER_RECORD] = { 0 };
	struct sp_contents contents = { 0 };
	struct sp_error err;

	sp_store64(cores, 10);
	sp_store64(members, 1000000);
	sp_store32(member + 4, 999999);
	put_section(writer, SP_TAG_CORES, cores, SP_BASIS, core, sizeof(core),
		    1, NULL, 0);
	put_section(writer, SP_TAG_MEMBERS, members, SP_BASIS, member,
		    sizeof(member), 1, NULL, 0);
	must(sp_writer_end(writer, &err), err);
	if (!load_bytes(bytes.at, bytes.size, &contents, &err)) {
		loaded = sp_contents_cores(&contents);
		for (uint64_t i = 0; i < loaded->cores.member_count; i++)
			ck_assert_uint_lt(loaded->cores.members[i].page,
					  loaded->basis.graph.pages);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* Prunes a stream, whatever it is; this must not crash. */
static enum sp_status
prune_bytes(const struct bytes *from, struct bytes *to, struct sp_error *err)
{
	struct sp_prune prune = { .self_links = true };
	struct source source = { from->at, from->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_writer *writer = bytes_writer(to, 0, 1, false);
	struct sp_pruner *pruner = sp_pruner_new(writer, 1, &prune, NULL,
						 NULL);
	struct sp_graph_visitor visitor = sp_pruner_visitor(pruner);
	struct sp_load_options options = { .want = SP_PRUNER_WANTS,
					   .visitor = &visitor };
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_load(reader, &options, &contents, err);

	if (!status)
		status = sp_writer_end(writer, err);
	sp_contents_free(&contents);
	sp_pruner_free(pruner);
	sp_writer_free(writer);
	sp_reader_free(reader);
	return status;
}

enum mix {
	MIX_GOOD,      /* a graph and its weights */
	MIX_UNSAID,    /* weights after a graph that announced none */
	MIX_BEFORE,    /* weights before the graph */
	MIX_ALONE,     /* weights without a graph */
	MIX_FEWER,     /* fewer than the graph has links */
	MIX_TWICE,     /* weights twice */
	MIX_TWO,       /* two graphs */
	MIX_TWO_WITH,  /* two graphs, each with weights */
	MIXES
};

static void
put_weights(struct sp_writer *writer, const struct sp_graph *graph)
{
	struct sp_basis basis = sp_basis_of(graph);
	struct sp_section section = { 0 };
	double weights[64] = { 1 };
	struct sp_error err;

	must(sp_save_weights_begin(&section, writer, &basis, &err), err);
	must(sp_save_doubles(&section, weights, basis.graph.links, &err),
	     err);
	must(sp_section_end(&section, NULL, 0, &err), err);
	sp_section_free(&section);
}

static void
put_mix(struct sp_writer *writer, enum mix mix, const struct sp_graph *small,
	const struct sp_graph *large)
{
	double weights[64] = { 1 };
	struct sp_error err;

	if (mix == MIX_BEFORE || mix == MIX_ALONE)
		put_weights(writer, large);
	if (mix == MIX_ALONE)
		return;
	must(sp_save_graph(writer, large,
			   mix == MIX_GOOD || mix == MIX_TWICE ||
			   mix == MIX_TWO_WITH ? weights : NULL, &err), err);
	if (mix == MIX_UNSAID || mix == MIX_TWICE)
		put_weights(writer, large);
	if (mix == MIX_FEWER)
		put_weights(writer, small);
	if (mix == MIX_TWO || mix == MIX_TWO_WITH)
		must(sp_save_graph(writer, small,
				   mix == MIX_TWO ? NULL : weights, &err),
		     err);
}

/* Removes the weights, or puts those of another graph in their place. */
static void
replace_weights(const struct bytes *from, const struct sp_graph *other,
		struct bytes *to)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct pieces pieces, put = { .count = 0 };
	struct sp_error err;

	if (other)
		put_weights(writer, other);
	must(sp_writer_end(writer, &err), err);
	take_apart(from, &pieces);
	for (int i = 0; i + 1 < pieces.count; i++)
		if (pieces.at[i].frame.tag != SP_TAG_WEIGHTS)
			put.at[put.count++] = pieces.at[i];
	take_apart(&bytes, &pieces);
	for (int i = 0; i + 1 < pieces.count; i++)
		put.at[put.count++] = pieces.at[i];
	seal(&put, to);
	sp_writer_free(writer);
	/* The pieces are sealed, and not needed any more. */
	bytes_free(&bytes);
}

/*
 * A graph that promises weights: with those of another graph, and without
 * any, every filter that wants them rejects it, and so does the pruner.
 */
START_TEST(weights_that_are_not_those_of_the_graph)
{
	struct bytes from = BYTES, mixed = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&from, 0, 1, false);
	struct sp_graph *small = stairs(9, 2), *large = stairs(9, 8);
	struct sp_contents contents = { 0 };
	struct sp_error err;

	put_mix(writer, MIX_GOOD, small, large);
	must(sp_writer_end(writer, &err), err);
	replace_weights(&from, _i ? small : NULL, &mixed);
	ck_assert_int_eq(load_bytes(mixed.at, mixed.size, &contents, &err),
			 SP_DATA);
	ck_assert_int_eq(prune_bytes(&mixed, &to, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, _i ? "belong to another graph" :
						    "the stream has none"));
	sp_contents_free(&contents);
	sp_graph_free(small);
	sp_graph_free(large);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&mixed);
	bytes_free(&to);
}
END_TEST

/* Weights of no links are a section, too. */
START_TEST(weights_of_no_links)
{
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&from, 0, 1, false);
	struct sp_graph *empty = stairs(9, 0);
	struct sp_contents contents = { 0 };
	double weights[1] = { 1 };
	struct sp_error err;

	must(sp_save_graph(writer, empty, weights, &err), err);
	must(sp_writer_end(writer, &err), err);
	must(prune_bytes(&from, &to, &err), err);
	must(load_bytes(to.at, to.size, &contents, &err), err);
	sp_contents_free(&contents);
	sp_graph_free(empty);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
}
END_TEST

/* The pruner rejects the stream, or writes one that a reader accepts. */
START_TEST(pruner_never_launders)
{
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&from, 0, 1, false);
	struct sp_graph *small = stairs(9, 2), *large = stairs(9, 8);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	put_mix(writer, (enum mix)_i, small, large);
	must(sp_writer_end(writer, &err), err);
	status = prune_bytes(&from, &to, &err);
	if (_i == MIX_GOOD)
		must(status, err);
	if (!status)
		must(load_bytes(to.at, to.size, &contents, &err), err);
	else
		ck_assert_int_eq(status, SP_DATA);
	sp_contents_free(&contents);
	sp_graph_free(small);
	sp_graph_free(large);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("hostile");

	tcase_add_loop_test(tcase, claims, 0, CLAIMS);
	tcase_add_test(tcase, hosts_of_many_pages);
	tcase_add_test(tcase, weights_of_the_graph_before);
	tcase_add_test(tcase, members_of_another_graph);
	tcase_add_loop_test(tcase, weights_that_are_not_those_of_the_graph, 0,
			    2);
	tcase_add_test(tcase, weights_of_no_links);
	tcase_add_loop_test(tcase, pruner_never_launders, 0, MIXES);
	return unit_run(tcase);
}
