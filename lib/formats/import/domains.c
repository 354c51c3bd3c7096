/* SPDX-License-Identifier: MIT */
#include "formats/import/domains.h"

#ifdef HAVE_LIBPSL

#include "base/memory.h"

#include <libpsl.h>
#include <stdlib.h>
#include <string.h>

/*
 * [IPv6], and digits and dots only: an address has no domain, but the list
 * would make one of its last two numbers.
 */
static bool
domains_is_address(const char *host, size_t length)
{
	if (length && *host == '[')
		return true;
	for (size_t i = 0; i < length; i++)
		if ((host[i] < '0' || host[i] > '9') && host[i] != '.')
			return false;
	return true;
}

enum sp_status
sp_find_domain(struct sp_span host, char *copy, struct sp_span *domain,
	       struct sp_error *err)
{
	const psl_ctx_t *list = psl_builtin();
	const char *found = NULL;

	if (!list)
		return sp_fail(err, SP_USAGE, "domains: libpsl has no list "
			       "of public suffixes built in");
	/* libpsl takes C strings: a NUL in a name would cut it. */
	if (host.length && !domains_is_address(host.text, host.length) &&
	    !memchr(host.text, '\0', host.length)) {
		memcpy(copy, host.text, host.length);
		copy[host.length] = '\0';
		found = psl_registrable_domain(list, copy);
	}
	/*
	 * A host without a registrable domain, as a public suffix itself,
	 * stands for itself.
	 */
	*domain = found ? (struct sp_span){ found, strlen(found) } : host;
	return SP_OK;
}

enum sp_status
sp_hosts_find_domains(struct sp_hosts *hosts, struct sp_error *err)
{
	char *copy = sp_alloc(SP_NAME_MAX + 1, 1);
	enum sp_status status = copy ? SP_OK : sp_no_memory(err, "domains");
	struct sp_span domain;

	for (uint64_t i = 0; i < hosts->names.count && !status; i++) {
		status = sp_find_domain(sp_names_span(&hosts->names, i), copy,
					&domain, err);
		if (!status)
			status = sp_names_add(&hosts->domains, domain.text,
					      domain.length, err);
	}
	free(copy);
	return status;
}

#else

enum sp_status
sp_find_domain(struct sp_span host, char *copy, struct sp_span *domain,
	       struct sp_error *err)
{
	(void)copy;
	*domain = host;
	return sp_fail(err, SP_USAGE,
		       "domains: built without the libpsl library");
}

enum sp_status
sp_hosts_find_domains(struct sp_hosts *hosts, struct sp_error *err)
{
	(void)hosts;
	return sp_fail(err, SP_USAGE,
		       "domains: built without the libpsl library");
}

#endif
