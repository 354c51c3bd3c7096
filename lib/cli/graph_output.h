/* SPDX-License-Identifier: MIT */
/*
 * graph_output.h - a graph that is written while its rows come: one stream, or
 * parts and their manifest (parts.h).
 *
 *	struct cmd_graph_output out = { .cmd = cmd, .count = ..., ... };
 *
 *	cmd_graph_open(&out)
 *	sink = cmd_graph_sink(&out);   ... all rows, in the order of the pages
 *	cmd_graph_finish(&out, &basis)
 *	... what one stream has at its end, and parts do not: out.writer
 *	cmd_graph_commit(&out)
 *	cmd_graph_free(&out);
 *
 * No row is kept: this takes the memory of one file's writer, and of what
 * before() and after() need.
 */
#ifndef SP_CLI_GRAPH_OUTPUT_H
#define SP_CLI_GRAPH_OUTPUT_H

#include "cli/parts.h"

#include "graph/hosts.h"

struct cmd_graph_output {
	struct cmd *cmd;
	uint64_t count;       /* parts; 0: one stream */
	bool weighted;
	/*
	 * Writes what comes before the links, in the stream or in each part:
	 * whole hosts, and the names of the pages of the part.
	 */
	enum sp_status (*before)(void *context, const struct sp_part *part,
				 struct sp_writer *writer,
				 struct sp_error *err);
	/*
	 * Writes what comes after the links, in the stream or in each part:
	 * what is known of its pages, of the graph with this basis.  Or NULL.
	 */
	enum sp_status (*after)(void *context, const struct sp_part *part,
				const struct sp_basis *basis,
				struct sp_writer *writer,
				struct sp_error *err);
	void *context;
	/*
	 * The origin of the whole, if it is not the graph itself; or NULL.  Of
	 * which pages its links are is not known, so what there is of it beside
	 * the links that are left counts to the last part.
	 */
	const struct sp_fingerprint *origin;
	uint64_t id;              /* of the whole, for its parts, before rows */

	struct sp_writer *writer; /* of the stream, or of the part, once open */

	/* Private. */
	struct cmd_output *stream;
	struct cmd_parts *parts;
	struct sp_part part;      /* a stream is the only part */
	struct sp_graph_writer *graph;
	struct sp_row_sink rows;
	struct sp_basis sum;      /* of the parts before */
};

/* Opens the file of -o, or for parts looks whether their files can be made. */
enum sp_status cmd_graph_open(struct cmd_graph_output *to);

/* A sink that passes each row to its file, by the ranges of sp_part_of(). */
struct sp_row_sink cmd_graph_sink(struct cmd_graph_output *to);

/* After the last row: completes the last parts.  *basis is the whole. */
enum sp_status cmd_graph_finish(struct cmd_graph_output *to,
				struct sp_basis *basis);

/* Adds the line of provenance, and puts all files in place. */
enum sp_status cmd_graph_commit(struct cmd_graph_output *to);

/* Frees everything; without a commit, no file changes. */
void cmd_graph_free(struct cmd_graph_output *to);

/*
 * For before(): writes the hosts, if they have pages, and the names, each that
 * of a page of the part or an empty one, if there are any.  Either may be NULL.
 */
enum sp_status cmd_graph_save_pages(const struct sp_part *part,
				    const struct sp_hosts *hosts,
				    const struct sp_names *names,
				    struct sp_writer *writer,
				    struct sp_error *err);

#endif
