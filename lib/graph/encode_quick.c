/* SPDX-License-Identifier: MIT */
/*
 * What a list has in common with each of the lists before it is counted for all
 * of them at once, in the eight bytes of a word.
 *
 * Three steps of encode.c with AVX2, to the same bytes, which
 * tests/unit/graph/test_encode.c compares:
 *
 *	the choice   for all seven distances at once: a look-up gives a byte
 *	             whose bit k says that the list k before has the
 *	             successor; spread[] turns it into eight bytes, which are
 *	             added up as one number
 *	measuring    eight gaps at a time, a mask for each LEB128 length
 *	coding       eight successors compared at a time
 *
 * There are no branches on whether a successor is shared, which is what cost
 * the most: 9.3 became 7.4 ns a link for cnr-2000, 9.9 became 6.9 for a
 * generated web.
 *
 * Sums of bytes overflow after 51 successors, so they are widened to 16 bits
 * after each piece of that many.  The costs of all distances are then eight
 * lanes of 16 bits, and their minimum is one instruction (PHMINPOSUW), which
 * also breaks ties as the plain encoder does: the lowest lane, the nearest
 * list.
 *
 * Instructions are asked for by function (target attribute), not for the file,
 * so that the program runs on machines without them.
 */
#include "graph/encode.h"

#ifdef SP_ENCODE_QUICK

#include <immintrin.h>

#define QUICK __attribute__((target("avx2,lzcnt,popcnt")))
#define QUICK_INLINE static inline __attribute__((always_inline)) QUICK

/*
 * Not all compilers can ask for LZCNT.  Without it, the instruction is another
 * one, which gives 0.
 */
QUICK static bool
counts_zeros(void)
{
	volatile uint32_t one = 1;

	return _lzcnt_u32(one) == 31;
}

bool
sp_encode_quick_works(void)
{
	return __builtin_cpu_supports("avx2") &&
	       __builtin_cpu_supports("popcnt") && counts_zeros();
}

/* ---- the choice of a reference ---------------------------------------- */

/* Of a byte, bit k as number k of eight, a byte each. */
#define SPREAD(b) ((uint64_t)((b) & 1) | (uint64_t)((b) >> 1 & 1) << 8 | \
		   (uint64_t)((b) >> 2 & 1) << 16 | \
		   (uint64_t)((b) >> 3 & 1) << 24 | \
		   (uint64_t)((b) >> 4 & 1) << 32 | \
		   (uint64_t)((b) >> 5 & 1) << 40 | \
		   (uint64_t)((b) >> 6 & 1) << 48 | \
		   (uint64_t)((b) >> 7 & 1) << 56)
#define SPREAD_4(b) SPREAD(b), SPREAD(b + 1), SPREAD(b + 2), SPREAD(b + 3)
#define SPREAD_16(b) SPREAD_4(b), SPREAD_4(b + 4), SPREAD_4(b + 8), \
		     SPREAD_4(b + 12)
#define SPREAD_64(b) SPREAD_16(b), SPREAD_16(b + 16), SPREAD_16(b + 32), \
		     SPREAD_16(b + 48)

static const uint64_t spread[256] = {
	SPREAD_64(0), SPREAD_64(64), SPREAD_64(128), SPREAD_64(192)
};

/* Bytes of a number of 32 bits, by the zeros above its highest bit. */
static const uint8_t sizes[33] = {
	5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3,
	2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1
};

/*
 * Eight sums in a word, one for each distance: after this many successors, the
 * largest, of sizes, is at most 255.
 */
#define PIECE (UINT8_MAX / SP_NUMBER_MAX)

/* The overlap of some successors; see struct sp_overlap. */
struct piece_sums {
	uint64_t count, bytes, gaps, numbers;
};

/*
 * Takes the successors from j to end, which the window compares; *had is which
 * lists have the successor before them.
 *
 * The size of a gap comes from a table by its leading zeros, without a loop.
 * Only the first number of a list is signed.
 */
QUICK_INLINE struct piece_sums
take_piece(struct sp_window *window, uint32_t i, struct sp_row_list list,
	   uint64_t j, uint64_t end, uint64_t page, unsigned *had)
{
	struct piece_sums sums = { 0, 0, 0, 0 };
	unsigned before = *had;

	for (; j < end; j++) {
		unsigned now = sp_window_note(window, i + 1, list.at[j]);
		uint64_t size;

		if (__builtin_expect(!j, 0))
			size = sp_short_leb_size(sp_number_at(list, 0, page));
		else
			size = sizes[_lzcnt_u32(list.at[j] - list.at[j - 1] -
						1)];
		sums.numbers += size;
		sums.count += spread[now];
		sums.bytes += spread[now] * size;
		sums.gaps += spread[now & ~before & 0xff];
		before = now;
	}
	*had = before;
	return sums;
}

/*
 * Lane 0 is distance 0: it counts the successors of the list itself and is
 * overwritten in cheapest().
 */
QUICK_INLINE __m128i
widen_sums(uint64_t sums)
{
	return _mm_cvtepu8_epi16(_mm_cvtsi64_si128((long long)sums));
}

/*
 * What choose_reference() of encode.c does, for all distances at once.  What
 * coding costs more than numbers alone is in a lane for each; that of distance
 * 0 is no coding.  A list has SP_WINDOW_LIST_MAX successors in the table, so
 * that no sum overflows: costs are below
 *
 *	NO_CODING + 3 * (1024 + 1024 + 128) + SP_QUICK_NEVER < 2^16
 *
 * and costs of what must not be chosen above NO_CODING.
 */
#define NO_CODING (2 * SP_NUMBER_MAX * SP_WINDOW_LIST_MAX)

/*
 * Costs are in half bytes, as in cost_of(): 2 * (edits - bytes) + edits +
 * chain, compared with 0 for no coding; NO_CODING is added to keep all of them
 * positive.  Lists that cannot be referred to have a price that no saving makes
 * up for.
 */
QUICK_INLINE unsigned
cheapest(const struct sp_quick_lists *lists, __m128i count, __m128i bytes,
	 __m128i gaps)
{
	__m128i there = _mm_loadu_si128((const __m128i *)lists->counts);
	__m128i prices = _mm_loadu_si128((const __m128i *)lists->prices);
	__m128i skipped = _mm_srli_epi16(_mm_sub_epi16(there, count), 1);
	__m128i copies = _mm_srli_epi16(count, 4);
	__m128i edits = _mm_add_epi16(_mm_add_epi16(gaps, skipped), copies);
	__m128i cost = _mm_add_epi16(prices, _mm_set1_epi16(NO_CODING));

	_Static_assert(SP_COPY_MAX + 1 == 1 << 4, "copies of an edit");
	cost = _mm_add_epi16(cost, _mm_add_epi16(edits,
						 _mm_add_epi16(edits, edits)));
	cost = _mm_sub_epi16(cost, _mm_add_epi16(bytes, bytes));
	cost = _mm_insert_epi16(cost, NO_CODING, 0);
	return (unsigned)_mm_extract_epi16(_mm_minpos_epu16(cost), 1);
}

/* Successors beyond the window count for the size of the numbers alone. */
QUICK unsigned
sp_quick_choose(struct sp_window *window,
		const struct sp_quick_lists *lists, uint32_t i,
		struct sp_row_list list, uint64_t page, uint64_t *numbers)
{
	__m128i count = _mm_setzero_si128(), bytes = count, gaps = count;
	uint64_t compared = sp_at_most(list.count, SP_WINDOW_LIST_MAX), sum = 0;
	unsigned had = 0xff;

	for (uint64_t j = 0; j < compared; j += PIECE) {
		struct piece_sums sums = take_piece(
			window, i, list, j, sp_at_most(j + PIECE, compared),
			page, &had);

		sum += sums.numbers;
		count = _mm_add_epi16(count, widen_sums(sums.count));
		bytes = _mm_add_epi16(bytes, widen_sums(sums.bytes));
		gaps = _mm_add_epi16(gaps, widen_sums(sums.gaps));
	}
	for (uint64_t j = compared; j < list.count; j++)
		sum += sizes[_lzcnt_u32(list.at[j] - list.at[j - 1] - 1)];
	*numbers = sum;
	return cheapest(lists, count, bytes, gaps);
}

/*
 * One shift moves all distances on by one, since the lanes are the distances.
 * A list that is empty or at the end of a full chain gets the price that is
 * never the least.
 */
QUICK void
sp_quick_push(struct sp_quick_lists *lists, uint64_t count, unsigned chain)
{
	__m128i counts = _mm_loadu_si128((const __m128i *)lists->counts);
	__m128i prices = _mm_loadu_si128((const __m128i *)lists->prices);
	unsigned price = chain + 1;

	if (!count || price > SP_CHAIN_MAX)
		price = SP_QUICK_NEVER;
	count = sp_at_most(count, SP_WINDOW_LIST_MAX);
	counts = _mm_slli_si128(_mm_insert_epi16(counts, (int)count, 0), 2);
	prices = _mm_slli_si128(_mm_insert_epi16(prices, (int)price, 0), 2);
	_mm_storeu_si128((__m128i *)lists->counts, counts);
	_mm_storeu_si128((__m128i *)lists->prices, prices);
}

/* ---- numbers ---------------------------------------------------------- */

/* The first lanes of a vector: eight places before the end are all set. */
static const int32_t lanes[16] = { -1, -1, -1, -1, -1, -1, -1, -1 };

/*
 * Up to eight successors; what comes after them is not read, and is 0.
 *
 * Reading past the end of a list could leave its memory: the last vector is
 * read under a mask.
 */
QUICK_INLINE __m256i
load_eight(const uint32_t *from, uint64_t count)
{
	const __m256i *first;

	if (count >= 8)
		return _mm256_loadu_si256((const __m256i *)from);
	first = (const __m256i *)(lanes + 8 - count);
	return _mm256_maskload_epi32((const int *)from,
				     _mm256_loadu_si256(first));
}

/*
 * Eight gaps, less 1, to the successors before them.
 *
 * before is loaded from the list by the caller and not taken from the last
 * eight, so that no round has to wait for the one before it.
 */
QUICK_INLINE __m256i
gaps_of(__m256i successors, uint32_t before)
{
	const __m256i up = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
	__m256i previous = _mm256_permutevar8x32_epi32(successors, up);

	previous = _mm256_blend_epi32(previous,
				      _mm256_set1_epi32((int)before), 1);
	return _mm256_add_epi32(_mm256_sub_epi32(successors, previous),
				_mm256_set1_epi32(-1));
}

/*
 * Returns a bit for each of eight numbers: whether it fits into bits bits.
 *
 * A number fits into that many bits if nothing is left of it after the shift.
 */
QUICK_INLINE unsigned
narrower(__m256i numbers, int bits)
{
	__m256i narrow = _mm256_cmpeq_epi32(_mm256_srli_epi32(numbers, bits),
					    _mm256_setzero_si256());

	return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(narrow));
}

/* Where all eight have one byte, the loop ends at the first test. */
QUICK uint64_t
sp_quick_measure(struct sp_row_list list, uint64_t page)
{
	uint64_t sum = sp_short_leb_size(sp_number_at(list, 0, page)) +
		       list.count - 1;

	/* Each eighth bit that a number has takes one byte more. */
	for (uint64_t j = 1; j < list.count; j += 8) {
		uint64_t left = sp_at_most(list.count - j, 8);
		unsigned those = (1u << left) - 1;
		__m256i numbers = gaps_of(load_eight(list.at + j, left),
					  list.at[j - 1]);

		for (int bits = 7; bits < 32; bits += 7) {
			unsigned wide = ~narrower(numbers, bits) & those;

			if (!wide)
				break;
			sum += (unsigned)_mm_popcnt_u32(wide);
		}
	}
	return sum;
}

/* ---- coding ----------------------------------------------------------- */

/*
 * How many successors are equal from where the comparison has come.
 *
 * Up to eight equal ones take one comparison.
 */
QUICK_INLINE uint64_t
count_equal(const struct sp_comparison *c)
{
	const uint32_t *from = c->reference.at + c->i;
	const uint32_t *to = c->list.at + c->j;
	uint64_t most = sp_most_equal(c), equal = 0;

	while (equal < most) {
		uint64_t left = most - equal;
		__m256i same = _mm256_cmpeq_epi32(
			load_eight(from + equal, left),
			load_eight(to + equal, left));
		unsigned other = (unsigned)_mm256_movemask_ps(
					 _mm256_castsi256_ps(same)) ^ 0xff;

		if (other)
			return equal + (unsigned)__builtin_ctz(other);
		equal += 8;
	}
	return most;
}

QUICK bool
sp_quick_code(struct sp_coded_list *coded, struct sp_row_list reference,
	      struct sp_row_list list, uint64_t page)
{
	struct sp_coding coding;

	if (!sp_coding_begin(&coding, coded, reference, list, page))
		return false;
	while (sp_coding_step(&coding, count_equal(&coding.comparison)))
		;
	sp_coding_end(&coding, coded);
	return true;
}

/* Eight numbers below 128 take a byte each. */
QUICK_INLINE void
put_eight(uint8_t *out, __m256i numbers)
{
	__m128i words = _mm_packus_epi32(_mm256_castsi256_si128(numbers),
					 _mm256_extracti128_si256(numbers, 1));

	_mm_storel_epi64((__m128i *)out, _mm_packus_epi16(words, words));
}

/*
 * Eight gaps below 128 take one store; a group with a longer number is written
 * one by one.  Eight bytes are stored even for the last few numbers:
 * SP_NUMBER_SLACK is their room.
 */
QUICK uint8_t *
sp_quick_put_numbers(uint8_t *out, struct sp_row_list list, uint64_t page)
{
	out = sp_put_leb(out, sp_number_at(list, 0, page));
	for (uint64_t j = 1; j < list.count; j += 8) {
		uint64_t left = sp_at_most(list.count - j, 8);
		__m256i numbers = gaps_of(load_eight(list.at + j, left),
					  list.at[j - 1]);

		if (!(~narrower(numbers, 7) & ((1u << left) - 1))) {
			put_eight(out, numbers);
			out += left;
			continue;
		}
		out = sp_put_numbers(out, list, j, j + left, page);
	}
	return out;
}

#else

bool
sp_encode_quick_works(void)
{
	return false;
}

#endif
