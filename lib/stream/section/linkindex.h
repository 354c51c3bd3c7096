/* SPDX-License-Identifier: MIT */
/*
 * linkindex.h - what makes a stream the index of another one, by which links to
 * pages are looked up: which stream that is, and the keys of its names in
 * ascending order.
 *
 * The stream of an index has the names of the graph, this section, then the
 * links and the links turned round, all in small frames.  A key is what its
 * writer makes of a name; here it is bytes.
 *
 * Head: basis of the graph (not turned round); checksum in the end frame of
 * its stream (8 bytes); bytes of its file (8).  Data, none if pages have no
 * names: for each page, by keys and then by pages,
 *
 *	leb     bytes that the key has in common with the one before it in the
 *	        frame, 0 for the first
 *	leb     further bytes, with those at most SP_LINK_KEY_MAX
 *	        these bytes
 *	leb     page
 *
 * A directory follows, a section with an empty head: the first key of each
 * frame of keys, in the same form, with the number of the frame, from 0, as the
 * page.  So two frames are read for a key, once the few of the directory are
 * known.
 *
 * Only graphlinks reads the sections, so they are no kind of section.
 */
#ifndef SP_STREAM_SECTION_LINKINDEX_H
#define SP_STREAM_SECTION_LINKINDEX_H

#include "base/span.h"
#include "stream/section/section.h"

#define SP_TAG_LINK_INDEX SP_TAG('l', 'n', 'k', 'X')
#define SP_TAG_LINK_DIRECTORY SP_TAG('l', 'n', 'k', 'D')
#define SP_LINK_KEY_MAX 1024
#define SP_LINK_FRAME ((size_t)64 << 10) /* most bytes of a frame */

/* The stream that an index is of. */
struct sp_link_index {
	struct sp_basis basis;
	uint64_t checksum, bytes;
};

/* ---- writing ---------------------------------------------------------- */

/* Begins the section: see sp_section_begin(). */
enum sp_status sp_link_index_begin(struct sp_section *section,
				   struct sp_writer *writer,
				   const struct sp_link_index *of,
				   struct sp_error *err);

/* Begins a directory. */
enum sp_status sp_link_directory_begin(struct sp_section *section,
				       struct sp_writer *writer,
				       struct sp_error *err);

/* The key before, for the next one.  Zero it before the first. */
struct sp_link_keys {
	char last[SP_LINK_KEY_MAX];
	size_t length;
};

/*
 * Appends the next key, of at most SP_LINK_KEY_MAX bytes, and its page.  It is
 * the first of a frame if section->count is 1 then.
 */
enum sp_status sp_link_index_add(struct sp_section *section,
				 struct sp_link_keys *keys, struct sp_span key,
				 uint32_t page, struct sp_error *err);

/* ---- reading ---------------------------------------------------------- */

/* Reads a head; false if it is none. */
bool sp_link_index_load(const uint8_t *head, size_t length,
			struct sp_link_index *of);

/* A walk over the keys of a frame. */
struct sp_link_walk {
	const uint8_t *at, *end;
	uint64_t left;
	char key[SP_LINK_KEY_MAX];
	size_t length;
	uint64_t page;
};

void sp_link_walk_begin(struct sp_link_walk *walk, const uint8_t *payload,
			uint32_t length, uint64_t count);

/*
 * Reads the next key and its page.  Returns false at the end of the frame and
 * where the frame is damaged: sp_link_walk_is_whole() says which of the two.
 */
bool sp_link_walk_next(struct sp_link_walk *walk);
bool sp_link_walk_is_whole(const struct sp_link_walk *walk);

static inline struct sp_span
sp_link_walk_key(const struct sp_link_walk *walk)
{
	return (struct sp_span){ walk->key, walk->length };
}

#endif
