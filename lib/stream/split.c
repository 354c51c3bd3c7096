/* SPDX-License-Identifier: MIT */
/*
 * Takes the records of links apart, so that bytes of one kind are together when
 * they are compressed: heads, counts, edits, first numbers, other numbers, and
 * blocks.  Each part has statistics of its own, which zstd finds when it sees
 * them alone.  Files get 7 to 13 % smaller: cnr-2000 has 2.00 instead of 2.29
 * bits a link, uk-2007-05 1.59 instead of 1.78.
 *
 * Nothing of it is needed to understand the links: it is undone, byte by byte,
 * before a frame is checked.  A frame that cannot be split, because it is
 * damaged or unusual, or because it begins or ends in the middle of a block, is
 * compressed as a whole.
 *
 * Lengths are not stored, for they follow from the other parts: a body is a
 * head, its edits, and as many numbers as its count says; where numbers end
 * shows in their top bits.  Finding these ends is what joining takes its time
 * for, and it is done eight bytes at a time by arithmetic on words:
 *
 *	~word >> 7 & ALL(1)     1 in each byte that ends a number
 *	... * ALL(1)            in byte i: how many end in bytes 0 .. i
 *
 * Joining reads hostile input, and its quick path may read a few bytes into the
 * next part before it notices.  All parts are in one buffer with slack after
 * it, positions are compared with the end of each part at the end of each block
 * or record, and no byte is written beyond the payload, whose length the header
 * says.
 */
#include "stream/split.h"

#include "base/bytes.h"

/* ---- the layout of records, as seedpipe(5) has it ---------------------- */

#define BLOCK_HEADER 16
#define REFERENCE 7   /* bits of a head: the reference, then the edits */
#define EDITS_SHIFT 3
#define EDITS_MAX 31  /* the rest of them is in a number of its own */
#define COPY 15       /* bits of an edit: copy, skip, insert */
#define INSERT_SHIFT 6

/*
 * Stands for a record without a body.  As a head it would be edits of no
 * reference, which the encoder does not write; such records are not split.
 */
#define NO_BODY (1 << EDITS_SHIFT)

/* A first number has at most as many bytes as one step looks at. */
#define STEP 8

#define ALL(byte) (UINT64_C(0x0101010101010101) * (byte))

/*
 * Does a list with this head begin with a number?
 *
 * The same rule as in the decoder of records: an edit that copies nothing and
 * inserts something, or a list without reference and edits.
 */
static inline bool
begins_with_number(uint8_t head, uint64_t edits, uint8_t first_edit)
{
	if (!edits)
		return !(head & REFERENCE);
	return !(first_edit & COPY) && first_edit >> INSERT_SHIFT;
}

/*
 * How many successors edits insert.  Reads whole steps, so up to STEP - 1 bytes
 * after the edits.
 *
 * The top two bits of each edit, added up by a multiplication: the sum of eight
 * of them is at most 24, so no byte overflows.
 */
static inline uint64_t
count_inserted(const uint8_t *edits, uint64_t count)
{
	uint64_t sum = 0;

	for (; count >= STEP; count -= STEP, edits += STEP)
		sum += (sp_load64(edits) >> INSERT_SHIFT & ALL(3)) * ALL(1) >>
		       56;
	/* Two shifts, because one may not be by 64. */
	sum += (sp_load64(edits) << 1 << (63 - 8 * count) >> INSERT_SHIFT &
		ALL(3)) * ALL(1) >> 56;
	return sum;
}

/*
 * Returns where the last of count numbers at a place ends, or NULL if they do
 * not end before end.  Reads whole steps.
 *
 * In the last step the count is subtracted from the running counts of all bytes
 * at once: the first byte whose top bit stays set is the one in which the
 * wanted number ends.
 */
static inline const uint8_t *
skip_numbers(const uint8_t *at, const uint8_t *end, uint64_t count)
{
	while (count) {
		/* In each byte: whether a number ends there, then how many. */
		uint64_t ends = ~sp_load64(at) >> 7 & ALL(1);
		uint64_t sums = ends * ALL(1), reached;

		if (at >= end)
			return NULL;
		if (sums >> 56 < count) {
			count -= sums >> 56;
			at += STEP;
			continue;
		}
		reached = ((sums | ALL(0x80)) - ALL(1) * count) & ALL(0x80);
		at += (unsigned)__builtin_ctzll(reached) / 8 + 1;
		break;
	}
	return at <= end ? at : NULL;
}

/* ---- taking apart ----------------------------------------------------- */

/*
 * Works in two rounds: the first only adds up the sizes of the parts, and
 * checks everything; the second fills them.
 */
struct splitting {
	struct sp_parts *parts;
	uint8_t *to[SP_PARTS]; /* second round: where the next bytes go */
};

static inline void
split_bytes(struct splitting *s, enum sp_part part, const uint8_t *from,
	    size_t size, bool fill)
{
	if (fill) {
		memcpy(s->to[part], from, size);
		s->to[part] += size;
	} else {
		s->parts->size[part] += size;
	}
}

static inline void
split_number(struct splitting *s, enum sp_part part, uint64_t value, bool fill)
{
	if (fill)
		s->to[part] = sp_put_leb(s->to[part], value);
	else
		s->parts->size[part] += sp_leb_size(value);
}

/*
 * The bytes of the first number of [at, end), or 0 if they are too many.
 *
 * At most eight bytes, as joining looks at one word; a longer one is no page
 * number.
 */
static size_t
first_size(const uint8_t *at, const uint8_t *end)
{
	for (size_t i = 0; i < STEP && at + i < end; i++)
		if (at[i] < 0x80)
			return i + 1;
	return 0;
}

/*
 * The body of a record; false if it cannot be split.
 *
 * What is checked here is what joining takes for granted.  A head with edits
 * and no reference is valid for the decoder but not split, because its value
 * stands for a record without a body.
 */
static inline bool
split_body(struct splitting *s, const uint8_t *at, const uint8_t *end,
	   bool fill)
{
	uint8_t head = *at++;
	uint64_t edits = head >> EDITS_SHIFT, more = 0, inserted = 0;
	uint64_t numbers = 0;
	const uint8_t *edits_at;
	size_t first = 0;

	if (edits == EDITS_MAX && !sp_get_leb(&at, end, &more))
		return false;
	if (more > (uint64_t)(end - at))
		return false;
	edits += more;
	if (edits > (uint64_t)(end - at) || (edits && !(head & REFERENCE)))
		return false;
	edits_at = at;
	for (; at < edits_at + edits; at++)
		inserted += *at >> INSERT_SHIFT;
	for (const uint8_t *p = at; p < end; p++)
		numbers += *p < 0x80;
	/* The last number ends with the body, and edits have theirs. */
	if ((at < end && end[-1] >= 0x80) || numbers < inserted)
		return false;
	if (begins_with_number(head, edits, edits ? *edits_at : 0)) {
		first = first_size(at, end);
		if (!first)
			return false;
	}
	split_bytes(s, SP_PART_HEADS, &head, 1, fill);
	if (head >> EDITS_SHIFT == EDITS_MAX)
		split_number(s, SP_PART_COUNTS, more, fill);
	split_number(s, SP_PART_COUNTS, numbers - inserted, fill);
	split_bytes(s, SP_PART_EDITS, edits_at, edits, fill);
	split_bytes(s, SP_PART_FIRST, at, first, fill);
	split_bytes(s, SP_PART_NUMBERS, at + first,
		    (size_t)(end - at) - first, fill);
	return true;
}

/*
 * records and links of the block go to a part of their own; its length follows
 * from the rest.
 */
static inline bool
split_block(struct splitting *s, const uint8_t **at, const uint8_t *end,
	    bool fill)
{
	static const uint8_t no_body = NO_BODY;
	uint64_t records = 0, links;

	if (end - *at < BLOCK_HEADER ||
	    sp_load64(*at) > (uint64_t)(end - *at) - BLOCK_HEADER)
		return false;
	end = *at + BLOCK_HEADER + sp_load64(*at);
	links = sp_load64(*at + 8);
	*at += BLOCK_HEADER;
	for (; *at < end; records++) {
		uint64_t length;

		if (!sp_get_leb(at, end, &length) ||
		    length > (uint64_t)(end - *at))
			return false;
		if (!length)
			split_bytes(s, SP_PART_HEADS, &no_body, 1, fill);
		else if (!split_body(s, *at, *at + length, fill))
			return false;
		*at += length;
	}
	split_number(s, SP_PART_BLOCKS, records, fill);
	split_number(s, SP_PART_BLOCKS, links, fill);
	return true;
}

static inline bool
split_blocks(struct splitting *s, const uint8_t *at, size_t length, bool fill)
{
	const uint8_t *end = at + length;

	while (at < end)
		if (!split_block(s, &at, end, fill))
			return false;
	return true;
}

/*
 * Two rounds over the bytes instead of six buffers that grow: the second is not
 * tested, as the first has accepted every record.
 */
bool
sp_split(const uint8_t *payload, size_t length, uint8_t *buffer,
	 struct sp_parts *parts)
{
	struct splitting s = { .parts = parts };

	*parts = (struct sp_parts){ .size = { 0 } };
	if (!split_blocks(&s, payload, length, false))
		return false;
	for (unsigned i = 0; i < SP_PARTS; i++) {
		parts->at[i] = s.to[i] = buffer;
		buffer += parts->size[i];
	}
	return split_blocks(&s, payload, length, true);
}

/* ---- putting together ------------------------------------------------- */

struct joining {
	const uint8_t *at[SP_PARTS], *end[SP_PARTS];
	uint8_t *out, *out_end;
};

/* Sizes in bytes of what makes up a body. */
struct body {
	uint8_t head;
	uint64_t more; /* edits above EDITS_MAX */
	uint64_t edits, first, numbers;
};

/* The next number of a part that is of numbers below 2^64. */
static inline bool
join_number(struct joining *j, enum sp_part part, uint64_t *value)
{
	if (j->at[part] < j->end[part] && *j->at[part] < 0x80) {
		*value = *j->at[part]++;
		return true;
	}
	return sp_get_leb(&j->at[part], j->end[part], value);
}

/*
 * Finds the sizes of the next body; false if the parts have no such body.
 *
 * All sizes are found before a byte is written, and compared with what is left
 * of each part.
 */
static inline bool
measure_body(struct joining *j, struct body *body)
{
	const uint8_t *edits = j->at[SP_PART_EDITS];
	const uint8_t *first = j->at[SP_PART_FIRST];
	const uint8_t *numbers = j->at[SP_PART_NUMBERS], *end;
	uint64_t count, edits_left = (uint64_t)(j->end[SP_PART_EDITS] - edits);

	body->edits = body->head >> EDITS_SHIFT;
	body->more = 0;
	if (body->edits == EDITS_MAX &&
	    !join_number(j, SP_PART_COUNTS, &body->more))
		return false;
	if (!join_number(j, SP_PART_COUNTS, &count) ||
	    body->more > edits_left || count > SP_FRAME_MAX)
		return false;
	body->edits += body->more;
	if (body->edits > edits_left ||
	    (body->edits && !(body->head & REFERENCE)))
		return false;
	count += count_inserted(edits, body->edits);
	body->first = 0;
	if (begins_with_number(body->head, body->edits, *edits)) {
		uint64_t ends = ~sp_load64(first) & ALL(0x80);

		/* At most STEP bytes, and a number to begin with. */
		if (!ends || !count)
			return false;
		body->first = (unsigned)__builtin_ctzll(ends) / 8 + 1;
		if (body->first > (uint64_t)(j->end[SP_PART_FIRST] - first))
			return false;
		count--;
	}
	end = skip_numbers(numbers, j->end[SP_PART_NUMBERS], count);
	if (!end)
		return false;
	body->numbers = (uint64_t)(end - numbers);
	return true;
}

/* Appends bytes of a part. */
static inline void
join_bytes(struct joining *j, enum sp_part part, uint64_t size)
{
	memcpy(j->out, j->at[part], size);
	j->out += size;
	j->at[part] += size;
}

/*
 * Joins the next record, whatever it is; false if there is none.
 *
 * For records that the quick path left: long ones, those near the end of the
 * payload, and damaged ones.
 */
static bool
join_record(struct joining *j)
{
	struct body body = { .head = *j->at[SP_PART_HEADS]++ };
	uint64_t size, left = (uint64_t)(j->out_end - j->out);

	/* Where join_quickly() went too far. */
	for (unsigned i = 0; i < SP_PARTS; i++)
		if (j->at[i] > j->end[i])
			return false;
	if (body.head == NO_BODY) {
		if (left)
			*j->out++ = 0;
		return left;
	}
	if (!measure_body(j, &body))
		return false;
	size = 1 + body.edits + body.first + body.numbers;
	if (body.head >> EDITS_SHIFT == EDITS_MAX)
		size += sp_leb_size(body.more);
	if (size + sp_leb_size(size) > left)
		return false;
	j->out = sp_put_leb(j->out, size);
	*j->out++ = body.head;
	if (body.head >> EDITS_SHIFT == EDITS_MAX)
		j->out = sp_put_leb(j->out, body.more);
	join_bytes(j, SP_PART_EDITS, body.edits);
	join_bytes(j, SP_PART_FIRST, body.first);
	join_bytes(j, SP_PART_NUMBERS, body.numbers);
	return true;
}

/*
 * Most records have few edits and few bytes of numbers.  These take one look
 * at each part, almost without branches, and copies of fixed sizes that may be
 * longer than the data: up to SP_SPLIT_SLACK bytes of a part are read,
 * and up to QUICK_ROOM bytes are written.  A part may run into the next one
 * meanwhile; that shows in join_record(), or at the end.
 */
#define QUICK_NUMBERS 32 /* bytes */
#define QUICK_ROOM 128

/*
 * Returns the bytes of the next count numbers, or more than QUICK_NUMBERS if
 * they take more.
 *
 * As skip_numbers(), for at most QUICK_NUMBERS bytes and without a bound: the
 * slack is longer.
 */
static inline uint64_t
size_of_numbers(const uint8_t *at, uint64_t count)
{
	uint64_t size = 0, ends, reached;

	for (;;) {
		/* For each byte, how many numbers end there or before. */
		ends = (~sp_load64(at + size) >> 7 & ALL(1)) * ALL(1);
		if (__builtin_expect(ends >> 56 >= count, 1))
			break;
		count -= ends >> 56;
		size += STEP;
		if (size >= QUICK_NUMBERS)
			return QUICK_NUMBERS + 1;
	}
	/* The first byte before which as many numbers end. */
	reached = ((ends << 8 | ALL(0x80)) - ALL(1) * count) & ALL(0x80);
	return size + (reached ? (unsigned)__builtin_ctzll(reached) / 8 : 8);
}

/*
 * Copies size bytes of a part: one step without a question, and the rest of
 * QUICK_NUMBERS bytes only if it is needed.  Returns the end of the copy.
 */
static inline uint8_t *
copy_quickly(uint8_t *out, const uint8_t *from, uint64_t size, uint64_t step)
{
	memcpy(out, from, step);
	if (size > step)
		memcpy(out + step, from + step, QUICK_NUMBERS - step);
	return out + size;
}

/*
 * Joins at most this many records, and stops before one that is unusual.
 * Returns how many are left.  Each step needs all five positions, in registers:
 * a part of it can only be a function that is inlined.
 */
static uint64_t
join_quickly(struct joining *j, uint64_t records)
{
	const uint8_t *heads = j->at[SP_PART_HEADS];
	const uint8_t *counts = j->at[SP_PART_COUNTS];
	const uint8_t *edits = j->at[SP_PART_EDITS];
	const uint8_t *firsts = j->at[SP_PART_FIRST];
	const uint8_t *numbers = j->at[SP_PART_NUMBERS];
	/* Of the last part: there is slack after it. */
	const uint8_t *limit = j->end[SP_PARTS - 1];
	uint8_t *out = j->out, *out_limit = j->out_end;

	for (; records && out_limit - out >= QUICK_ROOM; records--) {
		uint8_t head = *heads;
		uint64_t edit_count = head >> EDITS_SHIFT, count = *counts;
		uint64_t first_ends, first = 0, size;

		if (head == NO_BODY) {
			*out++ = 0;
			heads++;
			continue;
		}
		if (__builtin_expect((edit_count == EDITS_MAX) |
				     (count >= 0x80) | (counts > limit) |
				     (edits > limit) | (firsts > limit) |
				     (numbers > limit) |
				     (head > NO_BODY && !(head & REFERENCE)),
				     0))
			break;
		count += count_inserted(edits, edit_count);
		first_ends = ~sp_load64(firsts) & ALL(0x80);
		if (begins_with_number(head, edit_count, *edits)) {
			if (!first_ends || !count)
				break;
			first = (unsigned)__builtin_ctzll(first_ends) / 8 + 1;
			count--;
		}
		size = size_of_numbers(numbers, count);
		if (__builtin_expect(size > QUICK_NUMBERS, 0))
			break;
		*out++ = (uint8_t)(1 + edit_count + first + size);
		*out++ = head;
		out = copy_quickly(out, edits, edit_count, 8);
		memcpy(out, firsts, STEP);
		out = copy_quickly(out + first, numbers, size, 16);
		heads++;
		counts++;
		edits += edit_count;
		firsts += first;
		numbers += size;
	}
	j->at[SP_PART_HEADS] = heads;
	j->at[SP_PART_COUNTS] = counts;
	j->at[SP_PART_EDITS] = edits;
	j->at[SP_PART_FIRST] = firsts;
	j->at[SP_PART_NUMBERS] = numbers;
	j->out = out;
	return records;
}

/*
 * The length of the block is stored last, when its records have been written; a
 * record count that is too large ends with the part of heads.
 */
static inline bool
join_block(struct joining *j)
{
	uint8_t *header = j->out;
	uint64_t records, links;

	if (!join_number(j, SP_PART_BLOCKS, &records) ||
	    !join_number(j, SP_PART_BLOCKS, &links) ||
	    records > (uint64_t)(j->end[SP_PART_HEADS] -
				 j->at[SP_PART_HEADS]) ||
	    j->out_end - j->out < BLOCK_HEADER)
		return false;
	j->out += BLOCK_HEADER;
	while ((records = join_quickly(j, records))) {
		if (!join_record(j))
			return false;
		records--;
	}
	sp_store64(header, (uint64_t)(j->out - header) - BLOCK_HEADER);
	sp_store64(header + 8, links);
	return true;
}

/*
 * All parts must be used up and the payload be full: a frame has one spelling.
 */
const char *
sp_join(const struct sp_parts *parts, uint8_t *payload, size_t length)
{
	struct joining j = { .out = payload, .out_end = payload + length };

	for (unsigned i = 0; i < SP_PARTS; i++) {
		j.at[i] = parts->at[i];
		j.end[i] = parts->at[i] + parts->size[i];
	}
	while (j.at[SP_PART_BLOCKS] < j.end[SP_PART_BLOCKS])
		if (!join_block(&j))
			return "its parts do not fit together";
	for (unsigned i = 0; i < SP_PARTS; i++)
		if (j.at[i] != j.end[i])
			return "its parts do not fit together";
	return j.out == j.out_end ? NULL : "wrong length";
}
