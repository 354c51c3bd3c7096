/* SPDX-License-Identifier: MIT */
/*
 * url_links.h - links between pages that have names, in any order, to a graph:
 * what the readers of linkdb, csv and clueweb22 share.
 *
 * Pages are numbered in the order in which they are first named.  Names stay as
 * they are, without blanks at their ends; or they are URLs, of which the normal
 * form (web/page/url.h) is kept, and those that name no page are left out.  So
 * are names of more than options->max_url bytes (0: SP_NAME_MAX).
 */
#ifndef SP_FORMATS_IMPORT_URL_LINKS_H
#define SP_FORMATS_IMPORT_URL_LINKS_H

#include "base/span.h"
#include "formats/import/formats.h"

struct sp_url_links;

/*
 * Makes an empty graph.  Weights and the memory for sorting are those of the
 * options, names those of options->normalize.  Returns SP_USAGE if URLs cannot
 * be normalised; SP_MEMORY.
 */
enum sp_status sp_url_links_new(const struct sp_import_options *options,
				struct sp_url_links **links,
				struct sp_error *err);

/*
 * Sets *page to the page of this name, which is added if it is new; SP_NO_PAGE
 * if it is empty, too long or, where URLs are normalised, no http or https URL.
 * Returns SP_DATA for too many pages; SP_MEMORY.
 */
enum sp_status sp_url_links_page(struct sp_url_links *links,
				 struct sp_span name, uint32_t *page,
				 struct sp_error *err);

/*
 * Adds a link, unless source or target is SP_NO_PAGE: then it is counted as
 * left out.  Returns SP_IO; SP_MEMORY.
 */
enum sp_status sp_url_links_add(struct sp_url_links *links, uint32_t source,
				uint32_t target, double weight,
				struct sp_error *err);

/*
 * Builds the graph, and moves it and the names to *made, with what was counted.
 * Only sp_url_links_free() may be called afterwards.  Returns SP_DATA if there
 * are no pages; SP_IO; SP_MEMORY.
 */
enum sp_status sp_url_links_finish(struct sp_url_links *links,
				   struct sp_imported *made,
				   struct sp_error *err);

void sp_url_links_free(struct sp_url_links *links); /* accepts NULL */

/*
 * Reads the files of the options one after the other: the first may be open
 * already.  read is called for each, with its source open and followed by
 * options->reading.
 */
enum sp_status sp_url_links_files(
	const struct sp_import_options *options,
	enum sp_status (*read)(void *context, struct sp_source *source,
			       struct sp_error *err),
	void *context, struct sp_error *err);

#endif
