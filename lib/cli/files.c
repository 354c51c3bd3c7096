/* SPDX-License-Identifier: MIT */
/*
 * A file that is written must not be one that is read, or another one that is
 * written: the input would be destroyed before it is read, or two outputs would
 * be mixed.  Files are compared by what they lead to (target.c), not by name:
 * links, /dev/fd and relative paths make many names.
 *
 *	side files (--stats, options that write, also the files that are
 *	replaced in a folder): against all inputs and outputs
 *	-o: against inputs that the result does not contain
 *
 * -o may be the input if the result contains all of it, as a filter that adds
 * scores to a stream: the new file replaces the old one when it is complete.
 *
 * A check before the run cannot be perfect, as files may be exchanged in
 * between; it catches slips, which cost hours of work.
 */
#include "cli/files.h"

#include "cli/output.h"
#include "cli/target.h"

#include <stdio.h>
#include <string.h>

#define PATH_BYTES 4096

/* A file that is written beside the results. */
struct side_file {
	struct cmd *cmd;
	const char *option; /* its name */
	const char *path;
	struct target target;
};

/* ---- what it may not be ----------------------------------------------- */

/* Names the other file, unless that says no more than its role. */
static enum sp_status
refuse_side_file(const struct side_file *file, const char *role,
		 const char *other)
{
	if (!strcmp(other, file->path) || !strncmp(other, "/dev/fd/", 8))
		other = "";
	return sp_fail(&file->cmd->err, SP_USAGE, "option --%s: \"%s\" is "
		       "also %s%s%s%s: give another file", file->option,
		       file->path, role, *other ? " \"" : "", other,
		       *other ? "\"" : "");
}

/* Names that do not exist, such as the basename of a BVGraph, are no files. */
static enum sp_status
check_against(const struct side_file *file, const char *role,
	      const char *other)
{
	enum sp_status status = SP_OK;
	struct target target;

	if (target_find(&target, other))
		return SP_OK;
	if (target_same(&file->target, &target))
		status = refuse_side_file(file, role, other);
	target_free(&target);
	return status;
}

/* A file that is read here or by the shell that called. */
static enum sp_status
check_standard_input(const struct side_file *file)
{
	return file->target.kind == TARGET_DESCRIPTOR ?
		       SP_OK :
		       check_against(file, "standard input", "/dev/fd/0");
}

/* A file that may be given as NAME=FILE, or have such a name. */
static enum sp_status
check_named(const struct side_file *file, const char *role, const char *other,
	    bool named)
{
	const char *equals = named ? strchr(other, '=') : NULL;

	if (check_against(file, role, other))
		return file->cmd->err.status;
	return equals ? check_against(file, role, equals + 1) : SP_OK;
}

/*
 * An operand; that of a BVGraph is what the names of its files begin with.
 *
 * A BVGraph is named by what its files begin with.
 */
static enum sp_status
check_operand(const struct side_file *file, const char *operand)
{
	static const char *const suffixes[] = {
		"", ".graph", ".properties", ".offsets"
	};
	char path[PATH_BYTES];

	if (!strcmp(operand, "-"))
		return check_standard_input(file);
	for (unsigned i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		snprintf(path, sizeof(path), "%s%s", operand, suffixes[i]);
		if (check_named(file, "the input", path,
				file->cmd->program->operands_named))
			return file->cmd->err.status;
	}
	return SP_OK;
}

static enum sp_status
check_option_file(const struct side_file *file, const struct option_row *row,
		  const char *path)
{
	const char *equals = row->named ? strchr(path, '=') : NULL;
	char role[64];

	if (!strcmp(equals ? equals + 1 : path, "-"))
		return row->writes ? SP_OK : check_standard_input(file);
	snprintf(role, sizeof(role), "the file of --%s", row->name);
	return check_named(file, role, path, row->named);
}

static enum sp_status
check_option(const struct side_file *file, const struct option_row *row)
{
	const struct option_list *list = row->value;

	if (!row->given || !row->argument || strcmp(row->argument, "FILE") ||
	    !strcmp(row->name, file->option))
		return SP_OK;
	/* Files that are written are compared with -o in their turn. */
	if (row->writes && !strcmp(file->option, "output"))
		return SP_OK;
	if (row->kind != OPTION_LIST)
		return check_option_file(file, row, row->text);
	for (uint64_t i = 0; i < list->count; i++)
		if (check_option_file(file, row, list->items[i]))
			return file->cmd->err.status;
	return SP_OK;
}

static enum sp_status
files_check_graph(const struct side_file *file)
{
	const char *graph = file->cmd->graph;

	return graph ? check_against(file, "the graph", graph) : SP_OK;
}

static enum sp_status
files_check_options(const struct side_file *file)
{
	for (struct option_row *row = file->cmd->options; row->name; row++)
		if (check_option(file, row))
			return file->cmd->err.status;
	return SP_OK;
}

/* Without operands, standard input is one, unless it is the graph. */
static enum sp_status
files_check_operands(const struct side_file *file)
{
	const struct cmd *cmd = file->cmd;

	if (!cmd->operand_count && !(cmd->graph && !strcmp(cmd->graph, "-")))
		return check_standard_input(file);
	for (int i = 0; i < cmd->operand_count; i++)
		if (check_operand(file, cmd->operands[i]))
			return cmd->err.status;
	return SP_OK;
}

static enum sp_status
check_inputs(const struct side_file *file)
{
	if (files_check_graph(file) || files_check_operands(file) ||
	    files_check_options(file))
		return file->cmd->err.status;
	return check_standard_input(file);
}

/*
 * The name of a file of the results: that of -o, or that and a suffix.  Returns
 * false after the last.
 */
static bool
output_path(const struct cmd *cmd, unsigned place, char path[PATH_BYTES])
{
	const char *const *suffixes = cmd->output_suffixes;

	if (suffixes ? !suffixes[place] : place > 0)
		return false;
	snprintf(path, PATH_BYTES, "%s%s", cmd->output,
		 suffixes ? suffixes[place] : "");
	return true;
}

static enum sp_status
check_results(const struct side_file *file)
{
	const char *output = file->cmd->output;
	char path[PATH_BYTES];

	if (!output || !strcmp(output, "-"))
		return check_against(file, "standard output, where the "
				     "results go", "/dev/fd/1");
	for (unsigned i = 0; output_path(file->cmd, i, path); i++)
		if (check_against(file, "the output", path))
			return file->cmd->err.status;
	return SP_OK;
}

/* ---- each of them ----------------------------------------------------- */

/*
 * It is tried before the work: a name that cannot be written would lose the
 * statistics of the run.
 */
static enum sp_status
check_side_file(struct cmd *cmd, const char *option, const char *path)
{
	struct side_file file = { .cmd = cmd, .option = option, .path = path };
	enum sp_status status;

	/* The reason is that of opening it. */
	if (target_find(&file.target, path))
		return cmd_output_try(cmd, path);
	status = check_results(&file);
	if (!status)
		status = check_inputs(&file);
	/* To open a pipe may have to wait for what is written before. */
	if (!status && (file.target.kind == TARGET_FILE ||
			file.target.kind == TARGET_NEW))
		status = cmd_output_try(cmd, path);
	target_free(&file.target);
	return status;
}

/*
 * Compares a file of -o with inputs, by one of the functions above.
 *
 * Devices and pipes are not destroyed by being written to.
 */
static enum sp_status
check_output_file(struct cmd *cmd, const char *path,
		  enum sp_status (*check)(const struct side_file *file))
{
	struct side_file file = { .cmd = cmd, .option = "output",
				  .path = path };
	enum sp_status status;

	if (target_find(&file.target, path))
		return SP_OK;
	/* A device, such as /dev/null, may be both. */
	status = file.target.kind == TARGET_FILE ? check(&file) : SP_OK;
	target_free(&file.target);
	return status;
}

static enum sp_status
files_check_output(struct cmd *cmd,
		   enum sp_status (*check)(const struct side_file *file))
{
	char path[PATH_BYTES];

	if (!cmd->output || !strcmp(cmd->output, "-"))
		return SP_OK;
	for (unsigned i = 0; output_path(cmd, i, path); i++)
		if (check_output_file(cmd, path, check))
			return cmd->err.status;
	return SP_OK;
}

enum sp_status
cmd_check_output(struct cmd *cmd)
{
	return files_check_output(cmd, check_inputs);
}

/*
 * Results may replace an input that they contain.  Text contains none; a stream
 * contains what passed through, which is never the list of an option, and not
 * the graph of -g if the results come in another stream or without the graph.
 *
 * Which inputs a result contains depends on what the filter does with them; the
 * flags of the program say so.
 */
static enum sp_status
check_lossy_output(struct cmd *cmd)
{
	const struct cmd_program *program = cmd->program;

	if (program->prints_text || program->no_stream ||
	    program->drops_graph || (cmd->results_only && !cmd->graph))
		return cmd_check_output(cmd);
	if (((program->takes_results && !program->operands_foreign) ||
	     cmd->results_only) && files_check_output(cmd, files_check_graph))
		return cmd->err.status;
	if (program->operands_foreign &&
	    files_check_output(cmd, files_check_operands))
		return cmd->err.status;
	return files_check_output(cmd, files_check_options);
}

/*
 * A file that the run replaces in the folder of an option.  If there is no such
 * folder yet, no other file of the command can be in it.
 */
static enum sp_status
check_folder_file(struct cmd *cmd, const char *option, const char *path)
{
	struct side_file file = { .cmd = cmd, .option = option, .path = path };
	enum sp_status status;

	if (target_find(&file.target, path))
		return SP_OK;
	status = check_results(&file);
	if (!status && cmd->stats)
		status = check_against(&file, "the file of --stats",
				       cmd->stats);
	if (!status)
		status = check_inputs(&file);
	target_free(&file.target);
	return status;
}

static enum sp_status
check_folder(struct cmd *cmd, const struct option_row *row)
{
	char path[PATH_BYTES];

	for (unsigned i = 0; row->writes_in[i]; i++) {
		snprintf(path, sizeof(path), "%s/%s", row->text,
			 row->writes_in[i]);
		if (check_folder_file(cmd, row->name, path))
			return cmd->err.status;
	}
	return SP_OK;
}

static enum sp_status
files_check_side(struct cmd *cmd)
{
	if (cmd->stats && check_side_file(cmd, "stats", cmd->stats))
		return cmd->err.status;
	for (struct option_row *row = cmd->options; row->name; row++)
		if (row->given &&
		    ((row->writes && check_side_file(cmd, row->name,
						     row->text)) ||
		     (row->writes_in && check_folder(cmd, row))))
			return cmd->err.status;
	return SP_OK;
}

/* Of a variable of the shell that is not set, say. */
static enum sp_status
files_check_name(struct cmd *cmd, const char *option, const char *path,
		 const char *what)
{
	if (!path || *path)
		return SP_OK;
	return sp_fail(&cmd->err, SP_USAGE, "option --%s: the name is empty: "
		       "give a %s", option, what);
}

enum sp_status
cmd_check_files(struct cmd *cmd)
{
	if (files_check_name(cmd, "graph", cmd->graph, "file") ||
	    files_check_name(cmd, "output", cmd->output, "file") ||
	    files_check_name(cmd, "stats", cmd->stats, "file"))
		return cmd->err.status;
	for (int i = 0; i < cmd->operand_count; i++)
		if (!cmd->operands[i][0])
			return sp_fail(&cmd->err, SP_USAGE, "an operand is "
				       "empty: give a file");
	for (struct option_row *row = cmd->options; row->name; row++)
		if (row->given && row->argument &&
		    (row->writes_in || !strcmp(row->argument, "FILE")) &&
		    files_check_name(cmd, row->name, row->text,
				     row->writes_in ? "folder" : "file"))
			return cmd->err.status;
	return check_lossy_output(cmd) ? cmd->err.status :
					 files_check_side(cmd);
}

enum sp_status
cmd_check_inputs(struct cmd *cmd, char **paths, int count)
{
	char **operands = cmd->operands;
	const int operand_count = cmd->operand_count;
	enum sp_status status;

	cmd->operands = paths;
	cmd->operand_count = count;
	status = cmd_check_output(cmd);
	if (!status)
		status = files_check_side(cmd);
	cmd->operands = operands;
	cmd->operand_count = operand_count;
	return status;
}

/* For outputs whose names are known late. */
enum sp_status
cmd_check_stats(struct cmd *cmd, const char *path)
{
	struct target file, stats;
	bool same;

	/* What cannot be found now is reported when it is opened. */
	if (!cmd->stats || target_find(&file, path))
		return SP_OK;
	if (target_find(&stats, cmd->stats)) {
		target_free(&file);
		return SP_OK;
	}
	same = target_same(&file, &stats);
	target_free(&file);
	target_free(&stats);
	return same ? sp_fail(&cmd->err, SP_USAGE, "option --stats: \"%s\" is "
			      "also a file of the results: give another file",
			      cmd->stats) : SP_OK;
}
