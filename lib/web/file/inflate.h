/* SPDX-License-Identifier: MIT */
/*
 * inflate.h - decompresses gzip and zstd data.
 *
 * gzip is RFC 1952, zstd RFC 8878.  Any number of members or frames may
 * follow each other, and nothing else may: the remains of a damaged or cut
 * download are an error, not silently lost data.
 */
#ifndef SP_WEB_FILE_INFLATE_H
#define SP_WEB_FILE_INFLATE_H

#include "base/status.h"

#include <stdbool.h>

enum sp_packing {
	SP_PACKING_NONE,
	SP_PACKING_GZIP,
	SP_PACKING_ZSTD,
	SP_PACKING_CUT    /* the data end inside the first magic number */
};

/*
 * Recognises the packing by the first size bytes of the data: at least 4, or
 * all of them.
 */
enum sp_packing sp_packing_of(const uint8_t *start, size_t size);

struct sp_inflate;

/*
 * Creates a decompressor for SP_PACKING_GZIP or SP_PACKING_ZSTD; returns NULL
 * if memory is short.
 */
struct sp_inflate *sp_inflate_new(enum sp_packing packing);

/*
 * Decompresses from input (size bytes) to out (room bytes); stores the bytes
 * consumed in *used and the bytes written in *got.  Both are 0 only if size
 * is 0 and all output has been written.  Returns SP_DATA if the data are
 * damaged or need a window over 8 MiB, as zstd --long and --ultra make;
 * the message names no file.
 */
enum sp_status sp_inflate_run(struct sp_inflate *inflate,
			      const uint8_t *input, size_t size, size_t *used,
			      uint8_t *out, size_t room, size_t *got,
			      struct sp_error *err);

/*
 * Call it after the last input, when all output has been written.  Returns
 * SP_DATA unless the data ended at the end of a member or frame.
 */
enum sp_status sp_inflate_end(const struct sp_inflate *inflate,
			      struct sp_error *err);

/*
 * Returns whether a member or frame has begun and not ended.  sp_inflate_run()
 * stops at each end, so that a caller can tell the members apart.
 */
bool sp_inflate_inside(const struct sp_inflate *inflate);

/* Forgets what has been read: the next input begins a member or frame. */
void sp_inflate_restart(struct sp_inflate *inflate);

/*
 * From here on frames are unpacked with this dictionary, which is copied: as
 * "zstd --train" writes it, or raw content.  SP_PACKING_ZSTD only.  Returns
 * SP_DATA if it is damaged; SP_MEMORY.  The message names no file.
 */
enum sp_status sp_inflate_dictionary(struct sp_inflate *inflate,
				     const uint8_t *dictionary, size_t size,
				     struct sp_error *err);

void sp_inflate_free(struct sp_inflate *inflate); /* accepts NULL */

#endif
