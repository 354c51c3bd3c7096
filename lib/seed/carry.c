/* SPDX-License-Identifier: MIT */
/*
 * Seeds from one graph to another, by three steps (carry.h).  Names are looked
 * for in one pass over the names of the other graph, so neither graph's names
 * need be in memory, and never both graphs at once.
 *
 * By host: each host that a lost seed had gets its best page in one pass over
 * the pages of the other graph; a dictionary of the hosts of seeds translates
 * host numbers once, before the pass, so that no name is compared for a page.
 *
 * By links: for each lost seed, the pages it links to are found in the other
 * graph, and the pages of that graph are compared with all seeds at once: one
 * pass over the rows counts, for each seed that shares a target, how many.
 * Only pages that link to some target cost anything but a test of a bit for
 * each link.
 */
#include "seed/carry.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "seed/pagemap.h"
#include "seed/pick.h"
#include "web/page/wanted.h"

#include <math.h>
#include <stdlib.h>

#define NO_PAGE UINT32_MAX
#define NO_PLACE UINT64_MAX

struct carry_seed {
	uint64_t name;            /* its place in wanted, or NO_PLACE */
	uint64_t host;            /* its place in hosts, or NO_PLACE */
	uint64_t first_link;      /* its place in links */
	uint64_t link_count;
	struct sp_carried result;
};

struct sp_carry {
	struct sp_wanted *wanted; /* names of seeds and of their links */

	struct sp_names hosts;    /* of seeds */
	struct sp_dictionary *by_host;

	struct carry_seed *seeds;
	uint64_t count, capacity;
	uint64_t *links;          /* places in wanted, seed by seed */
	uint64_t link_count, link_capacity;
};

/*
 * *made is the caller's also after a failure, so both parts may be missing when
 * it is freed.
 */
enum sp_status
sp_carry_new(enum sp_match match, struct sp_carry **made,
	     struct sp_error *err)
{
	struct sp_carry *carry = sp_alloc_zero(1, sizeof(*carry));
	enum sp_status status;

	*made = carry;
	if (!carry)
		return sp_no_memory(err, "seeds");
	status = sp_wanted_new(match, &carry->wanted, err);
	carry->by_host = sp_dictionary_new(&carry->hosts);
	return status || carry->by_host ? status : sp_no_memory(err, "seeds");
}

void
sp_carry_free(struct sp_carry *carry)
{
	if (!carry)
		return;
	sp_wanted_free(carry->wanted);
	sp_dictionary_free(carry->by_host);
	sp_names_free(&carry->hosts);
	free(carry->seeds);
	free(carry->links);
	free(carry);
}

/* ---- what is looked for ----------------------------------------------- */

enum sp_status
sp_carry_seed(struct sp_carry *carry, const char *name, size_t length,
	      const char *host, size_t host_length, struct sp_error *err)
{
	struct carry_seed seed = { .name = NO_PLACE, .host = NO_PLACE,
				   .first_link = carry->link_count };

	if (length &&
	    sp_wanted_add(carry->wanted, (struct sp_span){ name, length },
			  &seed.name, err))
		return err->status;
	if (host_length && sp_dictionary_add(carry->by_host, host, host_length,
					     &seed.host, err))
		return err->status;
	if (!sp_grow(&carry->seeds, &carry->capacity, carry->count + 1))
		return sp_no_memory(err, "seeds");
	carry->seeds[carry->count++] = seed;
	return SP_OK;
}

enum sp_status
sp_carry_link(struct sp_carry *carry, const char *name, size_t length,
	      struct sp_error *err)
{
	uint64_t place;

	if (!length)
		return SP_OK;
	if (sp_wanted_add(carry->wanted, (struct sp_span){ name, length },
			  &place, err))
		return err->status;
	if (!sp_grow(&carry->links, &carry->link_capacity,
		     carry->link_count + 1))
		return sp_no_memory(err, "the links of seeds");
	carry->links[carry->link_count++] = place;
	carry->seeds[carry->count - 1].link_count++;
	return SP_OK;
}

enum sp_status
sp_carry_name(struct sp_carry *carry, uint64_t page, const char *name,
	      size_t length, struct sp_error *err)
{
	return sp_wanted_look(carry->wanted, page,
			      (struct sp_span){ name, length }, err);
}

/* ---- by name ---------------------------------------------------------- */

static bool
is_gone(const struct carry_seed *seed)
{
	return seed->result.found == SP_FOUND_PICKED;
}

void
sp_carry_by_url(struct sp_carry *carry)
{
	for (uint64_t i = 0; i < carry->count; i++) {
		struct carry_seed *seed = &carry->seeds[i];
		uint64_t page = seed->name == NO_PLACE ? SP_NO_MATCH :
				sp_wanted_page(carry->wanted, seed->name);

		if (page == SP_NO_MATCH)
			continue;
		seed->result.found = SP_FOUND_URL;
		seed->result.page = (uint32_t)page;
	}
}

uint64_t
sp_carry_near(const struct sp_carry *carry)
{
	uint64_t near = 0;

	for (uint64_t i = 0; i < carry->count; i++)
		near += is_gone(&carry->seeds[i]) &&
			carry->seeds[i].name != NO_PLACE &&
			sp_wanted_is_near(carry->wanted, carry->seeds[i].name);
	return near;
}

uint64_t
sp_carry_gone(const struct sp_carry *carry)
{
	uint64_t gone = 0;

	for (uint64_t i = 0; i < carry->count; i++)
		gone += is_gone(&carry->seeds[i]);
	return gone;
}

const char *
sp_carry_name_of(const struct sp_carry *carry, uint64_t seed, size_t *length)
{
	*length = 0;
	if (carry->seeds[seed].name == NO_PLACE)
		return "";
	return sp_names_get(sp_wanted_texts(carry->wanted),
			    carry->seeds[seed].name, length);
}

struct sp_carried
sp_carry_result(const struct sp_carry *carry, uint64_t seed)
{
	return carry->seeds[seed].result;
}

/* ---- by host ---------------------------------------------------------- */

/* The pages of the hosts that seeds have lost, and what they are judged by. */
struct host_search {
	const struct sp_hosts *hosts;
	const double *scores;
	uint32_t *in_degree;      /* NULL if there are scores */
	uint64_t *linking;        /* bitset: pages with links */
	uint64_t *place_of;       /* of each host of the graph, or NO_PLACE */
	uint32_t *best;           /* page, for each place */
};

static double
worth_of(const struct host_search *search, uint64_t page)
{
	return search->scores ? search->scores[page] :
				(double)search->in_degree[page];
}

/* Hosts of the other graph that no seed was on get NO_PLACE. */
static enum sp_status
begin_host_search(const struct sp_carry *carry, const struct sp_graph *graph,
		  int threads, struct host_search *search,
		  struct sp_error *err)
{
	const struct sp_names *names = &search->hosts->names;
	uint64_t linking;

	search->place_of = sp_alloc(names->count, sizeof(uint64_t));
	search->best = sp_alloc(carry->hosts.count, sizeof(uint32_t));
	if (!search->place_of || !search->best)
		return sp_no_memory(err, "hosts");
	for (uint64_t host = 0; host < names->count; host++) {
		struct sp_span name = sp_names_span(names, host);

		if (!sp_dictionary_find(carry->by_host, name.text, name.length,
					&search->place_of[host]))
			search->place_of[host] = NO_PLACE;
	}
	for (uint64_t i = 0; i < carry->hosts.count; i++)
		search->best[i] = NO_PAGE;
	if (sp_find_linking(graph, &search->linking, &linking, err))
		return err->status;
	if (search->scores)
		return SP_OK;
	search->in_degree = sp_alloc_large_zero(sp_graph_pages(graph),
						sizeof(uint32_t));
	if (!search->in_degree)
		return sp_no_memory(err, "in-degrees");
	return sp_count_inlinks(graph, threads, search->in_degree, err);
}

/*
 * NaN is refused, because it would be neither larger nor smaller, and the best
 * page would depend on the order.
 */
static enum sp_status
find_best_of_hosts(const struct host_search *search, struct sp_error *err)
{
	for (uint64_t page = 0; page < search->hosts->pages; page++) {
		uint32_t host = search->hosts->host_of[page], *best;

		if (host >= search->hosts->names.count)
			return sp_fail(err, SP_DATA,
				       "page %" PRIu64 ": no such host", page);
		if (search->place_of[host] == NO_PLACE ||
		    !sp_bit_test(search->linking, page))
			continue;
		if (isnan(worth_of(search, page)))
			return sp_fail(err, SP_DATA, "page %" PRIu64 ": its "
				       "score is not a number", page);
		best = &search->best[search->place_of[host]];
		if (*best == NO_PAGE ||
		    worth_of(search, page) > worth_of(search, *best))
			*best = (uint32_t)page;
	}
	return SP_OK;
}

enum sp_status
sp_carry_by_host(struct sp_carry *carry, const struct sp_graph *graph,
		 const struct sp_hosts *hosts, const double *scores,
		 int threads, struct sp_error *err)
{
	struct host_search search = { .hosts = hosts, .scores = scores };
	enum sp_status status = begin_host_search(carry, graph, threads,
						  &search, err);

	if (!status)
		status = find_best_of_hosts(&search, err);
	for (uint64_t i = 0; i < carry->count && !status; i++) {
		struct carry_seed *seed = &carry->seeds[i];

		if (!is_gone(seed) || seed->host == NO_PLACE ||
		    search.best[seed->host] == NO_PAGE)
			continue;
		seed->result.found = SP_FOUND_HOST;
		seed->result.page = search.best[seed->host];
	}
	free(search.place_of);
	free(search.best);
	free(search.linking);
	free(search.in_degree);
	return status;
}

/* ---- by links --------------------------------------------------------- */

/* A page of the other graph that a seed links to. */
struct carry_target {
	uint32_t page, seed; /* sorted by the one, then the other */
};

struct link_search {
	struct carry_seed *seeds;
	struct carry_target *targets; /* ascending, none twice */
	uint64_t count;
	uint64_t *is_target;      /* bitset of pages */
	struct sp_page_map first; /* the place of a page in targets */
	uint32_t *links;          /* of each seed: how many targets it has */
	uint32_t *shared;         /* with the page that is looked at */
	uint32_t *touched;        /* seeds with which it shares any */
};

/*
 * The links of the seeds that are gone, as far as they lead anywhere.  A page
 * of the other graph may be the target of several seeds, or of one seed twice,
 * under two names.
 */
static void
carry_collect_targets(const struct sp_carry *carry, struct link_search *search)
{
	for (uint64_t i = 0; i < carry->count; i++) {
		const struct carry_seed *seed = &carry->seeds[i];

		for (uint64_t k = 0; is_gone(seed) && k < seed->link_count;
		     k++) {
			uint64_t place = carry->links[seed->first_link + k];
			uint64_t page = sp_wanted_page(carry->wanted, place);

			if (page != SP_NO_MATCH)
				search->targets[search->count++] =
					(struct carry_target){ (uint32_t)page,
							       (uint32_t)i };
		}
	}
}

/*
 * Sorts targets, leaves out repeats, and makes them easy to find.  Sorted by
 * page, then by seed; so all seeds of a target are neighbours, and first finds
 * the first of them.
 */
static enum sp_status
index_targets(struct link_search *search, struct sp_error *err)
{
	struct carry_target *targets = search->targets;
	uint64_t kept = 0;

	if (search->count)
		qsort(targets, search->count, sizeof(*targets),
		      sp_compare_u32_pair);
	for (uint64_t i = 0; i < search->count; i++)
		if (!i || sp_compare_u32_pair(&targets[i], &targets[i - 1]))
			targets[kept++] = targets[i];
	search->count = kept;
	for (uint64_t i = 0; i < kept; i++) {
		search->links[targets[i].seed]++;
		if (i && targets[i].page == targets[i - 1].page)
			continue;
		sp_bit_set(search->is_target, targets[i].page);
		if (!sp_page_map_set(&search->first, targets[i].page,
				     (uint32_t)i))
			return sp_no_memory(err, "the links of seeds");
	}
	return SP_OK;
}

static enum sp_status
begin_link_search(const struct sp_carry *carry, const struct sp_graph *graph,
		  struct link_search *search, struct sp_error *err)
{
	uint64_t seeds = carry->count;

	/* Places and seeds are 32-bit numbers below. */
	if (carry->link_count > UINT32_MAX || seeds > UINT32_MAX)
		return sp_fail(err, SP_DATA, "too many seeds and links of "
			       "seeds to look for similar pages");
	search->targets = sp_alloc(carry->link_count,
				   sizeof(*search->targets));
	search->is_target = sp_bitset_new(sp_graph_pages(graph));
	search->links = sp_alloc_zero(seeds, sizeof(uint32_t));
	search->shared = sp_alloc_zero(seeds, sizeof(uint32_t));
	search->touched = sp_alloc(seeds, sizeof(uint32_t));
	if (!search->targets || !search->is_target || !search->links ||
	    !search->shared || !search->touched)
		return sp_no_memory(err, "the links of seeds");
	carry_collect_targets(carry, search);
	return index_targets(search, err);
}

static void
end_link_search(struct link_search *search)
{
	free(search->targets);
	free(search->is_target);
	free(search->links);
	free(search->shared);
	free(search->touched);
	sp_page_map_free(&search->first);
}

/*
 * Counts what a page shares with each seed; returns the seeds touched.  touched
 * lists each seed once: when its count leaves 0.
 */
static uint32_t
count_shared(struct link_search *search, const uint32_t *successors,
	     uint32_t count)
{
	uint32_t touched = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t place;

		if (!sp_bit_test(search->is_target, successors[i]) ||
		    !sp_page_map_get(&search->first, successors[i], &place))
			continue;
		for (uint64_t k = place; k < search->count &&
		     search->targets[k].page == successors[i]; k++) {
			uint32_t seed = search->targets[k].seed;

			if (!search->shared[seed]++)
				search->touched[touched++] = seed;
		}
	}
	return touched;
}

/*
 * Fractions are compared by their products, so that nothing is rounded.
 * Products of two 64-bit numbers need 128 bits.  shared / either with shared
 * larger breaks ties, then the smaller page.
 */
static bool
is_more_similar(const struct sp_carried *a, const struct sp_carried *b)
{
	__extension__ typedef unsigned __int128 wide;
	wide left = (wide)a->shared * b->either;
	wide right = (wide)b->shared * a->either;

	return left > right || (left == right && a->shared > b->shared);
}

/*
 * Pages ascend, so of equal ones the first stays.  links of the page + links of
 * the seed - shared is the size of the union; what the page shares is reset for
 * the next one.
 */
static void
compare_page(void *context, uint32_t page, const uint32_t *successors,
	     uint32_t count)
{
	struct link_search *search = context;
	uint32_t touched = count_shared(search, successors, count);

	for (uint32_t i = 0; i < touched; i++) {
		uint32_t seed = search->touched[i];
		uint64_t shared = search->shared[seed];
		struct sp_carried *best = &search->seeds[seed].result;
		struct sp_carried candidate = {
			SP_FOUND_PICKED, page, shared,
			(uint64_t)count + search->links[seed] - shared
		};

		search->shared[seed] = 0;
		if (!best->shared || is_more_similar(&candidate, best))
			*best = candidate;
	}
}

/* Only seeds that are gone have targets, so others are never touched. */
enum sp_status
sp_carry_by_links(struct sp_carry *carry, const struct sp_graph *graph,
		  struct sp_error *err)
{
	struct link_search search = { .seeds = carry->seeds,
				      .first = SP_PAGE_MAP_EMPTY };
	enum sp_status status = begin_link_search(carry, graph, &search, err);

	/* One thread: of equal pages, the first is best. */
	if (!status)
		status = sp_visit_lists(graph, 1, NULL, compare_page, &search,
					err);
	for (uint64_t i = 0; i < carry->count && !status; i++)
		if (is_gone(&carry->seeds[i]) &&
		    carry->seeds[i].result.shared)
			carry->seeds[i].result.found = SP_FOUND_SIMILAR;
	end_link_search(&search);
	return status;
}
