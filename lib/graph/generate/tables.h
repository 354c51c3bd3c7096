/* SPDX-License-Identifier: MIT */
/*
 * tables.h - the tables and random numbers that the parts of the generator
 * share.  Private to lib/graph/generate.
 *
 * Each random number depends on (seed, purpose, number of a page, directory,
 * host ...), never on a sequence over the graph.  Powers are computed with +,
 * -, * and / only, which give the same result on every machine; the C
 * library's pow() does not.
 */
#ifndef SP_GRAPH_GENERATE_TABLES_H
#define SP_GRAPH_GENERATE_TABLES_H

#include "base/random.h"
#include "graph/generate/generate.h"

#include <stdbool.h>

/* What a random number is for. */
enum sp_generate_purpose {
	SP_FOR_HOSTS,          /* sizes of hosts and directories: a sequence */
	SP_FOR_HOST_DEGREE,
	SP_FOR_DIRECTORY_DEGREE,
	SP_FOR_TEMPLATE,
	SP_FOR_DECK,           /* how popular a page is on its host */
	SP_FOR_FAN,            /* pages that a page lists */
	SP_FOR_HOST_FAN,       /* directories that an index page lists */
	SP_FOR_LISTED,         /* whether a page is linked to by its list */
	SP_FOR_PAIRS,          /* siblings that link to each other */
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
	SP_FOR_FARM,           /* links among the pages of a link farm */
	SP_FOR_HIJACK,         /* the link of a page to it */
	SP_PURPOSES
};

/*
 * A power law between two bounds, stored as low^p and the span to high^p,
 * where p = 1 - exponent.
 */
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

/* Pages of a community: at least 5 hubs and 2 authorities. */
struct sp_generate_sizes {
	uint64_t hubs;
	uint64_t authorities;
};

#define SP_HOST_PAGES_MIN 4 /* of each host except the last */
#define SP_BLOCK_TARGETS 12 /* maximum links of a block */
#define SP_FAN_MAX 2000     /* most pages or directories that a page lists */
#define SP_PAIRS_MAX 64     /* most siblings that a page is paired with */

struct sp_generator {
	struct sp_generate_options options;
	uint64_t keys[SP_PURPOSES];
	uint64_t hosts;
	uint64_t directories;
	uint32_t *host_start;      /* first directory; hosts + 1 entries */
	uint32_t *directory_start; /* first page; directories + 1 entries */
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
	struct sp_power_law fan_law;
	double degree_scale;       /* links of weight 1 inside the host */
	double room;               /* share of a host that a page links to */
	double external_mean;      /* own links of a page to other hosts */
	double dangling;           /* share of the pages that list no others */
	double listed;             /* share of pages linked to by their list */
	double cover;              /* share of directories with a block */
};

/* Returns the random sequence of item number for a purpose. */
static inline struct sp_random
sp_generate_random(const struct sp_generator *g,
		   enum sp_generate_purpose purpose, uint64_t number)
{
	struct sp_random random = { sp_mix64(g->keys[purpose] + number) };

	return random;
}

/* Returns the first random number in [0, 1) of that sequence. */
static inline double
sp_generate_unit(const struct sp_generator *g,
		 enum sp_generate_purpose purpose, uint64_t number)
{
	struct sp_random random = sp_generate_random(g, purpose, number);

	return sp_random_unit(&random);
}

/* Returns the first page of a host; for host = hosts, the page count. */
static inline uint64_t
sp_generate_host_page(const struct sp_generator *g, uint64_t host)
{
	return g->directory_start[g->host_start[host]];
}

/* The most pages of a host of a graph: a tenth of all, more if it is small. */
uint64_t sp_generate_largest_host(uint64_t pages);

/* ---- draw.c -------------------------------------------------- */

/* Returns the law P(x) ~ x^-exponent on low .. high, 0 < low <= high. */
struct sp_power_law sp_power_law(double low, double high, double exponent);

/*
 * Returns the real number in [low, high) where the cumulative distribution
 * reaches unit.
 */
double sp_power_draw(const struct sp_power_law *law, double unit);

struct sp_generate_sizes
sp_generate_community_sizes(const struct sp_generator *g, uint64_t community);

/*
 * Stores member s of a community in *page; s < hubs + authorities.  Each
 * member is on a different host.  Returns true if the member is a hub.
 */
bool sp_generate_member(const struct sp_generator *g, uint64_t community,
			const struct sp_generate_sizes *sizes, uint64_t s,
			uint32_t *page);

/*
 * Stores the targets of the host's block in ascending order and returns their
 * number, 0 if the host has no block.
 */
unsigned sp_generate_block(const struct sp_generator *g, uint64_t host,
			   uint32_t targets[SP_BLOCK_TARGETS]);

/* Returns whether the pages of directory carry the host's block, if any. */
static inline bool
sp_generate_covered(const struct sp_generator *g, uint64_t directory)
{
	return sp_generate_unit(g, SP_FOR_COVER, directory) < g->cover;
}

/* Draws a page of the graph, with probability by popularity. */
uint32_t sp_generate_popular(const struct sp_generator *g,
			     struct sp_random *random);

/* base to the power of exponent; base > 0, and the result a normal number. */
double sp_generate_power(double base, double exponent);

/* Returns the factor on the out-degrees of a directory. */
double sp_generate_weight(const struct sp_generator *g, uint64_t host,
			  uint64_t directory);

/* Draws how many pages (SP_FOR_FAN) or directories a page lists at most. */
uint64_t sp_generate_fan(const struct sp_generator *g,
			 enum sp_generate_purpose purpose, uint64_t number);

/*
 * Returns the mean number of links inside the host for a page of this weight
 * on a host of size pages.
 */
uint64_t sp_generate_degree(const struct sp_generator *g, double scale,
			    double weight, uint64_t size);

/*
 * Returns how many pages of a directory of this size (at least 1) list others,
 * which are its first; the index page is one in any case.
 */
static inline uint64_t
sp_generate_listing(uint64_t pages, uint64_t fan)
{
	return pages > 1 ? (pages - 2) / fan + 1 : 1;
}

#endif
