/* SPDX-License-Identifier: MIT */
/*
 * Every form of a graph gives the sums of the compact form to the bit, on
 * graphs of many shapes and sizes.
 */
#include "unit.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/random.h"
#include "graph/links/rowstore.h"
#include "rank/form.h"
#include "rank/pagerank.h"

#include <stdlib.h>
#include <string.h>

enum shape {
	NO_LINKS,
	SELF_LINKS,  /* each page to itself */
	ALL_TO_ONE,  /* a page that all link to, and one link to the next */
	ONE_TO_ALL,  /* a page that links to all, and one link to the next */
	NEAR_LINKS,  /* rows of many lengths, to pages nearby */
	FAR_LINKS,   /* to pages anywhere */
	MIXED_LINKS, /* both, and a few popular pages */
	FEW_LINKS,   /* far apart: most blocks of pages have none */
	SHAPES,
	/* Only for some tests: */
	FEW_FAR_LINKS, /* to pages anywhere, from few pages */
	WEB,         /* ten links to pages nearby */
	SHUFFLED,    /* ten links to pages anywhere */
	SKEWED,      /* the same, mostly to some of them */
	COMPONENTS,  /* of five pages */
	PRUNED,      /* some pages with links, all to the same few */
	CHAIN
};

/* The shapes in which a row is ten links at most. */
static bool
draws_ten(enum shape shape)
{
	return shape == WEB || shape == SHUFFLED || shape == SKEWED;
}

static bool
add_successor(struct sp_row *row, uint32_t *successors, uint64_t to,
	      uint64_t pages)
{
	if (to >= pages || (row->count && to <= successors[row->count - 1]))
		return false;
	successors[row->count++] = (uint32_t)to;
	return true;
}

/* Ten targets, in order, each once. */
static void
draw_ten(enum shape shape, struct sp_random *random, uint64_t pages,
	 struct sp_row *row, uint32_t *successors)
{
	uint32_t drawn[10];

	for (unsigned i = 0; i < 10; i++) {
		uint64_t range = shape == WEB ? 1000 : pages;
		uint64_t to = sp_random_below(random, range);

		if (shape == SKEWED)
			to = sp_random_below(random, to + 1);
		drawn[i] = (uint32_t)((shape == WEB ? row->page : 0) + to);
	}
	qsort(drawn, 10, sizeof(*drawn), sp_compare_u32);
	for (unsigned i = 0; i < 10; i++)
		add_successor(row, successors, drawn[i], pages);
}

/* The other shapes of which forms are chosen. */
static void
draw_plain(enum shape shape, uint64_t pages, struct sp_row *row,
	   uint32_t *successors)
{
	uint64_t place = row->page % 5, first = row->page - place;

	if (shape == CHAIN)
		add_successor(row, successors, row->page + 1, pages);
	if (shape == COMPONENTS && place < 2) {
		add_successor(row, successors, first + 2, pages);
		add_successor(row, successors, first + 3 + place, pages);
	}
	if (shape == PRUNED && row->page % 4 == 0)
		for (uint64_t i = 0; i < 5; i++)
			add_successor(row, successors, i * (pages / 5) +
				      row->page * 37 % 97, pages);
}

static void
draw_row(enum shape shape, struct sp_random *random, uint64_t pages,
	 struct sp_row *row, uint32_t *successors)
{
	bool far = shape == FAR_LINKS || shape == FEW_FAR_LINKS;
	uint64_t width = far ? pages / 4 + 1 : 30;
	uint64_t links = sp_random_below(random, row->page % 13 + 1);
	uint64_t next = row->page > 40 && !far ? row->page - 40 : 0;

	if (shape == NO_LINKS || row->page % 17 == 5 ||
	    (shape == FEW_LINKS && row->page % 5003 > 2) ||
	    (shape == FEW_FAR_LINKS && row->page % 53))
		return;
	if (shape == SELF_LINKS) {
		add_successor(row, successors, row->page, pages);
		return;
	}
	if (shape == ALL_TO_ONE && pages / 2 <= row->page)
		add_successor(row, successors, pages / 2, pages);
	if (shape == ONE_TO_ALL && row->page == pages / 2)
		for (uint64_t to = 0; to < pages; to++)
			add_successor(row, successors, to, pages);
	if (shape == ALL_TO_ONE || shape == ONE_TO_ALL) {
		add_successor(row, successors, row->page + 1, pages);
		if (shape == ALL_TO_ONE)
			add_successor(row, successors, pages / 2, pages);
		return;
	}
	if (shape == MIXED_LINKS)
		add_successor(row, successors, row->page % 3, pages);
	for (uint64_t i = 0; i < links; i++) {
		next += 1 + sp_random_below(random, width);
		add_successor(row, successors, next, pages);
	}
	if (shape == MIXED_LINKS)
		add_successor(row, successors,
			      next + sp_random_below(random, pages), pages);
}

static struct sp_graph *
make_graph(enum shape shape, uint64_t pages)
{
	struct sp_rowstore *store = sp_rowstore_new(2, false);
	uint32_t *successors = malloc((pages + 16) * sizeof(*successors));
	struct sp_random random = { pages + shape };
	struct sp_graph *graph;
	struct sp_error err;
	double *weights;

	for (uint64_t page = 0; page < pages; page++) {
		struct sp_row row = { page, 0, successors, NULL };

		if (draws_ten(shape))
			draw_ten(shape, &random, pages, &row, successors);
		else if (shape > FEW_FAR_LINKS)
			draw_plain(shape, pages, &row, successors);
		else
			draw_row(shape, &random, pages, &row, successors);
		must(sp_rowstore_row(store, &row, &err), err);
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	free(successors);
	return graph;
}

/* ---- sums ------------------------------------------------------------- */

/* What the operations of a form give, by page. */
struct sums {
	uint64_t pages;
	double *ranks;    /* pushed by push_ranks */
	double *ones;     /* by push_ones, by push_hubs, and the hubs */
	double *pushed;
	double *hubs;
	uint64_t *linked;
};

static double *
new_vector(uint64_t pages)
{
	double *vector = calloc(pages + 1, sizeof(*vector));

	ck_assert_ptr_nonnull(vector);
	return vector;
}

static void
take(void *context, uint64_t chunk, uint64_t first, uint64_t count,
     const double *values)
{
	double *to = context;

	(void)chunk;
	memcpy(to + first, values, count * sizeof(*values));
}

static struct sp_form *
make_form(const struct sp_graph *graph, enum sp_form_choice choice,
	  enum sp_form_use use, unsigned parts, int threads)
{
	struct sp_form_order order = { choice, use, parts, threads, 1, NULL,
					NULL };
	struct sp_form *form;
	struct sp_error err;

	must(sp_form_new(graph, &order, &form, &err), err);
	return form;
}

/* The part of the graph in which a run works. */
struct scene {
	const uint64_t *dead;
	const struct sp_pagerank_view *view;
	int threads;
};

static void
sum_ranks(struct sp_form *form, const struct scene *scene, struct sums *sums)
{
	uint64_t pages = form->pages;
	double *ranks = new_vector(pages);
	struct sp_error err;

	for (uint64_t p = 0; p < pages; p++)
		ranks[p] = 1 / (double)(p % 1000 + 3);
	must(sp_form_begin(form, scene->threads, scene->dead, scene->view,
			   &err), err);
	must(sp_form_push_ranks(form, ranks, &err), err);
	must(sp_form_collect(form, take, sums->ranks, &err), err);
	memcpy(sums->linked, form->linked,
	       (pages / SP_BLOCK_PAGES + 1) * (SP_BLOCK_PAGES / 8));
	/* Sums of pages that are not seen are undefined. */
	for (uint64_t p = 0; scene->view && p < pages; p++)
		if (!sp_bit_test(scene->view->seen, p))
			sums->ranks[p] = 0;
	free(ranks);
}

static void
sum_scores(struct sp_form *form, const struct scene *scene,
	   struct sums *sums)
{
	double *places = new_vector(form->pages);
	double *hub = new_vector(form->pages);
	struct sp_error err;

	must(sp_form_begin(form, scene->threads, scene->dead, NULL, &err),
	     err);
	must(sp_form_push_ones(form, hub, &err), err);
	must(sp_form_collect(form, take, places, &err), err);
	must(sp_form_push_hubs(form, places, hub, &err), err);
	memcpy(sums->ones, places, form->pages * sizeof(*places));
	sp_form_spread(form, sums->ones);
	must(sp_form_collect(form, take, places, &err), err);
	must(sp_form_hubs(form, places, sums->hubs, &err), err);
	memcpy(sums->pushed, places, form->pages * sizeof(*places));
	sp_form_spread(form, sums->pushed);
	free(places);
	free(hub);
}

static struct sums
new_sums(uint64_t pages)
{
	struct sums sums = {
		pages, new_vector(pages), new_vector(pages),
		new_vector(pages), new_vector(pages),
		calloc(pages / SP_BLOCK_PAGES + 1, SP_BLOCK_PAGES / 8)
	};

	return sums;
}

static void
free_sums(struct sums sums)
{
	free(sums.ranks);
	free(sums.ones);
	free(sums.pushed);
	free(sums.hubs);
	free(sums.linked);
}

static void
check_sums(const struct sums *a, const struct sums *b)
{
	size_t size = a->pages * sizeof(double);

	ck_assert(!memcmp(a->ranks, b->ranks, size));
	ck_assert(!memcmp(a->ones, b->ones, size));
	ck_assert(!memcmp(a->pushed, b->pushed, size));
	ck_assert(!memcmp(a->hubs, b->hubs, size));
	ck_assert(!memcmp(a->linked, b->linked,
			  (a->pages / SP_BLOCK_PAGES + 1) *
				  (SP_BLOCK_PAGES / 8)));
}

/* ---- forms ------------------------------------------------------------ */

#define SCENES 3

/* One form for all scenes, as an extraction keeps it. */
static void
sum_all(const struct sp_graph *graph, enum sp_form_choice choice,
	unsigned parts, int threads, struct scene scenes[SCENES],
	struct sums sums[SCENES])
{
	bool can_rank = choice != SP_FORM_SPARSE;
	struct sp_form *ranks = make_form(graph, can_rank ? choice :
							    SP_FORM_COMPACT,
					  SP_FORM_RANKS, parts, threads);
	struct sp_form *scores = make_form(graph, choice, SP_FORM_SCORES,
					   SP_RANK_PARTS, threads);

	for (unsigned i = 0; i < SCENES; i++) {
		scenes[i].threads = threads;
		sum_ranks(ranks, &scenes[i], &sums[i]);
		sum_scores(scores, &scenes[i], &sums[i]);
	}
	sp_form_free(ranks);
	sp_form_free(scores);
}

static void
check_graph(enum shape shape, uint64_t pages, unsigned parts, int threads)
{
	struct sp_graph *graph = make_graph(shape, pages);
	uint64_t *dead = sp_bitset_new(pages), *seen = sp_bitset_new(pages);
	struct sp_pagerank_view view = { seen, dead, 0 };
	struct scene scenes[SCENES] = {
		{ NULL, NULL, 1 }, { dead, NULL, 1 }, { NULL, &view, 1 }
	};
	struct sums expected[SCENES];

	for (uint64_t p = 0; p < pages; p++) {
		if (p % 7 < 2)
			sp_bit_set(dead, p);
		if (p % 5 && p < pages * 3 / 4)
			sp_bit_set(seen, p);
	}
	for (unsigned i = 0; i < SCENES; i++)
		expected[i] = new_sums(pages);
	sum_all(graph, SP_FORM_COMPACT, parts, 1, scenes, expected);
	for (int choice = SP_FORM_COMPACT; choice <= SP_FORM_SPARSE;
	     choice++) {
		struct sums sums[SCENES];

		for (unsigned i = 0; i < SCENES; i++)
			sums[i] = new_sums(pages);
		sum_all(graph, (enum sp_form_choice)choice, parts, threads,
			scenes, sums);
		for (unsigned i = 0; i < SCENES; i++) {
			check_sums(&expected[i], &sums[i]);
			free_sums(sums[i]);
		}
	}
	for (unsigned i = 0; i < SCENES; i++)
		free_sums(expected[i]);
	free(dead);
	free(seen);
	sp_graph_free(graph);
}

START_TEST(test_small)
{
	static const uint64_t sizes[] = {
		0, 1, 2, 63, 64, 65, 1023, 1024, 1025, 4095, 4096, 4097,
		16383, 16384, 16385
	};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check_graph((enum shape)_i, sizes[i], i % 2 ? SP_RANK_PARTS :
				    SP_RANK_PARTS_CRAWL, i == 5 ? 4 : 1);
}
END_TEST

/*
 * Chunks, windows, and targets further away than 16 bits can say.  With
 * sanitizers, one of the sizes for each shape.
 */
START_TEST(test_large)
{
	if (ROUNDS_OF(4) > 1 || _i % 2)
		check_graph((enum shape)_i, 65533 + (unsigned)_i,
			    SP_RANK_PARTS, 2);
	if (ROUNDS_OF(4) > 1 || _i % 2 == 0)
		check_graph((enum shape)_i, 150001, _i % 2 ? SP_RANK_PARTS :
			    SP_RANK_PARTS_CRAWL, _i == 6 ? 3 : 2);
}
END_TEST

/* More pages than have their values in the cache: the largest windows. */
START_TEST(test_very_large)
{
	if (ROUNDS_OF(4) > 1)
		check_graph(FEW_FAR_LINKS, 1600001, SP_RANK_PARTS, 2);
}
END_TEST

/* ---- choosing --------------------------------------------------------- */

static const char *
chosen(const struct sp_graph *graph, enum sp_form_use use, uint64_t passes)
{
	struct sp_form_order order = {
		SP_FORM_AUTO, use, SP_RANK_PARTS, 1, passes, NULL, NULL
	};
	struct sp_form *form;
	struct sp_error err;
	const char *name;

	must(sp_form_new(graph, &order, &form, &err), err);
	name = sp_form_name(form);
	sp_form_free(form);
	return name;
}

/* What is fastest was measured, on larger graphs of the same kinds. */
START_TEST(test_kinds)
{
	static const struct {
		enum shape shape;
		const char *scores;
	} kinds[] = {
		{ WEB, "near" }, { SHUFFLED, "near" }, { SKEWED, "near" },
		{ COMPONENTS, "near" }, { PRUNED, "sparse" },
		{ CHAIN, "near" }
	};
	struct sp_graph *graph = make_graph(kinds[_i].shape, 300000);

	ck_assert_str_eq(chosen(graph, SP_FORM_RANKS, 60), "near");
	ck_assert_str_eq(chosen(graph, SP_FORM_SCORES, 60), kinds[_i].scores);
	/* Making another form does not pay for so few passes. */
	ck_assert_str_eq(chosen(graph, SP_FORM_RANKS, 3), "compact");
	ck_assert_str_eq(chosen(graph, SP_FORM_SCORES, 3), "compact");
	sp_graph_free(graph);
}
END_TEST

/* A small graph has its form chosen, too, if it is passed over often. */
START_TEST(test_small_often)
{
	struct sp_graph *graph = make_graph(WEB, 3000);

	ck_assert_str_eq(chosen(graph, SP_FORM_RANKS, 100), "compact");
	ck_assert_str_eq(chosen(graph, SP_FORM_RANKS, 4000), "near");
	ck_assert_str_eq(chosen(graph, SP_FORM_SCORES, 4000), "near");
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_choice)
{
	struct sp_graph *graph = make_graph(NEAR_LINKS, 100000);
	struct sp_form_order order = {
		SP_FORM_AUTO, SP_FORM_RANKS, SP_RANK_PARTS, 1, 1, NULL, NULL
	};
	struct sp_form *form, *kept;
	struct sp_error err;

	/* One pass does not repay anything, a thousand do. */
	must(sp_form_new(graph, &order, &form, &err), err);
	ck_assert_str_eq(sp_form_name(form), "compact");
	kept = form;
	order.passes = 1000;
	must(sp_form_keep(graph, &order, &kept, &err), err);
	ck_assert_ptr_eq(kept, form);
	order.choice = SP_FORM_NEAR;
	must(sp_form_keep(graph, &order, &kept, &err), err);
	ck_assert_str_eq(sp_form_name(kept), "near");
	sp_form_free(kept);
	order.choice = SP_FORM_AUTO;
	must(sp_form_new(graph, &order, &form, &err), err);
	ck_assert_str_eq(sp_form_name(form), "near");
	sp_form_free(form);
	order.choice = SP_FORM_SPARSE;
	ck_assert_int_eq(sp_form_new(graph, &order, &form, &err), SP_USAGE);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("form");

	tcase_add_loop_test(tests, test_small, 0, SHAPES);
	tcase_add_loop_test(tests, test_large, 0, SHAPES);
	tcase_add_test(tests, test_very_large);
	tcase_add_test(tests, test_choice);
	tcase_add_loop_test(tests, test_kinds, 0, 6);
	tcase_add_test(tests, test_small_often);
	return unit_run(tests);
}
