/* SPDX-License-Identifier: MIT */
/*
 * The normal form of a host: %XX undone, lower case, punycode; hosts that no
 * name server can have are refused.  Numbers are only recognised here
 * ("number"), and calculated in url_calculate.c when the whole URL is there.
 *
 * Being strict has a reason: each wrong host would be a page of its own in the
 * graph, mostly from templates and scripts ("http://{{host}}/"), and a seed
 * that no crawler can fetch.
 */
#include "base/ascii.h"
#include "web/page/url.h"
#include "web/page/url_parts.h"

#include "web/page/idn.h"

#include <arpa/inet.h>
#include <stdio.h>

/* ---- IPv6 ------------------------------------------------------------- */

#define IPV6_PARTS 8

/*
 * The first of the longest runs of zeros; length 0 if none has two: RFC 5952,
 * 4.2.
 */
static void
find_zeros(const unsigned parts[IPV6_PARTS], int *start, int *length)
{
	int run = 0;

	*start = *length = 0;
	for (int i = 0; i < IPV6_PARTS; i++) {
		run = parts[i] ? 0 : run + 1;
		if (run > 1 && run > *length) {
			*length = run;
			*start = i + 1 - run;
		}
	}
}

/* As in RFC 5952, but never with an IPv4 address in it (inet_ntop() does). */
static size_t
write_ipv6(const uint8_t bytes[16], char *host)
{
	unsigned parts[IPV6_PARTS];
	int zeros, length;
	char *to = host;

	for (int i = 0; i < IPV6_PARTS; i++)
		parts[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
	find_zeros(parts, &zeros, &length);
	*to++ = '[';
	for (int i = 0; i < IPV6_PARTS; i++) {
		if (length && i == zeros) {
			*to++ = ':';
			if (!i)
				*to++ = ':';
			i += length - 1;
			continue;
		}
		to += snprintf(to, 6, i + 1 < IPV6_PARTS ? "%x:" : "%x",
			       parts[i]);
	}
	*to++ = ']';
	return (size_t)(to - host);
}

static bool
normal_ipv6(const char *text, size_t size, char *host, size_t *length)
{
	char address[INET6_ADDRSTRLEN + 1];
	uint8_t bytes[16];

	/* inet_pton() takes C strings: a NUL would cut it. */
	if (size < 2 || text[size - 1] != ']' ||
	    size - 2 >= sizeof(address) || memchr(text, '\0', size))
		return false;
	memcpy(address, text + 1, size - 2);
	address[size - 2] = '\0';
	if (inet_pton(AF_INET6, address, bytes) != 1)
		return false;
	*length = write_ipv6(bytes, host);
	return true;
}

/* ---- names and IPv4 --------------------------------------------------- */

/*
 * Copies the host, with %XX undone and letters in lower case.  The caller has
 * checked that it has at most SP_NAME_MAX bytes, which host has room for.
 */
static size_t
undo_escapes(const char *text, size_t size, char *host, bool *ascii)
{
	unsigned char bytes = 0;
	size_t length = 0;

	for (size_t i = 0; i < size; i++) {
		char c = text[i];

		if (c == '%' && size - i > 2 &&
		    sp_hex_value(text[i + 1]) >= 0 &&
		    sp_hex_value(text[i + 2]) >= 0) {
			c = (char)(sp_hex_value(text[i + 1]) << 4 |
				   sp_hex_value(text[i + 2]));
			i += 2;
		}
		bytes |= (unsigned char)c;
		host[length++] = sp_to_small(c);
	}
	*ascii = bytes < 0x80;
	return length;
}

/*
 * Checks labels and characters: letters, digits, "-" and "_" are what the names
 * of hosts have; what else stands in links was to be filled in by a script
 * ("http://{{host}}/").  *last is where the last label begins.
 */
static bool
is_domain(const char *host, size_t length, size_t *last)
{
	size_t start = 0;

	if (!length || length > SP_URL_DOMAIN_MAX)
		return false;
	for (size_t i = 0; i < length; i++) {
		char c = host[i];

		if (c == '.') {
			if (i == start || i - start > SP_URL_LABEL_MAX)
				return false;
			start = i + 1;
		} else if (!sp_is_digit(c) && (c < 'a' || c > 'z') &&
			   c != '-' && c != '_') {
			return false;
		}
	}
	*last = start;
	return length > start && length - start <= SP_URL_LABEL_MAX;
}

/*
 * Is the label digits, or "0x" and hexadecimal digits, if any?  The standard
 * takes a host for an address by its last label alone.
 */
static bool
url_host_is_number(const char *label, size_t length)
{
	size_t i = 0;

	while (i < length && sp_is_digit(label[i]))
		i++;
	if (i == length)
		return true;
	if (length < 2 || label[0] != '0' || label[1] != 'x')
		return false;
	for (i = 2; i < length && sp_hex_value(label[i]) >= 0;)
		i++;
	return i == length;
}

/*
 * Steps in the order of the standard: escapes are undone first, as they may
 * hide any character, then Unicode becomes punycode, and only then labels are
 * checked.
 */
bool
sp_url_normal_host(const char *text, size_t size, char host[SP_NAME_MAX],
		   size_t *length, bool *number,
		   bool *short_of_memory)
{
	bool ascii, valid = true;
	size_t last;

	*number = false;
	if (size > SP_NAME_MAX)
		return false;
	if (size && *text == '[')
		return normal_ipv6(text, size, host, length);
	*length = undo_escapes(text, size, host, &ascii);
	if (!ascii)
		*length = sp_idn_to_ascii(host, *length, &valid,
					  short_of_memory);
	/*
	 * One dot, not more: "a.." ends with an empty label, which is_domain()
	 * refuses.
	 */
	if (*length && host[*length - 1] == '.')
		--*length;
	if (!valid || !is_domain(host, *length, &last))
		return false;
	*number = url_host_is_number(host + last, *length - last);
	return true;
}

/* ---- hosts as they stand ---------------------------------------------- */

/* Zeros in front are taken for octal by some. */
bool
sp_url_is_ipv4(struct sp_span host)
{
	unsigned parts = 0, value = 0;
	size_t digits = 0;

	for (size_t i = 0; i < host.length; i++) {
		char c = host.text[i];

		if (c == '.') {
			if (!digits)
				return false;
			parts++;
			digits = 0;
			value = 0;
			continue;
		}
		if (!sp_is_digit(c) || (digits && !value))
			return false;
		value = value * 10 + (unsigned)(c - '0');
		digits++;
		if (value > 255)
			return false;
	}
	return parts == 3 && digits;
}

/* A host with escapes is one that other programs may not undo. */
bool
sp_url_is_host(struct sp_span host, bool *short_of_memory)
{
	char normal[SP_NAME_MAX];
	size_t length;
	bool number;

	if (!host.length || memchr(host.text, '%', host.length) ||
	    !sp_url_normal_host(host.text, host.length, normal, &length,
				&number, short_of_memory))
		return false;
	return !number || sp_url_is_ipv4(host);
}
