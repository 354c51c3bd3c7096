/* SPDX-License-Identifier: MIT */
/*
 * Strategies with random options, for order_run.h.
 */
#include "order_run.h"

#include "unit.h"

#include <string.h>

/* What is being drawn. */
struct draw {
	struct sp_random *random;
	struct oracle_crawl_options *options;
	char *plan;
	bool limits;
};

/* ---- values ----------------------------------------------------------- */

static unsigned
draw_below(struct draw *draw, unsigned limit)
{
	return (unsigned)sp_random_below(draw->random, limit);
}

static void
draw_append(struct draw *draw, const char *option, const char *value)
{
	size_t used = strlen(draw->plan);

	snprintf(draw->plan + used, ORDER_PLAN - used, ":%s=%s", option,
		 value);
}

static void
draw_append_number(struct draw *draw, const char *option, double value)
{
	char text[40];

	snprintf(text, sizeof(text), "%.17g", value);
	draw_append(draw, option, text);
}

/* One of count values; or, often, the default stays and is not named. */
static void
draw_real(struct draw *draw, const char *option, double *value,
	  const double *values, unsigned count)
{
	unsigned i = draw_below(draw, count + 2);

	if (i >= count)
		return;
	*value = values[i];
	draw_append_number(draw, option, *value);
}

#define REAL(draw, option, value, ...) \
	draw_real(draw, option, value, (const double[]){ __VA_ARGS__ }, \
		  sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

/* One of count words; the first is the default. */
static unsigned
draw_word(struct draw *draw, const char *option, const char *const *words,
	  unsigned count)
{
	unsigned i = draw_below(draw, count + 1);

	if (i == count)
		return 0;
	draw_append(draw, option, words[i]);
	return i;
}

#define WORD(draw, option, ...) \
	draw_word(draw, option, (const char *const[]){ __VA_ARGS__ }, \
		  sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

/* The period: in the plan, or as that of the whole run, which is drawn. */
static void
draw_period(struct draw *draw)
{
	unsigned i = draw_below(draw, 9);

	if (i == 0) {
		draw->options->k = 0;
		draw_append(draw, "k", "auto");
	} else if (i < 6) {
		draw->options->k = 1 + draw_below(draw, 7);
		draw_append_number(draw, "k", draw->options->k);
	}
}

/* ---- strategies ------------------------------------------------------- */

static void
draw_backlink(struct draw *draw)
{
	draw_period(draw);
	draw->options->oracle = WORD(draw, "oracle", "no", "yes");
}

static void
draw_lsf(struct draw *draw)
{
	draw->options->last_visit = WORD(draw, "tie-site", "discovered",
					 "lastvisit");
	draw->options->oracle = WORD(draw, "oracle", "no", "yes");
}

static void
draw_domainpq(struct draw *draw)
{
	struct oracle_crawl_options *options = draw->options;

	REAL(draw, "inter", &options->inter, 0.25, 1, 2.0 / 3);
	REAL(draw, "intra", &options->intra, 0.5, 1, 1.0 / 3);
	if (draw->limits && draw_below(draw, 2)) {
		options->max_wait = 1 + draw_below(draw, 12);
		draw_append_number(draw, "max-wait", options->max_wait);
	} else if (draw->limits && draw_below(draw, 2)) {
		double minutes = (1 + draw_below(draw, 6)) / 2.0;
		double rate = (1 + draw_below(draw, 20)) / 4.0;

		options->max_wait = minutes * rate;
		draw_append_number(draw, "minutes", minutes);
		draw_append_number(draw, "rate", rate);
	}
	options->by_host = WORD(draw, "unit", "domain", "host");
	options->rescore_max = WORD(draw, "rescore", "first", "max");
	if (options->max_wait > 0)
		options->dropped_never = WORD(draw, "dropped", "unseen",
					      "never");
}

static void
draw_pagerank(struct draw *draw)
{
	struct oracle_crawl_options *options = draw->options;
	double iterations = options->iterations;

	draw_period(draw);
	REAL(draw, "d", &options->d, 0.5, 0.85, 0.99);
	REAL(draw, "tolerance", &options->tolerance, 1e-2, 1e-9);
	REAL(draw, "iterations", &iterations, 1, 3, 20);
	options->iterations = (unsigned)iterations;
	options->cold = WORD(draw, "start", "warm", "cold");
}

static void
draw_partialpr(struct draw *draw)
{
	draw_pagerank(draw);
	draw->options->update_all = WORD(draw, "update", "new", "all");
}

static void
draw_opic(struct draw *draw)
{
	draw->options->init_seeds = WORD(draw, "init", "all", "seeds");
	draw->options->virtual_page = WORD(draw, "dangling", "drop",
					   "virtual");
}

static void
draw_fica(struct draw *draw)
{
	REAL(draw, "gamma", &draw->options->gamma, 0, 0.1, 0.35, 1);
	draw->options->rl = WORD(draw, "rule", "min", "rl");
	if (!draw->options->rl)
		return;
	REAL(draw, "beta", &draw->options->beta, 0, 0.05, 0.5);
	draw_period(draw);
}

static void
draw_ficaplus(struct draw *draw)
{
	REAL(draw, "gamma", &draw->options->gamma, 0, 0.1, 0.35, 1);
	REAL(draw, "beta", &draw->options->beta, 0, 0.05, 0.5);
	REAL(draw, "d0", &draw->options->d0, 0, 0.1, 2);
	draw_period(draw);
}

static void
draw_ieca(struct draw *draw)
{
	static const double bases[] = { 10, 2.718281828459045, 2 };
	struct oracle_crawl_options *options = draw->options;

	draw_period(draw);
	options->update = WORD(draw, "update", "replace", "min", "lazy");
	options->shift = WORD(draw, "pc", "literal", "shift");
	REAL(draw, "beta", &options->beta, 0, 0.05, 0.5);
	REAL(draw, "d0", &options->d0, 0, 0.1, 2);
	REAL(draw, "delta0", &options->delta0, 0.1, 0.5, 0.9);
	REAL(draw, "slope", &options->slope, 0, 0.1);
	options->log_base = bases[WORD(draw, "log-base", "10", "e", "2")];
	REAL(draw, "n", &options->n, 64, 1000);
}

static void
draw_fpr(struct draw *draw)
{
	REAL(draw, "M", &draw->options->m, 0, 0.5, 2, 20, 100);
	REAL(draw, "d", &draw->options->d, 0.5, 0.9, 0.99);
}

/* Without eps, since not every value can be reached. */
static void
draw_rankmass(struct draw *draw)
{
	struct oracle_crawl_options *options = draw->options;

	REAL(draw, "d", &options->d, 0.5, 0.7);
	REAL(draw, "loss", &options->loss, 0, 1e-3, 0.1, 1);
	options->to_seeds = WORD(draw, "dangling", "drop", "seeds");
	if (!draw->limits)
		return;
	if (draw_below(draw, 3) == 0) {
		options->max_push = 1 + draw_below(draw, 120);
		draw_append_number(draw, "max-push", options->max_push);
	}
}

static void
draw_wrankmass(struct draw *draw)
{
	REAL(draw, "window", &draw->options->window, 0.1, 0.3, 0.5, 1);
	REAL(draw, "d", &draw->options->d, 0.5, 0.7);
	REAL(draw, "loss", &draw->options->loss, 0, 1e-3, 0.1, 1);
	draw->options->snapshot = WORD(draw, "pass", "inplace", "snapshot");
}

static void
draw_bestfirst(struct draw *draw)
{
	draw->options->key = (enum oracle_key)WORD(draw, "key", "own",
		"parent-last", "parent-max", "parent-first", "parent-mean");
	REAL(draw, "seed-key", &draw->options->seed_key, 0, 0.5, 2);
}

/* A depth ends a crawl early, unless it is larger than the graph. */
static void
draw_depth(struct draw *draw)
{
	double depth = draw->options->depth;

	if (draw->limits) {
		REAL(draw, "depth", &depth, 0, 1, 3, 50);
	} else {
		depth = ORACLE_PAGES;
		draw_append_number(draw, "depth", depth);
	}
	draw->options->depth = (unsigned)depth;
}

static void
draw_fish(struct draw *draw)
{
	struct oracle_crawl_options *options = draw->options;
	double width = options->width;

	draw_depth(draw);
	options->debra = WORD(draw, "variant", "thesis", "debra");
	if (options->debra) {
		REAL(draw, "width", &width, 0, 1, 2, 7);
		options->width = (unsigned)width;
		REAL(draw, "alpha", &options->alpha, 0, 0.7, 1, 3);
	}
	REAL(draw, "threshold", &options->threshold, 0, 0.3, 1);
	options->last_depth = WORD(draw, "depth-rule", "max", "last");
	if (!draw->limits || draw_below(draw, 3))
		return;
	options->size = 1 + draw_below(draw, 40);
	draw_append_number(draw, "size", options->size);
}

static void
draw_shark(struct draw *draw)
{
	draw_depth(draw);
	REAL(draw, "delta", &draw->options->delta, 0, 0.1, 1);
	REAL(draw, "beta", &draw->options->anchor_weight, 0, 0.5, 1);
	REAL(draw, "gamma", &draw->options->inherited_weight, 0, 0.25, 1);
}

static void
draw_otie(struct draw *draw)
{
	REAL(draw, "lambda", &draw->options->lambda, 0, 0.25, 1);
	REAL(draw, "floor", &draw->options->floor, 0, 0.2, 1);
}

static const struct {
	const char *name;
	void (*draw)(struct draw *draw);
} strategies[] = {
	{ "bfs", NULL },
	{ "dfs", NULL },
	{ "random", NULL },
	{ "shuffle", NULL },
	{ "omniscient", NULL },
	{ "backlink", draw_backlink },
	{ "lsf", draw_lsf },
	{ "domainpq", draw_domainpq },
	{ "batchpr", draw_pagerank },
	{ "partialpr", draw_partialpr },
	{ "opic", draw_opic },
	{ "fica", draw_fica },
	{ "ficaplus", draw_ficaplus },
	{ "ieca", draw_ieca },
	{ "fpr", draw_fpr },
	{ "rankmass", draw_rankmass },
	{ "wrankmass", draw_wrankmass },
	{ "bestfirst", draw_bestfirst },
	{ "fish", draw_fish },
	{ "shark", draw_shark },
	{ "otie", draw_otie }
};

#define STRATEGIES (sizeof(strategies) / sizeof(*strategies))

const char *
order_strategy(unsigned i)
{
	return i < STRATEGIES ? strategies[i].name : NULL;
}

/* Each limit in one of four crawls. */
static void
draw_limits(struct draw *draw)
{
	struct oracle_crawl_options *options = draw->options;

	if (draw_below(draw, 4) == 0)
		options->max = 1 + draw_below(draw, 60);
	if (draw_below(draw, 4) == 0)
		options->max_depth = 1 + draw_below(draw, 6);
	if (draw_below(draw, 4) == 0)
		options->max_host_depth = 1 + draw_below(draw, 4);
	if (draw_below(draw, 4) == 0)
		options->max_per_host = 1 + draw_below(draw, 12);
	if (draw_below(draw, 4) == 0)
		options->max_per_shape = 1 + draw_below(draw, 9);
	if (draw_below(draw, 4) == 0)
		options->max_frontier = 1 + draw_below(draw, 12);
}

void
order_random_plan(struct sp_random *random, const char *strategy, bool limits,
		  struct oracle_crawl_options *options, char plan[ORDER_PLAN])
{
	struct draw draw = { random, options, plan, limits };

	*options = (struct oracle_crawl_options)ORACLE_CRAWL_DEFAULTS;
	options->k = 1 + draw_below(&draw, 7);
	options->tie = (enum oracle_tie)draw_below(&draw, 3);
	options->random_seed = sp_random_next(random);
	if (limits)
		draw_limits(&draw);
	snprintf(plan, ORDER_PLAN, "%s", strategy);
	for (unsigned i = 0; i < STRATEGIES; i++)
		if (!strcmp(strategies[i].name, strategy) &&
		    strategies[i].draw)
			strategies[i].draw(&draw);
}
