/* SPDX-License-Identifier: MIT */
/*
 * seedexpand.h - the parts of seedexpand: its options (seedexpand.c), what it
 * reads (lists.c), what would be found of a hidden list (judge.c), and why a
 * page is in the answer (explain.c).
 */
#ifndef CMD_SEEDEXPAND_SEEDEXPAND_H
#define CMD_SEEDEXPAND_SEEDEXPAND_H

#include "cli/input.h"
#include "cli/output.h"
#include "graph/cores.h"
#include "seed/expand/expand.h"

enum seedexpand_vote { VOTE_HOST, VOTE_DOMAIN, VOTE_PAGE };

struct seedexpand_options {
	const char *known, *exclude;
	enum sp_match match;
	uint64_t count;
	const char *method_word;  /* NULL: combined */
	enum sp_expand_method method;
	enum seedexpand_vote vote;
	uint64_t seed;
	uint64_t expect;          /* pages that belong in all; 0: not known */
	bool only_new;            /* pages that were never fetched */
	bool explain, judge, json;
};

struct seedexpand {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	struct seedexpand_options options;
	struct sp_contents contents;
	const struct sp_names *names; /* of pages, or NULL */
	const struct sp_hosts *hosts; /* or NULL */
	struct sp_basis basis;
	uint64_t pages;
	struct sp_units units;        /* that vote; empty: pages */
	struct sp_votes votes;
	uint32_t *known, *excluded;   /* ascending, each once */
	struct sp_expand_list list;   /* of these */
	double *scores;               /* of all pages, by the last method */
	struct sp_expand_hidden *hidden; /* of each known page */
	uint64_t *ranks;              /* of these, ascending */
	struct sp_seeds found;
};

/* Loads the graph and what goes with it; what passes on goes to the writer. */
enum sp_status seedexpand_load(struct seedexpand *expand,
			       struct sp_writer *writer);

/* Reads the lists, and refuses those from which nothing follows. */
enum sp_status seedexpand_read_lists(struct seedexpand *expand);

/*
 * Scores all pages by a method, and finds where pages of the list come when
 * they are hidden.
 */
enum sp_status seedexpand_rank(struct seedexpand *expand,
			       enum sp_expand_method method);

/* The share of what was hidden that came among the first pages. */
double seedexpand_found(const struct seedexpand *expand, uint64_t first);

/*
 * The share of the first pages that would belong, if as many do as --expect
 * says; NAN if it does not.
 */
double seedexpand_precision(const struct seedexpand *expand, uint64_t first);

/* Reports what was found of the hidden list, and warns if that is next to
 * nothing. */
void seedexpand_report(struct seedexpand *expand);

/* --judge: a table of methods; --explain: a table of what was found. */
enum sp_status seedexpand_judge(struct seedexpand *expand,
				struct cmd_output *output);
enum sp_status seedexpand_explain(struct seedexpand *expand,
				  struct cmd_output *output);

#endif
