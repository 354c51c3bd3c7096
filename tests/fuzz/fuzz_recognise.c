/* SPDX-License-Identifier: MIT */
/* Samples of files: everything is something, and what is refused has advice. */
#include "fuzz.h"

#include "formats/import/recognise.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const separators[] = { NULL, "", ",", " => " };
	struct sp_arcs_options options = SP_ARCS_DEFAULTS;
	struct sp_sample sample;
	struct sp_recognised found;
	unsigned how;

	if (!size)
		return 0;
	how = data[0];
	options.separator = separators[how & 3];
	options.keys = (enum sp_arcs_keys)((how >> 2 & 3) % 3);
	options.skip = how >> 4 & 3;
	options.target_column = how >> 6 & 1 ? 3 : 2;
	sample = (struct sp_sample){ (const char *)data + 1, size - 1,
				     how >> 7 & 1 };
	sp_recognise(&sample, &options, how >> 6 & 1, &found);
	hold(found.noun != NULL);
	hold((found.format == SP_FORMAT_AUTO) == (found.advice[0] != '\0'));
	hold(found.look.data <= found.look.lines);
	hold(found.look.links <= found.look.data);
	hold(found.look.numbers <= found.look.links);
	return 0;
}
