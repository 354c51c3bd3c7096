/* SPDX-License-Identifier: MIT */
#include "cli/reading.h"

#include <stdio.h>

void
cmd_reading_begin(struct cmd_reading *reading, struct cmd *cmd,
		  const char *note, struct sp_source *source)
{
	reading->cmd = cmd;
	reading->paging = false;
	progress_begin(&reading->progress, cmd, "reading");
	snprintf(reading->progress.note, sizeof(reading->progress.note), "%s",
		 note);
	reading->progress.bytes = true;
	reading->bytes = (struct sp_reading){
		&reading->progress.teller, 0,
		source ? sp_source_size(source) : 0
	};
	if (source)
		sp_source_follow(source, &reading->bytes);
}

void
cmd_reading_page(void *context, uint64_t done, uint64_t total)
{
	struct cmd_reading *reading = context;

	if (!done) {
		progress_end(&reading->progress);
		reading->paging = false;
		return;
	}
	if (!reading->paging)
		progress_begin(&reading->progress, reading->cmd, "page");
	reading->paging = true;
	progress_step(&reading->progress, done, total);
}

void
cmd_reading_end(struct cmd_reading *reading)
{
	progress_end(&reading->progress);
}
