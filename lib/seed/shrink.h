/* SPDX-License-Identifier: MIT */
/*
 * shrink.h - the mean of a few, weighed with the mean of all.
 *
 * A host that answered one of two requests does not fail half of the time: the
 * fewer values a part has, the better the mean of the whole predicts it.  So
 * that mean counts as SP_SHRINK_WEIGHT more values of the part.
 * (seedpipe-algorithms(7), 6.9.)
 */
#ifndef SP_SEED_SHRINK_H
#define SP_SEED_SHRINK_H

#define SP_SHRINK_WEIGHT 10

/*
 * The mean of a part whose count values, 0 or more, have the sum given; usual
 * is the mean of the whole.  All in the same unit, and a share is a mean too.
 */
static inline double
sp_shrink(double sum, double count, double usual)
{
	return (sum + SP_SHRINK_WEIGHT * usual) / (count + SP_SHRINK_WEIGHT);
}

#endif
