/* SPDX-License-Identifier: MIT */
/*
 * signs.h - what the links of some downloads of a shape say of it: that they
 * add nothing to those of other pages, lead to the next pages in number, or
 * into a trap.
 */
#ifndef SP_SHAPE_SIGNS_H
#define SP_SHAPE_SIGNS_H

#include "shape/versions.h"

/* Downloads of a shape that are looked at most, the first ones. */
#define SP_SIGNS_SAMPLE 1000

/* What is looked for in a shape. */
#define SP_SIGN_VIEWS 1u
#define SP_SIGN_NEAR 2u

/* Numbers of neighbours differ by this at most. */
#define SP_SIGN_NEAR_MOST 10

/* Of one shape. */
struct sp_shape_signs {
	uint64_t looked;     /* downloads looked at */
	uint64_t viewed;     /* downloads that have the whole address of another
				page that was downloaded, too; ... */
	uint64_t views;      /* ... and lead to that page and pages it links to,
				and nowhere else, and whose body is not larger,
				if both sizes are known */
	uint64_t inside;     /* links to other pages of the shape ... */
	uint64_t near;       /* ... whose URL differs from theirs in one number,
				by at most SP_SIGN_NEAR_MOST */
};

/*
 * Looks at the downloads of the shapes for which look has one of the signs, in
 * their order; index is of the graph.  The caller frees *signs, 40 bytes a
 * shape.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_signs_find(const struct sp_shaped *shaped,
			     const struct sp_shape_downloads *downloads,
			     const struct sp_names *urls,
			     const struct sp_versions *versions,
			     const struct sp_index *index, const uint8_t *look,
			     struct sp_shape_signs **signs,
			     struct sp_error *err);

/* Do two URLs differ in one number alone, by at most SP_SIGN_NEAR_MOST? */
bool sp_urls_are_near(struct sp_span a, struct sp_span b);

/* Of one shape that is not marked, at its site: links and their ways. */
struct sp_shape_leads {
	uint64_t links;      /* of its pages to other pages */
	uint64_t own;        /* ... to pages of the shape */
	uint64_t marked;     /* ... to pages of marked shapes of the site */
	uint64_t back;       /* of pages of these marked shapes to its pages */
	uint64_t out;        /* of them to pages of all shapes of the site that
				are not marked */
};

/*
 * Counts the links of shapes, by one pass over all links in threads, the same
 * with any number of them; marked is 0 or another number for each shape.  The
 * caller frees *leads, 40 bytes a shape; 8 bytes a site meanwhile.  SP_DATA,
 * SP_MEMORY.
 */
enum sp_status sp_leads_count(const struct sp_shaped *shaped,
			      const struct sp_addresses *addresses,
			      const uint8_t *marked,
			      struct sp_shape_leads **leads,
			      struct sp_error *err);

#endif
