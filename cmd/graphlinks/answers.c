/* SPDX-License-Identifier: MIT */
/*
 * The links of all names that were asked for.
 *
 *	members    which names mean a page, by pages
 *	answers    a page that is linked with a name, and by how many links
 *
 * The source gives the links of the members in any order.  They are sorted by
 * name and page, and equal ones joined; then either pages are counted over the
 * names (--common), or folded by their hosts (--hosts).  What is left is put in
 * the order in which it is printed, and cut (--limit), before the names of
 * pages are fetched: those that are not printed are not needed.
 */
#include "graphlinks.h"

#include "base/compare.h"
#include "base/memory.h"
#include "cli/table.h"
#include "graph/hosts.h"

#include <stdlib.h>

struct member {
	uint32_t page, asked;
};

struct answer {
	uint32_t asked;          /* first: sorted by it, then by page */
	uint32_t page;           /* or, with --hosts, host */
	uint64_t many;           /* --common: names; --hosts: pages; else 0 */
	uint64_t links;
	double score;
};

struct answer_list {
	struct answer *array;
	uint64_t count, capacity;
};

/* Pages that ascend, each once. */
struct page_set {
	uint32_t *pages;
	uint64_t count;
};

struct answering {
	struct graphlinks *job;
	struct member *members;
	uint64_t member_count;
	struct page_set of_members;
	struct answer_list lists[LINKS_WAYS];
	enum links_way way;      /* that is collected */
	struct page_set shown;   /* pages whose names are known ... */
	struct sp_names names;   /* ... or, with --hosts, the hosts */
	uint32_t *host_of;       /* each of the shown, with --hosts */
};

static void
answering_free(struct answering *work)
{
	free(work->members);
	free(work->of_members.pages);
	for (int way = 0; way < LINKS_WAYS; way++)
		free(work->lists[way].array);
	free(work->shown.pages);
	free(work->host_of);
	sp_names_free(&work->names);
}

/* ---- members ---------------------------------------------------------- */

static enum sp_status
collect_members(struct answering *work)
{
	const struct asked_list *list = &work->job->asked;
	struct page_set *set = &work->of_members;
	uint64_t count = 0;

	for (uint64_t i = 0; i < list->count; i++)
		count += list->array[i].count;
	work->members = sp_alloc(count, sizeof(*work->members));
	set->pages = sp_alloc(count, sizeof(*set->pages));
	if (!work->members || !set->pages)
		return sp_no_memory(&work->job->cmd->err, "the pages");
	for (uint64_t i = 0; i < list->count; i++)
		for (uint64_t j = 0; j < list->array[i].count; j++)
			work->members[work->member_count++] = (struct member){
				list->array[i].pages[j], (uint32_t)i
			};
	if (count)
		qsort(work->members, count, sizeof(*work->members),
		      sp_compare_u32_pair);
	for (uint64_t i = 0; i < count; i++)
		if (!i || work->members[i].page != work->members[i - 1].page)
			set->pages[set->count++] = work->members[i].page;
	return SP_OK;
}

/* The first member of this page, or above. */
static uint64_t
first_member(const struct answering *work, uint32_t page)
{
	return sp_first_not_below((const uint32_t *)work->members,
				  sizeof(*work->members), work->member_count,
				  page);
}

/* ---- collecting ------------------------------------------------------- */

static enum sp_status
add_answer(struct answer_list *list, uint32_t asked, uint32_t page,
	   struct sp_error *err)
{
	struct answer *last = list->count ? &list->array[list->count - 1] :
					    NULL;

	if (last && last->asked == asked && last->page == page) {
		last->links++;
		return SP_OK;
	}
	if (!sp_grow(&list->array, &list->capacity, list->count + 1))
		return sp_no_memory(err, "the links");
	list->array[list->count++] = (struct answer){ .asked = asked,
						      .page = page,
						      .links = 1 };
	return SP_OK;
}

/* Is it one of the pages that the name means? */
static bool
is_own_page(const struct answering *work, uint32_t asked, uint32_t page)
{
	const struct asked *name = &work->job->asked.array[asked];

	return bsearch(&page, name->pages, name->count, sizeof(*name->pages),
		       sp_compare_u32);
}

static enum sp_status
take_answers(void *context, uint32_t page, const uint32_t *others,
	   uint32_t count, struct sp_error *err)
{
	struct answering *work = context;
	bool drop = work->job->options.drop_inside;
	uint64_t i = first_member(work, page);

	for (; i < work->member_count && work->members[i].page == page; i++)
		for (uint32_t j = 0; j < count; j++) {
			uint32_t asked = work->members[i].asked;

			if (drop && is_own_page(work, asked, others[j]))
				continue;
			if (add_answer(&work->lists[work->way], asked,
				       others[j], err))
				return err->status;
		}
	return SP_OK;
}

static int
compare_answer_pages(const void *a, const void *b)
{
	const struct answer *one = a, *two = b;

	if (one->page != two->page)
		return one->page < two->page ? -1 : 1;
	return (one->asked > two->asked) - (one->asked < two->asked);
}

static void
sort_answers(struct answer_list *list,
	     int (*compare)(const void *a, const void *b))
{
	if (list->count > 1)
		qsort(list->array, list->count, sizeof(*list->array), compare);
}

/* Joins neighbours of the same name and page. */
static void
join_answers(struct answer_list *list)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < list->count; i++) {
		const struct answer *from = &list->array[i];
		struct answer *to = count ? &list->array[count - 1] : NULL;

		if (to && to->asked == from->asked && to->page == from->page) {
			to->links += from->links;
			to->many += from->many;
			to->score += from->score;
		} else {
			list->array[count++] = *from;
		}
	}
	list->count = count;
}

static enum sp_status
collect_answers(struct answering *work, enum links_way way)
{
	const struct links_source *source = &work->job->source;
	struct answer_list *list = &work->lists[way];
	enum sp_status status;

	work->way = way;
	status = source->rows(source->self, way, work->of_members.pages,
			      work->of_members.count, take_answers, work,
			      &work->job->cmd->err);
	sort_answers(list, sp_compare_u32_pair);
	join_answers(list);
	return status;
}

/* ---- over all names --------------------------------------------------- */

/* Keeps the pages that are linked with enough names, once each. */
static void
keep_common(struct answer_list *list, uint64_t least)
{
	uint64_t count = 0;

	sort_answers(list, compare_answer_pages);
	for (uint64_t i = 0; i < list->count;) {
		struct answer all = { .page = list->array[i].page };
		const struct answer *one = &list->array[i];

		for (; i < list->count && one->page == all.page; i++, one++) {
			all.many++;
			all.links += one->links;
		}
		if (all.many >= least)
			list->array[count++] = all;
	}
	list->count = count;
}

/* ---- the pages of answers --------------------------------------------- */

/* Sets work->shown to the pages of all answers. */
static enum sp_status
collect_shown(struct answering *work)
{
	struct page_set *set = &work->shown;
	uint64_t count = 0, distinct = 0;

	free(set->pages);
	for (int way = 0; way < LINKS_WAYS; way++)
		count += work->lists[way].count;
	set->pages = sp_alloc(count, sizeof(*set->pages));
	if (!set->pages)
		return sp_no_memory(&work->job->cmd->err, "the pages");
	count = 0;
	for (int way = 0; way < LINKS_WAYS; way++)
		for (uint64_t i = 0; i < work->lists[way].count; i++)
			set->pages[count++] = work->lists[way].array[i].page;
	if (count)
		qsort(set->pages, count, sizeof(*set->pages), sp_compare_u32);
	for (uint64_t i = 0; i < count; i++)
		if (!i || set->pages[i] != set->pages[i - 1])
			set->pages[distinct++] = set->pages[i];
	set->count = distinct;
	return SP_OK;
}

/* The place of a page that is there. */
static uint64_t
place_of(const struct page_set *set, uint32_t page)
{
	const uint32_t *found = bsearch(&page, set->pages, set->count,
					sizeof(*set->pages), sp_compare_u32);

	return (uint64_t)(found - set->pages);
}

static enum sp_status
add_scores(struct answering *work)
{
	const struct links_source *source = &work->job->source;
	struct sp_error *err = &work->job->cmd->err;
	double *values = sp_alloc(work->shown.count, sizeof(*values));
	enum sp_status status = values ?
		source->scores(source->self, work->shown.pages,
			       work->shown.count, values, err) :
		sp_no_memory(err, "the scores");

	for (int way = 0; !status && way < LINKS_WAYS; way++)
		for (uint64_t i = 0; i < work->lists[way].count; i++) {
			struct answer *answer = &work->lists[way].array[i];

			answer->score = values[place_of(&work->shown,
							answer->page)];
		}
	free(values);
	return status;
}

/* ---- hosts ------------------------------------------------------------ */

struct host_taking {
	struct answering *work;
	struct sp_dictionary *hosts;
	char host[SP_NAME_MAX];
};

static enum sp_status
take_host(void *context, uint64_t i, struct sp_span name, struct sp_error *err)
{
	struct host_taking *taking = context;
	uint64_t host;
	bool ascii;
	size_t length = sp_url_host(name.text, name.length, taking->host,
				    &ascii);

	if (sp_dictionary_add(taking->hosts, taking->host, length, &host, err))
		return err->status;
	taking->work->host_of[i] = (uint32_t)host;
	return SP_OK;
}

static enum sp_status
find_hosts(struct answering *work)
{
	const struct links_source *source = &work->job->source;
	struct sp_error *err = &work->job->cmd->err;
	struct host_taking *taking = sp_alloc(1, sizeof(*taking));
	enum sp_status status = SP_OK;

	if (!taking)
		return sp_no_memory(err, "the hosts");
	taking->work = work;
	taking->hosts = sp_dictionary_new(&work->names);
	work->host_of = sp_alloc(work->shown.count, sizeof(*work->host_of));
	if (!taking->hosts || !work->host_of)
		status = sp_no_memory(err, "the hosts");
	if (!status)
		status = source->names(source->self, work->shown.pages,
				       work->shown.count, take_host, taking,
				       err);
	sp_dictionary_free(taking->hosts);
	free(taking);
	return status;
}

/* Answers of pages become those of their hosts, pages in ascending order. */
static enum sp_status
fold_hosts(struct answering *work)
{
	enum sp_status status = find_hosts(work);

	for (int way = 0; !status && way < LINKS_WAYS; way++) {
		struct answer_list *list = &work->lists[way];

		for (uint64_t i = 0; i < list->count; i++) {
			struct answer *answer = &list->array[i];

			answer->page = work->host_of[place_of(&work->shown,
							      answer->page)];
			answer->many = 1;
		}
	}
	return status;
}

/* ---- order ------------------------------------------------------------ */

/* The best first; ties by page, or by the name of the host. */
static int
compare_best(const void *a, const void *b, void *context)
{
	const struct answer *one = a, *two = b;
	const struct answering *work = context;

	if (one->asked != two->asked)
		return one->asked < two->asked ? -1 : 1;
	if (one->score > two->score || one->score < two->score)
		return one->score > two->score ? -1 : 1;
	if (one->many != two->many)
		return one->many > two->many ? -1 : 1;
	if (one->links != two->links)
		return one->links > two->links ? -1 : 1;
	if (work->job->options.hosts)
		return sp_span_compare(sp_names_span(&work->names, one->page),
				       sp_names_span(&work->names,
						     two->page));
	return (one->page > two->page) - (one->page < two->page);
}

static void
order_answers(struct answering *work, struct answer_list *list)
{
	uint64_t most = work->job->options.limit, count = 0, of_name = 0;

	if (list->count > 1)
		qsort_r(list->array, list->count, sizeof(*list->array),
			compare_best, work);
	for (uint64_t i = 0; most && i < list->count; i++) {
		bool fresh = !i || list->array[i].asked !=
					   list->array[i - 1].asked;

		of_name = fresh ? 1 : of_name + 1;
		if (of_name <= most)
			list->array[count++] = list->array[i];
	}
	list->count = most ? count : list->count;
}

/*
 * Sums of scores are added by pages in ascending order: rows of one host are
 * not sorted by a sort that is not stable before they are joined.
 */
static enum sp_status
join_answer_hosts(struct answering *work, struct answer_list *list)
{
	uint64_t hosts = work->names.count, count = 0;
	uint64_t *place_of_host = sp_alloc(hosts, sizeof(*place_of_host));
	uint64_t begin = 0;
	struct graphlinks *job = work->job;

	if (!place_of_host)
		return sp_no_memory(&job->cmd->err, "the hosts");
	for (uint64_t i = 0; i < hosts; i++)
		place_of_host[i] = UINT64_MAX;
	for (uint64_t i = 0; i < list->count; i++) {
		struct answer answer = list->array[i];
		uint64_t *place = &place_of_host[answer.page];

		if (!count || list->array[count - 1].asked != answer.asked)
			begin = count;
		if (*place == UINT64_MAX || *place < begin) {
			*place = count;
			list->array[count++] = answer;
			continue;
		}
		list->array[*place].many++;
		list->array[*place].links += answer.links;
		list->array[*place].score += answer.score;
	}
	list->count = count;
	free(place_of_host);
	for (uint64_t i = 0; i < count; i++)
		if (cmd_check_sum(job->cmd, job->options.score,
				  list->array[i].score))
			return job->cmd->err.status;
	return SP_OK;
}

/* ---- printing --------------------------------------------------------- */

static enum sp_status
take_shown_name(void *context, uint64_t i, struct sp_span name,
		struct sp_error *err)
{
	struct answering *work = context;

	(void)i;
	return sp_names_add(&work->names, name.text, name.length, err);
}

static enum sp_status
fetch_names(struct answering *work)
{
	const struct links_source *source = &work->job->source;

	if (collect_shown(work))
		return work->job->cmd->err.status;
	return source->named ?
		       source->names(source->self, work->shown.pages,
				     work->shown.count, take_shown_name, work,
				     &work->job->cmd->err) : SP_OK;
}

static void
print_answer(const struct answering *work, struct table *table,
	     enum links_way way, const struct answer *answer)
{
	const struct graphlinks_options *options = &work->job->options;
	struct sp_span asked =
		work->job->asked.array[answer->asked].naming.text;
	uint64_t place = answer->page;

	if (!options->common)
		table_span(table, asked);
	table_string(table, way == LINKS_IN ? "in" : "out");
	if (!options->hosts) {
		table_uint(table, answer->page);
		place = place_of(&work->shown, answer->page);
	}
	table_name_of(table, &work->names, place);
	if (options->common || options->hosts)
		table_uint(table, answer->many);
	table_uint(table, answer->links);
	if (options->score)
		table_double(table, answer->score);
}

/* The rows of a name, those of links to it first. */
static void
print_rows(const struct answering *work, struct table *table)
{
	uint64_t at[LINKS_WAYS] = { 0 };

	for (uint64_t asked = 0; asked < work->job->asked.count; asked++)
		for (int way = 0; way < LINKS_WAYS; way++) {
			const struct answer_list *list = &work->lists[way];

			for (; at[way] < list->count &&
			       list->array[at[way]].asked == asked; at[way]++)
				print_answer(work, table, (enum links_way)way,
					     &list->array[at[way]]);
		}
}

static enum sp_status
print_answers(const struct answering *work)
{
	const struct graphlinks_options *options = &work->job->options;
	struct graphlinks *job = work->job;
	const char *columns[8];
	struct table table;
	unsigned count = 0;

	if (!options->common)
		columns[count++] = "name";
	columns[count++] = "way";
	if (!options->hosts)
		columns[count++] = "node";
	columns[count++] = options->hosts ? "host" : "url";
	if (options->common || options->hosts)
		columns[count++] = options->common ? "names" : "pages";
	columns[count++] = "links";
	if (options->score)
		columns[count++] = "score";
	columns[count] = NULL;
	table_begin(&table, job->output, columns, options->json,
		    &job->cmd->err);
	print_rows(work, &table);
	cmd_count(job->cmd, "rows", work->lists[LINKS_IN].count +
				    work->lists[LINKS_OUT].count);
	return table_end(&table);
}

/* ---- all of it -------------------------------------------------------- */

static enum sp_status
work_on_answers(struct answering *work)
{
	const struct graphlinks_options *options = &work->job->options;
	enum sp_status status = SP_OK;

	if (options->common)
		for (int way = 0; way < LINKS_WAYS; way++)
			keep_common(&work->lists[way], options->common);
	if ((options->score || options->hosts) && collect_shown(work))
		return work->job->cmd->err.status;
	if (options->score)
		status = add_scores(work);
	if (!status && options->hosts)
		status = fold_hosts(work);
	for (int way = 0; !status && way < LINKS_WAYS; way++) {
		if (options->hosts)
			status = join_answer_hosts(work, &work->lists[way]);
		order_answers(work, &work->lists[way]);
	}
	if (!status && !options->hosts)
		status = fetch_names(work);
	return status ? status : print_answers(work);
}

enum sp_status
links_answer(struct graphlinks *job)
{
	const struct graphlinks_options *options = &job->options;
	bool out = options->out || options->both;
	bool in = options->in || options->both || !out;
	struct answering work = { .job = job };
	enum sp_status status = collect_members(&work);

	if (!status && in)
		status = collect_answers(&work, LINKS_IN);
	if (!status && out)
		status = collect_answers(&work, LINKS_OUT);
	if (!status)
		status = work_on_answers(&work);
	answering_free(&work);
	return status;
}
