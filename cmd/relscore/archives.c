/* SPDX-License-Identifier: MIT */
/*
 * The records of archives, as captures: sp_batch_run() gives records to
 * threads, each of which has a fetcher and a worker of its own, and gives the
 * results to relscore_collect_take() one by one, in order.  A result holds
 * nothing of the record but what is copied: the record is used again at once.
 */
#include "collect.h"

#include "cli/foreign.h"
#include "cli/input.h"

#include "base/memory.h"
#include "web/capture/batch.h"
#include "web/capture/fetch.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

/* A thread's part of the work. */
struct archives_thread {
	struct sp_fetcher *fetcher;
	struct sp_captured fetch;
	struct relscore_worker worker;
};

struct archives {
	struct relscore *relscore;
	struct relscore_collect collect;
	struct archives_thread *threads;
	int thread_count;
	struct progress progress;
	uint64_t too_many;        /* links that were left out */
};

/* What becomes of a record. */
struct archives_result {
	struct relscore_capture capture;
	char damage[128];         /* of the page; empty: none */
	uint64_t too_many;        /* links that were left out */
};

/* ---- records ---------------------------------------------------------- */

static enum sp_status
read_fetch(struct archives_thread *thread, struct relscore_capture *capture,
	   struct sp_error *err)
{
	const struct sp_captured *fetch = &thread->fetch;
	struct relscore_text text = {
		.url = fetch->url, .time = fetch->time,
		.answered = fetch->answered ||
			    fetch->type == SP_FETCH_CONVERSION
	};

	if (relscore_capture_begin(&thread->worker, capture, &text, err))
		return err->status;
	if (!capture->known)
		return SP_OK;
	for (uint64_t i = 0; i < fetch->count; i++) {
		const struct sp_fetch_link *link = &fetch->links[i];

		if (relscore_capture_link(&thread->worker, link->url,
					  link->text_start, link->text_end,
					  err))
			return err->status;
	}
	return relscore_capture_read(&thread->worker, capture, fetch->text,
				     err);
}

static enum sp_status
work_on_record(void *context, int number, const struct sp_record *record,
	       void *result, struct sp_error *err)
{
	struct archives *archives = context;
	struct archives_thread *thread = &archives->threads[number];
	struct archives_result *to = result;
	const char *damage;

	to->capture.used = false;
	to->too_many = 0;
	to->damage[0] = 0;
	if (sp_fetch_read(thread->fetcher, record, &thread->fetch, err))
		return err->status;
	to->too_many = thread->fetch.too_many;
	damage = thread->fetch.damage;
	if (damage)
		strncat(to->damage, damage, sizeof(to->damage) - 1);
	return thread->fetch.is_page ||
	       thread->fetch.type == SP_FETCH_CONVERSION ?
		       read_fetch(thread, &to->capture, err) : SP_OK;
}

/*
 * Damage inside a page is reported here, in order, and not by the thread that
 * found it.
 */
static enum sp_status
archives_take_record(void *context, struct sp_batch *batch,
		     const struct sp_record *record, const void *result,
		     struct sp_error *err)
{
	struct archives *archives = context;
	const struct archives_result *from = result;

	(void)record;
	archives->too_many += from->too_many;
	if (from->damage[0] && sp_batch_damaged(batch, from->damage, err))
		return err->status;
	return from->capture.used ?
		       relscore_collect_take(&archives->collect,
					     &from->capture, err) : SP_OK;
}

static void
release_result(void *result)
{
	relscore_capture_free(&((struct archives_result *)result)->capture);
}

/* ---- the whole -------------------------------------------------------- */

static enum sp_status
begin_threads(struct archives *archives)
{
	const struct relscore *relscore = archives->relscore;
	struct sp_error *err = &relscore->cmd->err;
	struct sp_fetch_options how = {
		.text = true, .max_url = SP_NAME_MAX,
		.links = relscore->scoring.anchors || relscore->scoring.context
	};

	archives->threads = sp_alloc_zero((uint64_t)relscore->cmd->threads,
					  sizeof(*archives->threads));
	if (!archives->threads)
		return sp_no_memory(err, "threads");
	while (archives->thread_count < relscore->cmd->threads) {
		struct archives_thread *thread =
			&archives->threads[archives->thread_count++];

		if (sp_fetcher_new(&how, &thread->fetcher, err) ||
		    relscore_worker_new(&thread->worker, relscore, err))
			return err->status;
	}
	return SP_OK;
}

static void
end_threads(struct archives *archives)
{
	for (int i = 0; i < archives->thread_count; i++) {
		sp_fetcher_free(archives->threads[i].fetcher);
		sp_fetch_free(&archives->threads[i].fetch);
		relscore_worker_free(&archives->threads[i].worker);
	}
	free(archives->threads);
}

static void
archives_tell_damage(void *context, const char *text)
{
	const struct archives *archives = context;

	cmd_warn(archives->relscore->cmd, "%s", text);
}

static void
report_records(const struct archives *archives,
	       const struct sp_batch_counts *counts)
{
	struct cmd *cmd = archives->relscore->cmd;

	cmd_count(cmd, "records", counts->records);
	cmd_count(cmd, "records_damaged", counts->damaged);
	if (counts->damaged > SP_BATCH_TOLD)
		cmd_warn(cmd, "%" PRIu64 " records are damaged, and read as "
			 "far as possible", counts->damaged);
	if (archives->too_many)
		cmd_warn(cmd, "%" PRIu64 " links are left out: the URLs of "
			 "their pages take over 16 times the page",
			 archives->too_many);
}

static enum sp_status
archives_read(struct archives *archives)
{
	struct cmd *cmd = archives->relscore->cmd;
	struct sp_reading reading = {
		&archives->progress.teller, 0,
		sp_files_size(cmd->operands, (uint64_t)cmd->operand_count)
	};
	struct sp_batch_options how = {
		.paths = (const char *const *)cmd->operands,
		.path_count = (size_t)cmd->operand_count,
		.threads = cmd->threads,
		.strict = archives->relscore->options->strict,
		.reading = &reading,
		.context = archives,
		.tell = archives_tell_damage
	};
	struct sp_batch_work work = {
		archives, sizeof(struct archives_result), work_on_record,
		archives_take_record, release_result, NULL
	};
	struct sp_batch_counts counts = { .records = 0 };
	enum sp_status status;

	progress_begin(&archives->progress, cmd, "reading");
	archives->progress.bytes = true;
	status = sp_batch_run(&how, &work, &counts, &cmd->err);
	progress_end(&archives->progress);
	if (!status)
		report_records(archives, &counts);
	return status;
}

/*
 * What any thread has seen, all have.  Gathered at the end: a common array
 * would be written by all threads for each word.
 */
static const bool *
words_seen(struct archives *archives)
{
	uint64_t words = archives->relscore->query_words.names.count;
	bool *seen = archives->threads[0].worker.seen;

	for (int t = 1; t < archives->thread_count; t++)
		for (uint64_t i = 0; i < words; i++)
			seen[i] |= archives->threads[t].worker.seen[i];
	return seen;
}

enum sp_status
relscore_archives(struct relscore *relscore)
{
	struct archives archives = { .relscore = relscore };
	struct cmd *cmd = relscore->cmd;
	enum sp_status status = cmd_reject_no_archives(cmd,
						       SP_FORMAT_AUTO);

	for (int i = 0; !status && i < cmd->operand_count; i++)
		status = cmd_use_input(cmd, cmd->operands[i]);
	if (!status)
		status = relscore_collect_new(&archives.collect, relscore);
	if (!status)
		status = begin_threads(&archives);
	if (!status)
		status = archives_read(&archives);
	if (!status)
		status = relscore_collect_finish(&archives.collect,
						 words_seen(&archives));
	end_threads(&archives);
	relscore_collect_free(&archives.collect);
	return status;
}
