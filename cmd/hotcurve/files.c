/* SPDX-License-Identifier: MIT */
/*
 * The files of orders: "FILE" or "NAME=FILE", which gives its orders a name.
 *
 * A label stands for the name of an order if the file has one order, and
 * before it if there are several.  So for files of one order each, which is
 * what crawlers leave, labels are all that a table needs to name them.
 */
#include "hotcurve.h"

#include "base/memory.h"

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
hotcurve_split_label(struct hotcurve_run *run, const char *operand)
{
	const char *equals = strchr(operand, '=');
	size_t length;

	free(run->input.label);
	run->input.label = NULL;
	if (!equals || equals == operand || !access(operand, F_OK))
		return operand;
	length = (size_t)(equals - operand);
	run->input.label = sp_alloc(length + 1, 1);
	if (!run->input.label) {
		(void)sp_no_memory(&run->cmd->err, "the label");
		return NULL;
	}
	memcpy(run->input.label, operand, length);
	run->input.label[length] = '\0';
	return equals + 1;
}

double *
hotcurve_draw(struct hotcurve_run *run, uint64_t i, uint64_t size)
{
	const char *name = order_at(run, i)->name;
	size_t room = strlen(name) + 2;
	double *values;
	char *full;

	if (run->input.label && run->input.orders->count == 1)
		return draw_set_add(&run->draws, run->input.label, size);
	if (!run->input.label)
		return draw_set_add(&run->draws, name, size);
	room += strlen(run->input.label);
	full = sp_alloc(room, 1);
	if (!full)
		return NULL;
	snprintf(full, room, "%s %s", run->input.label, name);
	values = draw_set_add(&run->draws, full, size);
	free(full);
	return values;
}
