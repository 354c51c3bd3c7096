/* SPDX-License-Identifier: MIT */
/*
 * ranks.h - scores of pages by name: degree, Katz, closeness, betweenness, core
 * (seedpipe-algorithms(7), 7), and their parameters as text, as in
 * "katz:alpha=0.01" (base/parameters.h).
 *
 *	sp_rank_parse("katz:alpha=0.01", length, &plan, err)
 *	sp_rank_compute(&plan, &input, scores, &report, err)
 *	sp_rank_input_free(&input)
 *
 * A new method is a file with a struct sp_rank_method, and a row in methods.h.
 */
#ifndef SP_MEASURE_RANKS_RANKS_H
#define SP_MEASURE_RANKS_RANKS_H

#include "base/parameters.h"
#include "base/progress.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/linkweights.h"

#define SP_RANK_NAME_MAX 255 /* bytes of a plan */

/* What a method needs beside the graph. */
enum sp_rank_need {
	SP_RANK_HOSTS = 1,
	SP_RANK_DOMAINS = 2
};

struct sp_rank_plan;
struct sp_rank_input;
struct sp_rank_report;

/* A row of the table.  Functions may be NULL, except compute. */
struct sp_rank_method {
	const char *name;
	const char *help;    /* which pages come first: a phrase, one line */
	const char *source;  /* its paper, "Authors Year" */
	const struct sp_parameter *parameters; /* or NULL */
	const char *steps;   /* what it reports to progress, "iteration" */
	bool weighs;         /* it uses weights of links */
	bool iterates;       /* it goes on until a residual is small */

	/* What it needs with these values: enum sp_rank_need. */
	unsigned (*needs)(const double *values);

	/*
	 * What is wrong with these values together, or NULL.  weighted: links
	 * have weights.
	 */
	const char *(*fault)(const double *values, bool weighted);

	/* Scores all pages, as sp_rank_compute(). */
	enum sp_status (*compute)(struct sp_rank_input *input,
				  const double *values, double *scores,
				  struct sp_rank_report *report,
				  struct sp_error *err);
};

/* A method and the values of its parameters. */
struct sp_rank_plan {
	char name[SP_RANK_NAME_MAX + 1]; /* as it was written */
	const struct sp_rank_method *method;
	double values[SP_PARAMETERS];
	unsigned needs;      /* with these values */
};

/* What is ranked.  The last fields are made when a method needs them. */
struct sp_rank_input {
	const struct sp_graph *graph;
	struct sp_link_weights *weights; /* or NULL: all links are alike */
	const struct sp_hosts *hosts;    /* or NULL */
	int threads;                     /* >= 1 */
	const struct sp_progress *progress; /* or NULL */

	/* For the random reading of links, and the same turned round; zero. */
	struct sp_index *index, *back_index;
	struct sp_graph *back;
};

/* A figure of a report. */
struct sp_rank_figure {
	const char *key;     /* words joined by "_" */
	double value;
	bool whole;          /* a number of something */
};

#define SP_RANK_FIGURES 8

struct sp_rank_report {
	struct sp_rank_figure figures[SP_RANK_FIGURES];
	unsigned count;      /* of figures */
	uint64_t iterations; /* of a method that iterates */
	double residual, tolerance;
	char remark[160];    /* what else there is to say, or "" */
	char warning[160];   /* why the scores say little, or "" */
};

/* The table: method i, or NULL after the last. */
const struct sp_rank_method *sp_rank_method_at(unsigned i);

/*
 * Reads a plan from length bytes of text; weighted says whether links have
 * weights, which methods without a use for them ignore.  SP_USAGE with a
 * message that names what was meant or is allowed.
 */
enum sp_status sp_rank_parse(const char *text, size_t length, bool weighted,
			     struct sp_rank_plan *plan, struct sp_error *err);

/*
 * Scores all pages.  scores has room for sp_graph_pages() of them.  The files
 * of the methods say what they take of memory.  Any number of threads makes
 * the same bits.  SP_DATA: the graph is damaged, or there is no such score;
 * SP_MEMORY.
 */
enum sp_status sp_rank_compute(const struct sp_rank_plan *plan,
			       struct sp_rank_input *input, double *scores,
			       struct sp_rank_report *report,
			       struct sp_error *err);

/* Frees what methods made. */
void sp_rank_input_free(struct sp_rank_input *input);

#endif
