/* SPDX-License-Identifier: MIT */
/*
 * crawlgraph - make the graph of a crawl from what crawlers leave behind
 *
 *	crawlgraph [option ...] [file ...]
 *
 * Reads web archives and their metadata, dumps of Nutch, exports of crawlers
 * for the desktop, and ClueWeb22.  All of these name their pages by URLs and
 * may be several files; links come in no order, so every format makes a graph
 * in memory, by a sort that goes to the disk if it has to.
 */
#include "crawlgraph.h"

/* Rules of the table: an option that the format cannot use is an error. */
#define WORD_OF(NAME) (1U << (SP_FORMAT_##NAME - SP_FORMAT_CRAWLED + 1))
#define FOR_FORMATS(formats) \
	.only_with = &job->word, \
	.only_values = (formats) | 1U /* auto: checked when it is known */
#define ARCHIVES (WORD_OF(WARC) | WORD_OF(WAT))

static const struct sp_import_format *const formats[SP_FORMAT_COUNT] = {
	SP_CRAWLED_FORMATS(SP_FORMAT_POINT)
};

/* ---- reading ---------------------------------------------------------- */

static enum sp_status
crawlgraph_read(struct crawlgraph *job)
{
	static const char *const standard[] = { "-" };
	struct cmd *cmd = job->import.cmd;
	struct sp_import_options *how = &job->how;
	struct sp_progress pages = { &job->reading, cmd_reading_page };
	struct sp_row_sink none = { NULL, NULL, NULL };
	enum sp_status status;

	how->paths = cmd->operand_count ?
			     (const char *const *)cmd->operands : standard;
	how->path_count = cmd->operand_count ? (size_t)cmd->operand_count : 1;
	if (job->list.empty)
		how->path_count = 0;
	how->source = job->source;
	how->csv.separator = how->arcs.separator;
	how->csv.where = job->where.items;
	how->csv.where_count = (size_t)job->where.count;
	how->normalize = job->import.pages.normalize;
	how->weighted = job->import.weighted;
	/* The merge decides what needs the fetches of all tasks. */
	how->warc.for_merge = job->import.task.count > 0;
	how->warc.whole = how->warc.for_merge && !job->allow_cut;
	how->sort = job->import.sort;
	how->progress = &pages;
	how->reading = &job->reading.bytes;
	crawlgraph_follow(job);
	status = formats[crawlgraph_format(job)]->read(
		how, &none, &job->import.made, &cmd->err);
	cmd_reading_end(&job->reading);
	return status;
}

/* ---- the program ------------------------------------------------------ */

static enum sp_status
crawlgraph_run(struct crawlgraph *job)
{
	struct import *import = &job->import;
	enum sp_status status;

	import->weighted = job->how.csv.weight != NULL;
	status = import_check(import);
	if (!status)
		status = import_list_read(&job->list, import->cmd,
					  &import->task);
	if (!status)
		status = crawlgraph_find_format(job);
	if (!status) {
		import->pages.may_be_alike = !crawlgraph_has_archives(job);
		if (crawlgraph_has_archives(job))
			import->archives = &job->how.warc;
		status = import_open(import);
	}
	if (!status)
		status = crawlgraph_read(job);
	if (!status)
		status = import_write(import);
	if (!status)
		status = cmd_graph_commit(&import->to);
	if (!status) {
		import_report(import);
		crawlgraph_report(job);
	}
	sp_source_close(job->source);
	import_free(import);
	import_list_free(&job->list);
	return status;
}

static const struct cmd_program crawlgraph_program = {
	.name = "crawlgraph", .synopsis = "[file ...]",
	.summary = "Make the graph of a crawl from what crawlers leave behind.",
	.operands_max = 100000, .no_stream = true, .graph_is_result = true
};

/* The two parts of the table: pages and tables, whose number it returns, ... */
static void
put_table_rows(struct crawlgraph *job, struct option_row *to)
{
	struct sp_csv_options *csv = &job->how.csv;

	OPTIONS_ADD(to,
		CHOICE("format", "FORMAT", job->word, SP_CRAWLED_FORMAT_WORDS,
		       .letter = 'f',
		       .help = "format of the input; auto: recognised"),
		IMPORT_HOSTS_ROW(job->import.pages),
		IMPORT_DOMAIN_ROW(job->import.pages),
		IMPORT_BY_URL_ROW(job->import.pages),
		OPTION("max-url", "SIZE", job->how.max_url, .bytes = true,
		       .least = 64, .most = SP_NAME_MAX,
		       .help = "leave out longer URLs"),
		OPTION("separator", "TEXT", job->how.arcs.separator,
		       FOR_FORMATS(WORD_OF(CSV)),
		       .help = "csv: column separator; default: detected"),
		OPTION("source", "COLUMN", csv->source,
		       FOR_FORMATS(WORD_OF(CSV)), .needs = &csv->target,
		       .help = "csv: column of the linking page, by name"),
		OPTION("target", "COLUMN", csv->target,
		       FOR_FORMATS(WORD_OF(CSV)), .needs = &csv->source,
		       .help = "csv: column of the linked page, by name"),
		OPTION("weight", "COLUMN", csv->weight,
		       FOR_FORMATS(WORD_OF(CSV)),
		       .help = "csv: column of link weights, by name"),
		OPTION("where", "CONDITION", job->where,
		       FOR_FORMATS(WORD_OF(CSV)),
		       .help = "csv: only records with COLUMN=VALUE"),
		FLAG("no-header", csv->no_header, FOR_FORMATS(WORD_OF(CSV)),
		     .needs = &csv->source,
		     .help = "csv: no header; give columns by number"),
		FLAG("urls", job->how.clueweb_urls,
		     FOR_FORMATS(WORD_OF(CLUEWEB22)),
		     .help = "clueweb22: name pages by URL, not by id"),
		FLAG("normalize", job->import.pages.normalize,
		     FOR_FORMATS(WORD_OF(LINKDB) | WORD_OF(CSV) |
				 WORD_OF(CLUEWEB22)),
		     .help = "one page for URLs with one normal form"));
}

/* ... archives and the output, with the end. */
static void
put_archive_rows(struct crawlgraph *job, struct option_row *to)
{
	struct sp_warc_options *warc = &job->how.warc;

	OPTIONS_ADD(to,
		FLAG("all-links", warc->fetch.all_links, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: images, scripts, ... are links too"),
		FLAG("canonical", warc->fetch.canonical, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: also link rel=canonical"),
		FLAG("link-headers", warc->fetch.link_headers,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: also the HTTP header Link"),
		FLAG("redirects", warc->fetch.redirects, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: redirects are links, too"),
		FLAG("fold-redirects", warc->fold_redirects,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: replace redirects by their target"),
		FLAG("skip-nofollow", warc->fetch.skip_nofollow,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: skip links with rel=nofollow"),
		FLAG("fetched-only", warc->fetched_only, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: only pages that were fetched"),
		FLAG("first", warc->first, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: keep the first fetch of a page"),
		OPTION("max-record", "SIZE", warc->max_record, .bytes = true,
		       .least = 1024, .most = (double)((uint64_t)1 << 40),
		       FOR_FORMATS(ARCHIVES),
		       .help = "warc, wat: most bytes of a record or page"),
		FLAG("strict", warc->strict, FOR_FORMATS(ARCHIVES),
		     .local = true,
		     .help = "warc, wat: a damaged record is an error"),
		FLAG("allow-cut", job->allow_cut, FOR_FORMATS(ARCHIVES),
		     .local = true, .needs = &job->import.task.text,
		     .excludes = &warc->strict,
		     .help = "--for-merge: a file may end in a record"),
		IMPORT_LIST_ROWS(job->list),
		CMD_PARTS_ROW(job->import.to.count),
		IMPORT_TASK_ROW(job->import.task));
}

int
main(int argc, char **argv)
{
	struct crawlgraph job = {
		.how = { .arcs = SP_ARCS_DEFAULTS,
			 .max_url = SP_FETCH_URL_DEFAULT,
			 .warc.max_record = SP_RECORD_DEFAULT },
		.words = argv
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &crawlgraph_program, .options = rows };
	int exit_status;

	job.import.cmd = &cmd;
	put_table_rows(&job, rows);
	put_archive_rows(&job, rows);
	exit_status = cmd_end(&cmd, cmd_begin(&cmd, argc, argv) ?
				     crawlgraph_run(&job) : cmd.err.status);
	option_list_free(&job.where);
	return exit_status;
}
