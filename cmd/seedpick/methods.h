/* SPDX-License-Identifier: MIT */
/*
 * methods.h - the table of methods to pick seeds.  ROW(NAME) stands for the
 * struct seed_method method_NAME (seedpick.h), which a file by_*.c defines.
 * The first method whose number is given is used.  Three others are chosen by
 * options that are no numbers: random_any (--any), list (--urls), and given,
 * which needs no option.  Nothing else lists the methods.
 */
#ifndef CMD_SEEDPICK_METHODS_H
#define CMD_SEEDPICK_METHODS_H

#define SEEDPICK_METHODS(ROW) \
	ROW(random) \
	ROW(score) \
	ROW(in_degree) \
	ROW(out_degree) \
	ROW(hosts) \
	ROW(cover) \
	ROW(yield)

#define SEEDPICK_OTHER_METHODS(ROW) \
	ROW(random_any) \
	ROW(list) \
	ROW(given)

#endif
