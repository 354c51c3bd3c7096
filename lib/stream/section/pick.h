/* SPDX-License-Identifier: MIT */
/*
 * pick.h - items of sections, picked out of a file by its frame index: the
 * links, the name or the score of a page, without reading what is before it.
 *
 * Every frame that an item comes from is verified (stream/indexed.h).  Frames
 * that were unpacked are kept, up to a limit, so that items in ascending order
 * unpack each frame once.
 */
#ifndef SP_STREAM_SECTION_PICK_H
#define SP_STREAM_SECTION_PICK_H

#include "base/span.h"
#include "stream/indexed.h"
#include "stream/section/section.h"

struct sp_pick;

/*
 * Opens the file at path, whose frames may take as many bytes of memory as
 * most, and some MiB.  Close *pick with sp_pick_close().  SP_DATA, also if it
 * has no index; SP_IO, also if it is not a regular file; SP_MEMORY.  Errors
 * of all functions name the file.
 */
enum sp_status sp_pick_open(const char *path, uint64_t most,
			    struct sp_pick **pick, struct sp_error *err);
void sp_pick_close(struct sp_pick *pick); /* accepts NULL */

/* Gives back the memory of frames, until one is asked for. */
void sp_pick_release(struct sp_pick *pick);

const struct sp_indexed *sp_pick_indexed(const struct sp_pick *pick);

/* Frames that were read and unpacked so far. */
uint64_t sp_pick_count(const struct sp_pick *pick);

/* Frames [head, tail] of a section. */
struct sp_pick_section {
	uint64_t head, tail;
};

/*
 * Finds a section by its tag: the last one if after is 0, the one before it if
 * after is 1, and so on.  Returns false if there is no such section.
 */
bool sp_pick_find(const struct sp_pick *pick, uint32_t tag, unsigned after,
		  struct sp_pick_section *section);

/* Items of a section. */
uint64_t sp_pick_items(const struct sp_pick *pick,
		       const struct sp_pick_section *section);

/* The frame that has an item of the section, which has one of this number. */
uint64_t sp_pick_frame_of(const struct sp_pick *pick,
			  const struct sp_pick_section *section,
			  uint64_t item);

/*
 * A frame, valid until another one is asked for.  SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status sp_pick_frame(struct sp_pick *pick, uint64_t frame,
			     struct sp_taken *taken, struct sp_error *err);

/* SP_DATA with the file and the frame. */
enum sp_status sp_pick_bad(const struct sp_pick *pick, uint64_t frame,
			   struct sp_error *err, const char *what);

/*
 * String item of a section of strings, as names, valid until another frame is
 * asked for.  Fails as above.
 */
enum sp_status sp_pick_string(struct sp_pick *pick,
			      const struct sp_pick_section *section,
			      uint64_t item, struct sp_span *string,
			      struct sp_error *err);

/* ---- scores ----------------------------------------------------------- */

/*
 * Finds the last score of this name; *found is false if there is none.  Sets
 * the graph that it belongs to.  Fails as above.
 */
enum sp_status sp_pick_find_score(struct sp_pick *pick, const char *name,
				  struct sp_pick_section *section,
				  struct sp_basis *basis, bool *found,
				  struct sp_error *err);
enum sp_status sp_pick_score(struct sp_pick *pick,
			     const struct sp_pick_section *section,
			     uint64_t page, double *value,
			     struct sp_error *err);

/* ---- links ------------------------------------------------------------ */

/* The graph of a file; the block that was read last is kept. */
struct sp_pick_graph;

/*
 * Opens a graph of the file: the last one if after is 0, the one before it if
 * after is 1.  The file must outlive *graph.  SP_DATA, also if there is no
 * such graph; otherwise as above.
 */
enum sp_status sp_pick_graph_new(struct sp_pick *pick, unsigned after,
				 struct sp_pick_graph **graph,
				 struct sp_error *err);
void sp_pick_graph_free(struct sp_pick_graph *graph); /* accepts NULL */

const struct sp_basis *sp_pick_basis(const struct sp_pick_graph *graph);

/*
 * Reads the ascending successors of a page of the graph, valid until the next
 * call.  Fails as above.
 */
enum sp_status sp_pick_row(struct sp_pick_graph *graph, uint32_t page,
			   const uint32_t **successors, uint32_t *count,
			   struct sp_error *err);

#endif
