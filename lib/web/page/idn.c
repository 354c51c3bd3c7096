/* SPDX-License-Identifier: MIT */
#include "web/page/idn.h"

#include "graph/hosts.h"

#ifdef HAVE_LIBIDN2

#include <idn2.h>
#include <string.h>

/*
 * A name has at most 253 bytes in ASCII, which no spelling of more than this
 * many bytes gives: four a character, and labels of at most 63 characters.
 * What is longer never reaches the library, whose time grows with the length.
 */
#define SPELLING_MAX 1024

size_t
sp_idn_to_ascii(char host[SP_NAME_MAX], size_t length, bool *valid,
		bool *short_of_memory)
{
	uint8_t spelling[SPELLING_MAX + 1], *ascii = NULL;
	int result;

	*valid = false;
	/* libidn2 takes C strings: a NUL in a name would cut it. */
	if (length > SPELLING_MAX || memchr(host, '\0', length))
		return length;
	memcpy(spelling, host, length);
	spelling[length] = 0;
	result = idn2_lookup_u8(spelling, &ascii,
				IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
	*short_of_memory |= result == IDN2_MALLOC;
	if (result == IDN2_OK) {
		size_t found = strlen((const char *)ascii);

		/* The caller removed a dot that is ASCII. */
		if (found && ascii[found - 1] == '.' &&
		    spelling[length - 1] != '.')
			found--;
		if (found) {
			memcpy(host, ascii, found);
			length = found;
			*valid = true;
		}
	}
	idn2_free(ascii);
	return length;
}

#else

size_t
sp_idn_to_ascii(char host[SP_NAME_MAX], size_t length, bool *valid,
		bool *short_of_memory)
{
	(void)host, (void)short_of_memory;
	*valid = false;
	return length;
}

#endif

size_t
sp_url_ascii_host(struct sp_span url, char host[SP_NAME_MAX],
		  bool *short_of_memory)
{
	bool ascii, valid;
	size_t length = sp_url_host(url.text, url.length, host, &ascii);

	return ascii ? length : sp_idn_to_ascii(host, length, &valid,
						short_of_memory);
}
