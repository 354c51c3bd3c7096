/* SPDX-License-Identifier: MIT */
/*
 * warcstat - tables of what is in web archives
 *
 *	warcstat [option ...] [file ...]
 *
 * Reads WARC and ARC files and prints how many records and downloads they have
 * by status, type, size, host and day, and which records are damaged.
 *
 * How it works.  Archives are read record by record on one thread; each record
 * is measured (measure.c), which adds it to counts by status, type, host and
 * day (tally.h), and all tables are written from the counts at the end
 * (tables.c).  Only --records and --table damage write while they read
 * (records.c).  Of a block no more than --max-record is kept, which is enough:
 * bodies are not unpacked, except to check a digest.
 */
#include "warcstat.h"

#include "cli/clock.h"
#include "cli/files.h"
#include "cli/foreign.h"
#include "cli/input.h"
#include "cli/readable.h"
#include "web/file/source.h"

#include <stdio.h>
#include <stdlib.h>

/* Records with damage that are told one by one. */
#define TOLD 10
/* For the head of an HTTP response. */
#define LEAST_RECORD 1024
/* Records between two looks at the clock. */
#define PACE 256

static void
warcstat_tell_damage(const struct warcstat *stat,
		     const struct warcstat_record *item)
{
	/* The table of damage has them all. */
	if (!item->damage || warcstat_has_lines(&stat->options))
		return;
	if (stat->damaged <= TOLD)
		cmd_warn(stat->cmd, "%s: byte %" PRIu64 ": damaged record: %s",
			 item->file, item->record->offset, item->damage);
	if (stat->damaged == TOLD + 1)
		cmd_warn(stat->cmd, "more damaged records: --table damage "
			 "lists them all");
}

/* "12,345 records, 4,321 a second, " */
static void
show_pace(struct warcstat *stat)
{
	char records[READABLE_TEXT], pace[READABLE_TEXT];
	double seconds = clock_seconds() - stat->started;

	readable_count(records, stat->records);
	readable_count(pace, seconds > 0 ? (uint64_t)((double)stat->records /
						      seconds) : 0);
	snprintf(stat->progress.note, sizeof(stat->progress.note),
		 "%.20s records, %.20s a second, ", records, pace);
}

static enum sp_status
warcstat_read_records(struct warcstat *stat, struct sp_archive *archive)
{
	struct sp_record record = { 0 };
	struct sp_error *err = &stat->cmd->err;
	bool lines = warcstat_has_lines(&stat->options);
	enum sp_status status;

	for (;;) {
		struct warcstat_record item = {
			.file = sp_archive_name(archive), .record = &record
		};
		bool got;

		status = sp_archive_next(archive, &record, &got, err);
		if (status || !got)
			break;
		status = warcstat_measure(stat, &item);
		if (status)
			break;
		warcstat_tell_damage(stat, &item);
		if (lines)
			warcstat_line(stat, &item);
		status = lines ? table_end(&stat->table) : SP_OK;
		if (status)
			break;
		if (stat->records % PACE == 0)
			show_pace(stat);
	}
	sp_record_free(&record);
	return status;
}

static enum sp_status
warcstat_read_file(struct warcstat *stat, const char *path)
{
	struct sp_archive_options options = {
		.max_record = stat->options.max_record,
		.digests = stat->options.check_digests ||
			   (stat->options.records && sp_archive_has_digests())
	};
	struct cmd *cmd = stat->cmd;
	struct sp_archive *archive;
	enum sp_status status;

	if (cmd_use_input(cmd, path) ||
	    sp_archive_open(path, &options, &archive, &cmd->err))
		return cmd->err.status;
	if (!stat->reading.total && cmd->operand_count < 2)
		stat->reading.total = sp_archive_size(archive);
	sp_archive_follow(archive, &stat->reading);
	status = warcstat_read_records(stat, archive);
	sp_archive_close(archive);
	return status;
}

static enum sp_status
read_files(struct warcstat *stat)
{
	char *standard[] = { "-" };
	struct cmd *cmd = stat->cmd;
	char **files = cmd->operand_count ? cmd->operands : standard;
	int count = cmd->operand_count ? cmd->operand_count : 1;
	enum sp_status status = cmd_reject_no_archives(cmd,
						       SP_FORMAT_AUTO);

	stat->started = clock_seconds();
	stat->reading = (struct sp_reading){
		&stat->progress.teller, 0,
		sp_files_size(files, (uint64_t)count)
	};
	progress_begin(&stat->progress, cmd, "reading");
	stat->progress.bytes = true;
	for (int i = 0; i < count && !status; i++)
		status = warcstat_read_file(stat, files[i]);
	progress_end(&stat->progress);
	return status;
}

/* With --strict, damage is a failure like others: nothing is written. */
static enum sp_status
check_strict(struct warcstat *stat)
{
	struct sp_error *err = &stat->cmd->err;

	if (!stat->options.strict || !stat->damaged)
		return SP_OK;
	*err = stat->first_damage;
	if (stat->damaged == 1)
		return err->status;
	return sp_fail(err, SP_DATA,
		       "%" PRIu64 " damaged records; the first: %s",
		       stat->damaged, stat->first_damage.text);
}

static enum sp_status
warcstat_write_results(struct warcstat *stat)
{
	struct cmd *cmd = stat->cmd;

	if (warcstat_has_lines(&stat->options))
		warcstat_begin_lines(stat);
	if (read_files(stat) || check_strict(stat))
		return cmd->err.status;
	cmd_count(cmd, "records", stat->records);
	cmd_count(cmd, "downloads", stat->tallies[TABLE_STATUS].all.count);
	cmd_count(cmd, "damaged", stat->damaged);
	cmd_count(cmd, "bytes_blocks", stat->bytes);
	if (!warcstat_has_lines(&stat->options) && warcstat_tables(stat))
		return cmd->err.status;
	return cmd_output_commit(stat->output);
}

static void
free_warcstat(struct warcstat *stat)
{
	cmd_output_free(stat->output);
	for (unsigned i = 0; i < TABLES; i++)
		tally_free(&stat->tallies[i]);
	free(stat->sizes);
}

static enum sp_status
warcstat_run(struct warcstat *stat)
{
	struct cmd *cmd = stat->cmd;
	enum sp_status status = cmd_check_output(cmd);

	if (!status && stat->options.max_record < LEAST_RECORD)
		status = sp_fail(&cmd->err, SP_USAGE, "option --max-record: a "
				 "record needs 1K or more");
	if (!status && stat->options.table == TABLE_DIGESTS)
		stat->options.check_digests = true;
	if (!status) {
		stat->output = cmd_output_open(cmd, cmd->output, false);
		status = stat->output ? SP_OK : cmd->err.status;
	}
	if (!status)
		status = warcstat_write_results(stat);
	free_warcstat(stat);
	return status;
}

static const struct cmd_program warcstat_program = {
	.name = "warcstat", .synopsis = "[file ...]",
	.summary = "Print tables of what is in web archives.",
	.operands_max = 100000, .no_stream = true, .prints_text = true,
	.prints_names = true
};

int
main(int argc, char **argv)
{
	struct warcstat stat = {
		.options = { .max_record = SP_RECORD_DEFAULT }
	};
	struct warcstat_options *options = &stat.options;
	struct option_row rows[] = {
		CHOICE("table", "WHAT", options->table, TABLE_NAMES,
		       .help = "print this table alone"),
		FLAG("records", options->records, .excludes = &options->table,
		     .help = "print a line for each record"),
		OPTION("top", "N", options->top, .excludes = &options->records,
		       .only_with = &options->table,
		       .only_values = ~(1U << TABLE_SIZES |
					1U << TABLE_HISTOGRAM |
					1U << TABLE_DAMAGE),
		       .help = "the N largest rows of a table, and the others "
			       "in one; 0: all"),
		FLAG("json", options->json,
		     .help = "print JSON Lines instead of TSV"),
		FLAG("check-digests", options->check_digests,
		     .help = "compare the digests of records with their bytes"),
		FLAG("strict", options->strict,
		     .help = "exit with status 65 if a record is damaged"),
		OPTION("max-record", "SIZE", options->max_record,
		       .bytes = true,
		       .help = "keep at most SIZE bytes of a record"),
		OPTION_END
	};
	struct cmd cmd = { .program = &warcstat_program, .options = rows };

	stat.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, warcstat_run(&stat));
}
