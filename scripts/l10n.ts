// `npm run l10n`: for each language, drops translations of messages that are gone, sorts the files,
// and lists the messages without a translation in out/l10n/<language>.json, by their English text.
// Translations that were filled in there are taken over.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { languages, manifestTexts, messages, translationFiles } from "./messages.ts";
import { from } from "./root.ts";

type Texts = Record<string, string>;

const read = async (file: string): Promise<Texts> =>
  existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Texts) : {};
const write = (file: string, content: Texts): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, null, 2)}\n`);

async function update(language: string): Promise<void> {
  const toFill = from("out/l10n", `${language}.json`);
  const filled = await read(toFill);
  const missing: Texts = {};
  const files = translationFiles(language);
  for (const [file, texts] of [
    [files.messages, Object.fromEntries(messages().map((message) => [message, message]))],
    [files.manifest, manifestTexts()],
  ] as const) {
    const known = await read(file);
    const translations: Texts = {};
    for (const [key, english] of Object.entries(texts)) {
      const translation = known[key] || filled[english];
      if (translation) translations[key] = translation;
      else missing[english] = "";
    }
    const stale = Object.keys(known).filter((key) => !Object.hasOwn(texts, key));
    if (Object.keys(translations).length > 0 || stale.length > 0) await write(file, translations);
    for (const key of stale) console.log(`${language}: dropped ${JSON.stringify(key)}`);
  }
  await write(toFill, missing);
  console.log(`${language}: ${Object.keys(missing).length} missing`);
}

await mkdir(from("l10n"), { recursive: true });
await mkdir(from("out/l10n"), { recursive: true });
for (const language of languages) await update(language);
