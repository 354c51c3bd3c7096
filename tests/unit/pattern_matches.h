/* SPDX-License-Identifier: MIT */
/*
 * pattern_matches.h - the URLs that a pattern matches, by its text alone; the
 * library finds shapes in trees, and writes rules, without it.
 */
#ifndef TESTS_PATTERN_MATCHES_H
#define TESTS_PATTERN_MATCHES_H

#include "shape/pattern.h"

/* Does the pattern match this URL? */
bool pattern_matches(const struct sp_pattern *pattern, const char *url,
		     size_t length);

#endif
