/* SPDX-License-Identifier: MIT */
/*
 * The step that writes a part of the graph: rows.c over the rows of a range of
 * pages, which all shares have with final numbers.
 *
 * A part is whole blocks, so it begins a little before or after its range of
 * names does, and some of its pages are those of other ranges.  Hosts are those
 * of all pages; names, states and fetches those of the part.
 */
#include "formats/merge/work.h"

#include "base/memory.h"
#include "formats/import/domains.h"
#include "graph/hosts.h"
#include "stream/section/fetches.h"
#include "stream/section/hosts.h"
#include "stream/section/provenance.h"
#include "stream/section/states.h"

#include <stdlib.h>

struct part_writing {
	struct sp_task_run *run;
	struct sp_range *ranges;
	struct sp_part part;
	struct sp_merged_hosts hosts;
	struct sp_section names;
	uint64_t page;           /* whose name comes next */
	bool timed;              /* is the time of any fetch known? */
};

/* Are pages of a range those of the part? */
static bool
part_has_pages(const struct part_writing *job, uint64_t range)
{
	const struct sp_range *of = &job->ranges[range];

	return of->before < job->part.end &&
	       of->before + of->pages > job->part.first;
}

/* ---- names and hosts -------------------------------------------------- */

/* A byte each: its length, 0. */
static enum sp_status
part_empty_names(struct part_writing *job, uint64_t end, struct sp_error *err)
{
	uint64_t first = job->page;

	if (first < end)
		job->page = end;
	return sp_section_add_zeros(&job->names, job->page - first, err);
}

/* Goes to the next name that stays: all do, unless there is a list. */
static enum sp_status
part_next_name(struct sp_pull *pull, struct sp_piece_list *stay, uint64_t *at,
	       struct sp_span *name, struct sp_error *err)
{
	uint64_t skip = 0;
	bool more = true;

	if (stay) {
		if (sp_list_next(stay, &more, err))
			return err->status;
		skip = more ? stay->number - *at : UINT64_MAX - 1;
	}
	*at += skip + 1;
	do
		if (sp_pull_name(pull, name, err))
			return err->status;
	while (name->text && skip--);
	return SP_OK;
}

/* The names of a range that are those of pages of the part. */
static enum sp_status
part_pass_names(struct part_writing *job, uint64_t range,
		struct sp_piece *piece, struct sp_piece_list *stay,
		struct sp_error *err)
{
	uint64_t page = job->ranges[range].before, at = 0;
	uint64_t end = page + job->ranges[range].pages;
	struct sp_pull *pull;
	struct sp_span name;
	enum sp_status status = sp_piece_pull(piece, SP_TAG_NAMES, 0,
					      UINT64_MAX, &pull, err);

	for (; !status && page < end && page < job->part.end; page++) {
		if (part_next_name(pull, stay, &at, &name, err))
			status = sp_fail_in(err, piece->path);
		else if (!name.text)
			status = sp_piece_bad(piece, err, "names are missing");
		else if (page >= job->part.first) {
			status = sp_save_string(&job->names, name.text,
						name.length, err);
			job->page++;
		}
	}
	sp_pull_free(pull);
	return status;
}

static enum sp_status
part_range_names(struct part_writing *job, uint64_t range,
		 struct sp_error *err)
{
	const struct sp_work *work = job->run->work;
	bool archives = sp_work_archives(work);
	struct sp_piece piece, stays = { 0 };
	struct sp_piece_list stay = { 0 };
	enum sp_status status = sp_piece_open(work, SP_STEP_NUMBER, range,
					      &piece, err);

	if (!status && archives)
		status = sp_piece_open(work, SP_STEP_STAY, range, &stays, err);
	if (!status && archives)
		status = sp_list_open(&stays, SP_TAG_LIST, 0, &stay, err);
	if (!status)
		status = part_pass_names(job, range, &piece,
					 archives ? &stay : NULL, err);
	sp_list_close(&stay);
	sp_piece_close(&stays);
	sp_piece_close(&piece);
	return status;
}

static enum sp_status
part_names(struct part_writing *job, struct sp_error *err)
{
	const struct sp_part *part = &job->part;
	enum sp_status status = sp_section_begin(&job->names, job->run->writer,
						 SP_TAG_NAMES, NULL, 0, err);

	if (!status)
		status = part_empty_names(job, part->first, err);
	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++)
		if (part_has_pages(job, k))
			status = part_range_names(job, k, err);
	if (!status)
		status = part_empty_names(job, part->pages, err);
	return sp_section_close(&job->names, status, err);
}

static enum sp_status
part_hosts(struct part_writing *job, struct sp_error *err)
{
	enum sp_merge_step step = sp_work_archives(job->run->work) ?
				  SP_STEP_STAY : SP_STEP_NUMBER;
	struct sp_hosts domains = { .names = SP_NAMES_EMPTY };
	enum sp_status status = SP_OK;

	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++) {
		struct sp_piece piece;

		status = sp_piece_open(job->run->work, step, k, &piece, err);
		if (!status)
			status = sp_piece_add_hosts(&piece, &job->hosts, err);
		sp_piece_close(&piece);
	}
	/* Borrowed: only domains are freed. */
	domains.names = job->hosts.names;
	if (!status && job->run->work->choice.domains)
		status = sp_hosts_find_domains(&domains, err);
	if (!status)
		status = sp_save_merged_hosts(&job->hosts, &domains.domains,
					      job->run->writer, err);
	sp_names_free(&domains.domains);
	return status;
}

/* ---- rows ------------------------------------------------------------- */

enum sp_status
sp_final_row(struct sp_final_rows *rows, struct sp_row *row,
	     struct sp_error *err)
{
	struct sp_piece_list *list = &rows->list;
	uint64_t gap, count, value, target;

	*row = (struct sp_row){ .count = 0 };
	if (!list->left)
		return SP_OK;
	if (sp_list_fill(list, err))
		return err->status;
	list->in_frame--;
	list->left--;
	if (!sp_get_leb(&list->at, list->end, &gap) || gap > UINT32_MAX ||
	    !sp_get_leb(&list->at, list->end, &count) || !count ||
	    count > SP_ROW_ITEM || !sp_get_leb(&list->at, list->end, &value))
		return sp_piece_bad(&rows->piece, err, "a row is not valid");
	if (!sp_grow(&rows->targets, &rows->capacity, count))
		return sp_no_memory(err, "a row");
	rows->page += gap;
	target = rows->page + (uint64_t)sp_unzigzag(value);
	for (uint64_t i = 0; i < count; i++) {
		if (i && !sp_get_leb(&list->at, list->end, &value))
			return sp_piece_bad(&rows->piece, err, "a row is cut");
		if (i)
			target += value + 1;
		if (rows->page >= rows->pages || target >= rows->pages)
			return sp_piece_bad(&rows->piece, err, "a page that "
					    "the graph does not have");
		rows->targets[i] = (uint32_t)target;
	}
	*row = (struct sp_row){ rows->page, count, rows->targets, NULL };
	return SP_OK;
}

static enum sp_status
part_open_share(struct part_writing *job, uint64_t share,
		struct sp_final_rows *rows, struct sp_error *err)
{
	*rows = (struct sp_final_rows){ .page = job->part.first,
					.pages = job->part.pages };
	job->run->work->merge->parts[share].final_rows = rows;
	if (sp_piece_open(job->run->work, SP_STEP_TRANSLATE, share,
			  &rows->piece, err) ||
	    sp_list_open(&rows->piece, SP_TAG_LIST, job->run->number,
			 &rows->list, err))
		return err->status;
	/* Thousands of them are open. */
	sp_pick_release(rows->piece.pick);
	return SP_OK;
}

static enum sp_status
part_merge(struct part_writing *job, struct sp_graph_writer *graph,
	   struct sp_basis *basis, struct sp_error *err)
{
	struct sp_merge *merge = job->run->work->merge;
	struct sp_final_rows *rows = sp_alloc_zero(merge->count,
						   sizeof(*rows));
	struct sp_row_sink sink = sp_graph_writer_rows(graph);
	struct sp_merge_counts counts = { 0 };
	enum sp_status status = SP_OK;

	free(merge->heap);
	merge->heap = sp_alloc(2 * merge->count, sizeof(*merge->heap));
	if (!rows || !merge->heap)
		status = sp_no_memory(err, "rows");
	for (uint64_t i = 0; !status && i < merge->count; i++)
		status = part_open_share(job, i, &rows[i], err);
	merge->pages = job->part.pages;
	if (!status)
		status = sp_merge_rows(merge, &sink, &counts, err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, basis, err);
	job->run->done->links = counts.links;
	job->run->done->duplicates = counts.duplicates;
	for (uint64_t i = 0; rows && i < merge->count; i++) {
		merge->parts[i].final_rows = NULL;
		sp_list_close(&rows[i].list);
		sp_piece_close(&rows[i].piece);
		free(rows[i].targets);
	}
	free(rows);
	return status;
}

static enum sp_status
part_graph(struct part_writing *job, struct sp_basis *basis,
	   struct sp_error *err)
{
	struct sp_graph_writer *graph = sp_graph_writer_new(
		job->run->writer, job->run->work->merge->threads, false);
	enum sp_status status = graph ? part_merge(job, graph, basis, err) :
					sp_no_memory(err, "the graph");

	sp_graph_writer_free(graph);
	return status;
}

/* ---- states and fetches ----------------------------------------------- */

typedef enum sp_status part_add(void *to, uint64_t page,
				const struct sp_kept *kept,
				struct sp_error *err);

/* Passes the fetches of the pages of the part that are of a range to add(). */
static enum sp_status
part_range_fetches(struct part_writing *job, uint64_t range,
		   struct sp_piece *piece, void *to, part_add *add,
		   struct sp_error *err)
{
	struct sp_records records = { 0 };
	const uint8_t *record;
	enum sp_status status = sp_records_open(piece, SP_TAG_KEPT,
						SP_KEPT_RECORD, &records, err);

	while (sp_records_next(&records, &record, &status, err)) {
		struct sp_kept kept = sp_kept_load(record);
		uint64_t page = job->ranges[range].before + kept.page;

		if (page >= job->part.end)
			break;
		if (page >= job->part.first)
			status = add(to, page, &kept, err);
	}
	sp_records_close(&records);
	return status;
}

/* Passes those of the part to add(), with their numbers in the graph. */
static enum sp_status
part_fetches(struct part_writing *job, void *to, part_add *add,
	     struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++) {
		struct sp_piece piece;

		/* All parts have the clock of all fetches. */
		status = sp_piece_open(job->run->work, SP_STEP_STAY, k, &piece,
				       err);
		job->timed |= piece.values[1];
		if (!status && part_has_pages(job, k))
			status = part_range_fetches(job, k, &piece, to, add,
						    err);
		sp_piece_close(&piece);
	}
	return status;
}

static enum sp_status
part_add_state(void *to, uint64_t page, const struct sp_kept *kept,
	       struct sp_error *err)
{
	return sp_state_writer_add(to, page, &kept->state, 1, err);
}

static enum sp_status
part_add_fetch(void *to, uint64_t page, const struct sp_kept *kept,
	       struct sp_error *err)
{
	struct sp_fetch fetch = { sp_fetch_seconds(kept->time), kept->size,
				  kept->digest, (uint32_t)page,
				  kept->captures };

	return sp_fetch_writer_add(to, &fetch, err);
}

static enum sp_status
part_fetched(struct part_writing *job, const struct sp_basis *basis,
	     struct sp_error *err)
{
	struct sp_state_writer states;
	struct sp_fetch_writer fetches;
	enum sp_status status = sp_state_writer_begin(&states,
						      job->run->writer, basis,
						      err);

	if (!status)
		status = part_fetches(job, &states, part_add_state, err);
	status = sp_state_writer_close(&states, status, err);
	if (status ||
	    !sp_merge_flag(job->run->work->merge, SP_TASK_BODIES))
		return status;
	status = sp_fetch_writer_begin(&fetches, job->run->writer, basis,
				       job->timed ? SP_CLOCK_SECONDS :
					       SP_CLOCK_NONE, err);
	if (!status)
		status = part_fetches(job, &fetches, part_add_fetch, err);
	return sp_fetch_writer_close(&fetches, status, err);
}

enum sp_status
sp_step_rows(struct sp_task_run *run, struct sp_error *err)
{
	struct part_writing job = { .run = run,
				    .hosts.names = SP_NAMES_EMPTY };
	struct sp_basis basis;
	enum sp_status status = sp_work_ranges(run->work, &job.ranges, err);

	if (!status) {
		job.part = sp_work_part(run->work, job.ranges, run->number);
		status = sp_save_part(run->writer, &job.part, err);
	}
	if (!status)
		status = part_hosts(&job, err);
	run->done->hosts = job.hosts.names.count;
	run->done->pages = job.part.end - job.part.first;
	if (!status)
		status = part_names(&job, err);
	if (!status)
		status = sp_save_lines(run->writer, SP_TAG_PROVENANCE,
				       sp_merge_provenance(run->work->merge),
				       err);
	sp_names_free(&job.hosts.names);
	free(job.hosts.pages);
	if (!status)
		status = part_graph(&job, &basis, err);
	if (!status && sp_work_archives(run->work))
		status = part_fetched(&job, &basis, err);
	free(job.ranges);
	return status;
}
