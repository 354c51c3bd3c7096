/* SPDX-License-Identifier: MIT */
/* graphdump --section shapes: the shape of each page, and all shapes. */
#include "graphdump.h"

#include "stream/section/shapes.h"

#include <stdlib.h>

/* The verdict and the pattern of a shape. */
static void
dump_shape(struct dump *dump, const struct sp_shapes *shapes, uint64_t shape)
{
	unsigned trap = shapes->traps[shape];

	table_string(&dump->table, trap ? sp_trap_word(trap) : NULL);
	table_span(&dump->table, sp_shape_text(shapes, shape));
}

/* A row for each shape, in their order. */
static enum sp_status
dump_shape_summary(struct dump *dump, const struct sp_shapes *shapes)
{
	static const char *const columns[] = { "shape", "pages", "verdict",
					       "pattern", NULL };
	struct sp_shapes counted = *shapes;

	if (sp_shapes_count(&counted, &dump->cmd->err))
		return dump->cmd->err.status;
	dump_begin_summary(dump, columns);
	for (uint64_t shape = 0; shape < shapes->count; shape++) {
		TABLE_UINTS(&dump->table, shape, counted.known[shape]);
		dump_shape(dump, shapes, shape);
	}
	free(counted.known);
	return SP_OK;
}

enum sp_status
dump_shapes(struct dump *dump)
{
	const char *columns[] = { "node", "shape", "verdict", "pattern",
				  dump->urls ? "url" : NULL, NULL };
	const struct sp_shapes *shapes = sp_contents_shapes(&dump->contents);

	if (!shapes)
		return cmd_missing(dump->cmd, "shapes");
	if (dump->summary)
		return dump_shape_summary(dump, shapes);
	if (dump_check_urls(dump))
		return dump->cmd->err.status;
	dump_begin(dump, columns);
	for (uint64_t page = 0; page < shapes->pages; page++) {
		uint32_t shape = shapes->shape_of[page];

		table_uint(&dump->table, page);
		if (shape == SP_NO_SHAPE) {
			table_nones(&dump->table, 3);
		} else {
			table_uint(&dump->table, shape);
			dump_shape(dump, shapes, shape);
		}
		if (dump->urls)
			dump_page_name(dump, page);
	}
	return SP_OK;
}
