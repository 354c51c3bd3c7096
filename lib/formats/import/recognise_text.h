/* SPDX-License-Identifier: MIT */
/*
 * recognise_text.h - what text without a beginning of its own is, by the look
 * of its lines.  Private to recognise.c, whose header has the types.
 */
#ifndef SP_FORMATS_IMPORT_RECOGNISE_TEXT_H
#define SP_FORMATS_IMPORT_RECOGNISE_TEXT_H

#include "formats/import/recognise.h"

#include <string.h>
#include <strings.h>

/* Is the word in the text?  Letters may be upper or lower case. */
static inline bool
sp_has_word(const char *text, size_t size, const char *word)
{
	size_t length = strlen(word);

	for (size_t i = 0; i + length <= size; i++)
		if (!strncasecmp(text + i, word, length))
			return true;
	return false;
}

/* The length of the first line. */
static inline size_t
sp_first_line(const struct sp_sample *sample)
{
	const char *end = sample->size ? memchr(sample->text, '\n',
						sample->size) : NULL;

	return end ? (size_t)(end - sample->text) : sample->size;
}

/* Like sp_recognise(), for a sample of which no row of the table is known. */
void sp_recognise_text(const struct sp_sample *sample,
		       const struct sp_arcs_options *options,
		       bool columns_given, struct sp_recognised *found);

/* Notes weights that are in the sample of a known format, and are not read. */
void sp_note_weights(const struct sp_sample *sample,
		     const struct sp_arcs_options *options,
		     bool columns_given, struct sp_recognised *found);

#endif
