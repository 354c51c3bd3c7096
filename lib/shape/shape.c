/* SPDX-License-Identifier: MIT */
/*
 * Pages are sorted by host.  The tree of a host is learned from all of its
 * URLs, or from those whose hash is small if there are very many, so that the
 * order of pages does not matter; then each page of the host is looked up in
 * it.  Shapes without pages get no number.  One tree is held at a time.
 *
 * While the pages of a host are looked up, shape_of has twice the node, plus
 * one for what is deeper there; before that, the host.
 */
#include "shape/shape.h"

#include "base/hash.h"
#include "base/memory.h"
#include "graph/hosts.h"
#include "shape/shape_private.h"

#include <stdlib.h>

#define SAMPLE 32768    /* URLs that a tree is learned from */
#define FEW 4           /* pages of a host that has one shape */

struct learning {
	const struct sp_names *urls;
	struct sp_shapes *shapes;
	struct sp_names hosts;
	uint64_t *starts;         /* of each host in pages */
	uint32_t *pages;          /* by host */
	struct sp_name_room *room;
	struct sp_tokens *tokens;
	struct sp_span *sample;
};

static enum sp_status
find_hosts(struct learning *learning, struct sp_error *err)
{
	struct sp_dictionary *known = sp_dictionary_new(&learning->hosts);
	uint32_t *host_of = learning->shapes->shape_of;
	enum sp_status status = SP_OK;

	if (!known)
		return sp_no_memory(err, "hosts");
	for (uint64_t i = 0; !status && i < learning->urls->count; i++) {
		struct sp_span url = sp_names_read(learning->urls, i,
						   learning->room);
		size_t start = 0;
		size_t length = sp_url_find_host(url.text, url.length, &start);
		uint32_t host = SP_NO_SHAPE;

		if (length)
			status = sp_dictionary_add_page(
				known, (struct sp_span){ url.text + start,
							 length },
				&host, err);
		host_of[i] = host;
	}
	sp_dictionary_free(known);
	return status;
}

/* Sorts the pages that have a host by it, by counting. */
static enum sp_status
sort_pages_by_host(struct learning *learning, struct sp_error *err)
{
	const uint32_t *host_of = learning->shapes->shape_of;
	uint64_t hosts = learning->hosts.count, *starts;

	starts = learning->starts = sp_alloc_zero(hosts + 2, sizeof(*starts));
	learning->pages = sp_alloc_large(learning->urls->count,
					 sizeof(*learning->pages));
	if (!starts || !learning->pages)
		return sp_no_memory(err, "pages by host");
	for (uint64_t i = 0; i < learning->urls->count; i++)
		if (host_of[i] != SP_NO_SHAPE)
			starts[host_of[i] + 2]++;
	for (uint64_t i = 2; i < hosts + 2; i++)
		starts[i] += starts[i - 1];
	for (uint64_t i = 0; i < learning->urls->count; i++)
		if (host_of[i] != SP_NO_SHAPE)
			learning->pages[starts[host_of[i] + 1]++] =
				(uint32_t)i;
	return SP_OK;
}

static struct sp_span
page_url(const struct learning *learning, uint32_t page)
{
	return sp_names_read(learning->urls, page, learning->room);
}

/* A sample whose texts live as long as the tree. */
static enum sp_status
take_sample(struct learning *learning, struct sp_shape_tree *tree,
	    const uint32_t *pages, uint64_t count, uint32_t *taken,
	    struct sp_error *err)
{
	*taken = 0;
	for (uint64_t i = 0; i < count && *taken < 2 * SAMPLE; i++) {
		struct sp_span url = page_url(learning, pages[i]);
		char *text;

		if (count > SAMPLE &&
		    sp_hash(url.text, url.length) % count >= SAMPLE)
			continue;
		text = sp_shape_room_take(&tree->room, url.length);
		if (!text)
			return sp_no_memory(err, "URLs of a host");
		memcpy(text, url.text, url.length);
		learning->sample[(*taken)++] =
			(struct sp_span){ text, url.length };
	}
	return SP_OK;
}

/* Looks a page up. */
static void
place_page(struct learning *learning, struct sp_shape_tree *tree,
	   uint32_t page)
{
	struct sp_tokens *tokens = learning->tokens;
	struct sp_shape_node *node;
	unsigned deeper;
	uint64_t found;

	sp_url_tokens(page_url(learning, page), tokens);
	found = sp_shape_tree_find(tree, tokens, &deeper);
	node = &tree->nodes[found];
	if (!deeper && !node->pages[0]) {
		node->example = page;
		node->order = tokens->order;
	}
	if (!deeper && node->order != tokens->order)
		node->mixed = true;
	node->pages[deeper]++;
	learning->shapes->shape_of[page] = (uint32_t)(2 * found + deeper);
}

static enum sp_status
learn_tree(struct learning *learning, struct sp_shape_tree *tree,
	   const uint32_t *pages, uint64_t count, struct sp_error *err)
{
	uint32_t taken = 0;
	enum sp_status status = SP_OK;

	if (count >= FEW)
		status = take_sample(learning, tree, pages, count, &taken,
				     err);
	return status ? status : sp_shape_tree_learn(tree, learning->sample,
						     taken, err);
}

static enum sp_status
learn_host(struct learning *learning, uint32_t host, struct sp_error *err)
{
	struct sp_shapes *shapes = learning->shapes;
	struct sp_shape_tree tree = { .nodes = NULL };
	uint64_t start = learning->starts[host];
	uint64_t end = learning->starts[host + 1];
	const uint32_t *pages = learning->pages + start;
	enum sp_status status = learn_tree(learning, &tree, pages,
					   end - start, err);

	if (!status) {
		for (uint64_t i = 0; i < end - start; i++)
			place_page(learning, &tree, pages[i]);
		status = sp_shape_tree_number(
			&tree, sp_names_span(&learning->hosts, host),
			learning->urls, &shapes->patterns, err);
	}
	for (uint64_t i = 0; !status && i < end - start; i++) {
		uint32_t *shape = &shapes->shape_of[pages[i]];

		*shape = tree.nodes[*shape / 2].shape[*shape % 2];
	}
	sp_shape_tree_free(&tree);
	return status;
}

static int
compare_hosts(const void *a, const void *b, void *context)
{
	const struct sp_names *hosts = context;

	return sp_shape_compare_texts(
		sp_names_span(hosts, *(const uint32_t *)a),
		sp_names_span(hosts, *(const uint32_t *)b));
}

static enum sp_status
learn_hosts(struct learning *learning, struct sp_error *err)
{
	uint32_t hosts = (uint32_t)learning->hosts.count;
	uint32_t *order = sp_alloc(hosts, sizeof(*order));
	enum sp_status status = SP_OK;

	if (!order)
		return sp_no_memory(err, "hosts");
	for (uint32_t i = 0; i < hosts; i++)
		order[i] = i;
	qsort_r(order, hosts, sizeof(*order), compare_hosts, &learning->hosts);
	for (uint32_t i = 0; !status && i < hosts; i++)
		status = learn_host(learning, order[i], err);
	free(order);
	return status;
}

enum sp_status
sp_shapes_learn(const struct sp_names *urls, struct sp_shapes *shapes,
		struct sp_error *err)
{
	struct learning learning = {
		.urls = urls, .shapes = shapes, .hosts = SP_NAMES_EMPTY,
		.room = sp_alloc(1, sizeof(*learning.room)),
		.tokens = sp_alloc(1, sizeof(*learning.tokens)),
		.sample = sp_alloc(2 * SAMPLE, sizeof(*learning.sample))
	};
	enum sp_status status = SP_OK;

	*shapes = (struct sp_shapes)SP_SHAPES_EMPTY;
	shapes->pages = urls->count;
	shapes->shape_of = sp_alloc_large(urls->count,
					  sizeof(*shapes->shape_of));
	if (!learning.room || !learning.tokens || !learning.sample ||
	    !shapes->shape_of)
		status = sp_no_memory(err, "shapes");
	if (!status)
		status = find_hosts(&learning, err);
	if (!status)
		status = sort_pages_by_host(&learning, err);
	if (!status)
		status = learn_hosts(&learning, err);
	shapes->count = shapes->patterns.count;
	if (!status)
		status = sp_shapes_count(shapes, err);
	if (status)
		sp_shapes_free(shapes);
	sp_names_free(&learning.hosts);
	free(learning.starts);
	free(learning.pages);
	free(learning.room);
	free(learning.tokens);
	free(learning.sample);
	return status;
}

void
sp_shape_siblings(const struct sp_shapes *shapes, uint64_t shape,
		  uint64_t *first, uint64_t *end)
{
	struct sp_span host = sp_shape_host(shapes, shape);

	*first = shape;
	*end = shape + 1;
	while (*first && sp_span_equal(sp_shape_host(shapes, *first - 1),
				       host))
		--*first;
	while (*end < shapes->count &&
	       sp_span_equal(sp_shape_host(shapes, *end), host))
		++*end;
}
