/* SPDX-License-Identifier: MIT */
/*
 * Where records begin.  A WARC record begins with "WARC/", a version and the
 * end of a line: ten bytes tell.  An ARC record begins with a line of a URL, an
 * address, a date, a type and a length, which takes a whole line to know, and
 * which a line of text can resemble.  So once an archive is known to be a WARC,
 * ARC lines are no records of it; one that has begun as ARC may still go on as
 * WARC, as files that were concatenated do.
 *
 * A place where a record may begin is the start of a line or of a member.
 * Searching looks at no other places, which is what keeps it at the speed of
 * memchr().
 */
#include "web/archive/archive_private.h"
#include "web/archive/head.h"

#include <string.h>

#define ARC_LINE_MOST ((size_t)64 << 10)

enum sp_status
sp_archive_line(struct sp_feed *feed, size_t from, size_t most, size_t *length,
		struct sp_error *err)
{
	size_t looked = from;

	for (;;) {
		const uint8_t *start = feed->text + feed->at;
		size_t left = feed->end - feed->at;
		const uint8_t *end = left > looked ?
				memchr(start + looked, '\n', left - looked) :
				NULL;

		/*
		 * What was looked through is not looked through again when more
		 * comes.
		 */
		looked = end ? (size_t)(end + 1 - start) : left;
		*length = looked > most ? 0 : looked;
		if (end || looked > most || feed->done || feed->broken)
			return SP_OK;
		if (sp_feed_more(feed, err))
			return err->status;
	}
}

enum sp_status
sp_archive_begins(struct sp_archive *archive, bool *begins,
		  struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	size_t length;

	*begins = false;
	if (sp_feed_ensure(feed, SP_WARC_MAGIC, err))
		return err->status;
	if (archive->kind != KIND_ARC)
		*begins = sp_begins_warc(feed->text + feed->at,
					 feed->end - feed->at);
	/* The first record that is recognised says what the archive is. */
	if (archive->kind == KIND_WARC || *begins) {
		archive->kind = *begins ? KIND_WARC : archive->kind;
		return SP_OK;
	}
	if (sp_archive_line(feed, 0, ARC_LINE_MOST, &length, err))
		return err->status;
	*begins = sp_begins_arc((const char *)feed->text + feed->at, length);
	if (*begins)
		archive->kind = KIND_ARC;
	return SP_OK;
}

bool
sp_archive_may_begin(const uint8_t *text, size_t size)
{
	const struct sp_span line = { (const char *)text, size };

	return sp_begins_warc(text, size) ||
	       sp_span_begins(line, SP_SPAN("filedesc:")) ||
	       sp_span_begins(line, SP_SPAN("http:")) ||
	       sp_span_begins(line, SP_SPAN("https:")) ||
	       sp_span_begins(line, SP_SPAN("dns:")) ||
	       sp_span_begins(line, SP_SPAN("ftp:"));
}

enum sp_status
sp_archive_skip_ends(struct sp_feed *feed, bool *at_end, struct sp_error *err)
{
	*at_end = false;
	for (;;) {
		while (feed->at < feed->end &&
		       sp_is_line_end(feed->text[feed->at]))
			feed->at++;
		if (feed->at < feed->end)
			return SP_OK;
		if (feed->between || feed->done || feed->broken) {
			*at_end = true;
			return SP_OK;
		}
		if (sp_feed_more(feed, err))
			return err->status;
	}
}

enum sp_status
sp_archive_skip_to_record(struct sp_archive *archive, uint64_t *skipped,
			  struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	bool begins = false;

	*skipped = 0;
	for (;;) {
		size_t left = feed->end - feed->at, step;
		const uint8_t *start = feed->text + feed->at, *end;
		bool place;

		end = left ? memchr(start, '\n', left) : NULL;
		step = end ? (size_t)(end + 1 - start) : left;
		if (sp_feed_border(feed) < step)
			step = sp_feed_border(feed);
		/*
		 * A step goes to the start of the next line, or to the next
		 * member if that comes first: records of damaged archives begin
		 * there without any line end before them.
		 */
		/* At the end of what is at hand, a member may begin next. */
		place = step < left || end || feed->between;
		feed->at += step;
		*skipped += step;
		if (feed->at == feed->end) {
			if (feed->done || feed->broken)
				return SP_OK;
			place = place || feed->between;
			if (sp_feed_more(feed, err))
				return err->status;
			if (feed->at == feed->end)
				continue;
		}
		if (place && sp_archive_begins(archive, &begins, err))
			return err->status;
		if (begins)
			return SP_OK;
	}
}
