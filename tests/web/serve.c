/* SPDX-License-Identifier: MIT */
/*
 * The server: a proxy for all hosts of the web ("GET http://host/path"), which
 * also answers plain requests by their Host field.  It listens on the loopback
 * address alone.  Each connection has a thread, so that a slow page holds up
 * nobody else; answers are made one at a time, in the order of the log.
 */
#include "counts.h"

#ifdef HAVE_MICROHTTPD

#include "base/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define SLOW_PIECE 1024
#define SLOW_MILLISECONDS 20
#define LATE_MILLISECONDS 20
#define PACED_SECONDS 0.01

struct server {
	struct web *web;
	const struct web_server *options;
	FILE *log, *spans;
	struct web_counts counts;
	uint64_t pages; /* that were answered */
	pthread_mutex_t lock;
};

static void
wait_for(unsigned milliseconds)
{
	struct timespec time = { milliseconds / 1000,
				 (long)(milliseconds % 1000) * 1000000 };

	nanosleep(&time, NULL);
}

/* Sleeps until that number of seconds after a moment. */
static void
wait_since(const struct timespec *moment, double seconds)
{
	double whole = floor(seconds);
	struct timespec time = *moment;

	time.tv_sec += (time_t)whole;
	time.tv_nsec += (long)((seconds - whole) * 1e9);
	if (time.tv_nsec >= 1000000000) {
		time.tv_nsec -= 1000000000;
		time.tv_sec++;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) ==
	       EINTR)
		;
}

/* ---- bodies ----------------------------------------------------------- */

/* What is left of a body that is not sent in one go. */
struct sender {
	char *body;
	uint64_t length;
	bool slow, cut;
	double bandwidth;     /* 0: no limit */
	struct timespec begun; /* when the first byte was due */
};

static size_t
smaller(size_t room, double bytes)
{
	return bytes < (double)room ? (size_t)bytes : room;
}

static ssize_t
send_piece(void *context, uint64_t at, char *buffer, size_t room)
{
	struct sender *sender = context;
	size_t length = sender->length - at;

	if (at == sender->length)
		return sender->cut ? MHD_CONTENT_READER_END_WITH_ERROR :
				     MHD_CONTENT_READER_END_OF_STREAM;
	if (sender->slow) {
		wait_for(SLOW_MILLISECONDS);
		room = room < SLOW_PIECE ? room : SLOW_PIECE;
	}
	if (sender->bandwidth > 0)
		room = smaller(room, sender->bandwidth * PACED_SECONDS + 1);
	length = length < room ? length : room;
	if (sender->bandwidth > 0)
		wait_since(&sender->begun,
			   (double)(at + length) / sender->bandwidth);
	memcpy(buffer, sender->body + at, length);
	return (ssize_t)length;
}

static void
free_sender(void *context)
{
	struct sender *sender = context;

	free(sender->body);
	free(sender);
}

/* Takes the body out of the answer. */
static struct MHD_Response *
make_response(struct web_answer *answer)
{
	bool cut = answer->length > answer->body.length;
	struct sender *sender = sp_alloc_zero(1, sizeof(*sender));

	if (!sender)
		return NULL;
	sender->length = answer->body.length;
	sender->body = sp_line_take(&answer->body);
	sender->slow = answer->slow;
	sender->cut = cut;
	sender->bandwidth = answer->pace.bandwidth;
	clock_gettime(CLOCK_MONOTONIC, &sender->begun);
	return MHD_create_response_from_callback(answer->chunked ?
		MHD_SIZE_UNKNOWN : answer->length, 16384, send_piece, sender,
		free_sender);
}

static enum MHD_Result
send_answer(struct MHD_Connection *connection, struct web_answer *answer)
{
	enum MHD_Result result = MHD_NO;
	struct MHD_Response *response;

	response = make_response(answer);
	if (!response)
		return MHD_NO;
	MHD_add_response_header(response, "Content-Type", answer->type);
	if (answer->encoding)
		MHD_add_response_header(response, "Content-Encoding",
					strcmp(answer->encoding,
					       "deflate-raw") ?
					answer->encoding : "deflate");
	if (answer->location)
		MHD_add_response_header(response, "Location",
					answer->location);
	result = MHD_queue_response(connection, answer->status, response);
	MHD_destroy_response(response);
	return result;
}

/* ---- requests --------------------------------------------------------- */

static const char *
field(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Has it answered as many pages as it may? */
static bool
is_closed(const struct server *server)
{
	return server->options->most &&
		server->pages >= server->options->most;
}

struct request {
	char *target;  /* as it was sent, before the library splits it */
	bool begun;
	struct timespec arrived; /* by the monotonic clock */
	struct web_span span;
};

/* The whole URL of a request: as it is, or made with the Host field. */
static char *
whole_url(struct MHD_Connection *connection, const char *target)
{
	const char *host = field(connection, "Host");
	char *url = NULL;

	if (strncasecmp(target, "http", 4) && host && target[0] == '/') {
		if (asprintf(&url, "http://%s%s", host, target) < 0)
			return NULL;
		return url;
	}
	return strdup(target);
}

static enum sp_status
make_answer(struct server *server, struct MHD_Connection *connection,
	    const char *method, const char *url, struct web_answer *answer,
	    struct sp_error *err)
{
	if (!strcmp(method, "CONNECT") || !strncasecmp(url, "https:", 6))
		return web_answer_text(501, "This proxy has http URLs "
				       "only.\n", answer, err);
	if (strcmp(method, "GET") && strcmp(method, "HEAD"))
		return web_answer_text(405, "GET and HEAD only.\n", answer,
				       err);
	return web_answer_url(server->web, url,
			      field(connection, "Accept-Encoding"), answer,
			      err);
}

/* Counts the answer and logs it. */
static void
note_answer(struct server *server, const char *method, const char *url,
	    const struct web_answer *answer)
{
	web_count(&server->counts, answer);
	if (server->log)
		web_log(server->log, server->web, server->options->common_log,
			method, url, answer);
	server->pages += answer->page != WEB_NO_PAGE;
	if (is_closed(server))
		kill(getpid(), SIGUSR1);
}

static enum MHD_Result
answer_request(void *context, struct MHD_Connection *connection,
	       const char *path, const char *method, const char *version,
	       const char *upload, size_t *upload_size, void **request)
{
	struct server *server = context;
	struct web_answer answer;
	struct sp_error err;
	enum sp_status status;
	enum MHD_Result result;
	struct request *asked = *request;
	char *url;

	(void)path;
	(void)version;
	(void)upload;
	/* An answer to the first call of a request closes the connection. */
	if (!asked->begun) {
		asked->begun = true;
		return MHD_YES;
	}
	*upload_size = 0;
	url = whole_url(connection, asked->target);
	if (!url)
		return MHD_NO;
	wait_for(server->web->options.delay);
	pthread_mutex_lock(&server->lock);
	status = is_closed(server) ? SP_IO :
		make_answer(server, connection, method, url, &answer, &err);
	if (!status)
		note_answer(server, method, url, &answer);
	pthread_mutex_unlock(&server->lock);
	if (status) {
		free(url);
		return MHD_NO;
	}
	asked->span.url = url;
	asked->span.status = answer.status;
	asked->span.bytes = answer.body.length;
	if (answer.late)
		wait_for(LATE_MILLISECONDS);
	wait_since(&asked->arrived, answer.pace.response);
	result = send_answer(connection, &answer);
	web_answer_free(&answer);
	return result;
}

static void *
begin_request(void *context, const char *target,
	      struct MHD_Connection *connection)
{
	struct request *request = sp_alloc_zero(1, sizeof(*request));

	(void)context;
	(void)connection;
	if (!request || !(request->target = strdup(target)))
		abort();
	clock_gettime(CLOCK_MONOTONIC, &request->arrived);
	clock_gettime(CLOCK_REALTIME, &request->span.start);
	return request;
}

static void
end_request(void *context, struct MHD_Connection *connection, void **request,
	    enum MHD_RequestTerminationCode code)
{
	struct server *server = context;
	struct request *asked = *request;

	(void)connection;
	(void)code;
	if (!asked)
		return;
	clock_gettime(CLOCK_REALTIME, &asked->span.end);
	pthread_mutex_lock(&server->lock);
	if (server->spans && asked->span.url)
		web_log_span(server->spans, &asked->span);
	pthread_mutex_unlock(&server->lock);
	free(asked->span.url);
	free(asked->target);
	free(asked);
	*request = NULL;
}

/* ---- the run ---------------------------------------------------------- */

static struct MHD_Daemon *
start(struct server *server)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)server->options->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)
	};

	return MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION |
				MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC,
		(uint16_t)server->options->port, NULL, NULL, answer_request,
		server, MHD_OPTION_SOCK_ADDR, &address,
		MHD_OPTION_URI_LOG_CALLBACK, begin_request, server,
		MHD_OPTION_NOTIFY_COMPLETED, end_request, server,
		MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
}

static enum sp_status
serve(struct server *server, const sigset_t *signals, struct sp_error *err)
{
	struct MHD_Daemon *daemon = start(server);
	const union MHD_DaemonInfo *info;
	int got;

	if (!daemon)
		return sp_fail(err, SP_IO, "port %u: cannot listen on it: %s",
			       server->options->port, strerror(errno));
	info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
	printf("port %u\n", info ? info->port : server->options->port);
	fflush(stdout);
	/* Closed, it refuses connections, and those it has end their work. */
	while (!sigwait(signals, &got) && got == SIGUSR1) {
		MHD_socket socket = MHD_quiesce_daemon(daemon);

		if (socket != MHD_INVALID_SOCKET)
			close(socket);
	}
	MHD_stop_daemon(daemon);
	return SP_OK;
}

static enum sp_status
open_file(const char *path, FILE **file, struct sp_error *err)
{
	*file = path ? fopen(path, "wb") : NULL;
	if (!path || *file)
		return SP_OK;
	return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
}

enum sp_status
web_serve(struct web *web, const struct web_server *options,
	  struct sp_error *err)
{
	struct server server = { .web = web, .options = options,
				 .lock = PTHREAD_MUTEX_INITIALIZER };
	FILE *counts = NULL;
	sigset_t signals;
	bool failed;
	enum sp_status status = open_file(options->log, &server.log, err);

	/* Before there are threads, which all block them. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	/* A test that is killed leaves no server behind. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (!status)
		status = open_file(options->counts, &counts, err);
	if (!status)
		status = open_file(options->spans, &server.spans, err);
	if (server.spans)
		fprintf(server.spans, "#start\tend\tstatus\tbytes\turl\n");
	if (!status && server.log && !options->common_log)
		fprintf(server.log,
			"#time_ms\tmethod\turl\tstatus\tbytes\tmime\tpage\n");
	if (!status)
		status = serve(&server, &signals, err);
	if (counts)
		web_print_counts(counts, &server.counts);
	failed = counts && fclose(counts);
	failed = (server.log && fclose(server.log)) || failed;
	failed = (server.spans && fclose(server.spans)) || failed;
	if (failed && !status)
		status = sp_fail(err, SP_IO, "a log: %s", strerror(errno));
	return status;
}

#else

enum sp_status
web_serve(struct web *web, const struct web_server *options,
	  struct sp_error *err)
{
	(void)web;
	(void)options;
	return sp_fail(err, SP_USAGE, "built without libmicrohttpd");
}

#endif
