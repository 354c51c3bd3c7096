/* SPDX-License-Identifier: MIT */
/* Captures of pages: random ones against a naive second way, and examples. */
#include "unit.h"

#include "base/random.h"
#include "formats/import/captures.h"

#include <string.h>

#define URLS 12
#define MOST 40        /* captures */
#define LINKS 6        /* of a capture, at most */

struct made_capture {
	int url, redirect;     /* -1: none */
	int64_t time;
	bool answered;
	enum sp_page_state state;
	int links[LINKS], count;
};

struct crawl {
	struct sp_captures_options options;
	struct made_capture captures[MOST];
	int count;
};

static struct sp_span
url_of(int number)
{
	static const char text[] = "abcdefghijkl";

	return (struct sp_span){ text + number, 1 };
}

/* ---- the naive way ---------------------------------------------------- */

/* The capture that is kept of the first count captures of the page, or -1. */
static int
kept_of(const struct crawl *crawl, int count, int url)
{
	int kept = -1;

	for (int answered = 1; answered >= 0 && kept < 0; answered--) {
		for (int i = 0; i < count; i++) {
			const struct made_capture *c = &crawl->captures[i];

			if (c->url != url || c->answered != (bool)answered)
				continue;
			if (kept < 0 ||
			    (crawl->options.first ?
				     c->time < crawl->captures[kept].time :
				     c->time >= crawl->captures[kept].time))
				kept = i;
		}
	}
	return kept;
}

/* Where the page ends; -1: nowhere. */
static int
end_of(const struct crawl *crawl, int url)
{
	for (int steps = 0; steps <= URLS; steps++) {
		int kept = kept_of(crawl, crawl->count, url);

		if (kept < 0 || !crawl->options.fold_redirects ||
		    crawl->captures[kept].redirect < 0)
			return url;
		url = crawl->captures[kept].redirect;
	}
	return -1;
}

/* The page that stands for a URL; -1: dropped. */
static int
stands_for(const struct crawl *crawl, int url)
{
	int end = end_of(crawl, url);

	if (end < 0)
		end = url;
	return crawl->options.fetched_only &&
		       kept_of(crawl, crawl->count, end) < 0 ? -1 : end;
}

struct expected {
	bool page[URLS], link[URLS][URLS];
	int order[URLS], ordered;   /* URLs as they appear */
};

static void
appear(struct expected *expected, int url)
{
	for (int i = 0; i < expected->ordered; i++)
		if (expected->order[i] == url)
			return;
	expected->order[expected->ordered++] = url;
}

static void
expect_order(const struct crawl *crawl, struct expected *expected)
{
	for (int i = 0; i < crawl->count; i++) {
		const struct made_capture *c = &crawl->captures[i];

		appear(expected, c->url);
		if (kept_of(crawl, i + 1, c->url) != i)
			continue;
		if (crawl->options.fold_redirects && c->redirect >= 0)
			appear(expected, c->redirect);
		for (int k = 0; k < c->count; k++)
			appear(expected, c->links[k]);
	}
}

static void
expect(const struct crawl *crawl, struct expected *expected)
{
	memset(expected, 0, sizeof(*expected));
	expect_order(crawl, expected);
	for (int url = 0; url < URLS; url++) {
		int kept = kept_of(crawl, crawl->count, url);
		int end = end_of(crawl, url);

		if (kept < 0)
			continue;
		if (stands_for(crawl, url) >= 0)
			expected->page[stands_for(crawl, url)] = true;
		if (end >= 0 && end != url)
			continue;
		for (int k = 0; k < crawl->captures[kept].count; k++) {
			int to = stands_for(crawl,
					    crawl->captures[kept].links[k]);

			if (to >= 0)
				expected->page[to] =
					expected->link[url][to] = true;
		}
	}
}

/* ---- the way to be tested --------------------------------------------- */

/* Some at a time; known and new ones, also the same one twice, together. */
static void
give_links(const struct made_capture *c, size_t some,
	   struct sp_captures *captures)
{
	struct sp_hashed_name urls[SP_NAMES_AHEAD];
	size_t count = 0;
	struct sp_error err;

	for (int k = 0; k <= c->count; k++) {
		if (count == some || k == c->count) {
			must(sp_captures_links(captures, urls, count, &err),
			     err);
			count = 0;
		}
		if (k == c->count)
			break;
		urls[count].text = url_of(c->links[k]);
		urls[count].hash = sp_captures_hash(captures,
						    urls[count].text);
		count++;
	}
}

static void
give_captures(const struct crawl *crawl, struct sp_captures *captures)
{
	struct sp_error err;

	for (int i = 0; i < crawl->count; i++) {
		const struct made_capture *c = &crawl->captures[i];
		struct sp_capture capture = {
			.url = url_of(c->url), .time = c->time,
			.answered = c->answered, .state = c->state,
			.size = (uint64_t)i, .digest = 1000 + (uint64_t)i
		};
		bool wanted;

		if (c->redirect >= 0)
			capture.redirect = url_of(c->redirect);
		must(sp_captures_begin(captures, &capture, &wanted, &err),
		     err);
		hold(wanted == (kept_of(crawl, i + 1, c->url) == i));
		give_links(c, i % 5 ? SP_NAMES_AHEAD : 1, captures);
	}
}

/* The number of the URL of a page: its name has one letter. */
static int
url_of_page(const struct sp_names *names, uint64_t page)
{
	static struct sp_name_room room;
	struct sp_span name = sp_names_read(names, page, &room);

	hold(name.length == 1);
	return *name.text - *url_of(0).text;
}

/* The state of a page is that of its capture. */
static void
compare_states(const struct crawl *crawl, const struct sp_names *names,
	       const struct sp_states *states)
{
	hold(states->pages == names->count);
	for (uint64_t page = 0; page < names->count; page++) {
		int url = url_of_page(names, page);
		int kept = kept_of(crawl, crawl->count, url);

		hold(states->state_of[page] ==
		     (kept < 0 ? SP_PAGE_UNFETCHED :
				 crawl->captures[kept].state));
	}
}

/* The fetch of a page is that of its capture, and counts all. */
static void
compare_fetches(const struct crawl *crawl, const struct sp_names *names,
		const struct sp_fetches *fetches)
{
	uint64_t at = 0;

	hold(fetches->pages == names->count);
	for (uint64_t page = 0; page < names->count; page++) {
		const struct sp_fetch *fetch = &fetches->items[at];
		int url = url_of_page(names, page);
		int kept = kept_of(crawl, crawl->count, url);
		uint32_t captures = 0;

		for (int i = 0; i < crawl->count; i++)
			captures += crawl->captures[i].url == url;
		if (kept < 0)
			continue;
		hold(at++ < fetches->count && fetch->page == page);
		hold(fetch->captures == captures);
		hold(fetch->size == (uint64_t)kept);
		hold(fetch->digest == 1000 + (uint64_t)kept);
		hold(fetch->time ==
		     sp_fetch_seconds(crawl->captures[kept].time));
	}
	hold(at == fetches->count);
}

/* Compares names and rows, in order. */
static void
compare(const struct expected *expected, const struct sp_graph *graph,
	const struct sp_names *names)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	int pages[URLS], count = 0;
	const uint32_t *successors;
	uint32_t page, degree;
	uint64_t next = 0;

	hold(cursor);
	for (int i = 0; i < expected->ordered; i++) {
		if (!expected->page[expected->order[i]])
			continue;
		pages[count++] = expected->order[i];
	}
	hold(names->count == (uint64_t)count);
	hold(sp_graph_pages(graph) == (uint64_t)count);
	for (int i = 0; i < count; i++)
		hold(url_of_page(names, (uint64_t)i) == pages[i]);
	while (sp_cursor_next(cursor, &page, &successors, &degree)) {
		uint32_t links = 0;

		hold(page == next++);
		for (int to = 0; to < URLS; to++)
			links += expected->link[pages[page]][to];
		hold(links == degree);
		for (uint32_t i = 0; i < degree; i++)
			hold(expected->link[pages[page]]
					   [pages[successors[i]]]);
	}
	sp_cursor_free(cursor);
}

static struct sp_capture_counts
run(const struct crawl *crawl)
{
	struct sp_captures *captures = sp_captures_new(&crawl->options);
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_capture_list list = { NULL, 0 };
	struct sp_states states = { 0 };
	struct sp_fetches fetches = { 0 };
	struct sp_capture_counts counts;
	struct sp_collected made;
	struct expected expected;
	struct sp_error err;

	hold(captures);
	give_captures(crawl, captures);
	must(sp_captures_finish(captures, &made, &names, &list, &states,
				&fetches, &counts, &err), err);
	sp_captures_free(captures);
	expect(crawl, &expected);
	compare(&expected, made.graph, &names);
	compare_states(crawl, &names, &states);
	compare_fetches(crawl, &names, &fetches);
	hold(made.duplicates == counts.duplicates);
	sp_graph_free(made.graph);
	sp_names_free(&names);
	sp_states_free(&states);
	sp_fetches_free(&fetches);
	return counts;
}

/* ---- tests ------------------------------------------------------------ */

static const struct sp_linksort_options sort = {
	.memory = 1 << 20, .directory = "/tmp", .threads = 1
};

static void
draw_capture(struct sp_random *random, struct made_capture *c)
{
	c->url = (int)sp_random_below(random, URLS);
	c->redirect = sp_random_below(random, 3) ?
			      -1 : (int)sp_random_below(random, URLS);
	c->time = sp_random_below(random, 8) ?
			  (int64_t)sp_random_below(random, 5) : INT64_MIN;
	c->answered = sp_random_below(random, 4) > 0;
	c->state = (enum sp_page_state)sp_random_below(random, SP_PAGE_STATES);
	c->count = (int)sp_random_below(random, LINKS + 1);
	for (int k = 0; k < c->count; k++)
		c->links[k] = (int)sp_random_below(random, URLS);
}

START_TEST(random_captures)
{
	struct sp_random random = { (uint64_t)_i + 1 };
	struct crawl crawl;

	for (int round = 0; round < ROUNDS_OF(500); round++) {
		crawl.options = (struct sp_captures_options){
			_i & 1, _i & 2, _i & 4, false, sort
		};
		crawl.count = (int)sp_random_below(&random, MOST + 1);
		for (int i = 0; i < crawl.count; i++)
			draw_capture(&random, &crawl.captures[i]);
		run(&crawl);
	}
}
END_TEST

/* a>b>c, d>e>f>e, g>g, and a link to each. */
START_TEST(redirects_end_or_not)
{
	static const int hops[][2] = { { 0, 1 }, { 1, 2 }, { 3, 4 }, { 4, 5 },
				       { 5, 4 }, { 6, 6 } };
	struct crawl crawl = { .options = { .fold_redirects = true,
					    .sort = sort } };
	struct sp_capture_counts counts;

	for (int i = 0; i < LENGTH(hops); i++)
		crawl.captures[crawl.count++] = (struct made_capture){
			hops[i][0], hops[i][1], i, true, SP_PAGE_REDIRECT,
			{ 0 }, 0
		};
	crawl.captures[crawl.count++] = (struct made_capture){
		7, -1, 9, true, SP_PAGE_OK, { 0, 1, 3, 4, 5, 6 }, 6
	};
	counts = run(&crawl);
	ck_assert_uint_eq(counts.captures, 7);
	ck_assert_uint_eq(counts.pages, 7);
	ck_assert_uint_eq(counts.folded, 2);
	ck_assert_uint_eq(counts.endless, 4);
	/* Links to a and to b are links to c. */
	ck_assert_uint_eq(counts.duplicates, 1);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("captures");

	tcase_add_loop_test(tcase, random_captures, 0, 8);
	tcase_add_test(tcase, redirects_end_or_not);
	return unit_run(tcase);
}
