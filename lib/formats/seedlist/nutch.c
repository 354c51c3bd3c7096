/* SPDX-License-Identifier: MIT */
/*
 * Apache Nutch: a file in the folder of seeds that "nutch inject" reads (class
 * Injector), in UTF-8.
 *
 * A line is a URL, and after a tab "nutch.score=" and the score that the page
 * begins with: a float, of which "nutch generate" takes the largest first, and
 * none below generate.min.score, which is 0.  So the score is at least 0, and
 * at most the largest float; without one, it is db.score.injected, 1.  Lines
 * that begin with "#" are comments, and blanks around a URL are removed; what
 * begins with a scheme does not begin with "#".
 *
 * A float has 24 bits: ranks of more than 16,777,216 pages, and scores that
 * differ less than that, are read as equal.
 */
#include "formats/seedlist/format.h"

#include <float.h>

static const char *
write_nutch(struct sp_list_item *item, struct sp_line *line)
{
	double score;

	sp_line_add_span(line, item->url.whole);
	if (!item->scale)
		return NULL;
	score = sp_list_share(item->scale, item->place, item->listed->score);
	if (score < 0)
		return "has a negative score, which Nutch does not fetch (see "
		       "--priority rank)";
	if (score > (double)FLT_MAX)
		return "has a score that is too large for a float (see "
		       "--priority rank)";
	sp_line_add(line, "\tnutch.score=");
	sp_line_add_double(line, score);
	return NULL;
}

const struct sp_list_format sp_list_nutch = {
	.reader = "Nutch", .ftp = true, .blanks = true, .priorities = true,
	.write = write_nutch
};
