/* SPDX-License-Identifier: MIT */
/*
 * cores.h - bipartite cores and seeds as data: coreextract finds them, the
 * stream carries them, seedpick reads them.
 */
#ifndef SP_GRAPH_CORES_H
#define SP_GRAPH_CORES_H

#include "base/status.h"

#include <stdbool.h>

enum sp_side { SP_HUB = 0, SP_AUTHORITY = 1 };

/* One core: its seed, its sizes, and the links from hubs to authorities. */
struct sp_core {
	uint32_t seed;        /* page, one of the hubs */
	uint32_t iteration;   /* of the extraction that found it, from 1 */
	uint64_t hubs;
	uint64_t authorities;
	uint64_t links;       /* density = 100 * links / (hubs*authorities) */
};

/* One page of a core, with the score by which it was chosen. */
struct sp_member {
	uint32_t core;        /* index of the core, from 0 */
	uint32_t page;
	enum sp_side side;
	double score;
};

/*
 * Cores in the order of extraction; their members core by core, in the order
 * in which they joined.  Release it with sp_cores_free().
 */
struct sp_cores {
	uint64_t count;
	uint64_t capacity;
	struct sp_core *cores;
	uint64_t member_count;
	uint64_t member_capacity;
	struct sp_member *members;
};

#define SP_CORES_EMPTY { 0, 0, NULL, 0, 0, NULL }

/* Append a copy of *core or *member.  Return SP_MEMORY on failure. */
enum sp_status sp_cores_add(struct sp_cores *cores,
			    const struct sp_core *core, struct sp_error *err);
enum sp_status sp_cores_add_member(struct sp_cores *cores,
				   const struct sp_member *member,
				   struct sp_error *err);

/* The density of a core: 0 to 100; 0 without hubs or authorities. */
double sp_core_density(const struct sp_core *core);

/*
 * Returns the score by which each core's seed was chosen, which is one of its
 * hubs, to be freed; NAN for a core without.  NULL if memory is short.
 */
double *sp_cores_seed_scores(const struct sp_cores *cores);

/* Frees everything and leaves zero bytes. */
void sp_cores_free(struct sp_cores *cores);

#define SP_NO_CORE UINT32_MAX

/*
 * How a seed came to be in this graph: it was picked in it; carried from
 * another graph by its URL, by its host, or by its links (seed/carry.h); or
 * added to complete the list, as a covering page, by PageRank, or at random.
 */
enum sp_seed_found {
	SP_FOUND_PICKED, SP_FOUND_URL, SP_FOUND_HOST, SP_FOUND_SIMILAR,
	SP_FOUND_COVER, SP_FOUND_PAGERANK, SP_FOUND_RANDOM,
	SP_FOUND_COUNT
};

/* Was it added to the list?  Such a seed has no score. */
static inline bool
sp_seed_is_filled(enum sp_seed_found found)
{
	return found >= SP_FOUND_COVER;
}

/* One seed: the page, and the index of its core or SP_NO_CORE. */
struct sp_seed {
	uint32_t page;
	uint32_t core;
	enum sp_seed_found found;
	double score;     /* by which it was picked, if there is one; or 0 */
};

/* Seeds in the order in which they were picked. */
struct sp_seeds {
	uint64_t count;
	uint64_t capacity;
	struct sp_seed *seeds;
};

#define SP_SEEDS_EMPTY { 0, 0, NULL }

/* Appends a seed.  Returns SP_MEMORY on failure. */
enum sp_status sp_seeds_add(struct sp_seeds *seeds, struct sp_seed seed,
			    struct sp_error *err);

/* Frees the seeds and leaves zero bytes. */
void sp_seeds_free(struct sp_seeds *seeds);

#endif
