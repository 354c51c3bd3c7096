/* SPDX-License-Identifier: MIT */
/*
 * input.h - the streams that a filter reads.
 *
 * One table for all filters; "-" as a file name is standard input everywhere:
 *
 *	-g    operand   main input (the graph)   side input (results)
 *	no    no        standard input           -
 *	no    FILE      FILE                     -
 *	G     no        G                        standard input, if needed
 *	G     FILE      G                        FILE
 *
 * Operands that are foreign files (cmd.operands_foreign) are none of these: the
 * graph is that of -g or of standard input.
 *
 * What is needed depends on the filter.  Those that need only a graph have no
 * side input (cmd.takes_results is not set) and refuse an operand beside -g.
 * coreextract never needs one; crawlorder needs one for seeds; seedpick,
 * graphdump and hotcurve for whatever results they work on.  A side input that
 * is not needed is not read unasked, because standard input may be the list of
 * a shell's "while read" loop: cmd_warn_unread() warns if a stream may be lost
 * by that.  No input is read twice, except for names that are looked up in a
 * file (cli/latenames.h), and more than one use of standard input is an error.
 */
#ifndef SP_CLI_INPUT_H
#define SP_CLI_INPUT_H

#include "cli/command.h"
#include "cli/output.h"

#include "formats/import/page_list.h"
#include "stream/section/scores.h"

/*
 * Loads the stream at path ("-": standard input) as sp_load() does.  With -R
 * only the kinds that the program keeps and the history are passed on.
 * Rejects a terminal.  After a failure, cmd->err names the file.
 */
enum sp_status cmd_load(struct cmd *cmd, const char *path,
			const struct sp_load_options *options,
			struct sp_contents *contents);

/* The work of a filter that passes a graph on and adds to it. */
typedef enum sp_status cmd_graph_work(struct cmd *cmd, void *context,
				      struct sp_contents *contents,
				      struct cmd_output *output);

/*
 * Opens the output, loads the main input like cmd_load_graph() while its
 * sections pass on as options say (options->writer is set here), and does the
 * work, which signs the output.  Frees contents and output.  A bad output is
 * reported before anything is read.
 */
enum sp_status cmd_add_to_graph(struct cmd *cmd,
				const struct sp_load_options *options,
				cmd_graph_work *work, void *context);

/*
 * Loads the main input like cmd_load(), and returns SP_DATA if it has no
 * graph.  Counts its pages and links for --stats.  Warns of a part of a graph
 * (stream/section/part.h), or returns SP_DATA for it if cmd->program->whole is
 * set.
 */
enum sp_status cmd_load_graph(struct cmd *cmd,
			      const struct sp_load_options *options,
			      struct sp_contents *contents);

/*
 * The same of what cmd_load() has loaded from path: the warning, or SP_DATA, if
 * it is a part of a graph; states says whether states of pages are read.
 */
enum sp_status cmd_check_whole(struct cmd *cmd, const char *path,
			       const struct sp_contents *contents, bool states);

/* Fails with SP_DATA, "no WHAT in the stream", and what makes it. */
enum sp_status cmd_missing(struct cmd *cmd, const char *what);

/* The same for the graph, when path was loaded for it. */
enum sp_status cmd_no_graph(struct cmd *cmd, const char *path);

/*
 * Finds the score of that name.  Returns SP_DATA if it was not in the stream,
 * with the scores that were, or what makes one.
 */
enum sp_status cmd_find_score(struct cmd *cmd,
			      const struct sp_contents *contents,
			      const char *name, const struct sp_score **score);

/* SP_DATA unless sum, of values of the score or of their sizes, is finite. */
enum sp_status cmd_check_sum(struct cmd *cmd, const char *score, double sum);

/* The option that says how lines, or URLs, match the names of pages. */
#define CMD_MATCH_ROW(variable, ...) \
	CHOICE("match", "HOW", variable, SP_MATCH_WORDS, \
	       .help = "loose: ignore http(s), www. and last /", \
	       __VA_ARGS__)

/* The filter that makes the score of that name; NULL if several could. */
const char *cmd_score_maker(const char *name);

/*
 * Like sp_page_list_read(), but warns about the lines that it skipped, and
 * returns SP_DATA if no line is left.
 */
enum sp_status cmd_read_pages(struct cmd *cmd, const char *path,
			      const struct sp_page_list_options *options,
			      struct sp_page_list *list);

/* How messages call a list: its path, or "standard input". */
const char *cmd_list_name(const char *path);

/*
 * Says that a file is about to be read.  SP_USAGE if it is given as "-", and
 * standard input was read before.
 */
enum sp_status cmd_use_input(struct cmd *cmd, const char *path);

/* The same, and opens it.  Fails as sp_source_open(). */
enum sp_status cmd_open_source(struct cmd *cmd, const char *path,
			       struct sp_source **source);

/*
 * Returns the main input, which has the graph to work on: -g FILE, else the
 * operand, else standard input.
 */
const char *cmd_main_input(const struct cmd *cmd);

/*
 * Returns the side input, which has the results that go with -g FILE: the
 * operand, or standard input if needed is set.  Returns NULL without -g, and
 * if -g FILE is the only input.
 */
const char *cmd_side_input(struct cmd *cmd, bool needed);

/*
 * Warns, once, if -g keeps this run from reading standard input, and a stream
 * could be lost by that: if it is a pipe or a socket, whatever is in it now or
 * later, or a file that begins like a stream.  Nothing is taken out of it.
 * Never warns in one of several processes.
 */
void cmd_warn_unread(struct cmd *cmd);

/*
 * Sets *stream to whether the file starts like a stream.  Only regular files
 * are read; anything else, such as "-" or a pipe, is not a stream.
 */
enum sp_status cmd_is_stream(struct cmd *cmd, const char *path, bool *stream);

#endif
