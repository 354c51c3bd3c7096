/* SPDX-License-Identifier: MIT */
/*
 * What the two formats of XML have in common: first all pages, with names,
 * hosts and scores, then all links, numbered as they come.  A format says how
 * the beginning, a page, a link and the end are written (struct sp_xml_parts),
 * and is asked for them here in order; nothing is held of the file.
 *
 * Both are read by programs that draw graphs and hold them whole, with many
 * bytes for each page: so there is a limit of pages that has to be raised on
 * purpose.
 */
#include "formats/export/xml.h"

#include "base/number.h"
#include "graph/visit.h"

/* Readers make attributes of these names by themselves, or we do. */
static const char *const taken[] = { "id", "label", "host", "name" };

static enum sp_status
check_score_name(const char *name, struct sp_error *err)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strcmp(name, taken[i]))
			return sp_fail(err, SP_DATA, "score \"%s\" has the "
				       "name of another attribute: choose "
				       "other scores with --score", name);
	return SP_OK;
}

static enum sp_status
xml_check_graph(const struct sp_export_graph *what,
		const struct sp_export_options *options, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(what->graph);
	enum sp_status status = SP_OK;

	if (options->max_pages && pages > options->max_pages)
		return sp_fail(err, SP_DATA, "%" PRIu64 " pages are too many "
			       "for the programs that read this format: keep "
			       "the best with graphprune --top, or raise "
			       "--max-pages (0: no limit)", pages);
	for (uint64_t i = 0; !status && i < what->score_count; i++)
		status = check_score_name(what->scores[i].name, err);
	return status;
}

struct links {
	const struct sp_xml_parts *parts;
	struct sp_text *text;
	uint64_t next;
};

static enum sp_status
xml_write_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct links *links = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++)
		links->parts->link(links->text, row, i, links->next++);
	return links->text->status;
}

/*
 * All checks come before the first byte, so that a refusal leaves no beginning
 * of a file behind.
 */
enum sp_status
sp_xml_write(const struct sp_xml_parts *parts,
	     const struct sp_export_graph *what,
	     const struct sp_export_options *options,
	     const struct sp_output *output, struct sp_error *err)
{
	struct sp_text text;
	struct links links = { parts, &text, 0 };
	struct sp_row_sink sink = { &links, NULL, xml_write_links };
	enum sp_status status = xml_check_graph(what, options, err);

	if (!status)
		status = sp_text_begin(&text, output, err);
	if (status)
		return status;
	text.safe = options->safe;
	parts->begin(&text, what);
	for (uint64_t page = 0; page < sp_graph_pages(what->graph); page++)
		parts->page(&text, what, page);
	sp_text_string(&text, parts->between);
	status = sp_graph_walk(what->graph, what->weights, options->progress,
			       &sink, err);
	sp_text_string(&text, parts->end);
	return sp_text_end(&text, status);
}

const char *
sp_xml_name(const struct sp_export_graph *what, uint64_t page, size_t *length)
{
	return sp_names_find(what->names, page, length);
}

const char *
sp_xml_host(const struct sp_export_graph *what, uint64_t page, size_t *length)
{
	const struct sp_hosts *hosts = what->hosts;

	*length = 0;
	return hosts ? sp_names_get(&hosts->names, hosts->host_of[page],
				    length) : "";
}

void
sp_xml_attribute(struct sp_text *text, const char *name, const char *bytes,
		 size_t length)
{
	sp_text_char(text, ' ');
	sp_text_string(text, name);
	sp_text_string(text, "=\"");
	sp_text_xml(text, bytes, length);
	sp_text_char(text, '"');
}

void
sp_xml_attribute_uint(struct sp_text *text, const char *name, uint64_t value)
{
	char number[SP_TEXT_NUMBER];

	sp_xml_attribute(text, name, number, sp_format_uint(number, value));
}
