// The notices that the licences of shipped code require: every package in a shipped file, with its text.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { from } from "./root.js";
import { packagesIn } from "./sbom.js";

const allowed = new Set(["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** What is shipped without being a package of the bundle. */
const copied = [
  { title: "Codicons", licence: "CC-BY-4.0", text: "codicons.txt" },
  { title: "llhttp, as compiled in undici", licence: "MIT", text: "llhttp.txt" },
];

const ownText = (file) => readFile(from("scripts/licences", file), "utf8");

/** The licence of a package, with its NOTICE; from `scripts/licences` if the package has none. */
async function textOf(name, folder) {
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
  if (!files.some((file) => /^licen/i.test(file))) return ownText(`${path.basename(name)}.txt`);
  const texts = files
    .toSorted((one, other) => one.localeCompare(other, "en"))
    .map((file) => readFile(path.join(folder, file), "utf8"));
  return (await Promise.all(texts)).join("\n\n");
}

async function noticeOf(folder, lock) {
  const { version, license: licence } = lock.packages[folder] ?? {};
  if (!allowed.has(licence))
    throw new Error(
      `${folder} is shipped, but its licence (${licence}) is not in scripts/notices.js`,
    );
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return { title: `${name} ${version}`, licence, text: await textOf(name, from(folder)) };
}

const tidy = (text) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();

/** Contains no date: the same packages produce the same file. Equal texts stand once. */
export async function noticesOf({ outputs, lock, product }) {
  const notices = [
    ...(await Promise.all(packagesIn(outputs).map((folder) => noticeOf(folder, lock)))),
    ...(await Promise.all(
      copied.map(async (each) => ({ ...each, text: await ownText(each.text) })),
    )),
  ];
  const titles = new Map();
  for (const { title, licence, text } of notices) {
    const body = tidy(text);
    titles.set(body, (titles.get(body) ?? new Set()).add(`${title} (${licence})`));
  }
  const parts = [...titles].map(([text, names]) => `${[...names].join("\n")}\n\n${text}\n`);
  const start = `Third-party notices\n\n${product} contains code of the packages below.\n`;
  return [start, ...parts].join(`\n${"-".repeat(72)}\n\n`);
}
