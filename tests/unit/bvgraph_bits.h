/* SPDX-License-Identifier: MIT */
/*
 * bvgraph_bits.h - an encoder of BVGraphs, and graphs to encode
 *
 * Written bit by bit from the description of the format.  It chooses references
 * at random, not to save space.
 */
#ifndef TESTS_BVGRAPH_BITS_H
#define TESTS_BVGRAPH_BITS_H

#include "unit.h"

#include "base/random.h"

#include <stdbool.h>
#include <string.h>

#define MOST_PAGES 80

struct graph {
	unsigned pages;
	uint64_t links;
	bool link[MOST_PAGES][MOST_PAGES];
};

/* Intervals, rows like earlier ones, single links, no links, self-links. */
static inline void
make_random_rows(struct graph *graph, unsigned pages, struct sp_random *random)
{
	memset(graph, 0, sizeof(*graph));
	graph->pages = pages;
	for (unsigned x = 0; x < pages; x++) {
		bool *row = graph->link[x];
		uint64_t kind = sp_random_below(random, 8);

		if (x && kind >= 2)
			memcpy(row, graph->link[x - 1 -
				sp_random_below(random, x < 5 ? x : 5)],
			       pages);
		if (kind == 1 || kind >= 5) {
			uint64_t at = sp_random_below(random, pages);
			uint64_t end = at + sp_random_below(random, 12);

			for (; at < end && at < pages; at++)
				row[at] = true;
		}
		for (uint64_t i = kind ? sp_random_below(random, 6) : 0; i;
		     i--)
			row[sp_random_below(random, pages)] ^= 1;
		for (unsigned y = 0; y < pages; y++)
			graph->links += row[y];
	}
}

/* ---- the encoder ------------------------------------------------------ */

struct format {
	bool little, rust;
	unsigned window, shortest, zeta_k;
	/* "GAMMA", "ZETA3", ...; "ZETA" has zeta_k; NULL: the default */
	const char *outdegree, *block, *block_count, *reference, *interval,
		*residual;
};

struct bits {
	uint8_t bytes[1 << 16];
	size_t count;
	bool little;
};

static inline void
put_bit(struct bits *bits, unsigned bit)
{
	unsigned at = bits->count % 8;

	/* No assertion here: each one writes to a pipe. */
	if (bits->count / 8 >= sizeof(bits->bytes))
		ck_abort_msg("no room for bits");
	bits->bytes[bits->count / 8] |=
		(uint8_t)(bit << (bits->little ? at : 7 - at));
	bits->count++;
}

static inline void
put_bits(struct bits *bits, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		put_bit(bits, value >> (bits->little ? i : size - 1 - i) & 1);
}

static inline unsigned
log2_of(uint64_t value)
{
	return 63 - (unsigned)__builtin_clzll(value);
}

static inline void
put_unary(struct bits *bits, uint64_t value)
{
	while (value--)
		put_bit(bits, 0);
	put_bit(bits, 1);
}

static inline void
put_gamma(struct bits *bits, uint64_t value)
{
	unsigned size = log2_of(value + 1);

	put_unary(bits, size);
	put_bits(bits, (value + 1) - (UINT64_C(1) << size), size);
}

static inline void
put_zeta(struct bits *bits, uint64_t value, unsigned k)
{
	unsigned groups = log2_of(value + 1) / k;
	uint64_t low = UINT64_C(1) << groups * k;
	uint64_t rest = value + 1 - low; /* of 2^((h+1)k) - 2^(hk) */

	put_unary(bits, groups);
	if (rest < low) {
		put_bits(bits, rest, groups * k + k - 1);
	} else {
		put_bits(bits, (rest + low) >> 1, groups * k + k - 1);
		put_bit(bits, (rest + low) & 1);
	}
}

static inline void
put_nibbles(struct bits *bits, uint64_t value)
{
	unsigned groups = 1;

	while (groups < 21 && value >> 3 * groups)
		groups++;
	while (groups--) {
		put_bit(bits, !groups);
		put_bits(bits, value >> 3 * groups & 7, 3);
	}
}

static inline void
put_code(struct bits *bits, const struct format *format, const char *code,
	 uint64_t value)
{
	if (!strcmp(code, "UNARY")) {
		put_unary(bits, value);
	} else if (!strcmp(code, "GAMMA")) {
		put_gamma(bits, value);
	} else if (!strcmp(code, "DELTA")) {
		unsigned size = log2_of(value + 1);

		put_gamma(bits, size);
		put_bits(bits, value + 1 - (UINT64_C(1) << size), size);
	} else if (!strcmp(code, "NIBBLE")) {
		put_nibbles(bits, value);
	} else {
		put_zeta(bits, value, code[4] ? (unsigned)(code[4] - '0') :
						format->zeta_k);
	}
}

static inline uint64_t
signed_code(int64_t value)
{
	return value < 0 ? (uint64_t)(-2 * value - 1) : (uint64_t)(2 * value);
}

/* Writes the blocks that copy from a reference; marks the links copied. */
static inline void
put_blocks(struct bits *bits, const struct format *format, const bool *from,
	   const bool *row, unsigned pages, bool *copied)
{
	unsigned blocks[MOST_PAGES + 1] = { 0 };
	unsigned count = 0;
	bool copying = true;

	for (unsigned y = 0; y < pages; y++) {
		if (!from[y])
			continue;
		if (row[y] != copying) {
			count++;
			copying = !copying;
		}
		blocks[count]++;
		copied[y] = row[y];
	}
	/* The length of the last block is implied. */
	put_code(bits, format, format->block_count, count);
	for (unsigned i = 0; i < count; i++)
		put_code(bits, format, format->block, blocks[i] - (i ? 1 : 0));
}

static inline void
put_intervals(struct bits *bits, const struct format *format, unsigned page,
	      bool *rest, unsigned pages)
{
	unsigned first[MOST_PAGES], length[MOST_PAGES], count = 0;

	for (unsigned y = 0; y < pages; y++) {
		unsigned end = y;

		while (end < pages && rest[end])
			end++;
		if (end - y >= format->shortest && end > y) {
			first[count] = y;
			length[count++] = end - y;
			memset(rest + y, 0, end - y);
		}
		if (end > y)
			y = end - 1;
	}
	put_code(bits, format, format->interval, count);
	for (unsigned i = 0; i < count; i++) {
		uint64_t left = i ? first[i] - first[i - 1] - length[i - 1] -
					    1 :
				    signed_code((int64_t)first[0] - page);

		put_code(bits, format, format->interval, left);
		put_code(bits, format, format->interval,
		    length[i] - format->shortest);
	}
}

/* The list of a page with links, with reference to the page back before it. */
static inline void
put_list(struct bits *bits, const struct format *format,
	 const struct graph *graph, unsigned page, unsigned back)
{
	const bool *row = graph->link[page];
	unsigned extra = 0, last = 0;
	bool copied[MOST_PAGES] = { 0 }, rest[MOST_PAGES], first = true;

	if (format->window)
		put_code(bits, format, format->reference, back);
	if (back)
		put_blocks(bits, format, graph->link[page - back], row,
			   graph->pages, copied);
	for (unsigned y = 0; y < graph->pages; y++) {
		rest[y] = row[y] && !copied[y];
		extra += rest[y];
	}
	if (extra && format->shortest)
		put_intervals(bits, format, page, rest, graph->pages);
	for (unsigned y = 0; y < graph->pages; y++)
		if (rest[y]) {
			put_code(bits, format, format->residual,
			    first ? signed_code((int64_t)y - page) :
				    y - last - 1);
			first = false;
			last = y;
		}
}

static inline unsigned
outdegree_of(const struct graph *graph, unsigned page)
{
	unsigned outdegree = 0;

	for (unsigned y = 0; y < graph->pages; y++)
		outdegree += graph->link[page][y];
	return outdegree;
}

static inline void
put_page(struct bits *bits, const struct format *format,
	 const struct graph *graph, unsigned page, struct sp_random *random)
{
	unsigned most = page < format->window ? page : format->window;
	unsigned outdegree = outdegree_of(graph, page), back = 0;

	put_code(bits, format, format->outdegree, outdegree);
	if (!outdegree)
		return;
	if (format->window)
		back = (unsigned)sp_random_below(random, most + 1);
	put_list(bits, format, graph, page, back);
}

static inline void
add_flag(char *text, const char *name, const char *code, bool rust)
{
	if (*text)
		strcat(text, rust ? "|" : " | ");
	strcat(text, name);
	strcat(text, code);
}

/* Writes the text of the properties file to text, which has 1024 bytes. */
static inline void
format_properties(char *text, const struct format *format, uint64_t pages,
		  uint64_t links)
{
	char flags[256] = "";

	if (format->outdegree)
		add_flag(flags, "OUTDEGREES_", format->outdegree,
			 format->rust);
	if (format->block)
		add_flag(flags, "BLOCKS_", format->block, format->rust);
	if (format->block_count && !format->rust)
		add_flag(flags, "BLOCK_COUNT_", format->block_count, false);
	if (format->reference)
		add_flag(flags, "REFERENCES_", format->reference,
			 format->rust);
	if (format->interval && format->rust)
		add_flag(flags, "INTERVALS_", format->interval, true);
	if (format->residual)
		add_flag(flags, "RESIDUALS_", format->residual, format->rust);
	snprintf(text, 1024,
		 "#BVGraph properties\n#today\nnodes=%llu\narcs=%llu\n"
		 "windowsize=%u\nminintervallength=%u\nmaxrefcount=3\n"
		 "graphclass=it.unimi.dsi.webgraph.BVGraph\n"
		 "compressionflags=%s\nversion=%d\n",
		 (unsigned long long)pages, (unsigned long long)links,
		 format->window, format->shortest, flags, format->little);
	if (format->zeta_k)
		sprintf(text + strlen(text), "zetak=%u\n", format->zeta_k);
	if (format->rust)
		sprintf(text + strlen(text), "endianness=%s\n",
			format->little ? "little" : "big");
}

/* Fills in the defaults of the properties. */
static inline struct format
with_defaults(struct format format)
{
	if (!format.outdegree)
		format.outdegree = "GAMMA";
	if (!format.block)
		format.block = "GAMMA";
	if (format.rust)
		format.block_count = format.block;
	else
		format.interval = NULL;
	if (!format.block_count)
		format.block_count = "GAMMA";
	if (!format.reference)
		format.reference = "UNARY";
	if (!format.interval)
		format.interval = "GAMMA";
	if (!format.residual)
		format.residual = "ZETA";
	if (!format.zeta_k)
		format.zeta_k = 3;
	return format;
}

#endif
