/* SPDX-License-Identifier: MIT */
/*
 * The frame of every filter: cmd_begin() reads the command line and prepares
 * the process, cmd_end() reports and gives the exit status.  The order in
 * cmd_begin() is what matters:
 *
 *	standard files     before anything is opened, or it gets their numbers
 *	start again        before any work, which would be done twice
 *	options            then what they ask for instead of a run
 *	files              whether an output would destroy an input
 *	memory             the limit, before threads get their stacks
 *	threads            last: from here on memory counts what they take
 */
#include "cli/command_private.h"

#include "cli/clock.h"
#include "cli/completion.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/readable.h"

#include "base/memory.h"
#include "stream/stream.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The Makefile has the version, and compiles this file anew for a new one. */
const char cmd_version[] = SP_VERSION;

/* ---- options ---------------------------------------------------------- */

/* Options that ask for an answer instead of a run. */
struct questions {
	bool help, version;
	enum shell shell;
};

/*
 * To standard output, with status 0, since it was asked for; what is wrong with
 * a command line goes to standard error.
 */
static void
print_help(const struct cmd *cmd, const struct option_row *common)
{
	const struct cmd_program *program = cmd->program;

	printf("usage: %s [option ...]%s%s\n\n%s\n\n", program->name,
	       program->synopsis[0] ? " " : "", program->synopsis,
	       program->summary);
	printf("options:\n");
	options_help(cmd->options, stdout);
	printf("\ncommon options:\n");
	options_help(common, stdout);
	printf("\nSee %s(1) for more, and seedpipe(7) for an overview.\n",
	       program->name);
}

/*
 * Prints what was asked for instead of a run, if anything was.
 *
 * Before the rules between options are checked: --help answers whatever goes
 * with it.
 */
static bool
answer_questions(const struct cmd *cmd, const struct questions *asked,
		 const struct option_row *common)
{
	const struct cmd_program *program = cmd->program;
	bool any = asked->help || asked->version || asked->shell;

	/* One process answers for all. */
	if (!any || cmd->process.number)
		return any;
	if (asked->help)
		print_help(cmd, common);
	else if (asked->version)
		printf("%s (seedpipe) %s\n", program->name, cmd_version);
	else
		completion_write(asked->shell, program->name,
				 program->operands_max > 0, cmd->options,
				 common, stdout);
	return true;
}

/*
 * Reads the command line by the filter's table and by that of all filters.
 *
 * The table of all filters is here, and not in a static array, because rows
 * point to the fields of this run.  Options that a filter has no use for stay
 * in the table, hidden, so that they are refused with a reason and not as
 * unknown.
 */
static enum sp_status
read_command_line(struct cmd *cmd, int argc, char **argv)
{
	const struct cmd_program *program = cmd->program;
	struct questions asked = { false, false, SHELL_NONE };
	struct option_row common[] = {
		OPTION("graph", "FILE", cmd->graph, .letter = 'g',
		       .hidden = program->no_stream,
		       .help = "read the graph from FILE"),
		OPTION("output", "FILE", cmd->output, .letter = 'o',
		       .help = "write to FILE, replaced when complete"),
		FLAG("results-only", cmd->results_only, .letter = 'R',
		     .hidden = program->graph_is_result ||
			       program->prints_text,
		     .help = "write the results without the graph"),
		OPTION("threads", "N", cmd->threads, .letter = 'T',
		       .most = 1024,
		       .help = "use N threads; default: one per processor"),
		OPTION("compress", "LEVEL", cmd->level, .letter = 'z',
		       .hidden = program->prints_text,
		       .most = 19,
		       .help = "zstd level; default: 6 to a file, 0 to a "
			       "pipe"),
		OPTION("memory-limit", "SIZE", cmd->memory_limit,
		       .bytes = true, .zero = "none",
		       .help = "limit memory to SIZE, or none; default: 90 % "
			       "of the machine's"),
		OPTION("stats", "FILE", cmd->stats,
		       .help = "write counts and timings to FILE as JSON"),
		FLAG("safe-text", cmd->safe_text,
		     .hidden = !program->prints_names,
		     .help = "escape hidden characters and formulas in names"),
		FLAG("verbose", cmd->verbose, .letter = 'v',
		     .help = "print options and counts to standard error"),
		FLAG("quiet", cmd->quiet, .letter = 'q',
		     .help = "print no warnings and no progress"),
		FLAG("help", asked.help, .letter = 'h',
		     .help = "print this help"),
		FLAG("version", asked.version, .letter = 'V',
		     .help = "print the version"),
		CHOICE("shell-completion", "SHELL", asked.shell,
		       SHELL_CHOICES, .hidden = true,
		       .help = "print the completion script of SHELL"),
		OPTION_END
	};
	int first;

	/* None of these changes a result, so provenance leaves them out. */
	for (struct option_row *row = common; row->name; row++)
		row->local = true;
	if (options_parse(argc, argv, cmd->options, common, &first,
			  &cmd->err))
		return cmd->err.status;
	cmd->operands = argv + first;
	cmd->operand_count = argc - first;
	cmd->run->finished = answer_questions(cmd, &asked, common);
	return SP_OK;
}

/*
 * Word processors and web pages turn "--" into a dash, and what was an option
 * becomes the name of a file that nobody has.
 */
static enum sp_status
check_dashes(struct cmd *cmd)
{
	static const char *const dashes[] = {
		"\xe2\x80\x93", "\xe2\x80\x94", "\xe2\x88\x92"
	};

	for (int i = 0; i < cmd->operand_count; i++)
		for (size_t d = 0; d < 3; d++)
			if (!strncmp(cmd->operands[i], dashes[d], 3) &&
			    access(cmd->operands[i], F_OK))
				return sp_fail(&cmd->err, SP_USAGE, "operand "
					       "\"%s\" begins with a dash of "
					       "print: options begin with - "
					       "or --", cmd->operands[i]);
	return SP_OK;
}

/*
 * Options and operands that do not go together, or not with this filter.
 *
 * choose() of the filter comes first: it may take an operand, or change what
 * the program accepts.
 */
static enum sp_status
check_command_line(struct cmd *cmd)
{
	const struct cmd_program *program = cmd->program;

	if (check_dashes(cmd) ||
	    (program->choose && program->choose(cmd->context)))
		return cmd->err.status;
	if (cmd->operand_count > program->operands_max)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: "
			       "\"%s\" (%s takes %s)",
			       cmd->operands[program->operands_max],
			       program->name,
			       program->operands_max ? "one file" :
			       "none; -o names the output");
	if (cmd->graph && program->no_stream)
		return sp_fail(&cmd->err, SP_USAGE, "option --graph: %s does "
			       "not read a stream", program->name);
	if (cmd->graph && cmd->operand_count && !program->takes_results &&
	    !program->operands_foreign)
		return sp_fail(&cmd->err, SP_USAGE, "operand \"%s\" does not "
			       "go with -g: %s reads one graph and nothing "
			       "else", cmd->operands[0], program->name);
	if (cmd->results_only && program->graph_is_result)
		return sp_fail(&cmd->err, SP_USAGE, "option --results-only: "
			       "the graph is the result");
	if (program->prints_text &&
	    (cmd->results_only || cmd->level != CMD_LEVEL_DEFAULT))
		return sp_fail(&cmd->err, SP_USAGE, "option --%s: the output "
			       "is text, not a stream", cmd->results_only ?
			       "results-only" : "compress");
	if (cmd->safe_text && !program->prints_names)
		return sp_fail(&cmd->err, SP_USAGE, "option --safe-text: %s "
			       "prints no names of the input", program->name);
	return options_check(cmd->options, &cmd->err);
}

/*
 * The line of provenance is never cut, and it is written last.  Options that
 * do not fit are refused here, before the work and not after it; its results
 * need far less than the rest.
 */
#define OPTIONS_MAX (SP_FRAME_MAX - 65536)

static enum sp_status
command_check_provenance(struct cmd *cmd)
{
	char *line = cmd_provenance(cmd, false);
	size_t length = line ? strlen(line) : 0;

	if (!line)
		return sp_no_memory(&cmd->err, "the options");
	/* Without the name, which begins the message already. */
	cmd_say(cmd, "version%s", line + strlen(cmd->program->name));
	free(line);
	if (length <= OPTIONS_MAX)
		return SP_OK;
	return sp_fail(&cmd->err, SP_USAGE, "the options have %zu bytes, and "
		       "provenance has room for %u: shorten them, or split "
		       "the work into several runs", length, OPTIONS_MAX);
}

bool
cmd_has_begun(const struct cmd *cmd)
{
	return cmd->run && cmd->run->begun;
}

/*
 * A failure at any step leaves its message in cmd->err, for cmd_end() to print.
 */
bool
cmd_begin(struct cmd *cmd, int argc, char **argv)
{
	cmd->run = sp_alloc_zero(1, sizeof(*cmd->run));
	if (!cmd->run) {
		(void)sp_no_memory(&cmd->err, "the command line");
		return false;
	}
	cmd_prepare(argv);
	/* For ps and pkill: of a program that started again it is "exe". */
	prctl(PR_SET_NAME, cmd->program->name);
	cmd->run->started = clock_seconds();
	/* A file that may not grow is reported like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	cmd->level = CMD_LEVEL_DEFAULT;
	cmd->memory_limit = CMD_MEMORY_DEFAULT;
	if (read_command_line(cmd, argc, argv))
		return false;
	if (cmd->run->finished || check_command_line(cmd))
		return false;
	if (!cmd->program->takes_results)
		cmd_warn_unread(cmd);
	if (command_check_provenance(cmd) || cmd_check_files(cmd))
		return false;
	cmd->run->begun = !cmd_start_process(cmd);
	return cmd->run->begun;
}

/* ---- the end ---------------------------------------------------------- */

/*
 * A message about memory says which limit was reached and how to lift it.  The
 * test for the limit is by its value: a limit that the shell has set is not
 * mentioned.
 */
static void
print_failure(struct cmd *cmd, enum sp_status status)
{
	char limit[READABLE_TEXT], text[sizeof(cmd->err.text) + 128];
	char process[32];

	/* All processes see the same command line, and the same fault in it. */
	if (status == SP_USAGE && !cmd_has_begun(cmd) && cmd->process.number)
		return;
	if (cmd->process.count > 1 &&
	    (status != SP_USAGE || cmd_has_begun(cmd))) {
		snprintf(process, sizeof(process), "process %u",
			 cmd->process.number);
		(void)sp_fail_in(&cmd->err, process);
	}
	/* A lower limit of the shell is not ours to lift. */
	if (status != SP_MEMORY ||
	    (!cmd->run->memory_given &&
	     cmd->memory_limit != cmd->run->memory / 10 * 9)) {
		cmd_print(cmd, cmd->err.text);
		return;
	}
	readable_bytes(limit, cmd->memory_limit);
	snprintf(text, sizeof(text), cmd->run->memory_given ?
		 "%s (--memory-limit is %s: raise it)" :
		 "%s (the limit is %s, 90 %% of the memory: --memory-limit "
		 "none lifts it)",
		 cmd->err.text, limit);
	cmd_print(cmd, text);
}

/*
 * Statistics are written while everything of the run is still there, and only
 * after success.  Standard output is closed here, so that a failure to write
 * help is reported as well.
 */
int
cmd_end(struct cmd *cmd, enum sp_status status)
{
	struct cmd_run *run = cmd->run;
	int exit_status, bad;

	/* Nothing began: of several processes, or for want of memory. */
	if (!run) {
		cmd_print(cmd, cmd->err.text);
		return (int)status;
	}
	/* Statistics of a failed run would look like those of a whole one. */
	if (!run->finished && !cmd->process.number &&
	    (status == SP_OK || status == SP_UNCONVERGED)) {
		enum sp_status written = cmd_finish_counts(cmd);

		if (written)
			status = written;
	}
	progress_phase(cmd, NULL);
	exit_status = (int)status;
	/* cmd_check_convergence() has already warned of SP_UNCONVERGED. */
	if (status > SP_UNCONVERGED)
		print_failure(cmd, status);
	/*
	 * Help and version go through stdio: a failure to write shows here.
	 * Results do not: their commit may have closed the file, rightly.
	 */
	bad = fflush(stdout);
	if (!bad)
		bad = fclose(stdout);
	if (bad && run->finished) {
		char text[128];

		snprintf(text, sizeof(text), "standard output: %s",
			 strerror(errno));
		cmd_print(cmd, text);
		exit_status = SP_IO;
	}
	sp_line_free(&run->results);
	sp_line_free(&run->counts);
	sp_line_free(&run->shown);
	cmd_end_process(cmd);
	free(run);
	cmd->run = NULL;
	return exit_status;
}
