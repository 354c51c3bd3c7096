/* SPDX-License-Identifier: MIT */
/*
 * mirrors.h - hosts that are copies of other hosts: a site again under www, or
 * under a second name.
 *
 * Two hosts are compared if one is the other with a label in front,
 * www.a.example and a.example, or if they differ in their first label alone,
 * m.a.example and n.a.example.  Of two such hosts, the one with fewer downloads
 * may be a copy of the other; redirects do not count as downloads here.  Of as
 * many, the one with fewer pages; of as many, the later one in the order of
 * names.
 *
 * It is a copy if at least SP_MIRROR_LEAST of its pages and three quarters of
 * them have the address of a page of the other host, and if pages that were
 * downloaded from both say so: at least SP_MIRROR_COMPARED were compared, and
 * three quarters of these agree.  Paths alone are no proof: sites in two
 * languages, and forums that number their topics, have the same ones.  Fewer
 * are enough, or none, if no comparison contradicts, nine tenths of the
 * addresses are the same, and the hosts differ by "www." alone.
 *
 * Two pages of one address agree if
 *
 *	their bodies have the same digest; or
 *	the one of the copy redirects to the other, or links to it and to
 *	nothing else; or
 *	both have at least SP_SHAPE_ROW_LEAST links, of which at least nine
 *	tenths are to the same addresses of either host or the same pages of
 *	others, and their sizes, if known, differ by at most a twentieth.
 *	Where digests say that they differ, this is for hosts that differ by
 *	"www." alone: a translation has the links of its original.
 *
 * They are not compared if this cannot be said: if a digest is not known, and
 * one of them has fewer links, or a first label is written as a language is.
 */
#ifndef SP_SHAPE_MIRRORS_H
#define SP_SHAPE_MIRRORS_H

#include "shape/addresses.h"

#define SP_MIRROR_LEAST 20
#define SP_MIRROR_COMPARED 8

/* Downloads of a host that are compared at most, the first ones. */
#define SP_MIRROR_SAMPLE 1000

struct sp_mirror {
	uint32_t of;        /* the host that may have a copy here, a site; or
			       SP_NO_SITE */
	uint64_t pages;     /* known */
	uint64_t common;    /* with an address of that host */
	uint64_t compared, agreed;
};

/*
 * Finds them: *mirrors has one for each site, which the caller frees.  index is
 * of the graph.  Takes 80 bytes a host, and up to 96 bytes a page of hosts
 * whose names may be those of copies.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_mirrors_find(const struct sp_shaped *shaped,
			       const struct sp_shape_downloads *downloads,
			       const struct sp_addresses *addresses,
			       const struct sp_index *index,
			       struct sp_mirror **mirrors,
			       struct sp_error *err);

/* Is the site with these figures a copy?  By the rules above. */
bool sp_is_mirror(const struct sp_addresses *addresses, uint32_t site,
		  const struct sp_mirror *mirror);

#endif
