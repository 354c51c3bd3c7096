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
 * owned (weak.c).  forest is that of the links of this process, from
 * sp_weak_forest().
 */
enum sp_status sp_weak_labels(const struct sp_share *share,
			      const uint32_t *forest, uint32_t *label,
			      struct sp_error *err);

#endif
