/* SPDX-License-Identifier: MIT */
/*
 * option_sample.h - a variable for an option of each type
 */
#ifndef TESTS_OPTION_SAMPLE_H
#define TESTS_OPTION_SAMPLE_H

#include "cli/option.h"

enum shape { SHAPE_ROUND, SHAPE_FLAT, SHAPE_ANY };

/* A variable of each type, as a library's own option struct has them. */
struct option_sample {
	bool quick;
	int threads;
	unsigned steps;
	uint64_t pages, bytes, period, seed;
	double share;
	const char *name;
	struct option_list files;
	struct option_top top;
	enum shape shape;
};

#endif
