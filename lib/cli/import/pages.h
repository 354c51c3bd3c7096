/* SPDX-License-Identifier: MIT */
/*
 * pages.h - the names and hosts of the pages of a graph that is imported: what
 * is wrong or odd about them, and where hosts come from.
 */
#ifndef SP_CLI_IMPORT_PAGES_H
#define SP_CLI_IMPORT_PAGES_H

#include "cli/command.h"

#include "formats/import/formats.h"
#include "formats/import/names.h"
#include "graph/hosts.h"

struct import_pages {
	/* Options; an importer without one of them leaves it 0. */
	const char *names, *hosts; /* files */
	enum sp_names_layout layout;
	bool by_url, domain, normalize;

	bool may_be_alike; /* names may be spelled in several ways, and
			      --normalize would join their pages */
	struct sp_hosts found;
};

/* The options --hosts, --domain and --by-url. */
#define IMPORT_HOSTS_ROW(pages) \
	OPTION("hosts", "FILE", (pages).hosts, .local = true, \
	       .excludes = &(pages).by_url, \
	       .help = "hosts; line i is the host of page i")
#define IMPORT_BY_URL_ROW(pages) \
	FLAG("by-url", (pages).by_url, \
	     .help = "renumber pages by reversed host, then path")
#define IMPORT_DOMAIN_ROW(pages) \
	FLAG("domain", (pages).domain, \
	     .help = "also find the registrable domains")

/*
 * Once the graph has count pages: checks their names, of which made has one for
 * each or none, warns of odd ones, and finds the hosts, from their file or from
 * names that are URLs.  Returns SP_DATA if there are more or fewer of them than
 * pages; SP_USAGE if there are none to find domains of; SP_IO; SP_MEMORY.
 */
enum sp_status import_check_pages(struct cmd *cmd, struct import_pages *pages,
				  const struct sp_imported *made,
				  uint64_t count);

#define IMPORT_NAME_SHOWN 120 /* bytes of a name in a message, with the NUL */

/* Copies the name of a page, masked and cut, for a message. */
void import_show_name(const struct sp_names *names, uint64_t page,
		      char shown[IMPORT_NAME_SHOWN]);

#endif
