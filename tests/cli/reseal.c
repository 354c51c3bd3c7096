/* SPDX-License-Identifier: MIT */
/*
 * reseal - takes a stream apart, changes it, and seals it again, for tests
 *
 *	reseal [-l] [-s] [-x] [-z] FILE [EDIT...] > stream
 *
 * All checksums, counts, lengths, the index and the end frame of the result
 * are right, except those that an edit sets.  The result is uncompressed, or
 * compressed with -z, with links in parts with -s; it has an index if FILE
 * has, or with -x.  With -l, prints the fields instead, after the edits: the
 * number and the place of the frame, the name of the field, its offset in the
 * payload, its bytes (l after those of LEB128, d of a double) and its value.
 *
 * A PLACE is the number of a frame, or TAG[/SECTION][.head | .tail | .N]: the
 * N-th frame of data of the SECTION-th section of that tag, both from 0.  END.
 * and INDX are places for set and header only.
 *
 *	set PLACE FIELD VALUE       a field of the payload, by its name
 *	header PLACE FIELD VALUE    tag flags stored raw first count checksum
 *	                            sum; nothing else follows, except that
 *	                            count changes first of the next frames
 *	count PLACE VALUE           the same as header PLACE count, but honest
 *	seal FIELD VALUE            magic major minor features (preamble);
 *	                            frames raw chain index (end frame)
 *	bytes PLACE AT REMOVE HEX   other bytes in place of some; - for none
 *	payload PLACE FILE          the payload of the same place of a stream
 *	drop PLACE, repeat PLACE    one frame; a repeated one comes twice
 *	swap PLACE PLACE
 *	move PLACE PLACE            the first before the second
 *	dropsec TAG[/N], repeatsec TAG[/N]
 *	movesec TAG[/N] PLACE       a section before a frame, or before END.
 *	takesec FILE TAG[/N] PLACE  a section of another stream, likewise
 *	append HEX                  bytes after the end frame
 *
 * A VALUE is a number, 0x or decimal; +N or -N for what the field has, plus or
 * minus N; ones, sign, half, double, nan, inf; a number with a point; a
 * 'TAG; or @FILE for what the field has in that stream.
 */
#include "reseal_fields.h"

#include "base/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void
fail(const char *what, const char *text)
{
	fprintf(stderr, "reseal: %s: %s\n", text, what);
	exit(1);
}

static void
take_file(const char *name, struct parts *parts)
{
	FILE *file = fopen(name, "rb");
	uint8_t *bytes = NULL;
	size_t size = 0, got;

	if (!file)
		fail("cannot be opened", name);
	do {
		bytes = realloc(bytes, size + 65536);
		if (!bytes)
			fail("no memory", name);
		got = fread(bytes + size, 1, 65536, file);
		size += got;
	} while (got);
	fclose(file);
	parts_take(parts, bytes, size);
	free(bytes);
}

/* ---- places ----------------------------------------------------------- */

static uint32_t
tag_of(const char *text)
{
	if (strlen(text) < 4)
		fail("no tag", text);
	return SP_TAG((unsigned char)text[0], (unsigned char)text[1],
		      (unsigned char)text[2], (unsigned char)text[3]);
}

/* The section TAG[/N]; text is what follows. */
static void
section_of(const struct parts *parts, const char **text, size_t *begin,
	   size_t *end)
{
	const char *name = *text;
	size_t number = 0;
	char *after = (char *)name + 4;

	tag_of(name);
	if (*after == '/')
		number = strtoul(after + 1, &after, 10);
	if (!parts_section(parts, tag_of(name), number, begin, end))
		fail("no such section", name);
	*text = after;
}

static size_t
place_of(const struct parts *parts, const char *text)
{
	const char *rest = text;
	size_t begin, end, at;
	char *after;

	if (*text >= '0' && *text <= '9') {
		at = strtoul(text, &after, 10);
		if (*after || at >= parts->count)
			fail("no such frame", text);
		return at;
	}
	section_of(parts, &rest, &begin, &end);
	if (!*rest || !strcmp(rest, ".head"))
		return begin;
	if (!strcmp(rest, ".tail"))
		return end - 1;
	at = begin + 1 + strtoul(rest + 1, &after, 10);
	if (*rest != '.' || *after || at >= end)
		fail("no such frame", text);
	return at;
}

/* The place before which something is put: also the end. */
static size_t
before(const struct parts *parts, const char *text)
{
	return strcmp(text, "END.") ? place_of(parts, text) : parts->count;
}

/* ---- values ----------------------------------------------------------- */

/*
 * The value that a text stands for, where a field of size bytes has a value.
 * Not @FILE, which needs to know the field.
 */
static uint64_t
value_of(const char *text, uint64_t has, unsigned size)
{
	uint64_t all = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
	uint64_t value;
	double number;
	char *end;

	if (!strcmp(text, "ones"))
		return all;
	if (!strcmp(text, "sign"))
		return has ^ (all / 2 + 1);
	if (!strcmp(text, "half"))
		return has / 2;
	if (!strcmp(text, "double"))
		return has * 2;
	if (*text == '\'')
		return tag_of(text + 1);
	if (strchr(text, '.') || !strcmp(text, "nan") || strstr(text, "inf")) {
		number = strtod(text, &end);
		memcpy(&value, &number, sizeof(value));
		return value;
	}
	value = strtoull(text + (*text == '+' || *text == '-'), &end, 0);
	if (*end || end == text)
		fail("no value", text);
	return *text == '+' ? has + value : *text == '-' ? has - value : value;
}

static uint64_t
value_in_file(const char *name, const char *place, const char *field)
{
	const struct field *found;
	struct fields fields;
	struct parts parts;
	uint64_t value;
	size_t at;

	take_file(name, &parts);
	at = place_of(&parts, place);
	fields_of(&parts.at[at], &fields);
	found = fields_find(&fields, field);
	if (!found)
		fail("no such field", field);
	value = field_get(&parts.at[at], found);
	fields_free(&fields);
	parts_free(&parts);
	return value;
}

/* ---- edits ------------------------------------------------------------ */

/* What sealing would make of the index, as a part. */
static void
index_as_part(struct parts *parts)
{
	struct sealed sealed = { 0 };
	struct part *patch = &parts->index_patch;
	uint64_t at, last;

	if (patch->length)
		return;
	parts_seal(parts, (struct seal_form){ 0, false }, &sealed);
	last = sealed.size - END_BYTES - SP_FRAME_HEADER;
	at = sp_load64(sealed.at + sealed.size - 8);
	if (!at)
		fail("the stream has none (-x makes one)", "INDX");
	at += SP_FRAME_HEADER;
	part_splice(patch, 0, patch->length, sealed.at + at,
		    (uint32_t)(last - at));
	patch->tag = SP_TAG_INDEX;
	free(sealed.at);
}

static void
edit_set(struct parts *parts, char **argument)
{
	const struct field *field;
	struct fields fields;
	struct part *part = &parts->index_patch;
	uint64_t has;

	if (!strcmp(argument[0], "INDX"))
		index_as_part(parts);
	else
		part = &parts->at[place_of(parts, argument[0])];
	fields_of(part, &fields);
	field = fields_find(&fields, argument[1]);
	if (!field)
		fail("no such field", argument[1]);
	has = field_get(part, field);
	field_set(part, field, argument[2][0] == '@' ?
		  value_in_file(argument[2] + 1, argument[0], argument[1]) :
		  value_of(argument[2], has, field->type == FIELD_LEB ?
					     8 : field->size));
	fields_free(&fields);
}

static unsigned
named(const char *name, const char *const *names, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return i;
	fail("no such field", name);
}

/* What the field of a header has now: read where the stream is sealed. */
static uint64_t
header_has(const struct parts *parts, size_t frame, unsigned field)
{
	struct sealed sealed = { 0 };
	uint64_t at = SP_PREAMBLE, value;

	parts_seal(parts, (struct seal_form){ 0, false }, &sealed);
	for (; frame; frame--)
		at += SP_FRAME_HEADER + sp_load32(sealed.at + at + 8);
	value = header_size[field] == 8 ?
		sp_load64(sealed.at + at + header_at[field]) :
		sp_load32(sealed.at + at + header_at[field]);
	free(sealed.at);
	return value;
}

static void
edit_header(struct parts *parts, char **argument)
{
	unsigned field = named(argument[1], header_names, HEADER_FIELDS);
	size_t frame = parts->count;
	struct forced *forced = &parts->index_header;

	if (!strcmp(argument[0], "END.")) {
		forced = &parts->end;
		frame += parts->index;
	} else if (strcmp(argument[0], "INDX")) {
		frame = place_of(parts, argument[0]);
		forced = &parts->at[frame].header;
	}
	force(forced, field, value_of(argument[2],
				      header_has(parts, frame, field),
				      header_size[field]));
}

static void
edit_count(struct parts *parts, char **argument)
{
	struct part *part = &parts->at[place_of(parts, argument[0])];

	part->count = value_of(argument[1], part->count, 8);
}

static void
edit_seal(struct parts *parts, char **argument)
{
	unsigned field = named(argument[0], seal_names, SEAL_FIELDS);
	struct sealed sealed = { 0 };
	uint64_t has = 0;

	parts_seal(parts, (struct seal_form){ 0, false }, &sealed);
	if (field >= SEAL_FRAMES)
		has = sp_load64(sealed.at + sealed.size - END_BYTES +
				8 * (field - SEAL_FRAMES));
	force(&parts->seal, field, value_of(argument[1], has, 8));
	free(sealed.at);
}

/* The bytes of a text in hexadecimal, in its place. */
static uint32_t
unhex(const char *text, uint8_t *bytes)
{
	uint32_t size = 0;
	unsigned byte;

	if (!strcmp(text, "-"))
		return 0;
	for (; *text; text += 2) {
		if (sscanf(text, "%2x", &byte) != 1 || !text[1])
			fail("not hexadecimal", text);
		bytes[size++] = (uint8_t)byte;
	}
	return size;
}

static void
edit_bytes(struct parts *parts, char **argument)
{
	struct part *part = &parts->at[place_of(parts, argument[0])];
	uint8_t *bytes = (uint8_t *)argument[3];
	uint32_t size = unhex(argument[3], bytes);

	part_splice(part, (uint32_t)strtoul(argument[1], NULL, 0),
		    (uint32_t)strtoul(argument[2], NULL, 0), bytes, size);
}

static void
edit_payload(struct parts *parts, char **argument)
{
	struct part *part = &parts->at[place_of(parts, argument[0])];
	const struct part *from;
	struct parts other;

	take_file(argument[1], &other);
	from = &other.at[place_of(&other, argument[0])];
	part_splice(part, 0, part->length, from->payload, from->length);
	part->count = from->count;
	parts_free(&other);
}

static void
edit_drop(struct parts *parts, char **argument)
{
	parts_drop(parts, place_of(parts, argument[0]));
}

static void
edit_repeat(struct parts *parts, char **argument)
{
	size_t at = place_of(parts, argument[0]);
	struct part part = parts->at[at];

	parts_insert(parts, at, &part);
}

static void
edit_swap(struct parts *parts, char **argument)
{
	size_t a = place_of(parts, argument[0]);
	size_t b = place_of(parts, argument[1]);
	struct part part = parts->at[a];

	parts->at[a] = parts->at[b];
	parts->at[b] = part;
}

static void
edit_move(struct parts *parts, char **argument)
{
	size_t from = place_of(parts, argument[0]);
	size_t to = before(parts, argument[1]);

	parts_move(parts, from, to - (to > from));
}

static void
edit_dropsec(struct parts *parts, char **argument)
{
	const char *text = argument[0];
	size_t begin, end;

	section_of(parts, &text, &begin, &end);
	while (end > begin)
		parts_drop(parts, --end);
}

static void
insert_section(struct parts *parts, size_t to, const struct parts *from,
	       const char *text)
{
	size_t begin, end;

	section_of(from, &text, &begin, &end);
	for (; begin < end; begin++)
		parts_insert(parts, to++, &from->at[begin]);
}

static void
edit_repeatsec(struct parts *parts, char **argument)
{
	const char *text = argument[0];
	struct parts copy;
	size_t begin, end;

	parts_copy(&copy, parts);
	section_of(parts, &text, &begin, &end);
	insert_section(parts, end, &copy, argument[0]);
	parts_free(&copy);
}

static void
edit_movesec(struct parts *parts, char **argument)
{
	const char *text = argument[0];
	size_t begin, end, to = before(parts, argument[1]);

	section_of(parts, &text, &begin, &end);
	for (size_t i = 0; i < end - begin; i++)
		if (to > begin)
			parts_move(parts, begin, to - 1);
		else
			parts_move(parts, begin + i, to + i);
}

static void
edit_takesec(struct parts *parts, char **argument)
{
	struct parts other;

	take_file(argument[0], &other);
	insert_section(parts, before(parts, argument[2]), &other,
		       argument[1]);
	parts_free(&other);
}

static void
edit_append(struct parts *parts, char **argument)
{
	parts->after_length = unhex(argument[0], (uint8_t *)argument[0]);
	free(parts->after);
	parts->after = malloc(parts->after_length + 1);
	if (parts->after)
		memcpy(parts->after, argument[0], parts->after_length);
}

static const struct edit {
	const char *name;
	int arguments;
	void (*run)(struct parts *parts, char **argument);
} edits[] = {
	{ "set", 3, edit_set }, { "header", 3, edit_header },
	{ "count", 2, edit_count }, { "seal", 2, edit_seal },
	{ "bytes", 4, edit_bytes }, { "payload", 2, edit_payload },
	{ "drop", 1, edit_drop }, { "repeat", 1, edit_repeat },
	{ "swap", 2, edit_swap }, { "move", 2, edit_move },
	{ "dropsec", 1, edit_dropsec }, { "repeatsec", 1, edit_repeatsec },
	{ "movesec", 2, edit_movesec }, { "takesec", 3, edit_takesec },
	{ "append", 1, edit_append }
};

static const struct edit *
edit_named(const char *name)
{
	for (size_t i = 0; i < sizeof(edits) / sizeof(*edits); i++)
		if (!strcmp(edits[i].name, name))
			return &edits[i];
	fail("no such edit", name);
}

/* ---- the whole -------------------------------------------------------- */

static void
list_fields(const struct parts *parts)
{
	char tag[SP_TAG_TEXT];
	unsigned section = 0, data = 0;

	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->at[i];
		struct fields fields;
		char place[32];

		sp_tag_text(part->tag, tag);
		if (part->flags & SP_FRAME_HEAD) {
			section = data = 0;
			for (size_t k = 0; k < i; k++)
				section += parts->at[k].tag == part->tag &&
					   parts->at[k].flags & SP_FRAME_HEAD;
			snprintf(place, sizeof(place), "%s/%u.head", tag,
				 section);
		} else if (part->flags & SP_FRAME_TAIL) {
			snprintf(place, sizeof(place), "%s/%u.tail", tag,
				 section);
		} else {
			snprintf(place, sizeof(place), "%s/%u.%u", tag,
				 section, data++);
		}
		fields_of(part, &fields);
		for (size_t k = 0; k < fields.count; k++) {
			const struct field *at = &fields.at[k];

			printf("%zu\t%s\t%s\t%u\t%u%s\t%" PRIu64 "\n", i,
			       place, at->name, at->at, at->size,
			       at->type == FIELD_LEB ? "l" :
			       at->type == FIELD_DOUBLE ? "d" : "",
			       field_get(part, at));
		}
		fields_free(&fields);
	}
}

int
main(int argc, char **argv)
{
	struct seal_form form = { 0, false };
	struct sealed sealed = { 0 };
	bool list = false, index = false;
	struct parts parts;
	int option;

	while ((option = getopt(argc, argv, "+lsxz")) != -1) {
		list |= option == 'l';
		form.split |= option == 's';
		index |= option == 'x';
		if (option == 's' || option == 'z')
			form.level = 3;
		if (option == '?')
			return 64;
	}
	if (optind == argc)
		fail("no FILE", "usage");
	take_file(argv[optind], &parts);
	parts.index |= index;
	for (int i = optind + 1; i < argc;) {
		const struct edit *edit = edit_named(argv[i]);

		if (argc - ++i < edit->arguments)
			fail("arguments are missing", edit->name);
		edit->run(&parts, argv + i);
		i += edit->arguments;
	}
	if (list) {
		list_fields(&parts);
	} else {
		parts_seal(&parts, form, &sealed);
		fwrite(sealed.at, 1, sealed.size, stdout);
	}
	free(sealed.at);
	parts_free(&parts);
	return fclose(stdout) ? 1 : 0;
}
