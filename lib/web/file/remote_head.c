/* SPDX-License-Identifier: MIT */
#include "web/file/remote_head.h"

#include "base/number.h"
#include "base/span.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The value of a line of the head if it is this one, without blanks. */
static bool
head_value(const char *line, size_t length, const char *name,
	   struct sp_span *value)
{
	size_t prefix = strlen(name);

	if (length < prefix || strncasecmp(line, name, prefix))
		return false;
	for (line += prefix, length -= prefix;
	     length && isspace((unsigned char)*line); line++)
		length--;
	while (length && isspace((unsigned char)line[length - 1]))
		length--;
	*value = (struct sp_span){ line, length };
	return true;
}

/* "bytes 100-199/200"; where there are no bytes, a star in place of these. */
static void
head_range(struct sp_remote_head *head, struct sp_span value)
{
	const char *dash = memchr(value.text, '-', value.length);
	const char *slash = memchr(value.text, '/', value.length);

	if (value.length < 6 || strncasecmp(value.text, "bytes ", 6) ||
	    !slash ||
	    !sp_parse_uint(slash + 1,
			   value.length - (size_t)(slash + 1 - value.text),
			   &head->total))
		head->total = UINT64_MAX;
	else if (dash &&
		 !sp_parse_uint(value.text + 6, (size_t)(dash - value.text) - 6,
				&head->first))
		head->first = UINT64_MAX;
}

static void
head_validator(struct sp_remote_head *head, struct sp_span value, bool tag)
{
	/* A weak tag does not promise the same bytes. */
	if (value.length >= sizeof(head->validator) || (head->tagged && !tag) ||
	    (tag && value.length >= 2 && !memcmp(value.text, "W/", 2)))
		return;
	memcpy(head->validator, value.text, value.length);
	head->validator[value.length] = '\0';
	head->tagged = tag;
}

/* A server that gives two lengths could mean either. */
static void
head_length(struct sp_remote_head *head, struct sp_span value)
{
	if (value.length >= sizeof(head->length) ||
	    (*head->length &&
	     (strlen(head->length) != value.length ||
	      memcmp(head->length, value.text, value.length))))
		head->lengths_differ = true;
	else
		memcpy(head->length, value.text, value.length);
}

/*
 * Checksums are those of RFC 9530, RFC 3230, HTTP/1.0 and Google, which has
 * them of the bytes that it stores, whatever it sends.  The ETag of a bucket is
 * one unless a key of the customer encrypts the file.
 */
static void
head_sum(struct sp_remote_head *head, const char *line, size_t length)
{
	struct sp_span value;

	if (head_value(line, length, "Content-MD5:", &value))
		sp_sum_of_base64(&head->sum, SP_SUM_MD5, value);
	else if (head_value(line, length, "Repr-Digest:", &value) ||
		 head_value(line, length, "Digest:", &value) ||
		 head_value(line, length, "X-Goog-Hash:", &value))
		sp_sum_of_list(&head->sum, value);
	else if (head_value(line, length, "X-Goog-Stored-Content-Encoding:",
			    &value))
		head->other_bytes |= value.length != 8 ||
				     strncasecmp(value.text, "identity", 8);
	else if (head_value(line, length, "X-Amz-Server-Side-Encryption:",
			    &value))
		head->other_bytes |= value.length != 6 ||
				     strncasecmp(value.text, "AES256", 6);
	else if (head_value(line, length, "X-Amz-Server-Side-Encryption-"
			    "Customer-Algorithm:", &value))
		head->other_bytes = true;
}

void
sp_remote_head_line(struct sp_remote_head *head, const char *line,
		    size_t length)
{
	struct sp_span value;

	if (head_value(line, length, "HTTP/", &value))
		*head = (struct sp_remote_head){ .first = UINT64_MAX,
						 .total = UINT64_MAX };
	else if (head_value(line, length, "ETag:", &value))
		head_validator(head, value, true);
	else if (head_value(line, length, "Last-Modified:", &value))
		head_validator(head, value, false);
	else if (head_value(line, length, "Content-Length:", &value))
		head_length(head, value);
	else if (head_value(line, length, "Content-Range:", &value))
		head_range(head, value);
	else if (head_value(line, length, "Transfer-Encoding:", &value))
		head->chunked = value.length == 7 &&
				!strncasecmp(value.text, "chunked", 7);
	else
		head_sum(head, line, length);
}
