/* SPDX-License-Identifier: MIT */
/*
 * --retry-after: when a page that failed may be asked for again.
 *
 * Time is counted from the last fetch that the stream knows, or from --now, and
 * never from the clock of the machine: the same stream gives the same batch on
 * every day.  An age in downloads is for replays, whose times are the places of
 * downloads.
 */
#include "crawlnext.h"

#include "base/ascii.h"
#include "base/number.h"
#include "web/crawllog/when.h"

#include <string.h>

/* ---- options ---------------------------------------------------------- */

static uint64_t
seconds_of_unit(char unit)
{
	switch (unit) {
	case 's': return 1;
	case 'm': return 60;
	case 'h': return 3600;
	case 'd': return 86400;
	case 'w': return UINT64_C(7) * 86400;
	default: return 0;
	}
}

enum sp_status
crawlnext_read_age(struct crawlnext *next)
{
	const char *text = next->options.retry_after;
	size_t length = text ? strlen(text) : 0;
	uint64_t unit = 1, age;

	if (!text)
		return SP_OK;
	if (length && sp_is_letter(text[length - 1])) {
		unit = seconds_of_unit(text[--length]);
		next->retry.seconds = true;
	}
	if (!unit || !sp_parse_uint(text, length, &age) ||
	    age > INT64_MAX / unit)
		return sp_fail(&next->cmd->err, SP_USAGE, "option "
			       "--retry-after: \"%s\" is not an age, a whole "
			       "number and s, m, h, d or w", text);
	next->retry.age = (int64_t)(age * unit);
	next->options.retry = true;
	return SP_OK;
}

static enum sp_status
read_now(struct crawlnext *next)
{
	const char *text = next->options.now;
	bool seconds = next->fetches->clock == SP_CLOCK_SECONDS;
	int64_t time;
	uint64_t number;

	if (!text)
		return SP_OK;
	if (seconds && sp_when_parse((struct sp_span){ text, strlen(text) },
				     (struct sp_when_zone){ 0, false }, &time))
		next->retry.now = time / 1000;
	else if (!seconds && sp_parse_uint(text, strlen(text), &number) &&
		 number <= SP_DOWNLOADS_MAX)
		next->retry.now = (int64_t)number;
	else
		return sp_fail(&next->cmd->err, SP_USAGE, "option --now: "
			       "\"%s\" is not a %s", text,
			       seconds ? "time, such as 2026-11-25T17:00:00Z" :
					 "number of downloads");
	if (next->retry.now < next->retry.last)
		cmd_warn(next->cmd, "option --now: %s is before the last fetch "
			 "of the stream", text);
	return SP_OK;
}

enum sp_status
crawlnext_begin_retry(struct crawlnext *next)
{
	const struct sp_fetches *fetches = next->fetches;
	struct crawlnext_retry *retry = &next->retry;
	struct sp_error *err = &next->cmd->err;

	if (!next->options.retry_after)
		return SP_OK;
	retry->last = SP_FETCH_NO_TIME;
	for (uint64_t i = 0; fetches && i < fetches->count; i++)
		if (fetches->items[i].time > retry->last)
			retry->last = fetches->items[i].time;
	if (retry->last == SP_FETCH_NO_TIME)
		return sp_fail(err, SP_DATA, "option --retry-after: no times "
			       "of fetches in the stream (archives and logs "
			       "have them; --retry needs none)");
	if (retry->seconds && fetches->clock == SP_CLOCK_DOWNLOADS)
		return sp_fail(err, SP_DATA, "option --retry-after: the times "
			       "of this stream are downloads, not %s (give a "
			       "number without a unit)",
			       next->options.retry_after);
	if (!retry->seconds && fetches->clock == SP_CLOCK_SECONDS)
		return sp_fail(err, SP_DATA, "option --retry-after: the times "
			       "of this stream are seconds: give %s a unit (s, "
			       "m, h, d or w)", next->options.retry_after);
	retry->now = retry->last;
	return read_now(next);
}

/* ---- pages ------------------------------------------------------------ */

/* Times are never so large that the difference of two overflows. */
bool
crawlnext_is_due(struct crawlnext *next, uint64_t page)
{
	const struct sp_fetch *fetch;

	if (!next->options.retry_after)
		return next->options.retry;
	fetch = sp_fetches_find(next->fetches, page);
	if (!fetch || fetch->time == SP_FETCH_NO_TIME) {
		next->retry.untimed++;
		return true;
	}
	if (next->retry.now - fetch->time > next->retry.age)
		return true;
	next->retry.early++;
	return false;
}

void
crawlnext_end_retry(const struct crawlnext *next)
{
	if (!next->options.retry_after)
		return;
	if (next->retry.untimed)
		cmd_warn(next->cmd, "option --retry-after: %" PRIu64 " pages "
			 "failed at a time that is not known, and may be asked "
			 "for again", next->retry.untimed);
	cmd_count(next->cmd, "too_early", next->retry.early);
}
