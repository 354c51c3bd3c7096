/* SPDX-License-Identifier: MIT */
/*
 * The three files of a BVGraph: NAME.graph has the bits of all lists, one after
 * the other; NAME.offsets says where each begins, as distances; NAME.properties
 * is text about both.  Blocks of pages are coded side by side
 * (bvgraph_blocks.c) and come here in order, where their bits are joined: a
 * list begins in the midst of a byte, so the files are bit streams, of which
 * complete bytes are passed on as soon as there are any.  The properties come
 * last, since they tell sizes.
 *
 * Nothing of the files is held but the bits of a block and a buffer.
 */
#include "formats/export/bvgraph.h"

#include "base/memory.h"
#include "formats/export/bvgraph_blocks.h"
#include "formats/export/formats.h"

#include <stdlib.h>

#define BUFFER (UINT64_C(1) << 16) /* bytes of one call of an output */

/* A file of bits, of which the complete bytes are passed on. */
struct bv_file {
	const struct sp_output *output;
	struct sp_bit_writer bits;
	uint8_t *buffer;
};

struct bv_files {
	struct bv_file graph, offsets;
	uint64_t bits;            /* of the graph */
	struct sp_bvgraph_figures figures;
};

/*
 * Drains into a buffer of fixed size, so that an output gets pieces of 64 KiB
 * at most, however large a block is.  Only at the end of the file is a byte
 * filled up.
 */
static enum sp_status
flush_file(struct bv_file *file, bool last, struct sp_error *err)
{
	uint64_t done = 0, size;
	enum sp_status status = SP_OK;

	do {
		size = sp_bits_drain(&file->bits, &done, file->buffer, BUFFER,
				     last);
		if (size)
			status = file->output->write(file->output->context,
						     file->buffer,
						     (size_t)size, err);
	} while (!status && size);
	return status;
}

/* The offset of a page is that of the page before and this distance. */
static enum sp_status
put_offset(struct bv_file *file, uint64_t distance, struct sp_error *err)
{
	if (!sp_bits_reserve(&file->bits, 128))
		return sp_no_memory(err, "offsets");
	sp_bits_put_gamma(&file->bits, distance);
	return SP_OK;
}

/*
 * The sizes of the lists are the distances of the offsets.  They are in pages'
 * order and so are the blocks: both files are made in one pass.
 */
static enum sp_status
bvgraph_take_block(void *context, const struct sp_bvgraph_block *block,
		   struct sp_error *err)
{
	struct bv_files *files = context;
	uint64_t bits = sp_bits_so_far(&block->bits);
	enum sp_status status = SP_OK;

	if (!sp_bits_reserve(&files->graph.bits, bits))
		return sp_no_memory(err, "the bits of a graph");
	sp_bits_append(&files->graph.bits, &block->bits);
	files->bits += bits;
	sp_bvgraph_figures_add(&files->figures, &block->figures);
	for (uint64_t i = 0; !status && i < block->pages; i++)
		status = put_offset(&files->offsets, block->sizes[i], err);
	if (!status)
		status = flush_file(&files->graph, false, err);
	if (!status)
		status = flush_file(&files->offsets, false, err);
	return status;
}

static enum sp_status
bvgraph_begin_file(struct bv_file *file, const struct sp_output *output,
		   struct sp_error *err)
{
	file->output = output;
	file->buffer = sp_alloc(BUFFER, 1);
	sp_bits_clear(&file->bits);
	return file->buffer ? SP_OK : sp_no_memory(err, "a buffer");
}

static void
end_file(struct bv_file *file)
{
	sp_bits_free(&file->bits);
	free(file->buffer);
}

static enum sp_status
write_bvgraph(const struct sp_export_graph *what,
	      const struct sp_export_options *options,
	      const struct sp_output *outputs, struct sp_error *err)
{
	struct bv_files files = { 0 };
	enum sp_status status =
		bvgraph_begin_file(&files.graph, &outputs[0], err);

	if (!status)
		status = bvgraph_begin_file(&files.offsets, &outputs[1], err);
	if (!status)
		status = put_offset(&files.offsets, 0, err);
	if (!status)
		status = sp_bvgraph_blocks(what->graph, &options->bvgraph,
					   options->threads, options->progress,
					   bvgraph_take_block, &files, err);
	if (!status)
		status = flush_file(&files.graph, true, err);
	if (!status)
		status = flush_file(&files.offsets, true, err);
	if (!status)
		status = sp_bvgraph_write_properties(
			&outputs[2], sp_graph_pages(what->graph), files.bits,
			&options->bvgraph, &files.figures, err);
	end_file(&files.graph);
	end_file(&files.offsets);
	return status;
}

static const char *const bvgraph_files[] = { ".graph", ".offsets",
					     ".properties", NULL };
static const char *const bvgraph_options[] = {
	"window", "max-ref", "min-interval", "zeta", NULL
};

const struct sp_export_format sp_export_bvgraph = {
	.binary = true,
	.files = bvgraph_files,
	.options = bvgraph_options,
	.write = write_bvgraph
};
