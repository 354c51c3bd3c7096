/* SPDX-License-Identifier: MIT */
/*
 * graphlinks.h - the parts of graphlinks.
 *
 *	graphlinks.c   options, and the order of the work
 *	ask.c          the names that were given, and what they mean
 *	suggest.c      what an unknown name may have meant
 *	answers.c      the links of all names, folded, ordered and printed
 *	path.c         a shortest chain of links
 *	open.c         where the graph comes from
 *	pass.c         a graph that is read once and held in memory
 *	lookup.c       a graph in a file, looked up by its index
 *	index.c        makes the index
 *
 * Where the graph comes from is a struct links_source: everything else asks it
 * for pages by their names, for links, names and scores of pages, and prints
 * the same whatever it is.
 */
#ifndef GRAPHLINKS_H
#define GRAPHLINKS_H

#include "cli/input.h"
#include "cli/output.h"

#include "web/page/naming.h"
#include "web/page/spelling.h"

enum links_way { LINKS_IN, LINKS_OUT, LINKS_WAYS };

struct graphlinks_options {
	bool in, out, both;
	const char *list;
	uint64_t common;
	bool path, hosts, drop_inside;
	const char *score;
	uint64_t limit;
	bool json;
	bool index, no_index;
	const char *index_file;
};

/* A name that was given, and the pages that it means. */
struct asked {
	struct sp_naming naming;
	enum sp_match_rank best;      /* of the pages so far */
	bool again;                   /* two pages have this name */
	uint32_t *pages;              /* ascending, when all were found */
	uint64_t count, capacity;
};

struct asked_list {
	struct asked *array;
	uint64_t count, capacity;
	uint64_t unknown;             /* that mean no page */
};

/* ---- where the graph comes from --------------------------------------- */

/* Gets links of a page; may be called more than once for one page. */
typedef enum sp_status links_take_row(void *context, uint32_t page,
				      const uint32_t *others, uint32_t count,
				      struct sp_error *err);

/* Gets the name of pages[i], in this order. */
typedef enum sp_status links_take_name(void *context, uint64_t i,
				       struct sp_span name,
				       struct sp_error *err);

/* Gets a name whose key is near to one that was asked for. */
typedef enum sp_status links_take_near(void *context, struct sp_span name,
				       struct sp_error *err);

#define LINKS_NEAR 16 /* names before a key, and after it */
#define LINKS_NEAR_ALL 1000000 /* names of an index that are all looked at:
				  half a second */

struct links_source {
	uint64_t pages;
	bool named;          /* its pages have names */
	bool near_all;       /* near() gives every name, whatever the key */
	bool quick_in;       /* links to a few pages do not take a pass */
	void *self;
	void (*report)(struct links_source *source, struct cmd *cmd);
	void (*free)(struct links_source *source);

	/* Sets what each name means. */
	enum sp_status (*find)(void *self, struct asked_list *list,
			       struct sp_error *err);
	/* The LINKS_NEAR names before a key and as many after it, or all. */
	enum sp_status (*near)(void *self, struct sp_span key,
			       links_take_near *take, void *context,
			       struct sp_error *err);
	/* For pages that ascend: */
	enum sp_status (*rows)(void *self, enum links_way way,
			       const uint32_t *pages, uint64_t count,
			       links_take_row *take, void *context,
			       struct sp_error *err);
	enum sp_status (*names)(void *self, const uint32_t *pages,
				uint64_t count, links_take_name *take,
				void *context, struct sp_error *err);
	enum sp_status (*scores)(void *self, const uint32_t *pages,
				 uint64_t count, double *values,
				 struct sp_error *err);
};

struct graphlinks {
	struct cmd *cmd;
	struct cmd_program program;
	char *index_path; /* of an index to make or found, if none is named */
	struct graphlinks_options options;
	struct asked_list asked;
	struct links_source source;
	struct cmd_output *output;
};

/* ---- open.c ----------------------------------------------------------- */

/*
 * Opens the graph: by the index of -x or the one beside the file, or by one
 * pass if there is none, or with --no-index.  Free job->source, also after a
 * failure, with links_close().  SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status links_open(struct graphlinks *job);
void links_close(struct links_source *source);

/* The name of the index of a file, for free(); or NULL. */
char *links_index_path(const char *graph);

/* ---- pass.c, lookup.c, index.c ---------------------------------------- */

/* Loads the main input, from a file or a pipe. */
enum sp_status links_pass_open(struct graphlinks *job);

/* Opens the file of the graph, and its index at path. */
enum sp_status links_lookup_open(struct graphlinks *job, const char *path);

/* Makes the index of the main input, as job->output. */
enum sp_status links_make_index(struct graphlinks *job);

/* ---- ask.c ------------------------------------------------------------ */

/* Takes the names of the command line and of --list; warns of repeated ones. */
enum sp_status links_ask(struct graphlinks *job);

/* Notes that a name means a page, by this rank. */
enum sp_status asked_note(struct asked *asked, uint32_t page,
			  enum sp_match_rank rank, struct sp_error *err);

/*
 * Finds the pages of all names.  Warns of those that are unknown, with what
 * they may have meant; SP_DATA if all are.
 */
enum sp_status links_find(struct graphlinks *job);

void asked_list_free(struct asked_list *list);

/* ---- suggest.c -------------------------------------------------------- */

/* Sets *near to the names that are nearest to one that is unknown. */
enum sp_status links_suggest(struct graphlinks *job, const struct asked *asked,
			     struct sp_suggestion *near);

/* ---- answers.c, path.c ------------------------------------------------ */

enum sp_status links_answer(struct graphlinks *job);
enum sp_status links_path(struct graphlinks *job);

#endif
