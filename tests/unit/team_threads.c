/* SPDX-License-Identifier: MIT */
#include "team_threads.h"

#include "unit.h"

#include "graph/store.h"

#include <pthread.h>
#include <string.h>

/* What all threads share. */
struct crowd {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned size, waiting;
	uint64_t round;
	bool broken;               /* one of them has failed */
	const void *own[64];       /* what each gives */
	const struct sp_exchange *exchange[64];
};

struct member {
	pthread_t thread;
	struct crowd *crowd;
	struct sp_team team;
	team_work *work;
	void *context;
	enum sp_status status;
	bool left;                 /* because another failed */
	struct sp_error err;
};

/* Waits for all others. */
static enum sp_status
meet(struct sp_team *team, struct sp_error *err)
{
	struct member *member = team->context;
	struct crowd *crowd = member->crowd;
	uint64_t round;

	pthread_mutex_lock(&crowd->lock);
	round = crowd->round;
	if (++crowd->waiting == crowd->size) {
		crowd->waiting = 0;
		crowd->round++;
		pthread_cond_broadcast(&crowd->changed);
	}
	while (round == crowd->round && !crowd->broken)
		pthread_cond_wait(&crowd->changed, &crowd->lock);
	member->left = round == crowd->round;
	pthread_mutex_unlock(&crowd->lock);
	return member->left ? sp_fail(err, SP_IO, "another process failed") :
			      SP_OK;
}

static enum sp_status
crowd_gather(struct sp_team *team, const void *own, size_t bytes, void *all,
	     struct sp_error *err)
{
	struct crowd *crowd = ((struct member *)team->context)->crowd;

	crowd->own[team->rank] = own;
	if (meet(team, err))
		return err->status;
	for (unsigned k = 0; bytes && k < team->size; k++)
		memcpy((char *)all + k * bytes, crowd->own[k], bytes);
	team->sent += (team->size - 1) * bytes;
	return meet(team, err);
}

static enum sp_status
crowd_share(struct sp_team *team, unsigned from, void *bytes, size_t length,
	    struct sp_error *err)
{
	struct crowd *crowd = ((struct member *)team->context)->crowd;

	crowd->own[team->rank] = bytes;
	if (meet(team, err))
		return err->status;
	if (team->rank != from && length)
		memcpy(bytes, crowd->own[from], length);
	return meet(team, err);
}

static enum sp_status
crowd_begin(struct sp_team *team, struct sp_exchange *exchange,
	    struct sp_error *err)
{
	struct crowd *crowd = ((struct member *)team->context)->crowd;

	(void)err;
	hold(!exchange->pending);
	exchange->pending = crowd;
	crowd->exchange[team->rank] = exchange;
	return SP_OK;
}

static enum sp_status
crowd_finish(struct sp_team *team, struct sp_exchange *exchange,
	     struct sp_error *err)
{
	struct crowd *crowd = ((struct member *)team->context)->crowd;
	const uint64_t *in_from = exchange->in_from;
	unsigned rank = team->rank;
	size_t unit = exchange->unit;

	hold(exchange->pending == crowd);
	if (meet(team, err))
		return err->status;
	for (unsigned k = 0; k < team->size; k++) {
		const struct sp_exchange *other = crowd->exchange[k];
		const uint64_t *out_from = other->out_from + rank;
		uint64_t count = in_from[k + 1] - in_from[k];

		if (k == rank && exchange->others_only)
			continue;
		hold(other->unit == unit);
		hold(out_from[1] - out_from[0] == count);
		if (count)
			memcpy((char *)exchange->in + in_from[k] * unit,
			       (const char *)other->out + out_from[0] * unit,
			       count * unit);
		if (k != rank)
			team->sent += (exchange->out_from[k + 1] -
				       exchange->out_from[k]) * unit;
	}
	exchange->pending = NULL;
	return meet(team, err);
}

static void
crowd_abort(struct sp_team *team, enum sp_status status)
{
	struct crowd *crowd = ((struct member *)team->context)->crowd;

	(void)status;
	pthread_mutex_lock(&crowd->lock);
	crowd->broken = true;
	pthread_cond_broadcast(&crowd->changed);
	pthread_mutex_unlock(&crowd->lock);
}

static const struct sp_team_kind crowd_kind = {
	crowd_gather, crowd_share, crowd_begin, crowd_finish, crowd_abort,
	NULL
};

static void *
run_member(void *context)
{
	struct member *member = context;

	member->status = member->work(&member->team, member->context,
				      &member->err);
	if (member->status)
		sp_team_abort(&member->team, member->status);
	return NULL;
}

enum sp_status
team_run(unsigned processes, team_work *work, void *context,
	 struct sp_error *err)
{
	struct crowd crowd = { .lock = PTHREAD_MUTEX_INITIALIZER,
			       .changed = PTHREAD_COND_INITIALIZER,
			       .size = processes };
	struct member members[64];
	enum sp_status status = SP_OK;

	hold(processes >= 1 && processes <= 64);
	for (unsigned k = 0; k < processes; k++) {
		struct member *member = &members[k];

		*member = (struct member){
			.crowd = &crowd, .work = work, .context = context,
			.team = { .rank = k, .size = processes,
				  .kind = &crowd_kind, .context = member }
		};
		hold(!pthread_create(&member->thread, NULL, run_member,
				     member));
	}
	for (unsigned k = 0; k < processes; k++) {
		hold(!pthread_join(members[k].thread, NULL));
		if (!status && members[k].status && !members[k].left) {
			status = members[k].status;
			*err = members[k].err;
		}
	}
	return status;
}

/* ---- shares ----------------------------------------------------------- */

void
team_bounds(const struct sp_graph *whole, unsigned processes,
	    uint64_t *first_of)
{
	uint64_t pages = sp_graph_pages(whole), done = 0, block = 0;
	uint64_t all = sp_graph_links(whole) + 4 * pages;

	for (unsigned k = 0; k < processes; k++) {
		while (block < sp_graph_blocks(whole) &&
		       done < all / processes * k)
			done += sp_graph_block_links(whole, block++) +
				UINT64_C(4) * SP_BLOCK_PAGES;
		first_of[k] = block * SP_BLOCK_PAGES;
		if (first_of[k] > pages)
			first_of[k] = pages;
	}
	first_of[processes] = pages;
}

struct sp_graph *
team_wide(const struct sp_graph *whole, unsigned rank,
	  const uint64_t *first_of)
{
	struct sp_graph *wide = sp_graph_new(sp_graph_pages(whole));
	uint64_t end = first_of[rank + 1], length;
	struct sp_error err;

	hold(wide);
	sp_graph_begin_at(wide, (first_of[rank] + SP_BLOCK_PAGES - 1) /
					SP_BLOCK_PAGES);
	for (uint64_t page = first_of[rank]; page < end;
	     page += SP_BLOCK_PAGES) {
		const uint8_t *bytes = sp_graph_block_bytes(
			whole, page / SP_BLOCK_PAGES, &length);
		uint8_t *room = sp_graph_room(wide, length);

		hold(room);
		memcpy(room, bytes, length);
		must(sp_graph_extend(wide, length, &err), err);
	}
	return wide;
}

enum sp_status
team_share_of(struct sp_team *team, const struct sp_graph *whole,
	      const uint64_t *first_of, int threads, struct sp_share **share,
	      struct sp_error *err)
{
	struct sp_fingerprint print = sp_graph_fingerprint(whole);
	struct sp_fingerprint origin = sp_graph_origin(whole);
	uint64_t bounds[65];

	if (!first_of) {
		hold(team->size <= 64);
		team_bounds(whole, team->size, bounds);
		first_of = bounds;
	}
	return sp_share_new(team, team_wide(whole, team->rank, first_of),
			    first_of, &print, &origin, threads, share, err);
}
