/* SPDX-License-Identifier: MIT */
/*
 * picture.h - the picture of the shapes: what is in it (picture.c), its words
 * (words.c), how they fit into it (label.c), and the SVG (draw.c).
 *
 * Each host is an area, and so is each of its shapes inside it, in proportion
 * to its downloads or, where there are none, to its known pages.  What would be
 * too small to see is gathered: the shapes of a host by their verdicts, hosts
 * into one.  So the areas of a host add up to all its shapes, those of the
 * picture to all hosts, and what is marked as traps to all that traps took.
 */
#ifndef CMD_CRAWLSHAPE_PICTURE_H
#define CMD_CRAWLSHAPE_PICTURE_H

#include "crawlshape.h"

#include "shape/areas.h"

/* One shape, or shapes of the same verdict that are gathered. */
struct picture_cell {
	uint64_t weight, first;    /* its area; the first of the shapes */
	uint64_t shapes;           /* how many */
	uint64_t pages, downloads; /* of the shapes */
	enum sp_trap trap;
	struct sp_area area;
};

/* One host, or hosts that are gathered. */
struct picture_host {
	uint64_t weight, first;    /* first: a shape of the first host */
	uint64_t hosts;            /* how many */
	uint64_t cell, cells;      /* the first of its cells, and how many */
	uint64_t shapes;
	struct sp_area area;
};

struct picture_share {
	uint64_t weight, shapes;
};

struct picture {
	struct crawlshape *shape;
	bool fetched;      /* areas are downloads; else known pages */
	bool told;         /* does the stream say what was fetched? */
	struct sp_area canvas; /* of all hosts */

	uint64_t weight;   /* of all */
	uint64_t hosts, shapes; /* that have an area */
	struct picture_share of[SP_TRAPS]; /* of each verdict */
	uint64_t idle, idle_pages; /* shapes without an area, and their pages */

	struct picture_host *host; /* the largest first */
	uint64_t host_count, host_capacity;
	struct picture_cell *cell; /* of a host: the largest first */
	uint64_t cell_count, cell_capacity;
};

/* ---- words ------------------------------------------------------------ */

#define WORDS_MOST 640
#define PICTURE_DOTS "\xe2\x80\xa6" /* "..." */

/* A text made of pieces; what does not fit is left out. */
struct words {
	char text[WORDS_MOST]; /* ends with a NUL */
	size_t length;
};

static inline struct sp_span
words_span(const struct words *words)
{
	return (struct sp_span){ words->text, words->length };
}

void words_add(struct words *words, const char *format, ...) SP_PRINTF(2, 3);

/* "1 page", "1,234 pages". */
void words_count(struct words *words, uint64_t count, const char *one,
		 const char *many);

/* A share of the picture, "12.3 %"; what its areas are, "12 downloads". */
void words_share(struct words *words, const struct picture *picture,
		 uint64_t weight);
void words_weight(struct words *words, const struct picture *picture,
		  uint64_t weight);

/* The name of a host, or how many there are. */
void words_host(struct words *words, const struct picture *picture,
		const struct picture_host *host);

/*
 * The name of a cell: the pattern of a shape, without its host if that is
 * beside it; or how many shapes there are.
 */
void words_cell(struct words *words, const struct picture *picture,
		const struct picture_host *host,
		const struct picture_cell *cell, bool without_host);

/* The title, and the sums below it. */
void words_title(struct words *words, const struct picture *picture);
void words_sums(struct words *words, const struct picture *picture);

/*
 * An entry of the legend: shapes, what is gathered, then each verdict; empty
 * if there is none in the picture.
 */
#define WORDS_ENTRIES (SP_TRAPS + 1)
void words_entry(struct words *words, const struct picture *picture,
		 unsigned entry);

/* ---- labels ----------------------------------------------------------- */

enum label_cut { LABEL_WHOLE, LABEL_CUT_AFTER, LABEL_CUT_BEFORE };

/* A piece of a text, with "..." where some of the text is missing. */
struct label_line {
	struct sp_span text;
	enum label_cut cut;
};

/*
 * The width of a text, as a multiple of the size of its type: no less than in
 * either of two usual fonts.  The text is UTF-8 without control characters.
 */
double label_width(struct sp_span text, bool bold);

/*
 * Breaks a text into at most `most` lines of this width: after a blank, or
 * after "/", "&" and the like if there is one in their second half.  Of a text
 * that is too long, the last line has the end and the lines before it the
 * beginning; a single line has the beginning.  Returns the number of lines; 0
 * if not even a few characters fit.
 */
unsigned label_break(struct sp_span text, double width, bool bold,
		     unsigned most, struct label_line *lines);

/* ---- drawing ---------------------------------------------------------- */

/*
 * The area for the hosts, between the title and the legend, in points; from
 * the sums of the picture.
 */
struct sp_area picture_canvas(const struct picture *picture);

/* Writes the picture, whose areas are known, as SVG. */
enum sp_status picture_draw(const struct picture *picture);

#endif
