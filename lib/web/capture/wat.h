/* SPDX-License-Identifier: MIT */
/*
 * wat.h - reads the records of WAT files: what Common Crawl and the Internet
 * Archive wrote down of the pages of a WARC file, as JSON.
 *
 * Used are the records "metadata" of type application/json about a response or
 * a revisit (Envelope.WARC-Header-Metadata); links are those of HTML-Metadata:
 * Links, Head.Link, Head.Metas (refresh), Head.Scripts, by the element in
 * their path ("A@/href").  With options->link_headers also those of the headers
 * Link and Content-Location.  WAT files have no text.  Character references
 * that their writers have left in URLs are undone (web/page/references.h).
 *
 * JSON is read as a stream.
 */
#ifndef SP_WEB_CAPTURE_WAT_H
#define SP_WEB_CAPTURE_WAT_H

#include "web/capture/fetch.h"

/* Reads records: one a thread. */
struct sp_wat;

/* Makes a reader; free it with sp_wat_free().  Returns SP_MEMORY. */
enum sp_status sp_wat_new(const struct sp_fetch_options *options,
			  struct sp_wat **wat, struct sp_error *err);

/*
 * Reads a record as sp_fetch_read() does; *fetch points into it, too.
 */
enum sp_status sp_wat_read(struct sp_wat *wat, const struct sp_record *record,
			   struct sp_captured *fetch, struct sp_error *err);

void sp_wat_free(struct sp_wat *wat); /* accepts NULL */

#endif
