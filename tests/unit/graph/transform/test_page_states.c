/* SPDX-License-Identifier: MIT */
/*
 * test_page_states.c - what a crawl knows that has fetched some pages, and the
 * states and fetches of sub-graphs and folds, agree with the plainest
 * implementation
 */
#include "graph_rows.h"

#include "graph/transform/fold.h"
#include "graph/transform/subset.h"

#define PAGES_MOST 2500 /* several blocks */

/* A graph, which of its pages are fetched, and what is known of all. */
struct crawl {
	uint64_t pages;
	struct rows rows;
	struct sp_graph *graph;
	bool fetched[PAGES_MOST], known[PAGES_MOST];
	struct sp_states states;
};

static void
crawl_make(struct crawl *crawl, struct sp_random *random)
{
	uint64_t pages = 1 + sp_random_below(random, PAGES_MOST - 1);
	uint64_t of = 1 + sp_random_below(random, pages), link = 0;
	struct sp_error err;

	memset(crawl, 0, sizeof(*crawl));
	crawl->pages = pages;
	rows_begin(&crawl->rows, pages);
	must(sp_states_new(pages, &crawl->states, &err), err);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(&crawl->rows, random, sp_random_below(random, 6));
		rows_end(&crawl->rows);
		crawl->fetched[page] = !sp_random_below(random, of);
		crawl->known[page] |= crawl->fetched[page];
		crawl->states.state_of[page] =
			(uint8_t)sp_random_below(random, SP_PAGE_STATES);
		for (; link < crawl->rows.links; link++)
			if (crawl->fetched[page])
				crawl->known[crawl->rows.successors[link]] =
					true;
	}
	crawl->graph = rows_graph(&crawl->rows, 1);
}

static void
crawl_free(struct crawl *crawl)
{
	rows_free(&crawl->rows);
	sp_graph_free(crawl->graph);
	sp_states_free(&crawl->states);
}

/* ---- sub-graphs -------------------------------------------------------- */

struct taken {
	const struct crawl *crawl;
	const struct sp_subset *subset;
	uint64_t links;
};

static enum sp_status
take_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct taken *taken = context;

	(void)err;
	hold(pages == taken->subset->kept);
	return SP_OK;
}

/* The row of a page that was fetched: all of its links, by new numbers. */
static enum sp_status
take_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct taken *taken = context;
	const struct rows *rows = &taken->crawl->rows;
	uint64_t page = 0, first;

	(void)err;
	while (!taken->crawl->known[page] ||
	       sp_subset_place(taken->subset, page) != row->page)
		page++;
	hold(taken->crawl->fetched[page]);
	first = page ? rows->ends[page - 1] : 0;
	hold(row->count == rows->ends[page] - first);
	for (uint64_t i = 0; i < row->count; i++)
		hold(row->successors[i] ==
		     sp_subset_place(taken->subset,
				     rows->successors[first + i]));
	taken->links += row->count;
	return SP_OK;
}

static void
check_links(const struct crawl *crawl, const struct sp_subset *subset)
{
	struct taken taken = { crawl, subset, 0 };
	struct sp_row_sink sink = { &taken, take_begin, take_row };
	struct sp_subset_source source = { .graph = crawl->graph,
					   .threads = 1 };
	struct sp_link_scores all = SP_LINK_SCORES_EMPTY;
	struct sp_link_scores kept = SP_LINK_SCORES_EMPTY;
	struct sp_error err;
	uint64_t links = 0, link = 0;

	must(sp_subset_rows(subset, &source, &sink, &err), err);
	for (uint64_t page = 0; page < crawl->pages; page++)
		for (; link < crawl->rows.ends[page]; link++) {
			links += crawl->fetched[page];
			must(sp_link_scores_add(&all, (struct sp_link_score){
				     (uint32_t)page,
				     crawl->rows.successors[link], 1 }, &err),
			     err);
		}
	hold(taken.links == links);
	must(sp_subset_links(subset, &all, &kept, &err), err);
	hold(kept.count == links);
	sp_link_scores_free(&all);
	sp_link_scores_free(&kept);
}

/* With states of the whole graph, and without. */
static void
check_states(const struct crawl *crawl, const struct sp_subset *subset)
{
	struct sp_states made;
	struct sp_error err;

	for (int with = 0; with < 2; with++) {
		uint64_t number = 0;

		must(sp_subset_states(subset, with ? &crawl->states : NULL,
				      &made, &err), err);
		hold(made.pages == subset->kept);
		for (uint64_t page = 0; page < crawl->pages; page++) {
			unsigned state = with ? crawl->states.state_of[page] :
						SP_PAGE_OK;

			if (crawl->known[page])
				hold(made.state_of[number++] ==
				     (crawl->fetched[page] ? state :
				      SP_PAGE_UNFETCHED));
		}
		hold(number == made.pages);
		sp_states_free(&made);
	}
}

/* Every fifth page has no shape, and shape 1 has no page. */
static void
check_page_shapes(const struct crawl *crawl, const struct sp_subset *subset)
{
	static const char *const texts[] = { "a/<x>", "b", "c", "d/<deeper>" };
	struct sp_shapes all = SP_SHAPES_EMPTY, made;
	struct sp_units units;
	struct sp_error err;
	uint64_t number = 0, alone = 0;

	all.count = 4;
	all.pages = crawl->pages;
	all.traps = calloc(4, 1);
	all.shape_of = malloc((crawl->pages + 1) * sizeof(*all.shape_of));
	hold(all.traps && all.shape_of);
	all.traps[3] = SP_TRAP_PRINT;
	for (unsigned i = 0; i < 4; i++)
		must(sp_names_add(&all.patterns, texts[i], strlen(texts[i]),
				  &err), err);
	for (uint32_t page = 0; page < crawl->pages; page++)
		all.shape_of[page] = page % 5 == 4 ? SP_NO_SHAPE :
				     page % 5 == 1 ? 2 : page % 5;
	must(sp_subset_shapes(subset, &all, &made, &err), err);
	must(sp_shapes_count(&made, &err), err);
	must(sp_units_of_shapes(&made, &units, &err), err);
	hold(made.pages == subset->kept && made.count <= 3);
	for (uint64_t i = 0; i < made.count; i++)
		hold(made.known[i]);
	for (uint32_t page = 0; page < crawl->pages; page++) {
		uint32_t shape, was = all.shape_of[page];

		if (!crawl->known[page])
			continue;
		shape = made.shape_of[number];
		hold((shape == SP_NO_SHAPE) == (was == SP_NO_SHAPE));
		hold(units.unit_of[number++] ==
		     (was == SP_NO_SHAPE ? made.count + alone : shape));
		alone += was == SP_NO_SHAPE;
		hold(was == SP_NO_SHAPE ||
		     (sp_span_equal(sp_shape_text(&made, shape),
				    sp_shape_text(&all, was)) &&
		      made.traps[shape] == all.traps[was]));
	}
	hold(number == made.pages && units.alone == alone &&
	     units.count == made.count + alone);
	sp_units_free(&units);
	sp_shapes_free(&made);
	sp_shapes_free(&all);
}

/* Of each third page: those that were fetched, and are not unfetched. */
static void
check_fetches(const struct crawl *crawl, const struct sp_subset *subset)
{
	struct sp_fetches all = { .clock = SP_CLOCK_SECONDS }, known = all;
	struct sp_fetches made;
	struct sp_states states;
	struct sp_error err;
	uint64_t at = 0, place = 0;

	for (uint32_t page = 0; page < crawl->pages; page++) {
		struct sp_fetch fetch = { page, SP_FETCH_NO_SIZE, page % 2,
					  page, 1 + page };

		if (page % 3 == 0)
			must(sp_fetches_add(&all, &fetch, &err), err);
		fetch.size = 7 * page;
		fetch.digest = 5;
		if (page % 5 == 0)
			must(sp_fetches_add(&known, &fetch, &err), err);
	}
	must(sp_subset_states(subset, &crawl->states, &states, &err), err);
	must(sp_subset_fetches(subset, &all, &known, &states, &made, &err),
	     err);
	hold(made.pages == subset->kept && made.clock == SP_CLOCK_SECONDS);
	for (uint32_t page = 0; page < crawl->pages; page++) {
		const struct sp_fetch *got;
		bool filled = page % 5 == 0;

		place += crawl->known[page];
		if (page % 3 || !crawl->fetched[page] ||
		    !crawl->states.state_of[page])
			continue;
		hold(at < made.count);
		got = &made.items[at++];
		hold(got->page == place - 1 &&
		     got->time == page && got->captures == 1 + page);
		hold(got->size == (filled ? 7 * page : SP_FETCH_NO_SIZE));
		hold(got->digest == (page % 2 ? 1 : filled ? 5 : 0));
	}
	hold(at == made.count);
	sp_states_free(&states);
	sp_fetches_free(&made);
	sp_fetches_free(&all);
	sp_fetches_free(&known);
}

START_TEST(fetched_pages)
{
	struct sp_random random = { (uint64_t)_i };

	for (int round = 0; round < ROUNDS_OF(40); round++) {
		static struct crawl crawl;
		struct sp_subset subset;
		struct sp_error err;

		crawl_make(&crawl, &random);
		must(sp_subset_new(crawl.pages, &subset, &err), err);
		for (uint64_t page = 0; page < crawl.pages; page++)
			if (crawl.fetched[page])
				(void)sp_subset_add(&subset, page);
		must(sp_subset_add_linked(&subset, crawl.graph, &err), err);
		sp_subset_number(&subset);
		for (uint64_t page = 0; page < crawl.pages; page++)
			hold(sp_subset_has(&subset, page) ==
			     crawl.known[page]);
		check_links(&crawl, &subset);
		check_states(&crawl, &subset);
		check_page_shapes(&crawl, &subset);
		check_fetches(&crawl, &subset);
		sp_subset_free(&subset);
		crawl_free(&crawl);
	}
}
END_TEST

/* ---- folds ------------------------------------------------------------- */

/* The first state of this list that a page of the host has. */
static unsigned
plain_state(const struct sp_states *states, const uint32_t *host_of,
	    uint32_t host)
{
	static const char *const words[] = {
		"ok", "redirect", "filtered", "refused", "failed", "gone",
		"unfetched"
	};
	const char *word = NULL;

	for (int i = 0; i < LENGTH(words); i++)
		for (uint64_t page = 0; page < states->pages; page++) {
			word = sp_page_state_word(states->state_of[page]);
			if (host_of[page] == host && !strcmp(word, words[i]))
				return states->state_of[page];
		}
	ck_abort_msg("no page has this host");
	return 0;
}

START_TEST(folded_states)
{
	struct sp_random random = { (uint64_t)_i };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_states states, made;
	struct sp_fold fold = { 0 };
	struct sp_error err;

	must(sp_states_new(200, &states, &err), err);
	for (int host = 0; host < 60; host++) {
		char name[3] = { 'h', (char)('0' + host), 0 };

		must(sp_names_add(&hosts.names, name, 2, &err), err);
	}
	for (uint64_t page = 0; page < 200; page++) {
		must(sp_hosts_add(&hosts, (uint32_t)
				  sp_random_below(&random, 60), &err), err);
		states.state_of[page] = (uint8_t)
			sp_random_below(&random, SP_PAGE_STATES);
	}
	must(sp_fold_units(&hosts, false, &fold, &err), err);
	must(sp_fold_states(&fold, &states, &made, &err), err);
	hold(made.pages == fold.count);
	for (uint64_t unit = 0; unit < fold.count; unit++)
		hold(made.state_of[unit] ==
		     plain_state(&states, hosts.host_of,
				 hosts.host_of[fold.first[unit]]));
	sp_states_free(&states);
	sp_states_free(&made);
	sp_fold_free(&fold);
	sp_hosts_free(&hosts);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("states");

	tcase_add_loop_test(tcase, fetched_pages, 0, 5);
	tcase_add_loop_test(tcase, folded_states, 0, 20);
	return unit_run(tcase);
}
