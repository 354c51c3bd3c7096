/* SPDX-License-Identifier: MIT */
#include "stream/section/listing.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

const char *
sp_kind_word(unsigned place)
{
	static const char *const words[SP_KINDS + 1] = {
#define ROW(NAME, name) [SP_KIND_##NAME] = #name,
		SP_SECTION_KINDS(ROW)
#undef ROW
		[SP_KINDS] = "unknown"
	};

	return place == SP_KIND_LINKSCORES ? "link-scores" : words[place];
}

const struct sp_listed_section *
sp_listing_last(const struct sp_listing *listing, uint32_t tag)
{
	for (uint64_t i = listing->count; i-- > 0;)
		if (listing->sections[i].tag == tag)
			return &listing->sections[i];
	return NULL;
}

void
sp_listing_free(struct sp_listing *listing)
{
	free(listing->sections);
	sp_names_free(&listing->names);
	*listing = (struct sp_listing){ 0 };
}

enum sp_status
sp_listing_begin(struct sp_listing *listing,
		 const struct sp_listed_section *section, const char *name,
		 struct sp_error *err)
{
	if (!sp_grow(&listing->sections, &listing->capacity,
		     listing->count + 1))
		return sp_no_memory(err, "the list of sections");
	listing->sections[listing->count++] = *section;
	return sp_names_add(&listing->names, name, strlen(name), err);
}

void
sp_listing_frame(struct sp_listing *listing, const struct sp_frame *frame)
{
	struct sp_listed_section *section =
		&listing->sections[listing->count - 1];

	section->frames++;
	section->items += frame->count;
	section->stored += SP_FRAME_HEADER + frame->stored;
	section->unpacked += frame->raw;
}
