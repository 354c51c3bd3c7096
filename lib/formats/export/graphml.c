/* SPDX-License-Identifier: MIT */
/*
 * GraphML (http://graphml.graphdrawing.org/): the id of a node is the number of
 * its page; data "label" is its name, "host" its host, and each score a double
 * of its own name.
 *
 * Attributes are declared first, with types, and are then referred to by key;
 * what a page does not have, such as a name, is left out.
 */
#include "formats/export/xml.h"

static const char head[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\""
	" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
	" xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns"
	" http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";

static void
write_key(struct sp_text *text, const char *id, const char *owner,
	  const char *name, const char *type)
{
	sp_text_string(text, "<key");
	sp_xml_attribute(text, "id", id, strlen(id));
	sp_xml_attribute(text, "for", owner, strlen(owner));
	sp_xml_attribute(text, "attr.name", name, strlen(name));
	sp_xml_attribute(text, "attr.type", type, strlen(type));
	sp_text_string(text, "/>\n");
}

/* The key of a score is its number. */
static const char *
score_key(char key[SP_TEXT_NUMBER + 2], uint64_t score)
{
	key[0] = 's';
	key[1 + sp_format_uint(key + 1, score)] = '\0';
	return key;
}

static void
graphml_begin_file(struct sp_text *text, const struct sp_export_graph *what)
{
	char key[SP_TEXT_NUMBER + 2];

	sp_text_string(text, head);
	if (what->names)
		write_key(text, "label", "node", "label", "string");
	if (what->hosts)
		write_key(text, "host", "node", "host", "string");
	for (uint64_t i = 0; i < what->score_count; i++)
		write_key(text, score_key(key, i), "node",
			  what->scores[i].name, "double");
	if (what->weights)
		write_key(text, "weight", "edge", "weight", "double");
	sp_text_string(text, "<graph edgedefault=\"directed\">\n");
}

static void
begin_data(struct sp_text *text, const char *key)
{
	sp_text_string(text, "<data key=\"");
	sp_text_string(text, key);
	sp_text_string(text, "\">");
}

static void
write_string(struct sp_text *text, const char *key, const char *bytes,
	     size_t length)
{
	if (!length)
		return;
	begin_data(text, key);
	sp_text_xml(text, bytes, length);
	sp_text_string(text, "</data>");
}

static void
write_number(struct sp_text *text, const char *key, double value)
{
	begin_data(text, key);
	sp_text_double(text, value);
	sp_text_string(text, "</data>");
}

static void
graphml_write_node(struct sp_text *text, const struct sp_export_graph *what,
		   uint64_t page)
{
	char key[SP_TEXT_NUMBER + 2];
	const char *bytes;
	size_t length;

	sp_text_string(text, "<node");
	sp_xml_attribute_uint(text, "id", page);
	sp_text_char(text, '>');
	bytes = sp_xml_name(what, page, &length);
	write_string(text, "label", bytes, length);
	bytes = sp_xml_host(what, page, &length);
	write_string(text, "host", bytes, length);
	for (uint64_t i = 0; i < what->score_count; i++)
		write_number(text, score_key(key, i),
			     what->scores[i].values[page]);
	sp_text_string(text, "</node>\n");
}

static void
graphml_write_edge(struct sp_text *text, const struct sp_row *row, uint64_t i,
		   uint64_t link)
{
	(void)link;
	sp_text_string(text, "<edge");
	sp_xml_attribute_uint(text, "source", row->page);
	sp_xml_attribute_uint(text, "target", row->successors[i]);
	if (row->weights) {
		sp_text_char(text, '>');
		write_number(text, "weight", row->weights[i]);
		sp_text_string(text, "</edge>\n");
	} else {
		sp_text_string(text, "/>\n");
	}
}

static enum sp_status
write_graphml(const struct sp_export_graph *what,
	      const struct sp_export_options *options,
	      const struct sp_output *outputs, struct sp_error *err)
{
	static const struct sp_xml_parts parts = {
		graphml_begin_file, graphml_write_node, "", graphml_write_edge,
		"</graph>\n</graphml>\n"
	};

	return sp_xml_write(&parts, what, options, outputs, err);
}

static const char *const graphml_options[] = { "max-pages", "score", NULL };

const struct sp_export_format sp_export_graphml = {
	.holds = SP_EXPORT_WEIGHTS | SP_EXPORT_NAMES | SP_EXPORT_HOSTS |
		 SP_EXPORT_SCORES,
	.options = graphml_options,
	.write = write_graphml
};
