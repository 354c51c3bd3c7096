/* SPDX-License-Identifier: MIT */
/*
 * What the lines of a text are like.  Nobody says how the columns of a list of
 * links are separated, or whether a file is one at all, and a wrong guess makes
 * a graph that looks right.  So the look never decides: it counts what is so in
 * every line of the sample (all_numbers, ids_first, brackets ...) or in any
 * (quoted, decimals ...), and recognise_text.c draws the conclusions.
 *
 * Two passes over the sample: the first line with data suggests a separator,
 * which all others must confirm; then everything is counted by it.  Where no
 * separator but blanks is found, tabs are looked at once more, in all lines: a
 * name with a blank may come late.
 *
 * A member that means "all lines" begins as true and is and-ed with each line;
 * what is true of no line at all is made false at the end, so that an empty
 * text has none of these looks.  The line that the sample cuts is left out,
 * because half a line looks like anything.
 *
 * Columns are split by the functions of the reader (arcs_parse.h), so that a
 * text is looked at as it will be read.
 */
#include "formats/import/arcs_look.h"

#include "base/ascii.h"
#include "base/number.h"
#include "formats/import/arcs_parse.h"

#include <string.h>
#include <strings.h>

/* ---- lines ------------------------------------------------------------ */

/* The lines of a sample, one after the other, without their ends. */
struct line_walk {
	const char *at, *end;
	bool whole;
	const char *line;
	size_t length;
	uint64_t number;
};

/* A line that the sample cuts is not looked at. */
static bool
walk_line(struct line_walk *walk)
{
	const char *stop;

	if (walk->at == walk->end)
		return false;
	stop = memchr(walk->at, '\n', (size_t)(walk->end - walk->at));
	if (!stop && !walk->whole)
		return false;
	walk->line = walk->at;
	walk->length = (size_t)((stop ? stop : walk->end) - walk->at);
	walk->at = stop ? stop + 1 : walk->end;
	walk->number++;
	if (walk->length && walk->line[walk->length - 1] == '\r')
		walk->length--;
	return true;
}

static struct line_walk
walk_sample(const struct sp_sample *sample, uint64_t skip)
{
	struct line_walk walk = {
		.at = sample->text, .end = sample->text + sample->size,
		.whole = sample->whole
	};

	while (walk.number < skip && walk_line(&walk))
		;
	return walk;
}

/* Columns of the line; the first three go to fields, if they are there. */
static uint64_t
split_look(const struct line_walk *walk, const char *separator,
	   struct sp_span fields[3])
{
	struct sp_arc_format format = {
		.separator = separator, .separator_length = strlen(separator)
	};
	const char *at = walk->line;
	struct sp_span field;
	uint64_t count = 0;

	if (!walk->length || *at == '#' || *at == '%')
		return 0;
	while (sp_arc_next_field(&format, &at, walk->line + walk->length,
				 &field)) {
		if (count < 3)
			fields[count] = field;
		count++;
	}
	/* The slow splitter finds an empty column in a line of blanks. */
	return count == 1 && !fields[0].length ? 0 : count;
}

static bool
is_digits(const struct sp_span *field)
{
	return sp_are_digits(field->text, field->length);
}

static bool
is_any_number(const struct sp_span *field)
{
	double value;

	return sp_parse_double(field->text, field->length, &value);
}

static bool
field_is(const struct sp_span *field, const char *word)
{
	return field->length == strlen(word) &&
	       !strncasecmp(field->text, word, field->length);
}

/* ---- separator -------------------------------------------------------- */

/*
 * What the columns between the tabs of a line hold.  Words that are numbers or
 * URLs are columns of their own, as in "1 2<tab>0.5", and no name.
 */
struct tab_look {
	uint64_t columns;
	bool names;       /* one has blanks in it and is a name */
	bool lists;       /* one has columns in it */
};

static struct tab_look
look_at_tabs(const struct line_walk *walk)
{
	struct sp_arc_format tabs = { .separator = "\t",
				      .separator_length = 1 };
	struct tab_look look = { 0, false, false };
	struct sp_span fields[3], words[3], field;
	const char *at = walk->line;

	if (!split_look(walk, "\t", fields))
		return look;
	for (; sp_arc_next_field(&tabs, &at, walk->line + walk->length,
				 &field); look.columns++) {
		struct line_walk inside = { .line = field.text,
					    .length = field.length };

		if (split_look(&inside, "", words) < 2)
			continue;
		if (memmem(words[1].text, words[1].length, "://", 3) ||
		    (is_any_number(&words[0]) && is_any_number(&words[1])))
			look.lists = true;
		else if (!is_any_number(&words[0]))
			look.names = true;
	}
	return look;
}

/*
 * The separator that the line suggests.  First what could mean little else:
 * tabs between names with blanks in them, then arrows, then marks; blanks are
 * what is left.
 */
static const char *
guess_separator(const struct line_walk *walk)
{
	static const char *const marks[] = { ",", ";", "|" };
	struct sp_span words[3], fields[3];
	uint64_t count = split_look(walk, "", words);
	struct tab_look tabs = look_at_tabs(walk);

	if (tabs.columns > 1 && tabs.names && !tabs.lists)
		return "\t";
	if (count > 2 && field_is(&words[1], "=>"))
		return "=>";
	if (count > 2 && field_is(&words[1], "->"))
		return "->";
	for (unsigned i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (count > 1 && !field_is(&words[1], marks[i]) &&
		    words[0].text[words[0].length - 1] != *marks[i])
			continue;
		if (split_look(walk, marks[i], fields) < 2)
			continue;
		/* A comma inside one URL separates nothing. */
		if (memmem(fields[0].text, fields[0].length, "://", 3) &&
		    !memmem(fields[1].text, fields[1].length, "://", 3))
			continue;
		return marks[i];
	}
	return "";
}

/*
 * Do tabs make the same columns of every line, where blanks would not, because
 * a few names have them?
 */
static bool
tabs_separate(const struct sp_sample *sample, uint64_t skip)
{
	struct line_walk walk = walk_sample(sample, skip);
	uint64_t columns = 0;
	bool names = false;

	while (walk_line(&walk)) {
		struct tab_look look = look_at_tabs(&walk);

		if (!look.columns)
			continue;
		if (!columns)
			columns = look.columns;
		if (columns < 2 || look.columns != columns || look.lists)
			return false;
		names |= look.names;
	}
	return names;
}

/* The separator that the first line suggests and all others have, or "". */
static const char *
guess_confirmed(const struct sp_sample *sample, uint64_t skip)
{
	struct line_walk walk = walk_sample(sample, skip);
	struct sp_span fields[3];
	const char *guess = NULL;

	while (walk_line(&walk)) {
		if (!split_look(&walk, "", fields))
			continue;
		if (!guess)
			guess = guess_separator(&walk);
		if (split_look(&walk, guess, fields) < 2)
			return "";
	}
	return guess ? guess : "";
}

static const char *
arcs_look_find_separator(const struct sp_sample *sample, uint64_t skip)
{
	const char *guess = guess_confirmed(sample, skip);

	return !*guess && tabs_separate(sample, skip) ? "\t" : guess;
}

/* ---- lines with data -------------------------------------------------- */

static bool
arcs_look_is_title(const struct sp_span *field)
{
	static const char *const words[] = {
		"source", "target", "from", "to", "src", "dst", "dest",
		"destination", "node1", "node2", "fromnodeid", "tonodeid",
		"from_id", "to_id", "source_id", "target_id", "url", "link",
		"source_url", "target_url", "from_url", "to_url", "page",
		"sourceid", "targetid", "id1", "id2"
	};
	struct sp_span inner = *field;

	if (inner.length > 1 && *inner.text == '"') {
		inner.text++;
		inner.length -= 2;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (field_is(&inner, words[i]))
			return true;
	return false;
}

/* "1.0" or "1e3", which may be meant as page numbers. */
static bool
is_fractional(const struct sp_span *field)
{
	return !is_digits(field) && is_any_number(field);
}

/* Is the number of the line, from 0 or from 1, in the field? */
static bool
counts_lines(const struct sp_span *field, uint64_t data)
{
	uint64_t value;

	return sp_parse_uint(field->text, field->length, &value) &&
	       (value == data || value == data + 1);
}

static bool
only_digits(const struct line_walk *walk)
{
	for (size_t i = 0; i < walk->length; i++)
		if (!sp_is_blank(walk->line[i]) && !sp_is_digit(walk->line[i]))
			return false;
	return true;
}

/* "(0, 1)", "[0, 1]" or "<http://a.example/> ..." */
static bool
opens_bracket(const struct sp_span *field)
{
	return field->length > 1 && strchr("([<", *field->text) &&
	       *field->text;
}

/* The page of a list of neighbours: "0: 1 2" */
static bool
ends_in_colon(const struct sp_span *field)
{
	return field->length > 1 && field->text[field->length - 1] == ':';
}

/* Counts a line with a link; fields are those of source and target. */
static void
look_at_link(const struct sp_span *source,
	     const struct sp_span *target, struct sp_arcs_look *look)
{
	bool numbers = is_digits(source) && is_digits(target);

	if (!look->data)
		look->first_numbers = numbers;
	look->links++;
	look->numbers += numbers;
	look->half_numbers += !is_any_number(source) && is_any_number(target);
	look->ids_first &= counts_lines(source, look->data) &&
			   !is_digits(target);
	look->names_first &= counts_lines(target, look->data) &&
			     !is_digits(source);
	look->brackets &= opens_bracket(source);
	look->colons &= ends_in_colon(source);
	look->braces |= field_is(target, "{}");
	look->decimals |= is_fractional(source) && is_fractional(target);
	look->quoted |= source->length > 1 && *source->text == '"' &&
			source->text[source->length - 1] == '"';
}

static void
look_at_line(const struct line_walk *walk,
	     const struct sp_arcs_options *options, struct sp_arcs_look *look)
{
	unsigned from = options->source_column, to = options->target_column;
	struct sp_span fields[3] = { { "", 0 }, { "", 0 }, { "", 0 } };
	uint64_t count = split_look(walk, look->separator, fields);
	double weight;

	look->lines++;
	if (look->lines == 1 && count == 1)
		look->lone_number = sp_parse_uint(
			fields[0].text, fields[0].length, &look->number);
	if (!count)
		return;
	look->all_numbers &= only_digits(walk);
	if (!look->data) {
		look->first = walk->number;
		look->least = count;
		look->first_title = arcs_look_is_title(&fields[0]) +
				    arcs_look_is_title(&fields[1]) +
				    arcs_look_is_title(&fields[2]) > 1;
		/* A column without a title, or with no place for one. */
		look->index_columns =
			arcs_look_is_title(&fields[0]) ? count + 1 : 3;
	} else {
		look->index_first &= count > 2 &&
				     count >= look->index_columns &&
				     counts_lines(&fields[0], look->data - 1);
	}
	look->least = count < look->least ? count : look->least;
	look->most = count > look->most ? count : look->most;
	look->pairs += look->lines > 1 && count == 2 && only_digits(walk);
	look->third_number &= count > 2 &&
			      sp_parse_double(fields[2].text,
					      fields[2].length, &weight);
	look->third_url |= memmem(fields[2].text, fields[2].length, "://", 3)
			   != NULL;
	look->third_empty &= count == 3 && field_is(&fields[2], "{}");
	/* Columns beyond the third are rare: they get no further look. */
	if (from <= 3 && to <= 3 && count >= from && count >= to)
		look_at_link(&fields[from - 1], &fields[to - 1], look);
	look->data++;
}

void
sp_arcs_look_at(const struct sp_sample *sample,
		const struct sp_arcs_options *options,
		struct sp_arcs_look *look)
{
	struct line_walk walk = walk_sample(sample, options->skip);
	struct sp_arcs_options columns = *options;

	*look = (struct sp_arcs_look){
		.all_numbers = true, .ids_first = true, .names_first = true,
		.brackets = true, .colons = true, .index_first = true,
		.third_number = true, .third_empty = true
	};
	if (!columns.source_column)
		columns.source_column = 1;
	if (!columns.target_column)
		columns.target_column = 2;
	look->separator =
		options->separator ?
			options->separator :
			arcs_look_find_separator(sample, options->skip);
	while (walk_line(&walk))
		look_at_line(&walk, &columns, look);
	look->ids_first &= look->data > 1 && look->links == look->data;
	look->names_first &= look->data > 1 && look->links == look->data;
	look->brackets &= look->links > 0;
	look->colons &= look->links > 0;
	look->index_first &= look->data > 1;
	look->third_number &= look->data > 0;
	look->third_empty &= look->data > 0;
}
