/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the formats of --to, from four tables: tables of text, the
 * library's formats of graphs (formats/export/formats.h) and of lists for
 * crawlers (formats/seedlist/formats.h), and this one.
 *
 * ROW(NAME, name, "word") is the format that cmd/graphdump/to_name.c defines as
 * dump_to_name.  Formats of graphs and of lists are no rows here: a row in the
 * table of the library is enough.
 */
#ifndef GRAPHDUMP_FORMATS_H
#define GRAPHDUMP_FORMATS_H

#include "graphdump.h"

#include "stream/section/linkscores.h"
#include "stream/section/orders.h"

#define DUMP_FORMATS(ROW) \
	ROW(NPY, npy, "npy") \
	ROW(CC_RANKS, cc_ranks, "cc-ranks")

/* In the order of DUMP_TO_WORDS. */
#define DUMP_TO_EXPORT(NAME, name) DUMP_TO_##NAME,
#define DUMP_TO_OWN(NAME, name, word) DUMP_TO_##NAME,
enum dump_to {
	DUMP_TO_TSV, DUMP_TO_JSON, SP_EXPORT_FORMATS(DUMP_TO_EXPORT)
	SP_LIST_FORMATS(DUMP_TO_OWN)
	DUMP_FORMATS(DUMP_TO_OWN) DUMP_TO_COUNT
};

#define DUMP_OWN_WORD(NAME, name, word) "|" word
#define DUMP_TO_WORDS \
	"tsv|json" SP_EXPORT_WORDS SP_LIST_WORDS DUMP_FORMATS(DUMP_OWN_WORD)

#define DUMP_DECLARE(NAME, name, word) \
	extern const struct dump_format dump_to_##name;
DUMP_FORMATS(DUMP_DECLARE)

/*
 * Sets dump->format and dump->files by the options, and refuses options that
 * have no meaning for the format.  If it has several files, cmd->output becomes
 * the name that these begin with: that of -o, or the first operand, which is
 * then no operand any more.  For struct cmd: context is the struct dump.
 */
enum sp_status dump_choose_format(void *context);

/* The write function of the formats of the library. */
enum sp_status dump_export(struct dump *dump);

/* The graph that was loaded, with its weights if --weights is given. */
enum sp_status dump_exported_graph(struct dump *dump,
				   struct sp_export_graph *what);

/*
 * What a format has room for: the score, the scores of links, or the order that
 * --score or --order names, or the only one of the stream.  SP_DATA if there
 * are several, and none is named.
 */
enum sp_status dump_one_score(struct dump *dump,
			      const struct sp_score **score);
enum sp_status dump_one_link_score(struct dump *dump,
				   const struct sp_link_scores **scores);
enum sp_status dump_one_order(struct dump *dump,
			      const struct sp_order **order);

/* Writes scores, an order or seeds as a list. */
enum sp_status dump_page_list(struct dump *dump);

/* Opens dump->outputs; commits them; closes those that are still open. */
enum sp_status dump_open(struct dump *dump);
enum sp_status dump_commit(struct dump *dump);
void dump_close(struct dump *dump);

#endif
