// SPDX-License-Identifier: MIT
// Searches the sections of all pages.  The index is a script, because a page
// that was opened as a file may not fetch another.
"use strict";

const root = document.currentScript.dataset.root;
const form = document.querySelector("form[role=search]");
const input = form.querySelector("input");
const results = document.querySelector(".results");
const article = document.querySelector("article");
let index = null;

// search-index.js calls it with rows [page, title, address, text].
function searchIndex(rows) {
	index = rows.map(row => [...row, row.slice(0, 2).join(" ").toLowerCase(),
		row[3].toLowerCase()]);
	search();
}

function load() {
	if (index)
		return;
	index = [];
	const script = document.createElement("script");
	script.src = root + "search-index.js";
	document.head.append(script);
}

// All words must be there; those in titles count more, and those alone most.
function score(words, title, text) {
	let sum = 0;
	for (const word of words) {
		const inTitle = title.includes(word);
		if (!inTitle && !text.includes(word))
			return 0;
		sum += inTitle ? 10 + 10 * word.length / title.length : 1;
	}
	return sum;
}

// The text around the first of the words that it has.
function excerpt(words, text, lower) {
	const at = Math.max(0, Math.min(...words.map(word => lower.indexOf(word))
		.filter(i => i >= 0), text.length) - 60);
	return (at ? "… " : "") + text.slice(at, at + 160);
}

function element(name, text) {
	const made = document.createElement(name);
	made.textContent = text;
	return made;
}

function search() {
	const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
	const found = words.length ? index.map(row => [score(words, row[4],
		row[5]), row]).filter(row => row[0]).sort((a, b) => b[0] - a[0])
		.slice(0, 30) : [];
	results.replaceChildren(...found.map(([, row]) => {
		const item = document.createElement("li");
		const link = element("a", row[1] === row[0] ? row[0] :
			row[0] + ": " + row[1]);
		link.href = root + row[2];
		item.append(link, element("p", excerpt(words, row[3], row[5])));
		return item;
	}));
	if (words.length && !found.length)
		results.append(element("li", "Nothing found."));
	results.hidden = !words.length;
	article.hidden = words.length > 0;
}

form.hidden = false;
input.value = new URLSearchParams(location.search).get("q") || "";
if (input.value)
	load();
form.addEventListener("submit", event => event.preventDefault());
input.addEventListener("focus", load);
input.addEventListener("input", () => { load(); search(); });
// A result on this page shows the page again.
results.addEventListener("click", event => {
	if (event.target.matches("a")) {
		input.value = "";
		search();
	}
});
document.addEventListener("keydown", event => {
	if (event.key === "/" && document.activeElement !== input) {
		event.preventDefault();
		input.focus();
	}
});
