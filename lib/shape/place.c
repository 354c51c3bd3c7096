/* SPDX-License-Identifier: MIT */
/*
 * The tree of a host is learned from all of its URLs, or from those whose hash
 * is small if there are very many, so that the order of pages does not matter;
 * then each page of the host is looked up in it.  Shapes without pages get no
 * number.
 *
 * A sample has 32,768 URLs, about.  It is halved until its bytes and tokens
 * fit, for hosts with long URLs, and for those that were made so that far more
 * URLs than that have a small hash.
 *
 * A host may also be made so that a URL fits many ways through its tree, with
 * the end of none.  When one search has tried too many children, the host gets
 * one shape: so the time of a page has a limit, and each page is still of the
 * first shape whose pattern matches.
 */
#include "base/hash.h"
#include "base/memory.h"
#include "shape/learn_private.h"

#include <stdlib.h>

#define SAMPLE 32768            /* URLs that a tree is learned from */
#define SAMPLE_BYTES (64 << 20) /* of these, at most */
#define SAMPLE_TOKENS (1 << 20) /* the same */
#define FEW 4                   /* pages of a host that has one shape */
#define DEEPER 1                /* what shape_of has for all of a host */

/* ---- the lines of a host ---------------------------------------------- */

static struct sp_span
page_url(const struct sp_placing *placing, const struct sp_placer *placer,
	 uint32_t page)
{
	return sp_names_read(placing->urls, page, placer->room);
}

/* Asks for the names of the next pages, now and then. */
static void
expect_pages(const struct sp_placing *placing, const uint32_t *pages,
	     uint64_t count, uint64_t at)
{
	uint64_t left = count - at;

	if (at % SP_NAMES_AHEAD == 0)
		sp_names_expect(placing->urls, pages + at,
				left < SP_NAMES_AHEAD ? left : SP_NAMES_AHEAD);
}

/*
 * Adds the URLs of a host whose hash is below limit in count; *fits becomes
 * false if they are too many, or too long.
 */
static enum sp_status
add_sample(const struct sp_placing *placing, struct sp_placer *placer,
	   const uint32_t *pages, uint64_t count, uint64_t limit, bool *fits,
	   struct sp_error *err)
{
	struct sp_lines *lines = &placer->learner.lines;
	enum sp_status status = SP_OK;
	uint64_t bytes = 0;

	sp_lines_clear(lines, !placing->urls->packed);
	*fits = true;
	for (uint64_t i = 0; !status && *fits && i < count; i++) {
		struct sp_span url;

		expect_pages(placing, pages, count, i);
		url = page_url(placing, placer, pages[i]);
		if (limit < count &&
		    sp_hash(url.text, url.length) % count >= limit)
			continue;
		bytes += url.length;
		*fits = bytes <= SAMPLE_BYTES && lines->count < 2 * SAMPLE &&
			lines->used <= SAMPLE_TOKENS;
		if (!*fits)
			break;
		sp_url_tokens(url, placer->tokens);
		status = sp_lines_add(lines, placer->tokens, err);
	}
	return status;
}

/* Learns the tree of a host; *all says whether the lines are all its pages. */
static enum sp_status
learn_tree(const struct sp_placing *placing, struct sp_placer *placer,
	   const uint32_t *pages, uint64_t count, bool *all,
	   struct sp_error *err)
{
	uint64_t limit = count < SAMPLE ? count : SAMPLE;
	enum sp_status status;
	bool fits;

	do {
		status = add_sample(placing, placer, pages, count, limit,
				    &fits, err);
		*all = limit == count;
		limit /= 2;
	} while (!status && !fits);
	return status ? status : sp_shape_learn_tree(&placer->learner, err);
}

/* ---- the pages of a host ---------------------------------------------- */

static enum sp_status
clear_tallies(struct sp_placer *placer, uint64_t nodes, struct sp_error *err)
{
	if (!sp_grow(&placer->tallies, &placer->tallies_capacity, nodes))
		return sp_no_memory(err, "shapes");
	memset(placer->tallies, 0, nodes * sizeof(*placer->tallies));
	placer->lost = false;
	return SP_OK;
}

/* Looks a page up, and returns what shape_of has for it. */
static uint32_t
place_page(struct sp_placer *placer, const struct sp_shape_tree *tree,
	   uint32_t page, const struct sp_token *tokens, unsigned count,
	   uint64_t order)
{
	unsigned deeper = DEEPER;
	uint64_t found = sp_shape_tree_find(tree, tokens, count, &deeper);
	struct sp_shape_tally *tally;

	if (found == SP_SHAPE_NOT_FOUND) {
		placer->lost = true;
		return DEEPER;
	}
	tally = &placer->tallies[found];
	if (!deeper && !tally->pages[0]) {
		tally->example = page;
		tally->order = order;
	}
	if (!deeper && tally->order != order)
		tally->mixed = true;
	tally->pages[deeper]++;
	return (uint32_t)(2 * found + deeper);
}

/* Looks up the pages of a host that are the lines of the learner. */
static void
place_lines(const struct sp_placing *placing, struct sp_placer *placer,
	    const uint32_t *pages)
{
	const struct sp_lines *lines = &placer->learner.lines;
	struct sp_token *tokens = placer->tokens->token;

	for (uint64_t i = 0; i < lines->count && !placer->lost; i++) {
		const struct sp_url_line *line = &lines->lines[i];

		for (uint32_t k = 0; k < line->count; k++) {
			const struct sp_word *word =
				&lines->words[lines->word_of[line->first + k]];

			tokens[k] = (struct sp_token){ word->text,
						       word->place };
		}
		placing->shape_of[pages[i]] = place_page(
			placer, &placer->learner.tree, pages[i], tokens,
			line->count, line->order);
	}
}

/* Looks up pages that have to be taken apart. */
static void
look_pages_up(const struct sp_placing *placing, struct sp_placer *placer,
	      const struct sp_shape_tree *tree, const uint32_t *pages,
	      uint64_t count)
{
	struct sp_tokens *tokens = placer->tokens;

	for (uint64_t i = 0; i < count && !placer->lost; i++) {
		expect_pages(placing, pages, count, i);
		sp_url_tokens(page_url(placing, placer, pages[i]), tokens);
		placing->shape_of[pages[i]] =
			place_page(placer, tree, pages[i], tokens->token,
				   tokens->count, tokens->order);
	}
}

/* Adds a tally of later pages. */
static void
join_tally(struct sp_shape_tally *to, const struct sp_shape_tally *from)
{
	if (!to->pages[0]) {
		to->example = from->example;
		to->order = from->order;
	}
	to->mixed |= from->mixed ||
		     (from->pages[0] && to->order != from->order);
	to->pages[0] += from->pages[0];
	to->pages[1] += from->pages[1];
}

/* The same by all threads, each a share of the pages. */
static enum sp_status
place_pages_together(const struct sp_placing *placing, const uint32_t *pages,
		     uint64_t count, struct sp_error *err)
{
	struct sp_placer *placers = placing->placers;
	const struct sp_shape_tree *tree = &placers[0].learner.tree;
	int threads = placing->threads;
	uint64_t share = count / (uint64_t)threads + 1;

	for (int t = 0; t < threads; t++)
		if (clear_tallies(&placers[t], tree->count, err))
			return err->status;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
	for (int t = 0; t < threads; t++) {
		uint64_t first = (uint64_t)t * share, end = first + share;

		if (first < count)
			look_pages_up(placing, &placers[t], tree,
				      pages + first,
				      (end < count ? end : count) - first);
	}
	for (int t = 1; t < threads; t++) {
		for (uint64_t i = 0; i < tree->count; i++)
			join_tally(&placers[0].tallies[i],
				   &placers[t].tallies[i]);
		placers[0].lost |= placers[t].lost;
	}
	return SP_OK;
}

/* Gives the host one shape. */
static enum sp_status
give_one_shape(const struct sp_placing *placing, struct sp_placer *placer,
	       const uint32_t *pages, uint64_t count, struct sp_error *err)
{
	if (sp_shape_tree_clear(&placer->learner.tree, err) ||
	    clear_tallies(placer, 1, err))
		return err->status;
	placer->tallies[0].pages[1] = count;
	for (uint64_t i = 0; i < count; i++)
		placing->shape_of[pages[i]] = DEEPER;
	return SP_OK;
}

enum sp_status
sp_place_host(const struct sp_placing *placing, struct sp_placer *placer,
	      const uint32_t *pages, uint64_t count, bool shared,
	      struct sp_error *err)
{
	bool all = false;
	enum sp_status status;

	if (count < FEW)
		return give_one_shape(placing, placer, pages, count, err);
	status = learn_tree(placing, placer, pages, count, &all, err);
	if (status)
		return status;
	if (clear_tallies(placer, placer->learner.tree.count, err))
		return err->status;
	if (all)
		place_lines(placing, placer, pages);
	else if (shared)
		status = place_pages_together(placing, pages, count, err);
	else
		look_pages_up(placing, placer, &placer->learner.tree, pages,
			      count);
	return !status && placer->lost ?
		       give_one_shape(placing, placer, pages, count, err) :
		       status;
}

/* ---- placers ---------------------------------------------------------- */

enum sp_status
sp_placing_open(struct sp_placing *placing, const struct sp_names *urls,
		int threads, uint32_t *shape_of, struct sp_error *err)
{
	placing->urls = urls;
	placing->shape_of = shape_of;
	placing->threads = threads;
	placing->placers = sp_alloc_zero((uint64_t)threads,
					 sizeof(*placing->placers));
	if (!placing->placers)
		return sp_no_memory(err, "shapes");
	for (int t = 0; t < threads; t++) {
		struct sp_placer *placer = &placing->placers[t];

		placer->tokens = sp_alloc(1, sizeof(*placer->tokens));
		placer->room = sp_alloc(1, sizeof(*placer->room));
		if (!placer->tokens || !placer->room)
			return sp_no_memory(err, "shapes");
		placer->learner.lines.seed = sp_hash_seed(placer);
		placer->speller.urls = urls;
		placer->speller.tokens = placer->tokens;
		placer->speller.room = placer->room;
	}
	return SP_OK;
}

void
sp_placing_close(struct sp_placing *placing)
{
	for (int t = 0; placing->placers && t < placing->threads; t++) {
		struct sp_placer *placer = &placing->placers[t];

		sp_shape_learner_free(&placer->learner);
		free(placer->tokens);
		free(placer->room);
		sp_line_free(&placer->speller.line);
		free(placer->tallies);
	}
	free(placing->placers);
	placing->placers = NULL;
}
