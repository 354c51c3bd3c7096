/* SPDX-License-Identifier: MIT */
/*
 * methods.h - the table of methods to pick seeds.  ROW(NAME) stands for the
 * struct seed_method method_NAME (seedpick.h), which a file by_*.c defines.
 * The first method whose options are given is used; the last one needs none.
 * Nothing else lists the methods.
 */
#ifndef CMD_SEEDPICK_METHODS_H
#define CMD_SEEDPICK_METHODS_H

#define SEEDPICK_METHODS(ROW) \
	ROW(random) \
	ROW(random_any) \
	ROW(score) \
	ROW(in_degree) \
	ROW(out_degree) \
	ROW(hosts) \
	ROW(cover) \
	ROW(cover_weighted) \
	ROW(yield) \
	ROW(yield_weighted) \
	ROW(list) \
	ROW(given)

#endif
