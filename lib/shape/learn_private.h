/* SPDX-License-Identifier: MIT */
/*
 * learn_private.h - what the tree of a host is learned from: its URLs as lines
 * of numbers, and groups of lines that go on alike.
 */
#ifndef SP_SHAPE_LEARN_PRIVATE_H
#define SP_SHAPE_LEARN_PRIVATE_H

#include "shape/shape_private.h"

#define SP_NO_WORD UINT32_MAX

/* A token, or a class, that is not yet known to have a wider class, or not. */
#define SP_WIDER_UNKNOWN (UINT32_MAX - 1)

/*
 * A token of a URL, or a class of tokens: each text and place of a host is one
 * word, so that words are compared by their numbers.
 */
struct sp_word {
	struct sp_span text;
	uint64_t hash;
	uint64_t coarse;      /* of a token: the part that skeletons have */
	uint32_t template;    /* the classes that it may be folded to: numbers
				 of words, SP_NO_WORD, or unknown */
	uint32_t ending;
	enum sp_token_place place;
	bool class;
};

/* A URL: words, and for each the skeleton of all after it, as a number. */
struct sp_url_line {
	uint64_t order;       /* of its parameters */
	uint32_t first;       /* in words_of and skeleton_of */
	uint32_t count;
};

/*
 * The words and lines of a host.  Starts with zero bytes and a seed; memory is
 * kept from host to host.
 */
struct sp_lines {
	struct sp_shape_room room;   /* texts */
	uint64_t seed;
	bool texts_stay;             /* those of the tokens that are added */

	struct sp_word *words;
	uint64_t word_count, words_capacity;
	uint64_t *slots;             /* see lines.c */
	uint64_t slots_capacity;
	uint32_t mask;               /* slots in use - 1; 0: none */

	uint64_t *skeletons;         /* hashes */
	uint64_t skeleton_count, skeletons_capacity;
	uint32_t *skeleton_slots;
	uint64_t skeleton_slots_capacity;
	uint32_t skeleton_mask;

	struct sp_url_line *lines;
	uint64_t count, lines_capacity;
	uint32_t *word_of, *skeleton_of;
	uint64_t used, word_of_capacity, skeleton_of_capacity;
};

/*
 * Forgets all lines and words, for a host whose texts stay where they are, or
 * do not.
 */
void sp_lines_clear(struct sp_lines *lines, bool texts_stay);
void sp_lines_free(struct sp_lines *lines);

/* Adds a URL, which has been taken apart.  SP_MEMORY. */
enum sp_status sp_lines_add(struct sp_lines *lines,
			    const struct sp_tokens *tokens,
			    struct sp_error *err);

/*
 * The class that a word may be folded to: of fineness 2 a template, 1 a word
 * with an ending, 0 any word or parameters.  SP_NO_WORD if there is none.
 * SP_MEMORY.
 */
enum sp_status sp_lines_wider(struct sp_lines *lines, uint32_t word,
			      int fineness, uint32_t *wider,
			      struct sp_error *err);

/* The class with this text, or SP_NO_WORD if the host has none. */
uint32_t sp_lines_find_class(const struct sp_lines *lines,
			     enum sp_token_place place, struct sp_span text);

/* ---- groups ----------------------------------------------------------- */

/* Lines side by side, and those of the same group that follow them. */
struct sp_group_part {
	uint32_t first, lines;
	uint32_t next;        /* UINT32_MAX: none */
};

/* Lines with one token, or several tokens that were folded. */
struct sp_group {
	uint32_t word;
	uint32_t head, tail;  /* parts; once they are side by side, head is
				 the first line */
	uint32_t lines;
	uint32_t members;     /* tokens that were folded to it */
	uint32_t wider;       /* the class that it may be folded to */
	uint32_t next;        /* of this class; UINT32_MAX: none */
	bool folds;           /* will it be, or was it? */
	int fineness;         /* exact 3, template 2, word with an ending 1,
				 word 0 */
};

/* All groups of the nodes on the way, and what counts them. */
struct sp_groups {
	struct sp_lines *lines;
	uint32_t *order;      /* the lines */
	uint32_t *spare;
	uint64_t order_capacity, spare_capacity;
	struct sp_group *group;
	uint64_t count, capacity;
	struct sp_group_part *part;
	uint64_t parts, part_capacity;
	uint32_t *of_word;    /* 0 between calls */
	uint64_t of_word_capacity;
	uint32_t *all, *own;  /* of a skeleton; 0 between calls */
	uint64_t all_capacity, own_capacity;
	uint32_t *list;       /* skeletons, or groups */
	uint64_t list_capacity;
};

/*
 * Folds the groups from the first on to classes of this fineness; count changes
 * to those that are left.  SP_MEMORY.
 */
enum sp_status sp_groups_fold(struct sp_groups *groups, uint64_t first,
			      unsigned level, int fineness,
			      struct sp_error *err);

/*
 * Joins groups of numbers with those of hashes that have the same template, if
 * they are few beside these, and all of them have as many digits as a hash.
 */
void sp_groups_join_numbers(struct sp_groups *groups, uint64_t first,
			    unsigned level);

/* Makes room for counts of all words and skeletons.  SP_MEMORY. */
enum sp_status sp_groups_make_room(struct sp_groups *groups,
				   struct sp_error *err);

/* ---- the learner ------------------------------------------------------ */

/*
 * Learns the trees of hosts, one after the other.  Starts with zero bytes and
 * the seed of lines.
 */
struct sp_shape_learner {
	struct sp_lines lines;
	struct sp_groups groups;
	struct sp_shape_tree tree; /* its texts are those of lines */
};

/* Learns the tree from all lines.  SP_MEMORY. */
enum sp_status sp_shape_learn_tree(struct sp_shape_learner *learner,
				   struct sp_error *err);

void sp_shape_learner_free(struct sp_shape_learner *learner);

/* ---- pages ------------------------------------------------------------ */

/* What a thread works with. */
struct sp_placer {
	struct sp_shape_learner learner;
	struct sp_tokens *tokens;
	struct sp_name_room *room;
	struct sp_shape_speller speller;
	struct sp_shape_tally *tallies; /* of each node of the tree */
	uint64_t tallies_capacity;
	bool lost;                      /* was a page not found? */
};

/* The pages of hosts in the trees of these; starts with zero bytes. */
struct sp_placing {
	const struct sp_names *urls;
	uint32_t *shape_of;       /* of each page */
	int threads;
	struct sp_placer *placers; /* as many as threads */
};

/* Close it also after a failure: SP_MEMORY. */
enum sp_status sp_placing_open(struct sp_placing *placing,
			       const struct sp_names *urls, int threads,
			       uint32_t *shape_of, struct sp_error *err);
void sp_placing_close(struct sp_placing *placing);

/*
 * Learns the tree of a host from its pages, of which there is at least one, and
 * looks them up: shape_of becomes twice the node, plus one for what is deeper
 * there, and the tallies are filled.  Several threads may do so for several
 * hosts, each with a placer of its own; if the host is shared, all threads look
 * its pages up, and no other host is placed meanwhile.  SP_MEMORY.
 */
enum sp_status sp_place_host(const struct sp_placing *placing,
			     struct sp_placer *placer, const uint32_t *pages,
			     uint64_t count, bool shared,
			     struct sp_error *err);

#endif
