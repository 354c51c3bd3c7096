/* SPDX-License-Identifier: MIT */
#include "cli/command_private.h"

#include "cli/clock.h"
#include "cli/completion.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "cli/readable.h"
#include "cli/replace.h"
#include "cli/threads.h"

#include "base/memory.h"
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEMORY_UNKNOWN ((uint64_t)2 << 30) /* taken for the machine's */

/* The Makefile has the version, and compiles this file anew for a new one. */
const char cmd_version[] = SP_VERSION;

/* ---- options ---------------------------------------------------------- */

/* Options that ask for an answer instead of a run. */
struct questions {
	bool help, version;
	enum shell shell;
};

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

/* Prints what was asked for instead of a run, if anything was. */
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

/* Reads the command line by the filter's table and by that of all filters. */
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
		       .help = "fail beyond SIZE of memory, or none; default: "
			       "90 % of it"),
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

/* Options and operands that do not go together, or not with this filter. */
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
 * What fails in the run-time library of OpenMP ends the program with status 1
 * after a message of that library.  main() does not return from there, which
 * is how it is known here.  A handler with an argument is one of the GNU
 * library's.
 */
struct cmd_ending {
	char name[32]; /* of the filter */
	bool reached;  /* cmd_end() was */
};

#ifdef __GLIBC__
static void
rename_failure(int status, void *context)
{
	struct cmd_ending *ending = context;
	char text[128];
	ssize_t written;
	int length;

	if (status == SP_UNCONVERGED && !ending->reached) {
		length = snprintf(text, sizeof(text), "%s: out of threads or "
				  "of memory for them: use fewer (-T)\n",
				  ending->name);
		written = write(STDERR_FILENO, text, (size_t)length);
		(void)written;
		replacement_undo_all();
		_exit(SP_MEMORY);
	}
	free(ending);
}
#endif

/* Threads first: with them the limit below leaves enough for their stacks. */
static enum sp_status
start_threads(struct cmd *cmd)
{
	int threads;

#ifdef __GLIBC__
	cmd->run->ending = sp_alloc_zero(1, sizeof(*cmd->run->ending));
	if (!cmd->run->ending || on_exit(rename_failure, cmd->run->ending)) {
		free(cmd->run->ending);
		cmd->run->ending = NULL;
		return sp_no_memory(&cmd->err, "threads");
	}
	snprintf(cmd->run->ending->name, sizeof(cmd->run->ending->name), "%s",
		 cmd->program->name);
#endif
	threads = threads_start(cmd->threads);
	if (!threads)
		return sp_no_memory(&cmd->err, "threads");
	if (threads < cmd->threads)
		cmd_warn(cmd, "%d threads cannot be started (%s): continuing "
			 "with %d", cmd->threads, strerror(errno), threads);
	cmd->threads = threads;
	return SP_OK;
}

/* The shadow memory of a sanitizer counts as data. */
static bool
is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
	return true;
#else
	return false;
#endif
#else
	return false;
#endif
}

/*
 * Beyond the default limit a machine would swap, or kill some process.  An
 * earlier limit that is lower stays.
 */
static void
limit_by_default(struct cmd *cmd)
{
	struct rlimit limit;

	cmd->memory_limit = 0;
	if (is_sanitized() || cmd->run->memory == UINT64_MAX ||
	    getrlimit(RLIMIT_DATA, &limit))
		return;
	cmd->memory_limit = cmd->run->memory / 10 * 9;
	if (limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur > cmd->memory_limit)
		limit.rlim_cur = cmd->memory_limit;
	else
		cmd->memory_limit = limit.rlim_cur;
	/* Lowering it cannot fail; without it a filter works as well. */
	(void)setrlimit(RLIMIT_DATA, &limit);
}

/*
 * The limit holds for the whole process, so that the allocations of all
 * libraries obey it and fail as if memory were short.
 */
static enum sp_status
limit_memory(struct cmd *cmd)
{
	char shown[READABLE_TEXT];

	cmd->run->memory = memory_of_system();
	if (cmd->process.on_host && cmd->run->memory != UINT64_MAX)
		cmd->run->memory /= cmd->process.on_host;
	sp_memory_ask(memory_left);
	if (cmd->memory_limit == CMD_MEMORY_DEFAULT) {
		limit_by_default(cmd);
	} else if (cmd->memory_limit) {
		struct rlimit limit = { cmd->memory_limit, cmd->memory_limit };

		cmd->run->memory_given = true;
		if (setrlimit(RLIMIT_DATA, &limit))
			return sp_fail(&cmd->err, SP_USAGE,
				       "option --memory-limit: %s",
				       strerror(errno));
	}
	if (cmd->run->memory == UINT64_MAX)
		cmd->run->memory = MEMORY_UNKNOWN;
	readable_bytes(shown, cmd->memory_limit);
	if (cmd->memory_limit)
		cmd_say(cmd, "memory limit %s", shown);
	else
		cmd_say(cmd, "no memory limit");
	return SP_OK;
}

/*
 * Stacks of threads count as memory.  They get a quarter of a limit that was
 * given: the rest is for data.
 */
static void
fit_threads(struct cmd *cmd, bool given)
{
	pthread_attr_t attributes;
	uint64_t most, stack = 0;
	size_t size;

	if (!cmd->run->memory_given || pthread_attr_init(&attributes))
		return;
	if (!pthread_attr_getstacksize(&attributes, &size))
		stack = size;
	(void)pthread_attr_destroy(&attributes);
	most = stack ? cmd->memory_limit / 4 / stack : UINT64_MAX;
	most = most ? most : 1;
	if (most >= (uint64_t)cmd->threads)
		return;
	if (given)
		cmd_warn(cmd, "the stacks of %d threads do not fit the memory "
			 "limit: continuing with %d", cmd->threads, (int)most);
	cmd->threads = (int)most;
}

/*
 * Does valgrind or a debugger run the program?  Valgrind preloads a library of
 * its own, and the system knows which process traces this one.
 */
static bool
is_watched(void)
{
	const char *preloaded = getenv("LD_PRELOAD");
	FILE *file = fopen("/proc/self/status", "re");
	char line[256];
	bool traced = false;

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, "TracerPid:", strlen("TracerPid:")))
			traced = line[strcspn(line, "123456789")];
	if (file)
		fclose(file);
	return traced || (preloaded && strstr(preloaded, "/vgpreload"));
}

/*
 * Threads that wait must sleep: when another program of the pipe holds a
 * processor, threads that spin make the whole ten times slower (coreextract
 * with two threads beside one busy process: 22.0 s spinning, 2.4 s asleep).
 * The run-time library of OpenMP reads this setting from the environment
 * before main() begins, so the program sets it and starts itself again; but
 * not where valgrind would lose it, or a debugger its breakpoints.
 */
static void
wait_asleep(char **argv)
{
	if (getenv("OMP_WAIT_POLICY") || !argv[0] || is_watched())
		return;
	if (!setenv("OMP_WAIT_POLICY", "passive", 1))
		execv("/proc/self/exe", argv);
	/* Without /proc the program goes on, slower at worst. */
}

/*
 * The next file to be opened would get the number of a closed standard
 * descriptor, and messages or results would end up in it.  /dev/null takes
 * the place, opened so that reading or writing fails as it should.
 */
static void
occupy_standard_files(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", modes[fd]);
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

void
cmd_prepare(char **argv)
{
	/* Before any file is opened, and before any work is done twice. */
	occupy_standard_files();
	wait_asleep(argv);
}

/*
 * The processors that a thread each would use.  A launcher may have bound a
 * process of a job to some; if it has not, the processes of a host share them.
 */
static int
default_threads(const struct cmd *cmd)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t bound;

	if (cmd->process.on_host &&
	    !sched_getaffinity(0, sizeof(bound), &bound) &&
	    CPU_COUNT(&bound) < processors)
		return CPU_COUNT(&bound);
	if (cmd->process.on_host)
		processors /= cmd->process.on_host;
	return processors > 0 ? (int)processors : 1;
}

bool
cmd_has_begun(const struct cmd *cmd)
{
	return cmd->run && cmd->run->begun;
}

bool
cmd_begin(struct cmd *cmd, int argc, char **argv)
{
	bool threads_given;

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
	threads_given = cmd->threads;
	if (!cmd->threads)
		cmd->threads = default_threads(cmd);
	if (!cmd->program->takes_results)
		cmd_warn_unread(cmd);
	if (command_check_provenance(cmd) || cmd_check_files(cmd) ||
	    limit_memory(cmd))
		return false;
	fit_threads(cmd, threads_given);
	cmd->run->begun = !start_threads(cmd);
	return cmd->run->begun;
}

/* ---- the end ---------------------------------------------------------- */

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
	if (run->ending)
		run->ending->reached = true;
	free(run);
	cmd->run = NULL;
	return exit_status;
}
