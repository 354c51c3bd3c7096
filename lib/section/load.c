/* SPDX-License-Identifier: MIT */
#include "section/load_parts.h"

#include <stdio.h>
#include <stdlib.h>

enum sp_status
sp_load_bad(const struct load *load, struct sp_error *err, const char *what)
{
	return sp_reader_bad(load->reader, err, "%s", what);
}

/* ---- sections --------------------------------------------------------- */

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
	case SP_TAG_ORDER:
		return SP_WANT_ORDERS | SP_WANT_ORDER_ROWS;
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
	       tag == SP_TAG_WEIGHTS || tag == SP_TAG_ORDER;
}

static bool
are_of_other_cores(const struct load *load)
{
	return !load->contents->has_cores ||
	       !sp_fingerprint_equal(&load->contents->cores_basis.graph,
				     &load->basis.graph);
}

/* The payload of a head frame. */
static enum sp_status
section_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;

	if (has_basis(load->frame.tag)) {
		if (load->frame.raw < SP_BASIS)
			return sp_load_bad(load, err, "its head is too short");
		load->basis = sp_basis_load(at);
		if (load->basis.graph.pages > SP_PAGES_MAX)
			return sp_load_bad(load, err,
					   "more pages than supported");
	}
	switch (load->frame.tag) {
	case SP_TAG_GRAPH:
		return sp_load_graph_head(load, at, err);
	case SP_TAG_WEIGHTS:
		return sp_load_weights_head(load, err);
	case SP_TAG_HOSTS:
		sp_hosts_free(&contents->hosts);
		return SP_OK;
	case SP_TAG_HOST_OF:
		if (contents->hosts.pages)
			return sp_load_bad(load, err,
					   "a second list of the hosts of "
					   "pages");
		contents->has_hosts = true;
		return SP_OK;
	case SP_TAG_NAMES:
		sp_names_free(&contents->names);
		contents->has_names = true;
		return SP_OK;
	case SP_TAG_SCORES:
		return sp_load_score_head(load, at, err);
	case SP_TAG_CORES:
		sp_cores_free(&contents->cores);
		contents->cores_basis = load->basis;
		contents->has_cores = true;
		return SP_OK;
	case SP_TAG_MEMBERS:
		return are_of_other_cores(load) ?
			sp_load_bad(load, err, "members of other cores") :
			SP_OK;
	case SP_TAG_SEEDS:
		sp_seeds_free(&contents->seeds);
		sp_names_free(&contents->seed_names);
		contents->seeds_basis = load->basis;
		contents->has_seeds = true;
		return SP_OK;
	case SP_TAG_ORDER:
		return sp_load_order_head(load, at, err);
	case SP_TAG_PROVENANCE:
		return sp_names_add(&contents->provenance, (const char *)at,
				    load->frame.raw < SP_NAME_MAX
					    ? load->frame.raw
					    : SP_NAME_MAX,
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
		return sp_load_weights_data(load, at, err);
	case SP_TAG_HOSTS:
		return sp_load_strings_data(load, &contents->hosts.names, at,
					    err);
	case SP_TAG_DOMAINS:
		return sp_load_strings_data(load, &contents->hosts.domains, at,
					    err);
	case SP_TAG_HOST_OF:
		return sp_load_host_of_data(load, at, err);
	case SP_TAG_NAMES:
		return sp_load_strings_data(load, &contents->names, at, err);
	case SP_TAG_SCORES:
		return sp_load_score_data(load, at, err);
	case SP_TAG_CORES:
		return sp_load_cores_data(load, at, err);
	case SP_TAG_MEMBERS:
		return sp_load_members_data(load, at, err);
	case SP_TAG_SEEDS:
		return sp_load_seeds_data(load, at, err);
	case SP_TAG_ORDER:
		return sp_load_order_data(load, at, err);
	default:
		return sp_load_bad(load, err,
				   "a frame that should not be there");
	}
}

static enum sp_status
section_tail(struct load *load, const uint8_t *at, struct sp_error *err)
{
	switch (load->frame.tag) {
	case SP_TAG_GRAPH:
		return sp_load_graph_tail(load, at, err);
	case SP_TAG_WEIGHTS:
		return sp_load_weights_tail(load, err);
	case SP_TAG_SCORES:
		return sp_load_score_tail(load, err);
	case SP_TAG_ORDER:
		return sp_load_order_tail(load, at, err);
	default:
		return SP_OK;
	}
}

/* Decides what happens to the section that begins with this frame. */
static enum sp_status
begin_section(struct load *load, const uint8_t *head, struct sp_error *err)
{
	const struct sp_load_options *options = load->options;
	uint32_t tag = load->frame.tag;

	if (!wanted_as(tag) && !sp_tag_optional(tag))
		return sp_load_bad(load, err,
				   "a section that this program does not "
				   "know and must not ignore");
	if (tag == SP_TAG_GRAPH && load->graph_seen)
		return sp_load_bad(load, err, "a second graph in one stream");
	load->graph_seen |= tag == SP_TAG_GRAPH;
	load->keep = options->want & wanted_as(tag);
	if (tag == SP_TAG_WEIGHTS && options->visitor)
		load->keep = options->visitor->weights != NULL;
	load->pass =
		options->writer &&
		(!options->pass || options->pass(options->pass_context, tag,
						 head, load->frame.raw));
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
		status = sp_load_graph_data(load, err);
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
			status = sp_load_graph_basis(load, at, &basis, err);
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
	struct load load = { .reader = reader, .options = options,
			     .contents = contents };
	uint32_t open = 0;
	enum sp_status status;

	for (;;) {
		status = sp_reader_next(reader, &load.frame, err);
		if (status || load.frame.tag == SP_TAG_END)
			break;
		if (load.frame.flags & SP_FRAME_HEAD)
			open = load.frame.tag;
		else if (load.frame.tag != open)
			status = sp_load_bad(&load, err,
					     "a frame inside a section of "
					     "another kind");
		if (!status)
			status = load_frame(&load, err);
		if (status)
			break;
	}
	sp_graph_free(load.graph);
	free(load.score.values);
	sp_order_free(&load.order.order);
	return status ? status : sp_contents_check(contents, err);
}

/* ---- do they belong together? ----------------------------------------- */

static enum sp_status
check_basis(const struct sp_contents *contents, const struct sp_basis *basis,
	    const char *what, struct sp_error *err)
{
	const struct sp_fingerprint *origin = &contents->basis.origin;

	if (!contents->has_basis || sp_same_origin(&contents->basis, basis))
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s: of another graph (%llu pages, %llu "
		       "links) than this one (%llu pages, %llu links)", what,
		       (unsigned long long)basis->origin.pages,
		       (unsigned long long)basis->origin.links,
		       (unsigned long long)origin->pages,
		       (unsigned long long)origin->links);
}

static enum sp_status
check_orders(const struct sp_contents *contents, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	char what[SP_ORDER_NAME_MAX + sizeof("order ")];

	for (uint64_t i = 0; !status && i < contents->order_count; i++) {
		const struct sp_loaded_order *loaded = &contents->orders[i];

		snprintf(what, sizeof(what), "order %s", loaded->order.name);
		status = check_basis(contents, &loaded->basis, what, err);
	}
	return status;
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
		status = check_basis(contents, &contents->cores_basis, "cores",
				     err);
	if (!status && contents->has_seeds)
		status = check_basis(contents, &contents->seeds_basis, "seeds",
				     err);
	return status ? status : check_orders(contents, err);
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
	for (uint64_t i = 0; i < contents->order_count; i++)
		sp_order_free(&contents->orders[i].order);
	free(contents->orders);
	sp_names_free(&contents->provenance);
	memset(contents, 0, sizeof(*contents));
}
