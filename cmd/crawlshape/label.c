/* SPDX-License-Identifier: MIT */
/*
 * How wide a text is, and how it breaks into lines.  Which font is used depends
 * on the viewer, so widths are the larger ones of two usual sans-serif fonts,
 * Helvetica and DejaVu Sans: what fits here fits there.
 */
#include "picture.h"

#include "base/utf8.h"

#define BOLD 1.25 /* as wide as plain letters, at most */
#define WIDE 1.1  /* a letter beyond ASCII */
#define EMOJI 1.4
#define FEWEST 4  /* characters of a line that is not whole */

/* The width of one character. */
static double
letter_width(uint32_t code)
{
	/* In hundredths, from " " to "~". */
	static const unsigned char widths[] = {
		32, 41, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 37, 32, 34,
		64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 56,
		102, 69, 69, 73, 77, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75,
		79, 67, 79, 73, 67, 62, 74, 69, 99, 69, 67, 69, 39, 34, 39, 84,
		56, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64,
		62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84
	};

	if (code >= ' ' && code < 0x7f)
		return widths[code - ' '] / 100.0;
	return code < 0x10000 ? WIDE : EMOJI;
}

/*
 * The bytes and the width of the first character of a text; an invalid byte
 * counts as one.
 */
static size_t
next_letter(struct sp_span text, bool bold, double *width)
{
	uint32_t code;
	size_t size = sp_utf8_get(text, &code);

	*width = size ? letter_width(code) : WIDE;
	if (bold)
		*width *= BOLD;
	return size ? size : 1;
}

double
label_width(struct sp_span text, bool bold)
{
	double sum = 0, width;

	while (text.length) {
		sp_span_cut(&text, next_letter(text, bold, &width));
		sum += width;
	}
	return sum;
}

/* A text, and the bytes of it that are in a line. */
struct fit {
	size_t used;
	unsigned letters;
	size_t good;      /* up to the last place where a line may end */
	size_t word;      /* up to the last blank, which goes first; or 0 */
};

static struct fit
fit_line(struct sp_span text, double most, bool bold)
{
	struct fit fit = { 0, 0, 0, 0 };
	double sum = 0, width;

	while (fit.used < text.length) {
		struct sp_span rest = { text.text + fit.used,
					text.length - fit.used };
		size_t size = next_letter(rest, bold, &width);

		if (sum + width > most)
			break;
		sum += width;
		fit.used += size;
		fit.letters++;
		if (size == 1 && memchr("/?&=;,-_.>", *rest.text, 10))
			fit.good = fit.used;
		if (*rest.text == ' ')
			fit.word = fit.used;
	}
	return fit;
}

/* The end of a text as long as the width allows. */
static struct sp_span
fit_end(struct sp_span text, double most, bool bold)
{
	double sum = label_width(text, bold), width;

	while (text.length && sum > most) {
		sp_span_cut(&text, next_letter(text, bold, &width));
		sum -= width;
	}
	return text;
}

unsigned
label_break(struct sp_span text, double width, bool bold, unsigned most,
	    struct label_line *lines)
{
	double dots = WIDE * (bold ? BOLD : 1);
	unsigned count = 0;

	while (text.length && count + 1 < most) {
		struct fit fit = fit_line(text, width, bold);

		if (fit.used < text.length && fit.letters < FEWEST)
			return 0;
		if (fit.used < text.length && fit.word)
			fit.used = fit.word;
		else if (fit.used < text.length && 2 * fit.good >= fit.used)
			fit.used = fit.good;
		lines[count++] = (struct label_line){
			.text = sp_span_cut(&text, fit.used)
		};
	}
	if (!text.length)
		return count;
	if (label_width(text, bold) <= width) {
		lines[count++] = (struct label_line){ .text = text };
	} else if (count) {
		lines[count++] = (struct label_line){
			fit_end(text, width - dots, bold), LABEL_CUT_BEFORE
		};
	} else {
		struct fit fit = fit_line(text, width - dots, bold);

		if (fit.letters < FEWEST)
			return 0;
		text.length = fit.used;
		lines[count++] = (struct label_line){ text, LABEL_CUT_AFTER };
	}
	return count;
}
