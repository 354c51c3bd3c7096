/* SPDX-License-Identifier: MIT */
/*
 * A date is taken off the text piece by piece, each of which may be the last.
 * WARC allows dates that stop after any part, so each part is optional once
 * those before it are there; sp_calendar_time() then refuses what no calendar
 * has.
 */
#include "web/archive/date.h"

#include "base/ascii.h"
#include "base/calendar.h"

#include <stdio.h>

#define MINUTE 60000
#define TO_SECONDS 19 /* bytes of 2014-01-31T23:59:59 */

static bool
take_mark(struct sp_span *text, const char *marks)
{
	if (!text->length || !*text->text || !strchr(marks, *text->text))
		return false;
	sp_span_cut(text, 1);
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
	if (!take_mark(text, "+-") || !sp_take_digits(text, 2, &hour))
		return false;
	(void)take_mark(text, ":");
	if (text->length && !sp_take_digits(text, 2, &minute))
		return false;
	if (hour > 23 || minute > 59)
		return false;
	*minutes = (int64_t)hour * 60 + minute;
	if (west)
		*minutes = -*minutes;
	return true;
}

static bool
take_time(struct sp_span *text, struct sp_calendar *parts)
{
	if (!sp_take_digits(text, 2, &parts->hour))
		return false;
	if (!take_mark(text, ":"))
		return true;
	if (!sp_take_digits(text, 2, &parts->minute))
		return false;
	if (!take_mark(text, ":"))
		return true;
	if (!sp_take_digits(text, 2, &parts->second))
		return false;
	return !take_mark(text, ".,") ||
	       sp_take_milliseconds(text, &parts->millisecond);
}

static bool
take_iso(struct sp_span *text, struct sp_calendar *parts)
{
	if (!take_mark(text, "-"))
		return true;
	if (!sp_take_digits(text, 2, &parts->month))
		return false;
	if (!take_mark(text, "-"))
		return true;
	if (!sp_take_digits(text, 2, &parts->day))
		return false;
	return !take_mark(text, "Tt ") || take_time(text, parts);
}

/* The digits after the year, two at a time, with nothing between them. */
static bool
take_plain(struct sp_span *text, struct sp_calendar *parts)
{
	unsigned *fields[] = { &parts->month, &parts->day, &parts->hour,
			       &parts->minute, &parts->second };
	unsigned extra;

	for (size_t i = 0; i < 5 && text->length; i++)
		if (!sp_take_digits(text, 2, fields[i]))
			return false;
	if (text->length && !sp_take_milliseconds(text, &parts->millisecond))
		return false;
	while (sp_take_digits(text, 1, &extra))
		continue;
	return !text->length;
}

bool
sp_date_parse(struct sp_span text, int64_t *time)
{
	struct sp_calendar parts = { .month = 1, .day = 1 };
	bool plain = text.length > 4 && sp_is_digit(text.text[4]);
	int64_t minutes = 0, value;

	if (!text.text || !sp_take_digits(&text, 4, &parts.year))
		return false;
	if (plain ? !take_plain(&text, &parts) :
		    !take_iso(&text, &parts) || !take_zone(&text, &minutes))
		return false;
	if (text.length || !sp_calendar_time(&parts, &value))
		return false;
	value -= minutes * MINUTE;
	/* The zone may lead out of the years that can be written. */
	if (sp_calendar_date(value).year > 9999)
		return false;
	*time = value;
	return true;
}

void
sp_date_format(char text[SP_DATE_TEXT], int64_t time)
{
	struct sp_calendar date = sp_calendar_date(time);
	char *rest = text + TO_SECONDS;

	snprintf(text, SP_DATE_TEXT, "%04u-%02u-%02uT%02u:%02u:%02uZ",
		 date.year % 10000, date.month % 100, date.day % 100,
		 date.hour % 100, date.minute % 100, date.second % 100);
	if (date.millisecond)
		snprintf(rest, SP_DATE_TEXT - TO_SECONDS, ".%03uZ",
			 date.millisecond % 1000);
}
