/* SPDX-License-Identifier: MIT */
/*
 * Command lines: the words of the input, between NUL bytes.  Values are in the
 * range of their options; the line of provenance, read again, says the same.
 */
#include "fuzz.h"

#include "../unit/option_sample.h"

#include <getopt.h>

#define WORDS 16

static void
check_values(const struct option_sample *it)
{
	hold(it->steps <= 9 && it->threads >= 0);
	hold(it->share >= 0 && it->share < 1);
	hold(it->shape <= SHAPE_ANY);
	hold(!it->name || (*it->name && strlen(it->name) <= 4));
	hold(memchr(it->top.score, '\0', sizeof(it->top.score)));
}

/* Parses words; the options that shape the result, or NULL if refused. */
static char *
read_words(int count, char **words)
{
	struct option_sample it = { .steps = 1, .pages = 7, .share = 0.5,
				    .shape = SHAPE_ROUND };
	struct option_row rows[] = {
		FLAG("quick", it.quick, .letter = 'q', .excludes = &it.bytes),
		OPTION("threads", "N", it.threads, .local = true),
		OPTION("steps", "N", it.steps, .least = 1, .most = 9),
		OPTION("pages", "N", it.pages, .letter = 'n'),
		OPTION("bytes", "SIZE", it.bytes, .bytes = true),
		OPTION("period", "N", it.period, .least = 1, .zero = "auto"),
		OPTION("share", "X", it.share, .most = 1, .below_most = true),
		OPTION("name", "NAME", it.name, .least = 1, .most = 4,
		       .needs = &it.top),
		OPTION("file", "FILE", it.files),
		OPTION("top", "SCORE:N", it.top),
		CHOICE("shape", "WORD", it.shape, "round|flat|any[:SEED]",
		       .seed = &it.seed),
		OPTION_END
	};
	struct option_row common[] = { OPTION_END };
	struct sp_line line = SP_LINE_EMPTY;
	struct sp_error err = { SP_OK, "" };
	char *text = NULL;
	int operands;

	optind = 0; /* getopt_long() begins again */
	if (options_parse(count, words, rows, common, &operands, &err) ||
	    options_check(rows, &err)) {
		hold(err.status == SP_USAGE && err.text[0]);
	} else {
		hold(operands >= 1 && operands <= count);
		check_values(&it);
		options_effective(rows, &line);
		text = sp_line_take(&line);
		if (!text)
			text = strdup("");
		hold(text);
	}
	sp_line_free(&line);
	option_list_free(&it.files);
	return text;
}

/* Splits the line at its blanks and parses it, if no value has any. */
static void
check_again(const char *effective)
{
	char *copy = strdup(effective), *words[3 * WORDS + 1], *text;
	int count = 0;

	hold(copy);
	words[count++] = (char *)"fuzz";
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		hold(count < 3 * WORDS);
		words[count++] = word;
	}
	words[count] = NULL;
	text = read_words(count, words);
	hold(text && !strcmp(text, effective));
	free(text);
	free(copy);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = malloc(size + 1), *text, *words[WORDS + 2];
	int count = 0;
	bool plain = true;

	hold(bytes);
	memcpy(bytes, data, size);
	bytes[size] = '\0';
	words[count++] = (char *)"fuzz";
	for (size_t at = 0; at < size && count <= WORDS;
	     at += strlen(bytes + at) + 1) {
		size_t length = strlen(bytes + at);

		words[count++] = bytes + at;
		/* An empty value would vanish between two blanks. */
		plain = plain && length && bytes[at + length - 1] != '=';
	}
	words[count] = NULL;
	/* Words that a shell would have to quote are not told apart again. */
	for (size_t i = 0; i < size; i++)
		plain = plain && (!bytes[i] || strchr("+-.:=_", bytes[i]) ||
				  (bytes[i] >= '0' && bytes[i] <= '9') ||
				  (bytes[i] >= 'a' && bytes[i] <= 'z'));
	text = read_words(count, words);
	if (text && plain)
		check_again(text);
	free(text);
	free(bytes);
	return 0;
}
