/* SPDX-License-Identifier: MIT */
/*
 * farm.h - a link farm beside the web: boosting pages that link to a few
 * targets and to each other, and hijacked links that lead to the targets
 * (Gyongyi and Garcia-Molina 2005).  Private to lib/graph/generate.
 *
 * The pages of the farm come after those of the web: first the targets, each
 * the home page of a host, then the boosting pages, SP_FARM_HOST_PAGES a host.
 *
 * - A target links to the other targets, and to its part of the boosting pages,
 *   at most the first SP_FAN_MAX of it.
 * - A boosting page links to all targets, to the boosting page after it (the
 *   last to the first), and to at most SP_FARM_SIBLINGS - 1 others at random.
 * - A page of the web that has links is hijacked by chance: it has one more
 *   link, to a target at random.
 *
 * Nothing else of the web changes, and nothing is stored.
 */
#ifndef SP_GRAPH_GENERATE_FARM_H
#define SP_GRAPH_GENERATE_FARM_H

#include "graph/generate/tables.h"

#define SP_FARM_HOST_PAGES 100
#define SP_FARM_SIBLINGS 10

/* SP_USAGE if an option of the farm is out of range. */
enum sp_status sp_farm_check(const struct sp_generate_options *options,
			     struct sp_error *err);

/* Hosts of the farm; 0 without one. */
uint64_t sp_farm_hosts(const struct sp_generator *g);

/*
 * A host of the farm, from 0: returns the number of its pages, and stores the
 * first, a page of the whole graph.
 */
uint64_t sp_farm_host_pages(const struct sp_generator *g, uint64_t host,
			    uint64_t *first);

/* Returns the host, from 0, of a page of the farm. */
uint64_t sp_farm_host_of(const struct sp_generator *g, uint64_t page);

/* As sp_generator_host_name(), for host of the farm, from 0. */
size_t sp_farm_host_name(const struct sp_generator *g, uint64_t host,
			 char out[SP_GENERATE_NAME_MAX]);

/* As sp_generator_page_name(), for a page of the farm. */
size_t sp_farm_page_name(const struct sp_generator *g, uint64_t page,
			 char out[SP_GENERATE_NAME_MAX]);

/*
 * The successors of a page of the farm at out, which has room for
 * SP_ROW_LINKS_MAX (maker.h); their number.
 */
uint64_t sp_farm_row(const struct sp_generator *g, uint64_t page,
		     uint32_t *out);

/*
 * The links of a page of the web, which has some, to the farm: stores the
 * target and returns 1, or returns 0.
 */
uint64_t sp_farm_hijack(const struct sp_generator *g, uint64_t page,
			uint32_t *target);

#endif
