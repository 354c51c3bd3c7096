/* SPDX-License-Identifier: MIT */
/*
 * when.h - the times in logs, as milliseconds since 1970, UTC.
 *
 * The local time zone plays no part: a time that does not say its zone is in
 * the one that the caller names, UTC unless the user gave another.
 */
#ifndef SP_WEB_CRAWLLOG_WHEN_H
#define SP_WEB_CRAWLLOG_WHEN_H

#include "base/calendar.h" /* SP_NO_TIME */
#include "base/span.h"

#include <stdint.h>

/* For times without a zone, and for names of zones that are not known. */
struct sp_when_zone {
	int minutes;     /* east of UTC */
	bool given;      /* by the user; otherwise UTC, and no such names */
};

/*
 * Reads one of
 *
 *	20130522081727889   17 or 14 digits: year to milliseconds or seconds
 *	1369210647          10 or 11 digits: seconds since 1970; 13 digits:
 *	1369210647.889      milliseconds; 16: microseconds; or with a fraction
 *	2013-05-22T08:17:27.889Z   ISO 8601: with a blank for T, "," for ".",
 *	                    an offset for Z or none, without seconds
 *	22/May/2013:08:17:27 +0200   the Common Log Format, also in [ ]
 *	Wed May 22 08:17:27 UTC 2013   Date.toString() of Java
 *
 * from the years 1970 to 9999; digits of a second beyond milliseconds are cut
 * off.  Returns false for anything else, such as February 30, without setting
 * *time.
 */
bool sp_when_parse(struct sp_span text, struct sp_when_zone zone,
		   int64_t *time);

/*
 * Takes a time like "2013-05-22 08:17:27" or "2013-05-22 08:17:27,889", also
 * with T and ".", off the beginning of the line.  Returns false, and leaves
 * both alone, if the line does not begin so.
 */
bool sp_when_take(struct sp_span *line, struct sp_when_zone zone,
		  int64_t *time);

/* Parses "Z", "UTC", "+02:00", "-0330" as minutes east of UTC. */
bool sp_when_parse_zone(struct sp_span text, int *minutes);

#define SP_WHEN_TEXT 32

/* Writes "2013-05-22T08:17:27.889Z", NUL-terminated; returns its length. */
size_t sp_when_format(char text[SP_WHEN_TEXT], int64_t time);

#endif
