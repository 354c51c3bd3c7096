/* SPDX-License-Identifier: MIT */
/*
 * graphdump.h - what the parts of graphdump share: the stream that was loaded,
 * the options, and where the result goes.
 *
 * tables.c, scores.c and seeds.c print sections as tables; formats.h has the
 * other formats.
 */
#ifndef GRAPHDUMP_H
#define GRAPHDUMP_H

#include "formats/export/formats.h"

#include "cli/input.h"
#include "cli/latenames.h"
#include "cli/seedlist.h"
#include "cli/table.h"
#include "web/page/match.h"

/* The choices of -s, as places in dump_sections. */
enum dump_section_number {
	DUMP_GRAPH, DUMP_NAMES, DUMP_HOSTS, DUMP_STATES, DUMP_FETCHES,
	DUMP_SHAPES, DUMP_SCORES, DUMP_LINK_SCORES, DUMP_CORES, DUMP_SEEDS,
	DUMP_ORDERS, DUMP_ORDER_SEEDS, DUMP_PROVENANCE, DUMP_SECTIONS
};

#define DUMP_IN(section) (1u << DUMP_##section)

#define DUMP_SECTION_WORDS \
	"graph|names|hosts|states|fetches|shapes|scores|link-scores|cores|" \
	"seeds|orders|order-seeds|provenance"

#define DUMP_FILES 8 /* most files of a format */

struct dump;
struct sp_seeds;

/* A format of --to. */
struct dump_format {
	unsigned sections;           /* of -s: DUMP_IN(GRAPH) | ... */

	/*
	 * Names of the options that it takes, beside --section and --to; ends
	 * with NULL.  All others are refused.
	 */
	const char *const *options;

	bool binary;                 /* refused to a terminal */
	bool opens;                  /* write() opens and commits its files,
					and dump->outputs is empty */

	/* As in struct sp_export_format: suffixes of several files, or NULL. */
	const char *const *files;

	/* Kinds of sections to load, beside those of --section. */
	unsigned want;

	/*
	 * Called when the options are known, to refuse what does not go
	 * together, and to set dump->files if these depend on it.  Or NULL.
	 */
	enum sp_status (*choose)(struct dump *dump);

	/*
	 * Writes what was loaded to dump->outputs, which are open, and are
	 * committed afterwards.  SP_DATA if the stream lacks what it needs.
	 */
	enum sp_status (*write)(struct dump *dump);

	const struct sp_export_format *of; /* dump_export(): the library's */
};

/* What of a line of --join names a page. */
enum dump_join_by { DUMP_BY_PAGE, DUMP_BY_HOST, DUMP_BY_DOMAIN };

struct dump {
	struct cmd *cmd;

	/* Options. */
	unsigned section;       /* its place in dump_sections */
	unsigned to;            /* enum dump_to */
	bool json;
	bool weights;           /* of links */
	bool urls;              /* in a table of scores, states, fetches,
				   shapes */
	bool summary;           /* a row for a score, an order, a core, a
				   state, a shape, or all fetches */
	struct option_top top;  /* of scores */
	const char *score;      /* the only score of interest, or NULL */
	uint32_t buckets;       /* classes of scores; 0: their values */
	const char *join;       /* a list with a row for each line, or NULL */
	unsigned join_by;       /* enum dump_join_by */
	unsigned match;         /* of its lines and names: enum sp_match */
	const char *order;      /* the only order of interest, or NULL */
	unsigned precision;     /* digits of real numbers; 0: all */
	struct sp_export_options export;
	struct cmd_list_options list;

	struct dump_format format;
	const char *const *files; /* suffixes, or NULL: one file */

	struct sp_contents contents;
	struct cmd_late_names late; /* of the pages of --top, and of no other */
	/* What is written: one output, or one for each of files. */
	struct cmd_output *outputs[DUMP_FILES];
	char *paths[DUMP_FILES];
	struct table table;
};

/* A section, and how it is printed as a table. */
struct dump_section {
	unsigned want;          /* kinds to load */
	bool result;            /* with -g FILE, it is in the other stream */
	enum sp_status (*print)(struct dump *dump);
};

extern const struct dump_section dump_sections[DUMP_SECTIONS];

/* Begins the table; columns ends with NULL and stays until its end. */
void dump_begin(struct dump *dump, const char *const *columns);

/* The same for --summary: 6 digits, unless --precision says otherwise. */
void dump_begin_summary(struct dump *dump, const char *const *columns);

/* SP_DATA if --urls asks for names that the stream does not have. */
enum sp_status dump_check_urls(struct dump *dump);

/*
 * The best pages by a score, --top or all, and their names if these can be
 * looked up (dump->late), else none.  To be freed.  SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status dump_find_best(struct dump *dump, const struct sp_score *score,
			      struct sp_seeds *best, struct sp_names *names);

/* A cell with the URL of a page, empty if it has none. */
void dump_page_name(struct dump *dump, uint64_t page);

/* Print sections; SP_DATA if the stream lacks what they need. */
enum sp_status dump_scores(struct dump *dump);
enum sp_status dump_seeds(struct dump *dump);

/*
 * Sets *classes[page], to be freed, to the class of --buckets of each page
 * (buckets.c).  Warns of classes without pages.
 */
enum sp_status dump_find_classes(struct dump *dump,
				 const struct sp_score *score,
				 uint32_t **classes);

/* Gets a line of --join and its page, or SP_NO_MATCH. */
typedef enum sp_status dump_take_line(void *context, struct sp_span line,
				      uint64_t page, struct sp_error *err);

/*
 * Passes all lines of --join, and warns of those without a page (join.c).
 * SP_DATA if none has one, after all of them were passed, and for a bad list;
 * SP_IO.
 */
enum sp_status dump_join(struct dump *dump, dump_take_line *take,
			 void *context);

/* Print what is known of sections as a whole (summaries.c). */
struct sp_cores;
struct sp_loaded_seeds;
struct sp_states;
struct sp_fetches;
void dump_order_summary(struct dump *dump);
void dump_core_summary(struct dump *dump, const struct sp_cores *cores);
void dump_seed_summary(struct dump *dump,
		       const struct sp_loaded_seeds *loaded);
void dump_state_summary(struct dump *dump, const struct sp_states *states);

/* The fetches of pages (fetches.c). */
enum sp_status dump_fetches(struct dump *dump);

/* The shapes of pages, or all shapes (shapes.c). */
enum sp_status dump_shapes(struct dump *dump);

/*
 * The score of each seed, NAN for one that has none, as the table of seeds has
 * it; to be freed.  SP_DATA if there are no seeds.
 */
enum sp_status dump_seed_scores(struct dump *dump, double **values);

#endif
