/* SPDX-License-Identifier: MIT */
/*
 * test_files_graph.c - a graph without some of its pages, written by several
 * processes, each the links of its own pages, is the graph that one writes;
 * and small sections that every process loads
 */
#include "graph_rows.h"
#include "stream_sample.h"
#include "team_threads.h"
#include "temp_file.h"

#include "base/bitset.h"
#include "cluster/files/write.h"
#include "stream/section/prune.h"

#define WEB_PAGES (7 * SP_BLOCK_PAGES + 1)

static const unsigned sizes[] = { 1, 2, 7, 9 };

struct job {
	const struct sp_graph *graph;
	const uint64_t *dead;      /* pages */
	struct sp_output output;
};

static struct sp_graph *
random_graph(struct sp_random *random)
{
	struct rows rows;
	struct sp_graph *graph;

	rows_begin(&rows, WEB_PAGES);
	while (rows.done < WEB_PAGES) {
		rows_draw(&rows, random, sp_random_below(random, 6));
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static void
write_plain(const struct job *job, struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, 1, 1, false);
	struct sp_prune prune = { .dead = job->dead };
	struct sp_pruner *pruner = sp_pruner_new(writer, 1, &prune, NULL,
						 NULL);
	struct sp_error err;

	must(sp_pruner_graph(pruner, job->graph, &err), err);
	must(sp_save_provenance(writer, "a line", &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_pruner_free(pruner);
	sp_writer_free(writer);
}

static enum sp_status
write_joint(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct job *job = context;
	struct sp_joint_target target = { .output = &job->output, .level = 1,
					  .split = true };
	struct sp_joint_writer *writer;
	struct sp_share *share;
	uint64_t *dead;

	must(team_share_of(team, job->graph, NULL, 1, &share, err), *err);
	dead = sp_bitset_new(share->places);
	for (uint64_t i = 0; i < share->owned; i++)
		if (sp_bit_test(job->dead, share->first + i))
			sp_bit_set(dead, share->own_first + i);
	for (uint64_t i = 0; i < share->reached; i++) {
		uint64_t local = sp_share_reached(share, i);

		if (sp_bit_test(job->dead, sp_share_global(share, local)))
			sp_bit_set(dead, local);
	}
	must(sp_joint_begin(team, team->rank ? NULL : &target, 1, &writer,
			    err), *err);
	must(sp_joint_save_residual(writer, share, dead, 1, err), *err);
	must(sp_joint_end(writer, "a line", err), *err);
	sp_joint_free(writer);
	sp_share_free(share);
	free(dead);
	return SP_OK;
}

/* Each row is that of the other graph; loading verified the fingerprint. */
static void
check_graph(const struct bytes *bytes, const struct bytes *plain)
{
	struct sp_contents contents = { 0 }, expected = { 0 };
	struct sp_basis a, b;
	struct sp_error err;

	must(load_bytes(bytes->at, bytes->size, &contents, &err), err);
	must(load_bytes(plain->at, plain->size, &expected, &err), err);
	must(sp_graph_verify(sp_contents_graph(&contents), 1, &err), err);
	a = sp_basis_of(sp_contents_graph(&contents));
	b = sp_basis_of(sp_contents_graph(&expected));
	hold(sp_fingerprint_equal(&a.graph, &b.graph));
	hold(sp_fingerprint_equal(&a.origin, &b.origin));
	sp_contents_free(&contents);
	sp_contents_free(&expected);
}

START_TEST(rest_of_a_graph)
{
	struct sp_random random = { (uint64_t)_i + 3 };
	struct sp_graph *graph = random_graph(&random);
	uint64_t *dead = sp_bitset_new(WEB_PAGES);
	struct job job = { .graph = graph, .dead = dead };
	struct bytes plain = BYTES;
	struct sp_error err;

	for (uint64_t page = 0; page < WEB_PAGES; page++)
		if (_i && !sp_random_below(&random, 4))
			sp_bit_set(dead, page);
	write_plain(&job, &plain);
	for (int i = 0; i < LENGTH(sizes); i++) {
		struct bytes joint = BYTES;

		job.output = (struct sp_output){ &joint, bytes_write };
		must(team_run(sizes[i], write_joint, &job, &err), err);
		check_graph(&joint, &plain);
		if (sizes[i] == 1)
			hold(joint.size == plain.size &&
			     !memcmp(joint.at, plain.at, plain.size));
		bytes_free(&joint);
	}
	bytes_free(&plain);
	sp_graph_free(graph);
	free(dead);
}
END_TEST

/* ---- sections that every process loads -------------------------------- */

static enum sp_status
load_cores(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct sample *sample = context;
	struct sp_contents contents = { 0 };
	struct sp_joint_input *input;
	const struct sp_loaded_cores *loaded;

	must(sp_joint_open(team, temp_path, false, &input, err), *err);
	must(sp_joint_load(input, SP_SECTION_CORES, &contents, err), *err);
	loaded = sp_contents_cores(&contents);
	hold(loaded && loaded->cores.count == sample->cores.count);
	hold(loaded->cores.member_count == sample->cores.member_count);
	hold(!memcmp(loaded->cores.cores, sample->cores.cores,
		     sizeof(*sample->cores.cores) * sample->cores.count));
	hold(sp_fingerprint_equal(&loaded->basis.graph,
				  &sample->basis.graph));
	hold(!sp_contents_graph(&contents));
	sp_contents_free(&contents);
	sp_joint_close(input);
	return SP_OK;
}

START_TEST(cores_of_the_input)
{
	struct bytes in = BYTES;
	struct sample sample;
	struct sp_error err;

	sample_make(&sample);
	write_stream(&sample, KIND_ALL, 3, &in);
	temp_file_write(in.at, in.size);
	for (int i = 0; i < 2; i++)
		must(team_run(sizes[i], load_cores, &sample, &err), err);
	bytes_free(&in);
	sample_free(&sample);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("joint_graph");

	tcase_add_checked_fixture(tcase, temp_file_make, temp_file_remove);
	tcase_add_loop_test(tcase, rest_of_a_graph, 0, 2);
	tcase_add_test(tcase, cores_of_the_input);
	return unit_run(tcase);
}
