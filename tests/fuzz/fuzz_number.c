/* SPDX-License-Identifier: MIT */
/* Numbers that are accepted are what the C library reads, and print back. */
#include "fuzz.h"

#include "base/number.h"

#include <math.h>

static void
check_uint(const char *text, size_t size)
{
	char written[32];
	uint64_t value;
	size_t length;

	if (!sp_parse_uint(text, size, &value))
		return;
	hold(value == strtoull(text, NULL, 10));
	length = sp_format_uint(written, value);
	while (size > 1 && *text == '0') {
		text++;
		size--;
	}
	hold(length == size && !memcmp(text, written, size));
}

static void
check_double(const char *text, size_t size)
{
	char written[SP_DOUBLE_TEXT];
	double value, again;

	if (!sp_parse_double(text, size, &value))
		return;
	hold(isfinite(value) && value == strtod(text, NULL));
	sp_format_double(written, value);
	hold(sp_parse_double(written, strlen(written), &again));
	hold(!memcmp(&value, &again, sizeof(value)));
}

/* A time without a unit is a number of seconds. */
static void
check_duration(const char *text, size_t size)
{
	uint64_t value = 7, again;
	double seconds;
	char written[SP_DOUBLE_TEXT];
	bool good = sp_parse_duration(text, size, &value);

	hold(good ? value < UINT64_C(1) << 52 : value == 7);
	if (good && sp_parse_double(text, size, &seconds)) {
		hold(seconds >= 0);
		hold(fabs((double)value - seconds * 1e6) <= 0.5);
	}
	if (!good || value >> 51)
		return;
	sp_format_double(written, (double)value / 1e6);
	hold(sp_parse_duration(written, strlen(written), &again) &&
	     again == value);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	uint64_t value;

	hold(text);
	memcpy(text, data, size);
	text[size] = '\0';
	check_uint(text, size);
	check_double(text, size);
	check_duration(text, size);
	(void)sp_parse_size(text, &value);
	free(text);
	return 0;
}
