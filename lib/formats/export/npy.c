/* SPDX-License-Identifier: MIT */
/*
 * A file .npy is the magic number, a version, the length of a header, the
 * header (a dictionary in Python's notation, blanks, and a newline, so that all
 * this has a multiple of 64 bytes), and the numbers.
 *
 * numpy maps such a file into memory or reads it in one piece, so the numbers
 * are little-endian on every machine, in one vector.  The length stands at the
 * beginning: it must be known before the first number, and whoever writes puts
 * as many.
 */
#include "formats/export/npy.h"

#define HEAD 128 /* bytes before the numbers */

/*
 * A header of fixed size for any count: even 20 digits leave room, and programs
 * find the numbers at the same place in each file.
 */
enum sp_status
sp_npy_begin(struct sp_npy *npy, const struct sp_output *output,
	     enum sp_npy_type type, uint64_t count, struct sp_error *err)
{
	static const char *const types[] = {
		[SP_NPY_U8] = "|u1", [SP_NPY_U32] = "<u4",
		[SP_NPY_U64] = "<u8", [SP_NPY_I64] = "<i8",
		[SP_NPY_F64] = "<f8"
	};
	/* Version 1.0: the length has two bytes. */
	static const char magic[] = "\x93NUMPY\x01\x00\x76";
	struct sp_text *head = &npy->bytes;

	if (sp_text_begin(head, output, err))
		return err->status;
	sp_text_bytes(head, magic, sizeof(magic));
	sp_text_string(head, "{'descr': '");
	sp_text_string(head, types[type]);
	sp_text_string(head, "', 'fortran_order': False, 'shape': (");
	sp_text_uint(head, count);
	sp_text_string(head, ",), }");
	while (head->used < HEAD - 1)
		sp_text_char(head, ' ');
	sp_text_char(head, '\n');
	return SP_OK;
}

enum sp_status
sp_npy_end(struct sp_npy *npy, enum sp_status status)
{
	return sp_text_end(&npy->bytes, status);
}
