/* SPDX-License-Identifier: MIT */
/*
 * A header and a page: the charset that is found is known, and the text is
 * valid UTF-8 of a limited size, the same when it is decoded again.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "web/page/charset.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t length = (size_t)fuzz_take(&data, &size, 1);
	struct sp_span type = { (const char *)data, length };
	struct sp_charset_text text = { 0 };
	struct sp_span page;
	struct sp_error err;
	const char *name;

	if (length > size)
		type.length = size;
	page = (struct sp_span){ (const char *)data + type.length,
				 size - type.length };
	name = sp_charset_find(type, page);
	hold(name != NULL);
	hold(!strcmp(sp_charset_of((struct sp_span){ name, strlen(name) }),
		     name));
	for (int i = 0; i < 2; i++) {
		hold(!sp_charset_decode(name, page, &text, &err));
		hold(sp_utf8_valid(text.utf8) == text.utf8.length);
		hold(text.utf8.length <= 4 * page.length + 4);
		hold(text.wrong <= text.utf8.length / 3);
	}
	sp_charset_text_free(&text);
	return 0;
}
