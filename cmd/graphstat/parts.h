/* SPDX-License-Identifier: MIT */
/*
 * parts.h - the table of the parts of a report, in its order.  ROW(NAME)
 * stands for the struct graphstat_part graphstat_NAME (graphstat.h), which
 * NAME.c defines; groups.c defines two.  Nothing else lists the parts.
 */
#ifndef CMD_GRAPHSTAT_PARTS_H
#define CMD_GRAPHSTAT_PARTS_H

#define GRAPHSTAT_PARTS(ROW) \
	ROW(graph) \
	ROW(hosts) \
	ROW(fetched) \
	ROW(degrees) \
	ROW(distances) \
	ROW(components) \
	ROW(communities) \
	ROW(cores) \
	ROW(seeds) \
	ROW(overlap) \
	ROW(sections) \
	ROW(provenance) \
	/* the end, so that a new row is one changed line */

#endif
