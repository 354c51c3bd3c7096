/* SPDX-License-Identifier: MIT */
/*
 * Sums whose order is part of the result (sum.h).  Where a team takes part,
 * each process has a sum of its own range, in chunks that begin with the range,
 * and the sums are added in the order of the processes.
 */
#include "rank/sum.h"

#include <math.h>

double
sp_sum(const double *values, uint64_t count)
{
	double sum = 0;

	for (uint64_t chunk = 0; chunk < sp_sum_chunks(count); chunk++) {
		uint64_t end = sp_chunk_end(chunk, count);
		double partial = 0;

		for (uint64_t i = sp_chunk_first(chunk); i < end; i++)
			partial += values[i];
		sum += partial;
	}
	return sum;
}

/* NULL is the team of a kernel without a share. */
enum sp_status
sp_sum_together(struct sp_team *team, double *sum, bool maximum,
		struct sp_error *err)
{
	if (!team || team->size == 1)
		return SP_OK;
	return maximum ? sp_team_largest(team, sum, 1, err) :
			 sp_team_sum(team, sum, 1, err);
}

enum sp_status
sp_scale_to_one(double *values, uint64_t count, struct sp_error *err)
{
	return sp_scale_to_one_together(NULL, values, count, err);
}

/* The largest of all processes decides, so all of them fail or none does. */
enum sp_status
sp_scale_to_one_together(struct sp_team *team, double *values, uint64_t count,
			 struct sp_error *err)
{
	double largest = 0, sum;

	for (uint64_t i = 0; i < count; i++)
		largest = values[i] > largest ? values[i] : largest;
	if (sp_sum_together(team, &largest, true, err))
		return err->status;
	if (!(largest > 0))
		return sp_fail(err, SP_DATA, "no value is above 0");
	if (!isfinite(largest))
		return sp_fail(err, SP_DATA, "the values are too large");
	/* Divided by the largest first, finite values have a finite sum. */
	for (uint64_t i = 0; i < count; i++)
		values[i] /= largest;
	sum = sp_sum(values, count);
	if (sp_sum_together(team, &sum, false, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++)
		values[i] /= sum;
	return SP_OK;
}
