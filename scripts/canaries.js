// Values that tests plant as secrets, and the search for places where they leaked.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const forms = {
  key: "(?<!API)KEY-CANARY",
  selection: "SEL-CANARY",
  secret: "(?:TOKEN|APIKEY|IP|EMAIL)-CANARY",
  /** For the tests of this search itself. */
  planted: "PLANTED-CANARY",
};

/** A recognisable prefix is enough: a truncated key is a leak as well. */
const pattern = (kinds) =>
  new RegExp(
    `(?:${[...kinds, "planted"].map((kind) => forms[kind]).join("|")})-[0-9a-f-]{8,36}`,
    "gi",
  );

/** The canaries of these kinds in a text, each cut to its first characters. */
export function canariesIn(text, kinds = Object.keys(forms)) {
  // Most texts contain none, and some are large.
  if (!/canary-/i.test(text)) return [];
  const found = new Set(text.match(pattern(kinds)));
  return [...found].map((canary) => `${/.*CANARY-[0-9a-f]{4}/i.exec(canary)?.[0]}…`);
}

async function filesUnder(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Apart from the request and the page, a selection may appear only in saved conversations. */
export const kindsFor = (file) =>
  file.includes(`${path.sep}conversations${path.sep}`) ? ["key", "secret"] : Object.keys(forms);

/** The files under a folder that contain one: `file: canary`. */
export async function canariesUnder(folder, kindsOf = kindsFor) {
  const found = [];
  for (const file of await filesUnder(folder)) {
    // A file deleted in the meantime contains nothing.
    const text = await readFile(file, "latin1").catch(() => "");
    for (const canary of canariesIn(text, kindsOf(file))) found.push(`${file}: ${canary}`);
  }
  return found;
}
