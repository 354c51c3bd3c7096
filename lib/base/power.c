/* SPDX-License-Identifier: MIT */
/*
 * Powers and logarithms as series of + and * in a fixed order.
 */
#include "base/power.h"

#include <stdint.h>
#include <string.h>

#define LN_2 0.69314718055994530942
#define SQRT_2 1.41421356237309504880

/* 1 / (2 i + 1): the series of the inverse hyperbolic tangent. */
static const double odd_inverses[] = {
	1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13
};

/* 1 / i!: the series of the exponential function. */
static const double factorial_inverses[] = {
	1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720,
	1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800,
	1.0 / 39916800, 1.0 / 479001600
};

/*
 * The logarithm to base 2 of a normal x > 0, to about 1e-12: the mantissa is
 * brought into [1/sqrt 2, sqrt 2], where |z| is below 0.172 and the first term
 * left out is below 7e-13.
 */
double
sp_log_2(double x)
{
	uint64_t bits;
	double exponent, z, square, sum = 0;
	int i;

	memcpy(&bits, &x, sizeof(bits));
	exponent = (double)((int64_t)(bits >> 52) - 1023);
	bits = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(1023) << 52;
	memcpy(&x, &bits, sizeof(x));
	if (x > SQRT_2) {
		x /= 2;
		exponent += 1;
	}
	z = (x - 1) / (x + 1);
	square = z * z;
	for (i = 6; i >= 0; i--)
		sum = sum * square + odd_inverses[i];
	return exponent + z * sum * (2 / LN_2);
}

/*
 * 2^y for |y| < 1000, to about 1e-12: the first term left out is below
 * log(2)^13 / 13!, 1.4e-12.  The exponent is written into the bits, which for
 * |y| < 1000 are those of a normal number.
 */
double
sp_power_of_2(double y)
{
	int64_t whole = (int64_t)y;
	double part, sum = 0, power;
	uint64_t bits;
	int i;

	/*
	 * The cast rounds towards zero; the series needs a part of at least 0.
	 */
	if ((double)whole > y)
		whole--;
	part = (y - (double)whole) * LN_2;
	for (i = 12; i >= 0; i--)
		sum = sum * part + factorial_inverses[i];
	bits = (uint64_t)(whole + 1023) << 52;
	memcpy(&power, &bits, sizeof(power));
	return sum * power;
}
