/* SPDX-License-Identifier: MIT */
/*
 * option_value.h - the value of an option's variable, whatever its type.
 * Private to the option tables.
 */
#ifndef SP_CLI_OPTION_VALUE_H
#define SP_CLI_OPTION_VALUE_H

#include "cli/option.h"

#include <string.h>

/* Of a row that takes a whole number. */
static inline uint64_t
option_whole(const struct option_row *row)
{
	if (row->size == sizeof(uint64_t))
		return *(const uint64_t *)row->value;
	return *(const unsigned *)row->value;
}

/* Of a choice: its word, without a seed, in *word; the length of it. */
static inline size_t
option_word(const struct option_row *row, const char **word)
{
	unsigned index = *(const unsigned *)row->value - row->first;
	const char *at = row->choices;

	for (; index; index--)
		at += strcspn(at, "|") + 1;
	*word = at;
	return strcspn(at, "|:[");
}

/* Does its value shape nothing (option.h, idle_with)?  In option_rules.c. */
bool option_is_idle(const struct option_row *table,
		    const struct option_row *row);

#endif
