/* SPDX-License-Identifier: MIT */
/*
 * kind.h - what a kind of section consists of, and what the loader offers to
 * it.  Private to lib/section.
 *
 * A kind is one file that defines a struct sp_section_kind, and one row of
 * the table in kinds.h.  The loader (load.c) finds the kind by its tags,
 * decides whether a section is loaded and passed on, verifies frames and
 * their order, and calls the functions below.
 */
#ifndef SP_SECTION_KIND_H
#define SP_SECTION_KIND_H

#include "section/fields.h"
#include "section/section.h"

#define SP_KIND_PARTS 3 /* tags that one kind may have */

/* The load of one stream. */
struct sp_loading {
	struct sp_reader *reader;
	const struct sp_load_options *options;
	struct sp_contents *contents;
	struct sp_frame frame;

	/* Of the section that is being loaded, if its kind has them. */
	struct sp_basis basis;
	char name[SP_SECTION_NAME_MAX + 1];

	/* Private to load.c: the open section, and the kinds seen so far. */
	const struct sp_section_kind *kind;
	const struct sp_section_part *part;
	void *slot;
	uint32_t tag;
	unsigned seen;
	bool keep, pass;
};

/*
 * Reads the payload of loading->frame into slot, the data of this kind in
 * the contents.  SP_DATA, by sp_reader_bad(), for an invalid payload;
 * SP_MEMORY; or what a visitor returns.
 */
typedef enum sp_status sp_part_reader(struct sp_loading *loading, void *slot,
				      const uint8_t *payload,
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
	/* The tail of a section that is not loaded; slot is NULL. */
	sp_part_reader *passing_tail;
};

struct sp_section_kind {
	const char *name;     /* of one such section, as "graph" */
	struct sp_section_part parts[SP_KIND_PARTS]; /* until tag is 0 */
	bool with_basis;      /* each head starts with a basis */
	bool with_name;       /* ... followed by a name, and nothing else */
	bool once;            /* a stream has at most one */
	bool of_links;        /* depends on links although mandatory */

	/* The slot: its size; zero bytes when it is new. */
	size_t size;
	/*
	 * At the end of a stream: does the slot fit contents->basis?  Or
	 * NULL.  SP_DATA.
	 */
	enum sp_status (*check)(const struct sp_contents *contents,
				const void *slot, struct sp_error *err);
	/* Unpacks what was only kept until it was checked; or NULL. */
	enum sp_status (*complete)(void *slot, struct sp_error *err);
	/* Frees what the slot owns, also after a load that failed. */
	void (*free)(void *slot);
};

#define DECLARE(NAME, name) extern const struct sp_section_kind sp_kind_##name;
SP_SECTION_KINDS(DECLARE)
#undef DECLARE

/* The kind at a place of the table. */
const struct sp_section_kind *sp_kind_at(enum sp_kind_place place);

/* Runs the check of every kind that is there. */
enum sp_status sp_contents_check(const struct sp_contents *contents,
				 struct sp_error *err) SP_MUST_CHECK;

/* SP_DATA unless the payload is frame.count records of this size. */
enum sp_status sp_check_records(const struct sp_loading *loading, size_t size,
				struct sp_error *err) SP_MUST_CHECK;

/* Are both of one graph, or of graphs with one origin? */
bool sp_same_origin(const struct sp_basis *a, const struct sp_basis *b);

/*
 * Checks of a slot: SP_DATA unless the basis is of the graph of the
 * contents, or pages is their number.  what names the section in the message.
 */
enum sp_status sp_check_basis(const struct sp_contents *contents,
			      const struct sp_basis *basis, const char *what,
			      struct sp_error *err) SP_MUST_CHECK;
enum sp_status sp_check_pages(const struct sp_contents *contents,
			      uint64_t pages, const char *what,
			      struct sp_error *err) SP_MUST_CHECK;

/* Reads frame.count strings from a payload and appends them to names. */
enum sp_status sp_load_strings(const struct sp_loading *loading,
			       struct sp_names *names, const uint8_t *payload,
			       struct sp_error *err) SP_MUST_CHECK;

/* Reads count doubles; false if one is not finite. */
bool sp_load_doubles(double *to, const uint8_t *from, uint64_t count);

#endif
