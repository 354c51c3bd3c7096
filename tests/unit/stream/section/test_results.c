/* SPDX-License-Identifier: MIT */
/*
 * test_results.c - what is not a finite number is not written, by any section
 * of numbers: a reader would refuse the whole stream
 */
#include "stream_bytes.h"

#include "graph/cores.h"
#include "graph/orders.h"
#include "graph/linkscores.h"
#include "stream/section/cores.h"
#include "stream/section/linkscores.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"
#include "stream/section/seeds.h"
#include "stream/section/weights.h"

#include <math.h>

#define PAGES 3000

static const struct sp_basis basis = { { PAGES, PAGES, 1 },
				       { PAGES, PAGES, 1 } };

static enum sp_status
write_scores(struct sp_writer *writer, double value, struct sp_error *err)
{
	static double values[PAGES];

	values[2999] = value;
	return sp_save_scores(writer, "a", values, &basis, err);
}

static enum sp_status
write_weights(struct sp_writer *writer, double value, struct sp_error *err)
{
	static double values[PAGES];

	values[0] = value;
	return sp_save_weights(writer, values, &basis, err);
}

static enum sp_status
write_link_scores(struct sp_writer *writer, double value,
		  struct sp_error *err)
{
	struct sp_link_score row = { .source = 1, .target = 2,
				     .score = value };
	struct sp_link_scores scores = { .rows = &row, .count = 1 };

	return sp_save_link_scores(writer, "a", &scores, &basis, err);
}

static enum sp_status
write_cores(struct sp_writer *writer, double value, struct sp_error *err)
{
	struct sp_core core = { .seed = 1, .hubs = 1 };
	struct sp_member member = { .page = 1, .score = value };
	struct sp_cores cores = { .cores = &core, .count = 1,
				  .members = &member, .member_count = 1 };

	return sp_save_cores(writer, &cores, &basis, err);
}

static enum sp_status
write_notes(struct sp_writer *writer, double value, struct sp_error *err)
{
	struct sp_seed seed = { .page = 1, .score = value };
	struct sp_seeds seeds = { .seeds = &seed, .count = 1 };

	return sp_save_seed_notes(writer, &seeds, "a", NULL, &basis, err);
}

typedef enum sp_status writes(struct sp_writer *writer, double value,
			      struct sp_error *err);

static writes *const sections[] = { write_scores, write_weights,
				    write_link_scores, write_cores,
				    write_notes };

START_TEST(only_finite_numbers)
{
	const double values[] = { NAN, INFINITY, -INFINITY };
	struct sp_writer *writer;
	struct sp_error err;
	struct bytes bytes = BYTES;

	for (int i = 0; i < 4; i++) {
		writer = bytes_writer(&bytes, 0, 1, false);
		if (i == 3) {
			must(sections[_i](writer, 1e308, &err), err);
		} else {
			hold(sections[_i](writer, values[i], &err) == SP_DATA);
			hold(strstr(err.text, "not a finite number"));
		}
		sp_writer_free(writer);
		bytes_free(&bytes);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("results");

	tcase_add_loop_test(tcase, only_finite_numbers, 0, LENGTH(sections));
	return unit_run(tcase);
}
