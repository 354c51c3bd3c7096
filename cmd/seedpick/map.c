/* SPDX-License-Identifier: MIT */
/*
 * --map: seeds are carried to another graph by their URLs.
 *
 * Of two crawls only one is in memory.  What the steps need of the old graph is
 * noted first: the URL and host of each seed and, for --map-similar, the URLs
 * that it links to.  Then the old graph is freed and the other one is loaded.
 * The carrying itself is lib/seed/carry: each step (by URL, host, links) looks
 * for the seeds that the steps before have not found.
 *
 * With neither another step nor --match, the names of the other graph are not
 * kept either: they are compared as they pass, and a seed that survives has the
 * name that it had.
 *
 * --one-per-shape is about the pages of the other graph: seeds of one shape may
 * have become pages of two, or the other way round, and the first seed of a
 * shape may be gone.  So it counts shapes last.
 */
#include "seedpick.h"

#include "base/bitset.h"
#include "seed/carry.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "web/page/idn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seeds on their way, and how many came by which step. */
struct mapping {
	struct seedpick *pick;
	struct sp_carry *carry;
	uint64_t named;          /* seeds with a URL */
	uint64_t seeds;          /* of the old graph */
	uint64_t found[SP_FOUND_COUNT];
	uint64_t twice, gone, alike; /* alike: of a shape that has a seed */
	uint64_t near;           /* seeds that --match loose would find */
};

/* ---- out of the old graph --------------------------------------------- */

/*
 * The name of seed i.  Seeds of a stream have names of their own; some may
 * have been left out since, but their order is the same, so *at only grows.
 */
static const char *
old_name(const struct seedpick *pick, uint64_t i, uint64_t *at, size_t *length)
{
	const struct sp_loaded_seeds *given = pick->given;
	const struct sp_names *names = sp_contents_names(&pick->contents);
	uint32_t page = pick->seeds.seeds[i].page;

	while (given && *at < given->seeds.count &&
	       given->seeds.seeds[*at].page != page)
		++*at;
	if (given && *at < given->seeds.count) {
		const char *name = sp_names_get(&given->names, *at, length);

		if (*length)
			return name;
	}
	return sp_names_find(names, page, length);
}

/* The host of a seed: of the graph, else by the rule for URLs. */
static size_t
old_host(const struct seedpick *pick, uint64_t i, const char *name,
	 size_t length, char host[SP_NAME_MAX], bool *short_of_memory)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);
	uint32_t page = pick->seeds.seeds[i].page;
	size_t size;

	if (hosts && page < hosts->pages &&
	    hosts->host_of[page] < hosts->names.count) {
		const char *text = sp_names_get(&hosts->names,
						hosts->host_of[page], &size);

		memcpy(host, text, size);
		return size;
	}
	return sp_url_ascii_host((struct sp_span){ name, length }, host,
				 short_of_memory);
}

static enum sp_status
want_links(struct mapping *mapping, struct sp_accessor *accessor,
	   uint32_t page)
{
	const struct sp_names *names =
		sp_contents_names(&mapping->pick->contents);
	struct sp_error *err = &mapping->pick->cmd->err;
	const uint32_t *successors;
	uint32_t count;
	enum sp_status status = sp_accessor_page(accessor, page, &successors,
						 &count, err);

	for (uint32_t i = 0; !status && i < count; i++) {
		struct sp_span name = sp_names_span(names, successors[i]);

		status = sp_carry_link(mapping->carry, name.text, name.length,
				       err);
	}
	return status;
}

/*
 * Notes the URLs to look for; accessor is NULL unless links are, too.  Without
 * links, the graph need not be there.
 */
static enum sp_status
want_seeds(struct mapping *mapping, struct sp_accessor *accessor)
{
	struct seedpick *pick = mapping->pick;
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	for (uint64_t i = 0; !status && i < pick->seeds.count; i++) {
		char host[SP_NAME_MAX];
		bool short_of_memory = false;
		size_t length, host_length;
		const char *name = old_name(pick, i, &at, &length);

		host_length = old_host(pick, i, name, length, host,
				       &short_of_memory);
		if (short_of_memory)
			return sp_no_memory(&pick->cmd->err, "hosts");
		mapping->named += length > 0;
		status = sp_carry_seed(mapping->carry, name, length, host,
				       host_length, &pick->cmd->err);
		if (!status && accessor)
			status = want_links(mapping, accessor,
					    pick->seeds.seeds[i].page);
	}
	if (!status && !mapping->named)
		status = sp_fail(&pick->cmd->err, SP_DATA, "the seeds have no "
				 "URLs, by which --map finds them (give their "
				 "graph with -g, imported with names)");
	return status;
}

static enum sp_status
want_links_of_seeds(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	struct sp_accessor *accessor = NULL;
	struct sp_index *index = NULL;
	enum sp_status status;

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	if (!sp_contents_names(&pick->contents))
		return cmd_missing(pick->cmd, "names");
	status = sp_index_new(graph, pick->cmd->threads, &index,
			      &pick->cmd->err);
	if (!status && !(accessor = sp_accessor_new(index)))
		status = sp_no_memory(&pick->cmd->err, "the links of seeds");
	if (!status)
		status = want_seeds(mapping, accessor);
	sp_accessor_free(accessor);
	sp_index_free(index);
	return status;
}

/* ---- into the other --------------------------------------------------- */

static enum sp_status
look_at_name(void *context, uint64_t page, const char *name, size_t length,
	     struct sp_error *err)
{
	return sp_carry_name(context, page, name, length, err);
}

/*
 * Loads what the steps need of the other graph.  The old one is no longer
 * needed, so that never both are in memory.  Names are only kept if a page may
 * be found by something else than its very name: its URL is written then.
 */
static enum sp_status
load_other(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;
	const struct seedpick_options *options = pick->options;
	bool steps = options->map_host || options->map_similar;
	struct sp_name_visitor visitor = { mapping->carry, look_at_name };
	struct sp_load_options how = {
		.want = SP_SECTION_NAMES |
			(steps ? SP_SECTION_GRAPH : 0) |
			(options->map_host ? SP_SECTION_HOSTS : 0) |
			(options->one_per_shape ? SP_SECTION_SHAPES : 0) |
			(options->map_score ? SP_SECTION_SCORES : 0),
		.names = steps || options->match ? NULL : &visitor
	};
	const struct sp_names *names;
	enum sp_status status = SP_OK;

	pick->given = NULL;
	pick->score = NULL;
	seedpick_end_spread(pick);
	sp_contents_free(&pick->contents);
	status = cmd_load(pick->cmd, options->map, &how, &pick->contents);
	if (status)
		return status;
	if (!pick->contents.has_basis)
		return sp_fail(&pick->cmd->err, SP_DATA, "%s: no graph in the "
			       "stream (--map needs the graph that the seeds "
			       "are carried to)", options->map);
	pick->basis = pick->contents.basis;
	if (!sp_contents_has_names(&pick->contents))
		return sp_fail(&pick->cmd->err, SP_DATA, "%s: no names in the "
			       "stream (graphimport --names adds them)",
			       options->map);
	names = sp_contents_names(&pick->contents);
	for (uint64_t page = 0; !status && names && page < names->count;
	     page++) {
		struct sp_span name = sp_names_span(names, page);

		status = sp_carry_name(mapping->carry, page, name.text,
				       name.length, &pick->cmd->err);
	}
	return status;
}

static enum sp_status
map_by_host(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);
	const struct sp_score *score = NULL;

	if (!hosts)
		return sp_fail(&pick->cmd->err, SP_DATA, "%s: no hosts in the "
			       "stream (graphimport --names or --hosts adds "
			       "them)", pick->options->map);
	if (pick->options->map_score &&
	    cmd_find_score(pick->cmd, &pick->contents,
			   pick->options->map_score, &score)) {
		(void)sp_fail_in(&pick->cmd->err, pick->options->map);
		return pick->cmd->err.status;
	}
	return sp_carry_by_host(mapping->carry,
				sp_contents_graph(&pick->contents), hosts,
				score ? score->values : NULL,
				pick->cmd->threads, &pick->cmd->err);
}

static enum sp_status
map_by_steps(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;
	const struct seedpick_options *options = pick->options;
	enum sp_status status = SP_OK;

	sp_carry_by_url(mapping->carry);
	mapping->near = sp_carry_near(mapping->carry);
	if ((options->map_host || options->map_similar) &&
	    !sp_contents_graph(&pick->contents))
		return sp_fail(&pick->cmd->err, SP_DATA, "%s: no graph in the "
			       "stream", options->map);
	if (options->map_host)
		status = map_by_host(mapping);
	if (!status && options->map_similar)
		status = sp_carry_by_links(mapping->carry,
					   sp_contents_graph(&pick->contents),
					   &pick->cmd->err);
	return status;
}

/* ---- the seeds that survive ------------------------------------------- */

/* What -v prints of each seed. */
static void
say_found(const struct cmd *cmd, const char *was, size_t was_length,
	  const char *name, size_t length, const struct sp_carried *found)
{
	static const char *const how[] = {
		"is gone", "survives", "is gone, and its host has",
		"is gone, and similar is"
	};
	bool same = was_length == length && !memcmp(was, name, length);

	if (found->found == SP_FOUND_SIMILAR)
		cmd_say(cmd, "%.*s %s %.*s (%" PRIu64 " of %" PRIu64 " links "
			"shared)", (int)was_length, was, how[found->found],
			(int)length, name, found->shared, found->either);
	else if (found->found == SP_FOUND_HOST)
		cmd_say(cmd, "%.*s %s %.*s", (int)was_length, was,
			how[found->found], (int)length, name);
	else if (found->found == SP_FOUND_URL && !same)
		cmd_say(cmd, "%.*s survives as %.*s", (int)was_length, was,
			(int)length, name);
	else
		cmd_say(cmd, "%.*s %s", (int)was_length, was,
			how[found->found]);
}

/* Appends a seed that was found, with both its URLs. */
static enum sp_status
add_survivor(struct mapping *mapping, uint64_t i, struct sp_seeds *seeds,
	     uint64_t *taken)
{
	struct seedpick *pick = mapping->pick;
	struct sp_error *err = &pick->cmd->err;
	const struct sp_names *names = sp_contents_names(&pick->contents);
	struct sp_carried found = sp_carry_result(mapping->carry, i);
	struct sp_seed seed = { .page = found.page, .core = SP_NO_CORE,
				.found = found.found };
	size_t was_length, length;
	const char *was = sp_carry_name_of(mapping->carry, i, &was_length);
	const char *name = was;

	length = was_length;
	if (found.found && names)
		name = sp_names_get(names, found.page, &length);
	say_found(pick->cmd, was, was_length, name, length, &found);
	if (found.found == SP_FOUND_PICKED) {
		mapping->gone++;
		return SP_OK;
	}
	if (sp_bit_test(taken, found.page)) {
		mapping->twice++;
		return SP_OK;
	}
	sp_bit_set(taken, found.page);
	if (!sp_spread_take(pick->spread, found.page)) {
		mapping->alike++;
		return SP_OK;
	}
	mapping->found[found.found]++;
	if (sp_seeds_add(seeds, seed, err) ||
	    sp_names_add(&pick->names, name, length, err))
		return err->status;
	if (length == was_length && !memcmp(name, was, length))
		was_length = 0;
	return sp_names_add(&pick->was, was, was_length, err);
}

/* Two old seeds may have become one page; the first of them counts. */
static enum sp_status
keep_survivors(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;
	uint64_t *taken = sp_bitset_new(pick->basis.graph.pages);
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	enum sp_status status = SP_OK;

	if (!taken)
		return sp_no_memory(&pick->cmd->err, "the pages of seeds");
	for (uint64_t i = 0; !status && i < mapping->seeds; i++)
		status = add_survivor(mapping, i, &seeds, taken);
	free(taken);
	sp_seeds_free(&pick->seeds);
	pick->seeds = seeds;
	return status;
}

/* One line, also without -v: most seeds do not survive. */
static enum sp_status
map_report(struct mapping *mapping)
{
	struct cmd *cmd = mapping->pick->cmd;
	const char *other = mapping->pick->options->map;
	uint64_t url = mapping->found[SP_FOUND_URL];
	uint64_t host = mapping->found[SP_FOUND_HOST];
	uint64_t similar = mapping->found[SP_FOUND_SIMILAR];
	uint64_t all = mapping->seeds, twice = mapping->twice;
	char near[80] = "";

	cmd_count(cmd, "old_seeds", mapping->seeds);
	cmd_count(cmd, "found_by_url", mapping->found[SP_FOUND_URL]);
	cmd_count(cmd, "found_by_host", mapping->found[SP_FOUND_HOST]);
	cmd_count(cmd, "found_by_links", mapping->found[SP_FOUND_SIMILAR]);
	cmd_count(cmd, "found_twice", mapping->twice);
	cmd_count(cmd, "gone", mapping->gone);
	if (!mapping->pick->seeds.count && mapping->near)
		return sp_fail(&cmd->err, SP_DATA, "none of the %" PRIu64 " "
			       "seeds is a page of %s (--match loose finds "
			       "%" PRIu64 ")", all, other, mapping->near);
	if (!mapping->pick->seeds.count)
		return sp_fail(&cmd->err, SP_DATA, "none of the %" PRIu64 " "
			       "seeds is a page of %s (a crawl of other hosts? "
			       "other steps: --map-host, --map-similar)", all,
			       other);
	if (mapping->near)
		snprintf(near, sizeof(near),
			 " (--match loose finds %" PRIu64 " more by URL)",
			 mapping->near);
	cmd_result(cmd, "carried %" PRIu64 " of %" PRIu64 ", by url "
		   "%" PRIu64 " host %" PRIu64 " similar %" PRIu64,
		   url + host + similar, all, url, host, similar);
	cmd_warn(cmd, "carried %" PRIu64 " of %" PRIu64 " seeds to %s: "
		 "%" PRIu64 " by URL, %" PRIu64 " by host, %" PRIu64 " by "
		 "links; %" PRIu64 " gone, %" PRIu64 " found twice%s",
		 url + host + similar, all, other, url, host, similar,
		 mapping->gone, twice, near);
	return SP_OK;
}

/* Shapes of the other graph. */
static enum sp_status
spread_over_shapes(struct mapping *mapping)
{
	struct seedpick *pick = mapping->pick;

	if (!pick->options->one_per_shape)
		return SP_OK;
	if (!sp_contents_shapes(&pick->contents))
		return sp_fail(&pick->cmd->err, SP_DATA, "%s: no shapes in the "
			       "stream (crawlshape --to stream adds them)",
			       pick->options->map);
	return seedpick_begin_spread(pick);
}

enum sp_status
seedpick_map(struct seedpick *pick)
{
	struct mapping mapping = { .pick = pick, .seeds = pick->seeds.count };
	enum sp_status status = sp_carry_new(pick->options->match,
					     &mapping.carry, &pick->cmd->err);

	if (!status)
		status = pick->options->map_similar ?
				 want_links_of_seeds(&mapping) :
				 want_seeds(&mapping, NULL);
	if (!status)
		status = load_other(&mapping);
	if (!status)
		status = spread_over_shapes(&mapping);
	if (!status)
		status = map_by_steps(&mapping);
	if (!status)
		status = keep_survivors(&mapping);
	if (!status)
		status = map_report(&mapping);
	if (!status && pick->spread)
		seedpick_report_skipped(pick, pick->seeds.count +
					      mapping.alike);
	sp_carry_free(mapping.carry);
	return status;
}
