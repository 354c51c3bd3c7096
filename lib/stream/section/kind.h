/* SPDX-License-Identifier: MIT */
/*
 * kind.h - what a kind of section consists of, and what the loader offers to
 * it.  Private to lib/stream/section.
 *
 * A kind is one file that defines a struct sp_section_kind, and one row of
 * the table in kinds.h.  The loader (load.c) finds the kind by its tags,
 * decides whether a section is loaded and passed on, verifies frames and
 * their order, and calls the functions below.
 *
 * They are called for every section of the kind, also for one that is only
 * passed on or dropped: so everything is checked, whatever it is used for, by
 * the same code.  loading->keep says whether the data is wanted.  If not, the
 * functions check as much and keep nothing but what the check needs, such as
 * counts; they work on a slot of its own, which no caller ever sees.
 */
#ifndef SP_STREAM_SECTION_KIND_H
#define SP_STREAM_SECTION_KIND_H

#include "stream/section/fields.h"
#include "stream/section/section.h"

#define SP_KIND_PARTS 4 /* tags that one kind may have */

/* The load of one stream. */
struct sp_loading {
	struct sp_reader *reader;
	const struct sp_load_options *options;
	struct sp_contents *contents;
	struct sp_frame frame;

	/* Of the section that is being read, if its kind has them. */
	struct sp_basis basis;
	char name[SP_SECTION_NAME_MAX + 1];

	void *slot;             /* the data of its kind in the contents */
	const uint8_t *payload; /* of the frame; see data_reads */
	bool keep; /* its data is wanted: else check it only */

	/* Private to load.c: the open section, and the kinds seen so far. */
	const struct sp_section_kind *kind;
	const struct sp_section_part *part;
	uint32_t tag;
	unsigned seen[SP_KINDS]; /* a bit for each part */
	bool pass;
};

/*
 * Checks loading->payload, that of loading->frame, and, if loading->keep is
 * set, reads it into loading->slot.  SP_DATA, by sp_reader_bad(), for an
 * invalid payload; SP_MEMORY; or what a visitor returns.
 */
typedef enum sp_status sp_part_reader(struct sp_loading *loading,
				      struct sp_error *err);

/* The sections of one tag.  A frame that is head and tail is read twice. */
struct sp_section_part {
	uint32_t tag;
	sp_part_reader *head; /* NULL: nothing to do */
	sp_part_reader *data; /* NULL: frames with data are not expected */
	sp_part_reader *tail; /* NULL: nothing to do */
	/*
	 * data gets no payload and reads it itself, straight to where it
	 * stays, with sp_reader_payload_to().
	 */
	bool data_reads;
	/*
	 * What load.c checks of heads and tails.  Without these, the head is
	 * basis and name, if the kind has them, and the tail is empty.
	 */
	bool own_head;   /* the head has more, which .head checks */
	bool one_frame;  /* head, tail and one item are one frame */
	bool anew;       /* the slot is freed before the head is read */
	uint32_t tail_size;
};

struct sp_section_kind {
	const char *name;     /* of one such section, as "graph" */
	struct sp_section_part parts[SP_KIND_PARTS]; /* until tag is 0 */
	bool with_basis;      /* each head starts with a basis */
	bool with_name;       /* ... followed by a name, and nothing else */
	bool once;            /* a stream has at most one of each tag */
	bool of_links;        /* depends on links although mandatory */

	/* The slot: its size; zero bytes when it is new. */
	size_t size;
	/*
	 * At the end of a stream: is the slot complete, and does it fit the
	 * others?  Or NULL.  Bases and numbers of pages are compared without
	 * it.  SP_DATA.
	 */
	enum sp_status (*check)(const struct sp_contents *contents,
				const void *slot, struct sp_error *err);
	/*
	 * How many pages the slot has an item for; false if it has none.  Or
	 * NULL, for kinds with a basis and those that have no items of pages.
	 */
	bool (*pages)(const void *slot, uint64_t *pages);
	/* Unpacks what was only kept until it was checked; or NULL. */
	enum sp_status (*complete)(void *slot, struct sp_error *err);
	/*
	 * Frees what the slot owns, also after a load that failed.  The slot
	 * can be used again.
	 */
	void (*free)(void *slot);
};

#define DECLARE(NAME, name) extern const struct sp_section_kind sp_kind_##name;
SP_SECTION_KINDS(DECLARE)
#undef DECLARE

/* The kind at a place of the table. */
const struct sp_section_kind *sp_kind_at(enum sp_kind_place place);

/*
 * What is known of all sections that were read, loaded or not.  Private to
 * load.c, contents.c and the kinds that are named.
 */
struct sp_seen {
	/* Graphs of sections that came before a graph, or without one. */
	struct sp_basis *bases;
	uint64_t base_count, base_capacity;
	struct sp_names base_names; /* for messages: of a section of each */

	/* graph.c and weights.c: of the last graph. */
	bool has_graph, weighted, owes_weights;
	struct sp_fingerprint graph;

	/* cores.c and seeds.c: of the last cores. */
	bool has_cores;
	uint64_t cores;
};

/* Notes the basis of the section that is being read.  SP_MEMORY. */
enum sp_status sp_contents_note_basis(struct sp_loading *loading,
				      struct sp_error *err);

/*
 * Does everything that was read belong together?  Compares bases and numbers
 * of pages, and runs the check of every kind that is there.  SP_DATA.
 */
enum sp_status sp_contents_check(const struct sp_contents *contents,
				 struct sp_error *err);

/* SP_DATA unless the payload is frame.count records of this size. */
enum sp_status sp_check_records(const struct sp_loading *loading, size_t size,
				struct sp_error *err);

/* SP_DATA unless as many pages had one of these as the basis has. */
enum sp_status sp_check_pages(const struct sp_loading *loading,
			      const char *what, uint64_t pages,
			      struct sp_error *err);

/*
 * A list of what came under names: *items are *count structs of size bytes, of
 * which each begins with its name, an array of characters.  Returns the one of
 * a name, or NULL.
 */
void *sp_find_named(const void *items, uint64_t count, size_t size,
		    const char *name);

/*
 * Returns the place in the list for the section that ends: that of the item of
 * its name, which is replaced where it is, so that the list keeps its order; or
 * a new one, of zero bytes.  items is the address of the list's pointer.  NULL
 * if there are too many names, SP_DATA, or memory is short.
 */
void *sp_place_named(const struct sp_loading *loading, void *items,
		     uint64_t *count, uint64_t *capacity, size_t size,
		     const char *what, struct sp_error *err);

/*
 * states.c: may the page have been fetched, by the states that came before in
 * the same stream?
 */
bool sp_states_allow(const struct sp_loading *loading, uint64_t page);

/* Are both of one graph, or of graphs with one origin? */
bool sp_same_origin(const struct sp_basis *a, const struct sp_basis *b);

/*
 * Reads the payload, frame.count strings, and appends them to names; or only
 * checks it, if names is NULL.
 */
enum sp_status sp_load_strings(const struct sp_loading *loading,
			       struct sp_names *names, struct sp_error *err);

/* Reads count doubles, unless to is NULL; false if one is not finite. */
bool sp_load_doubles(double *to, const uint8_t *from, uint64_t count);

/*
 * Reads a name: its length (LEB128) and bytes.  NULL if it is longer than
 * SP_NAME_MAX or runs past end; else *at is after it.
 */
const char *sp_load_name(const uint8_t **at, const uint8_t *end,
			 uint64_t *length);

#endif
