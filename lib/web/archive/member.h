/* SPDX-License-Identifier: MIT */
/*
 * member.h - unpacks members of gzip that are all at hand, at once.
 *
 * A member a record is how crawlers pack, and libdeflate unpacks a member that
 * it has all of twice as fast as zlib, which can go on where its input ended.
 */
#ifndef SP_WEB_ARCHIVE_MEMBER_H
#define SP_WEB_ARCHIVE_MEMBER_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct sp_member;

/*
 * Makes *member, which is NULL if this was built without libdeflate: then zlib
 * unpacks everything.  SP_MEMORY.
 */
enum sp_status sp_member_new(struct sp_member **member, struct sp_error *err);

/*
 * Unpacks the member at raw, of which size bytes are at hand, and sets *used to
 * its packed bytes.  Returns false if that fails for any reason: the member
 * goes on, is longer than 2 MiB, or is damaged.
 */
bool sp_member_unpack(struct sp_member *member, const uint8_t *raw,
		      size_t size, size_t *used);

/* Takes up to room bytes of what was unpacked; 0 at its end. */
size_t sp_member_take(struct sp_member *member, uint8_t *out, size_t room);

/* All that was unpacked, valid until the next member. */
struct sp_span sp_member_all(const struct sp_member *member);

/* How many bytes there are to take; none without a member. */
size_t sp_member_left(const struct sp_member *member);

/* Forgets what was unpacked. */
void sp_member_drop(struct sp_member *member);

void sp_member_free(struct sp_member *member); /* accepts NULL */

#endif
