/* SPDX-License-Identifier: MIT */
/*
 * calendar.h - points in time as dates of the Gregorian calendar, UTC.
 */
#ifndef SP_BASE_CALENDAR_H
#define SP_BASE_CALENDAR_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/* Where a time, in milliseconds since 1970, is not known. */
#define SP_NO_TIME INT64_MIN

struct sp_calendar {
	unsigned year, month, day; /* months and days from 1 */
	unsigned hour, minute, second, millisecond;
};

/*
 * Sets *time to milliseconds since 1970.  Returns false, without setting it, if
 * there is no such date; years are 0 to 9999, and second 60 is a leap second:
 * the first one of the next minute.
 */
bool sp_calendar_time(const struct sp_calendar *date, int64_t *time);

/* The inverse, for all results of it, and some days before or after them. */
struct sp_calendar sp_calendar_date(int64_t time);

/*
 * Cuts the digits of a fraction of a second off, at least one, and sets what
 * they are in milliseconds: those after the third do not count.
 */
bool sp_take_milliseconds(struct sp_span *text, unsigned *millisecond);

#endif
