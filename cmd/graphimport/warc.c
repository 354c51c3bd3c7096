/* SPDX-License-Identifier: MIT */
/* Web archives: how they are found, what is told about them, and counted. */
#include "graphimport.h"

#include "cli/clock.h"
#include "cli/foreign.h"
#include "cli/readable.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool
import_has_archives(const struct import *import)
{
	return import->options->format == SP_FORMAT_WARC ||
	       import->options->format == SP_FORMAT_WAT;
}

/* ---- finding ---------------------------------------------------------- */

/* Does the file begin with a dictionary, as only a .warc.zst does? */
static bool
has_dictionary(const struct sp_source *source)
{
	size_t size;
	const uint8_t *start = sp_source_start(source, &size);

	return size >= 4 && !memcmp(start, "\x5d\x2a\x4d\x18", 4);
}

enum sp_status
import_look_for_archive(struct import *import, struct sp_source *source)
{
	const char *path = sp_source_name(source);
	struct sp_arcs_options columns = SP_ARCS_DEFAULTS;
	struct sp_sample sample = { NULL, 0, true };
	struct sp_recognised found;
	struct sp_error damage = { .status = SP_OK };

	if (has_dictionary(source)) {
		import->options->format = SP_FORMAT_WARC;
		return SP_OK;
	}
	if (sp_source_peek(source, &sample.text, &sample.size, &damage) &&
	    damage.status != SP_DATA) {
		*error_of(import) = damage;
		return damage.status;
	}
	sp_recognise(&sample, &columns, false, &found);
	if (found.format == SP_FORMAT_WARC || found.format == SP_FORMAT_WAT)
		import->options->format = found.format;
	if (!damage.status || import_has_archives(import))
		return SP_OK;
	/* Damage is told by the reader of archives, which goes on after it. */
	if (strstr(path, ".warc") || strstr(path, ".arc")) {
		import->options->format = SP_FORMAT_WARC;
		return SP_OK;
	}
	*error_of(import) = damage;
	return damage.status;
}

/* What a look takes from a pipe is lost, if the format opens its files. */
static enum sp_status
look_at_first(struct import *import)
{
	const char *path = cmd_main_input(import->cmd);
	struct sp_source *source = NULL;
	enum sp_status status;
	struct stat info;

	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return SP_OK;
	status = sp_source_open(path, &source, error_of(import));
	if (!status)
		status = import_look_for_archive(import, source);
	sp_source_close(source);
	return status;
}

/* What was read of a pipe is still to be read, packed as it is. */
static enum sp_status
begin_again(struct import *import)
{
	enum sp_status status = sp_source_restart_raw(import->source,
						      error_of(import));

	if (status == SP_DATA)
		(void)sp_fail(error_of(import), status,
			      "%s: its beginning unpacks "
			      "to next to nothing: give -f %s",
			      sp_source_name(import->source),
			      import->options->format == SP_FORMAT_WAT ?
				      "wat" :
				      "warc");
	return status;
}

enum sp_status
import_find_archives(struct import *import)
{
	struct cmd *cmd = import->cmd;
	enum sp_status status = SP_OK;

	if (import->source)
		status = begin_again(import);
	else if (import->options->format == SP_FORMAT_AUTO)
		status = look_at_first(import);
	if (status || !import_has_archives(import))
		return status;
	if (cmd_reject_no_archives(cmd))
		return cmd->err.status;
	/* Those that were looked at as files of edges. */
	import->edges.count = 0;
	if (!cmd->operand_count)
		return import_add_edges(import, "-");
	for (int i = 0; !status && i < cmd->operand_count; i++)
		status = import_add_edges(import, cmd->operands[i]);
	return status;
}

/* ---- while they are read ---------------------------------------------- */

static void
warc_tell_damage(void *context, const char *text)
{
	const struct import *import = context;

	cmd_warn(import->cmd, "%s", text);
}

/* Shows records and records a second before the bytes. */
static void
show_records(void *context, uint64_t records)
{
	struct import *import = context;
	struct progress *progress = &import->reading.progress;
	double seconds = clock_seconds() - import->started;
	char count[READABLE_TEXT], speed[READABLE_TEXT];

	readable_count(count, records);
	readable_count(speed, (uint64_t)((double)records /
					 (seconds > 0.1 ? seconds : 0.1)));
	snprintf(progress->note, sizeof(progress->note),
		 "%s records (%s a second), ", count, speed);
}

void
import_follow_archives(struct import *import, struct sp_warc_options *how)
{
	struct cmd *cmd = import->cmd;

	*how = import->options->warc;
	how->context = import;
	how->tell = warc_tell_damage;
	how->count = show_records;
	import->started = clock_seconds();
	if (!import->source || cmd->operand_count > 1)
		import->reading.bytes.total = sp_files_size(
			cmd->operands, (uint64_t)cmd->operand_count);
}

/* ---- afterwards ------------------------------------------------------- */

static void
warn_of_captures(const struct import *import)
{
	const struct sp_warc_counts *counts = &import->made.warc;
	const struct sp_capture_counts *captures = &counts->captures;
	char text[READABLE_TEXT];

	if (counts->batch.damaged > SP_BATCH_TOLD) {
		readable_count(text, counts->batch.damaged - SP_BATCH_TOLD);
		cmd_warn(import->cmd, "%s more records are damaged", text);
	}
	if (counts->cut_pages) {
		readable_count(text, counts->cut_pages);
		cmd_warn(import->cmd, "%s pages are longer than --max-record: "
			 "links after that are missing", text);
	}
	if (captures->endless) {
		readable_count(text, captures->endless);
		cmd_warn(import->cmd, "%s pages redirect in a circle, and "
			 "stay pages", text);
	}
	if (captures->too_long) {
		readable_count(text, captures->too_long);
		cmd_warn(import->cmd, "%s URLs are longer than %d bytes, and "
			 "were dropped", text, SP_NAME_MAX);
	}
	if (captures->captures > captures->pages) {
		readable_count(text, captures->captures - captures->pages);
		cmd_say(import->cmd, "%s fetches of pages that were fetched "
			"more than once: of each page, the links of the %s "
			"are kept", text,
			import->options->warc.first ? "first" : "last");
	}
}

void
import_report_archives(const struct import *import)
{
	const struct sp_warc_counts *counts = &import->made.warc;
	const struct sp_capture_counts *captures = &counts->captures;
	struct cmd *cmd = import->cmd;
	char key[40];

	cmd_count(cmd, "records", counts->batch.records);
	cmd_count(cmd, "damaged_records", counts->batch.damaged);
	cmd_count(cmd, "responses", counts->responses);
	cmd_count(cmd, "resources", counts->resources);
	cmd_count(cmd, "revisits", counts->revisits);
	cmd_count(cmd, "other_schemes", counts->other_urls);
	cmd_count(cmd, "html", counts->html);
	cmd_count(cmd, "not_html", counts->not_html);
	cmd_count(cmd, "redirects", counts->redirects);
	cmd_count(cmd, "failed", counts->failed);
	cmd_count(cmd, "fetched_pages", captures->pages);
	cmd_count(cmd, "refetched", captures->captures - captures->pages);
	cmd_count(cmd, "folded", captures->folded);
	cmd_count(cmd, "unfetched_dropped", captures->unfetched);
	cmd_count(cmd, "bad_urls", counts->bad_urls);
	for (unsigned kind = 0; kind < SP_FETCH_KINDS; kind++) {
		if (!counts->links[kind])
			continue;
		snprintf(key, sizeof(key), "links_%s",
			 sp_warc_link_name(kind));
		cmd_count(cmd, key, counts->links[kind]);
	}
	warn_of_captures(import);
}
