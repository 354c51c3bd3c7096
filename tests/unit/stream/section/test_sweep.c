/* SPDX-License-Identifier: MIT */
/*
 * test_sweep.c - streams of every kind with each field, frame and section
 * changed, all checksums right: readers accept exactly what seedpipe(5)
 * allows, filters that pass sections on accept the same, what they write is
 * accepted again, and none of it takes much memory or time
 */
#include "sample_sweep.h"

#include "reseal_verdict.h"

#include <time.h>

#if defined __SANITIZE_ADDRESS__ || defined FEW_CASES
#define COUNT_HEAP 0
#define STEP 23
#else
#include "heap_count.h"
#define COUNT_HEAP 1
#define STEP 1
#endif

#define MEMORY_MAX ((size_t)64 << 20)
#define CPU_MAX 5.0 /* seconds for a stream of some kilobytes */

/* ---- one stream ------------------------------------------------------- */

/* Reads every link. */
static enum sp_status
walk(const struct sp_graph *graph, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	uint32_t page, count;
	enum sp_status status;

	hold(cursor);
	while (sp_cursor_next(cursor, &page, &successors, &count))
		for (uint32_t i = 0; i < count; i++)
			hold(successors[i] < sp_graph_pages(graph));
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

/* As a filter that reads all that there is. */
static enum sp_status
read_whole(const struct sealed *sealed, struct sp_error *err)
{
	struct source source = { sealed->at, sealed->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_load_options options = { .want = SP_SECTION_ALL };
	struct sp_reader *reader = source_reader(&source);
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_load(reader, &options, &contents, err);

	if (!status && sp_contents_graph(&contents))
		status = walk(sp_contents_graph(&contents), err);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	return status;
}

/* ---- the sweep -------------------------------------------------------- */

struct tally {
	struct seal_form form;
	unsigned step, turn;
	unsigned long cases, accepted, either, wrong;
	size_t memory;
	double seconds;
};

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void
complain(struct tally *tally, const struct mutant *mutant, const char *what,
	 const char *why)
{
	if (tally->wrong++ < 20)
		printf("# %s: %s: %s\n", mutant->what, what, why ? why : "");
}

/*
 * What a reader must say of a header, preamble, index or end frame that is
 * wrong: only the minor version, and features without a frame that needs
 * them, may be anything.
 */
static enum verdict
verdict_of(const struct mutant *mutant, const struct seal_form *form,
	   const char **why)
{
	*why = "wrong on purpose";
	switch (mutant->of) {
	case MUTANT_SEAL:
		if (mutant->field == SEAL_MINOR)
			return VERDICT_VALID;
		if (mutant->field == SEAL_FEATURES && mutant->value <= 3)
			return VERDICT_EITHER;
		return VERDICT_FAULT;
	case MUTANT_HEADER:
		/* In a packed frame, these may be what it has. */
		if (form->level && (mutant->field == HEADER_FLAGS ||
				    mutant->field == HEADER_STORED))
			return VERDICT_EITHER;
		return VERDICT_FAULT;
	case MUTANT_INDEX:
		return VERDICT_FAULT;
	default:
		return parts_verdict(mutant->parts, why);
	}
}

static void
compare(struct tally *tally, const struct mutant *mutant,
	const struct sealed *sealed)
{
	const char *why = NULL;
	enum verdict verdict = verdict_of(mutant, &tally->form, &why);
	struct sp_error err = { 0 }, passing = { 0 }, again = { 0 };
	struct bytes copy = BYTES;
	enum sp_status whole = read_whole(sealed, &err);
	enum sp_status passed = pass_sample(sealed, &copy, &passing);

	if (whole && whole != SP_DATA && whole != SP_MEMORY)
		complain(tally, mutant, "another status", err.text);
	if (verdict == VERDICT_FAULT && !whole)
		complain(tally, mutant, "is read", why);
	if (verdict == VERDICT_FAULT && !passed)
		complain(tally, mutant, "passes", why);
	if (verdict == VERDICT_VALID && whole)
		complain(tally, mutant, "is not read", err.text);
	if (verdict == VERDICT_VALID && passed)
		complain(tally, mutant, "does not pass", passing.text);
	if (verdict == VERDICT_EITHER && !whole && passed)
		complain(tally, mutant, "is read but does not pass",
			 passing.text);
	if (verdict == VERDICT_EITHER && whole && !passed)
		complain(tally, mutant, "passes but is not read", err.text);
	if (!passed) {
		struct sealed second = { copy.at, copy.size, copy.size };

		if (!whole && read_whole(&second, &again))
			complain(tally, mutant, "its copy is not read",
				 again.text);
	}
	tally->accepted += !whole;
	tally->either += verdict == VERDICT_EITHER;
	bytes_free(&copy);
}

static void
try_mutant(void *context, const struct mutant *mutant)
{
	struct tally *tally = context;
	struct sealed sealed = { 0 };
	double start;

	if (tally->turn++ % tally->step)
		return;
	parts_seal(mutant->parts, tally->form, &sealed);
#if COUNT_HEAP
	heap->peak = heap->live;
	size_t before = heap->live;
#endif
	start = cpu_seconds();
	compare(tally, mutant, &sealed);
	start = cpu_seconds() - start;
	if (start > tally->seconds)
		tally->seconds = start;
	if (start > CPU_MAX)
		complain(tally, mutant, "takes long", NULL);
#if COUNT_HEAP
	if (heap->peak - before > tally->memory)
		tally->memory = heap->peak - before;
	if (heap->peak - before > MEMORY_MAX)
		complain(tally, mutant, "takes memory", NULL);
	if (heap->live != before)
		complain(tally, mutant, "leaks", NULL);
#endif
	tally->cases++;
	free(sealed.at);
}

/* What libraries allocate once does not count. */
static void
warm_up(const struct parts *parts)
{
	struct sealed sealed = { 0 };
	struct bytes copy = BYTES;
	struct sp_error err;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("# %zu frames\n", parts->count);
	parts_seal(parts, (struct seal_form){ 3, true }, &sealed);
	must(read_whole(&sealed, &err), err);
	must(pass_sample(&sealed, &copy, &err), err);
	sealed.size--;
	hold(read_whole(&sealed, &err));
	bytes_free(&copy);
	free(sealed.at);
}

/* Compressed, one of many: the fields are the same. */
START_TEST(every_change)
{
	enum mutant_class of = (enum mutant_class)(_i / 2);
	bool packed = _i % 2;
	struct tally tally = { .form = { packed ? 3 : 0, packed },
			       .step = packed ? 29 * STEP : STEP };
	struct parts parts;

	/* The bytes of a packed index are not those of its entries. */
	if (of == MUTANT_INDEX)
		tally.form = (struct seal_form){ 0, false };
	sweep_sample(&parts);
	warm_up(&parts);
	sweep(&parts, of, try_mutant, &tally);
	parts_free(&parts);
	printf("# %s%s: %lu cases, %lu accepted (%lu may be or not), %lu "
	       "wrong, at most %zu KiB and %.3f s\n", mutant_classes[of],
	       packed ? ", compressed" : "", tally.cases, tally.accepted,
	       tally.either, tally.wrong, tally.memory >> 10, tally.seconds);
	fflush(stdout);
	ck_assert_uint_gt(tally.cases, 0);
	ck_assert_uint_eq(tally.wrong, 0);
}
END_TEST

/* The sample itself is valid, and is read, however it is sealed. */
START_TEST(unchanged)
{
	struct seal_form forms[] = { { 0, false }, { 3, false }, { 3, true } };
	struct parts parts, again;
	struct sp_error err;
	const char *why = NULL;

	sweep_sample(&parts);
	ck_assert_msg(parts_verdict(&parts, &why) == VERDICT_VALID, "%s", why);
	for (int i = 0; i < LENGTH(forms); i++) {
		struct sealed sealed = { 0 };

		parts_seal(&parts, forms[i], &sealed);
		must(read_whole(&sealed, &err), err);
		parts_take(&again, sealed.at, sealed.size);
		ck_assert_uint_eq(parts.count, again.count);
		for (size_t k = 0; k < parts.count; k++)
			ck_assert_mem_eq(parts.at[k].payload,
					 again.at[k].payload,
					 parts.at[k].length);
		parts_free(&again);
		free(sealed.at);
	}
	parts_free(&parts);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("sweep");

	tcase_add_test(tcase, unchanged);
	tcase_add_loop_test(tcase, every_change, 0, 2 * MUTANT_CLASSES);
	unit_keep_memory();
	return unit_run(tcase);
}
