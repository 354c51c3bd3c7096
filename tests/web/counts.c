/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include <string.h>

static void
count_word(struct web_words *words, const char *word, size_t length)
{
	unsigned i = 0;

	for (; i < words->count; i++)
		if (strlen(words->items[i].word) == length &&
		    !memcmp(words->items[i].word, word, length))
			break;
	if (i == WEB_WORDS || length >= sizeof(words->items[i].word))
		return;
	if (i == words->count) {
		memcpy(words->items[i].word, word, length);
		words->count++;
	}
	words->items[i].times++;
}

void
web_count(struct web_counts *counts, const struct web_answer *answer)
{
	char status[16];
	int length = snprintf(status, sizeof(status), "%u", answer->status);

	counts->requests++;
	counts->bytes += answer->body.length;
	count_word(&counts->status, status, (size_t)length);
	count_word(&counts->types, answer->type, strcspn(answer->type, ";"));
}

static void
print_words(FILE *file, const char *what, const struct web_words *words)
{
	for (unsigned i = 0; i < words->count; i++)
		fprintf(file, "%s\t%s\t%llu\n", what, words->items[i].word,
			(unsigned long long)words->items[i].times);
}

void
web_print_counts(FILE *file, const struct web_counts *counts)
{
	fprintf(file, "#what\tvalue\tcount\nrequests\tall\t%llu\n"
		"bytes\tall\t%llu\n", (unsigned long long)counts->requests,
		(unsigned long long)counts->bytes);
	print_words(file, "status", &counts->status);
	print_words(file, "mime", &counts->types);
}

/* ---- the access log --------------------------------------------------- */

static void
log_common(FILE *file, const struct timespec *now, const char *method,
	   const char *url, const struct web_answer *answer)
{
	char date[64];
	struct tm tm;

	gmtime_r(&now->tv_sec, &tm);
	strftime(date, sizeof(date), "%d/%b/%Y:%H:%M:%S +0000", &tm);
	fprintf(file, "127.0.0.1 - - [%s] \"%s %s HTTP/1.1\" %u %llu\n", date,
		method, url, answer->status,
		(unsigned long long)answer->body.length);
}

void
web_log(FILE *file, const struct web *web, bool common, const char *method,
	const char *url, const struct web_answer *answer)
{
	const char *page = "-";
	size_t length = 1;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (common) {
		log_common(file, &now, method, url, answer);
		return;
	}
	if (answer->page != WEB_NO_PAGE)
		page = web_url(web, answer->page, &length);
	fprintf(file, "%lld\t%s\t%s\t%u\t%llu\t%.*s\t%.*s\n",
		(long long)now.tv_sec * 1000 + now.tv_nsec / 1000000, method,
		url, answer->status, (unsigned long long)answer->body.length,
		(int)strcspn(answer->type, ";"), answer->type, (int)length,
		page);
}

void
web_log_span(FILE *file, const struct web_span *span)
{
	fprintf(file, "%lld.%06ld\t%lld.%06ld\t%u\t%llu\t%s\n",
		(long long)span->start.tv_sec, span->start.tv_nsec / 1000,
		(long long)span->end.tv_sec, span->end.tv_nsec / 1000,
		span->status, (unsigned long long)span->bytes, span->url);
}
