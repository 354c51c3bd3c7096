// SPDX-License-Identifier: MIT
// Prints the URLs of a file that the list "exclude" of a configuration of
// Browsertrix Crawler stops: it makes a RegExp of each string and tests URLs.
//
//	node rules_match.mjs RULES URLS
import fs from "node:fs";

const lines = fs.readFileSync(process.argv[2], "utf8").split("\n");
const stops = [];
if (lines.length > 1 && lines.shift() !== "exclude:")
  throw new Error("no list");
for (const line of lines.filter((line) => line)) {
  if (!line.startsWith("  - "))
    throw new Error(line);
  stops.push(new RegExp(JSON.parse(line.slice(4))));
}
for (const url of fs.readFileSync(process.argv[3], "utf8").split("\n"))
  if (url && stops.some((stop) => stop.test(url)))
    process.stdout.write(url + "\n");
