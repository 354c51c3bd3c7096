/* SPDX-License-Identifier: MIT */
/* Sorting links: in memory, from many runs, with weights, and failures. */
#include "unit.h"

#include "base/random.h"
#include "graph/links/linksort.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MIB ((uint64_t)1 << 20)

/* How many links fit into a sort of 1 MiB, half of which is working space. */
#define FIT_PLAIN (MIB / 2 / 8)
#define FIT_WEIGHTED (MIB / 2 / 16)

/* ---- a sink that stores its rows -------------------------------------- */

struct kept {
	uint64_t begun, pages;  /* calls of begin, and the last one's pages */
	uint64_t rows, links;
	uint64_t fail_at;       /* first page refused, or UINT64_MAX */
	uint64_t last;          /* page of the last row */
	bool weighted;          /* weights are to come */
	uint64_t capacity;
	uint64_t *keys;
	double *weights;
};

static enum sp_status
kept_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct kept *kept = context;

	(void)err;
	kept->begun++;
	kept->pages = pages;
	return SP_OK;
}

static enum sp_status
kept_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const uint32_t *successors = row->successors;
	const double *weights = row->weights;
	uint64_t count = row->count;
	struct kept *kept = context;

	if (row->page >= kept->fail_at)
		return sp_fail(err, SP_IO, "row %llu: no",
			       (unsigned long long)row->page);
	hold(kept->begun == 1 && row->page < kept->pages);
	hold(!kept->rows || row->page > kept->last);
	hold(count && kept->weighted == (weights != NULL));
	kept->rows++;
	kept->last = row->page;
	if (kept->links + count > kept->capacity) {
		kept->capacity = 2 * (kept->links + count);
		kept->keys = realloc(kept->keys, kept->capacity * 8);
		kept->weights = realloc(kept->weights, kept->capacity * 8);
		hold(kept->keys && kept->weights);
	}
	for (uint64_t i = 0; i < count; i++) {
		hold(successors[i] < kept->pages);
		hold(!i || successors[i - 1] < successors[i]);
		kept->keys[kept->links] = row->page << 32 | successors[i];
		kept->weights[kept->links++] = weights ? weights[i] : 1;
	}
	return SP_OK;
}

static void
kept_free(struct kept *kept)
{
	free(kept->keys);
	free(kept->weights);
}

static struct sp_linksort *
sort_new(uint64_t memory, const char *directory, int threads, bool weighted)
{
	struct sp_linksort_options options = { memory, directory, threads,
					       weighted, NULL };
	struct sp_linksort *sort = sp_linksort_new(&options);

	ck_assert_ptr_nonnull(sort);
	return sort;
}

static struct kept
sort_rows(struct sp_linksort *sort, uint64_t pages, bool weighted,
	  uint64_t *duplicates)
{
	struct kept kept = { .fail_at = UINT64_MAX, .weighted = weighted };
	struct sp_row_sink sink = { &kept, kept_begin, kept_row };
	struct sp_error err;

	*duplicates = 12345;
	must(sp_linksort_rows(sort, pages, &sink, duplicates, &err), err);
	ck_assert_uint_eq(kept.begun, 1);
	ck_assert_uint_eq(kept.pages, pages);
	return kept;
}

/* ---- a simple second implementation ----------------------------------- */

struct link {
	uint64_t key, order;
	double weight;
};

static int
compare_links(const void *left, const void *right)
{
	const struct link *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* Sorts links and merges duplicates; returns how many are left. */
static uint64_t
fold_links(struct link *links, uint64_t count)
{
	uint64_t kept = 0;

	qsort(links, count, sizeof(*links), compare_links);
	for (uint64_t i = 0; i < count; i++)
		if (kept && links[kept - 1].key == links[i].key)
			links[kept - 1].weight += links[i].weight;
		else
			links[kept++] = links[i];
	return kept;
}

/*
 * Random links; every third one repeats an earlier one.  The sums of the
 * weights depend on the order of their terms.
 */
static struct link *
draw_links(uint64_t count, uint64_t pages, uint64_t seed)
{
	struct sp_random random = { seed };
	struct link *links = malloc((count + 1) * sizeof(*links));

	ck_assert_ptr_nonnull(links);
	for (uint64_t i = 0; i < count; i++) {
		double small = sp_random_unit(&random);

		links[i].key = sp_random_below(&random, pages) << 32 |
			       sp_random_below(&random, pages);
		if (i && i % 3 == 0)
			links[i].key =
				links[sp_random_below(&random, i)].key;
		links[i].order = i;
		links[i].weight = (i % 5 == 0 ? 1e15 : 1) * (small - 0.5);
	}
	return links;
}

static void
add_links(struct sp_linksort *sort, const struct link *links, uint64_t count)
{
	struct sp_error err = { 0 };

	for (uint64_t i = 0; i < count; i++)
		hold(!sp_linksort_add(sort, (uint32_t)(links[i].key >> 32),
				      (uint32_t)links[i].key,
				      links[i].weight, &err));
}

static void
check_random(uint64_t count, uint64_t pages, uint64_t memory, int threads,
	     bool weighted)
{
	struct link *links = draw_links(count, pages, count + pages);
	struct sp_linksort *sort = sort_new(memory, "/tmp", threads,
					    weighted);
	uint64_t duplicates, left;
	struct kept kept;

	add_links(sort, links, count);
	kept = sort_rows(sort, pages, weighted, &duplicates);
	sp_linksort_free(sort);
	left = fold_links(links, count);
	ck_assert_uint_eq(kept.links, left);
	ck_assert_uint_eq(duplicates, count - left);
	for (uint64_t i = 0; i < left; i++) {
		hold(kept.keys[i] == links[i].key);
		/* Weights must be equal to the last bit. */
		hold(!weighted || !memcmp(&kept.weights[i], &links[i].weight,
					  sizeof(double)));
	}
	kept_free(&kept);
	free(links);
}

/* ---- order ------------------------------------------------------------ */

START_TEST(empty)
{
	for (unsigned weighted = 0; weighted < 2; weighted++)
		for (uint64_t pages = 0; pages < 4; pages += 3) {
			struct sp_linksort *sort = sort_new(MIB, "/tmp", 1,
							    weighted);
			uint64_t duplicates;
			struct kept kept = sort_rows(sort, pages, weighted,
						     &duplicates);

			ck_assert_uint_eq(kept.links, 0);
			ck_assert_uint_eq(duplicates, 0);
			kept_free(&kept);
			sp_linksort_free(sort);
		}
	sp_linksort_free(NULL);
}
END_TEST

START_TEST(few)
{
	static const uint32_t links[][2] = {
		{ 4, 0 }, { 1, 4 }, { 1, 1 }, { 4, 0 }, { 1, 0 }, { 4, 0 }
	};
	struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
	struct sp_error err;
	uint64_t duplicates;
	struct kept kept;

	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		must(sp_linksort_add(sort, links[i][0], links[i][1], 1,
				     &err), err);
	kept = sort_rows(sort, 6, false, &duplicates);
	ck_assert_uint_eq(kept.links, 4);
	ck_assert_uint_eq(kept.keys[0], UINT64_C(1) << 32 | 0);
	ck_assert_uint_eq(kept.keys[1], UINT64_C(1) << 32 | 1);
	ck_assert_uint_eq(kept.keys[2], UINT64_C(1) << 32 | 4);
	ck_assert_uint_eq(kept.keys[3], UINT64_C(4) << 32 | 0);
	ck_assert_uint_eq(duplicates, 2);
	kept_free(&kept);
	sp_linksort_free(sort);
}
END_TEST

START_TEST(in_memory)
{
	for (int threads = 1; threads < 3; threads++) {
		check_random(1, 1, MIB, threads, false);
		check_random(1000, 3, MIB, threads, false);
		check_random(FIT_PLAIN, 3000000, MIB, threads, false);
		check_random(FIT_WEIGHTED, 500, MIB, threads, true);
		check_random(100000, 70000, 64 * MIB, threads, true);
	}
}
END_TEST

/* Also with the smallest memory, which is requested as 0. */
START_TEST(runs)
{
	for (int threads = 1; threads < 3; threads++) {
		check_random(FIT_PLAIN + 1, 1000000, MIB, threads, false);
		check_random(2 * FIT_PLAIN, 100, MIB, threads, false);
		check_random(300001, 2000000, 0, threads, false);
		check_random(FIT_WEIGHTED + 1, 5, MIB, threads, true);
		check_random(200000, 1000, 0, threads, true);
	}
}
END_TEST

/* Sorted and in reverse; every link of a complete graph, some twice. */
START_TEST(presorted)
{
	const uint32_t pages = 700;
	const uint64_t count = (uint64_t)pages * pages;
	struct sp_error err = { 0 };

	for (unsigned reverse = 0; reverse < 2; reverse++) {
		struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
		uint64_t duplicates;
		struct kept kept;

		for (uint64_t i = 0; i < count; i++) {
			uint64_t at = reverse ? count - 1 - i : i;
			uint32_t source = (uint32_t)(at / pages);
			uint32_t target = (uint32_t)(at % pages);

			for (unsigned twice = 0; twice <= !target; twice++)
				hold(!sp_linksort_add(sort, source, target,
						      1, &err));
		}
		kept = sort_rows(sort, pages, false, &duplicates);
		ck_assert_uint_eq(duplicates, pages);
		ck_assert_uint_eq(kept.links, count);
		for (uint64_t i = 0; i < count; i++)
			hold(kept.keys[i] == (i / pages << 32 | i % pages));
		kept_free(&kept);
		sp_linksort_free(sort);
	}
}
END_TEST

/*
 * More runs than one merge takes.  Every key occurs in all of them, so that the
 * sums show whether runs stay in order when they are merged twice.
 */
START_TEST(levels)
{
	enum { PAGES = 61 };
	const uint64_t count = 300 * FIT_WEIGHTED + 17;
	static double sums[PAGES * PAGES];
	struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, true);
	struct sp_random random = { 7 };
	struct sp_error err = { 0 };
	uint64_t duplicates;
	struct kept kept;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t key = sp_random_below(&random, PAGES * PAGES);
		double weight = sp_random_unit(&random);

		if (key % 7 == 0)
			weight = i % 2 ? weight * 1e12 : -weight;
		sums[key] += weight;
		hold(!sp_linksort_add(sort, (uint32_t)(key / PAGES),
				      (uint32_t)(key % PAGES), weight,
				      &err));
	}
	kept = sort_rows(sort, PAGES, true, &duplicates);
	ck_assert_uint_eq(kept.links, PAGES * PAGES);
	ck_assert_uint_eq(duplicates, count - PAGES * PAGES);
	for (uint64_t i = 0; i < PAGES * PAGES; i++) {
		hold(kept.keys[i] == (i / PAGES << 32 | i % PAGES));
		hold(!memcmp(&kept.weights[i], &sums[i], sizeof(double)));
	}
	kept_free(&kept);
	sp_linksort_free(sort);
}
END_TEST

/* ---- failures --------------------------------------------------------- */

static void
check_range(uint32_t source, uint32_t target, const char *text)
{
	struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
	struct kept kept = { .fail_at = UINT64_MAX };
	struct sp_row_sink sink = { &kept, kept_begin, kept_row };
	struct sp_error err;
	uint64_t duplicates;

	must(sp_linksort_add(sort, 0, 1, 1, &err), err);
	must(sp_linksort_add(sort, source, target, 1, &err), err);
	ck_assert_int_eq(sp_linksort_rows(sort, 3, &sink, &duplicates, &err),
			 SP_DATA);
	ck_assert_str_eq(err.text, text);
	kept_free(&kept);
	sp_linksort_free(sort);
}

START_TEST(range)
{
	check_range(3, 0, "link from page 3 to page 0, but there are 3 "
			  "pages");
	check_range(2, 3, "link from page 2 to page 3, but there are 3 "
			  "pages");
	check_range(UINT32_MAX, UINT32_MAX,
		    "link from page 4294967295 to page 4294967295, but there "
		    "are 3 pages");
}
END_TEST

/* Numbers have 64 bits; those that are not pages are rejected at once. */
START_TEST(too_large)
{
	struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
	struct sp_error err;

	ck_assert_int_eq(sp_linksort_add(sort, UINT64_C(1) << 32, 0, 1, &err),
			 SP_DATA);
	ck_assert_str_eq(err.text, "page 4294967296: more than 4294967294 "
			 "pages are not supported");
	ck_assert_int_eq(sp_linksort_add(sort, 0, UINT64_MAX, 1, &err),
			 SP_DATA);
	sp_linksort_free(sort);
}
END_TEST

/* If the sink rejects a row, the sort fails, in memory and from runs. */
START_TEST(refused)
{
	static const uint64_t counts[] = { 1, 100, 2 * FIT_PLAIN };

	for (unsigned i = 0; i < 3; i++) {
		struct link *links = draw_links(counts[i], 50, 3);
		struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
		struct kept kept = { .fail_at = 20 };
		struct sp_row_sink sink = { &kept, kept_begin, kept_row };
		struct sp_error err;
		uint64_t duplicates;

		add_links(sort, links, counts[i]);
		ck_assert_int_eq(sp_linksort_rows(sort, 50, &sink,
						  &duplicates, &err),
				 SP_IO);
		ck_assert_ptr_nonnull(strstr(err.text, ": no"));
		ck_assert(!kept.rows || kept.last < 20);
		kept_free(&kept);
		sp_linksort_free(sort);
		free(links);
	}
}
END_TEST

/* A missing folder matters only if the links do not fit into memory. */
START_TEST(no_folder)
{
	static const char folder[] = "/nonexistent/folder";
	struct link *links = draw_links(FIT_PLAIN + 1, 9, 1);
	struct sp_linksort *sort = sort_new(MIB, folder, 1, false);
	enum sp_status status = SP_OK;
	struct sp_error err;
	uint64_t duplicates;
	struct kept kept;

	add_links(sort, links, FIT_PLAIN);
	kept = sort_rows(sort, 9, false, &duplicates);
	ck_assert_uint_eq(kept.links, 81);
	kept_free(&kept);
	sp_linksort_free(sort);

	sort = sort_new(MIB, folder, 1, false);
	for (uint64_t i = 0; !status && i <= FIT_PLAIN; i++)
		status = sp_linksort_add(sort,
					 (uint32_t)(links[i].key >> 32),
					 (uint32_t)links[i].key, 1, &err);
	ck_assert_int_eq(status, SP_IO);
	ck_assert_str_eq(err.text, "temporary file in /nonexistent/folder: "
			 "No such file or directory");
	sp_linksort_free(sort);
	free(links);
}
END_TEST

/* A file that cannot grow, as on a full disk. */
START_TEST(no_room)
{
	struct rlimit limit = { 300 << 10, 300 << 10 };
	struct link *links = draw_links(FIT_PLAIN + 1, 1000, 1);
	struct sp_linksort *sort = sort_new(MIB, "/tmp", 1, false);
	enum sp_status status = SP_OK;
	struct sp_error err;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (uint64_t i = 0; !status && i <= FIT_PLAIN; i++)
		status = sp_linksort_add(sort,
					 (uint32_t)(links[i].key >> 32),
					 (uint32_t)links[i].key, 1, &err);
	ck_assert_int_eq(status, SP_IO);
	ck_assert_str_eq(err.text,
			 "temporary file in /tmp: File too large");
	sp_linksort_free(sort);
	free(links);
}
END_TEST

static unsigned
count_entries(const char *folder)
{
	DIR *directory = opendir(folder);
	unsigned count = 0;
	struct dirent *entry;

	ck_assert_ptr_nonnull(directory);
	while ((entry = readdir(directory)) != NULL)
		count += entry->d_name[0] != '.';
	closedir(directory);
	return count;
}

/* Temporary files have no names, so that a killed program leaves none. */
START_TEST(no_traces)
{
	char folder[] = "/tmp/test_linksort.XXXXXX";
	struct link *links = draw_links(5 * FIT_PLAIN, 1000, 1);
	struct sp_linksort *sort;
	uint64_t duplicates;
	struct kept kept;
	unsigned open_files;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	open_files = count_entries("/proc/self/fd");
	sort = sort_new(MIB, folder, 1, false);
	add_links(sort, links, 5 * FIT_PLAIN);
	ck_assert_uint_gt(count_entries("/proc/self/fd"), open_files);
	ck_assert_uint_eq(count_entries(folder), 0);
	sp_linksort_free(sort);
	ck_assert_uint_eq(count_entries("/proc/self/fd"), open_files);

	sort = sort_new(MIB, folder, 1, false);
	add_links(sort, links, 5 * FIT_PLAIN);
	kept = sort_rows(sort, 1000, false, &duplicates);
	ck_assert_uint_eq(count_entries(folder), 0);
	sp_linksort_free(sort);
	ck_assert_uint_eq(count_entries("/proc/self/fd"), open_files);
	ck_assert_int_eq(rmdir(folder), 0);
	kept_free(&kept);
	free(links);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("linksort");

	tcase_add_test(tests, empty);
	tcase_add_test(tests, few);
	tcase_add_test(tests, in_memory);
	tcase_add_test(tests, runs);
	tcase_add_test(tests, presorted);
	tcase_add_test(tests, levels);
	tcase_add_test(tests, too_large);
	tcase_add_test(tests, range);
	tcase_add_test(tests, refused);
	tcase_add_test(tests, no_folder);
	tcase_add_test(tests, no_room);
	tcase_add_test(tests, no_traces);
	return unit_run(tests);
}
