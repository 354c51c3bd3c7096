/* SPDX-License-Identifier: MIT */
/*
 * A checksum reveals bytes that changed on the server's disk or in a proxy,
 * which neither the length nor TLS does.  A value that is not valid counts as
 * missing, because servers write all kinds of things into these headers.
 */
#include "web/file/remote_sum.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#ifdef HAVE_MD
#include <dlfcn.h>
#include <md5.h>
#include <sha2.h>
#endif

static const size_t sizes[] = { [SP_SUM_MD5] = 16, [SP_SUM_SHA256] = 32 };

/* ---- what a head says ------------------------------------------------- */

/* The value of a digit of base64, or -1. */
static int
digit_of_base64(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static bool
decode_base64(struct sp_span value, uint8_t *bytes, size_t size)
{
	uint32_t bits = 0;
	unsigned held = 0;
	size_t used = 0, i = 0;

	if (value.length != (size + 2) / 3 * 4)
		return false;
	for (; i < value.length && value.text[i] != '='; i++) {
		int digit = digit_of_base64(value.text[i]);

		if (digit < 0)
			return false;
		bits = bits << 6 | (uint32_t)digit;
		held += 6;
		if (held < 8)
			continue;
		held -= 8;
		if (used == size)
			return false;
		bytes[used++] = (uint8_t)(bits >> held);
	}
	for (; i < value.length && value.text[i] == '='; i++)
		;
	return used == size && i == value.length;
}

void
sp_sum_of_base64(struct sp_remote_sum *sum, enum sp_sum_kind kind,
		 struct sp_span value)
{
	struct sp_remote_sum found = { .kind = kind };

	if (kind > sum->kind && decode_base64(value, found.bytes, sizes[kind]))
		*sum = found;
}

void
sp_sum_of_tag(struct sp_remote_sum *sum, struct sp_span value)
{
	struct sp_remote_sum found = { .kind = SP_SUM_MD5 };

	if (sum->kind || value.length != 34 || value.text[0] != '"' ||
	    value.text[33] != '"')
		return;
	for (size_t i = 0; i < 16; i++) {
		int high = sp_hex_value(value.text[1 + 2 * i]);
		int low = sp_hex_value(value.text[2 + 2 * i]);

		if (high < 0 || low < 0)
			return;
		found.bytes[i] = (uint8_t)(high << 4 | low);
	}
	*sum = found;
}

void
sp_sum_of_list(struct sp_remote_sum *sum, struct sp_span value)
{
	static const struct {
		const char *word;
		enum sp_sum_kind kind;
	} words[] = { { "md5=", SP_SUM_MD5 }, { "sha-256=", SP_SUM_SHA256 } };

	while (value.length) {
		struct sp_span item = sp_span_cut_at(&value, ',');

		while (item.length && *item.text == ' ')
			sp_span_cut(&item, 1);
		for (unsigned i = 0; i < 2; i++) {
			struct sp_span text = item;

			if (!sp_begins_word(item, words[i].word))
				continue;
			sp_span_cut(&text, strlen(words[i].word));
			if (text.length > 2 && text.text[0] == ':' &&
			    text.text[text.length - 1] == ':') {
				sp_span_cut(&text, 1);
				text.length--;
			}
			sp_sum_of_base64(sum, words[i].kind, text);
		}
	}
}

/* ---- what came -------------------------------------------------------- */

#ifdef HAVE_MD

#define MD_CALLS(CALL) \
	CALL(MD5Init) CALL(MD5Update) CALL(MD5Final) \
	CALL(SHA256Init) CALL(SHA256Update) CALL(SHA256Final)

#define MD_POINTER(name) __typeof__(name) *name;

struct sp_summing {
	struct { MD_CALLS(MD_POINTER) } md;
	struct sp_remote_sum wanted;
	union {
		MD5_CTX md5;
		SHA2_CTX sha;
	} state;
};

/* Loaded when it is needed, as libcurl is: few runs read from servers. */
static bool
load_md(struct sp_summing *summing)
{
	void *library = dlopen("libmd.so.0", RTLD_NOW | RTLD_LOCAL);
	bool good = library;

	/* A pointer to a function cannot be assigned one to void. */
#define MD_LOAD(name) \
	if (good) { \
		*(void **)&summing->md.name = dlsym(library, #name); \
		good = summing->md.name; \
	}
	MD_CALLS(MD_LOAD)
	return good;
}

struct sp_summing *
sp_summing_new(const struct sp_remote_sum *sum)
{
	struct sp_summing *summing = sum->kind ?
		sp_alloc_zero(1, sizeof(*summing)) : NULL;

	if (!summing || !load_md(summing)) {
		free(summing);
		return NULL;
	}
	summing->wanted = *sum;
	if (sum->kind == SP_SUM_MD5)
		summing->md.MD5Init(&summing->state.md5);
	else
		summing->md.SHA256Init(&summing->state.sha);
	return summing;
}

void
sp_summing_add(struct sp_summing *summing, const void *bytes, size_t size)
{
	if (!summing || !size)
		return;
	if (summing->wanted.kind == SP_SUM_MD5)
		summing->md.MD5Update(&summing->state.md5, bytes, size);
	else
		summing->md.SHA256Update(&summing->state.sha, bytes, size);
}

bool
sp_summing_agrees(struct sp_summing *summing)
{
	uint8_t bytes[SP_SUM_MOST];

	if (!summing)
		return true;
	if (summing->wanted.kind == SP_SUM_MD5)
		summing->md.MD5Final(bytes, &summing->state.md5);
	else
		summing->md.SHA256Final(bytes, &summing->state.sha);
	return !memcmp(bytes, summing->wanted.bytes,
		       sizes[summing->wanted.kind]);
}

#else

struct sp_summing *
sp_summing_new(const struct sp_remote_sum *sum)
{
	(void)sum;
	return NULL;
}

void
sp_summing_add(struct sp_summing *summing, const void *bytes, size_t size)
{
	(void)summing;
	(void)bytes;
	(void)size;
}

bool
sp_summing_agrees(struct sp_summing *summing)
{
	(void)summing;
	return true;
}

#endif

void
sp_summing_free(struct sp_summing *summing)
{
	free(summing);
}
