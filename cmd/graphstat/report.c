/* SPDX-License-Identifier: MIT */
/*
 * Figures under headings, in two forms at once: each call writes a member of
 * JSON or a line of text, so that neither can lack what the other has.
 *
 * JSON needs to know whether a comma comes first: follows says that a member
 * was written at this level since it was opened.  Closing a level is itself a
 * member of the one outside, so one flag is enough for all levels.  Text has
 * an empty line before each heading but the first.
 *
 * Text that was lost for lack of memory is noted in the line, and the report
 * fails at its end.
 */
#include "report.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LABEL_WIDTH 22
#define VALUE_WIDTH 16

/* ---- pieces ----------------------------------------------------------- */

/*
 * Six bytes a byte: the longest escape, \u00HH.  Names come from streams, and
 * may be anything.
 */
void
report_escaped(struct report *report, const char *text, size_t length)
{
	char *escaped = sp_alloc(length, 6);
	bool fresh = true;

	if (!escaped) {
		report->line.lost = true;
		return;
	}
	if (report->json)
		length = sp_escape_json(escaped, text, length, report->safe);
	else if (report->safe)
		length = sp_safe_cell(escaped, text, length, &fresh);
	else
		length = sp_escape_cell(escaped, text, length);
	sp_line_add_bytes(&report->line, escaped, length);
	free(escaped);
}

/* Begins a member of an object or, without a key, an item of a list. */
static void
json_member(struct report *report, const char *key)
{
	if (report->follows)
		sp_line_add(&report->line, ", ");
	report->follows = true;
	if (key)
		sp_line_format(&report->line, "\"%s\": ", key);
}

/* The end of a line of text is left to the caller. */
static void
text_figure(struct report *report, const char *label, const char *value)
{
	sp_line_format(&report->line, "  %-*s%*s", LABEL_WIDTH, label,
		       VALUE_WIDTH, value);
}

static void
end_of_line(struct report *report)
{
	sp_line_add(&report->line, "\n");
}

/* ---- objects and lists ------------------------------------------------ */

void
report_start(struct report *report, bool json, bool safe)
{
	*report = (struct report){ .line = SP_LINE_EMPTY, .json = json,
				   .safe = safe };
	if (json)
		sp_line_add(&report->line, "{");
}

void
report_finish(struct report *report)
{
	if (report->json)
		sp_line_add(&report->line, "}\n");
}

/*
 * A heading begins a part of the text, after an empty line unless it is the
 * first; levels without one exist in JSON only.
 */
static void
open_with(struct report *report, const char *key, const char *heading,
	  const char *bracket)
{
	if (report->json) {
		json_member(report, key);
		sp_line_add(&report->line, bracket);
		report->follows = false;
	} else if (heading) {
		/* An empty line between parts. */
		if (report->line.length)
			end_of_line(report);
		sp_line_add(&report->line, heading);
		end_of_line(report);
	}
}

static void
close_with(struct report *report, const char *bracket)
{
	if (!report->json)
		return;
	sp_line_add(&report->line, bracket);
	report->follows = true;
}

void
report_open(struct report *report, const char *key, const char *heading)
{
	open_with(report, key, heading, "{");
}

void
report_close(struct report *report)
{
	close_with(report, "}");
}

void
report_open_list(struct report *report, const char *key, const char *heading)
{
	open_with(report, key, heading, "[");
}

void
report_close_list(struct report *report)
{
	close_with(report, "]");
}

/* ---- figures ---------------------------------------------------------- */

/*
 * A figure that is written alike in both forms.  Without a label it is for
 * JSON only, as lists of numbers are.
 */
static void
report_number(struct report *report, const char *key, const char *label,
	      const char *value)
{
	if (report->json) {
		json_member(report, key);
		sp_line_add(&report->line, value);
	} else if (label) {
		text_figure(report, label, value);
		end_of_line(report);
	}
}

void
report_count(struct report *report, const char *key, const char *label,
	     uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	report_number(report, key, label, text);
}

void
report_count_with(struct report *report, const char *key, const char *label,
		  uint64_t value, const char *format, ...)
{
	char text[32];
	va_list args;

	if (report->json) {
		report_count(report, key, label, value);
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, value);
	text_figure(report, label, text);
	sp_line_add(&report->line, "  ");
	va_start(args, format);
	sp_line_format_list(&report->line, format, args);
	va_end(args);
	end_of_line(report);
}

void
report_part(struct report *report, const char *key, const char *label,
	    uint64_t value, uint64_t all)
{
	if (all)
		report_count_with(report, key, label, value, "%5.1f %%",
				  100 * (double)value / (double)all);
	else
		report_count(report, key, label, value);
}

void
report_real(struct report *report, const char *key, const char *label,
	    double value, int decimals)
{
	char text[SP_DOUBLE_TEXT];

	if (report->json)
		sp_format_double(text, value);
	else
		snprintf(text, sizeof(text), "%.*f", decimals, value);
	report_number(report, key, label, text);
}

void
report_known(struct report *report, const char *key, const char *label,
	     double value, int decimals)
{
	if (!isnan(value))
		report_real(report, key, label, value, decimals);
	else
		report_number(report, key, label, report->json ? "null" : "-");
}

void
report_text(struct report *report, const char *key, const char *label,
	    const char *text, size_t length)
{
	if (report->json) {
		json_member(report, key);
		sp_line_add(&report->line, "\"");
		report_escaped(report, text, length);
		sp_line_add(&report->line, "\"");
	} else if (label) {
		sp_line_format(&report->line, "  %-*s", LABEL_WIDTH, label);
		report_escaped(report, text, length);
		end_of_line(report);
	}
}

void
report_checksum(struct report *report, const char *key, const char *label,
		uint64_t checksum)
{
	char text[24];

	snprintf(text, sizeof(text), report->json ? "\"%016" PRIx64 "\"" :
						    "%016" PRIx64, checksum);
	report_number(report, key, label, text);
}

void
report_null(struct report *report, const char *key)
{
	if (!report->json)
		return;
	json_member(report, key);
	sp_line_add(&report->line, "null");
}

void
report_say(struct report *report, const char *format, ...)
{
	va_list args;

	if (report->json)
		return;
	va_start(args, format);
	sp_line_format_list(&report->line, format, args);
	va_end(args);
}
