/* SPDX-License-Identifier: MIT */
/*
 * Every text of a host is kept once, and is a number from then on: lines are
 * grouped by counting, and what is known of a text, such as the class that it
 * may be folded to, is found once.  The same is done with skeletons, which are
 * hashes.
 *
 * Both tables are open addressing.  A slot is used if what it names says that
 * it is there, so that a table is emptied by setting its count to 0, and a
 * host of ten URLs does not pay for the one of 60,000 before it.  The hash of
 * texts has a random seed, so that no host can be made to collide; the numbers
 * are in the order of the lines, and nothing that is learned depends on them.
 */
#include "base/hash.h"
#include "base/memory.h"
#include "shape/learn_private.h"

#include <stdlib.h>

#define FIRST_SLOTS 256

/* Makes room for items of this size, and clears what is new. */
static bool
grow_cleared(uint32_t **array, uint64_t *capacity, uint64_t needed)
{
	uint64_t old = *capacity;

	if (needed <= old)
		return true;
	if (!sp_grow(array, capacity, needed))
		return false;
	memset(*array + old, 0, (*capacity - old) * sizeof(**array));
	return true;
}

/* ---- words ------------------------------------------------------------ */

static uint64_t
hash_word(const struct sp_lines *lines, enum sp_token_place place, bool class,
	  struct sp_span text)
{
	return sp_hash_seeded(text.text, text.length,
			      lines->seed + 2 * place + class);
}

/* The slot of a word, or the free one where it belongs. */
static uint32_t
find_word_slot(const struct sp_lines *lines, enum sp_token_place place,
	       bool class, struct sp_span text, uint64_t hash)
{
	for (uint32_t at = (uint32_t)hash & lines->mask;;
	     at = (at + 1) & lines->mask) {
		uint32_t i = lines->slots[at];
		const struct sp_word *word = &lines->words[i];

		if (i >= lines->word_count || word->slot != at)
			return at;
		if (word->hash == hash && word->place == place &&
		    word->class == class && sp_span_equal(word->text, text))
			return at;
	}
}

static bool
is_used(const struct sp_lines *lines, uint32_t at)
{
	return lines->slots[at] < lines->word_count &&
	       lines->words[lines->slots[at]].slot == at;
}

/* Doubles the slots that are in use, or makes the first. */
static bool
grow_word_slots(struct sp_lines *lines)
{
	uint32_t slots = lines->mask ? 2 * (lines->mask + 1) : FIRST_SLOTS;

	if (!grow_cleared(&lines->slots, &lines->slots_capacity, slots))
		return false;
	lines->mask = slots - 1;
	for (uint64_t i = 0; i < lines->word_count; i++)
		lines->words[i].slot = UINT32_MAX;
	for (uint64_t i = 0; i < lines->word_count; i++) {
		uint32_t at = (uint32_t)lines->words[i].hash & lines->mask;

		while (is_used(lines, at))
			at = (at + 1) & lines->mask;
		lines->slots[at] = (uint32_t)i;
		lines->words[i].slot = at;
	}
	return true;
}

static uint64_t
coarse_token(enum sp_token_place place, struct sp_span text)
{
	struct sp_span end;

	if (place == SP_TOKEN_NAMES)
		return sp_hash(text.text, text.length);
	if (place != SP_TOKEN_SEGMENT || !text.length)
		return (uint64_t)place * 8 + 1 + !text.length;
	end = sp_token_extension(text);
	return end.length ? sp_hash(end.text, end.length) : 3;
}

/* Adds a word that is new. */
static bool
add_word(struct sp_lines *lines, enum sp_token_place place, bool class,
	 struct sp_span text, bool stays, uint64_t hash)
{
	struct sp_word *word;
	char *kept;

	if (2 * lines->word_count >= lines->mask && !grow_word_slots(lines))
		return false;
	if (!sp_grow(&lines->words, &lines->words_capacity,
		     lines->word_count + 1))
		return false;
	if (!stays) {
		kept = sp_shape_room_take(&lines->room, text.length);
		if (!kept)
			return false;
		if (text.length)
			memcpy(kept, text.text, text.length);
		text.text = kept;
	}
	word = &lines->words[lines->word_count];
	*word = (struct sp_word){
		.text = text, .hash = hash, .place = place, .class = class,
		.coarse = class && place != SP_TOKEN_ANY ?
				  0 : coarse_token(place, text),
		.template = SP_WIDER_UNKNOWN, .ending = SP_WIDER_UNKNOWN,
		.slot = find_word_slot(lines, place, class, text, hash)
	};
	lines->slots[word->slot] = (uint32_t)lines->word_count++;
	return true;
}

/* The number of a word, which is added if it is new; SP_NO_WORD: no memory. */
static uint32_t
number_of_word(struct sp_lines *lines, enum sp_token_place place, bool class,
	       struct sp_span text, bool stays)
{
	uint64_t hash = hash_word(lines, place, class, text);

	if (lines->mask) {
		uint32_t at = find_word_slot(lines, place, class, text, hash);

		if (is_used(lines, at))
			return lines->slots[at];
	}
	return add_word(lines, place, class, text, stays, hash) ?
		       (uint32_t)lines->word_count - 1 : SP_NO_WORD;
}

/* ---- skeletons -------------------------------------------------------- */

static uint32_t
find_skeleton_slot(const struct sp_lines *lines, uint64_t skeleton)
{
	uint64_t hash = sp_mix64(skeleton ^ lines->seed);

	for (uint32_t at = (uint32_t)hash & lines->skeleton_mask;;
	     at = (at + 1) & lines->skeleton_mask) {
		uint32_t i = lines->skeleton_slots[at];

		if (i >= lines->skeleton_count ||
		    lines->skeleton_slot[i] != at ||
		    lines->skeletons[i] == skeleton)
			return at;
	}
}

static void
put_skeleton(struct sp_lines *lines, uint64_t skeleton)
{
	uint32_t at = find_skeleton_slot(lines, skeleton);
	uint32_t i = (uint32_t)lines->skeleton_count++;

	lines->skeletons[i] = skeleton;
	lines->skeleton_slot[i] = at;
	lines->skeleton_slots[at] = i;
}

static bool
grow_skeletons(struct sp_lines *lines)
{
	uint32_t mask = lines->skeleton_mask;
	uint32_t slots = mask ? 2 * (mask + 1) : FIRST_SLOTS;
	uint64_t count = lines->skeleton_count;

	if (!grow_cleared(&lines->skeleton_slots,
			  &lines->skeleton_slots_capacity, slots) ||
	    !sp_grow(&lines->skeletons, &lines->skeletons_capacity, slots) ||
	    !sp_grow(&lines->skeleton_slot, &lines->skeleton_slot_capacity,
		     slots))
		return false;
	lines->skeleton_mask = slots - 1;
	lines->skeleton_count = 0;
	while (lines->skeleton_count < count)
		put_skeleton(lines, lines->skeletons[lines->skeleton_count]);
	return true;
}

/* UINT32_MAX: no memory. */
static uint32_t
number_of_skeleton(struct sp_lines *lines, uint64_t skeleton)
{
	uint32_t at, i;

	if (2 * lines->skeleton_count >= lines->skeleton_mask &&
	    !grow_skeletons(lines))
		return UINT32_MAX;
	at = find_skeleton_slot(lines, skeleton);
	i = lines->skeleton_slots[at];
	if (i < lines->skeleton_count && lines->skeleton_slot[i] == at)
		return i;
	put_skeleton(lines, skeleton);
	return (uint32_t)lines->skeleton_count - 1;
}

/* ---- lines ------------------------------------------------------------ */

/* The word of token i, which is often that of the line before. */
static uint32_t
word_of_token(struct sp_lines *lines, const struct sp_token *token, unsigned i)
{
	const struct sp_line *before = lines->count ?
		&lines->lines[lines->count - 1] : NULL;

	if (before && i < before->count) {
		uint32_t word = lines->word_of[before->first + i];
		const struct sp_word *known = &lines->words[word];

		if (known->place == token->place &&
		    sp_span_equal(known->text, token->text))
			return word;
	}
	/* Too many parameters are <any>, which covers others, too. */
	return number_of_word(lines, token->place,
			      token->place == SP_TOKEN_ANY, token->text,
			      lines->texts_stay &&
			      token->place != SP_TOKEN_NAMES);
}

enum sp_status
sp_lines_add(struct sp_lines *lines, const struct sp_tokens *tokens,
	     struct sp_error *err)
{
	uint64_t needed = lines->used + tokens->count, hash = 0;
	uint32_t *word_of, *skeleton_of;

	if (!sp_grow(&lines->lines, &lines->lines_capacity,
		     lines->count + 1) ||
	    !sp_grow(&lines->word_of, &lines->word_of_capacity, needed) ||
	    !sp_grow(&lines->skeleton_of, &lines->skeleton_of_capacity,
		     needed))
		return sp_no_memory(err, "shapes");
	word_of = lines->word_of + lines->used;
	skeleton_of = lines->skeleton_of + lines->used;
	for (unsigned i = 0; i < tokens->count; i++) {
		word_of[i] = word_of_token(lines, &tokens->token[i], i);
		if (word_of[i] == SP_NO_WORD)
			return sp_no_memory(err, "shapes");
	}
	for (unsigned i = tokens->count; i--;) {
		skeleton_of[i] = number_of_skeleton(lines, hash);
		if (skeleton_of[i] == UINT32_MAX)
			return sp_no_memory(err, "shapes");
		hash = sp_mix64(hash + 1) + lines->words[word_of[i]].coarse;
	}
	lines->lines[lines->count++] = (struct sp_line){
		tokens->order, (uint32_t)lines->used, tokens->count };
	lines->used = needed;
	return SP_OK;
}

void
sp_lines_clear(struct sp_lines *lines, bool texts_stay)
{
	sp_shape_room_clear(&lines->room);
	lines->texts_stay = texts_stay;
	lines->word_count = lines->skeleton_count = 0;
	lines->count = lines->used = 0;
	lines->mask = lines->skeleton_mask = 0;
}

void
sp_lines_free(struct sp_lines *lines)
{
	sp_shape_room_free(&lines->room);
	free(lines->words);
	free(lines->slots);
	free(lines->skeletons);
	free(lines->skeleton_slot);
	free(lines->skeleton_slots);
	free(lines->lines);
	free(lines->word_of);
	free(lines->skeleton_of);
	*lines = (struct sp_lines){ .words = NULL };
}

/* ---- wider classes ---------------------------------------------------- */

/* The class with the text of this length, if there is one. */
static enum sp_status
number_of_class(struct sp_lines *lines, enum sp_token_place place,
		struct sp_span text, uint32_t *class, struct sp_error *err)
{
	*class = SP_NO_WORD;
	if (!text.length)
		return SP_OK;
	*class = number_of_word(lines, place, true, text, false);
	return *class == SP_NO_WORD ? sp_no_memory(err, "shapes") : SP_OK;
}

enum sp_status
sp_lines_wider(struct sp_lines *lines, uint32_t number, int fineness,
	       uint32_t *wider, struct sp_error *err)
{
	const struct sp_word *word = &lines->words[number];
	char text[SP_TEMPLATE_MAX];
	struct sp_span class = { text, 0 };
	enum sp_status status;

	*wider = SP_NO_WORD;
	if (word->place == SP_TOKEN_NAMES && !fineness)
		return number_of_class(lines, word->place, SP_SPAN("<any>"),
				       wider, err);
	if ((word->place != SP_TOKEN_SEGMENT &&
	     word->place != SP_TOKEN_VALUE) ||
	    (word->place == SP_TOKEN_SEGMENT && !word->text.length) ||
	    (fineness == 2 && word->class))
		return SP_OK;
	if (!fineness)
		return number_of_class(lines, word->place, SP_SPAN("<word>"),
				       wider, err);
	*wider = fineness == 2 ? word->template : word->ending;
	if (*wider != SP_WIDER_UNKNOWN)
		return SP_OK;
	class.length = fineness == 2 ?
		sp_token_template(word->text, text) :
		sp_token_ending(word->text, word->class, text);
	status = number_of_class(lines, word->place, class, wider, err);
	if (fineness == 2)
		lines->words[number].template = *wider;
	else
		lines->words[number].ending = *wider;
	return status;
}
