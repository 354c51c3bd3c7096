/* SPDX-License-Identifier: MIT */
/*
 * graphdump --to npy: each column of a section as a vector of numpy.  A section
 * of one column is one file, another one is a set of files.
 *
 * The columns are those of the tables, except for text, for which numpy has no
 * good form: names are left out, and a word such as "hub" becomes a number.
 * What is missing is NAN, or a number that no page has: 0 for a core, -1 for a
 * parent.  All columns of a section are written side by side, in one pass over
 * its rows.
 *
 * The graph is the exception: a list of sources would repeat each page for each
 * of its links, so it is in compressed sparse rows, as
 * scipy.sparse.csr_matrix() takes it.
 */
#include "formats.h"

#include "base/memory.h"
#include "formats/export/npy.h"
#include "graph/visit.h"
#include "stream/section/cores.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/linkscores.h"
#include "stream/section/orders.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#include <math.h>
#include <stdlib.h>

#define NO_PAGE UINT32_MAX /* of a line */

/* The vectors that are written. */
struct columns {
	struct dump *dump;
	unsigned count;
	struct sp_npy of[DUMP_FILES];
	struct sp_output outputs[DUMP_FILES];
};

/* Begins the next column, that of the next file. */
static enum sp_status
begin_column(struct columns *columns, enum sp_npy_type type, uint64_t count)
{
	struct dump *dump = columns->dump;
	unsigned place = columns->count;
	struct sp_output *output = &columns->outputs[place];
	enum sp_status status;

	*output = cmd_output_bytes(dump->outputs[place]);
	status = sp_npy_begin(&columns->of[place], output, type, count,
			      &dump->cmd->err);
	columns->count += !status;
	return status;
}

/*
 * Begins a column of each type, all of the same length.
 *
 * If one fails, those that were begun are ended by write_npy(), which counts
 * them.
 */
static enum sp_status
begin_columns(struct columns *columns, const enum sp_npy_type *types,
	      unsigned count, uint64_t length)
{
	enum sp_status status = SP_OK;

	for (unsigned i = 0; !status && i < count; i++)
		status = begin_column(columns, types[i], length);
	return status;
}

/* ---- columns of sections ----------------------------------------------- */

/* The pages of the lines of --join, or NO_PAGE. */
struct joined {
	uint32_t *pages;
	uint64_t count, capacity;
};

static enum sp_status
to_npy_take_line(void *context, struct sp_span line, uint64_t page,
		 struct sp_error *err)
{
	struct joined *joined = context;

	(void)line;
	if (!sp_grow(&joined->pages, &joined->capacity, joined->count + 1))
		return sp_no_memory(err, "the pages of a list");
	joined->pages[joined->count++] =
		page == SP_NO_MATCH ? NO_PAGE : (uint32_t)page;
	return SP_OK;
}

/* A value, or a class, of a page; of none NAN, or 0. */
static void
put_score(struct sp_npy *to, const struct sp_score *score,
	  const uint32_t *classes, uint64_t page)
{
	if (classes)
		sp_npy_u32(to, page == NO_PAGE ? 0 : classes[page]);
	else
		sp_npy_f64(to, page == NO_PAGE ? NAN : score->values[page]);
}

/* A vector has its length before it, so that a list is read first. */
static enum sp_status
write_scores(struct columns *columns)
{
	struct dump *dump = columns->dump;
	const struct sp_score *score;
	struct joined joined = { 0 };
	uint32_t *classes = NULL;
	enum sp_status status = dump_one_score(dump, &score);

	if (!status && dump->buckets)
		status = dump_find_classes(dump, score, &classes);
	if (!status && dump->join)
		status = dump_join(dump, to_npy_take_line, &joined);
	if (!status)
		status = begin_column(columns,
				      classes ? SP_NPY_U32 : SP_NPY_F64,
				      dump->join ? joined.count :
						   score->pages);
	for (uint64_t i = 0; !status && dump->join && i < joined.count; i++)
		put_score(&columns->of[0], score, classes, joined.pages[i]);
	for (uint64_t page = 0;
	     !status && !dump->join && page < score->pages; page++)
		put_score(&columns->of[0], score, classes, page);
	free(classes);
	free(joined.pages);
	return status;
}

static enum sp_status
to_npy_write_hosts(struct columns *columns)
{
	struct dump *dump = columns->dump;
	const struct sp_hosts *hosts = sp_contents_hosts(&dump->contents);
	enum sp_status status;

	if (!hosts)
		return cmd_missing(dump->cmd, "hosts");
	status = begin_column(columns, SP_NPY_U32, hosts->pages);
	for (uint64_t page = 0; !status && page < hosts->pages; page++)
		sp_npy_u32(&columns->of[0], hosts->host_of[page]);
	return status;
}

static enum sp_status
to_npy_write_states(struct columns *columns)
{
	struct dump *dump = columns->dump;
	const struct sp_states *states = sp_contents_states(&dump->contents);
	enum sp_status status;

	if (!states)
		return cmd_missing(dump->cmd, "states");
	status = begin_column(columns, SP_NPY_U8, states->pages);
	for (uint64_t page = 0; !status && page < states->pages; page++)
		sp_npy_u8(&columns->of[0], states->state_of[page]);
	return status;
}

static enum sp_status
to_npy_write_shapes(struct columns *columns)
{
	struct dump *dump = columns->dump;
	const struct sp_shapes *shapes = sp_contents_shapes(&dump->contents);
	enum sp_status status;

	if (!shapes)
		return cmd_missing(dump->cmd, "shapes");
	status = begin_column(columns, SP_NPY_U32, shapes->pages);
	for (uint64_t page = 0; !status && page < shapes->pages; page++)
		sp_npy_u32(&columns->of[0], shapes->shape_of[page]);
	return status;
}

/* What is not known: the least time, size -1, digest 0. */
static enum sp_status
to_npy_write_fetches(struct columns *columns)
{
	static const enum sp_npy_type types[] = {
		SP_NPY_U32, SP_NPY_I64, SP_NPY_I64, SP_NPY_U64, SP_NPY_U32
	};
	struct dump *dump = columns->dump;
	const struct sp_fetches *fetches =
		sp_contents_fetches(&dump->contents);
	enum sp_status status;

	if (!fetches)
		return cmd_missing(dump->cmd, "fetches");
	status = begin_columns(columns, types, 5, fetches->count);
	for (uint64_t i = 0; !status && i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];

		sp_npy_u32(&columns->of[0], fetch->page);
		sp_npy_i64(&columns->of[1], fetch->time);
		sp_npy_i64(&columns->of[2], (int64_t)fetch->size);
		sp_npy_u64(&columns->of[3], fetch->digest);
		sp_npy_u32(&columns->of[4], fetch->captures);
	}
	return status;
}

static enum sp_status
to_npy_write_link_scores(struct columns *columns)
{
	static const enum sp_npy_type types[] = { SP_NPY_U32, SP_NPY_U32,
						  SP_NPY_F64 };
	const struct sp_link_scores *scores;
	enum sp_status status = dump_one_link_score(columns->dump, &scores);

	if (!status)
		status = begin_columns(columns, types, 3, scores->count);
	for (uint64_t i = 0; !status && i < scores->count; i++) {
		sp_npy_u32(&columns->of[0], scores->rows[i].source);
		sp_npy_u32(&columns->of[1], scores->rows[i].target);
		sp_npy_f64(&columns->of[2], scores->rows[i].score);
	}
	return status;
}

static enum sp_status
write_cores(struct columns *columns)
{
	static const enum sp_npy_type types[] = {
		SP_NPY_U32, SP_NPY_U8, SP_NPY_U32, SP_NPY_F64, SP_NPY_F64
	};
	struct dump *dump = columns->dump;
	const struct sp_loaded_cores *loaded =
		sp_contents_cores(&dump->contents);
	const struct sp_cores *cores;
	enum sp_status status;

	if (!loaded)
		return cmd_missing(dump->cmd, "cores");
	cores = &loaded->cores;
	status = begin_columns(columns, types, 5, cores->member_count);
	for (uint64_t i = 0; !status && i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];

		sp_npy_u32(&columns->of[0], member->core + 1);
		sp_npy_u8(&columns->of[1], member->side == SP_AUTHORITY);
		sp_npy_u32(&columns->of[2], member->page);
		sp_npy_f64(&columns->of[3], member->score);
		sp_npy_f64(&columns->of[4],
			   sp_core_density(&cores->cores[member->core]));
	}
	return status;
}

static enum sp_status
to_npy_write_seeds(struct columns *columns)
{
	static const enum sp_npy_type types[] = { SP_NPY_U32, SP_NPY_U32,
						  SP_NPY_F64, SP_NPY_U8 };
	struct dump *dump = columns->dump;
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&dump->contents);
	double *scores = NULL;
	enum sp_status status = dump_seed_scores(dump, &scores);

	if (!status)
		status = begin_columns(columns, types, 4, loaded->seeds.count);
	for (uint64_t i = 0; !status && i < loaded->seeds.count; i++) {
		const struct sp_seed *seed = &loaded->seeds.seeds[i];

		sp_npy_u32(&columns->of[0], seed->page);
		/* From 1, as in tables; 0: none. */
		sp_npy_u32(&columns->of[1], seed->core == SP_NO_CORE ?
						0 : seed->core + 1);
		sp_npy_f64(&columns->of[2], scores[i]);
		sp_npy_u8(&columns->of[3], (uint8_t)seed->found);
	}
	free(scores);
	return status;
}

static enum sp_status
write_orders(struct columns *columns)
{
	static const enum sp_npy_type types[] = {
		SP_NPY_U32, SP_NPY_F64, SP_NPY_I64, SP_NPY_U32, SP_NPY_U32,
		SP_NPY_U32, SP_NPY_U64, SP_NPY_U64
	};
	const struct sp_order *order;
	enum sp_status status = dump_one_order(columns->dump, &order);

	if (!status)
		status = begin_columns(columns, types, 8, order->count);
	for (uint64_t i = 0; !status && i < order->count; i++) {
		uint32_t parent = order->parents[i];

		sp_npy_u32(&columns->of[0], order->pages[i]);
		sp_npy_f64(&columns->of[1], order->keys[i]);
		sp_npy_i64(&columns->of[2],
			   parent == SP_NO_PARENT ? -1 : (int64_t)parent);
		sp_npy_u32(&columns->of[3], order->depths[i]);
		/* One page at a time, by one crawler, has no ticks. */
		sp_npy_u32(&columns->of[4], order->ticks ?
			   order->ticks[i] : (uint32_t)(i + 1));
		sp_npy_u32(&columns->of[5],
			   order->ticks ? order->processes[i] : 0);
		sp_npy_u64(&columns->of[6],
			   order->starts ? order->starts[i] : 0);
		sp_npy_u64(&columns->of[7],
			   order->starts ? order->ends[i] : 0);
	}
	return status;
}

static enum sp_status
write_order_seeds(struct columns *columns)
{
	const struct sp_order *order;
	enum sp_status status = dump_one_order(columns->dump, &order);

	if (!status)
		status = begin_column(columns, SP_NPY_U32, order->seed_count);
	for (uint64_t i = 0; !status && i < order->seed_count; i++)
		sp_npy_u32(&columns->of[0], order->seeds[i]);
	return status;
}

/* ---- the graph, in compressed sparse rows ------------------------------ */

struct csr {
	struct columns *columns;
	uint64_t links;
};

/*
 * Targets are written as they come; the place where the next row begins is
 * their number so far.
 */
static enum sp_status
csr_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct csr *csr = context;
	struct sp_npy *of = csr->columns->of;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++)
		sp_npy_u32(&of[1], row->successors[i]);
	for (uint64_t i = 0; row->weights && i < row->count; i++)
		sp_npy_f64(&of[2], row->weights[i]);
	csr->links += row->count;
	sp_npy_i64(&of[0], (int64_t)csr->links);
	return of[1].bytes.status;
}

static enum sp_status
write_csr(struct columns *columns)
{
	struct dump *dump = columns->dump;
	struct csr csr = { columns, 0 };
	struct sp_row_sink sink = { &csr, NULL, csr_row };
	struct sp_export_graph what;
	uint64_t links;
	enum sp_status status = dump_exported_graph(dump, &what);

	if (status)
		return status;
	links = sp_graph_links(what.graph);
	status = begin_column(columns, SP_NPY_I64,
			      sp_graph_pages(what.graph) + 1);
	if (!status)
		status = begin_column(columns, SP_NPY_U32, links);
	if (!status && dump->weights)
		status = begin_column(columns, SP_NPY_F64, links);
	if (status)
		return status;
	sp_npy_i64(&columns->of[0], 0);
	return sp_graph_walk(what.graph, what.weights, NULL, &sink,
			     &dump->cmd->err);
}

/* ---- together ---------------------------------------------------------- */

static const char *const graph_files[] = {
	".indptr.npy", ".indices.npy", NULL
};
static const char *const weighted_files[] = {
	".indptr.npy", ".indices.npy", ".weights.npy", NULL
};
static const char *const link_score_files[] = {
	".src.npy", ".dst.npy", ".value.npy", NULL
};
static const char *const fetch_files[] = {
	".node.npy", ".time.npy", ".size.npy", ".digest.npy", ".captures.npy",
	NULL
};
static const char *const core_files[] = {
	".core.npy", ".side.npy", ".node.npy", ".score.npy", ".density.npy",
	NULL
};
static const char *const seed_files[] = {
	".node.npy", ".core.npy", ".score.npy", ".found.npy", NULL
};
static const char *const order_files[] = {
	".node.npy", ".key.npy", ".parent.npy", ".depth.npy", ".tick.npy",
	".process.npy", ".start.npy", ".end.npy", NULL
};

static const struct npy_section {
	const char *const *files; /* NULL: one column */
	enum sp_status (*write)(struct columns *columns);
} npy_sections[DUMP_SECTIONS] = {
	[DUMP_GRAPH] = { graph_files, write_csr },
	[DUMP_HOSTS] = { NULL, to_npy_write_hosts },
	[DUMP_STATES] = { NULL, to_npy_write_states },
	[DUMP_SHAPES] = { NULL, to_npy_write_shapes },
	[DUMP_FETCHES] = { fetch_files, to_npy_write_fetches },
	[DUMP_SCORES] = { NULL, write_scores },
	[DUMP_LINK_SCORES] = { link_score_files, to_npy_write_link_scores },
	[DUMP_CORES] = { core_files, write_cores },
	[DUMP_SEEDS] = { seed_files, to_npy_write_seeds },
	[DUMP_ORDERS] = { order_files, write_orders },
	[DUMP_ORDER_SEEDS] = { NULL, write_order_seeds }
};

static enum sp_status
choose_npy(struct dump *dump)
{
	const struct npy_section *section = &npy_sections[dump->section];

	if (!section->write)
		return sp_fail(&dump->cmd->err, SP_USAGE, "option --to npy: "
			       "this section is text, not numbers: use --to "
			       "json");
	dump->files = dump->weights ? weighted_files : section->files;
	return SP_OK;
}

/*
 * All are ended, also after an error, to free their buffers; the first error
 * stays.
 */
static enum sp_status
write_npy(struct dump *dump)
{
	struct columns columns = { .dump = dump };
	enum sp_status status = npy_sections[dump->section].write(&columns);

	for (unsigned i = 0; i < columns.count; i++)
		status = sp_npy_end(&columns.of[i], status);
	return status;
}

static const char *const npy_options[] = {
	"weights", "score", "order", "buckets", "join", "join-by", "match", NULL
};

const struct dump_format dump_to_npy = {
	.sections = ~0u, .options = npy_options, .binary = true,
	.choose = choose_npy, .write = write_npy
};
