/* SPDX-License-Identifier: MIT */
/*
 * kinds.h - the table of the kinds of sections.
 *
 * A row ROW(NAME, name) stands for the kind that lib/stream/section/name.c
 * defines as sp_kind_name (kind.h says what it consists of).  The row makes
 * SP_SECTION_NAME, its bit in sets of kinds (section.h), and its slot in the
 * contents of streams.  Nothing else lists the kinds.
 *
 * Rows are in the order in which a loaded stream is checked: when two
 * sections do not fit the graph, the message is about the first.
 */
#ifndef SP_STREAM_SECTION_KINDS_H
#define SP_STREAM_SECTION_KINDS_H

#define SP_SECTION_KINDS(ROW)         \
	ROW(GRAPH, graph)             \
	ROW(WEIGHTS, weights)         \
	ROW(NAMES, names)             \
	ROW(HOSTS, hosts)             \
	ROW(STATES, states)           \
	ROW(FETCHES, fetches)         \
	ROW(SHAPES, shapes)           \
	ROW(SCORES, scores)           \
	ROW(LINKSCORES, linkscores)   \
	ROW(CORES, cores)             \
	ROW(SEEDS, seeds)             \
	ROW(ORDERS, orders)           \
	ROW(PART, part)               \
	ROW(PROVENANCE, provenance)

#endif
