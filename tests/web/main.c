/* SPDX-License-Identifier: MIT */
/*
 * serveweb - serves a graph as a web to crawl, for tests
 *
 *	serveweb [option ...] [web.sp]
 *
 * Page u of the graph is an HTML page at its URL, with a link for each of its
 * successors.  The server is an HTTP proxy for all hosts of the graph.
 * --write-warc writes the whole web as an archive instead, and --truth,
 * --links and --words write what is true about it.
 */
#include "web.h"

#include "cli/input.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct files {
	const char *warc, *truth, *links, *words;
	bool requests;
};

static enum sp_status
parse_shares(struct web_options *options, struct sp_error *err)
{
	enum sp_status status = web_shares_parse(&options->status, "status",
						 err);

	for (unsigned i = 0; !status && i < options->status.count; i++)
		if (atoi(options->status.words[i]) < 200 ||
		    atoi(options->status.words[i]) > 599)
			status = sp_fail(err, SP_USAGE, "option --status: "
					 "\"%s\" is not from 200 to 599",
					 options->status.words[i]);
	if (!status)
		status = web_shares_parse(&options->types, "type", err);
	if (!status)
		status = web_shares_parse(&options->charsets, "charset", err);
	if (!status)
		status = web_shares_parse(&options->encodings, "encoding",
					  err);
	return status;
}

static enum sp_status
write_files(struct web *web, const struct files *files, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (files->truth)
		status = web_write_truth(web, files->truth, err);
	if (!status && files->links)
		status = web_write_links(web, files->links, err);
	if (!status && files->words)
		status = web_write_words(web, files->words, err);
	if (!status && files->warc)
		status = web_write_warc(web, files->warc, files->requests,
					err);
	return status;
}

static enum sp_status
run(struct cmd *cmd, struct web_options *options, const struct files *files,
    const struct web_server *server, bool serves)
{
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES
	};
	struct sp_contents contents = { 0 };
	struct web web = { 0 };
	enum sp_status status = parse_shares(options, &cmd->err);

	if (!status)
		status = cmd_load_graph(cmd, &load, &contents);
	if (!status && options->seeds && access(options->seeds, R_OK))
		status = sp_fail(&cmd->err, SP_IO, "%s: %s", options->seeds,
				 strerror(errno));
	if (!status && !sp_contents_names(&contents))
		status = cmd_missing(cmd, "names");
	if (!status)
		status = web_open(&web, options, sp_contents_graph(&contents),
				  sp_contents_names(&contents), &cmd->err);
	if (!status && web.unserved)
		cmd_warn(cmd, "%lu pages have no http URL of their own and "
			 "are not served", (unsigned long)web.unserved);
	if (!status)
		status = write_files(&web, files, &cmd->err);
	if (!status && serves)
		status = web_serve(&web, server, &cmd->err);
	web_close(&web);
	sp_contents_free(&contents);
	return status;
}

static const struct cmd_program serveweb_program = {
	.name = "serveweb", .synopsis = "[file]",
	.summary = "Serve a graph as a web to crawl.",
	.operands_max = 1, .prints_text = true
};

int
main(int argc, char **argv)
{
	struct web_options web = { .seed = 1, .words = 30 };
	struct web_server server = { 0 };
	struct files files = { 0 };
	struct option_row rows[] = {
		OPTION("port", "N", server.port, .most = 65535,
		       .zero = "any",
		       .help = "serve as a proxy on this port; 0: any"),
		OPTION("log", "FILE", server.log,
		       .help = "access log: ms, method, URL, status, bytes, "
		       "MIME, page"),
		FLAG("common-log", server.common_log,
		     .help = "... in Common Log Format"),
		OPTION("most", "PAGES", server.most, .most = 1e15,
		       .zero = "no limit",
		       .help = "then answer no more requests"),
		OPTION("spans", "FILE", server.spans,
		       .help = "requests: start, end, status, bytes, URL"),
		OPTION("seeds", "FILE", web.seeds,
		       .help = "list of URLs that " WEB_SEEDS " links to"),
		OPTION("counts", "FILE", server.counts,
		       .help = "at the end: counts by status and MIME type"),
		OPTION("write-warc", "FILE", files.warc,
		       .help = "write all pages as an archive; .gz, .zst"),
		FLAG("requests", files.requests,
		     .help = "... with request records"),
		OPTION("truth", "FILE", files.truth,
		       .help = "write a table of the pages"),
		OPTION("links", "FILE", files.links,
		       .help = "write a table of the links"),
		OPTION("words", "FILE", files.words,
		       .help = "write a table of the topics' words"),
		OPTION("seed", "N", web.seed, .most = 1e15,
		       .help = "seed of the random numbers"),
		OPTION("topics", "N", web.topics, .most = 10000,
		       .help = "topics of the pages"),
		OPTION("length", "N", web.words, .most = 1000000,
		       .help = "words of a page, beside those of its links"),
		OPTION("status", "LIST", web.status.text,
		       .help = "shares of pages: 404:0.1,301:0.05; others 200"),
		OPTION("type", "LIST", web.types.text,
		       .help = "image/png:0.1,...; others text/html"),
		OPTION("charset", "LIST", web.charsets.text,
		       .help = "windows-1251:0.1,...; others utf-8"),
		OPTION("encoding", "LIST", web.encodings.text,
		       .help = "gzip:0.3,deflate:0.1,br:0.1,..."),
		FLAG("spellings", web.spellings,
		     .help = "write URLs in many ways"),
		FLAG("kinds", web.kinds,
		     .help = "links of area, iframe and refresh too"),
		OPTION("broken", "SHARE", web.broken, .most = 1,
		       .help = "pages with odd markup"),
		OPTION("chunked", "SHARE", web.chunked, .most = 1,
		       .help = "bodies in chunks"),
		OPTION("big", "SHARE", web.big, .most = 1,
		       .help = "pages of 1 MiB"),
		OPTION("slow", "SHARE", web.slow, .most = 1,
		       .help = "pages sent slowly"),
		OPTION("cut", "SHARE", web.cut, .most = 1,
		       .help = "bodies shorter than their Content-Length"),
		OPTION("disallow", "SHARE", web.disallowed, .most = 1,
		       .help = "hosts closed by robots.txt"),
		OPTION("disallow-folders", "SHARE", web.disallowed_folders,
		       .most = 1, .help = "folders closed by robots.txt"),
		OPTION("copies", "SHARE", web.copies, .most = 1,
		       .help = "pages with the bytes of the one before"),
		OPTION("busy", "SHARE", web.busy, .most = 1,
		       .help = "pages that answer 503 in this round"),
		OPTION("down", "SHARE", web.down, .most = 1,
		       .help = "hosts that do"),
		OPTION("round", "N", web.round, .most = UINT32_MAX,
		       .help = "the round: draws others for both"),
		OPTION("slow-hosts", "SHARE", web.slow_hosts, .most = 1,
		       .help = "hosts that let each request wait 20 ms"),
		OPTION("delay", "MS", web.delay, .most = 60000,
		       .help = "wait before each answer"),
		OPTION("hosts", "FILE", web.hosts,
		       .help = "table: host, response, bandwidth, failures"),
		OPTION("page-size", "BYTES", web.page_size, .most = 1e9,
		       .zero = "as they are",
		       .help = "fill pages up to this size"),
		OPTION("size-spread", "X", web.size_spread, .most = 10,
		       .help = "... times up to 2^X, or divided by it"),
		OPTION_END
	};
	struct cmd cmd = { .program = &serveweb_program, .options = rows };
	enum sp_status status;

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	status = run(&cmd, &web, &files, &server,
		     option_is_given(rows, &server.port) ||
		     !(files.warc || files.truth || files.links ||
		       files.words));
	web_shares_free(&web.status);
	web_shares_free(&web.types);
	web_shares_free(&web.charsets);
	web_shares_free(&web.encodings);
	return cmd_end(&cmd, status);
}
