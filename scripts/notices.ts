// The notices that the licences of shipped code require: every package in a shipped file, with its text.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { from } from "./root.ts";
import { nameOfPackage, packagesIn, type Lock, type Outputs } from "./sbom.ts";

export interface Shipped {
  outputs: Outputs;
  lock: Lock;
  /** The name of what contains the packages. */
  product: string;
}

const allowed = new Set(["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

const ownText = (file: string): Promise<string> => readFile(from("scripts/licences", file), "utf8");

/** The licence of a package, with its NOTICE; from `scripts/licences` if the package has none. */
async function textOf(name: string, folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
  if (!files.some((file) => /^licen/i.test(file))) return ownText(`${path.basename(name)}.txt`);
  const texts = files
    .toSorted((one, other) => one.localeCompare(other, "en"))
    .map((file) => readFile(path.join(folder, file), "utf8"));
  return (await Promise.all(texts)).join("\n\n");
}

async function noticeOf(folder: string, lock: Lock): Promise<[title: string, text: string]> {
  const { version, license: licence } = lock.packages[folder] ?? {};
  if (!licence || !allowed.has(licence))
    throw new Error(
      `${folder} is shipped, but its licence (${licence}) is not in scripts/notices.ts`,
    );
  const name = nameOfPackage(folder);
  return [`${name} ${version} (${licence})`, await textOf(name, from(folder))];
}

const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();

/** Contains no date: the same packages produce the same file. Equal texts stand once. */
export async function noticesOf({ outputs, lock, product }: Shipped): Promise<string> {
  const notices = [
    ...(await Promise.all(packagesIn(outputs).map((folder) => noticeOf(folder, lock)))),
    // What is shipped without being a package of the bundle.
    ["Codicons (CC-BY-4.0)", await ownText("codicons.txt")] as const,
    ["llhttp, as compiled in undici (MIT)", await ownText("llhttp.txt")] as const,
  ];
  const parts = [...Map.groupBy(notices, ([, text]) => tidy(text))].map(
    ([text, same]) => `${[...new Set(same.map(([title]) => title))].join("\n")}\n\n${text}\n`,
  );
  const start = `Third-party notices\n\n${product} contains code of the packages below.\n`;
  return [start, ...parts].join(`\n${"-".repeat(72)}\n\n`);
}
