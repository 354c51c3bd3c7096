/* SPDX-License-Identifier: MIT */
/*
 * task.h - an import that is one of several, whose results graphmerge joins.
 */
#ifndef SP_CLI_IMPORT_TASK_H
#define SP_CLI_IMPORT_TASK_H

#include "cli/command.h"

#include "formats/import/formats.h"
#include "stream/section/task.h"

struct import_task {
	const char *text;        /* of --for-merge: "K/N", or NULL */
	uint32_t number, count;  /* count 0: not one of several */
};

/* The option --for-merge. */
#define IMPORT_TASK_ROW(task) \
	OPTION("for-merge", "TASK", (task).text, .local = true, \
	       .help = "import share K of N, as K/N, for graphmerge")

/* Reads the text into number and count; SP_USAGE if it is not "K/N". */
enum sp_status import_parse_task(struct cmd *cmd, struct import_task *task);

/* Gives the fetches the numbers that their pages have become. */
void import_renumber_fetches(struct sp_capture_list *fetches,
			     const uint32_t *new_of);

/*
 * Writes the section of the task, with the fetches, which it sorts; *warc are
 * the options of archives, or NULL.
 */
enum sp_status import_save_task(const struct import_task *task,
				const struct sp_warc_options *warc,
				struct sp_capture_list *fetches,
				const struct sp_basis *basis,
				struct sp_writer *writer,
				struct sp_error *err);

#endif
