/* SPDX-License-Identifier: MIT */
/*
 * The states and fetches of a graph in parts: each part has those of its pages,
 * and joined they are those of the whole.
 */
#include "stream_bytes.h"

#include "stream/section/fetches.h"
#include "stream/section/part_crawl.h"
#include "stream/section/states.h"

#define PAGES 5000
#define PARTS 7 /* of 5 blocks: two have no pages */

static const struct sp_basis basis = { { PAGES, 3, 99 }, { PAGES, 3, 99 } };

struct crawl {
	struct sp_states states;
	struct sp_fetches fetches;
};

/* Every third page is known only, and of each tenth no fetch is known. */
static struct crawl
make_crawl(enum sp_fetch_clock clock)
{
	struct crawl crawl = { .fetches = { .pages = PAGES, .clock = clock } };
	struct sp_error err;

	must(sp_states_new(PAGES, &crawl.states, &err), err);
	for (uint32_t page = 0; page < PAGES; page++) {
		struct sp_fetch fetch = { page % 4 ? 7 + page :
						     SP_FETCH_NO_TIME,
					  page * 3, page * 5, page,
					  1 + page % 3 };

		if (page % 3 == 0)
			continue;
		crawl.states.state_of[page] =
			(uint8_t)(1 + page % (SP_PAGE_STATES - 1));
		if (page % 10)
			must(sp_fetches_add(&crawl.fetches, &fetch, &err), err);
	}
	return crawl;
}

static void
free_crawl(struct crawl *crawl)
{
	sp_states_free(&crawl->states);
	sp_fetches_free(&crawl->fetches);
}

/* Writes what there is of a crawl for a part, and loads it again. */
static void
pass_part(const struct sp_part *part, const struct sp_states *states,
	  const struct sp_fetches *fetches, struct sp_contents *contents)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 1, 1, false);
	struct sp_error err;

	must(sp_save_part_crawl(part, states, fetches, &basis, writer, &err),
	     err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
	must(load_bytes(bytes.at, bytes.size, contents, &err), err);
	bytes_free(&bytes);
}

static void
check_same(const struct crawl *crawl, const struct sp_joined_crawl *joined)
{
	hold(joined->states.pages == PAGES);
	hold(!memcmp(joined->states.state_of, crawl->states.state_of, PAGES));
	hold(joined->fetches.pages == PAGES);
	hold(joined->fetches.clock == crawl->fetches.clock);
	hold(joined->fetches.count == crawl->fetches.count);
	hold(!memcmp(joined->fetches.items, crawl->fetches.items,
		     crawl->fetches.count * sizeof(struct sp_fetch)));
}

/* A part says of other pages nothing but "unfetched". */
static void
check_own(const struct sp_part *part, const struct crawl *crawl,
	  const struct sp_contents *contents)
{
	const struct sp_states *states = sp_contents_states(contents);
	const struct sp_fetches *fetches = sp_contents_fetches(contents);

	hold(states->pages == PAGES && fetches->pages == PAGES);
	for (uint64_t page = 0; page < PAGES; page++)
		hold(states->state_of[page] ==
		     (page >= part->first && page < part->end ?
			      crawl->states.state_of[page] :
			      SP_PAGE_UNFETCHED));
	for (uint64_t i = 0; i < fetches->count; i++)
		hold(fetches->items[i].page >= part->first &&
		     fetches->items[i].page < part->end);
	hold(sp_part_states(part, states).pages == part->end - part->first);
	hold(sp_part_fetches(part, fetches).count == fetches->count);
}

START_TEST(test_parts_of_a_crawl)
{
	/* Or parts that have everything. */
	const bool own = _i;
	struct crawl crawl = make_crawl(SP_CLOCK_SECONDS);
	struct sp_joined_crawl joined = { .parts = 0 };
	struct sp_error err = { 0 };

	for (uint64_t k = 0; k < PARTS; k++) {
		struct sp_part part = sp_part_of(PAGES, k, PARTS);
		struct sp_contents contents = { 0 };

		pass_part(own ? &part : NULL, &crawl.states, &crawl.fetches,
			  &contents);
		if (own)
			check_own(&part, &crawl, &contents);
		must(sp_join_crawl(&joined, &part, &contents, &err), err);
		sp_contents_free(&contents);
	}
	check_same(&crawl, &joined);
	sp_joined_crawl_free(&joined);
	free_crawl(&crawl);
}
END_TEST

START_TEST(test_no_crawl)
{
	struct sp_joined_crawl joined = { .parts = 0 };
	struct sp_states no_states = { 0 };
	struct sp_fetches no_fetches = { 0 };
	struct sp_error err = { 0 };

	for (uint64_t k = 0; k < 2; k++) {
		struct sp_part part = sp_part_of(PAGES, k, 2);
		struct sp_contents contents = { 0 };

		pass_part(&part, k ? NULL : &no_states,
			  k ? NULL : &no_fetches, &contents);
		must(sp_join_crawl(&joined, &part, &contents, &err), err);
		sp_contents_free(&contents);
	}
	hold(!joined.states.pages && !joined.fetches.pages);
	sp_joined_crawl_free(&joined);
}
END_TEST

static const struct unlike {
	bool states[2], fetches[2];
	enum sp_fetch_clock clock;
	const char *message;
} unlikes[] = {
	{ { true, false }, { true, true }, SP_CLOCK_SECONDS,
	  "it has no states of pages" },
	{ { false, true }, { true, true }, SP_CLOCK_SECONDS,
	  "it has states of pages" },
	{ { true, true }, { true, false }, SP_CLOCK_SECONDS,
	  "it has no fetches of pages" },
	{ { false, false }, { false, true }, SP_CLOCK_SECONDS,
	  "it has fetches of pages" },
	{ { true, true }, { true, true }, SP_CLOCK_DOWNLOADS, "another clock" },
};

START_TEST(test_unlike_parts)
{
	const struct unlike *unlike = &unlikes[_i];
	struct sp_joined_crawl joined = { .parts = 0 };
	struct sp_error err = { 0 };

	for (uint64_t k = 0; k < 2; k++) {
		struct crawl crawl = make_crawl(k ? unlike->clock :
						    SP_CLOCK_SECONDS);
		struct sp_part part = sp_part_of(PAGES, k, 2);
		struct sp_contents contents = { 0 };

		pass_part(&part, unlike->states[k] ? &crawl.states : NULL,
			  unlike->fetches[k] ? &crawl.fetches : NULL,
			  &contents);
		hold(sp_join_crawl(&joined, &part, &contents, &err) ==
		     (k ? SP_DATA : SP_OK));
		sp_contents_free(&contents);
		free_crawl(&crawl);
	}
	ck_assert_msg(strstr(err.text, unlike->message), "%s", err.text);
	sp_joined_crawl_free(&joined);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("part_crawl");

	tcase_add_loop_test(tcase, test_parts_of_a_crawl, 0, 2);
	tcase_add_test(tcase, test_no_crawl);
	tcase_add_loop_test(tcase, test_unlike_parts, 0, LENGTH(unlikes));
	return unit_run(tcase);
}
