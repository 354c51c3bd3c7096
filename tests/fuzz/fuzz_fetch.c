/* SPDX-License-Identifier: MIT */
/*
 * Any block of a record, as a response, a resource, a revisit, a text or
 * metadata, with any options: its links and its redirect are pages, its texts
 * are whole, and reading it once more says the same.
 */
#include "fuzz.h"

#include "web/capture/fetch.h"
#include "web/capture/wat.h"

static const struct kind {
	enum sp_record_type type;
	const char *mime;
} kinds[] = {
	{ SP_RECORD_RESPONSE, "application/http" },
	{ SP_RECORD_RESOURCE, "text/html" },
	{ SP_RECORD_RESOURCE, "" },
	{ SP_RECORD_REVISIT, "" },
	{ SP_RECORD_CONVERSION, "text/plain" },
	{ SP_RECORD_METADATA, "application/json" },
};

static void
check_url(struct sp_span url)
{
	hold(url.length > 7 && !memcmp(url.text, "http", 4));
}

static void
check_fetch(const struct sp_captured *fetch)
{
	hold(fetch->is_page <= (fetch->url.text != NULL));
	if (fetch->url.text)
		check_url(fetch->url);
	if (fetch->redirect.text)
		check_url(fetch->redirect);
	for (uint64_t i = 0; i < fetch->count; i++) {
		const struct sp_fetch_link *link = &fetch->links[i];

		check_url(link->url);
		hold(link->kind < SP_FETCH_KINDS);
		hold(link->text_start <= link->text_end);
		hold(!fetch->text.text ||
		     link->text_end <= fetch->text.length);
	}
}

static void
check_equal(const struct sp_captured *one, const struct sp_captured *other)
{
	hold(one->type == other->type && one->status == other->status);
	hold(one->count == other->count);
	hold(sp_span_equal(one->text, other->text));
	for (uint64_t i = 0; i < one->count; i++)
		hold(sp_span_equal(one->links[i].url, other->links[i].url));
}

/* Twice by the same reader: nothing may be left of what it read before. */
static void
read_record(const struct sp_fetch_options *options,
	    const struct sp_record *record, struct sp_captured fetch[2])
{
	struct sp_fetcher *fetcher;
	struct sp_wat *wat;
	struct sp_error err;

	if (record->type == SP_RECORD_METADATA) {
		if (sp_wat_new(options, &wat, &err))
			return;
		for (unsigned i = 0; i < 2; i++)
			hold(!sp_wat_read(wat, record, &fetch[i], &err));
		sp_wat_free(wat);
		return;
	}
	if (sp_fetcher_new(options, &fetcher, &err))
		return;
	for (unsigned i = 0; i < 2; i++)
		hold(!sp_fetch_read(fetcher, record, &fetch[i], &err));
	sp_fetcher_free(fetcher);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 2);
	const struct kind *kind = &kinds[how % 6];
	struct sp_fetch_options options = {
		.links = true, .all_links = how >> 8 & 1,
		.canonical = how >> 9 & 1, .link_headers = how >> 10 & 1,
		.redirects = how >> 11 & 1, .skip_nofollow = how >> 12 & 1,
		.text = how >> 13 & 1, .max_page = 1 << 20
	};
	struct sp_record record = {
		.type = kind->type, .uri = SP_SPAN("http://a.example/b/c"),
		.mime = { kind->mime, strlen(kind->mime) },
		.length = size, .block = data, .size = size
	};
	struct sp_captured fetch[2] = { { .count = 0 } };

	read_record(&options, &record, fetch);
	check_fetch(&fetch[0]);
	check_equal(&fetch[0], &fetch[1]);
	sp_fetch_free(&fetch[0]);
	sp_fetch_free(&fetch[1]);
	return 0;
}
