/* SPDX-License-Identifier: MIT */
#include "formats/export/formats.h"

#define POINT_AT_FORMAT(NAME, name) [SP_EXPORT_##NAME] = &sp_export_##name,
const struct sp_export_format *const sp_export_formats[SP_EXPORT_COUNT] = {
	SP_EXPORT_FORMATS(POINT_AT_FORMAT)
};
