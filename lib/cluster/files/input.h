/* SPDX-License-Identifier: MIT */
/*
 * input.h - what a process knows of the input. Private to lib/cluster/files.
 */
#ifndef SP_CLUSTER_FILES_INPUT_H
#define SP_CLUSTER_FILES_INPUT_H

#include "cluster/files/read.h"
#include "stream/indexed.h"

/* A stream: the whole input, or one of its parts. */
struct sp_joint_file {
	char *path;
	int fd;
	struct sp_indexed *indexed;
	bool has_graph;
	uint64_t graph_head, graph_tail; /* frames */
	unsigned chain;          /* references in one, at most */
	bool weighted;
	uint64_t first, end;     /* pages whose links are taken from it */
	struct sp_basis basis;
};

struct sp_joint_score {
	char name[SP_SECTION_NAME_MAX + 1];
	uint64_t head, tail;     /* frames of the only file */
	struct sp_basis basis;
};

struct sp_joint_input {
	struct sp_team *team;
	bool trust_paths;        /* parts may be in any folder */
	bool parts;              /* the files are parts of one graph */
	struct sp_joint_file *files;
	uint64_t file_count;     /* at least 1 */
	struct sp_basis basis;   /* of the whole */
	struct sp_joint_score *scores;
	uint64_t score_count, score_capacity;
};

/* Opens one file, and notes its sections.  sp_joint_close() closes it. */
enum sp_status sp_joint_open_file(struct sp_joint_input *input,
				  struct sp_joint_file *file,
				  const char *path, struct sp_error *err);

/*
 * Loads the sections of some kinds of one file, as sp_joint_load(); they must
 * be of the graph of basis, if the file has one.
 */
enum sp_status sp_joint_load_file(const struct sp_joint_file *file,
				  const struct sp_basis *basis, unsigned want,
				  struct sp_contents *contents,
				  struct sp_error *err);

/*
 * Checks all that sp_load() checks of the sections that pass, and that the
 * process does not see whole when it passes frames on: all but the graph,
 * names, weights and scores.  One process calls it, and reads them all.  The
 * message does not name the file.
 */
enum sp_status sp_joint_check_file(const struct sp_joint_file *file,
				   const struct sp_basis *basis,
				   const struct sp_load_options *passing,
				   struct sp_error *err);

/*
 * If the file is a manifest, opens all of its parts; else input->parts is not
 * set, and the file is to be opened as a stream.
 */
enum sp_status sp_joint_open_parts(struct sp_joint_input *input,
				   const char *path, struct sp_error *err);

#endif
