/* SPDX-License-Identifier: MIT */
/*
 * driver.h - what the drivers of C and C++ libraries share
 *
 * A driver is started as
 *
 *	DRIVER THREADS GRAPH
 *
 * loads the graph, prints "ready SECONDS", and then answers each line "TASK
 * ARGUMENT" of standard input by "answer CPU WALL VALUE": the seconds that the
 * task took, by the processor and by the clock, and what it found.  Loading is
 * never part of a task, and other lines are ignored.
 *
 * GRAPH is the start of the names of graphdump's vectors for numpy:
 * GRAPH.out.indptr.npy and GRAPH.out.indices.npy are the links, and GRAPH.in...
 * those of the transposed graph.  "-" loads nothing.
 *
 * A driver ends with status 1 and a message if anything fails.
 */
#ifndef PEERS_DRIVER_H
#define PEERS_DRIVER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline void
fail(const char *what, const char *which)
{
	fprintf(stderr, "%s: %s\n", what, which);
	exit(1);
}

static inline double
seconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A vector that graphdump --to npy wrote, open after its header. */
struct vector_file {
	FILE *file;
	uint64_t count; /* values */
	char path[4096];
};

static inline struct vector_file
vector_open(const char *graph, const char *part, unsigned width)
{
	struct vector_file in;
	unsigned char head[10];
	long start, end;

	snprintf(in.path, sizeof(in.path), "%s.%s.npy", graph, part);
	in.file = fopen(in.path, "rb");
	if (!in.file || fread(head, 1, 10, in.file) != 10)
		fail("cannot read", in.path);
	start = 10 + head[8] + 256 * head[9];
	fseek(in.file, 0, SEEK_END);
	end = ftell(in.file);
	fseek(in.file, start, SEEK_SET);
	in.count = (uint64_t)(end - start) / width;
	return in;
}

static inline void
vector_read(struct vector_file *in, void *values, uint64_t count,
	    unsigned width)
{
	if (fread(values, width, count, in->file) != count)
		fail("cannot read", in->path);
}

/* Memory from malloc, as the libraries free it. */
static inline void *
allocate(uint64_t count, size_t size)
{
	void *memory = malloc((count ? count : 1) * size);

	if (!memory)
		fail("no memory", "for the graph");
	return memory;
}

/* A whole vector of integers of as many bytes as in the file. */
static inline void *
vector_load(const char *graph, const char *part, unsigned width,
	    uint64_t *count)
{
	struct vector_file in = vector_open(graph, part, width);
	void *values = allocate(in.count, width);

	vector_read(&in, values, in.count, width);
	fclose(in.file);
	*count = in.count;
	return values;
}

/*
 * The same for page numbers, as 64-bit integers: in pieces, so that the
 * narrow ones are never there as a whole.
 */
static inline uint64_t *
vector_load_wide(const char *graph, const char *part, uint64_t *count)
{
	enum { PIECE = 1 << 16 };
	static uint32_t piece[PIECE];
	struct vector_file in = vector_open(graph, part, 4);
	uint64_t *values = (uint64_t *)allocate(in.count, 8);

	for (uint64_t at = 0; at < in.count;) {
		uint64_t n = in.count - at < PIECE ? in.count - at : PIECE;

		vector_read(&in, piece, n, 4);
		for (uint64_t i = 0; i < n; i++)
			values[at + i] = piece[i];
		at += n;
	}
	fclose(in.file);
	*count = in.count;
	return values;
}

/* Writes a vector of real numbers as they are in memory. */
static inline void
vector_save(const char *path, const double *values, uint64_t count)
{
	FILE *out = fopen(path, "wb");

	if (!out || fwrite(values, sizeof(*values), count, out) != count ||
	    fclose(out))
		fail("cannot write", path);
}

/*
 * Answers the lines of standard input: run() does a task and returns what it
 * found.
 */
static inline void
answer(double (*run)(const char *task, const char *argument))
{
	char line[4096];

	while (fgets(line, sizeof(line), stdin)) {
		const char *task = strtok(line, " \n");
		const char *argument = strtok(NULL, "\n");
		double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
		double wall = seconds(CLOCK_MONOTONIC), value;

		value = run(task, argument ? argument : "");
		cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
		wall = seconds(CLOCK_MONOTONIC) - wall;
		printf("answer %.9f %.9f %.17g\n", cpu, wall, value);
		fflush(stdout);
	}
}

static inline void
ready(double start)
{
	printf("ready %.6f\n", seconds(CLOCK_MONOTONIC) - start);
	fflush(stdout);
}

#endif
