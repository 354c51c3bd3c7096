/* SPDX-License-Identifier: MIT */
/*
 * inflate.h - gzip and zstd data as plain bytes.  Private to lib/import.
 *
 * gzip is RFC 1952, zstd RFC 8878; members and frames follow each other in
 * any number.  Nothing else may follow: what a damaged or cut download leaves
 * there is an error, not silently less data.
 */
#ifndef SP_IMPORT_INFLATE_H
#define SP_IMPORT_INFLATE_H

#include "base/status.h"

enum sp_packing {
	SP_PACKING_NONE,
	SP_PACKING_GZIP,
	SP_PACKING_ZSTD,
	SP_PACKING_CUT    /* the data end inside the first magic number */
};

/*
 * How data begin, from their first bytes: all of them, or at least 4.
 */
enum sp_packing sp_packing_of(const uint8_t *start, size_t size);

struct sp_inflate;

/* For SP_PACKING_GZIP or SP_PACKING_ZSTD.  NULL when memory is short. */
struct sp_inflate *sp_inflate_new(enum sp_packing packing);

/*
 * Takes *used of size bytes at input, gives *got of room bytes at out.  Both
 * are 0 only when size is 0 and all that came in has gone out.  SP_DATA when
 * the data are damaged, or need a window over 128 MiB; the text has no name
 * of a file.
 */
enum sp_status sp_inflate_run(struct sp_inflate *inflate,
			      const uint8_t *input, size_t size, size_t *used,
			      uint8_t *out, size_t room, size_t *got,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * After the last input, all output taken: SP_DATA unless the data ended with
 * a member or frame.
 */
enum sp_status sp_inflate_end(const struct sp_inflate *inflate,
			      struct sp_error *err) SP_MUST_CHECK;

void sp_inflate_free(struct sp_inflate *inflate); /* accepts NULL */

#endif
