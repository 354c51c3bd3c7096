/* SPDX-License-Identifier: MIT */
/*
 * figure.h - what kind of image a file is, by its name, and how large.
 */
#ifndef SP_CLI_FIGURE_H
#define SP_CLI_FIGURE_H

#include "base/status.h"

/* In the order of the choices "png|svg|pdf". */
enum figure_type { FIGURE_PNG, FIGURE_SVG, FIGURE_PDF, FIGURE_NONE };

/*
 * The type by the suffix of a path, in any case; FIGURE_NONE for every other
 * suffix, for NULL and for "-".  SP_USAGE for the suffix of an image of
 * another type, such as .jpg or .eps.
 */
enum sp_status figure_type_of(const char *path, enum figure_type *type,
			      struct sp_error *err);

/* In points, 72 an inch.  Pixels of a PNG: points * dpi / 72. */
struct figure_size {
	double width, height;
	double dpi;
};

/* Two columns of a paper wide. */
#define FIGURE_SIZE_DEFAULT { 16 / 2.54 * 72, 9 / 2.54 * 72, 300 }

/*
 * Parses "WIDTH,HEIGHT", numbers with cm, mm, in, pt or px (96 an inch).  With
 * px a PNG has these pixels, otherwise 300 an inch.  SP_USAGE for anything
 * else, and for a side below 2 cm or above 1 m.
 */
enum sp_status figure_size_parse(const char *text, struct figure_size *size,
				 struct sp_error *err);

#endif
