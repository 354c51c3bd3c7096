/* SPDX-License-Identifier: MIT */
/*
 * report.h - figures under headings, as aligned text or as one JSON object.
 *
 * Both forms are made by the same calls, so that they say the same.  A call
 * has the key of JSON and, as words, the label of the text; a figure without
 * a label is for JSON only.
 */
#ifndef GRAPHSTAT_REPORT_H
#define GRAPHSTAT_REPORT_H

#include "base/line.h"

#include <stddef.h>

struct report {
	struct sp_line line;  /* everything so far */
	bool json;
	bool safe;         /* names as safe text (base/text.h) */
	bool follows;      /* JSON: the next member needs a comma */
};

/*
 * Begin and end the whole report, and an object in it, with a heading or
 * NULL.
 */
void report_start(struct report *report, bool json, bool safe);
void report_finish(struct report *report);
void report_open(struct report *report, const char *key, const char *heading);
void report_close(struct report *report);

/* Figures of the object that is open. */
void report_count(struct report *report, const char *key, const char *label,
		  uint64_t value);
/* With a remark in the text. */
void report_count_with(struct report *report, const char *key,
		       const char *label, uint64_t value, const char *format,
		       ...) SP_PRINTF(5, 6);
/* With the percentage of all that it is in the text. */
void report_part(struct report *report, const char *key, const char *label,
		 uint64_t value, uint64_t all);
/* A real number: all digits in JSON, the given decimals in the text. */
void report_real(struct report *report, const char *key, const char *label,
		 double value, int decimals);
/* The same, but null in JSON and "-" in the text if it is NaN. */
void report_known(struct report *report, const char *key, const char *label,
		  double value, int decimals);
/* Any bytes, escaped. */
void report_text(struct report *report, const char *key, const char *label,
		 const char *text, size_t length);
/* A checksum, as 16 hexadecimal digits. */
void report_checksum(struct report *report, const char *key,
		     const char *label, uint64_t checksum);
/* JSON only: there is no such thing. */
void report_null(struct report *report, const char *key);

/* Lists, in JSON: report_open() with key NULL begins an object of a list. */
void report_open_list(struct report *report, const char *key,
		      const char *heading);
void report_close_list(struct report *report);

/* Text only: formatted text of fewer than 512 bytes. */
void report_say(struct report *report, const char *format, ...)
	SP_PRINTF(2, 3);

/* Any bytes, escaped for the form of the report. */
void report_escaped(struct report *report, const char *text, size_t length);

#endif
