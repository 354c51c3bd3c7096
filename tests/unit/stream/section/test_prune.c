/* SPDX-License-Identifier: MIT */
/*
 * test_prune.c - pruning agrees with the plainest implementation: of one row,
 * of a stream with and without weights, and of a graph in memory
 */
#include "graph_rows.h"

#include "base/bitset.h"
#include "stream/section/prune.h"

/* ---- a plain implementation: link by link ----------------------------- */

static bool
stays(const struct sp_prune *prune, uint32_t page, uint32_t target)
{
	if (prune->dead && (sp_bit_test(prune->dead, page) ||
			    sp_bit_test(prune->dead, target)))
		return false;
	if (prune->self_links && page == target)
		return false;
	if (!prune->unit_of)
		return true;
	if (prune->keep_intra)
		return prune->unit_of[page] == prune->unit_of[target];
	return prune->unit_of[page] != prune->unit_of[target];
}

/* The pruned rows and the weights of their links. */
static void
prune_rows(const struct sp_prune *prune, const struct rows *rows,
	   const double *weights, struct rows *kept, double *kept_weights)
{
	uint64_t link = 0;

	rows_begin(kept, rows->pages);
	for (uint64_t page = 0; page < rows->pages; page++) {
		for (; link < rows->ends[page]; link++) {
			uint32_t target = rows->successors[link];

			if (!stays(prune, (uint32_t)page, target))
				continue;
			kept_weights[kept->links] = weights[link];
			rows_add(kept, target);
		}
		rows_end(kept);
	}
}

/* A graph, its weights, and a way to prune it. */
struct problem {
	struct rows rows, kept;
	double *weights, *kept_weights;
	uint32_t *unit_of;
	uint64_t *dead;
	struct sp_prune prune;
};

/* Of the rows that are there. */
static void
problem_of_rows(struct problem *problem, unsigned how,
		struct sp_random *random)
{
	struct rows *rows = &problem->rows;
	uint64_t pages = rows->pages;

	problem->unit_of = calloc(pages + 1, sizeof(uint32_t));
	problem->dead = sp_bitset_new(pages);
	hold(problem->unit_of && problem->dead);
	for (uint32_t page = 0; page < pages; page++) {
		problem->unit_of[page] = (uint32_t)(page / 7 % 5);
		if (!sp_random_below(random, 5))
			sp_bit_set(problem->dead, page);
	}
	problem->weights = calloc(rows->links + 1, sizeof(double));
	problem->kept_weights = calloc(rows->links + 1, sizeof(double));
	hold(problem->weights && problem->kept_weights);
	for (uint64_t i = 0; i < rows->links; i++)
		problem->weights[i] = (double)i + 0.5;
	problem->prune = (struct sp_prune){
		.unit_of = how & 1 ? problem->unit_of : NULL,
		.keep_intra = how & 2, .self_links = how & 4,
		.dead = how & 8 ? problem->dead : NULL
	};
	if (how & 1 && sp_random_below(random, 2))
		hold(!sp_prune_find_runs(&problem->prune, pages, NULL));
	prune_rows(&problem->prune, rows, problem->weights, &problem->kept,
		   problem->kept_weights);
}

static void
problem_make(struct problem *problem, uint64_t pages, unsigned how,
	     struct sp_random *random)
{
	rows_begin(&problem->rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(&problem->rows, random, sp_random_below(random, 12));
		rows_end(&problem->rows);
	}
	problem_of_rows(problem, how, random);
}

static void
problem_free(struct problem *problem)
{
	rows_free(&problem->rows);
	rows_free(&problem->kept);
	free(problem->weights);
	free(problem->kept_weights);
	free(problem->unit_of);
	free(problem->dead);
	free(problem->prune.runs);
}

#define WAYS 16 /* of units, complement, links to itself, dead pages */

/* ---- tests ------------------------------------------------------------ */

/* Rows may come in any order: here there and back. */
START_TEST(one_row)
{
	struct sp_random random = { (uint64_t)_i };

	for (int round = 0; round < ROUNDS_OF(200); round++) {
		uint64_t pages = 1 + sp_random_below(&random, 60);
		struct sp_prune_run run = { 0 };
		struct problem problem;
		uint32_t kept[64];

		problem_make(&problem, pages, (unsigned)_i, &random);
		for (uint64_t i = 0; i < 2 * pages; i++) {
			uint32_t page = (uint32_t)(i < pages ? i :
						   2 * pages - 1 - i);
			uint64_t end = problem.rows.ends[page];
			uint64_t start = page ? problem.rows.ends[page - 1] : 0;
			uint32_t count = (uint32_t)(end - start);

			count = sp_prune_row(&problem.prune, &run, page,
					     problem.rows.successors + start,
					     count, kept);
			hold(rows_have(&problem.kept, page, kept, count));
		}
		problem_free(&problem);
	}
}
END_TEST

/* Writes the problem's graph as a stream. */
static void
write_graph(const struct problem *problem, bool weighted,
	    const struct sp_graph *graph, struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, 0, 1, false);
	struct sp_error err;

	must(sp_save_graph(writer, graph, weighted ? problem->weights : NULL,
			   &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

static enum sp_status
count_calls(void *context, uint64_t pages, struct sp_error *err)
{
	uint64_t *seen = context;

	(void)err;
	*seen = pages;
	return SP_OK;
}

/* Prunes a stream, or, if it is NULL, the graph in memory. */
static void
pass_graph(struct problem *problem, const struct bytes *from,
	   const struct sp_graph *graph, int threads, struct bytes *to)
{
	struct sp_writer *writer = bytes_writer(to, 0, threads, false);
	uint64_t seen = UINT64_MAX, links_in, links_out;
	struct sp_pruner *pruner = sp_pruner_new(writer, threads,
						 &problem->prune, count_calls,
						 &seen);
	struct sp_graph_visitor visitor = sp_pruner_visitor(pruner);
	struct sp_load_options options = { .want = SP_PRUNER_WANTS,
					   .visitor = &visitor };
	struct sp_contents contents = { 0 };
	struct sp_error err;

	ck_assert_ptr_nonnull(pruner);
	if (from) {
		struct source source = { from->at, from->size, 0, SIZE_MAX,
					 SIZE_MAX };
		struct sp_reader *reader = source_reader(&source);

		must(sp_load(reader, &options, &contents, &err), err);
		sp_reader_free(reader);
	} else {
		must(sp_pruner_graph(pruner, graph, &err), err);
	}
	must(sp_writer_end(writer, &err), err);
	sp_pruner_counts(pruner, &links_in, &links_out);
	ck_assert_uint_eq(seen, problem->rows.pages);
	ck_assert_uint_eq(links_in, problem->rows.links);
	ck_assert_uint_eq(links_out, problem->kept.links);
	sp_contents_free(&contents);
	sp_pruner_free(pruner);
	sp_writer_free(writer);
}

static void
check_pruned(const struct problem *problem, const struct sp_graph *graph,
	     bool weighted, const struct bytes *bytes)
{
	struct sp_fingerprint origin = sp_graph_fingerprint(graph), kept;
	struct sp_contents contents = { 0 };
	const struct sp_graph *loaded;
	const double *weights;
	struct sp_error err;

	must(load_bytes(bytes->at, bytes->size, &contents, &err), err);
	loaded = sp_contents_graph(&contents);
	weights = sp_contents_weights(&contents);
	ck_assert(rows_equal(&problem->kept, loaded));
	kept = sp_graph_origin(loaded);
	ck_assert(sp_fingerprint_equal(&kept, &origin));
	kept = sp_graph_fingerprint(loaded);
	ck_assert_uint_eq(kept.links, problem->kept.links);
	if (weighted && kept.links) {
		ck_assert_ptr_nonnull(weights);
		ck_assert(!memcmp(weights, problem->kept_weights,
				  kept.links * sizeof(double)));
	} else {
		ck_assert_ptr_null(weights);
	}
	sp_contents_free(&contents);
}

START_TEST(whole_graphs)
{
	static const uint64_t sizes[] = { 0, 1, 50, 1024, 1025, 3000 };
	struct sp_random random = { (uint64_t)_i + 100 };

	for (unsigned i = 0; i < 2 * sizeof(sizes) / sizeof(*sizes); i++) {
		bool weighted = i % 2;
		struct bytes from = BYTES, one = BYTES, four = BYTES;
		struct bytes memory = BYTES;
		struct problem problem;
		struct sp_graph *graph;

		problem_make(&problem, sizes[i / 2], (unsigned)_i, &random);
		graph = rows_graph(&problem.rows, 2);
		write_graph(&problem, weighted, graph, &from);
		pass_graph(&problem, &from, graph, 1, &one);
		check_pruned(&problem, graph, weighted, &one);
		pass_graph(&problem, &from, graph, 4, &four);
		ck_assert_uint_eq(one.size, four.size);
		ck_assert(!memcmp(one.at, four.at, one.size));
		pass_graph(&problem, NULL, graph, 2, &memory);
		check_pruned(&problem, graph, false, &memory);
		bytes_free(&from);
		bytes_free(&one);
		bytes_free(&four);
		bytes_free(&memory);
		sp_graph_free(graph);
		problem_free(&problem);
	}
}
END_TEST

/* Passes the graph with its weights, in two threads, and checks it. */
static void
check_passing(struct problem *problem, uint64_t least)
{
	struct sp_graph *graph = rows_graph(&problem->rows, 2);
	struct bytes from = BYTES, to = BYTES;

	write_graph(problem, true, graph, &from);
	ck_assert_uint_gt(from.size, least);
	pass_graph(problem, &from, graph, 2, &to);
	check_pruned(problem, graph, true, &to);
	bytes_free(&from);
	bytes_free(&to);
	sp_graph_free(graph);
	problem_free(problem);
}

/* More blocks than are pruned at a time, in several frames. */
START_TEST(many_blocks)
{
	struct sp_random random = { 5 };
	struct problem problem;

	problem_make(&problem, 200000, 15, &random);
	check_passing(&problem, 3 * SP_FRAME_MAX);
}
END_TEST

#define FULL 150         /* pages that link to all */
#define FULL_PAGES 30000

/* A block of more links than are held at a time is pruned in pieces. */
START_TEST(large_block)
{
	struct sp_random random = { 6 };
	struct problem problem;

	ck_assert_uint_gt(FULL * FULL_PAGES, 1 << 22);
	rows_begin(&problem.rows, FULL_PAGES);
	for (uint32_t page = 0; page < FULL_PAGES; page++) {
		for (uint32_t to = 0; page < FULL && to < FULL_PAGES; to++)
			rows_add(&problem.rows, to);
		rows_end(&problem.rows);
	}
	problem_of_rows(&problem, 15, &random);
	check_passing(&problem, 0);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("prune");

	tcase_add_loop_test(tcase, one_row, 0, WAYS);
	tcase_add_loop_test(tcase, whole_graphs, 0, WAYS);
	tcase_add_test(tcase, many_blocks);
	tcase_add_test(tcase, large_block);
	return unit_run(tcase);
}
