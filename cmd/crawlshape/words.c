/* SPDX-License-Identifier: MIT */
/*
 * The words of the picture of the shapes.
 *
 * How it works.  A text is put together in a buffer of a fixed size, since its
 * parts are numbers and names that are cut.  Names come from strangers: hidden
 * characters and invalid bytes become \xHH here, before anything is measured or
 * cut.
 */
#include "picture.h"

#include "base/text.h"
#include "cli/readable.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_READ 1024 /* bytes of a name that are looked at */
#define NAME_SHOWN 400 /* bytes of it that are shown, at most */

/* What the verdicts of traps mean. */
static const char *const meanings[SP_TRAPS] = {
	[SP_TRAP_REPEATED] = "paths that repeat themselves",
	[SP_TRAP_SESSION] = "identifiers of sessions",
	[SP_TRAP_PRINT] = "printer pages",
	[SP_TRAP_REORDERED] = "the same parts in another order",
	[SP_TRAP_MIRROR] = "copies of other hosts",
	[SP_TRAP_VIEW] = "the same pages at longer addresses",
	[SP_TRAP_DUPLICATES] = "bodies of earlier pages",
	[SP_TRAP_ENDLESS] = "ever more links to itself",
	[SP_TRAP_GALLERY] = "ever more numbered pages"
};

/* ---- pieces ----------------------------------------------------------- */

void
words_add(struct words *words, const char *format, ...)
{
	size_t left = sizeof(words->text) - words->length;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(words->text + words->length, left, format,
			   arguments);
	va_end(arguments);
	words->length += (size_t)length < left ? (size_t)length : left - 1;
}

void
words_count(struct words *words, uint64_t count, const char *one,
	    const char *many)
{
	char text[READABLE_TEXT];

	readable_count(text, count);
	words_add(words, "%s %s", text, count == 1 ? one : many);
}

void
words_share(struct words *words, const struct picture *picture, uint64_t weight)
{
	double share = 100 * ((double)weight / (double)picture->weight);

	if (weight && share < 0.05)
		words_add(words, "< 0.1 %%");
	else
		words_add(words, "%.1f %%", share);
}

void
words_weight(struct words *words, const struct picture *picture,
	     uint64_t weight)
{
	if (picture->fetched)
		words_count(words, weight, "download", "downloads");
	else
		words_count(words, weight, "known page", "known pages");
}

static void
words_name(struct words *words, struct sp_span name)
{
	char masked[4 * NAME_READ + 1];
	size_t read = sp_text_piece(name.text, name.length, NAME_READ);
	size_t length = sp_mask(masked, sizeof(masked), name.text, read);
	size_t shown = sp_text_piece(masked, length, NAME_SHOWN);

	words_add(words, "%.*s%s", (int)shown, masked,
		  read < name.length || shown < length ? PICTURE_DOTS : "");
}

/* ---- hosts and shapes ------------------------------------------------- */

void
words_host(struct words *words, const struct picture *picture,
	   const struct picture_host *host)
{
	if (host->hosts == 1)
		words_name(words, sp_shape_host(&picture->shape->shapes,
						host->first));
	else
		words_count(words, host->hosts, "host",
			    host->hosts < picture->hosts ? "other hosts" :
							   "hosts");
}

void
words_cell(struct words *words, const struct picture *picture,
	   const struct picture_host *host, const struct picture_cell *cell,
	   bool without_host)
{
	const struct sp_shapes *shapes = &picture->shape->shapes;
	struct sp_span text;

	if (cell->shapes == 1) {
		text = sp_shape_text(shapes, cell->first);
		if (without_host && host->hosts == 1)
			sp_span_cut(&text,
				    sp_shape_host(shapes, cell->first).length);
		words_name(words, text);
	} else {
		words_count(words, cell->shapes, "", host->hosts == 1 &&
			    cell->shapes < host->shapes ? "other shapes" :
							  "shapes");
	}
}

/* ---- title and legend ------------------------------------------------- */

void
words_sums(struct words *words, const struct picture *picture)
{
	uint64_t traps = 0, weight = 0;

	if (!picture->told)
		words_add(words, "Nothing says what was fetched, so areas are "
			  "known pages. ");
	else if (!picture->fetched)
		words_add(words, "Nothing was fetched, so areas are known "
			  "pages. ");
	words_weight(words, picture, picture->weight);
	words_add(words, " of ");
	words_count(words, picture->shapes, "shape", "shapes");
	if (!picture->shape->options.host) {
		words_add(words, " on ");
		words_count(words, picture->hosts, "host", "hosts");
	}
	for (unsigned i = 1; i < SP_TRAPS; i++) {
		traps += picture->of[i].shapes;
		weight += picture->of[i].weight;
	}
	if (traps) {
		words_add(words, ". Hatched: ");
		words_count(words, traps, "trap", "traps");
		words_add(words, ", with ");
		words_share(words, picture, weight);
		words_add(words, " of the %s",
			  picture->fetched ? "downloads" : "pages");
	} else {
		words_add(words, "; none is called a trap");
	}
	if (picture->idle) {
		words_add(words, ". Not in the picture: ");
		words_count(words, picture->idle, "shape", "shapes");
		words_add(words, " with ");
		words_count(words, picture->idle_pages, "page", "pages");
		words_add(words, ", none of them fetched");
	}
	words_add(words, ".");
}

void
words_title(struct words *words, const struct picture *picture)
{
	const struct crawlshape *shape = picture->shape;

	words_add(words, picture->fetched ? "Downloads" : "Known pages");
	if (shape->options.host) {
		words_add(words, " of ");
		words_name(words, sp_shape_host(&shape->shapes, shape->first));
		words_add(words, " by shape of URL");
	} else {
		words_add(words, " by host and shape of URL");
	}
}

void
words_entry(struct words *words, const struct picture *picture, unsigned entry)
{
	const struct picture_share *of = &picture->of[entry ? entry - 1 : 0];

	if (entry == 0) {
		words_add(words, "a shape");
	} else if (entry == 1) {
		words_add(words, "smaller ones, gathered");
	} else if (of->shapes) {
		words_add(words, "%s", sp_trap_word(entry - 1));
		if (meanings[entry - 1])
			words_add(words, ": %s", meanings[entry - 1]);
		words_add(words, ", ");
		words_share(words, picture, of->weight);
	}
}
