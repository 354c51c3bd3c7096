/* SPDX-License-Identifier: MIT */
/*
 * command.h - begin and end of every filter: options, messages, statistics, exit
 * status.
 *
 *	int
 *	main(int argc, char **argv)
 *	{
 *		struct cmd cmd = { .name = "hits", ... };
 *		enum sp_status status = cmd_begin(&cmd, argc, argv);
 *
 *		if (!status && !cmd.finished)
 *			status = run(&cmd, ...);
 *		return cmd_end(&cmd, status);
 *	}
 */
#ifndef SP_CLI_COMMAND_H
#define SP_CLI_COMMAND_H

#include "cli/option.h"
#include "cli/progress.h"

#define CMD_VERSION "0.1.0"

struct cmd {
	/* Set by main() before cmd_begin(). */
	const char *name;
	const char *synopsis;  /* operands in the usage line, as "[file]" */
	const char *summary;   /* what it does, one sentence */
	struct option_row *options;
	int operands_max;

	/* Options that every filter has. */
	const char *graph;     /* -g */
	const char *output;    /* -o, NULL: standard output */
	bool results_only;     /* -R */
	uint64_t threads;      /* -T, at least 1 */
	uint64_t level;        /* -z */
	bool level_given;
	bool verbose, quiet;
	bool help, version;
	int shell;             /* enum shell: print its completion */
	uint64_t memory_limit; /* bytes; 0: none was given */
	const char *stats;

	/* What cmd_begin() found. */
	char **operands;
	int operand_count;
	bool finished;         /* --help or such was all */

	/* Private. */
	struct sp_error err;
	char *counts;          /* statistics as JSON members */
	uint64_t counts_length, counts_capacity;
	bool counts_lost;      /* memory was short for one of them */
	double started;
	struct progress *progress; /* that may be on the terminal */
};

/*
 * Reads the options.  Prints for --help, --version and --shell-completion
 * (not in the help, for the Makefile), and sets finished.
 * A failure is in cmd->err, to be told by cmd_end().
 */
enum sp_status cmd_begin(struct cmd *cmd, int argc, char **argv)
	SP_MUST_CHECK;

/*
 * Tells the failure in cmd->err, if status is one; writes --stats and the
 * last line of -v; closes standard output and checks it.  The exit status.
 */
int cmd_end(struct cmd *cmd, enum sp_status status);

/*
 * One line on standard error, "name: ...", in one write, control characters
 * masked.  cmd_warn() is silent with -q, cmd_say() without -v.
 */
void cmd_warn(const struct cmd *cmd, const char *format, ...) SP_PRINTF(2, 3);
void cmd_say(const struct cmd *cmd, const char *format, ...) SP_PRINTF(2, 3);

/*
 * What every result carries: name, version and effective options, with extra
 * ("iterations 60 residual 1e-9") behind it unless it is empty.  The caller
 * frees it; NULL when memory is short.
 */
char *cmd_provenance(const struct cmd *cmd, const char *extra);

/* A clock that only moves forward, from no particular moment. */
double cmd_seconds(void);

/* A number for --stats and the last line of -v. */
void cmd_count(struct cmd *cmd, const char *key, uint64_t value);
void cmd_measure(struct cmd *cmd, const char *key, double value);

#endif
