/* SPDX-License-Identifier: MIT */
/*
 * The part "Sections": every section of the stream, and its bytes.
 */
#include "graphstat.h"

#include "stream/section/task.h"

#include <string.h>

/* Tasks of an import are not among the kinds of the loader. */
static const char *
section_kind(const struct sp_listed_section *section)
{
	return section->tag == SP_TAG_TASK ? "task" :
					     sp_kind_word(section->place);
}

/* What to add to the line of a section that is not about this very graph. */
static const char *
basis_remark(const struct graphstat *stat,
	     const struct sp_listed_section *section)
{
	const struct sp_basis *own = &stat->contents.basis;
	const struct sp_basis *basis = &section->basis;

	if (!section->has_basis || !stat->contents.has_basis ||
	    sp_fingerprint_equal(&own->graph, &basis->graph))
		return "";
	return "  of the graph with other links removed";
}

/* Room for the longest name, but not for one that would fill the screen. */
static int
name_width(const struct sp_listing *listing)
{
	size_t width = 4;

	for (uint64_t i = 0; i < listing->count; i++) {
		size_t length;

		(void)sp_names_get(&listing->names, i, &length);
		if (length > width)
			width = length < 24 ? length : 24;
	}
	return (int)width;
}

static void
describe_basis(struct report *report, const struct sp_listed_section *section)
{
	if (!section->has_basis) {
		report_null(report, "computed_from");
		return;
	}
	report_open(report, "computed_from", NULL);
	report_count(report, "pages", NULL, section->basis.graph.pages);
	report_count(report, "links", NULL, section->basis.graph.links);
	report_checksum(report, "checksum", NULL,
			section->basis.graph.checksum);
	report_close(report);
}

/*
 * Names come from streams and may be long: a name wider than its column moves
 * the rest of the line, and is not cut, since it is what options take.
 */
static void
describe_section(struct graphstat *stat,
		 const struct sp_listed_section *section, struct sp_span name,
		 int width)
{
	const char *kind = section_kind(section);
	struct report *report = &stat->report;
	char tag[SP_TAG_TEXT];

	report_open(report, NULL, NULL);
	report_text(report, "tag", NULL, sp_tag_text(section->tag, tag), 4);
	report_text(report, "kind", NULL, kind, strlen(kind));
	report_text(report, "name", NULL, name.text, name.length);
	report_count(report, "items", NULL, section->items);
	report_count(report, "frames", NULL, section->frames);
	report_count(report, "stored_bytes", NULL, section->stored);
	report_count(report, "unpacked_bytes", NULL, section->unpacked);
	describe_basis(report, section);
	report_close(report);
	if (report->json)
		return;
	report_say(report, "  %-4s  %-10s  ", tag, kind);
	report_escaped(report, name.text, name.length);
	report_say(report,
		   "%*s  %14" PRIu64 "  %14" PRIu64 "  %14" PRIu64 "%s\n",
		   (int)name.length < width ? width - (int)name.length : 0, "",
		   section->items, section->stored, section->unpacked,
		   basis_remark(stat, section));
}

static void
describe_sections(struct graphstat *stat, const void *found)
{
	const struct sp_listing *listing = &stat->listing;
	struct report *report = &stat->report;
	int width = name_width(listing);

	(void)found;
	report_open_list(report, "sections", "Sections");
	report_say(report, "  %-4s  %-10s  %-*s  %14s  %14s  %14s\n", "tag",
		   "kind", width, "name", "items", "bytes, stored",
		   "unpacked");
	for (uint64_t i = 0; i < listing->count; i++) {
		struct sp_span name = sp_names_span(&listing->names, i);

		describe_section(stat, &listing->sections[i], name, width);
	}
	report_close_list(report);
	report_count(report, "bytes", NULL, listing->bytes);
	report_say(report, "  all, with index and end %*s%14" PRIu64 "\n",
		   width + 10, "", listing->bytes);
}

const struct graphstat_part graphstat_sections = {
	.describe = describe_sections
};
