/* SPDX-License-Identifier: MIT */
/*
 * Words are quoted by what a shell would not change (plain), not by what it
 * would: a character that nobody thought of is quoted.  A command that does not
 * fit into a message is cut between two words and ends in "...", so that nobody
 * takes half a word for a file.
 */
#include "cli/import/retype.h"

#include <string.h>

/*
 * The forms that getopt_long() knows: -fX, -f X, --format=X, --format X.  An
 * abbreviation is another word here, and stays as it is.
 */
int
retype_words(char *const *words, const struct retype_option *option)
{
	const char *word = words[0];
	size_t length = strlen(option->name);
	bool apart;

	if (option->letter && word[0] == '-' && word[1] == option->letter)
		apart = !word[2];
	else if (!strncmp(word, "--", 2) &&
		 !strncmp(word + 2, option->name, length) &&
		 (!word[length + 2] || word[length + 2] == '='))
		apart = !word[length + 2];
	else
		return 0;
	return option->argument && apart && words[1] ? 2 : 1;
}

void
retype_add(struct sp_line *command, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";

	sp_line_add(command, command->length ? " " : "");
	if (*word && !word[strspn(word, plain)]) {
		sp_line_add(command, word);
		return;
	}
	sp_line_add(command, "'");
	for (; *word; word++)
		if (*word == '\'')
			sp_line_add(command, "'\\''");
		else
			sp_line_add_bytes(command, word, 1);
	sp_line_add(command, "'");
}

enum sp_status
retype_fail(struct cmd *cmd, enum sp_status status, const char *what,
	    struct sp_line *command)
{
	const char *text = command->text ? command->text : "";
	size_t taken = strlen(what) + sizeof(": type:  ...");
	int room = taken < sizeof(cmd->err.text) ?
			   (int)(sizeof(cmd->err.text) - taken) : 0;
	bool cut = command->length > (uint64_t)room;
	int length = cut ? room : (int)command->length;

	/* Between two words. */
	while (cut && length && text[length] != ' ')
		length--;
	(void)sp_fail(&cmd->err, status, "%s: type: %.*s%s", what, length,
		      text, cut ? " ..." : "");
	sp_line_free(command);
	return status;
}
