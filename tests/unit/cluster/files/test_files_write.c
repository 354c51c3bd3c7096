/* SPDX-License-Identifier: MIT */
/*
 * test_files_write.c - streams that several processes write together: one
 * process writes the bytes of a plain filter, more of them write a stream with
 * the same contents, to a file and to a pipe
 */
#include "stream_sample.h"
#include "team_threads.h"
#include "temp_file.h"

#include "cluster/files/write.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MANY 300001 /* values: more than two frames */

static const unsigned sizes[] = { 1, 2, 3, 7 };

static char out_path[] = "/tmp/seedpipe-test.XXXXXX";

/* In place of that of the C library: every write has to go on. */
ssize_t
pwrite(int fd, const void *bytes, size_t size, off_t at)
{
	return syscall(SYS_pwrite64, fd, bytes, size < 5000 ? size : 5000, at);
}

struct job {
	const struct sample *sample;
	struct sp_basis basis;     /* of the new score */
	const double *values;
	struct sp_output output;   /* instead of the file, if it has a write */
	int level;
	unsigned drop;
};

static struct sp_load_options
passing(const struct job *job)
{
	static const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, "hub" }, { 0, NULL }
	};

	return (struct sp_load_options){ .drop = job->drop,
					 .drop_names = replaced };
}

static enum sp_status
save_alone(void *context, struct sp_writer *writer, struct sp_error *err)
{
	const struct job *job = context;

	return sp_save_cores(writer, &job->sample->cores, &job->basis, err);
}

/* What a plain filter writes. */
static void
write_plain(const struct job *job, const struct bytes *in, bool index,
	    struct bytes *bytes)
{
	struct sp_writer *writer = bytes_writer(bytes, job->level, 1, index);
	struct source source = { in->at, in->size, 0, in->size, SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_contents contents = { 0 };
	struct sp_load_options options = passing(job);
	struct sp_error err;

	options.writer = writer;
	if (in->size)
		must(sp_load(reader, &options, &contents, &err), err);
	must(sp_save_scores(writer, "hub", job->values, &job->basis, &err),
	     err);
	if (job->sample)
		must(save_alone((void *)job, writer, &err), err);
	must(sp_save_provenance(writer, "a line", &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	sp_writer_free(writer);
}

static enum sp_status
write_sections(struct sp_team *team, struct sp_joint_writer *writer,
	       const struct job *job, struct sp_error *err)
{
	uint64_t pages = job->basis.graph.pages;
	uint64_t first = pages * team->rank / team->size;
	uint64_t end = pages * (team->rank + 1) / team->size;
	struct sp_load_options options = passing(job);
	struct sp_joint_input *input = NULL;
	enum sp_status status = SP_OK;

	if (job->sample) {
		status = sp_joint_open(team, temp_path, false, &input, err);
		if (!status)
			status = sp_joint_pass(writer, input, &options, err);
		sp_joint_close(input);
	}
	if (!status)
		status = sp_joint_save_score(writer, "hub",
					     job->values + first, first,
					     end - first, &job->basis, err);
	if (!status && job->sample)
		status = sp_joint_save_alone(writer, save_alone, (void *)job,
					     err);
	return status ? status : sp_joint_end(writer, "a line", err);
}

static enum sp_status
write_joint(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct job *job = context;
	struct sp_joint_target target = {
		.path = job->output.write ? NULL : out_path,
		.output = &job->output, .level = job->level,
		.index = !job->output.write, .split = true
	};
	struct sp_joint_writer *writer;
	enum sp_status status = sp_joint_begin(
		team, team->rank ? NULL : &target, 1, &writer, err);

	if (status)
		return status;
	status = write_sections(team, writer, job, err);
	if (!status && sp_joint_bytes(writer) < SP_PREAMBLE)
		status = sp_fail(err, SP_DATA, "too short");
	sp_joint_free(writer);
	return status;
}

static void
read_out(struct bytes *bytes)
{
	FILE *file = fopen(out_path, "rb");
	uint8_t piece[4096];
	size_t got;

	hold(file);
	while ((got = fread(piece, 1, sizeof(piece), file)) > 0)
		bytes_add(bytes, piece, got);
	fclose(file);
}

/* Has the stream the sections, and is it valid? */
static void
check_contents(const struct bytes *bytes, const struct job *job)
{
	struct sp_contents contents = { 0 };
	const struct sp_score *score;
	struct sp_error err;

	must(load_bytes(bytes->at, bytes->size, &contents, &err), err);
	score = sp_contents_score(&contents, "hub");
	hold(score && score->pages == job->basis.graph.pages);
	hold(!memcmp(score->values, job->values, 8 * score->pages));
	hold(sp_contents_provenance(&contents)->count);
	sp_contents_free(&contents);
}

static void
check_job(struct job *job, const struct bytes *in)
{
	struct sp_error err;

	for (unsigned i = 0; i < 8; i++) {
		struct bytes plain = BYTES, joint = BYTES, piped = BYTES;
		unsigned size = sizes[i / 2];
		bool pipe = i % 2;

		job->output = pipe ? (struct sp_output){ &piped, bytes_write }
				   : (struct sp_output){ 0 };
		hold(!truncate(out_path, 0));
		must(team_run(size, write_joint, job, &err), err);
		if (!pipe)
			read_out(&joint);
		write_plain(job, in, !pipe, &plain);
		if (pipe) {
			joint = piped;
			piped = (struct bytes)BYTES;
		}
		check_contents(&joint, job);
		/* The frames of a long score are cut where processes end. */
		if (size == 1 || job->sample)
			hold(job->sample || joint.size == plain.size);
		if (size == 1)
			hold(!memcmp(joint.at, plain.at, plain.size));
		bytes_free(&plain);
		bytes_free(&joint);
	}
}

static void
job_of_sample(struct sample *sample, enum kind kind, int form, int level,
	      unsigned drop)
{
	struct job job = { .sample = sample, .basis = sample->basis,
			   .values = sample->values, .level = level,
			   .drop = drop };
	struct bytes in = BYTES;

	if (kind == KIND_PARTS)
		job.basis = sp_basis_of(sample->parts);
	write_stream(sample, kind, form, &in);
	temp_file_write(in.at, in.size);
	check_job(&job, &in);
	bytes_free(&in);
}

START_TEST(sections_pass)
{
	struct sample sample;

	sample_make(&sample);
	/* KIND_ALL: there is a part in it, which is no whole graph. */
	for (int level = 0; level < 4; level += 3)
		for (int form = 2; form < 4; form++) {
			job_of_sample(&sample, KIND_ALL, form, level, 0);
			job_of_sample(&sample, KIND_ALL, form, level,
				      SP_SECTION_GRAPH | SP_SECTION_WEIGHTS);
			job_of_sample(&sample, KIND_PARTS, form, level,
				      SP_SECTION_CORES);
			job_of_sample(&sample, KIND_NOTHING, form, level, 0);
		}
	sample_free(&sample);
}
END_TEST

START_TEST(long_score)
{
	double *values = calloc(MANY, sizeof(*values));
	struct job job = { .values = values };
	struct bytes in = BYTES;

	hold(values);
	job.basis.graph.pages = job.basis.origin.pages = MANY;
	for (unsigned i = 0; i < MANY; i++)
		values[i] = (double)(i * 7919 % 1000003) / 7.0;
	for (job.level = 0; job.level < 2; job.level++)
		check_job(&job, &in);
	free(values);
}
END_TEST

static void
make_files(void)
{
	int fd = mkstemp(out_path);

	hold(fd >= 0);
	close(fd);
	temp_file_make();
}

static void
remove_files(void)
{
	unlink(out_path);
	temp_file_remove();
}

int
main(void)
{
	TCase *tcase = unit_case("joint_write");

	tcase_add_checked_fixture(tcase, make_files, remove_files);
	tcase_add_test(tcase, sections_pass);
	tcase_add_test(tcase, long_score);
	return unit_run(tcase);
}
