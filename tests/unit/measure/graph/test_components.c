/* SPDX-License-Identifier: MIT */
/*
 * test_components.c - components and the bow-tie agree with a matrix of which
 * page reaches which, with any number of threads, and with figures known from
 * elsewhere
 */
#include "graph_rows.h"
#include "share_alone.h"

#include "measure/graph/kind.h"

/* ---- a plain implementation: which page reaches which ----------------- */

#define PAGES 40

struct closure {
	uint32_t pages;
	bool to[PAGES][PAGES];   /* along links; every page reaches itself */
	bool weak[PAGES][PAGES]; /* along links in either direction */
};

static struct closure closure;

static void
close_matrix(bool matrix[PAGES][PAGES], uint32_t pages)
{
	for (uint32_t k = 0; k < pages; k++)
		for (uint32_t i = 0; i < pages; i++)
			for (uint32_t j = 0; j < pages; j++)
				matrix[i][j] |= matrix[i][k] && matrix[k][j];
}

static void
closure_of(const struct rows *rows)
{
	uint64_t link = 0;

	memset(&closure, 0, sizeof(closure));
	closure.pages = (uint32_t)rows->pages;
	for (uint32_t page = 0; page < rows->pages; page++) {
		closure.to[page][page] = closure.weak[page][page] = true;
		for (; link < rows->ends[page]; link++) {
			uint32_t to = rows->successors[link];

			closure.to[page][to] = true;
			closure.weak[page][to] = closure.weak[to][page] = true;
		}
	}
	close_matrix(closure.to, closure.pages);
	close_matrix(closure.weak, closure.pages);
}

static bool
strongly(uint32_t a, uint32_t b)
{
	return closure.to[a][b] && closure.to[b][a];
}

/* The first page of the largest strong component. */
static uint32_t
plain_core(void)
{
	uint32_t most = 0, core = 0;

	for (uint32_t page = 0; page < closure.pages; page++) {
		uint32_t size = 0;

		for (uint32_t other = 0; other < closure.pages; other++)
			size += strongly(page, other);
		if (size > most) {
			most = size;
			core = page;
		}
	}
	return core;
}

/* Does any page of a part reach the page (or the other way round)? */
static bool
touches(uint32_t page, uint32_t core, bool in)
{
	for (uint32_t other = 0; other < closure.pages; other++) {
		bool to = closure.to[other][core];
		bool from = closure.to[core][other];

		if (in && to && !from && closure.to[other][page])
			return true;
		if (!in && from && !to && closure.to[page][other])
			return true;
	}
	return false;
}

static enum sp_bowtie_part
plain_part(uint32_t page, uint32_t core)
{
	bool to = closure.to[page][core], from = closure.to[core][page];

	if (to || from)
		return to && from ? SP_BOWTIE_CORE :
		       to ? SP_BOWTIE_IN : SP_BOWTIE_OUT;
	to = touches(page, core, false);
	from = touches(page, core, true);
	if (to || from)
		return to && from ? SP_BOWTIE_TUBES :
		       from ? SP_BOWTIE_FROM_IN : SP_BOWTIE_TO_OUT;
	return closure.weak[page][core] ? SP_BOWTIE_LOOSE :
					  SP_BOWTIE_DISCONNECTED;
}

/* ---- comparison ------------------------------------------------------- */

/* Everything that is found in a graph. */
struct found {
	uint32_t *weak;              /* of each page, its label */
	struct sp_components strong; /* links lead to smaller numbers */
	struct sp_component_figures figures;
};

static void
find_components(const struct sp_graph *graph, int threads, struct found *found)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_index *index;
	struct alone alone;
	uint32_t *forest;
	struct sp_error err;

	alone_begin(&alone, graph);
	found->weak = malloc((pages + 1) * sizeof(*found->weak));
	forest = malloc((pages + 1) * sizeof(*forest));
	hold(found->weak && forest);
	must(sp_weak_forest(graph, threads, NULL, forest, &err), err);
	must(sp_weak_labels(alone.share, forest, found->weak, &err), err);
	free(forest);
	must(sp_index_new(graph, threads, &index, &err), err);
	must(sp_strong_components(index, graph, NULL, &found->strong, &err),
	     err);
	sp_index_free(index);
	must(sp_find_components(alone.share, threads, NULL, &found->figures,
				&err), err);
	hold(found->figures.strong.count == found->strong.count);
	alone_end(&alone);
}

static void
found_free(struct found *found)
{
	free(found->weak);
	sp_components_free(&found->strong);
	sp_component_figures_free(&found->figures);
}

/* A label is the smallest page of its component. */
static void
compare_pairs(const struct found *found)
{
	for (uint32_t a = 0; a < closure.pages; a++) {
		hold(found->weak[a] <= a && closure.weak[a][found->weak[a]]);
		for (uint32_t b = 0; b < closure.pages; b++) {
			uint32_t from = found->strong.of[a];
			uint32_t to = found->strong.of[b];

			hold((from == to) == strongly(a, b));
			hold(to <= from || !closure.to[a][b]);
			hold((found->weak[a] == found->weak[b]) ==
			     closure.weak[a][b]);
		}
	}
}

/* How many components have this many pages, by the labels of pages. */
static uint64_t
plain_components(bool (*together)(uint32_t a, uint32_t b), uint64_t size)
{
	uint64_t components = 0;

	for (uint32_t page = 0; page < closure.pages; page++) {
		uint64_t own = 0;
		bool first = true;

		for (uint32_t other = 0; other < closure.pages; other++) {
			own += together(page, other);
			first &= other >= page || !together(page, other);
		}
		components += first && own == size;
	}
	return components;
}

static bool
weakly(uint32_t a, uint32_t b)
{
	return closure.weak[a][b];
}

static void
compare_sizes(const struct sp_component_summary *kind,
	      bool (*together)(uint32_t a, uint32_t b))
{
	uint64_t pages = 0, count = 0;

	for (uint64_t i = 0; i < kind->length; i++) {
		uint64_t size = kind->sizes[i].size;

		hold(!i || size > kind->sizes[i - 1].size);
		hold(kind->sizes[i].count == plain_components(together, size));
		count += kind->sizes[i].count;
		pages += size * kind->sizes[i].count;
	}
	hold(pages == closure.pages && count == kind->count);
}

static void
compare(const struct rows *rows, int threads)
{
	struct sp_graph *graph = rows_graph(rows, 1);
	uint64_t parts[SP_BOWTIE_PARTS] = { 0 };
	uint32_t core;
	struct found found;

	closure_of(rows);
	find_components(graph, threads, &found);
	compare_pairs(&found);
	compare_sizes(&found.figures.strong, strongly);
	compare_sizes(&found.figures.weak, weakly);
	core = plain_core();
	hold(!closure.pages || found.figures.strong.largest_page == core);
	for (uint32_t page = 0; page < rows->pages; page++)
		parts[plain_part(page, core)]++;
	for (int i = 0; i < SP_BOWTIE_PARTS; i++)
		hold(parts[i] == found.figures.bowtie[i]);
	found_free(&found);
	sp_graph_free(graph);
}

START_TEST(random_graphs)
{
	struct sp_random random = { 21 };

	for (int i = 0; i < ROUNDS_OF(1000); i++) {
		struct rows rows;
		uint64_t pages = sp_random_below(&random, PAGES + 1);
		uint64_t links = sp_random_below(&random, 4);

		rows_begin(&rows, pages);
		for (uint64_t page = 0; page < pages; page++) {
			rows_draw(&rows, &random,
				  sp_random_below(&random, links + 1));
			rows_end(&rows);
		}
		compare(&rows, 1 + (i % 8 == 7));
		rows_free(&rows);
	}
}
END_TEST

/*
 * One page of each part: 0 and 1 are the core, 2 in, 3 out, 4 a tube, 5 a
 * tendril from in, 6 one to out, 7 leads to 5, 8 is alone.
 */
START_TEST(every_part)
{
	static const uint64_t ends[] = { 1, 3, 6, 6, 7, 7, 8, 9, 9 };
	static const uint32_t successors[] = { 1, 0, 3, 0, 4, 5, 3, 3, 5 };
	struct sp_graph *graph = graph_of(9, ends, successors, 1);
	struct found found;

	find_components(graph, 2, &found);
	ck_assert_uint_eq(found.figures.strong.count, 8);
	ck_assert_uint_eq(found.figures.weak.count, 2);
	ck_assert_uint_eq(found.figures.bowtie[SP_BOWTIE_CORE], 2);
	for (int i = SP_BOWTIE_IN; i < SP_BOWTIE_PARTS; i++)
		ck_assert_uint_eq(found.figures.bowtie[i], 1);
	found_free(&found);
	sp_graph_free(graph);
}
END_TEST

/* A path as long as the graph: a search that called itself would not end. */
START_TEST(long_ring)
{
	const uint32_t pages = 3000000;
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_graph *graph;
	struct found found;
	struct sp_error err;
	double *weights;

	for (uint32_t page = 0; page < pages; page++) {
		uint32_t next = (page + 1) % pages;
		struct sp_row row = { page, 1, &next, NULL };

		hold(!sp_rowstore_row(store, &row, &err));
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	find_components(graph, 2, &found);
	ck_assert_uint_eq(found.figures.strong.count, 1);
	ck_assert_uint_eq(found.figures.weak.count, 1);
	ck_assert_uint_eq(found.figures.bowtie[SP_BOWTIE_CORE], pages);
	found_free(&found);
	sp_graph_free(graph);
}
END_TEST

/*
 * So many links wait on the path that most are dropped: page 0 links to the
 * last page, each page of the second half to a page of the first and to all of
 * the second half before it, and that of the first half back to page 0.  It
 * waits longest, and is no component of its own.
 */
START_TEST(dropped_links)
{
	const uint32_t half = 9000, pages = 2 * half;
	struct sp_rowstore *store = sp_rowstore_new(2, false);
	uint32_t *row = malloc(half * sizeof(*row));
	struct sp_graph *graph;
	struct found found;
	struct sp_error err;
	double *weights;

	hold(row);
	for (uint32_t i = 1; i < half; i++)
		row[i] = half + i - 1;
	for (uint32_t page = 0; page < pages; page++) {
		uint32_t count = page < half ? 1 : page - half + 1;

		row[0] = !page ? pages - 1 : page < half ? 0 : page - half;
		hold(!sp_rowstore_row(store,
				      &(struct sp_row){ page, count, row, NULL },
				      &err));
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	find_components(graph, 1, &found);
	ck_assert_uint_eq(found.figures.strong.count, 1);
	ck_assert_uint_eq(found.figures.bowtie[SP_BOWTIE_CORE], pages);
	found_free(&found);
	sp_graph_free(graph);
	free(row);
}
END_TEST

START_TEST(nothing)
{
	static const uint64_t ends[1];
	static const uint32_t successors[1];
	struct sp_graph *graph = graph_of(0, ends, successors, 1);
	struct found found;

	find_components(graph, 1, &found);
	ck_assert_uint_eq(found.figures.strong.count, 0);
	ck_assert_uint_eq(found.figures.weak.count, 0);
	for (int i = 0; i < SP_BOWTIE_PARTS; i++)
		ck_assert_uint_eq(found.figures.bowtie[i], 0);
	found_free(&found);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("components");

	tcase_add_test(tcase, random_graphs);
	tcase_add_test(tcase, every_part);
	tcase_add_test(tcase, long_ring);
	tcase_add_test(tcase, dropped_links);
	tcase_add_test(tcase, nothing);
	return unit_run(tcase);
}
