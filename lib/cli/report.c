/* SPDX-License-Identifier: MIT */
/*
 * What a run reports beside its results: the line of provenance, whether it
 * converged, and statistics.
 *
 * Two lists grow during a run, both as text that is ready to be printed:
 * results for the line of provenance, in the order in which they are found, and
 * counts for --stats and -v.  A list that lost a piece for want of memory is
 * not printed at all, because half a line repeats another run, and half a count
 * misleads.
 */
#include "cli/clock.h"
#include "cli/command_private.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "cli/readable.h"

#include "base/memory.h"

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
	sp_line_add(&cmd->run->results, cmd->run->results.length ? " " : "");
	sp_line_add(&cmd->run->results, text ? text : "");
	/* Without this result the line would claim less than was done. */
	cmd->run->results.lost = cmd->run->results.lost || !text;
	free(text);
}

/*
 * Without results for the line at the start of a run, with them for the stream.
 */
char *
cmd_provenance(const struct cmd *cmd, bool results)
{
	struct sp_line line = SP_LINE_EMPTY;

	sp_line_format(&line, "%s %s", cmd->program->name, cmd_version);
	options_effective(cmd->options, &line);
	if (results && cmd->run->results.text)
		sp_line_format(&line, " # %s", cmd->run->results.text);
	/* Half of what was found must not pass for all of it. */
	line.lost = line.lost || cmd->run->results.lost;
	return sp_line_take(&line);
}

/* Written so that a residual that is NaN counts as not converged. */
enum sp_status
cmd_check_convergence(struct cmd *cmd, uint64_t iterations, double residual,
		      double tolerance, bool strict)
{
	cmd_count(cmd, "iterations", iterations);
	cmd_measure(cmd, "residual", residual);
	if (strict && !(tolerance > 0))
		cmd_warn(cmd, "option --strict has no effect: with a tolerance "
			 "of 0, nothing converges");
	if (!(tolerance > 0) || residual < tolerance)
		return SP_OK;
	cmd_warn(cmd, "did not converge in %" PRIu64 " iterations (residual "
		 "%.6g, tolerance %.6g)", iterations, residual, tolerance);
	return strict ? SP_UNCONVERGED : SP_OK;
}

/* ---- statistics ------------------------------------------------------- */

/*
 * "bytes_written": the key of JSON, and the words for -v.
 *
 * The same key in two forms: for JSON as it is, for people with blanks.
 */
static void
report_add_key(struct cmd *cmd, const char *key)
{
	sp_line_format(&cmd->run->counts, "%s\"%s\": ",
		       cmd->run->counts.length ? ", " : "", key);
	sp_line_add(&cmd->run->shown, cmd->run->shown.length ? ", " : "");
	for (const char *at = key; *at; at++)
		sp_line_add_bytes(&cmd->run->shown, *at == '_' ? " " : at, 1);
	sp_line_add(&cmd->run->shown, " ");
}

void
cmd_count(struct cmd *cmd, const char *key, uint64_t value)
{
	char text[READABLE_TEXT];

	report_add_key(cmd, key);
	sp_line_add_uint(&cmd->run->counts, value);
	if (!strncmp(key, "bytes_", 6))
		readable_bytes(text, value);
	else
		readable_count(text, value);
	sp_line_add(&cmd->run->shown, text);
}

void
cmd_word(struct cmd *cmd, const char *key, const char *word)
{
	report_add_key(cmd, key);
	sp_line_format(&cmd->run->counts, "\"%s\"", word);
	sp_line_add(&cmd->run->shown, word);
}

void
cmd_measure(struct cmd *cmd, const char *key, double value)
{
	report_add_key(cmd, key);
	/* JSON has no word for what is not finite. */
	if (isfinite(value))
		sp_line_add_double(&cmd->run->counts, value);
	else
		sp_line_add(&cmd->run->counts, "null");
	sp_line_format(&cmd->run->shown, "%.6g", value);
}

/*
 * All that --stats writes, to be freed; NULL if memory is short.  The control
 * characters and bad UTF-8 of the line of provenance are masked already, as
 * \xHH, so its string says the same as the line.
 */
static char *
stats_text(const struct cmd *cmd)
{
	char *options = cmd_provenance(cmd, false);
	struct sp_line line = SP_LINE_EMPTY;

	sp_line_format(&line, "{\"program\": \"%s\", \"version\": \"%s\", "
		       "\"options\": \"", cmd->program->name, cmd_version);
	sp_line_add_json(&line, options ? options : "");
	sp_line_format(&line, "\", %s}\n",
		       cmd->run->counts.text ? cmd->run->counts.text : "");
	line.lost = line.lost || cmd->run->counts.lost || !options;
	free(options);
	return sp_line_take(&line);
}

/* By the same way as results: replaced as a whole, failures reported. */
static enum sp_status
write_stats(struct cmd *cmd)
{
	char *text = stats_text(cmd);
	struct cmd_output *output = NULL;
	enum sp_status status;

	if (!text)
		(void)sp_no_memory(&cmd->err, "statistics");
	else
		output = cmd_output_open(cmd, cmd->stats, false);
	status = output ? cmd_output_text(output, text, strlen(text),
					  &cmd->err) : cmd->err.status;
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	free(text);
	if (status == SP_MEMORY)
		(void)sp_fail_in(&cmd->err, cmd->stats);
	return status;
}

static void
say_counts(const struct cmd *cmd, double seconds, double cpu, uint64_t memory)
{
	const struct sp_line *shown = &cmd->run->shown;
	char all[READABLE_TEXT], of_processors[READABLE_TEXT];
	char bytes[READABLE_TEXT];

	readable_seconds(all, seconds, 2);
	readable_seconds(of_processors, cpu, 2);
	readable_bytes(bytes, memory);
	cmd_say(cmd, "%s%s%s (%s of processor time), %s of memory",
		shown->text && !shown->lost ? shown->text : "",
		shown->length ? "; " : "", all, of_processors, bytes);
}

/* Seconds and peak memory are the last counts of every run. */
enum sp_status
cmd_finish_counts(struct cmd *cmd)
{
	double seconds = clock_seconds() - cmd->run->started, cpu;
	struct rusage usage;
	uint64_t memory = memory_peak();

	getrusage(RUSAGE_SELF, &usage);
	cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) *
		      1e-6;
	/* First, because -v has these three in words of its own. */
	say_counts(cmd, seconds, cpu, memory);
	cmd_measure(cmd, "seconds", seconds);
	cmd_measure(cmd, "cpu_seconds", cpu);
	cmd_count(cmd, "peak_memory_bytes", memory);
	return cmd->stats ? write_stats(cmd) : SP_OK;
}
