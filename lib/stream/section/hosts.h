/* SPDX-License-Identifier: MIT */
/*
 * hosts.h - the sections of hosts: their names, their domains, and the host
 * of each page.
 *
 * Names and domains, which are optional, are strings as in names.h, one for
 * each host.  The host of each page comes last, as runs of pages in their
 * order: the host's number and the length of the run (LEB128 each).
 */
#ifndef SP_STREAM_SECTION_HOSTS_H
#define SP_STREAM_SECTION_HOSTS_H

#include "graph/hosts.h"
#include "stream/section/fields.h"

#define SP_TAG_HOSTS SP_TAG('H', 'O', 'S', 'T')
#define SP_TAG_DOMAINS SP_TAG('D', 'O', 'M', 'N')
#define SP_TAG_HOST_OF SP_TAG('P', 'H', 'S', 'T')

/* The hosts of all pages, or NULL if none were loaded. */
const struct sp_hosts *sp_contents_hosts(const struct sp_contents *contents);

/*
 * The same for a visitor of a graph with this number of pages, while the
 * stream is still being read.  Returns SP_DATA for hosts of other pages;
 * SP_MEMORY.
 */
enum sp_status sp_contents_hosts_now(const struct sp_contents *contents,
				     uint64_t pages,
				     const struct sp_hosts **hosts,
				     struct sp_error *err);

/* Writes names, domains if there are any, and the host of each page. */
enum sp_status sp_save_hosts(struct sp_writer *writer,
			     const struct sp_hosts *hosts,
			     struct sp_error *err);

/*
 * Writes made in place of the hosts of contents, which are dropped first to
 * save memory, and frees it.  status is that of the making: if it is not SP_OK,
 * nothing is written, and it is returned.
 */
enum sp_status sp_save_made_hosts(struct sp_writer *writer,
				  enum sp_status status,
				  struct sp_hosts *made,
				  struct sp_contents *contents,
				  struct sp_error *err);

/*
 * In pieces: each section from sp_section_begin() with its tag and no payload
 * to sp_section_close(), sp_save_string() for names and domains, and this
 * for the next run of pages of one host.
 */
enum sp_status sp_save_host_run(struct sp_section *section, uint64_t host,
				uint64_t pages, struct sp_error *err);

#endif
