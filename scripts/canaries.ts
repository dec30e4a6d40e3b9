// Values that tests plant as secrets, and the search for places where they leaked.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** The API key; the selected text; what get_user returns besides the user. */
export type CanaryKind = "key" | "selection" | "secret";

const forms: Record<CanaryKind, string> = {
  key: "(?<!API)KEY",
  selection: "SEL",
  secret: "(?:TOKEN|APIKEY|IP|EMAIL)",
};
const allKinds = Object.keys(forms) as CanaryKind[];

/** The canaries of these kinds in a text, each cut to its first characters. */
export function canariesIn(text: string, kinds: readonly CanaryKind[] = allKinds): string[] {
  // Most texts contain none, and some are large.
  if (!/canary-/i.test(text)) return [];
  // PLANTED is for the tests of this search. A recognisable prefix is enough: a truncated key is a leak as well.
  const prefixes = [...kinds.map((kind) => forms[kind]), "PLANTED"].join("|");
  const pattern = new RegExp(`(?:${prefixes})-CANARY-[0-9a-f-]{8,36}`, "gi");
  return [...new Set(text.match(pattern))].map(
    (canary) => `${/.*CANARY-[0-9a-f]{4}/i.exec(canary)?.[0]}…`,
  );
}

const { sep } = path;

/**
 * Apart from the request and the page, a selection may appear only in saved conversations, and in what
 * undoes the changes of an answer.
 */
export const kindsFor = (file: string): readonly CanaryKind[] =>
  file.includes(`${sep}conversations${sep}`) || file.includes(`${sep}undo${sep}`)
    ? ["key", "secret"]
    : allKinds;

/** The files under a folder that contain one: `file: canary`; without those that `known` has, which it fills. */
export async function canariesUnder(
  folder: string,
  kindsOf = kindsFor,
  known = new Map<string, string>(),
): Promise<string[]> {
  const found: string[] = [];
  const options = { withFileTypes: true, recursive: true } as const;
  for (const entry of await readdir(folder, options).catch(() => [])) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const state = await stat(file).catch(() => undefined);
    const version = `${state?.size} ${state?.mtimeMs}`;
    if (known.get(file) === version) continue;
    known.set(file, version);
    // A file deleted in the meantime contains nothing.
    const text = await readFile(file, "latin1").catch(() => "");
    for (const canary of canariesIn(text, kindsOf(file))) found.push(`${file}: ${canary}`);
  }
  return found;
}
