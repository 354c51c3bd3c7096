/* SPDX-License-Identifier: MIT */
/*
 * body.h - the body of an HTTP response as the page it carries.
 *
 * Undoes Transfer-Encoding (chunked, with extensions and trailers) and
 * Content-Encoding: gzip, deflate (with zlib's header or without), br where
 * libbrotlidec was there when it was built, zstd; several in a row.  A body
 * that is not encoded as its headers say is taken as it is: many writers of
 * archives undo the encodings and leave the headers.
 */
#ifndef SP_WEB_ARCHIVE_BODY_H
#define SP_WEB_ARCHIVE_BODY_H

#include "base/status.h"
#include "web/archive/http.h"

/* No page is like this; one of zeros is, and its 16 MiB are 16 KiB. */
#define SP_BODY_RATIO 1000
#define SP_BODY_SMALL ((uint64_t)1 << 20)
#define SP_BODY_DAMAGE 128 /* bytes of .damage, with its NUL */

/* A zeroed struct is empty; it can be used again and again. */
struct sp_body {
	const uint8_t *bytes; /* in the block, or in a buffer of the body */
	size_t size;
	bool cut;             /* it was stopped at most bytes, or what it is
				 packed in was, if it was packed twice */
	const char *damage;   /* NULL, or what is wrong: one line; the bytes
				 are those before the damage */

	/* private */
	uint64_t most;        /* bytes that are made */
	uint64_t packed;      /* bytes of the body as it came */
	bool refused;
	struct {
		uint8_t *bytes;
		uint64_t capacity;
	} buffers[2];
	unsigned used;        /* the buffer that bytes is not in */
	struct sp_member *member; /* or bytes are those of a gzip member */
	char damage_text[SP_BODY_DAMAGE];
};

/*
 * Decodes the body of http, of which at most `most` bytes are made, whatever a
 * bomb holds.  A body that unpacks to more than SP_BODY_RATIO times its size
 * and SP_BODY_SMALL is refused: damaged, and empty.  Returns SP_MEMORY on
 * failure; damage is no failure: body->damage describes it.  The block of http
 * must outlive the body.
 */
enum sp_status sp_body_decode(const struct sp_http *http, uint64_t most,
			      struct sp_body *body, struct sp_error *err);

void sp_body_free(struct sp_body *body);

#endif
