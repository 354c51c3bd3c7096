/* SPDX-License-Identifier: MIT */
#include "graph/generate/generate.h"

#include "base/memory.h"
#include "graph/generate/farm.h"
#include "graph/generate/tables.h"
#include "graph/hosts.h"
#include "planted.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A sink that stores and checks all rows. */
struct web {
	uint64_t pages;
	uint64_t rows;
	uint64_t *ends;
	uint32_t *links;
	uint64_t count;
	uint64_t capacity;
	uint64_t stop; /* rows before it fails; UINT64_MAX: never */
};

static enum sp_status
web_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct web *web = context;

	(void)err;
	web->pages = pages;
	web->ends = sp_alloc(pages, sizeof(*web->ends));
	ck_assert_ptr_nonnull(web->ends);
	return SP_OK;
}

/* Pages that were skipped, up to this one, have no links. */
static void
web_empty_rows(struct web *web, uint64_t page)
{
	while (web->rows < page)
		web->ends[web->rows++] = web->count;
}

static enum sp_status
web_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const uint32_t *successors = row->successors;
	uint64_t count = row->count, i;
	struct web *web = context;

	if (row->page >= web->stop)
		return sp_fail(err, SP_IO, "full");
	hold(row->page >= web->rows && row->page < web->pages);
	web_empty_rows(web, row->page);
	hold(!row->weights);
	for (i = 0; i < count; i++)
		if (successors[i] >= web->pages ||
		    (i && successors[i] <= successors[i - 1]))
			ck_abort_msg("page %llu: bad successor",
				     (unsigned long long)web->rows);
	hold(sp_grow(&web->links, &web->capacity, web->count + count));
	if (count)
		memcpy(web->links + web->count, successors,
		       count * sizeof(*successors));
	web->count += count;
	web->ends[web->rows++] = web->count;
	return SP_OK;
}

static struct sp_generator *
make_generator(const struct sp_generate_options *options)
{
	struct sp_generator *generator;
	struct sp_error err;

	must(sp_generator_new(options, &generator, &err), err);
	return generator;
}

static struct web
web_rows_of(const struct sp_generator *generator, uint64_t pages)
{
	struct web web = { .stop = UINT64_MAX };
	struct sp_row_sink sink = { &web, web_begin, web_row };
	struct sp_error err;

	hold(sp_grow(&web.links, &web.capacity, 0));
	must(sp_generator_rows(generator, &sink, &err), err);
	ck_assert_uint_eq(web.pages, pages);
	web_empty_rows(&web, pages);
	return web;
}

static void
web_free(struct web *web)
{
	free(web->ends);
	free(web->links);
}

static struct web
generate_web(uint64_t pages, uint64_t seed, int threads)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generator *generator;
	struct web web;

	options.pages = pages;
	options.seed = seed;
	options.threads = threads;
	generator = make_generator(&options);
	web = web_rows_of(generator, pages);
	sp_generator_free(generator);
	return web;
}

static const uint32_t *
web_row_of(const struct web *web, uint64_t page, uint64_t *count)
{
	uint64_t start = page ? web->ends[page - 1] : 0;

	*count = web->ends[page] - start;
	return web->links + start;
}

static bool
row_has_link(const struct web *web, uint32_t from, uint32_t to)
{
	uint64_t count, i;
	const uint32_t *links = web_row_of(web, from, &count);

	for (i = 0; i < count; i++)
		if (links[i] == to)
			return true;
	return false;
}

static bool
same_webs(const struct web *a, const struct web *b)
{
	return a->count == b->count && a->pages == b->pages &&
	       !memcmp(a->ends, b->ends, a->pages * sizeof(*a->ends)) &&
	       !memcmp(a->links, b->links, a->count * sizeof(*a->links));
}

START_TEST(threads_and_runs_agree)
{
	struct web one = generate_web(50001, 7, 1);
	struct web again = generate_web(50001, 7, 1);
	struct web three = generate_web(50001, 7, 3);
	struct web other = generate_web(50001, 8, 1);

	ck_assert(same_webs(&one, &again));
	ck_assert(same_webs(&one, &three));
	ck_assert(!same_webs(&one, &other));
	web_free(&one);
	web_free(&again);
	web_free(&three);
	web_free(&other);
}
END_TEST

/* Measures of a generated graph. */
struct figures {
	double mean;
	double between;  /* share of links */
	double dangling; /* share of pages */
	double near;     /* share of links within 32 Ki pages */
	double shared;   /* mean share with the best of 7 pages before */
};

static uint64_t
common_links(const struct web *web, uint64_t a, uint64_t b)
{
	uint64_t a_count, b_count, i = 0, j = 0, both = 0;
	const uint32_t *x = web_row_of(web, a, &a_count);
	const uint32_t *y = web_row_of(web, b, &b_count);

	while (i < a_count && j < b_count) {
		both += x[i] == y[j];
		if (x[i] < y[j])
			i++;
		else if (x[i] > y[j])
			j++;
		else
			i++, j++;
	}
	return both;
}

static double
best_shared(const struct web *web, uint64_t page, uint64_t count)
{
	uint64_t best = 0, back;

	for (back = 1; back <= 7 && back <= page; back++) {
		uint64_t both = common_links(web, page, page - back);

		if (both > best)
			best = both;
	}
	return (double)best / (double)count;
}

static struct figures
measure_web(const struct sp_generator *generator, const struct web *web)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	uint64_t page, i, count, between = 0, dangling = 0, near = 0, n = 0;
	double pages = (double)web->pages, links = (double)web->count;
	double shared = 0;

	for (page = 0; page < web->pages; page++) {
		const uint32_t *row = web_row_of(web, page, &count);
		uint64_t first, size, host;

		host = sp_generator_find(generator, page, &place);
		size = sp_generator_host_pages(generator, host, &first);
		hold(page >= first && page - first < size);
		for (i = 0; i < count; i++) {
			between += row[i] < first || row[i] - first >= size;
			near += row[i] + 32768 > page && page + 32768 > row[i];
		}
		dangling += !count;
		/* A sample is enough for this measure, which is slow. */
		if (count && page % 8 == 0) {
			shared += best_shared(web, page, count);
			n++;
		}
	}
	return (struct figures){
		links / pages, (double)between / links,
		(double)dangling / pages, (double)near / links,
		n ? shared / (double)n : 0
	};
}

static struct figures
figures_of(const struct sp_generate_options *options)
{
	struct sp_generator *generator = make_generator(options);
	struct web web = web_rows_of(generator, options->pages);
	struct figures figures = measure_web(generator, &web);

	web_free(&web);
	sp_generator_free(generator);
	return figures;
}

static void
assert_close(double value, double wanted)
{
	ck_assert_double_ge(value, wanted * 0.98);
	ck_assert_double_le(value, wanted * 1.02);
}

START_TEST(averages_are_as_asked)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct figures figures;

	options.pages = 200000;
	options.seed = (uint64_t)_i;
	figures = figures_of(&options);
	assert_close(figures.mean, 35.3);
	assert_close(figures.between, 0.0366);
	assert_close(figures.dangling, 0.12);
	ck_assert_double_ge(figures.near, 0.93);
	ck_assert_double_le(figures.near, 0.99);
	ck_assert_double_ge(figures.shared, 0.75);
	ck_assert_double_le(figures.shared, 0.85);
}
END_TEST

START_TEST(other_averages_too)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct figures figures;

	options.pages = 200000;
	options.links_per_page = 12;
	options.between_hosts = 0.15;
	options.dangling = 0.3;
	options.host_exponent = 2;
	figures = figures_of(&options);
	assert_close(figures.mean, 12);
	assert_close(figures.between, 0.15);
	assert_close(figures.dangling, 0.3);
	options.between_hosts = 0;
	figures = figures_of(&options);
	assert_close(figures.mean, 12);
	ck_assert(figures.between == 0);
	options.links_per_page = 0;
	figures = figures_of(&options);
	ck_assert(figures.mean == 0);
}
END_TEST

/* Reverses the labels of a host name. */
static void
reverse_labels(char *out, const char *host, size_t length)
{
	size_t end = length, start;

	while (end) {
		for (start = end; start && host[start - 1] != '.'; start--)
			;
		memcpy(out, host + start, end - start);
		out += end - start;
		if (start)
			*out++ = '.';
		end = start ? start - 1 : 0;
	}
	*out = 0;
}

/* Skips word at *at, if it is there. */
static void
skip_word(const char **at, const char *word)
{
	if (!strncmp(*at, word, strlen(word)))
		*at += strlen(word);
}

/*
 * Nothing in a name but these words, which are all printable, and digits; and
 * the domain is reserved, with one label below it.
 */
static void
check_words(const char *url)
{
	static const char *const hosts[] = { "www", "archive", "blog", "forum",
					     "info", "mail", "news", "shop",
					     "wiki" };
	static const char *const pages[] = { "index.php?id=", "item", "p" };
	const char *at = url + strlen("http://");

	for (unsigned i = 0; i < 9; i++)
		skip_word(&at, hosts[i]);
	skip_word(&at, ".site");
	ck_assert_msg(at[-1] == 'e', "%s", url);
	at += strspn(at, "0123456789");
	skip_word(&at, ".example/");
	skip_word(&at, ".test/");
	ck_assert_msg(at[-1] == '/', "%s", url);
	skip_word(&at, "part");
	at += strspn(at, "0123456789/");
	for (unsigned i = 0; i < 3; i++)
		skip_word(&at, pages[i]);
	at += strspn(at, "0123456789");
	skip_word(&at, ".htm");
	skip_word(&at, "l");
	skip_word(&at, ".php");
	ck_assert_msg(!*at, "%s", url);
}

START_TEST(names_ascend)
{
	static const uint64_t sizes[] = { 1, 2, 10, 100, 3000, 200000 };
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_place place = SP_GENERATE_PLACE;
	char host[SP_GENERATE_NAME_MAX], url[SP_GENERATE_NAME_MAX];
	char before[SP_GENERATE_NAME_MAX] = "", key[SP_GENERATE_NAME_MAX];
	char last[SP_GENERATE_NAME_MAX] = "";
	static char found[SP_NAME_MAX];
	struct sp_generator *generator;
	uint64_t h, page, first, size, expected = 0;

	options.pages = sizes[_i];
	generator = make_generator(&options);
	for (h = 0; h < sp_generator_hosts(generator); h++) {
		size_t length = sp_generator_host_name(generator, h, host);

		ck_assert_uint_eq(length, strlen(host));
		reverse_labels(key, host, length);
		ck_assert_str_gt(key, before);
		strcpy(before, key);
		size = sp_generator_host_pages(generator, h, &first);
		ck_assert_uint_eq(first, expected);
		ck_assert_uint_ge(size, 1);
		expected = first + size;
		for (page = first; page < expected; page++) {
			size_t n = sp_generator_page_name(generator, page,
							  &place, url);
			bool ascii;

			hold(n == strlen(url));
			hold(place.host == h);
			hold(sp_url_host(url, n, found, &ascii) == length);
			hold(!memcmp(found, host, length));
			hold(page == first || strcmp(url, last) > 0);
			check_words(url);
			strcpy(last, url);
		}
	}
	ck_assert_uint_eq(expected, options.pages);
	sp_generator_free(generator);
}
END_TEST

START_TEST(places_are_found_in_any_order)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_generator *generator;
	uint64_t i, page, host, first, size;

	generator = make_generator(&options);
	for (i = 0; i < 20000; i++) {
		struct sp_generate_place fresh = SP_GENERATE_PLACE;

		page = i * 48271 % options.pages;
		host = sp_generator_find(generator, page, &place);
		hold(host == sp_generator_find(generator, page, &fresh));
		hold(place.directory == fresh.directory);
		size = sp_generator_host_pages(generator, host, &first);
		hold(page >= first && page - first < size);
	}
	sp_generator_free(generator);
}
END_TEST

/* With the largest number before a table, as far as any page would be in it. */
START_TEST(nothing_before_a_table_is_read)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generator *generator = make_generator(&options);
	uint32_t *starts = generator->directory_start;
	uint64_t count = generator->directories + 1;
	uint32_t *guarded = sp_alloc(count + 1, sizeof(*guarded));

	hold(guarded);
	guarded[0] = UINT32_MAX;
	memcpy(guarded + 1, starts, count * sizeof(*starts));
	for (uint64_t page = 0; page < options.pages; page += 7) {
		struct sp_generate_place place = SP_GENERATE_PLACE;
		struct sp_generate_place other = SP_GENERATE_PLACE;
		uint64_t host = sp_generator_find(generator, page, &place);

		generator->directory_start = guarded + 1;
		hold(sp_generator_find(generator, page, &other) == host);
		hold(other.directory == place.directory);
		generator->directory_start = starts;
	}
	free(guarded);
	sp_generator_free(generator);
}
END_TEST

/*
 * A page of the farm has the links of farm.h, whatever the web is like; that
 * of a page of the web are those without a farm, and at most one to a target.
 */
static void
check_farm_row(const struct sp_generate_options *o, const struct web *web,
	       uint64_t number)
{
	uint64_t targets = o->farm_targets, boosting = o->farm - targets, count;
	const uint32_t *links = web_row_of(web, o->pages + number, &count);
	uint64_t own = number < targets, i;

	for (i = 0; i < targets; i++)
		hold(row_has_link(web, (uint32_t)(o->pages + number),
				  (uint32_t)(o->pages + i)) ==
		     (i != number));
	for (i = 0; i < count; i++) {
		hold(links[i] >= o->pages && links[i] < o->pages + o->farm);
		hold(!i || links[i] > links[i - 1]);
	}
	if (own) {
		hold(count <= targets - 1 + 2000);
		hold(count == targets - 1 + boosting / targets ||
		     count == targets + boosting / targets ||
		     count == targets - 1 + 2000);
		return;
	}
	hold(count <= targets + SP_FARM_SIBLINGS);
	hold(!row_has_link(web, (uint32_t)(o->pages + number),
			   (uint32_t)(o->pages + number)));
	hold(boosting == 1 || row_has_link(
		web, (uint32_t)(o->pages + number),
		(uint32_t)(o->pages + targets +
			   (number - targets + 1) % boosting)));
}

START_TEST(farms_stand_beside_the_web)
{
	static const struct {
		uint64_t pages, farm, targets;
		double hijacked;
	} cases[] = {
		{ 30000, 10000, 10, 0.01 }, { 1, 2, 1, 1 }, { 2000, 500, 499, 1 },
		{ 1000, 1000, 3, 0 }, { 70000, 5000, 1, 0.5 }
	};
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_generator *generator;
	struct web plain, web;
	uint64_t hijacked = 0, linking = 0, hosts;

	options.pages = cases[_i].pages;
	generator = make_generator(&options);
	plain = web_rows_of(generator, options.pages);
	hosts = sp_generator_hosts(generator);
	sp_generator_free(generator);
	options.farm = cases[_i].farm;
	options.farm_targets = cases[_i].targets;
	options.farm_hijacked = cases[_i].hijacked;
	options.threads = 3;
	generator = make_generator(&options);
	web = web_rows_of(generator, options.pages + options.farm);
	for (uint64_t page = 0; page < options.pages; page++) {
		uint64_t count, more;
		const uint32_t *row = web_row_of(&plain, page, &count);
		const uint32_t *longer = web_row_of(&web, page, &more);

		hold(more == count || (count && more == count + 1 &&
				       longer[count] >= options.pages &&
				       longer[count] < options.pages +
						       options.farm_targets));
		hold(!count || !memcmp(row, longer, count * sizeof(*row)));
		hijacked += more - count;
		linking += count > 0;
		hold(sp_generator_find(generator, page, &place) < hosts);
	}
	hold(hijacked <= linking);
	hold(fabs((double)hijacked -
		  options.farm_hijacked * (double)linking) <=
	     4 * sqrt((double)linking));
	for (uint64_t number = 0; number < options.farm; number++) {
		hold(sp_generator_find(generator, options.pages + number,
				       &place) >= hosts);
		check_farm_row(&options, &web, number);
	}
	web_free(&plain);
	web_free(&web);
	sp_generator_free(generator);
}
END_TEST

START_TEST(farms_are_named_after_the_web)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_place place = SP_GENERATE_PLACE;
	char name[SP_GENERATE_NAME_MAX], url[SP_GENERATE_NAME_MAX];
	char key[SP_GENERATE_NAME_MAX], before[SP_GENERATE_NAME_MAX] = "";
	char last[SP_GENERATE_NAME_MAX] = "";
	static char found[SP_NAME_MAX];
	struct sp_generator *generator;
	uint64_t expected = 0;

	options.pages = 3000;
	options.farm = 1234;
	options.farm_targets = 17;
	generator = make_generator(&options);
	for (uint64_t h = 0; h < sp_generator_hosts(generator); h++) {
		size_t length = sp_generator_host_name(generator, h, name);
		uint64_t first, size = sp_generator_host_pages(generator, h,
							       &first);

		reverse_labels(key, name, length);
		ck_assert_str_gt(key, before);
		strcpy(before, key);
		ck_assert_uint_eq(first, expected);
		hold((first >= 3000) == !strncmp(name, "www.spam", 8));
		for (expected += size; first < expected; first++) {
			size_t n = sp_generator_page_name(generator, first,
							  &place, url);
			bool ascii;

			hold(n == strlen(url));
			hold(sp_url_host(url, n, found, &ascii) == length);
			hold(!memcmp(found, name, length));
			hold(first + size == expected || strcmp(url, last) > 0);
			strcpy(last, url);
		}
	}
	ck_assert_uint_eq(expected, 3000 + 1234);
	sp_generator_free(generator);
}
END_TEST

START_TEST(farms_out_of_range_are_refused)
{
	static const struct {
		uint64_t farm, targets;
		double hijacked;
	} cases[] = {
		{ SP_PAGES_MAX, 1, 0 }, { 100, 0, 0 }, { 5000, 1001, 0 },
		{ 10, 10, 0 }, { 100, 10, 1.5 }, { 100, 10, -1 },
		{ 100, 10, NAN }
	};
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generator *generator;
	struct sp_error err;

	options.farm = cases[_i].farm;
	options.farm_targets = cases[_i].targets;
	options.farm_hijacked = cases[_i].hijacked;
	hold(sp_generator_new(&options, &generator, &err) == SP_USAGE);
	hold(!generator);
}
END_TEST

/* Pages of a community ascend and are on different hosts. */
static void
check_hosts(const struct sp_generator *generator,
	    const struct planted *community)
{
	uint64_t hosts[SP_GENERATE_HUBS_MAX + SP_GENERATE_AUTHORITIES_MAX];
	uint64_t count = 0, i, j;

	for (i = 0; i < community->hub_count + community->authority_count;
	     i++) {
		struct sp_generate_place place = SP_GENERATE_PLACE;
		uint32_t page = i < community->hub_count
			? community->hubs[i]
			: community->authorities[i - community->hub_count];
		uint64_t host = sp_generator_find(generator, page, &place);

		for (j = 0; j < count; j++)
			hold(hosts[j] != host);
		hosts[count++] = host;
	}
}

/* Links of page to other hosts. */
static uint64_t
links_out(const struct sp_generator *generator, const struct web *web,
	  uint32_t page)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	uint64_t count, i, first, size, out = 0;
	const uint32_t *row = web_row_of(web, page, &count);

	size = sp_generator_host_pages(
		generator, sp_generator_find(generator, page, &place), &first);
	for (i = 0; i < count; i++)
		out += row[i] < first || row[i] - first >= size;
	return out;
}

START_TEST(communities_are_complete)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct planted community;
	struct sp_generator *generator;
	uint64_t k, i, j, hubs = 0, pure = 0, largest = 0;
	struct web web;

	options.pages = 200000;
	generator = make_generator(&options);
	web = web_rows_of(generator, options.pages);
	ck_assert_uint_eq(generator->communities, 100);
	for (k = 0; k < generator->communities; k++) {
		planted_community(generator, k, &community);
		ck_assert_uint_ge(community.hub_count, 5);
		ck_assert_uint_ge(community.authority_count, 2);
		check_hosts(generator, &community);
		for (i = 0; i < community.hub_count; i++) {
			uint32_t hub = community.hubs[i];

			for (j = 0; j < community.authority_count; j++)
				hold(row_has_link(&web, hub,
					      community.authorities[j]));
			pure += links_out(generator, &web, hub) ==
				community.authority_count;
		}
		hubs += community.hub_count;
		if (community.hub_count > largest)
			largest = community.hub_count;
	}
	/* Sizes follow a power law: some are large; few hubs are shared. */
	ck_assert_uint_gt(largest, 50);
	ck_assert_uint_ge(pure * 100, hubs * 99);
	web_free(&web);
	sp_generator_free(generator);
}
END_TEST

/* Keeps the most links that a page has to other hosts. */
struct widest {
	const struct sp_generator *generator;
	struct sp_generate_place place;
	uint64_t most;
};

static enum sp_status
widest_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct widest *widest = context;
	uint64_t host, first, size, out = 0;

	(void)err;
	if (row->count <= widest->most)
		return SP_OK;
	host = sp_generator_find(widest->generator, row->page, &widest->place);
	size = sp_generator_host_pages(widest->generator, host, &first);
	for (uint64_t i = 0; i < row->count; i++)
		out += row->successors[i] - first >= size;
	if (out > widest->most)
		widest->most = out;
	return SP_OK;
}

/*
 * Of 5 million pages, a few small hosts have the hubs of thousands of
 * communities.  512 is EXTERNALS_MAX of rows.c.
 */
START_TEST(hubs_of_many_communities)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct widest widest = { .place = SP_GENERATE_PLACE };
	struct sp_row_sink sink = { &widest, NULL, widest_row };
	struct sp_error err;
	struct sp_generator *generator;

	options.pages = 5000000;
	options.links_per_page = 1;
	options.between_hosts = 0.5;
	options.host_exponent = 1.1;
	options.seed = 3;
	generator = make_generator(&options);
	widest.generator = generator;
	must(sp_generator_rows(generator, &sink, &err), err);
	ck_assert_uint_eq(widest.most, 512);
	sp_generator_free(generator);
}
END_TEST

START_TEST(tiny_graphs)
{
	uint64_t pages;

	for (pages = 1; pages <= 200; pages += 1 + pages / 10) {
		struct web web = generate_web(pages, pages, 2);

		ck_assert_uint_ge(web.count, 1);
		web_free(&web);
	}
}
END_TEST

START_TEST(extreme_options)
{
	static const struct sp_generate_options extremes[] = {
		{ 3000, 1000, 0.5, 0.9, 1.1, 3, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 3000, 1000, 0.5, 0, 4, 0, 0, 0, 2000, 0, 2, 1, 0, 0, 0 },
		{ 3000, 0.01, 0.5, 0, 1.1, 1, 1.2, 6, 100, 0.01, 3, 1, 0, 0,
		  0 },
		{ 3000, 1000, 0, 0, 1.1, 0, 3, 10, 1, 0.21, UINT64_MAX, 1, 0,
		  0, 0 },
		{ 20, 1000, 0.5, 0.9, 4, 3, 1.2, 6, 100, 0.01, 5, 1, 0, 0, 0 },
		{ 9000, 1000, 0.5, 0, 1.1, 0.9, 1.2, 6, 100, 0.01, 6, 1, 0, 0,
		  0 },
	};
	struct sp_generator *generator = make_generator(extremes + _i);
	struct web web = web_rows_of(generator, extremes[_i].pages);

	web_free(&web);
	sp_generator_free(generator);
}
END_TEST

START_TEST(bad_options_are_refused)
{
	static const struct sp_generate_options bad[] = {
		{ 0, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ SP_PAGES_MAX + 1, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01,
		  1, 1, 0, 0, 0 },
		{ 10, -1, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 1001, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.51, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.91, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.1, 1.0, 0.9, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.1, 1.8, 3.1, 1.2, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 0, 0, 0,
		  0 },
		{ 10, 0.0 / 0.0, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.01, 1, 1,
		  0, 0, 0 },
		{ 10, 35, 0.03, 0.1, 1.8, 0.9, 3.1, 6, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 11, 100, 0.01, 1, 1, 0, 0,
		  0 },
		{ 10, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 0, 0.01, 1, 1, 0, 0, 0 },
		{ 10, 35, 0.03, 0.1, 1.8, 0.9, 1.2, 6, 100, 0.3, 1, 1, 0, 0,
		  0 },
	};
	struct sp_generator *generator;
	struct sp_error err = { SP_OK, "" };

	ck_assert_int_eq(sp_generator_new(bad + _i, &generator, &err),
			 SP_USAGE);
	ck_assert_ptr_null(generator);
	ck_assert_ptr_nonnull(strstr(err.text, " must be "));
	sp_generator_free(generator);
}
END_TEST

START_TEST(a_failing_sink_ends_it)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generator *generator = make_generator(&options);
	struct web web = { .stop = 3000 };
	struct sp_row_sink sink = { &web, web_begin, web_row };
	struct sp_error err;

	ck_assert_int_eq(sp_generator_rows(generator, &sink, &err), SP_IO);
	ck_assert_uint_le(web.rows, 3000);
	ck_assert_uint_gt(web.rows, 2900);
	ck_assert_str_eq(err.text, "full");
	web_free(&web);
	sp_generator_free(generator);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("generate");

	tcase_add_test(tests, threads_and_runs_agree);
	tcase_add_loop_test(tests, averages_are_as_asked, 0, 2);
	tcase_add_test(tests, other_averages_too);
	tcase_add_loop_test(tests, names_ascend, 0, 6);
	tcase_add_test(tests, places_are_found_in_any_order);
	tcase_add_test(tests, nothing_before_a_table_is_read);
	tcase_add_loop_test(tests, farms_stand_beside_the_web, 0, 5);
	tcase_add_test(tests, farms_are_named_after_the_web);
	tcase_add_loop_test(tests, farms_out_of_range_are_refused, 0, 7);
	tcase_add_test(tests, communities_are_complete);
	tcase_add_test(tests, hubs_of_many_communities);
	tcase_add_test(tests, tiny_graphs);
	tcase_add_loop_test(tests, extreme_options, 0, 6);
	tcase_add_loop_test(tests, bad_options_are_refused, 0, 14);
	tcase_add_test(tests, a_failing_sink_ends_it);
	return unit_run(tests);
}
