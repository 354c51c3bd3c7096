/* SPDX-License-Identifier: MIT */
/*
 * Votes are collected from the links of pages alone, without in-links: those of
 * the pages of one host are added up for each page that they lead to, and given
 * to these pages when the host is done.  So pages are read host by host.
 */
#include "seed/expand/votes.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What is collected for a page, or for a host that a page links to. */
struct tally {
	double sum;
	uint32_t count;
	uint32_t place; /* in the list of those met, from 1; 0: not met */
};

struct sp_voter {
	const struct sp_votes *votes;
	struct sp_accessor *accessor;
	struct tally *tallies; /* NULL without units */
	uint32_t *met;         /* which of them are in use */
	uint64_t met_count;
};

static uint32_t
page_at(const struct sp_votes *votes, uint64_t i)
{
	return votes->order ? votes->order[i] : (uint32_t)i;
}

struct sp_voter *
sp_voter_new(const struct sp_votes *votes)
{
	struct sp_voter *voter = sp_alloc_zero(1, sizeof(*voter));
	uint64_t most = votes->pages;

	if (!voter)
		return NULL;
	voter->votes = votes;
	voter->accessor = sp_accessor_new(votes->index);
	if (votes->units) {
		if (most < votes->units->count)
			most = votes->units->count;
		voter->tallies = sp_alloc_zero(most, sizeof(*voter->tallies));
		voter->met = sp_alloc(most, sizeof(*voter->met));
	}
	if (voter->accessor &&
	    (!votes->units || (voter->tallies && voter->met)))
		return voter;
	sp_voter_free(voter);
	return NULL;
}

void
sp_voter_free(struct sp_voter *voter)
{
	if (!voter)
		return;
	sp_accessor_free(voter->accessor);
	free(voter->tallies);
	free(voter->met);
	free(voter);
}

const struct sp_votes *
sp_voter_votes(const struct sp_voter *voter)
{
	return voter->votes;
}

static void
add_to_tally(struct sp_voter *voter, uint32_t of, double value)
{
	struct tally *tally = &voter->tallies[of];

	if (!tally->place) {
		voter->met[voter->met_count++] = of;
		*tally = (struct tally){ .place = 1 };
	}
	tally->sum += value;
	tally->count++;
}

/* ---- votes by links --------------------------------------------------- */

/* The sum of the means over the hosts that were met, which are forgotten. */
static double
sum_of_means(struct sp_voter *voter)
{
	double sum = 0;

	for (uint64_t i = 0; i < voter->met_count; i++) {
		struct tally *tally = &voter->tallies[voter->met[i]];

		sum += tally->sum / tally->count;
		tally->place = 0;
	}
	voter->met_count = 0;
	return sum;
}

enum sp_status
sp_votes_out(struct sp_voter *voter, const double *values, double *sums,
	     struct sp_error *err)
{
	const struct sp_units *units = voter->votes->units;
	const uint32_t *successors;
	uint32_t count;

	for (uint64_t i = 0; i < voter->votes->pages; i++) {
		uint32_t page = page_at(voter->votes, i);
		double sum = 0;

		if (sp_accessor_page(voter->accessor, page, &successors,
				     &count, err))
			return err->status;
		for (uint32_t k = 0; k < count; k++) {
			uint32_t to = successors[k];

			if (to == page)
				continue;
			if (units)
				add_to_tally(voter, units->unit_of[to],
					     values[to]);
			else
				sum += values[to];
		}
		sums[page] = units ? sum_of_means(voter) : sum;
	}
	return SP_OK;
}

/* ---- votes by links to pages ------------------------------------------ */

static void
give_means(struct sp_voter *voter, double *sums)
{
	for (uint64_t i = 0; i < voter->met_count; i++) {
		uint32_t page = voter->met[i];
		struct tally *tally = &voter->tallies[page];

		sums[page] += tally->sum / tally->count;
		tally->place = 0;
	}
	voter->met_count = 0;
}

enum sp_status
sp_votes_in(struct sp_voter *voter, const double *values, double *sums,
	    struct sp_error *err)
{
	const struct sp_votes *votes = voter->votes;
	const struct sp_units *units = votes->units;
	const uint32_t *successors;
	uint32_t count, unit = 0;

	memset(sums, 0, votes->pages * sizeof(*sums));
	for (uint64_t i = 0; i < votes->pages; i++) {
		uint32_t page = page_at(votes, i);

		if (units && units->unit_of[page] != unit) {
			give_means(voter, sums);
			unit = units->unit_of[page];
		}
		if (sp_accessor_page(voter->accessor, page, &successors,
				     &count, err))
			return err->status;
		for (uint32_t k = 0; k < count; k++) {
			uint32_t to = successors[k];

			if (to == page)
				continue;
			if (units)
				add_to_tally(voter, to, values[page]);
			else
				sums[to] += values[page];
		}
	}
	give_means(voter, sums);
	return SP_OK;
}

/* ---- walks ------------------------------------------------------------ */

/* One step: passes[p] is what each link of page p passes on. */
static enum sp_status
walk_step(struct sp_voter *voter, enum sp_walk way, const double *passes,
	  double *gets, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;

	memset(gets, 0, voter->votes->pages * sizeof(*gets));
	for (uint64_t i = 0; i < voter->votes->pages; i++) {
		uint32_t page = (uint32_t)i;

		if (sp_accessor_page(voter->accessor, page, &successors,
				     &count, err))
			return err->status;
		for (uint32_t k = 0; k < count; k++) {
			uint32_t to = successors[k];

			if (to == page)
				continue;
			if (way != SP_WALK_BACK)
				gets[to] += passes[page];
			if (way != SP_WALK_ALONG)
				gets[page] += passes[to];
		}
	}
	return SP_OK;
}

/* Sets links[p] to those that a walk may follow from page p. */
static enum sp_status
count_links(struct sp_voter *voter, enum sp_walk way, double *links,
	    struct sp_error *err)
{
	const uint64_t pages = voter->votes->pages;
	double *ones = sp_alloc(pages, sizeof(*ones));
	enum sp_status status;

	if (!ones)
		return sp_no_memory(err, "a walk");
	for (uint64_t page = 0; page < pages; page++)
		ones[page] = 1;
	/* What comes back along links that are followed. */
	status = walk_step(voter, way == SP_WALK_ALONG ? SP_WALK_BACK :
			   way == SP_WALK_BACK ? SP_WALK_ALONG : SP_WALK_BOTH,
			   ones, links, err);
	free(ones);
	return status;
}

enum sp_status
sp_votes_walk(struct sp_voter *voter, enum sp_walk way, double damping,
	      unsigned steps, const double *start, double *values,
	      struct sp_error *err)
{
	const uint64_t pages = voter->votes->pages;
	double *passes = sp_alloc(pages, sizeof(*passes));
	double *links = sp_alloc(pages, sizeof(*links));
	enum sp_status status = SP_OK;
	double total = 0;

	if (!passes || !links)
		status = sp_no_memory(err, "a walk");
	if (!status)
		status = count_links(voter, way, links, err);
	for (uint64_t page = 0; !status && page < pages; page++)
		total += start[page];
	for (uint64_t page = 0; !status && page < pages; page++)
		values[page] = start[page] / total;
	for (unsigned step = 0; !status && step < steps; step++) {
		for (uint64_t page = 0; page < pages; page++)
			passes[page] = links[page] > 0 ?
				damping * values[page] / links[page] : 0;
		status = walk_step(voter, way, passes, values, err);
		for (uint64_t page = 0; page < pages; page++)
			values[page] += (1 - damping) * start[page] / total;
	}
	free(passes);
	free(links);
	return status;
}

/* ---- all pages -------------------------------------------------------- */

/* The pages sorted by unit, equal ones in their order. */
static enum sp_status
order_by_unit(struct sp_votes *votes, struct sp_error *err)
{
	const struct sp_units *units = votes->units;
	uint64_t *next = sp_alloc_zero(units->count + 1, sizeof(*next));

	votes->order = sp_alloc(votes->pages, sizeof(*votes->order));
	if (!next || !votes->order) {
		free(next);
		return sp_no_memory(err, "the order of pages");
	}
	for (uint64_t page = 0; page < votes->pages; page++)
		next[units->unit_of[page] + 1]++;
	for (uint64_t unit = 0; unit < units->count; unit++)
		next[unit + 1] += next[unit];
	for (uint64_t page = 0; page < votes->pages; page++)
		votes->order[next[units->unit_of[page]]++] = (uint32_t)page;
	free(next);
	return SP_OK;
}

/* Rounds what was added up from ones; links both ways may be too many. */
static void
keep_counts(const double *sums, uint64_t pages, uint32_t *counts)
{
	for (uint64_t page = 0; page < pages; page++)
		counts[page] = sums[page] < UINT32_MAX ?
			(uint32_t)(sums[page] + 0.5) : UINT32_MAX;
}

static enum sp_status
count_votes(struct sp_votes *votes, struct sp_error *err)
{
	struct sp_voter *voter = sp_voter_new(votes);
	double *ones = sp_alloc(votes->pages, sizeof(*ones));
	double *sums = sp_alloc(votes->pages, sizeof(*sums));
	enum sp_status status = voter && ones && sums ? SP_OK :
		sp_no_memory(err, "the votes of pages");

	for (uint64_t page = 0; !status && page < votes->pages; page++)
		ones[page] = 1;
	if (!status)
		status = sp_votes_out(voter, ones, sums, err);
	if (!status) {
		keep_counts(sums, votes->pages, votes->out);
		status = sp_votes_in(voter, ones, sums, err);
	}
	if (!status) {
		keep_counts(sums, votes->pages, votes->in);
		status = walk_step(voter, SP_WALK_BOTH, ones, sums, err);
	}
	if (!status)
		keep_counts(sums, votes->pages, votes->links);
	free(ones);
	free(sums);
	sp_voter_free(voter);
	return status;
}

enum sp_status
sp_votes_new(const struct sp_graph *graph, const struct sp_units *units,
	     int threads, struct sp_votes *votes, struct sp_error *err)
{
	*votes = (struct sp_votes){ .graph = graph, .units = units,
				    .pages = sp_graph_pages(graph) };
	votes->out = sp_alloc(votes->pages, sizeof(*votes->out));
	votes->in = sp_alloc(votes->pages, sizeof(*votes->in));
	votes->links = sp_alloc(votes->pages, sizeof(*votes->links));
	if (!votes->out || !votes->in || !votes->links)
		return sp_no_memory(err, "the votes of pages");
	if (sp_index_new_plain(graph, sp_memory_left() / 2, threads,
			       &votes->index, err))
		return err->status;
	if (!votes->index && sp_index_new(graph, threads, &votes->index, err))
		return err->status;
	if (units && order_by_unit(votes, err))
		return err->status;
	return count_votes(votes, err);
}

void
sp_votes_free(struct sp_votes *votes)
{
	sp_index_free(votes->index);
	free(votes->order);
	free(votes->out);
	free(votes->in);
	free(votes->links);
	*votes = (struct sp_votes){ .pages = 0 };
}
