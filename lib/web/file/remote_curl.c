/* SPDX-License-Identifier: MIT */
#include "web/file/remote.h"

#ifdef HAVE_CURL

#include "web/file/remote_curl.h"

#include <dlfcn.h>

/* It stays loaded: to load it again costs nothing. */
bool
sp_load_curl(struct sp_curl_calls *curl)
{
	void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
	bool good;

	if (!library)
		library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
	good = library;
	/* A pointer to a function cannot be assigned one to void. */
#define CURL_LOAD(name) \
	if (good) { \
		*(void **)&curl->name = dlsym(library, "curl_" #name); \
		good = curl->name; \
	}
	CURL_CALLS(CURL_LOAD)
	return good;
}

#endif
