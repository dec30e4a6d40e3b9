import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import {
  languages,
  manifestTexts,
  messages,
  messagesIn,
  translationFiles,
} from "../../scripts/messages";

/** What a translation has to keep: placeholders, commands behind links, and code. */
const keptIn = (text: string): string[] =>
  (text.match(/\{\d+\}|\(command:[^)]+\)|`[^`]+`|\$\([a-z-]+\)/g) ?? []).toSorted();

describe("what is translated", () => {
  it("is one literal for each message of the sources", () => {
    for (const file of globSync("src/**/*.ts"))
      assert.doesNotThrow(() => messagesIn(readFileSync(file, "utf8")), file);
    for (const source of ["t(name)", "t(`${a}`)", 't("a" + b)', "t(\n  a ? b : c)"])
      assert.throws(() => messagesIn(source), /^Error: Not a literal/, source);
    assert.deepEqual(
      messagesIn(
        `t("a"); this.#t(\n  'say "b"',\n  1);\n // t("no")\n * t("no")\n at("no"); t("\\"c’")`,
      ),
      ["a", 'say "b"', '"c’'],
    );
  });

  for (const language of languages) {
    const files = translationFiles(language);
    for (const [file, wanted] of [
      [files.messages, Object.fromEntries(messages().map((message) => [message, message]))],
      [files.manifest, manifestTexts()],
    ] as const) {
      const name = file.slice(file.lastIndexOf("/") + 1);
      if (existsSync(file))
        it(`N8 is complete in ${name}`, () => {
          const translations = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
          assert.deepEqual(Object.keys(translations).toSorted(), Object.keys(wanted).toSorted());
          for (const [key, english] of Object.entries(wanted)) {
            const translation = translations[key] ?? "";
            assert.ok(translation.trim(), key);
            assert.deepEqual(keptIn(translation), keptIn(english), key);
          }
        });
    }
  }
});
