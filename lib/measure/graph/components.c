/* SPDX-License-Identifier: MIT */
/*
 * Components as they are counted, and the forest from which weak ones grow.
 *
 * A component is known by its label, the smallest of its pages.  The process
 * that owns the label counts its pages: others tell it how many they have, a
 * word for each label that they meet.  So nobody holds all components, and the
 * sizes are the only thing that comes together, as a list of different sizes.
 *
 * Labels are smallest pages, and processes own ascending ranges, so a label is
 * a page of this process or of one before it.
 */
#include "measure/graph/kind.h"

#include "base/compare.h"
#include "base/forest.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "measure/graph/between.h"
#include "measure/graph/nodes.h"

#include <stdlib.h>

/* ---- the forest ------------------------------------------------------- */

void
sp_components_free(struct sp_components *components)
{
	free(components->of);
	free(components->sizes);
	*components = (struct sp_components){ .count = 0 };
}

/* Most links lead to pages that point to the root of the row already. */
static void
components_join_row(void *context, uint32_t page, const uint32_t *successors,
		    uint32_t count)
{
	uint32_t *parent = context, root = sp_forest_root(parent, page);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (__atomic_load_n(&parent[to], __ATOMIC_RELAXED) == root)
			continue;
		sp_forest_join(parent, root, to);
		root = sp_forest_root(parent, root);
	}
}

enum sp_status
sp_weak_forest(const struct sp_graph *graph, int threads,
	       const struct sp_progress *progress, uint32_t *parent,
	       struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	enum sp_status status;

	for (uint32_t page = 0; page < pages; page++)
		parent[page] = page;
	status = sp_visit_lists(graph, threads, progress, components_join_row,
				parent, err);
	if (!status)
		sp_forest_flatten(parent, pages);
	return status;
}

/* ---- sizes ------------------------------------------------------------ */

/* The labels of other processes, each once, with the pages that have it. */
static uint64_t
count_labels(struct sp_word *words, uint64_t count)
{
	uint64_t kept = 0;

	if (count)
		qsort(words, count, sizeof(*words), sp_compare_u32);
	for (uint64_t i = 0; i < count; i++) {
		if (kept && words[kept - 1].page == words[i].page)
			words[kept - 1].value += words[i].value;
		else
			words[kept++] = words[i];
	}
	return kept;
}

/*
 * Neighbours often have one label, and then share a word.  What is left is
 * sorted and added up before it is sent.
 */
static enum sp_status
components_count_pages(const struct sp_share *share,
		       const uint32_t *label, uint32_t *sizes,
		       struct sp_error *err)
{
	struct sp_word *far = NULL, *got = NULL;
	uint64_t count = 0, capacity = 0, got_count;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < share->owned; i++) {
		if (label[i] >= share->first) {
			sizes[label[i] - share->first]++;
			continue;
		}
		if (count && far[count - 1].page == label[i]) {
			far[count - 1].value++;
			continue;
		}
		if (!sp_grow(&far, &capacity, count + 1))
			status = sp_no_memory(err, "the components");
		else
			far[count++] = (struct sp_word){ label[i], 1 };
	}
	count = count_labels(far, count);
	if (!status)
		status = sp_between_tell(share, far, count, &got, &got_count,
					 err);
	for (uint64_t i = 0; !status && i < got_count; i++)
		sizes[got[i].page - share->first] += got[i].value;
	free(far);
	free(got);
	return status;
}

/* Of several largest ones, that of the smallest page. */
static enum sp_status
components_find_largest(const struct sp_share *share,
			const uint32_t *sizes,
			struct sp_component_summary *kind,
			struct sp_error *err)
{
	uint64_t most = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < share->owned; i++) {
		uint64_t here = (uint64_t)sizes[i] << 32 |
				(UINT32_MAX - (uint32_t)(share->first + i));

		if (sizes[i] && here > most)
			most = here;
	}
	status = sp_team_most(share->team, &most, 1, err);
	if (most)
		kind->largest_page = UINT32_MAX - (uint32_t)most;
	return status;
}

enum sp_status
sp_kind_of(const struct sp_share *share, const uint32_t *label,
	   struct sp_component_summary *kind, struct sp_error *err)
{
	uint32_t *sizes = sp_alloc_large_zero(share->owned, sizeof(*sizes));
	uint64_t kept = 0;
	enum sp_status status = SP_OK;

	*kind = (struct sp_component_summary){ 0 };
	if (!sizes)
		status = sp_no_memory(err, "the components");
	if (!status)
		status =
			components_count_pages(share, label, sizes, err);
	if (!status)
		status =
			components_find_largest(share, sizes, kind, err);
	for (uint64_t i = 0; !status && i < share->owned; i++)
		if (sizes[i])
			sizes[kept++] = sizes[i];
	kind->count = kept;
	if (!status)
		status = sp_between_sizes(share->team, sizes, kept,
					  &kind->sizes, &kind->length, err);
	if (!status)
		status = sp_team_add(share->team, &kind->count, 1, err);
	free(sizes);
	return status;
}

/* ---- together --------------------------------------------------------- */

/* The forest is not needed beside what the nodes are given then. */
static enum sp_status
find_weak(const struct sp_share *share, int threads,
	  const struct sp_progress *progress, struct sp_nodes *nodes,
	  uint32_t *weak, struct sp_component_summary *kind,
	  struct sp_error *err)
{
	uint32_t *forest = sp_alloc_large(share->places, sizeof(*forest));
	enum sp_status status = SP_OK;

	if (!forest)
		status = sp_no_memory(err, "the components");
	if (!status)
		status = sp_nodes_find(share, threads, progress, forest, nodes,
				       err);
	if (!status)
		status = sp_weak_labels(share, forest, weak, err);
	free(forest);
	return status ? status : sp_kind_of(share, weak, kind, err);
}

enum sp_status
sp_find_components(const struct sp_share *share, int threads,
		   const struct sp_progress *progress,
		   struct sp_component_figures *components,
		   struct sp_error *err)
{
	uint32_t *weak = sp_alloc_large(share->owned, sizeof(*weak));
	struct sp_nodes nodes = { .share = share };
	enum sp_status status = SP_OK;

	*components = (struct sp_component_figures){ .bowtie = { 0 } };
	if (!weak)
		status = sp_no_memory(err, "the components");
	if (!status)
		status = find_weak(share, threads, progress, &nodes, weak,
				   &components->weak, err);
	if (!status)
		status = sp_nodes_strong(&nodes, weak, components, err);
	sp_nodes_free(&nodes);
	free(weak);
	if (status)
		sp_component_figures_free(components);
	return status;
}

void
sp_component_figures_free(struct sp_component_figures *components)
{
	free(components->weak.sizes);
	free(components->strong.sizes);
	*components = (struct sp_component_figures){ .bowtie = { 0 } };
}
