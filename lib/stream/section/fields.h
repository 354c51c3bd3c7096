/* SPDX-License-Identifier: MIT */
/*
 * fields.h - the fields that several kinds of sections share, and how they
 * are written: bases, doubles, strings.  Layouts: seedpipe(5).
 */
#ifndef SP_STREAM_SECTION_FIELDS_H
#define SP_STREAM_SECTION_FIELDS_H

#include "base/bytes.h"
#include "graph/names.h"
#include "graph/rows.h"
#include "stream/section/section.h"

/* Pages, links, checksum of the graph; links, checksum of the origin. */
#define SP_BASIS 40

static inline void
sp_basis_store(uint8_t bytes[SP_BASIS], const struct sp_basis *basis)
{
	sp_store64(bytes, basis->graph.pages);
	sp_store64(bytes + 8, basis->graph.links);
	sp_store64(bytes + 16, basis->graph.checksum);
	sp_store64(bytes + 24, basis->origin.links);
	sp_store64(bytes + 32, basis->origin.checksum);
}

static inline struct sp_basis
sp_basis_load(const uint8_t bytes[SP_BASIS])
{
	uint64_t pages = sp_load64(bytes);

	return (struct sp_basis){
		{ pages, sp_load64(bytes + 8), sp_load64(bytes + 16) },
		{ pages, sp_load64(bytes + 24), sp_load64(bytes + 32) }
	};
}

/*
 * What is wrong with a basis, as far as it shows without its graph; or NULL:
 * then a number below graph.pages fits 32 bits.
 */
static inline const char *
sp_basis_fault(const struct sp_basis *basis)
{
	if (basis->graph.pages > SP_PAGES_MAX)
		return "more pages than supported";
	/* As with graphs: all that can be known of an origin. */
	if (basis->origin.links < basis->graph.links)
		return "an origin that its graph cannot have";
	return NULL;
}

/* Begins a section whose head is a basis. */
enum sp_status sp_derived_begin(struct sp_section *section,
				struct sp_writer *writer, uint32_t tag,
				const struct sp_basis *basis,
				struct sp_error *err);

/* The head of a section with a basis and a name. */
#define SP_NAMED_HEAD_MAX (SP_BASIS + SP_SECTION_NAME_MAX)

/*
 * Stores it and sets its length.  SP_USAGE unless the name has 1 to
 * SP_SECTION_NAME_MAX bytes; the message calls it the name of what ("a
 * score").
 */
enum sp_status sp_named_head_store(uint8_t head[SP_NAMED_HEAD_MAX],
				   const struct sp_basis *basis,
				   const char *name, const char *what,
				   size_t *length, struct sp_error *err);

/*
 * What writes numbers asks this of each: readers take none that is not finite,
 * so none is written, and the end of the output neither.  SP_DATA, naming what
 * the number is.
 */
enum sp_status sp_check_result(double value, const char *what,
			       struct sp_error *err);

/* Appends count doubles to an open section.  SP_DATA if one is not finite. */
enum sp_status sp_save_doubles(struct sp_section *section,
			       const double *values, uint64_t count,
			       struct sp_error *err);

/* Appends a string to an open section. */
enum sp_status sp_save_string(struct sp_section *section, const char *text,
			      size_t length, struct sp_error *err);

/* Writes a section of strings, without payload in head and tail. */
enum sp_status sp_save_strings(struct sp_writer *writer, uint32_t tag,
			       const struct sp_names *names,
			       struct sp_error *err);

/* The same in frames of at most this many bytes, unless a string has more. */
enum sp_status sp_save_strings_by(struct sp_writer *writer, uint32_t tag,
				  const struct sp_names *names, size_t most,
				  struct sp_error *err);

#endif
