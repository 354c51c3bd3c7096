/* SPDX-License-Identifier: MIT */
/*
 * shards.h - a text in several files of a limited size, cut between lines.
 *
 * The text is made twice: first to count, so that nothing is written if the
 * text turns out to be wrong or too large, then to write.
 *
 *	shards_begin(&shards, cmd, limit, head);
 *	... shards_line() for each line
 *	shards_open(&shards)
 *	... shards_line() for the same lines
 *	shards_commit(&shards)
 *	shards_free(&shards);
 *
 * A text that fits is the file of -o; a larger one is FILE-1.txt, FILE-2.txt
 * and so on for -o FILE.txt.  All files are complete before the first is put in
 * place.
 */
#ifndef SP_CLI_SHARDS_H
#define SP_CLI_SHARDS_H

#include "cli/output.h"

#define SHARDS_MAX 512 /* files: all are open until the end */

struct shards {
	struct cmd *cmd;
	uint64_t limit;       /* bytes of a file; 0: any */
	const char *head;     /* first line of each file, or "" */
	uint64_t used;        /* bytes of the current file */
	uint64_t count;       /* files so far */

	/* Of the second round. */
	bool writing;
	struct cmd_output **outputs;
	char **paths;         /* of several files */
	uint64_t planned;     /* files */
};

void shards_begin(struct shards *shards, struct cmd *cmd, uint64_t limit,
		  const char *head);

/* The next line.  SP_DATA if the line alone is over the limit. */
enum sp_status shards_line(void *shards, const char *line,
			   size_t length, struct sp_error *err);

/*
 * Opens the files.  SP_USAGE if several are needed, but -o names none that is a
 * regular file, if there are more than SHARDS_MAX, if one is an input, and if
 * files of an earlier run with another number of files would stay beside these.
 */
enum sp_status shards_open(struct shards *shards);

/* Puts all files in place. */
enum sp_status shards_commit(struct shards *shards);

/* Without a commit, no file changes. */
void shards_free(struct shards *shards);

#endif
