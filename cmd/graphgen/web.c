/* SPDX-License-Identifier: MIT */
/*
 * Names and runs of pages are written as they are made, and not kept.
 *
 * Sections come in the order in which graphimport writes them: hosts, names,
 * links.  The generator can name any page and its host at any time, and gives
 * the links of pages in order, so a web of any size takes only the memory of
 * its hosts.  A shuffled web takes more: its page numbers are a permutation
 * that is kept in memory, and its links must be sorted by them.
 */
#include "graphgen.h"

#include "cli/parts.h"
#include "cli/scratch.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"

/* The page of the generator that has this number in the web. */
static uint64_t
web_page(const struct graphgen_web *web, uint64_t number)
{
	return web->shuffle.old_of ? web->shuffle.old_of[number] : number;
}

/* ---- hosts and names -------------------------------------------------- */

static enum sp_status
write_host_names(const struct graphgen_web *web, struct sp_writer *writer,
		 struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint64_t hosts = sp_generator_hosts(web->generator);
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_HOSTS, NULL, 0, err);

	for (uint64_t host = 0; !status && host < hosts; host++) {
		char name[SP_GENERATE_NAME_MAX];
		size_t length = sp_generator_host_name(web->generator, host,
						       name);

		status = sp_save_string(&section, name, length, err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
write_host_runs(const struct graphgen_web *web, struct sp_section *section,
		struct sp_error *err)
{
	uint64_t hosts = sp_generator_hosts(web->generator);

	for (uint64_t host = 0; host < hosts; host++) {
		uint64_t first, pages = sp_generator_host_pages(
					web->generator, host, &first);

		if (pages && sp_save_host_run(section, host, pages, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * In no order, hardly any host has two pages one after the other.
 *
 * The place is remembered from page to page; finding a host from nothing is a
 * binary search.
 */
static enum sp_status
write_shuffled_hosts(const struct graphgen_web *web,
		     struct sp_section *section, struct sp_error *err)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;

	for (uint64_t number = 0; number < web->pages; number++) {
		uint64_t host = sp_generator_find(web->generator,
						  web_page(web, number),
						  &place);

		if (sp_save_host_run(section, host, 1, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
web_write_hosts(const struct graphgen_web *web, struct sp_writer *writer,
		struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = write_host_names(web, writer, err);

	if (!status)
		status = sp_section_begin(&section, writer, SP_TAG_HOST_OF,
					  NULL, 0, err);
	if (!status)
		status = web->shuffle.old_of ?
				 write_shuffled_hosts(web, &section, err) :
				 write_host_runs(web, &section, err);
	return sp_section_close(&section, status, err);
}

/*
 * Pages of other parts have empty names, so that the numbers of pages are those
 * of the whole.
 */
static enum sp_status
web_write_names(const struct graphgen_web *web, struct sp_writer *writer,
		struct sp_error *err)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (uint64_t number = 0; !status && number < web->pages; number++) {
		char name[SP_GENERATE_NAME_MAX];
		size_t length = 0;

		if (number >= web->part.first && number < web->part.end)
			length = sp_generator_page_name(web->generator,
							web_page(web, number),
							&place, name);
		status = cmd_parts_name(&section, &web->part, number, name,
					length, err);
	}
	return sp_section_close(&section, status, err);
}

/* ---- links ------------------------------------------------------------ */

/*
 * Sorts the links by their new numbers, on the disk if they are many.
 *
 * Half of the memory is for sorting; the rest is for the permutation and the
 * blocks on their way out.
 */
static enum sp_status
pass_shuffled(struct cmd *cmd, struct graphgen_web *web,
	      const struct sp_row_sink *rows)
{
	struct sp_linksort_options options = {
		.memory = cmd_scratch_memory(cmd, 2),
		.directory = cmd_scratch_folder(), .threads = cmd->threads
	};
	struct sp_shuffle_rows shuffled = {
		&web->shuffle, sp_linksort_new(&options), NULL, 0
	};
	struct sp_row_sink sink = sp_shuffle_sink(&shuffled);
	enum sp_status status;
	uint64_t duplicates;

	if (!shuffled.sort)
		return sp_no_memory(&cmd->err, "sorting links");
	status = sp_generator_rows_of(web->generator, 0, web->pages, &sink,
				      &web->between, &cmd->err);
	if (!status)
		status = sp_linksort_rows(shuffled.sort, web->pages, rows,
					  &duplicates, &cmd->err);
	sp_shuffle_rows_free(&shuffled);
	sp_linksort_free(shuffled.sort);
	return status;
}

static enum sp_status
web_write_links(struct cmd *cmd, struct graphgen_web *web,
		struct sp_writer *writer, struct progress *progress,
		struct sp_basis *basis)
{
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, cmd->threads, false);
	struct sp_row_sink written, rows;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(&cmd->err, "the graph");
	written = sp_graph_writer_rows(graph);
	rows = progress_rows(progress, &written);
	status = web->shuffle.old_of ?
			 pass_shuffled(cmd, web, &rows) :
			 sp_generator_rows_of(web->generator, web->part.first,
					      web->part.end, &rows,
					      &web->between, &cmd->err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, basis,
						&cmd->err);
	sp_graph_writer_free(graph);
	return status;
}

/* The progress counts pages of links, which take nearly all the time. */
enum sp_status
graphgen_write(struct cmd *cmd, struct graphgen_web *web,
	       struct sp_writer *writer, struct sp_basis *basis)
{
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "page");
	status = web_write_hosts(web, writer, &cmd->err);
	if (!status && !web->no_names)
		status = web_write_names(web, writer, &cmd->err);
	if (!status)
		status = web_write_links(cmd, web, writer, &progress, basis);
	progress_end(&progress);
	return status;
}
