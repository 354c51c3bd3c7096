/* SPDX-License-Identifier: MIT */
/*
 * test_statistics.c - the statistics of a graph agree with a count by a matrix
 * of links, with any number of threads, and with figures known from elsewhere
 */
#include "graph_rows.h"
#include "oracle.h"

#include "graph/statistics.h"

/* ---- a plain implementation: a square matrix -------------------------- */

#define PAGES 300

struct matrix {
	uint32_t pages;
	bool links[PAGES][PAGES];
};

static struct matrix matrix;

static void
matrix_of(const struct rows *rows)
{
	uint64_t link = 0;

	memset(&matrix, 0, sizeof(matrix));
	matrix.pages = (uint32_t)rows->pages;
	for (uint64_t page = 0; page < rows->pages; page++)
		for (; link < rows->ends[page]; link++)
			matrix.links[page][rows->successors[link]] = true;
}

static uint32_t
degree_out(uint32_t page)
{
	uint32_t count = 0;

	for (uint32_t to = 0; to < matrix.pages; to++)
		count += matrix.links[page][to];
	return count;
}

static uint32_t
degree_in(uint32_t page)
{
	uint32_t count = 0;

	for (uint32_t from = 0; from < matrix.pages; from++)
		count += matrix.links[from][page];
	return count;
}

static void
count_pages_plainly(struct sp_graph_statistics *to)
{
	for (uint32_t page = 0; page < matrix.pages; page++) {
		uint32_t out = degree_out(page), in = degree_in(page);

		to->links += out;
		to->dangling += !out;
		to->unlinked += !in;
		to->isolated += !out && !in;
		to->self_links += matrix.links[page][page];
		if (out > to->out.links)
			to->out = (struct sp_degree){ out, page };
		if (in > to->in.links)
			to->in = (struct sp_degree){ in, page };
	}
}

static bool
has_host(const struct sp_hosts *hosts, uint32_t page)
{
	size_t length;

	(void)sp_names_get(&hosts->names, hosts->host_of[page], &length);
	return length > 0;
}

/* Names are compared, not numbers.  Pages without a host are on their own. */
static bool
same_unit(const struct sp_hosts *hosts, const struct sp_names *names,
	  uint32_t a, uint32_t b)
{
	size_t a_length, b_length;
	const char *a_name = sp_names_get(names, hosts->host_of[a], &a_length);
	const char *b_name = sp_names_get(names, hosts->host_of[b], &b_length);

	return a == b || (has_host(hosts, a) && has_host(hosts, b) &&
			  a_length == b_length &&
			  !memcmp(a_name, b_name, a_length));
}

static struct sp_unit_statistics
count_units_plainly(const struct sp_hosts *hosts, const struct sp_names *names)
{
	struct sp_unit_statistics units = { .known = names->count > 0 };

	if (!units.known)
		return units;
	for (uint32_t a = 0; a < matrix.pages; a++) {
		bool first = has_host(hosts, a);

		for (uint32_t b = 0; b < matrix.pages; b++) {
			bool same = same_unit(hosts, names, a, b);

			first = first && !(b < a && same);
			units.inside += matrix.links[a][b] && same;
			units.between += matrix.links[a][b] && !same;
		}
		units.units += first;
		units.alone += !has_host(hosts, a);
	}
	return units;
}

static void
count_plainly(const struct sp_hosts *hosts, struct sp_graph_statistics *to)
{
	*to = (struct sp_graph_statistics){ .pages = matrix.pages };
	count_pages_plainly(to);
	if (!hosts)
		return;
	to->hosts = count_units_plainly(hosts, &hosts->names);
	to->hosts.known = true;
	to->domains = count_units_plainly(hosts, &hosts->domains);
	for (uint32_t host = 0; host < hosts->names.count; host++) {
		uint64_t pages = 0;

		for (uint64_t page = 0; page < hosts->pages; page++)
			pages += hosts->host_of[page] == host &&
				 has_host(hosts, (uint32_t)page);
		if (pages > to->host_pages) {
			to->host_pages = pages;
			to->host = host;
		}
	}
}

/* ---- random graphs ---------------------------------------------------- */

/* Hosts in the order of their first page, three of them to a domain. */
static void
draw_hosts(struct sp_hosts *hosts, uint64_t pages, bool domains,
	   struct sp_random *random)
{
	struct sp_error err;

	for (uint64_t page = 0; page < pages; page++) {
		uint64_t count = hosts->names.count;
		uint32_t host = (uint32_t)sp_random_below(random, count + 1);
		char text[32];

		if (host == count) {
			/* In some graphs, the fourth has no name. */
			snprintf(text, sizeof(text), "h%u.example", host);
			if (host == 3 && domains)
				text[0] = '\0';
			hold(!sp_names_add(&hosts->names, text, strlen(text),
					   &err));
			snprintf(text, sizeof(text), "d%u.example", host / 3);
			hold(!domains ||
			     !sp_names_add(&hosts->domains, text,
					   strlen(text), &err));
		}
		hold(!sp_hosts_add(hosts, host, &err));
	}
}

static void
check_unit(const struct sp_unit_statistics *got,
	   const struct sp_unit_statistics *wanted)
{
	hold(got->known == wanted->known && got->units == wanted->units);
	hold(got->inside == wanted->inside && got->between == wanted->between);
	hold(got->alone == wanted->alone);
}

static void
check_statistics(const struct sp_graph_statistics *got,
		 const struct sp_graph_statistics *wanted)
{
	hold(got->pages == wanted->pages && got->links == wanted->links);
	hold(got->dangling == wanted->dangling);
	hold(got->unlinked == wanted->unlinked);
	hold(got->isolated == wanted->isolated);
	hold(got->self_links == wanted->self_links);
	hold(got->out.links == wanted->out.links);
	hold(got->out.page == wanted->out.page);
	hold(got->in.links == wanted->in.links);
	hold(got->in.page == wanted->in.page);
	check_unit(&got->hosts, &wanted->hosts);
	check_unit(&got->domains, &wanted->domains);
	hold(got->host == wanted->host);
	hold(got->host_pages == wanted->host_pages);
}

START_TEST(test_random_graphs)
{
	struct sp_random random = { (uint64_t)_i };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_graph_statistics wanted, got;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	rows_begin(&rows, sp_random_below(&random, PAGES));
	for (uint64_t page = 0; page < rows.pages; page++) {
		rows_draw(&rows, &random, sp_random_below(&random, 8));
		rows_end(&rows);
	}
	matrix_of(&rows);
	graph = rows_graph(&rows, 1);
	draw_hosts(&hosts, rows.pages, _i % 2, &random);
	for (int threads = 1; threads <= 4; threads++) {
		count_plainly(_i % 3 ? &hosts : NULL, &wanted);
		must(sp_graph_statistics(graph, _i % 3 ? &hosts : NULL,
					 threads, NULL, &got, &err), err);
		check_statistics(&got, &wanted);
	}
	sp_hosts_free(&hosts);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Enough blocks for several threads; the first of equal degrees counts. */
START_TEST(test_threads)
{
	const uint64_t pages = 300000;
	struct sp_graph_statistics one, several;
	struct sp_random random = { 3 };
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(&rows, &random, sp_random_below(&random, 5));
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	must(sp_graph_statistics(graph, NULL, 1, NULL, &one, &err), err);
	hold(one.pages == pages && one.links == rows.links);
	must(sp_graph_statistics(graph, NULL, 4, NULL, &several, &err), err);
	check_statistics(&several, &one);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* ---- the graph of seedpipe-algorithms(7) ------------------------------ */

START_TEST(test_g11)
{
	static const uint32_t host_of[] = { 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct oracle_graph plain;
	struct sp_graph_statistics got;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&plain, 11, "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 "
		     "7:1 8 8:7 9 9:4 10:0 4");
	graph = oracle_build(&plain);
	for (unsigned i = 0; i < 3; i++)
		must(sp_names_add(&hosts.names, &"abc"[i], 1, &err), err);
	for (int page = 0; page < LENGTH(host_of); page++)
		must(sp_hosts_add(&hosts, host_of[page], &err), err);
	must(sp_graph_statistics(graph, &hosts, 1, NULL, &got, &err), err);
	check_statistics(&got, &(struct sp_graph_statistics){
		.pages = 11, .links = 20, .dangling = 1, .unlinked = 1,
		.out = { 3, 0 }, .in = { 4, 4 }, .hosts = { true, 3, 0, 12, 8 },
		.host_pages = 4, .host = 0
	});
	sp_hosts_free(&hosts);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("statistics");

	tcase_add_loop_test(tcase, test_random_graphs, 0, 60);
	tcase_add_test(tcase, test_threads);
	tcase_add_test(tcase, test_g11);
	return unit_run(tcase);
}
