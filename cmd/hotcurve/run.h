/* SPDX-License-Identifier: MIT */
/*
 * run.h - what a run of hotcurve knows: its options, what it reads, what orders
 * are judged by; and what a metric is, which is a file and a row of metrics.h.
 */
#ifndef CMD_HOTCURVE_RUN_H
#define CMD_HOTCURVE_RUN_H

#include "draws.h"
#include "metrics.h"

#include "cli/input.h"
#include "cli/plot.h"
#include "cli/table.h"
#include "base/line.h"
#include "graph/shapes.h"
#include "measure/crawl/hotrank.h"
#include "measure/crawl/throughput.h"
#include "stream/section/orders.h"

#include <string.h>

#define HOTCURVE_NUMBER(name) HOTCURVE_NUMBER_##name,
enum hotcurve_number { HOTCURVE_METRICS(HOTCURVE_NUMBER) HOTCURVE_COUNT };
#undef HOTCURVE_NUMBER

enum hotcurve_ties { TIES_EXACT, TIES_THRESHOLD };
enum hotcurve_scale { SCALE_AUTO, SCALE_PROB, SCALE_MEAN1 };
enum hotcurve_axis { AXIS_DOWNLOADS, AXIS_HOURS, AXIS_REQUESTS };

/* The options, in groups of what they are about. */
struct hotcurve_options {
	enum hotcurve_number metric;
	enum hotcurve_scale scale;
	enum hotcurve_axis axis; /* what curves are over */
	const char *bench, *score, *at, *until, *columns;
	uint64_t points, tranche;
	uint64_t page_size; /* bytes, of a page that has no size */
	unsigned digits;
	unsigned precision; /* of --summary; 0: all digits */
	bool summary, reachable, json, minus_shuffle, recorded;
	double threshold;   /* of relevant pages; 0: none */

	struct {
		enum hotcurve_ties ties;
		uint64_t fixed; /* pages; 0: as many as downloads */
		double share;   /* --hot-per-host; 0: no cap */
		uint64_t per_shape; /* pages; 0: no cap */
		bool by_shape;  /* curves count shapes */
	} hot;
	struct {
		uint64_t partial;
		bool restricted, done, scores;
	} tau;
	struct {
		bool draws; /* an image or a script, not a table */
		bool gnuplot;
		unsigned terminal;      /* of the script: enum figure_type */
		enum figure_type image; /* by the suffix of -o */
		struct figure_size size;
		const char *title, *size_text;
	} figure;
};

/* What was read, of the file of orders that it is the turn of. */
struct hotcurve_input {
	struct sp_contents contents; /* orders; graph, score */
	struct sp_contents bench;    /* --bench */
	const struct sp_order_list *orders; /* of contents */
	const struct sp_graph *graph;       /* of contents, while it is kept */
	char *label; /* of the file that is read; or NULL */
	char *made;  /* the options of crawlorder that made the first file;
			or NULL */
	const char *made_otherwise; /* the file that is read, if its options
				       differ; or NULL */
	uint64_t *drawn; /* checksums of all orders so far */
	uint64_t drawn_count, drawn_capacity;
	uint64_t copies; /* orders of this file that an earlier one has, too */
};

/* What captions say of all files so far, where it is the same. */
struct hotcurve_origin {
	uint64_t files;
	uint64_t lines;        /* of provenance, of the files before */
	uint64_t seeds;        /* of each order; 0: not the same, or unknown */
	struct sp_line source; /* of these: "random", "top pagerank", a list */
	struct sp_line draw;   /* of random ones: their --seed */
	struct sp_line period; /* --k */
	bool listed;           /* the source is a list */
};

/* What orders are judged by: a score, and the ranks that it gives. */
struct hotcurve_benchmark {
	const double *score;   /* of each page */
	double *computed;      /* it, if it was not read */
	struct sp_basis basis; /* of the score */
	uint64_t pages;
	double total;               /* of the score */
	uint64_t *reachable;        /* bitset of pages; or NULL */
	struct sp_shapes shapes;    /* learned from names; or empty */
	struct sp_units hot_groups; /* of pages: shapes, or hosts */
	bool by_hosts;              /* they are hosts */
	struct sp_hotrank ranking;
	uint32_t *groups;   /* ranks with ties as one; or NULL */
	struct sp_hot hot;  /* which pages are hot */
	uint32_t *hits;     /* room for sp_hot_hits() */
};

/* Seeds, and the pages that can be reached from them. */
struct hotcurve_reach {
	uint64_t seeds, pages;
};

/* A value that curves reach (--until). */
struct hotcurve_target {
	const char *text;  /* of the option */
	size_t length;
	double value;
	bool part;         /* ... of what an order has in the end */
};

/* The downloads at which curves are sampled. */
struct hotcurve_sample {
	double *fractions; /* --at */
	uint64_t fraction_count;
	uint64_t *points, point_count;
	uint64_t *moments; /* unless the axis is of downloads: microseconds;
			      points are the downloads of an order until each */
	uint64_t end;      /* of the longest order in time; microseconds */
	struct hotcurve_target *targets; /* --until */
	uint64_t target_count;
	uint64_t tranche; /* pages; 0: points are not ends of tranches */
};

struct hotcurve_run {
	struct cmd *cmd;
	const struct hotcurve_options *options;
	const struct hotcurve_metric *metric;
	struct hotcurve_input input;
	struct hotcurve_benchmark bench;
	struct hotcurve_sample sample;
	struct hotcurve_reach reach; /* of the order before */
	struct hotcurve_origin origin;
	struct {
		bool lost_seeds, other_links, tied, capped, sizeless, mixed;
		bool copied, other_graph;
	} warned; /* once is enough */
	struct draw_set draws;     /* figures of all orders so far */
	struct draw_set baselines; /* and of what they are compared with */
	double end;    /* of the longest curve: its part of the ranked pages */
	double height; /* of the figure; 0: the usual one */
	bool utf8;     /* labels of axes are not ASCII */
	struct cmd_output *output;
};

/* Options that are only for some metrics, which name them. */
enum hotcurve_option {
	HOTCURVE_REACHABLE = 1, /* --reachable */
	HOTCURVE_POINTS = 2,    /* --points */
	HOTCURVE_AT = 4,        /* --at */
	HOTCURVE_TRANCHE = 8,   /* --tranche */
	HOTCURVE_HOT = 16,      /* --fixed, --ties, --hot-per-... */
	HOTCURVE_DIGITS = 32,   /* --digits */
	HOTCURVE_TAU = 64,      /* --restrict, --partial, --done, --scores */
	HOTCURVE_SCALE = 128,   /* --scale */
	HOTCURVE_BY_SHAPE = 256, /* --by-shape */
	HOTCURVE_HOURS = 512,   /* -x */
	HOTCURVE_UNTIL = 1024   /* --until: curves that only rise */
};

/*
 * What a metric needs.  All of it is loaded, checked and computed before a
 * function of the metric is called, or the run has ended with a message that
 * says what is missing.  What a metric does not name may not be there.
 */
enum hotcurve_need {
	/*
	 * run->bench: a score, and the pages ranked by it (--bench, --score);
	 * run->sample, unless --summary.
	 */
	HOTCURVE_NEEDS_BENCHMARK = 1,
	/* The same, and the score is relevance (--threshold). */
	HOTCURVE_NEEDS_RELEVANCE = 2,
	/* The same, and run->bench.groups. */
	HOTCURVE_NEEDS_TIES = 4,
	/* run->input.graph, with links. */
	HOTCURVE_NEEDS_GRAPH = 8,
	/* The same, unless the orders have depths (--recorded). */
	HOTCURVE_NEEDS_DISTANCES = 16,
	/* Hosts of pages in run->input.contents, if the stream has them. */
	HOTCURVE_NEEDS_HOSTS = 32,
	/*
	 * All downloads of several processes; for other metrics the first
	 * download of a page is the only one.
	 */
	HOTCURVE_NEEDS_REPEATS = 64,
	/* Orders from different seeds: they are what it compares. */
	HOTCURVE_NEEDS_SEEDS = 128,
	/* Tables (--columns), which it reads by itself, and no orders. */
	HOTCURVE_NEEDS_TABLES = 256,
	/* Orders in time, and moments: it has no meaning over downloads. */
	HOTCURVE_NEEDS_HOURS = 512,
	/* Sizes of pages in run->input.contents, if the stream has them. */
	HOTCURVE_NEEDS_SIZES = 1024,
	/* Parents of downloads in the orders of the first file. */
	HOTCURVE_NEEDS_PARENTS = 2048,
	/* Any that stands for a benchmark. */
	HOTCURVE_NEEDS_JUDGE = HOTCURVE_NEEDS_BENCHMARK |
			       HOTCURVE_NEEDS_RELEVANCE | HOTCURVE_NEEDS_TIES
};

/*
 * A metric, which is a row of metrics.h and a file.  It is either a curve over
 * downloads, or it prints by itself; of every other member the zero value is
 * good.  A curve is all that throughput.c has.
 *
 * Functions return a status, with run->cmd->err set if it is not SP_OK.
 */
struct hotcurve_metric {
	unsigned needs;   /* enum hotcurve_need, combined with "|" */
	unsigned options; /* enum hotcurve_option: those that it understands */

	/*
	 * A curve, over the ranked pages, so that it needs a benchmark:
	 * values[i] of a crawl that has downloaded the pages of order, of which
	 * there are count, after run->sample.points[i] downloads, for all
	 * run->sample.point_count points.  Points beyond the end of a crawl are
	 * not shown unless --at asks for them.  With HOTCURVE_SCALE, values and
	 * those of shuffle() are scores as they are in run->bench, and get
	 * their scale afterwards.
	 */
	enum sp_status (*curve)(struct hotcurve_run *run,
				const uint32_t *order, uint64_t count,
				double *values);
	/*
	 * The value of a random order at x downloads, on average: part is x
	 * divided by the ranked pages, mass the sum of their scores.  NULL:
	 * there is no column for it, and no --minus-shuffle.
	 */
	double (*shuffle)(const struct hotcurve_run *run, double part,
			  double mass);
	/*
	 * Instead of shuffle(), if that takes more than x: shuffle[i] of a
	 * random order at point i, and all[i], what values are shares of there.
	 * With a name for that in counted, the table has it as a column.
	 */
	enum sp_status (*shuffle_all)(struct hotcurve_run *run, double *all,
				      double *shuffle);
	const char *counted; /* only with shuffle_all() */
	/* Sets run->sample's points; NULL: --points of them, evenly. */
	enum sp_status (*spread)(struct hotcurve_run *run);
	const char *title;       /* of the figure; NULL: the metric's name */
	const char *label;       /* of its y axis; NULL: the metric's name */
	const char *label_mean1; /* with --scale mean1; NULL: the same */
	enum hotcurve_scale scale; /* that SCALE_AUTO stands for */

	/*
	 * Or it prints by itself.  collect() adds the figures of order i of
	 * the file that was read, from hotcurve_draw(); NULL: there is only
	 * one file.  print() writes to the open output, as TSV, JSON Lines or
	 * gnuplot script.
	 */
	enum sp_status (*collect)(struct hotcurve_run *run, uint64_t i);
	enum sp_status (*print)(struct hotcurve_run *run);
};

#define HOTCURVE_DECLARE(name) \
	extern const struct hotcurve_metric hotcurve_##name;
HOTCURVE_METRICS(HOTCURVE_DECLARE)
#undef HOTCURVE_DECLARE

/* That of --summary, which has no word: one row of figures for each order. */
extern const struct hotcurve_metric hotcurve_summary;

/* That of --by-shape, which is a throughput of shapes. */
extern const struct hotcurve_metric hotcurve_by_shape;

#endif
