/* SPDX-License-Identifier: MIT */
/*
 * files.h - the files of a command line: does writing one destroy another?
 */
#ifndef SP_CLI_FILES_H
#define SP_CLI_FILES_H

#include "cli/command.h"

/*
 * Checks the files that are written beside the results: --stats, and each
 * option of the filter's table that is marked as one that writes a file or in
 * a folder.  Returns SP_USAGE if one of them
 *
 * - is an input as well: an operand, standard input, or the FILE of an option;
 * - is the file that the results go to, or another file that is written;
 * - is standard output, and the results go there.
 *
 * Files are compared as device and inode, through all links, before anything
 * is opened for writing.  The results themselves (-o) may replace a stream that
 * passes through to them.  Refused are text and streams without the graph in
 * place of an input, a stream of results in place of the graph of -g, and any
 * results in place of the FILE of an option.  Also returns SP_USAGE for an
 * empty name, and SP_IO if a file cannot be made, so that this does not show
 * after all the work only.
 */
enum sp_status cmd_check_files(struct cmd *cmd);

/*
 * Returns SP_USAGE if -o is an input, for filters whose options say whether
 * their results have its graph.
 */
enum sp_status cmd_check_output(struct cmd *cmd);

/*
 * The same for inputs whose names are known late, such as the parts of a
 * manifest: returns SP_USAGE if -o or a file that is written beside it is one
 * of these paths.  Also fails as both functions above.
 */
enum sp_status cmd_check_inputs(struct cmd *cmd, char **paths, int count);

/*
 * Returns SP_USAGE if --stats, which is written last, would be written over
 * the file at path, one of several of the results.
 */
enum sp_status cmd_check_stats(struct cmd *cmd, const char *path);

#endif
