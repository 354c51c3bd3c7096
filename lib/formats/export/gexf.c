/* SPDX-License-Identifier: MIT */
/*
 * GEXF 1.2 (https://gexf.net/): the id of a node is the number of its page and
 * its label the name; attribute "host" is its host, and each score a double of
 * its own name.
 *
 * Gephi reads it.  A node always has a label, an empty one if its page has no
 * name; links have numbers of their own.
 */
#include "formats/export/xml.h"

static const char head[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<gexf xmlns=\"http://www.gexf.net/1.2draft\""
	" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
	" xsi:schemaLocation=\"http://www.gexf.net/1.2draft"
	" http://www.gexf.net/1.2draft/gexf.xsd\" version=\"1.2\">\n"
	"<graph mode=\"static\" defaultedgetype=\"directed\">\n";

/* Attributes of pages: 0 is the host, and i + 1 is score i. */
#define HOST 0
#define SCORE 1

static void
declare(struct sp_text *text, uint64_t id, const char *title,
	const char *type)
{
	sp_text_string(text, "<attribute");
	sp_xml_attribute_uint(text, "id", id);
	sp_xml_attribute(text, "title", title, strlen(title));
	sp_xml_attribute(text, "type", type, strlen(type));
	sp_text_string(text, "/>\n");
}

static void
declare_attributes(struct sp_text *text, const struct sp_export_graph *what)
{
	if (!what->hosts && !what->score_count)
		return;
	sp_text_string(text, "<attributes class=\"node\" mode=\"static\">\n");
	if (what->hosts)
		declare(text, HOST, "host", "string");
	for (uint64_t i = 0; i < what->score_count; i++)
		declare(text, SCORE + i, what->scores[i].name, "double");
	sp_text_string(text, "</attributes>\n");
}

static void
write_value(struct sp_text *text, uint64_t id, const char *bytes,
	    size_t length)
{
	sp_text_string(text, "<attvalue");
	sp_xml_attribute_uint(text, "for", id);
	sp_xml_attribute(text, "value", bytes, length);
	sp_text_string(text, "/>");
}

static void
write_values(struct sp_text *text, const struct sp_export_graph *what,
	     uint64_t page)
{
	char number[SP_DOUBLE_TEXT];
	const char *bytes;
	size_t length;

	sp_text_string(text, "<attvalues>");
	bytes = sp_xml_host(what, page, &length);
	if (length)
		write_value(text, HOST, bytes, length);
	for (uint64_t i = 0; i < what->score_count; i++) {
		double value = what->scores[i].values[page];

		write_value(text, SCORE + i, number,
			    sp_format_double(number, value));
	}
	sp_text_string(text, "</attvalues>");
}

static void
gexf_write_node(struct sp_text *text, const struct sp_export_graph *what,
		uint64_t page)
{
	const char *bytes;
	size_t length;

	sp_text_string(text, "<node");
	sp_xml_attribute_uint(text, "id", page);
	bytes = sp_xml_name(what, page, &length);
	sp_xml_attribute(text, "label", bytes, length);
	sp_text_char(text, '>');
	if (what->hosts || what->score_count)
		write_values(text, what, page);
	sp_text_string(text, "</node>\n");
}

static void
gexf_write_edge(struct sp_text *text, const struct sp_row *row, uint64_t i,
		uint64_t link)
{
	sp_text_string(text, "<edge");
	sp_xml_attribute_uint(text, "id", link);
	sp_xml_attribute_uint(text, "source", row->page);
	sp_xml_attribute_uint(text, "target", row->successors[i]);
	if (row->weights) {
		sp_text_string(text, " weight=\"");
		sp_text_double(text, row->weights[i]);
		sp_text_char(text, '"');
	}
	sp_text_string(text, "/>\n");
}

static void
gexf_begin_file(struct sp_text *text, const struct sp_export_graph *what)
{
	sp_text_string(text, head);
	declare_attributes(text, what);
	sp_text_string(text, "<nodes>\n");
}

static enum sp_status
write_gexf(const struct sp_export_graph *what,
	   const struct sp_export_options *options,
	   const struct sp_output *outputs, struct sp_error *err)
{
	static const struct sp_xml_parts parts = {
		gexf_begin_file, gexf_write_node, "</nodes>\n<edges>\n",
		gexf_write_edge, "</edges>\n</graph>\n</gexf>\n"
	};

	return sp_xml_write(&parts, what, options, outputs, err);
}

static const char *const gexf_options[] = { "max-pages", "score", NULL };

const struct sp_export_format sp_export_gexf = {
	.holds = SP_EXPORT_WEIGHTS | SP_EXPORT_NAMES | SP_EXPORT_HOSTS |
		 SP_EXPORT_SCORES,
	.options = gexf_options,
	.write = write_gexf
};
