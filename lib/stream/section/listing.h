/* SPDX-License-Identifier: MIT */
/*
 * listing.h - which sections a stream has, and how large they are, without
 * loading them.
 */
#ifndef SP_STREAM_SECTION_LISTING_H
#define SP_STREAM_SECTION_LISTING_H

#include "graph/names.h"
#include "stream/section/section.h"

struct sp_listed_section {
	uint32_t tag;
	unsigned place;         /* its kind, or SP_KINDS: unknown */
	uint64_t items, frames;
	uint64_t stored;        /* bytes in the stream, with frame headers */
	uint64_t unpacked;      /* bytes of the payloads, uncompressed */
	bool has_basis;
	struct sp_basis basis;  /* of the graph it was computed from */
};

/*
 * The sections of all streams that were loaded with this listing, in their
 * order.  Start with zero bytes; free with sp_listing_free().
 */
struct sp_listing {
	struct sp_listed_section *sections;
	uint64_t count, capacity;
	struct sp_names names;  /* of each section; empty: it has none */
	uint64_t bytes;         /* of the streams, from first to last */
};

/*
 * The word for a kind, as graphdump --section has it; "unknown" for SP_KINDS.
 */
const char *sp_kind_word(unsigned place);

/* The last section of that tag, or NULL. */
const struct sp_listed_section *sp_listing_last(const struct sp_listing *list,
						uint32_t tag);

void sp_listing_free(struct sp_listing *listing);

/*
 * For load.c: begins a section, whose name may be empty, and counts a frame
 * of the section that began last.  SP_MEMORY.
 */
enum sp_status sp_listing_begin(struct sp_listing *listing,
				const struct sp_listed_section *section,
				const char *name, struct sp_error *err);
void sp_listing_frame(struct sp_listing *listing,
		      const struct sp_frame *frame);

#endif
