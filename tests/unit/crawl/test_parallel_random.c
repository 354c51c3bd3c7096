/* SPDX-License-Identifier: MIT */
/*
 * Parallel crawls of random graphs against a second implementation: section 5
 * of seedpipe-algorithms(7) by linear scans on a matrix, for bfs, backlink,
 * lsf and opic.  It shares no code with the library.
 */
#include "parallel_run.h"

#define ROUNDS ROUNDS_OF(1000)
#define NONE UINT32_MAX

enum rule { RULE_BFS, RULE_BACKLINK, RULE_LSF, RULE_OPIC, RULES };

static const char *const plans[] = { "bfs", "backlink@1", "lsf", "opic" };

/* Of one page in one process. */
struct naive_page {
	enum { UNSEEN, QUEUED, DONE, FOREIGN } state;
	unsigned stamp, links, depth;
	uint32_t parent;
	double cash;
};

struct naive_message {
	unsigned page, depth;
	uint32_t parent;
};

struct naive_process {
	struct naive_page pages[ORACLE_PAGES];
	unsigned stamps, downloads;
	unsigned host_stamp[ORACLE_PAGES]; /* 1 + that of its first page */
	unsigned foreign[ORACLE_PAGES], foreign_next, foreign_count;
	struct naive_message outbox[ORACLE_PAGES];
	unsigned outbox_count;
	bool acted, empty;
};

struct naive_run {
	const struct oracle_crawl_input *input;
	const struct sp_parallel *how;
	enum rule rule;
	bool known[ORACLE_PAGES];          /* replicated */
	unsigned messages, tick;
	struct naive_process processes[PARALLEL_PROCESSES];
	struct parallel_rows rows;
};

static void
naive_queue(struct naive_run *run, unsigned p, unsigned page, uint32_t parent,
	    unsigned depth)
{
	struct naive_process *process = &run->processes[p];
	unsigned host = run->input->host[page];
	struct naive_page *at = &process->pages[page];

	at->state = QUEUED;
	at->stamp = process->stamps++;
	at->parent = parent;
	at->depth = depth;
	if (!process->host_stamp[host])
		process->host_stamp[host] = at->stamp + 1;
}

static unsigned
naive_queued_of_host(const struct naive_run *run, unsigned p, unsigned host)
{
	unsigned count = 0;

	for (unsigned v = 0; v < run->input->graph.pages; v++)
		count += run->input->host[v] == host &&
			 run->processes[p].pages[v].state == QUEUED;
	return count;
}

static double
naive_key(const struct naive_run *run, unsigned p, unsigned page)
{
	const struct naive_page *at = &run->processes[p].pages[page];

	switch (run->rule) {
	case RULE_BACKLINK:
		return at->links;
	case RULE_OPIC:
		return at->cash;
	case RULE_LSF:
		return naive_queued_of_host(run, p, run->input->host[page]);
	default:
		return 0;
	}
}

/* Is page a before page b, when their keys are equal? */
static bool
naive_before(const struct naive_run *run, unsigned p, unsigned a, unsigned b)
{
	const struct naive_process *process = &run->processes[p];
	unsigned host_a = process->host_stamp[run->input->host[a]];
	unsigned host_b = process->host_stamp[run->input->host[b]];

	if (run->rule == RULE_LSF && host_a != host_b)
		return host_a < host_b;
	return process->pages[a].stamp < process->pages[b].stamp;
}

static uint32_t
naive_best(const struct naive_run *run, unsigned p)
{
	uint32_t best = NONE;

	for (unsigned v = 0; v < run->input->graph.pages; v++) {
		double key = naive_key(run, p, v);

		if (run->processes[p].pages[v].state != QUEUED)
			continue;
		if (best == NONE || key > naive_key(run, p, best) ||
		    (key == naive_key(run, p, best) &&
		     naive_before(run, p, v, best)))
			best = v;
	}
	return best;
}

static void
naive_find_foreign(struct naive_run *run, unsigned p, unsigned from,
		   unsigned page)
{
	struct naive_process *process = &run->processes[p];
	unsigned depth = process->pages[from].depth + 1;

	if (run->how->mode == SP_CROSSOVER &&
	    process->pages[page].state == UNSEEN) {
		process->pages[page].state = FOREIGN;
		process->pages[page].parent = from;
		process->pages[page].depth = depth;
		process->foreign[process->foreign_count++] = page;
	}
	if (run->how->mode != SP_EXCHANGE || run->known[page])
		return;
	for (unsigned i = 0; i < process->outbox_count; i++)
		if (process->outbox[i].page == page)
			return;
	process->outbox[process->outbox_count++] =
		(struct naive_message){ page, depth, from };
}

static void
naive_follow(struct naive_run *run, unsigned p, unsigned from)
{
	const struct oracle_graph *graph = &run->input->graph;
	struct naive_process *process = &run->processes[p];
	unsigned out = 0;

	for (unsigned v = 0; v < graph->pages; v++)
		out += graph->link[from][v];
	for (unsigned v = 0; v < graph->pages; v++) {
		struct naive_page *to = &process->pages[v];

		if (!graph->link[from][v])
			continue;
		if (run->how->owner[v] != p) {
			naive_find_foreign(run, p, from, v);
			continue;
		}
		if (to->state == DONE)
			continue;
		to->links++;
		to->cash += process->pages[from].cash / out;
		if (to->state == UNSEEN)
			naive_queue(run, p, v, from,
				    process->pages[from].depth + 1);
	}
}

static void
naive_turn(struct naive_run *run, unsigned p)
{
	struct naive_process *process = &run->processes[p];
	uint32_t page = naive_best(run, p);
	struct naive_page *at;

	process->acted = false;
	if (page == NONE && process->foreign_next < process->foreign_count) {
		page = process->foreign[process->foreign_next++];
		naive_queue(run, p, page, process->pages[page].parent,
			    process->pages[page].depth);
	}
	if (page == NONE)
		return;
	process->acted = true;
	process->downloads++;
	at = &process->pages[page];
	at->state = DONE;
	run->rows.rows[run->rows.count++] = (struct sp_download){
		.page = page, .parent = at->parent, .depth = at->depth,
		.tick = run->tick, .process = p
	};
	naive_follow(run, p, page);
}

static bool
naive_send(struct naive_run *run, unsigned p)
{
	struct naive_process *process = &run->processes[p];
	unsigned count = process->outbox_count;

	for (unsigned i = 0; i < count; i++) {
		struct naive_message *message = &process->outbox[i];
		unsigned owner = run->how->owner[message->page];

		if (run->processes[owner].pages[message->page].state == UNSEEN)
			naive_queue(run, owner, message->page, message->parent,
				    message->depth);
	}
	run->messages += count;
	process->outbox_count = 0;
	return count > 0;
}

static bool
naive_tick(struct naive_run *run)
{
	unsigned count = run->how->processes;
	bool active = false;

	run->tick++;
	for (unsigned p = 0; p < count; p++) {
		naive_turn(run, p);
		active = active || run->processes[p].acted;
	}
	if (run->how->mode != SP_EXCHANGE)
		return active;
	for (unsigned p = 0; p < count; p++)
		run->processes[p].empty = naive_best(run, p) == NONE;
	for (unsigned p = 0; p < count; p++)
		if (run->processes[p].acted &&
		    run->processes[p].downloads % run->how->batch == 0)
			active = naive_send(run, p) || active;
	for (unsigned p = 0; p < count; p++)
		if (run->processes[p].empty)
			active = naive_send(run, p) || active;
	return active;
}

static void
naive_start(struct naive_run *run, uint32_t page)
{
	unsigned p = run->how->owner[page];

	if (run->processes[p].pages[page].state == UNSEEN)
		naive_queue(run, p, page, NONE, 1);
}

static void
naive_crawl(struct naive_run *run)
{
	for (unsigned p = 0; p < run->how->processes; p++)
		for (unsigned v = 0; v < run->input->graph.pages; v++)
			run->processes[p].pages[v].cash =
				1 / (double)run->input->graph.pages;
	for (unsigned i = 0; i < run->input->seed_count; i++)
		naive_start(run, run->input->seeds[i]);
	for (uint64_t i = 0; i < run->how->replicated_count; i++) {
		run->known[run->how->replicated[i]] = true;
		naive_start(run, run->how->replicated[i]);
	}
	while (naive_tick(run))
		;
}

/* ---- comparison ------------------------------------------------------- */

static void
compare_rows(const struct parallel_rows *expected,
	     const struct parallel_rows *found, unsigned round)
{
	if (expected->count != found->count)
		ck_abort_msg("round %u: %u downloads, not %u", round,
			     found->count, expected->count);
	for (unsigned i = 0; i < found->count; i++) {
		const struct sp_download *a = &expected->rows[i];
		const struct sp_download *b = &found->rows[i];

		if (a->page != b->page || a->tick != b->tick ||
		    a->process != b->process || a->parent != b->parent ||
		    a->depth != b->depth)
			ck_abort_msg("round %u, row %u: (%u,%u,%u) of %u at "
				     "%u, not (%u,%u,%u) of %u at %u", round,
				     i, b->tick, b->process, b->page,
				     b->parent, b->depth, a->tick, a->process,
				     a->page, a->parent, a->depth);
	}
}

/* What the modes promise, whatever the order. */
static void
check_promises(const struct naive_run *run, const struct parallel_rows *found)
{
	bool seen[ORACLE_PAGES] = { false };
	unsigned distinct = 0, reached;
	struct oracle_order single;
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_crawl_input input = *run->input;
	struct sp_crawl_report report;

	for (unsigned i = 0; i < found->count; i++) {
		distinct += !seen[found->rows[i].page];
		seen[found->rows[i].page] = true;
	}
	if (run->how->mode != SP_CROSSOVER)
		ck_assert_uint_eq(distinct, found->count);
	for (uint64_t i = 0; i < run->how->replicated_count; i++)
		input.seeds[input.seed_count++] = run->how->replicated[i];
	order_library(&input, &options, "bfs", &single, &report);
	reached = single.count;
	if (run->how->mode == SP_FIREWALL)
		ck_assert_uint_le(distinct, reached);
	else
		ck_assert_uint_eq(distinct, reached);
}

START_TEST(test_rule)
{
	struct sp_random random = { (uint64_t)_i + 70 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
		uint32_t replicated[3] = { 0 };
		uint16_t owner[ORACLE_PAGES];
		struct sp_parallel how = {
			1 + (uint32_t)sp_random_below(&random,
						      PARALLEL_PROCESSES),
			(enum sp_parallel_mode)(round % 3),
			1 + sp_random_below(&random, 5), owner, replicated, 0
		};
		struct oracle_crawl_input input;
		struct sp_crawl_report report;
		static struct naive_run run;
		static struct parallel_rows found;

		order_random_input(&random, 20, 50, &input);
		for (unsigned v = 0; v < ORACLE_PAGES; v++)
			owner[v] = (uint16_t)sp_random_below(&random,
							     how.processes);
		if (how.mode == SP_EXCHANGE && round % 2)
			how.replicated_count = 3;
		for (unsigned i = 0; i < 3; i++)
			replicated[i] = (uint32_t)sp_random_below(
				&random, input.graph.pages);
		memset(&run, 0, sizeof(run));
		run.input = &input;
		run.how = &how;
		run.rule = (enum rule)_i;
		naive_crawl(&run);
		parallel_crawl(&input, &options, plans[_i], &how, &found,
			       &report);
		compare_rows(&run.rows, &found, round);
		ck_assert_uint_eq(report.parallel.messages, run.messages);
		check_promises(&run, &found);
	}
}
END_TEST

int
main(void)
{
	TCase *rules = unit_case("rules");

	tcase_add_loop_test(rules, test_rule, 0, RULES);
	return unit_run(rules);
}
