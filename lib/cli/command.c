/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "cli/completion.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- messages --------------------------------------------------------- */

static void
message(const struct cmd *cmd, const char *text)
{
	char masked[1024], line[1200];
	ssize_t written;
	int length;

	sp_mask(masked, sizeof(masked), text, strlen(text));
	length = snprintf(line, sizeof(line), "%s: %s\n", cmd->name, masked);
	progress_erase(cmd->progress);
	/* One write, so that lines of a pipeline's filters do not mix. */
	written = write(STDERR_FILENO, line, (size_t)length);
	(void)written;
}

void
cmd_warn(const struct cmd *cmd, const char *format, ...)
{
	char text[1024];
	va_list args;

	if (cmd->quiet)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	message(cmd, text);
}

void
cmd_say(const struct cmd *cmd, const char *format, ...)
{
	char text[1024];
	va_list args;

	if (!cmd->verbose)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	message(cmd, text);
}

/* ---- options ---------------------------------------------------------- */

#define COMMON_ROWS 13

/* The options that every filter has, for one command. */
static void
common_rows(struct cmd *cmd, struct option_row rows[COMMON_ROWS])
{
	const struct option_row table[COMMON_ROWS] = {
		OPTION(TEXT, "graph", "FILE", cmd->graph, .letter = 'g',
		       .help = "read the graph from FILE"),
		OPTION(TEXT, "output", "FILE", cmd->output, .letter = 'o',
		       .help = "write to FILE, replaced only when all is done"),
		OPTION(FLAG, "results-only", NULL, cmd->results_only,
		       .letter = 'R',
		       .help = "write the results without the graph"),
		OPTION(UINT, "threads", "N", cmd->threads, .letter = 'T',
		       .most = 1024,
		       .help = "use N threads; 0, the default: one a "
			       "processor"),
		OPTION(UINT, "compress", "LEVEL", cmd->level, .letter = 'z',
		       .most = 19,
		       .help = "zstd level, 0 for none; default: 6 to a file, "
			       "0 to a pipe"),
		OPTION(SIZE, "memory-limit", "SIZE", cmd->memory_limit,
		       .help = "fail rather than use more memory than SIZE"),
		OPTION(TEXT, "stats", "FILE", cmd->stats,
		       .help = "write counts and timings to FILE as JSON"),
		OPTION(FLAG, "verbose", NULL, cmd->verbose, .letter = 'v',
		       .help = "tell options and counts on standard error"),
		OPTION(FLAG, "quiet", NULL, cmd->quiet, .letter = 'q',
		       .help = "no warnings"),
		OPTION(FLAG, "help", NULL, cmd->help, .letter = 'h',
		       .help = "print this help"),
		OPTION(FLAG, "version", NULL, cmd->version, .letter = 'V',
		       .help = "print the version"),
		OPTION(CHOICE, "shell-completion", "SHELL", cmd->shell,
		       .choices = SHELL_CHOICES, .hidden = true,
		       .help = "print what SHELL needs to complete options"),
		{ .name = NULL }
	};

	memcpy(rows, table, sizeof(table));
	for (struct option_row *row = rows; row->name; row++)
		row->local = true;
}

static void
print_help(struct cmd *cmd, const struct option_row *common)
{
	printf("usage: %s [option ...]%s%s\n\n%s\n\n", cmd->name,
	       cmd->synopsis[0] ? " " : "", cmd->synopsis, cmd->summary);
	if (cmd->options->name) {
		printf("options:\n");
		options_help(cmd->options, stdout);
		printf("\n");
	}
	printf("common options:\n");
	options_help(common, stdout);
	printf("\nThe manual page %s(1) tells the rest; seedpipe(7) is the "
	       "overview.\n", cmd->name);
}

/*
 * The limit is put on the process, so that every allocation of every library
 * keeps to it and fails like any that finds no memory.  Threads are started
 * before: the library of OpenMP ends the program when it cannot start one.  So
 * every team of this project must have all threads: a smaller one would end
 * the others, and the next would have to start them again.
 */
static enum sp_status
limit_memory(struct cmd *cmd)
{
	struct rlimit limit = { cmd->memory_limit, cmd->memory_limit };
	int started = 0;

	if (!cmd->memory_limit)
		return SP_OK;
#pragma omp parallel num_threads((int)cmd->threads) reduction(+: started)
	started = 1;
	if (started && setrlimit(RLIMIT_DATA, &limit))
		return sp_fail(&cmd->err, SP_USAGE, "option --memory-limit: "
			       "%s", strerror(errno));
	return SP_OK;
}

/*
 * Threads that wait must sleep: when another program of the pipe holds a
 * processor, threads that spin make the whole ten times slower (coreextract
 * with two threads beside one busy process: 22.0 s spinning, 2.4 s asleep).
 * The run-time library of OpenMP reads the wish from the environment before
 * main() begins, so the program starts itself once more with it.
 */
static void
wait_asleep(char **argv)
{
	if (getenv("OMP_WAIT_POLICY") || !argv[0])
		return;
	if (!setenv("OMP_WAIT_POLICY", "passive", 1))
		execv("/proc/self/exe", argv);
	/* Without /proc it is slower at worst. */
}

/*
 * A closed standard descriptor would be given to the next file that is
 * opened, and messages or results would land there.  What takes its place
 * fails in the direction in which it is used.
 */
static void
occupy_standard_files(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", modes[fd]);
}

double
cmd_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void
say_options(const struct cmd *cmd)
{
	char *line = cmd_provenance(cmd, "");

	if (line)
		cmd_say(cmd, "%s", line);
	free(line);
}

enum sp_status
cmd_begin(struct cmd *cmd, int argc, char **argv)
{
	struct option_row common[COMMON_ROWS];
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	enum sp_status status;
	int first;

	occupy_standard_files();
	wait_asleep(argv);
	cmd->started = cmd_seconds();
	/* A file that may not grow is reported like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	common_rows(cmd, common);
	status = options_parse(argc, argv, cmd->options, common, &first,
			       &cmd->err);
	if (status)
		return status;
	cmd->operands = argv + first;
	cmd->operand_count = argc - first;
	cmd->finished = cmd->help || cmd->version || cmd->shell;
	cmd->level_given = common[4].given;
	if (cmd->help)
		print_help(cmd, common);
	else if (cmd->version)
		printf("%s (seedpipe) %s\n", cmd->name, CMD_VERSION);
	else if (cmd->shell)
		completion_write((enum shell)cmd->shell, cmd->name,
				 cmd->operands_max > 0, cmd->options, common,
				 stdout);
	if (cmd->finished)
		return SP_OK;
	if (cmd->operand_count > cmd->operands_max)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: "
			       "\"%s\" (see --help)",
			       cmd->operands[cmd->operands_max]);
	if (!cmd->threads)
		cmd->threads = processors > 0 ? (uint64_t)processors : 1;
	say_options(cmd);
	return limit_memory(cmd);
}

char *
cmd_provenance(const struct cmd *cmd, const char *extra)
{
	size_t size = 8192 + strlen(extra);
	char *line = sp_alloc(size, 1);

	if (!line)
		return NULL;
	snprintf(line, size, "%s %s", cmd->name, CMD_VERSION);
	options_effective(cmd->options, line, size - strlen(extra) - 4);
	if (extra[0]) {
		size_t used = strlen(line);

		snprintf(line + used, size - used, " # %s", extra);
	}
	return line;
}

/* ---- statistics ------------------------------------------------------- */

static void
add_member(struct cmd *cmd, const char *key, const char *value)
{
	size_t length = strlen(key) + strlen(value) + 8;

	if (!sp_grow(&cmd->counts, &cmd->counts_capacity,
		     cmd->counts_length + length, 1)) {
		cmd->counts_lost = true;
		return;
	}
	cmd->counts_length += (uint64_t)sprintf(
		cmd->counts + cmd->counts_length, "%s\"%s\": %s",
		cmd->counts_length ? ", " : "", key, value);
}

void
cmd_count(struct cmd *cmd, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	add_member(cmd, key, text);
}

void
cmd_measure(struct cmd *cmd, const char *key, double value)
{
	char text[SP_DOUBLE_TEXT];

	sp_format_double(text, value);
	add_member(cmd, key, text);
}

static enum sp_status
stats_failed(struct cmd *cmd)
{
	if (errno != ENOMEM)
		return sp_fail(&cmd->err, SP_IO, "%s: %s", cmd->stats,
			       strerror(errno));
	sp_no_memory(&cmd->err, "statistics");
	return sp_fail_in(&cmd->err, cmd->stats);
}

static enum sp_status
write_stats(struct cmd *cmd)
{
	char *line = cmd_provenance(cmd, "");
	FILE *file = NULL;
	bool bad;

	errno = ENOMEM;
	if (line && !cmd->counts_lost)
		file = fopen(cmd->stats, "w");
	if (!file) {
		free(line);
		return stats_failed(cmd);
	}
	for (char *at = line; *at; at++)
		if (*at == '"' || *at == '\\')
			*at = '\'';
	bad = fprintf(file, "{\"program\": \"%s\", \"version\": \"%s\", "
		      "\"options\": \"%s\", %s}\n", cmd->name, CMD_VERSION,
		      line, cmd->counts) < 0;
	free(line);
	if (fclose(file) || bad)
		return stats_failed(cmd);
	return SP_OK;
}

/* Seconds and peak memory, the last counts of every run. */
static enum sp_status
finish_counts(struct cmd *cmd)
{
	struct rusage usage;
	double cpu;

	getrusage(RUSAGE_SELF, &usage);
	cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) *
		      1e-6;
	cmd_measure(cmd, "seconds", cmd_seconds() - cmd->started);
	cmd_measure(cmd, "cpu_seconds", cpu);
	cmd_count(cmd, "peak_memory_bytes", (uint64_t)usage.ru_maxrss * 1024);
	if (cmd->counts)
		cmd_say(cmd, "%s", cmd->counts);
	return cmd->stats ? write_stats(cmd) : SP_OK;
}

int
cmd_end(struct cmd *cmd, enum sp_status status)
{
	int exit_status, bad;

	if (!cmd->finished && (status == SP_OK || status == SP_UNCONVERGED)) {
		enum sp_status written = finish_counts(cmd);

		if (written)
			status = written;
	}
	exit_status = (int)status;
	if (status > SP_UNCONVERGED)
		message(cmd, cmd->err.text);
	/* Help, version and text go through stdio: their loss shows here. */
	bad = fflush(stdout);
	if (!bad)
		bad = fclose(stdout);
	if (bad && cmd->finished) {
		char text[128];

		snprintf(text, sizeof(text), "standard output: %s",
			 strerror(errno));
		message(cmd, text);
		exit_status = SP_IO;
	}
	free(cmd->counts);
	return exit_status;
}
