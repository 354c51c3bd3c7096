/* SPDX-License-Identifier: MIT */
/*
 * The part "Provenance": the filters that made the stream.
 */
#include "graphstat.h"

#include "stream/section/provenance.h"

static void
describe_provenance(struct graphstat *stat, const void *found)
{
	const struct sp_names *lines =
		sp_contents_provenance(&stat->contents);
	struct report *report = &stat->report;

	(void)found;
	report_open_list(report, "provenance", "Provenance");
	for (uint64_t i = 0; i < lines->count; i++) {
		struct sp_span line = sp_names_span(lines, i);

		report_text(report, NULL, NULL, line.text, line.length);
		report_say(report, "  %" PRIu64 "  ", i + 1);
		if (!report->json)
			report_escaped(report, line.text, line.length);
		report_say(report, "\n");
	}
	report_close_list(report);
}

const struct graphstat_part graphstat_provenance = {
	.describe = describe_provenance
};
