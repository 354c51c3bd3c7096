/* SPDX-License-Identifier: MIT */
/*
 * Three scripts from the same two tables.  The shells differ in what a
 * completion is, so the functions share only the words: bash gets a case
 * statement over the word before, zsh a list of arguments, fish a line for each
 * option.  Scripts are made by the filters themselves at build time, so they
 * cannot be older than the options.
 */
#include "cli/completion.h"

#include <stdio.h>
#include <string.h>

/* What follows an option. */
enum value { VALUE_NONE, VALUE_WORDS, VALUE_LIST, VALUE_FILE, VALUE_OTHER };

static enum value
completion_value_of(const struct option_row *row)
{
	if (!row->argument)
		return VALUE_NONE;
	if (row->choices)
		return VALUE_WORDS;
	if (row->list_of)
		return VALUE_LIST;
	return strcmp(row->argument, "FILE") ? VALUE_OTHER : VALUE_FILE;
}

/*
 * "one|two|three[:SEED]" as "one two three".
 *
 * What follows a word, as ":SEED", is not completed.
 */
static void
write_choices(const char *choices, FILE *out)
{
	for (const char *at = choices; *at; at += strcspn(at, "|")) {
		if (*at == '|') {
			fputc(' ', out);
			at++;
		}
		fwrite(at, 1, strcspn(at, "|:["), out);
	}
}

/* Text within single quotes, a backslash before each of the special bytes. */
static void
write_quoted(const char *text, const char *special, const char *quote,
	     FILE *out)
{
	for (const char *at = text; *at; at++) {
		if (*at == '\'') {
			fputs(quote, out);
			continue;
		}
		if (strchr(special, *at))
			fputc('\\', out);
		fputc(*at, out);
	}
}

/* ---- bash ------------------------------------------------------------- */

/* "-i|--iterations" */
static void
write_pattern(const struct option_row *row, FILE *out)
{
	if (row->letter)
		fprintf(out, "-%c|", row->letter);
	fprintf(out, "--%s", row->name);
}

/*
 * One branch for all options of the tables that take such a value.
 *
 * Options with the same kind of value share a branch, which keeps the script
 * short.
 */
static void
write_branch(const struct option_row *const tables[2], enum value value,
	     const char *action, FILE *out)
{
	const char *before = "\t";

	for (int i = 0; i < 2; i++)
		for (const struct option_row *row = tables[i]; row->name;
		     row++) {
			if (row->hidden || completion_value_of(row) != value)
				continue;
			fputs(before, out);
			write_pattern(row, out);
			before = "|\\\n\t";
		}
	/* A branch without a pattern is a syntax error. */
	if (before[0] == '|')
		fprintf(out, ")\n\t\t%s\n\t\treturn ;;\n", action);
}

/* In a list, what is before the last comma stays: -P puts it back. */
static void
write_bash_words(const struct option_row *table, FILE *out)
{
	for (const struct option_row *row = table; row->name; row++) {
		bool list = completion_value_of(row) == VALUE_LIST;

		if (row->hidden ||
		    (!list && completion_value_of(row) != VALUE_WORDS))
			continue;
		fputc('\t', out);
		write_pattern(row, out);
		fputs(")\n", out);
		if (list)
			fputs("\t\tcompopt -o nospace\n", out);
		fprintf(out, "\t\tmapfile -t COMPREPLY < <(compgen %s-W '",
			list ? "-P \"${word%\"${word##*,}\"}\" " : "");
		write_choices(list ? row->list_of : row->choices, out);
		fprintf(out, "' -- \"%s\")\n\t\treturn ;;\n",
			list ? "${word##*,}" : "$word");
	}
}

/*
 * File names are left to readline (-o default), which also quotes them.  The
 * ":" completes nothing: after "--iterations", a file name would be wrong.
 */
static void
write_bash(const char *name, bool operands,
	   const struct option_row *const tables[2], FILE *out)
{
	const char *files = operands ? "compopt -o default" : ":";

	fprintf(out, "_seedpipe_%s()\n{\n"
		"\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
		"\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n\n"
		"\tCOMPREPLY=()\n"
		"\t# --option=value is three words\n"
		"\tif [[ $word = '=' ]]; then\n\t\tword=\n"
		"\telif [[ $before = '=' ]]; then\n"
		"\t\tbefore=${COMP_WORDS[COMP_CWORD-2]}\n\tfi\n"
		"\tif [[ \" ${COMP_WORDS[*]:1:COMP_CWORD-1} \" = *' -- '* ]]; "
		"then\n\t\t%s\n\t\treturn\n\tfi\n"
		"\tcase $before in\n", name, files);
	write_bash_words(tables[0], out);
	write_bash_words(tables[1], out);
	write_branch(tables, VALUE_FILE, "compopt -o default", out);
	write_branch(tables, VALUE_OTHER, ":", out);
	fprintf(out, "\tesac\n\tif [[ $word != -* ]]; then\n\t\t%s\n"
		"\t\treturn\n\tfi\n"
		"\tmapfile -t COMPREPLY < <(compgen -W '", files);
	for (int i = 0; i < 2; i++)
		for (const struct option_row *row = tables[i]; row->name;
		     row++)
			if (!row->hidden)
				fprintf(out, "\n\t\t--%s", row->name);
	fprintf(out, "' -- \"$word\")\n}\ncomplete -F _seedpipe_%s %s\n", name,
		name);
}

/* ---- zsh -------------------------------------------------------------- */

/*
 * An argument of _arguments.  "(-i --iterations)" keeps zsh from offering one
 * form after the other; "*" allows repetition.  "+" and "=" accept the value
 * in the same word or in the next.
 */
static void
write_zsh_row(const struct option_row *row, FILE *out)
{
	const char *more = row->argument ? "=" : "";

	fputs(" \\\n\t", out);
	if (row->kind == OPTION_LIST)
		fputs("'*'", out);
	else if (row->letter)
		fprintf(out, "'(-%c --%s)'", row->letter, row->name);
	if (row->letter)
		fprintf(out, "{-%c%s,--%s%s}", row->letter,
			row->argument ? "+" : "", row->name, more);
	else
		fprintf(out, "--%s%s", row->name, more);
	fputs("'[", out);
	write_quoted(row->help, "\\[]:", "'\\''", out);
	fputc(']', out);
	if (row->argument) {
		fputc(':', out);
		write_quoted(row->argument, "\\:", "'\\''", out);
		fputc(':', out);
	}
	if (completion_value_of(row) == VALUE_FILE)
		fputs("_files", out);
	if (completion_value_of(row) == VALUE_WORDS) {
		fputc('(', out);
		write_choices(row->choices, out);
		fputc(')', out);
	}
	if (completion_value_of(row) == VALUE_LIST) {
		fprintf(out, "_values -s , %s ", row->argument);
		write_choices(row->list_of, out);
	}
	fputc('\'', out);
}

static void
write_zsh(const char *name, bool operands,
	  const struct option_row *const tables[2], FILE *out)
{
	fprintf(out, "#compdef %s\n\n_arguments -s -S", name);
	for (int i = 0; i < 2; i++)
		for (const struct option_row *row = tables[i]; row->name;
		     row++)
			if (!row->hidden)
				write_zsh_row(row, out);
	fprintf(out, "%s\n", operands ? " \\\n\t'*:file:_files'" : "");
}

/* ---- fish ------------------------------------------------------------- */

static void
write_fish_row(const char *name, const struct option_row *row, FILE *out)
{
	/* -x: no file names; -F: file names even if "-f" turned them off. */
	static const char *const follows[] = {
		[VALUE_NONE] = "", [VALUE_WORDS] = " -x", [VALUE_LIST] = " -x",
		[VALUE_FILE] = " -r -F", [VALUE_OTHER] = " -x"
	};

	fprintf(out, "complete -c %s", name);
	if (row->letter)
		fprintf(out, " -s %c", row->letter);
	fprintf(out, " -l %s%s", row->name, follows[completion_value_of(row)]);
	if (completion_value_of(row) == VALUE_WORDS) {
		fputs(" -a '", out);
		write_choices(row->choices, out);
		fputc('\'', out);
	}
	/* Read twice, so the backslash of the line end is doubled twice. */
	if (completion_value_of(row) == VALUE_LIST) {
		fputs(" -a '(__fish_complete_list , "
		      "\"printf %s\\\\\\\\n ", out);
		write_choices(row->list_of, out);
		fputs("\")'", out);
	}
	fputs(" -d '", out);
	write_quoted(row->help, "\\", "\\'", out);
	fputs("'\n", out);
}

static void
write_fish(const char *name, bool operands,
	   const struct option_row *const tables[2], FILE *out)
{
	if (!operands)
		fprintf(out, "complete -c %s -f\n", name);
	for (int i = 0; i < 2; i++)
		for (const struct option_row *row = tables[i]; row->name;
		     row++)
			if (!row->hidden)
				write_fish_row(name, row, out);
}

void
completion_write(enum shell shell, const char *name, bool operands,
		 const struct option_row *own, const struct option_row *common,
		 void *out)
{
	const struct option_row *const tables[] = { own, common };

	if (shell == SHELL_BASH)
		write_bash(name, operands, tables, out);
	else if (shell == SHELL_ZSH)
		write_zsh(name, operands, tables, out);
	else if (shell == SHELL_FISH)
		write_fish(name, operands, tables, out);
}
