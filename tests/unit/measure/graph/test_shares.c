/* SPDX-License-Identifier: MIT */
/*
 * test_shares.c - what processes that share a graph find of it is what one
 * process finds, whatever their number
 */
#include "graph_rows.h"
#include "share_alone.h"
#include "team_threads.h"

#include "measure/graph/components.h"
#include "measure/graph/degrees.h"
#include "measure/graph/distances.h"

#define MOST_SOURCES 70 /* two words of bits */

/* ---- what one process finds ------------------------------------------- */

struct whole {
	struct sp_graph *graph;
	struct sp_graph_statistics statistics;
	struct sp_degrees degrees;
	struct sp_component_figures components;
	uint32_t sources[MOST_SOURCES];
	uint64_t source_count;
	struct sp_distances distances;
	uint64_t *bounds;
	int threads;
};

static void
find_whole(struct whole *whole, const struct rows *rows)
{
	struct sp_link_counts counts;
	struct alone alone;
	struct sp_error err;

	*whole = (struct whole){ .graph = rows_graph(rows, 1) };
	alone_begin(&alone, whole->graph);
	must(sp_graph_statistics(whole->graph, NULL, 1, NULL,
				 &whole->statistics, &err), err);
	must(sp_count_links(alone.share, 1, NULL, &counts, &err), err);
	must(sp_degrees(alone.share, &counts, &whole->degrees, &err), err);
	sp_link_counts_free(&counts);
	must(sp_find_components(alone.share, 1, NULL, &whole->components,
				&err), err);
	for (uint64_t page = 0; page < rows->pages &&
				whole->source_count < MOST_SOURCES;
	     page += 1 + rows->pages / MOST_SOURCES)
		whole->sources[whole->source_count++] = (uint32_t)page;
	must(sp_distances(alone.share, whole->sources, whole->source_count, 1,
			  NULL, &whole->distances, &err), err);
	alone_end(&alone);
}

static void
whole_free(struct whole *whole)
{
	sp_graph_free(whole->graph);
	sp_degrees_free(&whole->degrees);
	sp_component_figures_free(&whole->components);
	sp_distances_free(&whole->distances);
}

/* ---- comparison, in each process -------------------------------------- */

#define agree(condition)                                                \
	do {                                                            \
		if (!(condition))                                       \
			return sp_fail(err, SP_DATA, "process %u of %u "\
				       "differs: %s", team->rank,       \
				       team->size, #condition);         \
	} while (0)

static bool
same_real(double a, double b)
{
	return a == b || (a != a && b != b);
}

static bool
same_summary(const struct sp_component_summary *a,
	     const struct sp_component_summary *b)
{
	if (a->count != b->count || a->largest_page != b->largest_page ||
	    a->length != b->length)
		return false;
	for (uint64_t i = 0; i < a->length; i++)
		if (a->sizes[i].size != b->sizes[i].size ||
		    a->sizes[i].count != b->sizes[i].count)
			return false;
	return true;
}

static bool
same_counts(const struct sp_degree_counts *a, const struct sp_degree_counts *b)
{
	return a->largest == b->largest &&
	       !memcmp(a->pages, b->pages,
		       (a->largest + 1) * sizeof(*a->pages));
}

static enum sp_status
compare_degrees(struct sp_team *team, const struct whole *whole,
		const struct sp_share *share, struct sp_error *err)
{
	struct sp_graph_statistics statistics;
	struct sp_link_counts links;
	struct sp_degrees degrees;
	enum sp_status status = sp_count_links(share, whole->threads, NULL,
					       &links, err);

	if (!status)
		status = sp_link_statistics(share, &links, &statistics, err);
	if (!status)
		status = sp_degrees(share, &links, &degrees, err);
	if (status)
		return status;
	agree(!memcmp(&statistics, &whole->statistics, sizeof(statistics)));
	if (team->rank == 0) {
		agree(same_counts(&degrees.out, &whole->degrees.out));
		agree(same_counts(&degrees.in, &whole->degrees.in));
	} else {
		agree(!degrees.out.largest && !degrees.out.pages[0]);
	}
	sp_degrees_free(&degrees);
	sp_link_counts_free(&links);
	return SP_OK;
}

static enum sp_status
compare_components(struct sp_team *team, const struct whole *whole,
		   const struct sp_share *share, struct sp_error *err)
{
	struct sp_component_figures found;

	if (sp_find_components(share, whole->threads, NULL, &found, err))
		return err->status;
	agree(same_summary(&found.weak, &whole->components.weak));
	agree(same_summary(&found.strong,
			   &whole->components.strong));
	agree(!memcmp(found.bowtie, whole->components.bowtie,
		      sizeof(found.bowtie)));
	sp_component_figures_free(&found);
	return SP_OK;
}

static enum sp_status
compare_distances(struct sp_team *team, const struct whole *whole,
		  const struct sp_share *share, struct sp_error *err)
{
	const struct sp_distances *plain = &whole->distances;
	struct sp_distances found;

	if (sp_distances(share, whole->sources, whole->source_count,
				whole->threads, NULL, &found, err))
		return err->status;
	agree(found.pairs == plain->pairs);
	agree(found.largest == plain->largest);
	agree(!memcmp(found.histogram, plain->histogram,
		      (plain->largest + 1) * sizeof(*plain->histogram)));
	agree(same_real(found.mean, plain->mean));
	agree(same_real(found.error, plain->error));
	agree(same_real(found.effective, plain->effective));
	agree(same_real(found.fraction, plain->fraction));
	sp_distances_free(&found);
	return SP_OK;
}

static enum sp_status
compare_shares(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct whole *whole = context;
	struct sp_share *share;
	enum sp_status status = team_share_of(team, whole->graph,
					      whole->bounds, 1, &share, err);

	if (status)
		return status;
	status = compare_degrees(team, whole, share, err);
	if (!status)
		status = compare_components(team, whole, share, err);
	if (!status)
		status = compare_distances(team, whole, share, err);
	sp_share_free(share);
	return status;
}

static void
compare(const struct rows *rows)
{
	static const unsigned teams[] = { 1, 2, 7 };
	struct whole whole;
	struct sp_error err;

	find_whole(&whole, rows);
	for (int i = 0; i < LENGTH(teams); i++) {
		uint64_t bounds[8];

		team_bounds(whole.graph, teams[i], bounds);
		whole.bounds = bounds;
		whole.threads = 1 + i % 2;
		must(team_run(teams[i], compare_shares, &whole, &err), err);
	}
	whole_free(&whole);
}

/* ---- graphs ----------------------------------------------------------- */

/*
 * Pages with few links, most to pages nearby, so that components of all sizes
 * lie in one process or several.
 */
static void
draw_graph(struct rows *rows, uint64_t seed)
{
	struct sp_random random = { seed };
	uint64_t pages, near, share;

	pages = 1 + sp_random_below(&random, 7000);
	near = 1 + sp_random_below(&random, 2000);
	share = sp_random_below(&random, 3);
	rows_begin(rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		uint64_t count = sp_random_below(&random, 3 + share);
		uint64_t low = page > near ? page - near : 0, to = 0;

		if (!sp_random_below(&random, 16))
			rows_add(rows, (uint32_t)sp_random_below(&random,
								 low + 1));
		for (to = low; count--;) {
			to += sp_random_below(&random, near + 1);
			if (to < pages)
				rows_add(rows, (uint32_t)to);
		}
		if (!sp_random_below(&random, 4))
			rows_add(rows, (uint32_t)sp_random_below(&random,
								 pages));
		rows_end(rows);
	}
}

START_TEST(random_graphs)
{
	struct rows rows;

	for (uint64_t seed = 1; seed <= ROUNDS_OF(8); seed++) {
		draw_graph(&rows, seed);
		compare(&rows);
		rows_free(&rows);
	}
}
END_TEST

/*
 * One path through the first pages of each block, which goes from process to
 * process at each link, and ends where it began or not: no process finds more
 * than a page by itself.
 */
#define FIRST_PAGES 5

static void
draw_path(struct rows *rows, uint64_t blocks, bool closed)
{
	uint64_t last = (blocks - 1) * 1024;

	rows_begin(rows, blocks * 1024);
	for (uint64_t page = 0; page < rows->pages; page++) {
		uint64_t of_block = page % 1024;

		if (of_block < FIRST_PAGES && page < last)
			rows_add(rows, (uint32_t)page + 1024);
		else if (of_block + 1 < FIRST_PAGES)
			rows_add(rows, (uint32_t)of_block + 1);
		else if (of_block < FIRST_PAGES && closed)
			rows_add(rows, 0);
		rows_end(rows);
	}
}

START_TEST(paths_that_change_processes)
{
	struct rows rows;

	draw_path(&rows, 7, _i);
	compare(&rows);
	rows_free(&rows);
}
END_TEST

START_TEST(graphs_without_links)
{
	static const uint64_t pages[] = { 0, 1, 1024, 1025, 5000 };

	struct rows rows;

	for (int i = 0; i < LENGTH(pages); i++) {
		rows_begin(&rows, pages[i]);
		for (uint64_t page = 0; page < pages[i]; page++)
			rows_end(&rows);
		compare(&rows);
		rows_free(&rows);
	}
}
END_TEST

/* All pages link to one, which links to all: large degrees, one core. */
START_TEST(a_star)
{
	struct rows rows;

	rows_begin(&rows, 70000);
	for (uint32_t page = 0; page < 70000; page++) {
		if (page != 3000) {
			rows_add(&rows, 3000);
		} else {
			for (uint32_t to = 0; to < 70000; to++)
				rows_add(&rows, to);
		}
		rows_end(&rows);
	}
	compare(&rows);
	rows_free(&rows);
}
END_TEST

/* The largest component is spread over nodes that are smaller than another. */
START_TEST(a_core_in_pieces)
{
	struct rows rows;

	rows_begin(&rows, 8192);
	for (uint32_t page = 0; page < 8192; page++) {
		if (page < 512)
			rows_add(&rows, (page + 1) % 512);
		else if (page % 1024 >= 512)
			rows_add(&rows, (page + 1024) % 8192);
		if (page % 1024 == 1023)
			rows_add(&rows, (uint32_t)((page + 513) % 8192));
		else if (page % 1024 >= 512)
			rows_add(&rows, page / 1024 == 7 ? page - 7167 :
							   page + 1024);
		rows_end(&rows);
	}
	compare(&rows);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("shares");

	tcase_add_test(tcase, random_graphs);
	tcase_add_loop_test(tcase, paths_that_change_processes, 0, 2);
	tcase_add_test(tcase, graphs_without_links);
	tcase_add_test(tcase, a_star);
	tcase_add_test(tcase, a_core_in_pieces);
	return unit_run(tcase);
}
