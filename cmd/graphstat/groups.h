/* SPDX-License-Identifier: MIT */
/*
 * groups.h - distances between groups of pages, for the parts "Cores" and
 * "Seeds" of the report.
 */
#ifndef CMD_GRAPHSTAT_GROUPS_H
#define CMD_GRAPHSTAT_GROUPS_H

#include "graphstat.h"

#include "measure/graph/distances.h"

struct graphstat_groups {
	const char *key, *heading;      /* "cores", "Cores" */
	uint32_t groups;
	struct sp_group_page *members;  /* from sp_alloc() */
	uint64_t member_count;
};

/*
 * Finds the groups of a part in stat->contents.  SP_DATA if the stream has
 * none; SP_MEMORY; after an error there are no members.
 */
typedef enum sp_status graphstat_find_groups(struct graphstat *stat,
					     struct graphstat_groups *groups);

/* Measures and adds the distances to the report: summary and matrix. */
enum sp_status graphstat_describe_groups(struct graphstat *stat,
					 graphstat_find_groups *find);

/* Measures and prints them: a row for each ordered pair. */
enum sp_status graphstat_print_groups(struct graphstat *stat,
				      graphstat_find_groups *find,
				      struct cmd_output *output);

#endif
