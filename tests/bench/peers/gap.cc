/* SPDX-License-Identifier: MIT */
/*
 * gap.cc - the kernels pr and bfs of the GAP benchmark suite, and its reader
 * of text; compiled with -I of its folder src
 *
 *	pagerank N     N iterations, in single precision
 *	bfs PAGE       a search from PAGE; finds as many pages
 *	text FILE.el   reads links as text, and builds the graph of both
 *	               directions; finds as many links
 */
#include "driver.h"

#include <omp.h>

#define main gap_pr_main
#include "pr.cc"
#undef main
#define main gap_bfs_main
#include "bfs.cc"
#undef main

static Graph graph;
static float checksum;

static NodeID **
direction(const char *path, const char *which, int64_t *pages,
          NodeID **neighbours)
{
	uint64_t count, links;
	string indptr = string(which) + ".indptr";
	string indices = string(which) + ".indices";
	int64_t *offsets = (int64_t *)vector_load(path, indptr.c_str(), 8,
	                                          &count);
	NodeID **index = new NodeID *[count];

	*neighbours = (NodeID *)vector_load(path, indices.c_str(), 4, &links);
	for (uint64_t i = 0; i < count; i++)
		index[i] = *neighbours + offsets[i];
	free(offsets);
	*pages = (int64_t)count - 1;
	return index;
}

static void
load(const char *path)
{
	NodeID *out, *in;
	int64_t pages;
	NodeID **out_index = direction(path, "out", &pages, &out);
	NodeID **in_index = direction(path, "in", &pages, &in);

	graph = Graph(pages, out_index, out, in_index, in);
}

static double
text(const char *path)
{
	char name[] = "gap", option[] = "-f";
	string file = path;
	char *arguments[] = { name, option, &file[0] };
	streambuf *said = cout.rdbuf(nullptr);
	CLBase options(3, arguments, "gap");
	int64_t links;

	options.ParseArgs();
	Builder builder(options);
	Graph read = builder.MakeGraph();
	links = read.num_edges_directed();
	cout.rdbuf(said);
	return (double)links;
}

static double
run(const char *task, const char *argument)
{
	double found = 0;

	if (!strcmp(task, "text"))
		return text(argument);
	if (!strcmp(task, "pagerank")) {
		pvector<ScoreT> scores = PageRankPullGS(graph, atoi(argument));

		checksum = scores[0];
		return checksum;
	}
	pvector<NodeID> parent = DOBFS(graph, atoi(argument));

	for (NodeID parent_of : parent)
		found += parent_of >= 0;
	return found;
}

int
main(int argc, char **argv)
{
	double start = seconds(CLOCK_MONOTONIC);

	if (argc != 3)
		fail("usage", "gap THREADS GRAPH");
	omp_set_num_threads(atoi(argv[1]));
	if (strcmp(argv[2], "-"))
		load(argv[2]);
	ready(start);
	answer(run);
	/* Without the destructor of a graph whose arrays are from malloc. */
	fflush(stdout);
	_Exit(0);
}
