/* SPDX-License-Identifier: MIT */
/*
 * remote_curl.h - the functions of libcurl, which is loaded at run time.
 * Private to remote.c, and only where HAVE_CURL is defined.
 */
#ifndef SP_WEB_FILE_REMOTE_CURL_H
#define SP_WEB_FILE_REMOTE_CURL_H

#include <stdbool.h>

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define CURL_CALLS(CALL) \
	CALL(easy_init) CALL(easy_cleanup) CALL(easy_setopt) \
	CALL(easy_getinfo) CALL(easy_pause) CALL(easy_strerror) \
	CALL(multi_init) CALL(multi_cleanup) CALL(multi_add_handle) \
	CALL(multi_remove_handle) CALL(multi_perform) CALL(multi_poll) \
	CALL(multi_info_read) CALL(slist_append) CALL(slist_free_all)

#undef curl_easy_setopt
#undef curl_easy_getinfo
#define CURL_POINTER(name) __typeof__(curl_##name) *name;
struct sp_curl_calls {
	CURL_CALLS(CURL_POINTER)
};

/* Returns false if there is no libcurl, or not all of these are in it. */
bool sp_load_curl(struct sp_curl_calls *curl);

#endif
