/* SPDX-License-Identifier: MIT */
#include "import/arcs_parts.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces a thread, so that threads end at about the same time. */
#define PIECES_PER_THREAD 2
#define SMALLEST_PIECE ((size_t)64 << 10)

/*
 * A short file (one that is read at once) whose largest id is above this, and
 * above so many times the links, is taken as one with ids that mean nothing,
 * which must not cost time for each number between them.
 */
#define SPARSE_ID ((uint64_t)1 << 20)
#define SPARSE_PER_LINK 16

/*
 * The ids of an import are narrow, below SP_PAGES_MAX and used as page
 * numbers until the end, or wide, any 64-bit numbers, called pages in the
 * order in which they come until the end.
 */
struct ids {
	struct sp_arcs_import *import;
	struct sp_arc_format format;
	char limit_text[80];
	struct sp_collect *collect;
	struct sp_arc_piece *pieces;
	int piece_count;           /* allocated */
	int piece_used;            /* of the text at hand */
	uint64_t max_id;
	struct sp_idset *used;     /* narrow, to be renumbered; else NULL */
	struct sp_idtable *table;  /* wide; else NULL */
	uint32_t *targets;         /* wide: of one run */
	uint64_t target_capacity;
	uint64_t duplicates;       /* found before ids became wide */
};

static bool
is_renumbered(const struct ids *ids)
{
	return !ids->import->options->dense && !ids->import->options->names;
}

static enum sp_status
add_wide(struct ids *ids, uint64_t source, const uint64_t *targets,
	 const uint32_t *narrow, uint64_t count, const double *weights,
	 struct sp_error *err)
{
	uint32_t page;
	struct sp_row links;

	if (!sp_grow(&ids->targets, &ids->target_capacity, count,
		     sizeof(*ids->targets)))
		return sp_no_memory(err, "links");
	if (sp_idtable_add(ids->table, source, &page, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++)
		if (sp_idtable_add(ids->table,
				   narrow ? narrow[i] : targets[i],
				   &ids->targets[i], err))
			return err->status;
	links = (struct sp_row){ page, count, ids->targets, weights };
	return sp_collect_links(ids->collect, &links, err);
}

static enum sp_status
widen_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	return add_wide(context, row->page, NULL, row->successors, row->count,
			row->weights, err);
}

/* From narrow to wide ids. */
static enum sp_status
widen(struct ids *ids, struct sp_error *err)
{
	struct sp_row_sink sink = { ids, NULL, widen_row };
	struct sp_collect *narrow = ids->collect;
	enum sp_status status;

	sp_idset_free(ids->used);
	ids->used = NULL;
	ids->collect = sp_collect_new(&ids->import->sort, false);
	ids->table = sp_idtable_new();
	if (!ids->collect || !ids->table)
		status = sp_no_memory(err, "the page ids");
	else
		status = sp_collect_walk(narrow, ids->max_id + 1, &sink,
					 &ids->duplicates, err);
	sp_collect_free(narrow);
	return status;
}

static enum sp_status
mark_used(struct ids *ids, const struct sp_arc_run *run,
	  const uint32_t *targets, struct sp_error *err)
{
	if (!sp_idset_add(ids->used, (uint32_t)run->source))
		return sp_no_memory(err, "the page ids");
	for (uint64_t i = 0; i < run->count; i++)
		if (!sp_idset_add(ids->used, targets[i]))
			return sp_no_memory(err, "the page ids");
	return SP_OK;
}

static enum sp_status
feed_piece(struct ids *ids, const struct sp_arc_piece *piece,
	   struct sp_error *err)
{
	bool weighted = ids->format.weight_column != 0;
	uint64_t at = 0;

	if (piece->max_id > ids->max_id)
		ids->max_id = piece->max_id;
	for (uint64_t i = 0; i < piece->run_count; i++) {
		const struct sp_arc_run *run = &piece->runs[i];
		const double *weights = weighted ? piece->weights + at : NULL;
		const uint32_t *narrow = piece->wide ? NULL :
						       piece->targets + at;
		struct sp_row links = { run->source, run->count, narrow,
					weights };
		enum sp_status status = SP_OK;

		if (!run->count)
			continue;
		if (ids->table) {
			status = add_wide(ids, run->source,
					  narrow ? NULL :
						   piece->wide_targets + at,
					  narrow, run->count, weights, err);
		} else {
			if (ids->used)
				status = mark_used(ids, run, narrow, err);
			if (!status)
				status = sp_collect_links(ids->collect, &links,
							  err);
		}
		if (status)
			return sp_fail_in(err,
					  sp_source_name(ids->import->source));
		at += run->count;
	}
	ids->import->result->arcs += piece->arcs;
	return SP_OK;
}

/* Cuts the text into pieces of whole lines. */
static void
cut_text(struct ids *ids, const char *text, size_t length)
{
	const char *end = text + length;
	size_t size = length / (size_t)ids->piece_count + 1;

	if (size < SMALLEST_PIECE)
		size = SMALLEST_PIECE;
	ids->piece_used = 0;
	while (text < end) {
		struct sp_arc_piece *piece =
			&ids->pieces[ids->piece_used++];
		const char *stop = end;

		if ((size_t)(end - text) > size)
			stop = (const char *)memchr(
				       text + size - 1, '\n',
				       (size_t)(end - text) - size + 1) + 1;
		piece->text = text;
		piece->end = stop;
		piece->wide = ids->table != NULL;
		text = stop;
	}
}

static enum sp_status
parse_text(struct ids *ids, const char *text, size_t length,
	   struct sp_error *err)
{
	int threads = ids->import->sort.threads;
	bool too_wide = false;

	cut_text(ids, text, length);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
	for (int i = 0; i < ids->piece_used; i++)
		sp_arc_parse(&ids->format, &ids->pieces[i]);
	for (int i = 0; i < ids->piece_used && !too_wide; i++) {
		struct sp_arc_piece *piece = &ids->pieces[i];

		too_wide = piece->too_wide;
		if (!too_wide && piece->status == SP_DATA) {
			*err = piece->err;
			return sp_arcs_fail_at(ids->import,
					       ids->import->lines +
						       piece->lines, err);
		}
		if (!too_wide && piece->status) {
			*err = piece->err;
			return err->status;
		}
		if (!too_wide)
			ids->import->lines += piece->lines;
	}
	return SP_OK;
}

/* Parses the text again from the piece with the first wide id on. */
static enum sp_status
parse_wide(struct ids *ids, struct sp_error *err)
{
	const char *text, *end;
	int first = 0;

	while (first < ids->piece_used && !ids->pieces[first].too_wide)
		first++;
	if (first == ids->piece_used)
		return SP_OK;
	text = ids->pieces[first].text;
	end = ids->pieces[ids->piece_used - 1].end;
	/* Those before stay as they are until they are fed. */
	for (int i = 0; i < first; i++)
		if (feed_piece(ids, &ids->pieces[i], err))
			return err->status;
	if (widen(ids, err))
		return err->status;
	return parse_text(ids, text, (size_t)(end - text), err);
}

/* Is the text at hand, all there is, one with sparse ids? */
static bool
is_sparse(const struct ids *ids)
{
	uint64_t max_id = 0, arcs = 0;

	if (!is_renumbered(ids) || ids->table)
		return false;
	for (int i = 0; i < ids->piece_used; i++) {
		if (ids->pieces[i].max_id > max_id)
			max_id = ids->pieces[i].max_id;
		arcs += ids->pieces[i].arcs;
	}
	return max_id > SPARSE_ID && max_id / SPARSE_PER_LINK > arcs;
}

static enum sp_status
read_ids(struct ids *ids, const char *text, size_t length,
	 struct sp_error *err)
{
	bool first = true;

	while (length) {
		if (parse_text(ids, text, length, err) ||
		    parse_wide(ids, err) ||
		    sp_source_lines(ids->import->source, &text, &length, err))
			return err->status;
		if (first && !length && is_sparse(ids) &&
		    widen(ids, err))
			return err->status;
		first = false;
		for (int i = 0; i < ids->piece_used; i++)
			if (feed_piece(ids, &ids->pieces[i], err))
				return err->status;
		sp_progress_report(ids->import->options->progress,
				   ids->import->lines, 0);
	}
	return SP_OK;
}

static enum sp_status
start_ids(struct ids *ids, struct sp_error *err)
{
	const struct sp_arcs_options *options = ids->import->options;
	struct sp_arc_format *format = &ids->format;

	if (options->names) {
		format->limit = options->names->count;
		snprintf(ids->limit_text, sizeof(ids->limit_text),
			 "names fewer than pages: there are %llu names",
			 (unsigned long long)format->limit);
		format->limit_text = ids->limit_text;
	} else if (options->dense) {
		format->limit = SP_PAGES_MAX;
		snprintf(ids->limit_text, sizeof(ids->limit_text),
			 "at most %llu pages are supported",
			 (unsigned long long)SP_PAGES_MAX);
		format->limit_text = ids->limit_text;
	} else {
		ids->used = sp_idset_new();
		if (!ids->used)
			return sp_no_memory(err, "the page ids");
	}
	ids->piece_count = ids->import->sort.threads * PIECES_PER_THREAD;
	ids->pieces = sp_alloc_zero((uint64_t)ids->piece_count,
				       sizeof(*ids->pieces));
	ids->collect = sp_collect_new(&ids->import->sort,
					 is_renumbered(ids));
	if (!ids->pieces || !ids->collect)
		return sp_no_memory(err, "links");
	return SP_OK;
}

static enum sp_status
add_id_name(struct ids *ids, uint64_t id, struct sp_error *err)
{
	char text[20];
	size_t length = sp_format_uint(text, id + ids->format.base1);

	return sp_names_add(&ids->import->result->names, text, length, err);
}

static enum sp_status
finish_narrow(struct ids *ids, struct sp_collected *made,
	      struct sp_error *err)
{
	uint64_t limit = ids->import->result->arcs ? ids->max_id + 1 : 0;
	uint64_t pages = limit;
	uint32_t id;

	if (ids->import->options->names)
		pages = limit = ids->import->options->names->count;
	else if (ids->used)
		pages = sp_idset_count(ids->used);
	if (sp_collect_finish(ids->collect, pages, ids->used, limit,
			      made, err))
		return err->status;
	if (pages == limit)
		return SP_OK;
	for (uint64_t next = 0; sp_idset_next(ids->used, next, &id);
	     next = (uint64_t)id + 1)
		if (add_id_name(ids, id, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
finish_wide(struct ids *ids, struct sp_collected *made,
	    struct sp_error *err)
{
	uint64_t pages = sp_idtable_count(ids->table);
	struct sp_collected seen;
	uint64_t *sorted;
	uint32_t *rank_of;
	enum sp_status status;

	if (sp_collect_finish(ids->collect, pages, NULL, pages, &seen,
			      err))
		return err->status;
	status = sp_idtable_sort(ids->table, &sorted, &rank_of, err);
	if (!status) {
		status = sp_renumber(seen.graph, seen.weights, rank_of,
				     &ids->import->sort, made, err);
		made->duplicates = seen.duplicates + ids->duplicates;
		for (uint64_t i = 0; i < pages && !status; i++)
			status = add_id_name(ids, sorted[i], err);
		free(sorted);
		free(rank_of);
	}
	sp_graph_free(seen.graph);
	free(seen.weights);
	return status;
}

enum sp_status
sp_arcs_import_ids(struct sp_arcs_import *import, const char *text,
		   size_t length, struct sp_error *err)
{
	struct ids ids = { .import = import, .format = import->format };
	enum sp_status status;

	status = start_ids(&ids, err);
	if (!status)
		status = read_ids(&ids, text, length, err);
	if (!status && (ids.table ?
				finish_wide(&ids, &import->made, err) :
				finish_narrow(&ids, &import->made, err)))
		status = sp_fail_in(err, sp_source_name(import->source));
	for (int i = 0; i < ids.piece_count && ids.pieces; i++)
		sp_arc_piece_free(&ids.pieces[i]);
	free(ids.pieces);
	free(ids.targets);
	sp_collect_free(ids.collect);
	sp_idset_free(ids.used);
	sp_idtable_free(ids.table);
	return status;
}
