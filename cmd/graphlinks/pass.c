/* SPDX-License-Identifier: MIT */
/*
 * A graph from a file or a pipe, read once and held: names and links.
 *
 *	names     all are compared with what was asked for (web/page/naming.h)
 *	links to  a pass over all links, which looks for the pages
 *	links of  random access, by an index that is made when it is needed
 *
 * So any number of names takes one pass over the names and one over the links.
 */
#include "graphlinks.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"

#include <stdlib.h>

struct links_pass {
	struct cmd *cmd;
	struct sp_contents contents;
	const struct sp_graph *graph;
	const struct sp_names *names;
	const struct sp_score *score;
	struct sp_index *index;        /* when it was needed */
	struct sp_accessor *accessor;
};

/* ---- names ------------------------------------------------------------ */

struct pass_finding {
	struct asked_list *list;
	uint32_t page;
};

static enum sp_status
pass_note(void *context, uint64_t place, enum sp_match_rank rank,
	  struct sp_error *err)
{
	struct pass_finding *finding = context;

	return asked_note(&finding->list->array[place], finding->page, rank,
			  err);
}

/* Namings that are in one array, as sp_namings_new() wants them. */
static struct sp_naming *
copy_namings(const struct asked_list *list)
{
	struct sp_naming *array = sp_alloc(list->count, sizeof(*array));

	for (uint64_t i = 0; array && i < list->count; i++)
		array[i] = list->array[i].naming;
	return array;
}

static enum sp_status
pass_look(const struct links_pass *pass, const struct sp_namings *namings,
	  struct sp_namer *namer, struct asked_list *list,
	  struct sp_error *err)
{
	struct pass_finding finding = { .list = list };
	struct sp_named named;

	for (uint64_t page = 0; page < pass->names->count; page++) {
		finding.page = (uint32_t)page;
		if (sp_namer_look(namer, sp_names_span(pass->names, page),
				  &named, err) ||
		    sp_namings_find(namings, &named, pass_note, &finding, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
pass_find(void *self, struct asked_list *list, struct sp_error *err)
{
	struct links_pass *pass = self;
	struct sp_naming *array = copy_namings(list);
	struct sp_namings *namings = NULL;
	struct sp_namer *namer = NULL;
	enum sp_status status = array ? SP_OK : sp_no_memory(err, "names");

	if (!status)
		status = sp_namings_new(array, list->count, &namings, err);
	if (!status)
		status = sp_namer_new(&namer, err);
	if (!status)
		status = pass_look(pass, namings, namer, list, err);
	sp_namings_free(namings);
	sp_namer_free(namer);
	free(array);
	return status;
}

/* One more pass over the names costs little: no key is needed. */
static enum sp_status
pass_near(void *self, struct sp_span key, links_take_near *take, void *context,
	  struct sp_error *err)
{
	const struct links_pass *pass = self;
	struct sp_name_room room;
	enum sp_status status = SP_OK;

	(void)key;
	for (uint64_t page = 0; !status && page < pass->names->count; page++)
		status = take(context,
			      sp_names_read(pass->names, page, &room), err);
	return status;
}

static enum sp_status
links_pass_names(void *self, const uint32_t *pages, uint64_t count,
	   links_take_name *take, void *context, struct sp_error *err)
{
	struct links_pass *pass = self;

	for (uint64_t i = 0; i < count; i++)
		if (take(context, i, sp_names_span(pass->names, pages[i]), err))
			return err->status;
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

struct pass_walk {
	const uint64_t *wanted;
	links_take_row *take;
	void *context;
};

static enum sp_status
walk_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const struct pass_walk *walk = context;
	uint32_t page = (uint32_t)row->page;

	for (uint64_t i = 0; i < row->count; i++)
		if (sp_bit_test(walk->wanted, row->successors[i]) &&
		    walk->take(walk->context, row->successors[i], &page, 1,
			       err))
			return err->status;
	return SP_OK;
}

static enum sp_status
pass_rows_in(struct links_pass *pass, const uint32_t *pages, uint64_t count,
	     links_take_row *take, void *context, struct sp_error *err)
{
	uint64_t *wanted = sp_bitset_new(sp_graph_pages(pass->graph));
	struct pass_walk walk = { wanted, take, context };
	struct sp_row_sink rows = { .context = &walk, .row = walk_row };
	struct progress progress;
	enum sp_status status;

	if (!wanted)
		return sp_no_memory(err, "the pages");
	for (uint64_t i = 0; i < count; i++)
		sp_bit_set(wanted, pages[i]);
	progress_begin(&progress, pass->cmd, "page");
	status = sp_graph_walk(pass->graph, NULL, &progress.teller, &rows,
			       err);
	progress_end(&progress);
	free(wanted);
	return status;
}

static enum sp_status
pass_rows_out(struct links_pass *pass, const uint32_t *pages, uint64_t count,
	      links_take_row *take, void *context, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t links;

	if (!pass->index && sp_index_new(pass->graph, pass->cmd->threads,
					 &pass->index, err))
		return err->status;
	if (!pass->accessor)
		pass->accessor = sp_accessor_new(pass->index);
	if (!pass->accessor)
		return sp_no_memory(err, "the links");
	for (uint64_t i = 0; i < count; i++)
		if (sp_accessor_page(pass->accessor, pages[i], &successors,
				     &links, err) ||
		    take(context, pages[i], successors, links, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
links_pass_rows(void *self, enum links_way way, const uint32_t *pages,
	  uint64_t count, links_take_row *take, void *context,
	  struct sp_error *err)
{
	return (way == LINKS_IN ? pass_rows_in : pass_rows_out)(
		self, pages, count, take, context, err);
}

static enum sp_status
pass_scores(void *self, const uint32_t *pages, uint64_t count, double *values,
	    struct sp_error *err)
{
	const struct links_pass *pass = self;

	(void)err;
	for (uint64_t i = 0; i < count; i++)
		values[i] = pass->score->values[pages[i]];
	return SP_OK;
}

/* ---- the whole -------------------------------------------------------- */

static void
pass_free(struct links_source *source)
{
	struct links_pass *pass = source->self;

	sp_accessor_free(pass->accessor);
	sp_index_free(pass->index);
	sp_contents_free(&pass->contents);
	free(pass);
}

static enum sp_status
pass_load(struct links_pass *pass, const char *score)
{
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES |
			(score ? SP_SECTION_SCORES : 0u)
	};
	struct sp_contents *contents = &pass->contents;

	if (cmd_load_graph(pass->cmd, &load, contents))
		return pass->cmd->err.status;
	pass->graph = sp_contents_graph(contents);
	pass->names = sp_contents_names(contents);
	if (score && cmd_find_score(pass->cmd, contents, score, &pass->score))
		return pass->cmd->err.status;
	/* Nobody else may read all links, and look at their checksum. */
	return sp_graph_verify(pass->graph, pass->cmd->threads,
			       &pass->cmd->err);
}

enum sp_status
links_pass_open(struct graphlinks *job)
{
	struct links_pass *pass = sp_alloc_zero(1, sizeof(*pass));

	if (!pass)
		return sp_no_memory(&job->cmd->err, "the graph");
	pass->cmd = job->cmd;
	job->source.self = pass;
	job->source.free = pass_free;
	if (pass_load(pass, job->options.score))
		return job->cmd->err.status;
	job->source = (struct links_source){
		.pages = sp_graph_pages(pass->graph),
		.named = pass->names, .self = pass, .free = pass_free,
		.find = pass_find, .near = pass_near, .near_all = true,
		.rows = links_pass_rows,
		.names = links_pass_names, .scores = pass_scores
	};
	return SP_OK;
}
