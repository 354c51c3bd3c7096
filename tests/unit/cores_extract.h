/* SPDX-License-Identifier: MIT */
/* cores_extract.h - extracting cores from a small graph. */
#ifndef TESTS_CORES_EXTRACT_H
#define TESTS_CORES_EXTRACT_H

#include "oracle.h"
#include "unit.h"

#include <string.h>

struct result {
	struct sp_cores cores;
	struct sp_extract_report report;
	uint64_t dead;   /* bitset; graphs here have at most 64 pages */
	double hub[ORACLE_PAGES];
	double authority[ORACLE_PAGES];
};

static inline void
extract(const struct oracle_graph *graph,
	const struct sp_extract_options *options, struct result *result)
{
	struct sp_graph *built = oracle_build(graph);
	struct sp_error err;

	memset(result, 0, sizeof(*result));
	must(sp_extract(built, options, &result->dead, result->hub,
			result->authority, false, &result->cores,
			&result->report, &err), err);
	sp_graph_free(built);
}

static inline struct sp_extract_options
defaults(uint64_t seeds)
{
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;

	options.seeds = seeds;
	return options;
}

/* Every core counts, even one of a hub and an authority. */
static inline struct sp_extract_options
any_size(uint64_t seeds)
{
	struct sp_extract_options options = defaults(seeds);

	options.min_hubs = 1;
	options.min_authorities = 1;
	return options;
}

#endif
