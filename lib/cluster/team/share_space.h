/* SPDX-License-Identifier: MIT */
/*
 * share_space.h - what a share owns.  Private to lib/cluster/team.
 */
#ifndef SP_CLUSTER_TEAM_SHARE_SPACE_H
#define SP_CLUSTER_TEAM_SHARE_SPACE_H

#include "cluster/team/share.h"

struct sp_share_space {
	int threads;
	struct sp_graph *graph;   /* to be freed, or NULL */
	uint64_t *first_of;
	uint32_t *reached_page;
	uint64_t *reached_from;
	uint32_t *lent;
	uint64_t *lent_from;

	/*
	 * Local pages of process k begin at place_from[k], so that a vector can
	 * be sent and received as it is; those owned are the gap between.
	 */
	uint64_t *place_from;

	/*
	 * Of lent, up to that of this process: is it the first time that the
	 * page is there?
	 */
	uint64_t *first_time;
	void *buffer;             /* a value, 8 bytes, for each of lent */
	struct sp_exchange exchange;
};

/*
 * Makes a share with its tables of processes, copying first_of; pages reached
 * and lent are not known yet.  SP_MEMORY.
 */
enum sp_status sp_share_begin(struct sp_team *team, const uint64_t *first_of,
			      int threads, struct sp_share **share,
			      struct sp_error *err);

#endif
