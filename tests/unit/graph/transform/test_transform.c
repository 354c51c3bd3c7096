/* SPDX-License-Identifier: MIT */
/*
 * test_transform.c - sub-graphs and folds agree with the plainest
 * implementation: link by link, from a list of pages, from the names of hosts
 * and from the shapes of pages
 */
#include "graph_rows.h"

#include "graph/transform/fold.h"
#include "graph/transform/subset.h"
#include "graph/transform/sweep.h"

/* ---- graphs with weights and hosts ------------------------------------- */

#define HOSTS 7 /* h0 ... h5, and one whose name is empty */

struct web {
	struct rows rows;
	double *weights;        /* multiples of 1/4: their sums are exact */
	struct sp_graph *graph;
	struct sp_hosts hosts;
};

static void
web_add_host(struct web *web, uint64_t host)
{
	struct sp_error err;
	char name[16] = "";
	int length = host == 2 ? 0 : snprintf(name, sizeof(name), "h%d",
					      (int)host);

	must(sp_names_add(&web->hosts.names, name, (size_t)length, &err), err);
	length = host == 2 ? 0 : snprintf(name, sizeof(name), "d%d",
					  (int)host % 3);
	must(sp_names_add(&web->hosts.domains, name, (size_t)length, &err),
	     err);
}

static void
web_make(struct web *web, uint64_t pages, uint64_t degree,
	 struct sp_random *random)
{
	struct sp_error err;
	uint64_t host = 0;

	*web = (struct web){ .hosts = SP_HOSTS_EMPTY };
	rows_begin(&web->rows, pages);
	for (uint64_t h = 0; h < HOSTS; h++)
		web_add_host(web, h);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(&web->rows, random,
			  sp_random_below(random, degree + 1));
		rows_end(&web->rows);
		if (!sp_random_below(random, 3))
			host = sp_random_below(random, HOSTS);
		must(sp_hosts_add(&web->hosts, (uint32_t)host, &err), err);
	}
	web->weights = calloc(web->rows.links + 1, sizeof(double));
	hold(web->weights);
	for (uint64_t i = 0; i < web->rows.links; i++)
		web->weights[i] = (double)sp_random_below(random, 40) / 4;
	web->graph = rows_graph(&web->rows, 1);
}

static void
web_free(struct web *web)
{
	rows_free(&web->rows);
	free(web->weights);
	sp_graph_free(web->graph);
	sp_hosts_free(&web->hosts);
}

/* ---- lists of links ---------------------------------------------------- */

struct list {
	struct sp_swept_link *links;
	uint64_t count, capacity;
	uint64_t pages;
};

static void
list_add(struct list *list, uint32_t source, uint32_t target, double weight)
{
	hold(sp_grow(&list->links, &list->capacity, list->count + 1));
	list->links[list->count++] = (struct sp_swept_link){ source, target,
							     weight };
}

static enum sp_status
list_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct list *list = context;

	(void)err;
	list->pages = pages;
	return SP_OK;
}

static enum sp_status
list_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	(void)err;
	hold(row->count);
	for (uint64_t i = 0; i < row->count; i++)
		list_add(context, (uint32_t)row->page, row->successors[i],
			 row->weights ? row->weights[i] : 1);
	return SP_OK;
}

static struct sp_row_sink
list_sink(struct list *list)
{
	return (struct sp_row_sink){ list, list_begin, list_row };
}

static void
lists_equal(const struct list *a, const struct list *b)
{
	hold(a->count == b->count && a->pages == b->pages);
	for (uint64_t i = 0; i < a->count; i++) {
		hold(a->links[i].source == b->links[i].source);
		hold(a->links[i].target == b->links[i].target);
		hold(a->links[i].weight == b->links[i].weight);
	}
}

/* ---- plain implementations --------------------------------------------- */

/* The sub-graph of the pages whose flags are set. */
static void
plain_subset(const struct web *web, const bool *keep, bool weighted,
	     struct list *list)
{
	uint32_t *number = calloc(web->rows.pages + 1, sizeof(*number));
	uint64_t link = 0;

	hold(number);
	for (uint64_t page = 0; page < web->rows.pages; page++)
		number[page] = keep[page] ? (uint32_t)list->pages++ : 0;
	for (uint64_t page = 0; page < web->rows.pages; page++)
		for (; link < web->rows.ends[page]; link++) {
			uint32_t target = web->rows.successors[link];

			if (keep[page] && keep[target])
				list_add(list, number[page], number[target],
					 weighted ? web->weights[link] : 1);
		}
	free(number);
}

/* Are two different pages in one unit?  By names alone. */
static bool
same_unit(const struct web *web, bool by_domain, uint64_t a, uint64_t b)
{
	const struct sp_hosts *hosts = &web->hosts;
	const struct sp_names *names = by_domain ? &hosts->domains :
						   &hosts->names;
	size_t a_length, b_length;
	const char *a_name = sp_names_get(names, hosts->host_of[a], &a_length);
	const char *b_name = sp_names_get(names, hosts->host_of[b], &b_length);

	return a_length && a_length == b_length &&
	       !memcmp(a_name, b_name, a_length);
}

/* The unit of each page, numbered by their first; returns how many. */
static uint64_t
plain_units(const struct web *web, bool by_domain, uint32_t *unit)
{
	uint64_t count = 0;

	for (uint64_t page = 0; page < web->rows.pages; page++) {
		uint64_t first = 0;

		while (first < page && !same_unit(web, by_domain, first, page))
			first++;
		unit[page] = first < page ? unit[first] : (uint32_t)count++;
	}
	return count;
}

static void
plain_fold(const struct web *web, const uint32_t *unit, uint64_t units,
	   bool weighted, bool drop_inside, struct list *list)
{
	double *sums = calloc(units * units + 1, sizeof(*sums));
	bool *linked = calloc(units * units + 1, sizeof(*linked));
	uint64_t link = 0;

	hold(sums && linked);
	for (uint64_t page = 0; page < web->rows.pages; page++)
		for (; link < web->rows.ends[page]; link++) {
			uint64_t at = unit[page] * units +
				      unit[web->rows.successors[link]];

			linked[at] = true;
			sums[at] += weighted ? web->weights[link] : 1;
		}
	list->pages = units;
	for (uint64_t at = 0; at < units * units; at++)
		if (linked[at] && !(drop_inside && at / units == at % units))
			list_add(list, (uint32_t)(at / units),
				 (uint32_t)(at % units), sums[at]);
	free(sums);
	free(linked);
}

/* ---- sub-graphs -------------------------------------------------------- */

static void
subset_make(struct sp_subset *subset, uint64_t pages, const bool *keep)
{
	struct sp_error err;

	must(sp_subset_new(pages, subset, &err), err);
	for (uint64_t page = 0; page < pages; page++)
		if (keep[page]) {
			hold(!sp_subset_add(subset, page));
			hold(sp_subset_add(subset, page));
		}
	sp_subset_number(subset);
}

static void
subset_links(const struct web *web, const struct sp_subset *subset,
	     bool weighted, int threads, struct list *list)
{
	struct sp_subset_source source = {
		web->graph, weighted ? web->weights : NULL, threads, NULL
	};
	struct sp_row_sink sink = list_sink(list);
	struct sp_error err;

	must(sp_subset_rows(subset, &source, &sink, &err), err);
}

/* The hosts of the pages that stay: same names, numbered by first page. */
static void
check_subset_hosts(const struct web *web, const struct sp_subset *subset)
{
	struct sp_hosts made = SP_HOSTS_EMPTY;
	struct sp_error err;
	uint64_t number = 0, known = 0;

	must(sp_subset_hosts(subset, &web->hosts, &made, &err), err);
	for (uint64_t page = sp_subset_next(subset, 0); page < subset->pages;
	     page = sp_subset_next(subset, page + 1), number++) {
		uint32_t host = made.host_of[number];
		size_t length, had;
		const char *name = sp_names_get(&made.names, host, &length);
		const char *was = sp_names_get(&web->hosts.names,
					       web->hosts.host_of[page], &had);

		hold(length == had && !memcmp(name, was, had));
		name = sp_names_get(&made.domains, host, &length);
		was = sp_names_get(&web->hosts.domains,
				   web->hosts.host_of[page], &had);
		hold(length == had && !memcmp(name, was, had));
		hold(host <= known);
		known += host == known;
	}
	hold(number == subset->kept && number == made.pages);
	hold(known == made.names.count);
	sp_hosts_free(&made);
}

/* Threads of a second run: starting them takes longer than a small graph. */
static int
some_threads(const struct web *web, struct sp_random *random)
{
	return web->rows.pages > 1000 || !sp_random_below(random, 10) ? 3 : 1;
}

static void
check_subset(const struct web *web, const bool *keep, int threads)
{
	uint64_t pages = web->rows.pages, number = 0;
	struct sp_subset subset;
	double *numbers = calloc(pages + 1, sizeof(double));
	double *values = calloc(pages + 1, sizeof(double));

	hold(numbers && values);
	subset_make(&subset, pages, keep);
	for (int weighted = 0; weighted < 2; weighted++) {
		struct list plain = { 0 }, one = { 0 }, more = { 0 };

		plain_subset(web, keep, weighted, &plain);
		subset_links(web, &subset, weighted, 1, &one);
		subset_links(web, &subset, weighted, threads, &more);
		lists_equal(&plain, &one);
		lists_equal(&plain, &more);
		hold(subset.kept == plain.pages);
		free(plain.links);
		free(one.links);
		free(more.links);
	}
	for (uint64_t page = 0; page < pages; page++)
		numbers[page] = (double)page;
	sp_subset_values(&subset, numbers, values);
	for (uint64_t page = 0; page < pages; page++) {
		hold(sp_subset_has(&subset, page) == keep[page]);
		if (!keep[page])
			continue;
		hold(values[number] == (double)page);
		hold(sp_subset_place(&subset, page) == number++);
	}
	check_subset_hosts(web, &subset);
	free(numbers);
	free(values);
	sp_subset_free(&subset);
}

static bool *
some_pages(uint64_t pages, uint64_t of, struct sp_random *random)
{
	bool *keep = calloc(pages + 1, sizeof(*keep));

	hold(keep);
	for (uint64_t page = 0; page < pages; page++)
		keep[page] = sp_random_below(random, of) > 0;
	return keep;
}

START_TEST(subsets)
{
	struct sp_random random = { (uint64_t)_i };

	for (int round = 0; round < ROUNDS_OF(100); round++) {
		uint64_t pages = sp_random_below(&random, 150);
		bool *keep = some_pages(pages, 1 + sp_random_below(&random, 4),
					&random);
		struct web web;

		web_make(&web, pages, 8, &random);
		check_subset(&web, keep, some_threads(&web, &random));
		web_free(&web);
		free(keep);
	}
}
END_TEST

/* Several blocks, batches, and blocks that are swept in pieces. */
START_TEST(large_subsets)
{
	static const struct { uint64_t pages, degree; } sizes[] = {
		{ 3000, 20 }, { 70000, 3 }, { 1300, 4000 }
	};
	struct sp_random random = { (uint64_t)_i };
	bool *keep = some_pages(sizes[_i].pages, 3, &random);
	struct web web;

	web_make(&web, sizes[_i].pages, sizes[_i].degree, &random);
	check_subset(&web, keep, some_threads(&web, &random));
	web_free(&web);
	free(keep);
}
END_TEST

/* All pages: the same links. */
START_TEST(all_pages)
{
	struct sp_random random = { 7 };
	bool *keep = some_pages(2000, UINT64_MAX, &random);
	struct list all = { 0 };
	struct sp_subset subset;
	struct web web;

	web_make(&web, 2000, 9, &random);
	subset_make(&subset, 2000, keep);
	subset_links(&web, &subset, true, 2, &all);
	hold(all.count == web.rows.links && all.pages == 2000);
	for (uint64_t i = 0; i < all.count; i++)
		hold(all.links[i].target == web.rows.successors[i] &&
		     all.links[i].weight == web.weights[i]);
	sp_subset_free(&subset);
	free(all.links);
	web_free(&web);
	free(keep);
}
END_TEST

/* ---- folds ------------------------------------------------------------- */

static void
fold_links(const struct web *web, const struct sp_fold *fold,
	   struct sp_fold_links links, struct list *list)
{
	struct sp_linksort_options options = { .memory = 1 << 20,
					       .directory = "/tmp",
					       .threads = 1,
					       .weighted = true };
	struct sp_linksort *sort = sp_linksort_new(&options);
	struct sp_row_sink sink = list_sink(list);
	struct sp_error err;
	uint64_t joined;

	hold(sort);
	links.graph = web->graph;
	must(sp_fold_add(fold, &links, sort, &err), err);
	must(sp_linksort_rows(sort, fold->count, &sink, &joined, &err), err);
	sp_linksort_free(sort);
}

/* Each named unit is a host of its own, with the name of its pages' host. */
static void
check_fold_hosts(const struct web *web, const struct sp_fold *fold)
{
	struct sp_hosts made = SP_HOSTS_EMPTY;
	struct sp_error err;
	size_t length, had;

	must(sp_fold_hosts(fold, &web->hosts, &made, &err), err);
	hold(made.pages == fold->count);
	hold(made.domains.count == made.names.count);
	for (uint64_t unit = 0; unit < fold->count; unit++) {
		const char *name = sp_names_get(&made.names,
						made.host_of[unit], &length);
		const char *own = sp_fold_name(fold, &web->hosts, unit, &had);

		hold(length == had && !memcmp(name, own, had));
		for (uint64_t other = 0; other < unit; other++)
			hold(!length || made.host_of[other] !=
					made.host_of[unit]);
	}
	for (uint64_t page = 0; page < web->rows.pages; page++) {
		const struct sp_names *names = fold->by_domain ?
			&web->hosts.domains : &web->hosts.names;
		const char *name = sp_names_get(names, web->hosts.host_of[page],
						&length);
		const char *own = sp_fold_name(fold, &web->hosts,
					       fold->unit_of[page], &had);

		hold(length == had && !memcmp(name, own, had));
	}
	sp_hosts_free(&made);
}

static void
check_fold(const struct web *web, bool by_domain, bool weighted, bool drop,
	   int threads)
{
	struct sp_fold_links links = {
		.weights = weighted ? web->weights : NULL,
		.drop_inside = drop, .threads = 1
	};
	struct list plain = { 0 }, one = { 0 }, more = { 0 };
	uint64_t pages = web->rows.pages, units;
	uint32_t *unit = calloc(pages + 1, sizeof(*unit));
	double *sizes = calloc(pages + 1, sizeof(*sizes));
	struct sp_fold fold = { 0 };
	struct sp_error err;

	hold(unit && sizes);
	units = plain_units(web, by_domain, unit);
	must(sp_fold_units(&web->hosts, by_domain, &fold, &err), err);
	hold(fold.count == units);
	for (uint64_t page = 0; page < pages; page++) {
		hold(fold.unit_of[page] == unit[page]);
		sizes[unit[page]]++;
	}
	for (uint64_t u = 0; u < units; u++)
		hold(fold.sizes[u] == sizes[u]);
	plain_fold(web, unit, units, weighted, drop, &plain);
	fold_links(web, &fold, links, &one);
	links.threads = threads;
	fold_links(web, &fold, links, &more);
	lists_equal(&plain, &one);
	lists_equal(&plain, &more);
	check_fold_hosts(web, &fold);
	sp_fold_free(&fold);
	free(plain.links);
	free(one.links);
	free(more.links);
	free(unit);
	free(sizes);
}

/* Shapes of the pages, of which some have no page, and some pages none. */
static void
shapes_make(struct sp_shapes *shapes, uint64_t pages, struct sp_random *random)
{
	char text[16];
	struct sp_error err;

	*shapes = (struct sp_shapes)SP_SHAPES_EMPTY;
	shapes->count = 1 + sp_random_below(random, 12);
	shapes->pages = pages;
	shapes->traps = calloc(shapes->count, 1);
	shapes->shape_of = calloc(pages + 1, sizeof(*shapes->shape_of));
	hold(shapes->traps && shapes->shape_of);
	for (uint64_t i = 0; i < shapes->count; i++) {
		int length = snprintf(text, sizeof(text), "s%d", (int)i);

		shapes->traps[i] = (uint8_t)sp_random_below(random, SP_TRAPS);
		must(sp_names_add(&shapes->patterns, text, (size_t)length,
				  &err), err);
	}
	for (uint64_t page = 0; page < pages; page++)
		shapes->shape_of[page] = sp_random_below(random, 6) ?
			(uint32_t)sp_random_below(random, shapes->count) :
			SP_NO_SHAPE;
}

static uint64_t
plain_shape_units(const struct sp_shapes *shapes, uint32_t *unit)
{
	uint64_t count = 0;

	for (uint64_t page = 0; page < shapes->pages; page++) {
		uint32_t shape = shapes->shape_of[page];
		uint64_t first = 0;

		while (first < page && (shape == SP_NO_SHAPE ||
					shapes->shape_of[first] != shape))
			first++;
		unit[page] = first < page ? unit[first] : (uint32_t)count++;
	}
	return count;
}

/* Page by page: its unit has the pattern and trap that its shape had. */
static void
check_folded_shapes(const struct sp_fold *fold, const struct sp_shapes *shapes)
{
	struct sp_shapes made = SP_SHAPES_EMPTY;
	struct sp_subset firsts = { 0 };
	struct sp_error err;

	must(sp_fold_firsts(fold, &firsts, &err), err);
	must(sp_subset_shapes(&firsts, shapes, &made, &err), err);
	sp_subset_free(&firsts);
	hold(made.pages == fold->count);
	hold(made.count == made.patterns.count);
	hold(made.count + fold->alone == fold->count);
	for (uint64_t page = 0; page < shapes->pages; page++) {
		uint32_t had = shapes->shape_of[page];
		uint32_t has = made.shape_of[fold->unit_of[page]];

		hold((had == SP_NO_SHAPE) == (has == SP_NO_SHAPE));
		if (had == SP_NO_SHAPE)
			continue;
		hold(sp_span_equal(sp_shape_text(shapes, had),
				   sp_shape_text(&made, has)));
		hold(shapes->traps[had] == made.traps[has]);
	}
	sp_shapes_free(&made);
}

/* The hosts of the units are those of their first pages, in that order. */
static void
check_shape_hosts(const struct web *web, const struct sp_fold *fold)
{
	struct sp_hosts made = SP_HOSTS_EMPTY;
	struct sp_subset firsts = { 0 };
	struct sp_error err;
	uint32_t next = 0;

	must(sp_fold_firsts(fold, &firsts, &err), err);
	must(sp_subset_hosts(&firsts, &web->hosts, &made, &err), err);
	sp_subset_free(&firsts);
	hold(made.pages == fold->count);
	hold(made.domains.count == made.names.count);
	for (uint64_t unit = 0; unit < fold->count; unit++) {
		uint32_t host = made.host_of[unit];
		uint32_t had = web->hosts.host_of[fold->first[unit]];

		hold(host <= next && host < made.names.count);
		next += host == next;
		hold(sp_span_equal(sp_names_span(&made.names, host),
				   sp_names_span(&web->hosts.names, had)));
		hold(sp_span_equal(sp_names_span(&made.domains, host),
				   sp_names_span(&web->hosts.domains, had)));
	}
	hold(made.names.count == next);
	sp_hosts_free(&made);
}

START_TEST(folds_by_shape)
{
	struct sp_random random = { 77 };

	for (int round = 0; round < ROUNDS_OF(300); round++) {
		struct sp_fold_links links = { .threads = 1 + round % 3 };
		struct list plain = { 0 }, list = { 0 };
		uint64_t pages = sp_random_below(&random, 80), units;
		uint32_t *unit = calloc(pages + 1, sizeof(*unit));
		struct sp_fold fold = { 0 };
		struct sp_shapes shapes;
		struct sp_error err;
		struct web web;

		hold(unit);
		web_make(&web, pages, 8, &random);
		shapes_make(&shapes, pages, &random);
		units = plain_shape_units(&shapes, unit);
		must(sp_fold_by_shape(&shapes, &fold, &err), err);
		hold(fold.count == units);
		for (uint64_t page = 0; page < pages; page++) {
			hold(fold.unit_of[page] == unit[page]);
			hold(fold.first[unit[page]] <= page);
			hold(unit[fold.first[unit[page]]] == unit[page]);
		}
		links.weights = round % 2 ? web.weights : NULL;
		plain_fold(&web, unit, units, round % 2, false, &plain);
		fold_links(&web, &fold, links, &list);
		lists_equal(&plain, &list);
		check_folded_shapes(&fold, &shapes);
		check_shape_hosts(&web, &fold);
		sp_fold_free(&fold);
		sp_shapes_free(&shapes);
		free(plain.links);
		free(list.links);
		free(unit);
		web_free(&web);
	}
}
END_TEST

#define FOLDS 8 /* by domain, weighted, without links inside */

START_TEST(folds)
{
	struct sp_random random = { (uint64_t)_i };

	for (int round = 0; round < ROUNDS_OF(125); round++) {
		struct web web;

		web_make(&web, sp_random_below(&random, 80), 8, &random);
		check_fold(&web, _i & 1, _i & 2, _i & 4,
			   some_threads(&web, &random));
		web_free(&web);
	}
}
END_TEST

START_TEST(large_folds)
{
	struct sp_random random = { (uint64_t)_i };
	struct web web;

	web_make(&web, _i ? 1300 : 3000, _i ? 4000 : 20, &random);
	check_fold(&web, false, true, _i, 3);
	web_free(&web);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("transform");

	tcase_add_loop_test(tcase, subsets, 0, 10);
	tcase_add_loop_test(tcase, large_subsets, 0, 3);
	tcase_add_test(tcase, all_pages);
	tcase_add_loop_test(tcase, folds, 0, FOLDS);
	tcase_add_loop_test(tcase, large_folds, 0, 2);
	tcase_add_test(tcase, folds_by_shape);
	return unit_run(tcase);
}
