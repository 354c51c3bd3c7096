/* SPDX-License-Identifier: MIT */
/*
 * reading.h - the progress of foreign files that are read.
 *
 *	struct cmd_reading reading;
 *
 *	cmd_reading_begin(&reading, cmd, "names, ", source);
 *	... read the source
 *	cmd_reading_end(&reading);
 */
#ifndef SP_CLI_READING_H
#define SP_CLI_READING_H

#include "cli/command.h"
#include "web/file/source.h"

struct cmd_reading {
	struct progress progress;
	struct sp_reading bytes; /* for sources that are opened later */
	struct cmd *cmd;
	bool paging;             /* pages are shown, no bytes any more */
};

/*
 * Shows how much of the source (NULL: of those that will follow
 * reading->bytes) is read, after the note.  Only one progress is shown at a
 * time.
 */
void cmd_reading_begin(struct cmd_reading *reading, struct cmd *cmd,
		       const char *note, struct sp_source *source);

/*
 * For a format that sorts what it has read (context: the struct cmd_reading):
 * shows its pages from then on.  It reports page 0 when it has read all, and
 * once more if it sorts twice; the time that is left is estimated from the
 * pages after that alone, because the sort comes before.
 */
void cmd_reading_page(void *context, uint64_t done, uint64_t total);

void cmd_reading_end(struct cmd_reading *reading);

#endif
