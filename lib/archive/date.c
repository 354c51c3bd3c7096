/* SPDX-License-Identifier: MIT */
#include "archive/date.h"

#include <stdio.h>

#define MINUTE 60000
#define DAY INT64_C(86400000)

struct clock_parts {
	unsigned year, month, day, hour, minute, second, millisecond;
};

/* Days from 1970-01-01: years begin in March, so that leap days are last. */
static int64_t
day_of(unsigned year, unsigned month, unsigned day)
{
	int64_t y = (int64_t)year - (month < 3);
	int64_t from_march = month < 3 ? month + 9 : month - 3;
	/* 153 days are five months from March or August on. */
	int64_t of_year = (153 * from_march + 2) / 5 + day - 1;
	/* y is -1 for January of year 0. */
	int64_t leaps = y < 0 ? -1 : y / 4 - y / 100 + y / 400;

	return y * 365 + leaps + of_year - 719468;
}

static unsigned
days_in(unsigned year, unsigned month)
{
	static const unsigned days[] = { 31, 28, 31, 30, 31, 30,
					 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100) || year % 400 == 0;

	return days[month - 1] + (month == 2 && leap);
}

/* Takes count digits. */
static bool
take_digits(struct sp_span *text, size_t count, unsigned *number)
{
	unsigned value = 0;

	if (text->length < count)
		return false;
	for (size_t i = 0; i < count; i++) {
		unsigned digit = (unsigned)(unsigned char)text->text[i] - '0';

		if (digit > 9)
			return false;
		value = value * 10 + digit;
	}
	text->text += count;
	text->length -= count;
	*number = value;
	return true;
}

static bool
take_mark(struct sp_span *text, const char *marks)
{
	if (!text->length || !*text->text || !strchr(marks, *text->text))
		return false;
	text->text++;
	text->length--;
	return true;
}

/* The fraction of a second, of any number of digits. */
static bool
take_fraction(struct sp_span *text, unsigned *millisecond)
{
	unsigned digit, scale = 100;

	if (!take_digits(text, 1, &digit))
		return false;
	do {
		*millisecond += digit * scale;
		scale /= 10;
	} while (take_digits(text, 1, &digit));
	return true;
}

/* "Z", "+01:00", "-0130" or nothing, as minutes to subtract. */
static bool
take_zone(struct sp_span *text, int64_t *minutes)
{
	bool west = text->length && *text->text == '-';
	unsigned hour, minute = 0;

	*minutes = 0;
	if (take_mark(text, "Zz") || !text->length)
		return true;
	if (!take_mark(text, "+-") || !take_digits(text, 2, &hour))
		return false;
	(void)take_mark(text, ":");
	if (text->length && !take_digits(text, 2, &minute))
		return false;
	if (hour > 23 || minute > 59)
		return false;
	*minutes = (int64_t)hour * 60 + minute;
	if (west)
		*minutes = -*minutes;
	return true;
}

static bool
take_time(struct sp_span *text, struct clock_parts *parts)
{
	if (!take_digits(text, 2, &parts->hour))
		return false;
	if (!take_mark(text, ":"))
		return true;
	if (!take_digits(text, 2, &parts->minute))
		return false;
	if (!take_mark(text, ":"))
		return true;
	if (!take_digits(text, 2, &parts->second))
		return false;
	return !take_mark(text, ".,") ||
	       take_fraction(text, &parts->millisecond);
}

static bool
take_iso(struct sp_span *text, struct clock_parts *parts)
{
	if (!take_mark(text, "-"))
		return true;
	if (!take_digits(text, 2, &parts->month))
		return false;
	if (!take_mark(text, "-"))
		return true;
	if (!take_digits(text, 2, &parts->day))
		return false;
	return !take_mark(text, "Tt ") || take_time(text, parts);
}

/* The digits after the year, two at a time, with nothing between them. */
static bool
take_plain(struct sp_span *text, struct clock_parts *parts)
{
	unsigned *fields[] = { &parts->month, &parts->day, &parts->hour,
			       &parts->minute, &parts->second };
	unsigned extra;

	for (size_t i = 0; i < 5 && text->length; i++)
		if (!take_digits(text, 2, fields[i]))
			return false;
	if (text->length && !take_fraction(text, &parts->millisecond))
		return false;
	while (take_digits(text, 1, &extra))
		continue;
	return !text->length;
}

bool
sp_date_parse(struct sp_span text, int64_t *time)
{
	struct clock_parts parts = { .month = 1, .day = 1 };
	bool plain = text.length > 4 && text.text[4] >= '0' &&
		     text.text[4] <= '9';
	int64_t minutes = 0;

	if (!text.text || !take_digits(&text, 4, &parts.year))
		return false;
	if (plain ? !take_plain(&text, &parts) :
		    !take_iso(&text, &parts) || !take_zone(&text, &minutes))
		return false;
	if (text.length || !parts.month || parts.month > 12 || !parts.day ||
	    parts.day > days_in(parts.year, parts.month))
		return false;
	/* 60 is a leap second. */
	if (parts.hour > 23 || parts.minute > 59 || parts.second > 60)
		return false;
	*time = day_of(parts.year, parts.month, parts.day) * DAY +
		((int64_t)parts.hour * 60 + parts.minute - minutes) * MINUTE +
		(int64_t)parts.second * 1000 + parts.millisecond;
	return true;
}

void
sp_date_format(char text[SP_DATE_TEXT], int64_t time)
{
	int64_t day = time / DAY, rest = time % DAY;
	int64_t era, of_era, year, of_year, month;
	char fraction[8] = "";

	if (rest < 0) {
		rest += DAY;
		day--;
	}
	/* The inverse of day_of(), in eras of 400 years. */
	day += 719468;
	era = (day >= 0 ? day : day - 146096) / 146097;
	of_era = day - era * 146097;
	year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) /
	       365;
	of_year = of_era - (365 * year + year / 4 - year / 100);
	month = (5 * of_year + 2) / 153;
	day = of_year - (153 * month + 2) / 5 + 1;
	month = month < 10 ? month + 3 : month - 9;
	year += era * 400 + (month < 3);
	if (rest % 1000)
		snprintf(fraction, sizeof(fraction), ".%03u",
			 (unsigned)(rest % 1000) % 1000);
	snprintf(text, SP_DATE_TEXT, "%04u-%02u-%02uT%02u:%02u:%02u%sZ",
		 (unsigned)year % 10000, (unsigned)month % 100,
		 (unsigned)day % 100, (unsigned)(rest / 3600000) % 100,
		 (unsigned)(rest / 60000) % 60, (unsigned)(rest / 1000) % 60,
		 fraction);
}
