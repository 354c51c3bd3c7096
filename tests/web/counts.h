/* SPDX-License-Identifier: MIT */
/* counts.h - what the server writes down: an access log, and counts. */
#ifndef TESTS_WEB_COUNTS_H
#define TESTS_WEB_COUNTS_H

#include "web.h"

#include <stdio.h>
#include <time.h>

#define WEB_WORDS 64

struct web_words {
	struct {
		char word[64];
		uint64_t times;
	} items[WEB_WORDS];
	unsigned count;
};

struct web_counts {
	uint64_t requests, bytes; /* of bodies, as sent */
	struct web_words status, types;
};

void web_count(struct web_counts *counts, const struct web_answer *answer);

/* A table: what, value, count. */
void web_print_counts(FILE *file, const struct web_counts *counts);

/*
 * A line of the access log: time in milliseconds, method, URL, status, bytes,
 * MIME type and the page's name, divided by tabs, or in Common Log Format.
 */
void web_log(FILE *file, const struct web *web, bool common,
	     const char *method, const char *url,
	     const struct web_answer *answer);

struct web_span {
	struct timespec start, end;
	char *url;
	unsigned status;
	uint64_t bytes;
};

/*
 * A line of the table of requests: seconds when the request had arrived and
 * when the answer was sent, status, bytes and URL.
 */
void web_log_span(FILE *file, const struct web_span *span);

#endif
