/* SPDX-License-Identifier: MIT */
/*
 * igraph.c - PageRank by PRPACK, HITS by ARPACK, and the reader of edge lists
 * of igraph, as of version 0.10
 *
 *	pagerank        the ranks
 *	save FILE       writes these ranks as real numbers of 64 bits
 *	hits            hubs and authorities
 *	text FILE       reads links as text; finds as many links
 */
#include "driver.h"

#include <igraph.h>

static igraph_t graph;

static void
must(igraph_error_t status)
{
	if (status)
		fail("igraph", igraph_strerror(status));
}

static void
load(const char *path)
{
	uint64_t count, links;
	int64_t *offsets = vector_load(path, "out.indptr", 8, &count);
	uint32_t *targets = vector_load(path, "out.indices", 4, &links);
	igraph_vector_int_t edges;

	must(igraph_vector_int_init(&edges, 2 * (igraph_integer_t)links));
	for (uint64_t page = 0; page + 1 < count; page++)
		for (int64_t i = offsets[page]; i < offsets[page + 1]; i++) {
			VECTOR(edges)[2 * i] = (igraph_integer_t)page;
			VECTOR(edges)[2 * i + 1] = targets[i];
		}
	free(targets);
	free(offsets);
	must(igraph_create(&graph, &edges, (igraph_integer_t)count - 1,
			   IGRAPH_DIRECTED));
	igraph_vector_int_destroy(&edges);
}

/* The ranks stay until they are saved by the next task. */
static igraph_vector_t ranks;

static double
pagerank(void)
{
	must(igraph_pagerank(&graph, IGRAPH_PAGERANK_ALGO_PRPACK, &ranks, NULL,
			     igraph_vss_all(), IGRAPH_DIRECTED, 0.85, NULL,
			     NULL));
	return VECTOR(ranks)[0];
}

static double
save(const char *path)
{
	vector_save(path, VECTOR(ranks), (uint64_t)igraph_vector_size(&ranks));
	return 0;
}

static double
hits(void)
{
	igraph_vector_t hubs, authorities;
	igraph_arpack_options_t options;
	double first;

	igraph_arpack_options_init(&options);
	must(igraph_vector_init(&hubs, 0));
	must(igraph_vector_init(&authorities, 0));
	must(igraph_hub_and_authority_scores(&graph, &hubs, &authorities, NULL,
					     true, NULL, &options));
	first = VECTOR(hubs)[0];
	igraph_vector_destroy(&hubs);
	igraph_vector_destroy(&authorities);
	return first;
}

static double
text(const char *path)
{
	FILE *in = fopen(path, "r");
	igraph_t read;
	double links;

	if (!in)
		fail("cannot read", path);
	must(igraph_read_graph_edgelist(&read, in, 0, IGRAPH_DIRECTED));
	fclose(in);
	links = (double)igraph_ecount(&read);
	igraph_destroy(&read);
	return links;
}

static double
run(const char *task, const char *argument)
{
	if (!strcmp(task, "text"))
		return text(argument);
	if (!strcmp(task, "save"))
		return save(argument);
	return strcmp(task, "hits") ? pagerank() : hits();
}

int
main(int argc, char **argv)
{
	double start = seconds(CLOCK_MONOTONIC);

	if (argc != 3)
		fail("usage", "igraph THREADS GRAPH");
	must(igraph_vector_init(&ranks, 0));
	if (strcmp(argv[2], "-"))
		load(argv[2]);
	ready(start);
	answer(run);
	return 0;
}
