/* SPDX-License-Identifier: MIT */
/*
 * Seeds are a page, its core and its URL; what else is known of them, how they
 * were found, their scores, their old URLs, is in a second section, the notes,
 * which older filters do not know.  These pass notes on, or drop the seeds
 * before them, so notes may turn up with other seeds: they are ignored then,
 * not refused.
 */
#include "stream/section/seeds.h"

#include "stream/section/kind.h"

#define SEED_RECORD 8 /* and the name */

#define NOTE_RECORD 9 /* and the name */

/*
 * The names are of all pages, or of the seeds.
 *
 * The URL is written with the seed: reducers pass on no names of pages.
 */
static enum sp_status
seeds_save(struct sp_writer *writer, const struct sp_seeds *seeds,
	   const struct sp_names *names, bool of_seeds,
	   const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_derived_begin(&section, writer,
						 SP_TAG_SEEDS, basis, err);

	for (uint64_t i = 0; !status && i < seeds->count; i++) {
		const struct sp_seed *seed = &seeds->seeds[i];
		uint64_t place = of_seeds ? i : seed->page;
		uint8_t bytes[SEED_RECORD + SP_LEB_MAX];
		size_t length;
		const char *name = sp_names_find(names, place, &length);
		uint8_t *end;

		sp_store32(bytes, seed->page);
		sp_store32(bytes + 4, seed->core);
		end = sp_put_leb(bytes + SEED_RECORD, length);
		status = sp_section_add_parts(&section, bytes,
					      (size_t)(end - bytes), name,
					      length, 1, err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_seeds(struct sp_writer *writer, const struct sp_seeds *seeds,
	      const struct sp_names *names, const struct sp_basis *basis,
	      struct sp_error *err)
{
	return seeds_save(writer, seeds, names, false, basis, err);
}

enum sp_status
sp_save_seeds_named(struct sp_writer *writer, const struct sp_seeds *seeds,
		    const struct sp_names *names,
		    const struct sp_basis *basis, struct sp_error *err)
{
	return seeds_save(writer, seeds, names, true, basis, err);
}

enum sp_status
sp_save_seed_notes(struct sp_writer *writer, const struct sp_seeds *seeds,
		   const char *score, const struct sp_names *was,
		   const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_NAMED_HEAD_MAX];
	size_t size = SP_BASIS;
	enum sp_status status = SP_OK;

	sp_basis_store(head, basis);
	if (score)
		status = sp_named_head_store(head, basis, score, "a score",
					     &size, err);
	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_SEED_NOTES,
					  head, size, err);
	for (uint64_t i = 0; !status && i < seeds->count; i++) {
		const struct sp_seed *seed = &seeds->seeds[i];
		uint8_t bytes[NOTE_RECORD + SP_LEB_MAX];
		size_t length;
		const char *name = sp_names_find(was, i, &length);
		uint8_t *end;

		bytes[0] = (uint8_t)seed->found;
		sp_store_double(bytes + 1, seed->score);
		end = sp_put_leb(bytes + NOTE_RECORD, length);
		status = sp_check_result(seed->score, "the score of a seed",
					 err);
		if (status)
			break;
		status = sp_section_add_parts(&section, bytes,
					      (size_t)(end - bytes), name,
					      length, 1, err);
	}
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

/* What was loaded, and what is counted in any case. */
struct seeds_slot {
	struct sp_loaded_seeds loaded;
	uint64_t seeds, notes;
};

static void
seeds_free(void *slot)
{
	struct seeds_slot *to = slot;
	struct sp_loaded_seeds *loaded = &to->loaded;

	sp_seeds_free(&loaded->seeds);
	sp_names_free(&loaded->names);
	sp_names_free(&loaded->was);
	loaded->noted = false;
	loaded->score[0] = '\0';
	to->seeds = to->notes = 0;
}

static enum sp_status
seeds_head(struct sp_loading *loading, struct sp_error *err)
{
	struct seeds_slot *slot = loading->slot;
	struct sp_loaded_seeds *to = &slot->loaded;

	(void)err;
	to->given = true;
	to->basis = loading->basis;
	return SP_OK;
}

/*
 * What is wrong with a seed, or NULL.  Its core may be of cores that are not
 * in this stream, or that come later and are others; but not of those before,
 * if these are fewer.
 */
static const char *
seed_fault(const struct sp_loading *loading, const struct sp_seed *seed)
{
	const struct sp_seen *seen = loading->contents->seen;

	if (seed->page >= loading->basis.graph.pages)
		return "a seed is not a page";
	if (seed->core != SP_NO_CORE && seen->has_cores &&
	    seed->core >= seen->cores)
		return "a seed is of a core that is not among those before it "
		       "(seeds of other cores)";
	return NULL;
}

static enum sp_status
seeds_data(struct sp_loading *loading, struct sp_error *err)
{
	struct seeds_slot *to = loading->slot;
	const uint8_t *at = loading->payload, *end = at + loading->frame.raw;

	/* A hostile count ends soon: each seed takes at least nine bytes. */
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		const char *name, *wrong;
		struct sp_seed seed;
		uint64_t length;

		if (end - at < SEED_RECORD)
			return sp_reader_bad(loading->reader, err, "a seed "
					     "runs past the end of the frame");
		seed = (struct sp_seed){ .page = sp_load32(at),
					 .core = sp_load32(at + 4) };
		at += SEED_RECORD;
		name = sp_load_name(&at, end, &length);
		wrong = name ? seed_fault(loading, &seed) :
			       "an invalid name of a seed";
		if (wrong)
			return sp_reader_bad(loading->reader, err, "%s",
					     wrong);
		to->seeds++;
		if (!loading->keep)
			continue;
		if (sp_seeds_add(&to->loaded.seeds, seed, err) ||
		    sp_names_add(&to->loaded.names, name, length, err))
			return err->status;
	}
	if (at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last seed");
	return SP_OK;
}

/* ---- reading notes ---------------------------------------------------- */

/*
 * Filters that do not know notes may pass them on without their seeds, so
 * notes that do not fit the seeds before them are of others, and ignored.
 */
static void
notes_ignore(struct sp_loaded_seeds *to)
{
	sp_names_free(&to->was);
	to->noted = false;
	to->score[0] = '\0';
	for (uint64_t i = 0; i < to->seeds.count; i++) {
		to->seeds.seeds[i].found = SP_FOUND_PICKED;
		to->seeds.seeds[i].score = 0;
	}
}

/*
 * The name of the score is what follows the basis, and may be missing, so the
 * loader cannot check it as a name.
 */
static enum sp_status
notes_head(struct sp_loading *loading, struct sp_error *err)
{
	struct seeds_slot *to = loading->slot;
	size_t length = loading->frame.raw - (size_t)SP_BASIS;
	const char *name = (const char *)loading->payload + SP_BASIS;

	notes_ignore(&to->loaded);
	to->notes = 0;
	if (length > SP_SECTION_NAME_MAX || memchr(name, 0, length))
		return sp_reader_bad(loading->reader, err,
				     "an invalid name of a score");
	memcpy(to->loaded.score, name, length);
	to->loaded.score[length] = '\0';
	return SP_OK;
}

/* Keeps a note, if there is a seed for it. */
static enum sp_status
keep_note(struct seeds_slot *slot, const uint8_t *note, const char *name,
	  uint64_t length, struct sp_error *err)
{
	struct sp_loaded_seeds *to = &slot->loaded;
	struct sp_seed *seed;

	if (sp_names_add(&to->was, name, length, err))
		return err->status;
	if (slot->notes >= to->seeds.count)
		return SP_OK;
	seed = &to->seeds.seeds[slot->notes];
	seed->found = (enum sp_seed_found)note[0];
	seed->score = sp_load_double(note + 1);
	return SP_OK;
}

static enum sp_status
notes_data(struct sp_loading *loading, struct sp_error *err)
{
	struct seeds_slot *to = loading->slot;
	const uint8_t *at = loading->payload, *end = at + loading->frame.raw;

	for (uint64_t i = 0; i < loading->frame.count; i++) {
		const uint8_t *note = at;
		const char *name;
		uint64_t length;

		if (end - at < NOTE_RECORD)
			return sp_reader_bad(loading->reader, err, "a note "
					     "runs past the end of the frame");
		at += NOTE_RECORD;
		name = sp_load_name(&at, end, &length);
		if (note[0] >= SP_FOUND_COUNT ||
		    !sp_load_doubles(NULL, note + 1, 1) || !name)
			return sp_reader_bad(loading->reader, err,
					     "an invalid note of a seed");
		if (loading->keep && keep_note(to, note, name, length, err))
			return err->status;
		to->notes++;
	}
	if (at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last note");
	return SP_OK;
}

/* As many notes as seeds, of the same graph, or they are of others. */
static enum sp_status
notes_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct seeds_slot *from = loading->slot;
	struct sp_loaded_seeds *to = &from->loaded;

	(void)err;
	to->noted = from->notes == from->seeds && from->seeds &&
		    sp_fingerprint_equal(&loading->basis.graph,
					 &to->basis.graph);
	if (!to->noted)
		notes_ignore(to);
	return SP_OK;
}

const struct sp_section_kind sp_kind_seeds = {
	.name = "list of seeds",
	.parts = { { .tag = SP_TAG_SEEDS, .anew = true, .head = seeds_head,
		     .data = seeds_data },
		   { .tag = SP_TAG_SEED_NOTES, .head = notes_head,
		     .data = notes_data, .tail = notes_tail,
		     .own_head = true } },
	.with_basis = true,
	.size = sizeof(struct seeds_slot),
	.free = seeds_free
};

const struct sp_loaded_seeds *
sp_contents_seeds(const struct sp_contents *contents)
{
	const struct seeds_slot *slot = contents->slots[SP_KIND_SEEDS];

	return slot && slot->loaded.given ? &slot->loaded : NULL;
}
