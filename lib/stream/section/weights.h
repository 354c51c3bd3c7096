/* SPDX-License-Identifier: MIT */
/*
 * weights.h - the section of the weights of links.
 *
 * It follows the graph.  Head: basis.  Data: a double for each link, in the
 * order of the links.
 */
#ifndef SP_STREAM_SECTION_WEIGHTS_H
#define SP_STREAM_SECTION_WEIGHTS_H

#include "stream/section/fields.h"

#define SP_TAG_WEIGHTS SP_TAG('w', 'g', 'h', 'T')

/* A weight for each link, or NULL if none were loaded. */
const double *sp_contents_weights(const struct sp_contents *contents);

/* The same, for the caller to change and to free; the contents lose them. */
double *sp_contents_take_weights(struct sp_contents *contents);

/* Are weights loaded, or has the graph that was read last some? */
bool sp_contents_weighted(const struct sp_contents *contents);

/* Writes basis->graph.links weights. */
enum sp_status sp_save_weights(struct sp_writer *writer, const double *weights,
			       const struct sp_basis *basis,
			       struct sp_error *err);

/* The same in pieces: begin, sp_save_doubles(), sp_section_close(). */
enum sp_status sp_save_weights_begin(struct sp_section *section,
				     struct sp_writer *writer,
				     const struct sp_basis *basis,
				     struct sp_error *err);

#endif
