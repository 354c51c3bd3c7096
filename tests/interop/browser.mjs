// SPDX-License-Identifier: MIT
//
// browser.mjs - a crawler that reads pages with Chromium, follows the links of
// their DOM breadth first, and writes every response to an archive by warcio
//
//	node browser.mjs PROXY FIRST PAGES ARCHIVE LOG
//
// PAGES: how many are visited at most.  LOG: a table of time, URL and status.
import { createWriteStream } from "node:fs";

import chromium from "@sparticuz/chromium";
import puppeteer from "puppeteer-core";
import { WARCRecord, WARCSerializer } from "warcio";

const [proxy, first, pages, archivePath, logPath] = process.argv.slice(2);
const archive = createWriteStream(archivePath);
const log = createWriteStream(logPath);
log.write("#time\turl\tstatus\n");

// The body as the browser has it, unpacked; of a redirect it has none.
async function write(response, time) {
	const body = await response.buffer().catch(() => new Uint8Array());
	const httpHeaders = Object.entries(response.headers()).filter(
		([name]) => !/^(content-encoding|transfer-encoding|content-length)$/i
			.test(name)).concat([["content-length", `${body.length}`]]);
	const record = WARCRecord.create({
		url: response.url(), date: time, type: "response",
		statusline: `HTTP/1.1 ${response.status()} ` +
			(response.statusText() || "OK"),
		httpHeaders,
	}, [new Uint8Array(body)]);
	archive.write(await WARCSerializer.serialize(record, { gzip: true }));
}

const browser = await puppeteer.launch({
	executablePath: await chromium.executablePath(),
	args: [...chromium.args, `--proxy-server=${proxy}`,
		"--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable"],
	headless: "shell",
});
const page = await browser.newPage();
await page.setCacheEnabled(false);
let writing = [];
page.on("response", (response) => {
	const time = new Date().toISOString();
	log.write(`${time}\t${response.url()}\t${response.status()}\n`);
	writing.push(write(response, time));
});

const known = new Set([first]);
const queue = [first];
for (let visited = 0; queue.length && visited < Number(pages); visited++) {
	// What is downloaded rather than shown ends with an error.
	await page.goto(queue.shift(), { waitUntil: "load", timeout: 60000 })
		.catch(() => {});
	await Promise.all(writing);
	writing = [];
	const links = await page.evaluate(() => Array.from(document.links,
		(link) => link.href)).catch(() => []);
	for (const link of links) {
		const url = link.split("#")[0];
		if (/^http:/.test(url) && !known.has(url)) {
			known.add(url);
			queue.push(url);
		}
	}
}
console.log(await browser.version());
await browser.close();
archive.end();
log.end();
