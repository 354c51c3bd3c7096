/* SPDX-License-Identifier: MIT */
/*
 * What needs calculation in a URL: IPv4 addresses, ports and dot segments, as
 * url.spec.whatwg.org and RFC 3986, 5.2.4 have them.  The URL is put together
 * with all of that as it was written, and changed in place here; most URLs
 * never come here.
 *
 * libcurl could do it, and once did: but it takes 11 ms and 24 libraries to
 * load, in filters that run in milliseconds.  The tests compare these functions
 * with it.
 *
 * Every step makes the text shorter or leaves its length, except an address:
 * "7" becomes "0.0.0.7".  So host and port are written aside (authority), the
 * path is shortened where it is, and then both are moved to their places.
 */
#include "base/ascii.h"
#include "web/page/url_parts.h"

#include "base/number.h"

#include <stdio.h>

#define IPV4_PARTS 4

/*
 * A decimal, octal (0) or hexadecimal (0x) number; "0x" alone is 0, as the
 * standard says.  The value is compared with 2^32 before each digit, so that it
 * cannot overflow 64 bits, however many digits there are.
 */
static bool
parse_part(const char *text, size_t length, uint64_t *value)
{
	unsigned base = 10;

	*value = 0;
	if (!length || !sp_is_digit(*text))
		return false;
	if (length > 1 && *text == '0') {
		base = text[1] == 'x' ? 16 : 8;
		text += base == 16 ? 2 : 1;
		length -= base == 16 ? 2 : 1;
	}
	for (size_t i = 0; i < length; i++) {
		int digit = sp_hex_value(text[i]);

		if (digit < 0 || (unsigned)digit >= base ||
		    *value > UINT32_MAX)
			return false;
		*value = *value * base + (unsigned)digit;
	}
	return *value <= UINT32_MAX;
}

/*
 * One to four numbers, of which the last has all bytes that the others leave.
 * Returns the length of the address; 0 if it is none.
 */
static size_t
write_ipv4(const char *host, size_t length, char address[16])
{
	uint64_t parts[IPV4_PARTS] = { 0 }, bytes = 0;
	unsigned count = 0;

	for (size_t i = 0, start = 0; i <= length; i++) {
		if (i < length && host[i] != '.')
			continue;
		if (count == IPV4_PARTS ||
		    !parse_part(host + start, i - start, &parts[count++]))
			return 0;
		start = i + 1;
	}
	for (unsigned i = 0; i + 1 < count; i++) {
		if (parts[i] > 255)
			return 0;
		bytes |= parts[i] << (24 - 8 * i);
	}
	/* count is 1 to 4 here, and the shift 8 to 32, of 64 bits. */
	if (parts[count - 1] >> (32 - 8 * (count - 1)))
		return 0;
	bytes |= parts[count - 1];
	return (size_t)snprintf(address, 16, "%u.%u.%u.%u",
				(unsigned)(bytes >> 24 & 255),
				(unsigned)(bytes >> 16 & 255),
				(unsigned)(bytes >> 8 & 255),
				(unsigned)(bytes & 255));
}

/* Writes ":PORT" unless it is that of the scheme; false if it is none. */
static bool
write_port(const char *text, size_t width, bool secure, char port[8],
	   size_t *length)
{
	uint64_t number;

	*length = 0;
	if (!width)
		return true;
	while (width > 1 && *text == '0') {
		text++;
		width--;
	}
	if (!sp_parse_uint(text, width, &number) || number > UINT16_MAX)
		return false;
	if (number != (secure ? 443 : 80))
		*length = (size_t)snprintf(port, 8, ":%u", (unsigned)number);
	return true;
}

/*
 * Removes "." and ".." from a path that begins with "/". to is never beyond at,
 * so that a segment moves to the left or stays.  ".." at the root is dropped,
 * as nothing is above it.
 */
static size_t
remove_dots(char *path, size_t length)
{
	size_t to = 0, at = 0, end;

	for (; at < length; at = end) {
		size_t width;

		for (end = at + 1; end < length && path[end] != '/';)
			end++;
		width = end - at - 1;
		if (width == 2 && path[at + 1] == '.' && path[at + 2] == '.') {
			/*
			 * Back to the "/" that the last kept segment begins
			 * with.
			 */
			while (to && path[--to] != '/')
				;
		} else if (width != 1 || path[at + 1] != '.') {
			memmove(path + to, path + at, end - at);
			to += end - at;
			continue;
		}
		/* What was a folder stays one. */
		if (end == length)
			path[to++] = '/';
	}
	if (!to)
		path[to++] = '/';
	return to;
}

bool
sp_url_calculate(struct sp_url_text *url, bool secure, bool number, bool *bad)
{
	size_t start = secure ? sizeof("https://") - 1 : sizeof("http://") - 1;
	char authority[SP_URL_DOMAIN_MAX + 16], *host, *path, *colon, *end;
	size_t length, width, port;

	/*
	 * For an address that is longer than "7"; before the pointers are
	 * taken, as the text may move.
	 */
	if (!sp_url_room(url, sizeof("255.255.255.255")))
		return false;
	host = url->bytes + start;
	end = url->bytes + url->length;
	path = memchr(host, '/', (size_t)(end - host));
	/* No URL of url.c is like that, but a base comes from its caller. */
	*bad = !path;
	if (*bad)
		return true;
	colon = *host == '[' ? memchr(host, ']', (size_t)(path - host)) : host;
	colon = colon ? memchr(colon, ':', (size_t)(path - colon)) : NULL;
	length = (size_t)((colon ? colon : path) - host);
	/*
	 * The host of a base was not checked by url.c and may have any length;
	 * authority has room for the longest valid host and a port.
	 */
	if (length > SP_URL_DOMAIN_MAX)
		length = 0;
	else if (number)
		length = write_ipv4(host, length, authority);
	else
		memcpy(authority, host, length);
	width = colon ? (size_t)(path - colon) - 1 : 0;
	*bad = !length ||
	       !write_port(width ? colon + 1 : "", width, secure,
				      authority + length, &port);
	if (*bad)
		return true;
	length += port;
	width = remove_dots(path, (size_t)(end - path));
	memmove(host + length, path, width);
	memcpy(host, authority, length);
	url->length = start + length + width;
	return true;
}
