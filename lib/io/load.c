/* SPDX-License-Identifier: MIT */
#include "io/load.h"

#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "io/layout.h"

#include <math.h>
#include <stdlib.h>

/* The load of one stream. */
struct load {
	struct sp_reader *reader;
	const struct sp_load_options *options;
	struct sp_contents *contents;
	struct sp_frame frame;
	bool graph_seen;
	bool pass;                /* the open section is passed on */
	bool keep;                /* ... is loaded */
	struct sp_graph *graph;   /* while it comes */
	uint64_t visited;         /* blocks that the visitor has seen */
	uint64_t graph_pages;
	struct sp_score score;    /* while it comes */
	uint64_t score_capacity;
	struct sp_basis basis;    /* of the open section */
	uint64_t weight_count, weight_capacity;
};

static enum sp_status
bad(const struct load *load, struct sp_error *err, const char *what)
{
	return sp_reader_bad(load->reader, err, "%s", what);
}

/* ---- the graph ------------------------------------------------------------ */

static enum sp_status
graph_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t pages;

	if (load->frame.raw != SP_GRAPH_HEAD)
		return bad(load, err, "the head of a graph has another size");
	pages = sp_load64(at);
	if (pages > SP_PAGES_MAX)
		return sp_reader_bad(load->reader, err, "%llu pages: more "
				     "than %llu are not supported",
				     (unsigned long long)pages,
				     (unsigned long long)SP_PAGES_MAX);
	if (sp_load32(at + 8) != SP_BLOCK_PAGES ||
	    sp_load32(at + 12) > SP_CHAIN_MAX ||
	    sp_load32(at + 16) & ~(uint32_t)SP_GRAPH_WEIGHTED)
		return bad(load, err, "a graph with parameters that this "
				      "program does not read");
	load->graph_pages = pages;
	load->visited = 0;
	load->graph = sp_graph_new(pages);
	if (!load->graph)
		return sp_no_memory(err, "the graph");
	if (!visitor)
		return SP_OK;
	return visitor->begin(visitor->context, pages,
			      sp_load32(at + 16) & SP_GRAPH_WEIGHTED, err);
}

static enum sp_status
visit_blocks(struct load *load, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t whole = sp_graph_whole_blocks(load->graph);
	enum sp_status status = SP_OK;

	if (!visitor || whole == load->visited)
		return SP_OK;
	status = visitor->blocks(visitor->context, load->graph, load->visited,
				 whole, err);
	load->visited = whole;
	sp_graph_forget(load->graph, whole);
	return status;
}

static bool
same_origin(const struct sp_basis *a, const struct sp_basis *b)
{
	return sp_fingerprint_equal(&a->graph, &b->graph) ||
	       sp_fingerprint_equal(&a->origin, &b->origin);
}

/*
 * What identifies the graph, from its tail.  A graph of an earlier stream
 * stays the one that all is compared with, unless this one is loaded.
 */
static enum sp_status
graph_basis(struct load *load, const uint8_t *at, struct sp_basis *basis,
	    struct sp_error *err)
{
	struct sp_contents *contents = load->contents;
	uint64_t pages = load->frame.first;

	if (load->frame.raw != SP_GRAPH_TAIL)
		return bad(load, err, "the tail of a graph has another size");
	basis->graph = (struct sp_fingerprint){ pages, sp_load64(at),
						sp_load64(at + 8) };
	basis->origin = (struct sp_fingerprint){ pages, sp_load64(at + 16),
						 sp_load64(at + 24) };
	if (contents->has_basis && !same_origin(&contents->basis, basis))
		return bad(load, err, "another graph than the one that was "
				      "read before");
	if (!contents->has_basis || (load->keep && !load->options->visitor))
		contents->basis = *basis;
	contents->has_basis = true;
	return SP_OK;
}

static enum sp_status
graph_tail(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	struct sp_basis basis;
	enum sp_status status = graph_basis(load, at, &basis, err);

	if (status)
		return status;
	if (load->frame.first != load->graph_pages)
		return bad(load, err, "pages of the graph are missing");
	status = sp_graph_complete(load->graph, &basis.graph, &basis.origin,
				   err);
	if (status)
		return status;
	if (visitor) {
		sp_graph_free(load->graph);
		load->graph = NULL;
		return visitor->end(visitor->context, &basis, err);
	}
	/* What belonged to the graph before goes with it. */
	sp_graph_free(load->contents->graph);
	free(load->contents->weights);
	load->contents->weights = NULL;
	load->contents->graph = load->graph;
	load->graph = NULL;
	return SP_OK;
}

/* Blocks go straight from the pipe to where they stay. */
static enum sp_status
graph_data(struct load *load, struct sp_error *err)
{
	uint8_t *room = sp_graph_room(load->graph, load->frame.raw);
	enum sp_status status;

	if (!room)
		return sp_no_memory(err, "the graph");
	status = sp_reader_payload_to(load->reader, room, err);
	if (!status)
		status = sp_graph_extend(load->graph, load->frame.raw, err);
	return status ? status : visit_blocks(load, err);
}

/* ---- weights --------------------------------------------------------------- */

static enum sp_status
weights_head(struct load *load, struct sp_error *err)
{
	const struct sp_graph *graph = load->contents->graph;
	struct sp_fingerprint own;

	load->weight_count = load->weight_capacity = 0;
	free(load->contents->weights);
	load->contents->weights = NULL;
	if (load->options->visitor)
		return SP_OK;
	if (!graph)
		return bad(load, err, "weights without a graph before them");
	own = sp_graph_fingerprint(graph);
	if (!sp_fingerprint_equal(&own, &load->basis.graph))
		return bad(load, err, "weights of another graph");
	return SP_OK;
}

static bool
load_doubles(double *to, const uint8_t *at, uint64_t count)
{
	bool finite = true;

	for (uint64_t i = 0; i < count; i++) {
		to[i] = sp_load_double(at + 8 * i);
		finite &= isfinite(to[i]) != 0;
	}
	return finite;
}

static enum sp_status
weights_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t count = load->frame.count, start = load->weight_count;

	if (load->frame.raw % 8 || load->frame.raw / 8 != count)
		return bad(load, err, "weights of another size than counted");
	if (visitor)
		start = 0;
	if (!sp_grow(&load->contents->weights, &load->weight_capacity,
		     start + count, sizeof(double)))
		return sp_no_memory(err, "the weights of links");
	if (!load_doubles(load->contents->weights + start, at, count))
		return bad(load, err, "a weight is not a number");
	load->weight_count += count;
	if (visitor)
		return visitor->weights(visitor->context,
					load->contents->weights, count, err);
	return SP_OK;
}

static enum sp_status
weights_tail(struct load *load, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;

	if (visitor) {
		free(load->contents->weights);
		load->contents->weights = NULL;
	}
	if (load->weight_count != load->basis.graph.links)
		return bad(load, err, "another number of weights than links");
	return visitor ? visitor->weights_end(visitor->context, err) : SP_OK;
}

/* ---- names and hosts --------------------------------------------------------- */

static enum sp_status
strings_data(struct load *load, struct sp_names *names, const uint8_t *at,
	     struct sp_error *err)
{
	const uint8_t *end = at + load->frame.raw;

	for (uint64_t i = 0; i < load->frame.count; i++) {
		uint64_t length;

		if (!sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return bad(load, err, "a name passes the frame's end");
		if (sp_names_add(names, (const char *)at, length, err))
			return err->status;
		at += length;
	}
	if (at != end)
		return bad(load, err, "bytes behind the last name");
	return SP_OK;
}

static enum sp_status
host_of_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_hosts *hosts = &load->contents->hosts;
	const uint8_t *end = at + load->frame.raw;
	uint64_t pages = 0;

	while (at < end) {
		uint64_t host, run;

		if (!sp_get_leb(&at, end, &host) ||
		    !sp_get_leb(&at, end, &run) || !run ||
		    run > load->frame.count - pages)
			return bad(load, err, "a run of pages is damaged");
		if (host >= hosts->names.count)
			return bad(load, err, "a host without a name");
		if (run > SP_PAGES_MAX - hosts->pages)
			return bad(load, err, "more pages than supported");
		for (uint64_t i = 0; i < run; i++)
			if (sp_hosts_add(hosts, (uint32_t)host, err))
				return err->status;
		pages += run;
	}
	if (pages != load->frame.count)
		return bad(load, err, "fewer pages than counted");
	return SP_OK;
}

/* ---- scores ------------------------------------------------------------------ */

bool
sp_score_head_is(const uint8_t *head, size_t length, const char *name)
{
	return length >= SP_BASIS && strlen(name) == length - SP_BASIS &&
	       !memcmp(head + SP_BASIS, name, length - SP_BASIS);
}

static enum sp_status
score_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	size_t length = load->frame.raw - (size_t)SP_BASIS;

	if (length < 1 || length > SP_SCORE_NAME_MAX ||
	    memchr(at + SP_BASIS, 0, length))
		return bad(load, err, "a score without a valid name");
	free(load->score.values);
	memset(&load->score, 0, sizeof(load->score));
	memcpy(load->score.name, at + SP_BASIS, length);
	load->score.basis = load->basis;
	load->score_capacity = 0;
	return SP_OK;
}

static enum sp_status
score_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_score *score = &load->score;
	uint64_t count = load->frame.count;

	if (load->frame.raw % 8 || load->frame.raw / 8 != count)
		return bad(load, err, "scores of another size than counted");
	if (!sp_grow(&score->values, &load->score_capacity,
		     score->pages + count, sizeof(double)))
		return sp_no_memory(err, "scores");
	if (!load_doubles(score->values + score->pages, at, count))
		return bad(load, err, "a score is not a finite number");
	score->pages += count;
	return SP_OK;
}

static enum sp_status
score_tail(struct load *load, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;
	struct sp_score *to = NULL;

	if (load->score.pages != load->basis.graph.pages)
		return bad(load, err, "another number of scores than pages");
	for (uint64_t i = 0; i < contents->score_count; i++)
		if (!strcmp(contents->scores[i].name, load->score.name))
			to = &contents->scores[i];
	if (!to) {
		if (!sp_grow(&contents->scores, &contents->score_capacity,
			     contents->score_count + 1, sizeof(*to)))
			return sp_no_memory(err, "scores");
		to = &contents->scores[contents->score_count++];
		to->values = NULL;
	}
	free(to->values);
	*to = load->score;
	load->score.values = NULL;
	return SP_OK;
}

const struct sp_score *
sp_contents_score(const struct sp_contents *contents, const char *name)
{
	for (uint64_t i = 0; i < contents->score_count; i++)
		if (!strcmp(contents->scores[i].name, name))
			return &contents->scores[i];
	return NULL;
}

/* ---- cores and seeds ----------------------------------------------------------- */

static enum sp_status
cores_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	if (load->frame.raw / SP_CORE_RECORD != load->frame.count ||
	    load->frame.raw % SP_CORE_RECORD)
		return bad(load, err, "cores of another size than counted");
	for (uint64_t i = 0; i < load->frame.count; i++) {
		struct sp_core core = { sp_load32(at), sp_load32(at + 4),
					sp_load64(at + 8), sp_load64(at + 16),
					sp_load64(at + 24) };

		if (core.seed >= load->basis.graph.pages)
			return bad(load, err, "a seed is not a page");
		if (sp_cores_add(&load->contents->cores, &core, err))
			return err->status;
		at += SP_CORE_RECORD;
	}
	return SP_OK;
}

static enum sp_status
members_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_cores *cores = &load->contents->cores;

	if (load->frame.raw / SP_MEMBER_RECORD != load->frame.count ||
	    load->frame.raw % SP_MEMBER_RECORD)
		return bad(load, err, "members of another size than counted");
	for (uint64_t i = 0; i < load->frame.count; i++) {
		uint32_t side = sp_load32(at + 8);
		struct sp_member member = {
			sp_load32(at), sp_load32(at + 4),
			side ? SP_AUTHORITY : SP_HUB, sp_load_double(at + 16)
		};

		if (side > 1 || member.core >= cores->count ||
		    member.page >= load->basis.graph.pages ||
		    !isfinite(member.score))
			return bad(load, err, "a member of a core is damaged");
		if (sp_cores_add_member(cores, &member, err))
			return err->status;
		at += SP_MEMBER_RECORD;
	}
	return SP_OK;
}

static enum sp_status
seeds_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const uint8_t *end = at + load->frame.raw;

	for (uint64_t i = 0; i < load->frame.count; i++) {
		struct sp_seed seed;
		uint64_t length;

		if (end - at < SP_SEED_RECORD)
			return bad(load, err, "a seed passes the frame's end");
		seed = (struct sp_seed){ sp_load32(at), sp_load32(at + 4) };
		at += SP_SEED_RECORD;
		if (seed.page >= load->basis.graph.pages ||
		    !sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return bad(load, err, "a seed is damaged");
		if (sp_seeds_add(&load->contents->seeds, seed, err) ||
		    sp_names_add(&load->contents->seed_names,
				 (const char *)at, length, err))
			return err->status;
		at += length;
	}
	if (at != end)
		return bad(load, err, "bytes behind the last seed");
	return SP_OK;
}

/* ---- sections ------------------------------------------------------------------- */

static unsigned
wanted_as(uint32_t tag)
{
	switch (tag) {
	case SP_TAG_GRAPH:
		return SP_WANT_GRAPH;
	case SP_TAG_WEIGHTS:
		return SP_WANT_WEIGHTS;
	case SP_TAG_HOSTS:
	case SP_TAG_DOMAINS:
	case SP_TAG_HOST_OF:
		return SP_WANT_HOSTS;
	case SP_TAG_NAMES:
		return SP_WANT_NAMES;
	case SP_TAG_SCORES:
		return SP_WANT_SCORES;
	case SP_TAG_CORES:
	case SP_TAG_MEMBERS:
		return SP_WANT_CORES;
	case SP_TAG_SEEDS:
		return SP_WANT_SEEDS;
	case SP_TAG_PROVENANCE:
		return SP_WANT_PROVENANCE;
	default:
		return 0;
	}
}

static bool
has_basis(uint32_t tag)
{
	return tag == SP_TAG_SCORES || tag == SP_TAG_CORES ||
	       tag == SP_TAG_MEMBERS || tag == SP_TAG_SEEDS ||
	       tag == SP_TAG_WEIGHTS;
}

/* The payload of a head frame. */
static enum sp_status
section_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;

	if (has_basis(load->frame.tag)) {
		if (load->frame.raw < SP_BASIS)
			return bad(load, err, "its head is too short");
		load->basis = sp_basis_load(at);
		if (load->basis.graph.pages > SP_PAGES_MAX)
			return bad(load, err, "more pages than supported");
	}
	switch (load->frame.tag) {
	case SP_TAG_GRAPH:
		return graph_head(load, at, err);
	case SP_TAG_WEIGHTS:
		return weights_head(load, err);
	case SP_TAG_HOSTS:
		sp_hosts_free(&contents->hosts);
		return SP_OK;
	case SP_TAG_HOST_OF:
		if (contents->hosts.pages)
			return bad(load, err, "a second list of the hosts of "
					      "pages");
		contents->has_hosts = true;
		return SP_OK;
	case SP_TAG_NAMES:
		sp_names_free(&contents->names);
		contents->has_names = true;
		return SP_OK;
	case SP_TAG_SCORES:
		return score_head(load, at, err);
	case SP_TAG_CORES:
		sp_cores_free(&contents->cores);
		contents->cores_basis = load->basis;
		contents->has_cores = true;
		return SP_OK;
	case SP_TAG_MEMBERS:
		if (!contents->has_cores ||
		    !sp_fingerprint_equal(&contents->cores_basis.graph,
					  &load->basis.graph))
			return bad(load, err, "members of other cores");
		return SP_OK;
	case SP_TAG_SEEDS:
		sp_seeds_free(&contents->seeds);
		sp_names_free(&contents->seed_names);
		contents->seeds_basis = load->basis;
		contents->has_seeds = true;
		return SP_OK;
	case SP_TAG_PROVENANCE:
		return sp_names_add(&contents->provenance, (const char *)at,
				    load->frame.raw < SP_NAME_MAX ?
					    load->frame.raw : SP_NAME_MAX,
				    err);
	default:
		return SP_OK;
	}
}

static enum sp_status
section_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;

	switch (load->frame.tag) {
	case SP_TAG_WEIGHTS:
		return weights_data(load, at, err);
	case SP_TAG_HOSTS:
		return strings_data(load, &contents->hosts.names, at, err);
	case SP_TAG_DOMAINS:
		return strings_data(load, &contents->hosts.domains, at, err);
	case SP_TAG_HOST_OF:
		return host_of_data(load, at, err);
	case SP_TAG_NAMES:
		return strings_data(load, &contents->names, at, err);
	case SP_TAG_SCORES:
		return score_data(load, at, err);
	case SP_TAG_CORES:
		return cores_data(load, at, err);
	case SP_TAG_MEMBERS:
		return members_data(load, at, err);
	case SP_TAG_SEEDS:
		return seeds_data(load, at, err);
	default:
		return bad(load, err, "a frame that should not be there");
	}
}

static enum sp_status
section_tail(struct load *load, const uint8_t *at, struct sp_error *err)
{
	switch (load->frame.tag) {
	case SP_TAG_GRAPH:
		return graph_tail(load, at, err);
	case SP_TAG_WEIGHTS:
		return weights_tail(load, err);
	case SP_TAG_SCORES:
		return score_tail(load, err);
	default:
		return SP_OK;
	}
}

static bool
known(uint32_t tag)
{
	return wanted_as(tag) || tag == SP_TAG_ORDER;
}

/* Decides what happens to the section that begins with this frame. */
static enum sp_status
begin_section(struct load *load, const uint8_t *head, struct sp_error *err)
{
	const struct sp_load_options *options = load->options;
	uint32_t tag = load->frame.tag;

	if (!known(tag) && !sp_tag_optional(tag))
		return bad(load, err, "a section that this program does not "
				      "know and must not ignore");
	if (tag == SP_TAG_GRAPH && load->graph_seen)
		return bad(load, err, "a second graph in one stream");
	load->graph_seen |= tag == SP_TAG_GRAPH;
	load->keep = options->want & wanted_as(tag);
	if (tag == SP_TAG_WEIGHTS && options->visitor)
		load->keep = options->visitor->weights != NULL;
	load->pass = options->writer &&
		     (!options->pass ||
		      options->pass(options->pass_context, tag, head,
				    load->frame.raw));
	return SP_OK;
}

static enum sp_status
load_frame(struct load *load, struct sp_error *err)
{
	bool head = load->frame.flags & SP_FRAME_HEAD;
	bool tail = load->frame.flags & SP_FRAME_TAIL;
	const uint8_t *at = NULL;
	struct sp_basis basis;
	enum sp_status status = SP_OK;

	if (!head && !tail && !load->keep && !load->pass)
		return SP_OK;
	if (load->frame.tag == SP_TAG_GRAPH && load->keep && !head && !tail) {
		status = graph_data(load, err);
	} else {
		status = sp_reader_payload(load->reader, &at, err);
		if (!status && head)
			status = begin_section(load, at, err);
		if (!status && load->keep && head)
			status = section_head(load, at, err);
		if (!status && load->keep && !head && !tail)
			status = section_data(load, at, err);
		if (!status && load->keep && tail)
			status = section_tail(load, at, err);
		else if (!status && load->frame.tag == SP_TAG_GRAPH && tail)
			status = graph_basis(load, at, &basis, err);
	}
	if (status || !load->pass)
		return status;
	return sp_writer_pass(load->options->writer, &load->frame,
			      sp_reader_stored(load->reader), err);
}

enum sp_status
sp_load(struct sp_reader *reader, const struct sp_load_options *options,
	struct sp_contents *contents, struct sp_error *err)
{
	struct load load = { reader, options, contents,
			     { 0 }, false, false, false, NULL, 0, 0,
			     { { 0 }, NULL, 0, { { 0 }, { 0 } } }, 0,
			     { { 0 }, { 0 } }, 0, 0 };
	uint32_t open = 0;
	enum sp_status status;

	for (;;) {
		status = sp_reader_next(reader, &load.frame, err);
		if (status || load.frame.tag == SP_TAG_END)
			break;
		if (load.frame.flags & SP_FRAME_HEAD)
			open = load.frame.tag;
		else if (load.frame.tag != open)
			status = bad(&load, err, "a frame inside a section of "
						 "another kind");
		if (!status)
			status = load_frame(&load, err);
		if (status)
			break;
	}
	sp_graph_free(load.graph);
	free(load.score.values);
	return status ? status : sp_contents_check(contents, err);
}

/* ---- do they belong together? ---------------------------------------------------- */

static enum sp_status
check_basis(const struct sp_contents *contents, const struct sp_basis *basis,
	    const char *what, struct sp_error *err)
{
	const struct sp_fingerprint *origin = &contents->basis.origin;

	if (!contents->has_basis || same_origin(&contents->basis, basis))
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s: of another graph (%llu pages, %llu "
		       "links) than this one (%llu pages, %llu links)", what,
		       (unsigned long long)basis->origin.pages,
		       (unsigned long long)basis->origin.links,
		       (unsigned long long)origin->pages,
		       (unsigned long long)origin->links);
}

static enum sp_status
check_pages(const struct sp_contents *contents, uint64_t pages,
	    const char *what, struct sp_error *err)
{
	uint64_t expected = pages;

	if (contents->has_basis)
		expected = contents->basis.graph.pages;
	if (pages == expected)
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s for %llu pages, but the graph has "
		       "%llu", what, (unsigned long long)pages,
		       (unsigned long long)expected);
}

enum sp_status
sp_contents_check(const struct sp_contents *contents, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	const struct sp_hosts *hosts = &contents->hosts;

	if (contents->has_names)
		status = check_pages(contents, contents->names.count, "names",
				     err);
	if (!status && contents->has_hosts)
		status = check_pages(contents, hosts->pages, "hosts", err);
	if (!status && hosts->domains.count &&
	    hosts->domains.count != hosts->names.count)
		status = sp_fail(err, SP_DATA, "%llu domains for %llu hosts",
				 (unsigned long long)hosts->domains.count,
				 (unsigned long long)hosts->names.count);
	for (uint64_t i = 0; !status && i < contents->score_count; i++)
		status = check_basis(contents, &contents->scores[i].basis,
				     contents->scores[i].name, err);
	if (!status && contents->has_cores)
		status = check_basis(contents, &contents->cores_basis,
				     "cores", err);
	if (!status && contents->has_seeds)
		status = check_basis(contents, &contents->seeds_basis,
				     "seeds", err);
	return status;
}

void
sp_contents_free(struct sp_contents *contents)
{
	sp_graph_free(contents->graph);
	free(contents->weights);
	sp_hosts_free(&contents->hosts);
	sp_names_free(&contents->names);
	for (uint64_t i = 0; i < contents->score_count; i++)
		free(contents->scores[i].values);
	free(contents->scores);
	sp_cores_free(&contents->cores);
	sp_seeds_free(&contents->seeds);
	sp_names_free(&contents->seed_names);
	sp_names_free(&contents->provenance);
	memset(contents, 0, sizeof(*contents));
}
