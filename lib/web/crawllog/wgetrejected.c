/* SPDX-License-Identifier: MIT */
/*
 * The table that "wget -r --rejected-log=FILE" writes of links that it did not
 * follow, divided by tabs:
 *
 *	REASON  U_URL  U_SCHEME ...  P_URL  P_SCHEME ...
 *
 * U_URL is the link, P_URL the page that has it; both are escaped, so that what
 * is escaped in a URL already is so twice, and the colon of "http:" once.
 * BLACKLIST, most of the lines, says that the URL was seen before: nothing of
 * the page.  There is no time, which no page needs that was not requested.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>

#define REASON "REASON\tU_URL\t"

enum rejected_column { AT_REASON, AT_URL, COLUMNS };

struct wgetrejected {
	char *url;
	uint64_t capacity;
};

/* What each reason says of the page. */
static const struct {
	struct sp_span word;
	enum sp_page_state state;
} reasons[] = {
	{ SP_SPAN("BLACKLIST"), SP_PAGE_UNFETCHED },
	{ SP_SPAN("ROBOTS"), SP_PAGE_REFUSED },
	{ SP_SPAN("SPANNEDHOST"), SP_PAGE_FILTERED }, /* without -H */
	{ SP_SPAN("DOMAIN"), SP_PAGE_FILTERED },      /* -D */
	{ SP_SPAN("PARENT"), SP_PAGE_FILTERED },      /* -np */
	{ SP_SPAN("LIST"), SP_PAGE_FILTERED },        /* -I, -X */
	{ SP_SPAN("RULES"), SP_PAGE_FILTERED },       /* -A, -R */
	{ SP_SPAN("REGEX"), SP_PAGE_FILTERED },       /* --reject-regex */
	{ SP_SPAN("ABSOLUTE"), SP_PAGE_FILTERED },    /* -L */
	{ SP_SPAN("NOTHTTPS"), SP_PAGE_FILTERED },    /* --https-only */
	{ SP_SPAN("NONHTTP"), SP_PAGE_FILTERED }
};

static bool
find_reason(struct sp_span word, enum sp_page_state *state)
{
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (sp_span_equal(word, reasons[i].word)) {
			*state = reasons[i].state;
			return true;
		}
	return false;
}

/* A NUL would end the name of a page; it stays escaped. */
static bool
unescape(struct wgetrejected *own, struct sp_span text, struct sp_span *url)
{
	size_t length = 0;

	if (!sp_grow(&own->url, &own->capacity, text.length + 1))
		return false;
	for (size_t i = 0; i < text.length; i++) {
		int high = -1, low = -1;

		if (text.text[i] == '%' && i + 2 < text.length) {
			high = sp_hex_value(text.text[i + 1]);
			low = sp_hex_value(text.text[i + 2]);
		}
		if (high >= 0 && low >= 0 && high + low) {
			own->url[length++] = (char)(16 * high + low);
			i += 2;
		} else {
			own->url[length++] = text.text[i];
		}
	}
	*url = (struct sp_span){ own->url, length };
	return true;
}

static enum sp_crawl_line
wgetrejected_line(struct sp_crawl_lines *lines, struct sp_span line,
		  struct sp_crawl_event *event)
{
	struct sp_span at[COLUMNS];

	if (sp_span_begins(line, SP_SPAN(REASON)))
		return SP_LINE_NONE;
	at[AT_REASON] = sp_span_cut_at(&line, '\t');
	at[AT_URL] = sp_span_cut_at(&line, '\t');
	if (!find_reason(at[AT_REASON], &event->state))
		return sp_line_bad(lines, "column 1 is none of Wget's reasons");
	if (!at[AT_URL].length)
		return sp_line_bad(lines, "no URL in column 2");
	if (event->state == SP_PAGE_UNFETCHED)
		return SP_LINE_NONE;
	if (!unescape(lines->own, at[AT_URL], &event->url))
		return sp_line_no_memory(lines);
	event->time = 0;
	event->outcome = SP_CRAWL_OTHER;
	return SP_LINE_EVENT;
}

static bool
wgetrejected_looks(struct sp_span sample)
{
	return sp_span_begins(sample, SP_SPAN(REASON));
}

static void
wgetrejected_release(void *own)
{
	free(((struct wgetrejected *)own)->url);
}

const struct sp_crawl_format sp_crawl_wgetrejected = {
	.noun = "a rejected-log of Wget",
	.own_size = sizeof(struct wgetrejected),
	.looks = wgetrejected_looks,
	.line = wgetrejected_line,
	.release = wgetrejected_release
};
