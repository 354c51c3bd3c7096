/* SPDX-License-Identifier: MIT */
/*
 * The bow-tie of a graph that processes share, by marks that go from process
 * to process: what the core reaches and what reaches it, then what in leads to
 * and what leads to out.  Links are followed against the grain by visiting the
 * nodes in the other direction, so no transpose is needed.
 *
 * In and out follow from the two marks of the core: in reaches it, out is
 * reached.  The remaining pages of the weak component are sorted by two more
 * searches, from in along links and from out against them.  Both stop where
 * they come to pages that have a place already: a path from in through the
 * core, or through out, says nothing of what hangs on in.
 */
#include "measure/graph/between.h"
#include "measure/graph/nodes.h"

/* ---- marks ------------------------------------------------------------ */

static bool
bowtie_is_in(uint8_t marks)
{
	return (marks & SP_NODE_CORE) == SP_NODE_REACHES_CORE;
}

static bool
bowtie_is_out(uint8_t marks)
{
	return (marks & SP_NODE_CORE) == SP_NODE_FROM_CORE;
}

static bool
bowtie_before_core(uint8_t from, uint8_t to)
{
	(void)to;
	return !(from & SP_NODE_FROM_CORE);
}

static bool
bowtie_beside_core(uint8_t from, uint8_t to)
{
	(void)to;
	return !(from & SP_NODE_CORE);
}

/* Gives a mark to all nodes of a kind. */
static void
mark_all(struct sp_nodes *nodes, bool (*is_kind)(uint8_t marks), uint8_t mark)
{
	for (uint64_t i = 0; i < nodes->found.count; i++)
		if (is_kind(nodes->marks[i]))
			nodes->marks[i] |= mark;
}

static enum sp_status
mark_tendrils(struct sp_nodes *nodes, struct sp_error *err)
{
	/* Pages reached have the marks of their owners' nodes from here on. */
	enum sp_status status = sp_nodes_publish(nodes, err);

	if (status)
		return status;
	mark_all(nodes, bowtie_is_in, SP_NODE_FROM_IN);
	mark_all(nodes, bowtie_is_out, SP_NODE_REACHES_OUT);
	status = sp_nodes_forward(nodes, SP_NODE_FROM_IN,
				  bowtie_before_core, err);
	if (!status)
		status = sp_nodes_back(nodes, SP_NODE_REACHES_OUT,
				       bowtie_beside_core, err);
	return status;
}

/*
 * The core was guessed to be around the largest node: it mostly is.  If any
 * page of the largest component is not marked, all marks are made anew, from
 * that component.
 */
static enum sp_status
bowtie_mark_core(struct sp_nodes *nodes,
		 const struct sp_component_summary *strong,
		 struct sp_error *err)
{
	uint64_t other = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < nodes->share->owned; i++) {
		uint64_t page = nodes->share->own_first + i;
		bool core = nodes->label[nodes->found.of[page]] ==
			    strong->largest_page;

		other += core && (sp_nodes_marks(nodes, page) &
				  SP_NODE_CORE) != SP_NODE_CORE;
	}
	status = sp_team_add(nodes->share->team, &other, 1, err);
	if (status || !other)
		return status;
	sp_nodes_clear(nodes, UINT8_MAX);
	for (uint64_t i = 0; i < nodes->share->owned; i++) {
		uint32_t node = nodes->found.of[nodes->share->own_first + i];

		if (nodes->label[node] == strong->largest_page)
			nodes->marks[node] = SP_NODE_CORE;
	}
	return sp_nodes_around_core(nodes, err);
}

/* ---- the result ------------------------------------------------------- */

static enum sp_bowtie_part
bowtie_part_of(uint8_t marks, bool connected)
{
	bool from = marks & SP_NODE_FROM_IN, to = marks & SP_NODE_REACHES_OUT;

	if ((marks & SP_NODE_CORE) == SP_NODE_CORE)
		return SP_BOWTIE_CORE;
	if (bowtie_is_in(marks))
		return SP_BOWTIE_IN;
	if (bowtie_is_out(marks))
		return SP_BOWTIE_OUT;
	if (from || to)
		return from && to ? SP_BOWTIE_TUBES :
		       from ? SP_BOWTIE_FROM_IN : SP_BOWTIE_TO_OUT;
	return connected ? SP_BOWTIE_LOOSE : SP_BOWTIE_DISCONNECTED;
}

enum sp_status
sp_nodes_bowtie(struct sp_nodes *nodes, const uint32_t *weak,
		const struct sp_component_summary *strong,
		uint64_t parts[SP_BOWTIE_PARTS], struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	struct sp_word core = { (uint32_t)strong->largest_page, 0 };
	enum sp_status status = SP_OK;

	for (int i = 0; i < SP_BOWTIE_PARTS; i++)
		parts[i] = 0;
	if (!strong->count)
		return SP_OK;
	status = sp_between_ask(share, weak, &core, 1, err);
	if (!status)
		status = bowtie_mark_core(nodes, strong, err);
	if (!status)
		status = mark_tendrils(nodes, err);
	for (uint64_t i = 0; !status && i < share->owned; i++)
		parts[bowtie_part_of(
			sp_nodes_marks(nodes, share->own_first + i),
			weak[i] == core.value)]++;
	return status ? status :
			sp_team_add(share->team, parts, SP_BOWTIE_PARTS, err);
}
