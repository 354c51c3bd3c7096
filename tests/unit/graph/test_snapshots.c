/* SPDX-License-Identifier: MIT */
/*
 * Snapshots as one graph: which links each has, which pages agree, and masks
 * that are none; and against a plain list of masks on random graphs.
 */
#include "graph_rows.h"
#include "unit.h"

#include "graph/snapshots.h"

#include <math.h>
#include <string.h>

/* Links 0 -> 0, 1, 3; 1 -> 2; 3 -> 0, 1. */
static const uint64_t few_ends[] = { 3, 4, 4, 6 };
static const uint32_t few_links[] = { 0, 1, 3, 2, 0, 1 };

/* Snapshots of that graph by these masks, whose status is returned. */
static enum sp_status
few_snapshots(const double pages[4], struct sp_link_score *rows, uint64_t count,
	      struct sp_snapshots *snapshots, struct sp_error *err)
{
	struct sp_graph *graph = graph_of(4, few_ends, few_links, 1);
	struct sp_link_scores links = { rows, count, count };
	enum sp_status status;

	memset(snapshots, 0, sizeof(*snapshots));
	status = sp_snapshots_init(snapshots, graph, pages, &links, err);
	sp_graph_free(graph);
	return status;
}

START_TEST(links_come_and_go)
{
	static const double pages[] = { 7, 3, 4, 0 };
	/* The link 0 -> 2 was pruned. */
	struct sp_link_score rows[] = { { 0, 1, 1 }, { 0, 2, 1 }, { 0, 3, 5 },
					{ 3, 0, 2 } };
	struct sp_snapshots web;
	struct sp_error err;
	uint32_t links[4];

	must(few_snapshots(pages, rows, 4, &web, &err), err);
	ck_assert_uint_eq(web.count, 3);
	hold(sp_snapshot_has(&web, 0, 2) && !sp_snapshot_has(&web, 1, 2));
	hold(sp_snapshot_has(&web, 2, 2) && !sp_snapshot_has(&web, 3, 0));
	hold(sp_snapshots_change(&web, 0) && !sp_snapshots_change(&web, 1));
	hold(!sp_snapshots_change(&web, 2) && sp_snapshots_change(&web, 3));
	ck_assert_uint_eq(sp_snapshot_links(&web, 0, 0, few_links, 3, links), 3);
	ck_assert_uint_eq(sp_snapshot_links(&web, 0, 1, few_links, 3, links), 1);
	ck_assert_uint_eq(links[0], 0);
	ck_assert_uint_eq(sp_snapshot_links(&web, 0, 2, few_links, 3, links), 2);
	ck_assert_uint_eq(links[1], 3);
	ck_assert_uint_eq(sp_snapshot_links(&web, 3, 0, few_links + 4, 2, links),
			  1);
	ck_assert_uint_eq(links[0], 1);
	hold(!sp_snapshots_agree(&web, 0, 0, 1));
	hold(sp_snapshots_agree(&web, 1, 0, 1));
	hold(sp_snapshots_agree(&web, 3, 0, 2));
	hold(!sp_snapshots_agree(&web, 3, 0, 1));
	sp_snapshots_free(&web);
	ck_assert_ptr_null(web.first);
	sp_snapshots_free(&web);
}
END_TEST

/* Masks of pages, and one of the link 0 -> 1, that are no sets of snapshots. */
static const struct {
	double page, link;
	const char *says;
} bad_masks[] = {
	{ NAN, 1, "nan of page 1 is not a set" },
	{ -1, 1, "-1 of page 1 is not a set" },
	{ 0.5, 1, "0.5 of page 1 is not a set" },
	{ 4503599627370496., 1, "4503599627370496 of page 1 is not a set" },
	{ INFINITY, 1, "inf of page 1 is not a set" },
	{ 1, 0, "0 of the link from page 0 to 1 is not a set of the 2" },
	{ 1, 4, "4 of the link from page 0 to 1 is not a set of the 2" },
	{ 1, 1.5, "1.5 of the link from page 0 to 1 is not a set of the 2" },
	{ 1, -2, "-2 of the link from page 0 to 1 is not a set of the 2" }
};

START_TEST(masks_are_checked)
{
	double pages[] = { 3, bad_masks[_i].page, 3, 3 };
	struct sp_link_score row = { 0, 1, bad_masks[_i].link };
	struct sp_snapshots web;
	struct sp_error err;

	ck_assert_int_eq(few_snapshots(pages, &row, 1, &web, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, bad_masks[_i].says));
	sp_snapshots_free(&web);
}
END_TEST

START_TEST(a_page_is_needed)
{
	static const double pages[4];
	struct sp_snapshots web;
	struct sp_error err;

	ck_assert_int_eq(few_snapshots(pages, NULL, 0, &web, &err), SP_DATA);
	sp_snapshots_free(&web);
}
END_TEST

START_TEST(all_52_snapshots)
{
	static const double all = 4503599627370495.;
	double pages[] = { all, 1, 1, 2251799813685248. };
	struct sp_link_score row = { 0, 1, 2251799813685248. };
	struct sp_snapshots web;
	struct sp_error err;
	uint32_t links[3];

	must(few_snapshots(pages, &row, 1, &web, &err), err);
	ck_assert_uint_eq(web.count, SP_SNAPSHOTS_MAX);
	hold(sp_snapshot_has(&web, 3, 51) && !sp_snapshot_has(&web, 3, 50));
	ck_assert_uint_eq(sp_snapshot_links(&web, 0, 51, few_links, 3, links),
			  3);
	ck_assert_uint_eq(sp_snapshot_links(&web, 0, 50, few_links, 3, links),
			  2);
	hold(!sp_snapshots_agree(&web, 0, 50, 51));
	sp_snapshots_free(&web);
}
END_TEST

/* ---- random ----------------------------------------------------------- */

/* The mask of each link of the rows, some of which get a row of scores. */
static uint64_t *
draw_masks(struct rows *rows, struct sp_link_scores *scores, unsigned count,
	   struct sp_random *random)
{
	uint64_t *masks = malloc((rows->links + 1) * sizeof(*masks)), at = 0;
	uint64_t all = (UINT64_C(1) << count) - 1;
	struct sp_error err;

	hold(masks);
	for (uint64_t page = 0; page < rows->pages; page++)
		for (; at < rows->ends[page]; at++) {
			masks[at] = sp_random_below(random, 3) ? all :
				    1 + sp_random_below(random, all);
			if (masks[at] != all)
				must(sp_link_scores_add(
					     scores, (struct sp_link_score){
						     (uint32_t)page,
						     rows->successors[at],
						     (double)masks[at] },
					     &err),
				     err);
		}
	return masks;
}

/* Each row of each snapshot, and whether each two agree, by the masks. */
static void
compare_page(const struct sp_snapshots *web, const struct rows *rows,
	     const uint64_t *masks, uint32_t page, unsigned one)
{
	uint64_t start = page ? rows->ends[page - 1] : 0, kept = 0;
	uint32_t count = (uint32_t)(rows->ends[page] - start);
	uint32_t *links = malloc((count + 1) * sizeof(*links));
	uint32_t found;

	hold(links);
	found = sp_snapshot_links(web, page, one, rows->successors + start,
				  count, links);
	for (uint64_t i = start; i < rows->ends[page]; i++)
		if (masks[i] >> one & 1)
			hold(kept < found &&
			     links[kept++] == rows->successors[i]);
	hold(kept == found);
	free(links);
	for (unsigned other = 0; other < web->count; other++) {
		bool agree = true;

		for (uint64_t i = start; i < rows->ends[page]; i++)
			agree = agree && (masks[i] >> one & 1) ==
						 (masks[i] >> other & 1);
		hold(agree == sp_snapshots_agree(web, page, one, other));
	}
}

START_TEST(rows_are_those_of_the_masks)
{
	struct sp_random random = { (uint64_t)_i };
	unsigned count = 1 + (unsigned)sp_random_below(&random, 5);
	struct sp_link_scores scores = SP_LINK_SCORES_EMPTY;
	struct sp_snapshots web = { 0 };
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;
	uint64_t *masks;
	double *pages;

	rows_begin(&rows, 1 + sp_random_below(&random, 300));
	for (uint64_t page = 0; page < rows.pages; page++) {
		rows_draw(&rows, &random, sp_random_below(&random, 6));
		rows_end(&rows);
	}
	masks = draw_masks(&rows, &scores, count, &random);
	pages = malloc(rows.pages * sizeof(*pages));
	hold(pages);
	for (uint64_t page = 0; page < rows.pages; page++)
		pages[page] = (double)((UINT64_C(1) << count) - 1);
	graph = rows_graph(&rows, 1);
	must(sp_snapshots_init(&web, graph, pages, &scores, &err), err);
	for (uint64_t page = 0; page < rows.pages; page++)
		for (unsigned one = 0; one < count; one++)
			compare_page(&web, &rows, masks, (uint32_t)page, one);
	sp_snapshots_free(&web);
	sp_link_scores_free(&scores);
	sp_graph_free(graph);
	rows_free(&rows);
	free(masks);
	free(pages);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("snapshots");

	tcase_add_test(tests, links_come_and_go);
	tcase_add_loop_test(tests, masks_are_checked, 0, LENGTH(bad_masks));
	tcase_add_test(tests, a_page_is_needed);
	tcase_add_test(tests, all_52_snapshots);
	tcase_add_loop_test(tests, rows_are_those_of_the_masks, 0,
			    ROUNDS_OF(200));
	return unit_run(tests);
}
