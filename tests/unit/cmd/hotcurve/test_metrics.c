/* SPDX-License-Identifier: MIT */
/*
 * test_metrics.c - every metric of hotcurve runs with what it declares and
 * nothing else, and says what is missing without it
 */
#include "stream_sample.h"
#include "temp_file.h"

#include "cmd/hotcurve/hotcurve.h"

static char output_path[] = "/tmp/seedpipe-test.XXXXXX";

static void
make_files(void)
{
	int file;

	/* Else the program would start itself again, and that is the test. */
	setenv("OMP_WAIT_POLICY", "passive", 1);
	temp_file_make();
	file = mkstemp(output_path);
	ck_assert_int_ge(file, 0);
	close(file);
}

static void
remove_files(void)
{
	temp_file_remove();
	unlink(output_path);
}

static void
save_scores(struct sp_writer *writer, const struct sample *sample,
	    const char *name)
{
	double values[PAGES];
	struct sp_error err;

	for (int page = 0; page < PAGES; page++)
		values[page] = 1. / (page + 1);
	must(sp_save_scores(writer, name, values, &sample->basis, &err), err);
}

/* Makes the input a stream that has what is needed. */
static void
write_needed(unsigned needs)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sample sample = { 0 };
	struct sp_error err;

	sample_make(&sample);
	sample.report.seconds[SP_ORDER_TENTHS - 1] = 2;
	/* Of hosts, a metric does what it can; in a table it needs them. */
	if (needs & HOTCURVE_NEEDS_HOSTS && needs & HOTCURVE_NEEDS_HOURS)
		must(sp_save_hosts(writer, &sample.hosts, &err), err);
	if (needs & (HOTCURVE_NEEDS_GRAPH | HOTCURVE_NEEDS_DISTANCES))
		must(sp_save_graph(writer, sample.graph, NULL, &err),
		     err);
	if (needs & (HOTCURVE_NEEDS_BENCHMARK | HOTCURVE_NEEDS_TIES))
		save_scores(writer, &sample, "pagerank");
	if (needs & HOTCURVE_NEEDS_RELEVANCE)
		save_scores(writer, &sample, "relevance");
	if (needs & HOTCURVE_NEEDS_HOURS) {
		must(save_times(writer, &sample, &err), err);
	} else {
		must(save_order(writer, &sample, "bfs", DOWNLOADS, &err), err);
		must(save_order(writer, &sample, "fpr", DOWNLOADS - 2, &err),
		     err);
	}
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
	temp_file_write(bytes.at, bytes.size);
	bytes_free(&bytes);
	sample_free(&sample);
}

static void
write_table(void)
{
	static const char text[] = "#order\tpages\tqueue\n"
				   "bfs\t1\t4\nbfs\t2\t6\nfpr\t1\t3\n";

	temp_file_write(text, strlen(text));
}

/* Runs a metric over the input, as main() does. */
static enum sp_status
run_metric(unsigned metric)
{
	static const struct cmd_program program = {
		.name = "hotcurve", .synopsis = "[file ...]", .summary = "",
		.operands_max = 9, .operands_named = true,
		.takes_results = true, .prints_text = true,
		.prints_names = true
	};
	char name[32], *argv[] = { "hotcurve", "-q", "-m", name, "-o",
				   output_path, temp_path, NULL };
	struct hotcurve_options options = { .points = 5, .precision = 6 };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &program, .options = rows };
	enum sp_status status;

	snprintf(name, sizeof(name), "%s", hotcurve_metric_names[metric]);
	hotcurve_put_rows(&options, rows);
	ck_assert(cmd_begin(&cmd, LENGTH(argv) - 1, argv));
	must(hotcurve_check(&cmd, &options), cmd.err);
	ck_assert_uint_eq(options.metric, metric);
	status = hotcurve_run(&cmd, &options);
	cmd_end(&cmd, status);
	return status;
}

START_TEST(runs_with_what_it_needs)
{
	const struct hotcurve_metric *metric = hotcurve_metrics[_i];
	char line[2];
	FILE *file;

	if (metric->needs & HOTCURVE_NEEDS_TABLES)
		write_table();
	else
		write_needed(metric->needs);
	ck_assert_int_eq(run_metric((unsigned)_i), SP_OK);
	file = fopen(output_path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), file));
	fclose(file);
}
END_TEST

/* A stream without one of the needs is refused. */
START_TEST(refuses_what_lacks_a_need)
{
	static const unsigned parts[] = {
		HOTCURVE_NEEDS_JUDGE,
		HOTCURVE_NEEDS_GRAPH | HOTCURVE_NEEDS_DISTANCES,
		HOTCURVE_NEEDS_HOURS
	};
	const struct hotcurve_metric *metric = hotcurve_metrics[_i];

	for (int i = 0; i < LENGTH(parts); i++) {
		/* The PageRank of a graph is a benchmark. */
		if (!(metric->needs & parts[i]) ||
		    (!i && metric->needs & parts[1]))
			continue;
		write_needed(metric->needs & ~parts[i]);
		ck_assert_int_eq(run_metric((unsigned)_i), SP_DATA);
	}
}
END_TEST

/* It is a curve, or prints by itself. */
START_TEST(is_one_of_both)
{
	const struct hotcurve_metric *metric = hotcurve_metrics[_i];

	ck_assert(!metric->curve != !metric->print);
	ck_assert(metric->curve ||
		  (!hotcurve_has_shuffle(metric) && !metric->label));
	ck_assert(!metric->shuffle || !metric->shuffle_all);
	ck_assert(!metric->counted || metric->shuffle_all);
	ck_assert(metric->print || !metric->collect);
	/* A curve is over ranked pages, or over hours alone. */
	ck_assert(!metric->curve || metric->needs & (HOTCURVE_NEEDS_JUDGE |
						     HOTCURVE_NEEDS_HOURS));
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("each");

	tcase_add_checked_fixture(tests, make_files, remove_files);
	tcase_add_loop_test(tests, runs_with_what_it_needs, 0, HOTCURVE_COUNT);
	tcase_add_loop_test(tests, refuses_what_lacks_a_need, 0,
			    HOTCURVE_COUNT);
	tcase_add_loop_test(tests, is_one_of_both, 0, HOTCURVE_COUNT);
	return unit_run(tests);
}
