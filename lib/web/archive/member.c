/* SPDX-License-Identifier: MIT */
/*
 * libdeflate unpacks a whole buffer to a whole buffer: it cannot stop and go
 * on, which is why it is twice as fast as zlib, and why the feed uses it only
 * for members that are all at hand.  The output must fit as well; 2 MiB hold
 * nearly all records.  A failure for any reason leaves no trace: the feed
 * unpacks the member again with zlib, and finds out what was wrong.
 */
#include "web/archive/member.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#ifdef HAVE_DEFLATE
#include <libdeflate.h>
#define HAS_DEFLATE true
#else
/* No member is made then, and nothing is called with one. */
#define HAS_DEFLATE false
#define LIBDEFLATE_SUCCESS 0
#define libdeflate_alloc_decompressor() NULL
#define libdeflate_free_decompressor(deflate) ((void)(deflate))
#define libdeflate_gzip_decompress_ex(deflate, raw, size, out, room, used, \
				      got) \
	((void)(raw), (void)(size), (void)(used), 1)
#endif

#define MEMBER_MOST SP_BUFFER((size_t)2 << 20, (size_t)1 << 10)

struct sp_member {
	uint8_t *bytes;          /* MEMBER_MOST */
	size_t at, end;
	struct libdeflate_decompressor *deflate;
};

enum sp_status
sp_member_new(struct sp_member **made, struct sp_error *err)
{
	struct sp_member *member;

	*made = NULL;
	if (!HAS_DEFLATE)
		return SP_OK;
	*made = member = sp_alloc_zero(1, sizeof(*member));
	if (!member)
		return sp_no_memory(err, "gzip data");
	member->bytes = sp_alloc(MEMBER_MOST, 1);
	member->deflate = libdeflate_alloc_decompressor();
	if (!member->bytes || !member->deflate)
		return sp_no_memory(err, "gzip data");
	return SP_OK;
}

bool
sp_member_unpack(struct sp_member *member, const uint8_t *raw, size_t size,
		 size_t *used)
{
	sp_member_drop(member);
	return libdeflate_gzip_decompress_ex(member->deflate, raw, size,
					     member->bytes, MEMBER_MOST, used,
					     &member->end) ==
	       LIBDEFLATE_SUCCESS;
}

void
sp_member_free(struct sp_member *member)
{
	if (!member)
		return;
	if (member->deflate)
		libdeflate_free_decompressor(member->deflate);
	free(member->bytes);
	free(member);
}

size_t
sp_member_take(struct sp_member *member, uint8_t *out, size_t room)
{
	size_t left = member->end - member->at;

	if (left > room)
		left = room;
	if (left)
		memcpy(out, member->bytes + member->at, left);
	member->at += left;
	return left;
}

struct sp_span
sp_member_all(const struct sp_member *member)
{
	return (struct sp_span){ (const char *)member->bytes, member->end };
}

size_t
sp_member_left(const struct sp_member *member)
{
	return member ? member->end - member->at : 0;
}

void
sp_member_drop(struct sp_member *member)
{
	member->at = 0;
	member->end = 0;
}
