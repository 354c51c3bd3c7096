/* SPDX-License-Identifier: MIT */
/*
 * The plan of a merge by tasks: which ranges of names its tasks have.
 *
 * Pages with the most links are not spread evenly over names: of a real site,
 * the first fourth of the pages has 88 % of the links.  So the samples of a
 * share, names of some of its pages, have the same number of links between
 * them: which pages have how many is in the headers of blocks or, where a
 * share has too many frames to read them all, in the bytes of the frames.  All
 * samples of all shares together, sorted, are cut into ranges of about equal
 * weight.
 *
 * Every sample stays in the plan: between two samples of a share a task needs
 * few steps to find the page with which its range begins.
 */
#include "formats/merge/work.h"

#include "base/hash.h"
#include "base/memory.h"
#include "stream/section/provenance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of all shares together; each has at least one sample. */
#define SAMPLES_LEAST 4096
#define SAMPLES_FOR_RANGE 16
#define FRAMES_READ 16384

/* A page weighs as much as a fourth of a link. */
#define LINK_WEIGHT 4

/* Pages of a share from first on, up to those of the next span. */
struct span {
	uint64_t first, weight;
};

/* How far the samples of a share are taken. */
struct sampling {
	double each;             /* the weight between two of them */
	double begin;            /* and before the first, a part of it */
	uint64_t taken, last;    /* page */
};

struct planning {
	struct sp_merge *merge;
	uint64_t count, ranges;
	const struct sp_merge_choice *choice;
	struct span *spans;      /* of the share at hand */
	uint64_t span_count, span_capacity;
	struct sp_names names, hosts; /* of samples, in the order they came */
	struct sample {
		struct sp_url_key key;
		struct sp_sample place;
		uint64_t weight;
	} *samples;
	uint64_t sample_count, sample_capacity;
};

/* ---- where the links of a share are ----------------------------------- */

static enum sp_status
plan_add_span(struct planning *plan, uint64_t first, uint64_t weight,
	      struct sp_error *err)
{
	if (!sp_grow(&plan->spans, &plan->span_capacity, plan->span_count + 1))
		return sp_no_memory(err, "samples");
	plan->spans[plan->span_count++] = (struct span){ first, weight };
	return SP_OK;
}

/* The blocks that begin in a frame; *left are bytes of the one before it. */
static enum sp_status
span_blocks(struct planning *plan, const struct sp_taken *taken,
	    uint64_t *left, uint64_t *block, struct sp_error *err)
{
	const uint8_t *at = taken->payload, *end = at + taken->frame.raw;

	while (at < end) {
		uint64_t length = (uint64_t)(end - at), links;

		if (!*left) {
			if (length < 16)
				return sp_fail(err, SP_DATA,
					       "a block of a wrong size");
			*left = sp_load64(at) + 16;
			links = sp_load64(at + 8);
			if (links > (uint64_t)1 << 40)
				links = (uint64_t)1 << 40;
			if (plan_add_span(plan, (*block)++ * SP_BLOCK_PAGES,
					  links * LINK_WEIGHT + SP_BLOCK_PAGES,
					  err))
				return err->status;
		}
		length = length < *left ? length : *left;
		at += length;
		*left -= length;
	}
	return SP_OK;
}

/* Where frames are not read, their bytes stand for links. */
static enum sp_status
span_frame(struct planning *plan, const struct sp_merge_part *part,
	   const struct sp_indexed *indexed, uint64_t frame,
	   struct sp_error *err)
{
	const struct sp_entry *entry = sp_indexed_entry(indexed, frame);
	double links = (double)sp_indexed_size(indexed, frame) /
		       (double)part->bytes *
		       (double)part->task.basis.graph.links;

	return plan_add_span(plan, entry->first,
			     (uint64_t)(links * LINK_WEIGHT) + entry->count,
			     err);
}

static enum sp_status
find_spans(struct planning *plan, struct sp_merge_part *part,
	   struct sp_error *err)
{
	const struct sp_indexed *indexed = sp_pick_indexed(part->pick);
	struct sp_pick_section graph;
	struct sp_taken taken;
	uint64_t left = 0, block = 0;
	enum sp_status status = SP_OK;

	plan->span_count = 0;
	if (!sp_pick_find(part->pick, SP_TAG_GRAPH, 0, &graph))
		return sp_merge_changed(part, err);
	for (uint64_t f = graph.head + 1; !status && f < graph.tail; f++) {
		if (graph.tail - graph.head > FRAMES_READ / plan->count + 1) {
			status = span_frame(plan, part, indexed, f, err);
			continue;
		}
		status = sp_pick_frame(part->pick, f, &taken, err);
		if (!status && span_blocks(plan, &taken, &left, &block, err))
			status = sp_merge_fail_in(part, err);
	}
	return status;
}

/* ---- samples ---------------------------------------------------------- */

static enum sp_status
take_sample(struct planning *plan, struct sp_merge_part *part,
	    uint64_t page, uint64_t weight, struct sp_error *err)
{
	struct sp_pick_section names;
	struct sp_span name;

	if (!sp_pick_find(part->pick, SP_TAG_NAMES, 0, &names))
		return sp_merge_changed(part, err);
	if (!sp_grow(&plan->samples, &plan->sample_capacity,
		     plan->sample_count + 1))
		return sp_no_memory(err, "samples");
	plan->samples[plan->sample_count++] = (struct sample){
		.place = { (uint32_t)(part - plan->merge->parts),
			   (uint32_t)page },
		.weight = weight
	};
	if (sp_pick_string(part->pick, &names, page, &name, err))
		return err->status;
	return sp_names_add(&plan->names, name.text, name.length, err);
}

/* The page of a block before which there is this part of its weight. */
static enum sp_status
find_in_block(struct sp_pick_graph *graph, const struct span *block,
	      uint64_t end, double into, uint64_t *page, struct sp_error *err)
{
	double wanted = into * (double)block->weight, passed = 0;
	const uint32_t *successors;
	uint32_t count;

	for (*page = block->first; *page + 1 < end; ++*page) {
		if (sp_pick_row(graph, (uint32_t)*page, &successors, &count,
				err))
			return err->status;
		passed += (double)count * LINK_WEIGHT + 1;
		if (passed > wanted)
			break;
	}
	return SP_OK;
}

/* The samples in a span, which begins after this weight, each at multiples. */
static enum sp_status
sample_span(struct planning *plan, struct sp_merge_part *part,
	    struct sp_pick_graph *graph, const struct span *span, uint64_t end,
	    double passed, struct sampling *at, struct sp_error *err)
{
	for (; ((double)at->taken + at->begin) * at->each <
	       passed + (double)span->weight; at->taken++) {
		double into = (((double)at->taken + at->begin) * at->each -
			       passed) / (double)span->weight;
		uint64_t page = span->first +
				(uint64_t)(into * (double)(end - span->first));

		if (page >= end)
			page = end - 1;
		if (end - span->first <= SP_BLOCK_PAGES &&
		    find_in_block(graph, span, end, into, &page, err))
			return err->status;
		if (page == at->last)
			plan->samples[plan->sample_count - 1].weight +=
				(uint64_t)at->each + 1;
		else if (take_sample(plan, part, page, (uint64_t)at->each + 1,
				     err))
			return err->status;
		at->last = page;
	}
	return SP_OK;
}

/*
 * Takes samples with the same weight between them; a page at most once, so
 * that a share of one page has one sample.
 */
static enum sp_status
sample_share(struct planning *plan, struct sp_merge_part *part,
	     uint64_t all_links, struct sp_error *err)
{
	uint64_t pages = part->task.basis.graph.pages;
	double weight = 0, passed = 0;
	struct sampling at = { .last = UINT64_MAX };
	struct sp_pick_graph *graph;
	enum sp_status status;

	if (!pages)
		return SP_OK;
	status = find_spans(plan, part, err);
	if (!status)
		status = sp_pick_graph_new(part->pick, 0, &graph, err);
	if (status)
		return status;
	for (uint64_t i = 0; i < plan->span_count; i++)
		weight += (double)plan->spans[i].weight;
	at.each = weight / (1 + floor((double)(SAMPLES_LEAST +
					       SAMPLES_FOR_RANGE *
					       plan->ranges) *
			    (double)(part->task.basis.graph.links + 1) /
			    (double)(all_links + 1)));
	/* Multiples of the golden ratio: not the same in all shares. */
	at.begin = fmod((part->task.number + 1) * 0.6180339887498949, 1);
	for (uint64_t i = 0; !status && i < plan->span_count; i++) {
		uint64_t end = i + 1 < plan->span_count ?
			       plan->spans[i + 1].first : pages;

		status = sample_span(plan, part, graph, &plan->spans[i], end,
				     passed, &at, err);
		passed += (double)plan->spans[i].weight;
	}
	sp_pick_graph_free(graph);
	return status;
}

static int
compare_samples(const void *a, const void *b)
{
	const struct sample *left = a, *right = b;
	int order = sp_url_compare(&left->key, &right->key);

	return order ? order : (left->place.share > right->place.share) -
			       (left->place.share < right->place.share);
}

/* All names are there before any key is made, since these point to them. */
static enum sp_status
sort_samples(struct planning *plan, struct sp_error *err)
{
	struct sp_speller *speller = sp_speller_new();
	enum sp_status status = speller ? SP_OK :
					  sp_no_memory(err, "samples");
	struct sp_span host;
	bool valid;

	for (uint64_t i = 0; !status && i < plan->sample_count; i++) {
		status = sp_spell_host(speller, sp_names_span(&plan->names, i),
				       &host, &valid, err);
		if (!status)
			status = sp_names_add(&plan->hosts, host.text,
					      host.length, err);
	}
	sp_speller_free(speller);
	for (uint64_t i = 0; !status && i < plan->sample_count; i++)
		plan->samples[i].key =
			sp_url_key(sp_names_span(&plan->names, i),
				   sp_names_span(&plan->hosts, i));
	if (!status && plan->sample_count)
		qsort(plan->samples, plan->sample_count,
		      sizeof(*plan->samples), compare_samples);
	return status;
}

/* ---- the plan as a piece ---------------------------------------------- */

static enum sp_status
save_samples(const struct planning *plan, struct sp_writer *writer,
	     struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (uint64_t i = 0; !status && i < plan->sample_count; i++)
		status = sp_save_string(&section, plan->samples[i].key.url.text,
					plan->samples[i].key.url.length, err);
	status = sp_section_close(&section, status, err);
	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_SAMPLES,
					  NULL, 0, err);
	for (uint64_t i = 0; !status && i < plan->sample_count; i++) {
		uint8_t bytes[8];

		sp_store32(bytes, plan->samples[i].place.share);
		sp_store32(bytes + 4, plan->samples[i].place.page);
		status = sp_section_add(&section, bytes, 8, 1, err);
	}
	return sp_section_close(&section, status, err);
}

/*
 * Range k begins with the first sample that has k shares of the weight before.
 */
static enum sp_status
save_bounds(const struct planning *plan, struct sp_writer *writer,
	    struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint64_t weight = 0, at = 0;
	double before = 0;
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_BOUNDS, NULL, 0, err);

	for (uint64_t i = 0; i < plan->sample_count; i++)
		weight += plan->samples[i].weight;
	for (uint64_t k = 1; !status && plan->sample_count && k < plan->ranges;
	     k++) {
		double wanted = (double)weight * (double)k /
				(double)plan->ranges;

		for (; at + 1 < plan->sample_count && before < wanted; at++)
			before += (double)plan->samples[at].weight;
		status = sp_save_string(&section,
					plan->samples[at].key.url.text,
					plan->samples[at].key.url.length,
					err);
	}
	return sp_section_close(&section, status, err);
}

/* What identifies each share, from which the identity of the merge comes. */
static enum sp_status
save_shares(const struct planning *plan, struct sp_writer *writer,
	    uint64_t *id, struct sp_error *err)
{
	struct sp_hasher *hasher = sp_hasher_new();
	struct sp_section section = { 0 };
	uint8_t bytes[SP_SHARE_RECORD];
	enum sp_status status = hasher ?
		sp_section_begin(&section, writer, SP_TAG_SHARES, NULL, 0,
				 err) : sp_no_memory(err, "the shares");

	for (uint64_t i = 0; !status && i < plan->count; i++) {
		const struct sp_merge_part *part = &plan->merge->parts[i];

		sp_store64(bytes, part->bytes);
		sp_store64(bytes + 8, part->checksum);
		sp_store32(bytes + 16, part->task.number);
		sp_store32(bytes + 20, part->task.tasks);
		sp_store64(bytes + 24, part->task.flags);
		sp_store64(bytes + 32, part->records);
		sp_basis_store(bytes + 40, &part->task.basis);
		sp_hasher_add(hasher, bytes, sizeof(bytes));
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	if (hasher) {
		sp_store64(bytes, plan->ranges);
		sp_store64(bytes + 8, plan->choice->domains);
		sp_store64(bytes + 16, plan->choice->indegree);
		sp_hasher_add(hasher, bytes, 24);
		*id = sp_hasher_value(hasher);
		*id += !*id;
	}
	sp_hasher_free(hasher);
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_plan(const struct planning *plan, struct sp_writer *writer,
	  struct sp_error *err)
{
	struct sp_names paths = SP_NAMES_EMPTY;
	uint64_t id = 0;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < plan->count; i++)
		status = sp_names_add(&paths, plan->merge->parts[i].path,
				      strlen(plan->merge->parts[i].path), err);
	if (!status)
		status = sp_save_strings(writer, SP_TAG_PATHS, &paths, err);
	sp_names_free(&paths);
	if (!status)
		status = save_shares(plan, writer, &id, err);
	if (!status)
		status = sp_save_lines(writer, SP_TAG_LINE,
				       &plan->merge->provenance, err);
	if (!status)
		status = save_samples(plan, writer, err);
	if (!status)
		status = save_bounds(plan, writer, err);
	return status ? status :
			sp_piece_save(writer, id, SP_STEP_PLAN, 0,
				      (uint64_t[SP_PIECE_VALUES]){
					      plan->ranges, plan->count,
					      plan->choice->domains,
					      plan->choice->indegree },
				      err);
}

static enum sp_status
make_samples(struct planning *plan, const struct sp_progress *progress,
	     struct sp_error *err)
{
	uint64_t links = plan->merge->counts.links_in;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < plan->count; i++) {
		struct sp_merge_part *part = &plan->merge->parts[i];

		/* Sorting has moved the parts: each is opened again. */
		status = sp_merge_open_indexed(part, err);
		if (!status)
			status = sample_share(plan, part, links, err);
		sp_pick_close(part->pick);
		part->pick = NULL;
		sp_progress_report(progress, i + 1, plan->count);
	}
	return status ? status : sort_samples(plan, err);
}

/* A limit that would leave nothing out is a mistake. */
static enum sp_status
check_choice(const struct sp_merge *merge,
	     const struct sp_merge_choice *choice, struct sp_error *err)
{
	if (choice->indegree < 2)
		return SP_OK;
	if (!sp_merge_flag(merge, SP_TASK_ARCHIVES))
		return sp_fail(err, SP_USAGE, "a least in-degree is for "
			       "archives: lists of links do not say which "
			       "pages were fetched");
	if (sp_merge_flag(merge, SP_TASK_FETCHED_ONLY))
		return sp_fail(err, SP_USAGE, "a least in-degree does nothing "
			       "with --fetched-only, by which only pages stay "
			       "that were fetched");
	return SP_OK;
}

enum sp_status
sp_work_plan(char *const *shares, uint64_t count,
	     const struct sp_merge_choice *choice, struct sp_writer *writer,
	     const struct sp_progress *progress, struct sp_error *err)
{
	struct planning plan = { .count = count, .ranges = choice->ranges,
				 .choice = choice };
	enum sp_status status = SP_OK;

	plan.merge = sp_merge_new(1);
	if (!plan.merge)
		return sp_no_memory(err, "the merge");
	for (uint64_t i = 0; !status && i < count; i++) {
		status = sp_merge_add_indexed(plan.merge, shares[i], err);
		/* Thousands of files need not be open. */
		sp_pick_close(plan.merge->parts[i].pick);
		plan.merge->parts[i].pick = NULL;
	}
	if (!status)
		status = sp_merge_check_all(plan.merge, err);
	if (!status)
		status = check_choice(plan.merge, choice, err);
	if (!status && !plan.merge->pages_in)
		status = sp_fail(err, SP_DATA, "no task has a page");
	if (!status)
		status = make_samples(&plan, progress, err);
	if (!status)
		status = save_plan(&plan, writer, err);
	free(plan.spans);
	free(plan.samples);
	sp_names_free(&plan.names);
	sp_names_free(&plan.hosts);
	sp_merge_free(plan.merge);
	return status;
}
