/* SPDX-License-Identifier: MIT */
#include "order_run.h"

#include "graph/builder.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- the library ------------------------------------------------------ */

static enum sp_status
order_add_download(void *context, const struct sp_download *download,
		   struct sp_error *err)
{
	struct oracle_order *order = context;

	(void)err;
	ck_assert_uint_lt(order->count, ORACLE_PAGES);
	order->page[order->count] = download->page;
	order->key[order->count] = download->key;
	order->parent[order->count] = download->parent;
	order->depth[order->count] = download->depth;
	order->count++;
	return SP_OK;
}

static void
order_name_hosts(const struct oracle_crawl_input *input, struct sp_hosts *hosts)
{
	struct sp_error err;

	for (unsigned h = 0; h < input->hosts; h++) {
		char name[16];
		int length = snprintf(name, sizeof(name), "h%u.org", h);

		must(sp_names_add(&hosts->names, name, (size_t)length, &err),
		     err);
	}
	for (unsigned v = 0; v < input->graph.pages; v++)
		must(sp_hosts_add(hosts, input->host[v], &err), err);
}

static void
order_texts(const struct oracle_crawl_input *input,
	    const double table[ORACLE_PAGES][ORACLE_PAGES],
	    struct sp_link_scores *scores)
{
	struct sp_error err;

	for (uint32_t u = 0; u < input->graph.pages; u++)
		for (uint32_t v = 0; v < input->graph.pages; v++) {
			struct sp_link_score row = { u, v, table[u][v] };

			if (input->graph.link[u][v] && row.score >= 0)
				must(sp_link_scores_add(scores, row, &err),
				     err);
		}
}

enum sp_status
order_crawl(const struct oracle_crawl_input *input,
	    const struct sp_crawl_options *options, const char *text,
	    const struct sp_parallel *parallel,
	    const struct sp_crawl_sink *sink, struct sp_crawl_report *report,
	    struct sp_error *err)
{
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_units units = SP_UNITS_EMPTY;
	struct sp_units domains = { input->domain, ORACLE_PAGES, 0, NULL };
	struct sp_units shapes = { input->shape, ORACLE_PAGES, 0, NULL };
	struct sp_graph *graph = oracle_build(&input->graph);
	struct sp_crawl_input crawled = { 0 };
	struct sp_link_scores anchors = SP_LINK_SCORES_EMPTY;
	struct sp_link_scores contexts = SP_LINK_SCORES_EMPTY;
	struct sp_index *index;
	struct sp_plan plan;
	enum sp_status status;

	order_name_hosts(input, &hosts);
	must(sp_units_of_hosts(&hosts, &units, err), *err);
	must(sp_index_new(graph, 1, &index, err), *err);
	must(sp_plan_parse(text, strlen(text), &plan, err), *err);
	crawled.graph = graph;
	crawled.index = index;
	crawled.seeds = input->seeds;
	crawled.seed_count = input->seed_count;
	crawled.hosts = &units;
	crawled.domains = input->with_domains ? &domains : NULL;
	crawled.shapes = &shapes;
	crawled.score = input->score;
	crawled.trust = input->trusted ? input->trust : NULL;
	crawled.relevance = input->relevance;
	if (input->with_texts) {
		order_texts(input, input->anchor, &anchors);
		order_texts(input, input->context, &contexts);
		crawled.anchors = &anchors;
		crawled.contexts = &contexts;
	}
	status = parallel ? sp_crawl_parallel(&crawled, options, &plan,
					      parallel, sink, report, err) :
			    sp_crawl(&crawled, options, &plan, sink, report,
				     err);
	sp_index_free(index);
	sp_graph_free(graph);
	sp_units_free(&units);
	sp_hosts_free(&hosts);
	sp_link_scores_free(&anchors);
	sp_link_scores_free(&contexts);
	return status;
}

enum sp_status
order_try(const struct oracle_crawl_input *input,
	  const struct sp_crawl_options *options, const char *text,
	  struct oracle_order *order, struct sp_crawl_report *report,
	  struct sp_error *err)
{
	struct sp_crawl_sink sink = { .context = order,
				      .download = order_add_download };

	memset(order, 0, sizeof(*order));
	return order_crawl(input, options, text, NULL, &sink, report, err);
}

void
order_library(const struct oracle_crawl_input *input,
	      const struct sp_crawl_options *options, const char *plan,
	      struct oracle_order *order, struct sp_crawl_report *report)
{
	struct sp_error err;

	must(order_try(input, options, plan, order, report, &err), err);
}

/* ---- comparison ------------------------------------------------------- */

/* The graph, the seeds and the hosts as text, for a message. */
static const char *
order_describe(const struct oracle_crawl_input *input)
{
	static char text[8 * ORACLE_PAGES * ORACLE_PAGES];
	size_t used = 0;

	for (unsigned u = 0; u < input->graph.pages; u++) {
		used += (size_t)sprintf(text + used, "%u:", u);
		for (unsigned v = 0; v < input->graph.pages; v++)
			if (input->graph.link[u][v])
				used += (size_t)sprintf(text + used, "%u ", v);
	}
	used += (size_t)sprintf(text + used, "\n# hosts");
	for (unsigned u = 0; u < input->graph.pages; u++)
		used += (size_t)sprintf(text + used, " %u", input->host[u]);
	used += (size_t)sprintf(text + used, "\n# seeds");
	for (unsigned i = 0; i < input->seed_count; i++)
		used += (size_t)sprintf(text + used, " %u", input->seeds[i]);
	return text;
}

static bool
order_same_key(double a, double b)
{
	return a == b || fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

static void
order_compare(const struct oracle_crawl_input *input, const char *what,
	      const struct oracle_order *expected,
	      const struct oracle_order *found, bool pages_only)
{
	unsigned i;

	for (i = 0; i < expected->count && i < found->count; i++)
		if (expected->page[i] != found->page[i] ||
		    (!pages_only &&
		     (expected->parent[i] != found->parent[i] ||
		      expected->depth[i] != found->depth[i] ||
		      !order_same_key(expected->key[i], found->key[i]))))
			break;
	if (i == expected->count && i == found->count)
		return;
	if (i == expected->count || i == found->count)
		ck_abort_msg("%s: %u downloads, not %u\n# %s", what,
			     found->count, expected->count,
			     order_describe(input));
	ck_abort_msg("%s: download %u: page %" PRIu32 " key %.17g parent %"
		     PRIu32 " depth %" PRIu32 ", not page %" PRIu32
		     " key %.17g parent %" PRIu32 " depth %" PRIu32 "\n# %s",
		     what, i + 1, found->page[i], found->key[i],
		     found->parent[i], found->depth[i], expected->page[i],
		     expected->key[i], expected->parent[i],
		     expected->depth[i], order_describe(input));
}

void
order_same(const struct oracle_crawl_input *input, const char *what,
	   const struct oracle_order *expected,
	   const struct oracle_order *found)
{
	order_compare(input, what, expected, found, false);
}

void
order_same_pages(const struct oracle_crawl_input *input, const char *what,
		 const struct oracle_order *expected,
		 const struct oracle_order *found)
{
	order_compare(input, what, expected, found, true);
}

struct sp_crawl_options
order_options(const struct oracle_crawl_options *options)
{
	static const enum sp_tie ties[] = {
		[ORACLE_STAMP] = SP_TIE_STAMP,
		[ORACLE_ID] = SP_TIE_ID,
		[ORACLE_LIFO] = SP_TIE_LIFO
	};
	struct sp_crawl_options result = SP_CRAWL_DEFAULTS;

	result.max = options->max;
	result.period = options->k;
	result.max_depth = options->max_depth;
	result.max_host_depth = options->max_host_depth;
	result.max_per_host = options->max_per_host;
	result.max_per_shape = options->max_per_shape;
	result.max_frontier = options->max_frontier;
	result.tie = ties[options->tie];
	result.random_seed = options->random_seed;
	return result;
}

void
order_both(const struct oracle_crawl_input *input, const char *strategy,
	   const struct oracle_crawl_options *options, const char *plan,
	   struct oracle_order *order)
{
	struct sp_crawl_options common = order_options(options);
	struct sp_crawl_report report;
	struct oracle_order found;
	char what[ORDER_PLAN + 200];

	oracle_crawl(input, strategy, options, order);
	order_library(input, &common, plan, &found, &report);
	snprintf(what, sizeof(what), "%s (max %u, depth %u, in hosts %u, host %u, "
		 "shape %u, frontier %u, k %u, tie %d, %s%s)", plan, options->max,
		 options->max_depth, options->max_host_depth,
		 options->max_per_host,
		 options->max_per_shape, options->max_frontier, options->k, (int)options->tie,
		 input->with_domains ? "domains" : "no domains",
		 input->trusted ? ", trust" : "");
	/* dfs has no keys. */
	if (!strcmp(strategy, "dfs"))
		memcpy(found.key, order->key, sizeof(found.key));
	order_same(input, what, order, &found);
	ck_assert_uint_eq(report.downloads, order->count);
	ck_assert_msg(report.links == order->links &&
		      report.dropped == order->dropped &&
		      report.recomputed == order->recomputed,
		      "%s: links %" PRIu64 ", not %u; dropped %" PRIu64
		      ", not %u; recomputed %" PRIu64 ", not %u\n# %s", what,
		      report.links, order->links, report.dropped,
		      order->dropped, report.recomputed, order->recomputed,
		      order_describe(input));
	if (!strcmp(strategy, "rankmass"))
		ck_assert_msg(report.pushes == order->pushes &&
			      order_same_key(report.covered, order->covered),
			      "%s: pushes %" PRIu64 ", not %u; covered %.17g, "
			      "not %.17g\n# %s", what, report.pushes,
			      order->pushes, report.covered, order->covered,
			      order_describe(input));
	if (!strcmp(strategy, "wrankmass"))
		ck_assert_msg(order_same_key(report.covered, order->covered),
			      "%s: covered %.17g, not %.17g\n# %s", what,
			      report.covered, order->covered,
			      order_describe(input));
}

/* ---- inputs ----------------------------------------------------------- */

void
order_number_hosts(struct oracle_crawl_input *input)
{
	unsigned number[ORACLE_PAGES];

	input->hosts = 0;
	for (unsigned h = 0; h < ORACLE_PAGES; h++)
		number[h] = ORACLE_PAGES;
	for (unsigned v = 0; v < input->graph.pages; v++) {
		unsigned *host = &number[input->host[v]];

		if (*host == ORACLE_PAGES)
			*host = input->hosts++;
		input->host[v] = *host;
	}
}

void
order_input(struct oracle_crawl_input *input, unsigned pages,
	    const char *links, const char *hosts)
{
	memset(input, 0, sizeof(*input));
	oracle_parse(&input->graph, pages, links);
	for (unsigned v = 0; v < pages && *hosts; v++)
		input->host[v] = (unsigned)(hosts[v] - '0');
	order_number_hosts(input);
	input->seed_count = 1;
}

/* Links: few or many, and more among pages whose numbers are near. */
static void
order_draw_links(struct sp_random *random, struct oracle_graph *graph)
{
	double density = 0.01 + 0.12 * sp_random_unit(random);
	double near = sp_random_below(random, 2) ? 0.4 : density;
	double dangling = 0.3 * sp_random_unit(random);

	for (unsigned u = 0; u < graph->pages; u++) {
		bool none = sp_random_unit(random) < dangling;

		for (unsigned v = 0; v < graph->pages; v++) {
			unsigned between = u > v ? u - v : v - u;
			double chance = between <= 2 ? near : density;

			graph->link[u][v] = sp_random_unit(random) < chance &&
					    !none;
		}
	}
}

/*
 * Relevance and scores of links with ties, and with many that are 0.  They take
 * nothing from the random numbers of tests that do without.
 */
static void
order_draw_topic(struct sp_random other, struct oracle_crawl_input *input)
{
	struct sp_random *random = &other;
	unsigned pages = input->graph.pages;

	for (unsigned v = 0; v < pages; v++)
		input->relevance[v] = sp_random_below(random, 2) ? 0 :
			(double)sp_random_below(random, 11) / 10;
	input->with_texts = sp_random_below(random, 2);
	for (unsigned u = 0; input->with_texts && u < pages; u++)
		for (unsigned v = 0; v < pages; v++) {
			uint64_t draw = sp_random_below(random, 100);

			input->anchor[u][v] = draw % 10 < 5 ? -1 :
					      ((double)(draw % 10) - 5) / 4;
			input->context[u][v] = draw < 50 ? -1 :
					       (double)(draw - 50) / 49;
		}
}

/* Of a copy of the numbers, so that it changes nothing else. */
static void
order_draw_shapes(struct sp_random random, struct oracle_crawl_input *input)
{
	unsigned shapes = 1 + (unsigned)sp_random_below(&random, 12);

	for (unsigned v = 0; v < input->graph.pages; v++)
		input->shape[v] = (unsigned)sp_random_below(&random, shapes);
}

void
order_random_input(struct sp_random *random, unsigned least, unsigned most,
		   struct oracle_crawl_input *input)
{
	unsigned hosts, domains;

	memset(input, 0, sizeof(*input));
	input->graph.pages = least +
		(unsigned)sp_random_below(random, most - least + 1);
	order_draw_links(random, &input->graph);
	hosts = 1 + (unsigned)sp_random_below(random, 10);
	domains = 1 + (unsigned)sp_random_below(random, 5);
	for (unsigned v = 0; v < input->graph.pages; v++) {
		input->host[v] = (unsigned)sp_random_below(random, hosts);
		input->score[v] = (double)sp_random_below(random, 20) / 20;
		input->trust[v] = (double)(1 + sp_random_below(random, 4));
	}
	order_number_hosts(input);
	for (unsigned v = 0; v < input->graph.pages; v++)
		input->domain[v] = input->host[v] % domains;
	input->with_domains = sp_random_below(random, 2);
	input->trusted = sp_random_below(random, 2);
	input->seed_count = 1 + (unsigned)sp_random_below(random, 6);
	for (unsigned i = 0; i < input->seed_count; i++)
		input->seeds[i] = (uint32_t)sp_random_below(random,
						input->graph.pages);
	order_draw_shapes(*random, input);
	order_draw_topic(*random, input);
}
