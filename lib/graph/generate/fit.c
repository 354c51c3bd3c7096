/* SPDX-License-Identifier: MIT */
/*
 * Finds options of the generator for a web like a given one.  Three parameters
 * are figures of the graph: links a page, the share between hosts, dangling
 * pages.  The exponent of host sizes is the one of greatest likelihood.  Three
 * others shape the graph in a way that no formula gives: webs of at most 50,000
 * pages are made with trial values and measured, eight for each, and the
 * interval is halved, since the figures grow with the parameter.
 *
 * Parameters are fitted one after the other, in this order, each with those
 * found before: spread shapes the tail of degrees that popularity and
 * reciprocity are measured in.  Values are rounded to two to four digits; more
 * would say nothing.
 *
 * The C library's logarithm and power are used here, other than in the
 * generator itself: their last bits hardly survive the rounding.
 */
#include "graph/generate/fit.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/generate/tables.h"
#include "graph/links/rowstore.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define TRIAL_PAGES 50000
#define TRIAL_STEPS 6
#define TRIALS (3 * (TRIAL_STEPS + 2)) /* of all parameters, at most */
#define BETWEEN_MIN 1000 /* links, for the share of the popular pages */
#define FLAT 0.01        /* a figure that changes less says nothing */

/* Where a parameter is, its range, and steps of 1 / scale that are kept. */
struct parameter {
	size_t place;
	double low, high, scale;
	size_t figure; /* of the graph, that it shapes */
};

#define PARAMETER(field, low, high, scale, figure) \
	{ offsetof(struct sp_generate_options, field), low, high, scale, \
	  offsetof(struct sp_web_figures, figure) }

static const struct parameter parameters[SP_FIT_PARAMETERS] = {
	[SP_FIT_LINKS] = PARAMETER(links_per_page, 0.01, 1000, 100,
				   links_per_page),
	[SP_FIT_BETWEEN] = PARAMETER(between_hosts, 0, 0.5, 10000, between),
	[SP_FIT_DANGLING] = PARAMETER(dangling, 0, 0.9, 1000, dangling),
	[SP_FIT_HOSTS] = PARAMETER(host_exponent, 1.1, 4, 100, pages),
	[SP_FIT_SPREAD] = PARAMETER(degree_spread, 0, 10, 100, spread),
	[SP_FIT_POPULARITY] = PARAMETER(popularity_exponent, 0, 3, 100,
					popular),
	[SP_FIT_RECIPROCAL] = PARAMETER(reciprocal, 0, SP_GENERATE_OWN, 1000,
					reciprocal)
};

struct fitting {
	struct sp_generate_fit *fit;
	int threads;
	const struct sp_progress *progress;
	uint64_t trials;
};

static double
figure_of(const struct sp_web_figures *figures, enum sp_fit_parameter parameter)
{
	const char *base = (const char *)figures;

	return *(const double *)(const void *)(
		base + parameters[parameter].figure);
}

static double
rounded(enum sp_fit_parameter parameter, double value)
{
	double scale = parameters[parameter].scale;

	return floor(value * scale + 0.5) / scale;
}

static void
set_value(struct sp_generate_options *options, enum sp_fit_parameter parameter,
	  double value)
{
	char *base = (char *)options;

	*(double *)(void *)(base + parameters[parameter].place) =
		rounded(parameter, value);
}

double
sp_fit_value(const struct sp_generate_fit *fit, enum sp_fit_parameter parameter)
{
	const char *base = (const char *)&fit->options;

	return *(const double *)(const void *)(
		base + parameters[parameter].place);
}

/*
 * Keeps a value that was measured, or the end of the range next to it.
 *
 * A value outside of what the generator allows becomes the end of the range,
 * and is reported as a limit.
 */
static void
keep(struct sp_generate_fit *fit, enum sp_fit_parameter parameter, double value)
{
	const struct parameter *p = &parameters[parameter];

	fit->results[parameter] = SP_FIT_FOUND;
	if (value < p->low || value > p->high) {
		fit->results[parameter] = SP_FIT_LIMIT;
		value = value < p->low ? p->low : p->high;
	}
	set_value(&fit->options, parameter, value);
}

/* ---- sizes of hosts --------------------------------------------------- */

/*
 * The logarithm of the likelihood of ascending sizes: a size s is drawn as a
 * real number from s to below s + 1, on low .. high + 1.
 *
 * Equal sizes are counted together: most hosts of a web have few pages, so
 * there are few different sizes.
 */
static double
likelihood(const uint32_t *sizes, uint64_t count, double low, double high,
	   double exponent)
{
	double p = 1 - exponent, all = pow(low, p) - pow(high + 1, p);
	double sum = 0;

	for (uint64_t i = 0, next; i < count; i = next) {
		double size = sizes[i];

		for (next = i; next < count && sizes[next] == sizes[i]; next++)
			;
		if (size > high)
			size = high;
		sum += (double)(next - i) *
		       log((pow(size, p) - pow(size + 1, p)) / all);
	}
	return sum;
}

/*
 * Where the likelihood is greatest: it has one peak.
 *
 * A search by thirds, 40 times: the interval is then 10^-7 of its width.
 */
static double
likeliest(const uint32_t *sizes, uint64_t count, double most)
{
	double low = parameters[SP_FIT_HOSTS].low;
	double high = parameters[SP_FIT_HOSTS].high;

	for (unsigned i = 0; i < 40; i++) {
		double third = (high - low) / 3;

		if (likelihood(sizes, count, SP_HOST_PAGES_MIN, most,
			       low + third) <
		    likelihood(sizes, count, SP_HOST_PAGES_MIN, most,
			       high - third))
			low += third;
		else
			high -= third;
	}
	return (low + high) / 2;
}

/*
 * Hosts below the least size of the model are left out, as the law does not
 * hold there; too few hosts say nothing, and the default stays.
 */
static enum sp_status
fit_hosts(struct sp_generate_fit *fit, const uint32_t *unit_of, uint64_t units,
	  struct sp_error *err)
{
	uint32_t *sizes = sp_alloc_zero(units, sizeof(*sizes));
	uint64_t small = 0;

	if (!sizes)
		return sp_no_memory(err, "the sizes of hosts");
	for (uint64_t page = 0; page < fit->figures.pages; page++)
		sizes[unit_of[page]]++;
	qsort(sizes, units, sizeof(*sizes), sp_compare_u32);
	while (small < units && sizes[small] < SP_HOST_PAGES_MIN)
		small++;
	fit->hosts = units - small;
	fit->largest_host = units ? sizes[units - 1] : 0;
	if (fit->hosts >= SP_FIT_HOSTS_MIN)
		keep(fit, SP_FIT_HOSTS,
		     likeliest(sizes + small, fit->hosts,
			       (double)sp_generate_largest_host(
				       fit->figures.pages)));
	free(sizes);
	return SP_OK;
}

/* ---- trials ----------------------------------------------------------- */

static enum sp_status
measure_rows(const struct sp_generator *generator, uint32_t *unit_of,
	     int threads, struct sp_web_figures *figures, struct sp_error *err)
{
	uint64_t pages = generator->options.pages;
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_rowstore *store = sp_rowstore_new(threads, false);
	struct sp_graph *graph = NULL;
	struct sp_row_sink rows;
	double *weights = NULL;
	enum sp_status status;

	if (!store)
		return sp_no_memory(err, "a trial web");
	for (uint64_t page = 0; page < pages; page++)
		unit_of[page] = (uint32_t)sp_generator_find(generator, page,
							    &place);
	rows = sp_rowstore_rows(store);
	status = sp_generator_rows(generator, &rows, err);
	if (!status)
		status = sp_rowstore_finish(store, pages, &graph, &weights,
					    err);
	if (!status)
		status = sp_web_measure(graph, unit_of, threads, figures, err);
	free(weights);
	sp_graph_free(graph);
	sp_rowstore_free(store);
	return status;
}

/*
 * The figure that a parameter shapes, in a web with this value of it.
 *
 * A trial web has at most as many pages as the graph, for the figures depend on
 * the size.
 */
static enum sp_status
try_value(struct fitting *fitting, enum sp_fit_parameter parameter,
	  double value, double *figure, struct sp_error *err)
{
	struct sp_generate_options options = fitting->fit->options;
	struct sp_web_figures figures = { .pages = 0 };
	struct sp_generator *generator;
	uint32_t *unit_of;
	enum sp_status status;

	options.threads = fitting->threads;
	options.pages = fitting->fit->figures.pages;
	if (options.pages > TRIAL_PAGES)
		options.pages = TRIAL_PAGES;
	set_value(&options, parameter, value);
	status = sp_generator_new(&options, &generator, err);
	if (status)
		return status;
	unit_of = sp_alloc(options.pages, sizeof(*unit_of));
	status = unit_of ? measure_rows(generator, unit_of, fitting->threads,
					&figures, err) :
			   sp_no_memory(err, "a trial web");
	*figure = figure_of(&figures, parameter);
	free(unit_of);
	sp_generator_free(generator);
	sp_progress_report(fitting->progress, ++fitting->trials, TRIALS);
	return status;
}

/* Finds the value at which webs have the figure, which grows with it. */
static enum sp_status
halve(struct fitting *fitting, enum sp_fit_parameter parameter, double wanted,
      struct sp_error *err)
{
	double low = parameters[parameter].low;
	double high = parameters[parameter].high, figure;

	for (unsigned i = 0; i < TRIAL_STEPS; i++) {
		double middle = (low + high) / 2;
		enum sp_status status = try_value(fitting, parameter, middle,
						  &figure, err);

		if (status)
			return status;
		if (figure < wanted)
			low = middle;
		else
			high = middle;
	}
	keep(fitting->fit, parameter, (low + high) / 2);
	return SP_OK;
}

/*
 * Tries both ends first: if the figure hardly changes between them, this web
 * says nothing of the parameter, and the default stays.
 */
static enum sp_status
fit_by_trial(struct fitting *fitting, enum sp_fit_parameter parameter,
	     struct sp_error *err)
{
	struct sp_generate_fit *fit = fitting->fit;
	double wanted = figure_of(&fit->figures, parameter), least, most;
	double low = parameters[parameter].low;
	double high = parameters[parameter].high;

	if (try_value(fitting, parameter, low, &least, err) ||
	    try_value(fitting, parameter, high, &most, err))
		return err->status;
	if (most - least < FLAT)
		return SP_OK;
	if (wanted > least && wanted < most)
		return halve(fitting, parameter, wanted, err);
	set_value(&fit->options, parameter, wanted <= least ? low : high);
	fit->results[parameter] = SP_FIT_LIMIT;
	return SP_OK;
}

/* ---- all parameters --------------------------------------------------- */

static enum sp_status
fit_check_graph(const struct sp_graph *graph, struct sp_error *err)
{
	if (!sp_graph_links(graph))
		return sp_fail(err, SP_DATA, "the graph has no links: there is "
			       "nothing to fit");
	if (sp_graph_pages(graph) < SP_FIT_PAGES)
		return sp_fail(err, SP_DATA, "the graph has %" PRIu64 " pages: "
			       "to fit the model takes %d or more",
			       sp_graph_pages(graph), SP_FIT_PAGES);
	return SP_OK;
}

enum sp_status
sp_generate_fit(const struct sp_graph *graph, const uint32_t *unit_of,
		uint64_t units, int threads,
		const struct sp_progress *progress,
		struct sp_generate_fit *fit, struct sp_error *err)
{
	struct fitting fitting = { .fit = fit, .threads = threads,
				   .progress = progress };
	enum sp_status status = fit_check_graph(graph, err);

	*fit = (struct sp_generate_fit){ .options = SP_GENERATE_DEFAULTS };
	if (!status)
		status = sp_web_measure(graph, unit_of, threads, &fit->figures,
					err);
	if (status)
		return status;
	keep(fit, SP_FIT_LINKS, fit->figures.links_per_page);
	keep(fit, SP_FIT_BETWEEN, fit->figures.between);
	keep(fit, SP_FIT_DANGLING, fit->figures.dangling);
	status = fit_hosts(fit, unit_of, units, err);
	if (!status)
		status = fit_by_trial(&fitting, SP_FIT_SPREAD, err);
	if (!status && fit->figures.between_links >= BETWEEN_MIN)
		status = fit_by_trial(&fitting, SP_FIT_POPULARITY, err);
	if (!status)
		status = fit_by_trial(&fitting, SP_FIT_RECIPROCAL, err);
	return status;
}
