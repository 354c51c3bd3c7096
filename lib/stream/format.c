/* SPDX-License-Identifier: MIT */
/*
 * The layout of headers and index entries, as seedpipe(5) has it: the only
 * place that knows offsets of fields.
 */
#include "stream/format.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/hash.h"

/*
 * Fields are stored one by one, so that neither padding nor the byte order of
 * the machine reaches the stream.
 */
void
sp_frame_store(uint8_t bytes[SP_FRAME_HEADER], const struct sp_frame *frame)
{
	sp_store32(bytes, frame->tag);
	sp_store32(bytes + 4, frame->flags);
	sp_store32(bytes + 8, frame->stored);
	sp_store32(bytes + 12, frame->raw);
	sp_store64(bytes + 16, frame->first);
	sp_store64(bytes + 24, frame->count);
	sp_store64(bytes + 32, frame->checksum);
	sp_store64(bytes + 40, sp_hash(bytes, 40));
}

/*
 * The checksum of the header is tested last and by itself; fields of a damaged
 * header are read, but not used by anyone.
 */
bool
sp_frame_load(const uint8_t bytes[SP_FRAME_HEADER], struct sp_frame *frame)
{
	frame->tag = sp_load32(bytes);
	frame->flags = sp_load32(bytes + 4);
	frame->stored = sp_load32(bytes + 8);
	frame->raw = sp_load32(bytes + 12);
	frame->first = sp_load64(bytes + 16);
	frame->count = sp_load64(bytes + 24);
	frame->checksum = sp_load64(bytes + 32);
	return sp_sum_fits(sp_hash(bytes, 40), sp_load64(bytes + 40));
}

uint32_t
sp_frame_sum(const struct sp_frame *frame, uint32_t features)
{
	return frame->flags & SP_FRAME_PACKED && features & SP_FEATURE_SUMS ?
		       SP_STORED_SUM : 0;
}

void
sp_entry_store(uint8_t bytes[SP_INDEX_ENTRY], const struct sp_entry *entry)
{
	sp_store64(bytes, entry->offset);
	sp_store32(bytes + 8, entry->tag);
	sp_store32(bytes + 12, entry->flags);
	sp_store64(bytes + 16, entry->first);
	sp_store64(bytes + 24, entry->count);
}

void
sp_entry_load(const uint8_t bytes[SP_INDEX_ENTRY], struct sp_entry *entry)
{
	entry->offset = sp_load64(bytes);
	entry->tag = sp_load32(bytes + 8);
	entry->flags = sp_load32(bytes + 12);
	entry->first = sp_load64(bytes + 16);
	entry->count = sp_load64(bytes + 24);
}

/* A tag comes from the stream: nothing unprintable may reach a terminal. */
const char *
sp_tag_text(uint32_t tag, char text[SP_TAG_TEXT])
{
	for (unsigned i = 0; i < 4; i++) {
		char c = (char)(tag >> 8 * i);

		text[i] = c > ' ' && c < 0x7f ? c : '?';
	}
	text[4] = '\0';
	return text;
}

/*
 * Whatever is not a lower-case letter counts as upper case, which is the safe
 * side: the section is refused, or dropped when links change.
 */
static bool
lower_case(uint32_t tag, unsigned i)
{
	char c = (char)(tag >> 8 * i);

	return c >= 'a' && c <= 'z';
}

bool
sp_tag_is_valid(uint32_t tag)
{
	for (unsigned i = 0; i < 4; i++)
		if (!sp_is_letter((char)(tag >> 8 * i)))
			return tag == SP_TAG_END;
	return true;
}

bool
sp_tag_optional(uint32_t tag)
{
	return lower_case(tag, 0);
}

bool
sp_tag_of_links(uint32_t tag)
{
	return sp_tag_optional(tag) && !lower_case(tag, 3);
}
