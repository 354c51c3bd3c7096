/* SPDX-License-Identifier: MIT */
/*
 * refused.h - what an import has left out because it was too much: how often,
 * of how many pages, and the first of these.
 */
#ifndef SP_FORMATS_IMPORT_REFUSED_H
#define SP_FORMATS_IMPORT_REFUSED_H

#include "base/span.h"
#include "base/text.h"

#include <stdint.h>

#define SP_REFUSED_SHOWN 100 /* bytes of the first page, with the NUL */

struct sp_refused {
	uint64_t count, pages;
	char first[SP_REFUSED_SHOWN]; /* its name, masked and maybe cut */
};

/* count more were left out, of this page; with 0, nothing happens. */
static inline void
sp_refused_add(struct sp_refused *refused, uint64_t count, struct sp_span page)
{
	refused->count += count;
	if (count && !refused->pages++)
		sp_mask(refused->first, sizeof(refused->first), page.text,
			page.length);
}

#endif
