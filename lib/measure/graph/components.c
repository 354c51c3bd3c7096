/* SPDX-License-Identifier: MIT */
#include "measure/graph/components.h"

#include "base/forest.h"
#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

#define SMALL_SIZES 1024

/* ---- what both kinds share -------------------------------------------- */

void
sp_components_free(struct sp_components *components)
{
	free(components->of);
	free(components->sizes);
	*components = (struct sp_components){ .count = 0 };
}

static int
components_compare_sizes(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;

	return (one > two) - (one < two);
}

/* Of a size; sizes come in ascending order. */
static bool
components_add_size(struct sp_size_count **list, uint64_t *length,
		    uint64_t *capacity, struct sp_size_count more)
{
	if (!more.count)
		return true;
	if (*length && (*list)[*length - 1].size == more.size) {
		(*list)[*length - 1].count += more.count;
		return true;
	}
	if (!sp_grow(list, capacity, *length + 1, sizeof(**list)))
		return false;
	(*list)[(*length)++] = more;
	return true;
}

/* Nearly all components are small, and counted; the others are sorted. */
static bool
list_sizes(const struct sp_components *components, uint32_t *large,
	   struct sp_size_count **list, uint64_t *length)
{
	uint64_t small[SMALL_SIZES] = { 0 }, capacity = 0, large_count = 0;

	for (uint64_t i = 0; i < components->count; i++) {
		uint32_t size = components->sizes[i];

		if (size < SMALL_SIZES)
			small[size]++;
		else
			large[large_count++] = size;
	}
	qsort(large, large_count, sizeof(*large), components_compare_sizes);
	for (uint64_t i = 0; i < SMALL_SIZES; i++)
		if (!components_add_size(list, length, &capacity,
					 (struct sp_size_count){ i, small[i] }))
			return false;
	for (uint64_t i = 0; i < large_count; i++)
		if (!components_add_size(list, length, &capacity,
					 (struct sp_size_count){ large[i], 1 }))
			return false;
	return true;
}

/* The pages of large components are many, so there are few of these. */
static uint64_t
count_large(const struct sp_components *components)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < components->count; i++)
		count += components->sizes[i] >= SMALL_SIZES;
	return count;
}

enum sp_status
sp_component_sizes(const struct sp_components *components,
		   struct sp_size_count **list, uint64_t *length,
		   struct sp_error *err)
{
	uint32_t *large = sp_alloc(count_large(components), sizeof(*large));
	bool done;

	*list = NULL;
	*length = 0;
	done = large && list_sizes(components, large, list, length);
	free(large);
	if (done)
		return SP_OK;
	free(*list);
	*list = NULL;
	return sp_no_memory(err, "the sizes of components");
}

enum sp_status
sp_component_summarise(const struct sp_components *components,
		       struct sp_component_summary *summary,
		       struct sp_error *err)
{
	*summary = (struct sp_component_summary){
		.count = components->count,
		.largest_page = components->largest_page
	};
	return sp_component_sizes(components, &summary->sizes,
				  &summary->length, err);
}

/* ---- weak components -------------------------------------------------- */

static void
components_join_row(void *context, uint32_t page, const uint32_t *successors,
		    uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		sp_forest_join(context, page, successors[i]);
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

/*
 * Roots become numbers: a root is smaller than its pages, so its number is
 * known when they come.
 */
static enum sp_status
number_roots(struct sp_components *components, uint64_t pages,
	     struct sp_error *err)
{
	uint32_t *of = components->of;
	uint64_t capacity = 0;

	for (uint32_t page = 0; page < pages; page++) {
		if (of[page] != page) {
			/* The root has its number by now. */
			of[page] = of[of[page]];
			components->sizes[of[page]]++;
			continue;
		}
		if (!sp_grow(&components->sizes, &capacity,
			     components->count + 1,
			     sizeof(*components->sizes)))
			return sp_no_memory(err, "the components");
		of[page] = (uint32_t)components->count;
		components->sizes[components->count++] = 1;
	}
	return SP_OK;
}

/* Components are numbered by their smallest pages here: the first wins. */
static void
find_largest_weak(struct sp_components *components)
{
	for (uint32_t i = 1; i < components->count; i++)
		if (components->sizes[i] >
		    components->sizes[components->largest])
			components->largest = i;
	while (components->count &&
	       components->of[components->largest_page] !=
		       components->largest)
		components->largest_page++;
}

enum sp_status
sp_weak_components(const struct sp_graph *graph, int threads,
		   const struct sp_progress *progress,
		   struct sp_components *components, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	uint32_t *parent = sp_alloc_large(pages, sizeof(*parent));
	enum sp_status status;

	*components = (struct sp_components){ .count = 0 };
	if (!parent)
		return sp_no_memory(err, "the components");
	components->of = parent;
	status = sp_weak_forest(graph, threads, progress, parent, err);
	if (!status)
		status = number_roots(components, pages, err);
	if (status)
		sp_components_free(components);
	else
		find_largest_weak(components);
	return status;
}
