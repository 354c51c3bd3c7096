/* SPDX-License-Identifier: MIT */
/*
 * test_form_share.c - the kernels on shares of a graph: scores are those of one
 * process, to the bit for a team of one, whatever the form and the number of
 * threads, and also if a run goes on where another was stopped
 */
#include "graph_rows.h"
#include "team_threads.h"

#include "base/bitset.h"
#include "graph/generate/generate.h"
#include "graph/links/rowstore.h"
#include "rank/hits.h"
#include "rank/pagerank.h"

#include <math.h>

static const unsigned sizes[] = { 1, 2, 3, 7 };

#define SIZES LENGTH(sizes)

/* ---- runs ------------------------------------------------------------- */

/* A state that was saved, by page of the whole graph. */
struct saved {
	struct sp_rank_state state;
	double *values;
};

/* What all processes do, and their results, by page of the whole graph. */
struct job {
	const struct sp_graph *whole;
	const uint64_t *dead;      /* by page; or NULL */
	const double *teleport;    /* likewise */
	struct sp_hits_options hits;
	struct sp_pagerank_options pagerank;
	struct saved *to;          /* the last state is saved here; or NULL */
	const struct saved *from;  /* goes on from here; or NULL */
	double *hub, *authority, *rank;
	struct sp_hits_report hits_report;
	struct sp_pagerank_report pagerank_report;
};

struct saving {
	const struct sp_share *share;
	struct saved *to;
};

static enum sp_status
save(void *context, const struct sp_rank_state *state, const double *values,
     struct sp_error *err)
{
	const struct saving *saving = context;

	(void)err;
	memcpy(saving->to->values + saving->share->first, values,
	       saving->share->owned * sizeof(*values));
	if (saving->share->team->rank == 0)
		saving->to->state = *state;
	return SP_OK;
}

static struct sp_rank_checkpoint
checkpoint_of(const struct job *job, struct saving *saving)
{
	struct sp_rank_checkpoint checkpoint = {
		.every = job->to ? 3 : 0, .save = save, .context = saving
	};

	if (job->from)
		checkpoint.from = job->from->state;
	return checkpoint;
}

static double *
vector_of(const struct sp_share *share, const double *values)
{
	uint64_t room = sp_form_room(share->graph, share);
	double *vector = malloc((room + 1) * sizeof(*vector));

	hold(vector);
	/* What is not of the pages owned must not matter. */
	for (uint64_t p = 0; p < room; p++)
		vector[p] = NAN;
	if (values)
		memcpy(vector + share->own_first, values + share->first,
		       share->owned * sizeof(*values));
	return vector;
}

static void
keep_result(const struct sp_share *share, const double *vector, double *all)
{
	memcpy(all + share->first, vector + share->own_first,
	       share->owned * sizeof(*all));
}

static uint64_t *
local_dead(const struct sp_share *share, const uint64_t *dead)
{
	uint64_t *local = sp_bitset_new(share->places + 1);

	hold(local);
	for (uint64_t p = 0; dead && p < share->owned; p++)
		if (sp_bit_test(dead, share->first + p))
			sp_bit_set(local, share->own_first + p);
	for (uint64_t i = 0; dead && i < share->reached; i++) {
		uint64_t page = sp_share_reached(share, i);

		if (sp_bit_test(dead, sp_share_global(share, page)))
			sp_bit_set(local, page);
	}
	return local;
}

static enum sp_status
run_hits(struct job *job, struct sp_share *share, struct sp_error *err)
{
	struct sp_hits_space *space = sp_hits_space_new(share->owned);
	struct saving saving = { share, job->to };
	struct sp_rank_checkpoint checkpoint = checkpoint_of(job, &saving);
	struct sp_hits_options options = job->hits;
	uint64_t *dead = local_dead(share, job->dead);
	double *hub = vector_of(share, NULL);
	double *authority = vector_of(share, job->from ? job->from->values :
							 NULL);
	struct sp_hits_report report;
	enum sp_status status;

	options.share = share;
	options.checkpoint = &checkpoint;
	status = sp_hits(share->graph, job->dead ? dead : NULL, &options,
			 space, hub, authority, &report, err);
	if (share->team->rank == share->team->size - 1)
		job->hits_report = report;
	keep_result(share, hub, job->hub);
	keep_result(share, authority, job->authority);
	sp_hits_space_free(space);
	free(dead);
	free(hub);
	free(authority);
	return status;
}

static enum sp_status
run_pagerank(struct job *job, struct sp_share *share, struct sp_error *err)
{
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(share->owned, SP_RANK_PARTS);
	struct saving saving = { share, job->to };
	struct sp_rank_checkpoint checkpoint = checkpoint_of(job, &saving);
	struct sp_pagerank_options options = job->pagerank;
	double *rank = vector_of(share, job->from ? job->from->values : NULL);
	double *teleport = vector_of(share, job->teleport);
	struct sp_pagerank_report report;
	enum sp_status status;

	for (uint64_t p = 0; !job->from && p < share->owned; p++)
		rank[share->own_first + p] = 1 / (double)share->whole.pages;
	options.share = share;
	options.checkpoint = &checkpoint;
	status = sp_pagerank(share->graph, NULL,
			     job->teleport ? teleport : NULL, &options, space,
			     rank, &report, err);
	if (share->team->rank == share->team->size - 1)
		job->pagerank_report = report;
	keep_result(share, rank, job->rank);
	sp_pagerank_space_free(space);
	free(rank);
	free(teleport);
	return status;
}

static enum sp_status
run_hits_of_share(struct sp_team *team, void *context, struct sp_error *err)
{
	struct job *job = context;
	struct sp_share *share;
	enum sp_status status = team_share_of(team, job->whole, NULL,
					      job->hits.threads, &share, err);

	if (!status)
		status = run_hits(job, share, err);
	sp_share_free(share);
	return status;
}

static enum sp_status
run_pagerank_of_share(struct sp_team *team, void *context,
		      struct sp_error *err)
{
	struct job *job = context;
	struct sp_share *share;
	enum sp_status status = team_share_of(team, job->whole, NULL,
					      job->pagerank.threads, &share,
					      err);

	if (!status)
		status = run_pagerank(job, share, err);
	sp_share_free(share);
	return status;
}

/* The same in one process that knows of no share. */
static void
run_plain(struct job *job)
{
	uint64_t pages = sp_graph_pages(job->whole);
	struct sp_hits_space *hits = sp_hits_space_new(pages);
	struct sp_pagerank_space *pagerank =
		sp_pagerank_space_new(pages, SP_RANK_PARTS);
	struct sp_error err;

	for (uint64_t p = 0; p < pages; p++)
		job->rank[p] = 1 / (double)pages;
	must(sp_hits(job->whole, job->dead, &job->hits, hits, job->hub,
		     job->authority, &job->hits_report, &err), err);
	must(sp_pagerank(job->whole, NULL, job->teleport, &job->pagerank,
			 pagerank, job->rank, &job->pagerank_report, &err),
	     err);
	sp_hits_space_free(hits);
	sp_pagerank_space_free(pagerank);
}

static void
run_team(struct job *job, unsigned processes)
{
	struct sp_error err;

	must(team_run(processes, run_hits_of_share, job, &err), err);
	must(team_run(processes, run_pagerank_of_share, job, &err), err);
}

/* ---- results ---------------------------------------------------------- */

static struct job
new_job(const struct sp_graph *whole)
{
	struct job job = {
		.whole = whole, .hits = SP_HITS_DEFAULTS,
		.pagerank = SP_PAGERANK_DEFAULTS
	};
	uint64_t pages = sp_graph_pages(whole);

	job.hits.iterations = 7;
	job.pagerank.iterations = 7;
	job.pagerank.tolerance = 0;
	job.hub = calloc(pages + 1, sizeof(double));
	job.authority = calloc(pages + 1, sizeof(double));
	job.rank = calloc(pages + 1, sizeof(double));
	hold(job.hub && job.authority && job.rank);
	return job;
}

/* The same job, with room for other results. */
static struct job
copy_job(const struct job *job)
{
	struct job copy = new_job(job->whole);

	copy.dead = job->dead;
	copy.teleport = job->teleport;
	copy.hits = job->hits;
	copy.pagerank = job->pagerank;
	return copy;
}

static void
free_job(struct job *job)
{
	free(job->hub);
	free(job->authority);
	free(job->rank);
}

static void
check_vector(const double *a, const double *b, uint64_t pages, bool bits)
{
	double sum = 0, change = 0;

	if (bits)
		hold(!memcmp(a, b, pages * sizeof(*a)));
	for (uint64_t p = 0; p < pages; p++) {
		hold(b[p] >= 0);
		sum += a[p];
		change += fabs(a[p] - b[p]);
	}
	hold(change <= 1e-12 * sum);
}

static void
check_results(const struct job *a, const struct job *b, bool bits)
{
	uint64_t pages = sp_graph_pages(a->whole);
	double wrong = fabs(a->pagerank_report.residual -
			    b->pagerank_report.residual);

	check_vector(a->hub, b->hub, pages, bits);
	check_vector(a->authority, b->authority, pages, bits);
	check_vector(a->rank, b->rank, pages, bits);
	hold(a->hits_report.iterations == b->hits_report.iterations);
	hold(a->pagerank_report.iterations == b->pagerank_report.iterations);
	hold(wrong <= 1e-12);
	wrong = fabs(a->hits_report.residual - b->hits_report.residual);
	hold(wrong <= 1e-9 * (a->hits_report.residual + 1));
	wrong = fabs(a->pagerank_report.sum - b->pagerank_report.sum);
	hold(wrong <= 1e-12);
}

static const struct variant {
	enum sp_form_choice form;
	int threads;
} variants[] = {
	{ SP_FORM_COMPACT, 1 }, { SP_FORM_NEAR, 1 }, { SP_FORM_COMPACT, 2 },
	{ SP_FORM_NEAR, 3 }
};

/* Forms and numbers of threads give the same bits, plain ones or nearly. */
static void
check_size(const struct job *plain, unsigned processes)
{
	int count = processes == 2 ? LENGTH(variants) : 1 + (ROUNDS_OF(4) > 1);
	struct job first = copy_job(plain);

	for (int i = 0; i < count; i++) {
		struct job job = i ? copy_job(plain) : first;

		job.hits.threads = job.pagerank.threads = variants[i].threads;
		job.hits.form = job.pagerank.form = variants[i].form;
		run_team(&job, processes);
		if (i == 0) {
			first = job;
			check_results(plain, &first, processes == 1);
			continue;
		}
		check_results(&first, &job, true);
		free_job(&job);
	}
	free_job(&first);
}

/* ---- graphs ----------------------------------------------------------- */

enum shape {
	NO_LINKS,
	NEAR_LINKS,   /* nearby, some pages without links, few to anywhere */
	ALL_REMOTE,   /* to pages anywhere, as in an order by chance */
	ONE_HUGE,     /* one page links to all, all link to one */
	TWINS,        /* pages i and n - 1 - i have the same links, both ways */
	SHAPES
};

#define TWIN_LINKS 6

/* To some pages of the first half, and to their twins. */
static void
draw_twins(struct rows *rows, uint64_t p, uint64_t pages)
{
	uint64_t low = p < pages / 2 ? p : pages - 1 - p, next = low % 97;
	uint64_t to[TWIN_LINKS];

	for (unsigned k = 0; k < TWIN_LINKS; k++) {
		to[k] = next % (pages / 2);
		next += 1 + low * (k + 7) % (pages / 2 / TWIN_LINKS);
	}
	for (unsigned k = 0; k < TWIN_LINKS; k++)
		rows_add(rows, (uint32_t)to[k]);
	for (unsigned k = TWIN_LINKS; k > 0; k--)
		rows_add(rows, (uint32_t)(pages - 1 - to[k - 1]));
}

static void
draw_row(struct rows *rows, enum shape shape, uint64_t p, uint64_t pages,
	 struct sp_random *random)
{
	switch (shape) {
	case NEAR_LINKS:
		for (uint64_t q = p > 30 ? p - 30 : 0;
		     p % 7 && q < p + 30 && q < pages; q++)
			if (!sp_random_below(random, 9))
				rows_add(rows, (uint32_t)q);
		if (p % 11 == 0)
			rows_draw(rows, random, 2);
		break;
	case ALL_REMOTE:
		rows_draw(rows, random, sp_random_below(random, 9));
		break;
	case ONE_HUGE:
		for (uint64_t q = 0; p == pages / 3 && q < pages; q++)
			rows_add(rows, (uint32_t)q);
		rows_add(rows, (uint32_t)(pages / 2));
		break;
	case TWINS:
		draw_twins(rows, p, pages);
		break;
	default:
		break;
	}
	rows_end(rows);
}

static struct sp_graph *
make_graph(enum shape shape, uint64_t pages)
{
	struct sp_random random = { pages + shape };
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint64_t p = 0; p < pages; p++)
		draw_row(&rows, shape, p, pages, &random);
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static void
check_graph(enum shape shape, uint64_t pages, int from, int end)
{
	struct sp_graph *graph = make_graph(shape, pages);
	struct job plain = new_job(graph);

	run_plain(&plain);
	for (int i = from; i < end; i++)
		check_size(&plain, sizes[i]);
	free_job(&plain);
	sp_graph_free(graph);
}

START_TEST(graphs)
{
	static const uint64_t pages[] = { 1, 1025, 8000 };

	for (int i = 0; i < LENGTH(pages); i++)
		check_graph((enum shape)_i, pages[i], 0, SIZES);
}
END_TEST

/* Several chunks and windows, and pages reached further away than those. */
START_TEST(large_graphs)
{
	check_graph(NEAR_LINKS, 80001, 1, 2);
}
END_TEST

static struct sp_graph *
generate(uint64_t pages)
{
	struct sp_rowstore *store = sp_rowstore_new(2, false);
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generator *generator;
	struct sp_row_sink sink;
	struct sp_graph *graph;
	struct sp_error err;
	double *weights;

	hold(store);
	options.pages = pages;
	must(sp_generator_new(&options, &generator, &err), err);
	sink = sp_rowstore_rows(store);
	must(sp_generator_rows(generator, &sink, &err), err);
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_generator_free(generator);
	sp_rowstore_free(store);
	free(weights);
	return graph;
}

/* Options, one after the other, on a generated graph. */
START_TEST(options)
{
	struct sp_graph *graph = generate(8000);
	uint64_t pages = sp_graph_pages(graph);
	uint64_t *dead = sp_bitset_new(pages);
	double *teleport = malloc(pages * sizeof(*teleport));
	struct job plain = new_job(graph);
	struct sp_error err;

	for (uint64_t p = 0; p < pages; p++) {
		teleport[p] = (double)(p % 17);
		if (p % 13 == 4)
			sp_bit_set(dead, p);
	}
	must(sp_scale_to_one(teleport, pages, &err), err);
	if (_i == 1) {
		plain.dead = dead;
		plain.teleport = teleport;
	}
	if (_i == 2) {
		plain.hits.norm = plain.pagerank.norm = SP_NORM_MAX;
		plain.hits.tolerance = plain.pagerank.tolerance = 1e-3;
		plain.pagerank.dangling = SP_DANGLING_NORM;
	}
	if (_i == 3) {
		plain.hits.norm = SP_NORM_L1;
		plain.hits.tolerance = 1e-30;
		plain.pagerank.dangling = SP_DANGLING_DROP;
	}
	run_plain(&plain);
	for (int i = 0; i < SIZES; i++)
		check_size(&plain, sizes[i]);
	free_job(&plain);
	free(dead);
	free(teleport);
	sp_graph_free(graph);
}
END_TEST

/* Pages with the same links have the same scores, whoever owns them. */
START_TEST(twins_are_equal)
{
	struct sp_graph *graph = make_graph(TWINS, 8000);
	uint64_t pages = sp_graph_pages(graph);

	for (int i = 0; i < SIZES; i++) {
		struct job job = new_job(graph);

		run_team(&job, sizes[i]);
		for (uint64_t p = 0; p < pages / 2; p++) {
			uint64_t twin = pages - 1 - p;

			hold(job.hub[p] == job.hub[twin]);
			hold(job.authority[p] == job.authority[twin]);
			hold(job.rank[p] == job.rank[twin]);
		}
		free_job(&job);
	}
	sp_graph_free(graph);
}
END_TEST

/* ---- states ----------------------------------------------------------- */

/*
 * A run of 7 iterations saves the states after the third and the sixth, and
 * goes on from the latter.
 */
static void
check_resuming(const struct job *whole, team_work *work, unsigned saver,
	       unsigned other, double *(*result)(struct job *job))
{
	uint64_t pages = sp_graph_pages(whole->whole);
	struct saved saved = { .values = calloc(pages, sizeof(double)) };
	struct job job = copy_job(whole), again = copy_job(whole);
	/* Without a tolerance, the last iteration of HITS is another. */
	bool ends = work == run_pagerank_of_share || whole->hits.tolerance > 0;
	unsigned last = ends ? 7 : 6;
	struct sp_error err;

	job.to = &saved;
	again.from = &saved;
	must(team_run(saver, work, &job, &err), err);
	hold(saved.state.iterations == last);
	must(team_run(other, work, &again, &err), err);
	check_vector(result(&job), result(&again), pages, saver == other);
	/* A longer run. */
	job.to = NULL;
	job.hits.iterations = again.hits.iterations = 9;
	job.pagerank.iterations = again.pagerank.iterations = 9;
	must(team_run(saver, work, &job, &err), err);
	must(team_run(other, work, &again, &err), err);
	check_vector(result(&job), result(&again), pages, saver == other);
	again.hits.iterations = again.pagerank.iterations = last - 1;
	ck_assert_int_eq(team_run(other, work, &again, &err), SP_USAGE);
	hold(strstr(err.text, "iterations have been run already"));
	free_job(&job);
	free_job(&again);
	free(saved.values);
}

static double *
hub_of(struct job *job)
{
	hold(job->hits_report.iterations == job->hits.iterations);
	return job->hub;
}

static double *
authority_of(struct job *job)
{
	return job->authority;
}

static double *
rank_of(struct job *job)
{
	hold(job->pagerank_report.iterations == job->pagerank.iterations);
	return job->rank;
}

START_TEST(runs_go_on)
{
	struct sp_graph *graph = generate(4000);
	struct job job = new_job(graph);

	for (unsigned other = 2; other <= 3; other++) {
		job.hits.tolerance = other == 2 ? 1e-30 : 0;
		check_resuming(&job, run_hits_of_share, 2, other, hub_of);
		check_resuming(&job, run_hits_of_share, other, other,
			       authority_of);
		check_resuming(&job, run_pagerank_of_share, 2, other,
			       rank_of);
	}
	free_job(&job);
	sp_graph_free(graph);
}
END_TEST

/* ---- what is refused, and vectors ------------------------------------- */

START_TEST(refused)
{
	struct sp_graph *graph = make_graph(NEAR_LINKS, 3000);
	struct job job = new_job(graph);
	struct sp_error err;

	job.pagerank.method = SP_PAGERANK_PUSH;
	must(team_run(1, run_pagerank_of_share, &job, &err), err);
	ck_assert_int_eq(team_run(2, run_pagerank_of_share, &job, &err),
			 SP_USAGE);
	ck_assert_str_eq(err.text, "the method \"push\" needs the whole graph "
			 "in one process (use power)");
	job.hits.form = SP_FORM_SPARSE;
	ck_assert_int_eq(team_run(2, run_hits_of_share, &job, &err),
			 SP_USAGE);
	ck_assert_str_eq(err.text, "the form \"sparse\" is for one process "
			 "with the whole graph");
	free_job(&job);
	sp_graph_free(graph);
}
END_TEST

struct scaled {
	double values[10];
	double scaled[10];
};

static enum sp_status
scale_some(struct sp_team *team, void *context, struct sp_error *err)
{
	struct scaled *scaled = context;
	unsigned first = 10 * team->rank / team->size;
	unsigned end = 10 * (team->rank + 1) / team->size;
	double values[10];
	enum sp_status status;

	memcpy(values, scaled->values + first,
	       (end - first) * sizeof(*values));
	status = sp_scale_to_one_together(team, values, end - first, err);
	memcpy(scaled->scaled + first, values,
	       (end - first) * sizeof(*values));
	return status;
}

START_TEST(scaling)
{
	struct scaled scaled = { { 3, 0, 0, 1e300, 5, 1e300, 0, 7, 2e300 },
				 { 0 } };
	struct scaled none = { { 0 }, { 0 } };
	struct sp_error err;

	for (int i = 0; i < SIZES; i++) {
		must(team_run(sizes[i], scale_some, &scaled, &err), err);
		ck_assert(scaled.scaled[3] == 0.25);
		ck_assert(scaled.scaled[8] == 0.5);
		ck_assert(scaled.scaled[1] == 0);
		ck_assert_int_eq(team_run(sizes[i], scale_some, &none, &err),
				 SP_DATA);
		ck_assert_str_eq(err.text, "no value is above 0");
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("form_share");

	tcase_add_loop_test(tcase, graphs, 0, TWINS);
	tcase_add_test(tcase, large_graphs);
	tcase_add_loop_test(tcase, options, 0, 4);
	tcase_add_test(tcase, twins_are_equal);
	tcase_add_test(tcase, runs_go_on);
	tcase_add_test(tcase, refused);
	tcase_add_test(tcase, scaling);
	return unit_run(tcase);
}
