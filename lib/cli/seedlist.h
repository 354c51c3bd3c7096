/* SPDX-License-Identifier: MIT */
/*
 * seedlist.h - the options of lists for crawlers, and their files: what
 * seedpick and graphdump share of --to.
 */
#ifndef SP_CLI_SEEDLIST_H
#define SP_CLI_SEEDLIST_H

#include "cli/command.h"

#include "formats/seedlist/seedlist.h"

struct cmd_list_options {
	struct sp_list_options list; /* its format is that of --to */
	uint64_t shard;              /* bytes of a file; 0: as the crawler */
};

/*
 * Rows for the option table of a filter.  options is its cmd_list_options,
 * formats which values of to, the variable of --to, are lists for crawlers, as
 * bits.  A number of an enum is unsigned; see CHOICE.
 */
#define CMD_LIST_ROWS(options, to, formats) \
	CHOICE("priority", "WORD", (options).list.priority, \
	       SP_PRIORITY_WORDS, .only_with = &(to), \
	       .only_values = (formats), \
	       .help = "crawlers: where priorities come from"), \
	CHOICE("scope", "WORD", (options).list.scope, SP_SCOPE_WORDS, \
	       .only_with = &(to), .only_values = (formats), \
	       .help = "surt, browsertrix: what may be crawled"), \
	OPTION("crawl-id", "ID", (options).list.crawl, .only_with = &(to), \
	       .only_values = (formats), \
	       .help = "urlfrontier: the crawl of the pages"), \
	CHOICE("scheme", "WORD", (options).list.scheme, SP_SCHEME_WORDS, \
	       .only_with = &(to), .only_values = (formats), \
	       .help = "crawlers: scheme of names that have none"), \
	OPTION("shard", "SIZE", (options).shard, .bytes = true, \
	       .zero = "auto", .only_with = &(to), \
	       .only_values = (formats), \
	       .help = "crawlers: several files of at most SIZE"), \
	FLAG("drop-refused", (options).list.drop_refused, \
	     .only_with = &(to), .only_values = (formats), \
	     .help = "crawlers: leave out what lists cannot hold")

/*
 * Fails if the file of -o cannot be made, before all the work.  A pipe is left
 * alone: its reader would see it close.
 */
enum sp_status cmd_try_list(struct cmd *cmd);

/*
 * Writes the list to standard output or the file or files of -o, after it has
 * checked all of it, and warns of pages that were left out.  Commits the files.
 * Returns the status of sp_list_write(); SP_USAGE if several files are needed
 * and -o names none, if they are too many, or if one is an input, the file of
 * --stats, or left from another list; SP_IO; SP_MEMORY.
 */
enum sp_status cmd_write_list(struct cmd *cmd,
			      const struct cmd_list_options *options,
			      const struct sp_list_source *source);

#endif
