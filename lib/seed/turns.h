/* SPDX-License-Identifier: MIT */
/*
 * turns.h - the components of hubs and authorities, ranked and in their order
 * (seedpipe-algorithms(7), 6.4; pieces.h, split.h).  Private to lib/seed.
 *
 * The component whose turn it is has been ranked, and a grower has its scores.
 * The caller searches it for a core, and says what came of it; whose turn is
 * next follows from that.  What has not changed is not ranked again, and the
 * result is the same as if all components were found and ranked anew each time.
 */
#ifndef SP_SEED_TURNS_H
#define SP_SEED_TURNS_H

#include "rank/hits.h"
#include "seed/core.h"

struct sp_turns;

/* The component whose turn it is. */
struct sp_turn {
	struct sp_grower *grower; /* NULL: there are none left */
	uint64_t authorities;     /* of the component */
	double largest;           /* of its hub scores */
	uint32_t iterations;      /* of HITS; 0: scores were given, or it
				     was not ranked because it is too small */
	bool too_small;           /* no core of it can be large enough */
};

struct sp_turns_options {
	const struct sp_hits_options *hits;
	uint64_t seeds;           /* wanted, at most */
	uint64_t min_hubs;        /* smaller components are not ranked, only */
	uint64_t min_authorities; /* given as too small; 0: all are ranked */
};

/*
 * The vectors are those of sp_extract(), by local page.  given: hub and
 * authority are the scores of the first ranking, which can serve only if there
 * is one component.  share, dead, hub and authority stay the caller's, and must
 * outlive *turns.  SP_DATA if the graph is damaged; SP_MEMORY, SP_IO.
 */
enum sp_status sp_turns_new(struct sp_share *share,
			    const struct sp_turns_options *options,
			    uint64_t *dead, double *hub, double *authority,
			    bool given, struct sp_turns **turns,
			    struct sp_error *err);
void sp_turns_free(struct sp_turns *turns); /* accepts NULL */

/* What is known of all turns so far. */
struct sp_turns_summary {
	uint64_t components;      /* at the beginning */
	bool use_given;           /* given scores are used */
	struct sp_hits_report hits; /* of the last run on a large component */
	uint64_t passes;          /* over the graph for in-links */
};

struct sp_turns_summary sp_turns_summary(const struct sp_turns *turns);

/* Ranks the component whose turn it is.  Fails as sp_turns_new(). */
enum sp_status sp_turns_next(struct sp_turns *turns, struct sp_turn *turn,
			     struct sp_error *err);

/* It has been searched in vain: rejected of its authorities start no core. */
void sp_turns_exhaust(struct sp_turns *turns, uint64_t rejected);

/*
 * It is to be ranked again without these authorities, which are set aside until
 * pages of the component that it is in are removed.
 */
enum sp_status sp_turns_set_aside(struct sp_turns *turns,
				  const uint32_t *pages, uint64_t count,
				  struct sp_error *err);

/* Adds pages to those that are dead. */
enum sp_status sp_turns_remove(struct sp_turns *turns, const uint32_t *pages,
			       uint64_t count, struct sp_error *err);

/* All components that were searched in vain get another turn. */
enum sp_status sp_turns_rewind(struct sp_turns *turns, struct sp_error *err);

/* Returns the authorities rejected in components that have not changed. */
uint64_t sp_turns_rejected(const struct sp_turns *turns);

#endif
