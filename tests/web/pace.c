/* SPDX-License-Identifier: MIT */
/*
 * How long hosts take to answer, from a table.  Which attempts at a page fail
 * follows from the seed, the page and the number of the attempt, by the same
 * numbers that crawlorder(1) draws for a crawl in time: with equal seeds, the
 * same requests fail in both.
 */
#include "web.h"

#include "base/memory.h"
#include "base/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURE 3 /* the kind of random numbers */

enum column { HOST, RESPONSE, BANDWIDTH, FAILURES, COLUMNS };

static const char *const names[COLUMNS] = {
	"host", "response", "bandwidth", "failures"
};

struct web_paces {
	struct sp_names hosts;
	struct sp_dictionary *numbers; /* finds a host */
	struct web_pace *paces;
	uint64_t capacity;
	unsigned column[COLUMNS];      /* where it is, from 1; 0: nowhere */
	uint32_t *attempts;            /* at each page */
};

/* Field i, from 1, of a line; of length 0 if there is none. */
static struct sp_span
field(const char *line, unsigned i)
{
	for (; i > 1 && *line; i--) {
		line += strcspn(line, "\t\n");
		line += *line == '\t';
	}
	return (struct sp_span){ line, i ? strcspn(line, "\t\n") : 0 };
}

static void
read_head(struct web_paces *paces, const char *line)
{
	line += *line == '#';
	for (unsigned i = 1; field(line, i).length; i++)
		for (unsigned c = 0; c < COLUMNS; c++)
			if (strlen(names[c]) == field(line, i).length &&
			    !memcmp(names[c], field(line, i).text,
				    field(line, i).length))
				paces->column[c] = i;
}

/* A number that is not there, or "-", is 0. */
static bool
read_number(const struct web_paces *paces, const char *line, enum column c,
	    double *value)
{
	struct sp_span text = field(line, paces->column[c]);

	*value = 0;
	if (!text.length || (text.length == 1 && *text.text == '-'))
		return true;
	return sp_parse_double(text.text, text.length, value) && *value >= 0;
}

static enum sp_status
read_host(struct web_paces *paces, const char *line, struct sp_error *err)
{
	struct sp_span host = field(line, paces->column[HOST]);
	struct web_pace pace;
	enum sp_status status;
	uint64_t at;

	if (!host.length ||
	    !read_number(paces, line, RESPONSE, &pace.response) ||
	    !read_number(paces, line, BANDWIDTH, &pace.bandwidth) ||
	    !read_number(paces, line, FAILURES, &pace.failures))
		return sp_fail(err, SP_DATA, "\"%.*s\" is not a host and its "
			       "numbers", (int)strcspn(line, "\n"), line);
	status = sp_dictionary_add(paces->numbers, host.text, host.length, &at,
				   err);
	if (status)
		return status;
	if (!sp_grow(&paces->paces, &paces->capacity, at + 1))
		return sp_no_memory(err, "the hosts");
	paces->paces[at] = pace;
	return SP_OK;
}

static enum sp_status
read_table(struct web_paces *paces, FILE *file, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	char *line = NULL;
	size_t room = 0;

	if (getline(&line, &room, file) > 0)
		read_head(paces, line);
	if (!paces->column[HOST])
		status = sp_fail(err, SP_DATA, "the first line names no "
				 "column \"host\"");
	while (!status && getline(&line, &room, file) > 0)
		status = read_host(paces, line, err);
	free(line);
	return status;
}

enum sp_status
web_paces_read(struct web *web, const char *path, struct sp_error *err)
{
	struct web_paces *paces = sp_alloc_zero(1, sizeof(*paces));
	enum sp_status status;
	FILE *file;

	web->paces = paces;
	if (!paces)
		return sp_no_memory(err, "the hosts");
	paces->numbers = sp_dictionary_new(&paces->hosts);
	paces->attempts = sp_alloc_zero(sp_graph_pages(web->graph),
					sizeof(*paces->attempts));
	if (!paces->numbers || !paces->attempts)
		return sp_no_memory(err, "the hosts");
	file = fopen(path, "rb");
	if (!file)
		return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
	status = read_table(paces, file, err);
	fclose(file);
	return status ? sp_fail_in(err, path) : SP_OK;
}

void
web_paces_free(struct web_paces *paces)
{
	if (!paces)
		return;
	sp_dictionary_free(paces->numbers);
	sp_names_free(&paces->hosts);
	free(paces->paces);
	free(paces->attempts);
	free(paces);
}

struct web_pace
web_pace(const struct web *web, const char *url)
{
	struct web_pace none = { 0 };
	uint64_t at;

	if (!web->paces || strlen(url) < 7 ||
	    !sp_dictionary_find(web->paces->numbers, url + 7,
				strcspn(url + 7, "/?#"), &at))
		return none;
	return web->paces->paces[at];
}

bool
web_attempt_fails(struct web *web, uint32_t page, double failures)
{
	struct sp_random random;
	uint64_t attempt;

	if (!web->paces)
		return false;
	attempt = ++web->paces->attempts[page];
	random.state = sp_mix64(sp_mix64(web->options.seed + FAILURE) ^
				(attempt << 32 | page));
	return sp_random_unit(&random) < failures;
}
