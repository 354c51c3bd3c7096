/* SPDX-License-Identifier: MIT */
/*
 * The words of pages: plain nouns, ten for a topic, and words of several
 * languages, so that a charset matters.
 */
#include "web.h"

static const char *const nouns[] = {
	"river", "lake", "water", "boat", "harbour", "island", "coast", "wave",
	"bridge", "ferry",
	"garden", "flower", "tree", "seed", "leaf", "forest", "meadow", "root",
	"branch", "orchard",
	"train", "railway", "station", "track", "engine", "wagon", "platform",
	"signal", "ticket", "tunnel",
	"music", "song", "piano", "violin", "concert", "orchestra", "melody",
	"rhythm", "choir", "drum",
	"bread", "butter", "cheese", "kitchen", "recipe", "soup", "oven",
	"apple", "honey", "spice",
	"star", "planet", "moon", "telescope", "orbit", "comet", "galaxy",
	"light", "rocket", "eclipse",
	"house", "roof", "window", "brick", "stair", "tower", "architect",
	"wall", "door", "chimney",
	"horse", "cow", "sheep", "farm", "barn", "field", "harvest", "goat",
	"hen", "wheat",
	"mountain", "valley", "glacier", "summit", "cliff", "trail", "hut",
	"climber", "ridge", "snow",
	"computer", "program", "network", "memory", "keyboard", "screen",
	"compiler", "crawler", "server", "disk",
	"bicycle", "wheel", "pedal", "saddle", "chain", "race", "helmet",
	"cyclist", "brake", "frame",
	"painting", "colour", "brush", "canvas", "museum", "sculpture",
	"portrait", "gallery", "sketch", "ink",
	"bird", "feather", "nest", "wing", "owl", "eagle", "sparrow", "swan",
	"egg", "flight",
	"chess", "queen", "rook", "bishop", "pawn", "opening", "endgame",
	"board", "player", "tournament",
	"weather", "rain", "cloud", "storm", "wind", "thunder", "forecast",
	"frost", "sunshine", "fog",
	"book", "author", "novel", "library", "chapter", "poem", "printer",
	"paper", "story", "reader",
	"stone", "mineral", "crystal", "quartz", "granite", "copper", "iron",
	"silver", "mine", "geologist",
	"film", "actor", "camera", "cinema", "scene", "director", "script",
	"studio", "stage", "movie",
	"football", "goal", "team", "coach", "stadium", "match", "referee",
	"league", "ball", "champion",
	"fish", "whale", "shark", "coral", "ocean", "salmon", "crab", "shell",
	"net", "reef"
};

#define NOUNS (sizeof(nouns) / sizeof(nouns[0]))

static const char *const common[] = {
	"the", "of", "and", "to", "in", "is", "it", "on", "with", "as", "for",
	"was", "at", "by", "from", "this", "that", "are", "or", "an", "be",
	"which", "page", "site", "more", "about", "all", "other", "new",
	"time", "year", "here", "there", "first", "many", "may", "some"
};

static const char *const latin[] = {
	"caf\u00e9", "na\u00efve", "\u00e9t\u00e9", "\u00fcber", "se\u00f1or",
	"gar\u00e7on", "sm\u00f8r", "fa\u00e7ade"
};

static const char *const russian[] = {
	"\u0440\u0435\u043a\u0430", "\u0433\u043e\u0440\u043e\u0434",
	"\u043a\u043d\u0438\u0433\u0430", "\u0434\u043e\u043c",
	"\u0434\u0435\u0440\u0435\u0432\u043e", "\u0432\u043e\u0434\u0430"
};

static const char *const japanese[] = {
	"\u5ddd", "\u672c", "\u5c71", "\u8a9e", "\u6771\u4eac",
	"\u30da\u30fc\u30b8", "\u8868"
};

#define SOME(list, random) \
	(list[sp_random_below(random, sizeof(list) / sizeof(list[0]))])

void
web_add_topic_word(struct sp_line *line, unsigned topic, unsigned i)
{
	size_t at = (size_t)topic * WEB_TOPIC_WORDS + i;

	sp_line_add(line, nouns[at % NOUNS]);
	if (at >= NOUNS)
		sp_line_add_uint(line, at / NOUNS + 1);
}

void
web_add_word(const struct web *web, struct sp_line *line,
	     const struct web_nature *nature, struct sp_random *random)
{
	double draw = sp_random_unit(random), strength = nature->strength;
	char script = nature->charset[0];
	unsigned topic = nature->topic;

	if (draw < strength + 0.03 && web->options.topics) {
		if (draw >= strength)
			topic = (unsigned)sp_random_below(random,
							web->options.topics);
		web_add_topic_word(line, topic, (unsigned)
				   sp_random_below(random, WEB_TOPIC_WORDS));
	} else if (draw < 0.95) {
		sp_line_add(line, SOME(common, random));
	} else if (script == 'w') {
		sp_line_add(line, SOME(russian, random));
	} else if (script == 's') {
		sp_line_add(line, SOME(japanese, random));
	} else {
		sp_line_add(line, SOME(latin, random));
	}
}
