/* SPDX-License-Identifier: MIT */
/*
 * A shortest chain of links from one name to another.
 *
 * Pages are searched breadth-first from both ends, level by level, until a
 * level from the one end meets the last level from the other:
 *
 *	from A   levels[0] is A, levels[1] where its links lead, ...
 *	to B     levels[0] is B, levels[1] what links to it, ...
 *
 * The smaller level grows next, if links to pages are as cheap to find as
 * links of pages; else only the levels from A do.  Where they meet does not
 * matter: of all shortest chains, that of the smallest page at each step is
 * printed.  For that, the levels from A are cut down to the pages that are on
 * some shortest chain, from the place where they meet back to A.
 */
#include "graphlinks.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"
#include "cli/table.h"

#include <stdlib.h>

struct level {
	uint32_t *pages; /* ascending */
	uint64_t count, capacity;
};

/* The levels from one end. */
struct search {
	enum links_way way;
	uint64_t *seen;
	struct level *levels;
	uint64_t count, capacity;
};

struct path {
	struct graphlinks *job;
	struct search ends[2];   /* from A, to B */
	struct level chain;      /* the pages, A first */
};

static struct level *
last_level(const struct search *search)
{
	return &search->levels[search->count - 1];
}

static void
path_search_free(struct search *search)
{
	for (uint64_t i = 0; i < search->count; i++)
		free(search->levels[i].pages);
	free(search->levels);
	free(search->seen);
}

static bool
level_has(const struct level *level, uint32_t page)
{
	return level->count &&
	       bsearch(&page, level->pages, level->count,
		       sizeof(*level->pages), sp_compare_u32);
}

static enum sp_status
level_add(struct level *level, uint32_t page, struct sp_error *err)
{
	if (!sp_grow(&level->pages, &level->capacity, level->count + 1))
		return sp_no_memory(err, "the search");
	level->pages[level->count++] = page;
	return SP_OK;
}

static enum sp_status
path_rows(const struct path *path, enum links_way way,
	  const struct level *level, links_take_row *take, void *context)
{
	const struct links_source *source = &path->job->source;

	return source->rows(source->self, way, level->pages, level->count,
			    take, context, &path->job->cmd->err);
}

/* ---- searching -------------------------------------------------------- */

static enum sp_status
search_new_level(struct search *search, struct sp_error *err)
{
	if (!sp_grow(&search->levels, &search->capacity, search->count + 1))
		return sp_no_memory(err, "the search");
	search->levels[search->count++] = (struct level){ .pages = NULL };
	return SP_OK;
}

static enum sp_status
path_search_begin(struct path *path, struct search *search,
	     const struct asked *asked)
{
	struct sp_error *err = &path->job->cmd->err;

	search->seen = sp_bitset_new(path->job->source.pages);
	if (!search->seen)
		return sp_no_memory(err, "the search");
	if (search_new_level(search, err))
		return err->status;
	for (uint64_t i = 0; i < asked->count; i++) {
		sp_bit_set(search->seen, asked->pages[i]);
		if (level_add(last_level(search), asked->pages[i], err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
search_take(void *context, uint32_t page, const uint32_t *others,
	    uint32_t count, struct sp_error *err)
{
	struct search *search = context;

	(void)page;
	for (uint32_t i = 0; i < count; i++)
		if (!sp_bit_test_and_set(search->seen, others[i]) &&
		    level_add(last_level(search), others[i], err))
			return err->status;
	return SP_OK;
}

static enum sp_status
search_grow(const struct path *path, struct search *search)
{
	struct sp_error *err = &path->job->cmd->err;
	struct level from = *last_level(search), *to;

	if (search_new_level(search, err) ||
	    path_rows(path, search->way, &from, search_take, search))
		return err->status;
	to = last_level(search);
	if (to->count > 1)
		qsort(to->pages, to->count, sizeof(*to->pages),
		      sp_compare_u32);
	return SP_OK;
}

static bool
ends_meet(const struct path *path)
{
	const struct level *a = last_level(&path->ends[0]);
	const struct level *b = last_level(&path->ends[1]);

	for (uint64_t i = 0; i < a->count; i++)
		if (sp_bit_test(path->ends[1].seen, a->pages[i]) &&
		    level_has(b, a->pages[i]))
			return true;
	return false;
}

/* Sets *found; false if no chain leads from A to B. */
static enum sp_status
path_search(struct path *path, bool *found)
{
	struct search *from = &path->ends[0], *to = &path->ends[1];

	*found = false;
	while (last_level(from)->count && last_level(to)->count) {
		bool back = path->job->source.quick_in &&
			    last_level(to)->count < last_level(from)->count;

		*found = ends_meet(path);
		if (*found)
			return SP_OK;
		if (search_grow(path, back ? to : from))
			return path->job->cmd->err.status;
	}
	return SP_OK;
}

/* ---- the chain -------------------------------------------------------- */

/* Cuts a level down to the pages that are in the set, too. */
static void
level_keep(struct level *level, const struct level *set)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < level->count; i++)
		if (level_has(set, level->pages[i]))
			level->pages[count++] = level->pages[i];
	level->count = count;
}

/* Pages of which a link leads to the next level. */
struct leading {
	const struct level *next;
	struct level pages;
};

static enum sp_status
leading_take(void *context, uint32_t page, const uint32_t *others,
	     uint32_t count, struct sp_error *err)
{
	struct leading *leading = context;

	for (uint32_t i = 0; i < count; i++)
		if (level_has(leading->next, others[i]))
			return level_add(&leading->pages, page, err);
	return SP_OK;
}

/* The next page of the chain: the smallest that is on the level. */
static enum sp_status
chain_take(void *context, uint32_t page, const uint32_t *others,
	   uint32_t count, struct sp_error *err)
{
	struct leading *leading = context;

	(void)page;
	for (uint32_t i = 0; i < count; i++)
		if (level_has(leading->next, others[i]))
			return level_add(&leading->pages, others[i], err);
	return SP_OK;
}

static enum sp_status
cut_levels(struct path *path)
{
	struct search *from = &path->ends[0];
	enum sp_status status = SP_OK;

	level_keep(last_level(from), last_level(&path->ends[1]));
	for (uint64_t i = from->count - 1; !status && i-- > 0;) {
		struct leading leading = { .next = &from->levels[i + 1] };

		status = path_rows(path, LINKS_OUT, &from->levels[i],
				   leading_take, &leading);
		free(from->levels[i].pages);
		from->levels[i] = leading.pages;
	}
	return status;
}

/*
 * Links to pages, which the search has followed, are those of the index; the
 * chain follows those of the graph.  An index with right checksums may still
 * have others.
 */
static enum sp_status
path_broken(const struct path *path)
{
	return sp_fail(&path->job->cmd->err, SP_DATA, "the index has links "
		       "that the graph has not (graphlinks --index makes it "
		       "again; --no-index goes without)");
}

/* From A, over the levels from A, then over those to B. */
static enum sp_status
path_chain(struct path *path)
{
	const struct search *from = &path->ends[0], *to = &path->ends[1];
	struct sp_error *err = &path->job->cmd->err;
	uint64_t steps = from->count + to->count - 2;

	if (cut_levels(path))
		return err->status;
	if (!from->levels[0].count)
		return path_broken(path);
	if (level_add(&path->chain, from->levels[0].pages[0], err))
		return err->status;
	for (uint64_t i = 1; i <= steps; i++) {
		struct level at = {
			.pages = &path->chain.pages[path->chain.count - 1],
			.count = 1
		};
		struct leading leading = {
			.next = i < from->count ? &from->levels[i] :
						  &to->levels[steps - i]
		};
		enum sp_status status = path_rows(path, LINKS_OUT, &at,
						  chain_take, &leading);

		if (!status)
			status = leading.pages.count ?
				 level_add(&path->chain,
					   leading.pages.pages[0], err) :
				 path_broken(path);
		free(leading.pages.pages);
		if (status)
			return status;
	}
	return SP_OK;
}

/* ---- printing --------------------------------------------------------- */

struct path_print {
	struct sp_names names;   /* by the order of pages */
	double *scores;
	struct level sorted;
};

static enum sp_status
path_take_name(void *context, uint64_t i, struct sp_span name,
	       struct sp_error *err)
{
	struct path_print *print = context;

	(void)i;
	return sp_names_add(&print->names, name.text, name.length, err);
}

static enum sp_status
path_fetch(const struct path *path, struct path_print *print)
{
	const struct links_source *source = &path->job->source;
	const struct level *chain = &path->chain;
	struct sp_error *err = &path->job->cmd->err;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < chain->count; i++)
		if (level_add(&print->sorted, chain->pages[i], err))
			return err->status;
	if (chain->count > 1)
		qsort(print->sorted.pages, chain->count,
		      sizeof(*chain->pages), sp_compare_u32);
	if (source->named)
		status = source->names(source->self, print->sorted.pages,
				       chain->count, path_take_name, print,
				       err);
	print->scores = sp_alloc(chain->count, sizeof(*print->scores));
	if (!status && !print->scores)
		status = sp_no_memory(err, "the scores");
	if (!status && path->job->options.score)
		status = source->scores(source->self, print->sorted.pages,
					chain->count, print->scores, err);
	return status;
}

static void
path_rows_print(const struct path *path, const struct path_print *print,
		struct table *table)
{
	for (uint64_t i = 0; i < path->chain.count; i++) {
		uint32_t page = path->chain.pages[i];
		const uint32_t *found = bsearch(&page, print->sorted.pages,
						print->sorted.count,
						sizeof(page), sp_compare_u32);
		uint64_t place = (uint64_t)(found - print->sorted.pages);

		TABLE_UINTS(table, i, page);
		table_name_of(table, &print->names, place);
		if (path->job->options.score)
			table_double(table, print->scores[place]);
	}
}

static enum sp_status
path_print(const struct path *path)
{
	struct graphlinks *job = path->job;
	const char *const columns[] = { "step", "node", "url",
					job->options.score ? "score" : NULL,
					NULL };
	struct path_print print = { .scores = NULL };
	enum sp_status status = path_fetch(path, &print);
	struct table table;

	if (!status) {
		table_begin(&table, job->output, columns, job->options.json,
			    &job->cmd->err);
		path_rows_print(path, &print, &table);
		cmd_count(job->cmd, "rows", path->chain.count);
		status = table_end(&table);
	}
	sp_names_free(&print.names);
	free(print.scores);
	free(print.sorted.pages);
	return status;
}

/* No chain is an answer, too: a table without rows, and a warning. */
static enum sp_status
path_answer(struct path *path)
{
	const struct asked *asked = path->job->asked.array;
	struct cmd *cmd = path->job->cmd;
	bool found;

	for (int i = 0; i < 2; i++)
		if (path_search_begin(path, &path->ends[i], &asked[i]))
			return cmd->err.status;
	if (path_search(path, &found) || (found && path_chain(path)))
		return cmd->err.status;
	if (!found)
		cmd_warn(cmd, "no chain of links leads from the first name to "
			 "the second");
	return path_print(path);
}

enum sp_status
links_path(struct graphlinks *job)
{
	struct path path = { .job = job };
	enum sp_status status;

	if (job->asked.count != 2 || job->asked.unknown)
		return sp_fail(&job->cmd->err,
			       job->asked.count == 2 ? SP_DATA : SP_USAGE,
			       job->asked.count == 2 ?
			       "option --path: one of the two names is not in "
			       "the graph" :
			       "option --path needs two different names");
	path.ends[0].way = LINKS_OUT;
	path.ends[1].way = LINKS_IN;
	status = path_answer(&path);
	path_search_free(&path.ends[0]);
	path_search_free(&path.ends[1]);
	free(path.chain.pages);
	return status;
}
