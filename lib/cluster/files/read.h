/* SPDX-License-Identifier: MIT */
/*
 * read.h - one graph, read by all processes of a team, each its own pages.
 *
 * The input is a stream in a file that has an index, or a manifest of parts
 * (stream/section/manifest.h).  Every process opens it; the index says where
 * the blocks of its pages are.
 */
#ifndef SP_CLUSTER_FILES_READ_H
#define SP_CLUSTER_FILES_READ_H

#include "cluster/team/share.h"
#include "stream/indexed.h"
#include "stream/section/section.h"

struct sp_joint_input;

/*
 * Opens the file at path and verifies its index: all processes call it.
 * Nothing of the graph is read yet.  SP_DATA if it is no stream, or has no
 * index, or is a manifest with a part outside of its folder, unless trust_paths
 * is set; SP_IO, also if it is not a regular file; SP_MEMORY.
 */
enum sp_status sp_joint_open(struct sp_team *team, const char *path,
			     bool trust_paths, struct sp_joint_input **input,
			     struct sp_error *err);
void sp_joint_close(struct sp_joint_input *input); /* accepts NULL */

/* Is it a manifest, whose parts are files of their own? */
bool sp_joint_in_parts(const struct sp_joint_input *input);

/* The graph that everything in the input belongs to, as its tail says. */
const struct sp_basis *sp_joint_basis(const struct sp_joint_input *input);

/*
 * Reads the blocks of the pages of this process, with threads threads, and
 * makes the share, which verifies them (sp_share_new()).  SP_DATA, also if
 * there is no graph; SP_MEMORY; SP_IO.
 */
enum sp_status sp_joint_share(struct sp_joint_input *input, int threads,
			      struct sp_share **share, struct sp_error *err);

/* For plans: what any number of processes would own, and what a range holds. */

/*
 * Sets the first page of each of size processes, and the number of pages: size
 * + 1 entries, the same in every process.
 */
void sp_joint_bound(const struct sp_joint_input *input, unsigned size,
		    uint64_t *first_of);

/*
 * Reads the blocks of the pages first to end - 1, bounds like those above, for
 * sp_share_new() or sp_plan_add(), which verify them.  One process may call it
 * alone.  Fails as above; *wide is NULL then.
 */
enum sp_status sp_joint_range(struct sp_joint_input *input, uint64_t first,
			      uint64_t end, int threads,
			      struct sp_graph **wide, struct sp_error *err);

/*
 * Reads the values of a score for the pages owned, in the order of the pages,
 * to values.  Another process may read others.  SP_DATA if there is no score
 * of that name, or it belongs to another graph than basis; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_score(struct sp_joint_input *input, const char *name,
			      const struct sp_basis *basis, uint64_t first,
			      uint64_t count, double *values,
			      struct sp_error *err);

/* The name of the only score, or NULL; *count is how many there are. */
const char *sp_joint_only_score(const struct sp_joint_input *input,
				uint64_t *count);

/* The graph that a score belongs to; NULL if there is no score of that name. */
const struct sp_basis *sp_joint_score_basis(const struct sp_joint_input *input,
					    const char *name);

/*
 * Loads the sections of some kinds (enum sp_section_set; not the graph), as
 * sp_load() does: each process that calls it gets all of them.  For those that
 * are small.  Of a graph in parts only states and fetches are loaded, those of
 * a page from its part.  SP_DATA, also if they belong to another graph than
 * that of the input; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_load(struct sp_joint_input *input, unsigned want,
			     struct sp_contents *contents,
			     struct sp_error *err);

/* Has it, in any of its files, a section with this tag? */
bool sp_joint_has_section(const struct sp_joint_input *input, uint32_t tag);

#endif
