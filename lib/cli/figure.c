/* SPDX-License-Identifier: MIT */
#include "cli/figure.h"

#include "base/number.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define INCH 72.0 /* points */
#define CM (INCH / 2.54)
#define PX (INCH / 96)
#define SIDE_LEAST (2 * CM)
#define SIDE_MOST (100 * CM)

static const char *
suffix_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');

	return dot ? dot + 1 : "";
}

enum sp_status
figure_type_of(const char *path, enum figure_type *type, struct sp_error *err)
{
	static const char *const known[] = { "png", "svg", "pdf" };
	static const char *const other[] = {
		"jpg", "jpeg", "gif", "eps", "ps", "bmp", "tif", "tiff",
		"webp", "svgz", "emf", "wmf", "ppm", "xpm", "ico", "heic"
	};
	const char *suffix = path ? suffix_of(path) : "";

	*type = FIGURE_NONE;
	for (unsigned i = 0; i < FIGURE_NONE; i++)
		if (!strcasecmp(suffix, known[i]))
			*type = (enum figure_type)i;
	for (unsigned i = 0; i < sizeof(other) / sizeof(*other); i++)
		if (!strcasecmp(suffix, other[i]))
			return sp_fail(err, SP_USAGE, "%s: figures cannot be "
				       "drawn as %s: end the name in .png, "
				       ".svg or .pdf", path, other[i]);
	return SP_OK;
}

/* One side; *pixels is set if its unit is px. */
static bool
parse_side(const char *text, size_t length, double *points, bool *pixels)
{
	static const struct { const char *name; double points; } units[] = {
		{ "cm", CM }, { "mm", CM / 10 }, { "in", INCH }, { "pt", 1 },
		{ "px", PX }
	};

	for (unsigned i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (length < 3 || memcmp(text + length - 2, units[i].name, 2))
			continue;
		*pixels |= units[i].points == PX;
		if (!sp_parse_double(text, length - 2, points))
			return false;
		*points *= units[i].points;
		return true;
	}
	return false;
}

/*
 * Pixels are those of CSS, 96 to the inch, and make an image of exactly that
 * many.
 */
enum sp_status
figure_size_parse(const char *text, struct figure_size *size,
		  struct sp_error *err)
{
	size_t first = strcspn(text, ",");
	bool pixels = false;

	if (!text[first] ||
	    !parse_side(text, first, &size->width, &pixels) ||
	    !parse_side(text + first + 1, strlen(text + first + 1),
			&size->height, &pixels))
		return sp_fail(err, SP_USAGE, "option --size: \"%s\" is not a "
			       "width and height with units, such as 8cm,6cm "
			       "(cm, mm, in, pt or px)", text);
	/* Written so that NaN fails, too. */
	if (!(size->width >= SIDE_LEAST && size->width <= SIDE_MOST &&
	      size->height >= SIDE_LEAST && size->height <= SIDE_MOST))
		return sp_fail(err, SP_USAGE, "option --size: \"%s\" has a "
			       "side below 2 cm or above 100 cm", text);
	size->dpi = pixels ? 96 : 300;
	return SP_OK;
}
