/* SPDX-License-Identifier: MIT */
/*
 * crawlshape.h - the parts of crawlshape: its options and its run
 * (crawlshape.c), what is counted of each shape (measure.c), the table of
 * shapes and the list of pages (tables.c), what stopping the traps would have
 * saved and lost (stops.c), rules of chosen shapes (choose.c), and the picture
 * of the shapes (picture.h).
 */
#ifndef CMD_CRAWLSHAPE_CRAWLSHAPE_H
#define CMD_CRAWLSHAPE_CRAWLSHAPE_H

#include "cli/figure.h"
#include "cli/input.h"
#include "cli/output.h"
#include "formats/rules/formats.h"
#include "shape/stops.h"
#include "shape/verdict.h"

/*
 * What is written: a table, the stream with the shapes of its pages, or rules
 * in a format of formats/rules/formats.h.
 */
#define CRAWLSHAPE_TO(NAME, name, word) TO_##NAME,
enum crawlshape_to {
	TO_TABLE, TO_STREAM, SP_RULES_FORMATS(CRAWLSHAPE_TO) TO_COUNT
};
#define TO_RULES (TO_STREAM + 1) /* the first of them */

struct crawlshape_options {
	uint64_t top, min_pages; /* 0: all */
	const char *host;        /* NULL: all */
	bool json, regex, pages, stops;
	const char *score;       /* NULL: none */
	enum crawlshape_to to;
	struct option_list chosen; /* patterns */
	const char *list;          /* a file of patterns, or NULL */
	const char *size_text;     /* NULL: the default */
	struct figure_size size;
	bool picture;              /* the name of the output says so */
};

struct crawlshape {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	struct crawlshape_options options;
	struct sp_contents contents;
	struct sp_shapes shapes;
	struct sp_shaped shaped;
	struct sp_shape_downloads downloads;
	struct sp_shape_figures *figures; /* of each shape */
	struct sp_verdict *verdicts;      /* on each shape */
	bool sized, digested; /* is the size, the digest of any page known? */
	uint64_t first, end;  /* the shapes of --host, or all of them */
	struct cmd_output *output;
};

/*
 * For structs that begin with two numbers of 64 bits, a weight and what decides
 * between equal ones: the largest weight first, then the least number.
 */
static inline int
crawlshape_compare(const void *a, const void *b)
{
	const uint64_t *one = a, *two = b;

	if (one[0] != two[0])
		return one[0] < two[0] ? 1 : -1;
	return (one[1] > two[1]) - (one[1] < two[1]);
}

/* Fills shaped, downloads, figures, verdicts, sized and digested. */
enum sp_status crawlshape_measure(struct crawlshape *shape);

/* Writes the table of shapes; the list of pages; what stopping traps does. */
enum sp_status crawlshape_table(struct crawlshape *shape);
enum sp_status crawlshape_pages(struct crawlshape *shape);
enum sp_status crawlshape_stops(struct crawlshape *shape);

/* Draws the picture of the shapes. */
enum sp_status crawlshape_picture(struct crawlshape *shape);

/*
 * Finds the shapes of --host: first and end.  SP_DATA, with the nearest host,
 * if no page has this one.
 */
enum sp_status crawlshape_find_host(struct crawlshape *shape);

/*
 * Writes the rules of the shapes that were chosen.  SP_DATA, with the nearest
 * shape, if one of them is none of this crawl.
 */
enum sp_status crawlshape_rules(struct crawlshape *shape);

#endif
