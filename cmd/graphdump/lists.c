/* SPDX-License-Identifier: MIT */
/*
 * graphdump --to text, heritrix ...: scores, orders and seeds as lists
 *
 * A list has an entry for each page, the best or first one first.  What it is
 * made of differs, and so do page, URL and score of entry i: each section has a
 * function that gets them (struct sp_list_source), and the rest, formats,
 * shards and what is dropped, is done by cli/seedlist.c for seedpick as well.
 *
 * A crawler wants URLs, so the graph's names are used; where there are none,
 * only plain text will do, which can be numbers.
 */
#include "formats.h"

#include "seed/pick.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"
#include "stream/section/seeds.h"

#include <math.h>
#include <stdlib.h>

/* What the list is of, and where names and domains are. */
struct page_list {
	const struct sp_names *names;
	const struct sp_hosts *hosts;
	struct sp_seeds best;                /* scores, best first */
	struct sp_names late;                /* theirs, if looked up */
	const struct sp_order *order;
	const struct sp_loaded_seeds *seeds;
	double *scores;                      /* of seeds; NAN: none */
};

/* ---- pages ------------------------------------------------------------ */

/*
 * A page without a name in a graph that has names has an empty one; without
 * names there is no text, and its number is written.
 */
static struct sp_listed
listed_page(const struct page_list *list, uint64_t page, double score)
{
	struct sp_listed item = { .page = page, .score = score };
	const struct sp_hosts *hosts = list->hosts;

	if (list->names)
		item.name.text = sp_names_find(list->names, page,
					       &item.name.length);
	if (hosts && page < hosts->pages)
		item.domain.text = sp_names_find(&hosts->domains,
						 hosts->host_of[page],
						 &item.domain.length);
	return item;
}

static void
get_scored(void *context, uint64_t i, struct sp_listed *item)
{
	const struct page_list *list = context;
	const struct sp_seed *best = &list->best.seeds[i];

	*item = listed_page(list, best->page, best->score);
	if (list->late.count)
		item->name = sp_names_span(&list->late, i);
}

static void
get_download(void *context, uint64_t i, struct sp_listed *item)
{
	const struct page_list *list = context;

	*item = listed_page(list, list->order->pages[i], NAN);
}

/* Seeds have URLs of their own; the graph's are a fallback. */
static void
lists_seed(void *context, uint64_t i, struct sp_listed *item)
{
	const struct page_list *list = context;
	const struct sp_seed *seed = &list->seeds->seeds.seeds[i];
	struct sp_span name = sp_names_span(&list->seeds->names, i);

	*item = listed_page(list, seed->page, list->scores[i]);
	if (name.length)
		item->name = name;
}

/* ---- the three sections ----------------------------------------------- */

static enum sp_status
write_list(struct dump *dump, struct page_list *list,
	   struct sp_list_source *source)
{
	dump->list.list.format = (enum sp_list_format_number)
		(dump->to - DUMP_TO_TEXT);
	source->context = list;
	if (dump->list.list.format == SP_LIST_TEXT && !source->named &&
	    source->count)
		cmd_warn(dump->cmd, "no URLs in the stream: printing page "
			 "numbers (give the graph with -g)");
	return cmd_write_list(dump->cmd, &dump->list, source);
}

/*
 * Sorted by the same function that picks seeds, so that a list and seeds by the
 * same score agree.
 */
static enum sp_status
lists_scores(struct dump *dump, struct page_list *list)
{
	struct sp_list_source source = { .scored = true, .get = get_scored };
	const struct sp_score *score = NULL;
	enum sp_status status = dump->top.count ?
		cmd_find_score(dump->cmd, &dump->contents, dump->top.score,
			       &score) :
		dump_one_score(dump, &score);

	if (!status)
		status = dump_find_best(dump, score, &list->best, &list->late);
	source.count = list->best.count;
	source.named = list->names || list->late.count;
	if (!status)
		status = write_list(dump, list, &source);
	sp_names_free(&list->late);
	sp_seeds_free(&list->best);
	return status;
}

static enum sp_status
list_order(struct dump *dump, struct page_list *list)
{
	struct sp_list_source source = { .named = list->names,
					 .get = get_download };
	/* Crawlers that work side by side may download a page twice. */
	enum sp_status status = sp_contents_drop_repeats(&dump->contents,
							 &dump->cmd->err);

	if (!status)
		status = dump_one_order(dump, &list->order);
	if (status)
		return status;
	source.count = list->order->count;
	return write_list(dump, list, &source);
}

/* The last end of the names is their total length: 0 if all are empty. */
static enum sp_status
list_seeds(struct dump *dump, struct page_list *list)
{
	struct sp_list_source source = { .get = lists_seed };
	enum sp_status status;

	list->seeds = sp_contents_seeds(&dump->contents);
	if (!list->seeds)
		return cmd_missing(dump->cmd, "seeds");
	status = dump_seed_scores(dump, &list->scores);
	source.count = list->seeds->seeds.count;
	/* Names that are empty were not known. */
	source.named = list->names || (source.count &&
				       list->seeds->names.ends[source.count -
							       1]);
	for (uint64_t i = 0; !status && i < source.count; i++)
		source.scored |= !isnan(list->scores[i]);
	if (!status)
		status = write_list(dump, list, &source);
	free(list->scores);
	return status;
}

enum sp_status
dump_page_list(struct dump *dump)
{
	struct page_list list = {
		.names = sp_contents_names(&dump->contents),
		.hosts = sp_contents_hosts(&dump->contents)
	};

	if (dump->section == DUMP_SCORES)
		return lists_scores(dump, &list);
	if (dump->section == DUMP_ORDERS)
		return list_order(dump, &list);
	return list_seeds(dump, &list);
}
