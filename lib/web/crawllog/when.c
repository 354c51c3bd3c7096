/* SPDX-License-Identifier: MIT */
#include "web/crawllog/when.h"

#include "base/ascii.h"
#include "base/calendar.h"

#include <stdio.h>

#define MINUTE INT64_C(60000)
#define TIME_END INT64_C(253402300800000) /* of the year 9999 */

/* What is left of a text that is being read. */
struct when_text {
	const char *at, *end;
};

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
take_char(struct when_text *text, char c)
{
	if (text->at == text->end || *text->at != c)
		return false;
	text->at++;
	return true;
}

/* Exactly count digits. */
static bool
when_take_digits(struct when_text *text, unsigned count, unsigned *value)
{
	*value = 0;
	if ((size_t)(text->end - text->at) < count)
		return false;
	for (; count; count--, text->at++) {
		unsigned digit = (unsigned)(unsigned char)*text->at - '0';

		if (digit > 9)
			return false;
		*value = *value * 10 + digit;
	}
	return true;
}

/* Digits after a point or comma, as thousandths; none if there are none. */
static bool
when_take_fraction(struct when_text *text, unsigned *milli)
{
	unsigned scale = 100, digits = 0;

	*milli = 0;
	if (!take_char(text, '.') && !take_char(text, ','))
		return true;
	for (; text->at < text->end; text->at++, digits++, scale /= 10) {
		unsigned digit = (unsigned)(unsigned char)*text->at - '0';

		if (digit > 9)
			break;
		*milli += digit * scale;
	}
	return digits > 0;
}

static bool
take_clock(struct when_text *text, struct sp_calendar *date)
{
	if (!when_take_digits(text, 2, &date->hour) || !take_char(text, ':') ||
	    !when_take_digits(text, 2, &date->minute))
		return false;
	if (!take_char(text, ':'))
		return true;
	return when_take_digits(text, 2, &date->second) &&
	       when_take_fraction(text, &date->millisecond);
}

/* "Jan" to "Dec" */
static bool
take_month(struct when_text *text, unsigned *month)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	if (text->end - text->at < 3)
		return false;
	for (*month = 1; *month <= 12; ++*month)
		if (!memcmp(text->at, names + 3 * (*month - 1), 3)) {
			text->at += 3;
			return true;
		}
	return false;
}

/* "+02:00", "+0200" or "+02" */
static bool
take_offset(struct when_text *text, int *minutes)
{
	bool west = take_char(text, '-');
	unsigned hour, minute = 0;

	if (!west && !take_char(text, '+'))
		return false;
	if (!when_take_digits(text, 2, &hour))
		return false;
	if ((take_char(text, ':') || text->at < text->end) &&
	    !when_take_digits(text, 2, &minute))
		return false;
	if (hour > 23 || minute > 59)
		return false;
	*minutes = (int)(hour * 60 + minute) * (west ? -1 : 1);
	return true;
}

/* Names of zones that mean one thing only, and what Java writes for others. */
static bool
take_zone_name(struct when_text *text, struct sp_when_zone zone,
	       int *minutes)
{
	static const struct {
		const char *name;
		int hours;
	} zones[] = {
		{ "UTC", 0 }, { "GMT", 0 }, { "Z", 0 }, { "WET", 0 },
		{ "WEST", 1 }, { "CET", 1 }, { "CEST", 2 }, { "EET", 2 },
		{ "EEST", 3 }, { "MSK", 3 }, { "JST", 9 }, { "KST", 9 },
		{ "EST", -5 }, { "EDT", -4 }, { "CDT", -5 }, { "MST", -7 },
		{ "MDT", -6 }, { "PST", -8 }, { "PDT", -7 }
	};
	const char *from = text->at;
	size_t length;

	while (text->at < text->end && sp_is_capital(*text->at))
		text->at++;
	length = (size_t)(text->at - from);
	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++)
		if (strlen(zones[i].name) == length &&
		    !memcmp(zones[i].name, from, length)) {
			*minutes = zones[i].hours * 60;
			/* "GMT+02:00" */
			if (i < 2 && text->at < text->end &&
			    (*text->at == '+' || *text->at == '-'))
				return take_offset(text, minutes);
			return true;
		}
	*minutes = zone.minutes;
	return length && zone.given;
}

/* ---- forms of times --------------------------------------------------- */

static bool
of_digits(struct when_text text, struct sp_when_zone zone, int64_t *time)
{
	size_t length = (size_t)(text.end - text.at), whole = 0;
	struct sp_calendar date = { 0 };
	int64_t value = 0;

	while (whole < length && sp_is_digit(text.at[whole]))
		whole++;
	if (length == whole && (whole == 14 || whole == 17))
		return when_take_digits(&text, 4, &date.year) &&
		       when_take_digits(&text, 2, &date.month) &&
		       when_take_digits(&text, 2, &date.day) &&
		       when_take_digits(&text, 2, &date.hour) &&
		       when_take_digits(&text, 2, &date.minute) &&
		       when_take_digits(&text, 2, &date.second) &&
		       (whole == 14 ||
			when_take_digits(&text, 3, &date.millisecond)) &&
		       time_of(&date, zone.minutes, time);
	if (!whole || whole > 16)
		return false;
	for (size_t i = 0; i < whole; i++)
		value = value * 10 + (text.at[i] - '0');
	text.at += whole;
	if (!when_take_fraction(&text, &date.millisecond) ||
	    text.at != text.end)
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
of_iso(struct when_text text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes = zone.minutes;

	if (!when_take_digits(&text, 4, &date.year) || !take_char(&text, '-') ||
	    !when_take_digits(&text, 2, &date.month) ||
	    !take_char(&text, '-') || !when_take_digits(&text, 2, &date.day))
		return false;
	if (text.at < text.end) {
		if (!take_char(&text, 'T') && !take_char(&text, ' '))
			return false;
		if (!take_clock(&text, &date))
			return false;
		(void)take_char(&text, ' ');
		if (text.at < text.end && !take_offset(&text, &minutes) &&
		    !take_zone_name(&text, zone, &minutes))
			return false;
	}
	return text.at == text.end && time_of(&date, minutes, time);
}

/* "22/May/2013:08:17:27 +0200" */
static bool
of_access_log(struct when_text text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes = zone.minutes;

	if (!when_take_digits(&text, 2, &date.day) || !take_char(&text, '/') ||
	    !take_month(&text, &date.month) || !take_char(&text, '/') ||
	    !when_take_digits(&text, 4, &date.year) || !take_char(&text, ':') ||
	    !take_clock(&text, &date))
		return false;
	if (take_char(&text, ' ') && !take_offset(&text, &minutes))
		return false;
	return text.at == text.end && time_of(&date, minutes, time);
}

/* "Wed May 22 08:17:27 UTC 2013" */
static bool
of_java(struct when_text text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_calendar date = { 0 };
	int minutes;

	if (text.end - text.at < 4)
		return false;
	text.at += 3;
	return take_char(&text, ' ') && take_month(&text, &date.month) &&
	       take_char(&text, ' ') && when_take_digits(&text, 2, &date.day) &&
	       take_char(&text, ' ') && take_clock(&text, &date) &&
	       take_char(&text, ' ') && take_zone_name(&text, zone, &minutes) &&
	       take_char(&text, ' ') &&
	       when_take_digits(&text, 4, &date.year) && text.at == text.end &&
	       time_of(&date, minutes, time);
}

bool
sp_when_parse(struct sp_span span, struct sp_when_zone zone, int64_t *time)
{
	struct when_text text = { span.text, span.text + span.length };

	if (!span.length || span.length > 64)
		return false;
	if (*text.at == '[' && text.end[-1] == ']') {
		text.at++;
		text.end--;
	}
	/* The first bytes tell the forms apart. */
	if (text.at == text.end)
		return false;
	if (*text.at < '0' || *text.at > '9')
		return of_java(text, zone, time);
	if (text.end - text.at > 4 && text.at[4] == '-')
		return of_iso(text, zone, time);
	if (text.end - text.at > 2 && text.at[2] == '/')
		return of_access_log(text, zone, time);
	return of_digits(text, zone, time);
}

bool
sp_when_take(struct sp_span *line, struct sp_when_zone zone, int64_t *time)
{
	size_t length = 19; /* of a time in whole seconds */
	struct when_text text;

	if (line->length < length || line->text[4] != '-' ||
	    line->text[13] != ':')
		return false;
	if (line->length >= length + 4 &&
	    (line->text[length] == ',' || line->text[length] == '.'))
		length += 4;
	text = (struct when_text){ line->text, line->text + length };
	if (!of_iso(text, zone, time))
		return false;
	sp_span_cut(line, length);
	return true;
}

bool
sp_when_parse_zone(struct sp_span span, int *minutes)
{
	struct when_text text = { span.text, span.text + span.length };
	struct sp_when_zone none = { 0, false };
	int value = 0;

	if (!span.length)
		return false;
	if (*text.at == '+' || *text.at == '-') {
		if (!take_offset(&text, &value))
			return false;
	} else if (!take_zone_name(&text, none, &value)) {
		return false;
	}
	if (text.at != text.end)
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
