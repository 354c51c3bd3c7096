/* SPDX-License-Identifier: MIT */
/*
 * graphdump --to cc-ranks: the ranks table of Common Crawl's host and domain
 * graphs, as JoinSortRanks of cc-webgraph writes it.
 *
 *	#harmonicc_pos	#harmonicc_val	#pr_pos	#pr_val	#host_rev	#n_hosts
 *	1	1.4451489E7	3	0.005	com.example	12
 *
 * Rows ascend by the position in harmonic centrality, a float as there; equal
 * values by page.  Numbers are as Java prints them since version 19: the
 * shortest that read back as the same float or double, between 0.001 and 10^7
 * without an exponent.  The last column is there with --score.
 */
#include "formats.h"

#include "base/memory.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions -------------------------------------------------------- */

struct ranked {
	double value;
	uint32_t page;
};

static int
to_cc_ranks_compare(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return x->page < y->page ? -1 : x->page > y->page;
}

/*
 * Values as floats, for harmonic centrality, before they are sorted: what is
 * printed equal has the order of pages, as there.
 */
static void
rank(struct ranked *rows, const struct sp_score *score, bool as_float)
{
	for (uint64_t page = 0; page < score->pages; page++) {
		double value = score->values[page];

		rows[page].value = as_float ? (double)(float)value : value;
		rows[page].page = (uint32_t)page;
	}
	qsort(rows, score->pages, sizeof(*rows), to_cc_ranks_compare);
}

/* ---- numbers ---------------------------------------------------------- */

#define JAVA_TEXT 40

/*
 * The shortest digits that read back as the same number, "d.ddde+XX": one of
 * few digits shows trailing zeros at the least precision that is tried.
 */
static void
shortest(char text[JAVA_TEXT], double value, bool as_float)
{
	const int most = as_float ? 9 : 17;
	int digits = as_float ? 6 : 15;

	/* Numbers below the normal ones have fewer, but Java prints two. */
	if (value < (as_float ? (double)FLT_MIN : DBL_MIN))
		digits = 2;
	for (;; digits++) {
		snprintf(text, JAVA_TEXT, "%.*e", digits - 1, value);
		if (digits == most || (as_float ?
				       strtof(text, NULL) == (float)value :
				       strtod(text, NULL) == value))
			return;
	}
}

/*
 * Float.toString() and Double.toString() of a finite number.
 *
 * Java's rules, which printf() has none for: always a digit after the point, no
 * exponent between 0.001 and 10^7, and "E7" without a sign outside.
 */
static size_t
format_java(char out[JAVA_TEXT], double value, bool as_float)
{
	char text[JAVA_TEXT], digits[24] = "";
	size_t count = 0;
	int point;

	if (value == 0)
		return (size_t)snprintf(out, JAVA_TEXT, signbit(value) ?
					"-0.0" : "0.0");
	shortest(text, fabs(value), as_float);
	for (const char *c = text; *c != 'e'; c++)
		if (*c != '.')
			digits[count++] = *c;
	while (count > 1 && digits[count - 1] == '0')
		count--;
	digits[count] = '\0';
	point = atoi(strchr(text, 'e') + 1);
	if (point < -3 || point >= 7)
		return (size_t)snprintf(out, JAVA_TEXT, "%s%c.%sE%d",
					value < 0 ? "-" : "", digits[0],
					count > 1 ? digits + 1 : "0", point);
	if (point < 0)
		return (size_t)snprintf(out, JAVA_TEXT, "%s0.%.*s%s",
					value < 0 ? "-" : "", -point - 1, "00",
					digits);
	/* Zeros up to the point, and one after it. */
	while (count < (size_t)point + 2)
		digits[count++] = '0';
	digits[count] = '\0';
	return (size_t)snprintf(out, JAVA_TEXT, "%s%.*s.%s",
				value < 0 ? "-" : "", point + 1, digits,
				digits + point + 1);
}

/* ---- the table -------------------------------------------------------- */

struct ranks {
	struct dump *dump;
	const struct sp_score *harmonic, *pagerank;
	const struct sp_score *hosts;  /* NULL: no such column */
	const struct sp_names *names;
	struct ranked *rows;           /* by harmonic centrality */
	uint32_t *positions;           /* by PageRank, of each page */
	struct sp_line line;
};

static bool
is_host_name(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)name[i] <= ' ' || name[i] == 0x7f ||
		    strchr("/:?#@", name[i]))
			return false;
	return length > 0;
}

/*
 * All that could go wrong, before the first row is written.
 *
 * One bad page would make a table that other programs read wrongly, or not at
 * all, far behind its beginning: so all pages are checked first.
 */
static enum sp_status
to_cc_ranks_check_page(const struct ranks *ranks, uint64_t page)
{
	struct sp_error *err = &ranks->dump->cmd->err;
	const struct sp_score *hosts = ranks->hosts;
	uint64_t number = page;
	struct sp_span name = sp_names_span(ranks->names, page);

	if (!name.length)
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": no name, such "
			       "as the host of pages that have none", number);
	if (!is_host_name(name.text, name.length))
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": \"%.*s\" is "
			       "not the name of a host (graphfold makes the "
			       "graph of hosts)", number,
			       name.length < 200 ? (int)name.length : 200,
			       name.text);
	if (!isfinite((float)ranks->harmonic->values[page]) ||
	    !isfinite(ranks->pagerank->values[page]))
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": a score is too "
			       "large for the table", number);
	if (hosts && (!(hosts->values[page] >= 0) ||
		      hosts->values[page] > 1e15 ||
		      hosts->values[page] != floor(hosts->values[page])))
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": %g is not a "
			       "number of hosts (score \"%s\")", number,
			       hosts->values[page], hosts->name);
	return SP_OK;
}

/*
 * "www.example.com" as "com.example.www".
 *
 * Labels from the last to the first, each between two points; what is between
 * them is not looked at.
 */
static void
to_cc_ranks_add_reversed(struct ranks *ranks, uint64_t page)
{
	size_t length, end;
	const char *name = sp_names_get(ranks->names, page, &length);

	end = length;
	/* A label may be empty, also the last one. */
	for (size_t i = length + 1; i-- > 0;) {
		if (i && name[i - 1] != '.')
			continue;
		sp_line_add_bytes(&ranks->line, name + i, end - i);
		if (i)
			sp_line_add(&ranks->line, ".");
		end = i ? i - 1 : 0;
	}
}

static enum sp_status
to_cc_ranks_write_line(struct ranks *ranks)
{
	struct cmd *cmd = ranks->dump->cmd;
	enum sp_status status;

	sp_line_add(&ranks->line, "\n");
	if (ranks->line.lost)
		return sp_no_memory(&cmd->err, "a line");
	status = cmd_output_text(ranks->dump->outputs[0], ranks->line.text,
				 ranks->line.length, &cmd->err);
	ranks->line.length = 0;
	return status;
}

static enum sp_status
write_row(struct ranks *ranks, uint64_t i)
{
	uint32_t page = ranks->rows[i].page;
	char number[JAVA_TEXT];

	sp_line_add_uint(&ranks->line, i + 1);
	format_java(number, ranks->rows[i].value, true);
	sp_line_add(&ranks->line, "\t");
	sp_line_add(&ranks->line, number);
	sp_line_add(&ranks->line, "\t");
	sp_line_add_uint(&ranks->line, ranks->positions[page]);
	format_java(number, ranks->pagerank->values[page], false);
	sp_line_add(&ranks->line, "\t");
	sp_line_add(&ranks->line, number);
	sp_line_add(&ranks->line, "\t");
	to_cc_ranks_add_reversed(ranks, page);
	if (ranks->hosts) {
		sp_line_add(&ranks->line, "\t");
		sp_line_add_uint(&ranks->line,
				 (uint64_t)ranks->hosts->values[page]);
	}
	return to_cc_ranks_write_line(ranks);
}

/*
 * One array of rows is sorted twice: by PageRank, from which only the positions
 * are kept, and by harmonic centrality for the rows themselves.
 */
static enum sp_status
write_rows(struct ranks *ranks)
{
	enum sp_status status = SP_OK;

	for (uint64_t page = 0; page < ranks->names->count; page++)
		if (to_cc_ranks_check_page(ranks, page))
			return ranks->dump->cmd->err.status;
	rank(ranks->rows, ranks->pagerank, false);
	for (uint64_t i = 0; i < ranks->pagerank->pages; i++)
		ranks->positions[ranks->rows[i].page] = (uint32_t)i + 1;
	rank(ranks->rows, ranks->harmonic, true);
	sp_line_add(&ranks->line, "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t"
				  "#pr_val\t#host_rev");
	sp_line_add(&ranks->line, ranks->hosts ? "\t#n_hosts" : "");
	status = to_cc_ranks_write_line(ranks);
	for (uint64_t i = 0; !status && i < ranks->harmonic->pages; i++)
		status = write_row(ranks, i);
	return status;
}

/* ---- what the stream has ---------------------------------------------- */

static enum sp_status
find_scores(struct ranks *ranks)
{
	struct dump *dump = ranks->dump;
	struct cmd *cmd = dump->cmd;
	const struct sp_contents *contents = &dump->contents;

	ranks->harmonic = sp_contents_score(contents, "harmonic");
	ranks->pagerank = sp_contents_score(contents, "pagerank");
	if (!ranks->harmonic || !ranks->pagerank)
		return sp_fail(&cmd->err, SP_DATA, "no score \"%s\" in the "
			       "stream: cc-ranks needs harmonic and pagerank "
			       "of a graph of hosts (graphfold FILE | harmonic "
			       "| pagerank)", ranks->harmonic ? "pagerank" :
			       "harmonic");
	if (dump->score &&
	    cmd_find_score(cmd, contents, dump->score, &ranks->hosts))
		return cmd->err.status;
	ranks->names = sp_contents_names(contents);
	if (!ranks->names)
		return sp_fail(&cmd->err, SP_DATA, "no names of hosts in the "
			       "stream (give the graph that has them with "
			       "-g)");
	if (ranks->harmonic->pages != ranks->names->count ||
	    ranks->pagerank->pages != ranks->names->count ||
	    (ranks->hosts && ranks->hosts->pages != ranks->names->count))
		return sp_fail(&cmd->err, SP_DATA, "the stream has scores of "
			       "different graphs");
	return SP_OK;
}

static enum sp_status
write_cc_ranks(struct dump *dump)
{
	struct ranks ranks = { .dump = dump, .line = SP_LINE_EMPTY };
	enum sp_status status = find_scores(&ranks);
	uint64_t pages = status ? 0 : ranks.names->count;

	ranks.rows = sp_alloc(pages, sizeof(*ranks.rows));
	ranks.positions = sp_alloc(pages, sizeof(*ranks.positions));
	if (!status && (!ranks.rows || !ranks.positions))
		status = sp_no_memory(&dump->cmd->err, "the ranks");
	if (!status)
		status = write_rows(&ranks);
	free(ranks.rows);
	free(ranks.positions);
	sp_line_free(&ranks.line);
	return status;
}

static const char *const options[] = { "score", NULL };

const struct dump_format dump_to_cc_ranks = {
	.sections = DUMP_IN(SCORES), .options = options,
	.want = SP_SECTION_NAMES, .write = write_cc_ranks
};
