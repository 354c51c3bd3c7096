/* SPDX-License-Identifier: MIT */
/*
 * date.h - points in time, as archives and the logs of crawlers write them.
 */
#ifndef SP_WEB_ARCHIVE_DATE_H
#define SP_WEB_ARCHIVE_DATE_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads a date of ISO 8601 as WARC allows it: 2014, 2014-01, 2014-01-31,
 * 2014-01-31T23:59, with seconds, with a fraction of a second (cut to
 * milliseconds), with "Z", "+01:00" or nothing, which means "Z"; or the digits
 * alone, as in ARC and CDX: 20140131235959, from 4 (a year) to 17 (with
 * milliseconds), of which any more are not read.  What is left out is the
 * first of its kind: month 1, day 1, 00:00:00.  Returns false, without setting
 * *time, for anything else, and for a year after 9999 or a 30th of February.
 * *time is in milliseconds since 1970.
 */
bool sp_date_parse(struct sp_span text, int64_t *time);

#define SP_DATE_TEXT 25 /* room for sp_date_format(), with the NUL */

/*
 * Writes time as 2014-01-31T23:59:59Z, or with three digits of a fraction
 * unless they are 0.  time is one that sp_date_parse() returned.
 */
void sp_date_format(char text[SP_DATE_TEXT], int64_t time);

#endif
