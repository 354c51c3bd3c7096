/* SPDX-License-Identifier: MIT */
/*
 * Names ascend with page numbers, so that pages are in the order of their URLs
 * without a sort, and a name is made in the time it takes to print it: hosts by
 * their number, directories by their place in the host, pages by theirs in the
 * directory.
 */
#include "graph/generate/farm.h"
#include "graph/generate/tables.h"

#include <string.h>

/*
 * Names are made by formula, so that they ascend with the number of the host or
 * directory: the number, spread over a larger range, is written with the same
 * number of digits for all, after a fixed word.  Digits and not syllables: any
 * set of syllables that gives enough names also gives words that nobody would
 * print, in some language, and a list of those to avoid would never be
 * complete.  Of digits, no name reads as anything but a number.
 */

/*
 * Top-level domains that are reserved (RFC 2606), so that no name is that of a
 * site, in ascending order, and their shares.  The registrable domain has one
 * label more, as under any domain that the Public Suffix List does not have.
 */
static const struct {
	const char *text;
	unsigned until; /* per mille of the hosts, up to and with this one */
} suffixes[] = {
	{ ".example", 700 }, { ".test", 1000 }
};

/* First labels, ascending, all before "www". */
static const char *const labels[] = {
	"archive", "blog", "forum", "info", "mail", "news", "shop", "wiki"
};

/* Forms of the names of pages in a directory. */
static const struct {
	const char *before;
	const char *after;
} forms[] = {
	{ "p", ".html" }, { "", ".htm" }, { "item", ".php" },
	{ "index.php?id=", "" }
};

static char *
append_text(char *out, const char *text)
{
	size_t length = strlen(text);

	memcpy(out, text, length);
	return out + length;
}

/*
 * number (below count) after a word, as at least least digits, ascending with
 * it.
 *
 * Each number has a range of its own of at least four values, so that two
 * cannot meet.
 */
static char *
put_numbered(char *out, const char *word, uint64_t number, uint64_t count,
	     unsigned least, struct sp_random *random)
{
	uint64_t range = 1, step, value;
	unsigned i, length = 0;

	while (length < least || range / 4 < count) {
		range *= 10;
		length++;
	}
	step = range / count;
	value = number * step + sp_random_below(random, step);
	out = append_text(out, word);
	for (i = length; i-- > 0; value /= 10)
		out[i] = (char)('0' + value % 10);
	return out + length;
}

/*
 * A first label for host, the number-th of the domain's without "www", so
 * that those of one domain ascend.
 */
static char *
put_label(char *out, const struct sp_generator *g, uint64_t host,
	  unsigned number)
{
	struct sp_random random =
		sp_generate_random(g, SP_FOR_SUB_NAME, host);

	out = append_text(out,
			  labels[number * 4 + sp_random_below(&random, 4)]);
	*out++ = '.';
	return out;
}

/*
 * Seven hosts have four domains: www | www | LABEL, www | LABEL, LABEL, www.
 *
 * The pattern gives domains of one, two and three hosts, in ascending order of
 * their names.
 */
static char *
names_put_host(char *out, const struct sp_generator *g, uint64_t host,
	       uint64_t number, uint64_t count)
{
	static const struct {
		uint8_t domain;
		uint8_t label; /* 0, 1, or 2 for www */
	} pattern[7] = { { 0, 2 }, { 1, 2 }, { 2, 0 }, { 2, 2 },
			 { 3, 0 }, { 3, 1 }, { 3, 2 } };
	unsigned part = (unsigned)(number % 7);
	uint64_t domain = number / 7 * 4 + pattern[part].domain;
	uint64_t domains = (count / 7 + 1) * 4;
	/* Keyed by the first host of the seven, the same for all of them. */
	struct sp_random random = sp_generate_random(
		g, SP_FOR_HOST_NAME, (host - part) * 4 + pattern[part].domain);

	if (pattern[part].label == 2)
		out = append_text(out, "www.");
	else
		out = put_label(out, g, host, pattern[part].label);
	return put_numbered(out, "site", domain, domains, 4, &random);
}

/* Hosts are divided among the suffixes in order, so that they ascend too. */
static char *
put_host_name(char *out, const struct sp_generator *g, uint64_t host)
{
	uint64_t start = 0, end = 0;
	unsigned i;

	/* Ends at the last suffix, whose share goes up to all hosts. */
	for (i = 0; host >= end; i++) {
		start = end;
		end = g->hosts * suffixes[i].until / 1000;
	}
	out = names_put_host(out, g, host, host - start, end - start);
	return append_text(out, suffixes[i - 1].text);
}

size_t
sp_generator_host_name(const struct sp_generator *generator, uint64_t host,
		       char out[SP_GENERATE_NAME_MAX])
{
	char *end;

	if (host >= generator->hosts)
		return sp_farm_host_name(generator, host - generator->hosts,
					 out);
	end = put_host_name(out, generator, host);
	*end = 0;
	return (size_t)(end - out);
}

/* Five digits: the numbers of a directory's pages, times 7, have no more. */
static char *
append_number(char *out, uint64_t value)
{
	int i;

	for (i = 4; i >= 0; i--) {
		out[i] = (char)('0' + value % 10);
		value /= 10;
	}
	return out + 5;
}

/* A page of the web. */
static size_t
put_page_name(const struct sp_generator *g, uint64_t page,
	      struct sp_generate_place *place, char *out)
{
	uint64_t host = sp_generator_find(g, page, place);
	uint64_t d = place->directory, first = g->host_start[host];
	uint64_t number = page - g->directory_start[d];
	struct sp_random random =
		sp_generate_random(g, SP_FOR_DIRECTORY_NAME, d);
	char *p = append_text(out, "http://");
	unsigned form;

	p = put_host_name(p, g, host);
	*p++ = '/';
	/* The home page stands for the index page of the first directory. */
	if (d != first || number) {
		p = put_numbered(p, "part", d - first,
				 g->host_start[host + 1] - first, 2, &random);
		*p++ = '/';
	}
	if (number) {
		form = (unsigned)sp_random_below(&random, 4);
		random = sp_generate_random(g, SP_FOR_PAGE_NAME, page);
		p = append_text(p, forms[form].before);
		p = append_number(p, number * 7 + sp_random_below(&random, 7));
		p = append_text(p, forms[form].after);
	}
	*p = 0;
	return (size_t)(p - out);
}

size_t
sp_generator_page_name(const struct sp_generator *generator, uint64_t page,
		       struct sp_generate_place *place,
		       char out[SP_GENERATE_NAME_MAX])
{
	if (page >= generator->options.pages)
		return sp_farm_page_name(generator, page, out);
	return put_page_name(generator, page, place, out);
}
