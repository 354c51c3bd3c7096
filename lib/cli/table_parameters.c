/* SPDX-License-Identifier: MIT */
/* Names of a table and their parameters, as crawlorder --list prints them. */
#include "cli/table.h"

#include <stdio.h>
#include <string.h>

/* The default, in the form in which it is typed. */
static void
put_default(struct table *table, const struct sp_parameter *parameter)
{
	const char *word = parameter->choices;

	switch (parameter->kind) {
	case SP_PARAMETER_PERIOD:
		table_string(table, "--k");
		return;
	case SP_PARAMETER_CHOICE:
		/* The default of a choice is the number of its word. */
		for (double i = 0; i < parameter->initial; i++)
			word = strchr(word, '|') + 1;
		table_text(table, word, strcspn(word, "|"));
		return;
	default:
		table_double(table, parameter->initial);
	}
}

static void
put_range(struct table *table, const struct sp_parameter *parameter)
{
	char text[64];

	if (parameter->kind == SP_PARAMETER_CHOICE) {
		table_string(table, parameter->choices);
	} else if (parameter->kind == SP_PARAMETER_PERIOD) {
		table_string(table, "1.. or auto");
	} else {
		snprintf(text, sizeof(text), "%.12g..%.12g", parameter->least,
			 parameter->most);
		table_string(table, text);
	}
}

void
table_parameters(struct table *table, const char *name, const char *source,
		 const char *help, const struct sp_parameter *parameters)
{
	table_string(table, name);
	table_none(table);
	table_none(table);
	table_string(table, source);
	table_string(table, help);
	for (; parameters && parameters->name; parameters++) {
		table_string(table, name);
		table_string(table, parameters->name);
		put_default(table, parameters);
		put_range(table, parameters);
		table_string(table, parameters->help);
	}
}
