/* SPDX-License-Identifier: MIT */
/*
 * power.h - powers and logarithms that have the same bits on every machine:
 * those of the C libraries differ in the last one.
 */
#ifndef SP_BASE_POWER_H
#define SP_BASE_POWER_H

/* The logarithm to base 2 of a normal x > 0, to about 1e-12. */
double sp_log_2(double x);

/* 2^y for |y| < 1000, to about 1e-12. */
double sp_power_of_2(double y);

#endif
