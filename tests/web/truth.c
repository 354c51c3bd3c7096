/* SPDX-License-Identifier: MIT */
/* Tables of what the web is, for whoever compares it with what was found. */
#include "web.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum sp_status
start(const char *path, const char *head, FILE **file, struct sp_error *err)
{
	*file = fopen(path, "wb");
	if (!*file)
		return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
	fprintf(*file, "#%s\n", head);
	return SP_OK;
}

static enum sp_status
end(const char *path, FILE *file, struct sp_error *err)
{
	bool bad = ferror(file);

	if (!fclose(file) && !bad)
		return SP_OK;
	return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
}

static void
print_url(FILE *file, const struct web *web, uint32_t page, char after)
{
	size_t length;
	const char *url = page == WEB_NO_PAGE ? "-" :
		web_url(web, page, &length);

	fprintf(file, "%.*s%c", page == WEB_NO_PAGE ? 1 : (int)length, url,
		after);
}

enum sp_status
web_write_truth(struct web *web, const char *path, struct sp_error *err)
{
	FILE *file;
	enum sp_status status = start(path, "url\tstatus\tmime\tcharset\t"
				      "encoding\tbytes\ttopic\tstrength\t"
				      "target\tcopied\trobots", &file, err);
	uint64_t pages = sp_graph_pages(web->graph);

	if (status)
		return status;
	for (uint32_t page = 0; !status && page < pages; page++) {
		struct web_nature nature;
		struct web_answer answer;

		web_nature(web, page, &nature);
		status = web_answer_page(web, page, NULL, &answer, err);
		if (status)
			break;
		print_url(file, web, page, '\t');
		fprintf(file, "%u\t%s\t%s\t%s\t%llu\t%u\t%.6f\t",
			nature.status, nature.type, nature.charset,
			nature.encoding ? nature.encoding : "-",
			(unsigned long long)answer.body.length, nature.topic,
			nature.strength);
		print_url(file, web, nature.target, '\t');
		print_url(file, web, nature.copied, '\t');
		fprintf(file, "%s\n", web_is_disallowed(web, page) ?
			"disallowed" : "-");
		web_answer_free(&answer);
	}
	return status ? (fclose(file), status) : end(path, file, err);
}

static void
print_links(FILE *file, struct web *web, uint32_t page)
{
	struct web_nature nature;
	uint32_t count, from;

	web_nature(web, page, &nature);
	if (nature.target != WEB_NO_PAGE) {
		print_url(file, web, page, '\t');
		print_url(file, web, nature.target, '\t');
		fprintf(file, "redirect\n");
	}
	if (!web_has_links(&nature))
		return;
	from = nature.copied == WEB_NO_PAGE ? page : nature.copied;
	count = web_successors(web, from);
	for (uint32_t i = 0; i < count; i++) {
		print_url(file, web, page, '\t');
		print_url(file, web, web->successors[i], '\t');
		fprintf(file, "%s\n",
			web_kind_names[web_kind(web, from, i)]);
	}
}

enum sp_status
web_write_links(struct web *web, const char *path, struct sp_error *err)
{
	FILE *file;
	enum sp_status status = start(path, "source\ttarget\tkind", &file,
				      err);
	uint64_t pages = sp_graph_pages(web->graph);

	if (status)
		return status;
	for (uint32_t page = 0; page < pages; page++)
		print_links(file, web, page);
	return end(path, file, err);
}

enum sp_status
web_write_words(struct web *web, const char *path, struct sp_error *err)
{
	FILE *file;
	enum sp_status status = start(path, "topic\twords", &file, err);
	struct sp_line line = SP_LINE_EMPTY;

	if (status)
		return status;
	for (unsigned topic = 0; topic < web->options.topics; topic++) {
		line.length = 0;
		for (unsigned i = 0; i < WEB_TOPIC_WORDS; i++) {
			sp_line_add(&line, i ? " " : "");
			web_add_topic_word(&line, topic, i);
		}
		fprintf(file, "%u\t%.*s\n", topic, (int)line.length,
			line.text);
	}
	sp_line_free(&line);
	return end(path, file, err);
}
