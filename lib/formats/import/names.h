/* SPDX-License-Identifier: MIT */
/*
 * names.h - reads the names (URLs) and hosts of pages from text files.
 */
#ifndef SP_FORMATS_IMPORT_NAMES_H
#define SP_FORMATS_IMPORT_NAMES_H

#include "graph/hosts.h"
#include "graph/names.h"
#include "web/file/source.h"

enum sp_names_layout {
	SP_NAMES_LINES,   /* line i is the name of page i; may be empty */
	SP_NAMES_ID_NAME, /* id, blanks, name up to a tab (Common Crawl) */
	SP_NAMES_NAME_ID  /* name, blanks, id (Web Data Commons) */
};

/*
 * Reads the source to its end and appends the names to the empty table
 * *names.  In the layouts with ids, lines may be in any order, empty lines
 * and lines that begin with "#" are skipped, and each of the ids 0, 1, ...
 * (with base1: 1, 2, ...) must occur exactly once.  SP_NAMES_LINES ignores
 * base1.  Blanks at the end of a name are dropped.
 *
 * Returns SP_DATA for a line that does not fit the layout, a name that is too
 * long, and a duplicate or missing id.  The caller frees *names, even after a
 * failure.
 */
enum sp_status sp_import_names(struct sp_source *source,
			       enum sp_names_layout layout, bool base1,
			       struct sp_names *names, struct sp_error *err);

/*
 * Fills the empty *hosts from a source whose line i is, unchanged, the host of
 * page i.  The caller compares the number of lines (hosts->pages) with the
 * pages of its graph.
 */
enum sp_status sp_import_hosts(struct sp_source *source,
			       struct sp_hosts *hosts, struct sp_error *err);

/*
 * Names that are URLs, with "://" in them, and names that are not, but would
 * count as hosts ("Inlinks:", "-"); with the first page of each.  Names that
 * are empty or have no host are neither: struct sp_host_counts has those.
 */
struct sp_url_counts {
	uint64_t urls, first_url;
	uint64_t others, first_other;
};

/* Fills *counts in one pass over the names. */
void sp_count_urls(const struct sp_names *names, struct sp_url_counts *counts);

/*
 * Spells the host of a name: as sp_url_host() finds it, and internationalized
 * names as punycode (web/page/idn.h).  The host of a name without one is "".
 * It is valid until the next call; *valid is false for a host that is no valid
 * international name, and stays as it is.  SP_MEMORY.
 */
struct sp_speller;

struct sp_speller *sp_speller_new(void); /* NULL if memory is short */
enum sp_status sp_spell_host(struct sp_speller *speller, struct sp_span name,
			     struct sp_span *host, bool *valid,
			     struct sp_error *err);
void sp_speller_free(struct sp_speller *speller); /* accepts NULL */

/* What the names of pages say about hosts, and the first page of each kind. */
struct sp_host_counts {
	uint64_t without;     /* pages without a host */
	uint64_t first_without;
	uint64_t invalid;     /* pages of hosts that are no valid IDN */
	uint64_t first_invalid;
};

/*
 * Fills the empty *hosts with the host of each name, as sp_spell_host() spells
 * it.  Fills *counts, unless that is NULL.
 */
enum sp_status sp_hosts_of_names(const struct sp_names *names,
				 struct sp_hosts *hosts,
				 struct sp_host_counts *counts,
				 struct sp_error *err);

#endif
