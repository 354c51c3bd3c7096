/* SPDX-License-Identifier: MIT */
/*
 * The folder of a merge by tasks, as a task finds it: the plan, which has all
 * that the tasks must agree on, and how many pages the ranges have, from the
 * heads of their pieces.
 */
#include "formats/merge/work.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/part.h"
#include "stream/section/provenance.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the plan --------------------------------------------------------- */

static enum sp_status
work_load_share(struct sp_work *work, uint64_t i, const uint8_t *record,
		struct sp_error *err)
{
	struct sp_merge *merge = work->merge;
	struct sp_merge_part *part;

	if (!sp_grow(&merge->parts, &merge->capacity, merge->count + 1))
		return sp_no_memory(err, "the shares");
	part = &merge->parts[merge->count++];
	*part = (struct sp_merge_part){
		.path = work->paths[i],
		.bytes = sp_load64(record), .checksum = sp_load64(record + 8),
		.records = sp_load64(record + 32),
		.task = { sp_load32(record + 16), sp_load32(record + 20),
			  (uint32_t)sp_load64(record + 24),
			  sp_basis_load(record + 40) }
	};
	sp_merge_count_part(merge, part);
	return SP_OK;
}

static enum sp_status
work_load_shares(struct sp_work *work, struct sp_piece *piece, uint64_t count,
		 struct sp_error *err)
{
	struct sp_records records = { 0 };
	const uint8_t *record;
	enum sp_status status = sp_records_open(piece, SP_TAG_SHARES,
						SP_SHARE_RECORD, &records,
						err);

	for (uint64_t i = 0; !status && i < count; i++) {
		if (sp_records_next(&records, &record, &status, err))
			status = work_load_share(work, i, record, err);
		else if (!status)
			status = sp_piece_bad(piece, err, "shares are missing");
		if (!status && work->merge->parts[i].task.basis.graph.pages >
				       SP_PAGES_MAX)
			status = sp_piece_bad(piece, err, "not a plan");
	}
	sp_records_close(&records);
	return status;
}

static enum sp_status
work_load_paths(struct sp_work *work, struct sp_piece *piece, uint64_t count,
		struct sp_error *err)
{
	struct sp_names paths = SP_NAMES_EMPTY;
	enum sp_status status = sp_piece_strings(piece, SP_TAG_PATHS, &paths,
						 err);

	if (!status && paths.count != count)
		status = sp_piece_bad(piece, err, "shares are missing");
	if (!status) {
		work->paths = sp_alloc_zero(count + 1, sizeof(char *));
		if (!work->paths)
			status = sp_no_memory(err, "the shares");
	}
	for (uint64_t i = 0; !status && i < count; i++) {
		struct sp_span path = sp_names_span(&paths, i);

		work->paths[i] = strndup(path.text, path.length);
		if (!work->paths[i])
			status = sp_no_memory(err, "the shares");
	}
	sp_names_free(&paths);
	return status;
}

/* Is it a page that its share has? */
static bool
is_sample(const struct sp_work *work, const struct sp_sample *sample)
{
	const struct sp_merge *merge = work->merge;

	return sample->share < merge->count &&
	       sample->page <
		       merge->parts[sample->share].task.basis.graph.pages;
}

static enum sp_status
work_load_samples(struct sp_work *work, struct sp_piece *piece,
		  struct sp_error *err)
{
	struct sp_records records = { 0 };
	const uint8_t *record;
	uint64_t count, at;
	enum sp_status status = sp_piece_strings(piece, SP_TAG_NAMES,
						 &work->sample_names, err);

	if (status)
		return status;
	count = work->sample_names.count;
	work->samples = sp_alloc(count, sizeof(*work->samples));
	if (!work->samples)
		return sp_no_memory(err, "samples");
	status = sp_records_open(piece, SP_TAG_SAMPLES, 8, &records, err);
	for (at = 0; sp_records_next(&records, &record, &status, err); at++) {
		struct sp_sample sample = { sp_load32(record),
					    sp_load32(record + 4) };

		if (at < count && is_sample(work, &sample))
			work->samples[at] = sample;
		else
			status = sp_piece_bad(piece, err, "invalid samples");
	}
	sp_records_close(&records);
	return status || at == count ?
		       status : sp_piece_bad(piece, err, "invalid samples");
}

static enum sp_status
work_load(struct sp_work *work, struct sp_piece *piece, struct sp_error *err)
{
	uint64_t count;
	enum sp_status status = sp_piece_open(work, SP_STEP_PLAN, 0, piece,
					      err);

	if (status)
		return status;
	work->id = piece->id;
	work->ranges = piece->values[0];
	count = piece->values[1];
	work->choice = (struct sp_merge_choice){ work->ranges,
						 piece->values[2],
						 piece->values[3] };
	if (!work->ranges || work->ranges > SP_MERGE_RANGES || !count ||
	    count > SP_MERGE_SHARES)
		return sp_piece_bad(piece, err, "not a plan");
	status = work_load_paths(work, piece, count, err);
	if (!status)
		status = work_load_shares(work, piece, count, err);
	if (!status)
		status = sp_merge_read_lines(piece->pick, SP_TAG_LINE,
					     &work->merge->provenance, err);
	if (!status)
		status = work_load_samples(work, piece, err);
	if (!status)
		status = sp_piece_strings(piece, SP_TAG_BOUNDS, &work->bounds,
					  err);
	return status || work->bounds.count == work->ranges - 1 ?
		       status : sp_piece_bad(piece, err, "not a plan");
}

enum sp_status
sp_work_open(const char *folder, int threads, struct sp_work **made,
	     struct sp_error *err)
{
	struct sp_work *work = sp_alloc_zero(1, sizeof(*work));
	struct sp_piece piece = { 0 };
	enum sp_status status;

	*made = NULL;
	if (!work)
		return sp_no_memory(err, "the merge");
	work->folder = strdup(folder);
	work->merge = sp_merge_new(threads);
	if (work->folder && work->merge) {
		work->merge->by_index = true;
		status = work_load(work, &piece, err);
		sp_piece_close(&piece);
	} else {
		status = sp_no_memory(err, "the merge");
	}
	if (status)
		sp_work_free(work);
	else
		*made = work;
	return status;
}

void
sp_work_free(struct sp_work *work)
{
	if (!work)
		return;
	for (uint64_t i = 0; work->paths && work->paths[i]; i++)
		free(work->paths[i]);
	free(work->paths);
	sp_merge_free(work->merge);
	sp_names_free(&work->sample_names);
	sp_names_free(&work->bounds);
	free(work->samples);
	free(work->folder);
	free(work);
}

/* ---- tasks ------------------------------------------------------------ */

char **
sp_work_shares(const struct sp_work *work, uint64_t *count)
{
	*count = work->merge->count;
	return work->paths;
}

const struct sp_merge_choice *
sp_work_choice(const struct sp_work *work)
{
	return &work->choice;
}

uint64_t
sp_work_tasks(const struct sp_work *work, enum sp_merge_step step)
{
	const struct sp_merge_step_kind *kind = &sp_merge_steps[step];

	if (kind->archives && !sp_work_archives(work))
		return 0;
	return kind->per == SP_MERGE_ONE ? 1 :
	       kind->per == SP_MERGE_RANGE ? work->ranges : work->merge->count;
}

enum sp_status
sp_work_run(struct sp_work *work, enum sp_merge_step step, uint64_t number,
	    struct sp_writer *writer, const struct sp_progress *progress,
	    struct sp_merge_done *done, struct sp_error *err)
{
	static enum sp_status (*const steps[SP_MERGE_STEPS])(
		struct sp_task_run *run, struct sp_error *err) = {
		[SP_STEP_NUMBER] = sp_step_number,
		[SP_STEP_MARK] = sp_step_mark,
		[SP_STEP_REDIRECTS] = sp_step_redirects,
		[SP_STEP_STAY] = sp_step_stay,
		[SP_STEP_TRANSLATE] = sp_step_translate,
		[SP_STEP_ROWS] = sp_step_rows
	};
	struct sp_task_run run = { work, number, writer, progress, done };

	if (number >= sp_work_tasks(work, step) || !steps[step])
		return sp_fail(err, SP_USAGE, "no task %" PRIu64 " of step %s "
			       "in %s", number, sp_merge_steps[step].name,
			       work->folder);
	return steps[step](&run, err);
}

/* ---- ranges ----------------------------------------------------------- */

enum sp_status
sp_work_ranges(const struct sp_work *work, struct sp_range **made,
	       struct sp_error *err)
{
	enum sp_merge_step step = sp_work_archives(work) ? SP_STEP_STAY :
							   SP_STEP_NUMBER;
	struct sp_range *ranges = sp_alloc_zero(work->ranges + 1,
						sizeof(*ranges));
	enum sp_status status = ranges ? SP_OK : sp_no_memory(err, "ranges");

	*made = ranges;
	for (uint64_t k = 0; !status && k < work->ranges; k++) {
		struct sp_piece piece;

		status = sp_piece_open(work, step, k, &piece, err);
		ranges[k].pages = piece.values[0];
		sp_piece_close(&piece);
		if (!status && ranges[k].pages > SP_PAGES_MAX -
							 ranges[k].before)
			status = sp_fail(err, SP_DATA, "more than %" PRIu64
					 " pages are not supported",
					 SP_PAGES_MAX);
		ranges[k + 1].before = ranges[k].before + ranges[k].pages;
	}
	if (!status && !ranges[work->ranges].before)
		status = sp_fail(err, SP_DATA, "no task has a page that "
				 "stays");
	return status;
}

/* Parts are whole blocks: the block with a border is of either part. */
static uint64_t
work_part_border(const struct sp_range *ranges, uint64_t number,
		 uint64_t pages)
{
	uint64_t border = (ranges[number].before + SP_BLOCK_PAGES / 2) /
			  SP_BLOCK_PAGES * SP_BLOCK_PAGES;

	return border < pages && ranges[number].before < pages ? border :
								 pages;
}

struct sp_part
sp_work_part(const struct sp_work *work, const struct sp_range *ranges,
	     uint64_t number)
{
	uint64_t pages = ranges[work->ranges].before;

	return (struct sp_part){
		.pages = pages, .number = number, .count = work->ranges,
		.first = work_part_border(ranges, number, pages),
		.end = work_part_border(ranges, number + 1, pages),
		.id = work->id
	};
}

/* ---- what is there ---------------------------------------------------- */

/* The plan has the shares in the order of their tasks, a command in any. */
static enum sp_status
work_same_paths(const struct sp_work *work, char *const *shares, bool *is,
		struct sp_error *err)
{
	uint64_t count = work->merge->count;
	char **left = sp_alloc(count, sizeof(*left));
	char **right = sp_alloc(count, sizeof(*right));

	if (left && right) {
		memcpy(left, work->paths, count * sizeof(*left));
		memcpy(right, shares, count * sizeof(*right));
		qsort(left, count, sizeof(*left), sp_compare_strings);
		qsort(right, count, sizeof(*right), sp_compare_strings);
	}
	for (uint64_t i = 0; left && right && *is && i < count; i++)
		*is = !strcmp(left[i], right[i]);
	free(left);
	free(right);
	return left && right ? SP_OK : sp_no_memory(err, "the shares");
}

enum sp_status
sp_work_is_of(struct sp_work *work, char *const *shares, uint64_t count,
	      const struct sp_merge_choice *choice, bool *is,
	      struct sp_error *err)
{
	*is = choice->ranges == work->ranges &&
	      choice->domains == work->choice.domains &&
	      choice->indegree == work->choice.indegree &&
	      count == work->merge->count;
	if (!*is || work_same_paths(work, shares, is, err))
		return *is ? err->status : SP_OK;
	for (uint64_t i = 0; *is && i < count; i++) {
		struct sp_merge_part *part = &work->merge->parts[i];

		if (sp_merge_open_indexed(part, err))
			return err->status;
		sp_pick_close(part->pick);
		part->pick = NULL;
	}
	return SP_OK;
}

/* ---- a part ----------------------------------------------------------- */

/* The part of a graph says by its identity that it is one of this merge. */
static enum sp_status
work_has_part(const struct sp_work *work, uint64_t number, const char *path,
	      bool *has, struct sp_error *err)
{
	struct sp_pick_section section;
	struct sp_taken taken;
	struct sp_pick *pick;

	if (sp_pick_open(path, (uint64_t)1 << 20, &pick, err))
		return err->status;
	if (sp_pick_find(pick, SP_TAG_PART, 0, &section) &&
	    !sp_pick_frame(pick, section.head, &taken, err))
		*has = taken.frame.raw == SP_PART_SIZE &&
		       sp_load32(taken.payload + 24) == number &&
		       sp_load64(taken.payload + 32) == work->id;
	sp_pick_close(pick);
	return *has ? SP_OK :
		      sp_fail(err, SP_DATA, "%s: not part %" PRIu64 " of this "
			      "merge (remove it)", path, number);
}

enum sp_status
sp_work_has(struct sp_work *work, enum sp_merge_step step, uint64_t number,
	    const char *path, bool *has, struct sp_error *err)
{
	struct sp_piece piece = { 0 };
	char *own = path ? strdup(path) :
			   sp_work_path(work->folder, step, number);
	enum sp_status status = own ? SP_OK : sp_no_memory(err, "a path");

	*has = false;
	if (!status && !access(own, F_OK)) {
		if (path)
			status = work_has_part(work, number, path, has, err);
		else
			status = sp_piece_open(work, step, number, &piece,
					       err);
		*has = !status;
		sp_piece_close(&piece);
	}
	free(own);
	return status;
}
