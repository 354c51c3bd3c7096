/* SPDX-License-Identifier: MIT */
/*
 * Lists for crawlers.  Two bytes are options; each line after them is the name
 * of a page, whatever its bytes.  What is written are whole lines without
 * control characters, as many as the report says, and no URL twice.
 */
#include "fuzz.h"

#include "base/hash.h"
#include "formats/seedlist/seedlist.h"

#include <math.h>

#define ITEMS 64

struct list_names {
	struct sp_span names[ITEMS];
	uint64_t count;
};

static void
get_item(void *context, uint64_t i, struct sp_listed *item)
{
	const struct list_names *names = context;

	*item = (struct sp_listed){ .page = i * 3, .name = names->names[i],
				    .score = i % 5 == 4 ? NAN : 1.0 / (double)
					    (1 + i),
				    .domain = SP_SPAN("a.example") };
}

struct written {
	uint64_t lines, sums[ITEMS];
	bool names;   /* not URLs: pages of one name may be several */
	bool text;    /* any bytes but the end of a line */
};

static enum sp_status
take_line(void *context, const char *line, size_t length, struct sp_error *err)
{
	struct written *written = context;
	uint64_t sum = sp_hash(line, length);

	(void)err;
	hold(length > !written->names && line[length - 1] == '\n');
	hold(written->lines < ITEMS);
	for (size_t i = 0; i + 1 < length; i++) {
		unsigned char c = (unsigned char)line[i];

		hold(c != '\n' && c != '\r' && c);
		hold(written->text || c == '\t' || (c >= ' ' && c != 127));
	}
	for (uint64_t i = 0; !written->names && i < written->lines; i++)
		hold(written->sums[i] != sum);
	written->sums[written->lines++] = sum;
	return SP_OK;
}

static void
cut_lines(struct list_names *names, const char *text, size_t size)
{
	while (size && names->count < ITEMS) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;

		names->names[names->count++] = (struct sp_span){ text, length };
		length += end != NULL;
		text += length;
		size -= length;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t format = fuzz_take(&data, &size, 1);
	uint64_t how = fuzz_take(&data, &size, 1);
	struct sp_list_options options = {
		.format = (enum sp_list_format_number)(format % SP_LIST_COUNT),
		.priority = (enum sp_list_priority)(how % 5),
		.scope = (enum sp_list_scope)(how / 5 % 5),
		.scheme = (enum sp_list_scheme)(how / 25 % 3),
		.crawl = format & 32 ? "round-2" : NULL,
		.drop_refused = format & 128, .safe = format & 64
	};
	struct list_names names = { .count = 0 };
	struct sp_list_source source = { .named = true, .scored = how & 128,
					 .context = &names, .get = get_item };
	struct written written = { .lines = 0 };
	struct sp_list_sink sink = { &written, take_line };
	struct sp_list_report report;
	struct sp_error err;
	enum sp_status status;
	uint64_t nameless = 0;

	cut_lines(&names, (const char *)data, size);
	source.count = names.count;
	written.names = options.format == SP_LIST_TEXT;
	written.text = written.names && !options.safe;
	/* A list of names leaves out pages that have none. */
	for (uint64_t i = 0; written.names && i < names.count; i++)
		nameless += !names.names[i].length;
	status = sp_list_write(&source, &options, &sink, &report, &err);
	hold(!status || ((status == SP_DATA || status == SP_USAGE) &&
			 err.text[0]));
	if (!status) {
		hold(report.written == written.lines);
		hold(report.written + report.repeated + report.refused ==
		     names.count);
		hold(report.refused == nameless || options.drop_refused);
	}
	return 0;
}
