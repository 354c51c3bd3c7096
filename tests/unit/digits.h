/* SPDX-License-Identifier: MIT */
/*
 * digits.h - comparison with the values of an example as they are printed
 */
#ifndef TESTS_DIGITS_H
#define TESTS_DIGITS_H

#include "unit.h"

#include <math.h>

/* Fails unless all values round to the printed ones, which have six digits. */
static inline void
check_digits(const double *values, const double *printed, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		ck_assert_msg(fabs(values[i] - printed[i]) <= 5.000001e-7,
			      "page %u: %.9f, not %.6f", i, values[i],
			      printed[i]);
}

#endif
