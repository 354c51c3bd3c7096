/* SPDX-License-Identifier: MIT */
/*
 * join.h - one graph from its parts, which a manifest lists.
 */
#ifndef GRAPHMERGE_JOIN_H
#define GRAPHMERGE_JOIN_H

#include "cli/graph_output.h"

#include "stream/section/manifest.h"

/*
 * Reads the manifest at path to *manifest, which is freed by the caller.
 * *is is false, and nothing is read, if it is something else, or no file.
 * SP_DATA, also for a part outside of the folder of the manifest, unless
 * trust_paths is set; SP_IO; SP_MEMORY.
 */
enum sp_status join_recognise(struct cmd *cmd, const char *path,
			      bool trust_paths, struct sp_manifest *manifest,
			      bool *is);

/*
 * Writes the graph of the parts to the output, which has its cmd and its
 * number of parts, and is opened and freed here.  Every part is read in full,
 * and compared with its line of the manifest.  Fails as cmd_load(), and with
 * SP_DATA if a part is not what the manifest says.
 */
enum sp_status join_graph(struct cmd_graph_output *to, const char *path,
			  const struct sp_manifest *manifest);

#endif
