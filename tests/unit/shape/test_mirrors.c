/* SPDX-License-Identifier: MIT */
/* test_mirrors.c - which hosts are copies of which, and which are none. */
#include "graph_rows.h"

#include "shape/mirrors.h"

#include <string.h>

#define ORIGINALS 60 /* pages of the original, all downloaded */
#define PAGES (2 * ORIGINALS)

/* What says that two pages are the same. */
enum way { DIGESTS, REDIRECTS, LINKS, SIZES, NOTHING };

struct pair {
	const char *copy, *original; /* hosts */
	unsigned pages, common;      /* of the copy */
	unsigned compared, agreed;   /* of its first pages */
	enum way way;
	bool mirror;
};

#define A "a.example"
#define W "www.a.example"
#define M "m.a.example"
#define N "n.a.example"

static const struct pair pairs[] = {
	{ W, A, 40, 40, 20, 20, DIGESTS, true },
	{ A, W, 40, 40, 20, 20, DIGESTS, true },
	{ M, N, 40, 40, 20, 20, DIGESTS, true },
	{ M, A, 40, 40, 20, 20, DIGESTS, true },
	/* Names that are not related. */
	{ "b.example", A, 40, 40, 20, 20, DIGESTS, false },
	{ "m.b.example", M, 40, 40, 20, 20, DIGESTS, false },
	{ "1.2.3.4", "5.2.3.4", 40, 40, 20, 20, DIGESTS, false },
	/* Pages and paths: twenty of them, three quarters of all. */
	{ M, N, 20, 20, 20, 20, DIGESTS, true },
	{ M, N, 20, 19, 19, 19, DIGESTS, false },
	{ M, N, 19, 19, 19, 19, DIGESTS, false },
	{ M, N, 40, 30, 20, 20, DIGESTS, true },
	{ M, N, 40, 29, 20, 20, DIGESTS, false },
	/* Comparisons: eight of them, three quarters of all. */
	{ M, N, 40, 40, 8, 8, DIGESTS, true },
	{ M, N, 40, 40, 7, 7, DIGESTS, false },
	{ M, N, 40, 40, 8, 6, DIGESTS, true },
	{ M, N, 40, 40, 8, 5, DIGESTS, false },
	/* www: fewer are enough, if nine tenths of the paths are the same. */
	{ W, A, 40, 40, 7, 7, DIGESTS, true },
	{ W, A, 40, 40, 0, 0, DIGESTS, true },
	{ A, W, 40, 36, 0, 0, NOTHING, true },
	{ W, A, 40, 36, 7, 7, DIGESTS, true },
	{ W, A, 40, 35, 7, 7, DIGESTS, false },
	{ W, A, 40, 40, 7, 6, DIGESTS, false },
	{ M, A, 40, 36, 7, 7, DIGESTS, false },
	/* Redirects, links and sizes. */
	{ M, N, 40, 40, 8, 8, REDIRECTS, true },
	{ M, N, 40, 40, 8, 5, REDIRECTS, false },
	{ M, N, 40, 40, 8, 8, LINKS, true },
	{ M, N, 40, 40, 8, 5, LINKS, false },
	{ M, N, 40, 40, 8, 8, SIZES, true },
	{ M, N, 40, 40, 8, 5, SIZES, false },
	{ M, N, 40, 40, 8, 8, NOTHING, false },
	/* Languages have the same links, and other bodies. */
	{ "de.a.example", "en.a.example", 40, 40, 8, 8, LINKS, false },
	{ "de.a.example", A, 40, 40, 8, 8, LINKS, false },
	{ "de.a.example", A, 40, 40, 8, 8, DIGESTS, true },
};

struct crawl {
	struct sp_names urls;
	struct rows rows;
	struct sp_shapes shapes;
	struct sp_states states;
	struct sp_fetches fetches;
	struct sp_shaped shaped;
	struct sp_shape_downloads downloads;
	struct sp_addresses addresses;
	struct sp_index *index;
	struct sp_mirror *mirrors;
};

static void
add_names(struct crawl *crawl, const struct pair *pair)
{
	struct sp_error err;
	char url[100];

	for (unsigned i = 0; i < ORIGINALS + pair->pages; i++) {
		bool original = i < ORIGINALS;
		unsigned page = original ? i : i - ORIGINALS;

		snprintf(url, sizeof(url), "http://%s/p/%u",
			 original ? pair->original : pair->copy,
			 original || page < pair->common ? page : page + 900);
		must(sp_names_add(&crawl->urls, url, strlen(url), &err), err);
	}
}

/* Five links a page, to those after it; other ones where pages differ. */
static void
add_links(struct crawl *crawl, const struct pair *pair, unsigned page,
	  bool agrees)
{
	bool original = page < ORIGINALS;
	unsigned first = original ? 0 : ORIGINALS;
	bool link[PAGES] = { false };

	if (!original && pair->way == REDIRECTS) {
		link[agrees ? page - first : page - first + 1] = true;
	} else if (pair->way == LINKS || pair->way == SIZES) {
		for (unsigned i = 1; i < 6; i++)
			link[first + (page - first + (agrees ||
				pair->way == SIZES ? i : 2 * i)) %
				     pair->common] = true;
	}
	for (unsigned i = 0; i < ORIGINALS + pair->pages; i++)
		if (link[i])
			rows_add(&crawl->rows, i);
}

static void
add_downloads(struct crawl *crawl, const struct pair *pair)
{
	uint32_t count = ORIGINALS + pair->pages;
	bool digests = pair->way == DIGESTS || pair->way == REDIRECTS;
	struct sp_error err;

	must(sp_states_new(count, &crawl->states, &err), err);
	crawl->fetches.pages = count;
	rows_begin(&crawl->rows, count);
	for (uint32_t i = 0; i < count; i++) {
		bool original = i < ORIGINALS;
		uint32_t page = original ? i : i - ORIGINALS;
		bool agrees = original || page < pair->agreed;
		struct sp_fetch fetch = { SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE,
					  SP_FETCH_NO_DIGEST, i, 1 };

		if (original || page < pair->compared) {
			if (digests)
				fetch.digest = agrees && pair->way == DIGESTS ?
						       page + 1 : i + 1;
			if (pair->way == SIZES)
				fetch.size = agrees && !original ? 950 :
					     original ? 1000 : 949;
			crawl->states.state_of[i] =
				!original && pair->way == REDIRECTS ?
					SP_PAGE_REDIRECT : SP_PAGE_OK;
			must(sp_fetches_add(&crawl->fetches, &fetch, &err),
			     err);
			add_links(crawl, pair, i, agrees);
		}
		rows_end(&crawl->rows);
	}
}

static void
find_all(struct crawl *crawl, int threads)
{
	struct sp_error err;

	must(sp_shapes_learn(&crawl->urls, 1, &crawl->shapes, &err), err);
	crawl->shaped = (struct sp_shaped){
		.graph = rows_graph(&crawl->rows, 1),
		.shape_of = crawl->shapes.shape_of,
		.shapes = crawl->shapes.count, .states = &crawl->states,
		.fetches = &crawl->fetches, .threads = threads
	};
	must(sp_shape_downloads(&crawl->shaped, &crawl->downloads, &err), err);
	must(sp_addresses_new(&crawl->urls, &crawl->shapes, &crawl->downloads,
			      &crawl->addresses, &err), err);
	must(sp_index_new(crawl->shaped.graph, threads, &crawl->index, &err),
	     err);
	must(sp_mirrors_find(&crawl->shaped, &crawl->downloads,
			     &crawl->addresses, crawl->index, &crawl->mirrors,
			     &err), err);
}

static void
free_crawl(struct crawl *crawl)
{
	free(crawl->mirrors);
	sp_index_free(crawl->index);
	sp_addresses_free(&crawl->addresses);
	sp_shape_downloads_free(&crawl->downloads);
	sp_graph_free((struct sp_graph *)crawl->shaped.graph);
	sp_shapes_free(&crawl->shapes);
	sp_fetches_free(&crawl->fetches);
	sp_states_free(&crawl->states);
	rows_free(&crawl->rows);
	sp_names_free(&crawl->urls);
}

START_TEST(test_pairs)
{
	const struct pair *pair = &pairs[_i];
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };
	const struct sp_mirror *mirror;
	uint32_t copy, original;

	add_names(&crawl, pair);
	add_downloads(&crawl, pair);
	find_all(&crawl, 2);
	original = sp_site_of_page(&crawl.addresses, 0);
	copy = sp_site_of_page(&crawl.addresses, ORIGINALS);
	ck_assert_uint_eq(crawl.addresses.sites, 2);
	mirror = &crawl.mirrors[copy];
	ck_assert_int_eq(sp_is_mirror(&crawl.addresses, copy, mirror),
			 pair->mirror);
	hold(!sp_is_mirror(&crawl.addresses, original,
			   &crawl.mirrors[original]));
	ck_assert_uint_eq(mirror->pages, pair->pages);
	if (pair->mirror) {
		ck_assert_uint_eq(mirror->of, original);
		ck_assert_uint_eq(mirror->common, pair->common);
		ck_assert_uint_eq(mirror->compared, pair->compared);
		ck_assert_uint_eq(mirror->agreed, pair->agreed);
	}
	free_crawl(&crawl);
}
END_TEST

/*
 * Which of two is the copy: fewer downloads, fewer pages, the later name; of
 * three, both are copies of the greatest.  A host that is too small to be the
 * original takes no votes, though it has more downloads.
 */
static const struct {
	unsigned pages[3], downloads[3];
	unsigned greatest;
} sizes[] = {
	{ { 40, 40, 40 }, { 20, 20, 20 }, 0 },
	{ { 40, 40, 40 }, { 20, 21, 20 }, 1 },
	{ { 40, 40, 40 }, { 20, 20, 21 }, 2 },
	{ { 40, 45, 40 }, { 20, 20, 20 }, 1 },
	{ { 40, 45, 40 }, { 20, 20, 21 }, 2 },
	{ { 30, 40, 19 }, { 9, 10, 19 }, 1 },
};

START_TEST(test_greatest)
{
	static const char *const hosts[] = { M, N, "o.a.example" };
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };
	struct sp_error err;
	uint32_t page = 0, pages = 0;
	char url[100];

	for (int h = 0; h < 3; h++)
		pages += sizes[_i].pages[h];
	must(sp_states_new(pages, &crawl.states, &err), err);
	rows_begin(&crawl.rows, pages);
	crawl.fetches.pages = pages;
	for (int h = 0; h < 3; h++)
		for (unsigned i = 0; i < sizes[_i].pages[h]; i++, page++) {
			struct sp_fetch fetch = {
				SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE, i + 1,
				page, 1
			};

			snprintf(url, sizeof(url), "http://%s/p/%u", hosts[h],
				 i);
			must(sp_names_add(&crawl.urls, url, strlen(url), &err),
			     err);
			rows_end(&crawl.rows);
			if (i >= sizes[_i].downloads[h])
				continue;
			crawl.states.state_of[page] = SP_PAGE_OK;
			must(sp_fetches_add(&crawl.fetches, &fetch, &err),
			     err);
		}
	find_all(&crawl, 1);
	for (uint32_t site = 0; site < 3; site++) {
		bool copy = site != sizes[_i].greatest &&
			    sizes[_i].pages[site] >= SP_MIRROR_LEAST;

		ck_assert_int_eq(sp_is_mirror(&crawl.addresses, site,
					      &crawl.mirrors[site]), copy);
		if (copy)
			ck_assert_uint_eq(crawl.mirrors[site].of,
					  sizes[_i].greatest);
	}
	free_crawl(&crawl);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("mirrors");

	tcase_add_loop_test(tests, test_pairs, 0, LENGTH(pairs));
	tcase_add_loop_test(tests, test_greatest, 0, LENGTH(sizes));
	return unit_run(tests);
}
