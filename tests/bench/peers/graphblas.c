/* SPDX-License-Identifier: MIT */
/*
 * graphblas.c - HITS and PageRank in double precision, composed of products of
 * matrix and vector (GrB_mxv) of SuiteSparse:GraphBLAS
 *
 *	hits N         N iterations, each of both vectors, divided by their
 *	               L2 norms
 *	pagerank N     N iterations, with the L1 norm of each change; the rank
 *	               of pages without links is lost
 *
 * The matrix and its transpose have one value for all entries, and vectors are
 * full: products take the library's way for these (PLUS_SECOND, added to
 * zeros), which is its fastest.
 */
#include "driver.h"

#include <GraphBLAS.h>
#include <math.h>

static GrB_Matrix out, in;
static GrB_Vector hub, authority, rank, before, given, degree;
static GrB_Index pages;

static void
must(GrB_Info status)
{
	if (status)
		fail("GraphBLAS", "a call failed");
}

static GrB_Matrix
direction(const char *graph, const char *which)
{
	char part[64];
	uint64_t count, links;
	GrB_Index *offsets, *indices;
	bool *value = allocate(1, sizeof(*value));
	void *values = value;
	GrB_Matrix matrix;

	*value = true;
	snprintf(part, sizeof(part), "%s.indptr", which);
	offsets = vector_load(graph, part, 8, &count);
	snprintf(part, sizeof(part), "%s.indices", which);
	indices = vector_load_wide(graph, part, &links);
	pages = count - 1;
	must(GrB_Matrix_new(&matrix, GrB_BOOL, pages, pages));
	must(GxB_Matrix_pack_CSR(matrix, &offsets, &indices, &values,
				 count * 8, (links ? links : 1) * 8,
				 sizeof(*value), true, false, NULL));
	return matrix;
}

/* Gives a vector as many values as pages.  Not by GrB_Vector_assign, after
 * which the library keeps one value for all: version 7.4 then writes the result
 * of an operation element by element after that one. */
static void
spread(GrB_Vector vector, double value)
{
	double *values = allocate(pages, sizeof(*values));

	for (GrB_Index i = 0; i < pages; i++)
		values[i] = value;
	must(GxB_Vector_pack_Full(vector, (void **)&values, pages * 8, false,
				  NULL));
}

static GrB_Vector
full(void)
{
	GrB_Vector vector;

	must(GrB_Vector_new(&vector, GrB_FP64, pages));
	spread(vector, 1);
	return vector;
}

/* Makes all values one, before something is added. */
static void
fill(GrB_Vector vector, double value)
{
	must(GrB_Vector_assign_FP64(vector, NULL, NULL, value, GrB_ALL, pages,
				    NULL));
}

/* to += matrix * from */
static void
multiply(GrB_Vector to, GrB_Matrix matrix, GrB_Vector from)
{
	must(GrB_mxv(to, NULL, GrB_PLUS_FP64, GxB_PLUS_SECOND_FP64, matrix,
		     from, NULL));
}

static void
half_step(GrB_Vector to, GrB_Matrix matrix, GrB_Vector from)
{
	double sum;

	fill(to, 0);
	multiply(to, matrix, from);
	must(GrB_Vector_eWiseMult_BinaryOp(given, NULL, NULL, GrB_TIMES_FP64,
					   to, to, NULL));
	must(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, given,
				    NULL));
	sum = sqrt(sum);
	must(GrB_Vector_apply_BinaryOp2nd_FP64(to, NULL, NULL, GrB_DIV_FP64,
					       to, sum, NULL));
}

static double
hits(int iterations)
{
	double first;

	spread(hub, 1);
	for (int i = 0; i < iterations; i++) {
		half_step(authority, in, hub);
		half_step(hub, out, authority);
	}
	must(GrB_Vector_extractElement_FP64(&first, hub, 0));
	return first;
}

static double
pagerank(int iterations)
{
	double change = 0;

	spread(rank, 1.0 / (double)pages);
	for (int i = 0; i < iterations; i++) {
		GrB_Vector swap = before;

		before = rank;
		rank = swap;
		must(GrB_Vector_eWiseMult_BinaryOp(given, NULL, NULL,
						   GrB_DIV_FP64, before,
						   degree, NULL));
		fill(rank, 0.15 / (double)pages);
		multiply(rank, in, given);
		must(GrB_Vector_eWiseMult_BinaryOp(before, NULL, NULL,
						   GrB_MINUS_FP64, before,
						   rank, NULL));
		must(GrB_Vector_apply(before, NULL, NULL, GrB_ABS_FP64, before,
				      NULL));
		must(GrB_Vector_reduce_FP64(&change, NULL,
					    GrB_PLUS_MONOID_FP64, before,
					    NULL));
	}
	return change;
}

/* The numbers of links divided by the damping, at least 1. */
static void
count_links(const char *graph)
{
	uint64_t count;
	int64_t *offsets = vector_load(graph, "out.indptr", 8, &count);
	double *degrees = allocate(pages, sizeof(*degrees));

	for (uint64_t i = 0; i < pages; i++) {
		int64_t links = offsets[i + 1] - offsets[i];

		degrees[i] = (links ? (double)links : 1) / 0.85;
	}
	must(GrB_Vector_new(&degree, GrB_FP64, pages));
	must(GxB_Vector_pack_Full(degree, (void **)&degrees, pages * 8, false,
				  NULL));
	free(offsets);
}

static double
run(const char *task, const char *argument)
{
	return strcmp(task, "hits") ? pagerank(atoi(argument))
				    : hits(atoi(argument));
}

int
main(int argc, char **argv)
{
	double start = seconds(CLOCK_MONOTONIC);

	if (argc != 3)
		fail("usage", "graphblas THREADS GRAPH");
	must(GrB_init(GrB_NONBLOCKING));
	must(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, atoi(argv[1])));
	out = direction(argv[2], "out");
	in = direction(argv[2], "in");
	count_links(argv[2]);
	hub = full();
	authority = full();
	rank = full();
	before = full();
	given = full();
	ready(start);
	answer(run);
	return 0;
}
