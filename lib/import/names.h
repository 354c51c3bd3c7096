/* SPDX-License-Identifier: MIT */
/*
 * names.h - names (URLs) and hosts of pages from text files.
 */
#ifndef SP_IMPORT_NAMES_H
#define SP_IMPORT_NAMES_H

#include "graph/hosts.h"
#include "graph/names.h"
#include "import/source.h"

enum sp_names_layout {
	SP_NAMES_LINES,   /* line i is the name of page i; may be empty */
	SP_NAMES_ID_NAME, /* id, blanks, name up to a tab (Common Crawl) */
	SP_NAMES_NAME_ID  /* name, blanks, id (Web Data Commons) */
};

/*
 * Reads the source to its end and appends the names to the empty table
 * *names.  In the layouts with ids, lines may be in any order, empty lines
 * and those that begin with "#" are passed over, and the ids are 0, 1, ... (1,
 * 2, ... with base1), each once; base1 means nothing for SP_NAMES_LINES.
 *
 * SP_DATA for a line that is not of the layout, a name that is too long, an
 * id that is there twice or not at all.  What was read of *names stays the
 * caller's to free.
 */
enum sp_status sp_import_names(struct sp_source *source,
			       enum sp_names_layout layout, bool base1,
			       struct sp_names *names, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Reads a source whose line i is the host of page i, as it stands there, and
 * fills the empty *hosts.  The caller checks that their number is that of the
 * pages (hosts->pages).
 */
enum sp_status sp_import_hosts(struct sp_source *source,
			       struct sp_hosts *hosts, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Fills the empty *hosts by the hosts of the names, sp_url_host(); "" is the
 * host of all names that have none.
 */
enum sp_status sp_hosts_of_names(const struct sp_names *names,
				 struct sp_hosts *hosts, struct sp_error *err)
	SP_MUST_CHECK;

#endif
