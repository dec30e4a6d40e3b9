import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { metaFile } from "../../scripts/budget";
import { noticesOf, type Shipped } from "../../scripts/notices";
import { from } from "../../scripts/root";
import { packagesIn } from "../../scripts/sbom";
import { readVsix } from "../../scripts/vsix";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lock = readJson(from("package-lock.json")) as Shipped["lock"];
const { outputs } = readJson(from(metaFile)) as Pick<Shipped, "outputs">;

/** What the notices say, by package and version. */
function textsIn(notices: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const part of notices.split(`\n${"-".repeat(72)}\n\n`).slice(1)) {
    const [names = "", ...text] = part.split("\n\n");
    for (const name of names.split("\n")) {
      assert.ok(!texts.has(name), `${name} twice`);
      texts.set(name, text.join("\n\n"));
    }
  }
  return texts;
}

const holding = (...packages: string[]): Shipped => ({
  outputs: { "dist/a.cjs": { inputs: Object.fromEntries(packages.map((each) => [each, {}])) } },
  lock,
  product: "Expert Hub",
});

describe("the third-party notices", () => {
  let shipped: string;
  before(async () => {
    shipped = String((await readVsix()).get("extension/ThirdPartyNotices.txt"));
  });

  it("hold the text of each package in the bundles, and of no other", () => {
    const texts = textsIn(shipped);
    const expected = packagesIn(outputs).map((folder) => {
      const { version, license } = lock.packages[folder]!;
      return `${folder.split("node_modules/").at(-1)} ${version} (${license})`;
    });
    const copied = ["Codicons (CC-BY-4.0)", "llhttp, as compiled in undici (MIT)"];
    assert.ok(expected.length > 20);
    assert.deepEqual(
      [...texts.keys()].toSorted(),
      [...new Set([...expected, ...copied])].toSorted(),
    );
    for (const [name, text] of texts) {
      assert.ok(text.length > 150, name);
      assert.match(text, /copyright|\(c\)/i, name);
    }
  });

  it("hold equal texts once", () => {
    const texts = shipped.split("-".repeat(72)).map((part) => part.split("\n\n").slice(2).join());
    assert.equal(new Set(texts).size, texts.length);
  });

  it("come with what a NOTICE adds", async () => {
    const texts = textsIn(await noticesOf(holding("node_modules/playwright-core/index.js")));
    assert.match(
      texts.get("playwright-core 1.65.1 (Apache-2.0)") ?? "",
      /Copyright \(c\) Microsoft/,
    );
  });

  it("are refused for a licence that nobody has allowed", async () => {
    const wrong = { packages: { ...lock.packages } };
    wrong.packages["node_modules/yaml"] = { version: "2.9.1", license: "AGPL-3.0-only" };
    await assert.rejects(
      noticesOf({ ...holding("node_modules/yaml/dist/index.js"), lock: wrong }),
      /yaml is shipped, but its licence \(AGPL-3\.0-only\)/,
    );
  });

  it("are refused for a package that the lock file does not know", async () => {
    await assert.rejects(
      noticesOf(holding("node_modules/not-there/index.js")),
      /licence \(undefined\)/,
    );
  });

  it("are refused for a package without any licence text", async () => {
    // It has a licence in the lock file, but only a pointer to the text.
    const folder = "node_modules/@types/mocha/node_modules/none";
    const unknown = {
      packages: { ...lock.packages, [folder]: { version: "1.0.0", license: "MIT" } },
    };
    await assert.rejects(noticesOf({ ...holding(`${folder}/index.js`), lock: unknown }), /ENOENT/);
  });
});
