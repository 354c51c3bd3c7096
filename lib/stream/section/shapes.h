/* SPDX-License-Identifier: MIT */
/*
 * shapes.h - the sections of shapes: the patterns that URLs are of, then the
 * shape of each page.
 *
 * Both heads: a basis.  A shape: a string of one byte, an enum sp_trap, and the
 * pattern.  A page: the number of its shape from 0 (4 bytes), or SP_NO_SHAPE.
 */
#ifndef SP_STREAM_SECTION_SHAPES_H
#define SP_STREAM_SECTION_SHAPES_H

#include "graph/shapes.h"
#include "stream/section/fields.h"

/* Neither is of links, by its letters: a shape is one of URLs. */
#define SP_TAG_SHAPES SP_TAG('s', 'h', 'a', 'p')
#define SP_TAG_SHAPE_OF SP_TAG('s', 'h', 'p', 'g')

/* The shapes with traps, without known; or NULL if none were loaded. */
const struct sp_shapes *sp_contents_shapes(const struct sp_contents *contents);

/*
 * Writes the shapes of basis->graph.pages pages, and their traps; none is one
 * without these.  SP_DATA if a pattern is too long for a string.
 */
enum sp_status sp_save_shapes(struct sp_writer *writer,
			      const struct sp_shapes *shapes,
			      const struct sp_basis *basis,
			      struct sp_error *err);

#endif
