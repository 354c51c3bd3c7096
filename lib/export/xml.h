/* SPDX-License-Identifier: MIT */
/*
 * xml.h - what GraphML and GEXF have in common: formats for graphs that people
 * look at.
 */
#ifndef SP_EXPORT_XML_H
#define SP_EXPORT_XML_H

#include "export/formats.h"
#include "export/text.h"

/*
 * Returns SP_DATA if the graph has more pages than options->max_pages, or a
 * score has the name of an attribute that these formats use themselves.
 */
enum sp_status sp_xml_check(const struct sp_export_graph *what,
			    const struct sp_export_options *options,
			    struct sp_error *err) SP_MUST_CHECK;

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
