/* SPDX-License-Identifier: MIT */
/*
 * Years begin in March here, so that leap days are the last of a year, and five
 * months from March or August on have 153 days.
 */
#include "base/calendar.h"

#include "base/ascii.h"

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define CYCLE INT64_C(146097)      /* days of 400 years */
#define DAYS_TO_1970 INT64_C(719468) /* from March 1 of year 0 */

/*
 * A second 60 is allowed: leap seconds are in log files.  The count of time has
 * none, so it falls on the next minute.
 */
static bool
is_date(const struct sp_calendar *date)
{
	static const unsigned days[] = { 31, 28, 31, 30, 31, 30,
					 31, 31, 30, 31, 30, 31 };
	bool leap = (date->year % 4 == 0 && date->year % 100) ||
		    date->year % 400 == 0;

	if (date->year > 9999 || !date->month || date->month > 12)
		return false;
	return date->day &&
	       date->day <= days[date->month - 1] +
				    (date->month == 2 && leap) &&
	       date->hour < 24 && date->minute < 60 && date->second <= 60 &&
	       date->millisecond < 1000;
}

/*
 * 153 days in each five months gives the days before a month by one division:
 * (153 m + 2) / 5 is 0, 31, 61, 92 ... from March on.  Not timegm(), which is
 * no standard C, nor mktime(), which depends on a time zone.
 */
bool
sp_calendar_time(const struct sp_calendar *date, int64_t *time)
{
	int64_t year, from_march, of_year, leaps;

	if (!is_date(date))
		return false;
	year = (int64_t)date->year - (date->month < 3);
	from_march = (date->month + 9) % 12;
	of_year = (153 * from_march + 2) / 5 + date->day - 1;
	/* The year is -1 for January of year 0. */
	leaps = year < 0 ? -1 : year / 4 - year / 100 + year / 400;
	*time = (year * 365 + leaps + of_year - DAYS_TO_1970) * DAY +
		date->hour * HOUR + date->minute * MINUTE +
		(int64_t)date->second * 1000 + date->millisecond;
	return true;
}

/*
 * The other way round: days to cycles of 400 years, then to years, where the
 * divisors take away the leap days so that each year has 365, then to months by
 * the inverse of the line above.
 */
struct sp_calendar
sp_calendar_date(int64_t time)
{
	int64_t day = time / DAY, rest = time % DAY;
	int64_t cycle, of_cycle, year, of_year, month;

	if (rest < 0) {
		rest += DAY;
		day--;
	}
	day += DAYS_TO_1970;
	cycle = (day >= 0 ? day : day - (CYCLE - 1)) / CYCLE;
	of_cycle = day - cycle * CYCLE;
	year = (of_cycle - of_cycle / 1460 + of_cycle / 36524 -
		of_cycle / (CYCLE - 1)) / 365;
	of_year = of_cycle - (365 * year + year / 4 - year / 100);
	month = (5 * of_year + 2) / 153;
	day = of_year - (153 * month + 2) / 5 + 1;
	month = month < 10 ? month + 3 : month - 9;
	year += cycle * 400 + (month < 3);
	return (struct sp_calendar){
		(unsigned)year, (unsigned)month, (unsigned)day,
		(unsigned)(rest / HOUR), (unsigned)(rest / MINUTE % 60),
		(unsigned)(rest / 1000 % 60), (unsigned)(rest % 1000)
	};
}

bool
sp_take_milliseconds(struct sp_span *text, unsigned *millisecond)
{
	unsigned digit, scale = 100;

	*millisecond = 0;
	if (!sp_take_digits(text, 1, &digit))
		return false;
	do {
		*millisecond += digit * scale;
		scale /= 10;
	} while (sp_take_digits(text, 1, &digit));
	return true;
}
