/* SPDX-License-Identifier: MIT */
/*
 * npy.h - a vector of numbers as numpy.load() reads it: the format .npy,
 * version 1.0, always little-endian.
 *
 *	status = sp_npy_begin(&npy, &output, SP_NPY_F64, count, err);
 *	for each value:
 *		sp_npy_f64(&npy, value);
 *	status = sp_npy_end(&npy, status);
 */
#ifndef SP_FORMATS_EXPORT_NPY_H
#define SP_FORMATS_EXPORT_NPY_H

#include "formats/export/text.h"

#include "base/bytes.h"

enum sp_npy_type {
	SP_NPY_U8, SP_NPY_U32, SP_NPY_U64, SP_NPY_I64, SP_NPY_F64
};

struct sp_npy {
	struct sp_text bytes;
};

/*
 * Begins a vector of count values, of which each is then passed to the function
 * of its type.  err must stay until the end.  Returns SP_MEMORY on failure.
 */
enum sp_status sp_npy_begin(struct sp_npy *npy, const struct sp_output *output,
			    enum sp_npy_type type, uint64_t count,
			    struct sp_error *err);

/* Passes on the rest; returns status, or what failed first. */
enum sp_status sp_npy_end(struct sp_npy *npy, enum sp_status status);

/* Room for the next value; what failed is known at the end. */
static inline uint8_t *
sp_npy_room(struct sp_npy *npy, size_t size)
{
	struct sp_text *bytes = &npy->bytes;

	if (bytes->used > SP_TEXT_BUFFER - size)
		sp_text_flush(bytes);
	bytes->used += size;
	return (uint8_t *)bytes->bytes + bytes->used - size;
}

static inline void
sp_npy_u8(struct sp_npy *npy, uint8_t value)
{
	*sp_npy_room(npy, 1) = value;
}

static inline void
sp_npy_u32(struct sp_npy *npy, uint32_t value)
{
	sp_store32(sp_npy_room(npy, 4), value);
}

static inline void
sp_npy_u64(struct sp_npy *npy, uint64_t value)
{
	sp_store64(sp_npy_room(npy, 8), value);
}

static inline void
sp_npy_i64(struct sp_npy *npy, int64_t value)
{
	sp_store64(sp_npy_room(npy, 8), (uint64_t)value);
}

static inline void
sp_npy_f64(struct sp_npy *npy, double value)
{
	sp_store_double(sp_npy_room(npy, 8), value);
}

#endif
