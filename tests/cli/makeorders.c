/* SPDX-License-Identifier: MIT */
/*
 * makeorders - crawl orders and scores that no filter would write, for tests
 *
 *	makeorders [-R] GRAPH < text > stream
 *
 * Adds sections to the stream of the file GRAPH, or, with -R, writes them
 * alone.  The lines of the text, numbers divided by blanks:
 *
 *	order NAME               begins an order; \xHH in NAME is a byte
 *	seeds PAGE...            of the order, before its downloads
 *	seconds S                of the order
 *	known N                  pages that its crawl found
 *	PAGE PARENT DEPTH        a download; "-" is no parent
 *	score NAME VALUE...      a value for each page; "nan" is one
 *
 * It checks little: what is wrong with its output is the test's affair.
 */
#include "stream/section/orders.h"
#include "stream/section/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct maker {
	struct sp_error err;
	struct sp_writer *writer;
	struct sp_order_writer *orders;
	struct sp_basis basis;
	struct sp_crawl_report report;
	bool open;   /* an order has begun */
	char *name;  /* an order that begins with its first download */
	uint32_t seeds[64];
	uint64_t seed_count;
};

static void
end(const char *what)
{
	fprintf(stderr, "makeorders: %s\n", what);
	exit(1);
}

static void
must(struct maker *maker, enum sp_status status)
{
	if (status)
		end(maker->err.text);
}

static enum sp_status
read_file(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *err)
{
	*got = fread(buffer, 1, size, context);
	return ferror((FILE *)context) ? sp_fail(err, SP_IO, "read") : SP_OK;
}

static enum sp_status
write_file(void *context, const void *bytes, size_t size, struct sp_error *err)
{
	if (fwrite(bytes, 1, size, context) != size)
		return sp_fail(err, SP_IO, "write");
	return SP_OK;
}

/* \xHH in place. */
static void
unescape(char *text)
{
	char *to = text;

	for (unsigned byte; *text; to++) {
		if (sscanf(text, "\\x%2x", &byte) == 1) {
			*to = (char)byte;
			text += 4;
		} else {
			*to = *text++;
		}
	}
	*to = '\0';
}

static void
open_order(struct maker *maker)
{
	if (!maker->name)
		return;
	must(maker, sp_order_writer_begin(maker->orders, SP_ORDER_PLAIN,
					  maker->name, &maker->basis,
					  maker->seeds,
					  maker->seed_count, &maker->err));
	free(maker->name);
	maker->name = NULL;
	maker->open = true;
}

static void
end_order(struct maker *maker)
{
	open_order(maker);
	if (maker->open)
		must(maker, sp_order_writer_end(maker->orders, &maker->report,
						&maker->err));
	maker->open = false;
}

static void
begin_order(struct maker *maker, char *name)
{
	end_order(maker);
	unescape(name);
	memset(&maker->report, 0, sizeof(maker->report));
	maker->name = strdup(name);
	maker->seed_count = 0;
}

static void
add_seeds(struct maker *maker, const char *line)
{
	char *end;

	for (; maker->seed_count < 64; line = end) {
		unsigned long page = strtoul(line, &end, 10);

		if (end == line)
			return;
		maker->seeds[maker->seed_count++] = (uint32_t)page;
	}
}

static void
add_download(struct maker *maker, char *line)
{
	struct sp_download row = { 0 };

	open_order(maker);
	row.page = (uint32_t)strtoul(line, &line, 10);
	row.parent = SP_NO_PARENT;
	line += strspn(line, " ");
	if (*line == '-')
		line++;
	else
		row.parent = (uint32_t)strtoul(line, &line, 10);
	row.depth = (uint32_t)strtoul(line, NULL, 10);
	must(maker, sp_order_writer_add(maker->orders, &row, 1, &maker->err));
	maker->report.downloads++;
}

static void
add_score(struct maker *maker, char *line)
{
	uint64_t pages = maker->basis.graph.pages;
	double *values = calloc(pages + 1, sizeof(*values));
	char *name = strtok(line, " \n");

	if (!values || !name)
		end("a score without a name");
	for (uint64_t p = 0; p < pages; p++) {
		char *word = strtok(NULL, " \n");

		values[p] = word ? strtod(word, NULL) : 0;
	}
	end_order(maker);
	must(maker, sp_save_scores(maker->writer, name, values, &maker->basis,
				   &maker->err));
	free(values);
}

static void
take_line(struct maker *maker, char *line)
{
	line[strcspn(line, "\n")] = '\0';
	if (!strncmp(line, "order ", 6))
		begin_order(maker, line + 6);
	else if (!strncmp(line, "score ", 6))
		add_score(maker, line + 6);
	else if (!strncmp(line, "seeds ", 6))
		add_seeds(maker, line + 6);
	else if (!strncmp(line, "seconds ", 8))
		maker->report.seconds[SP_ORDER_TENTHS - 1] =
			strtod(line + 8, NULL);
	else if (!strncmp(line, "known ", 6))
		maker->report.known = strtoull(line + 6, NULL, 10);
	else if (*line)
		add_download(maker, line);
}

int
main(int argc, char **argv)
{
	static char line[1 << 20];
	struct maker maker = { .open = false };
	bool alone = argc == 3 && !strcmp(argv[1], "-R");
	FILE *file = argc == 2 + alone ? fopen(argv[1 + alone], "rb") : NULL;
	struct sp_input input = { .context = file, .read = read_file };
	struct sp_output output = { stdout, write_file };
	struct sp_writer_options options = { 0, 1, false, false };
	struct sp_load_options load = { .drop = alone ? SP_SECTION_ALL : 0 };
	struct sp_contents contents = { 0 };
	struct sp_reader *reader;

	if (!file)
		end("usage: makeorders [-R] GRAPH < text > stream");
	reader = sp_reader_new(&input);
	maker.writer = load.writer = sp_writer_new(&output, &options);
	maker.orders = sp_order_writer_new(maker.writer);
	if (!reader || !maker.writer || !maker.orders)
		end("out of memory");
	must(&maker, sp_load(reader, &load, &contents, &maker.err));
	maker.basis = contents.basis;
	while (fgets(line, sizeof(line), stdin))
		take_line(&maker, line);
	end_order(&maker);
	must(&maker, sp_writer_end(maker.writer, &maker.err));
	sp_order_writer_free(maker.orders);
	sp_writer_free(maker.writer);
	sp_reader_free(reader);
	sp_contents_free(&contents);
	fclose(file);
	return fclose(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
