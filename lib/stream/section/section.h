/* SPDX-License-Identifier: MIT */
/*
 * section.h - loads the sections of a stream into memory and passes them on.
 *
 * One pass over a stream: wanted sections are loaded, the others go to the
 * writer frame by frame.  Every section of a known kind is checked in full,
 * whether it is loaded, passed on or dropped; the links of a graph that is not
 * loaded are decoded for that as they come.  Memory grows with the data that
 * has arrived, never with what a header claims.
 *
 * What a section holds, how to get it out of the contents and how to write
 * it is in the header of its kind: stream/section/graph.h,
 * stream/section/scores.h, ...
 */
#ifndef SP_STREAM_SECTION_SECTION_H
#define SP_STREAM_SECTION_SECTION_H

#include "graph/fingerprint.h"
#include "stream/section/kinds.h"
#include "stream/stream.h"

/* The place of each kind in the table; SP_KINDS is their number. */
enum sp_kind_place {
#define PLACE(NAME, name) SP_KIND_##NAME,
	SP_SECTION_KINDS(PLACE)
#undef PLACE
	SP_KINDS
};

/* Sets of kinds, combined by "|": SP_SECTION_GRAPH, SP_SECTION_HOSTS, ... */
enum sp_section_set {
#define BIT(NAME, name) SP_SECTION_##NAME = 1 << SP_KIND_##NAME,
	SP_SECTION_KINDS(BIT)
#undef BIT
	/* Sections of no kind in the table that a reader may ignore. */
	SP_SECTION_UNKNOWN = 1 << 29,
	/* Load in full the kinds that are otherwise loaded in part. */
	SP_SECTION_WHOLE = 1 << 30
};

#define SP_SECTION_ALL (~0u)

/* Bytes in the name of a section that has one. */
#define SP_SECTION_NAME_MAX 255

/*
 * Different names that the scores of a stream may have, and the scores of links
 * and the orders, each: a name is compared with all others of its kind.
 */
#define SP_DIFFERENT_NAMES 10000

/* The graph that a derived section was computed from. */
struct sp_basis {
	struct sp_fingerprint graph;
	struct sp_fingerprint origin; /* before links were pruned
					 or turned round */
};

/*
 * What streams held.  Start with zero bytes; free with sp_contents_free().
 * Several streams may be loaded into one, for example a graph from one and
 * cores from another.  A section that comes again replaces the earlier one
 * (a score or an order: the one of the same name).
 */
struct sp_contents {
	/*
	 * Identifies the graph that everything must belong to: the one that
	 * was loaded or, if none was, the first that passed.  May be set
	 * before a load, to accept only sections of this graph.
	 */
	bool has_basis;
	struct sp_basis basis;

	/*
	 * Private: the data of each kind, or NULL; what sections that were
	 * not wanted left to check; what is known of all.
	 */
	void *slots[SP_KINDS], *checked[SP_KINDS];
	struct sp_seen *seen;
};

/* Frees the data of some kinds when they are no longer needed. */
void sp_contents_drop(struct sp_contents *contents, unsigned kinds);

/* Frees everything and leaves zero bytes. */
void sp_contents_free(struct sp_contents *contents);

/* Sections of some kinds with this name (scores, orders). */
struct sp_section_name {
	unsigned kinds;
	const char *name;
};

struct sp_graph_visitor; /* stream/section/graph.h */
struct sp_name_visitor;  /* stream/section/names.h */
struct sp_listing;       /* stream/section/listing.h */

struct sp_load_options {
	unsigned want;              /* kinds to load */
	int threads;                /* that check links; 0: one */

	/* Where all other sections are passed on to, or NULL ... */
	struct sp_writer *writer;
	/* ... except these kinds, */
	unsigned drop;
	/* ... sections that depend on links, if the caller changes these, */
	bool links_change;
	/* ... and sections with these names (NULL, or until kinds is 0). */
	const struct sp_section_name *drop_names;
	uint64_t *dropped; /* counts those that were there; or NULL */

	/*
	 * Receives the graph and its weights while they pass, and nothing of
	 * them is kept.  Both must be wanted.  Or NULL.
	 */
	const struct sp_graph_visitor *visitor;

	/*
	 * Receives names while they pass, and nothing of them is kept.  They
	 * must be wanted.  Or NULL.
	 */
	const struct sp_name_visitor *names;

	/* Gets a row for every section, whether loaded or not; or NULL. */
	struct sp_listing *listing;
};

/*
 * Reads a whole stream to its verified end, then checks that everything
 * belongs together that this call and earlier ones for these contents have
 * read: names and hosts match the pages, derived sections have the graph's
 * fingerprint or that of its origin, or, without a graph, those of the first
 * of them.  The links of a graph that is loaded are left to the cursor that
 * reads them first, or to sp_graph_verify().
 * SP_DATA as sp_reader_next(), and for invalid sections; SP_MEMORY; SP_IO.
 */
enum sp_status sp_load(struct sp_reader *reader,
		       const struct sp_load_options *options,
		       struct sp_contents *contents, struct sp_error *err);

/*
 * For callers that pass sections on by themselves: what sp_load() would do with
 * the section that begins with this frame and payload.  Counts
 * options->dropped, and takes a writer for granted.
 */
enum sp_section_fate {
	SP_SECTION_PASSES,
	SP_SECTION_STAYS,  /* it is dropped */
	SP_SECTION_REFUSED /* unknown, and must not be ignored */
};
enum sp_section_fate sp_section_fate(const struct sp_load_options *options,
				     const struct sp_frame *frame,
				     const uint8_t *head) SP_MUST_CHECK;

/* Does the head of a section with this tag begin with a basis? */
bool sp_section_has_basis(uint32_t tag);

/*
 * What is wrong with the head or the tail of a known section, or NULL: whether
 * it has the right size, and counts no items.
 */
const char *sp_section_end_fault(const struct sp_frame *frame);

/* Large sections whose frames of data show by themselves what is wrong. */
#define SP_SECTION_FRAMES \
	(SP_SECTION_NAMES | SP_SECTION_WEIGHTS | SP_SECTION_SCORES)

/*
 * What is wrong with a frame of data of one of them, or NULL: all but whether
 * they are as many as pages or links.  Of other sections, nothing.
 */
const char *sp_section_data_fault(const struct sp_frame *frame,
				  const uint8_t *payload);

#endif
