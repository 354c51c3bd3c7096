/* SPDX-License-Identifier: MIT */
/*
 * The text that Nutch's "readlinkdb -dump" writes: for each page, those that
 * link to it.
 *
 *	http://a.example/<tab>Inlinks:
 *	 fromUrl: http://b.example/ anchor: text of the link
 *	 fromUrl: http://c.example/x anchor: more metadata: ...
 *	<empty line>
 *
 * The text of a link may have anything in it, also line ends: a line that is
 * none of these belongs to the text before it.
 */
#include "formats/import/formats.h"
#include "formats/import/url_links.h"

#include "base/text.h"

#include <string.h>

#define SHOWN 60 /* bytes of a bad line in a message */

static const char from_word[] = " fromUrl: ", anchor_word[] = " anchor:",
		  page_word[] = "\tInlinks:";

struct linkdb_import {
	struct sp_url_links *links;
	uint32_t page;             /* that the links lead to */
	bool has_page, has_link;   /* of the file at hand */
};

static enum sp_status
add_inlink(struct linkdb_import *import, const struct sp_source *source,
	   struct sp_span rest, struct sp_error *err)
{
	const char *end = memmem(rest.text, rest.length, anchor_word,
				 sizeof(anchor_word) - 1);
	uint32_t from;

	if (!end)
		return sp_source_bad_line(source, err, "no \"anchor:\" after "
					  "the URL: the line is cut off");
	rest.length = (size_t)(end - rest.text);
	import->has_link = true;
	if (sp_url_links_page(import->links, rest, &from, err))
		return err->status;
	return sp_url_links_add(import->links, from, import->page, 1, err);
}

static enum sp_status
linkdb_take_line(struct linkdb_import *import, const struct sp_source *source,
		 struct sp_span line, struct sp_error *err)
{
	size_t from = sizeof(from_word) - 1, page = sizeof(page_word) - 1;
	char shown[4 * SHOWN + 1];

	/* Before a look at its end: texts may end as lines of pages do. */
	if (import->has_page && line.length >= from &&
	    !memcmp(line.text, from_word, from)) {
		line.text += from;
		line.length -= from;
		return add_inlink(import, source, line, err);
	}
	if (line.length >= page &&
	    !memcmp(line.text + line.length - page, page_word, page)) {
		line.length -= page;
		import->has_page = true;
		import->has_link = false;
		return sp_url_links_page(import->links, line, &import->page,
					 err);
	}
	if (!line.length || import->has_link)
		return SP_OK;
	sp_mask(shown, sizeof(shown), line.text,
		line.length > SHOWN ? SHOWN : line.length);
	return sp_source_bad_line(source, err, "\"%s\" is not a line of a dump "
				  "of a linkdb", shown);
}

static enum sp_status
read_dump(void *context, struct sp_source *source, struct sp_error *err)
{
	struct linkdb_import *import = context;
	enum sp_status status = SP_OK;
	struct sp_span line;

	import->has_page = import->has_link = false;
	while (sp_source_next(source, &line, &status, err)) {
		status = linkdb_take_line(import, source, line, err);
		/* Names that are too long do not know their line. */
		if (status == SP_DATA &&
		    strncmp(err->text, sp_source_name(source),
			    strlen(sp_source_name(source)))) {
			struct sp_error why = *err;

			status = sp_source_bad_line(source, err, "%s",
						    why.text);
		}
	}
	return status;
}

static enum sp_status
read_linkdb(const struct sp_import_options *options,
	    const struct sp_row_sink *sink, struct sp_imported *made,
	    struct sp_error *err)
{
	struct linkdb_import import = { .links = NULL };
	enum sp_status status = sp_url_links_new(options, &import.links, err);

	(void)sink;
	if (!status)
		status = sp_url_links_files(options, read_dump, &import, err);
	if (!status)
		status = sp_url_links_finish(import.links, made, err);
	sp_url_links_free(import.links);
	return status;
}

const struct sp_import_format sp_format_linkdb = {
	.in_memory = true,
	.many_files = true, .has_names = true, .read = read_linkdb
};
