/* SPDX-License-Identifier: MIT */
#include "web/page/spelling.h"

#include <string.h>

/* What is compared.  Of "http://" and "www." alone, the last part stays. */
static struct sp_span
bare_name(struct sp_span name)
{
	size_t scheme = 0;

	while (scheme < name.length && !strchr(":/?#.", name.text[scheme]))
		scheme++;
	if (name.length - scheme > 3 && !memcmp(name.text + scheme, "://", 3))
		sp_span_cut(&name, scheme + 3);
	if (name.length > 4)
		(void)sp_span_take(&name, SP_SPAN("www."));
	while (name.length && name.text[name.length - 1] == '/')
		name.length--;
	return name;
}

void
sp_spelling(struct sp_suggestion *near, struct sp_span text)
{
	text = bare_name(text);
	sp_suggest(near, text.text, text.length);
}

void
sp_spelling_look(struct sp_suggestion *near, struct sp_span name)
{
	sp_suggest_as(near, bare_name(name), name, 2);
}
