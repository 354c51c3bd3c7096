/* SPDX-License-Identifier: MIT */
/*
 * Groups whose pages go on alike become one, under a class.
 *
 * What goes on is described by skeletons: all tokens after this one, coarsely.
 * Bits are counted as in a message that says the model first and then the
 * pages: a group of its own costs its entry and each of its skeletons, and then
 * its pages take what the frequency of their skeletons in the group demands; in
 * a class, the frequencies of the whole class, and each skeleton that is new to
 * it.  A group leaves the class if that is shorter.  The texts of tokens have
 * to be said in both cases, so they are left out, except for what a template
 * says once for all of its members.  A tie folds.
 *
 * Of hashes of eight digits one in forty has no letter, and would be a number,
 * which rules for the others have to leave out.  So numbers that may be hashes
 * become hashes, where these are many more.
 *
 * Nothing is sorted: groups of one class are a list, and skeletons are counted
 * by their numbers.  Sums of bits are compared as integers of 1/256 bit, and
 * have no order.
 */
#include "base/memory.h"
#include "shape/learn_private.h"

#define ENTRY_BITS 16       /* of a group */
#define SKELETON_BITS 24    /* of a skeleton in a model */
#define CLASS_BITS 40       /* of a class */
#define TEXT_BITS 5         /* of a byte of a word */
#define HASHES_A_NUMBER 8   /* of hashes, one has digits alone, at most */
#define NONE UINT32_MAX

/* ---- description lengths ---------------------------------------------- */

/*
 * The logarithm to base 2, in 1/256: by squaring, so that every machine has the
 * same bits.
 */
static int64_t
log2_256(uint64_t x)
{
	int64_t log = 63 - __builtin_clzll(x);
	uint64_t part = log > 31 ? x >> (log - 31) : x << (31 - log);

	if (x == 1)
		return 0;
	for (int i = 0; i < 8; i++) {
		part = part * part >> 31;
		log *= 2;
		if (part >> 32) {
			part >>= 1;
			log++;
		}
	}
	return log;
}

/* A line of a group: its skeleton after this level. */
static uint32_t
skeleton_at(const struct sp_groups *groups, uint32_t at, unsigned level)
{
	const struct sp_lines *lines = groups->lines;

	return lines->skeleton_of[lines->lines[groups->order[at]].first +
				  level];
}

/*
 * Adds the skeletons of a group to counts, of which the distinct ones are
 * listed from list[listed] on; returns how many are listed then.
 */
static uint32_t
count_skeletons(const struct sp_groups *groups, const struct sp_group *group,
		unsigned level, uint32_t *counts, uint32_t *list,
		uint32_t listed)
{
	for (uint32_t part = group->head; part != NONE;
	     part = groups->part[part].next) {
		uint32_t at = groups->part[part].first;
		uint32_t end = at + groups->part[part].lines;

		for (; at < end; at++) {
			uint32_t skeleton = skeleton_at(groups, at, level);

			if (!counts[skeleton]++)
				list[listed++] = skeleton;
		}
	}
	return listed;
}

/*
 * Does a group take fewer bits by itself than as a part of all?  `all` counts
 * the skeletons of both.
 */
static bool
is_shorter_alone(struct sp_groups *groups, const struct sp_group *group,
		 unsigned level, uint32_t *list, uint64_t total)
{
	int64_t lines = group->lines;
	int64_t alone = 256 * ENTRY_BITS + lines * log2_256(group->lines);
	int64_t within = lines * log2_256(2 * (total - group->lines + 1));
	uint32_t listed = count_skeletons(groups, group, level, groups->own,
					  list, 0);

	for (uint32_t i = 0; i < listed; i++) {
		uint32_t own = groups->own[list[i]];
		uint32_t seen = groups->all[list[i]] - own;

		groups->own[list[i]] = 0;
		alone += 256 * SKELETON_BITS;
		if (own > 1)
			alone -= own * log2_256(own);
		if (!seen)
			within += 256 * SKELETON_BITS;
		else
			within -= own * log2_256(2 * (uint64_t)seen + 1);
	}
	return alone < within;
}

/* The bytes of a pattern's text that are no class; those with a "\" are one. */
static uint64_t
count_known_bytes(struct sp_span text)
{
	uint64_t known = 0;

	while (text.length) {
		size_t taken = 1;

		if (*text.text == '<')
			taken = sp_span_before(text, '>') + 1;
		else
			known++;
		if (*text.text == '\\')
			taken = 2;
		sp_span_cut(&text, taken);
	}
	return known;
}

/*
 * What a template saves by its known bytes.  Before the ";" of parameters of a
 * path it is not counted: such pages belong together whatever their names.
 */
static int64_t
saved_bits(const struct sp_lines *lines, const struct sp_group *group)
{
	const struct sp_word *word = &lines->words[group->word];
	const struct sp_word *wider = &lines->words[group->wider];

	if (!word->class ||
	    (wider->text.length > 6 && wider->text.text[6] == ';'))
		return 0;
	return (int64_t)((count_known_bytes(word->text) + 1) * TEXT_BITS *
			 group->members);
}

/* ---- folding ---------------------------------------------------------- */

/*
 * Of groups that could be folded to one class, a list, marks those that will
 * be, and returns how many members these have.
 */
static uint32_t
mark_folding(struct sp_groups *groups, uint32_t head, unsigned level,
	     uint32_t *list)
{
	uint32_t members = 0, listed = 0;
	uint64_t total = 0;

	for (uint32_t i = head; i != NONE; i = groups->group[i].next) {
		total += groups->group[i].lines;
		listed = count_skeletons(groups, &groups->group[i], level,
					 groups->all, list, listed);
	}
	for (uint32_t i = head; i != NONE; i = groups->group[i].next) {
		struct sp_group *group = &groups->group[i];

		group->folds = !is_shorter_alone(groups, group, level,
						 list + listed, total) &&
			       saved_bits(groups->lines, group) < CLASS_BITS;
		members += group->folds ? group->members : 0;
	}
	for (uint32_t i = 0; i < listed; i++)
		groups->all[list[i]] = 0;
	return members;
}

/* The class of the marked groups of a list. */
static struct sp_group
join_marked(struct sp_groups *groups, uint32_t head, int fineness)
{
	struct sp_group class = {
		.word = groups->group[head].wider, .head = NONE,
		.next = NONE, .fineness = fineness
	};

	for (uint32_t i = head; i != NONE; i = groups->group[i].next) {
		const struct sp_group *group = &groups->group[i];

		if (!group->folds)
			continue;
		if (class.head == NONE)
			class.head = group->head;
		else
			groups->part[class.tail].next = group->head;
		class.tail = group->tail;
		class.lines += group->lines;
		class.members += group->members;
	}
	return class;
}

/* Folds the groups of one class; *left are those of all that are left. */
static enum sp_status
fold_class(struct sp_groups *groups, uint32_t head, uint32_t members,
	   unsigned level, int fineness, uint32_t *list, struct sp_error *err)
{
	if (members <= 2 || groups->group[head].next == NONE)
		return SP_OK;
	if (mark_folding(groups, head, level, list) <= 2) {
		for (uint32_t i = head; i != NONE; i = groups->group[i].next)
			groups->group[i].folds = false;
		return SP_OK;
	}
	if (!sp_grow(&groups->group, &groups->capacity, groups->count + 1))
		return sp_no_memory(err, "shapes");
	groups->group[groups->count] = join_marked(groups, head, fineness);
	groups->count++;
	return SP_OK;
}

/* Drops groups that were folded. */
static void
drop_folded(struct sp_groups *groups, uint64_t first)
{
	uint64_t left = first;

	for (uint64_t i = first; i < groups->count; i++)
		if (!groups->group[i].folds)
			groups->group[left++] = groups->group[i];
	groups->count = left;
}

/* ---- digits among hashes ---------------------------------------------- */

/* The template of a <hex>, with <number> instead; 0 if it has none. */
static size_t
template_of_numbers(const struct sp_word *word, char text[SP_TEMPLATE_MAX + 8])
{
	const char *at;
	size_t before;

	if (!word->class || word->text.length > SP_TEMPLATE_MAX)
		return 0;
	at = memmem(word->text.text, word->text.length, "<hex>", 5);
	if (!at)
		return 0;
	before = (size_t)(at - word->text.text);
	memcpy(text, word->text.text, before);
	memcpy(text + before, "<number>", 8);
	memcpy(text + before + 8, at + 5, word->text.length - before - 5);
	return word->text.length + 3;
}

/* Are they few beside the hashes, and might all be hashes? */
static bool
are_hashes(const struct sp_groups *groups, const struct sp_group *numbers,
	   const struct sp_group *hashes, unsigned level)
{
	const struct sp_lines *lines = groups->lines;
	struct sp_span pieces = lines->words[hashes->word].text;

	if (numbers->lines > hashes->lines / HASHES_A_NUMBER)
		return false;
	for (uint32_t part = numbers->head; part != NONE;
	     part = groups->part[part].next)
		for (uint32_t i = 0; i < groups->part[part].lines; i++) {
			uint32_t line = groups->order[
				groups->part[part].first + i];
			uint32_t word = lines->word_of[
				lines->lines[line].first + level];

			if (!sp_pieces_match(pieces, lines->words[word].text))
				return false;
		}
	return true;
}

/* Joins the numbers of a template with the hashes of the same. */
static void
join_numbers(struct sp_groups *groups, uint64_t first, uint64_t at,
	     unsigned level)
{
	const struct sp_word *word =
		&groups->lines->words[groups->group[at].word];
	struct sp_group *hashes = &groups->group[at], *numbers;
	char text[SP_TEMPLATE_MAX + 8];
	struct sp_span template = { text, template_of_numbers(word, text) };
	uint32_t found = SP_NO_WORD;

	if (template.length)
		found = sp_lines_find_class(groups->lines, word->place,
					    template);
	if (found == SP_NO_WORD || found >= groups->of_word_capacity ||
	    !groups->of_word[found])
		return;
	numbers = &groups->group[first + groups->of_word[found] - 1];
	if (numbers->folds || !are_hashes(groups, numbers, hashes, level))
		return;
	groups->part[hashes->tail].next = numbers->head;
	hashes->tail = numbers->tail;
	hashes->lines += numbers->lines;
	hashes->members += numbers->members;
	numbers->folds = true;
}

void
sp_groups_join_numbers(struct sp_groups *groups, uint64_t first,
		       unsigned level)
{
	for (uint64_t i = first; i < groups->count; i++)
		if (groups->lines->words[groups->group[i].word].class)
			groups->of_word[groups->group[i].word] =
				(uint32_t)(i - first + 1);
	for (uint64_t i = first; i < groups->count; i++)
		if (!groups->group[i].folds)
			join_numbers(groups, first, i, level);
	for (uint64_t i = first; i < groups->count; i++)
		groups->of_word[groups->group[i].word] = 0;
	drop_folded(groups, first);
}

/* ---- classes ---------------------------------------------------------- */

enum sp_status
sp_groups_make_room(struct sp_groups *groups, struct sp_error *err)
{
	const struct sp_lines *lines = groups->lines;
	const struct {
		uint32_t **array;
		uint64_t *capacity, needed;
	} arrays[] = {
		{ &groups->of_word, &groups->of_word_capacity,
		  lines->word_count },
		{ &groups->all, &groups->all_capacity, lines->skeleton_count },
		{ &groups->own, &groups->own_capacity, lines->skeleton_count }
	};

	for (int i = 0; i < 3; i++) {
		uint64_t old = *arrays[i].capacity;

		if (arrays[i].needed <= old)
			continue;
		if (!sp_grow(arrays[i].array, arrays[i].capacity,
			     arrays[i].needed))
			return sp_no_memory(err, "shapes");
		memset(*arrays[i].array + old, 0,
		       (*arrays[i].capacity - old) * sizeof(uint32_t));
	}
	return SP_OK;
}

/*
 * Makes lists of the groups that may be folded to the same class, whose heads
 * are of_word[] - 1 and the last in `list`; returns how many there are.
 */
static enum sp_status
list_classes(struct sp_groups *groups, uint64_t first, int fineness,
	     uint32_t *lists, struct sp_error *err)
{
	*lists = 0;
	for (uint64_t i = first; i < groups->count; i++) {
		struct sp_group *group = &groups->group[i];
		uint32_t *head;

		group->next = NONE;
		if (sp_lines_wider(groups->lines, group->word, fineness,
				   &group->wider, err) ||
		    sp_groups_make_room(groups, err))
			return err->status;
		if (group->wider == SP_NO_WORD)
			continue;
		head = &groups->of_word[group->wider];
		if (*head)
			group->next = *head - 1;
		else
			groups->list[(*lists)++] = group->wider;
		*head = (uint32_t)i + 1;
	}
	return SP_OK;
}

enum sp_status
sp_groups_fold(struct sp_groups *groups, uint64_t first, unsigned level,
	       int fineness, struct sp_error *err)
{
	uint64_t lines = 0, count = groups->count - first;
	uint32_t lists = 0;
	enum sp_status status;

	for (uint64_t i = first; i < groups->count; i++)
		lines += groups->group[i].lines;
	/* The classes; the skeletons of one of them, and of a group. */
	if (!sp_grow(&groups->list, &groups->list_capacity,
		     count + 2 * lines))
		return sp_no_memory(err, "shapes");
	status = list_classes(groups, first, fineness, &lists, err);
	for (uint32_t i = 0; i < lists; i++) {
		uint32_t head = groups->of_word[groups->list[i]] - 1;
		uint32_t members = 0;

		groups->of_word[groups->list[i]] = 0;
		for (uint32_t k = head; k != NONE; k = groups->group[k].next)
			members += groups->group[k].members;
		if (!status)
			status = fold_class(groups, head, members, level,
					    fineness, groups->list + lists,
					    err);
	}
	drop_folded(groups, first);
	return status;
}
