/* SPDX-License-Identifier: MIT */
/*
 * warc.h - web archives (WARC, ARC) and their metadata (WAT) as graphs: records
 * to fetches (web/capture/fetch.h, web/capture/wat.h), these to pages and links
 * (formats/import/captures.h).
 */
#ifndef SP_FORMATS_IMPORT_WARC_H
#define SP_FORMATS_IMPORT_WARC_H

#include "formats/import/captures.h"
#include "web/capture/batch.h"
#include "web/capture/fetch.h"

struct sp_warc_options {
	struct sp_fetch_options fetch; /* links, text, max_page and max_url are
					  ignored */
	bool first, fetched_only, fold_redirects; /* captures.h */
	bool for_merge;            /* likewise */
	bool strict;               /* damage is an error */
	uint64_t max_record;       /* bytes of a record that are kept, and of a
				      page; 0: 16 MiB */
	void *context;             /* of the functions: web/capture/batch.h */
	void (*tell)(void *context, const char *text);
	void (*count)(void *context, uint64_t records);
};

/* What was in the archives; links are those of all captures. */
struct sp_warc_counts {
	struct sp_batch_counts batch;
	struct sp_capture_counts captures;
	uint64_t responses, resources, revisits;
	uint64_t conversions;      /* texts of pages, as in WET files */
	uint64_t metadata;         /* records of metadata, as in WAT files */
	uint64_t other_urls;       /* fetches that are not of http or https */
	uint64_t html, not_html;   /* pages with status 200 */
	uint64_t redirects;        /* pages with a redirect to another */
	uint64_t failed;           /* pages with neither */
	uint64_t cut_pages;        /* read in part: over max_record */
	uint64_t bad_urls;         /* links that are no URLs */
	uint64_t links[SP_FETCH_KINDS];
};

/* "a", "area", ...: sp_html_link_names, and "location", "header". */
const char *sp_warc_link_name(unsigned kind);

#endif
