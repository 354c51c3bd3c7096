/* SPDX-License-Identifier: MIT */
/*
 * Priorities from places and scores.  All of it is arithmetic on doubles that
 * must not overflow and must keep the order: a page that is better never gets a
 * worse class.  Division by the range keeps the order, because rounded
 * quotients of ordered numbers are ordered; halves are used where the range
 * itself is not finite.
 */
#include "formats/seedlist/scale.h"

#include <math.h>

static enum sp_status
scale_check_score(const struct sp_listed *item, enum sp_list_priority priority,
		  struct sp_error *err)
{
	uint64_t page = item->page;

	if (isnan(item->score))
		return sp_fail(err, SP_DATA, "page %" PRIu64 " has no score "
			       "(see --priority rank)", page);
	if (isinf(item->score))
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": an infinite "
			       "score is not a priority (see --priority rank)",
			       page);
	if (priority == SP_PRIORITY_LOG && item->score < 0)
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": the score %g "
			       "has no logarithm (see --priority score)", page,
			       item->score);
	return SP_OK;
}

enum sp_status
sp_list_scale_make(struct sp_list_scale *scale,
		   enum sp_list_priority priority,
		   const struct sp_list_source *source, struct sp_error *err)
{
	struct sp_listed item;

	*scale = (struct sp_list_scale){ .priority = priority,
					 .count = source->count,
					 .least = INFINITY,
					 .largest = -INFINITY };
	if (priority == SP_PRIORITY_RANK)
		return SP_OK;
	if (!source->scored)
		return sp_fail(err, SP_DATA, "--priority %s: the pages have no "
			       "scores (see --priority rank)",
			       priority == SP_PRIORITY_LOG ? "log" : "score");
	for (uint64_t i = 0; i < source->count; i++) {
		double value;

		source->get(source->context, i, &item);
		if (scale_check_score(&item, priority, err))
			return err->status;
		value = item.score;
		if (priority == SP_PRIORITY_LOG) {
			if (value == 0)
				continue;
			value = log(value);
		}
		if (value < scale->least)
			scale->least = value;
		if (value > scale->largest)
			scale->largest = value;
	}
	return SP_OK;
}

/*
 * How far a score is from the largest: 0 to 1.  A score of 0 has no logarithm
 * and is as far as the least.
 */
static double
distance(const struct sp_list_scale *scale, double score)
{
	double value = score;

	if (scale->priority == SP_PRIORITY_LOG) {
		/* If all are 0, all are equal. */
		if (score == 0)
			return scale->largest < scale->least ? 0 : 1;
		value = log(score);
	}
	if (scale->largest == scale->least)
		return 0;
	/* The range may be too wide for a double, but not half of it. */
	if (isinf(scale->largest - scale->least))
		return (scale->largest / 2 - value / 2) /
		       (scale->largest / 2 - scale->least / 2);
	return (scale->largest - value) / (scale->largest - scale->least);
}

static uint64_t
class_of_place(uint64_t count, uint64_t classes, uint64_t place)
{
	/* The first classes have a page more. */
	uint64_t size = count / classes, larger = count % classes;

	if (place / (size + 1) < larger || !size)
		return place / (size + 1);
	return larger + (place - larger * (size + 1)) / size;
}

uint64_t
sp_list_class(const struct sp_list_scale *scale, uint64_t classes,
	      uint64_t place, double score)
{
	uint64_t class;

	if (scale->priority == SP_PRIORITY_RANK)
		return class_of_place(scale->count, classes, place);
	class = (uint64_t)(distance(scale, score) * (double)classes);
	return class < classes ? class : classes - 1;
}

double
sp_list_share(const struct sp_list_scale *scale, uint64_t place, double score)
{
	if (scale->priority == SP_PRIORITY_RANK)
		return (double)(scale->count - place) / (double)scale->count;
	if (scale->priority == SP_PRIORITY_SCORE)
		return score;
	return 1 - distance(scale, score);
}
