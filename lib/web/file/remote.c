/* SPDX-License-Identifier: MIT */
/*
 * An answer is what comes for one request.  Before its first byte is taken, its
 * head must say that it goes on where the answer before it broke off, in the
 * same file: by a part that begins there, or by the whole file, whose first
 * bytes are dropped.  libcurl calls back only during sp_remote_open() and
 * sp_remote_read(); bytes that the caller has not asked for yet wait in a
 * buffer, and a full buffer pauses the transfer.
 */
#include "web/file/remote.h"

#ifdef HAVE_CURL

#include "base/line.h"
#include "base/memory.h"
#include "base/number.h"
#include "web/file/remote_curl.h"
#include "web/file/remote_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define REMOTE_ROOM ((size_t)1 << 20)
#define REMOTE_TRIES 5 /* without a byte in between */
#define REMOTE_REDIRECTS 10L
/* S3 wants the digest of what is sent, which old libcurls leave out. */
#define SHA256_OF_NOTHING \
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/* ---- one file --------------------------------------------------------- */

struct sp_remote {
	struct sp_curl_calls curl;
	char *name;         /* as it was given, for messages */
	char *url;          /* where it is asked for */
	bool bucket;
	uint64_t patience;  /* seconds */
	CURL *easy;
	CURLM *multi;
	struct curl_slist *headers;
	char range[32], reason[CURL_ERROR_SIZE];
	/* Of the answer that is arriving, and of the first one. */
	struct sp_remote_head head, begun;
	bool checked;       /* the head was */
	bool wanted;        /* what follows it is of the file */
	uint64_t skip;      /* bytes of the answer that are there already */
	uint64_t received;  /* of the file, so far */
	struct sp_summing *summing; /* of these; NULL: no checksum is given */
	uint8_t *room;      /* REMOTE_ROOM bytes, those from at to end wait */
	size_t at, end;
	unsigned tries;     /* since the last byte */
	bool running, paused, done;
	struct sp_error fault; /* found in a head; status SP_OK: none */
};

/* ---- heads ------------------------------------------------------------ */

static size_t
remote_take_head(char *line, size_t size, size_t count, void *context)
{
	struct sp_remote *remote = context;

	(void)size;
	sp_remote_head_line(&remote->head, line, count);
	return count;
}

static enum sp_status
remote_fail(struct sp_remote *remote, const char *why)
{
	return sp_fail(&remote->fault, SP_IO, "%s: %s", remote->name, why);
}

static long
answer_status(const struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	long status = 0;

	curl->easy_getinfo(remote->easy, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

/* Is it the rest of the file that was begun, and where does it begin? */
static void
check_rest(struct sp_remote *remote)
{
	const struct sp_remote_head *head = &remote->head;
	struct sp_remote_head *begun = &remote->begun;
	bool part = head->first != UINT64_MAX;

	/* Chunks do not say the length, but a part of the file does. */
	if (begun->total == UINT64_MAX)
		begun->total = head->total;
	if (!*begun->validator)
		(void)remote_fail(remote, "the transfer broke off, and cannot "
				  "go on: the server gives no ETag or date");
	else if (strcmp(head->validator, begun->validator) ||
		 head->total != begun->total)
		(void)remote_fail(remote, "the file changed while it was read");
	else if (part && head->first != remote->received)
		(void)remote_fail(remote, "the server sent another part than "
					  "it was asked for");
	remote->skip = part ? 0 : remote->received;
}

/* A try before this one may have begun, too, and got no byte. */
static void
begin_sum(struct sp_remote *remote)
{
	struct sp_remote_head *begun = &remote->begun;
	const struct sp_span tag = { begun->validator,
				     strlen(begun->validator) };

	sp_summing_free(remote->summing);
	if (remote->bucket && begun->tagged)
		sp_sum_of_tag(&begun->sum, tag);
	remote->summing = begun->other_bytes ? NULL :
					       sp_summing_new(&begun->sum);
}

static void
check_answer(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	struct sp_remote_head *head = &remote->head;
	long status = answer_status(remote);
	curl_off_t length = -1;

	remote->checked = true;
	remote->wanted = status == 200 || status == 206;
	if (!remote->wanted)
		return;
	curl->easy_getinfo(remote->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
			   &length);
	if (status == 200) {
		head->first = UINT64_MAX;
		head->total = length < 0 || head->lengths_differ ?
				      UINT64_MAX : (uint64_t)length;
	}
	if (remote->received) {
		check_rest(remote);
	} else if (status == 206) {
		(void)remote_fail(remote, "the server sent a part of the file, "
					  "which it was not asked for");
	} else {
		remote->begun = *head;
		remote->skip = 0;
		begin_sum(remote);
	}
}

/* ---- bytes ------------------------------------------------------------ */

static size_t
remote_take_bytes(char *bytes, size_t size, size_t count, void *context)
{
	struct sp_remote *remote = context;
	size_t drop;

	(void)size;
	if (!remote->checked)
		check_answer(remote);
	if (remote->fault.status)
		return count + 1; /* ends the transfer */
	if (!remote->wanted)
		return count;
	if (count > REMOTE_ROOM - remote->end) {
		remote->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	drop = remote->skip < count ? (size_t)remote->skip : count;
	remote->skip -= drop;
	memcpy(remote->room + remote->end, bytes + drop, count - drop);
	sp_summing_add(remote->summing, bytes + drop, count - drop);
	remote->end += count - drop;
	remote->received += count - drop;
	if (count > drop)
		remote->tries = 0;
	return count;
}

/* ---- requests --------------------------------------------------------- */

static bool
add_header(struct sp_remote *remote, const char *name, const char *value)
{
	const struct sp_curl_calls *curl = &remote->curl;
	struct sp_line line = SP_LINE_EMPTY;
	struct curl_slist *longer = NULL;
	char *text;

	sp_line_add(&line, name);
	sp_line_add(&line, value);
	text = sp_line_take(&line);
	if (text)
		longer = curl->slist_append(remote->headers, text);
	free(text);
	remote->headers = longer ? longer : remote->headers;
	return longer;
}

/* If the file is another one by now, all of it is sent, and refused. */
static bool
set_headers(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	const char *token = sp_remote_setting("AWS_SESSION_TOKEN", NULL,
					      NULL);
	bool good = true;

	curl->slist_free_all(remote->headers);
	remote->headers = NULL;
	if (remote->bucket)
		good = add_header(remote,
				  "x-amz-content-sha256: ", SHA256_OF_NOTHING);
	if (remote->bucket && token)
		good = good && add_header(remote, "x-amz-security-token: ",
					  token);
	if (remote->received && *remote->begun.validator)
		good = good && add_header(remote, "If-Range: ",
					  remote->begun.validator);
	curl->easy_setopt(remote->easy, CURLOPT_HTTPHEADER, remote->headers);
	snprintf(remote->range, sizeof(remote->range), "%" PRIu64 "-",
		 remote->received);
	curl->easy_setopt(remote->easy, CURLOPT_RANGE,
			  remote->received ? remote->range : NULL);
	return good;
}

static enum sp_status
begin_request(struct sp_remote *remote, struct sp_error *err)
{
	const struct sp_curl_calls *curl = &remote->curl;

	if (!set_headers(remote))
		return sp_no_memory(err, remote->name);
	remote->checked = false;
	*remote->reason = '\0';
	if (curl->multi_add_handle(remote->multi, remote->easy))
		return sp_fail(err, SP_IO, "%s: libcurl takes no request",
			       remote->name);
	remote->running = true;
	return SP_OK;
}

/* May another try have another end? */
static bool
is_passing(CURLcode result, long status)
{
	switch (result) {
	case CURLE_OK:
		return status == 408 || status == 429 || status >= 500;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_PARTIAL_FILE:
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return true;
	default:
		return false;
	}
}

/* A pause before the next try: what the server asks for, or ever longer. */
static void
wait_for_server(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	uint64_t most = 5000 * remote->patience;
	uint64_t pause =
		1000 * remote->patience * (UINT64_C(1) << remote->tries) / 128;
	curl_off_t asked = 0;

	curl->easy_getinfo(remote->easy, CURLINFO_RETRY_AFTER, &asked);
	if (asked > 0)
		pause = (uint64_t)asked > most / 1000 ? most :
							1000 * (uint64_t)asked;
	curl->multi_poll(remote->multi, NULL, 0, (int)pause, NULL);
}

static enum sp_status
try_again(struct sp_remote *remote, const char *why, struct sp_error *err)
{
	if (++remote->tries < REMOTE_TRIES) {
		wait_for_server(remote);
		return begin_request(remote, err);
	}
	if (!remote->received)
		return sp_fail(err, SP_IO, "%s: %s, %d times", remote->name,
			       why, REMOTE_TRIES);
	return sp_fail(err, SP_IO, "%s: %s, %d times, after %" PRIu64 " bytes",
		       remote->name, why, REMOTE_TRIES, remote->received);
}

/* Does the answer, which has ended, end the file? */
static bool
ends_file(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	uint64_t total = remote->begun.total;
	long version = 0;

	/* Only the end of the chunks had been missing. */
	if (answer_status(remote) == 416 && total == UINT64_MAX)
		return remote->head.total == remote->received;
	if (!remote->wanted || total != UINT64_MAX)
		return remote->wanted && remote->received == total;
	curl->easy_getinfo(remote->easy, CURLINFO_HTTP_VERSION, &version);
	return remote->head.chunked || version >= CURL_HTTP_VERSION_2_0;
}

/* An answer has ended: is it the whole file? */
static enum sp_status
end_answer(struct sp_remote *remote, CURLcode result, struct sp_error *err)
{
	const struct sp_curl_calls *curl = &remote->curl;
	char why[CURL_ERROR_SIZE];
	long status = answer_status(remote);

	if (result == CURLE_OK && !remote->checked)
		check_answer(remote); /* an empty file */
	if (remote->fault.status) {
		*err = remote->fault;
		return err->status;
	}
	remote->done = result == CURLE_OK && ends_file(remote);
	if (remote->done && !sp_summing_agrees(remote->summing))
		return sp_fail(err, SP_IO, "%s: the bytes that came do not "
			       "have the checksum that the server gives",
			       remote->name);
	if (remote->done)
		return SP_OK;
	if (result == CURLE_OK && remote->wanted &&
	    remote->begun.total == UINT64_MAX)
		return sp_fail(err, SP_IO, "%s: the server does not say how "
			       "long the file is, so it may be cut",
			       remote->name);
	if (result == CURLE_OK && remote->wanted)
		snprintf(why, sizeof(why), "the transfer broke off");
	else if (result == CURLE_OK)
		snprintf(why, sizeof(why), "the server answers %ld", status);
	else
		snprintf(why, sizeof(why), "%s",
			 *remote->reason ? remote->reason :
					   curl->easy_strerror(result));
	if (is_passing(result, status) || remote->wanted)
		return try_again(remote, why, err);
	return sp_fail(err, SP_IO, "%s: %s", remote->name, why);
}

/* Lets libcurl work until something comes, at most a second. */
static enum sp_status
remote_step(struct sp_remote *remote, struct sp_error *err)
{
	const struct sp_curl_calls *curl = &remote->curl;
	CURLMsg *message;
	CURLcode result;
	int running, left;

	if (remote->paused) {
		remote->paused = false;
		curl->easy_pause(remote->easy, CURLPAUSE_CONT);
	}
	curl->multi_perform(remote->multi, &running);
	message = curl->multi_info_read(remote->multi, &left);
	if (!message) {
		if (remote->at == remote->end)
			curl->multi_poll(remote->multi, NULL, 0, 1000, NULL);
		return SP_OK;
	}
	result = message->data.result;
	curl->multi_remove_handle(remote->multi, remote->easy);
	remote->running = false;
	return end_answer(remote, result, err);
}

/* ---- opening ---------------------------------------------------------- */

static void
sign_requests(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	const char *key = sp_remote_setting("AWS_ACCESS_KEY_ID", NULL, NULL);
	const char *secret = sp_remote_setting("AWS_SECRET_ACCESS_KEY", NULL,
					       NULL);
	char provider[96];

	curl->easy_setopt(remote->easy, CURLOPT_PATH_AS_IS, 1L);
	/* A redirect would have another signature. */
	curl->easy_setopt(remote->easy, CURLOPT_FOLLOWLOCATION, 0L);
	if (!key || !secret)
		return;
	snprintf(provider, sizeof(provider), "aws:amz:%.64s:s3",
		 sp_remote_region());
	curl->easy_setopt(remote->easy, CURLOPT_AWS_SIGV4, provider);
	curl->easy_setopt(remote->easy, CURLOPT_USERNAME, key);
	curl->easy_setopt(remote->easy, CURLOPT_PASSWORD, secret);
}

static void
set_options(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl = &remote->curl;
	bool safe = !strncasecmp(remote->url, "https:", 6);

	curl->easy_setopt(remote->easy, CURLOPT_URL, remote->url);
	curl->easy_setopt(remote->easy, CURLOPT_NOSIGNAL, 1L);
	curl->easy_setopt(remote->easy, CURLOPT_USERAGENT, "seedpipe");
#if LIBCURL_VERSION_NUM >= 0x075500
	curl->easy_setopt(remote->easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl->easy_setopt(remote->easy, CURLOPT_REDIR_PROTOCOLS_STR,
			  safe ? "https" : "http,https");
#else
	curl->easy_setopt(remote->easy, CURLOPT_PROTOCOLS,
			  (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
	curl->easy_setopt(remote->easy, CURLOPT_REDIR_PROTOCOLS,
			  (long)(safe ? CURLPROTO_HTTPS :
					CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
	curl->easy_setopt(remote->easy, CURLOPT_FOLLOWLOCATION, 1L);
	curl->easy_setopt(remote->easy, CURLOPT_MAXREDIRS, REMOTE_REDIRECTS);
	curl->easy_setopt(remote->easy, CURLOPT_ERRORBUFFER, remote->reason);
	curl->easy_setopt(remote->easy, CURLOPT_HEADERFUNCTION,
			  remote_take_head);
	curl->easy_setopt(remote->easy, CURLOPT_HEADERDATA, remote);
	curl->easy_setopt(remote->easy, CURLOPT_WRITEFUNCTION,
			  remote_take_bytes);
	curl->easy_setopt(remote->easy, CURLOPT_WRITEDATA, remote);
	curl->easy_setopt(remote->easy, CURLOPT_CONNECTTIMEOUT,
			  (long)remote->patience);
	curl->easy_setopt(remote->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl->easy_setopt(remote->easy, CURLOPT_LOW_SPEED_TIME,
			  (long)remote->patience);
	if (remote->bucket)
		sign_requests(remote);
}

static enum sp_status
read_patience(struct sp_remote *remote, struct sp_error *err)
{
	const char *text = sp_remote_setting("SEEDPIPE_PATIENCE", NULL, "60");

	if (!sp_parse_uint(text, strlen(text), &remote->patience) ||
	    !remote->patience || remote->patience > 86400)
		return sp_fail(err, SP_USAGE, "SEEDPIPE_PATIENCE is not a "
			       "number of seconds from 1 to 86400: \"%s\"",
			       text);
	return SP_OK;
}

static enum sp_status
remote_begin(struct sp_remote *remote, struct sp_error *err)
{
	if (!sp_load_curl(&remote->curl))
		return sp_fail(err, SP_IO, "%s: libcurl.so.4, which reads "
			       "from servers, is not installed", remote->name);
	if (read_patience(remote, err))
		return err->status;
	remote->easy = remote->curl.easy_init();
	remote->multi = remote->curl.multi_init();
	remote->room = sp_alloc(REMOTE_ROOM, 1);
	if (!remote->easy || !remote->multi || !remote->room)
		return sp_no_memory(err, remote->name);
	set_options(remote);
	return begin_request(remote, err);
}

enum sp_status
sp_remote_open(const char *path, struct sp_remote **opened,
	       struct sp_error *err)
{
	struct sp_remote *remote = sp_alloc_zero(1, sizeof(*remote));
	enum sp_status status;

	*opened = NULL;
	if (!remote)
		return sp_no_memory(err, path);
	remote->begun.total = UINT64_MAX;
	remote->bucket = !strncasecmp(path, "s3:", 3);
	remote->name = strdup(path);
	status = remote->name ? sp_remote_url(path, &remote->url, err) :
				sp_no_memory(err, path);
	if (!status)
		status = remote_begin(remote, err);
	while (!status && !remote->done && remote->at == remote->end)
		status = remote_step(remote, err);
	if (status)
		sp_remote_close(remote);
	else
		*opened = remote;
	return status;
}

/* ---- reading ---------------------------------------------------------- */

uint64_t
sp_remote_size(const struct sp_remote *remote)
{
	return remote->begun.total;
}

enum sp_status
sp_remote_read(struct sp_remote *remote, void *buffer, size_t size, size_t *got,
	       struct sp_error *err)
{
	*got = 0;
	while (remote->at == remote->end && !remote->done) {
		remote->at = remote->end = 0;
		if (remote_step(remote, err))
			return err->status;
	}
	*got = remote->end - remote->at < size ? remote->end - remote->at :
						 size;
	memcpy(buffer, remote->room + remote->at, *got);
	remote->at += *got;
	return SP_OK;
}

void
sp_remote_close(struct sp_remote *remote)
{
	const struct sp_curl_calls *curl;

	if (!remote)
		return;
	curl = &remote->curl;
	if (remote->running)
		curl->multi_remove_handle(remote->multi, remote->easy);
	if (remote->easy)
		curl->easy_cleanup(remote->easy);
	if (remote->multi)
		curl->multi_cleanup(remote->multi);
	if (remote->headers)
		curl->slist_free_all(remote->headers);
	sp_summing_free(remote->summing);
	free(remote->room);
	free(remote->url);
	free(remote->name);
	free(remote);
}

#else

enum sp_status
sp_remote_open(const char *path, struct sp_remote **remote,
	       struct sp_error *err)
{
	*remote = NULL;
	return sp_fail(err, SP_IO, "%s: this program was built without "
		       "libcurl: curl -s ... | ... - reads from servers",
		       path);
}

uint64_t
sp_remote_size(const struct sp_remote *remote)
{
	(void)remote;
	return UINT64_MAX;
}

enum sp_status
sp_remote_read(struct sp_remote *remote, void *buffer, size_t size, size_t *got,
	       struct sp_error *err)
{
	(void)remote;
	(void)buffer;
	(void)size;
	*got = 0;
	return sp_fail(err, SP_IO, "no libcurl");
}

void
sp_remote_close(struct sp_remote *remote)
{
	(void)remote;
}

#endif
