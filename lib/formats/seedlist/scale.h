/* SPDX-License-Identifier: MIT */
/*
 * scale.h - priorities from places and scores.  Private to
 * lib/formats/seedlist.
 *
 * A crawler's priority is a class, a whole number of which there may be few, or
 * a share, a real number.  Both never put a page before one that is better:
 * a better place, or a larger score.
 *
 * rank   class: the place, from 0; with more pages than classes, classes of
 *        equal size, of which the first may have a page more.
 *        share: (count - place) / count, from 1 down to 1 / count.
 * score  class: the range from the largest score to the least is cut into parts
 *        of equal width; the largest scores are class 0.
 *        share: the score itself.
 * log    the same with the logarithm of the score, from the largest to the
 *        least that is positive; a score of 0 is in the last class.
 *        share: 1 for the largest score, 0 for the least positive one, and 0.
 *
 * Equal scores have equal classes and shares.  If all scores are equal, all are
 * in class 0, with share 1 by log.  Places count all pages of the source, also
 * those that are left out.
 */
#ifndef SP_FORMATS_SEEDLIST_SCALE_H
#define SP_FORMATS_SEEDLIST_SCALE_H

#include "formats/seedlist/seedlist.h"

struct sp_list_scale {
	enum sp_list_priority priority; /* not auto or none */
	uint64_t count;
	double least, largest;   /* score; log: logarithms */
};

/*
 * Looks at all scores if the priority needs them.  SP_DATA for a page without a
 * score, one that is not finite, and with log a negative one.
 */
enum sp_status sp_list_scale_make(struct sp_list_scale *scale,
				  enum sp_list_priority priority,
				  const struct sp_list_source *source,
				  struct sp_error *err);

/* The class of a page, 0 (the best) to classes - 1; classes >= 1. */
uint64_t sp_list_class(const struct sp_list_scale *scale, uint64_t classes,
		       uint64_t place, double score);

/* Its share. */
double sp_list_share(const struct sp_list_scale *scale, uint64_t place,
		     double score);

#endif
