/* SPDX-License-Identifier: MIT */
/*
 * shared_kind.h - what the files of shared components have in common.
 */
#ifndef SP_MEASURE_GRAPH_SHARED_KIND_H
#define SP_MEASURE_GRAPH_SHARED_KIND_H

#include "measure/graph/shared.h"

/*
 * label has for each page owned the smallest page of its component.  SP_MEMORY;
 * SP_IO.
 */
enum sp_status sp_shared_kind_of(const struct sp_share *share,
				 const uint32_t *label,
				 struct sp_component_summary *kind,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * Sets label[i] to the smallest page of the weak component of the i-th page
 * owned (shared_weak.c).
 */
enum sp_status sp_shared_weak(const struct sp_share *share, int threads,
			      const struct sp_progress *progress,
			      uint32_t *label, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Adds the strong components and the bow-tie to components, given the labels
 * of the weak ones (shared_strong.c, shared_bowtie.c).
 */
enum sp_status sp_shared_strong(const struct sp_share *share, int threads,
				const struct sp_progress *progress,
				const uint32_t *weak,
				struct sp_shared_components *components,
				struct sp_error *err) SP_MUST_CHECK;

#endif
