/* SPDX-License-Identifier: MIT */
/*
 * Times of logs in four forms, told apart by their first bytes, so that each is
 * tried by one function only.  Forms are strict, since a wrong time would put a
 * page at a wrong place in the order without any message: the number of digits
 * says what digits are, and names of zones count only if they mean one thing
 * everywhere ("CST" does not).
 *
 * Nothing here asks the system for a time zone: results must not depend on the
 * machine.
 */
#include "web/crawllog/when.h"

#include "base/ascii.h"
#include "base/calendar.h"

#include <stdio.h>

#define MINUTE INT64_C(60000)
#define TIME_END INT64_C(253402300800000) /* of the year 9999 */

static bool
time_of(const struct sp_calendar *date, int zone, int64_t *time)
{
	int64_t value;

	/* Years before 1970 are none of a log. */
	if (!sp_calendar_time(date, &value) || date->year < 1970)
		return false;
	value -= zone * MINUTE;
	if (value < 0 || value >= TIME_END)
		return false;
	*time = value;
	return true;
}

/* ---- pieces of text --------------------------------------------------- */

static bool
take_char(struct sp_span *text, char c)
{
	if (!text->length || *text->text != c)
		return false;
	sp_span_cut(text, 1);
	return true;
}

/* A fraction of a second, after a point or comma, if there is one. */
static bool
when_take_fraction(struct sp_span *text, unsigned *milli)
{
	*milli = 0;
	return (!take_char(text, '.') && !take_char(text, ',')) ||
	       sp_take_milliseconds(text, milli);
}

static bool
take_clock(struct sp_span *text, struct sp_calendar *date)
{
	if (!sp_take_digits(text, 2, &date->hour) || !take_char(text, ':') ||
	    !sp_take_digits(text, 2, &date->minute))
		return false;
	if (!take_char(text, ':'))
		return true;
	return sp_take_digits(text, 2, &date->second) &&
	       when_take_fraction(text, &date->millisecond);
}

/* "Jan" to "Dec" */
static bool
take_month(struct sp_span *text, unsigned *month)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (*month = 1; *month <= 12; ++*month)
		if (sp_span_take(text, (struct sp_span){
					 names + 3 * (*month - 1), 3 }))
			return true;
	return false;
}

/* "+02:00", "+0200" or "+02".  A colon must have minutes after it. */
static bool
take_offset(struct sp_span *text, int *minutes)
{
	bool west = take_char(text, '-');
	unsigned hour, minute = 0;

	if (!west && !take_char(text, '+'))
		return false;
	if (!sp_take_digits(text, 2, &hour))
		return false;
	if ((take_char(text, ':') || text->length) &&
	    !sp_take_digits(text, 2, &minute))
		return false;
	if (hour > 23 || minute > 59)
		return false;
	*minutes = (int)(hour * 60 + minute) * (west ? -1 : 1);
	return true;
}

/*
 * Names of zones that mean one thing only, and what Java writes for others.  A
 * name that is not known is an error unless the user has said which zone the
 * log is in.
 */
static bool
take_zone_name(struct sp_span *text, struct sp_when_zone zone,
	       int *minutes)
{
	static const struct {
		struct sp_span name;
		int hours;
	} zones[] = {
		{ { "UTC", 3 }, 0 }, { { "GMT", 3 }, 0 }, { { "Z", 1 }, 0 },
		{ { "WET", 3 }, 0 }, { { "WEST", 4 }, 1 }, { { "CET", 3 }, 1 },
		{ { "CEST", 4 }, 2 }, { { "EET", 3 }, 2 },
		{ { "EEST", 4 }, 3 }, { { "MSK", 3 }, 3 }, { { "JST", 3 }, 9 },
		{ { "KST", 3 }, 9 }, { { "EST", 3 }, -5 },
		{ { "EDT", 3 }, -4 }, { { "CDT", 3 }, -5 },
		{ { "MST", 3 }, -7 }, { { "MDT", 3 }, -6 },
		{ { "PST", 3 }, -8 }, { { "PDT", 3 }, -7 }
	};
	struct sp_span name;
	size_t length = 0;

	while (length < text->length && sp_is_capital(text->text[length]))
		length++;
	name = sp_span_cut(text, length);
	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++)
		if (sp_span_equal(name, zones[i].name)) {
			*minutes = zones[i].hours * 60;
			/* "GMT+02:00" */
			if (i < 2 && text->length && strchr("+-", *text->text))
				return take_offset(text, minutes);
			return true;
		}
	*minutes = zone.minutes;
	return length && zone.given;
}

/* ---- forms of times --------------------------------------------------- */

/*
 * Digits alone: dates of 14 or 17 digits, or seconds, milliseconds or
 * microseconds since 1970, by their number.  Times before 2001 have fewer than
 * ten, and count as seconds only with a fraction.
 */
static bool
of_digits(struct sp_span text, struct sp_when_zone zone, int64_t *time)
{
	size_t length = text.length, whole = 0;
	struct sp_calendar date = { 0 };
	int64_t value = 0;

	while (whole < length && sp_is_digit(text.text[whole]))
		whole++;
	if (length == whole && (whole == 14 || whole == 17))
		return sp_take_digits(&text, 4, &date.year) &&
		       sp_take_digits(&text, 2, &date.month) &&
		       sp_take_digits(&text, 2, &date.day) &&
		       sp_take_digits(&text, 2, &date.hour) &&
		       sp_take_digits(&text, 2, &date.minute) &&
		       sp_take_digits(&text, 2, &date.second) &&
		       (whole == 14 ||
			sp_take_digits(&text, 3, &date.millisecond)) &&
		       time_of(&date, zone.minutes, time);
	if (!whole || whole > 16)
		return false;
	for (size_t i = 0; i < whole; i++)
		value = value * 10 + (text.text[i] - '0');
	sp_span_cut(&text, whole);
	if (!when_take_fraction(&text, &date.millisecond) || text.length)
		return false;
	/* Small numbers are seconds only where a fraction says so. */
	if (whole == 10 || whole == 11 || (whole < 10 && length > whole))
		value = value * 1000 + date.millisecond;
	else if (whole == 16)
		value /= 1000;
	else if (whole != 13)
		return false;
	if (value >= TIME_END)
		return false;
	*time = value;
	return true;
}

/* "2013-05-22T08:17:27.889Z" */
static bool
of_iso(struct sp_span text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes = zone.minutes;

	if (!sp_take_digits(&text, 4, &date.year) || !take_char(&text, '-') ||
	    !sp_take_digits(&text, 2, &date.month) ||
	    !take_char(&text, '-') || !sp_take_digits(&text, 2, &date.day))
		return false;
	if (text.length) {
		if (!take_char(&text, 'T') && !take_char(&text, ' '))
			return false;
		if (!take_clock(&text, &date))
			return false;
		(void)take_char(&text, ' ');
		if (text.length && !take_offset(&text, &minutes) &&
		    !take_zone_name(&text, zone, &minutes))
			return false;
	}
	return !text.length && time_of(&date, minutes, time);
}

/* "22/May/2013:08:17:27 +0200" */
static bool
of_access_log(struct sp_span text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes = zone.minutes;

	if (!sp_take_digits(&text, 2, &date.day) || !take_char(&text, '/') ||
	    !take_month(&text, &date.month) || !take_char(&text, '/') ||
	    !sp_take_digits(&text, 4, &date.year) || !take_char(&text, ':') ||
	    !take_clock(&text, &date))
		return false;
	if (take_char(&text, ' ') && !take_offset(&text, &minutes))
		return false;
	return !text.length && time_of(&date, minutes, time);
}

/* "Wed May 22 08:17:27 UTC 2013" */
static bool
of_java(struct sp_span text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes;

	if (text.length < 4)
		return false;
	sp_span_cut(&text, 3);
	return take_char(&text, ' ') && take_month(&text, &date.month) &&
	       take_char(&text, ' ') && sp_take_digits(&text, 2, &date.day) &&
	       take_char(&text, ' ') && take_clock(&text, &date) &&
	       take_char(&text, ' ') && take_zone_name(&text, zone, &minutes) &&
	       take_char(&text, ' ') &&
	       sp_take_digits(&text, 4, &date.year) && !text.length &&
	       time_of(&date, minutes, time);
}

bool
sp_when_parse(struct sp_span text, struct sp_when_zone zone, int64_t *time)
{
	if (!text.length || text.length > 64)
		return false;
	if (text.text[text.length - 1] == ']' &&
	    sp_span_take(&text, SP_SPAN("[")))
		text.length--;
	/* The first bytes tell the forms apart. */
	if (!text.length)
		return false;
	if (!sp_is_digit(*text.text))
		return of_java(text, zone, time);
	if (text.length > 4 && text.text[4] == '-')
		return of_iso(text, zone, time);
	if (text.length > 2 && text.text[2] == '/')
		return of_access_log(text, zone, time);
	return of_digits(text, zone, time);
}

/*
 * The length of the time is found by its marks, not by parsing: what follows it
 * in a line may be anything.
 */
bool
sp_when_take(struct sp_span *line, struct sp_when_zone zone, int64_t *time)
{
	size_t length = 19; /* of a time in whole seconds */
	struct sp_span text = *line;

	if (line->length < length || line->text[4] != '-' ||
	    line->text[13] != ':')
		return false;
	if (line->length >= length + 4 &&
	    (line->text[length] == ',' || line->text[length] == '.'))
		length += 4;
	text.length = length;
	if (!of_iso(text, zone, time))
		return false;
	sp_span_cut(line, length);
	return true;
}

bool
sp_when_parse_zone(struct sp_span text, int *minutes)
{
	struct sp_when_zone none = { 0, false };
	bool offset = sp_span_begins(text, SP_SPAN("+")) ||
		      sp_span_begins(text, SP_SPAN("-"));
	int value = 0;

	if (offset ? !take_offset(&text, &value) :
		     !take_zone_name(&text, none, &value))
		return false;
	if (text.length)
		return false;
	*minutes = value;
	return true;
}

/* ---- as text ---------------------------------------------------------- */

size_t
sp_when_format(char text[SP_WHEN_TEXT], int64_t time)
{
	struct sp_calendar date = sp_calendar_date(time);

	return (size_t)snprintf(text, SP_WHEN_TEXT,
				"%04u-%02u-%02uT%02u:%02u:%02u.%03uZ",
				date.year, date.month, date.day, date.hour,
				date.minute, date.second, date.millisecond);
}
