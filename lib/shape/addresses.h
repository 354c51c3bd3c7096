/* SPDX-License-Identifier: MIT */
/*
 * addresses.h - finds the page at an address, and the hosts that shapes are of.
 *
 * An address is what follows the host: path and parameters, without a fragment.
 * http and https are the same here.  A site is a host; sites are numbered in
 * the order of their shapes.
 */
#ifndef SP_SHAPE_ADDRESSES_H
#define SP_SHAPE_ADDRESSES_H

#include "shape/downloads.h"
#include "shape/shape.h"

#define SP_NO_SITE UINT32_MAX

struct sp_addresses {
	const struct sp_shapes *shapes;
	uint64_t sites;
	uint32_t *site_of;  /* of each shape */
	uint32_t *first;    /* shape of each site; and one more, the end */
	uint64_t seed;      /* of the hashes, another one in each run */
	uint64_t *hashes;   /* of site and address of each page that has a
			       shape */
	uint32_t *table;    /* pages by these hashes */
	uint64_t mask;      /* of places in it */
	uint64_t *filter;   /* bits of these hashes, eight for each place */
};

/*
 * Finds the addresses of all names, plain or packed.  Where several pages have
 * the same host and address, the first one that was downloaded counts, or the
 * first one.  Takes 8 bytes a shape, and 18 to 28 bytes a page.  SP_MEMORY.
 */
enum sp_status sp_addresses_new(const struct sp_names *urls,
				const struct sp_shapes *shapes,
				const struct sp_shape_downloads *downloads,
				struct sp_addresses *addresses,
				struct sp_error *err);

/* The address in a URL: what follows host and port, up to a "#". */
struct sp_span sp_address_of(struct sp_span url);

/* Is it written as a language is: "en", "pt-br", "zh_CN"? */
bool sp_is_like_language(struct sp_span text);

/* The page of a site with this address, or SP_NO_PAGE. */
uint32_t sp_address_find(const struct sp_addresses *addresses, uint32_t site,
			 struct sp_span address);

/* The hash of the address of a page that has a shape, whatever its site is. */
uint64_t sp_address_hash(const struct sp_addresses *addresses, uint32_t page);

/* The page of a site with the address of this page of another site. */
uint32_t sp_address_find_same(const struct sp_addresses *addresses,
			      uint32_t site, uint32_t page);

/* The site of a page that has a shape; its host. */
static inline uint32_t
sp_site_of_page(const struct sp_addresses *addresses, uint32_t page)
{
	return addresses->site_of[addresses->shapes->shape_of[page]];
}

static inline struct sp_span
sp_site_host(const struct sp_addresses *addresses, uint32_t site)
{
	return sp_shape_host(addresses->shapes, addresses->first[site]);
}

void sp_addresses_free(struct sp_addresses *addresses); /* or zero bytes */

#endif
