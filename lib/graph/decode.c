/* SPDX-License-Identifier: MIT */
#include "graph/codec.h"

#include "base/bytes.h"

/*
 * Where the decoder of a record stands.  A failure moves at to end and sets
 * bad, so that the loops end by themselves and test it once.
 */
struct decoder {
	const uint8_t *at, *end;
	uint32_t *out;
	uint64_t last;  /* successor written last, or the page itself */
	uint64_t pages; /* successors are below it */
	bool bad;
};

static inline uint64_t
next_number(struct decoder *d)
{
	uint64_t value;

	if (__builtin_expect(d->at < d->end && *d->at < 0x80, 1))
		return *d->at++;
	if (!sp_get_leb(&d->at, d->end, &value)) {
		d->bad = true;
		d->at = d->end;
		return 0;
	}
	return value;
}

/* The first successor of a list: relative to the page, both directions. */
static inline void
put_first(struct decoder *d)
{
	int64_t delta = sp_unzigzag(next_number(d));

	/* Beyond 2^33 it is out of range on either side, without overflow. */
	if (delta < -((int64_t)1 << 33) || delta > (int64_t)1 << 33) {
		d->bad = true;
		d->at = d->end;
		return;
	}
	d->last = (uint64_t)((int64_t)d->last + delta);
	*d->out++ = (uint32_t)d->last;
	d->bad |= d->last >= d->pages;
}

/* A further successor: the gap less one. */
static inline void
put_gap(struct decoder *d)
{
	uint64_t gap = next_number(d);

	/* Clamped, the sum of a record's gaps cannot overflow 64 bits. */
	if (gap >= d->pages) {
		d->bad = true;
		gap = d->pages;
	}
	d->last += gap + 1;
	*d->out++ = (uint32_t)d->last;
}

static inline uint64_t
field(struct decoder *d, unsigned value, unsigned most)
{
	return value < most ? value : most + next_number(d);
}

/* Copies count successors; runs are short, so most fit one step of eight. */
static inline void
copy_run(uint32_t *out, const uint32_t *from, uint64_t count)
{
	uint64_t i = 0;

	do {
		/* Behind its end the list may run into the room of out. */
		uint32_t eight[8];

		memcpy(eight, from + i, sizeof(eight));
		memcpy(out + i, eight, sizeof(eight));
		i += 8;
	} while (i < count);
}

/*
 * One edit.  *from is what is left of the reference list, *left how many.
 * Returns false when the record ends here for a reason other than its end.
 */
static inline void
apply_edit(struct decoder *d, const uint32_t **from, uint64_t *left,
	   bool *started)
{
	unsigned byte = *d->at++;
	uint64_t copy = field(d, byte & 15, 15);
	uint64_t skip = field(d, byte >> 4 & 3, 3);
	uint64_t insert = field(d, byte >> 6, 3);

	if (copy > *left || skip > *left - copy ||
	    insert > (uint64_t)(d->end - d->at) ||
	    (copy | skip | insert) == 0) {
		d->bad = true;
		d->at = d->end;
		return;
	}
	if (copy) {
		copy_run(d->out, *from, copy);
		d->bad |= *started && **from <= d->last;
		d->out += copy;
		d->last = d->out[-1];
		*started = true;
	}
	*from += copy + skip;
	*left -= copy + skip;
	if (insert && !*started) {
		put_first(d);
		*started = true;
		insert--;
	}
	while (insert--)
		put_gap(d);
}

static void
decode_edits(struct decoder *d, const uint32_t *from, uint64_t left)
{
	bool started = false;

	while (d->at < d->end)
		apply_edit(d, &from, &left, &started);
	if (!left)
		return;
	d->bad |= started && *from <= d->last;
	copy_run(d->out, from, left);
	d->out += left;
	d->last = d->out[-1];
}

uint32_t
sp_record_decode(const uint8_t *body, const uint8_t *end, uint64_t page,
		 uint64_t pages, const uint32_t *reference,
		 uint32_t reference_count, uint32_t *out)
{
	struct decoder d = { body + 1, end, out, page, pages, false };

	if (*body) {
		if (*body > SP_REFERENCE_MAX || !reference_count)
			return 0;
		decode_edits(&d, reference, reference_count);
	} else {
		if (d.at == end)
			return 0;
		put_first(&d);
		while (d.at < end)
			put_gap(&d);
	}
	/* Ascending by construction, so the last one bounds them all. */
	if (d.bad || d.last >= pages)
		return 0;
	return (uint32_t)(d.out - out);
}
