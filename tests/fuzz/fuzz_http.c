/* SPDX-License-Identifier: MIT */
/* HTTP responses and their bodies in all encodings; dates; digests as text. */
#include "fuzz.h"

#include "base/hash.h"
#include "web/archive/body.h"
#include "web/archive/date.h"
#include "web/archive/digest.h"

#define MOST ((uint64_t)1 << 20)

static bool
is_within(struct sp_span text, const uint8_t *data, size_t size)
{
	const char *start = (const char *)data;

	return !text.text || (text.text >= start &&
			      text.text + text.length <= start + size);
}

static void
look_at_headers(const struct sp_http *http, const uint8_t *data, size_t size)
{
	static const char *const names[] = { "Link", "Location", "a", "" };
	struct sp_span value;
	int64_t time;

	for (int i = 0; i < 4; i++) {
		size_t at = 0, before = 0;

		while (sp_http_next(http, names[i], &at, &value)) {
			hold(at > before && is_within(value, data, size));
			before = at;
			if (sp_date_parse(value, &time)) {
				char text[SP_DATE_TEXT];

				sp_date_format(text, time);
			}
			(void)sp_digest_compare(value, (const uint8_t *)
						"01234567890123456789");
		}
	}
	hold(is_within(sp_http_mime(http), data, size));
}

static uint64_t
decode(const struct sp_http *http, uint64_t most, struct sp_body *body,
       uint64_t from)
{
	struct sp_error err;

	hold(!sp_body_decode(http, most, body, &err));
	hold(body->size <= most);
	return sp_hash(body->bytes,
		       body->size < from ? body->size : (size_t)from);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_body body = { 0 };
	struct sp_http http;
	uint64_t sum;
	size_t length;

	hold(sp_http_head_size(data, size) <= size);
	if (!sp_http_parse(data, size, &http))
		return 0;
	hold(http.body >= data && http.body + http.body_size == data + size);
	hold(is_within(http.head, data, size));
	hold(is_within(http.reason, data, size));
	hold(http.status >= 0 && http.status <= 999);
	look_at_headers(&http, data, size);
	sum = decode(&http, MOST, &body, 100);
	length = body.size;
	/* A buffer that was used before, and a limit, make no difference. */
	hold(decode(&http, MOST, &body, 100) == sum && body.size == length);
	(void)decode(&http, 100, &body, 100);
	sp_body_free(&body);
	return 0;
}
