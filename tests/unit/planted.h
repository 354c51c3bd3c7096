/* SPDX-License-Identifier: MIT */
/*
 * planted.h - the communities that the generator has planted.
 */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "graph/generate/tables.h"

struct planted {
	uint32_t hub_count;        /* 5 .. 200; fewer where hosts are few */
	uint32_t authority_count;  /* 2 .. 30 */
	uint32_t hubs[SP_GENERATE_HUBS_MAX]; /* ascending */
	uint32_t authorities[SP_GENERATE_AUTHORITIES_MAX]; /* ascending */
};

/* The page that is the hub of a community on the host of page. */
static inline uint32_t
planted_hub(const struct sp_generator *g, uint64_t community, uint32_t page,
	    struct sp_generate_place *place)
{
	/* The hub may have been moved, but not to another host. */
	uint64_t first = sp_generate_host_page(
		g, sp_generator_find(g, page, place));
	uint64_t at = 0;

	while (g->hubs[at].page < first || g->hubs[at].community != community)
		at++;
	return g->hubs[at].page;
}

/*
 * The pages of community (community < generator->communities), all on
 * different hosts.  A hub has no other links to other hosts, except where
 * two communities share a hub because a host is too small for both.
 */
static inline void
planted_community(const struct sp_generator *g, uint64_t community,
		  struct planted *out)
{
	struct sp_generate_sizes sizes =
		sp_generate_community_sizes(g, community);
	struct sp_generate_place place = SP_GENERATE_PLACE;
	uint32_t page;

	out->hub_count = 0;
	out->authority_count = 0;
	for (uint64_t s = 0; s < sizes.hubs + sizes.authorities; s++) {
		if (sp_generate_member(g, community, &sizes, s, &page))
			out->hubs[out->hub_count++] =
				planted_hub(g, community, page, &place);
		else
			out->authorities[out->authority_count++] = page;
	}
}

#endif
