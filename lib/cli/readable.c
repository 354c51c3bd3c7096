/* SPDX-License-Identifier: MIT */
#include "cli/readable.h"

#include "base/number.h"

#include <stdio.h>

void
readable_count(char text[READABLE_TEXT], uint64_t count)
{
	char digits[24];
	size_t length = sp_format_uint(digits, count), used = 0;

	for (size_t i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
}

void
readable_bytes(char text[READABLE_TEXT], uint64_t bytes)
{
	static const char units[] = "KMGTPE";
	double size = (double)bytes;
	int unit = -1;

	/* 1023.95 would be printed as 1024.0. */
	while (size >= 1023.95 && unit < 5) {
		size /= 1024;
		unit++;
	}
	if (unit < 0)
		snprintf(text, READABLE_TEXT, "%.0f bytes", size);
	else
		snprintf(text, READABLE_TEXT, "%.1f %ciB", size, units[unit]);
}

void
readable_seconds(char text[READABLE_TEXT], double seconds, int decimals)
{
	uint64_t whole;

	if (seconds < 59.5) {
		snprintf(text, READABLE_TEXT, "%.*f s", decimals, seconds);
		return;
	}
	/* Years fit: the clock counts 64-bit seconds, and so does this. */
	whole = seconds < 1e15 ? (uint64_t)(seconds + 0.5) : 0;
	if (whole < 3600)
		snprintf(text, READABLE_TEXT, "%u min %u s",
			 (unsigned)(whole / 60), (unsigned)(whole % 60));
	else
		snprintf(text, READABLE_TEXT, "%" PRIu64 " h %u min",
			 whole / 3600, (unsigned)(whole / 60 % 60));
}
