# Prints each sentence of the conclusion of a page of report.mk, and of its
# paragraph about orders below the random one, that says something else than the
# tables of the same page.  Nothing if they agree.
#
#	awk -f report_page.awk out/report.html

function plain(s) {
	gsub(/&#160;/, " ", s)
	gsub(/<\/t[dh]>/, "\t", s)
	gsub(/<[^>]*>/, "", s)
	return s
}

function whole(s) {
	gsub(/,/, "", s)
	return s + 0
}

# The number that follows words in s, or -1
function after(s, words,   i) {
	i = index(s, words)
	return i ? whole(substr(s, i + length(words))) : -1
}

function wrong(sentence, why) {
	print why ": " sentence
}

/<caption>/ { caption = plain($0) }
/<\/table>/ { caption = "" }
/^<h2 id="conclusion">/ { concluding = 1 }
/^<\/section>/ { concluding = 0 }
concluding && /^<li>/ { sentence[++sentences] = plain($0) }
/Below the random order at/ { below = plain($0) }
/<th scope="row">pages</ && !pages {
	split(plain($0), part, "\t")
	pages = whole(part[2])
}
/<th scope="row">without links</ {
	split(plain($0), part, "\t")
	unlinked = whole(part[2])
}
/<th scope="row">unfetched</ {
	split(plain($0), part, "\t")
	unfetched = whole(part[2])
}
caption == "Crawls in figures" && /^<tr><td>/ {
	split(plain($0), part, "\t")
	order = part[1]
	mean[order] = part[5] + 0
	if (order ~ /^(shuffle|ideal)$/)
		next
	if (order !~ /^random( |$)/ && part[5] != "-") {
		own = order
		sub(/ .*/, "", own)
		means[++orders] = mean[order]
		if (whole(part[6]) > longest)
			longest = whole(part[6])
	}
	if (part[2] != "-" && part[2] + 0 < 10 || \
	    part[3] != "-" && part[3] + 0 < 25 || \
	    part[4] != "-" && part[4] + 0 < 45) {
		list = list (list == "" ? "" : ", ") order
		if (whole(part[6]) > end)
			end = whole(part[6])
	}
}
caption == "Crawls from different seeds" && /^<tr><td>/ {
	n = split(plain($0), part, "\t")
	mass[part[1], whole(part[2])] = part[3] + 0
	reach[part[1]] = whole(part[n - 1])
}

# Of the table of seeds
caption ~ /^(Cores, and the seed of each|Seeds: )/ && /^<tr><td/ { most_seeds++ }

function check_order(s,   best, second, i, order) {
	best = second = -1
	for (i = 1; i <= orders; i++)
		if (means[i] > best) {
			second = best
			best = means[i]
		} else if (means[i] > second)
			second = means[i]
	if (s ~ /^No order can be judged/) {
		if (after(s, " ends after ") != longest || longest > most_seeds)
			wrong(s, "a crawl has " longest " of " pages " pages")
		return
	}
	if (s ~ /^All orders find as much/) {
		for (i = 1; i <= orders; i++)
			if (after(s, "on average ") != means[i])
				wrong(s, "an order has " means[i] " %")
		if (after(s, "a random order has ") != mean["shuffle"])
			wrong(s, "a random order has " mean["shuffle"] " %")
		return
	}
	if (s !~ /^Crawl by /) {
		if (best > mean["shuffle"])
			wrong(s, "an order has " best " %")
		return
	}
	order = s
	sub(/^Crawl by /, "", order)
	sub(/: .*/, "", order)
	# Names of crawls are without the order if there is but one.
	order = orders > 1 ? own " " order : own
	if (mean[order] != best || after(s, "on average ") != best)
		wrong(s, "the best order has " best " %")
	if (after(s, "a random order has ") != mean["shuffle"])
		wrong(s, "a random order has " mean["shuffle"] " %")
	if (s ~ /, next is / && after(s, " with ") != second || \
	    s ~ /, as / && second != best)
		wrong(s, "the second order has " second " %")
	# Figures of the page are rounded.
	if (s ~ /, next is / && (s ~ /, so near that / ? \
	    best - second > 1.1 : best - second < 0.9))
		wrong(s, "the orders are " best - second " points apart")
}

function check_seeds(s,   first, other, at, a, b) {
	sub(/.*; on this graph, /, "", s)
	first = s ~ /crawls from random/ ? "random" : own
	other = first == own ? "random" : own
	at = after(s, "after ")
	if (at < 0) {
		a = reach[first]
		b = reach[other]
		if (after(s, " reach ") != a)
			wrong(s, first " reach " a " pages")
	} else {
		a = mass[first, at]
		b = mass[other, at]
		if (after(s, " have ") != a)
			wrong(s, first " have " a " %")
	}
	if (a < b)
		wrong(s, other " have more")
	sub(/.*, and from [a-zA-Z ]* /, "", s)
	if (whole(s) != b)
		wrong(s, other " have " b)
}

function check_graph(s,   share) {
	share = sprintf("%.1f", 100 * unlinked / pages) + 0
	if (after(s, s ~ /: only / ? ": only " : ": ") != share || \
	    after(s, "of the ") != pages)
		wrong(s, share " % of " pages " have no links")
	if ((s ~ /^Take this as a hint/) != (unlinked > pages / 2))
		wrong(s, "how far to trust it")
	if (unfetched != "" && s ~ /never fetched/ && \
	    after(s, ", and ") != unfetched)
		wrong(s, unfetched " pages were never fetched")
}

function check_below(s,   said) {
	said = s
	sub(/[^:]*: /, "", said)
	sub(/\. The random order.*/, "", said)
	if (said != list)
		wrong(s, "below are " list)
	if (list == "")
		return
	if (after(s, "at most ") != end || after(s, "from all ") != pages)
		wrong(s, "at most " end " of " pages " pages")
	if ((s ~ /have no links/) != (unlinked > pages / 2))
		wrong(s, "how many have no links")
}

END {
	if (sentences != 3)
		print sentences + 0 " sentences"
	check_order(sentence[1])
	check_seeds(sentence[2])
	check_graph(sentence[3])
	check_below(below)
}
