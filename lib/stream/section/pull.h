/* SPDX-License-Identifier: MIT */
/*
 * pull.h - a section of a stream, item by item, for callers that read several
 * streams side by side.
 *
 * sp_load() passes what it reads to a visitor, one stream after the other; a
 * merge of many streams takes the next item of whichever it needs.  A pull
 * checks all that keeps it safe, but reads no further than it is asked to:
 * whether the stream is complete, and its sections belong together, is for
 * sp_load() to verify before.
 *
 * Memory: what a reader needs, and one block of links; or a frame.
 */
#ifndef SP_STREAM_SECTION_PULL_H
#define SP_STREAM_SECTION_PULL_H

#include "base/span.h"
#include "graph/rows.h"
#include "stream/indexed.h"
#include "stream/section/section.h"

struct sp_pull;

/* The reader must outlive the pull.  NULL if memory is short. */
struct sp_pull *sp_pull_new(struct sp_reader *reader);
void sp_pull_free(struct sp_pull *pull); /* accepts NULL */

/*
 * The same for frames of a file with an index (stream/indexed.h), which is not
 * read from its start: sp_pull_frames() says which.  Such a pull has items and
 * names, and no sections or rows.  Both must outlive it; the room may be that
 * of several pulls, so that each has the memory of its frame alone.
 */
struct sp_pull *sp_pull_new_indexed(const struct sp_indexed *indexed,
				    struct sp_frame_room *room);

/* Goes to the frames [first, end), which have data of one section. */
void sp_pull_frames(struct sp_pull *pull, uint64_t first, uint64_t end);

/*
 * Goes to the next section with this tag; *found is false at the end of the
 * stream.  Its head is *head, valid until the next call; absent if there is
 * none.  SP_DATA; SP_IO; SP_MEMORY.
 */
enum sp_status sp_pull_section(struct sp_pull *pull, uint32_t tag,
			       struct sp_span *head, bool *found,
			       struct sp_error *err);

/*
 * The next items of the section, which are in *bytes until the next call, and
 * *count of them; 0 after the last.  Fails as sp_pull_section().
 */
enum sp_status sp_pull_items(struct sp_pull *pull, struct sp_span *bytes,
			     uint64_t *count, struct sp_error *err);

/*
 * In a section of names: the next one, valid until the next call; its text is
 * NULL after the last.  Fails as sp_pull_section().
 */
enum sp_status sp_pull_name(struct sp_pull *pull, struct sp_span *name,
			    struct sp_error *err);

/*
 * In a graph of this many pages: the next row that has links, valid until the
 * next call; its count is 0 after the last.  Fails as sp_pull_section(); also
 * if the graph has another number of pages.
 */
enum sp_status sp_pull_graph(struct sp_pull *pull, uint64_t pages,
			     struct sp_error *err);
enum sp_status sp_pull_row(struct sp_pull *pull, struct sp_row *row,
			   struct sp_error *err);

#endif
