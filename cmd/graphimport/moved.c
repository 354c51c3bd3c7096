/* SPDX-License-Identifier: MIT */
/*
 * Options and formats that other filters have.  People know graphimport as the
 * filter that reads everything, and scripts have its options; so a command line
 * that it cannot read is looked through for those, and the failure names the
 * whole command to type instead (cli/import/retype.h has the reason why it is
 * not run).
 *
 * Only a command line that was refused is looked through: an option of this
 * filter always comes first, also one that was abbreviated.  Where options of
 * several filters are given, the one that comes last in the work has the pipe:
 * archives are imported, and scores are added to what that makes, so "-o" goes
 * to the end.
 */
#include "graphimport.h"

#include "cli/import/retype.h"
#include "cli/input.h"

#include <string.h>

enum moved_to { TO_NONE, TO_CRAWLGRAPH, TO_SCOREIMPORT, TO_GRAPHMERGE };

static const struct {
	struct retype_option option;
	enum moved_to to;
} moved[] = {
	{ { "merge-names", 0, false }, TO_GRAPHMERGE },
	{ { "scores", 0, true }, TO_SCOREIMPORT },
	{ { "link-scores", 0, true }, TO_SCOREIMPORT },
	{ { "drop-missing", 0, false }, TO_SCOREIMPORT },
	{ { "source", 0, true }, TO_CRAWLGRAPH },
	{ { "target", 0, true }, TO_CRAWLGRAPH },
	{ { "weight", 0, true }, TO_CRAWLGRAPH },
	{ { "where", 0, true }, TO_CRAWLGRAPH },
	{ { "no-header", 0, false }, TO_CRAWLGRAPH },
	{ { "urls", 0, false }, TO_CRAWLGRAPH },
	{ { "all-links", 0, false }, TO_CRAWLGRAPH },
	{ { "canonical", 0, false }, TO_CRAWLGRAPH },
	{ { "link-headers", 0, false }, TO_CRAWLGRAPH },
	{ { "redirects", 0, false }, TO_CRAWLGRAPH },
	{ { "fold-redirects", 0, false }, TO_CRAWLGRAPH },
	{ { "skip-nofollow", 0, false }, TO_CRAWLGRAPH },
	{ { "fetched-only", 0, false }, TO_CRAWLGRAPH },
	{ { "first", 0, false }, TO_CRAWLGRAPH },
	{ { "max-record", 0, true }, TO_CRAWLGRAPH },
	{ { "strict", 0, false }, TO_CRAWLGRAPH }
};

/* A format of crawlgraph's? */
static bool
names_crawled(char *const *words, int count)
{
	const char *word = words[count - 1];

	if (count == 1)
		word += word[1] == '-' ? strlen("--format=") : 2;
	for (int i = SP_FORMAT_CRAWLED; i < SP_FORMAT_COUNT; i++)
		if (!strcmp(word, sp_import_words[i]))
			return true;
	return false;
}

/*
 * Which filter has the option that begins at words[0], and how many words that
 * is; 1 for anything else.
 */
static enum moved_to
moved_option(char *const *words, int *count)
{
	static const struct retype_option format = { "format", 'f', true };

	*count = retype_words(words, &format);
	if (*count)
		return names_crawled(words, *count) ? TO_CRAWLGRAPH : TO_NONE;
	for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++) {
		*count = retype_words(words, &moved[i].option);
		if (*count)
			return moved[i].to;
	}
	*count = 1;
	return TO_NONE;
}

/* Adds the words that have to do with scores, or all others. */
static void
add_words(struct sp_line *command, char *const *words, bool scores)
{
	static const struct retype_option output = { "output", 'o', true };
	int count;

	for (; *words; words += count) {
		enum moved_to to = moved_option(words, &count);
		int pair = retype_words(words, &output);

		/* What the last of the pipe makes is the result. */
		count = pair ? pair : count;
		for (int i = 0; i < count; i++)
			if ((to == TO_SCOREIMPORT || pair) == scores)
				retype_add(command, words[i]);
	}
}

/* Scores are added to a stream, or to what an importer makes. */
static void
retype_scores(struct cmd *cmd, char *const *words, const char *importer,
	      struct sp_line *command)
{
	bool stream = false;

	for (char *const *word = words; *word && !stream; word++)
		if (**word != '-')
			(void)cmd_is_stream(cmd, *word, &stream);
	if (!stream) {
		retype_add(command, importer);
		add_words(command, words, false);
		sp_line_add(command, " |");
	}
	retype_add(command, "scoreimport");
	if (stream)
		add_words(command, words, false);
	add_words(command, words, true);
}

void
graphimport_tell_moved(struct cmd *cmd, char *const *words)
{
	struct sp_line command = SP_LINE_EMPTY;
	const char *importer = "graphimport", *what = NULL;
	enum moved_to first = TO_NONE;
	int count;

	if (cmd->err.status != SP_USAGE)
		return;
	for (char *const *word = ++words; *word; word += count) {
		enum moved_to to = moved_option(word, &count);

		if (to == TO_CRAWLGRAPH)
			importer = "crawlgraph";
		if (to > first) {
			first = to;
			what = *word;
		}
	}
	if (!what)
		return;
	if (first == TO_SCOREIMPORT) {
		retype_scores(cmd, words, importer, &command);
	} else {
		retype_add(&command, first == TO_GRAPHMERGE ? "graphmerge" :
							      importer);
		for (; *words; words++)
			if (first != TO_GRAPHMERGE ||
			    strcmp(*words, "--merge-names") != 0)
				retype_add(&command, *words);
	}
	(void)retype_fail(cmd, SP_USAGE, what, &command);
}
