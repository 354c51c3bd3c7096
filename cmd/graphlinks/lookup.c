/* SPDX-License-Identifier: MIT */
/*
 * A graph in a file, looked up by its index (index.c), frame by frame.
 *
 *	find      the frame of a key, by the directory of first keys; from there
 *	          on the pages whose keys begin like it; then their names, which
 *	          say whether they are meant
 *	rows      the links turned round, or as they are, of the index
 *	names     those of the index
 *	scores    those of the stream of the graph
 *	near      the names around a key, or all, if they are few
 *
 * All of this is done for all names together, in the order of the frames: so a
 * frame is read once at most, and a long list takes one pass over the index by
 * itself.
 *
 * Every frame of both files is verified when it is read.
 */
#include "lookup.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

/* ---- keys ------------------------------------------------------------- */

static enum sp_status
bad_keys(const struct links_lookup *lookup,
	 const struct sp_pick_section *section, uint64_t frame,
	 struct sp_error *err)
{
	return sp_pick_bad(lookup->index, section->head + 1 + frame, err,
			   "an invalid key of a name");
}

/* Begins a walk over a frame of keys, or of the directory. */
static enum sp_status
walk_keys(struct links_lookup *lookup, const struct sp_pick_section *section,
	  uint64_t frame, struct sp_error *err)
{
	struct sp_taken taken;

	if (sp_pick_frame(lookup->index, section->head + 1 + frame, &taken,
			  err))
		return err->status;
	sp_link_walk_begin(&lookup->walk, taken.payload, taken.frame.raw,
			   taken.frame.count);
	return SP_OK;
}

/* The next key of the walk; *more is false at the end of the frame. */
static enum sp_status
walk_next(struct links_lookup *lookup, const struct sp_pick_section *section,
	  uint64_t frame, bool *more, struct sp_error *err)
{
	uint64_t limit = section == &lookup->keys ?
		sp_pick_items(lookup->index, &lookup->names) :
		data_frames(&lookup->keys);

	*more = sp_link_walk_next(&lookup->walk);
	if (*more ? lookup->walk.page >= limit :
		    !sp_link_walk_is_whole(&lookup->walk))
		return bad_keys(lookup, section, frame, err);
	return SP_OK;
}

/* The first key of a frame of the directory. */
static enum sp_status
first_key(struct links_lookup *lookup, uint64_t frame, struct sp_span *key,
	  struct sp_error *err)
{
	const struct sp_pick_section *directory = &lookup->directory;
	struct first_key *first = &lookup->firsts[frame];
	bool more;

	if (!first->text) {
		if (walk_keys(lookup, directory, frame, err) ||
		    walk_next(lookup, directory, frame, &more, err))
			return err->status;
		if (!more)
			return bad_keys(lookup, directory, frame, err);
		first->text = sp_alloc(lookup->walk.length + 1, 1);
		if (!first->text)
			return sp_no_memory(err, "a key");
		memcpy(first->text, lookup->walk.key, lookup->walk.length);
		first->length = lookup->walk.length;
	}
	*key = (struct sp_span){ first->text, first->length };
	return SP_OK;
}

/* The last frame of the directory that begins below a key, or the first. */
static enum sp_status
directory_of_key(struct links_lookup *lookup, struct sp_span key,
		 uint64_t *frame, struct sp_error *err)
{
	uint64_t low = 0, high = data_frames(&lookup->directory);

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;
		struct sp_span first = { NULL, 0 };

		if (first_key(lookup, middle, &first, err))
			return err->status;
		if (sp_span_compare(first, key) < 0)
			low = middle;
		else
			high = middle;
	}
	*frame = low;
	return SP_OK;
}

/* The last frame of keys that begins below a key, or the first of all. */
static enum sp_status
frame_of_key(struct links_lookup *lookup, struct sp_span key, uint64_t *frame,
	     struct sp_error *err)
{
	const struct sp_pick_section *directory = &lookup->directory;
	uint64_t at = 0;
	bool more = true;

	*frame = 0;
	if (directory_of_key(lookup, key, &at, err) ||
	    walk_keys(lookup, directory, at, err))
		return err->status;
	for (;;) {
		if (walk_next(lookup, directory, at, &more, err))
			return err->status;
		if (!more || sp_span_compare(sp_link_walk_key(&lookup->walk),
					     key) >= 0)
			return SP_OK;
		*frame = lookup->walk.page;
	}
}

/* ---- names ------------------------------------------------------------ */

/* A page that a name may mean, by its key. */
struct candidate {
	uint32_t page, asked;
};

struct candidates {
	struct candidate *array;
	uint64_t count, capacity;
};

static enum sp_status
add_candidate(struct candidates *list, uint64_t page, uint32_t asked,
	      struct sp_error *err)
{
	if (!sp_grow(&list->array, &list->capacity, list->count + 1))
		return sp_no_memory(err, "the pages");
	list->array[list->count++] = (struct candidate){ (uint32_t)page,
							 asked };
	return SP_OK;
}

/* Adds those of a frame; sets *done where keys are beyond that of the name. */
static enum sp_status
candidates_in_frame(struct links_lookup *lookup, uint64_t frame,
		    const struct sp_naming *naming, uint32_t asked,
		    struct candidates *list, bool *done, struct sp_error *err)
{
	bool whole = naming->kind == SP_NAMING_PAGE, more = true;

	if (walk_keys(lookup, &lookup->keys, frame, err))
		return err->status;
	for (;;) {
		struct sp_span key;

		if (walk_next(lookup, &lookup->keys, frame, &more, err))
			return err->status;
		if (!more)
			return SP_OK;
		key = sp_link_walk_key(&lookup->walk);
		if (sp_span_compare(key, naming->key) < 0)
			continue;
		*done = whole ? !sp_span_equal(key, naming->key) :
				!sp_span_begins(key, naming->key);
		if (*done)
			return SP_OK;
		if (add_candidate(list, lookup->walk.page, asked, err))
			return err->status;
	}
}

/* Adds the pages whose keys begin like that of a name, or are the same. */
static enum sp_status
add_candidates(struct links_lookup *lookup, const struct asked *asked,
	       uint32_t number, struct candidates *list, struct sp_error *err)
{
	uint64_t frame, frames = data_frames(&lookup->keys);
	bool done = !frames;

	if (done)
		return SP_OK;
	if (frame_of_key(lookup, asked->naming.key, &frame, err))
		return err->status;
	for (; frame < frames && !done; frame++)
		if (candidates_in_frame(lookup, frame, &asked->naming, number,
					list, &done, err))
			return err->status;
	return SP_OK;
}

static int
compare_asked(const void *a, const void *b, void *context)
{
	const struct asked *array = context;

	return sp_span_compare(array[*(const uint32_t *)a].naming.key,
			       array[*(const uint32_t *)b].naming.key);
}

/* In the order of the keys, so that no frame of keys is read twice. */
static enum sp_status
collect_candidates(struct links_lookup *lookup, struct asked_list *names,
		   struct candidates *list, struct sp_error *err)
{
	uint32_t *order = sp_alloc(names->count, sizeof(*order));
	enum sp_status status = SP_OK;

	if (!order)
		return sp_no_memory(err, "the names");
	for (uint64_t i = 0; i < names->count; i++)
		order[i] = (uint32_t)i;
	if (names->count > 1)
		qsort_r(order, names->count, sizeof(*order), compare_asked,
			names->array);
	for (uint64_t i = 0; !status && i < names->count; i++)
		status = add_candidates(lookup, &names->array[order[i]],
					order[i], list, err);
	free(order);
	return status;
}

/*
 * Of those pages, the ones that are meant, by their names: in the order of the
 * pages, so that no frame of names is read twice.
 *
 * A host that is the name of a page, in a graph of hosts, has the key of a URL
 * of this host: so one range of keys has both.
 */
static enum sp_status
lookup_find(void *self, struct asked_list *names, struct sp_error *err)
{
	struct links_lookup *lookup = self;
	struct candidates list = { .array = NULL };
	enum sp_status status = collect_candidates(lookup, names, &list, err);
	struct sp_named named;
	struct sp_span name;

	if (list.count > 1)
		qsort(list.array, list.count, sizeof(*list.array),
		      sp_compare_u32_pair);
	for (uint64_t i = 0; !status && i < list.count; i++) {
		struct asked *asked = &names->array[list.array[i].asked];
		uint32_t page = list.array[i].page;
		enum sp_match_rank rank;

		status = sp_pick_string(lookup->index, &lookup->names, page,
					&name, err);
		if (!status)
			status = sp_namer_look(lookup->namer, name, &named,
					       err);
		if (status)
			break;
		rank = sp_naming_rank(&asked->naming, &named);
		if (rank != SP_RANK_NONE)
			status = asked_note(asked, page, rank, err);
	}
	free(list.array);
	return status;
}

/* The pages around a key: those before it in a ring, then those after it. */
struct lookup_near {
	uint32_t before[LINKS_NEAR], after[LINKS_NEAR];
	uint64_t before_count, after_count;
};

static enum sp_status
near_in_frame(struct links_lookup *lookup, uint64_t frame, struct sp_span key,
	      struct lookup_near *near, struct sp_error *err)
{
	bool more = true;

	if (walk_keys(lookup, &lookup->keys, frame, err))
		return err->status;
	while (near->after_count < LINKS_NEAR) {
		uint32_t page;

		if (walk_next(lookup, &lookup->keys, frame, &more, err))
			return err->status;
		if (!more)
			return SP_OK;
		page = (uint32_t)lookup->walk.page;
		if (sp_span_compare(sp_link_walk_key(&lookup->walk), key) < 0)
			near->before[near->before_count++ % LINKS_NEAR] = page;
		else
			near->after[near->after_count++] = page;
	}
	return SP_OK;
}

static enum sp_status
lookup_near_tell(struct links_lookup *lookup, const struct lookup_near *near,
		 links_take_near *take, void *context, struct sp_error *err)
{
	uint64_t before = near->before_count;
	struct sp_span name;

	for (uint64_t i = 0; i < LINKS_NEAR && i < before; i++)
		if (sp_pick_string(lookup->index, &lookup->names,
				   near->before[(before - 1 - i) % LINKS_NEAR],
				   &name, err) ||
		    take(context, name, err))
			return err->status;
	for (uint64_t i = 0; i < near->after_count; i++)
		if (sp_pick_string(lookup->index, &lookup->names,
				   near->after[i], &name, err) ||
		    take(context, name, err))
			return err->status;
	return SP_OK;
}

/*
 * In the order of the pages, as without an index: a slip at the front of a name
 * is found, too.
 */
static enum sp_status
lookup_all_near(struct links_lookup *lookup, links_take_near *take,
		void *context, struct sp_error *err)
{
	uint64_t count = sp_pick_items(lookup->index, &lookup->names);
	struct sp_span name;

	for (uint64_t page = 0; page < count; page++)
		if (sp_pick_string(lookup->index, &lookup->names, page, &name,
				   err) ||
		    take(context, name, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
lookup_find_near(void *self, struct sp_span key, links_take_near *take,
		 void *context, struct sp_error *err)
{
	struct links_lookup *lookup = self;
	struct lookup_near near = { .before_count = 0 };
	uint64_t frames = data_frames(&lookup->keys), frame, enough = 0;

	if (sp_pick_items(lookup->index, &lookup->names) <= LINKS_NEAR_ALL)
		return lookup_all_near(lookup, take, context, err);
	if (!frames)
		return SP_OK;
	if (frame_of_key(lookup, key, &frame, err))
		return err->status;
	/* Enough frames before it for the names before the key. */
	while (frame && enough < LINKS_NEAR)
		enough += sp_indexed_entry(
			sp_pick_indexed(lookup->index),
			lookup->keys.head + 1 + --frame)->count;
	for (; frame < frames && near.after_count < LINKS_NEAR; frame++)
		if (near_in_frame(lookup, frame, key, &near, err))
			return err->status;
	return lookup_near_tell(lookup, &near, take, context, err);
}

static enum sp_status
lookup_names(void *self, const uint32_t *pages, uint64_t count,
	     links_take_name *take, void *context, struct sp_error *err)
{
	struct links_lookup *lookup = self;
	struct sp_span name;

	for (uint64_t i = 0; i < count; i++)
		if (sp_pick_string(lookup->index, &lookup->names, pages[i],
				   &name, err) ||
		    take(context, i, name, err))
			return err->status;
	return SP_OK;
}

/* ---- links and scores ------------------------------------------------- */

static enum sp_status
lookup_rows(void *self, enum links_way way, const uint32_t *pages,
	    uint64_t count, links_take_row *take, void *context,
	    struct sp_error *err)
{
	const struct links_lookup *lookup = self;
	struct sp_pick_graph *graph = way == LINKS_IN ? lookup->in :
							lookup->out;
	const uint32_t *others;
	uint32_t links;

	for (uint64_t i = 0; i < count; i++)
		if (sp_pick_row(graph, pages[i], &others, &links, err) ||
		    take(context, pages[i], others, links, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
lookup_scores(void *self, const uint32_t *pages, uint64_t count,
	      double *values, struct sp_error *err)
{
	struct links_lookup *lookup = self;

	for (uint64_t i = 0; i < count; i++)
		if (sp_pick_score(lookup->graph, &lookup->score, pages[i],
				  &values[i], err))
			return err->status;
	return SP_OK;
}

/* ---- the whole --------------------------------------------------------- */

static void
lookup_report(struct links_source *source, struct cmd *cmd)
{
	const struct links_lookup *lookup = source->self;

	cmd_count(cmd, "frames_read", sp_pick_count(lookup->graph) +
				      sp_pick_count(lookup->index));
	cmd_count(cmd, "frames",
		  sp_indexed_frames(sp_pick_indexed(lookup->graph)) +
		  sp_indexed_frames(sp_pick_indexed(lookup->index)));
}

static void
lookup_free(struct links_source *source)
{
	struct links_lookup *lookup = source->self;
	uint64_t firsts = lookup->firsts ? data_frames(&lookup->directory) : 0;

	for (uint64_t i = 0; i < firsts; i++)
		free(lookup->firsts[i].text);
	free(lookup->firsts);
	sp_namer_free(lookup->namer);
	sp_pick_graph_free(lookup->in);
	sp_pick_graph_free(lookup->out);
	sp_pick_graph_free(lookup->graph_out);
	sp_pick_close(lookup->index);
	sp_pick_close(lookup->graph);
	free(lookup);
}

enum sp_status
links_lookup_open(struct graphlinks *job, const char *path)
{
	struct links_lookup *lookup = sp_alloc_zero(1, sizeof(*lookup));

	if (!lookup)
		return sp_no_memory(&job->cmd->err, "the index");
	job->source = (struct links_source){
		.self = lookup, .free = lookup_free,
		.report = lookup_report,
		.find = lookup_find, .near = lookup_find_near,
		.rows = lookup_rows, .names = lookup_names,
		.scores = lookup_scores, .quick_in = true
	};
	if (lookup_open(job, lookup, path))
		return job->cmd->err.status;
	job->source.pages = sp_pick_basis(lookup->out)->graph.pages;
	job->source.near_all = job->source.pages <= LINKS_NEAR_ALL;
	job->source.named = lookup->named;
	cmd_count(job->cmd, "pages", job->source.pages);
	cmd_count(job->cmd, "links", sp_pick_basis(lookup->out)->graph.links);
	return SP_OK;
}
