/* SPDX-License-Identifier: MIT */
/*
 * What formats share, and which of those that are text a file is of.  Apart
 * from crawllog.c, whose table of all formats needs the library for JSON.
 */
#include "web/crawllog/crawllog.h"

#include "base/number.h"

enum sp_crawl_outcome
sp_crawl_outcome_of(int status)
{
	if (!status || (status >= 200 && status < 400))
		return SP_CRAWL_DOWNLOAD;
	return SP_CRAWL_FAILURE;
}

bool
sp_crawl_parse_status(struct sp_span text, int *status)
{
	bool negative = text.length && *text.text == '-';
	uint64_t value;

	sp_span_cut(&text, negative);
	if (text.length > 9 || !sp_parse_uint(text.text, text.length, &value))
		return false;
	*status = negative ? -(int)value : (int)value;
	return true;
}

int64_t
sp_crawl_parse_size(struct sp_span text)
{
	uint64_t value;

	if (text.length > 18 || !sp_parse_uint(text.text, text.length, &value))
		return -1;
	return (int64_t)value;
}

#define POINT_AT_TEXT(NAME, name) &sp_crawl_##name,
#define PASS_OVER(NAME, name)

const char *
sp_text_log(struct sp_span sample)
{
	static const struct sp_crawl_format *const formats[] = {
		SP_CRAWL_FORMATS(POINT_AT_TEXT, PASS_OVER)
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i]->looks && formats[i]->looks(sample))
			return formats[i]->noun;
	return NULL;
}
