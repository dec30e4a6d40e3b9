// The texts that are translated: messages in the sources, and what package.json shows.
import { globSync, readFileSync } from "node:fs";
import { from, readJson, root } from "./root.ts";

export const languages = ["de", "es", "fr", "ja", "zh-cn"];

export const translationFiles = (language: string) => ({
  messages: from("l10n", `bundle.l10n.${language}.json`),
  manifest: from(`package.nls.${language}.json`),
});

const call = /(?<![\w$]|\bfunction )t\(\s*/g;
const literal = /(["'])((?:(?!\1)[^\\\n]|\\.)*)\1\s*[,)]/y;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;

/** The English text of each message, in order of appearance: the first argument of `t` is a literal. */
export function messagesIn(source: string): string[] {
  const code = source.replaceAll(comment, "");
  return [...code.matchAll(call)].map(({ index, 0: { length } }) => {
    literal.lastIndex = index + length;
    const [, , text] = literal.exec(code) ?? [];
    if (text === undefined) throw new Error(`Not a literal: ${code.slice(index, index + 100)}`);
    return JSON.parse(`"${text.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`) as string;
  });
}

/** Every message of the sources, sorted. */
export function messages(): string[] {
  const files = globSync("src/**/*.ts", { cwd: root });
  const found = files.flatMap((file) => messagesIn(readFileSync(from(file), "utf8")));
  return [...new Set(found)].toSorted();
}

/** What package.json shows, by key. */
export const manifestTexts = (): Record<string, string> =>
  readJson("package.nls.json") as Record<string, string>;
