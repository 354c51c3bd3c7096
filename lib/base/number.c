/* SPDX-License-Identifier: MIT */
/*
 * Numbers in text, in both directions: decimal counts, sizes with a suffix, and
 * doubles.  The C library's functions take more than people mean and less than
 * files need: strtoul() skips blanks and turns "-1" into a large number,
 * strtod() takes "0x1p3", "nan" and "infinity", and all of them want a NUL at
 * the end.  So the form is checked here, byte by byte, and only what has the
 * form of a decimal reaches strtod(), which alone rounds right.
 *
 * What is written is what is read back: a double gets as many digits as it
 * takes to tell it from its neighbours, and no more, so that tables hold 0.1
 * and not 0.10000000000000001.  Whole numbers are written by code of our own,
 * because dumps of a large graph are hardly anything else.
 */
#include "base/number.h"

#include "base/ascii.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The whole text must be digits.  Overflow is seen by the processor's flag, so
 * that 2^64 is refused and 2^64 - 1 is not, without a limit of digits that
 * leading zeros would break.
 */
bool
sp_parse_uint(const char *text, size_t length, uint64_t *value)
{
	uint64_t sum = 0;

	if (!length)
		return false;
	for (size_t i = 0; i < length; i++) {
		/* Bytes below '0' wrap to large numbers. */
		unsigned digit = (unsigned)(unsigned char)text[i] - '0';

		if (digit > 9 || __builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, digit, &sum))
			return false;
	}
	*value = sum;
	return true;
}

static size_t
digits_at(const char *text, size_t length, size_t at)
{
	size_t start = at;

	while (at < length && sp_is_digit(text[at]))
		at++;
	return at - start;
}

/*
 * Is it [+-]digits[.digits][e[+-]digits] with a digit before or after "."?
 * strtod() also takes blanks, hexadecimal and names, so this goes first.
 */
static bool
is_decimal(const char *text, size_t length)
{
	size_t at = 0, digits;

	if (at < length && (text[at] == '+' || text[at] == '-'))
		at++;
	digits = digits_at(text, length, at);
	at += digits;
	if (at < length && text[at] == '.') {
		size_t fraction = digits_at(text, length, at + 1);

		at += 1 + fraction;
		digits += fraction;
	}
	if (!digits)
		return false;
	if (at < length && (text[at] == 'e' || text[at] == 'E')) {
		at++;
		if (at < length && (text[at] == '+' || text[at] == '-'))
			at++;
		digits = digits_at(text, length, at);
		if (!digits)
			return false;
		at += digits;
	}
	return at == length;
}

bool
sp_parse_double(const char *text, size_t length, double *value)
{
	char copy[128];
	char *end;

	/* No program here sets a locale, so strtod() expects a ".". */
	if (length >= sizeof(copy) || !is_decimal(text, length))
		return false;
	/* text may be part of a line, and strtod() needs a NUL at its end. */
	memcpy(copy, text, length);
	copy[length] = '\0';
	*value = strtod(copy, &end);
	/* 1e999 is a decimal, but no finite double. */
	return *end == '\0' && isfinite(*value);
}

/*
 * Decimal suffixes, since these are counts of pages: "10k" is ten thousand.  K
 * counts as k: people type either.
 */
bool
sp_parse_count(const char *text, size_t length, uint64_t *value)
{
	static const char suffixes[] = "kMGT";
	uint64_t unit = 1, count;

	if (length) {
		char last = text[length - 1] == 'K' ? 'k' : text[length - 1];
		const char *suffix = memchr(suffixes, last, 4);

		for (int i = 0; suffix && i <= suffix - suffixes; i++)
			unit *= 1000;
		length -= suffix != NULL;
	}
	/* A suffix alone is refused here: it has no digits. */
	if (!sp_parse_uint(text, length, &count) ||
	    __builtin_mul_overflow(count, unit, &count))
		return false;
	*value = count;
	return true;
}

/*
 * Rounded down, so that nothing has more than its share.  As doubles, 29 % of
 * 100 and 32.3 % of 1000 are a little less than they are.
 */
bool
sp_parse_limit(const char *text, uint64_t whole, uint64_t *most)
{
	size_t length = strlen(text);
	double percent;

	if (!length || text[length - 1] != '%')
		return sp_parse_count(text, length, most) && *most;
	if (!sp_parse_double(text, length - 1, &percent) || !(percent > 0) ||
	    percent > 100)
		return false;
	*most = (uint64_t)(percent * (double)whole / 100 *
			   (1 + 4 * DBL_EPSILON));
	if (!*most)
		*most = 1;
	return true;
}

/*
 * Binary suffixes, since these are sizes of memory: "2G" and "2GiB" are the
 * same.  "2GB" is refused: some mean 10^9 by it.
 */
bool
sp_parse_size(const char *text, uint64_t *value)
{
	static const char suffixes[] = "KMGT";
	size_t length = strlen(text), digits;
	unsigned shift = 0;

	digits = digits_at(text, length, 0);
	if (digits < length) {
		const char *suffix = strchr(suffixes, text[digits]);

		if (!suffix)
			return false;
		shift = 10 * (unsigned)(suffix - suffixes + 1);
		if (text[digits + 1] && strcmp(text + digits + 1, "iB"))
			return false;
	}
	/* A suffix alone is refused here: it has no digits. */
	if (!sp_parse_uint(text, digits, value) ||
	    *value > UINT64_MAX >> shift)
		return false;
	*value <<= shift;
	return true;
}

/*
 * No unit is the end of another one that comes later in the table, and the last
 * one, which is none, fits every text.  "1m" is refused: minutes and
 * milliseconds begin with it.
 */
bool
sp_parse_duration(const char *text, size_t length, uint64_t *microseconds)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{ "ms", 1e-3 }, { "min", 60 }, { "s", 1 }, { "h", 3600 },
		{ "d", 86400 }, { "", 1 }
	};
	size_t i = 0, of = 0;
	double value;

	for (; i < sizeof(units) / sizeof(*units); i++) {
		of = strlen(units[i].name);
		if (length >= of &&
		    !memcmp(text + length - of, units[i].name, of))
			break;
	}
	if (!sp_parse_double(text, length - of, &value) || value < 0)
		return false;
	value = value * units[i].seconds * 1e6 + .5;
	/* 0 often means "no limit": what is meant to be more must not be 0. */
	if (!(value < 0x1p52) || (value > .5 && value < 1))
		return false;
	*microseconds = (uint64_t)value;
	return true;
}

/*
 * Tries precisions until the text reads back as the same number.  Most scores
 * need 15 to 17 digits, so it starts there; a subnormal number has so few bits
 * that 15 digits would show ones that it does not have.
 */
size_t
sp_format_double(char text[SP_DOUBLE_TEXT], double value)
{
	/*
	 * 17 digits always read back, and 15 show every decimal of up to 15
	 * digits as it was.  Subnormal numbers have fewer digits than that.
	 */
	int digits = value != 0 && fabs(value) < DBL_MIN ? 1 : 15;

	for (;; digits++) {
		int length = snprintf(text, SP_DOUBLE_TEXT, "%.*g", digits,
				      value);

		if (digits == 17 || strtod(text, NULL) == value)
			return (size_t)length;
	}
}

/* The pairs from 00 to 99, so that one division makes two digits. */
static const char two_digits[] =
	"00010203040506070809101112131415161718192021222324"
	"25262728293031323334353637383940414243444546474849"
	"50515253545556575859606162636465666768697071727374"
	"75767778798081828384858687888990919293949596979899";

/* The digits of value; 1233 / 4096 is a little more than log10(2). */
static size_t
digits_of(uint64_t value)
{
	static const uint64_t powers[] = {
		0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
		1000000000, UINT64_C(10000000000), UINT64_C(100000000000),
		UINT64_C(1000000000000), UINT64_C(10000000000000),
		UINT64_C(100000000000000), UINT64_C(1000000000000000),
		UINT64_C(10000000000000000), UINT64_C(100000000000000000),
		UINT64_C(1000000000000000000), UINT64_C(10000000000000000000)
	};
	unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
	unsigned power = bits * 1233 >> 12;

	return power + (value >= powers[power]);
}

/*
 * Two digits at a time, and below 2^32 without divisions of 64 bits: 0.7
 * of the time of one digit at a time for page numbers of six digits.
 */
size_t
sp_format_uint(char *text, uint64_t value)
{
	size_t length = digits_of(value), at = length;
	uint32_t low;

	for (; value > UINT32_MAX; value /= 100) {
		at -= 2;
		memcpy(text + at, two_digits + value % 100 * 2, 2);
	}
	for (low = (uint32_t)value; low > 9; low /= 100) {
		at -= 2;
		memcpy(text + at, two_digits + low % 100 * 2, 2);
	}
	if (at)
		text[0] = (char)('0' + low);
	return length;
}
