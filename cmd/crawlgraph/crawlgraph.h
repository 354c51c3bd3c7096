/* SPDX-License-Identifier: MIT */
/*
 * crawlgraph.h - the parts of crawlgraph: options and the run (crawlgraph.c),
 * which format the input has (find.c), and what is reported (report.c).
 */
#ifndef CMD_CRAWLGRAPH_CRAWLGRAPH_H
#define CMD_CRAWLGRAPH_CRAWLGRAPH_H

#include "cli/import/filelist.h"
#include "cli/import/import.h"

struct crawlgraph {
	struct import import;
	struct import_list list;
	unsigned word;             /* of --format: below */
	struct sp_import_options how;
	bool allow_cut;            /* files of a task may end too early */
	struct option_list where;  /* "COLUMN=VALUE" */
	char **words;              /* of the command line */
	struct sp_source *source;  /* the first operand, opened; or NULL */
	struct cmd_reading reading;
	double started;            /* when reading began */
};

/* The words of --format are "auto" and those of these formats. */
static inline enum sp_import_format_number
crawlgraph_format(const struct crawlgraph *job)
{
	return job->word ? SP_FORMAT_CRAWLED + job->word - 1 : SP_FORMAT_AUTO;
}

static inline bool
crawlgraph_has_archives(const struct crawlgraph *job)
{
	return crawlgraph_format(job) == SP_FORMAT_WARC ||
	       crawlgraph_format(job) == SP_FORMAT_WAT;
}

/*
 * Finds the format of the input, sets job->word, and opens the source, unless
 * the format opens its files itself.  Returns SP_DATA if the format is unknown,
 * for graphimport, or not the one of --format; SP_USAGE; SP_IO; SP_MEMORY.
 */
enum sp_status crawlgraph_find_format(struct crawlgraph *job);

/* Before reading: has progress shown and damage reported. */
void crawlgraph_follow(struct crawlgraph *job);

/* After the import: counts and warnings of the format. */
void crawlgraph_report(const struct crawlgraph *job);

#endif
