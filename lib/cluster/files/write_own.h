/* SPDX-License-Identifier: MIT */
/*
 * write_own.h - where the bytes of a stream go that several processes write;
 * write.c has what they are.  Private to cluster/files/write*.c.
 */
#ifndef SP_CLUSTER_FILES_WRITE_OWN_H
#define SP_CLUSTER_FILES_WRITE_OWN_H

#include "cluster/files/write.h"

#define SP_JOINT_CHUNK ((uint64_t)4 << 20)  /* bytes sent at a time */

enum sp_joint_mode {
	SP_JOINT_MEASURE, /* headers are noted, bytes kept if they are few */
	SP_JOINT_WRITE,   /* bytes go to the file, or to the output */
	SP_JOINT_SEND     /* ... to process 0 */
};

struct sp_joint_writer {
	struct sp_team *team;
	bool in_file;
	int fd;                  /* of the file, or -1 */
	struct sp_output output; /* of process 0, without a file */
	struct sp_writer *packer;
	struct sp_writer *ledger; /* of process 0 */
	uint64_t ledger_at;      /* where its next byte goes */
	uint64_t written;        /* bytes of the stream before this run */
	bool defers;             /* failures to write wait until the end */
	struct sp_error failed;  /* the last one to write the file */
	bool lost;               /* file or output: it cannot be written */

	/* Of the run: what comes out of the packer. */
	enum sp_joint_mode mode;
	bool begun;              /* the preamble has come, and is dropped */
	uint32_t payload_left;   /* bytes to come before the next header */
	uint64_t bytes, frames;
	uint8_t *headers;
	uint64_t header_capacity;
	uint8_t *kept;           /* all bytes, if these are few */
	uint64_t kept_capacity;
	uint64_t at;             /* WRITE: where the next byte goes */
	uint8_t *chunk;          /* SEND, and where process 0 gets it */
	uint64_t chunk_used;
};

/* Writes at this place of the file, or to the output.  Returns SP_IO. */
enum sp_status sp_joint_write_at(struct sp_joint_writer *writer,
				 const void *bytes, uint64_t size, uint64_t at,
				 struct sp_error *err);

/* The same where the ledger is: a function of struct sp_output. */
enum sp_status sp_joint_write_ledger(void *context, const void *bytes,
				     size_t size, struct sp_error *err);

/*
 * Sends count bytes from a process to process 0, which has room for a chunk;
 * all take part.  Fails as sp_team_exchange(); SP_MEMORY.
 */
enum sp_status sp_joint_send_bytes(struct sp_joint_writer *writer,
				   unsigned from, const void *bytes,
				   uint64_t count, struct sp_error *err);

/* Collects bytes of this process, and sends chunks. */
enum sp_status sp_joint_send_on(struct sp_joint_writer *writer,
				const uint8_t *bytes, uint64_t size,
				struct sp_error *err);

/* Brings what this process wrote to the disk, and closes the file.  SP_IO. */
enum sp_status sp_joint_sync(struct sp_joint_writer *writer,
			     struct sp_error *err);

#endif
