/* SPDX-License-Identifier: MIT */
#include "reseal_sweep.h"

#include "base/bytes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mutant_classes[MUTANT_CLASSES] = {
	"fields", "counts", "lengths", "headers", "seals", "index", "frames",
	"sections"
};

struct sweep {
	const struct parts *parts;
	struct mutant mutant;
	sweep_visit *visit;
	void *context;
};

SP_PRINTF(3, 4) static void
show(struct sweep *sweep, const struct parts *changed, const char *what, ...)
{
	va_list args;

	va_start(args, what);
	vsnprintf(sweep->mutant.what, sizeof(sweep->mutant.what), what, args);
	va_end(args);
	sweep->mutant.parts = changed;
	sweep->visit(sweep->context, &sweep->mutant);
}

/* The other values of a field of that many bits; returns how many. */
static unsigned
other_values(uint64_t has, unsigned bits, bool is_double,
	     uint64_t values[SWEEP_VALUES])
{
	uint64_t all = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
	uint64_t tried[SWEEP_VALUES] = {
		has + 1, has - 1, 0, 1, all, has ^ (all / 2 + 1), has / 2,
		has * 2, is_double ? UINT64_C(0x7ff0000000000000) : 0
	};
	unsigned count = 0;

	for (unsigned i = 0; i < SWEEP_VALUES; i++) {
		bool is_new = (tried[i] & all) != has;

		for (unsigned k = 0; k < count; k++)
			is_new &= values[k] != (tried[i] & all);
		if (is_new)
			values[count++] = tried[i] & all;
	}
	return count;
}

static const char *
place(const struct sweep *sweep, size_t at, char text[32])
{
	char tag[SP_TAG_TEXT];

	if (at >= sweep->parts->count)
		snprintf(text, 32, "frame %zu", at);
	else
		snprintf(text, 32, "frame %zu (%s)", at,
			 sp_tag_text(sweep->parts->at[at].tag, tag));
	return text;
}

/* ---- numbers ---------------------------------------------------------- */

static void
sweep_fields(struct sweep *sweep)
{
	struct parts changed;
	uint64_t values[SWEEP_VALUES];
	char at[32];

	parts_copy(&changed, sweep->parts);
	for (size_t i = 0; i < changed.count; i++) {
		const struct part *from = &sweep->parts->at[i];
		struct part *part = &changed.at[i];
		struct fields fields;

		fields_of(from, &fields);
		for (size_t k = 0; k < fields.count; k++) {
			const struct field *field = &fields.at[k];
			unsigned count = other_values(
				field_get(from, field),
				field->type == FIELD_LEB ? 64 :
				8 * field->size, field->type == FIELD_DOUBLE,
				values);

			for (unsigned v = 0; v < count; v++) {
				sweep->mutant.value = values[v];
				field_set(part, field, values[v]);
				show(sweep, &changed, "%s: %s = %" PRIu64
				     " (was %" PRIu64 ")",
				     place(sweep, i, at), field->name,
				     values[v], field_get(from, field));
				part_splice(part, 0, part->length,
					    from->payload, from->length);
			}
		}
		fields_free(&fields);
	}
	parts_free(&changed);
}

static void
sweep_counts(struct sweep *sweep)
{
	struct parts changed;
	uint64_t values[SWEEP_VALUES];
	char at[32];

	parts_copy(&changed, sweep->parts);
	for (size_t i = 0; i < changed.count; i++) {
		uint64_t has = changed.at[i].count;
		unsigned count = other_values(has, 64, false, values);

		for (unsigned v = 0; v < count; v++) {
			changed.at[i].count = sweep->mutant.value = values[v];
			show(sweep, &changed, "%s: %" PRIu64
			     " items (were %" PRIu64 ")", place(sweep, i, at),
			     values[v], has);
		}
		changed.at[i].count = has;
	}
	parts_free(&changed);
}

static void
sweep_lengths(struct sweep *sweep)
{
	struct parts changed;
	char at[32];

	parts_copy(&changed, sweep->parts);
	for (size_t i = 0; i < changed.count; i++) {
		const struct part *from = &sweep->parts->at[i];
		struct part *part = &changed.at[i];

		part_splice(part, part->length, 0, "", 1);
		show(sweep, &changed, "%s: a byte more", place(sweep, i, at));
		part_splice(part, 0, part->length, from->payload,
			    from->length);
		if (!from->length)
			continue;
		part_splice(part, part->length - 1, 1, NULL, 0);
		show(sweep, &changed, "%s: a byte less", place(sweep, i, at));
		part_splice(part, 0, part->length, NULL, 0);
		show(sweep, &changed, "%s: empty", place(sweep, i, at));
		part_splice(part, 0, 0, from->payload, from->length);
	}
	parts_free(&changed);
}

/* ---- what is wrong on purpose ----------------------------------------- */

/*
 * Where the headers are in the stream as it would be; frames after the parts
 * are the index and the end.
 */
static void
sweep_headers(struct sweep *sweep)
{
	struct sealed sealed = { 0 };
	struct parts changed;
	uint64_t values[SWEEP_VALUES + 5];
	size_t at = SP_PREAMBLE;
	char text[32];

	parts_seal(sweep->parts, (struct seal_form){ 0, false }, &sealed);
	parts_copy(&changed, sweep->parts);
	for (size_t i = 0; at < sealed.size; i++) {
		const uint8_t *header = sealed.at + at;
		struct forced *forced = &changed.end;

		at += SP_FRAME_HEADER + sp_load32(header + 8);
		if (i < changed.count)
			forced = &changed.at[i].header;
		else if (at < sealed.size)
			forced = &changed.index_header;
		for (unsigned f = 0; f < HEADER_FIELDS; f++) {
			const uint8_t *of = header + header_at[f];
			uint64_t has = header_size[f] == 8 ? sp_load64(of) :
							     sp_load32(of);
			unsigned count = other_values(has, 8u * header_size[f],
						      false, values);

			/* Each flag alone, too. */
			if (f == HEADER_FLAGS)
				for (unsigned b = 0; b < 5; b++)
					values[count++] = has ^ 1u << b;
			sweep->mutant.field = f;
			for (unsigned v = 0; v < count; v++) {
				force(forced, f, values[v]);
				sweep->mutant.value = values[v];
				show(sweep, &changed, "%s: header %s = %"
				     PRIu64 " (was %" PRIu64 ")",
				     place(sweep, i, text), header_names[f],
				     values[v], has);
				forced->set = 0;
			}
		}
	}
	parts_free(&changed);
	free(sealed.at);
}

static void
sweep_seals(struct sweep *sweep)
{
	static const unsigned bits[SEAL_FIELDS] = { 64, 16, 16, 32, 64, 64,
						    64, 64 };
	struct sealed sealed = { 0 };
	struct parts changed;
	uint64_t values[SWEEP_VALUES];

	parts_seal(sweep->parts, (struct seal_form){ 0, false }, &sealed);
	parts_copy(&changed, sweep->parts);
	for (unsigned f = 0; f < SEAL_FIELDS; f++) {
		const uint8_t *end = sealed.at + sealed.size - END_BYTES;
		uint64_t has = f >= SEAL_FRAMES ?
			sp_load64(end + 8 * (f - SEAL_FRAMES)) :
			f == SEAL_MAGIC ? sp_load64(sealed.at) :
			f == SEAL_FEATURES ? sp_load32(sealed.at + 12) :
			sealed.at[f == SEAL_MAJOR ? 8 : 10];
		unsigned count = other_values(has, bits[f], false, values);

		sweep->mutant.field = f;
		for (unsigned v = 0; v < count; v++) {
			force(&changed.seal, f, values[v]);
			sweep->mutant.value = values[v];
			show(sweep, &changed, "%s = %" PRIu64 " (was %" PRIu64
			     ")", seal_names[f], values[v], has);
			changed.seal.set = 0;
		}
	}
	parts_free(&changed);
	free(sealed.at);
}

/* The entries of the index, as long as the index is one frame. */
static void
sweep_index(struct sweep *sweep)
{
	struct sealed sealed = { 0 };
	struct parts changed;
	uint64_t values[SWEEP_VALUES], at, end;
	struct fields fields;
	struct part *patch;

	if (!sweep->parts->index)
		return;
	parts_seal(sweep->parts, (struct seal_form){ 0, false }, &sealed);
	at = sp_load64(sealed.at + sealed.size - 8) + SP_FRAME_HEADER;
	end = sealed.size - END_BYTES - SP_FRAME_HEADER;
	parts_copy(&changed, sweep->parts);
	patch = &changed.index_patch;
	patch->tag = SP_TAG_INDEX;
	part_splice(patch, 0, patch->length, sealed.at + at,
		    (uint32_t)(end - at));
	fields_of(patch, &fields);
	for (size_t k = 0; k < fields.count; k++) {
		const struct field *field = &fields.at[k];
		uint64_t has = field_get(patch, field);
		unsigned count = other_values(has, 8 * field->size, false,
					      values);

		for (unsigned v = 0; v < count; v++) {
			sweep->mutant.value = values[v];
			field_set(patch, field, values[v]);
			show(sweep, &changed, "index: %s = %" PRIu64 " (was %"
			     PRIu64 ")", field->name, values[v], has);
		}
		field_set(patch, field, has);
	}
	fields_free(&fields);
	parts_free(&changed);
	free(sealed.at);
}

/* ---- frames and sections ---------------------------------------------- */

static bool
same_parts(const struct part *a, const struct part *b)
{
	return a->tag == b->tag && a->flags == b->flags &&
	       a->count == b->count && a->length == b->length &&
	       !memcmp(a->payload, b->payload, a->length);
}

static void
sweep_frames(struct sweep *sweep)
{
	const struct parts *parts = sweep->parts;
	struct parts changed;
	struct part part;
	char at[32];

	for (size_t i = 0; i < parts->count; i++) {
		place(sweep, i, at);
		parts_copy(&changed, parts);
		parts_drop(&changed, i);
		show(sweep, &changed, "%s is missing", at);
		parts_insert(&changed, i, &parts->at[i]);
		parts_insert(&changed, i, &parts->at[i]);
		show(sweep, &changed, "%s comes twice", at);
		parts_drop(&changed, i);
		for (size_t k = i + 1; k < parts->count; k++) {
			if (same_parts(&parts->at[i], &parts->at[k]))
				continue;
			part = changed.at[i];
			changed.at[i] = changed.at[k];
			changed.at[k] = part;
			show(sweep, &changed, "%s and frame %zu exchanged", at,
			     k);
			changed.at[k] = changed.at[i];
			changed.at[i] = part;
			if (k == i + 1)
				continue;
			parts_move(&changed, i, k);
			show(sweep, &changed, "%s moved to %zu", at, k);
			parts_move(&changed, k, i);
			parts_move(&changed, k, i);
			show(sweep, &changed, "frame %zu moved to %s", k, at);
			parts_move(&changed, i, k);
		}
		parts_free(&changed);
	}
}

/* Where section number of all sections begins and ends. */
static bool
any_section(const struct parts *parts, size_t number, size_t *begin,
	    size_t *end)
{
	for (*begin = 0; *begin < parts->count; *begin = *end) {
		for (*end = *begin; *end < parts->count; ++*end)
			if (parts->at[*end].flags & SP_FRAME_TAIL) {
				++*end;
				break;
			}
		if (!number--)
			return true;
	}
	return false;
}

static void
move_section(struct parts *parts, size_t begin, size_t end, size_t to)
{
	for (size_t i = begin; i < end; i++)
		if (to > begin)
			parts_move(parts, begin, to - 1);
		else
			parts_move(parts, i, to + i - begin);
}

static void
sweep_sections(struct sweep *sweep)
{
	const struct parts *parts = sweep->parts;
	struct parts changed;
	size_t begin, end, other, last;
	char at[32], text[32];

	for (size_t s = 0; any_section(parts, s, &begin, &end); s++) {
		place(sweep, begin, at);
		parts_copy(&changed, parts);
		for (size_t i = end; i > begin; i--)
			parts_drop(&changed, i - 1);
		show(sweep, &changed, "section of %s is missing", at);
		parts_free(&changed);
		parts_copy(&changed, parts);
		for (size_t i = begin; i < end; i++)
			parts_insert(&changed, end + i - begin,
				     &parts->at[i]);
		show(sweep, &changed, "section of %s comes twice", at);
		parts_free(&changed);
		for (size_t k = 0; any_section(parts, k, &other, &last); k++) {
			if (k == s || k == s + 1)
				continue;
			parts_copy(&changed, parts);
			move_section(&changed, begin, end, other);
			show(sweep, &changed, "section of %s before %s", at,
			     place(sweep, other, text));
			parts_free(&changed);
		}
	}
}

void
sweep(const struct parts *parts, enum mutant_class of, sweep_visit *visit,
      void *context)
{
	static void (*const sweeps[MUTANT_CLASSES])(struct sweep *) = {
		sweep_fields, sweep_counts, sweep_lengths, sweep_headers,
		sweep_seals, sweep_index, sweep_frames, sweep_sections
	};
	struct sweep sweep = { parts, { .of = of }, visit, context };

	sweeps[of](&sweep);
}
