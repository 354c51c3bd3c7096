/* SPDX-License-Identifier: MIT */
/* What the environment says of servers, and where files in buckets are. */
#include "web/file/remote.h"

#include "base/line.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define S3_SCHEME "s3://"

static bool
begins_with(const char *text, const char *start)
{
	return !strncasecmp(text, start, strlen(start));
}

bool
sp_is_remote(const char *path)
{
	return begins_with(path, "https://") || begins_with(path, "http://") ||
	       begins_with(path, S3_SCHEME);
}

const char *
sp_remote_setting(const char *name, const char *other, const char *usual)
{
	const char *value = getenv(name);

	if (other && (!value || !*value))
		value = getenv(other);
	return value && *value ? value : usual;
}

const char *
sp_remote_region(void)
{
	return sp_remote_setting("AWS_REGION", "AWS_DEFAULT_REGION",
				 "us-east-1");
}

/* Like Amazon's own programs, so that signatures agree. */
static void
add_key(struct sp_line *url, const char *key)
{
	static const char digits[] = "0123456789ABCDEF";

	for (; *key; key++) {
		unsigned char c = (unsigned char)*key;
		const char coded[3] = { '%', digits[c >> 4], digits[c & 15] };

		if (c < 128 && (isalnum(c) || strchr("-._~/", c)))
			sp_line_add_bytes(url, key, 1);
		else
			sp_line_add_bytes(url, coded, 3);
	}
}

/* A bucket is a name of a host, unless TLS would take its dots for more. */
static void
add_bucket(struct sp_line *url, struct sp_span bucket)
{
	const char *server = sp_remote_setting("AWS_ENDPOINT_URL_S3",
					       "AWS_ENDPOINT_URL", NULL);
	bool dots = memchr(bucket.text, '.', bucket.length);

	if (server) {
		size_t length = strlen(server);

		while (length && server[length - 1] == '/')
			length--;
		sp_line_add_bytes(url, server, length);
	} else {
		sp_line_add(url, "https://");
		if (!dots) {
			sp_line_add_span(url, bucket);
			sp_line_add(url, ".");
		}
		sp_line_format(url, "s3.%s.amazonaws.com", sp_remote_region());
	}
	if (server || dots) {
		sp_line_add(url, "/");
		sp_line_add_span(url, bucket);
	}
}

/* With other characters, what follows could be read as another server. */
static bool
is_bucket(struct sp_span name)
{
	for (size_t i = 0; i < name.length; i++)
		if (!isalnum((unsigned char)name.text[i]) &&
		    !strchr("-._", name.text[i]))
			return false;
	return name.length;
}

/*
 * Returns what follows a user's name and password in an address; NULL: it has
 * none.  Arguments are seen by other users, and kept in the stream.
 */
static const char *
after_user(const char *address)
{
	const char *server = strchr(address, ':') + strlen("://");
	size_t length = strcspn(server, "/?#");
	const char *at = memrchr(server, '@', length);

	return at ? at + 1 : NULL;
}

enum sp_status
sp_remote_url(const char *path, char **url, struct sp_error *err)
{
	struct sp_line line = SP_LINE_EMPTY;
	struct sp_span bucket;

	*url = NULL;
	if (!begins_with(path, S3_SCHEME)) {
		const char *server = after_user(path);

		if (server)
			return sp_fail(err, SP_USAGE, "%s: the address has a "
				       "user name, and the output would keep "
				       "it (use curl -n URL | ...)", server);
		sp_line_add(&line, path);
	} else {
		bucket.text = path + strlen(S3_SCHEME);
		bucket.length = strcspn(bucket.text, "/");
		if (!is_bucket(bucket) || !bucket.text[bucket.length] ||
		    !bucket.text[bucket.length + 1])
			return sp_fail(err, SP_IO, "%s: no file: write "
				       "s3://BUCKET/KEY", path);
		add_bucket(&line, bucket);
		add_key(&line, bucket.text + bucket.length);
	}
	*url = sp_line_take(&line);
	return *url ? SP_OK : sp_no_memory(err, path);
}
