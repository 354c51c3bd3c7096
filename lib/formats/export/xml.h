/* SPDX-License-Identifier: MIT */
/*
 * xml.h - what GraphML and GEXF have in common: formats for graphs that people
 * look at.
 */
#ifndef SP_FORMATS_EXPORT_XML_H
#define SP_FORMATS_EXPORT_XML_H

#include "formats/export/formats.h"
#include "formats/export/text.h"

/* A file, from its beginning to its end. */
struct sp_xml_parts {
	void (*begin)(struct sp_text *text,
		      const struct sp_export_graph *what);
	void (*page)(struct sp_text *text, const struct sp_export_graph *what,
		     uint64_t page);
	const char *between;     /* pages and links */
	/* Successor i of the row; link counts the links from 0. */
	void (*link)(struct sp_text *text, const struct sp_row *row,
		     uint64_t i, uint64_t link);
	const char *end;
};

/*
 * Writes a file.  Returns SP_DATA if the graph is damaged or has more pages
 * than options->max_pages, or if a score has the name of an attribute that
 * these formats use themselves; SP_MEMORY; what the output returns.
 */
enum sp_status sp_xml_write(const struct sp_xml_parts *parts,
			    const struct sp_export_graph *what,
			    const struct sp_export_options *options,
			    const struct sp_output *output,
			    struct sp_error *err);

/* The name of a page and the name of its host; empty if there is none. */
const char *sp_xml_name(const struct sp_export_graph *what, uint64_t page,
			size_t *length);
const char *sp_xml_host(const struct sp_export_graph *what, uint64_t page,
			size_t *length);

/*
 * Writes ' name="bytes"', with a blank before it; the name of an attribute is
 * plain text.
 */
void sp_xml_attribute(struct sp_text *text, const char *name,
		      const char *bytes, size_t length);

/* The same for a number. */
void sp_xml_attribute_uint(struct sp_text *text, const char *name,
			   uint64_t value);

#endif
