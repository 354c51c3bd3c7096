/* SPDX-License-Identifier: MIT */
#include "graph/shapes.h"

#include "base/memory.h"

#include <stdlib.h>

const char *
sp_trap_word(unsigned trap)
{
	static const char *const words[SP_TRAPS] = {
		"-", "repeated", "session", "print", "reordered",
		"mirror", "view", "duplicates", "endless", "gallery"
	};

	return words[trap];
}

struct sp_span
sp_pattern_host(struct sp_span pattern)
{
	size_t path = sp_span_before(pattern, '/');
	size_t query = sp_span_before(pattern, '?');

	pattern.length = path < query ? path : query;
	return pattern;
}

enum sp_status
sp_shapes_count(struct sp_shapes *shapes, struct sp_error *err)
{
	shapes->known = sp_alloc_zero(shapes->count, sizeof(*shapes->known));
	if (!shapes->known)
		return sp_no_memory(err, "counts of shapes");
	for (uint64_t i = 0; i < shapes->pages; i++)
		if (shapes->shape_of[i] != SP_NO_SHAPE)
			shapes->known[shapes->shape_of[i]]++;
	return SP_OK;
}

enum sp_status
sp_units_of_shapes(const struct sp_shapes *shapes, struct sp_units *units,
		   struct sp_error *err)
{
	uint64_t alone = 0;

	*units = (struct sp_units)SP_UNITS_EMPTY;
	for (uint64_t i = 0; i < shapes->pages; i++)
		alone += shapes->shape_of[i] == SP_NO_SHAPE;
	units->unit_of = shapes->shape_of;
	units->count = shapes->count + alone;
	units->alone = alone;
	if (!alone)
		return SP_OK;
	units->made = sp_alloc(shapes->pages, sizeof(*units->made));
	if (!units->made)
		return sp_no_memory(err, "shapes of pages");
	alone = 0;
	for (uint64_t i = 0; i < shapes->pages; i++)
		units->made[i] = shapes->shape_of[i] != SP_NO_SHAPE ?
			shapes->shape_of[i] :
			(uint32_t)(shapes->count + alone++);
	units->unit_of = units->made;
	return SP_OK;
}

void
sp_shapes_free(struct sp_shapes *shapes)
{
	sp_names_free(&shapes->patterns);
	free(shapes->traps);
	free(shapes->shape_of);
	free(shapes->known);
	*shapes = (struct sp_shapes)SP_SHAPES_EMPTY;
}
