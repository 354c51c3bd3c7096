/* SPDX-License-Identifier: MIT */
/*
 * save.h - graphs, names, scores, cores and seeds as sections of a stream.
 * Layouts: seedpipe(5).
 */
#ifndef SP_SECTION_SAVE_H
#define SP_SECTION_SAVE_H

#include "graph/builder.h"
#include "graph/cores.h"
#include "graph/hosts.h"
#include "stream/stream.h"

/* What a derived section was computed from. */
struct sp_basis {
	struct sp_fingerprint graph;
	struct sp_fingerprint origin;
};

struct sp_basis sp_basis_of(const struct sp_graph *graph);

/*
 * The graph section, written while its blocks come: a block sink for a
 * builder.  weighted: a section of weights will follow.  Weights that come
 * with the blocks are kept back (8 bytes a link of memory) and written when
 * the graph is finished; others the caller writes, right behind the graph.
 */
struct sp_graph_writer;
struct sp_graph_writer *sp_graph_writer_new(struct sp_writer *writer,
					    bool weighted); /* or NULL */
struct sp_block_sink sp_graph_writer_blocks(struct sp_graph_writer *graph);

/* Ends the section; origin as sp_graph_origin(), NULL for the graph itself. */
enum sp_status sp_graph_writer_finish(struct sp_graph_writer *graph,
				      const struct sp_fingerprint *own,
				      const struct sp_fingerprint *origin,
				      struct sp_error *err) SP_MUST_CHECK;
void sp_graph_writer_free(struct sp_graph_writer *graph); /* accepts NULL */

/* A section of weights: begin, sp_save_doubles() in pieces, section end. */
enum sp_status sp_save_weights_begin(struct sp_section *section,
				     struct sp_writer *writer,
				     const struct sp_basis *basis,
				     struct sp_error *err) SP_MUST_CHECK;
enum sp_status sp_save_doubles(struct sp_section *section,
			       const double *values, uint64_t count,
			       struct sp_error *err) SP_MUST_CHECK;

/* A graph in memory as it is; weights (a value a link) or NULL. */
enum sp_status sp_save_graph(struct sp_writer *writer,
			     const struct sp_graph *graph,
			     const double *weights, struct sp_error *err)
	SP_MUST_CHECK;

/* Host names, domains if any, and the host of each page. */
enum sp_status sp_save_hosts(struct sp_writer *writer,
			     const struct sp_hosts *hosts,
			     struct sp_error *err) SP_MUST_CHECK;

/*
 * The same piece by piece, for who does not hold them: strings into a section
 * SP_TAG_HOSTS, SP_TAG_DOMAINS or SP_TAG_NAMES, and runs of pages of one host
 * into SP_TAG_HOST_OF, each between sp_section_begin() and sp_section_end()
 * without head and tail payload.
 */
enum sp_status sp_save_string(struct sp_section *section, const char *text,
			      size_t length, struct sp_error *err)
	SP_MUST_CHECK;
enum sp_status sp_save_host_run(struct sp_section *section, uint64_t host,
				uint64_t pages, struct sp_error *err)
	SP_MUST_CHECK;

/* Page names. */
enum sp_status sp_save_names(struct sp_writer *writer,
			     const struct sp_names *names,
			     struct sp_error *err) SP_MUST_CHECK;

#define SP_SCORE_NAME_MAX 255 /* bytes */

/* One value for each of basis->graph.pages pages, under a name. */
enum sp_status sp_save_scores(struct sp_writer *writer, const char *name,
			      const double *values,
			      const struct sp_basis *basis,
			      struct sp_error *err) SP_MUST_CHECK;

/* Cores and their members. */
enum sp_status sp_save_cores(struct sp_writer *writer,
			     const struct sp_cores *cores,
			     const struct sp_basis *basis,
			     struct sp_error *err) SP_MUST_CHECK;

/* Seeds; with the name of each where names (of all pages) are not empty. */
enum sp_status sp_save_seeds(struct sp_writer *writer,
			     const struct sp_seeds *seeds,
			     const struct sp_names *names,
			     const struct sp_basis *basis,
			     struct sp_error *err) SP_MUST_CHECK;

/* One line of provenance: program, version, effective options, results. */
enum sp_status sp_save_provenance(struct sp_writer *writer, const char *line,
				  struct sp_error *err) SP_MUST_CHECK;

#endif
