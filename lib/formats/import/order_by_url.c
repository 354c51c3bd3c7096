/* SPDX-License-Identifier: MIT */
/*
 * Pages are sorted in two steps.  Hosts, which are few, are sorted by their
 * labels from the last to the first; a counting sort then puts the pages host
 * by host, and the hosts' pages are sorted in parallel.  All these sorts are
 * stable, so that pages with equal URLs stay in their order and the result does
 * not depend on the number of threads.
 *
 * Comparing whole URLs in this order would take the host apart from its end for
 * each comparison; with the hosts sorted first, pages of one host differ only
 * in what follows it.  Lists of URLs mostly are in some order already, so the
 * merge of two halves begins with a look whether they are.
 *
 * The order is used once more where tasks' shares are merged: sp_url_compare()
 * there has to agree with the sort here, whose hosts are those of
 * sp_hosts_of_names().
 */
#include "formats/import/order_by_url.h"

#include "base/memory.h"
#include "graph/hosts.h"
#include "graph/links/collect.h"
#include "formats/import/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- comparing -------------------------------------------------------- */

struct sp_url_key
sp_url_key(struct sp_span url, struct sp_span host)
{
	size_t start, size = sp_url_find_host(url.text, url.length, &start);
	size_t end = size ? start + size : 0;

	return (struct sp_url_key){ host, { url.text + end, url.length - end },
				    url };
}

/* What is before the host comes last: "http" and "https" are neighbours. */
int
sp_url_compare(const struct sp_url_key *a, const struct sp_url_key *b)
{
	int order = sp_span_equal(a->host, b->host) ?
			    0 : sp_host_compare(a->host, b->host);

	if (!order)
		order = sp_span_compare(a->rest, b->rest);
	return order ? order : sp_span_compare(a->url, b->url);
}

/* ---- sorting ---------------------------------------------------------- */

/* The meaning of the numbers being sorted. */
struct url_order {
	const struct sp_names *names;
	const struct sp_hosts *hosts;
	bool by_host;  /* numbers of hosts; else of pages of one host */
};

/* One of the numbers that are merged, with what it is compared by. */
struct sorted_item {
	struct sp_span host;       /* by_host, else: */
	struct sp_url_key key;     /* in the room */
	struct sp_name_room room;
};

/* All pages have one host, so that none is compared. */
static void
load_item(const struct url_order *order, uint32_t number,
	  struct sorted_item *item)
{
	if (order->by_host)
		item->host = sp_names_span(&order->hosts->names, number);
	else
		item->key = sp_url_key(sp_names_read(order->names, number,
						     &item->room),
				       SP_SPAN(""));
}

static int
compare_sorted(const struct url_order *order, const struct sorted_item *a,
	       const struct sorted_item *b)
{
	return order->by_host ? sp_host_compare(a->host, b->host) :
				sp_url_compare(&a->key, &b->key);
}

/* A sort, with the two numbers that it compares. */
struct url_sorter {
	struct url_order order;
	struct sorted_item left, right;
};

/*
 * Merges [0, middle) and [middle, count) of from into to.  A packed name takes
 * longer to read than to compare, and each is read once.
 */
static void
merge_numbers(struct url_sorter *sorter, const uint32_t *from, uint32_t *to,
	      uint64_t middle, uint64_t count)
{
	const struct url_order *order = &sorter->order;
	uint64_t left = 0, right = middle, at = 0;

	/* Often all is in order already: lists of URLs mostly are. */
	if (middle < count) {
		load_item(order, from[middle - 1], &sorter->left);
		load_item(order, from[middle], &sorter->right);
	}
	if (middle == count ||
	    compare_sorted(order, &sorter->left, &sorter->right) <= 0) {
		memcpy(to, from, count * sizeof(*to));
		return;
	}
	load_item(order, from[left], &sorter->left);
	while (left < middle && right < count) {
		if (compare_sorted(order, &sorter->left, &sorter->right) <= 0) {
			to[at++] = from[left++];
			if (left < middle)
				load_item(order, from[left], &sorter->left);
		} else {
			to[at++] = from[right++];
			if (right < count)
				load_item(order, from[right], &sorter->right);
		}
	}
	while (left < middle)
		to[at++] = from[left++];
	while (right < count)
		to[at++] = from[right++];
}

/*
 * A stable sort of count numbers; spare is as long.  The C library's qsort() is
 * not stable and has no argument for the order.
 */
static void
sort_numbers(struct url_sorter *sorter, uint32_t *numbers, uint32_t *spare,
	     uint64_t count)
{
	uint32_t *from = numbers, *to = spare, *swap;

	for (uint64_t width = 1; width < count; width *= 2) {
		for (uint64_t at = 0; at < count; at += 2 * width) {
			uint64_t size = count - at < 2 * width ? count - at :
								 2 * width;

			merge_numbers(sorter, from + at, to + at,
				      size < width ? size : width, size);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != numbers)
		memcpy(numbers, from, count * sizeof(*numbers));
}

/*
 * Puts the pages host by host, hosts in their order.  The array ends, zero at
 * first, holds the sizes, then the starts of the hosts' pages; each page moves
 * the start of its host on by one, until it is the end.
 */
static void
group_by_host(const struct sp_hosts *hosts, const uint32_t *rank_of,
	      uint64_t *ends, uint32_t *pages)
{
	uint64_t sum = 0;

	for (uint64_t page = 0; page < hosts->pages; page++)
		ends[rank_of[hosts->host_of[page]]]++;
	for (uint64_t k = 0; k < hosts->names.count; k++) {
		uint64_t size = ends[k];

		ends[k] = sum;
		sum += size;
	}
	for (uint64_t page = 0; page < hosts->pages; page++)
		pages[ends[rank_of[hosts->host_of[page]]]++] =
			(uint32_t)page;
}

/* The places of the hosts in their order. */
static enum sp_status
order_by_url_rank_hosts(const struct sp_hosts *hosts, uint32_t *rank_of,
			struct sp_error *err)
{
	struct url_sorter sorter;
	uint64_t count = hosts->names.count;
	uint32_t *sorted = sp_alloc(count, sizeof(*sorted));
	uint32_t *spare = sp_alloc(count, sizeof(*spare));
	enum sp_status status = SP_OK;

	if (!sorted || !spare) {
		status = sp_no_memory(err, "sorting hosts");
		goto out;
	}
	sorter.order = (struct url_order){ NULL, hosts, true };
	for (uint64_t i = 0; i < count; i++)
		sorted[i] = (uint32_t)i;
	sort_numbers(&sorter, sorted, spare, count);
	for (uint64_t i = 0; i < count; i++)
		rank_of[sorted[i]] = (uint32_t)i;
out:
	free(sorted);
	free(spare);
	return status;
}

static enum sp_status
order_by_url_order_pages(const struct sp_names *names,
			 const struct sp_hosts *hosts, int threads,
			 uint32_t *pages, struct sp_error *err)
{
	uint64_t count = hosts->names.count;
	uint32_t *rank_of = sp_alloc(count, sizeof(*rank_of));
	uint32_t *spare = sp_alloc(names->count, sizeof(*spare));
	uint64_t *ends = sp_alloc_zero(count, sizeof(*ends));
	enum sp_status status;

	if (!rank_of || !spare || !ends)
		status = sp_no_memory(err, "sorting URLs");
	else
		status = order_by_url_rank_hosts(hosts, rank_of, err);
	if (status)
		goto out;
	group_by_host(hosts, rank_of, ends, pages);
#pragma omp parallel num_threads(threads)
	{
		struct url_sorter sorter;

		sorter.order = (struct url_order){ names, hosts, false };
#pragma omp for schedule(dynamic, 16)
		for (uint64_t k = 0; k < count; k++) {
			uint64_t start = k ? ends[k - 1] : 0;

			sort_numbers(&sorter, pages + start, spare + start,
				     ends[k] - start);
		}
	}
out:
	free(rank_of);
	free(spare);
	free(ends);
	return status;
}

/*
 * Hosts are found here although the caller may find them again for the new
 * order: numbers of hosts follow their first page, which changes.
 */
enum sp_status
sp_url_order(const struct sp_names *names, int threads, uint32_t **pages,
	     struct sp_error *err)
{
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	enum sp_status status;

	*pages = NULL;
	status = sp_hosts_of_names(names, &hosts, NULL, err);
	if (!status) {
		*pages = sp_alloc(names->count, sizeof(**pages));
		status = *pages ? order_by_url_order_pages(
					  names, &hosts, threads, *pages, err) :
				  sp_no_memory(err, "sorting URLs");
	}
	sp_hosts_free(&hosts);
	if (status) {
		free(*pages);
		*pages = NULL;
	}
	return status;
}

/* ---- a graph in this order -------------------------------------------- */

enum sp_status
sp_order_by_url(const struct sp_graph *graph, const double *weights,
		struct sp_names *names,
		const struct sp_linksort_options *options,
		struct sp_ordered_graph *ordered, struct sp_error *err)
{
	struct sp_collected made = { .graph = NULL };
	uint32_t *pages, *new_of = NULL;
	enum sp_status status;

	memset(ordered, 0, sizeof(*ordered));
	if (names->count != sp_graph_pages(graph))
		return sp_fail(err, SP_DATA,
			       "%" PRIu64 " names for %" PRIu64 " pages",
			       names->count, sp_graph_pages(graph));
	status = sp_url_order(names, options->threads, &pages, err);
	if (status)
		return status;
	new_of = sp_alloc(names->count, sizeof(*new_of));
	if (!new_of) {
		status = sp_no_memory(err, "the new order");
		goto out;
	}
	for (uint64_t i = 0; i < names->count; i++)
		new_of[pages[i]] = (uint32_t)i;
	status = sp_renumber(graph, weights, new_of, names->count, options,
			     &made, err);
	if (!status)
		status = sp_names_permute(names, pages, err);
	if (status) {
		sp_graph_free(made.graph);
		free(made.weights);
		goto out;
	}
	ordered->graph = made.graph;
	ordered->weights = made.weights;
	ordered->new_of = new_of;
	new_of = NULL;
out:
	free(pages);
	free(new_of);
	return status;
}
