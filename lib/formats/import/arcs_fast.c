/* SPDX-License-Identifier: MIT */
/*
 * The reader of lines of two numbers, which most large lists of links consist
 * of; arcs_parse.c says how it takes turns with the reader of any line.
 *
 * Reading a number byte by byte takes a branch for each byte, of which the last
 * is mispredicted whenever two numbers differ in length, and each line waits
 * for the end of the one before.  Here the ends come first: 64 bytes at a time
 * become a word with a bit for each byte that is no digit, and the next end is
 * the lowest bit of that.  The digits between two ends are then read as one or
 * two words of 8 bytes, without a loop.
 *
 *	text     1 2 7 \t 4 \n 1 2 7 \t ...
 *	marks    0 0 0  1  0 1  0 0 0  1  ...
 *
 * Invariants:
 * - marks.bits has the ends of the block that were not taken yet, lowest first;
 *   blocks follow each other without a gap, from the first line on.
 * - A block may reach into the 16 bytes that follow every text
 *   (web/file/source.h) and no further: marks.last is the first place where it
 *   would.  Lines too near the end are left to the other reader.
 * - Nothing is written of a line before all of it is known to be good, so that
 *   the caller can go on with that line as if it had not been looked at.
 * - The runs have room for all lines of the piece (arcs_parse.c), so no store
 *   needs a check.
 */
#include "formats/import/arcs_parse.h"

#include "base/bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define BLOCK 64 /* bytes, a bit of digit_marks each */

/* A text, and a bit for each byte of the block that is no digit. */
struct digit_marks {
	const char *block;
	const char *last;  /* blocks must begin before */
	uint64_t bits;     /* of those not yet taken */
};

#ifdef __SSE2__
static inline uint64_t
no_digits(const char *block)
{
	const __m128i shift = _mm_set1_epi8((char)(0x80 - '0'));
	const __m128i nine = _mm_set1_epi8((char)(0x80 + 9));
	uint64_t bits = 0;

	/* The compare is signed: digits become the ten least values. */
	for (unsigned i = 0; i < BLOCK / 16; i++) {
		__m128i bytes = _mm_loadu_si128(
			(const __m128i *)(const void *)(block + 16 * i));
		__m128i other = _mm_cmpgt_epi8(_mm_add_epi8(bytes, shift),
					       nine);

		bits |= (uint64_t)(unsigned)_mm_movemask_epi8(other)
			<< 16 * i;
	}
	return bits;
}
#else
static inline uint64_t
no_digits(const char *block)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint64_t bits = 0;

	for (unsigned i = 0; i < BLOCK / 8; i++) {
		uint64_t word = sp_load64((const uint8_t *)block + 8 * i) ^
				UINT64_C(0x3030303030303030);
		/* The top bit of each byte above 9, without a carry. */
		uint64_t other = (((word & low) +
				   UINT64_C(0x7676767676767676)) | word) &
				 ~low;

		/* The eight top bits, side by side. */
		bits |= ((other >> 7) * UINT64_C(0x0102040810204080) >> 56)
			<< 8 * i;
	}
	return bits;
}
#endif

/* The next byte that is no digit, or NULL when too little text is left. */
static inline const char *
next_mark(struct digit_marks *marks)
{
	const char *mark;

	while (!marks->bits) {
		marks->block += BLOCK;
		if (marks->block >= marks->last)
			return NULL;
		marks->bits = no_digits(marks->block);
	}
	mark = marks->block + __builtin_ctzll(marks->bits);
	marks->bits &= marks->bits - 1;
	return mark;
}

/*
 * 1 to 8 digits at text, of which 8 bytes are readable: right-aligned in a
 * word, the last one on top, zeros below.
 */
static inline uint64_t
aligned_digits(const char *text, size_t digits)
{
	uint64_t word = sp_load64((const uint8_t *)text) ^
			UINT64_C(0x3030303030303030);

	return word << (64 - 8 * digits);
}

#define NO_WORD UINT64_MAX /* no digits look like this */

/*
 * The number that such a word is, 8 digits in two steps instead of 8: the first
 * makes numbers of two digits in every other byte, the second multiplies the
 * four of them by 10^6, 10^4, 10^2 and 1 and adds them up in the upper half.
 */
static inline uint64_t
digits_value(uint64_t word)
{
	word = word * 10 + (word >> 8);
	return ((word & UINT64_C(0x000000ff000000ff)) *
			UINT64_C(0x000f424000000064) +
		(word >> 16 & UINT64_C(0x000000ff000000ff)) *
			UINT64_C(0x0000271000000001)) >> 32;
}

/*
 * Above all numbers of 16 digits, the most that are read fast.  Longer ones
 * take the other reader: an id of 17 digits is rare, and one of 20 may not fit
 * 64 bits, which has to be found out.
 */
#define FAST_LIMIT UINT64_C(10000000000000000)

/* 9 to 16 digits; UINT64_MAX for any other number of them. */
static __attribute__((noinline)) uint64_t
long_number(const char *text, size_t digits)
{
	if (digits - 9 >= 8)
		return UINT64_MAX;
	return digits_value(aligned_digits(text, digits - 8)) * 100000000 +
	       digits_value(aligned_digits(text + digits - 8, 8));
}

/* The number at [text, end), all digits; UINT64_MAX unless 1 to 16. */
static inline __attribute__((always_inline)) uint64_t
fast_number(const char *text, const char *end)
{
	size_t digits = (size_t)(end - text);

	/* No digits at all become the largest size, which is refused above. */
	return digits - 1 < 8 ? digits_value(aligned_digits(text, digits)) :
				long_number(text, digits);
}

/*
 * The end of a line whose target ends at mark, or NULL: the line is not plain,
 * or too near the end of the text.
 */
static const char *
arcs_fast_line_end(struct digit_marks *marks, const char *mark, char separator,
		   char other)
{
	if (*mark == '\r' && mark[1] == '\n')
		return next_mark(marks);
	if (*mark != separator && *mark != other)
		return NULL;
	/* More columns, which are not wanted. */
	do {
		mark = next_mark(marks);
	} while (mark && *mark != '\n');
	return mark;
}

/* Where the parts of a line end. */
struct line_marks {
	const char *source, *target, *end;
};

/* The next line; false if it is of another form, or too near the end. */
static inline bool
arcs_fast_next_line(struct digit_marks *marks, char separator, char other,
		    struct line_marks *line)
{
	line->source = next_mark(marks);
	if (!line->source ||
	    (*line->source != other && *line->source != separator))
		return false;
	line->end = line->target = next_mark(marks);
	if (!line->target)
		return false;
	if (*line->target != '\n') {
		/* A copy, so that the marks can be in registers. */
		struct digit_marks copy = *marks;

		line->end = arcs_fast_line_end(&copy, line->target, separator,
					       other);
		*marks = copy;
	}
	return line->end != NULL;
}

/* What the fast reader changes in a piece, in registers. */
struct fast_state {
	struct sp_id_run *run;
	uint64_t run_start;  /* arcs before those that it added to the run */
	uint64_t source_word;
	uint64_t arcs, lines, max_id;
	int64_t last;        /* target of the run, or -1 */
	bool mixed;
};

/*
 * Counts are kept in registers while a run goes on, and are added when it ends.
 * The run may have arcs already, of the other reader or of an earlier call.
 */
static inline void
end_fast_run(struct fast_state *state)
{
	state->run->count += state->arcs - state->run_start;
	state->run->mixed |= state->mixed;
	state->run_start = state->arcs;
	state->mixed = false;
}

/* Ends the run, and begins that of another source. */
static inline void
begin_fast_run(struct fast_state *state, uint64_t source)
{
	end_fast_run(state);
	*++state->run = (struct sp_id_run){ source, 0, false };
	state->last = -1;
	if (source > state->max_id)
		state->max_id = source;
}

/*
 * Reads lines "number separator number" from line on.  Returns the start of the
 * first line that is of another form, or has an id that is too large for it.
 * wide is a constant, which makes a loop for each width.
 */
static inline __attribute__((always_inline)) const char *
parse_fast_lines(const struct sp_arc_format *format,
		 struct sp_arc_piece *piece, const char *line, bool wide)
{
	char separator = format->separator_length ? *format->separator : ' ';
	char other = format->separator_length ? separator : '\t';
	/* A block may reach into the 16 readable bytes after the text. */
	struct digit_marks marks = { line - BLOCK, piece->end + 16 - BLOCK, 0 };
	uint64_t most = wide ? FAST_LIMIT : UINT64_C(1) << 32;
	uint64_t limit = format->limit_text && format->limit < most ?
				 format->limit : most;
	uint64_t base = format->base1;
	struct fast_state state = { &piece->runs[piece->run_count - 1],
				    piece->arcs, NO_WORD, piece->arcs,
				    piece->lines, piece->max_id, -1, false };
	struct line_marks at;

	if (state.run->count)
		state.last = (int64_t)sp_arc_target(piece, piece->arcs - 1);
	for (; line < piece->end &&
	       arcs_fast_next_line(&marks, separator, other, &at);
	     line = at.end + 1) {
		size_t digits = (size_t)(at.source - line);
		uint64_t word = digits - 1 < 8 ?
					aligned_digits(line, digits) : NO_WORD;
		/*
		 * With base 1 an id of 0 wraps to the largest number, which no
		 * limit lets pass.
		 */
		uint64_t target = fast_number(at.source + 1, at.target) - base;

		if (target >= limit)
			break;
		/* Most lines have the source of the line before. */
		if (word == NO_WORD || word != state.source_word) {
			uint64_t source = fast_number(line, at.source) - base;

			if (source >= limit)
				break;
			state.source_word = word;
			if (source != state.run->source)
				begin_fast_run(&state, source);
		}
		state.max_id = target > state.max_id ? target : state.max_id;
		state.mixed |= (int64_t)target <= state.last;
		state.last = (int64_t)target;
		if (wide)
			piece->wide_targets[state.arcs++] = target;
		else
			piece->targets[state.arcs++] = (uint32_t)target;
		state.lines++;
	}
	end_fast_run(&state);
	piece->run_count = (uint64_t)(state.run - piece->runs) + 1;
	piece->arcs = state.arcs;
	piece->lines = state.lines;
	piece->max_id = state.max_id;
	return line;
}

const char *
sp_arc_parse_fast(const struct sp_arc_format *format,
		  struct sp_arc_piece *piece, const char *line)
{
	return piece->wide ? parse_fast_lines(format, piece, line, true) :
			     parse_fast_lines(format, piece, line, false);
}
