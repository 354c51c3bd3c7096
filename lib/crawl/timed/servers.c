/* SPDX-License-Identifier: MIT */
/*
 * The answers of servers, by hashes of host, page and attempt.
 *
 * Response times are log-normal, as those of web servers are in most
 * measurements: each host has a median, and its times scatter around it.  The
 * normal deviate is a sum of twelve uniform numbers of 16 bits, and the power
 * is a series: all of it is sums and products of numbers that every machine
 * rounds alike, so that a crawl has the same microseconds everywhere, which
 * log() and exp() of a C library do not promise.
 */
#include "crawl/timed/servers.h"

#include "base/power.h"
#include "base/random.h"

/* What a hash is for. */
enum draw { DRAW_HOST = 1, DRAW_RESPONSE, DRAW_FAILURE };

static struct sp_random
draw_begin(const struct sp_timing *timing, enum draw draw, uint32_t item,
	   uint32_t attempt)
{
	uint64_t hash = sp_mix64(timing->random_seed + (uint64_t)draw);

	return (struct sp_random){
		sp_mix64(hash ^ ((uint64_t)attempt << 32 | item))
	};
}

/* A sum of 12 numbers from 0 to 65,535, centred: mean 0, deviation 1. */
static double
draw_normal(struct sp_random random)
{
	uint64_t sum = 0;

	for (int i = 0; i < 3; i++) {
		uint64_t bits = sp_random_next(&random);

		for (int j = 0; j < 4; j++, bits >>= 16)
			sum += bits & 65535;
	}
	return ((double)sum + 6) / 65536 - 6;
}

/* time * e^(spread * deviate), to the nearest microsecond. */
static uint64_t
scatter(uint64_t time, double spread, struct sp_random random)
{
	const double log2_e = 1.4426950408889634;
	double scattered;

	if (!(spread > 0))
		return time;
	scattered = (double)time *
		    sp_power_of_2(spread * draw_normal(random) * log2_e);
	return scattered < (double)SP_TIME_MAX ? (uint64_t)(scattered + .5) :
						 SP_TIME_MAX;
}

/* They scatter around the usual one. */
struct sp_server
sp_server_unlisted(const struct sp_timing *timing, uint32_t host)
{
	struct sp_server server = timing->usual;

	server.response = scatter(server.response, timing->host_spread,
				  draw_begin(timing, DRAW_HOST, host, 0));
	return server;
}

/* A host that is listed, or the usual one, whose median is not that of all. */
static const struct sp_server *
server_of(const struct sp_timing *timing, uint32_t host)
{
	return timing->servers && host < timing->server_count ?
		       &timing->servers[host] : &timing->usual;
}

static uint64_t
median_of(const struct sp_timing *timing, uint32_t host)
{
	const struct sp_server *server = server_of(timing, host);

	return server == &timing->usual ?
		       sp_server_unlisted(timing, host).response :
		       server->response;
}

static enum sp_page_state
state_of(const struct sp_timing *timing, uint32_t page)
{
	return timing->states ?
	       (enum sp_page_state)timing->states->state_of[page] : SP_PAGE_OK;
}

bool
sp_server_refuses(const struct sp_timing *timing, uint32_t page)
{
	return state_of(timing, page) == SP_PAGE_REFUSED;
}

uint64_t
sp_transfer_time(uint64_t bytes, uint64_t bandwidth)
{
	__extension__ typedef unsigned __int128 wide;
	wide time;

	if (!bandwidth)
		return 0;
	time = ((wide)bytes * SP_SECOND + bandwidth - 1) / bandwidth;
	return time < SP_TIME_MAX ? (uint64_t)time : SP_TIME_MAX;
}

/* A failure, before the body, that may pass or not. */
static bool
request_fails(const struct sp_timing *timing, const struct sp_server *server,
	      uint32_t page, uint32_t attempt, bool *again)
{
	enum sp_page_state state = state_of(timing, page);
	struct sp_random random = draw_begin(timing, DRAW_FAILURE, page,
					     attempt);

	*again = state != SP_PAGE_GONE;
	return state == SP_PAGE_GONE || state == SP_PAGE_FAILED ||
	       sp_random_unit(&random) < server->failures;
}

struct sp_answer
sp_server_answer(const struct sp_timing *timing, uint32_t host, uint32_t page,
		 uint32_t attempt, bool first)
{
	const struct sp_server *server = server_of(timing, host);
	struct sp_answer answer = { 0 };

	answer.duration = timing->setup +
			  scatter(median_of(timing, host), timing->spread,
				  draw_begin(timing, DRAW_RESPONSE, page,
					     attempt));
	answer.failed = request_fails(timing, server, page, attempt,
				      &answer.again);
	if (!answer.failed) {
		answer.bytes = sp_fetches_size(timing->fetches, page,
					       timing->page_size);
		answer.transfer = sp_transfer_time(answer.bytes,
						   server->bandwidth);
		answer.duration += answer.transfer;
	}
	if (timing->timeout && answer.duration > timing->timeout)
		answer = (struct sp_answer){
			.duration = timing->timeout, .failed = true,
			.again = answer.again || !answer.failed
		};
	if (first)
		answer.duration += timing->lookup;
	return answer;
}

/* The factor is Heritrix's and Nutch's: a slow server is asked less often. */
uint64_t
sp_server_gap(const struct sp_timing *timing, uint32_t host, uint64_t duration)
{
	uint64_t delay = server_of(timing, host)->delay;
	double factored = timing->delay_factor * (double)duration + .5;
	uint64_t gap = factored < (double)SP_TIME_MAX ? (uint64_t)factored :
							SP_TIME_MAX;

	if (timing->delay_most && gap > timing->delay_most)
		gap = timing->delay_most;
	return gap > delay ? gap : delay;
}

uint32_t
sp_server_connections(const struct sp_timing *timing, uint32_t host)
{
	return server_of(timing, host)->connections;
}
