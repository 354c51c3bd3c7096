/* SPDX-License-Identifier: MIT */
/*
 * Most of the time goes into comparing a list with a reference, step by step.
 * So each list is compared with one reference only, chosen by an estimate of
 * what the list has in common with each of them (window.h).  Comparing it with
 * all of them takes twice the time; a generated graph then takes 1 % less
 * memory, but cnr-2000 0.6 % more, because the shortest record is not always
 * the best one for the records that later refer to it.
 *
 * For each list of a block, in order: find out how many bytes its numbers would
 * take (measure), choose one of the seven lists before it as a reference by an
 * estimate, code the list against it, and keep the shorter of both forms.  All
 * choices look back only, so that a block can be encoded as its rows come.
 *
 *	measure    LEB128 sizes of all gaps; the quick encoder does it together
 *	           with the choice
 *	choose     least estimated cost over the distances 1 to 7
 *	code       edits and numbers against the chosen list
 *	pay?       the record, or nothing but numbers
 *
 * The cost of a record is not its size alone.  A step in its chain costs half a
 * byte, because chains are limited and a page that ends a long one is useless
 * to all pages after it; without it cnr-2000 takes 5.24 bits a link instead of
 * 4.91.  An edit costs half a byte more than the byte it takes, because
 * decoding it is a branch that is not predicted.
 *
 * Invariants: recent[] has the last 8 lists, whose memory the caller keeps
 * until 7 more were added; chain[i] is how many references the record of list i
 * has behind it, at most SP_CHAIN_MAX; the window has noted lists 0 .. noted -
 * 1, or at least all of them that are less than 8 lists back.
 *
 * Time is in proportion to the links, 7 to 10 ns each on the graphs of
 * encode.h; memory is 36 KiB for a block beside the coded list.
 */
#include "graph/codec.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/encode.h"

#include <stdlib.h>
#include <string.h>

/* ---- a list and its reference ----------------------------------------- */

/*
 * Coding is the same in both encoders except for this search for the end of
 * equal successors, where most of the time goes.
 */
static bool
code_list(struct sp_coded_list *coded, struct sp_row_list reference,
	  struct sp_row_list list, uint64_t page)
{
	struct sp_coding coding;

	if (!sp_coding_begin(&coding, coded, reference, list, page))
		return false;
	for (;;) {
		const struct sp_comparison *c = &coding.comparison;
		uint64_t most = sp_most_equal(c), equal = 0;

		while (equal < most && reference.at[c->i + equal] ==
					       list.at[c->j + equal])
			equal++;
		if (!sp_coding_step(&coding, equal))
			break;
	}
	sp_coding_end(&coding, coded);
	return true;
}

/* ---- the choice of a reference ---------------------------------------- */

#define LISTS_RECENT (SP_REFERENCE_MAX + 1) /* a power of two */

/* What is known of the lists of a block so far, and working memory. */
struct block_encoder {
	uint64_t first_page;
	struct sp_row_list recent[LISTS_RECENT]; /* list i at i modulo */
	uint8_t chain[SP_BLOCK_PAGES]; /* length of the chain that ends there */
	uint8_t sizes[SP_WINDOW_LIST_MAX];
	struct sp_window window;
	struct sp_coded_list coded;
	uint32_t noted;                /* lists before it are in the window */
	bool quick;                    /* see encode.h */
#ifdef SP_ENCODE_QUICK
	struct sp_quick_lists lists;
#endif
};

/*
 * List i, or one of the SP_REFERENCE_MAX before it, while i is the last.
 *
 * Indexed modulo 8, so that nothing moves when a list is added.
 */
static inline struct sp_row_list *
recent_list(struct block_encoder *block, uint32_t i)
{
	return &block->recent[i % LISTS_RECENT];
}

/* Bytes of the numbers of a list without a reference; sets block->sizes. */
static uint64_t
measure_numbers(struct block_encoder *block, struct sp_row_list list,
		uint64_t page)
{
	uint64_t sum = 0;

	for (uint64_t j = 0; j < list.count; j++) {
		uint64_t size = sp_short_leb_size(sp_number_at(list, j, page));

		if (j < SP_WINDOW_LIST_MAX)
			block->sizes[j] = (uint8_t)size;
		sum += size;
	}
	return sum;
}

/*
 * The cost of a record, in half bytes.  Each step of its chain costs half a
 * byte: the length of chains is limited, so a long chain takes references away
 * from later pages.  This price makes the graph smaller (cnr-2000: from 5.24
 * to 4.91 bits a link) and the chains shorter.  Each edit costs half a byte
 * for the time it takes: decoding takes 0.94 of the time, for 1 % more memory.
 */
static inline uint64_t
cost_of(uint64_t size, uint64_t edits, unsigned chain)
{
	return 2 * size + edits + chain;
}

/*
 * Estimates the number of edits: one for each place where something is
 * inserted, one for every two skipped successors (some skips share an edit
 * with an insertion), and one for each long copy.
 */
static inline uint64_t
guess_edits(const struct sp_overlap *overlap, unsigned d, uint64_t skipped)
{
	return overlap->gaps[d] + skipped / 2 +
	       overlap->count[d] / (SP_COPY_MAX + 1);
}

/*
 * The distance of the reference that is expected to make list i cheapest; 0 for
 * none.  numbers is the size of its numbers without a reference, in bytes.
 *
 * A tie goes to the nearest reference, the first that is tried.  A distance is
 * only tried if the list there is not empty and its chain not full: the format
 * allows neither.
 */
static unsigned
choose_reference(struct block_encoder *block, uint32_t i, uint64_t numbers)
{
	struct sp_row_list list = *recent_list(block, i);
	struct sp_overlap overlap = sp_window_take(
		&block->window, i, list.at, block->sizes,
		sp_at_most(list.count, SP_WINDOW_LIST_MAX));
	uint64_t best_cost = cost_of(1 + numbers, 0, 0);
	unsigned best = 0;

	for (unsigned d = 1; d <= SP_REFERENCE_MAX && d <= i; d++) {
		uint64_t there = recent_list(block, i - d)->count;
		uint64_t edits, cost;
		unsigned longer = block->chain[i - d] + 1u;

		if (!there || longer > SP_CHAIN_MAX)
			continue;
		/* Both counts are of the same first successors. */
		there = sp_at_most(there, SP_WINDOW_LIST_MAX);
		edits = guess_edits(&overlap, d, there - overlap.count[d]);
		cost = cost_of(1 + numbers - overlap.bytes[d] + edits, edits,
			       longer);
		if (cost < best_cost) {
			best_cost = cost;
			best = d;
		}
	}
	return best;
}

/*
 * Notes the last lists that no choice was made for.
 *
 * Hints save the look into the window, and lists that were taken by a hint are
 * not in it.  They are noted only when a list without a hint needs them, and
 * never those that are too far back to be chosen.
 */
static void
note_lists(struct block_encoder *block, uint32_t i)
{
	uint32_t from = i > SP_REFERENCE_MAX ? i - SP_REFERENCE_MAX : 0;

	for (from = from > block->noted ? from : block->noted; from < i;
	     from++) {
		struct sp_row_list list = *recent_list(block, from);
		uint64_t count = sp_at_most(list.count, SP_WINDOW_LIST_MAX);

		for (uint64_t j = 0; j < count; j++)
			sp_window_note(&block->window, from + 1, list.at[j]);
	}
	block->noted = i + 1;
}

/*
 * The reference of list i, which is not empty, by a hint, if the chain allows
 * it; stores the size of the numbers.
 *
 * The size of the numbers is needed in any case, to compare the record with a
 * plain one.
 */
static unsigned
take_hint(struct block_encoder *block, uint32_t i, unsigned hint,
	  uint64_t *numbers)
{
	struct sp_row_list list = *recent_list(block, i);
	uint64_t page = block->first_page + i;

#ifdef SP_ENCODE_QUICK
	if (block->quick)
		*numbers = sp_quick_measure(list, page);
	else
#endif
		*numbers = measure_numbers(block, list, page);
	return hint == SP_HINT_NONE ? 0 : hint;
}

/*
 * Can list i have the reference that the hint names, if it names one?
 *
 * A hint comes from another encoding, of a block that had other rows, so the
 * reference may be missing, empty, or at the end of a full chain here.  A good
 * hint only saves time: it need not be the best reference any more.
 */
static bool
is_hint_good(struct block_encoder *block, uint32_t i, unsigned hint)
{
	if (hint == SP_HINT_CHOOSE || hint == SP_HINT_NONE)
		return hint == SP_HINT_NONE;
	return hint <= i && recent_list(block, i - hint)->count &&
	       block->chain[i - hint] < SP_CHAIN_MAX;
}

/*
 * The reference of list i, which is not empty: its distance, 0 for none; stores
 * the size of the numbers.
 */
static unsigned
measure_list(struct block_encoder *block, uint32_t i, unsigned hint,
	     uint64_t *numbers)
{
	struct sp_row_list list = *recent_list(block, i);
	uint64_t page = block->first_page + i;

	if (is_hint_good(block, i, hint))
		return take_hint(block, i, hint, numbers);
	note_lists(block, i);
#ifdef SP_ENCODE_QUICK
	if (block->quick)
		return sp_quick_choose(&block->window, &block->lists, i, list,
				       page, numbers);
#endif
	*numbers = measure_numbers(block, list, page);
	return choose_reference(block, i, *numbers);
}

/* ---- records ---------------------------------------------------------- */

static inline uint64_t
head_size(uint64_t edits)
{
	return edits < SP_EDITS_MAX ?
		       1 : 1 + sp_short_leb_size(edits - SP_EDITS_MAX);
}

/* Bytes of the body of a list that is coded against a reference. */
static inline uint64_t
coded_size(const struct sp_coded_list *coded)
{
	return head_size(coded->edits) + coded->edits + coded->numbers;
}

/* Writes the record of list i without a reference. */
static uint8_t *
put_plain(uint8_t *out, struct block_encoder *block, uint32_t i,
	  uint64_t numbers)
{
	struct sp_row_list list = *recent_list(block, i);
	uint64_t page = block->first_page + i;

	out = sp_put_leb(out, 1 + numbers);
	*out++ = 0;
#ifdef SP_ENCODE_QUICK
	if (block->quick)
		return sp_quick_put_numbers(out, list, page);
#endif
	return sp_put_numbers(out, list, 0, list.count, page);
}

/*
 * Writes the record of a list coded against the reference at a distance.
 *
 * The edits come first in the record, but their number is known only when the
 * list is coded; so they were collected apart from the numbers and are joined
 * here.
 */
static uint8_t *
put_coded(uint8_t *out, const struct sp_coded_list *coded, unsigned distance)
{
	out = sp_put_leb(out, coded_size(coded));
	*out++ = (uint8_t)(distance | sp_at_most(coded->edits, SP_EDITS_MAX)
					      << SP_REFERENCE_BITS);
	if (coded->edits >= SP_EDITS_MAX)
		out = sp_put_leb(out, coded->edits - SP_EDITS_MAX);
	memcpy(out, coded->bytes, coded->edits);
	out += coded->edits;
	memcpy(out, coded->bytes + coded->numbers_at, coded->numbers);
	return out + coded->numbers;
}

/*
 * Is list i, coded against the reference at a distance, cheaper than plain?
 *
 * The estimate can be wrong, and a record may never be larger than the plain
 * one, for which alone there is room.
 */
static bool
coding_pays(const struct block_encoder *block, uint32_t i, unsigned distance,
	    uint64_t numbers)
{
	const struct sp_coded_list *coded = &block->coded;

	return cost_of(coded_size(coded), coded->edits,
		       block->chain[i - distance] + 1u) <
	       cost_of(1 + numbers, 0, 0);
}

/* Where encoded bytes go. */
struct block_bytes {
	uint8_t *bytes;
	uint64_t capacity, used;
};

/* Codes list i against the list at a distance; false if memory is short. */
static bool
code_record(struct block_encoder *block, uint32_t i, unsigned distance)
{
	struct sp_row_list list = *recent_list(block, i);
	struct sp_row_list reference = *recent_list(block, i - distance);
	uint64_t page = block->first_page + i;

#ifdef SP_ENCODE_QUICK
	if (block->quick)
		return sp_quick_code(&block->coded, reference, list, page);
#endif
	return code_list(&block->coded, reference, list, page);
}

/*
 * Appends the record of list i, which stays where it is until SP_REFERENCE_MAX
 * more lists have been appended.
 *
 * Room is made for a plain record, before it is known whether the list is
 * coded: a coded one is taken only if it is smaller. chain[i] is 0 until the
 * record is known to be coded, so that a plain record starts a new chain.
 */
static bool
encode_put_record(struct block_encoder *block, uint32_t i,
		  struct sp_row_list list, unsigned hint,
		  struct block_bytes *to)
{
	uint64_t numbers = 0;
	unsigned distance = 0;
	uint8_t *out;

	*recent_list(block, i) = list;
	block->chain[i] = 0;
	if (list.count)
		distance = measure_list(block, i, hint, &numbers);
	if (!sp_grow(&to->bytes, &to->capacity,
		     to->used + SP_LEB_MAX + 1 + numbers + SP_NUMBER_SLACK) ||
	    (distance && !code_record(block, i, distance)))
		return false;
	out = to->bytes + to->used;
	if (!list.count) {
		*out++ = 0;
	} else if (distance && coding_pays(block, i, distance, numbers)) {
		block->chain[i] = (uint8_t)(block->chain[i - distance] + 1);
		out = put_coded(out, &block->coded, distance);
	} else {
		out = put_plain(out, block, i, numbers);
	}
	to->used = (uint64_t)(out - to->bytes);
#ifdef SP_ENCODE_QUICK
	if (block->quick)
		sp_quick_push(&block->lists, list.count, block->chain[i]);
#endif
	return true;
}

/* ---- blocks ----------------------------------------------------------- */

/* Prepares the encoder, all zero so far, of the block of first_page. */
static void
encode_begin_block(struct block_encoder *block, uint64_t first_page, bool quick)
{
	block->first_page = first_page;
	block->quick = quick && sp_encode_quick_works();
#ifdef SP_ENCODE_QUICK
	for (unsigned d = 0; d <= SP_REFERENCE_MAX; d++)
		block->lists.prices[d] = SP_QUICK_NEVER;
#endif
}

/* Most blocks of a part of a graph: a row without links is its length, 0. */
static bool
put_empty_rows(struct block_bytes *to, uint32_t pages)
{
	if (!sp_grow(&to->bytes, &to->capacity, SP_BLOCK_HEADER + pages))
		return false;
	memset(to->bytes + SP_BLOCK_HEADER, 0, pages);
	to->used += pages;
	return true;
}

static bool
put_records(struct block_encoder *block, const struct sp_block_rows *rows,
	    const uint8_t *hints, struct block_bytes *to)
{
	uint64_t start = 0;
	bool complete = sp_grow(&to->bytes, &to->capacity, SP_BLOCK_HEADER);

	for (uint32_t i = 0; complete && i < rows->pages; i++) {
		struct sp_row_list list = { rows->successors + start,
					    rows->ends[i] - start };

		complete = encode_put_record(
			block, i, list, hints ? hints[i] : SP_HINT_CHOOSE, to);
		start = rows->ends[i];
	}
	return complete;
}

/*
 * The encoder, 36 KiB, is allocated and cleared for each block: no state goes
 * from one block to the next, so that bytes cannot depend on the thread.
 */
enum sp_status
sp_block_encode_as(const struct sp_block_rows *rows, bool quick,
		   const uint8_t *hints, uint8_t **bytes, uint64_t *capacity,
		   uint64_t *length, struct sp_error *err)
{
	struct block_bytes to = { *bytes, *capacity, SP_BLOCK_HEADER };
	uint64_t links = rows->pages ? rows->ends[rows->pages - 1] : 0;
	struct block_encoder *block = links ? sp_alloc_zero(1, sizeof(*block)) :
					      NULL;
	bool complete = block || (!links && put_empty_rows(&to, rows->pages));

	if (block) {
		encode_begin_block(block, rows->first_page, quick);
		complete = put_records(block, rows, hints, &to);
		free(block->coded.bytes);
	}
	free(block);
	*bytes = to.bytes;
	*capacity = to.capacity;
	if (!complete)
		return sp_no_memory(err, "a block of links");
	sp_store64(*bytes, to.used - SP_BLOCK_HEADER);
	sp_store64(*bytes + 8, links);
	*length = to.used;
	return SP_OK;
}

enum sp_status
sp_block_encode(const struct sp_block_rows *rows, uint8_t **bytes,
		uint64_t *capacity, uint64_t *length, struct sp_error *err)
{
	return sp_block_encode_as(rows, true, NULL, bytes, capacity, length,
				  err);
}

/*
 * The bytes are believed as far as lengths go: they were encoded by this
 * process.  A wrong hint would only cost bytes.
 */
void
sp_block_hints(const uint8_t *bytes, uint64_t length, uint32_t pages,
	       uint8_t *hints)
{
	const uint8_t *at = bytes + SP_BLOCK_HEADER, *end = bytes + length;

	memset(hints, SP_HINT_CHOOSE, pages);
	for (uint32_t i = 0; i < pages; i++) {
		uint64_t size;

		if (!sp_get_leb(&at, end, &size) ||
		    size > (uint64_t)(end - at))
			return;
		if (!size)
			continue;
		hints[i] = *at & ((1u << SP_REFERENCE_BITS) - 1);
		hints[i] = hints[i] ? hints[i] : SP_HINT_NONE;
		at += size;
	}
}

struct sp_block_stream {
	struct block_encoder block;
	struct block_bytes to;
	uint32_t rows;
	uint64_t links;
	uint32_t *kept[LISTS_RECENT]; /* copies of the recent lists */
	uint64_t capacity[LISTS_RECENT];
};

struct sp_block_stream *
sp_block_stream_new(uint64_t first_page)
{
	struct sp_block_stream *stream = sp_alloc_zero(1, sizeof(*stream));

	if (!stream)
		return NULL;
	encode_begin_block(&stream->block, first_page, true);
	stream->to.used = SP_BLOCK_HEADER;
	return stream;
}

/*
 * The copy is needed because the caller's row goes away; eight rows are kept,
 * the one that is written and the seven that it may refer to.
 */
enum sp_status
sp_block_stream_add(struct sp_block_stream *stream, const uint32_t *successors,
		    uint64_t count, struct sp_error *err)
{
	uint32_t place = stream->rows % LISTS_RECENT;
	struct sp_row_list list = { NULL, count };

	if (!sp_grow(&stream->kept[place], &stream->capacity[place], count))
		return sp_no_memory(err, "a list of links");
	if (count)
		memcpy(stream->kept[place], successors,
		       count * sizeof(*successors));
	list.at = stream->kept[place];
	if (!encode_put_record(&stream->block, stream->rows, list,
			       SP_HINT_CHOOSE, &stream->to))
		return sp_no_memory(err, "a block of links");
	stream->rows++;
	stream->links += count;
	return SP_OK;
}

/* The header has been left free at the front since the first record. */
const uint8_t *
sp_block_stream_end(struct sp_block_stream *stream, uint64_t *length)
{
	sp_store64(stream->to.bytes, stream->to.used - SP_BLOCK_HEADER);
	sp_store64(stream->to.bytes + 8, stream->links);
	*length = stream->to.used;
	return stream->to.bytes;
}

void
sp_block_stream_free(struct sp_block_stream *stream)
{
	if (!stream)
		return;
	for (unsigned i = 0; i < LISTS_RECENT; i++)
		free(stream->kept[i]);
	free(stream->block.coded.bytes);
	free(stream->to.bytes);
	free(stream);
}
