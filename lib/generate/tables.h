/* SPDX-License-Identifier: MIT */
/*
 * tables.h - what the parts of the generator share: its tables, and
 * its random numbers.  Private to generate*.c.
 *
 * Random numbers are drawn from (seed, purpose, number of a page, directory,
 * host ...), never in sequence over the graph.  Powers are computed with +,
 * -, * and / alone, whose results are the same on every machine, which those
 * of the C library's pow() are not.
 */
#ifndef SP_GENERATE_TABLES_H
#define SP_GENERATE_TABLES_H

#include "base/random.h"
#include "generate/generate.h"

#include <stdbool.h>

/* What a random number is for. */
enum sp_generate_purpose {
	SP_FOR_HOSTS,          /* one sequence: sizes of hosts, directories */
	SP_FOR_HOST_DEGREE,
	SP_FOR_DIRECTORY_DEGREE,
	SP_FOR_TEMPLATE,
	SP_FOR_PAGE,
	SP_FOR_DANGLING,
	SP_FOR_COMMUNITY,
	SP_FOR_BLOCK,          /* targets of a host's block */
	SP_FOR_COVER,          /* directories that carry it */
	SP_FOR_EXTERNAL,       /* a page's own links to other hosts */
	SP_FOR_POPULAR,        /* the page of a popularity rank */
	SP_FOR_HOST_NAME,
	SP_FOR_SUB_NAME,
	SP_FOR_DIRECTORY_NAME,
	SP_FOR_PAGE_NAME,
	SP_PURPOSES
};

/* A power law between two bounds: low^p and its span, p = 1 - exponent. */
struct sp_power_law {
	double low;
	double start;
	double span;
	double inverse;   /* 1 / p; 0 for exponent 1 */
	double log_ratio; /* of the bounds, for exponent 1 */
};

struct sp_generate_hub {
	uint32_t page;
	uint32_t community;
};

#define SP_GENERATE_HUBS_MAX 200
#define SP_GENERATE_AUTHORITIES_MAX 30

/* Pages of a community: 5 hubs or more, 2 authorities or more. */
struct sp_generate_sizes {
	uint64_t hubs;
	uint64_t authorities;
};

#define SP_BLOCK_TARGETS 12 /* most links of a block */
#define SP_INDEX_LINKS 16   /* an index page links 16 times as much at most */
#define SP_HOME_LINKS 2048  /* directories that a home page links to */

struct sp_generator {
	struct sp_generate_options options;
	uint64_t keys[SP_PURPOSES];
	uint64_t hosts;
	uint64_t directories;
	uint32_t *host_start;      /* first directory; hosts + 1 of them */
	uint32_t *directory_start; /* first page; directories + 1 of them */
	uint64_t host_capacity;
	uint64_t directory_capacity;
	struct sp_generate_hub *hubs; /* ascending by page, community */
	uint64_t hub_count;
	uint64_t hub_capacity;
	uint64_t communities;
	struct sp_power_law degree_law;
	struct sp_power_law hub_law;
	struct sp_power_law authority_law;
	struct sp_power_law block_law;
	struct sp_power_law popular_law;
	double degree_scale;       /* links of weight 1 inside the host */
	double external_mean;      /* own links of a page to other hosts */
	double dangling;           /* share of the pages not index pages */
	double cover;              /* share of directories with a block */
};

/* The random numbers of one thing. */
static inline struct sp_random
sp_generate_random(const struct sp_generator *g,
		   enum sp_generate_purpose purpose, uint64_t number)
{
	struct sp_random random = { sp_mix64(g->keys[purpose] + number) };

	return random;
}

/* One number in [0, 1) of one thing. */
static inline double
sp_generate_unit(const struct sp_generator *g,
		 enum sp_generate_purpose purpose, uint64_t number)
{
	struct sp_random random = sp_generate_random(g, purpose, number);

	return sp_random_unit(&random);
}

static inline uint64_t
sp_generate_host_page(const struct sp_generator *g, uint64_t host)
{
	return g->directory_start[g->host_start[host]];
}

/* ---- draw.c -------------------------------------------------- */

/* Numbers of low .. high (0 < low <= high), P(x) ~ x^-exponent. */
struct sp_power_law sp_power_law(double low, double high, double exponent);

/* The real number of [low, high) where the distribution reaches unit. */
double sp_power_draw(const struct sp_power_law *law, double unit);

struct sp_generate_sizes
sp_generate_community_sizes(const struct sp_generator *g, uint64_t community);

/*
 * Walks over the hosts of a community: stratum s of hubs + authorities of
 * them has one page on a host of its own, in *page; true for a hub.
 */
bool sp_generate_member(const struct sp_generator *g, uint64_t community,
			const struct sp_generate_sizes *sizes, uint64_t s,
			uint32_t *page);

/* Number of targets of the host's block, 0 for none, ascending. */
unsigned sp_generate_block(const struct sp_generator *g, uint64_t host,
			   uint32_t targets[SP_BLOCK_TARGETS]);

/* Whether the pages of a directory carry the host's block, if it has one. */
static inline bool
sp_generate_covered(const struct sp_generator *g, uint64_t directory)
{
	return sp_generate_unit(g, SP_FOR_COVER, directory) < g->cover;
}

/* A page of the web, popular ones more often. */
uint32_t sp_generate_popular(const struct sp_generator *g,
			     struct sp_random *random);

/* The factor of a directory's out-degree, mean about 2. */
double sp_generate_weight(const struct sp_generator *g, uint64_t host,
			  uint64_t directory);

/* Mean links inside the host for a page of that weight and size of host. */
uint64_t sp_generate_degree(double scale, double weight, uint64_t size);

/* Links in the list of an index page: pages or directories, counted. */
static inline uint64_t
sp_generate_listed(uint64_t degree, uint64_t listed, bool home)
{
	if (home && listed > SP_HOME_LINKS)
		listed = SP_HOME_LINKS;
	return listed < SP_INDEX_LINKS * degree ? listed
						: SP_INDEX_LINKS * degree;
}

#endif
