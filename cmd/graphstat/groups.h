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
	uint32_t *matrix;               /* distances, from row to column */
	struct sp_group_summary summary;
};

/*
 * Measures the distances between groups, of which all is set but the last two
 * members.  SP_MEMORY; SP_DATA if the graph is damaged.
 */
enum sp_status graphstat_measure_groups(struct graphstat *stat,
					struct graphstat_groups *groups);

/* The other functions of such a part, and its columns. */
void graphstat_describe_groups(struct graphstat *stat, const void *found);
void graphstat_print_groups(struct graphstat *stat, const void *found,
			    struct table *table);
void graphstat_end_groups(void *found);
extern const char *const graphstat_group_columns[];

/* Warns if paths of the graph are not those of the web that it is of. */
void graphstat_warn_of_origin(const struct graphstat *stat);

#endif
