/* SPDX-License-Identifier: MIT */
/*
 * command.h - the start and end of every filter: options, messages,
 * statistics, exit status.
 *
 *	static const struct cmd_program hits_program = {
 *		.name = "hits", .synopsis = "[file]", ...
 *	};
 *
 *	int
 *	main(int argc, char **argv)
 *	{
 *		struct option_row rows[] = { ... };
 *		struct cmd cmd = { .program = &hits_program, .options = rows };
 *
 *		if (!cmd_begin(&cmd, argc, argv))
 *			return cmd_end(&cmd, cmd.err.status);
 *		return cmd_end(&cmd, hits_run(&cmd, ...));
 *	}
 */
#ifndef SP_CLI_COMMAND_H
#define SP_CLI_COMMAND_H

#include "cli/option.h"
#include "cli/progress.h"

#define CMD_LEVEL_DEFAULT (-1)
#define CMD_MEMORY_DEFAULT UINT64_MAX

extern const char cmd_version[]; /* of all filters: "0.2.0" */

/* What a program is, as its main() states it. */
struct cmd_program {
	const char *name;
	const char *synopsis;  /* operands in the usage line: "[file]" */
	const char *summary;   /* what it does, one sentence */
	int operands_max;
	bool operands_named;   /* an operand may be NAME=FILE */
	bool no_stream;        /* it reads no stream: -g is rejected */
	bool operands_foreign; /* operands are no streams: input.h */
	bool takes_results;    /* with -g, an operand has results: input.h */
	bool graph_is_result;  /* it makes the graph: -R is rejected */
	bool prints_text;      /* no stream: -R and -z are rejected */
	bool prints_names;     /* of the input, as text: --safe-text */
	bool drops_graph;      /* its stream has not the graph of the input */
	bool joins;            /* it reads the parts of a graph itself */
	const char *whole;     /* what it makes, if no part of a graph has all
				  links for it: "the transpose"; or NULL */
	unsigned keeps;        /* kinds of sections that pass on with -R too */

	/*
	 * Called with the context when the command line is read, before its
	 * operands and files are checked: may refuse options, and make an
	 * operand the name of the output.  Or NULL.
	 */
	enum sp_status (*choose)(void *context);
};

/*
 * Of a program that is one of several processes of a job; all 0 of any other.
 * Only process 0 prints help, warnings, remarks, progress and statistics; a
 * failure names the process.
 */
struct cmd_process {
	unsigned number, count;
	unsigned on_host; /* those on this host, which share it */
};

struct cmd {
	/*
	 * Set before cmd_begin().  Where options decide what a program is, as
	 * with text or a stream, *program is a copy, which choose() changes.
	 */
	const struct cmd_program *program;
	struct option_row *options;
	void *context; /* of choose() */
	struct cmd_process process;

	/*
	 * Set by choose(): the results are several files, whose names are that
	 * of -o and one of these, up to NULL.
	 */
	const char *const *output_suffixes;

	/* Options that every filter has, and operands: by cmd_begin(). */
	const char *graph;     /* -g */
	const char *output;    /* -o, NULL: standard output */
	bool results_only;     /* -R */
	int threads;           /* -T, at least 1 */
	int level;             /* -z, or CMD_LEVEL_DEFAULT */
	bool verbose, quiet;
	uint64_t memory_limit; /* bytes; 0: none */
	const char *stats;
	bool safe_text;
	char **operands;
	int operand_count;

	/* The failure, from which cmd_end() makes the message. */
	struct sp_error err;

	/* What the run changes, private to lib/cli; NULL before cmd_begin(). */
	struct cmd_run *run;
};

/*
 * The first step of cmd_begin(), for a program that has to do something before
 * it that must not be done twice: may start the program again.
 */
void cmd_prepare(char **argv);

/*
 * Parses and checks the options.  Returns false if the filter must not run:
 * the command line is wrong (cmd->err has the reason), or --help, --version or
 * --shell-completion (which only the Makefile uses) was given and its output
 * has been printed.
 */
bool cmd_begin(struct cmd *cmd, int argc, char **argv) SP_MUST_CHECK;

/* Did cmd_begin() return true? */
bool cmd_has_begun(const struct cmd *cmd);

/*
 * Reports the failure in cmd->err, if status is one; writes --stats and the
 * last line of -v; closes standard output and checks that this worked.
 * Returns the exit status.
 */
int cmd_end(struct cmd *cmd, enum sp_status status);

/*
 * Print one line, "name: ...", to standard error in one write, with control
 * characters masked: cmd_warn() a warning, unless -q is given; cmd_say() a
 * remark, if -v is given.
 */
void cmd_warn(const struct cmd *cmd, const char *format, ...) SP_PRINTF(2, 3);
void cmd_say(const struct cmd *cmd, const char *format, ...) SP_PRINTF(2, 3);

/* The same in any case; private to cmd_end(), which prints failures. */
void cmd_print(const struct cmd *cmd, const char *text);

/* Notes a result of the run ("iterations 60") for the provenance line. */
void cmd_result(struct cmd *cmd, const char *format, ...) SP_PRINTF(2, 3);

/*
 * Returns the line that every stream carries for each filter it went through:
 * name, version, effective options, and, with results, what cmd_result()
 * noted.  The caller frees it; returns NULL if memory is short.
 */
char *cmd_provenance(const struct cmd *cmd, bool results);

/*
 * Reports how an iteration ended that runs until the residual is below the
 * tolerance (0: to the last iteration): adds counts for --stats, and warns if
 * it did not converge.  Returns SP_UNCONVERGED in that case if strict is set
 * (--strict).
 */
enum sp_status cmd_check_convergence(struct cmd *cmd, uint64_t iterations,
				     double residual, double tolerance,
				     bool strict);

/*
 * Add a number to --stats and the last line of -v.  The key is a JSON name,
 * words joined by "_"; one that begins with "bytes_" counts bytes.
 */
void cmd_count(struct cmd *cmd, const char *key, uint64_t value);
void cmd_measure(struct cmd *cmd, const char *key, double value);

/* The same for a word of the program, a string of JSON as it is. */
void cmd_word(struct cmd *cmd, const char *key, const char *word);

/* Private to cmd_end(): adds time and memory, writes --stats. */
enum sp_status cmd_finish_counts(struct cmd *cmd);

#endif
