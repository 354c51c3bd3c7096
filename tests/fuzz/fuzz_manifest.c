/* SPDX-License-Identifier: MIT */
/*
 * Manifests of parts: what is accepted is consistent, every page has a part,
 * and it is written back byte for byte.
 */
#include "fuzz.h"

#include "stream/section/manifest.h"

/* What is left of the input, which the output must repeat. */
struct expected {
	const uint8_t *at;
	size_t left;
};

static enum sp_status
compare(void *context, const void *bytes, size_t size, struct sp_error *err)
{
	struct expected *expected = context;

	(void)err;
	hold(size <= expected->left && !memcmp(bytes, expected->at, size));
	expected->at += size;
	expected->left -= size;
	return SP_OK;
}

static void
check_sums(const struct sp_manifest *manifest)
{
	uint64_t end = 0, links = 0;

	for (uint64_t i = 0; i < manifest->count; i++) {
		const struct sp_manifest_part *part = &manifest->parts[i];

		hold(part->first == end && part->end >= part->first);
		hold(links + part->basis.graph.links >= links);
		links += part->basis.graph.links;
		end = part->end;
		hold(part->basis.graph.pages == manifest->basis.graph.pages);
	}
	hold(end == manifest->basis.graph.pages);
	hold(links == manifest->basis.graph.links);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_manifest manifest = { 0 };
	struct expected expected = { data, size };
	struct sp_output output = { &expected, compare };
	struct sp_error err;
	char *path;

	if (!sp_manifest_parse((const char *)data, size, &manifest, &err)) {
		check_sums(&manifest);
		hold(!sp_manifest_write(&manifest, &output, &err));
		hold(!expected.left);
		path = sp_manifest_path("a/b", &manifest.parts[0]);
		hold(path && strstr(path, manifest.parts[0].file));
		free(path);
	}
	sp_manifest_free(&manifest);
	return 0;
}
