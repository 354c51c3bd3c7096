/* SPDX-License-Identifier: MIT */
/*
 * The farm is a formula: which page is on which host, and which it links to,
 * follow from its number and a few random numbers of its own, as with the pages
 * of the web, so that any thread can make any row and nothing is stored.  The
 * web is not told of it: its tables, and the pages that it draws, are those of
 * a web without a farm, and a hijacked page only has one link more.
 */
#include "graph/generate/farm.h"

#include "graph/generate/lists.h"

#include <stdio.h>

enum sp_status
sp_farm_check(const struct sp_generate_options *o, struct sp_error *err)
{
	if (!o->farm)
		return SP_OK;
	if (o->farm > SP_PAGES_MAX - o->pages)
		return sp_fail(err, SP_USAGE, "the web and its farm must have "
			       "at most %" PRIu64 " pages", SP_PAGES_MAX);
	if (o->farm_targets < 1 || o->farm_targets > SP_FARM_TARGETS_MAX)
		return sp_fail(err, SP_USAGE, "the targets of the farm must be "
			       "between 1 and %d", SP_FARM_TARGETS_MAX);
	if (o->farm <= o->farm_targets)
		return sp_fail(err, SP_USAGE, "a farm of %" PRIu64 " pages has "
			       "no room for %" PRIu64 " targets and a page "
			       "that links to them", o->farm, o->farm_targets);
	/* Written so that NaN fails. */
	if (!(o->farm_hijacked >= 0 && o->farm_hijacked <= 1))
		return sp_fail(err, SP_USAGE, "the share of hijacked pages "
			       "must be between 0 and 1");
	return SP_OK;
}

static uint64_t
boosting_pages(const struct sp_generator *g)
{
	return g->options.farm - g->options.farm_targets;
}

/* ---- hosts ------------------------------------------------------------ */

uint64_t
sp_farm_hosts(const struct sp_generator *g)
{
	if (!g->options.farm)
		return 0;
	return g->options.farm_targets +
	       (boosting_pages(g) + SP_FARM_HOST_PAGES - 1) /
	       SP_FARM_HOST_PAGES;
}

uint64_t
sp_farm_host_pages(const struct sp_generator *g, uint64_t host,
		   uint64_t *first)
{
	uint64_t targets = g->options.farm_targets, before;

	if (host < targets) {
		*first = g->options.pages + host;
		return 1;
	}
	before = (host - targets) * SP_FARM_HOST_PAGES;
	*first = g->options.pages + targets + before;
	return sp_below_of(SP_FARM_HOST_PAGES, boosting_pages(g) - before);
}

uint64_t
sp_farm_host_of(const struct sp_generator *g, uint64_t page)
{
	uint64_t number = page - g->options.pages;
	uint64_t targets = g->options.farm_targets;

	if (number < targets)
		return number;
	return targets + (number - targets) / SP_FARM_HOST_PAGES;
}

/* ---- names ------------------------------------------------------------ */

/*
 * As reversed names they come after all of the web, whose last are
 * "test.site...".  Ten digits are enough for any number of hosts.
 */
size_t
sp_farm_host_name(const struct sp_generator *g, uint64_t host,
		  char out[SP_GENERATE_NAME_MAX])
{
	(void)g;
	return (size_t)snprintf(out, SP_GENERATE_NAME_MAX,
				"www.spam%010" PRIu64 ".test", host);
}

size_t
sp_farm_page_name(const struct sp_generator *g, uint64_t page,
		  char out[SP_GENERATE_NAME_MAX])
{
	uint64_t host = sp_farm_host_of(g, page), first;
	char name[SP_GENERATE_NAME_MAX], file[32] = "";

	sp_farm_host_pages(g, host, &first);
	sp_farm_host_name(g, host, name);
	if (page > first)
		snprintf(file, sizeof(file), "p%03" PRIu64 ".html",
			 page - first);
	return (size_t)snprintf(out, SP_GENERATE_NAME_MAX, "http://%.40s/%s",
				name, file);
}

/* ---- links ------------------------------------------------------------ */

/* All targets but the page itself come before its boosting pages. */
static uint64_t
target_row(const struct sp_generator *g, uint64_t number, uint32_t *out)
{
	uint64_t targets = g->options.farm_targets, all = boosting_pages(g);
	uint64_t first = all * number / targets, count = 0;
	uint64_t end = all * (number + 1) / targets;

	end = sp_below_of(end, first + SP_FAN_MAX);
	for (uint64_t i = 0; i < targets; i++)
		if (i != number)
			out[count++] = (uint32_t)(g->options.pages + i);
	for (uint64_t i = first; i < end; i++)
		out[count++] = (uint32_t)(g->options.pages + targets + i);
	return count;
}

/*
 * The page after this one makes a ring, so that a crawl that finds a page of
 * the farm can find all; the others are drawn, and what is drawn twice or is
 * the page itself is one link less.
 */
static uint64_t
boosting_row(const struct sp_generator *g, uint64_t number, uint32_t *out)
{
	uint64_t targets = g->options.farm_targets, all = boosting_pages(g);
	uint64_t first = g->options.pages + targets, siblings = 0;
	uint32_t *list = out + targets;
	struct sp_random random = sp_generate_random(g, SP_FOR_FARM, number);

	for (uint64_t i = 0; i < targets; i++)
		out[i] = (uint32_t)(g->options.pages + i);
	if (all < 2)
		return targets;
	siblings = sp_list_insert(list, siblings,
				  (uint32_t)(first + (number + 1) % all));
	for (int i = 1; i < SP_FARM_SIBLINGS; i++) {
		uint64_t other = sp_random_below(&random, all);

		if (other != number)
			siblings = sp_list_insert(list, siblings,
						  (uint32_t)(first + other));
	}
	return targets + siblings;
}

uint64_t
sp_farm_row(const struct sp_generator *g, uint64_t page, uint32_t *out)
{
	uint64_t number = page - g->options.pages;
	uint64_t targets = g->options.farm_targets;

	return number < targets ? target_row(g, number, out) :
				  boosting_row(g, number - targets, out);
}

uint64_t
sp_farm_hijack(const struct sp_generator *g, uint64_t page, uint32_t *target)
{
	struct sp_random random;

	if (!g->options.farm)
		return 0;
	random = sp_generate_random(g, SP_FOR_HIJACK, page);
	if (sp_random_unit(&random) >= g->options.farm_hijacked)
		return 0;
	*target = (uint32_t)(g->options.pages +
			     sp_random_below(&random,
					     g->options.farm_targets));
	return 1;
}
