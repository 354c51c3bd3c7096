/* SPDX-License-Identifier: MIT */
/*
 * kind.h - what the files of components have in common.
 */
#ifndef SP_MEASURE_GRAPH_KIND_H
#define SP_MEASURE_GRAPH_KIND_H

#include "measure/graph/components.h"

/*
 * label has for each page owned the smallest page of its component.  SP_MEMORY;
 * SP_IO.
 */
enum sp_status sp_kind_of(const struct sp_share *share,
				 const uint32_t *label,
				 struct sp_component_summary *kind,
				 struct sp_error *err);

/*
 * Sets label[i] to the smallest page of the weak component of the i-th page
 * owned (weak.c).
 */
enum sp_status sp_weak_labels(const struct sp_share *share, int threads,
			      const struct sp_progress *progress,
			      uint32_t *label, struct sp_error *err);

/*
 * Adds the strong components and the bow-tie to components, given the labels
 * of the weak ones (nodes_strong.c, bowtie.c).
 */
enum sp_status sp_find_strong(const struct sp_share *share, int threads,
				const struct sp_progress *progress,
				const uint32_t *weak,
				struct sp_component_figures *components,
				struct sp_error *err);

#endif
