/* SPDX-License-Identifier: MIT */
/*
 * Every text of a host is kept once, and is a number from then on: lines are
 * grouped by counting, and what is known of a text, such as the class that it
 * may be folded to, is found once.  The same is done with skeletons, which are
 * hashes.
 *
 * Both tables are open addressing, with 0 in free slots.  A host begins with
 * few slots, and only those that it uses are cleared, so that a host of ten
 * URLs does not pay for the one of 60,000 before it.  A slot of a word has the
 * first bits of its hash, too: of a large host, the slots are what is not in
 * the cache, and they are asked for before they are needed.
 *
 * The hash of texts has a random seed, so that no host can be made to collide;
 * the numbers are in the order of the lines, and nothing that is learned
 * depends on them.
 */
#include "base/hash.h"
#include "base/memory.h"
#include "shape/learn_private.h"

#include <stdlib.h>

#define FIRST_SLOTS 256
#define NUMBER_MASK UINT32_MAX

/* ---- words ------------------------------------------------------------ */

static uint64_t
hash_word(const struct sp_lines *lines, enum sp_token_place place, bool class,
	  struct sp_span text)
{
	return sp_hash_seeded(text.text, text.length,
			      lines->seed + 2 * place + class);
}

/* The slot of a word, or the free one where it belongs. */
static uint64_t *
find_word_slot(const struct sp_lines *lines, enum sp_token_place place,
	       bool class, struct sp_span text, uint64_t hash)
{
	for (uint32_t at = (uint32_t)hash & lines->mask;;
	     at = (at + 1) & lines->mask) {
		uint64_t slot = lines->slots[at];
		const struct sp_word *word;

		if (!slot)
			return &lines->slots[at];
		if ((slot ^ hash) & ~(uint64_t)NUMBER_MASK)
			continue;
		word = &lines->words[(slot & NUMBER_MASK) - 1];
		if (word->hash == hash && word->place == place &&
		    word->class == class && sp_span_equal(word->text, text))
			return &lines->slots[at];
	}
}

/* Doubles the slots that are in use, or makes the first. */
static bool
grow_word_slots(struct sp_lines *lines)
{
	uint32_t slots = lines->mask ? 2 * (lines->mask + 1) : FIRST_SLOTS;

	if (!sp_grow(&lines->slots, &lines->slots_capacity, slots))
		return false;
	memset(lines->slots, 0, slots * sizeof(*lines->slots));
	lines->mask = slots - 1;
	for (uint64_t i = 0; i < lines->word_count; i++) {
		uint64_t hash = lines->words[i].hash;
		uint32_t at = (uint32_t)hash & lines->mask;

		while (lines->slots[at])
			at = (at + 1) & lines->mask;
		lines->slots[at] = (hash & ~(uint64_t)NUMBER_MASK) | (i + 1);
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

/* Adds a word that is new, at a slot. */
static bool
add_word(struct sp_lines *lines, enum sp_token_place place, bool class,
	 struct sp_span text, bool stays, uint64_t hash, uint64_t *slot)
{
	char *kept;

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
	lines->words[lines->word_count++] = (struct sp_word){
		.text = text, .hash = hash, .place = place, .class = class,
		.coarse = class && place != SP_TOKEN_ANY ?
				  0 : coarse_token(place, text),
		.template = SP_WIDER_UNKNOWN, .ending = SP_WIDER_UNKNOWN
	};
	*slot = (hash & ~(uint64_t)NUMBER_MASK) | lines->word_count;
	return true;
}

/*
 * The number of a word with this hash, which is added if it is new; SP_NO_WORD:
 * no memory.
 */
static uint32_t
number_of_word(struct sp_lines *lines, enum sp_token_place place, bool class,
	       struct sp_span text, bool stays, uint64_t hash)
{
	uint64_t *slot;

	if (2 * lines->word_count >= lines->mask && !grow_word_slots(lines))
		return SP_NO_WORD;
	slot = find_word_slot(lines, place, class, text, hash);
	if (!*slot &&
	    !add_word(lines, place, class, text, stays, hash, slot))
		return SP_NO_WORD;
	return (uint32_t)(*slot & NUMBER_MASK) - 1;
}

/* ---- skeletons -------------------------------------------------------- */

/* The slot of a skeleton, or the free one where it belongs. */
static uint32_t *
find_skeleton_slot(const struct sp_lines *lines, uint64_t skeleton)
{
	uint64_t hash = sp_mix64(skeleton ^ lines->seed);

	for (uint32_t at = (uint32_t)hash & lines->skeleton_mask;;
	     at = (at + 1) & lines->skeleton_mask) {
		uint32_t slot = lines->skeleton_slots[at];

		if (!slot || lines->skeletons[slot - 1] == skeleton)
			return &lines->skeleton_slots[at];
	}
}

static bool
grow_skeletons(struct sp_lines *lines)
{
	uint32_t mask = lines->skeleton_mask;
	uint32_t slots = mask ? 2 * (mask + 1) : FIRST_SLOTS;

	if (!sp_grow(&lines->skeleton_slots, &lines->skeleton_slots_capacity,
		     slots) ||
	    !sp_grow(&lines->skeletons, &lines->skeletons_capacity, slots))
		return false;
	memset(lines->skeleton_slots, 0,
	       slots * sizeof(*lines->skeleton_slots));
	lines->skeleton_mask = slots - 1;
	for (uint64_t i = 0; i < lines->skeleton_count; i++)
		*find_skeleton_slot(lines, lines->skeletons[i]) =
			(uint32_t)i + 1;
	return true;
}

/* UINT32_MAX: no memory. */
static uint32_t
number_of_skeleton(struct sp_lines *lines, uint64_t skeleton)
{
	uint32_t *slot;

	if (2 * lines->skeleton_count >= lines->skeleton_mask &&
	    !grow_skeletons(lines))
		return UINT32_MAX;
	slot = find_skeleton_slot(lines, skeleton);
	if (!*slot) {
		lines->skeletons[lines->skeleton_count++] = skeleton;
		*slot = (uint32_t)lines->skeleton_count;
	}
	return *slot - 1;
}

/* ---- lines ------------------------------------------------------------ */

/* Too many parameters are <any>, which covers others, too. */
static bool
is_class(const struct sp_token *token)
{
	return token->place == SP_TOKEN_ANY;
}

/*
 * How many tokens are those of the line before, which nothing has to be looked
 * up for: the first of a path, often.  Their words are set.
 */
static unsigned
words_of_before(const struct sp_lines *lines, const struct sp_tokens *tokens,
		uint32_t *word_of)
{
	const struct sp_url_line *before;
	unsigned i;

	if (!lines->count)
		return 0;
	before = &lines->lines[lines->count - 1];
	for (i = 0; i < tokens->count && i < before->count; i++) {
		uint32_t number = lines->word_of[before->first + i];
		const struct sp_word *word = &lines->words[number];

		if (word->place != tokens->token[i].place ||
		    !sp_span_equal(word->text, tokens->token[i].text))
			break;
		word_of[i] = number;
	}
	return i;
}

/* Sets the words of tokens: all hashes first, so that slots can arrive. */
static enum sp_status
find_words(struct sp_lines *lines, const struct sp_tokens *tokens,
	   uint32_t *word_of, struct sp_error *err)
{
	unsigned same = words_of_before(lines, tokens, word_of);
	uint64_t hashes[SP_TOKENS];

	for (unsigned i = same; i < tokens->count; i++) {
		const struct sp_token *token = &tokens->token[i];

		hashes[i] = hash_word(lines, token->place, is_class(token),
				      token->text);
		if (lines->mask)
			__builtin_prefetch(
				&lines->slots[hashes[i] & lines->mask], 1);
	}
	for (unsigned i = same; i < tokens->count; i++) {
		const struct sp_token *token = &tokens->token[i];

		word_of[i] = number_of_word(lines, token->place,
					    is_class(token), token->text,
					    lines->texts_stay &&
					    token->place != SP_TOKEN_NAMES,
					    hashes[i]);
		if (word_of[i] == SP_NO_WORD)
			return sp_no_memory(err, "shapes");
	}
	return SP_OK;
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
	if (find_words(lines, tokens, word_of, err))
		return err->status;
	for (unsigned i = tokens->count; i--;) {
		skeleton_of[i] = number_of_skeleton(lines, hash);
		if (skeleton_of[i] == UINT32_MAX)
			return sp_no_memory(err, "shapes");
		hash = sp_mix64(hash + 1) + lines->words[word_of[i]].coarse;
	}
	lines->lines[lines->count++] = (struct sp_url_line){
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
	*class = number_of_word(lines, place, true, text, false,
				hash_word(lines, place, true, text));
	return *class == SP_NO_WORD ? sp_no_memory(err, "shapes") : SP_OK;
}

uint32_t
sp_lines_find_class(const struct sp_lines *lines, enum sp_token_place place,
		    struct sp_span text)
{
	uint64_t hash = hash_word(lines, place, true, text);

	if (!lines->mask)
		return SP_NO_WORD;
	/* A free slot is 0, one less than the number of no word. */
	return (uint32_t)(*find_word_slot(lines, place, true, text, hash) &
			  NUMBER_MASK) - 1;
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
