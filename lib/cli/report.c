/* SPDX-License-Identifier: MIT */
/*
 * What a run reports beside its results: the line of provenance, whether it
 * converged, and statistics.
 */
#include "cli/command.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* ---- results ---------------------------------------------------------- */

void
cmd_result(struct cmd *cmd, const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	line_add(&cmd->results, cmd->results.length ? " " : "");
	line_add(&cmd->results, text ? text : "");
	/* Without this result the line would claim less than was done. */
	cmd->results.lost = cmd->results.lost || !text;
	free(text);
}

char *
cmd_provenance(const struct cmd *cmd, bool results)
{
	struct line line = LINE_EMPTY;

	line_add(&line, cmd->name);
	line_add(&line, " ");
	line_add(&line, cmd_version);
	options_effective(cmd->options, &line);
	if (results && cmd->results.text) {
		line_add(&line, " # ");
		line_add(&line, cmd->results.text);
	}
	/* Half of what was found must not pass for all of it. */
	line.lost = line.lost || cmd->results.lost;
	return line_take(&line);
}

enum sp_status
cmd_check_convergence(struct cmd *cmd, uint64_t iterations, double residual,
		      double tolerance, bool strict)
{
	cmd_count(cmd, "iterations", iterations);
	cmd_measure(cmd, "residual", residual);
	if (!(tolerance > 0) || residual < tolerance)
		return SP_OK;
	cmd_warn(cmd, "did not converge in %llu iterations (residual %.6g, "
		 "tolerance %.6g)", (unsigned long long)iterations, residual,
		 tolerance);
	return strict ? SP_UNCONVERGED : SP_OK;
}

/* ---- statistics ------------------------------------------------------- */

static void
add_key(struct cmd *cmd, const char *key)
{
	line_add(&cmd->counts, cmd->counts.length ? ", \"" : "\"");
	line_add(&cmd->counts, key);
	line_add(&cmd->counts, "\": ");
}

void
cmd_count(struct cmd *cmd, const char *key, uint64_t value)
{
	add_key(cmd, key);
	line_add_uint(&cmd->counts, value);
}

void
cmd_measure(struct cmd *cmd, const char *key, double value)
{
	add_key(cmd, key);
	/* JSON has no word for what is not finite. */
	if (isfinite(value))
		line_add_double(&cmd->counts, value);
	else
		line_add(&cmd->counts, "null");
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

/*
 * The line of provenance as the text of a JSON string.  Its control characters
 * and bad UTF-8 are masked already, as \xHH, so the string says the same as
 * the line.
 */
static char *
options_as_json(const struct cmd *cmd)
{
	char *line = cmd_provenance(cmd, false);
	struct line json = LINE_EMPTY;

	if (!line)
		return NULL;
	line_add_json(&json, line);
	free(line);
	return line_take(&json);
}

static enum sp_status
write_stats(struct cmd *cmd)
{
	char *line = options_as_json(cmd);
	FILE *file = NULL;
	bool bad;

	/* For the line and the counts, which fail without setting errno. */
	errno = ENOMEM;
	if (line && !cmd->counts.lost)
		file = fopen(cmd->stats, "w");
	if (!file) {
		free(line);
		return stats_failed(cmd);
	}
	bad = fprintf(file, "{\"program\": \"%s\", \"version\": \"%s\", "
		      "\"options\": \"%s\", %s}\n", cmd->name, cmd_version,
		      line, cmd->counts.text) < 0;
	free(line);
	if (fclose(file) || bad)
		return stats_failed(cmd);
	return SP_OK;
}

/* Seconds and peak memory are the last counts of every run. */
enum sp_status
cmd_finish_counts(struct cmd *cmd)
{
	struct rusage usage;
	double cpu;

	getrusage(RUSAGE_SELF, &usage);
	cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) *
		      1e-6;
	cmd_measure(cmd, "seconds", cmd_seconds() - cmd->started);
	cmd_measure(cmd, "cpu_seconds", cpu);
	/* Linux counts ru_maxrss in units of 1,024 bytes. */
	cmd_count(cmd, "peak_memory_bytes", (uint64_t)usage.ru_maxrss * 1024);
	if (cmd->counts.text)
		cmd_say(cmd, "%s", cmd->counts.text);
	return cmd->stats ? write_stats(cmd) : SP_OK;
}
