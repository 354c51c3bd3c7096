/* SPDX-License-Identifier: MIT */
/*
 * test_figures.c - the figures of shapes, and what stopping some of them would
 * have saved and lost, agree on random sites with counts made page by page from
 * the definitions
 */
#include "graph_rows.h"

#include "base/bitset.h"
#include "shape/figures.h"
#include "shape/stops.h"

#include <string.h>

#define SITES 600
#define PAGES 60
#define SHAPES 6

/* A random site, as plain as can be. */
struct site {
	uint32_t pages, shapes, hosts_count;
	bool link[PAGES][PAGES];
	uint32_t shape_of[PAGES];
	uint8_t state[PAGES];
	double mass[PAGES];
	uint32_t kin[SHAPES];
	struct rows rows;
	struct sp_states states;
	struct sp_fetches fetches;
	struct sp_hosts hosts;
	struct sp_shaped shaped;
	struct sp_shape_downloads downloads;
	uint32_t place[PAGES]; /* of the definition */
	uint64_t count;
	bool timed;            /* two of the times differ */
};

static void
draw_links(struct site *site, struct sp_random *random)
{
	uint32_t pages = site->pages;
	uint32_t dense = 1 + (uint32_t)sp_random_below(random, 8);

	for (uint32_t u = 0; u < pages; u++)
		for (uint32_t v = 0; v < pages; v++)
			site->link[u][v] =
				sp_random_below(random, pages) < dense;
	/* Rows that are the same, and some that nearly are. */
	for (uint32_t u = 1; u < pages; u++) {
		if (sp_random_below(random, 3))
			continue;
		memcpy(site->link[u], site->link[sp_random_below(random, u)],
		       sizeof(site->link[u]));
	}
	rows_begin(&site->rows, pages);
	for (uint32_t u = 0; u < pages; u++) {
		for (uint32_t v = 0; v < pages; v++)
			if (site->link[u][v])
				rows_add(&site->rows, v);
		rows_end(&site->rows);
	}
}

static void
draw_fetches(struct site *site, struct sp_random *random)
{
	struct sp_error err;
	bool timed = sp_random_below(random, 2);

	site->fetches.pages = site->pages;
	site->fetches.clock = timed ? SP_CLOCK_SECONDS : SP_CLOCK_NONE;
	for (uint32_t page = 0; page < site->pages; page++) {
		struct sp_fetch fetch = {
			SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE,
			SP_FETCH_NO_DIGEST, page, 1
		};

		if (!sp_random_below(random, 3))
			continue;
		if (timed && sp_random_below(random, 5))
			fetch.time = (int64_t)sp_random_below(random, 40);
		if (sp_random_below(random, 3))
			fetch.size = sp_random_below(random, 1000);
		if (sp_random_below(random, 3))
			fetch.digest = 1 + sp_random_below(random, 20);
		must(sp_fetches_add(&site->fetches, &fetch, &err), err);
	}
}

static void
draw_hosts(struct site *site, struct sp_random *random)
{
	struct sp_error err;

	site->hosts = (struct sp_hosts)SP_HOSTS_EMPTY;
	site->hosts_count = 1 + (uint32_t)sp_random_below(random, 9);
	for (uint32_t host = 0; host < site->hosts_count; host++)
		must(sp_names_add(&site->hosts.names, &"abcdefghij"[host],
				  host == 3 ? 0 : 1, &err), err);
	for (uint32_t page = 0; page < site->pages; page++)
		must(sp_hosts_add(&site->hosts, (uint32_t)sp_random_below(
			random, site->hosts_count), &err), err);
}

static struct site *
draw_site(struct sp_random *random)
{
	struct site *site = calloc(1, sizeof(*site));
	struct sp_error err;

	hold(site);
	site->pages = 1 + (uint32_t)sp_random_below(random, PAGES);
	site->shapes = 1 + (uint32_t)sp_random_below(random, SHAPES);
	draw_links(site, random);
	draw_fetches(site, random);
	draw_hosts(site, random);
	must(sp_states_new(site->pages, &site->states, &err), err);
	for (uint32_t page = 0; page < site->pages; page++) {
		site->states.state_of[page] = (uint8_t)(
			sp_random_below(random, 3) ? SP_PAGE_OK :
			sp_random_below(random, SP_PAGE_STATES));
		site->shape_of[page] = (uint32_t)sp_random_below(
			random, site->shapes + 1);
		site->mass[page] = (double)sp_random_below(random, 8);
	}
	for (uint32_t shape = 0; shape < site->shapes; shape++)
		site->kin[shape] = (uint32_t)sp_random_below(random,
							     site->shapes);
	site->shaped = (struct sp_shaped){
		.graph = rows_graph(&site->rows, 1),
		.shape_of = site->shape_of, .shapes = site->shapes,
		.states = sp_random_below(random, 2) ? &site->states : NULL,
		.fetches = sp_random_below(random, 4) ? &site->fetches : NULL,
		.hosts = &site->hosts, .mass = site->mass,
		.kin = sp_random_below(random, 2) ? site->kin : NULL,
		.threads = 1 + (int)sp_random_below(random, 3)
	};
	must(sp_shape_downloads(&site->shaped, &site->downloads, &err), err);
	return site;
}

static void
free_site(struct site *site)
{
	sp_graph_free((struct sp_graph *)site->shaped.graph);
	sp_shape_downloads_free(&site->downloads);
	sp_states_free(&site->states);
	sp_fetches_free(&site->fetches);
	sp_hosts_free(&site->hosts);
	rows_free(&site->rows);
	free(site);
}

/* ---- the definitions -------------------------------------------------- */

static const struct sp_fetch *
fetch_of(const struct site *site, uint32_t page)
{
	return site->shaped.fetches ?
		sp_fetches_find(site->shaped.fetches, page) : NULL;
}

static uint32_t
degree(const struct site *site, uint32_t page)
{
	uint32_t links = 0;

	for (uint32_t v = 0; v < site->pages; v++)
		links += site->link[page][v];
	return links;
}

static bool
downloaded(const struct site *site, uint32_t page)
{
	uint8_t state = site->states.state_of[page];

	if (site->shaped.states)
		return state == SP_PAGE_OK || state == SP_PAGE_REDIRECT ||
		       state == SP_PAGE_GONE;
	return site->shaped.fetches ? fetch_of(site, page) != NULL :
				      degree(site, page) > 0;
}

static int64_t
time_of(const struct site *site, uint32_t page)
{
	const struct sp_fetch *fetch = fetch_of(site, page);

	return !fetch || fetch->time == SP_FETCH_NO_TIME ? SP_FETCH_NO_TIME :
							   fetch->time;
}

static bool
is_before(const struct site *site, uint32_t one, uint32_t two)
{
	int64_t a = time_of(site, one), b = time_of(site, two);

	if (!site->timed || a == b)
		return one < two;
	return b == SP_FETCH_NO_TIME || (a != SP_FETCH_NO_TIME && a < b);
}

/* Places by counting what comes before. */
static void
find_places(struct site *site)
{
	int64_t first = SP_FETCH_NO_TIME;

	for (uint32_t page = 0; page < site->pages; page++) {
		int64_t time = time_of(site, page);

		if (!downloaded(site, page) || time == SP_FETCH_NO_TIME)
			continue;
		site->timed |= first != SP_FETCH_NO_TIME && time != first;
		first = time;
	}
	for (uint32_t page = 0; page < site->pages; page++) {
		site->place[page] = SP_NOT_DOWNLOADED;
		if (!downloaded(site, page))
			continue;
		site->count++;
		site->place[page] = 0;
		for (uint32_t other = 0; other < site->pages; other++)
			site->place[page] +=
				downloaded(site, other) &&
				is_before(site, other, page);
	}
}

/* The place of the first download that links to a page from elsewhere. */
static uint32_t
first_link(const struct site *site, uint32_t page)
{
	uint32_t first = SP_NOT_DOWNLOADED;

	for (uint32_t u = 0; u < site->pages; u++)
		if (u != page && site->link[u][page] && site->place[u] < first)
			first = site->place[u];
	return first;
}

static uint32_t
page_at(const struct site *site, uint32_t place)
{
	for (uint32_t page = 0; page < site->pages; page++)
		if (site->place[page] == place)
			return page;
	return UINT32_MAX;
}

/* Did an earlier download have this digest (or, without one, these links)? */
static bool
repeats(const struct site *site, uint32_t page, bool digest)
{
	bool found = false;

	for (uint32_t u = 0; u < site->pages; u++) {
		if (site->place[u] == SP_NOT_DOWNLOADED ||
		    site->place[u] >= site->place[page])
			continue;
		if (!digest)
			found |= !memcmp(site->link[u], site->link[page],
					 sizeof(site->link[u]));
		else
			found |= fetch_of(site, u) &&
				 fetch_of(site, u)->digest ==
					 fetch_of(site, page)->digest;
	}
	return found;
}

static bool
is_sized(const struct site *site, uint32_t page)
{
	const struct sp_fetch *fetch = fetch_of(site, page);

	return fetch && fetch->size != SP_FETCH_NO_SIZE &&
	       site->place[page] != SP_NOT_DOWNLOADED;
}

/* Is the size of a page within a third of the mean of its shape? */
static bool
is_usual(const struct site *site, uint32_t page)
{
	uint64_t sum = 0, count = 0, mean, size = fetch_of(site, page)->size;

	for (uint32_t u = 0; u < site->pages; u++) {
		if (!is_sized(site, u) ||
		    site->shape_of[u] != site->shape_of[page])
			continue;
		sum += fetch_of(site, u)->size;
		count++;
	}
	mean = sum / count;
	return size >= mean - mean / 3 && size <= mean + mean / 3;
}

/* Do earlier downloads of its shape make at least half of them? */
static bool
is_second_half(const struct site *site, uint32_t page)
{
	uint64_t before = 0, count = 0;

	for (uint32_t u = 0; u < site->pages; u++) {
		if (site->place[u] == SP_NOT_DOWNLOADED ||
		    site->shape_of[u] != site->shape_of[page])
			continue;
		count++;
		before += site->place[u] < site->place[page];
	}
	return before >= count / 2;
}

static bool
are_kin(const struct site *site, uint32_t page, uint32_t other)
{
	uint32_t a = site->shape_of[page], b = site->shape_of[other];

	return a == b || (site->shaped.kin && a < site->shapes &&
			  b < site->shapes && site->kin[a] == site->kin[b]);
}

static void
count_download(const struct site *site, uint32_t page,
	       struct sp_shape_figures *of)
{
	const struct sp_fetch *fetch = fetch_of(site, page);
	uint64_t place = site->place[page];

	of->downloads++;
	of->late += place >= site->count / 2;
	if (is_sized(site, page)) {
		of->bytes += fetch->size;
		of->sized++;
		of->alike += is_usual(site, page);
	}
	if (fetch && fetch->digest) {
		of->digested++;
		of->duplicates += repeats(site, page, true);
	}
	if (degree(site, page) >= SP_SHAPE_ROW_LEAST) {
		of->rows++;
		of->same_rows += repeats(site, page, false);
	}
	for (uint32_t v = 0; v < site->pages; v++) {
		bool found = v != page && site->link[page][v] &&
			     first_link(site, v) == place &&
			     place < site->place[v];
		bool bred = found && site->shape_of[v] == site->shape_of[page];

		of->found += found;
		of->bred += bred;
		of->bred_late += bred && is_second_half(site, page);
		of->kin += found && are_kin(site, page, v);
	}
}

static void
count_page_of(const struct site *site, uint32_t page,
	      struct sp_shape_figures *of)
{
	bool welcome = false;

	of->pages++;
	of->mass += site->mass[page];
	for (uint32_t u = 0; u < site->pages; u++) {
		bool same = site->shape_of[u] == site->shape_of[page];

		if (!site->link[u][page])
			continue;
		of->inside += same && u != page;
		of->from_outside += !same;
		welcome |= !same;
	}
	of->welcome += welcome;
	if (site->place[page] != SP_NOT_DOWNLOADED)
		count_download(site, page, of);
}

/* The shape that finds a host; none if no shape does. */
static uint32_t
finder(const struct site *site, uint32_t host)
{
	uint32_t best = SP_NOT_DOWNLOADED, own = SP_NOT_DOWNLOADED;

	for (uint32_t page = 0; page < site->pages; page++) {
		uint32_t first = first_link(site, page);

		if (site->hosts.host_of[page] != host)
			continue;
		best = first < best ? first : best;
		own = site->place[page] < own ? site->place[page] : own;
	}
	return host == 3 || best >= own ? site->shapes :
		site->shape_of[page_at(site, best)];
}

START_TEST(test_counts)
{
	struct sp_random random = { (uint64_t)_i };
	struct site *site = draw_site(&random);
	struct sp_shape_figures *got, want[SHAPES + 1] = { 0 };
	struct sp_error err;

	find_places(site);
	hold(site->count == site->downloads.count);
	for (uint32_t page = 0; page < site->pages; page++) {
		hold(site->place[page] == site->downloads.place[page]);
		count_page_of(site, page, &want[site->shape_of[page]]);
	}
	for (uint32_t host = 0; host < site->hosts_count; host++)
		want[finder(site, host)].hosts++;
	must(sp_shape_figures(&site->shaped, &site->downloads, &got, &err),
	     err);
	for (uint32_t shape = 0; shape < site->shapes; shape++)
		hold(!memcmp(&got[shape], &want[shape], sizeof(*got)));
	free(got);
	free_site(site);
}
END_TEST

/* ---- stops ------------------------------------------------------------ */

/* What the crawl reaches without the shapes of a set. */
static void
reach(const struct site *site, const uint64_t *seeds, const bool *without,
      bool reached[PAGES])
{
	bool more = true;

	for (uint32_t v = 0; v < site->pages; v++)
		reached[v] = sp_bit_test(seeds, v) &&
			     !without[site->shape_of[v]];
	while (more) {
		more = false;
		for (uint32_t u = 0; u < site->pages; u++)
			for (uint32_t v = 0; v < site->pages; v++) {
				if (!reached[u] || reached[v] ||
				    !site->link[u][v] ||
				    without[site->shape_of[v]] ||
				    site->place[u] == SP_NOT_DOWNLOADED)
					continue;
				reached[v] = more = true;
			}
	}
}

static void
check_stop(const struct site *site, const uint64_t *seeds,
	   const bool *without, const struct sp_stop *got)
{
	static const bool none[SHAPES + 1];
	bool whole[PAGES], rest[PAGES];
	struct sp_stop want = { 0 };

	reach(site, seeds, none, whole);
	reach(site, seeds, without, rest);
	for (uint32_t page = 0; page < site->pages; page++) {
		bool fetched = site->place[page] != SP_NOT_DOWNLOADED;

		if (without[site->shape_of[page]]) {
			want.saved += fetched;
			want.mass += site->mass[page];
		} else if (whole[page] && !rest[page]) {
			want.lost++;
			want.lost_downloads += fetched;
			want.lost_mass += site->mass[page];
		}
	}
	hold(!memcmp(got, &want, sizeof(want)));
}

/* Seeds lead to all downloads, and none but the first is led to by others. */
static void
check_seeds(const struct site *site, const uint64_t *seeds)
{
	static const bool none[SHAPES + 1];
	bool whole[PAGES];

	reach(site, seeds, none, whole);
	for (uint32_t page = 0; page < site->pages; page++) {
		uint32_t first = first_link(site, page);

		if (site->place[page] == SP_NOT_DOWNLOADED) {
			hold(!sp_bit_test(seeds, page));
			continue;
		}
		hold(whole[page]);
		if (site->place[page] == 0 || first == SP_NOT_DOWNLOADED)
			hold(sp_bit_test(seeds, page));
	}
}

START_TEST(test_stops)
{
	struct sp_random random = { (uint64_t)_i };
	struct site *site = draw_site(&random);
	uint64_t seeds[PAGES / SP_BITSET_BITS + 2] = { 0 };
	uint32_t shapes[SHAPES], count = 0;
	bool without[SHAPES + 1] = { false };
	struct sp_index *index;
	struct sp_stops stops;
	struct sp_error err;

	find_places(site);
	must(sp_index_new(site->shaped.graph, 1, &index, &err), err);
	must(sp_crawl_seeds(&site->shaped, &site->downloads, index, seeds,
			    &err), err);
	check_seeds(site, seeds);
	/* Seeds of a user may lead to a part of the crawl. */
	for (uint32_t page = 0; _i % 2 && page < site->pages; page++)
		if (sp_random_below(&random, 2))
			sp_bit_clear(seeds, page);
	for (uint32_t shape = site->shapes; shape-- > 0;)
		if (sp_random_below(&random, 3))
			shapes[count++] = shape;
	must(sp_shape_stops(&site->shaped, &site->downloads, index, seeds,
			    shapes, count, &stops, &err), err);
	for (uint32_t i = 0; i < count; i++) {
		bool one[SHAPES + 1] = { false };

		one[shapes[i]] = without[shapes[i]] = true;
		check_stop(site, seeds, one, &stops.of[i]);
	}
	check_stop(site, seeds, without, &stops.all);
	hold(_i % 2 || !stops.stray);
	sp_index_free(index);
	free_site(site);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("figures");

	tcase_add_loop_test(tcase, test_counts, 0, ROUNDS_OF(SITES));
	tcase_add_loop_test(tcase, test_stops, 0, ROUNDS_OF(SITES));
	return unit_run(tcase);
}
