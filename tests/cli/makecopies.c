/* SPDX-License-Identifier: MIT */
/*
 * makecopies - a small stream of a graph with very many links, for tests
 *
 *	makecopies LINKS BLOCKS FULL [lie] > stream
 *
 * In each of the first BLOCKS blocks of 1,024 pages, one page in FULL has a
 * record that lists the pages 0 to LINKS - 1, a byte each.  All other pages
 * of the block copy that list from a page before them, by two bytes each:
 *
 *	02          length of the body, for the page with the list: LINKS + ...
 *	01          the list of the page 1 before this one, without a change
 *
 * Chains of references go back by 7 pages at a time.  With FULL 43 at most they
 * are as short as they must be; more make longer ones, as long as the header of
 * a block can hold their links.  Zeros compress well: with 500000 1 43 the
 * stream has 2 KB and a graph of 512,000,000 links.
 *
 * "lie" announces no links in the headers of the blocks, but in the tail.
 */
#include "base/bytes.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "stream/section/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copies {
	uint64_t links, blocks, full, pages;
	bool lie;
	uint8_t *block;
	uint32_t *list;
};

static void
end(const char *what)
{
	fprintf(stderr, "makecopies: %s\n", what);
	exit(1);
}

static enum sp_status
write_out(void *context, const void *bytes, size_t size, struct sp_error *err)
{
	if (fwrite(bytes, 1, size, context) != size)
		return sp_fail(err, SP_IO, "write");
	return SP_OK;
}

/* The record of page i of a block whose pages have the list. */
static uint8_t *
put_page(uint8_t *out, const struct copies *copies, uint64_t page, uint64_t i)
{
	uint64_t first = sp_zigzag(-(int64_t)page), since = i % copies->full;

	if (since) {
		uint64_t back = since < SP_REFERENCE_MAX ? since :
							   SP_REFERENCE_MAX;

		*out++ = 1;
		*out++ = (uint8_t)back;
		return out;
	}
	out = sp_put_leb(out, 1 + sp_leb_size(first) + copies->links - 1);
	*out++ = 0;
	out = sp_put_leb(out, first);
	memset(out, 0, copies->links - 1);
	return out + copies->links - 1;
}

static uint64_t
make_block(const struct copies *copies, uint64_t block, uint64_t pages,
	   struct sp_fingerprint *fingerprint)
{
	bool linked = block < copies->blocks;
	uint8_t *out = copies->block + SP_BLOCK_HEADER;

	for (uint64_t i = 0; i < pages; i++) {
		uint64_t page = block * SP_BLOCK_PAGES + i;

		if (!linked) {
			*out++ = 0;
			continue;
		}
		out = put_page(out, copies, page, i);
		fingerprint->links += copies->links;
		fingerprint->checksum += sp_fingerprint_row(
			page, copies->list, copies->links);
	}
	sp_store64(copies->block, (uint64_t)(out - copies->block) -
					  SP_BLOCK_HEADER);
	sp_store64(copies->block + 8,
		   linked && !copies->lie ? pages * copies->links : 0);
	return (uint64_t)(out - copies->block);
}

static void
add_blocks(const struct copies *copies, struct sp_graph *graph,
	   struct sp_fingerprint *fingerprint, struct sp_error *err)
{
	for (uint64_t block = 0; block < sp_graph_blocks(graph); block++) {
		uint64_t left = copies->pages - block * SP_BLOCK_PAGES;
		uint64_t length = make_block(copies, block,
					     left < SP_BLOCK_PAGES ?
						     left : SP_BLOCK_PAGES,
					     fingerprint);
		uint8_t *room = sp_graph_room(graph, length);

		if (!room)
			end("out of memory");
		memcpy(room, copies->block, length);
		if (sp_graph_extend(graph, length, err))
			end(err->text);
	}
}

static void
write_graph(const struct copies *copies, struct sp_error *err)
{
	struct sp_output output = { stdout, write_out };
	struct sp_writer_options options = { 19, 1, false, false };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_graph *graph = sp_graph_new(copies->pages);
	struct sp_fingerprint fingerprint = { copies->pages, 0, 0 }, announced;

	if (!writer || !graph)
		end("out of memory");
	add_blocks(copies, graph, &fingerprint, err);
	announced = fingerprint;
	announced.links = sp_graph_links(graph);
	if (sp_graph_complete(graph, &announced, &announced, err) ||
	    sp_save_graph(writer, graph, NULL, err) ||
	    sp_writer_end(writer, err))
		end(err->text);
	sp_graph_free(graph);
	sp_writer_free(writer);
}

int
main(int argc, char **argv)
{
	struct copies copies = { .lie = argc == 5 };
	struct sp_error err;

	if (argc < 4)
		end("usage: makecopies LINKS BLOCKS FULL [lie] > stream");
	copies.links = strtoull(argv[1], NULL, 10);
	copies.blocks = strtoull(argv[2], NULL, 10);
	copies.full = strtoull(argv[3], NULL, 10);
	copies.pages = copies.blocks * SP_BLOCK_PAGES;
	if (copies.pages < copies.links)
		copies.pages = copies.links;
	copies.block = malloc((copies.links + 64) * SP_BLOCK_PAGES /
				      copies.full + copies.links +
			      64 * SP_BLOCK_PAGES);
	copies.list = malloc(copies.links * sizeof(*copies.list));
	if (!copies.links || !copies.block || !copies.list)
		end("no memory, or no links");
	for (uint64_t i = 0; i < copies.links; i++)
		copies.list[i] = (uint32_t)i;
	write_graph(&copies, &err);
	free(copies.block);
	free(copies.list);
	return fclose(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
