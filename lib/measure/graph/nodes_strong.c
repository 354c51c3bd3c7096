/* SPDX-License-Identifier: MIT */
/*
 * Strong components of a graph that processes share (components.h says how).
 *
 * The pivot is the largest node of all.  On webs one component is far larger
 * than all others, and the largest node of a process is usually a part of it,
 * so that one search forward and one back find it.  If it is not, nothing is
 * wrong: the pivot's component is found exactly, and the others are solved
 * like all the rest.
 *
 * All processes decide by the same numbers: a maximum over processes has the
 * size in its high half and, so that the smallest page wins among equals, the
 * complement of the page in its low half.
 */
#include "measure/graph/between.h"
#include "measure/graph/nodes.h"

#include "base/memory.h"

#include <stdlib.h>

/* The largest node of all, which has the smallest page of several. */
static enum sp_status
choose_pivot(struct sp_nodes *nodes, uint64_t *pivot, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	uint64_t most = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < share->owned; i++) {
		uint32_t node = nodes->found.of[share->own_first + i];
		uint64_t here = (uint64_t)nodes->found.sizes[node] << 32 |
				(UINT32_MAX - nodes->label[node]);

		most = here > most ? here : most;
	}
	status = sp_team_most(share->team, &most, 1, err);
	*pivot = UINT32_MAX - (uint32_t)most;
	return status;
}

/* What a path leads to from the pivot, and what leads to it. */
static enum sp_status
nodes_strong_mark_core(struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	uint64_t pivot;
	enum sp_status status = choose_pivot(nodes, &pivot, err);

	if (status)
		return status;
	if (pivot >= share->first && pivot - share->first < share->owned)
		nodes->marks[nodes->found.of[share->own_first + pivot -
					     share->first]] = SP_NODE_CORE;
	return sp_nodes_around_core(nodes, err);
}

/*
 * All other nodes owned are open.  The label of the core is the smallest of
 * its pages in any process: UINT64_MAX minus the label is largest for that
 * one, and 0 says that a process has none.
 */
static enum sp_status
label_core(struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	uint64_t least = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < share->owned; i++) {
		uint32_t node = nodes->found.of[share->own_first + i];

		if ((nodes->marks[node] & SP_NODE_CORE) != SP_NODE_CORE)
			nodes->marks[node] |= SP_NODE_OPEN;
		else if (UINT64_MAX - nodes->label[node] > least)
			least = UINT64_MAX - nodes->label[node];
	}
	status = sp_team_most(share->team, &least, 1, err);
	for (uint64_t i = 0; i < share->owned; i++) {
		uint32_t node = nodes->found.of[share->own_first + i];

		if (!(nodes->marks[node] & SP_NODE_OPEN))
			nodes->label[node] = (uint32_t)(UINT64_MAX - least);
	}
	return status;
}

static enum sp_status
count_components(struct sp_nodes *nodes, struct sp_component_summary *kind,
		 struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	uint32_t *label = sp_alloc_large(share->owned, sizeof(*label));
	enum sp_status status;

	if (!label)
		return sp_no_memory(err, "the components");
	for (uint64_t i = 0; i < share->owned; i++)
		label[i] = nodes->label[nodes->found.of[share->own_first + i]];
	status = sp_kind_of(share, label, kind, err);
	free(label);
	return status;
}

enum sp_status
sp_nodes_strong(struct sp_nodes *nodes, const uint32_t *weak,
		struct sp_component_figures *components, struct sp_error *err)
{
	enum sp_status status = sp_nodes_prepare(nodes, err);

	if (!status)
		status = nodes_strong_mark_core(nodes, err);
	if (!status)
		status = label_core(nodes, err);
	if (!status)
		status = sp_nodes_solve(nodes, err);
	if (!status)
		status = count_components(nodes, &components->strong, err);
	return status ? status :
			sp_nodes_bowtie(nodes, weak, &components->strong,
					components->bowtie, err);
}
