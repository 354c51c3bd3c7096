/* SPDX-License-Identifier: MIT */
/*
 * evolve_parts.h - what the parts of an evolution share: who dies (evolve.c),
 * names and order (evolve_names.c), links (evolve_rows.c).  Private to
 * lib/graph/generate.
 */
#ifndef SP_GRAPH_GENERATE_EVOLVE_PARTS_H
#define SP_GRAPH_GENERATE_EVOLVE_PARTS_H

#include "base/bitset.h"
#include "base/random.h"
#include "graph/generate/evolve.h"

enum sp_evolve_purpose {
	SP_EVOLVE_HOST_DEATH, SP_EVOLVE_DEATH, SP_EVOLVE_HOST_NAME,
	SP_EVOLVE_NAME, SP_EVOLVE_LINKS, SP_EVOLVE_PURPOSES
};

struct sp_evolution {
	const struct sp_graph *graph;
	const struct sp_names *names; /* or NULL */
	const struct sp_hosts *hosts; /* or NULL */
	struct sp_evolve_options options;
	uint64_t keys[SP_EVOLVE_PURPOSES];
	uint64_t pages;
	uint64_t *dead;        /* bitset of places */
	uint64_t *dead_host;   /* bitset of hosts; NULL without hosts */
	uint64_t died, new_hosts;
	uint32_t *place_of;    /* of each new page; NULL: the same number */
	uint32_t *page_at;     /* each place; NULL: the same number */
};

static inline struct sp_random
sp_evolve_random(const struct sp_evolution *e, enum sp_evolve_purpose purpose,
		 uint64_t number)
{
	struct sp_random random = { sp_mix64(e->keys[purpose] + number) };

	return random;
}

/* Numbers the new pages. */
enum sp_status sp_evolve_order(struct sp_evolution *e, struct sp_error *err);

/* The name of a host that takes the place of another. */
size_t sp_evolve_host_name(const struct sp_evolution *e, uint64_t host,
			   char name[SP_NAME_MAX]);

#endif
