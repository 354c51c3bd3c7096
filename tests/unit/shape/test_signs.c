/* SPDX-License-Identifier: MIT */
/*
 * test_signs.c - URLs that differ in a number, and what the links of downloads
 * say, compared on random crawls with counts made from the definitions
 */
#include "graph_rows.h"

#include "shape/signs.h"

#include <string.h>

#define CRAWLS 300
#define PAGES 40
#define SHAPES 4

static const struct {
	const char *a, *b;
	bool near;
} urls[] = {
	{ "a/7", "a/8", true },
	{ "a/7", "a/17", true },
	{ "a/7", "a/18", false },
	{ "a/19", "a/20", true },
	{ "a/99", "a/109", true },
	{ "a/99", "a/110", false },
	{ "a/7", "a/7", false },
	{ "a/7", "a/07", false },
	{ "a/IMG_0009.html", "a/IMG_0010.html", true },
	{ "a/9.html", "a/10.html", true },
	{ "a?p=3&q=4", "a?p=5&q=4", true },
	{ "a?p=3&q=4", "a?p=4&q=5", false },
	{ "a/3", "b/3", false },
	{ "a/3", "a/", false },
	{ "a/3", "a/x", false },
	{ "a/3", "a/3x", false },
	{ "caf%C3%A1", "caf%C3%A2", false },
	{ "a%20", "a%21", false },
	{ "a%1A", "a%2A", false },
	{ "a%209", "a%2010", true },
	{ "a%2F9.html", "a%2F10.html", true },
	{ "a%D09", "a%D010", true },
	{ "a%201", "a%20", false },
	{ "", "", false },
	{ "a/123456789012345678", "a/123456789012345679", true },
	{ "a/1234567890123456789", "a/1234567890123456788", false },
};

START_TEST(test_near)
{
	struct sp_span a = { urls[_i].a, strlen(urls[_i].a) };
	struct sp_span b = { urls[_i].b, strlen(urls[_i].b) };

	ck_assert_int_eq(sp_urls_are_near(a, b), urls[_i].near);
	ck_assert_int_eq(sp_urls_are_near(b, a), urls[_i].near);
}
END_TEST

/* ---- random crawls ---------------------------------------------------- */

struct crawl {
	uint32_t pages;
	bool link[PAGES][PAGES];
	uint32_t shape_of[PAGES]; /* SHAPES: none */
	uint32_t site_of[SHAPES];
	uint32_t of[PAGES];
	uint64_t size[PAGES];     /* or SP_FETCH_NO_SIZE */
	uint8_t look[SHAPES];
	struct sp_names urls;
	struct rows rows;
	struct sp_fetches fetches;
	struct sp_states states;
	struct sp_shaped shaped;
	struct sp_shape_downloads downloads;
};

static uint32_t
below(struct sp_random *random, uint64_t limit)
{
	return (uint32_t)sp_random_below(random, limit);
}

static void
draw_page(struct crawl *crawl, struct sp_random *random, uint32_t page)
{
	struct sp_error err;
	char url[20];

	snprintf(url, sizeof(url), "http://a/%u", below(random, 30));
	must(sp_names_add(&crawl->urls, url, strlen(url), &err), err);
	crawl->shape_of[page] = below(random, SHAPES + 1);
	crawl->size[page] = below(random, 3) ? below(random, 9) :
					       SP_FETCH_NO_SIZE;
	crawl->states.state_of[page] = below(random, 4) ? SP_PAGE_OK :
							  SP_PAGE_UNFETCHED;
	crawl->of[page] = below(random, 3) ? below(random, crawl->pages) :
					     SP_NO_PAGE;
	for (uint32_t v = 0; v < crawl->pages; v++) {
		/* Views often have links of their page alone. */
		bool has = crawl->of[page] < page ?
				   crawl->link[crawl->of[page]][v] :
				   below(random, 4) == 0;

		crawl->link[page][v] = below(random, 40) ? has : !has;
		if (crawl->link[page][v])
			rows_add(&crawl->rows, v);
	}
	rows_end(&crawl->rows);
	if (below(random, 4)) {
		struct sp_fetch fetch = { SP_FETCH_NO_TIME, crawl->size[page],
					  SP_FETCH_NO_DIGEST, page, 1 };

		must(sp_fetches_add(&crawl->fetches, &fetch, &err), err);
	} else {
		crawl->size[page] = SP_FETCH_NO_SIZE;
	}
}

static struct crawl *
draw_crawl(struct sp_random *random)
{
	struct crawl *crawl = calloc(1, sizeof(*crawl));
	struct sp_error err;

	hold(crawl);
	crawl->pages = 1 + below(random, PAGES);
	rows_begin(&crawl->rows, crawl->pages);
	must(sp_states_new(crawl->pages, &crawl->states, &err), err);
	crawl->fetches.pages = crawl->pages;
	for (uint32_t page = 0; page < crawl->pages; page++)
		draw_page(crawl, random, page);
	for (uint32_t shape = 0; shape < SHAPES; shape++) {
		crawl->look[shape] = (uint8_t)below(random, 4);
		crawl->site_of[shape] = below(random, 2);
	}
	crawl->shaped = (struct sp_shaped){
		.graph = rows_graph(&crawl->rows, 1),
		.shape_of = crawl->shape_of, .shapes = SHAPES,
		.states = &crawl->states, .fetches = &crawl->fetches,
		.threads = 1 + (int)below(random, 3)
	};
	must(sp_shape_downloads(&crawl->shaped, &crawl->downloads, &err), err);
	return crawl;
}

static void
free_crawl(struct crawl *crawl)
{
	sp_graph_free((struct sp_graph *)crawl->shaped.graph);
	sp_shape_downloads_free(&crawl->downloads);
	sp_fetches_free(&crawl->fetches);
	sp_states_free(&crawl->states);
	sp_names_free(&crawl->urls);
	rows_free(&crawl->rows);
	free(crawl);
}

static bool
is_downloaded(const struct crawl *crawl, uint32_t page)
{
	return crawl->states.state_of[page] == SP_PAGE_OK;
}

static bool
is_view(const struct crawl *crawl, uint32_t page)
{
	uint32_t of = crawl->of[page];

	for (uint32_t v = 0; v < crawl->pages; v++)
		if (crawl->link[page][v] && v != page && v != of &&
		    !crawl->link[of][v])
			return false;
	return crawl->size[page] == SP_FETCH_NO_SIZE ||
	       crawl->size[of] == SP_FETCH_NO_SIZE ||
	       crawl->size[page] <= crawl->size[of];
}

static void
count_signs(const struct crawl *crawl, uint32_t page,
	    struct sp_shape_signs *signs)
{
	uint32_t shape = crawl->shape_of[page], of = crawl->of[page];

	signs->looked++;
	if (crawl->look[shape] & SP_SIGN_VIEWS && of != SP_NO_PAGE &&
	    is_downloaded(crawl, of)) {
		signs->viewed++;
		signs->views += is_view(crawl, page);
	}
	for (uint32_t v = 0; v < crawl->pages; v++) {
		if (!(crawl->look[shape] & SP_SIGN_NEAR) || v == page ||
		    !crawl->link[page][v] || crawl->shape_of[v] != shape)
			continue;
		signs->inside++;
		signs->near += sp_urls_are_near(
			sp_names_span(&crawl->urls, page),
			sp_names_span(&crawl->urls, v));
	}
}

START_TEST(test_signs)
{
	struct sp_random random = { (uint64_t)_i };
	struct crawl *crawl = draw_crawl(&random);
	struct sp_versions versions = { .of = crawl->of };
	struct sp_shape_signs *got, want[SHAPES] = { 0 };
	struct sp_index *index;
	struct sp_error err;

	for (uint32_t page = 0; page < crawl->pages; page++) {
		uint32_t shape = crawl->shape_of[page];

		if (is_downloaded(crawl, page) && shape < SHAPES &&
		    crawl->look[shape])
			count_signs(crawl, page, &want[shape]);
	}
	must(sp_index_new(crawl->shaped.graph, 1, &index, &err), err);
	must(sp_signs_find(&crawl->shaped, &crawl->downloads, &crawl->urls,
			   &versions, index, crawl->look, &got, &err), err);
	hold(!memcmp(got, want, sizeof(want)));
	free(got);
	sp_index_free(index);
	free_crawl(crawl);
}
END_TEST

/* A link from one page to another, in all figures that it is of. */
static void
count_lead(const struct crawl *crawl, uint32_t from, uint32_t to,
	   struct sp_shape_leads *want)
{
	uint32_t a = crawl->shape_of[from], b = crawl->shape_of[to];

	if (a == SHAPES)
		return;
	want[a].links++;
	if (b == SHAPES || crawl->site_of[a] != crawl->site_of[b])
		return;
	want[a].own += a == b;
	want[a].marked += crawl->look[b] != 0;
	if (!crawl->look[a] || crawl->look[b])
		return;
	want[b].back++;
	for (uint32_t shape = 0; shape < SHAPES; shape++)
		want[shape].out += crawl->site_of[shape] == crawl->site_of[a];
}

START_TEST(test_leads)
{
	struct sp_random random = { (uint64_t)_i };
	struct crawl *crawl = draw_crawl(&random);
	struct sp_addresses addresses = { .sites = 2,
					  .site_of = crawl->site_of };
	struct sp_shape_leads *got, want[SHAPES] = { 0 };
	struct sp_error err;

	for (uint32_t u = 0; u < crawl->pages; u++)
		for (uint32_t v = 0; v < crawl->pages; v++)
			if (crawl->link[u][v] && u != v)
				count_lead(crawl, u, v, want);
	must(sp_leads_count(&crawl->shaped, &addresses, crawl->look, &got,
			    &err), err);
	hold(!memcmp(got, want, sizeof(want)));
	free(got);
	free_crawl(crawl);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("signs");

	tcase_add_loop_test(tests, test_near, 0, LENGTH(urls));
	tcase_add_loop_test(tests, test_signs, 0, ROUNDS_OF(CRAWLS));
	tcase_add_loop_test(tests, test_leads, 0, ROUNDS_OF(CRAWLS));
	return unit_run(tests);
}
