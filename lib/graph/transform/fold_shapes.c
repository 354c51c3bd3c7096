/* SPDX-License-Identifier: MIT */
/* What becomes of hosts and shapes where each shape becomes a page. */
#include "graph/transform/fold.h"

#include "base/memory.h"

#include <stdlib.h>

#define NOT_YET UINT32_MAX

/* Copies a host with its domain; its number is the next. */
static enum sp_status
fold_copy_host(const struct sp_hosts *hosts, uint64_t host,
	       struct sp_hosts *made, struct sp_error *err)
{
	size_t length;
	const char *text = sp_names_get(&hosts->names, host, &length);

	if (sp_names_add(&made->names, text, length, err))
		return err->status;
	if (!hosts->domains.count)
		return SP_OK;
	text = sp_names_get(&hosts->domains, host, &length);
	return sp_names_add(&made->domains, text, length, err);
}

/* In the order of the units, which is that of the pages: as hosts must be. */
enum sp_status
sp_fold_shape_hosts(const struct sp_fold *fold, const struct sp_hosts *hosts,
		    struct sp_hosts *made, struct sp_error *err)
{
	uint32_t *numbers = sp_alloc(hosts->names.count, sizeof(*numbers));
	enum sp_status status = numbers ? SP_OK :
					  sp_no_memory(err, "the hosts");

	for (uint64_t host = 0; numbers && host < hosts->names.count; host++)
		numbers[host] = NOT_YET;
	for (uint64_t unit = 0; !status && unit < fold->count; unit++) {
		uint32_t host = hosts->host_of[fold->first[unit]];

		if (host >= hosts->names.count) {
			status = sp_fail(err, SP_DATA, "page %" PRIu32 ": no "
					 "such host", fold->first[unit]);
			break;
		}
		if (numbers[host] == NOT_YET) {
			numbers[host] = (uint32_t)made->names.count;
			status = fold_copy_host(hosts, host, made, err);
		}
		if (!status)
			status = sp_hosts_add(made, numbers[host], err);
	}
	free(numbers);
	return status;
}

enum sp_status
sp_fold_shapes(const struct sp_fold *fold, const struct sp_shapes *shapes,
	       struct sp_shapes *made, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	made->traps = sp_alloc(fold->count, sizeof(*made->traps));
	made->shape_of = sp_alloc(fold->count, sizeof(*made->shape_of));
	if (!made->traps || !made->shape_of)
		return sp_no_memory(err, "shapes");
	made->pages = fold->count;
	for (uint64_t unit = 0; !status && unit < fold->count; unit++) {
		uint32_t shape = fold->group_of[unit];
		struct sp_span text;

		made->shape_of[unit] = SP_NO_SHAPE;
		if (shape == SP_NO_SHAPE)
			continue;
		text = sp_shape_text(shapes, shape);
		made->traps[made->count] = shapes->traps ?
			shapes->traps[shape] : (uint8_t)SP_TRAP_NONE;
		made->shape_of[unit] = (uint32_t)made->count++;
		status = sp_names_add(&made->patterns, text.text, text.length,
				      err);
	}
	return status;
}
