/* SPDX-License-Identifier: MIT */
/*
 * The files of orders: "FILE" or "NAME=FILE", which gives its orders a name.
 *
 * A label stands for the name of an order if the file has one order, and
 * before it if there are several.  So for files of one order each, which is
 * what crawlers leave, labels are all that a table needs to name them.
 */
#include "hotcurve.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/span.h"
#include "stream/section/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t
hotcurve_files(const struct hotcurve_run *run)
{
	const struct cmd *cmd = run->cmd;

	return cmd->operand_count > 1 ? (uint64_t)cmd->operand_count : 1;
}

/* A file may have any name, so "a=b" is a label only if there is no such. */
const char *
hotcurve_path(const char *operand)
{
	const char *equals = strchr(operand, '=');

	return !equals || equals == operand || !access(operand, F_OK) ?
		       operand : equals + 1;
}

const char *
hotcurve_split_label(struct hotcurve_run *run, const char *operand)
{
	const char *path = hotcurve_path(operand);
	size_t length;

	free(run->input.label);
	run->input.label = NULL;
	if (path == operand)
		return operand;
	length = (size_t)(path - operand) - 1;
	run->input.label = sp_alloc(length + 1, 1);
	if (!run->input.label) {
		(void)sp_no_memory(&run->cmd->err, "the label");
		return NULL;
	}
	memcpy(run->input.label, operand, length);
	run->input.label[length] = '\0';
	return path;
}

/* ---- were they made alike? -------------------------------------------- */

/* What may differ between draws of one order. */
static bool
is_of_draws(struct sp_span option)
{
	static const char *const names[] = {
		"--order", "--seeds", "--seeds-top", "--beside", "--rng",
		"--drop-missing", "--match"
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (sp_span_equal(option, (struct sp_span){ names[i],
							    strlen(names[i]) }))
			return true;
	return false;
}

/* Adds the other options of a line of provenance, up to its results. */
static void
add_options(struct sp_line *to, struct sp_span line)
{
	bool skips = true; /* program and version */

	while (line.length) {
		struct sp_span word = sp_span_cut_at(&line, ' ');

		if (word.length == 1 && *word.text == '#')
			return;
		if (word.length > 2 && !memcmp(word.text, "--", 2))
			skips = is_of_draws(word);
		if (skips)
			continue;
		sp_line_add_bytes(to, word.text, word.length);
		sp_line_add(to, " ");
	}
}

/*
 * A name of an order in time says what matters most, and not all; and of any
 * crawl, limits are not in its name.
 */
enum sp_status
hotcurve_compare_options(struct hotcurve_run *run, const char *path)
{
	const struct sp_names *lines =
		sp_contents_provenance(&run->input.contents);
	struct sp_line made = SP_LINE_EMPTY;
	const char *program = "crawlorder ";
	char *options;

	for (uint64_t i = lines->count; i--;) {
		struct sp_span line = sp_names_span(lines, i);

		if (line.length < strlen(program) ||
		    memcmp(line.text, program, strlen(program)))
			continue;
		add_options(&made, line);
		break;
	}
	options = sp_line_take(&made);
	if (!options)
		return sp_no_memory(&run->cmd->err, "the options of a crawl");
	if (!run->input.made) {
		run->input.made = options;
		return SP_OK;
	}
	run->input.made_otherwise = strcmp(options, run->input.made) ? path :
								       NULL;
	free(options);
	return SP_OK;
}

/* Once: one look at the options is enough. */
static void
warn_of_mixture(struct hotcurve_run *run, const char *name)
{
	bool drawn = false;

	for (uint64_t i = 0; i < run->draws.count; i++)
		drawn |= !strcmp(run->draws.orders[i].name, name);
	if (!drawn || !run->input.made_otherwise || run->warned.mixed)
		return;
	cmd_warn(run->cmd, "%s: made with other options of crawlorder than "
		 "%s, and yet its order \"%s\" counts as a draw of the same "
		 "(NAME=FILE names them apart)", run->input.made_otherwise,
		 run->cmd->operands[0], name);
	run->warned.mixed = true;
}

/* A checksum of the name of an order, and of its downloads and their times. */
static uint64_t
sum_order(const struct sp_order *order, const char *name)
{
	uint64_t sum = sp_hash(name, strlen(name));

	sum = sp_hash_seeded(order->pages, order->count * sizeof(*order->pages),
			     sum);
	return order->ends ? sp_hash_seeded(order->ends, order->count *
					    sizeof(*order->ends), sum) : sum;
}

/*
 * A file that is given twice, or a copy, would make quartiles too narrow.  Not
 * so if only some of its orders are the same: those without seeds always are.
 */
static enum sp_status
warn_of_copies(struct hotcurve_run *run, uint64_t i, const char *name)
{
	struct hotcurve_input *input = &run->input;
	const uint64_t sum = sum_order(order_at(run, i), name);
	bool copy = false;

	if (!sp_grow(&input->drawn, &input->drawn_capacity,
		     input->drawn_count + 1))
		return sp_no_memory(&run->cmd->err, "an order");
	for (uint64_t k = 0; k < input->drawn_count; k++)
		copy |= input->drawn[k] == sum;
	input->copies = copy + (i ? input->copies : 0);
	copy = input->copies == input->orders->count;
	if (copy && !run->warned.copied)
		cmd_warn(run->cmd, "two draws of the order \"%s\" are the "
			 "same: a file was given twice, or crawled twice from "
			 "the same seeds", name);
	run->warned.copied |= copy;
	input->drawn[input->drawn_count++] = sum;
	return SP_OK;
}

/* ---- names ------------------------------------------------------------ */

/* What the order is called in tables; to be freed; NULL: no memory. */
static char *
full_name(const struct hotcurve_run *run, const char *name)
{
	const char *label = run->input.label;
	size_t room = strlen(name) + (label ? strlen(label) : 0) + 2;
	char *full = sp_alloc(room, 1);

	if (!full)
		return NULL;
	if (!label)
		snprintf(full, room, "%s", name);
	else if (run->input.orders->count == 1)
		snprintf(full, room, "%s", label);
	else
		snprintf(full, room, "%s %s", label, name);
	return full;
}

double *
hotcurve_draw(struct hotcurve_run *run, uint64_t i, uint64_t size)
{
	char *name = full_name(run, order_at(run, i)->name);
	double *values = NULL;

	if (!name)
		return NULL;
	if (!run->input.label)
		warn_of_mixture(run, name);
	if (!warn_of_copies(run, i, name))
		values = draw_set_add(&run->draws, name, size);
	free(name);
	return values;
}
