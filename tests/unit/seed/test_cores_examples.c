/* SPDX-License-Identifier: MIT */
/*
 * Cores: the worked examples of seedpipe-algorithms(7), 6.3 and 6.4, and
 * options that are rejected.
 */
#include "cores_extract.h"

#include <math.h>

#define GC "0:4 5 1:4 5 2:4 5 3:4 5 6:4 11 7:9 10 11 8:9 10 11"
#define TWO_CORES "0:4 5 1:4 5 2:4 5 3:4 5 6:11 7:9 10 11 8:9 10 11"

/* Members of each core as they joined, with a bar between: "4 0 5 | 11 7". */
static void
format_members(const struct sp_cores *cores, char text[1024])
{
	size_t used = 0;

	text[0] = '\0';
	for (uint64_t i = 0; i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];
		bool first = i && member->core != cores->members[i - 1].core;

		used += (size_t)snprintf(text + used, 1024 - used, "%s%s%c%u",
					 i ? " " : "", first ? "| " : "",
					 member->side == SP_HUB ? 'h' : 'a',
					 (unsigned)member->page);
	}
}

static void
check_cores(const struct oracle_graph *graph,
	    const struct sp_extract_options *options, const char *members)
{
	struct result result;
	char text[1024];

	extract(graph, options, &result);
	format_members(&result.cores, text);
	ck_assert_str_eq(text, members);
	sp_cores_free(&result.cores);
}

/* ---- the worked examples ---------------------------------------------- */

START_TEST(test_defaults)
{
	struct sp_core_options options = SP_CORE_DEFAULTS;
	struct sp_extract_options extract = SP_EXTRACT_DEFAULTS;

	ck_assert_uint_eq(extract.min_hubs, 2);
	ck_assert_uint_eq(extract.min_authorities, 2);
	ck_assert_uint_eq(extract.max_rejected, 0);
	ck_assert(!extract.rerank);
	ck_assert(options.cover_density == 100);
	ck_assert_uint_eq(options.hub_cap, 999);
	ck_assert_uint_eq(options.new_members, 1);
	ck_assert_uint_eq(options.size, 0);
	ck_assert(!options.exact && !options.overlap);
	ck_assert(options.match == SP_MATCH_ANY);
	ck_assert(options.last == SP_LAST_UNDO);
	ck_assert(options.test == SP_TEST_EACH);
	ck_assert(options.on_break == SP_BREAK_STOP);
}
END_TEST

START_TEST(test_cores_gc)
{
	struct sp_extract_options options = defaults(3);
	struct oracle_graph graph;
	struct result result;
	char text[1024];

	oracle_parse(&graph, 13, GC);
	extract(&graph, &options, &result);
	format_members(&result.cores, text);
	ck_assert_str_eq(text, "a4 h0 a5 h1 h2 h3 | a11 h7 a9 h8 a10");
	ck_assert_uint_eq(result.cores.count, 2);
	ck_assert_uint_eq(result.cores.cores[0].seed, 0);
	ck_assert_uint_eq(result.cores.cores[1].seed, 7);
	ck_assert_uint_eq(result.cores.cores[0].iteration, 1);
	ck_assert_uint_eq(result.cores.cores[1].iteration, 2);
	ck_assert_uint_eq(result.cores.cores[0].links, 8);
	ck_assert_uint_eq(result.cores.cores[1].links, 6);
	ck_assert(sp_core_density(&result.cores.cores[0]) == 100);
	ck_assert_int_eq(result.report.end, SP_EXTRACT_NO_LINKS);
	ck_assert_uint_eq(result.report.cores, 2);
	ck_assert_uint_eq(result.report.rejected, 0);
	ck_assert_uint_eq(result.dead, 0xfbf);
	/* The scores by which pages were chosen, to six digits. */
	ck_assert(fabs(result.cores.members[0].score - .741438) < 5e-7);
	ck_assert(fabs(result.cores.members[1].score - .467129) < 5e-7);
	ck_assert(fabs(result.cores.members[6].score - .642621) < 5e-7);
	ck_assert(fabs(result.cores.members[7].score - .683811) < 5e-7);
	ck_assert(fabs(result.cores.members[8].score - .541774) < 5e-7);
	sp_cores_free(&result.cores);
}
END_TEST

START_TEST(test_gc_density)
{
	struct sp_extract_options options = any_size(5);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, GC);
	options.core.last = SP_LAST_KEEP;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 h6 | a9 h7 a10 h8 a11");
	options.core.last = SP_LAST_UNDO;
	options.core.cover_density = 90;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 h6 | a9 h7 a10 h8 a11");
	options.core.cover_density = 90.5;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 | a11 h7 a9 h8 a10");
	options.core.cover_density = 80;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 h6 | a9 h7 a10 h8 a11");
	options.core.cover_density = 50;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 h6 a11 h7 a9 h8");
}
END_TEST

START_TEST(test_gc_hub_cap)
{
	struct sp_extract_options options = any_size(2);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, GC);
	options.core.hub_cap = 2;
	check_cores(&graph, &options, "a4 h0 a5 h1 | a11 h7 a9 h8 a10");
	options.core.hub_cap = 0;
	check_cores(&graph, &options,
		    "a4 h0 a5 h1 h2 h3 | a11 h7 a9 h8 a10");
}
END_TEST

START_TEST(test_gc_size)
{
	struct sp_extract_options options = any_size(1);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, GC);
	options.core.size = 6;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3");
	options.core.size = 7;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3 h6 a11");
	options.core.exact = true;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3 h6");
}
END_TEST

START_TEST(test_new_members)
{
	struct sp_extract_options options = any_size(1);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, GC);
	options.core.size = 4;
	options.core.new_members = 3;
	check_cores(&graph, &options, "a4 h0 h1 h2 a5");
	options.core.size = 3;
	options.core.exact = true;
	check_cores(&graph, &options, "a4 h0 h1");
}
END_TEST

/* If the round is tested, the hub is lost with the authority. */
START_TEST(test_round)
{
	struct sp_extract_options options = any_size(1);
	struct oracle_graph graph;

	/* a4 h0 a5 h1 h2 h3, then h6 with a11: 10 of 15 links. */
	oracle_parse(&graph, 13, GC);
	options.core.test = SP_TEST_ROUND;
	options.core.cover_density = 90;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3");
	options.core.last = SP_LAST_KEEP;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3 h6 a11");
}
END_TEST

/* Page 2 links to one of two authorities: it ends the growth, or its side. */
START_TEST(test_on_break)
{
	struct sp_extract_options options = any_size(1);
	struct oracle_graph graph;

	oracle_parse(&graph, 9, "0:6 7 8 1:6 7 8 2:6 3:6 4:6 5:6");
	check_cores(&graph, &options, "a6 h0 a7 h1 a8");
	/* Hubs bring more candidates: one authority, then two. */
	options.core.hub_cap = 1;
	check_cores(&graph, &options, "a6 h0 a7 a8");
	options.core.hub_cap = 999;
	oracle_parse(&graph, 12, "0:6 7 8 9 2:6 3:6 4:6 5:6");
	check_cores(&graph, &options, "a6 h0 a7");
	options.core.on_break = SP_BREAK_CLOSE;
	check_cores(&graph, &options, "a6 h0 a7 a8 a9");
	/* Page 9 closes its side in a round to which no hub came. */
	options.core.test = SP_TEST_ROUND;
	options.core.last = SP_LAST_KEEP;
	oracle_parse(&graph, 10, "0:6 7 8 9 1:6 7 8 2:9");
	check_cores(&graph, &options, "a6 h0 a7 h1 a8 a9 h2");
}
END_TEST

/* match=all skips candidates that do not keep the density. */
START_TEST(test_match_all)
{
	struct sp_extract_options options = any_size(1);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, GC);
	options.core.match = SP_MATCH_ALL;
	check_cores(&graph, &options, "a4 h0 a5 h1 h2 h3");
	oracle_parse(&graph, 12, "0:6 7 8 9 2:6 3:6 4:6 5:6 1:8 9");
	check_cores(&graph, &options, "a6 h0 a8 a9 a7");
}
END_TEST

START_TEST(test_self_link)
{
	struct sp_extract_options options = any_size(9);
	struct oracle_graph graph;
	struct result result;

	/* Page 0 alone: an authority whose only possible hub is itself. */
	oracle_parse(&graph, 3, "0:0");
	extract(&graph, &options, &result);
	ck_assert_uint_eq(result.cores.count, 0);
	ck_assert_uint_eq(result.report.rejected, 1);
	ck_assert_int_eq(result.report.end, SP_EXTRACT_REJECTED);
	ck_assert_uint_eq(result.dead, 0);
	sp_cores_free(&result.cores);
	options.rerank = true;
	extract(&graph, &options, &result);
	ck_assert_uint_eq(result.report.rejected, 1);
	ck_assert_int_eq(result.report.end, SP_EXTRACT_NO_LINKS);
	ck_assert_uint_eq(result.dead, 1);
	sp_cores_free(&result.cores);
	options.core.overlap = true;
	check_cores(&graph, &options, "a0 h0");
}
END_TEST

/* Checks the cores found, those rejected, and how the extraction ended. */
static void
check_search(const struct oracle_graph *graph,
	     const struct sp_extract_options *options, const char *members,
	     uint64_t rejected, enum sp_extract_end end, uint64_t dead)
{
	struct result result;
	char text[1024];

	extract(graph, options, &result);
	format_members(&result.cores, text);
	ck_assert_str_eq(text, members);
	ck_assert_uint_eq(result.report.rejected, rejected);
	ck_assert_int_eq(result.report.end, end);
	ck_assert_uint_eq(result.dead, dead);
	for (uint64_t i = 0; i < result.cores.count; i++)
		ck_assert_uint_eq(result.cores.cores[i].iteration, i + 1);
	sp_cores_free(&result.cores);
}

/*
 * Authorities 4 and 5 give cores of two authorities, so the third authority of
 * the first ranking, 11, starts the first core of three.  The second ranking
 * begins with 4 again.
 */
START_TEST(test_rejected)
{
	struct sp_extract_options options = defaults(2);
	struct oracle_graph graph;

	oracle_parse(&graph, 13, TWO_CORES);
	options.min_authorities = 3;
	check_search(&graph, &options, "a11 h7 a9 h8 a10", 4,
		     SP_EXTRACT_REJECTED, 0xf80);
	options.seeds = 1;
	check_search(&graph, &options, "a11 h7 a9 h8 a10", 2,
		     SP_EXTRACT_ENOUGH, 0xf80);
	options.max_rejected = 2;
	check_search(&graph, &options, "", 2, SP_EXTRACT_LIMIT, 0);
	/* The limit is for one search: four are rejected in both. */
	options.max_rejected = 3;
	options.seeds = 2;
	check_search(&graph, &options, "a11 h7 a9 h8 a10", 4,
		     SP_EXTRACT_REJECTED, 0xf80);
	/* Authorities that have too few links to them are not even grown. */
	options = defaults(1);
	options.min_hubs = 5;
	check_search(&graph, &options, "", 5, SP_EXTRACT_REJECTED, 0);
}
END_TEST

/* An authority that is set aside is no member of later cores, but a hub. */
START_TEST(test_set_aside)
{
	struct sp_extract_options options = defaults(1);
	struct oracle_graph graph;

	/*
	 * Page 9 is the best authority; its best hub 0 links to 7 as well,
	 * but hub 2, the next best, does not.  The core of 7 would take 9 in
	 * again, and come out the same.
	 */
	oracle_parse(&graph, 12,
		     "0:7 8 9 1:7 8 2:9 3:9 4:9 5:9 6:9 9:7 8");
	options.min_hubs = 3;
	check_search(&graph, &options, "a7 h0 a8 h1 h9", 1,
		     SP_EXTRACT_ENOUGH, 0x383);
}
END_TEST

START_TEST(test_barred)
{
	struct sp_extract_options options = defaults(1);
	struct oracle_graph graph;

	/*
	 * In the cores of 0, 1 and 2, page 4 is a hub, so that its own hubs 7
	 * to 9 are not reached.  In that of 3 it joins the authorities first.
	 */
	oracle_parse(&graph, 10, "4:0 1 2 3 5:0 1 2 3 4 6:0 1 2 3 7:4 8:4 9:4");
	options.min_hubs = 4;
	options.core.cover_density = 60;
	check_search(&graph, &options, "a3 h5 a4 h6 h7 h8 h9", 3,
		     SP_EXTRACT_ENOUGH, 0x3f8);
}
END_TEST

START_TEST(test_rerank_rejected)
{
	struct sp_extract_options options = defaults(2);
	struct oracle_graph graph;
	struct result result;

	oracle_parse(&graph, 13, TWO_CORES);
	options.min_authorities = 3;
	options.rerank = true;
	extract(&graph, &options, &result);
	ck_assert_uint_eq(result.cores.count, 1);
	ck_assert_uint_eq(result.report.rejected, 1);
	ck_assert_int_eq(result.report.end, SP_EXTRACT_NO_LINKS);
	ck_assert_uint_eq(result.cores.cores[0].seed, 7);
	ck_assert_uint_eq(result.cores.cores[0].iteration, 2);
	ck_assert_uint_eq(result.dead, 0xfbf);
	sp_cores_free(&result.cores);
	options.max_rejected = 1;
	check_search(&graph, &options, "", 1, SP_EXTRACT_LIMIT, 0x3f);
}
END_TEST

START_TEST(test_usage)
{
	static const double wrong[] = { -1, 100.5, NAN, INFINITY };
	struct oracle_graph graph;
	struct sp_graph *built;
	struct result result;
	struct sp_extract_options options;
	struct sp_error err;

	oracle_parse(&graph, 13, GC);
	built = oracle_build(&graph);
	memset(&result, 0, sizeof(result));
#define REFUSED(expected) \
	ck_assert_int_eq(sp_extract(built, &options, &result.dead, \
				    result.hub, result.authority, true, \
				    &result.cores, &result.report, &err), \
			 expected)
	for (unsigned i = 0; i < 4; i++) {
		options = defaults(1);
		options.core.cover_density = wrong[i];
		REFUSED(SP_USAGE);
	}
	options = defaults(1);
	options.core.size = 1;
	REFUSED(SP_USAGE);
	options = defaults(1);
	options.core.new_members = 0;
	REFUSED(SP_USAGE);
	options = defaults(1);
	options.min_hubs = 0;
	REFUSED(SP_USAGE);
	options = defaults(1);
	result.hub[12] = NAN;
	REFUSED(SP_DATA);
#undef REFUSED
	ck_assert_uint_eq(result.cores.count, 0);
	sp_graph_free(built);
}
END_TEST

int
main(void)
{
	TCase *examples = unit_case("examples");

	tcase_add_test(examples, test_defaults);
	tcase_add_test(examples, test_cores_gc);
	tcase_add_test(examples, test_gc_density);
	tcase_add_test(examples, test_gc_hub_cap);
	tcase_add_test(examples, test_gc_size);
	tcase_add_test(examples, test_new_members);
	tcase_add_test(examples, test_round);
	tcase_add_test(examples, test_on_break);
	tcase_add_test(examples, test_match_all);
	tcase_add_test(examples, test_self_link);
	tcase_add_test(examples, test_rejected);
	tcase_add_test(examples, test_set_aside);
	tcase_add_test(examples, test_barred);
	tcase_add_test(examples, test_rerank_rejected);
	tcase_add_test(examples, test_usage);
	return unit_run(examples);
}
