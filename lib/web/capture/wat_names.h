/* SPDX-License-Identifier: MIT */
/*
 * wat_names.h - what the names in records of WAT files mean, for wat.c.
 */
#ifndef SP_WEB_CAPTURE_WAT_NAMES_H
#define SP_WEB_CAPTURE_WAT_NAMES_H

#include "base/span.h"

/* What a value is, by the keys that lead to it. */
enum sp_wat_node {
	SP_WAT_OTHER,
	SP_WAT_ROOT, SP_WAT_ENVELOPE, SP_WAT_WARC, SP_WAT_PAYLOAD, SP_WAT_HTTP,
	SP_WAT_HEADERS, SP_WAT_MESSAGE, SP_WAT_HTML, SP_WAT_HEAD,
	SP_WAT_LIST,         /* objects that are links: */
	SP_WAT_METAS = SP_WAT_LIST, SP_WAT_LINKS, SP_WAT_HEAD_LINKS,
	SP_WAT_SCRIPTS,
	SP_WAT_TEXT,         /* texts: */
	SP_WAT_TYPE = SP_WAT_TEXT, SP_WAT_URI, SP_WAT_DATE, SP_WAT_STATUS,
	SP_WAT_BASE,
	SP_WAT_TITLE, SP_WAT_CONTENT_TYPE, SP_WAT_LOCATION, SP_WAT_ROBOTS,
	SP_WAT_LINK_HEADER, SP_WAT_CONTENT_LOCATION,
	SP_WAT_LENGTH, SP_WAT_DIGEST, SP_WAT_ENTITY_DIGEST,
	SP_WAT_URL, SP_WAT_PATH, SP_WAT_REL, SP_WAT_EQUIV, SP_WAT_NAME,
	SP_WAT_CONTENT,
	SP_WAT_NODES
};

/*
 * What the value of a key is, in an object that is such a node itself.  Keys
 * are compared in any case; SP_WAT_OTHER: it is of no use.
 */
enum sp_wat_node sp_wat_node_of(enum sp_wat_node in, struct sp_span key);

/*
 * The kind of a link (enum sp_html_link_kind) by its path, such as "A@/href" or
 * "STYLE/#text".  Only @/href and @/src of elements that browsers follow are
 * links to pages; other attributes of them, such as longdesc, are citations.
 * Elements that are not known are links like those of <link>.
 */
unsigned sp_wat_kind_of_path(struct sp_span path);

#endif
