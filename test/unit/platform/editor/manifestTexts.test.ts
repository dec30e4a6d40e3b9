import assert from "node:assert/strict";
import { manifestTexts } from "../../../../scripts/messages";
import { readJson } from "../../../support/manifest";

/** What VS Code shows of package.json. */
const shown =
  /^(?:title|shortTitle|label|name|contextualTitle|contents|category|altText|displayName)$/;
const described = /(?:[dD]escriptions?|Message|enumItemLabels)$/;
/** Models get it, so it is English. */
const forModels = /^(?:modelDescription|inputSchema)$/;
/** Words that the code refers to, and those that are typed after `@` and `/`. */
const ids = /^(?:(?:expertHub|expert-hub)_?\w*|expert|ability)$/;

function textsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, part] of Object.entries(value)) {
    if (forModels.test(name)) continue;
    if (shown.test(name) || described.test(name))
      found.push(...[part].flat().filter((text) => typeof text === "string"));
    if (typeof part === "object") textsOf(part, found);
  }
  return found;
}

describe("the texts of the manifest", () => {
  const { description, contributes, capabilities } = readJson("package.json") as Record<
    string,
    unknown
  >;
  const texts = textsOf({ description, contributes, capabilities });
  const keys = texts.flatMap((text) => /^%(.+)%$/.exec(text)?.[1] ?? []);

  it("are keys, but for the product's name", () => {
    assert.ok(texts.length > 100);
    assert.deepEqual(
      texts.filter((text) => !/^%.+%$/.test(text) && text !== "Expert Hub" && !ids.test(text)),
      [],
    );
  });

  it("are all in package.nls.json, which has nothing else", () => {
    assert.deepEqual([...new Set(keys)].toSorted(), Object.keys(manifestTexts()).toSorted());
    for (const [key, text] of Object.entries(manifestTexts())) assert.ok(text.trim(), key);
  });
});
