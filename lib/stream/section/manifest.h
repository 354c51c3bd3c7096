/* SPDX-License-Identifier: MIT */
/*
 * manifest.h - the list of the parts of a graph (stream/section/part.h).
 *
 * A small text: lines that end in LF, columns between tabs.  Numbers are
 * decimal, checksums 16 hexadecimal digits.
 *
 *	#seedpipe-parts	1
 *	#pages links checksum origin_links origin_checksum
 *	(the whole)
 *	#file first end links checksum origin_links origin_checksum bytes
 *	(a line for each part)
 *
 * Parts are in the order of their pages: the first begins at page 0, each other
 * where the one before it ends, the last ends with the pages.  They begin at
 * multiples of SP_BLOCK_PAGES.  A part may have no pages: then it has no links.
 * Files are relative to the folder of the manifest, unless they begin with "/".
 * A manifest from others may name any file that its reader can open:
 * sp_manifest_outside() says so before that happens.
 *
 * The text comes from others: whatever is not exactly this is refused, and what
 * was read is consistent in itself: links and checksums add up, no count runs
 * over.  Whether the files are what the list says is another matter:
 * sp_manifest_check_part().
 */
#ifndef SP_STREAM_SECTION_MANIFEST_H
#define SP_STREAM_SECTION_MANIFEST_H

#include "base/output.h"
#include "stream/section/part.h"

#define SP_MANIFEST_MAGIC "#seedpipe-parts\t"
#define SP_MANIFEST_BYTES ((size_t)16 << 20) /* of the text, at most */
#define SP_MANIFEST_NAME 4096                /* of a file's name, at most */

struct sp_manifest_part {
	char *file;             /* as it is in the manifest */
	uint64_t first, end;    /* pages first .. end - 1 have links here */
	struct sp_basis basis;  /* of this part; pages are those of the whole */
	uint64_t bytes;         /* of the file */
};

/* For callers to read.  Start with zero bytes; free with sp_manifest_free(). */
struct sp_manifest {
	struct sp_basis basis;  /* of the whole: the sums over its parts */
	struct sp_manifest_part *parts;
	uint64_t count;         /* at least 1, at most SP_PARTS_MAX */
	uint64_t capacity;      /* private */
};

/*
 * Reads a whole manifest, length bytes at text.  Start with an empty one.
 * SP_DATA, "line N: ..."; SP_MEMORY.  To be freed also after a failure.
 */
enum sp_status sp_manifest_parse(const char *text, size_t length,
				 struct sp_manifest *manifest,
				 struct sp_error *err);

/*
 * The same for an open file, if it is a manifest, which *is says; what is no
 * regular file is none.  The position of the descriptor stays where it is.
 * SP_IO, too.
 */
enum sp_status sp_manifest_read(int fd, struct sp_manifest *manifest, bool *is,
				struct sp_error *err);

/*
 * Returns where the file of a part is, for a manifest at path: to be freed.
 * NULL when memory is short.
 */
char *sp_manifest_path(const char *path, const struct sp_manifest_part *part);

/*
 * Returns the file of the first part that is not below the folder of the
 * manifest by its name, since that begins with "/" or has a ".."; NULL if there
 * is none.
 */
const char *sp_manifest_outside(const struct sp_manifest *manifest);

/*
 * Is the file of part number what the manifest says?  bytes are those of the
 * file, and basis is from the tail of its graph; part is the section of the
 * stream, or NULL if that was not read.  SP_DATA, without the name of the file.
 */
enum sp_status sp_manifest_check_part(const struct sp_manifest *manifest,
				      uint64_t number, uint64_t bytes,
				      const struct sp_basis *basis,
				      const struct sp_part *part,
				      struct sp_error *err);

/* ---- making one ------------------------------------------------------- */

/*
 * Appends a part, in the order of pages; file is copied, and pages, links and
 * checksums are added to the whole.  SP_USAGE for a name that a line cannot
 * hold; SP_DATA for a part that does not go on where the one before ended, or
 * of a graph of other pages; SP_MEMORY.
 */
enum sp_status sp_manifest_add(struct sp_manifest *manifest,
			       const struct sp_manifest_part *part,
			       struct sp_error *err);

/*
 * Are these all parts?  SP_DATA if pages are left, if there are none, or if a
 * file is in it twice; SP_MEMORY.
 */
enum sp_status sp_manifest_complete(const struct sp_manifest *manifest,
				    struct sp_error *err);

/* Writes it; it must be complete.  SP_MEMORY, or what the output returns. */
enum sp_status sp_manifest_write(const struct sp_manifest *manifest,
				 const struct sp_output *to,
				 struct sp_error *err);

void sp_manifest_free(struct sp_manifest *manifest);

#endif
