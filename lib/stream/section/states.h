/* SPDX-License-Identifier: MIT */
/*
 * states.h - the section of states: what a crawl knows of each page.
 *
 * Head: a basis.  Data: a byte for each page, in their order, an enum
 * sp_page_state.
 */
#ifndef SP_STREAM_SECTION_STATES_H
#define SP_STREAM_SECTION_STATES_H

#include "graph/states.h"
#include "stream/section/fields.h"

/* Not of links, by its letters: removing links changes no state. */
#define SP_TAG_STATES SP_TAG('s', 't', 'a', 't')

/* The states of all pages, or NULL if none were loaded. */
const struct sp_states *sp_contents_states(const struct sp_contents *contents);

/* Writes the states of basis->graph.pages pages. */
enum sp_status sp_save_states(struct sp_writer *writer,
			      const struct sp_states *states,
			      const struct sp_basis *basis,
			      struct sp_error *err);

/*
 * The same in pieces: add() takes the states of count pages from page on, in
 * the order of the pages; those in between, and to the end, are unfetched.
 * close() returns status or how it went.
 */
struct sp_state_writer {
	struct sp_section section;
	uint64_t page, pages; /* page: whose state comes next */
};
enum sp_status sp_state_writer_begin(struct sp_state_writer *to,
				     struct sp_writer *writer,
				     const struct sp_basis *basis,
				     struct sp_error *err);
enum sp_status sp_state_writer_add(struct sp_state_writer *to, uint64_t page,
				   const uint8_t *states, uint64_t count,
				   struct sp_error *err);
enum sp_status sp_state_writer_close(struct sp_state_writer *to,
				     enum sp_status status,
				     struct sp_error *err);

#endif
