/* SPDX-License-Identifier: MIT */
/*
 * The picture of the shapes as SVG.
 *
 * How it works.  From the top: a title that says what areas stand for, sums in
 * small type, the canvas with the hosts, and a legend.  All lengths are in
 * points.  The fonts of the machine are not asked for the widths of texts
 * (label.c), so that the same crawl gives the same bytes everywhere.
 *
 * Traps are hatched, each reason in its own way, so that they can be told
 * apart without colour; and the reason is in words in their label, in their
 * tooltip, and in the legend.  The label of a host is a dark tab in its corner,
 * on top of its shapes, so that areas stay in proportion; a shape under the tab
 * has its own label below it.
 *
 * Names come from strangers.  Hidden characters and invalid bytes become \xHH
 * before anything is measured or cut, and all text is escaped for XML.  The
 * picture has no script, no style sheet and no link.
 *
 * pipelines/report.awk puts the picture into a page: the tag of the svg element
 * is in four lines, as gnuplot writes it, and title and desc begin a line.
 */
#include "picture.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 6.0
#define TITLE_TYPE 9.0
#define TYPE 7.0
#define SMALL_TYPE 5.5
#define LINE 1.2          /* height of a line of text, of its type */
#define PAD 2.5           /* between an area and its label */
#define SWATCH 10.0       /* of the legend: width */
#define SUMS_LINES 4      /* at most */
#define ELEMENT_MOST 512  /* bytes of one, without names and patterns */
#define LARGE 5000.0      /* square points of an area with large type */
#define NAMED_HOSTS 5     /* in the description */

#define NARROW (12 / 2.54 * 72)
#define INK "#1c2024"
#define DIM "#505050"
#define SHAPE_FILL "#d6e4f1"
#define GATHERED_FILL "#f6f6f4"
#define TRAP_FILL "#fae5d0"

/* ---- pieces of SVG ---------------------------------------------------- */

struct drawing {
	const struct picture *picture;
	enum sp_status status; /* of the first write that failed */
};

static void
draw_bytes(struct drawing *drawing, const char *text, size_t length)
{
	struct crawlshape *shape = drawing->picture->shape;

	if (!drawing->status)
		drawing->status = cmd_output_text(shape->output, text, length,
						  &shape->cmd->err);
}

/* For numbers and fixed texts, which fit into ELEMENT_MOST bytes. */
static void SP_PRINTF(2, 3)
draw(struct drawing *drawing, const char *format, ...)
{
	char text[ELEMENT_MOST];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	draw_bytes(drawing, text, (size_t)length);
}

/* Any text, escaped. */
static void
draw_span(struct drawing *drawing, struct sp_span text)
{
	char escaped[6 * 128];

	while (text.length) {
		struct sp_span piece = sp_span_cut(
			&text, sp_text_piece(text.text, text.length, 128));

		draw_bytes(drawing, escaped,
			   sp_escape_xml(escaped, piece.text, piece.length,
					 true));
	}
}

/* How a line of text looks. */
struct look {
	double type;
	bool bold;
	const char *colour;
};

static void
draw_line(struct drawing *drawing, double x, double y, struct look look,
	  const struct label_line *line)
{
	draw(drawing, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%g\" "
	     "fill=\"%s\"%s>", x, y, look.type, look.colour,
	     look.bold ? " font-weight=\"bold\"" : "");
	draw(drawing, "%s", line->cut == LABEL_CUT_BEFORE ? PICTURE_DOTS : "");
	draw_span(drawing, line->text);
	draw(drawing, "%s</text>\n",
	     line->cut == LABEL_CUT_AFTER ? PICTURE_DOTS : "");
}

static void
draw_rectangle(struct drawing *drawing, struct sp_area area, const char *rest)
{
	draw(drawing, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
	     "height=\"%.2f\" %s/>\n", area.x, area.y, area.width,
	     area.height, rest);
}

/* ---- title, sums and legend ------------------------------------------- */

static double
inner_width(const struct picture *picture)
{
	return picture->shape->options.size.width - 2 * MARGIN;
}

/* The type of the title; of the sums and the legend: smaller where narrow. */
static double
title_type(const struct picture *picture)
{
	return picture->shape->options.size.width < NARROW ? TYPE : TITLE_TYPE;
}

static double
note_type(const struct picture *picture)
{
	return picture->shape->options.size.width < NARROW ? SMALL_TYPE : TYPE;
}

/*
 * Goes through the legend line by line, from y down, and draws it unless
 * drawing is NULL.  Returns the height of its lines.
 */
static double
go_through_legend(const struct picture *picture, double y,
		  struct drawing *drawing)
{
	double type = note_type(picture), line = LINE * type + 2;
	double x = 0, height = line;

	for (unsigned i = 0; i < WORDS_ENTRIES; i++) {
		struct words words = { .length = 0 };
		struct label_line text;
		char fill[64];
		double width;

		words_entry(&words, picture, i);
		if (!words.length ||
		    !label_break(words_span(&words),
				 (inner_width(picture) - SWATCH - 3) / type,
				 false, 1, &text))
			continue;
		width = SWATCH + 3 + type * label_width(text.text, false);
		if (x > 0 && x + width > inner_width(picture)) {
			x = 0;
			height += line;
		}
		if (drawing) {
			double top = y + height - line;

			snprintf(fill, sizeof(fill), i > 1 ? "url(#%s)" : "%s",
				 i > 1 ? sp_trap_word(i - 1) :
				 i ? GATHERED_FILL : SHAPE_FILL);
			draw(drawing, "<rect x=\"%.2f\" y=\"%.2f\" "
			     "width=\"%g\" height=\"%g\" fill=\"%s\" "
			     "stroke=\"" INK "\" stroke-width=\"0.5\"/>\n",
			     MARGIN + x, top, SWATCH, type, fill);
			draw_line(drawing, MARGIN + x + SWATCH + 3,
				  top + 0.85 * type,
				  (struct look){ type, false, INK }, &text);
		}
		x += width + 2 * type;
	}
	return height;
}

static unsigned
break_sums(const struct picture *picture, struct words *words,
	   struct label_line lines[SUMS_LINES])
{
	words_sums(words, picture);
	return label_break(words_span(words), inner_width(picture) /
			   note_type(picture), false, SUMS_LINES, lines);
}

struct sp_area
picture_canvas(const struct picture *picture)
{
	const struct figure_size *size = &picture->shape->options.size;
	struct words words = { .length = 0 };
	struct label_line lines[SUMS_LINES];
	double top = MARGIN + LINE * title_type(picture) + 2 +
		     LINE * note_type(picture) *
		     break_sums(picture, &words, lines);

	return (struct sp_area){
		MARGIN, top, inner_width(picture), size->height - top -
		MARGIN - 3 - go_through_legend(picture, 0, NULL)
	};
}

static void
draw_title(struct drawing *drawing)
{
	const struct picture *picture = drawing->picture;
	struct words title = { .length = 0 }, sums = { .length = 0 };
	struct label_line lines[SUMS_LINES];
	double type = title_type(picture), y = MARGIN + 0.85 * type;
	unsigned count;

	words_title(&title, picture);
	if (label_break(words_span(&title), inner_width(picture) / type, true,
			1, lines))
		draw_line(drawing, MARGIN, y,
			  (struct look){ type, true, INK }, lines);
	y = MARGIN + LINE * type;
	type = note_type(picture);
	y += 0.85 * type;
	count = break_sums(picture, &sums, lines);
	for (unsigned i = 0; i < count; i++, y += LINE * type)
		draw_line(drawing, MARGIN, y,
			  (struct look){ type, false, DIM }, &lines[i]);
}

/* ---- labels of shapes ------------------------------------------------- */

#define LABEL_LINES 5
#define NAME_LINES 3

struct label {
	struct words name, share;
	struct words brief;              /* shorter, for several shapes */
	struct words reason, verdict;    /* of a trap: long and short */
	struct label_line lines[LABEL_LINES];
	unsigned count;
	double type;
};

/* Adds a line, if it fits. */
static void
add_label_line(struct label *label, struct sp_span text, double width)
{
	if (label_width(text, false) * label->type <= width)
		label->lines[label->count++] = (struct label_line){
			text, LABEL_WHOLE
		};
}

/* Is no word of the label broken?  Only patterns may be. */
static bool
is_in_words(const struct label *label)
{
	for (unsigned i = 0; i + 1 < label->count; i++) {
		struct sp_span line = label->lines[i].text;

		if (line.text[line.length - 1] != ' ')
			return false;
	}
	return label->count && !label->lines[label->count - 1].cut;
}

/* Lays the name into lines; only the pattern of a shape may be cut. */
static void
lay_name(struct label *label, double width, unsigned most)
{
	const struct words *const texts[] = { &label->name, &label->brief };

	for (unsigned i = 0; i < 2 && texts[i]->length; i++) {
		label->count = label_break(words_span(texts[i]),
					   width / label->type, false, most,
					   label->lines);
		if (!label->brief.length || is_in_words(label))
			return;
	}
	label->count = 0;
}

/*
 * Lays a label of this type into the room.  Returns false if the name, or the
 * reason of a trap, is not in it.
 */
static bool
lay_label(struct label *label, double type, double width, double height,
	  bool trap)
{
	double rows = (height + 1) / (LINE * type);
	unsigned most = rows >= LABEL_LINES ? LABEL_LINES :
			rows >= 1 ? (unsigned)rows : 0;
	unsigned reason = trap, share = most > 1 + reason, before;
	bool all;

	label->type = type;
	label->count = 0;
	if (!most)
		return false;
	if (most > reason + share)
		lay_name(label, width, most - reason - share < NAME_LINES ?
			 most - reason - share : NAME_LINES);
	before = label->count;
	all = before > 0;
	if (reason)
		add_label_line(label, words_span(&label->reason), width);
	if (reason && label->count == before)
		add_label_line(label, words_span(&label->verdict), width);
	all &= label->count == before + reason;
	if (share && label->count)
		add_label_line(label, words_span(&label->share), width);
	return all;
}

/* In the largest type in which nothing is left out; else in the smallest. */
static void
fit_label(struct label *label, const struct sp_area *room, bool trap)
{
	static const double types[] = { TITLE_TYPE, TYPE, SMALL_TYPE };
	double width = room->width - 2 * PAD, height = room->height - 2 * PAD;
	bool large = room->width * room->height > LARGE;

	for (unsigned i = large ? 0 : 1; i < 3; i++)
		if (lay_label(label, types[i], width, height, trap))
			return;
}

static void
draw_label(struct drawing *drawing, const struct label *label,
	   const struct sp_area *room, bool plate)
{
	double widest = 0, line = LINE * label->type;
	struct sp_area behind = { room->x + PAD - 1, room->y + PAD - 1, 0,
				  line * label->count + 1 };

	for (unsigned i = 0; i < label->count; i++) {
		double width = label_width(label->lines[i].text, false) +
			       (label->lines[i].cut ? 1 : 0);

		widest = width > widest ? width : widest;
	}
	behind.width = widest * label->type + 2;
	if (plate && label->count)
		draw_rectangle(drawing, behind, "fill=\"#fff\" "
			       "fill-opacity=\"0.88\"");
	for (unsigned i = 0; i < label->count; i++)
		draw_line(drawing, room->x + PAD,
			  room->y + PAD + line * i + 0.85 * label->type,
			  (struct look){ label->type, false, INK },
			  &label->lines[i]);
}

/* ---- hosts and shapes ------------------------------------------------- */

/* The tab of a host: its name, cut if need be, and its share. */
struct tab {
	struct words name, share;
	struct label_line line;
	double type, width;   /* 0: no room for it */
};

#define TAB_HEIGHT (LINE * TYPE + 2)

/* In smaller type, if this is too large for the name. */
static void
fit_tab(struct tab *tab, const struct picture *picture,
	const struct picture_host *host)
{
	double room = host->area.width - 6, share;

	*tab = (struct tab){ .type = TYPE };
	words_host(&tab->name, picture, host);
	words_share(&tab->share, picture, host->weight);
	if (label_width(words_span(&tab->name), true) * TYPE > room)
		tab->type = SMALL_TYPE;
	if (picture->shape->options.host ||
	    host->area.height < 1.6 * TAB_HEIGHT ||
	    !label_break(words_span(&tab->name), room / tab->type, true, 1,
			 &tab->line))
		return;
	tab->width = 4 + tab->type * (label_width(tab->line.text, true) +
				      (tab->line.cut ? 1.2 : 0));
	share = 4 + TYPE * label_width(words_span(&tab->share), false);
	if (!tab->line.cut && tab->width + share <= host->area.width - 2)
		tab->width += share;
	else
		tab->share.length = 0;
}

static void
draw_tab(struct drawing *drawing, const struct tab *tab,
	 const struct picture_host *host)
{
	double x = host->area.x, y = host->area.y + 1 + 0.85 * TYPE;
	struct sp_area area = { x, host->area.y, tab->width, TAB_HEIGHT };
	struct label_line share = { words_span(&tab->share), LABEL_WHOLE };

	draw_rectangle(drawing, area, "fill=\"" INK "\"");
	draw_line(drawing, x + 2, y, (struct look){ tab->type, true, "#fff" },
		  &tab->line);
	if (tab->share.length)
		draw_line(drawing, x + tab->width - 2 -
			  TYPE * label_width(share.text, false), y,
			  (struct look){ TYPE, false, "#fff" }, &share);
}

/* What pointing at a cell shows, in several lines. */
static void
draw_tooltip(struct drawing *drawing, const struct picture_host *host,
	     const struct picture_cell *cell)
{
	const struct picture *picture = drawing->picture;
	const struct crawlshape *shape = picture->shape;
	struct words words = { .length = 0 };

	words_cell(&words, picture, host, cell, false);
	if (cell->shapes > 1) {
		words_add(&words, " of ");
		words_host(&words, picture, host);
	}
	if (cell->trap)
		words_add(&words, "\ntrap: %s", sp_trap_word(cell->trap));
	words_add(&words, "\n");
	words_weight(&words, picture, cell->weight);
	words_add(&words, ", ");
	words_share(&words, picture, cell->weight);
	if (picture->fetched) {
		words_add(&words, "\n");
		words_count(&words, cell->pages, "known page", "known pages");
	}
	if (cell->shapes == 1 && shape->digested && picture->fetched) {
		words_add(&words, "\n");
		words_count(&words, shape->figures[cell->first].duplicates,
			  "duplicate", "duplicates");
	}
	draw(drawing, "<g><title>");
	for (struct sp_span rest = words_span(&words); rest.length;) {
		/* A newline in an element needs no escape. */
		draw_span(drawing, sp_span_cut_at(&rest, '\n'));
		draw(drawing, rest.length ? "\n" : "</title>\n");
	}
}

static void
draw_cell(struct drawing *drawing, const struct picture_host *host,
	  const struct picture_cell *cell, const struct tab *tab)
{
	const struct picture *picture = drawing->picture;
	struct label label = { .count = 0 };
	struct sp_area room = cell->area;
	char look[128];

	snprintf(look, sizeof(look), "fill=\"%s%s%s\" stroke=\"#6b7680\" "
		 "stroke-width=\"0.4\"", cell->trap ? "url(#" : "",
		 cell->trap ? sp_trap_word(cell->trap) : cell->shapes > 1 ?
		 GATHERED_FILL : SHAPE_FILL, cell->trap ? ")" : "");
	draw_tooltip(drawing, host, cell);
	draw_rectangle(drawing, cell->area, look);
	words_cell(&label.name, picture, host, cell,
		   tab->width > 0 || picture->shape->options.host);
	if (cell->shapes > 1)
		words_count(&label.brief, cell->shapes, "", "shapes");
	words_share(&label.share, picture, cell->weight);
	words_add(&label.reason, "trap: %s", sp_trap_word(cell->trap));
	words_add(&label.verdict, "%s", sp_trap_word(cell->trap));
	if (cell->area.y <= host->area.y &&
	    cell->area.x < host->area.x + tab->width) {
		room.y += TAB_HEIGHT;
		room.height -= TAB_HEIGHT;
	}
	fit_label(&label, &room, cell->trap);
	draw_label(drawing, &label, &room, cell->trap);
	draw(drawing, "</g>\n");
}

static void
draw_host(struct drawing *drawing, const struct picture_host *host)
{
	const struct picture *picture = drawing->picture;
	struct tab tab;

	fit_tab(&tab, picture, host);
	for (uint64_t i = 0; i < host->cells; i++)
		draw_cell(drawing, host, &picture->cell[host->cell + i], &tab);
	draw(drawing, "<g pointer-events=\"none\">\n");
	draw_rectangle(drawing, host->area, "fill=\"none\" stroke=\"" INK "\" "
		       "stroke-width=\"1.2\"");
	if (tab.width > 0)
		draw_tab(drawing, &tab, host);
	draw(drawing, "</g>\n");
}

/* ---- the picture ------------------------------------------------------ */

static void
draw_words(struct drawing *drawing, const char *element, const char *id,
	   const struct words *words)
{
	draw(drawing, "<%s id=\"%s\">", element, id);
	draw_span(drawing, words_span(words));
	draw(drawing, "</%s>\n", element);
}

/* For those who cannot see it: the sums, and the largest hosts. */
static void
draw_description(struct drawing *drawing)
{
	const struct picture *picture = drawing->picture;
	struct words title = { .length = 0 }, words = { .length = 0 };

	words_title(&title, picture);
	draw_words(drawing, "title", "title", &title);
	draw(drawing, "<desc id=\"desc\">");
	words_sums(&words, picture);
	draw_span(drawing, words_span(&words));
	for (uint64_t i = 0; i < picture->host_count && i < NAMED_HOSTS; i++) {
		words = (struct words){ .length = 0 };
		words_add(&words, i ? ", " : " The largest areas: ");
		words_host(&words, picture, &picture->host[i]);
		words_add(&words, " ");
		words_share(&words, picture, picture->host[i].weight);
		draw_span(drawing, words_span(&words));
	}
	draw(drawing, "</desc>\n");
}

/* How each reason is hatched, in a tile of 6 by 6. */
static const char *
hatch_of(unsigned trap)
{
	static const char *const hatches[SP_TRAPS] = {
		[SP_TRAP_REPEATED] = "M0 3h6",
		[SP_TRAP_SESSION] = "M-1 1l2 -2M0 6l6 -6M5 7l2 -2",
		[SP_TRAP_PRINT] = "M3 0v6",
		[SP_TRAP_REORDERED] = "M0 0l6 6M0 6l6 -6",
		[SP_TRAP_MIRROR] = "M0 3h6M3 0v6",
		[SP_TRAP_VIEW] = "M0 1.5l3 3l3 -3",
		[SP_TRAP_DUPLICATES] = "M2 3h2",
		[SP_TRAP_ENDLESS] = "M-1 5l2 2M0 0l6 6M5 -1l2 2",
		[SP_TRAP_GALLERY] = "M1.5 1.5h3v3h-3z"
	};

	return hatches[trap] ? hatches[trap] : "M3 0v6M0 3h6";
}

static void
draw_hatches(struct drawing *drawing)
{
	draw(drawing, "<defs>\n");
	for (unsigned i = 1; i < SP_TRAPS; i++)
		if (drawing->picture->of[i].shapes)
			draw(drawing, "<pattern id=\"%s\" width=\"6\" "
			     "height=\"6\" patternUnits=\"userSpaceOnUse\">"
			     "<rect width=\"6\" height=\"6\" fill=\""
			     TRAP_FILL "\"/><path d=\"%s\" stroke=\"#7a3300\" "
			     "stroke-width=\"0.9\" fill=\"none\"/>"
			     "</pattern>\n", sp_trap_word(i), hatch_of(i));
	draw(drawing, "</defs>\n");
}

enum sp_status
picture_draw(const struct picture *picture)
{
	const struct figure_size *size = &picture->shape->options.size;
	struct drawing drawing = { picture, SP_OK };

	draw(&drawing, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	     "<svg role=\"img\" aria-labelledby=\"title desc\" "
	     "width=\"%.2fpt\" height=\"%.2fpt\"\n viewBox=\"0 0 %.2f %.2f\"\n"
	     " xmlns=\"http://www.w3.org/2000/svg\"\n>\n", size->width,
	     size->height, size->width, size->height);
	draw_description(&drawing);
	draw_hatches(&drawing);
	draw(&drawing, "<rect width=\"100%%\" height=\"100%%\" "
	     "fill=\"#fff\"/>\n<g font-family=\"sans-serif\">\n");
	draw_title(&drawing);
	for (uint64_t i = 0; i < picture->host_count; i++)
		draw_host(&drawing, &picture->host[i]);
	if (!picture->host_count)
		draw_rectangle(&drawing, picture->canvas, "fill=\"none\" "
			       "stroke=\"" INK "\"");
	go_through_legend(picture, picture->canvas.y + picture->canvas.height +
			  5, &drawing);
	draw(&drawing, "</g>\n</svg>\n");
	return drawing.status;
}
