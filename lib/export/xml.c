/* SPDX-License-Identifier: MIT */
#include "export/xml.h"

#include "base/number.h"

/* Readers make attributes of these names by themselves, or we do. */
static const char *const taken[] = { "id", "label", "host", "name" };

static enum sp_status
check_score_name(const char *name, struct sp_error *err)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strcmp(name, taken[i]))
			return sp_fail(err, SP_DATA, "score \"%s\" has the name "
				       "of another attribute: choose other "
				       "scores with --score", name);
	return SP_OK;
}

enum sp_status
sp_xml_check(const struct sp_export_graph *what,
	     const struct sp_export_options *options, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(what->graph);
	enum sp_status status = SP_OK;

	if (options->max_pages && pages > options->max_pages)
		return sp_fail(err, SP_DATA, "%llu pages, and programs for "
			       "this format hold few: prune the graph, or "
			       "raise --max-pages (0: no limit)",
			       (unsigned long long)pages);
	for (uint64_t i = 0; !status && i < what->score_count; i++)
		status = check_score_name(what->scores[i].name, err);
	return status;
}

const char *
sp_xml_name(const struct sp_export_graph *what, uint64_t page, size_t *length)
{
	*length = 0;
	return what->names ? sp_names_get(what->names, page, length) : "";
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
