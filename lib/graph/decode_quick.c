/* SPDX-License-Identifier: MIT */
/*
 * Two ideas take the branches out of decoding.  First all numbers of a record
 * are decoded to 32 bits, up to eight in a step: the top bits of eight bytes
 * index a table (decode.h) with the shuffle that gives each number its own four
 * bytes, and two multiply-adds join their groups of seven bits.  Then each edit
 * is applied in the same few instructions whatever it says: copy sixteen
 * successors, add four gaps, and advance by how many of both were meant.  What
 * was written too much is overwritten by the next edit.
 *
 *	1.75 ns a link instead of 2.54 on cnr-2000, 1.34 instead of 2.36 on a
 *	generated web
 *
 * Checks come after the fact, and there are few: the successor that begins an
 * edit is above the one before, and the last of an edit is below the number of
 * pages.  All others follow, because a run of a reference ascends, and gaps are
 * at least 1.  Numbers are below 2^28 and pages at most 2^30, so that a sum of
 * a few of them cannot pass through 2^32 back into the range of pages between
 * two checks.
 *
 * The decoder gives up, with no effect, for whatever does not fit that: bodies
 * above 1,024 bytes, numbers of five bytes, more than 158 edits, edits without
 * a reference, and everything that is wrong.  The careful decoder then looks at
 * the same record.
 */
#include "graph/decode.h"

#ifdef SP_DECODE_QUICK

#include "base/bytes.h"

#include <tmmintrin.h>

#define QUICK __attribute__((target("ssse3")))
#define QUICK_INLINE static inline __attribute__((always_inline)) QUICK

/*
 * Stands before a list whose first successor must be copied.  If it is
 * inserted instead, its gap (below 2^28) is added to this, and the result is
 * negative, which is no page.
 */
#define NOTHING_FITS 0xc0000000u /* -2^30 */

bool
sp_quick_works(void)
{
	return __builtin_cpu_supports("ssse3");
}

QUICK_INLINE __m128i
load4(const uint32_t *from)
{
	return _mm_loadu_si128((const __m128i *)from);
}

QUICK_INLINE void
store4(uint32_t *to, __m128i value)
{
	_mm_storeu_si128((__m128i *)to, value);
}

/*
 * All loads could come before all stores, but one by one they need fewer
 * registers: overlap is only with places whose contents do not matter.
 */
QUICK_INLINE void
copy_sixteen(uint32_t *to, const uint32_t *from)
{
	/* Past its end, the list may overlap with the room of the copy. */
	store4(to, load4(from));
	store4(to + 4, load4(from + 4));
	store4(to + 8, load4(from + 8));
	store4(to + 12, load4(from + 12));
}

/*
 * Four successors from four gaps, as a running sum of two steps.  before holds
 * the successor before them in all four places.
 *
 * A prefix sum in two steps, the way of vector machines: after adding the
 * vector shifted by one place and by two, each place has the sum of all gaps up
 * to it.
 */
QUICK_INLINE __m128i
add_gaps(const uint32_t *gaps, __m128i before)
{
	__m128i sum = _mm_sub_epi32(load4(gaps), _mm_set1_epi32(-1));

	sum = _mm_add_epi32(sum, _mm_slli_si128(sum, 4));
	sum = _mm_add_epi32(sum, _mm_slli_si128(sum, 8));
	return _mm_add_epi32(sum, before);
}

QUICK_INLINE __m128i
in_all_places(uint32_t value)
{
	return _mm_set1_epi32((int)value);
}

/*
 * Decodes the numbers that end within the first usable of the next eight bytes,
 * and moves *numbers past them.  Returns the bytes they take, or 16 if one of
 * them is over-long.
 *
 * usable is less than 8 only for the last bytes of a body: the bits above it
 * are set, so that no number seems to end there.  A last byte of 0 after
 * another byte would be a second spelling of the same number and is refused, as
 * sp_get_leb() does.
 */
QUICK_INLINE uint64_t
take_numbers(const struct sp_decoder *decoder, const uint8_t *at,
	     uint64_t usable, uint32_t **numbers)
{
	const __m128i seven = _mm_set1_epi8(0x7f);
	const __m128i pairs = _mm_set1_epi16((short)(128 << 8 | 1));
	const __m128i fours = _mm_set1_epi32(128 * 128 << 16 | 1);
	__m128i bytes = _mm_loadl_epi64((const __m128i *)at);
	__m128i zeros = _mm_cmpeq_epi8(bytes, _mm_setzero_si128());
	unsigned tops = ((unsigned)_mm_movemask_epi8(bytes) |
			 0xffu << usable) & 0xff;
	unsigned taken = decoder->taken[tops];
	const __m128i *shuffle = (const __m128i *)decoder->shuffle[tops];
	__m128i low, high;

	bytes = _mm_and_si128(bytes, seven);
	low = _mm_shuffle_epi8(bytes, _mm_loadu_si128(shuffle));
	high = _mm_shuffle_epi8(bytes, _mm_loadu_si128(shuffle + 1));
	store4(*numbers, _mm_madd_epi16(_mm_maddubs_epi16(pairs, low), fours));
	store4(*numbers + 4,
	       _mm_madd_epi16(_mm_maddubs_epi16(pairs, high), fours));
	*numbers += taken & 15;
	/* Over-long: a last byte of 0 after a byte with the top bit. */
	if (__builtin_expect((unsigned)_mm_movemask_epi8(zeros) & tops << 1 &
			     ~tops & 0xff, 0))
		return 16;
	return taken >> 4;
}

/*
 * Decodes all numbers of [at, end) to decoder->numbers; their count, or -1.
 *
 * The buffer has 16 places more than a body has bytes, since each step stores
 * eight.
 */
QUICK_INLINE int64_t
read_numbers(struct sp_decoder *decoder, const uint8_t *at, const uint8_t *end)
{
	uint32_t *numbers = decoder->numbers;
	uint64_t left = (uint64_t)(end - at), taken;

	while (__builtin_expect(left > 8, 0)) {
		taken = take_numbers(decoder, at, 8, &numbers);
		/* A number of five bytes or more does not fit the shuffle. */
		if (!taken || taken > 8)
			return -1;
		at += taken;
		left -= taken;
	}
	taken = take_numbers(decoder, at, left, &numbers);
	return taken == left ? numbers - decoder->numbers : -1;
}

/*
 * What to put before a list that begins with a number, so that adding this
 * number as a gap gives the first successor.
 *
 * The first number is a signed distance and not a gap.  What is put before the
 * list makes both the same addition.
 */
QUICK_INLINE uint32_t
before_first(uint32_t page, uint32_t number)
{
	return page + (number >> 1 ^ (0 - (number & 1))) - number - 1;
}

/* Is the successor at a place greater than the one before it? */
QUICK_INLINE bool
ascends(const uint32_t *at)
{
	return (int32_t)at[-1] < (int32_t)at[0];
}

/*
 * Writes the successors of this many gaps at out.  Returns the end of the list,
 * or NULL if they are not all below pages.
 *
 * Eight successors are written between two checks, so that a sum can grow by 8
 * * 2^28 = 2^31 at most beyond a valid page: no way back below pages.
 */
QUICK_INLINE uint32_t *
put_gaps(uint32_t *out, const uint32_t *gaps, int64_t numbers, uint32_t pages)
{
	uint32_t *end = out + numbers;
	__m128i four = add_gaps(gaps, in_all_places(out[-1]));

	for (;;) {
		store4(out, four);
		four = add_gaps(gaps + 4, _mm_shuffle_epi32(four, 0xff));
		store4(out + 4, four);
		if (__builtin_expect(out + 8 >= end, 1))
			return end[-1] < pages ? end : NULL;
		out += 8;
		gaps += 8;
		if (out[-1] >= pages)
			return NULL;
		four = add_gaps(gaps, _mm_shuffle_epi32(four, 0xff));
	}
}

/*
 * Applies the edits [edit, end) to a reference of which left successors remain,
 * then adds the rest of it and the remaining numbers.  Returns the end of the
 * list, or NULL if it is not valid.
 *
 * start is where the edit begins to write.  One comparison there covers the
 * copy, whose successors ascend, and the insertions, which add at least 1 each;
 * the second covers the bound. left and numbers may go below 0, which shows at
 * once, since both are signed.
 *
 * The rest of the reference is copied even if nothing is left of it, as a
 * branch would cost more.
 */
QUICK_INLINE uint32_t *
quick_edits(const uint8_t *edit, const uint8_t *end, const uint32_t *from,
	    int64_t left, const uint32_t *gaps, int64_t numbers,
	    uint32_t pages, uint32_t *out)
{
	uint32_t *rest, *past;

	for (; edit < end; edit++) {
		uint32_t *start = out;
		unsigned copy = *edit & 15, skip = *edit >> 4 & 3;
		unsigned insert = *edit >> 6;

		left -= copy + skip;
		numbers -= insert;
		if (__builtin_expect((left | numbers) < 0, 0))
			return NULL;
		copy_sixteen(out, from);
		from += copy + skip;
		out += copy;
		store4(out, add_gaps(gaps, in_all_places(out[-1])));
		out += insert;
		gaps += insert;
		/* If the edit adds nothing, store4() left a larger one. */
		if (__builtin_expect(!ascends(start) ||
				     (int32_t)out[-1] >= (int32_t)pages, 0))
			return NULL;
	}
	rest = out;
	past = out + left;
	do {
		copy_sixteen(out, from);
		out += 16;
		from += 16;
	} while (__builtin_expect(out < past, 0));
	past = put_gaps(past, gaps, numbers, pages);
	return ascends(rest) ? past : NULL;
}

/*
 * As sp_record_quick(), for a body of at most SP_QUICK_BYTES: numbers[] has no
 * room for more.
 */
QUICK_INLINE uint32_t
decode_record(struct sp_decoder *decoder, const uint8_t *body,
	      const uint8_t *end, uint64_t page, const uint32_t *reference,
	      uint32_t reference_count, uint32_t *out)
{
	uint32_t pages = (uint32_t)decoder->pages;
	const uint32_t *gaps = decoder->numbers;
	unsigned head = *body++;
	uint64_t edits = head >> SP_REFERENCE_BITS;
	const uint8_t *edit;
	uint32_t *past;
	int64_t numbers;

	if (!head) {
		numbers = read_numbers(decoder, body, end);
		if (__builtin_expect(numbers < 1, 0))
			return 0;
		out[-1] = before_first((uint32_t)page, *gaps);
		past = put_gaps(out, gaps, numbers, pages);
	} else {
		/*
		 * More edits than that have their count in a number; one of two
		 * bytes is left to the careful decoder.
		 */
		if (__builtin_expect(edits == SP_EDITS_MAX, 0)) {
			if (body == end || *body >= 0x80)
				return 0;
			edits += *body++;
		}
		/* Edits of no reference are left to the careful decoder. */
		if (__builtin_expect(edits > (uint64_t)(end - body) ||
				     !reference_count, 0))
			return 0;
		edit = body;
		body += edits;
		numbers = read_numbers(decoder, body, end);
		if (__builtin_expect(numbers < 0, 0))
			return 0;
		out[-1] = NOTHING_FITS;
		if (edits && !(*edit & 15) && *edit >> 6)
			out[-1] = before_first((uint32_t)page, *gaps);
		past = quick_edits(edit, body, reference, reference_count,
				   gaps, numbers, pages, out);
	}
	if (__builtin_expect(!past || past == out || (int32_t)*out < 0, 0))
		return 0;
	return (uint32_t)(past - out);
}

QUICK uint32_t
sp_record_quick(struct sp_decoder *decoder, const uint8_t *body,
		const uint8_t *end, uint64_t page, const uint32_t *reference,
		uint32_t reference_count, uint32_t *out)
{
	if (end - body > SP_QUICK_BYTES)
		return 0;
	return decode_record(decoder, body, end, page, reference,
			     reference_count, out);
}

/*
 * Takes the length of the next record, of one byte mostly, which needs no call;
 * false if there is no such record up to the end of the block, or a longer one
 * than a quick record can be.
 */
QUICK_INLINE bool
take_length(const uint8_t **at, const uint8_t *end, uint64_t *length)
{
	*length = **at;
	if (__builtin_expect(*length < 0x80, 1))
		++*at;
	else if (!sp_get_leb(at, end, length) || *length > SP_QUICK_BYTES)
		return false;
	/* At the end of the block, this difference is negative. */
	return (int64_t)*length <= end - *at;
}

/*
 * One loop over the records of a batch, with the positions in registers.
 * list->count and list->chain are set first, so that a record at which the loop
 * stops looks like one that was never read.
 *
 * A record that consists of a head is a copy of its reference: the list shares
 * its place, and nothing is copied.  This is what makes a block of two-byte
 * records stand for any number of links, and why readers count them.
 */
QUICK void
sp_records_quick(struct sp_decoder *decoder, struct sp_records *records)
{
	struct sp_decoded *first = records->decoded + SP_REFERENCE_MAX;
	struct sp_decoded *list = first + records->next;
	struct sp_decoded *last = first + records->last;
	const uint8_t *at = records->at, *end = records->end;
	uint32_t *lists = records->lists;
	uint64_t used = records->used;
	uint32_t most = records->chain;

	for (; list < last; list++) {
		const uint8_t *body = at;
		const struct sp_decoded *from;
		uint64_t length, start;
		uint32_t chain;

		list->count = 0;
		list->chain = SP_NO_CHAIN;
		if (!take_length(&body, end, &length))
			break;
		if (!length) {
			at = body;
			continue;
		}
		/* Without a reference, this is the list itself: 0. */
		from = list - sp_record_reference(body);
		chain = from->chain + 1;
		if (__builtin_expect(chain > most, 0))
			break;
		if (length == 1) {
			/* Only a head: the list equals its reference. */
			if (!from->count || *body > SP_REFERENCE_MAX)
				break;
			*list = *from;
			list->chain = chain;
			at = body + 1;
			records->links += list->count;
			continue;
		}
		start = sp_list_start(used);
		if (start + from->count + length > records->room)
			break;
		list->count = decode_record(
			decoder, body, body + length,
			records->first_page + (uint64_t)(list - first),
			lists + from->start, from->count, lists + start);
		if (!list->count)
			break;
		list->start = start;
		list->chain = chain;
		records->links += list->count;
		used = start + list->count;
		at = body + length;
	}
	records->next = (uint32_t)(list - first);
	records->at = at;
	records->used = used;
}

#else

bool
sp_quick_works(void)
{
	return false;
}

#endif
