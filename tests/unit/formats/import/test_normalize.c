/* SPDX-License-Identifier: MIT */
/* Pages that are one by their normal form, against a naive way to join them. */
#include "graph_rows.h"
#include "unit.h"

#include "formats/import/normalize.h"

#include <string.h>

enum { PAGES = 12 };

/* Each form in two or three spellings; the first is the normal form. */
static const char *const forms[][3] = {
	{ "http://a.example/", "HTTP://a.example", "http://A.example/#x" },
	{ "http://b.example/x", "http://b.example/%78", "http://b.example:80/x" },
	{ "https://a.example/", "https://me@a.example", "https://a.example./" },
	{ "http://c.example/", "http:c.example", "http://c.example/./" },
	{ "no URL", "no url", "mailto:x" }
};

struct web {
	struct sp_names names;
	unsigned form[PAGES];     /* the same number: the same page */
	const char *normal[PAGES];
	struct rows rows;
	double weights[PAGES * PAGES];
};

/* Different ones; names that are no URLs are pages of their own. */
static void
draw_names(struct sp_random *random, struct web *web)
{
	bool used[15] = { false };
	struct sp_error err;

	for (unsigned page = 0; page < PAGES; page++) {
		unsigned form, spelling, drawn;
		const char *name;

		do
			drawn = (unsigned)sp_random_below(random, 15);
		while (used[drawn]);
		used[drawn] = true;
		form = drawn / 3;
		spelling = drawn % 3;
		name = forms[form][spelling];
		web->form[page] = form < 4 ? form : form + spelling;
		web->normal[page] = form < 4 ? forms[form][0] : name;
		must(sp_names_add(&web->names, name, strlen(name), &err), err);
	}
}

static void
draw_web(uint64_t seed, struct web *web)
{
	struct sp_random random = { seed };

	*web = (struct web){ .names = SP_NAMES_EMPTY };
	draw_names(&random, web);
	rows_begin(&web->rows, PAGES);
	for (unsigned page = 0; page < PAGES; page++) {
		rows_draw(&web->rows, &random, sp_random_below(&random, 5));
		rows_end(&web->rows);
	}
	for (uint64_t i = 0; i < web->rows.links; i++)
		web->weights[i] = (double)(1 + sp_random_below(&random, 9));
}

/* ---- the naive way ---------------------------------------------------- */

struct joined_web {
	unsigned pages, number[PAGES], first[PAGES];
	bool link[PAGES][PAGES];
	double weight[PAGES][PAGES];
	uint64_t links;
};

static void
join_naively(const struct web *web, struct joined_web *joined)
{
	memset(joined, 0, sizeof(*joined));
	for (unsigned page = 0; page < PAGES; page++) {
		unsigned i = 0;

		while (i < page && web->form[i] != web->form[page])
			i++;
		if (i == page)
			joined->first[joined->pages++] = page;
		joined->number[page] = i < page ? joined->number[i] :
						  joined->pages - 1;
	}
	for (unsigned page = 0; page < PAGES; page++)
		for (uint64_t i = page ? web->rows.ends[page - 1] : 0;
		     i < web->rows.ends[page]; i++) {
			unsigned from = joined->number[page];
			unsigned to = joined->number[web->rows.successors[i]];

			joined->links += !joined->link[from][to];
			joined->link[from][to] = true;
			joined->weight[from][to] += web->weights[i];
		}
}

/* ---- comparisons ------------------------------------------------------ */

static void
compare_graphs(const struct joined_web *naive, const struct sp_joined *joined)
{
	struct sp_cursor *cursor = sp_cursor_new(joined->graph);
	const uint32_t *successors;
	uint64_t links = 0;
	uint32_t page, count;

	hold(cursor && sp_graph_pages(joined->graph) == naive->pages);
	while (sp_cursor_next(cursor, &page, &successors, &count))
		for (uint32_t i = 0; i < count; i++, links++) {
			hold(naive->link[page][successors[i]]);
			hold(naive->weight[page][successors[i]] ==
			     joined->weights[links]);
		}
	hold(links == naive->links);
	sp_cursor_free(cursor);
}

static void
compare(const struct web *web, const struct joined_web *naive)
{
	struct sp_linksort_options how = { .memory = 1 << 20, .threads = 1 };
	struct sp_graph *graph = rows_graph(&web->rows, 1);
	struct sp_joined joined;
	struct sp_alike alike;
	struct sp_error err;

	must(sp_count_alike(&web->names, &alike, &err), err);
	hold(alike.pages == PAGES - naive->pages);
	if (alike.pages)
		hold(alike.first != alike.second &&
		     web->form[alike.first] == web->form[alike.second]);
	must(sp_join_alike(graph, web->weights, &web->names, &how, &joined,
			   &err), err);
	hold(joined.names.count == naive->pages);
	for (unsigned i = 0; i < naive->pages; i++) {
		const char *normal = web->normal[naive->first[i]];
		struct sp_name_room room;
		struct sp_span name = sp_names_read(&joined.names, i, &room);

		hold(name.length == strlen(normal) &&
		     !memcmp(name.text, normal, name.length));
	}
	hold((joined.graph == NULL) == !alike.pages);
	if (joined.graph) {
		compare_graphs(naive, &joined);
		hold(joined.duplicates == web->rows.links - naive->links);
	}
	sp_graph_free(joined.graph);
	free(joined.weights);
	sp_names_free(&joined.names);
	sp_graph_free(graph);
}

START_TEST(random_webs)
{
	for (uint64_t round = 0; round < ROUNDS_OF(1000); round++) {
		struct joined_web naive;
		struct web web;

		draw_web(round, &web);
		join_naively(&web, &naive);
		compare(&web, &naive);
		rows_free(&web.rows);
		sp_names_free(&web.names);
	}
}
END_TEST

/* More names than the first table of hashes has places. */
START_TEST(many_names)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_alike alike;
	struct sp_error err;
	char text[64];

	for (int i = 0; i < 6000; i++) {
		snprintf(text, sizeof(text), "%s://a.example/%d",
			 i % 3 ? "HTTP" : "http", i / 2);
		must(sp_names_add(&names, text, strlen(text), &err), err);
	}
	must(sp_count_alike(&names, &alike, &err), err);
	ck_assert_uint_eq(alike.pages, 3000);
	sp_names_free(&names);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("normalize");

	tcase_add_test(tests, random_webs);
	tcase_add_test(tests, many_names);
	return unit_run(tests);
}
