/* SPDX-License-Identifier: MIT */
/*
 * share_alone.h - a graph as the share of the only process there is, for tests
 * of what processes find together
 */
#ifndef TESTS_SHARE_ALONE_H
#define TESTS_SHARE_ALONE_H

#include "unit.h"

#include "cluster/team/share.h"

struct alone {
	struct sp_team team;
	struct sp_share *share;
};

static inline void
alone_begin(struct alone *alone, const struct sp_graph *graph)
{
	struct sp_error err;

	alone->team = sp_team_alone();
	must(sp_share_alone(&alone->team, graph, &alone->share, &err), err);
}

static inline void
alone_end(struct alone *alone)
{
	sp_share_free(alone->share);
}

#endif
