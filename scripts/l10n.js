// `npm run l10n`: for each language, drops translations of messages that are gone, sorts the files,
// and lists the messages without a translation in out/l10n/<language>.json, by their English text.
// Translations that were filled in there are taken over.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { languages, manifestTexts, messages, translationFiles } from "./messages.js";
import { from } from "./root.js";

const read = async (file) => (existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {});
const write = (file, content) => writeFile(file, `${JSON.stringify(content, null, 2)}\n`);

/** The translations of these texts, in their order, of those that are known by key or by English text. */
const chosen = (texts, known, filled) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, english]) => {
      const translation = known[key] || filled[english];
      return translation ? [[key, translation]] : [];
    }),
  );

async function update(language) {
  const toFill = from("out/l10n", `${language}.json`);
  const filled = await read(toFill);
  const missing = {};
  for (const [file, texts] of [
    [translationFiles(language).messages, Object.fromEntries(messages().map((m) => [m, m]))],
    [translationFiles(language).manifest, manifestTexts()],
  ]) {
    const known = await read(file);
    const translations = chosen(texts, known, filled);
    const stale = Object.keys(known).filter((key) => !Object.hasOwn(texts, key));
    for (const [key, english] of Object.entries(texts))
      if (!translations[key]) missing[english] = "";
    if (Object.keys(translations).length > 0 || stale.length > 0) await write(file, translations);
    for (const key of stale) console.log(`${language}: dropped ${JSON.stringify(key)}`);
  }
  await write(toFill, missing);
  console.log(`${language}: ${Object.keys(missing).length} missing`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(from("l10n"), { recursive: true });
  await mkdir(from("out/l10n"), { recursive: true });
  for (const language of languages) await update(language);
}
