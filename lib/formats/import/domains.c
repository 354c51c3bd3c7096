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

static enum sp_status
domains_add_domain(struct sp_hosts *hosts, const psl_ctx_t *list,
		   const char *host, size_t length, char *copy,
		   struct sp_error *err)
{
	const char *domain = NULL;

	/* libpsl takes C strings: a NUL in a name would cut it. */
	if (!domains_is_address(host, length) && !memchr(host, '\0', length)) {
		memcpy(copy, host, length);
		copy[length] = '\0';
		domain = psl_registrable_domain(list, copy);
	}
	/*
	 * A host without a registrable domain, as a public suffix itself,
	 * stands for itself.
	 */
	if (!domain)
		return sp_names_add(&hosts->domains, host, length, err);
	return sp_names_add(&hosts->domains, domain, strlen(domain), err);
}

enum sp_status
sp_hosts_find_domains(struct sp_hosts *hosts, struct sp_error *err)
{
	const psl_ctx_t *list = psl_builtin();
	char *copy;
	enum sp_status status = SP_OK;

	if (!list)
		return sp_fail(err, SP_USAGE, "domains: libpsl has no list "
			       "of public suffixes built in");
	copy = sp_alloc(SP_NAME_MAX + 1, 1);
	if (!copy)
		return sp_no_memory(err, "domains");
	for (uint64_t i = 0; i < hosts->names.count && !status; i++) {
		size_t length;
		const char *host = sp_names_get(&hosts->names, i, &length);

		status = domains_add_domain(hosts, list, host, length, copy,
					    err);
	}
	free(copy);
	return status;
}

#else

enum sp_status
sp_hosts_find_domains(struct sp_hosts *hosts, struct sp_error *err)
{
	(void)hosts;
	return sp_fail(err, SP_USAGE,
		       "domains: built without the libpsl library");
}

#endif
